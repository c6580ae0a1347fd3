\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '1.0.0'" to load this file. \quit

-- This script binds only objects of pg_catalog and objects that it names with their schema: a role that can create objects in the extension's
-- schema could otherwise plant an operator that fits better and is called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The catalog: tables that only their owner reads, and views that decide which rows a role sees.

-- A dump has all of it: pg_read_all_data reads it like any table, and the database's owner may. What a role was granted before was
-- bound by policies, and would be all rows now.
DO $$
DECLARE
    member record;
    grantee text;
BEGIN
    FOR member IN
        SELECT c.oid, c.relkind, format('%s %I.%I', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, n.nspname, c.relname) AS name,
               (SELECT string_agg(format('ALTER %I SET STATISTICS 0', a.attname), ', ' ORDER BY a.attnum)
                FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS without_statistics,
               ARRAY(SELECT format('DROP POLICY %I ON %I.%I', p.polname, n.nspname, c.relname) FROM pg_policy p WHERE p.polrelid = c.oid) AS dropping
        FROM pg_depend d
        JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
        JOIN pg_class c ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE e.extname = 'pg_microdata' AND c.relkind IN ('r', 'S')
        ORDER BY c.oid
    LOOP
        FOR grantee IN
            SELECT DISTINCT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END
            FROM pg_class c,
                 LATERAL (SELECT p.grantee FROM aclexplode(c.relacl) p
                          UNION ALL
                          SELECT p.grantee FROM pg_attribute a, aclexplode(a.attacl) p WHERE a.attrelid = c.oid) x
            WHERE c.oid = member.oid AND x.grantee <> c.relowner
        LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %s CASCADE', member.name, grantee);
        END LOOP;
        EXECUTE format('GRANT SELECT ON %s TO pg_database_owner', member.name);
        CONTINUE WHEN member.relkind = 'S';
        -- The planner's statistics are of all rows, and estimates tell what they say.
        EXECUTE format('ALTER %s DISABLE ROW LEVEL SECURITY, %s', member.name, member.without_statistics);
        DELETE FROM pg_statistic s WHERE s.starelid = member.oid;
        FOR i IN 1 .. cardinality(member.dropping) LOOP
            EXECUTE member.dropping[i];
        END LOOP;
    END LOOP;
END
$$;

-- No condition that a reader adds to a view is evaluated before the view's own, or is looked up in an index that has others' rows:
-- EXPLAIN ANALYZE counts the rows that each step reads. So OFFSET 0 stands where a row is known to be visible: PostgreSQL
-- moves no condition across it. What belongs to a visible row is looked up by its key (LATERAL, or a subquery), never joined with all.

CREATE FUNCTION microdata.sees_all_of_release(relations regclass[], source regclass) RETURNS boolean
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_sees_all_of_release';
COMMENT ON FUNCTION microdata.sees_all_of_release(regclass[], regclass)
    IS 'true for members of the role that owns a release or its source, who see all that is recorded of it; false for other roles that may read it; null otherwise';

CREATE OR REPLACE FUNCTION microdata.may_see_ledger(source regclass, source_owner name) RETURNS boolean
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_may_see_ledger';
-- The role that owns a series' source, or owned it last, owns the series' view (make_holder).
ALTER TABLE microdata.series_record ALTER source_owner DROP NOT NULL, ADD holder regclass, ALTER holder SET STATISTICS 0;
CREATE INDEX series_record_holder ON microdata.series_record (holder);
COMMENT ON INDEX microdata.series_record_holder IS 'the series that a view stands for';
CREATE FUNCTION microdata.may_see_series(source regclass, holder regclass) RETURNS boolean
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_may_see_held_series';
COMMENT ON FUNCTION microdata.may_see_series(regclass, regclass)
    IS 'true for roles with the privileges of the role that owns a series'' source, or owned it last';

CREATE OR REPLACE VIEW microdata.releases WITH (security_barrier) AS
    SELECT r.release_id, r.method,
           CASE WHEN r.all_of_it THEN (SELECT s.oid::regclass FROM pg_class s
            WHERE s.oid = COALESCE(r.source::oid, (SELECT t.source FROM microdata.temporary_source_record t WHERE t.release_id = r.release_id)::oid)
              AND (r.source IS NOT NULL OR s.relpersistence = 't')) END AS source,
           r.relations,
           CASE WHEN r.all_of_it THEN r.parameters ELSE microdata.public_parameters(r.parameters) END AS parameters,
           r.created_at,
           CASE WHEN r.all_of_it THEN r.created_by END AS created_by,
           CASE WHEN r.all_of_it THEN r.source_rows END AS source_rows,
           r.published_rows,
           r.suppressed_rows,
           r.buckets
    FROM (SELECT a.*
          FROM (SELECT m.*, microdata.sees_all_of_release(m.relations, m.source) AS all_of_it FROM microdata.release_record m OFFSET 0) a
          WHERE a.all_of_it IS NOT NULL OFFSET 0) r;

COMMENT ON COLUMN microdata.releases.suppressed_rows IS 'rows of the source that are not published';

-- Readers are told what is missing.
CREATE FUNCTION microdata.left_out_sentence(published_rows bigint, suppressed_rows bigint) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.format('%s of %s rows of the source are left out: counts are of what is published.',
                             suppressed_rows, suppressed_rows::pg_catalog.numeric OPERATOR(pg_catalog.+) published_rows)
    WHERE suppressed_rows > 0
$$;
COMMENT ON FUNCTION microdata.left_out_sentence(bigint, bigint) IS 'what readers have to know of rows that are left out, as a sentence; null where none are';

CREATE FUNCTION microdata.visible_release(release_id bigint) RETURNS SETOF microdata.releases
    LANGUAGE c STABLE ROWS 1
    AS 'MODULE_PATHNAME', 'pg_microdata_visible_release';
COMMENT ON FUNCTION microdata.visible_release(bigint) IS 'the row that microdata.releases has of a release, found by an index';

CREATE OR REPLACE VIEW microdata.release_columns WITH (security_barrier) AS
    SELECT k.release_id, k.relation, k.column_no, a.attname AS attribute, k.role, k.generalized,
           microdata.reading(k.generalized, a.atttypid, a.attname, r.parameters) AS reading
    FROM (SELECT r.release_id, r.parameters FROM microdata.release_record r
          WHERE microdata.sees_all_of_release(r.relations, r.source) IS NOT NULL OFFSET 0) r
    CROSS JOIN LATERAL (SELECT c.* FROM microdata.release_column_record c WHERE c.release_id = r.release_id OFFSET 0) k
    JOIN pg_attribute a ON a.attrelid = k.relation::oid AND a.attnum = k.attnum AND a.attname = k.attribute
    WHERE NOT a.attisdropped;
COMMENT ON VIEW microdata.release_columns IS 'attributes of the releases in microdata.releases, and the groups that link them';

DROP FUNCTION microdata.may_see_release(oid, regclass);

CREATE OR REPLACE FUNCTION microdata.described_columns(facts jsonb, parameters jsonb)
    RETURNS TABLE (relation regclass, relation_no bigint, kind "char", column_no smallint, name name, type text, role text, group_no integer,
                   generalized boolean, reading text, sentence text)
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH known AS MATERIALIZED (
        SELECT k.relation::regclass, k.group_no, k.attribute, k.role, k.generalized,
               microdata.reading(k.generalized, a.atttypid, a.attname, parameters) AS reading
        FROM jsonb_to_recordset(facts -> 'columns') k (relation oid, group_no integer, attribute name, role text, generalized boolean)
        JOIN pg_attribute a ON a.attrelid = k.relation AND a.attname = k.attribute AND NOT a.attisdropped),
    groups AS MATERIALIZED (
        SELECT k.relation, k.group_no, array_agg(k.attribute ORDER BY k.attribute) AS attributes,
               (SELECT count(*) FROM known) - count(*) AS others
        FROM known k GROUP BY k.relation, k.group_no),
    -- A view shows attributes of the tables.
    shown AS MATERIALIZED (
        SELECT k.relation AS of, k.* FROM known k
        UNION ALL
        SELECT f.relation, k.* FROM (SELECT DISTINCT ON (o.attribute) o.* FROM known o ORDER BY o.attribute, o.relation) k
        CROSS JOIN microdata.relations_in(facts) f
        WHERE f.kind = 'v')
    SELECT f.relation, f.relation_no, f.kind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), x.role, k.group_no,
           COALESCE(k.generalized, false), k.reading,
           -- The sentence is made here: rows that are joined and sorted would each carry all the names.
           concat_ws(' ', (SELECT microdata.column_sentence(x.role, a.attname, array_remove(g.attributes, k.attribute), g.others::integer)
                           FROM (SELECT) o LEFT JOIN groups g ON g.relation = k.relation AND g.group_no = k.group_no),
               CASE WHEN k.reading = 'value' AND parameters -> 'counterfeits' > '0'
                    THEN 'Each value is one that a person has, or that of a counterfeit, which is nobody''s.' ELSE microdata.reading_sentence(k.reading) END,
               CASE WHEN k.role = 'sensitive' AND parameters -> 'valueless' > '0'
                    THEN 'Buckets in which it is NULL throughout are of persons whose value is not published, ' || (parameters ->> 'valueless') || ' in all.' END)
    FROM microdata.relations_in(facts) f
    JOIN pg_attribute a ON a.attrelid = f.relation AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN shown k ON k.of = f.relation AND k.attribute = a.attname
    CROSS JOIN LATERAL (SELECT COALESCE(k.role, CASE a.attname::text
        WHEN parameters ->> 'bucket_column' THEN 'bucket'
        WHEN parameters ->> 'member_column' THEN 'member'
        WHEN parameters ->> 'count_column' THEN 'count'
        WHEN parameters ->> 'weight_column' THEN 'weight'
        WHEN 'bucket' THEN 'bucket' END)) x (role)
    WHERE x.role IS NOT NULL
    ORDER BY f.relation_no, a.attnum
$$;

CREATE OR REPLACE FUNCTION microdata.release_comments(release regclass)
    RETURNS TABLE (relation regclass, kind "char", column_no smallint, name name, sentence text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    facts jsonb := microdata.release_facts(release);
    made microdata.releases := microdata.release_in(facts);
BEGIN
    RETURN QUERY
        SELECT f.relation, f.kind, 0::smallint, NULL::name, concat_ws(' ',
            CASE WHEN f.kind = 'v' AND f.relation_no > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(made.parameters), microdata.left_out_sentence(made.published_rows, made.suppressed_rows),
            CASE WHEN made.parameters ? 'member_column' AND made.parameters ->> 'value_sets' IS DISTINCT FROM 'false' AND NOT EXISTS (
                     SELECT FROM jsonb_to_recordset(facts -> 'columns') k (role text, group_no integer)
                     WHERE k.role <> 'sensitive' AND to_jsonb(k.group_no) > made.parameters -> 'person_columns')
                 THEN 'Each combination of sensitive values that a person has is published once: counts are of these, not of rows.' END)
        FROM microdata.relations_in(facts) f
        UNION ALL
        SELECT d.relation, d.kind, d.column_no, d.name, d.sentence
        FROM microdata.described_columns(facts, made.parameters) d;
END
$$;

CREATE OR REPLACE FUNCTION @extschema@.release_description(relation regclass) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb;
    release microdata.releases;
    relations jsonb;
    loss float8;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = '22004';
    END IF;
    facts := microdata.release_facts(relation);
    release := microdata.release_in(facts);
    IF release.release_id IS NULL OR NOT microdata.may_read_release(ARRAY[release_description.relation]) THEN
        RAISE EXCEPTION 'permission denied for relation %', relation::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(relation);
    EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state OR insufficient_privilege OR undefined_object OR feature_not_supported THEN
        -- No method for it, a hierarchy that is gone or somebody else's, or an edition with counterfeits.
        loss := NULL;
    END;
    SELECT jsonb_agg(jsonb_build_object('name', c.relname, 'kind', CASE f.kind WHEN 'v' THEN 'view' ELSE 'table' END, 'columns', x.columns)
                     ORDER BY f.relation_no) INTO relations
    FROM microdata.relations_in(facts) f
    JOIN pg_class c ON c.oid = f.relation
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'type', d.type, 'role', d.role, 'group', d.group_no,
                   'generalized', CASE WHEN d.reading IS NOT NULL THEN d.generalized END, 'reading', d.reading, 'meaning', d.sentence))
                   || CASE WHEN d.reading = 'label' AND f.kind <> 'v'
                      THEN jsonb_build_object('labels', microdata.label_meanings(d.relation, d.name)) ELSE '{}' END
                   ORDER BY d.column_no)
        FROM microdata.described_columns(facts, release.parameters) d WHERE d.relation = f.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', release.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', release.parameters -> 'l', 'k', release.parameters -> 'k',
                                        'models', release.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(release.parameters)),
        'rows', release.published_rows, 'suppressed_rows', NULLIF(release.suppressed_rows, 0),
        'left_out', microdata.left_out_sentence(release.published_rows, release.suppressed_rows), 'buckets', release.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(release.parameters), 'relations', relations);
END
$$;

-- Slices of this version promise k within each bucket; those without k_scope on record promise it over all rows.

CREATE OR REPLACE FUNCTION microdata.public_parameters(parameters jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'k_scope', 'privacy', 'method', 'algorithm', 'recoding', 'grouping', 'cuts', 'cuts_by', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered', 'series', 'edition', 'm', 'counterfeits', 'valueless', 'cohorts'])
$$;

CREATE OR REPLACE FUNCTION microdata.guarantee_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.concat_ws(' ', COALESCE('Its guarantee: ' || pg_catalog.concat_ws(', ',
            'l = ' || (parameters OPERATOR(pg_catalog.->>) 'l'),
            'k = ' || (parameters OPERATOR(pg_catalog.->>) 'k')
                || CASE WHEN parameters OPERATOR(pg_catalog.->>) 'k_scope' OPERATOR(pg_catalog.=) 'bucket' THEN ' within each bucket' ELSE '' END,
            microdata.model_sentence(parameters OPERATOR(pg_catalog.->) 'privacy')) || '.', ''),
        microdata.edition_sentence(parameters))
$$;

-- Declarations for a table are looked up from the tables that may be read, so that a condition on the table goes to an index.

CREATE OR REPLACE VIEW microdata.roles WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, a.attname AS attribute, r.role, r.of_person
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT d.* FROM microdata.role_record d WHERE d.source::oid = c.oid OFFSET 0) r
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = r.attnum AND a.attname = r.attribute
    WHERE NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');

CREATE VIEW microdata.declared_sources WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, d.attributes
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT s.* FROM microdata.declared_source_record s WHERE s.source::oid = c.oid OFFSET 0) d
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');
COMMENT ON VIEW microdata.declared_sources IS 'tables that you may read and whose roles are declared';
COMMENT ON COLUMN microdata.declared_sources.source IS 'the table';
COMMENT ON COLUMN microdata.declared_sources.attributes IS 'attributes that it has and had when its roles were declared';
GRANT SELECT ON microdata.declared_sources TO PUBLIC;

CREATE OR REPLACE VIEW microdata.declared_hierarchies WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, a.attname AS attribute, d.hierarchy
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT h.* FROM microdata.declared_hierarchy_record h WHERE h.source::oid = c.oid OFFSET 0) d
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.attnum AND a.attname = d.attribute
    WHERE NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');

CREATE OR REPLACE VIEW microdata.privacy_rules WITH (security_barrier) AS
    SELECT r.rule_id, c.oid::regclass AS source,
           concat(microdata.quoted_names(r.left_attributes), ' -> ', microdata.quoted_names(r.right_attributes)) AS rule,
           r.l, r.privacy, r.comment
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT p.* FROM microdata.privacy_rule_record p WHERE p.source::oid = c.oid OFFSET 0) r
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');

CREATE FUNCTION microdata.sees_all_of_entry(source regclass, source_owner name, about regclass[]) RETURNS boolean
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_sees_all_of_entry';
COMMENT ON FUNCTION microdata.sees_all_of_entry(regclass, name, regclass[])
    IS 'true for members of the role that owns a source, or owned it last, who see all of an entry of the ledger; false for members of a role that owns another table that it is about; null otherwise';

-- The owner of a table sees each release that it can be refused by; of another role's source, neither attributes nor figures.
CREATE OR REPLACE VIEW microdata.ledger WITH (security_barrier) AS
    SELECT l.release_id, l.method,
           (SELECT c.oid::regclass FROM pg_class c WHERE c.oid = l.source::oid) AS source,
           l.source_name, l.source_number, l.about, l.relations,
           CASE WHEN l.all_of_it THEN l.attributes END AS attributes,
           CASE WHEN l.all_of_it THEN l.parameters END AS parameters,
           CASE WHEN l.all_of_it THEN l.source_rows END AS source_rows,
           CASE WHEN l.all_of_it THEN l.published_rows END AS published_rows,
           l.created_at, l.created_by, l.readers, l.ended, l.ended_at, l.ended_by
    FROM (SELECT a.*
          FROM (SELECT r.*, microdata.sees_all_of_entry(r.source, r.source_owner, r.about) AS all_of_it FROM microdata.ledger_record r OFFSET 0) a
          WHERE a.all_of_it IS NOT NULL OFFSET 0) l;
COMMENT ON VIEW microdata.ledger
    IS 'all releases ever made of sources that are, or were until they were dropped, yours or of roles that you are a member of, or about persons in tables that are';

CREATE OR REPLACE VIEW microdata.forgotten_releases WITH (security_barrier) AS
    SELECT f.release_id, f.method, f.source_name, f.created_at, f.forgotten_at, f.forgotten_by, f.reason
    FROM (SELECT r.* FROM microdata.forgotten_release_record r WHERE microdata.may_see_ledger(NULL, r.source_owner) OFFSET 0) f;

-- As in all views.
ALTER VIEW microdata.series RENAME COLUMN name TO series;
CREATE OR REPLACE VIEW microdata.series WITH (security_barrier) AS
    SELECT s.name AS series, CASE WHEN c.oid IS NOT NULL THEN s.source END AS source, s.source_name, s.method, s.arguments, s.m,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'subject' ORDER BY a.attnum) AS subject,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'sensitive' ORDER BY a.attnum) AS sensitive,
           (SELECT count(*) FROM microdata.edition_record e WHERE e.series_id = s.series_id) AS editions, s.created_at, s.created_by,
           s.independent,
           -- Schemas are renamed, too.
           COALESCE((SELECT format('%I.%I', n.nspname, v.relname)
                     FROM (SELECT w.view FROM microdata.series_view_record w WHERE w.series_id = s.series_id AND w.suffix = '' OFFSET 0) w
                     JOIN pg_class v ON v.oid = w.view::oid
                     JOIN pg_namespace n ON n.oid = v.relnamespace), s.view_name) AS view,
           s.keep, s.gate, s.approve,
           (SELECT max(e.edition) FROM microdata.edition_record e WHERE e.series_id = s.series_id AND e.state = 'shown') AS shown
    FROM (SELECT r.* FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    LEFT JOIN pg_class c ON c.oid = s.source::oid;

CREATE TABLE microdata.series_change_record (
    change_id bigserial PRIMARY KEY,
    series_id integer NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The role that logged in, whatever it was set to.
    changed_by name NOT NULL,
    setting text NOT NULL CHECK (setting IN ('gate', 'approve')),
    before jsonb NOT NULL,
    after jsonb NOT NULL
);
COMMENT ON TABLE microdata.series_change_record IS 'changes of gates and approval; see the view microdata.series_changes';
COMMENT ON SEQUENCE microdata.series_change_record_change_id_seq IS 'numbers of changes of series';
CREATE INDEX series_change_record_series ON microdata.series_change_record (series_id, change_id);
COMMENT ON INDEX microdata.series_change_record_series IS 'the changes of one series';
ALTER TABLE microdata.series_change_record ALTER change_id SET STATISTICS 0, ALTER series_id SET STATISTICS 0, ALTER changed_at SET STATISTICS 0,
    ALTER changed_by SET STATISTICS 0, ALTER setting SET STATISTICS 0, ALTER before SET STATISTICS 0, ALTER after SET STATISTICS 0;
GRANT SELECT ON microdata.series_change_record, microdata.series_change_record_change_id_seq TO pg_database_owner;
SELECT pg_catalog.pg_extension_config_dump('microdata.series_change_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_change_record_change_id_seq', '');

CREATE VIEW microdata.series_changes WITH (security_barrier) AS
    SELECT s.name AS series, c.changed_at, c.changed_by, c.setting, c.before, c.after
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT o.* FROM microdata.series_change_record o WHERE o.series_id = s.series_id ORDER BY o.change_id OFFSET 0) c;
COMMENT ON VIEW microdata.series_changes IS 'what was changed of the gates and the approval of series of your sources, and by whom';
COMMENT ON COLUMN microdata.series_changes.series IS 'name of the series';
COMMENT ON COLUMN microdata.series_changes.changed_at IS 'time of the change';
COMMENT ON COLUMN microdata.series_changes.changed_by IS 'role that had logged in';
COMMENT ON COLUMN microdata.series_changes.setting IS 'gate or approve';
COMMENT ON COLUMN microdata.series_changes.before IS 'value until then';
COMMENT ON COLUMN microdata.series_changes.after IS 'value since then';
GRANT SELECT ON microdata.series_changes TO PUBLIC;

CREATE OR REPLACE VIEW microdata.editions WITH (security_barrier) AS
    SELECT s.name AS series, e.edition, e.release_id,
           (SELECT r.relations FROM microdata.release_record r WHERE r.release_id = e.release_id) AS relations,
           e.persons, e.counterfeits, e.waiting, e.withheld, e.created_at, e.created_by,
           e.state, e.findings, e.published_by, e.approved_by, e.shown_at, e.contents
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT r.* FROM microdata.edition_record r WHERE r.series_id = s.series_id OFFSET 0) e;
COMMENT ON COLUMN microdata.editions.contents IS 'a hash of what its tables had when it was published as a draft; null where it was none';

CREATE OR REPLACE VIEW microdata.series_views WITH (security_barrier) AS
    SELECT w.view, w.name AS series, e.edition,
           -- The tables that the view reads.
           (SELECT d.refobjid::regclass
            FROM pg_rewrite q
            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = q.oid AND d.refclassid = 'pg_class'::regclass
            WHERE q.ev_class = w.view::oid AND d.refobjid = ANY (r.relations::oid[]) LIMIT 1) AS release,
           r.published_rows AS rows, e.created_at, e.shown_at
    FROM (SELECT v.view, v.series_id, s.name
          FROM microdata.series_view_record v
          CROSS JOIN LATERAL (SELECT r.* FROM microdata.series_record r WHERE r.series_id = v.series_id OFFSET 0) s
          WHERE has_any_column_privilege(v.view::oid, 'SELECT') OR microdata.may_see_series(s.source, s.holder)
          OFFSET 0) w
    JOIN pg_class v ON v.oid = w.view::oid
    -- A reader of a view must not learn how many editions there are: steps by an index would tell.
    LEFT JOIN LATERAL (SELECT i.* FROM microdata.edition_record i WHERE i.series_id + 0 = w.series_id AND i.state = 'shown' OFFSET 0) e ON true
    LEFT JOIN LATERAL (SELECT m.* FROM microdata.release_record m WHERE m.release_id = e.release_id OFFSET 0) r ON true;

CREATE OR REPLACE VIEW microdata.runs WITH (security_barrier) AS
    SELECT r.run_id, s.name AS series, r.edition,
           CASE WHEN r.state <> 'running'
                  OR EXISTS (SELECT FROM pg_locks l
                             WHERE l.locktype = 'object' AND l.pid = r.pid AND l.granted AND l.classid = 'microdata.series_record'::regclass
                               AND l.objid = r.series_id::oid
                               AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))
                THEN r.state ELSE 'lost' END AS state,
           r.started_at, r.finished_at, r.finished_at - r.started_at AS duration, r.run_by, r.pid, r.sqlerrcode, r.err_message, r.err_detail,
           r.err_hint, r.notices, r.phases
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT o.* FROM microdata.run_record o WHERE o.series_id = s.series_id OFFSET 0) r;

CREATE OR REPLACE VIEW microdata.run_stats WITH (security_barrier) AS
    WITH runs AS MATERIALIZED (SELECT r.* FROM microdata.runs r)
    SELECT s.name AS series, COALESCE(t.runs, 0) AS runs, COALESCE(t.failures, 0) AS failures, l.state AS last_state, l.started_at AS last_started_at,
           t.last_success, l.duration AS last_duration, l.sqlerrcode AS last_sqlerrcode, l.err_message AS last_message, j.job_id, j.schedule, j.active,
           CASE WHEN j.active THEN microdata.next_start(j.schedule, now()) END AS next_start
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    LEFT JOIN (SELECT r.series, count(*) AS runs, count(*) FILTER (WHERE r.state IN ('failed', 'lost')) AS failures,
                      max(r.finished_at) FILTER (WHERE r.state = 'succeeded') AS last_success
               FROM runs r GROUP BY r.series) t ON t.series = s.name
    LEFT JOIN (SELECT DISTINCT ON (r.series) r.* FROM runs r ORDER BY r.series, r.run_id DESC) l ON l.series = s.name
    LEFT JOIN microdata.scheduled_jobs() j ON j.series_id = s.series_id;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The ledger: what links relations counts where it reads what it links to. Anybody can make rules, views and, by REFERENCES, keys that name
-- a table of another role: they must neither tell of its releases nor have its owner refused.

CREATE FUNCTION microdata.reads_as_invoker(view_options text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT EXISTS (SELECT FROM pg_options_to_table(view_options) o WHERE o.option_name = 'security_invoker' AND o.option_value::boolean)
$$;
COMMENT ON FUNCTION microdata.reads_as_invoker(text[]) IS 'true if a view with these options reads with the rights of its reader, not of its owner';

-- All else of it is as 0.9.0 has it.
DROP FUNCTION microdata.about(regclass, smallint[]);
CREATE FUNCTION microdata.about(source regclass, subject smallint[] = NULL, reader oid = NULL) RETURNS regclass[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE behind (relation, reader) AS (
        SELECT c.oid, COALESCE(about.reader, c.relowner) FROM pg_class c WHERE c.oid = source::oid
        UNION
        SELECT d.refobjid, r.reader
        FROM behind b
        JOIN pg_class v ON v.oid = b.relation
        CROSS JOIN LATERAL (SELECT CASE WHEN microdata.reads_as_invoker(v.reloptions) THEN b.reader ELSE v.relowner END) r (reader)
        JOIN pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
         AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
        WHERE has_any_column_privilege(r.reader, d.refobjid, 'SELECT')
    ), above (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhparent FROM above a JOIN pg_inherits i ON i.inhrelid = a.relation
    ), below (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.relation
    ), tables AS (
        SELECT c.oid AS relation, c.reltuples
        FROM (SELECT relation FROM above UNION SELECT relation FROM below) r JOIN pg_class c ON c.oid = r.relation
        WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.oid >= 16384
    ), microdata AS (
        SELECT t.relation
        FROM tables t
        WHERE t.relation = source::oid
           OR EXISTS (SELECT FROM microdata.role_record r WHERE r.source::oid = t.relation)
           OR NOT EXISTS (SELECT FROM pg_constraint k JOIN tables o ON o.relation = k.conrelid
                          WHERE k.contype = 'f' AND k.confrelid = t.relation AND t.reltuples > 0 AND o.reltuples >= 100 * t.reltuples)
    ), persons (relation) AS (
        SELECT relation FROM microdata
        UNION
        SELECT k.confrelid
        FROM persons p
        JOIN pg_class o ON o.oid = p.relation
        JOIN pg_constraint k ON k.conrelid = p.relation AND k.contype = 'f'
        WHERE has_any_column_privilege(o.relowner, k.confrelid, 'SELECT')
          AND (k.conkey <@ (COALESCE((SELECT array_agg(r.attnum) FROM microdata.role_record r
                                      WHERE r.source::oid = p.relation AND r.role IN ('subject', 'identifier')), '{}')
                            || CASE WHEN p.relation = source::oid THEN COALESCE(subject, '{}') ELSE '{}' END)
               OR EXISTS (SELECT FROM pg_index i
                          WHERE i.indrelid = p.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
                            AND i.indkey::smallint[] <@ k.conkey))
    )
    SELECT COALESCE(array_agg(c.oid::regclass ORDER BY c.oid), '{}')
    FROM (SELECT source::oid UNION SELECT relation FROM persons) a (relation)
    JOIN pg_class c ON c.oid = a.relation
    WHERE c.relpersistence <> 't'
$$;
COMMENT ON FUNCTION microdata.about(regclass, smallint[], oid)
    IS 'tables whose rows are about the persons that a relation is about, as far as views, partitions and foreign keys tell whose owners, or reader, may read these';
DROP FUNCTION microdata.may_see_series(regclass, regrole);

-- Figures that publishing computes from tables that callers cannot read.
REVOKE ALL ON FUNCTION microdata.about(regclass, smallint[], oid) FROM PUBLIC;

-- Of a view with security_invoker, whose readers read with their own rights, no reader comes but the reader of a view on it, which reads
-- with its owner's rights. So owners of views go along through it, each as far as it may read.
CREATE OR REPLACE FUNCTION microdata.readers(relations regclass[]) RETURNS name[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE above (relation) AS (
        SELECT u.relation::oid FROM unnest(relations) u (relation)
        UNION
        SELECT x.relation
        FROM above a CROSS JOIN LATERAL (
            SELECT w.ev_class
            FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid AND w.ev_type = '1'
            WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = a.relation AND d.classid = 'pg_rewrite'::regclass
            UNION ALL
            SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = a.relation) x (relation)
    ), views AS (
        SELECT v.oid AS view, v.relowner AS owner, microdata.reads_as_invoker(v.reloptions) AS invoker
        FROM above a JOIN pg_class v ON v.oid = a.relation
        WHERE v.relkind IN ('v', 'm')
    ), owners AS (
        SELECT DISTINCT v.owner FROM views v WHERE NOT v.invoker
    ), shown (relation, reader) AS (
        -- A null reader is whoever may read the relation.
        SELECT u.relation::oid, NULL::oid FROM unnest(relations) u (relation)
        UNION
        SELECT x.relation, x.reader
        FROM shown s CROSS JOIN LATERAL (
            SELECT v.view, CASE WHEN v.invoker THEN o.owner END
            FROM pg_depend d
            JOIN pg_rewrite w ON w.oid = d.objid AND w.ev_type = '1'
            JOIN views v ON v.view = w.ev_class
            CROSS JOIN LATERAL (SELECT v.owner WHERE NOT v.invoker UNION ALL SELECT p.owner FROM owners p WHERE v.invoker) o
            WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = s.relation AND d.classid = 'pg_rewrite'::regclass
              AND COALESCE(s.reader, o.owner) = o.owner AND has_any_column_privilege(o.owner, s.relation, 'SELECT')
            UNION ALL
            SELECT i.inhparent, NULL FROM pg_inherits i WHERE i.inhrelid = s.relation AND s.reader IS NULL) x (relation, reader)
    )
    SELECT COALESCE(array_agg(DISTINCT r.reader ORDER BY r.reader), '{}')
    FROM shown s
    JOIN pg_class c ON c.oid = s.relation
    CROSS JOIN LATERAL (
        SELECT pg_get_userbyid(c.relowner)
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM aclexplode(c.relacl) e WHERE e.privilege_type = 'SELECT'
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) e
        WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL AND e.privilege_type = 'SELECT') r (reader)
    WHERE s.reader IS NULL
$$;
COMMENT ON FUNCTION microdata.readers(regclass[])
    IS 'owners of relations, of views on them that may read them, and of their parents, and who is granted SELECT on one of these';

DO $do$
DECLARE
    definition CONSTANT text := pg_get_functiondef('microdata.remember_release(bigint, regclass)'::regprocedure);
    changed CONSTANT text := replace(definition, 'microdata.about(s.oid, r.subject_attnums)',
        'microdata.about(s.oid, r.subject_attnums, (SELECT a.oid FROM pg_roles a WHERE a.rolname = r.created_by))');
BEGIN
    IF changed = definition THEN
        RAISE 'microdata.remember_release is not what is changed here';
    END IF;
    EXECUTE changed;
END
$do$;

-- Releases are looked up by their numbers.

CREATE OR REPLACE FUNCTION microdata.release_in(facts jsonb) RETURNS microdata.releases
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    release microdata.releases;
BEGIN
    SELECT * INTO release FROM microdata.visible_release((facts ->> 'release_id')::bigint);
    IF facts ? 'shown' THEN
        IF NOT FOUND THEN
            release := jsonb_populate_record(NULL::microdata.releases, facts -> 'shown');
        END IF;
        release.relations := ARRAY(SELECT f.relation FROM microdata.relations_in(facts) f ORDER BY f.relation_no);
    END IF;
    RETURN release;
END
$$;

-- Users' relations are read in the place of their owners: no code of theirs runs with the rights of a caller who has those of the owner.
CREATE FUNCTION microdata.value_of(statement text) RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_value_of';
COMMENT ON FUNCTION microdata.value_of(text) IS 'first value of a SELECT, which reads relations with the rights of their owner';
CREATE FUNCTION microdata.kept_name(relation regclass) RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_kept_name';
COMMENT ON FUNCTION microdata.kept_name(regclass) IS 'name of a relation with its schema, which means that relation to the end of the transaction';
CREATE FUNCTION microdata.readable_name(relation regclass) RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_readable_name';
COMMENT ON FUNCTION microdata.readable_name(regclass)
    IS 'name of a relation that the caller can read to the end of the transaction without running code of its owner with more rights';
CREATE FUNCTION microdata.insert_rows(target regclass, statement text) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_insert_rows';
COMMENT ON FUNCTION microdata.insert_rows(regclass, text)
    IS 'inserts the rows of a SELECT, which reads relations with the rights of their owner';

CREATE OR REPLACE FUNCTION microdata.smallest_group(release bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    made record;
    made_of regclass;
    columns text;
    rows bigint;
    smallest bigint;
BEGIN
    SELECT * INTO made FROM microdata.visible_release(release);
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    FOREACH made_of IN ARRAY made.relations LOOP
        CONTINUE WHEN (SELECT c.relkind = 'v' FROM pg_class c WHERE c.oid = made_of);
        SELECT string_agg(quote_ident(c.attribute), ', ') INTO columns
        FROM microdata.release_columns c
        WHERE c.release_id = release AND c.relation = made_of AND c.role = 'quasi-identifier';
        IF EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = made_of AND a.attname = made.parameters ->> 'bucket_column') THEN
            -- A table of the anatomy format that only counts has no rows of its own.
            CONTINUE WHEN columns IS NULL;
            columns := quote_ident(made.parameters ->> 'bucket_column');
        ELSIF made.method NOT IN ('generalization', 'fragmentation') THEN
            CONTINUE;
        END IF;
        BEGIN
            rows := microdata.value_of(format('SELECT min(g.rows) FROM (SELECT count(*) AS rows FROM %s GROUP BY %s) g', microdata.kept_name(made_of),
                                              COALESCE(columns, '()')))::bigint;
        EXCEPTION WHEN undefined_function THEN
            -- A column's type has no equality, as box: its values are told apart by their texts.
            rows := microdata.value_of(format('SELECT min(g.rows) FROM (SELECT count(*) AS rows FROM %s GROUP BY %s) g', microdata.kept_name(made_of),
                                              (SELECT string_agg(format('pg_catalog.format(''%%s'', %I)', c.attribute), ', ')
                                               FROM microdata.release_columns c
                                               WHERE c.release_id = release AND c.relation = made_of AND c.role = 'quasi-identifier')))::bigint;
        END;
        smallest := LEAST(smallest, rows);
    END LOOP;
    RETURN smallest;
END
$$;

DROP FUNCTION microdata.left_out(bigint, microdata.edition_record, boolean);
CREATE FUNCTION microdata.left_out(release bigint, persons bigint, waiting bigint, withheld bigint, independent boolean, OUT achieved float8, OUT detail text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    everything numeric;
    missing numeric;
    valueless numeric;
    made microdata.releases;
BEGIN
    IF NOT independent THEN
        -- In series of growing rows, what is withheld are values of persons who are there.
        SELECT r.* INTO made FROM microdata.visible_release(release) r;
        missing := left_out.waiting::numeric + CASE WHEN made.parameters ->> 'cohorts' = 'true' THEN 0 ELSE left_out.withheld END;
        everything := left_out.persons + missing;
        -- Who is withheld and shown without a value is there.
        valueless := CASE jsonb_typeof(made.parameters -> 'valueless') WHEN 'number' THEN made.parameters -> 'valueless' END::numeric;
        missing := missing - COALESCE(valueless, 0);
        detail := format('%s of %s persons are left out%s.', missing, everything, CASE WHEN valueless > 0 THEN format(', and %s are shown without a value', valueless) END);
        achieved := missing / NULLIF(everything, 0);
        RETURN;
    END IF;
    SELECT r.* INTO made FROM microdata.visible_release(release) r;
    missing := COALESCE(made.suppressed_rows, made.source_rows - made.published_rows);
    achieved := missing / NULLIF(made.source_rows, 0)::numeric;
    detail := format('%s of %s rows are left out.', missing, made.source_rows);
    -- Of an edition that remembers, persons is no number.
    everything := CASE jsonb_typeof(made.parameters -> 'persons') WHEN 'number' THEN made.parameters -> 'persons' END::numeric;
    missing := CASE jsonb_typeof(made.parameters -> 'suppressed_persons') WHEN 'number' THEN made.parameters -> 'suppressed_persons' END::numeric;
    IF missing / NULLIF(everything, 0) >= achieved THEN
        achieved := missing / everything;
        detail := format('%s of %s persons are left out.', missing, everything);
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.left_out(bigint, bigint, bigint, bigint, boolean) IS 'the share of the source''s persons, or rows, that an edition does not publish, and a sentence';

CREATE OR REPLACE FUNCTION microdata.gate_findings(name text, edition integer)
    RETURNS TABLE (gate text, bound jsonb, achieved float8, holds boolean, detail text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    series microdata.series;
    made microdata.editions;
    release microdata.releases;
    known jsonb;
    before record;
    missing bigint;
BEGIN
    SELECT s.* INTO series FROM microdata.series s WHERE s.series = gate_findings.name;
    SELECT e.* INTO made FROM microdata.editions e WHERE e.series = gate_findings.name AND e.edition = gate_findings.edition;
    SELECT r.* INTO release FROM microdata.visible_release(made.release_id) r;
    IF release.release_id IS NULL THEN
        RAISE EXCEPTION 'series "%" has no edition % that is there', gate_findings.name, gate_findings.edition USING ERRCODE = 'undefined_object';
    END IF;
    -- An approval is of what was published and measured.
    IF made.contents <> microdata.release_contents(release.relations) THEN
        gate := 'contents';
        bound := 'true';
        holds := false;
        detail := CASE WHEN made.contents LIKE '2:%' THEN 'The tables of the edition were changed since it was published.'
                       ELSE 'The edition was published by an earlier version of pg_microdata, which did not record all that readers see: publish another one.' END;
        RETURN NEXT;
        -- Nothing else is read of it: it may be a view by now, whose code would run for the approver.
        RETURN;
    END IF;
    FOR gate, bound IN
        SELECT g.key, g.value FROM jsonb_each(series.gate) g
        WHERE g.key <> 'verify'
        UNION ALL
        -- Readers of a view are never shown what does not hold.
        SELECT 'verify', 'true' WHERE series.view IS NOT NULL OR series.gate -> 'verify' = 'true'
        ORDER BY 1
    LOOP
        achieved := NULL;
        holds := NULL;
        detail := NULL;
        -- Figures of the source as it was when the edition was made. Releases that others have published since, or this series has shown, count now.
        known := (SELECT f.finding FROM jsonb_array_elements(made.findings) f (finding)
                  WHERE f.finding ->> 'gate' = gate AND f.finding -> 'achieved' <> 'null' AND gate NOT IN ('rows', 'composition')
                    AND (gate <> 'verify' OR (series.independent AND made.contents IS NOT NULL AND f.finding -> 'holds' = 'true')));
        BEGIN
            IF known IS NOT NULL THEN
                achieved := (known ->> 'achieved')::float8;
                detail := known ->> 'detail';
            ELSIF gate = 'verify' THEN
                -- The tables alone do not tell whether cohorts show other attributes than before because the source has changed. What is remembered does.
                SELECT count(*), string_agg(format('%s: %s', v.requirement, CASE WHEN NOT v.holds THEN format('%s, not %s', v.achieved, v.bound)
                                                   ELSE COALESCE(v.worst_case ->> 'reason', 'cannot be known') END), '; ' ORDER BY v.requirement COLLATE "C")
                INTO achieved, detail
                FROM (SELECT v.*, bool_or(v.holds AND v.requirement = 'everybody is shown in the cohort and as is remembered') OVER () AS remembered
                      FROM @extschema@.verify_release(release.relations[1]) v) v
                WHERE v.holds IS NOT TRUE
                  AND NOT (v.holds IS NULL AND v.requirement = 'cohorts show quasi-identifiers of former editions' AND v.remembered IS TRUE);
            ELSIF gate = 'rows' THEN
                SELECT e.edition, l.published_rows INTO before
                FROM microdata.editions e JOIN microdata.ledger l ON l.release_id = e.release_id
                WHERE e.series = gate_findings.name AND e.edition < made.edition AND e.state <> 'draft' AND l.published_rows > 0
                ORDER BY e.edition DESC LIMIT 1;
                IF before.edition IS NULL THEN
                    holds := true;
                    detail := 'There is no edition before it to compare with.';
                ELSE
                    achieved := release.published_rows::float8 / before.published_rows;
                    holds := achieved BETWEEN (bound ->> 0)::float8 AND (bound ->> 1)::float8;
                    detail := format('%s rows; edition %s has %s.', release.published_rows, before.edition, before.published_rows);
                END IF;
            ELSIF gate = 'suppressed' THEN
                SELECT l.achieved, l.detail INTO achieved, detail FROM microdata.left_out(release.release_id, made.persons, made.waiting, made.withheld, series.independent) l;
            ELSIF gate = 'loss' THEN
                achieved := @extschema@.information_loss(release.relations[1], NULL::text);
            ELSE
                SELECT f.achieved, f.detail INTO achieved, detail
                FROM microdata.audited_figure(gate, release.relations[1], release.source, release.release_id) f;
            END IF;
            IF gate <> 'rows' THEN
                holds := achieved <= CASE gate WHEN 'verify' THEN 0 ELSE (bound #>> '{}')::float8 END;
            END IF;
            -- The figure is of less than what others have, who may guess more with the rest.
            IF gate = 'composition' AND achieved IS NOT NULL THEN
                missing := microdata.releases_left_out(release.source, release.release_id);
                IF missing IS DISTINCT FROM 0 THEN
                    holds := CASE WHEN holds THEN NULL ELSE holds END;
                    detail := format('Left out: %s that others may hold, gone and remembered by no series, or not to be compared. Of the rest: %s', CASE missing WHEN 1 THEN '1 release' ELSE COALESCE(missing::text, 'some') || ' releases' END, detail);
                END IF;
            END IF;
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                -- Somebody has dropped what is read. By another snapshot it is not read.
                IF SQLSTATE = '42P01' OR (SQLSTATE = 'XX000' AND SQLERRM ~ '^(could not open relation|cache lookup failed|tuple concurrently)') THEN
                    RAISE EXCEPTION 'could not judge edition % by gate "%" beside concurrent changes', gate_findings.edition, gate
                        USING ERRCODE = 'serialization_failure', DETAIL = SQLERRM;
                END IF;
                -- The draft stays, with the reason.
                achieved := NULL;
                holds := NULL;
                detail := SQLERRM;
        END;
        RETURN NEXT;
    END LOOP;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Functions by which workers are asked.

-- They are told of releases and regions by their caller. Roles that publish distributed tables are granted them on every server: docs/scale.md.
REVOKE EXECUTE ON FUNCTION microdata.slice_region, microdata.bucketize_region, microdata.generalize_region, microdata.inspect_region, microdata.audit_region,
    microdata.count_in_shard FROM PUBLIC;

-- This one is for PUBLIC: a role is told of its own calls in the session.
CREATE FUNCTION microdata.learned_of_region(number_key text, region integer) RETURNS bytea
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_learned_of_region';
COMMENT ON FUNCTION microdata.learned_of_region(text, integer)
    IS 'returns what an attack found in a region that this session made, by the key of the call; called where the rows are by functions that publish distributed tables';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Values of types that are not the server's own.

-- A value becomes text by its type's output function alone: whatever casts, operators and functions belong to a type of somebody else
-- would run with the rights of the role that calls.

CREATE OR REPLACE FUNCTION microdata.release_contents(relations regclass[]) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- A row reads alike whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
    SET lc_monetary = 'C'
    SET xmlbinary = 'base64'
    SET quote_all_identifiers = off
AS $$
DECLARE
    relation regclass;
    kind "char";
    columns text;
    -- Texts of SQL_ASCII have no encoding to be converted from.
    encoding CONSTANT name := CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END;
    part text;
    parts text[] := '{}';
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        -- Names and types of columns, policies and rules decide as much as rows do of what readers see.
        SELECT c.relkind, jsonb_build_array(
            c.relkind, c.relrowsecurity, c.relforcerowsecurity,
            (SELECT jsonb_agg(jsonb_build_array(a.attname, tn.nspname, t.typname, a.atttypmod, cn.nspname, co.collname) ORDER BY a.attnum)
             FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_namespace tn ON tn.oid = t.typnamespace
             LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
            (SELECT jsonb_agg(jsonb_build_array(p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check) ORDER BY p.policyname)
             FROM pg_policies p WHERE p.schemaname = n.nspname AND p.tablename = c.relname),
            (SELECT jsonb_agg(pg_get_ruledef(r.oid) ORDER BY r.rulename) FROM pg_rewrite r WHERE r.ev_class = c.oid AND c.relkind <> 'v'),
            CASE WHEN c.relkind = 'v' THEN jsonb_build_array(c.reloptions, pg_get_viewdef(c.oid)) END)::text
        INTO kind, part
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = relation;
        IF kind IS NULL THEN
            RAISE EXCEPTION 'relation "%" does not exist', relation USING ERRCODE = 'undefined_table';
        END IF;
        parts := parts || part;
        CONTINUE WHEN kind = 'v';
        -- A row of the table's own type could be cast by a function, and a name without its table's would be that of a column.
        SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum) INTO columns
        FROM pg_attribute a WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped;
        -- In the order of the rows' hashes: a table has none. By their beginnings, as no value may be larger than 1 GB.
        part := microdata.value_of(format('SELECT encode(sha256(string_agg(p.part, '''' ORDER BY p.beginning)), ''hex'') FROM ('
            'SELECT get_byte(h.hash, 0) AS beginning, sha256(string_agg(h.hash, '''' ORDER BY h.hash)) AS part '
            'FROM (SELECT sha256(convert_to(ROW(%s)::text, %L)) AS hash FROM %s t) h GROUP BY 1) p', columns, encoding, microdata.kept_name(relation)));
        parts := parts || COALESCE(part, '');
    END LOOP;
    -- The version of the form that is hashed.
    RETURN '2:' || encode(sha256(convert_to(array_to_string(parts, ' '), encoding)), 'hex');
END
$$;
COMMENT ON FUNCTION microdata.release_contents(regclass[])
    IS 'a hash of what readers see of relations: rows in whatever order, columns, policies, rules, and definitions of views';

CREATE FUNCTION microdata.analyze_copy(copy regclass) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    foreign_column name;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = copy) THEN
        RAISE EXCEPTION 'relation "%" does not exist', copy USING ERRCODE = 'undefined_table';
    END IF;
    -- ANALYZE would call what a type has for its statistics, such as the subtype_diff of a range.
    FOR foreign_column IN
        WITH RECURSIVE base AS (
            SELECT a.attname, a.atttypid AS type FROM pg_attribute a WHERE a.attrelid = copy AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT b.attname, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd')
        SELECT b.attname FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype <> 'd' AND t.oid >= 16384
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', copy, foreign_column);
    END LOOP;
    EXECUTE format('ANALYZE %s', copy);
END
$$;
COMMENT ON FUNCTION microdata.analyze_copy(regclass) IS 'collects statistics of a copy, but for columns of types that the server did not come with';

-- microdata.explored analyzes its copy so; all else of it stays as 0.10.0 has it.
DO $do$
DECLARE
    explored CONSTANT regprocedure := (SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'microdata'::regnamespace AND p.proname = 'explored');
    definition CONSTANT text := pg_get_functiondef(explored);
    changed CONSTANT text := replace(definition, 'ANALYZE pg_temp.microdata_explored;', 'PERFORM microdata.analyze_copy(''pg_temp.microdata_explored'');');
BEGIN
    IF changed = definition THEN
        RAISE 'microdata.explored does not analyze its copy';
    END IF;
    EXECUTE changed;
END
$do$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Owners of sources wait for no role that has locked what is on record of its releases.

CREATE TABLE microdata.gone_relation_record (
    relation oid NOT NULL,
    identity text
);
COMMENT ON TABLE microdata.gone_relation_record
    IS 'relations that are gone, as far as entries of the ledger that were locked then are about them; the next publication settles it';
ALTER TABLE microdata.gone_relation_record REPLICA IDENTITY FULL;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Hierarchies and series belong to roles as tables do.

-- Each has a view that its owner owns; that of a hierarchy is granted to roles which may use it. REASSIGN OWNED, DROP OWNED and DROP ROLE
-- treat it as they do all views, and so do dumps. The view is no member of the extension. Dumps of older versions have roles in rows.
ALTER TABLE microdata.hierarchy_record ALTER owner DROP NOT NULL, ADD holder regclass, ALTER holder SET STATISTICS 0;
CREATE INDEX hierarchy_record_holder ON microdata.hierarchy_record (holder);
COMMENT ON INDEX microdata.hierarchy_record_holder IS 'the hierarchy that a view stands for';
SELECT pg_extension_config_dump('microdata.hierarchy_record', 'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) holder::pg_catalog.oid)');

-- Everybody sees a view's name and definition, and nobody else is to learn what hierarchies and series there are: the name is random.
CREATE FUNCTION microdata.make_holder(kind text, owner regrole) RETURNS regclass
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called CONSTANT text := format('microdata.%I', left(kind, 20) || ' ' || gen_random_uuid());
    grantee text;
BEGIN
    EXECUTE format('CREATE VIEW %s AS SELECT NULL::text AS held', called);
    -- What ALTER DEFAULT PRIVILEGES has granted.
    FOR grantee IN
        SELECT DISTINCT CASE p.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(p.grantee)) END
        FROM pg_class c, aclexplode(c.relacl) p WHERE c.oid = called::regclass AND p.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s CASCADE', called, grantee);
    END LOOP;
    EXECUTE format('ALTER VIEW %s OWNER TO %I', called,
                   COALESCE((SELECT r.rolname FROM pg_roles r WHERE r.oid = make_holder.owner::oid), current_user));
    RETURN called::regclass;
END
$$;
COMMENT ON FUNCTION microdata.make_holder(text, regrole) IS 'makes the view that a role owns in place of a hierarchy or a series';
REVOKE ALL ON FUNCTION microdata.make_holder(text, regrole) FROM PUBLIC;

CREATE FUNCTION microdata.settle_grants(hierarchy text) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT h.holder, CASE g.grantee::oid WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END AS grantee
        FROM microdata.hierarchy_grant_record g JOIN microdata.hierarchy_record h ON h.name = g.hierarchy
        WHERE g.hierarchy = settle_grants.hierarchy AND h.holder IS NOT NULL
          AND (g.grantee::oid = 0 OR EXISTS (SELECT FROM pg_roles r WHERE r.oid = g.grantee::oid))
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %s', given.holder, given.grantee);
    END LOOP;
    DELETE FROM microdata.hierarchy_grant_record g
    WHERE g.hierarchy = settle_grants.hierarchy
      AND EXISTS (SELECT FROM microdata.hierarchy_record h WHERE h.name = g.hierarchy AND h.holder IS NOT NULL);
END
$$;
COMMENT ON FUNCTION microdata.settle_grants(text) IS 'grants the view of a hierarchy as the rows say that a dump of an older version has';
REVOKE ALL ON FUNCTION microdata.settle_grants(text) FROM PUBLIC;

CREATE FUNCTION microdata.hold_hierarchy() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    UPDATE microdata.hierarchy_record h SET holder = microdata.make_holder('hierarchy', h.owner), owner = NULL WHERE h.name = NEW.name;
    -- Another session may be restoring the grants.
    IF current_setting('check_function_bodies') = 'off' THEN
        LOCK TABLE microdata.hierarchy_grant_record IN SHARE ROW EXCLUSIVE MODE;
        PERFORM microdata.settle_grants(NEW.name);
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.hold_hierarchy() IS 'makes the view that a role owns in place of a hierarchy';
CREATE TRIGGER hold_hierarchy AFTER INSERT ON microdata.hierarchy_record
    FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION microdata.hold_hierarchy();
COMMENT ON TRIGGER hold_hierarchy ON microdata.hierarchy_record IS 'makes the view that the hierarchy''s owner owns';
ALTER TABLE microdata.hierarchy_record ENABLE ALWAYS TRIGGER hold_hierarchy;

CREATE FUNCTION microdata.hold_series() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    UPDATE microdata.series_record s SET holder = microdata.make_holder('series', s.source_owner), source_owner = NULL WHERE s.series_id = NEW.series_id;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.hold_series() IS 'makes the view that a role owns in place of a series';
CREATE TRIGGER hold_series AFTER INSERT ON microdata.series_record
    FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION microdata.hold_series();
COMMENT ON TRIGGER hold_series ON microdata.series_record IS 'makes the view that the owner of the series'' source owns';
ALTER TABLE microdata.series_record ENABLE ALWAYS TRIGGER hold_series;

CREATE FUNCTION microdata.settle_grant() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM microdata.settle_grants(NEW.hierarchy);
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.settle_grant() IS 'grants the view of a hierarchy as a row says that a dump of an older version has';
CREATE TRIGGER settle_grant AFTER INSERT ON microdata.hierarchy_grant_record FOR EACH ROW EXECUTE FUNCTION microdata.settle_grant();
COMMENT ON TRIGGER settle_grant ON microdata.hierarchy_grant_record IS 'grants the hierarchy''s view as the row says';
ALTER TABLE microdata.hierarchy_grant_record ENABLE ALWAYS TRIGGER settle_grant;

DO $$
DECLARE
    former record;
BEGIN
    FOR former IN SELECT h.name, h.owner FROM microdata.hierarchy_record h LOOP
        UPDATE microdata.hierarchy_record h SET holder = microdata.make_holder('hierarchy', former.owner), owner = NULL WHERE h.name = former.name;
        EXECUTE format('ALTER EXTENSION pg_microdata DROP VIEW %s', (SELECT h.holder FROM microdata.hierarchy_record h WHERE h.name = former.name));
        PERFORM microdata.settle_grants(former.name);
    END LOOP;
    FOR former IN SELECT s.series_id, s.name, s.source_owner AS owner FROM microdata.series_record s LOOP
        UPDATE microdata.series_record s SET holder = microdata.make_holder('series', former.owner), source_owner = NULL WHERE s.series_id = former.series_id;
        EXECUTE format('ALTER EXTENSION pg_microdata DROP VIEW %s', (SELECT s.holder FROM microdata.series_record s WHERE s.series_id = former.series_id));
    END LOOP;
END
$$;

CREATE OR REPLACE VIEW microdata.hierarchies WITH (security_barrier) AS
    SELECT h.name, h.kind, h.definition, o.rolname AS owner, h.levels,
           ARRAY(SELECT DISTINCT COALESCE(r.rolname, 'public') AS grantee
                 FROM pg_class c
                 CROSS JOIN LATERAL aclexplode(c.relacl) p
                 LEFT JOIN pg_roles r ON r.oid = p.grantee
                 WHERE c.oid = h.holder::oid AND p.privilege_type = 'SELECT' AND p.grantee <> c.relowner
                 ORDER BY 1) AS granted_to,
           h.holder
    FROM (SELECT u.* FROM microdata.hierarchy_record u WHERE has_table_privilege(u.holder::oid, 'SELECT') OFFSET 0) h
    LEFT JOIN (SELECT c.oid, r.rolname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner) o ON o.oid = h.holder::oid;
COMMENT ON COLUMN microdata.hierarchies.owner IS 'who may drop it: the owner of its view';
COMMENT ON COLUMN microdata.hierarchies.holder IS 'its view, which belongs to its owner and is granted to who may use it';

-- A role without the privilege to make hierarchies is told what it needs, which the server would not do: so the functions can be called by
-- everybody, and look themselves whether a role was granted them. EXECUTE of PUBLIC counts no more.
DO $$
DECLARE
    maker record;
BEGIN
    FOR maker IN
        SELECT p.oid, p.oid::regprocedure AS function, p.proowner AS owner, has_function_privilege(0::oid, p.oid, 'EXECUTE') AS of_public
        FROM pg_proc p
        JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
        JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname ~ '^create_(interval_|prefix_|date_)?hierarchy$'
        ORDER BY p.oid
    LOOP
        IF maker.of_public THEN
            RAISE WARNING 'PUBLIC makes no hierarchies with % any more', maker.function
                USING HINT = 'Grant EXECUTE to roles.';
        END IF;
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', maker.function);
        -- A dump has what differs from these privileges. Grants from before the update are no part of what the extension brings.
        UPDATE pg_init_privs i
            SET initprivs = ARRAY[makeaclitem(maker.owner, maker.owner, 'EXECUTE', false), makeaclitem(0, maker.owner, 'EXECUTE', false)]
            WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = maker.oid AND i.privtype = 'e';
    END LOOP;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Commands on relations that the catalog does not know cost their owners next to nothing.

-- Rows are only added, and go with their relations; what is here without reason costs its owner some time. No key: nobody waits for a
-- role that has recorded the same relation and not committed yet.
CREATE TABLE microdata.known_relation_record (
    relation oid NOT NULL,
    of_release boolean NOT NULL
);
COMMENT ON TABLE microdata.known_relation_record
    IS 'relations that the catalog names: the event triggers look there before they do anything else';
CREATE INDEX known_relation_record_relation ON microdata.known_relation_record (relation);
COMMENT ON INDEX microdata.known_relation_record_relation IS 'what is on record of a relation';
ALTER TABLE microdata.known_relation_record REPLICA IDENTITY FULL, ALTER relation SET STATISTICS 0, ALTER of_release SET STATISTICS 0;

CREATE FUNCTION microdata.tell_known() RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_tell_known';
COMMENT ON FUNCTION microdata.tell_known() IS 'has all sessions look up again which relations are known, once the transaction is committed';
REVOKE ALL ON FUNCTION microdata.tell_known() FROM PUBLIC;

CREATE FUNCTION microdata.know(relations regclass[], of_release boolean) RETURNS void
    LANGUAGE plpgsql STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO microdata.known_relation_record (relation, of_release)
    SELECT DISTINCT u.relation::oid, know.of_release FROM unnest(relations) u (relation)
    WHERE u.relation IS NOT NULL
      AND NOT EXISTS (SELECT FROM microdata.known_relation_record k WHERE k.relation = u.relation::oid AND k.of_release = know.of_release);
    IF FOUND THEN
        PERFORM microdata.tell_known();
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.know(regclass[], boolean) IS 'has the event triggers look at commands on relations, as tables of a release or as others';
REVOKE ALL ON FUNCTION microdata.know(regclass[], boolean) FROM PUBLIC;

CREATE FUNCTION microdata.know_recorded() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    CASE TG_TABLE_NAME
        WHEN 'release_record' THEN
            PERFORM microdata.know(NEW.relations, true), microdata.know(ARRAY[NEW.source], false);
        WHEN 'ledger_record' THEN
            PERFORM microdata.know(NEW.about || NEW.source, false);
        WHEN 'series_view_record' THEN
            PERFORM microdata.know(ARRAY[NEW.view], false);
        WHEN 'hierarchy_record' THEN
            PERFORM microdata.know(ARRAY[NEW.holder], false);
        WHEN 'series_record' THEN
            PERFORM microdata.know(ARRAY[NEW.source, NEW.holder], false);
        ELSE
            PERFORM microdata.know(ARRAY[NEW.source], false);
    END CASE;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.know_recorded() IS 'has the event triggers look at commands on the relations that a row names';

DO $$
DECLARE
    recording record;
BEGIN
    FOR recording IN
        SELECT t.name, t.columns, t.known
        FROM (VALUES ('release_record', 'relations, source', 'microdata.know(relations, true), microdata.know(ARRAY[source], false)'),
                     ('ledger_record', 'about, source', 'microdata.know(about || source, false)'),
                     ('series_view_record', 'view', 'microdata.know(ARRAY[view], false)'),
                     ('hierarchy_record', 'holder', 'microdata.know(ARRAY[holder], false)'),
                     ('series_record', 'source, holder', 'microdata.know(ARRAY[source, holder], false)'),
                     ('temporary_source_record', 'source', 'microdata.know(ARRAY[source], false)'),
                     ('role_record', 'source', 'microdata.know(ARRAY[source], false)'),
                     ('declared_source_record', 'source', 'microdata.know(ARRAY[source], false)'),
                     ('declared_hierarchy_record', 'source', 'microdata.know(ARRAY[source], false)'),
                     ('privacy_rule_record', 'source', 'microdata.know(ARRAY[source], false)')) t (name, columns, known)
    LOOP
        EXECUTE format('CREATE TRIGGER know_recorded AFTER INSERT OR UPDATE OF %s ON microdata.%I FOR EACH ROW EXECUTE FUNCTION microdata.know_recorded()',
                       recording.columns, recording.name);
        EXECUTE format('COMMENT ON TRIGGER know_recorded ON microdata.%I IS %L',
                       recording.name, 'has the event triggers look at commands on the relations that the row names');
        EXECUTE format('ALTER TABLE microdata.%I ENABLE ALWAYS TRIGGER know_recorded', recording.name);
        EXECUTE format('SELECT %s FROM microdata.%I', recording.known, recording.name);
    END LOOP;
END
$$;

-- They bind names themselves where they have anything to do: to set a path takes longer than to find that they have not. And each trigger
-- that a command calls costs everybody, so there is one.
ALTER FUNCTION microdata.forget_dropped() RESET search_path;
DROP EVENT TRIGGER pg_microdata_follow_renamed;
DROP EVENT TRIGGER pg_microdata_follow_granted;
DROP EVENT TRIGGER pg_microdata_remember_readers;
DROP FUNCTION microdata.follow_renamed();
DROP FUNCTION microdata.follow_granted();
DROP FUNCTION microdata.remember_readers();
CREATE FUNCTION microdata.follow_commands() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_follow_commands';
COMMENT ON FUNCTION microdata.follow_commands()
    IS 'takes new names into the catalog, carries owners and grants of a release over to what belongs to it, and has the ledger know who could read releases';
CREATE EVENT TRIGGER pg_microdata_follow_commands ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'ALTER TYPE', 'GRANT', 'REVOKE', 'CREATE SCHEMA',
                 'CREATE TABLE', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW', 'CREATE RULE')
    EXECUTE FUNCTION microdata.follow_commands();
ALTER EVENT TRIGGER pg_microdata_follow_commands ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_commands
    IS 'has pg_microdata follow what becomes of sources and releases: names, owners, grants and readers';

-- The trigger of sql_drop goes with the extension, and cannot refuse that. So the library looks at what these commands drop.
CREATE FUNCTION microdata.keep_catalog() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_keep_catalog';
COMMENT ON FUNCTION microdata.keep_catalog()
    IS 'has a command fail that drops the extension while there are releases or series, unless pg_microdata.allow_drop is on';
CREATE EVENT TRIGGER pg_microdata_keep_catalog ON ddl_command_start
    WHEN TAG IN ('DROP EXTENSION', 'DROP SCHEMA', 'DROP OWNED')
    EXECUTE FUNCTION microdata.keep_catalog();
ALTER EVENT TRIGGER pg_microdata_keep_catalog ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_keep_catalog
    IS 'keeps pg_microdata from being dropped while there are releases or series';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Audits and gates.

-- Relations are passed on by their OIDs, and read after they were locked by them: a name may be that of another relation, such as a
-- view that calls functions with the rights of the caller, by the time it is looked up again.

CREATE FUNCTION microdata.has_rows(relation regclass) RETURNS boolean
    LANGUAGE c STRICT
    AS 'MODULE_PATHNAME', 'pg_microdata_has_rows';
COMMENT ON FUNCTION microdata.has_rows(regclass) IS 'true if a relation has a row; keeps it as it is until the transaction ends';

CREATE FUNCTION microdata.source_of(relation regclass) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_source_of';
COMMENT ON FUNCTION microdata.source_of(regclass)
    IS 'the source of a release, kept as it is until the transaction ends; fails where reading it might run code of another role';

-- Functions are called by name, and a role that may create in the extension's schema can give others the same: all arguments are passed,
-- with their types, so that no other function is called by mistake, and fewer can be in the way.

CREATE FUNCTION microdata.call_of(called pg_catalog.pg_proc, arguments jsonb, given jsonb) RETURNS text
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    list text := microdata.argument_list(called, arguments);
BEGIN
    SELECT list || COALESCE(string_agg(format(', %I => (%s)::%s', a.name, a.expression, a.type), '' ORDER BY a.i), '') INTO list
    FROM (SELECT i.i, called.proargnames[i.i + 1] AS name, called.proargtypes[i.i]::regtype AS type,
                 COALESCE(given ->> called.proargnames[i.i + 1], pg_get_function_arg_default(called.oid, i.i + 1)) AS expression
          FROM generate_series(0, called.pronargs - 1) i (i)) a
    WHERE a.expression IS NOT NULL AND (given ? a.name OR COALESCE(arguments -> a.name, 'null') = 'null');
    RETURN format('%s.%I(%s)', called.pronamespace::regnamespace, called.proname, substr(list, 3));
END
$$;
COMMENT ON FUNCTION microdata.call_of(pg_catalog.pg_proc, jsonb, jsonb)
    IS 'a call with all arguments: those of a statement''s parameter $1, those that are given as expressions, and the defaults of the others';

CREATE FUNCTION microdata.given_models(given jsonb) RETURNS @extschema@.privacy_model[]
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    element jsonb;
    called text[];
    constructor pg_proc;
    numbers text[];
    parameters jsonb;
    model @extschema@.privacy_model;
    models @extschema@.privacy_model[] := '{}';
BEGIN
    FOR element IN
        SELECT e.e
        FROM jsonb_array_elements(CASE jsonb_typeof(given) WHEN 'array' THEN given ELSE jsonb_build_array(given) END) WITH ORDINALITY e (e, i)
        ORDER BY e.i
    LOOP
        model := NULL;
        IF jsonb_typeof(element) = 'string' THEN
            called := regexp_match(element #>> '{}', '^ *([a-z_]+) *[(]( *[0-9]+([.][0-9]+)?( *, *[0-9]+([.][0-9]+)?)*) *[)] *$');
            constructor := microdata.function_of_extension(called[1]);
            numbers := string_to_array(called[2], ',');
            IF constructor.prorettype = '@extschema@.privacy_model'::regtype AND cardinality(numbers) <= constructor.pronargs THEN
                parameters := (SELECT jsonb_object_agg(constructor.proargnames[n.i], n.n::numeric) FROM unnest(numbers) WITH ORDINALITY n (n, i));
                BEGIN
                    EXECUTE format('SELECT (m).* FROM %s m', microdata.call_of(constructor, parameters, '{}')) INTO model USING parameters;
                EXCEPTION WHEN numeric_value_out_of_range OR invalid_text_representation THEN
                    -- A number that the argument's type does not hold.
                END;
            END IF;
        ELSIF jsonb_typeof(element) = 'object' AND element - '{model,parameters}'::text[] = '{}' THEN
            model := jsonb_populate_record(NULL::@extschema@.privacy_model, element);
        END IF;
        IF model IS NULL THEN
            RAISE EXCEPTION 'not a privacy model: %', element USING ERRCODE = 'invalid_parameter_value',
                HINT = 'A model is {"model": "k_anonymity", "parameters": {"k": 5}}, or "k_anonymity(5)" where it takes numbers alone.';
        END IF;
        models := models || model;
    END LOOP;
    RETURN models;
END
$$;
COMMENT ON FUNCTION microdata.given_models(jsonb) IS 'privacy models of JSON arguments: one or a list, each an object or a constructor''s call as text';

CREATE OR REPLACE FUNCTION microdata.publish(source regclass, method text, arguments jsonb, target text) RETURNS regclass[]
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    relations regclass[];
BEGIN
    EXECUTE format('SELECT array_agg(p.relation) FROM %s p%s', microdata.call_of(called, arguments, '{"source": "$2", "target": "$3"}'),
                   CASE WHEN called.proretset THEN '' ELSE ' (relation)' END)
        INTO relations USING arguments, source, target;
    RETURN relations;
END
$$;

CREATE OR REPLACE FUNCTION microdata.audit_control(audit text, relations regclass[], control float8, arguments jsonb, seed bigint) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(audit);
BEGIN
    IF called.oid IS NULL OR 'outsiders' <> ALL (called.proargnames[1:called.pronargs]) THEN
        RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN microdata.with_control(relations, control, seed,
        format('SELECT jsonb_agg(a) FROM %s a',
               microdata.call_of(called, COALESCE(arguments, '{}'),
                                 '{"relations": "$2", "relation": "$2[1]", "outsiders": "$3"}')), arguments);
END
$$;

CREATE OR REPLACE FUNCTION microdata.figure_of(measure text, figure text, relation regclass, seed bigint) RETURNS float8
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(measure);
    largest float8;
BEGIN
    IF called.oid IS NULL OR figure <> ALL (called.proargnames || 'f'::text) THEN
        RAISE EXCEPTION 'unrecognized figure of %(): %', quote_ident(measure), quote_ident(figure) USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('SELECT %s FROM %s f',
            -- A guess that comes near a number counts like one that is right.
            CASE WHEN measure = 'audit_inference' AND figure = 'guessed_right' THEN 'GREATEST(max(f.guessed_right), max(f.near_right))'
                 ELSE format('max(f.%I)', figure) END,
            microdata.call_of(called, '{}', '{"relation": "$1", "seed": "$2"}'))
        INTO largest USING relation, seed;
    RETURN largest;
EXCEPTION
    -- The release is of a kind that has no such figure.
    WHEN feature_not_supported OR wrong_object_type OR invalid_parameter_value OR object_not_in_prerequisite_state
         OR program_limit_exceeded THEN
        RETURN NULL;
END
$$;

CREATE FUNCTION microdata.composition_for(source regclass, reader oid, seed bigint, relations regclass[] = NULL, control float8 = NULL, outsiders regclass = NULL)
    RETURNS TABLE (attribute name, releases integer, persons bigint, candidates float8, pinned float8, contradicted float8,
                   guessed_right float8, low float8, high float8, single regclass, single_candidates float8,
                   single_pinned float8, single_guessed_right float8, naive float8,
                   control float8, risk float8, risk_low float8, risk_high float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';
COMMENT ON FUNCTION microdata.composition_for(regclass, oid, bigint, regclass[], float8, regclass)
    IS 'audit_composition of the releases that a role may read, beside the caller: for gates, whose findings the owner of a series sees';

CREATE OR REPLACE FUNCTION microdata.audit_results(audits text[], arguments jsonb, until timestamptz) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    audit text;
    called pg_proc;
    rows jsonb;
    said text;
    detail text;
    results jsonb := '{}';
    given jsonb;
BEGIN
    FOREACH audit IN ARRAY audits LOOP
        EXIT WHEN clock_timestamp() >= until;
        IF arguments ? 'reader' THEN
            SELECT p.* INTO called FROM pg_proc p WHERE p.proname = 'composition_for' AND p.pronamespace = 'microdata'::regnamespace;
        ELSE
            called := microdata.function_of_extension(audit);
        END IF;
        IF called.oid IS NULL THEN
            RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF NOT arguments ?| ARRAY['relation', 'relations', 'source'] THEN
            RAISE EXCEPTION 'arguments must name a relation' USING ERRCODE = 'invalid_parameter_value';
        END IF;
        given := CASE audit WHEN 'audit_inference' THEN arguments ELSE arguments - 'attributes' END;
        BEGIN
            EXECUTE format('SELECT jsonb_agg(a) FROM %s a', microdata.call_of(called, given, '{}')) INTO rows USING given;
            results := results || jsonb_build_object(audit, COALESCE(rows, '[]'));
        EXCEPTION
            -- The audit does not suit the release, or there is too much of it.
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_object
                 OR program_limit_exceeded OR out_of_memory THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            -- Whatever else an audit reads, such as releases of other roles, need not be as it should.
            WHEN OTHERS THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, jsonb_build_object('said', concat_ws(' ', said || '.', NULLIF(detail, '')),
                    'sqlstate', SQLSTATE, 'message', said));
        END;
        PERFORM microdata.step_progress();
    END LOOP;
    RETURN results;
END
$$;

CREATE FUNCTION microdata.determining_attributes(relation regclass)
    RETURNS TABLE (sensitive name, share float8, finding text)
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_determining_attributes';
COMMENT ON FUNCTION microdata.determining_attributes(regclass)
    IS 'attributes of a release, one or two together, that determine a sensitive one in the rows of its source, or are determined by it';

CREATE FUNCTION microdata.easiest_to_guess(relation regclass) RETURNS TABLE (attribute name, gain float8)
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_easiest_to_guess';
COMMENT ON FUNCTION microdata.easiest_to_guess(regclass)
    IS 'the three quasi-identifiers of a release in buckets that follow most from the others of their group';

DROP FUNCTION microdata.audited(regclass, float8, float8, bigint);
CREATE FUNCTION microdata.audited(relation regclass, share float8, seconds float8, seed bigint, attributes @extschema@.text_list)
    RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    until timestamptz := 'infinity';
    -- What audits can be made against a control.
    against_outsiders CONSTANT text[] := '{audit_singling_out,audit_linkability,audit_inference,audit_membership,audit_minimality}';
    made_of regclass;
    guessed text[] := attributes::text[];
    not_chosen text;
    given jsonb := jsonb_build_object('relation', relation::oid::int8, 'seed', seed);
    of_source jsonb;
    results jsonb;
    made text[];
    said text;
    detail text;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF share IS NOT NULL AND NOT (share > 0 AND share < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', share USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 0 OR seconds = 'NaN' THEN
        RAISE EXCEPTION 'seconds must be 0 or more, not %', seconds USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 1e8 THEN
        until := clock_timestamp() + make_interval(secs => seconds);
    END IF;
    -- Fails where the relation is no release, or may not be read.
    SELECT c.source INTO STRICT made_of FROM microdata.publishing_call(relation) c;
    of_source := jsonb_build_object('source', made_of::oid::int8, 'seed', seed);
    PERFORM microdata.begin_progress('audit', relation, cardinality(against_outsiders) + 1);
    IF attributes IS NULL AND clock_timestamp() < until THEN
        BEGIN
            SELECT array_agg(e.attribute)::text[] INTO guessed FROM microdata.easiest_to_guess(relation) e;
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                not_chosen := SQLERRM;
        END;
    END IF;
    given := given || jsonb_build_object('attributes', guessed);
    IF share IS NOT NULL AND clock_timestamp() < until THEN
        BEGIN
            -- One control for all.
            results := microdata.with_control(ARRAY[relation], share, seed,
                'SELECT microdata.audit_results(ARRAY(SELECT jsonb_array_elements_text($1 -> ''audits'')), jsonb_build_object('
                '''relation'', $2[1]::oid::int8, ''outsiders'', $3::oid::int8, ''seed'', $1 -> ''seed'', ''attributes'', $1 -> ''attributes''), '
                '($1 ->> ''until'')::timestamptz)',
                jsonb_build_object('audits', against_outsiders, 'seed', seed, 'until', until, 'attributes', guessed));
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        END;
    END IF;
    made := ARRAY(SELECT a.key FROM jsonb_each(results) a WHERE jsonb_typeof(a.value) = 'array');
    -- All releases of the source, of one control of their own.
    IF share IS NOT NULL THEN
        results := COALESCE(results, '{}')
            || microdata.audit_results('{audit_composition}', of_source || jsonb_build_object('control', share), until);
    END IF;
    -- What has no control is made of the release itself.
    results := COALESCE(results, '{}') || jsonb_build_object('against outsiders', made)
        || microdata.audit_results(ARRAY(SELECT a FROM unnest(against_outsiders) a WHERE a <> ALL (made)), given, until);
    IF jsonb_typeof(results -> 'audit_composition') IS DISTINCT FROM 'array' THEN
        results := results || microdata.audit_results('{audit_composition}', of_source, until);
    END IF;
    RETURN QUERY
        -- In which of the regulators' words each audit answers.
        SELECT a.risk, a.audit, f.attribute, f.figure, f.low, f.high, f.control,
               COALESCE(f.finding, 'Not done: ' || COALESCE(results -> a.audit ->> 'said', results ->> a.audit, format('the %s seconds were over.', seconds)))
        FROM (VALUES (1, 'singling out', 'audit_singling_out'), (2, 'linkability', 'audit_linkability'), (3, 'inference', 'audit_inference'),
                     (4, 'inference', 'audit_minimality'), (5, 'inference', 'audit_composition'), (6, 'membership', 'audit_membership'))
             a (place, risk, audit)
        LEFT JOIN microdata.audit_findings(results) f USING (audit)
        ORDER BY a.place, f.attribute;
    IF clock_timestamp() < until THEN
        BEGIN
            RETURN QUERY
                SELECT 'inference', 'determining attributes', d.sensitive, d.share, NULL::float8, NULL::float8, NULL::float8, d.finding
                FROM microdata.determining_attributes(relation) d
                ORDER BY d.sensitive, d.finding COLLATE "C";
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                RETURN QUERY
                    SELECT 'inference', 'determining attributes', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                           'Not done: ' || SQLERRM || '.';
        END;
    END IF;
    IF not_chosen IS NOT NULL THEN
        RETURN QUERY
            SELECT 'inference', 'audit_inference', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   'Not done of attributes that are not sensitive: ' || not_chosen || '.';
    END IF;
    IF said IS NOT NULL THEN
        RETURN QUERY
            SELECT NULL::text, 'control', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   concat_ws(' ', 'Not done: ' || said || '.', NULLIF(detail, ''), 'The figures are those of attacks without a control.');
    END IF;
    PERFORM microdata.end_progress();
END
$$;

COMMENT ON FUNCTION microdata.audited(regclass, float8, float8, bigint, @extschema@.text_list) IS 'what audit() returns';

CREATE OR REPLACE FUNCTION microdata.audited_figure(gate text, relation regclass, source regclass, seed bigint, OUT achieved float8, OUT detail text)
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    -- These look for what to attack in all that there is: where they find nothing, that is what they have measured. Others have measured nobody.
    searching CONSTANT text[] := '{singling_out,minimality}';
    audit CONSTANT text := 'audit_' || gate;
    results jsonb := microdata.audit_results(ARRAY[audit],
        CASE gate WHEN 'composition' THEN jsonb_build_object('source', source::oid::int8, 'reader', (SELECT c.relowner::int8 FROM pg_class c WHERE c.oid = source)) ELSE jsonb_build_object('relation', relation::oid::int8) END
        || jsonb_build_object('seed', seed), 'infinity');
BEGIN
    IF jsonb_typeof(results -> audit) = 'object' THEN
        RAISE EXCEPTION USING ERRCODE = results -> audit ->> 'sqlstate', MESSAGE = results -> audit ->> 'message';
    END IF;
    IF NOT (microdata.has_rows(relation) AND microdata.has_rows(source)) THEN
        detail := 'Nothing could be measured: the release or its source has no rows.';
    ELSIF jsonb_typeof(results -> audit) = 'array' THEN
        -- Who guesses takes the better way: without a control, that figure is of who says the most frequent value of everybody.
        SELECT CASE WHEN f.figure IS NOT NULL AND gate = 'inference' THEN GREATEST(f.figure, f.control)
                    ELSE COALESCE(f.figure, CASE WHEN gate = ANY (searching) THEN 0 END) END, f.finding INTO achieved, detail
        FROM microdata.audit_findings(results) f
        ORDER BY 1 DESC NULLS FIRST, f.attribute COLLATE "C"
        LIMIT 1;
    ELSE
        detail := results ->> audit;
    END IF;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Inference and risk.

CALL microdata.set_functions_aside('0.12.0', '{risk,audit_inference,audit}');
CREATE FUNCTION @extschema@.audit_inference(
    relation regclass,
    model text = 'logistic',
    iterations integer = 8,
    seed bigint = NULL,
    persons boolean = false,
    control float8 = NULL,
    outsiders regclass = NULL,
    tolerance jsonb = NULL,
    attributes @extschema@.text_list = NULL)
    RETURNS TABLE (attribute name, persons bigint, guessed_right float8, low float8, high float8, bound float8,
                   believed_above_bound float8, right_above_bound float8, believed_above_50 float8, right_above_50 float8,
                   believed_above_90 float8, right_above_90 float8, baseline float8, naive float8, calibration_error float8,
                   control float8, risk float8, risk_low float8, risk_high float8,
                   person jsonb, guess text, probability float8, guess_is_right boolean,
                   tolerance text, near_right float8, near_low float8, near_high float8, near_baseline float8, near_naive float8,
                   near_control float8, near_risk float8, near_risk_low float8, near_risk_high float8, guess_is_near boolean)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_inference';
COMMENT ON FUNCTION @extschema@.audit_inference(regclass, text, integer, bigint, boolean, float8, regclass, jsonb, @extschema@.text_list)
    IS 'how often an adversary guesses sensitive values right, or comes near numbers, who knows the quasi-identifiers of all persons and learns from the release what goes with them (de Finetti''s attack)';

CREATE FUNCTION @extschema@.audit(
    relation regclass,
    control float8 = 0.2,
    seconds float8 = 60,
    seed bigint = NULL,
    attributes @extschema@.text_list = NULL)
    RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS 'SELECT * FROM microdata.audited($1, $2, $3, $4, $5)';
COMMENT ON FUNCTION @extschema@.audit(regclass, float8, float8, bigint, @extschema@.text_list)
    IS 'what attackers make of a release: singling out, linkability, inference and membership, by all audits that suit it, with a sentence each';

CREATE FUNCTION @extschema@.risk(
    source regclass,
    k integer = 5,
    population regclass = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL,
    weights name = NULL,
    combinations integer = 2)
    RETURNS TABLE (model text, persons bigint, classes bigint, uniques bigint, below_k bigint, at_risk float8,
                   highest_risk float8, mean_risk float8, attributes name[], unique_share float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_risk';
COMMENT ON FUNCTION @extschema@.risk(
    regclass, integer, regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, name, integer)
    IS 'how likely the persons of a table are found by their quasi-identifiers, if these were published as they are, and which of these tell persons apart';
CALL microdata.succeed_functions('0.12.0');

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Runs, roles and versions.

-- Values become text alike whatever the session's settings: these two had the others already. The last one is of names in views.
ALTER FUNCTION microdata.with_control(regclass[], float8, bigint, text, jsonb)
    SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off;
ALTER FUNCTION microdata.explored(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, bigint)
    SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off;

-- Functions of this schema refuse wrong arguments with an error of the reference. All else of them stays as it is.
DO $do$
DECLARE
    change record;
    definition text;
    changed text;
BEGIN
    FOR change IN SELECT c.called, c.old, c.new FROM (VALUES
        ('microdata.explored(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, bigint)'::regprocedure,
         $old$        EXECUTE format('CREATE TEMPORARY TABLE microdata_explored AS SELECT %s FROM %s s %s', columns, source,
                       CASE$old$,
         $new$        EXECUTE format('CREATE TEMPORARY TABLE microdata_explored AS SELECT %s FROM %s s WITH NO DATA', columns, source);
        PERFORM microdata.insert_rows('pg_temp.microdata_explored', format('SELECT %s FROM %s s %s', columns, source,
                       CASE$new$),
        ('microdata.explored(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, bigint)'::regprocedure,
         E'drawn_by), sample) END);\n', E'drawn_by), sample) END));\n'),
        ('microdata.with_control(regclass[], float8, bigint, text, jsonb)'::regprocedure,
         $old$        EXECUTE format('CREATE TEMPORARY TABLE microdata_drawn AS SELECT %1$s, '
                       '%2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, source);
$old$,
         $new$        drawing := format('SELECT %1$s, %2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, source);
        EXECUTE 'CREATE TEMPORARY TABLE microdata_drawn AS ' || drawing || ' WITH NO DATA';
        PERFORM microdata.insert_rows('pg_temp.microdata_drawn', drawing);
$new$),
        ('microdata.with_control(regclass[], float8, bigint, text, jsonb)'::regprocedure,
         E'\nDECLARE\n', E'\nDECLARE\n    drawing text;\n'),
        -- What a control leaves out is lost to nobody, and with fewer persons more rows are.
        ('microdata.with_control(regclass[], float8, bigint, text, jsonb)'::regprocedure,
         E'        source := made.source;\n',
         $new$        source := made.source;
        IF parameters ? 'member_column' THEN
            made.arguments := made.arguments || '{"suppress": 0.999}';
        END IF;
$new$),
        -- The attack that gains more counts: one that is right, or one that comes near.
        ('microdata.audit_findings(jsonb)'::regprocedure,
         E'r.value AS figures, r.i\n',
         $new$r.i,
               CASE WHEN CASE WHEN n.risk IS NULL OR n.near_risk IS NULL THEN (n.near_right, n.near_naive) > (n.guessed_right, n.naive)
                              ELSE n.near_risk > n.risk END
                    THEN r.value || jsonb_build_object('guessed_right', n.near_right, 'low', r.value -> 'near_low', 'high', r.value -> 'near_high',
                             'naive', n.near_naive, 'control', r.value -> 'near_control', 'risk', n.near_risk,
                             'risk_low', r.value -> 'near_risk_low', 'risk_high', r.value -> 'near_risk_high', 'within', r.value -> 'tolerance')
                    ELSE r.value END AS figures
$new$),
        ('microdata.audit_findings(jsonb)'::regprocedure,
         E'WITH ORDINALITY r (value, i)\n    ), attempts',
         $new$WITH ORDINALITY r (value, i),
             jsonb_to_record(CASE jsonb_typeof(r.value) WHEN 'object' THEN r.value ELSE '{}' END)
             n (guessed_right float8, naive float8, risk float8, near_right float8, near_naive float8, near_risk float8)
    ), attempts$new$),
        ('microdata.audit_findings(jsonb)'::regprocedure,
         E'risk float8, risk_low float8, risk_high float8)\n        WHERE r.audit IN',
         E'risk float8, risk_low float8, risk_high float8, within text)\n        WHERE r.audit IN'),
        ('microdata.audit_findings(jsonb)'::regprocedure,
         $old$guesses "%s" right for %s of people, '
                       'and for %s %s.%s', a.attribute, microdata.share_in_words(a.rate), microdata.share_in_words(a.other),
                       CASE WHEN a.risk IS NULL THEN 'by saying the most frequent value of everybody'$old$,
         $new$guesses "%s" %s for %s of people, '
                       'and for %s %s.%s', a.attribute, COALESCE('to within ' || a.within, 'right'), microdata.share_in_words(a.rate),
                       microdata.share_in_words(a.other),
                       CASE WHEN a.risk IS NULL AND a.within IS NOT NULL THEN 'by saying the same of everybody'
                            WHEN a.risk IS NULL THEN 'by saying the most frequent value of everybody'$new$),
        -- An unknown figure is not a figure of nobody.
        ('microdata.audit_findings(jsonb)'::regprocedure,
         $old$           format(CASE WHEN a.rate IS NULL THEN 'Nothing could be measured of "%2$s": nobody in the table looks like$old$,
         $new$           format(CASE WHEN a.rate IS NULL AND f.persons > 0 THEN 'What the releases of the table tell of "%2$s" together is unknown: people cannot be found in "%6$s" '
                       'as they were when it was made.'
                  WHEN a.rate IS NULL THEN 'Nothing could be measured of "%2$s": nobody in the table looks like$new$),
        ('microdata.audit_findings(jsonb)'::regprocedure,
         E'                  microdata.share_in_words(f.single_guessed_right))\n', E'                  microdata.share_in_words(f.single_guessed_right), f.single)\n'),
        ('microdata.audit_findings(jsonb)'::regprocedure,
         'f (releases integer, pinned float8, single_guessed_right float8)',
         'f (releases integer, persons bigint, pinned float8, single text, single_guessed_right float8)'),
        ('microdata.old_editions(text)'::regprocedure, 'ON s.name = e.series', 'ON s.series = e.series'),
        ('@extschema@.run_series(text)'::regprocedure, 'WHERE s.name = run_series.name', 'WHERE s.series = run_series.name'),
        ('@extschema@.run_series(text)'::regprocedure, '.drop_edition(name, old[i])', '.drop_edition(name, old[i], false)'),
        ('microdata.cron_values(text, integer, integer, text[])'::regprocedure,
         E'    field := lower(field);\n',
         $new$    IF low < 0 OR low > 366 OR high > 366 THEN
        RETURN NULL;
    END IF;
    field := lower(field);
$new$),
        ('microdata.argument_list(pg_proc, jsonb)'::regprocedure,
         E'        -- Values go by a parameter of the statement, never as a part of its text.\n',
         $new$        IF jsonb_typeof(value) = 'array' AND argument.type <> 'jsonb'::regtype AND argument.element IS NULL AND argument.typname <> 'text_list' THEN
            RAISE EXCEPTION 'argument "%" of %() is not a list', argument.name, called.proname USING ERRCODE = 'invalid_parameter_value';
        END IF;
        -- Values go by a parameter of the statement, never as a part of its text.
$new$),
        ('microdata.argument_list(pg_proc, jsonb)'::regprocedure,
         $old$            WHEN jsonb_typeof(value) = 'array' AND argument.element = 'c' THEN
                'ARRAY(SELECT jsonb_populate_record(NULL::%3$s, e.e) '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)'
$old$,
         E'            WHEN argument.element = ''c'' THEN ''microdata.given_models($1 -> %1$L)''\n'),
        ('microdata.argument_list(pg_proc, jsonb)'::regprocedure,
         E'            WHEN argument.type = ''jsonb''::regtype THEN ''$1 -> %1$L''\n',
         $new$            WHEN argument.type = 'jsonb'::regtype THEN '$1 -> %1$L'
            WHEN argument.type = 'regclass'::regtype AND jsonb_typeof(value) = 'number' THEN '($1 ->> %1$L)::oid::regclass'
$new$)) c (called, old, new)
    LOOP
        definition := pg_get_functiondef(change.called);
        changed := replace(definition, change.old, change.new);
        IF changed = definition THEN
            RAISE '% is not what is changed here', change.called;
        END IF;
        EXECUTE changed;
    END LOOP;
END
$do$;

CREATE OR REPLACE FUNCTION microdata.share_in_words(share float8) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN share > 0 AND share < 0.01 THEN 'less than 1%'
                WHEN share > 0.99 AND share < 1 THEN 'more than 99%'
                ELSE round(100 * share::numeric) || '%' END
$$;

COMMENT ON FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) IS 'makes an array of a single model';
COMMENT ON CAST (@extschema@.privacy_model AS @extschema@.privacy_model[]) IS 'a single model is an array of one';
COMMENT ON FUNCTION @extschema@.classify(regclass)
    IS 'suggests a role for each attribute of a relation, by its keys, names and values, for declare_roles';

-- Their patterns have backslashes in plain literals.
ALTER FUNCTION microdata.cron_fields(text) SET standard_conforming_strings = on;
ALTER FUNCTION microdata.cron_values(text, integer, integer, text[]) SET standard_conforming_strings = on;

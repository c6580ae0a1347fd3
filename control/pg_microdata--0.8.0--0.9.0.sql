\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.9.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.8.0', '{
    bucketize_table,
    slice_table
}');

-- What adversaries get out of a release.

-- What analysts get out of a release.

-- A release may be renamed: comments do not name it.
CREATE OR REPLACE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb := microdata.release_facts(relation);
    release microdata.releases;
    part record;
BEGIN
    SELECT * INTO STRICT release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    FOR part IN
        SELECT c.oid::regclass AS name, c.relkind, u.position
        FROM unnest(release.relations) WITH ORDINALITY u (relation, position) JOIN pg_class c ON c.oid = u.relation
    LOOP
        EXECUTE format('COMMENT ON %s %s IS %L', CASE part.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.name, concat_ws(' ',
            CASE WHEN part.relkind = 'v' AND part.position > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(release.parameters)));
    END LOOP;
    FOR part IN SELECT * FROM microdata.described_columns(release.release_id) LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
    END LOOP;
END
$$;


-- Choosing.

CREATE FUNCTION @extschema@.slice_table(
    source regclass,
    columns integer,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    groups @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    k integer = 1,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    in_place boolean = false,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    bucket_column text = 'bucket',
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL,
    rows_per_person integer = NULL,
    cuts_by text = 'width',
    inference float8 = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, integer, text, text, text, text, integer, boolean, text, boolean, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, @extschema@.text_list, integer,
    text, float8)
    IS 'publishes a table sliced, so that no sensitive value can be inferred with a probability above 1/l';

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    method text = 'mondrian',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count',
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL,
    rows_per_person integer = NULL,
    inference float8 = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, text, text,
    boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, text, text,
    @extschema@.text_list, integer, float8)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

-- What readers of a release need, and may see, of its parameters: what was asked for and how values are to be read. Not what came of it
-- with the rows of the source: what was left out, what had to be changed, and figures that these went into.
CREATE OR REPLACE FUNCTION microdata.public_parameters(parameters jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'privacy', 'method', 'algorithm', 'recoding', 'grouping', 'cuts', 'cuts_by', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered'])
$$;

-- Series.

-- What was published once stays known: the ledger keeps releases that were dropped or replaced, and those of sources that are gone.

-- Tables whose rows are about the persons that a relation is about, as far as the catalogs tell: what a view reads, the parents of a
-- partition or an heir, and what a person's key refers to. A key is a foreign key of attributes that tell persons apart (`subject`,
-- or declared identifiers), or of one row for each row that it refers to. What hundreds of rows of another table that the view reads
-- refer to, as patients do to countries, is looked up, and not about persons.
CREATE FUNCTION microdata.about(source regclass, subject smallint[] = NULL) RETURNS regclass[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE behind (relation) AS (
        SELECT source::oid
        UNION
        SELECT x.relation
        FROM behind b CROSS JOIN LATERAL (
            SELECT d.refobjid
            FROM pg_rewrite w
            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
             AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
            WHERE w.ev_class = b.relation
            UNION ALL
            SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = b.relation) x (relation)
    ), tables AS (
        SELECT c.oid AS relation, c.reltuples
        FROM behind b JOIN pg_class c ON c.oid = b.relation
        WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.oid >= 16384
    ), microdata AS (
        SELECT t.relation
        FROM tables t
        WHERE t.relation = source::oid
           OR EXISTS (SELECT FROM microdata.role_record r WHERE r.source::oid = t.relation)
           OR NOT EXISTS (SELECT FROM pg_constraint k JOIN tables o ON o.relation = k.conrelid
                          WHERE k.contype = 'f' AND k.confrelid = t.relation AND t.reltuples > 0 AND o.reltuples >= 100 * t.reltuples)
    ), persons AS (
        SELECT k.confrelid AS relation
        FROM microdata m JOIN pg_constraint k ON k.conrelid = m.relation AND k.contype = 'f'
        WHERE k.conkey <@ (COALESCE((SELECT array_agg(r.attnum) FROM microdata.role_record r
                                     WHERE r.source::oid = m.relation AND r.role IN ('subject', 'identifier')), '{}')
                           || CASE WHEN m.relation = source::oid THEN COALESCE(subject, '{}') ELSE '{}' END)
           OR EXISTS (SELECT FROM pg_index i
                      WHERE i.indrelid = m.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
                        AND i.indkey::smallint[] <@ k.conkey)
    )
    SELECT COALESCE(array_agg(c.oid::regclass ORDER BY c.oid), '{}')
    FROM (SELECT source::oid UNION SELECT relation FROM microdata UNION SELECT relation FROM persons) a (relation)
    JOIN pg_class c ON c.oid = a.relation
    WHERE c.relpersistence <> 't'
$$;
COMMENT ON FUNCTION microdata.about(regclass, smallint[])
    IS 'tables whose rows are about the persons that a relation is about, as far as views, partitions and foreign keys tell';

CREATE TABLE microdata.ledger_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    -- Null once it is gone, and where it is temporary.
    source regclass,
    source_name text,
    source_number oid,
    source_owner name NOT NULL,
    about regclass[] NOT NULL,
    relations text[] NOT NULL,
    attributes name[] NOT NULL,
    parameters jsonb NOT NULL,
    source_rows bigint,
    published_rows bigint,
    created_at timestamptz NOT NULL,
    created_by name NOT NULL,
    readers name[] NOT NULL DEFAULT '{}',
    ended_at timestamptz,
    ended_by name,
    ended text CHECK (ended OPERATOR(pg_catalog.=) ANY ('{dropped,replaced}'::pg_catalog.text[]))
);
COMMENT ON TABLE microdata.ledger_record IS 'all releases that were ever made; see the view microdata.ledger';
-- For what event triggers look up at every DROP and ALTER TABLE of anybody.
CREATE INDEX ledger_record_source ON microdata.ledger_record (source);
COMMENT ON INDEX microdata.ledger_record_source IS 'the releases ever made of one source';
CREATE INDEX ledger_record_about ON microdata.ledger_record USING gin (about) WITH (fastupdate = off);
COMMENT ON INDEX microdata.ledger_record_about IS 'the releases ever made of persons that are in a table';

CREATE TABLE microdata.forgotten_release_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    source_name text,
    source_owner name NOT NULL,
    created_at timestamptz NOT NULL,
    forgotten_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    forgotten_by name NOT NULL,
    reason text NOT NULL
);
COMMENT ON TABLE microdata.forgotten_release_record
    IS 'releases that were taken out of the ledger; see the view microdata.forgotten_releases';

CREATE FUNCTION microdata.may_see_ledger(source regclass, source_owner name) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(
        pg_catalog.pg_has_role(COALESCE(
            (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid),
            (SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) source_owner)), 'MEMBER'),
        (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) CURRENT_USER))
$$;
COMMENT ON FUNCTION microdata.may_see_ledger(regclass, name)
    IS 'whether you are a member of the role that owns a source or, where that is gone, owned it last';

ALTER TABLE microdata.ledger_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_record_of_owner ON microdata.ledger_record FOR SELECT
    USING (microdata.may_see_ledger(source, source_owner));
COMMENT ON POLICY ledger_record_of_owner ON microdata.ledger_record IS 'what was published of a source is seen by its owner';
GRANT SELECT ON microdata.ledger_record TO PUBLIC;
ALTER TABLE microdata.forgotten_release_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record FOR SELECT
    USING (microdata.may_see_ledger(NULL, source_owner));
COMMENT ON POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record
    IS 'what was taken out of the ledger is seen by who owned the source';
GRANT SELECT ON microdata.forgotten_release_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.ledger_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.forgotten_release_record', '');

CREATE VIEW microdata.ledger WITH (security_barrier) AS
    SELECT l.release_id, l.method,
           (SELECT c.oid::regclass FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) l.source::pg_catalog.oid) AS source,
           l.source_name, l.source_number, l.about, l.relations, l.attributes, l.parameters, l.source_rows, l.published_rows,
           l.created_at, l.created_by, l.readers, l.ended, l.ended_at, l.ended_by
    FROM microdata.ledger_record l
    WHERE microdata.may_see_ledger(l.source, l.source_owner);
COMMENT ON VIEW microdata.ledger
    IS 'all releases that were ever made of sources that are, or were until they were dropped, yours or of roles that you are a member of';
COMMENT ON COLUMN microdata.ledger.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.ledger.method IS 'how it was made';
COMMENT ON COLUMN microdata.ledger.source IS 'the relation that it was made from; null once that is gone';
COMMENT ON COLUMN microdata.ledger.source_name IS 'its name when the release was made';
COMMENT ON COLUMN microdata.ledger.source_number IS 'its oid when the release was made';
COMMENT ON COLUMN microdata.ledger.about IS 'tables whose rows are about the same persons, as far as views, partitions and foreign keys tell';
COMMENT ON COLUMN microdata.ledger.relations IS 'names of the relations that it consisted of when it was made';
COMMENT ON COLUMN microdata.ledger.attributes IS 'the source''s attributes that were published';
COMMENT ON COLUMN microdata.ledger.parameters IS 'what was asked for and what came of it';
COMMENT ON COLUMN microdata.ledger.source_rows IS 'rows of the source at that time';
COMMENT ON COLUMN microdata.ledger.published_rows IS 'rows published';
COMMENT ON COLUMN microdata.ledger.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.ledger.created_by IS 'who made it';
COMMENT ON COLUMN microdata.ledger.readers
    IS 'who else could ever read it, or a view on it: roles, as they were called then; public is everybody';
COMMENT ON COLUMN microdata.ledger.ended IS 'whether it was dropped or replaced; null while it is there';
COMMENT ON COLUMN microdata.ledger.ended_at IS 'when that was';
COMMENT ON COLUMN microdata.ledger.ended_by IS 'who did that';

CREATE VIEW microdata.forgotten_releases WITH (security_barrier) AS
    SELECT f.release_id, f.method, f.source_name, f.created_at, f.forgotten_at, f.forgotten_by, f.reason
    FROM microdata.forgotten_release_record f
    WHERE microdata.may_see_ledger(NULL, f.source_owner);
COMMENT ON VIEW microdata.forgotten_releases IS 'releases that were taken out of the ledger, with the reasons';
COMMENT ON COLUMN microdata.forgotten_releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.forgotten_releases.method IS 'how it was made';
COMMENT ON COLUMN microdata.forgotten_releases.source_name IS 'name of its source when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_at IS 'when it was taken out of the ledger';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_by IS 'who did that';
COMMENT ON COLUMN microdata.forgotten_releases.reason IS 'the reason given';
GRANT SELECT ON microdata.ledger, microdata.forgotten_releases TO PUBLIC;

-- Who else than its maker may read the relations of a release, or views on them.
CREATE FUNCTION microdata.readers(relations regclass[]) RETURNS name[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE shown (relation) AS (
        SELECT u.relation::oid FROM unnest(relations) u (relation)
        UNION
        SELECT w.ev_class
        FROM shown s
        JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = s.relation AND d.classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite w ON w.oid = d.objid
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
$$;
COMMENT ON FUNCTION microdata.readers(regclass[]) IS 'owners of relations and of views on them, and who is granted SELECT on one of them';

-- `source`: also where it is temporary.
CREATE FUNCTION microdata.remember_release(release bigint, source regclass) RETURNS void
    LANGUAGE sql
    SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO microdata.ledger_record (release_id, method, source, source_name, source_number, source_owner, about, relations,
                                         attributes, parameters, source_rows, published_rows, created_at, created_by)
    SELECT r.release_id, r.method, r.source,
           CASE WHEN s.relpersistence = 't' THEN format('pg_temp.%I', s.relname) ELSE format('%I.%I', n.nspname, s.relname) END,
           s.oid, COALESCE(pg_get_userbyid(s.relowner), r.created_by),
           CASE WHEN s.oid IS NULL THEN '{}' ELSE microdata.about(s.oid, r.subject_attnums) END,
           ARRAY(SELECT format('%I.%I', m.nspname, c.relname)
                 FROM unnest(r.relations) WITH ORDINALITY u (relation, position)
                 JOIN pg_class c ON c.oid = u.relation::oid JOIN pg_namespace m ON m.oid = c.relnamespace ORDER BY u.position),
           ARRAY(SELECT DISTINCT k.source_attribute FROM microdata.release_column_record k
                 WHERE k.release_id = r.release_id AND k.source_attribute IS NOT NULL ORDER BY 1),
           r.parameters, r.source_rows, r.published_rows, r.created_at, r.created_by
    FROM microdata.release_record r
    LEFT JOIN pg_class s ON s.oid = remember_release.source::oid
    LEFT JOIN pg_namespace n ON n.oid = s.relnamespace
    WHERE r.release_id = remember_release.release
    ON CONFLICT DO NOTHING
$$;
COMMENT ON FUNCTION microdata.remember_release(bigint, regclass) IS 'enters a release in the ledger';
REVOKE ALL ON FUNCTION microdata.remember_release(bigint, regclass) FROM PUBLIC;

SELECT microdata.remember_release(r.release_id, s.oid)
FROM microdata.release_record r
LEFT JOIN microdata.temporary_source_record t USING (release_id)
LEFT JOIN pg_class s ON s.oid = COALESCE(r.source, t.source)::oid AND (r.source IS NOT NULL OR s.relpersistence = 't');
UPDATE microdata.ledger_record l
SET readers = ARRAY(SELECT u.reader FROM pg_catalog.unnest(microdata.readers(r.relations)) u (reader) WHERE u.reader <> l.created_by)
FROM microdata.release_record r
WHERE r.release_id = l.release_id;

CREATE FUNCTION microdata.remember_readers() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_remember_readers'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.remember_readers() IS 'has the ledger know who could read releases';
CREATE EVENT TRIGGER pg_microdata_remember_readers ON ddl_command_end
    WHEN TAG IN ('GRANT', 'REVOKE', 'ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW')
    EXECUTE FUNCTION microdata.remember_readers();
ALTER EVENT TRIGGER pg_microdata_remember_readers ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_remember_readers
    IS 'has the ledger of pg_microdata know who could read releases';

CREATE FUNCTION @extschema@.forget_release(release_id bigint, reason text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_forget_release';
COMMENT ON FUNCTION @extschema@.forget_release(bigint, text)
    IS 'takes a release that is gone, and that nobody but who made it could ever read, out of the ledger';

CALL microdata.succeed_functions('0.8.0');

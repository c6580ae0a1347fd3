-- Releases, as each role may see them.

-- No condition that a reader adds to a view is evaluated before the view's own, or is looked up in an index that has others' rows:
-- EXPLAIN ANALYZE counts the rows that each step reads. So OFFSET 0 stands where a row is known to be visible: PostgreSQL
-- moves no condition across it. Rows that belong to a visible row are looked up by its key (LATERAL, or a subquery), never joined with all.

CREATE FUNCTION microdata.sees_all_of_release(
    relations regclass[], -- Relations of a release.
    source regclass       -- Source of the release. NULL: none any more.
) RETURNS boolean LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_sees_all_of_release';
COMMENT ON FUNCTION microdata.sees_all_of_release
    IS 'true for members of the role that owns a release or its source, who see all that is recorded of it; false for other roles that may read it; null otherwise';

CREATE FUNCTION microdata.public_parameters(parameters jsonb) -- Parameters of a release, as microdata.releases has them.
    RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'k_scope', 'privacy', 'method', 'algorithm', 'recoding', 'strict', 'cuts', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered', 'series', 'edition', 'm', 'counterfeits', 'valueless', 'cohorts'])
$$;
COMMENT ON FUNCTION microdata.public_parameters IS 'the parameters of a release that whoever may read it may know';

CREATE VIEW microdata.releases WITH (security_barrier) AS
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
COMMENT ON VIEW microdata.releases IS 'releases that you may read, and all that is recorded of those that are, or whose sources are, yours or of roles that you are a member of';
COMMENT ON COLUMN microdata.releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.releases.method IS 'how it was made: slicing, bucketization, generalization, gnf or fragmentation';
COMMENT ON COLUMN microdata.releases.source IS 'the relation that it was made from; null once that is dropped, and for who owns neither';
COMMENT ON COLUMN microdata.releases.relations IS 'the relations that it consists of';
COMMENT ON COLUMN microdata.releases.parameters IS 'what was asked for; for who owns the release or its source, what came of it as well';
COMMENT ON COLUMN microdata.releases.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.releases.created_by IS 'who made it; null for who owns neither the release nor its source';
COMMENT ON COLUMN microdata.releases.source_rows IS 'rows of the source at that time; null for who owns neither the release nor its source';
COMMENT ON COLUMN microdata.releases.published_rows IS 'rows published';
COMMENT ON COLUMN microdata.releases.suppressed_rows IS 'rows of the source that are not published';
COMMENT ON COLUMN microdata.releases.buckets IS 'number of buckets, or of equivalence classes';
GRANT SELECT ON microdata.releases TO PUBLIC;

CREATE FUNCTION microdata.reading(
    generalized boolean, -- True if values of the attribute are generalized.
    type oid,            -- Type of the column.
    attribute name,      -- Name of the attribute.
    parameters jsonb     -- Parameters of a release, as microdata.releases has them.
) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN NOT generalized THEN 'value'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) 'multiset' THEN 'multiset'
        WHEN EXISTS (SELECT FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) type AND t.typtype OPERATOR(pg_catalog.=) 'r') THEN 'range'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) ANY (ARRAY['full-domain', 'cell'])
          OR parameters OPERATOR(pg_catalog.->) 'hierarchies' OPERATOR(pg_catalog.?) attribute::text
          OR parameters OPERATOR(pg_catalog.->) 'labels' OPERATOR(pg_catalog.?) attribute::text THEN 'label'
        ELSE 'set' END
$$;
COMMENT ON FUNCTION microdata.reading IS 'how the values of an attribute of a release are to be read';

CREATE VIEW microdata.release_columns WITH (security_barrier) AS
    SELECT k.release_id, k.relation, k.column_no, a.attname AS attribute, k.role, k.generalized,
           microdata.reading(k.generalized, a.atttypid, a.attname, r.parameters) AS reading
    FROM (SELECT r.release_id, r.parameters FROM microdata.release_record r
          WHERE microdata.sees_all_of_release(r.relations, r.source) IS NOT NULL OFFSET 0) r
    CROSS JOIN LATERAL (SELECT c.* FROM microdata.release_column_record c WHERE c.release_id = r.release_id OFFSET 0) k
    JOIN pg_attribute a ON a.attrelid = k.relation::oid AND a.attnum = k.attnum AND a.attname = k.attribute
    WHERE NOT a.attisdropped;
COMMENT ON VIEW microdata.release_columns IS 'attributes of the releases in microdata.releases, and the groups that link them';
COMMENT ON COLUMN microdata.release_columns.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.release_columns.relation IS 'the published relation';
COMMENT ON COLUMN microdata.release_columns.column_no IS 'number of the group: attributes with the same number are linked';
COMMENT ON COLUMN microdata.release_columns.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.release_columns.role IS 'its role: quasi-identifier, sensitive or insensitive';
COMMENT ON COLUMN microdata.release_columns.generalized IS 'whether its values were generalized';
COMMENT ON COLUMN microdata.release_columns.reading
    IS 'how its values are to be read: value (as it is), range (a value in it), set (one of its values), label (of a hierarchy, or * for any value), multiset (values of the class, each with the number of its rows)';
GRANT SELECT ON microdata.release_columns TO PUBLIC;

-- The ledger. The owner of a table sees each release that it can be refused by; of another role's source, neither attributes nor figures.

CREATE FUNCTION microdata.sees_all_of_entry(
    source regclass,   -- Source of the release.
    source_owner name, -- Role that owned the source last.
    about regclass[]   -- Tables that the release is about.
) RETURNS boolean LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_sees_all_of_entry';
COMMENT ON FUNCTION microdata.sees_all_of_entry
    IS 'true for members of the role that owns a source, or owned it last, who see all of an entry of the ledger; false for members of a role that owns another table that it is about; null otherwise';

CREATE FUNCTION microdata.may_see_ledger(
    source regclass,   -- Source of the release.
    source_owner name  -- Role that owned the source last.
) RETURNS boolean LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_may_see_ledger';
COMMENT ON FUNCTION microdata.may_see_ledger IS 'whether you are a member of the role that owns a source or, where that is gone, owned it last';

CREATE VIEW microdata.ledger WITH (security_barrier) AS
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
COMMENT ON COLUMN microdata.ledger.readers IS 'who else could ever read it, or a view on it: roles, as they were called then; public is everybody';
COMMENT ON COLUMN microdata.ledger.ended IS 'whether it was dropped or replaced; null while it is there';
COMMENT ON COLUMN microdata.ledger.ended_at IS 'when that was';
COMMENT ON COLUMN microdata.ledger.ended_by IS 'who did that';
GRANT SELECT ON microdata.ledger TO PUBLIC;

CREATE VIEW microdata.forgotten_releases WITH (security_barrier) AS
    SELECT f.release_id, f.method, f.source_name, f.created_at, f.forgotten_at, f.forgotten_by, f.reason
    FROM (SELECT r.* FROM microdata.forgotten_release_record r WHERE microdata.may_see_ledger(NULL, r.source_owner) OFFSET 0) f;
COMMENT ON VIEW microdata.forgotten_releases IS 'releases that were taken out of the ledger, with the reasons';
COMMENT ON COLUMN microdata.forgotten_releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.forgotten_releases.method IS 'how it was made';
COMMENT ON COLUMN microdata.forgotten_releases.source_name IS 'name of its source when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_at IS 'when it was taken out of the ledger';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_by IS 'who did that';
COMMENT ON COLUMN microdata.forgotten_releases.reason IS 'the reason given';
GRANT SELECT ON microdata.forgotten_releases TO PUBLIC;

-- Verification and description.

CREATE FUNCTION @extschema@.verify_release(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, worst_case jsonb) LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_verify_release';
COMMENT ON FUNCTION @extschema@.verify_release(regclass) IS 'recomputes a release''s guarantees from its rows and those of its source';

CREATE FUNCTION @extschema@.disclosure(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (tuples bigint, max_probability float8, mean_probability float8, l_achieved float8, max_paper_probability float8)
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';
COMMENT ON FUNCTION @extschema@.disclosure(regclass) IS 'how well a release lets an adversary guess sensitive values';

CREATE FUNCTION @extschema@.matching_buckets(
    release regclass,  -- Release, or one of its relations.
    tuple jsonb        -- Values of quasi-identifiers, by attribute.
)
    RETURNS TABLE (bucket integer, matching_degree float8, probability float8, sensitive_distribution jsonb, paper_probability float8,
        bucket_number bigint) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb) IS 'the buckets in which somebody with these quasi-identifier values may be';

CREATE FUNCTION microdata.membership_likelihood(
    release regclass,  -- Release, or one of its relations.
    tuple jsonb        -- Values of quasi-identifiers, by attribute.
) RETURNS float8 LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_membership_likelihood';
COMMENT ON FUNCTION microdata.membership_likelihood(regclass, jsonb)
    IS 'how likely a person is among those in a release by fragment_table(), for an adversary who joins its fragments';

CREATE FUNCTION @extschema@.release_description(release regclass) -- Release, or one of its relations.
    RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    facts jsonb;
    made microdata.releases;
    relations jsonb;
    loss float8;
BEGIN
    IF release IS NULL THEN
        RAISE EXCEPTION 'release must not be null' USING ERRCODE = '22004';
    END IF;
    facts := microdata.release_facts(release);
    made := microdata.release_in(facts);
    IF made.release_id IS NULL OR NOT microdata.may_read_release(ARRAY[release]) THEN
        RAISE EXCEPTION 'permission denied for relation %', release::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(release);
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
        FROM microdata.described_columns(facts, made.parameters) d WHERE d.relation = f.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', made.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', made.parameters -> 'l', 'k', made.parameters -> 'k',
                                        'models', made.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(made.parameters)),
        'rows', made.published_rows, 'suppressed_rows', NULLIF(made.suppressed_rows, 0),
        'left_out', microdata.left_out_sentence(made.published_rows, made.suppressed_rows), 'buckets', made.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(made.parameters), 'relations', relations);
END
$$;
COMMENT ON FUNCTION @extschema@.release_description(regclass)
    IS 'a data dictionary of a release, to travel with it: its tables and their columns, how values are read, and what it guarantees; register_release() takes it elsewhere';

-- Descriptions of releases, as comments and as JSON.

CREATE FUNCTION microdata.visible_release(release_id bigint) -- Number of a release.
    RETURNS SETOF microdata.releases LANGUAGE c STABLE ROWS 1 AS 'MODULE_PATHNAME', 'pg_microdata_visible_release';
COMMENT ON FUNCTION microdata.visible_release IS 'the row that microdata.releases has of a release, found by an index';

CREATE FUNCTION microdata.release_facts(release regclass) -- Release, or one of its relations.
    RETURNS jsonb LANGUAGE c STABLE STRICT SET search_path = pg_catalog, pg_temp AS 'MODULE_PATHNAME', 'pg_microdata_release_facts';
COMMENT ON FUNCTION microdata.release_facts IS 'number and method of the release that a relation belongs to';

CREATE FUNCTION microdata.relations_in(facts jsonb) -- Facts of a release, as microdata.release_facts returns them.
    RETURNS TABLE (relation_no bigint, relation regclass, kind "char") LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT e.position, (e.value ->> 'relation')::oid::regclass, (e.value ->> 'kind')::"char"
    FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position)
$$;
COMMENT ON FUNCTION microdata.relations_in IS 'the relations of a release that release_facts() tells of, and what they are or, as views of a series, show';

CREATE FUNCTION microdata.release_in(facts jsonb) -- Facts of a release, as microdata.release_facts returns them.
    RETURNS microdata.releases LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
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
COMMENT ON FUNCTION microdata.release_in IS 'the release that release_facts() tells of, as far as you may see it; its relations are views where a view of a series was asked for';

CREATE FUNCTION microdata.described_columns(
    facts jsonb,      -- Facts of a release, as microdata.release_facts returns them.
    parameters jsonb  -- Parameters of a release, as microdata.releases has them.
)
    RETURNS TABLE (relation regclass, relation_no bigint, kind "char", column_no smallint, name name, type text, role text, group_no integer,
        generalized boolean, reading text, sentence text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
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
COMMENT ON FUNCTION microdata.described_columns IS 'the columns of the release that release_facts() tells of, with what is said of them';

CREATE FUNCTION microdata.label_meanings(
    release regclass,  -- Release, or one of its relations.
    attribute name     -- Attribute with labels.
) RETURNS jsonb LANGUAGE c STABLE STRICT SET search_path = pg_catalog, pg_temp AS 'MODULE_PATHNAME', 'pg_microdata_label_meanings';
COMMENT ON FUNCTION microdata.label_meanings IS 'what the labels that an attribute of a release shows stand for';

CREATE FUNCTION microdata.release_comments(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (relation regclass, kind "char", column_no smallint, name name, sentence text) LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
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
COMMENT ON FUNCTION microdata.release_comments IS 'what comments on the relations and columns of a release say';

CREATE FUNCTION microdata.comment_release(release regclass) -- Release, or one of its relations.
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT * FROM microdata.release_comments(release) LOOP
        IF part.name IS NULL THEN
            EXECUTE format('COMMENT ON %s %s IS %L', CASE part.kind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation, part.sentence);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION microdata.comment_release IS 'says in comments on a release and its columns how it was made, what it guarantees and how it is read';

CREATE FUNCTION microdata.uncomment_release(release regclass) -- Release, or one of its relations.
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT * FROM microdata.release_comments(release) LOOP
        IF part.name IS NULL THEN
            EXECUTE format('COMMENT ON %s %s IS NULL', CASE part.kind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS NULL', part.relation, part.name);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION microdata.uncomment_release IS 'takes the comments off a release that readers are not shown: comments are for everybody';

CREATE FUNCTION microdata.is_own_comment(
    comment text,  -- Comment of a relation or column.
    sentence text  -- Comment that the extension gives it.
) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$SELECT pg_catalog.starts_with(comment, pg_catalog."left"(sentence, 24))$$;
COMMENT ON FUNCTION microdata.is_own_comment IS 'whether a comment begins as the sentence of the extension does that would be there';

CREATE FUNCTION microdata.guarantee_sentence(parameters jsonb) -- Parameters of a release, as microdata.releases has them.
    RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.concat_ws(' ', COALESCE('Its guarantee: ' || pg_catalog.concat_ws(', ',
            'l = ' || (parameters OPERATOR(pg_catalog.->>) 'l'),
            'k = ' || (parameters OPERATOR(pg_catalog.->>) 'k')
                || CASE WHEN parameters OPERATOR(pg_catalog.->>) 'k_scope' OPERATOR(pg_catalog.=) 'bucket' THEN ' within each bucket' ELSE '' END,
            microdata.model_sentence(parameters OPERATOR(pg_catalog.->) 'privacy')) || '.', ''),
        microdata.edition_sentence(parameters))
$$;
COMMENT ON FUNCTION microdata.guarantee_sentence IS 'what a release with these parameters guarantees, as a sentence';

CREATE FUNCTION microdata.model_sentence(privacy jsonb) -- Privacy models, as the catalog has them.
    RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.string_agg(pg_catalog.concat((m.value OPERATOR(pg_catalog.->>) 'model'),
        (SELECT ' (' || pg_catalog.string_agg(p.key || ' = ' || p.value, ', ' ORDER BY p.key) || ')'
         FROM pg_catalog.jsonb_each_text(m.value OPERATOR(pg_catalog.->) 'parameters') p)), ', ' ORDER BY m.position)
    FROM pg_catalog.jsonb_array_elements(privacy) WITH ORDINALITY m (value, position)
$$;
COMMENT ON FUNCTION microdata.model_sentence IS 'privacy models as text';

CREATE FUNCTION microdata.edition_sentence(parameters jsonb) -- Parameters of a release, as microdata.releases has them.
    RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.concat('It is edition ', parameters OPERATOR(pg_catalog.->>) 'edition', ' of the series "', parameters OPERATOR(pg_catalog.->>) 'series',
        '". ', CASE WHEN parameters OPERATOR(pg_catalog.->>) 'cohorts' OPERATOR(pg_catalog.=) 'true' THEN pg_catalog.concat(
            'A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. ',
            'No value is in more than 1/', parameters OPERATOR(pg_catalog.->>) 'm', ' of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in ',
            'which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/', parameters OPERATOR(pg_catalog.->>) 'm', '. ',
            'Sets of persons who are not there (counterfeits): ', parameters OPERATOR(pg_catalog.->>) 'counterfeits', '. Each person of a cohort has each of its sets as probably.')
        ELSE pg_catalog.concat('In all editions a person is in a bucket with the same set of sensitive values, at least ', parameters OPERATOR(pg_catalog.->>) 'm',
        ' of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/',
        parameters OPERATOR(pg_catalog.->>) 'm', '. ', CASE WHEN parameters OPERATOR(pg_catalog.->>) 'counterfeits' OPERATOR(pg_catalog.=) '0'
        THEN 'Every value is somebody''s.'
        ELSE pg_catalog.concat(parameters OPERATOR(pg_catalog.->>) 'counterfeits', ' of its sensitive values are nobody''s (counterfeits): ',
            CASE WHEN parameters OPERATOR(pg_catalog.->>) 'format' OPERATOR(pg_catalog.=) 'anatomy' THEN 'buckets have so many more of them than rows.'
                 ELSE 'their rows are null but in the sensitive column.' END,
            ' Each person of a bucket has each of its values as probably.') END) END)
    WHERE parameters OPERATOR(pg_catalog.?) 'counterfeits'
$$;
COMMENT ON FUNCTION microdata.edition_sentence IS 'what readers of an edition with these parameters have to know of its series, as sentences';

CREATE FUNCTION microdata.reading_sentence(reading text) -- Reading of an attribute, as microdata.reading returns it.
    RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE reading
        WHEN 'value' THEN 'Each value is one that a person has.'
        WHEN 'range' THEN 'A range stands for one value in it, and a missing upper bound for NULL as well.'
        WHEN 'set' THEN 'A set in braces stands for one of its values, and * for any value.'
        WHEN 'label' THEN 'A label stands for one of the values under it, and * for any value.'
        WHEN 'multiset' THEN 'The values of all persons of the class stand together, each with the number of persons who have it.'
        END
$$;
COMMENT ON FUNCTION microdata.reading_sentence IS 'how published values are to be read, as a sentence';

CREATE FUNCTION microdata.column_sentence(
    role text,       -- Role of the attribute.
    attribute name,  -- Name of an attribute.
    partners name[], -- Attributes of the same group.
    others integer   -- Number of attributes of other groups.
) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE role
        WHEN 'bucket' THEN 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.'
        WHEN 'member' THEN 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.'
        WHEN 'count' THEN 'In how many rows of the bucket the value occurs.'
        WHEN 'weight' THEN 'How many rows the combination stands for: sum it to estimate a count.'
        ELSE pg_catalog.concat(pg_catalog.upper(pg_catalog."left"(role, 1)), pg_catalog.substr(role, 2), CASE role WHEN 'sensitive' THEN ' attribute' END,
            CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to no other attribute.'
                 WHEN others OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to all other attributes.'
                 ELSE ', linked within a row only to ' || pg_catalog.array_to_string(partners[1:20], ', ')
                     || CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.>) 20 THEN ', and ' || (pg_catalog.cardinality(partners) OPERATOR(pg_catalog.-) 20) || ' more' ELSE '' END || '.' END)
        END
$$;
COMMENT ON FUNCTION microdata.column_sentence IS 'what a column of a release is, as a sentence';

CREATE FUNCTION microdata.left_out_sentence(
    published_rows bigint,  -- Number of published rows.
    suppressed_rows bigint  -- Number of suppressed rows.
) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.format('%s of %s rows of the source are left out: counts are of what is published.',
                             suppressed_rows, suppressed_rows::pg_catalog.numeric OPERATOR(pg_catalog.+) published_rows)
    WHERE suppressed_rows > 0
$$;
COMMENT ON FUNCTION microdata.left_out_sentence IS 'what readers have to know of rows that are left out, as a sentence; null where none are';

CREATE FUNCTION microdata.may_read_release(relations regclass[]) -- Relations of a release.
    RETURNS boolean LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM pg_catalog.unnest(relations) u (relation)
        WHERE pg_catalog.has_any_column_privilege(u.relation::pg_catalog.oid, 'SELECT'))
$$;
COMMENT ON FUNCTION microdata.may_read_release IS 'whether you may read one of the relations of a release';

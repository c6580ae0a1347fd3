-- Releases, as each role may see them.

-- No condition that a reader adds to a view is evaluated before the view's own, or is looked up in an index that has others' rows:
-- EXPLAIN ANALYZE counts the rows that each step reads. So OFFSET 0 stands where a row is known to be visible: PostgreSQL
-- moves no condition across it. Rows that belong to a visible row are looked up by its key (LATERAL, or a subquery), never joined with all.

CREATE FUNCTION microdata.sees_all_of_release(
    relations regclass[], -- Relations of a release.
    source regclass       -- Source of the release. NULL: none any more.
) RETURNS boolean LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_sees_all_of_release';
COMMENT ON FUNCTION microdata.sees_all_of_release
    IS 'true if the caller sees all that is recorded of a release, as a member of its owner or its source''s owner; false for other roles that may read it; null otherwise';

CREATE FUNCTION microdata.public_parameters(parameters jsonb) -- Parameters of a release, as microdata.releases has them.
    RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'k_scope', 'privacy', 'method', 'algorithm', 'recoding', 'strict', 'cuts', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'harmless', 'hierarchies', 'levels', 'attributes', 'rules', 'parts',
        'format', 'bucket_column', 'member_column', 'person_column', 'weight_column', 'count_column', 'person_columns', 'persons', 'suppressed_persons', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered', 'series', 'edition', 'm', 'counterfeits', 'valueless', 'cohorts'])
$$;
COMMENT ON FUNCTION microdata.public_parameters IS 'returns the parameters of a release that every reader may know';

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
COMMENT ON VIEW microdata.releases IS 'releases that you can read, with all details of those that you own';
COMMENT ON COLUMN microdata.releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.releases.method IS 'slicing, bucketization, generalization, gnf or fragmentation';
COMMENT ON COLUMN microdata.releases.source IS 'source of the release; null after it is dropped, and for readers';
COMMENT ON COLUMN microdata.releases.relations IS 'tables and views of the release';
COMMENT ON COLUMN microdata.releases.parameters IS 'arguments of the call, and facts about the result; readers see fewer';
COMMENT ON COLUMN microdata.releases.created_at IS 'time at which it was made';
COMMENT ON COLUMN microdata.releases.created_by IS 'role that made it; null for readers';
COMMENT ON COLUMN microdata.releases.source_rows IS 'number of rows of the source at that time; null for readers';
COMMENT ON COLUMN microdata.releases.published_rows IS 'number of published rows';
COMMENT ON COLUMN microdata.releases.suppressed_rows IS 'number of rows of the source that are not published';
COMMENT ON COLUMN microdata.releases.buckets IS 'number of buckets or equivalence classes';
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
COMMENT ON VIEW microdata.release_columns IS 'attributes of the releases in microdata.releases';
COMMENT ON COLUMN microdata.release_columns.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.release_columns.relation IS 'table or view of the release';
COMMENT ON COLUMN microdata.release_columns.column_no IS 'number of the group: attributes with the same number are linked';
COMMENT ON COLUMN microdata.release_columns.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.release_columns.role IS 'quasi-identifier, sensitive or insensitive';
COMMENT ON COLUMN microdata.release_columns.generalized IS 'true if its values are generalized';
COMMENT ON COLUMN microdata.release_columns.reading IS 'kind of its published values: value, range, set, label or multiset';
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
COMMENT ON VIEW microdata.ledger IS 'all releases that were ever made of your sources, or about people in your tables';
COMMENT ON COLUMN microdata.ledger.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.ledger.method IS 'method of the release';
COMMENT ON COLUMN microdata.ledger.source IS 'source of the release; null after it is gone';
COMMENT ON COLUMN microdata.ledger.source_name IS 'name of the source when the release was made';
COMMENT ON COLUMN microdata.ledger.source_number IS 'OID of the source when the release was made';
COMMENT ON COLUMN microdata.ledger.about IS 'tables with rows about the same people';
COMMENT ON COLUMN microdata.ledger.relations IS 'names of the relations of the release when it was made';
COMMENT ON COLUMN microdata.ledger.attributes IS 'published attributes of the source';
COMMENT ON COLUMN microdata.ledger.parameters IS 'arguments of the call, and facts about the result';
COMMENT ON COLUMN microdata.ledger.source_rows IS 'number of rows of the source at that time';
COMMENT ON COLUMN microdata.ledger.published_rows IS 'number of published rows';
COMMENT ON COLUMN microdata.ledger.created_at IS 'time at which it was made';
COMMENT ON COLUMN microdata.ledger.created_by IS 'role that made it';
COMMENT ON COLUMN microdata.ledger.readers IS 'other roles that could ever read it, or a view on it; public is everybody, or unknown';
COMMENT ON COLUMN microdata.ledger.ended IS 'dropped or replaced; null while it exists';
COMMENT ON COLUMN microdata.ledger.ended_at IS 'time at which it was dropped or replaced';
COMMENT ON COLUMN microdata.ledger.ended_by IS 'role that dropped or replaced it';
GRANT SELECT ON microdata.ledger TO PUBLIC;

CREATE VIEW microdata.forgotten_releases WITH (security_barrier) AS
    SELECT f.release_id, f.method, f.source_name, f.created_at, f.forgotten_at, f.forgotten_by, f.reason
    FROM (SELECT r.* FROM microdata.forgotten_release_record r WHERE microdata.may_see_ledger(NULL, r.source_owner) OFFSET 0) f;
COMMENT ON VIEW microdata.forgotten_releases IS 'releases that were removed from the ledger';
COMMENT ON COLUMN microdata.forgotten_releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.forgotten_releases.method IS 'method of the release';
COMMENT ON COLUMN microdata.forgotten_releases.source_name IS 'name of its source when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.created_at IS 'time at which it was made';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_at IS 'time at which it was removed';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_by IS 'role that removed it';
COMMENT ON COLUMN microdata.forgotten_releases.reason IS 'reason that this role gave';
GRANT SELECT ON microdata.forgotten_releases TO PUBLIC;

-- Verification and description.

CREATE FUNCTION @extschema@.verify_release(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (
    requirement text, -- Name of the finding.
    bound float8,     -- Bound that the release must keep. NULL: it is only measured.
    achieved float8,  -- Figure of the release.
    holds boolean,    -- True if the bound is kept. NULL: it cannot be decided.
    worst_case jsonb  -- Evidence, such as the worst bucket, or the reason for NULL.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_verify_release';
COMMENT ON FUNCTION @extschema@.verify_release(regclass) IS 'recomputes the guarantees of a release from its rows and those of its source';

CREATE FUNCTION @extschema@.disclosure(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (
    tuples bigint,               -- Number of tuples of the source that match a bucket.
    max_probability float8,      -- Largest probability of a tuple's likeliest sensitive value.
    mean_probability float8,     -- Mean of these probabilities.
    l_achieved float8,           -- Value of 1 / max_probability.
    max_paper_probability float8 -- Largest p(t, s) of the slicing paper. NULL: generalized release.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';
COMMENT ON FUNCTION @extschema@.disclosure(regclass) IS 'returns the probabilities with which a release discloses sensitive values';

CREATE FUNCTION @extschema@.matching_buckets(
    release regclass,  -- Release, or one of its relations.
    tuple jsonb        -- Values of quasi-identifiers, by attribute; others are unknown.
) RETURNS TABLE (
    bucket integer,               -- Number of the bucket. NULL: it is too large for an integer.
    matching_degree float8,       -- Degree f(t, B) to which the tuple matches the bucket.
    probability float8,           -- Probability that the person is in the bucket, for an attacker who counts rows.
    sensitive_distribution jsonb, -- Distribution D(t, B) of the sensitive values.
    paper_probability float8,     -- Probability p(t, B) of the slicing paper.
    bucket_number bigint          -- Number of the bucket, also if it is too large for an integer.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb) IS 'returns the buckets in which a person with these quasi-identifiers can be';

CREATE FUNCTION microdata.membership_likelihood(
    release regclass,  -- Release, or one of its relations.
    tuple jsonb        -- Values of quasi-identifiers, by attribute.
) RETURNS float8 LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_membership_likelihood';
COMMENT ON FUNCTION microdata.membership_likelihood IS 'returns how likely a person is in a fragmented release, for an attacker who joins the fragments';

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
    SELECT jsonb_agg(e.value - '{relation,comment}'::text[] || jsonb_build_object('name', c.relname, 'columns', (
               SELECT jsonb_agg(d.value - 'column_no' || CASE WHEN d.value ->> 'reading' = 'label' AND e.value ->> 'kind' <> 'view'
                                THEN jsonb_build_object('labels', microdata.label_meanings(c.oid, d.value ->> 'name')) ELSE '{}' END ORDER BY d.position)
               FROM jsonb_array_elements(e.value -> 'columns') WITH ORDINALITY d (value, position))) ORDER BY e.position) INTO relations
    FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position)
    JOIN pg_class c ON c.oid = (e.value ->> 'relation')::oid;
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', made.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', made.parameters -> 'l', 'k', made.parameters -> 'k',
                                        'models', made.parameters -> 'privacy',
                                        'meaning', NULLIF(facts ->> 'guarantee', '')),
        'rows', made.published_rows, 'suppressed_rows', NULLIF(made.suppressed_rows, 0),
        'left_out', NULLIF(facts ->> 'left_out', ''), 'buckets', made.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(made.parameters), 'relations', relations);
END
$$;
COMMENT ON FUNCTION @extschema@.release_description(regclass) IS 'returns a data dictionary of a release, which register_release() accepts';

-- Descriptions of releases, as comments and as JSON.

CREATE FUNCTION microdata.visible_release(release_id bigint) -- Number of a release.
    RETURNS SETOF microdata.releases LANGUAGE c STABLE ROWS 1 AS 'MODULE_PATHNAME', 'pg_microdata_visible_release';
COMMENT ON FUNCTION microdata.visible_release IS 'the row that microdata.releases has of a release, found by an index';

CREATE FUNCTION microdata.release_facts(release regclass) -- Release, or one of its relations.
    RETURNS jsonb LANGUAGE c STABLE STRICT SET search_path = pg_catalog, pg_temp AS 'MODULE_PATHNAME', 'pg_microdata_release_facts';
COMMENT ON FUNCTION microdata.release_facts IS 'the release that a relation belongs to, its relations and columns, and what is said of them';

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
        release.relations := ARRAY(SELECT (e.value ->> 'relation')::oid::regclass
                                   FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position) ORDER BY e.position);
    END IF;
    RETURN release;
END
$$;
COMMENT ON FUNCTION microdata.release_in IS 'the release that release_facts() tells of, as far as you may see it; its relations are views where a view of a series was asked for';

CREATE FUNCTION microdata.label_meanings(
    release regclass,  -- Release, or one of its relations.
    attribute name     -- Attribute with labels.
) RETURNS jsonb LANGUAGE c STABLE STRICT SET search_path = pg_catalog, pg_temp AS 'MODULE_PATHNAME', 'pg_microdata_label_meanings';
COMMENT ON FUNCTION microdata.label_meanings IS 'what the labels that an attribute of a release shows stand for';

CREATE FUNCTION microdata.comment_release(release regclass) -- Release, or one of its relations.
    RETURNS void LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_comment_release';
COMMENT ON FUNCTION microdata.comment_release IS 'says in comments on a release and its columns how it was made, what it guarantees and how it is read';

CREATE FUNCTION microdata.uncomment_release(release regclass) -- Release, or one of its relations.
    RETURNS void LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_uncomment_release';
COMMENT ON FUNCTION microdata.uncomment_release IS 'takes the comments off a release that readers are not shown: comments are for everybody';

CREATE FUNCTION microdata.may_read_release(relations regclass[]) -- Relations of a release.
    RETURNS boolean LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM pg_catalog.unnest(relations) u (relation)
        WHERE pg_catalog.has_any_column_privilege(u.relation::pg_catalog.oid, 'SELECT'))
$$;
COMMENT ON FUNCTION microdata.may_read_release IS 'whether you may read one of the relations of a release';

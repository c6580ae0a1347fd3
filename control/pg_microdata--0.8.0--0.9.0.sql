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

CALL microdata.succeed_functions('0.8.0');

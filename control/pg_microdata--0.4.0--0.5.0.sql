\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.5.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here.
SET LOCAL search_path = pg_catalog, pg_temp;

-- The schema of what the scripts before have made.

-- The catalog.

-- Hierarchies.

-- Safe by default: every bucket is l-diverse by itself, and bucketization groups persons who are alike. How regions are cut
-- is an argument.

DROP FUNCTION @extschema@.slice_table(
    regclass, integer, float8, text[], text[], text[], text[], integer, integer, text, text, text,
    text, integer, boolean, text, boolean, float8, @extschema@.privacy_model[], bigint, text[], text);
CREATE FUNCTION @extschema@.slice_table(
    source regclass,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
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
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, text[], text[], text[], text[], integer, integer, text, text, text,
    text, integer, boolean, text, boolean, float8, @extschema@.privacy_model[], bigint, text[], text, text)
    IS 'publishes a table sliced, so that no sensitive value is told with a probability above 1/l';

DROP FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, text[], text[], text[], text[], integer, text, text, text, text,
    integer, float8, @extschema@.privacy_model[], bigint, text[]);
CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
    sensitive_column_size integer = NULL,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, sliced anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, text[], text[], text[], text[], integer, text, text, text, text,
    integer, float8, @extschema@.privacy_model[], bigint, text[], text)
    IS 'the rows that slice_table would publish, for a materialized view';

DROP FUNCTION @extschema@.bucketize_table(
    regclass, float8, text[], text[], text[], text, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text, text, text);
CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'mondrian',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count',
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, text[], text[], text[], text, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text, text, text, text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

DROP FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, text[], text[], text[], text, float8, @extschema@.privacy_model[], bigint,
    text[]);
CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'mondrian',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, text[], text[], text[], text, float8, @extschema@.privacy_model[], bigint,
    text[], text)
    IS 'the rows that bucketize_table would publish, for a materialized view';

DROP FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, text[], text[], text[], text, jsonb, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[]);
CREATE FUNCTION @extschema@.generalize_table(
    source regclass,
    k integer,
    l float8 = NULL,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    recoding text = 'mondrian',
    hierarchies jsonb = NULL,
    "grouping" text = 'strict',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, text[], text[], text[], text, jsonb, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows share them';

-- What a release tells: who counts rows weighs buckets otherwise than the slicing paper does, whose figures stay beside them.

DROP FUNCTION @extschema@.disclosure(regclass);
CREATE FUNCTION @extschema@.disclosure(relation regclass)
    RETURNS TABLE (tuples bigint, max_probability float8, mean_probability float8,
                   l_achieved float8, max_paper_probability float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';
COMMENT ON FUNCTION @extschema@.disclosure(regclass)
    IS 'how well a release lets an adversary guess sensitive values';

DROP FUNCTION @extschema@.matching_buckets(regclass, jsonb);
CREATE FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb)
    RETURNS TABLE (bucket integer, matching_degree float8, probability float8,
                   sensitive_distribution jsonb, paper_probability float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb)
    IS 'the buckets in which somebody with these quasi-identifier values may be';

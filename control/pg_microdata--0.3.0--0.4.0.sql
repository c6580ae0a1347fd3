\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.4.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Versatile publishing.

CREATE FUNCTION @extschema@.gnf_decompose(
    source regclass,
    l float8,
    rules text[] = NULL,
    algorithm text = 'uad',
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    bucket_column text = 'bucket')
    RETURNS TABLE (part integer, relation regclass, attributes name[], enforced_rule text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_decompose';
COMMENT ON FUNCTION @extschema@.gnf_decompose(regclass, float8, text[], text, text[], text[], text[], text, boolean, float8, @extschema@.privacy_model[], bigint, text)
    IS 'publishes a table as several that are in Guardian Normal Form for privacy rules';

CREATE FUNCTION @extschema@.gnf_plan(
    source regclass,
    l float8,
    rules text[] = NULL,
    algorithm text = 'uad',
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL)
    RETURNS TABLE (part integer, attributes name[], enforced_rule text, kl_divergence float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_plan';
COMMENT ON FUNCTION @extschema@.gnf_plan(regclass, float8, text[], text, text[], text[], text[], float8, @extschema@.privacy_model[])
    IS 'the tables that gnf_decompose() would publish, and how far they are from the source';

CREATE FUNCTION @extschema@.kl_divergence(relation regclass) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_kl_divergence';
COMMENT ON FUNCTION @extschema@.kl_divergence(regclass)
    IS 'how far the distribution that a release by gnf_decompose() implies is from that of its source, in nats';

-- Fragmentation.

CREATE FUNCTION @extschema@.fragment_table(
    source regclass,
    k integer,
    class name,
    fragments integer = 2,
    method text = 'dependency-graph',
    delta float8 = 0.5,
    l float8 = NULL,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL)
    RETURNS TABLE (fragment integer, relation regclass, attributes name[])
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_table';
COMMENT ON FUNCTION @extschema@.fragment_table(regclass, integer, name, integer, text, float8, float8, text[], text[], text[], text, boolean, float8, @extschema@.privacy_model[], bigint, text[])
    IS 'publishes a table of many attributes as fragments that share the class alone, each k-anonymous, and so their joins';

CREATE FUNCTION @extschema@.fragment_plan(
    source regclass,
    class name,
    fragments integer = 2,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    quasi_identifiers text[] = NULL)
    RETURNS TABLE (fragment integer, attributes name[], relevance float8, redundancy float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_plan';
COMMENT ON FUNCTION @extschema@.fragment_plan(regclass, name, integer, text[], text[], text[], text[])
    IS 'the fragments that fragment_table() would publish';

-- Counts estimated from releases.

CREATE FUNCTION @extschema@.estimate_count(relation regclass, predicate jsonb) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_estimate_count';
COMMENT ON FUNCTION @extschema@.estimate_count(regclass, jsonb)
    IS 'how many persons satisfy a predicate, estimated from what was published alone';

CREATE FUNCTION @extschema@.relative_error(
    relation regclass,
    query_dimension integer = 3,
    selectivity float8 = 0.4,
    queries integer = 1000,
    seed bigint = NULL)
    RETURNS TABLE (queries integer, mean float8, median float8, p95 float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_relative_error';
COMMENT ON FUNCTION @extschema@.relative_error(regclass, integer, float8, integer, bigint)
    IS 'how far counts estimated from a release are from those of its source, over random queries';

-- Fragmentation: reading.

CREATE FUNCTION @extschema@.membership_likelihood(relation regclass, tuple jsonb) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_membership_likelihood';
COMMENT ON FUNCTION @extschema@.membership_likelihood(regclass, jsonb)
    IS 'how likely a person is among those of a release by fragment_table(), to who joins its fragments';

CREATE FUNCTION @extschema@.information_loss(relation regclass) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';
COMMENT ON FUNCTION @extschema@.information_loss(regclass)
    IS 'how wide the values of a release by fragment_table() or generalize_table() are, by their domains: 0 to 1';

-- Looking at releases of every method.

COMMENT ON COLUMN microdata.releases.method
    IS 'how it was made: slicing, bucketization, generalization, gnf or fragmentation';

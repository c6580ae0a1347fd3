\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.4.0'" to load this file. \quit

-- Versatile publishing.

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

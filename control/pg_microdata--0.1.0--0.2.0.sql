\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.2.0'" to load this file. \quit

-- Privacy models.

COMMENT ON TYPE @extschema@.privacy_model
    IS 'a requirement on every group of a release; made by constructors such as k_anonymity()';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'every group has at least k rows';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'the sensitive values of every group are l-diverse: frequency, distinct, entropy or recursive';

CREATE FUNCTION @extschema@.alpha_k_anonymity(alpha float8, k integer, value text = NULL)
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_alpha_k_anonymity';
COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(float8, integer, text)
    IS 'every group has at least k rows, and no sensitive value, or not the one given, a share above alpha';

CREATE FUNCTION @extschema@.t_closeness(t float8, distance text = 'equal')
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_t_closeness';
COMMENT ON FUNCTION @extschema@.t_closeness(float8, text)
    IS 'every group''s sensitive values are distributed as the table''s, up to an earth mover''s distance of t: equal, ordered or hierarchical';

CREATE FUNCTION @extschema@.delta_disclosure(delta float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_delta_disclosure';
COMMENT ON FUNCTION @extschema@.delta_disclosure(float8)
    IS 'the logarithm of a sensitive value''s share in a group to that in the table stays below delta';

CREATE FUNCTION @extschema@.beta_likeness(beta float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_beta_likeness';
COMMENT ON FUNCTION @extschema@.beta_likeness(float8)
    IS 'no sensitive value''s share in a group exceeds that in the table by more than beta times that';

CREATE FUNCTION @extschema@.rho_breach(rho1 float8, rho2 float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_rho_breach';
COMMENT ON FUNCTION @extschema@.rho_breach(float8, float8)
    IS 'no sensitive value with a share of at most rho1 in the table has one above rho2 in a group';

CREATE FUNCTION @extschema@.belief_distance(b float8, distance text = 'total-variation')
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_belief_distance';
COMMENT ON FUNCTION @extschema@.belief_distance(float8, text)
    IS 'what a group tells of its sensitive values is at most b from what the table tells: total-variation, kullback-leibler or jensen-shannon';

-- Hierarchies.

-- Bucketization.

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'anatomy',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, text[], text[], text[], text, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text, text, text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'anatomy',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL) RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, text[], text[], text[], text, float8, @extschema@.privacy_model[], bigint,
    text[])
    IS 'the rows that bucketize_table would publish, for a materialized view';

-- Generalization.

\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.11.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.10.0', '{
    slice_table,
    bucketize_table,
    generalize_table
}');

-- Regions: a table that is too large to be published at once is published part by part.

CREATE FUNCTION @extschema@.plan_regions(
    source regclass,
    regions integer = NULL,
    l float8 = NULL,
    k integer = 1,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    columns integer = NULL,
    groups @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    discretization text = 'equal-width',
    intervals integer = 10,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible') RETURNS jsonb
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_plan_regions';
COMMENT ON FUNCTION @extschema@.plan_regions(
    regclass, integer, float8, integer, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer,
    @extschema@.text_list, integer, text, integer, @extschema@.privacy_model[], bigint, @extschema@.text_list, text)
    IS 'plans regions, by values of quasi-identifiers, in which a table can be published one after the other';

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
    inference float8 = NULL,
    regions integer = NULL,
    only_partitions regclass[] = NULL,
    target_like text = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, integer, text, text, text, text, integer, boolean, text, boolean, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, @extschema@.text_list, integer,
    text, float8,
    integer, regclass[], text)
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
    inference float8 = NULL,
    regions integer = NULL,
    only_partitions regclass[] = NULL,
    target_like text = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, text, text,
    boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, text, text,
    @extschema@.text_list, integer, float8,
    integer, regclass[], text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.generalize_table(
    source regclass,
    k integer,
    l float8 = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    recoding text = 'mondrian',
    hierarchies jsonb = NULL,
    "grouping" text = 'strict',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL,
    rows_per_person integer = NULL,
    loss text = 'width',
    regions integer = NULL,
    only_partitions regclass[] = NULL,
    target_like text = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text,
    jsonb, text, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text,
    @extschema@.text_list, integer, text,
    integer, regclass[], text)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows, or persons, share them';

-- What takes more than pg_microdata.memory_limit is not begun, and said.
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
BEGIN
    FOREACH audit IN ARRAY audits LOOP
        EXIT WHEN clock_timestamp() >= until;
        called := microdata.function_of_extension(audit);
        IF called.oid IS NULL THEN
            RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
        END IF;
        BEGIN
            EXECUTE format('SELECT jsonb_agg(a) FROM %s.%I(%s) a', called.pronamespace::regnamespace, called.proname,
                           substr(microdata.argument_list(called, arguments), 3))
                INTO rows USING arguments;
            results := results || jsonb_build_object(audit, COALESCE(rows, '[]'));
        EXCEPTION
            -- The audit does not suit the release, or there is too much of it.
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_object
                 OR program_limit_exceeded OR out_of_memory THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
        END;
        PERFORM microdata.step_progress();
    END LOOP;
    RETURN results;
END
$$;

-- What servers make of one region of a distributed table: its rows stand, alone, in a table there.

CREATE FUNCTION microdata.slice_region(
    shard oid,
    region integer,
    plan jsonb,
    number_key text,
    columns integer,
    l float8,
    sensitive @extschema@.text_list,
    identifiers @extschema@.text_list,
    insensitive @extschema@.text_list,
    quasi_identifiers @extschema@.text_list,
    groups @extschema@.text_list,
    sensitive_column_size integer,
    k integer,
    "grouping" text,
    diversity_check text,
    infeasible text,
    discretization text,
    intervals integer,
    suppress float8,
    privacy @extschema@.privacy_model[],
    seed bigint,
    cuts text,
    cuts_by text) RETURNS SETOF record
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_region';
COMMENT ON FUNCTION microdata.slice_region(
    oid, integer, jsonb, text, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, integer, integer, text, text, text, text, integer, float8,
    @extschema@.privacy_model[], bigint, text, text)
    IS 'slices one region of a distributed table, which a table has alone; called by slice_table() where the rows are';

CALL microdata.succeed_functions('0.10.0');

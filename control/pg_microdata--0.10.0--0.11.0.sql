\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.11.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- For this script and those after it: functions that were set aside and get further arguments, at the end, are otherwise as they were.

CREATE PROCEDURE microdata.add_arguments(version text, functions name[], arguments text)
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    old record;
    successor text;
BEGIN
    FOR old IN
        SELECT p.oid, e.extnamespace::regnamespace AS schema, f.name, pg_get_functiondef(p.oid) AS definition
        FROM unnest(functions) f (name)
        JOIN pg_proc p ON p.proname = f.name || '_' || translate(version, '.', '_') AND p.pronamespace = 'microdata'::regnamespace
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata'
    LOOP
        EXECUTE format('CREATE FUNCTION %s.%I(%s, %s)%s', old.schema, old.name, pg_get_function_arguments(old.oid), arguments,
            substr(old.definition, strpos(old.definition, E'\n RETURNS ')));
        SELECT p.oid::regprocedure INTO STRICT successor
        FROM pg_proc p
        WHERE p.pronamespace = old.schema AND p.proname = old.name;
        EXECUTE format('COMMENT ON FUNCTION %s IS %L', successor, obj_description(old.oid, 'pg_proc'));
    END LOOP;
END
$$;
COMMENT ON PROCEDURE microdata.add_arguments(text, name[], text)
    IS 'makes the successors of functions that were set aside in an update of the extension, with further arguments';
REVOKE ALL ON PROCEDURE microdata.add_arguments(text, name[], text) FROM PUBLIC;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.10.0', '{
    slice_table,
    bucketize_table,
    generalize_table,
    matching_buckets,
    publish_series
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

-- Of the largest releases, numbers of buckets are bigint.
CREATE FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb)
    RETURNS TABLE (bucket integer, matching_degree float8, probability float8,
                   sensitive_distribution jsonb, paper_probability float8, bucket_number bigint)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb)
    IS 'the buckets in which somebody with these quasi-identifier values may be';

CALL microdata.add_arguments('0.10.0', '{publish_series}', 'only_partitions regclass[] = NULL');

CALL microdata.add_arguments('0.10.0', '{slice_table, bucketize_table, generalize_table}',
    'regions integer = NULL, only_partitions regclass[] = NULL, target_like text = NULL');

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

CREATE FUNCTION microdata.bucketize_region(
    shard oid,
    region integer,
    plan jsonb,
    number_key text,
    l float8,
    sensitive @extschema@.text_list,
    identifiers @extschema@.text_list,
    insensitive @extschema@.text_list,
    quasi_identifiers @extschema@.text_list,
    method text,
    suppress float8,
    privacy @extschema@.privacy_model[],
    seed bigint,
    cuts text) RETURNS SETOF record
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_region';
COMMENT ON FUNCTION microdata.bucketize_region(
    oid, integer, jsonb, text, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, float8, @extschema@.privacy_model[], bigint, text)
    IS 'bucketizes one region of a distributed table, which a table has alone; called by bucketize_table() where the rows are';

CREATE FUNCTION microdata.generalize_region(
    shard oid,
    region integer,
    plan jsonb,
    number_key text,
    k integer,
    l float8,
    sensitive @extschema@.text_list,
    identifiers @extschema@.text_list,
    insensitive @extschema@.text_list,
    quasi_identifiers @extschema@.text_list,
    recoding text,
    "grouping" text,
    suppress float8,
    privacy @extschema@.privacy_model[],
    seed bigint,
    cuts text,
    loss text) RETURNS SETOF record
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_region';
COMMENT ON FUNCTION microdata.generalize_region(
    oid, integer, jsonb, text, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, text, float8, @extschema@.privacy_model[], bigint, text, text)
    IS 'generalizes one region of a distributed table, which a table has alone; called by generalize_table() where the rows are';

COMMENT ON COLUMN microdata.progress.phases_done
    IS 'phases, steps of a command that calls others, or regions of one that goes by them, that are behind it; null where they are not counted';

-- What servers find in one region of a distributed release: its rows and its source's stand, alone, in tables there.

CREATE FUNCTION microdata.inspect_region(
    question text,
    released oid[],
    source oid,
    mark text,
    region integer,
    plan jsonb,
    release jsonb) RETURNS jsonb
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_inspect_region';
COMMENT ON FUNCTION microdata.inspect_region(text, oid[], oid, text, integer, jsonb, jsonb)
    IS 'verifies one region of a distributed release, which tables have alone; called by verify_release() and disclosure() where the rows are';

-- What servers answer estimates and audits of one region of a distributed release, or of some; as bytes that servers of one version understand.

CREATE FUNCTION microdata.audit_region(
    question text,
    known bytea,
    request bytea,
    released oid[],
    source oid,
    outsiders oid,
    region integer,
    mark text) RETURNS bytea
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_region';
COMMENT ON FUNCTION microdata.audit_region(text, bytea, bytea, oid[], oid, oid, integer, text)
    IS 'estimates from one region of a distributed release, or attacks it, which tables have alone; called by estimate() and the audits where the rows are';

-- What servers estimate from one shard of a distributed release, which has whole buckets.

CREATE FUNCTION microdata.count_in_shard(shard oid, release jsonb, predicate jsonb) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_count_in_shard';
COMMENT ON FUNCTION microdata.count_in_shard(oid, jsonb, jsonb)
    IS 'estimates a count from one shard of a distributed release; called by estimate_count() where the rows are';

CALL microdata.succeed_functions('0.10.0');

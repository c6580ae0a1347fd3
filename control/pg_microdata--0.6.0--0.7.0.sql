\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.7.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Persons with several rows.

-- The attributes that tell persons apart have a role of their own. Attributes of persons have any, or none that was declared.
ALTER TABLE microdata.role_record
    DROP CONSTRAINT role_record_role_check,
    ALTER role DROP NOT NULL,
    ADD of_person boolean NOT NULL DEFAULT false;
ALTER TABLE microdata.role_record
    ADD CONSTRAINT role_record_role_check CHECK (role OPERATOR(pg_catalog.=) ANY (
        '{identifier,quasi-identifier,sensitive,insensitive,subject}'::pg_catalog.text[])),
    ADD CONSTRAINT role_record_check CHECK (role IS NOT NULL OR of_person);

-- A subject that loses a column is not the one that was declared.
ALTER TABLE microdata.declared_source_record ADD subject_size integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN microdata.declared_source_record.subject_size IS 'of how many attributes its subject was declared to consist';

CREATE OR REPLACE VIEW microdata.roles WITH (security_barrier) AS
    SELECT r.source, a.attname AS attribute, r.role, r.of_person
    FROM microdata.role_record r
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid
     AND a.attnum OPERATOR(pg_catalog.=) r.attnum
     AND a.attname OPERATOR(pg_catalog.=) r.attribute
    WHERE NOT a.attisdropped AND pg_catalog.has_table_privilege(r.source::pg_catalog.oid, 'SELECT');
COMMENT ON COLUMN microdata.roles.role
    IS 'its role: identifier, quasi-identifier, sensitive, insensitive, or subject; null where none is declared';
COMMENT ON COLUMN microdata.roles.of_person IS 'whether all rows of a person have the same value of it';

-- A release knows the attributes that tell its persons apart by their numbers, which renames leave alone, and is dumped with the names
-- that its parameters have: a row that comes in is given the numbers that these names have here.
ALTER TABLE microdata.release_record ADD subject_attnums smallint[];
COMMENT ON COLUMN microdata.release_record.subject_attnums IS 'numbers of the source''s attributes that parameters -> ''subject'' names';

CREATE FUNCTION microdata.resolve_release() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.subject_attnums := (
        SELECT pg_catalog.array_agg(microdata.attribute_number(NEW.source, u.attribute::name) ORDER BY u.position)
        FROM pg_catalog.jsonb_array_elements_text(NEW.parameters OPERATOR(pg_catalog.->) 'subject') WITH ORDINALITY u (attribute, position));
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION microdata.resolve_release() IS 'gives a release the numbers of the attributes of its subject';
CREATE TRIGGER resolve_release BEFORE INSERT ON microdata.release_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release();
COMMENT ON TRIGGER resolve_release ON microdata.release_record
    IS 'gives the row the numbers of the attributes of its subject';
ALTER TABLE microdata.release_record ENABLE ALWAYS TRIGGER resolve_release;

-- What a release has lost, for whoever verifies it.
ALTER TABLE microdata.release_record ADD dropped_attributes name[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN microdata.release_record.dropped_attributes IS 'published attributes whose columns were dropped since, from tables that are still there';

-- Functions whose arguments change make room for their successors.
DO $$
DECLARE
    old pg_catalog.regprocedure;
BEGIN
    FOR old IN
        SELECT p.oid
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata'
          AND p.proname IN ('declare_roles', 'slice_table', 'slice_rows', 'bucketize_table', 'bucketize_rows',
                            'generalize_table', 'gnf_decompose', 'gnf_plan', 'fragment_table')
    LOOP
        EXECUTE pg_catalog.format('ALTER FUNCTION %s SET SCHEMA microdata', old);
        EXECUTE pg_catalog.format('ALTER FUNCTION %s RENAME TO %I', old,
            (SELECT p.proname || '_0_6_0' FROM pg_catalog.pg_proc p WHERE p.oid = old));
    END LOOP;
END
$$;

-- Roles.

CREATE FUNCTION @extschema@.declare_roles(
    source regclass,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL,
    person_attributes @extschema@.text_list = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_roles';
COMMENT ON FUNCTION @extschema@.declare_roles(
    regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list)
    IS 'declares the roles of a table''s attributes for every later call';

-- Slicing.

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
    rows_per_person integer = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, integer, text, text, text, text, integer, boolean, text, boolean, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, @extschema@.text_list, integer)
    IS 'publishes a table sliced, so that no sensitive value can be inferred with a probability above 1/l';

CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,
    columns integer,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    groups @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL) RETURNS TABLE (bucket integer, sliced anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, text, text, text, text, integer, float8, @extschema@.privacy_model[],
    bigint, @extschema@.text_list, text, @extschema@.text_list)
    IS 'the rows that slice_table would publish, for a materialized view';

-- Bucketization.

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
    rows_per_person integer = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, text, text,
    boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, text, text,
    @extschema@.text_list, integer)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    method text = 'mondrian',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL) RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, @extschema@.text_list)
    IS 'the rows that bucketize_table would publish, for a materialized view';

-- Generalization.

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
    rows_per_person integer = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text,
    jsonb, text, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text,
    @extschema@.text_list, integer)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows, or persons, share them';

-- Versatile publishing.

CREATE FUNCTION @extschema@.gnf_decompose(
    source regclass,
    l float8,
    rules @extschema@.text_list = NULL,
    algorithm text = 'uad',
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    bucket_column text = 'bucket',
    subject @extschema@.text_list = NULL)
    RETURNS TABLE (part integer, relation regclass, attributes name[], enforced_rule text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_decompose';
COMMENT ON FUNCTION @extschema@.gnf_decompose(
    regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, boolean, float8, @extschema@.privacy_model[], bigint, text, @extschema@.text_list)
    IS 'publishes a table as several that are in Guardian Normal Form for privacy rules';

CREATE FUNCTION @extschema@.gnf_plan(
    source regclass,
    l float8,
    rules @extschema@.text_list = NULL,
    algorithm text = 'uad',
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    subject @extschema@.text_list = NULL)
    RETURNS TABLE (part integer, attributes name[], enforced_rule text, kl_divergence float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_plan';
COMMENT ON FUNCTION @extschema@.gnf_plan(
    regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, float8, @extschema@.privacy_model[], @extschema@.text_list)
    IS 'the tables that gnf_decompose() would publish, and how far they are from the source';

-- Fragmentation.

CREATE FUNCTION @extschema@.fragment_table(
    source regclass,
    k integer,
    class name,
    fragments integer = 2,
    method text = 'dependency-graph',
    delta float8 = 0.5,
    l float8 = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL)
    RETURNS TABLE (fragment integer, relation regclass, attributes name[])
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_table';
COMMENT ON FUNCTION @extschema@.fragment_table(
    regclass, integer, name, integer, text, float8, float8, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list,
    @extschema@.text_list)
    IS 'publishes a table of many attributes as fragments that share the class alone, each k-anonymous, and so their joins';

-- What adversaries get out of a release beyond what it promises.

CREATE FUNCTION @extschema@.audit_inference(
    relation regclass,
    model text = 'logistic',
    iterations integer = 8,
    seed bigint = NULL)
    RETURNS TABLE (attribute name, persons bigint, guessed_right float8, low float8, high float8, bound float8,
                   believed_above_bound float8, right_above_bound float8, believed_above_50 float8, right_above_50 float8,
                   believed_above_90 float8, right_above_90 float8, baseline float8, naive float8, calibration_error float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_inference';
COMMENT ON FUNCTION @extschema@.audit_inference(regclass, text, integer, bigint)
    IS 'how often an adversary guesses sensitive values right who knows the quasi-identifiers of all persons and learns from the release what goes with them (de Finetti''s attack)';

CREATE FUNCTION @extschema@.risk(
    source regclass,
    k integer = 5,
    population regclass = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL)
    RETURNS TABLE (model text, persons bigint, classes bigint, uniques bigint, below_k bigint, at_risk float8,
                   highest_risk float8, mean_risk float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_risk';
COMMENT ON FUNCTION @extschema@.risk(
    regclass, integer, regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list)
    IS 'how likely the persons of a table are found by their quasi-identifiers, if these were published as they are';

-- The successors get the owners and the grants that a DBA gave. A function that others depend on, as a materialized view does on
-- slice_rows(), stays as it was in the schema microdata, no longer part of the extension, so that a dump has it.
DO $$
DECLARE
    old record;
    new record;
    entry record;
BEGIN
    FOR old IN
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proname AS name, p.proowner AS owner, p.proacl AS acl
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = 'microdata'::pg_catalog.regnamespace AND p.proname LIKE '%\_0\_6\_0'
    LOOP
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proowner AS owner, p.proacl AS acl INTO STRICT new
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata' AND p.proname || '_0_6_0' = old.name;
        IF new.owner <> old.owner THEN
            EXECUTE pg_catalog.format('ALTER FUNCTION %s OWNER TO %s', new.function, old.owner::pg_catalog.regrole);
        END IF;
        IF old.acl IS NOT NULL OR new.acl IS NOT NULL THEN
            FOR entry IN
                SELECT DISTINCT a.grantee
                FROM pg_catalog.aclexplode(COALESCE((SELECT p.proacl FROM pg_catalog.pg_proc p WHERE p.oid = new.oid),
                                                    pg_catalog.acldefault('f', old.owner))) a
            LOOP
                EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM %s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END);
            END LOOP;
            FOR entry IN
                SELECT a.grantee, pg_catalog.bool_or(a.is_grantable) AS with_grant_option
                FROM pg_catalog.aclexplode(COALESCE(old.acl, pg_catalog.acldefault('f', old.owner))) a
                GROUP BY a.grantee
            LOOP
                EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION %s TO %s%s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END,
                    CASE WHEN entry.with_grant_option THEN ' WITH GRANT OPTION' END);
            END LOOP;
            -- A dump leaves out what a script of the extension has granted. Of these grants, that is what the scripts before had.
            DELETE FROM pg_catalog.pg_init_privs i
            WHERE i.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND i.objoid = new.oid;
            UPDATE pg_catalog.pg_init_privs i SET objoid = new.oid
            WHERE i.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND i.objoid = old.oid;
        END IF;
        BEGIN
            EXECUTE pg_catalog.format('DROP FUNCTION %s', old.function);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            EXECUTE pg_catalog.format('ALTER EXTENSION pg_microdata DROP FUNCTION %s', old.function);
            EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s IS %L', old.function,
                'as it was before version 0.7.0 of pg_microdata; left for what depends on it');
            -- An extension's script shows nothing below.
            RAISE WARNING 'function % is kept for what depends on it', old.function
                USING HINT = 'Make that anew with the function of the extension, then drop the old one.';
        END;
    END LOOP;
END
$$;

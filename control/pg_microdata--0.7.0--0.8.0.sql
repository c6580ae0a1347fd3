\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.8.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- For this script and those after it: functions whose arguments change make room for their successors, which get the owners and the
-- grants that a DBA gave. A function that others depend on, as a materialized view does on slice_rows(), stays as it was in the schema
-- microdata, no longer part of the extension, so that a dump has it.

CREATE PROCEDURE microdata.set_functions_aside(version text, functions name[])
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    old regprocedure;
BEGIN
    FOR old IN
        SELECT p.oid
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.proname = ANY (functions)
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET SCHEMA microdata', old);
        EXECUTE format('ALTER FUNCTION %s RENAME TO %I', old,
            (SELECT p.proname || '_' || translate(version, '.', '_') FROM pg_proc p WHERE p.oid = old));
    END LOOP;
END
$$;
COMMENT ON PROCEDURE microdata.set_functions_aside(text, name[])
    IS 'makes room for functions whose arguments change in an update of the extension';

CREATE PROCEDURE microdata.succeed_functions(version text)
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    suffix text := '_' || translate(version, '.', '_');
    old record;
    new record;
    entry record;
BEGIN
    FOR old IN
        SELECT p.oid, p.oid::regprocedure AS function, p.proname AS name, p.proowner AS owner, p.proacl AS acl
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = 'microdata'::regnamespace
          AND right(p.proname, length(suffix)) = suffix
    LOOP
        SELECT p.oid, p.oid::regprocedure AS function, p.proowner AS owner, p.proacl AS acl INTO STRICT new
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.proname || suffix = old.name;
        IF new.owner <> old.owner THEN
            EXECUTE format('ALTER FUNCTION %s OWNER TO %s', new.function, old.owner::regrole);
        END IF;
        IF old.acl IS NOT NULL OR new.acl IS NOT NULL THEN
            FOR entry IN
                SELECT DISTINCT a.grantee
                FROM aclexplode(COALESCE((SELECT p.proacl FROM pg_proc p WHERE p.oid = new.oid), acldefault('f', old.owner))) a
            LOOP
                EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::regrole::text END);
            END LOOP;
            FOR entry IN
                SELECT a.grantee, bool_or(a.is_grantable) AS with_grant_option
                FROM aclexplode(COALESCE(old.acl, acldefault('f', old.owner))) a
                GROUP BY a.grantee
            LOOP
                EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s%s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::regrole::text END,
                    CASE WHEN entry.with_grant_option THEN ' WITH GRANT OPTION' END);
            END LOOP;
            -- A dump leaves out what a script of the extension has granted. Of these grants, that is what the scripts before had.
            DELETE FROM pg_init_privs i WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = new.oid;
            UPDATE pg_init_privs i SET objoid = new.oid WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = old.oid;
        END IF;
        BEGIN
            EXECUTE format('DROP FUNCTION %s', old.function);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            EXECUTE format('ALTER EXTENSION pg_microdata DROP FUNCTION %s', old.function);
            EXECUTE format('COMMENT ON FUNCTION %s IS %L', old.function,
                format('as it was in version %s of pg_microdata; left for what depends on it', version));
            -- An extension's script shows nothing below.
            RAISE WARNING 'function % is kept for what depends on it', old.function
                USING HINT = 'Make that anew with the function of the extension, then drop the old one.';
        END;
    END LOOP;
END
$$;
COMMENT ON PROCEDURE microdata.succeed_functions(text)
    IS 'gives the successors of functions that were set aside their owners and grants, and drops them unless something depends on them';

REVOKE ALL ON PROCEDURE microdata.set_functions_aside(text, name[]), microdata.succeed_functions(text) FROM PUBLIC;

CALL microdata.set_functions_aside('0.7.0', '{
    audit_inference,
    generalize_table,
    information_loss,
    relative_error
}');

-- What adversaries get out of a release.

-- The call that made a release, made again.

CREATE FUNCTION microdata.publishing_function(method text) RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publishing_function';
COMMENT ON FUNCTION microdata.publishing_function(text)
    IS 'name of the function that publishes by a method of the catalog';

CREATE FUNCTION microdata.publishing_call(relation regclass)
    RETURNS TABLE (method text, source regclass, arguments jsonb)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publishing_call';
COMMENT ON FUNCTION microdata.publishing_call(regclass)
    IS 'how a release was made: its method, its source, and the arguments that would publish the same again';

CREATE FUNCTION microdata.function_of_extension(name text) RETURNS pg_catalog.pg_proc
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT p
    FROM pg_proc p
    JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
    WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname = name
$$;
COMMENT ON FUNCTION microdata.function_of_extension(text) IS 'one of the functions for everybody, by its name';

CREATE FUNCTION microdata.argument_list(called pg_catalog.pg_proc, arguments jsonb) RETURNS text
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    argument record;
    value jsonb;
    expression text;
    list text := '';
BEGIN
    FOR argument IN
        SELECT k.key FROM jsonb_object_keys(arguments) k (key)
        WHERE k.key <> ALL (called.proargnames[1:called.pronargs])
    LOOP
        RAISE EXCEPTION '%() has no argument "%"', called.proname, argument.key
            USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT r.name FROM unnest(called.proargnames[1:called.pronargs - called.pronargdefaults]) r (name)
        WHERE r.name NOT IN ('source', 'relation') AND COALESCE(arguments -> r.name, 'null') = 'null'
    LOOP
        RAISE EXCEPTION '%() needs the argument "%"', called.proname, argument.name
            USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT called.proargnames[i.i + 1] AS name, t.oid::regtype AS type, t.typname, t.typelem, e.typtype AS element,
               e.oid::regtype AS element_type
        FROM generate_series(0, called.pronargs - 1) i (i)
        JOIN pg_type t ON t.oid = called.proargtypes[i.i]
        LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
    LOOP
        value := arguments -> argument.name;
        CONTINUE WHEN value IS NULL OR value = 'null';
        -- Values go by a parameter of the statement, never as a part of its text.
        expression := CASE
            WHEN argument.type = 'jsonb'::regtype THEN '$1 -> %1$L'
            WHEN jsonb_typeof(value) = 'array' AND argument.element = 'c' THEN
                'ARRAY(SELECT jsonb_populate_record(NULL::%3$s, e.e) '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)'
            WHEN jsonb_typeof(value) = 'array' THEN
                -- A list of names within a list of texts is one of its texts.
                'ARRAY(SELECT CASE jsonb_typeof(e.e) WHEN ''array'' '
                'THEN (SELECT string_agg(quote_ident(n.n), '', '' ORDER BY n.i) '
                'FROM jsonb_array_elements_text(e.e) WITH ORDINALITY n (n, i)) ELSE e.e #>> ''{}'' END '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)::%2$s'
            ELSE '($1 ->> %1$L)::%2$s'
        END;
        list := list || format(', %1$I => ' || expression, argument.name, argument.type, argument.element_type);
    END LOOP;
    RETURN list;
END
$$;
COMMENT ON FUNCTION microdata.argument_list(pg_catalog.pg_proc, jsonb)
    IS 'arguments by name, each with a comma before it, for a call whose parameter $1 has their values';

CREATE FUNCTION microdata.publish(source regclass, method text, arguments jsonb, target text) RETURNS regclass[]
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    relations regclass[];
BEGIN
    EXECUTE format('SELECT array_agg(p.relation) FROM %s.%I(source => $2, target => $3%s) p%s',
                   called.pronamespace::regnamespace, called.proname, microdata.argument_list(called, arguments),
                   CASE WHEN called.proretset THEN '' ELSE ' (relation)' END)
        INTO relations USING arguments, source, target;
    RETURN relations;
END
$$;
COMMENT ON FUNCTION microdata.publish(regclass, text, jsonb, text)
    IS 'publishes a source by a method of the catalog, with arguments as JSON, and returns what was made, without the views';

CREATE FUNCTION microdata.stand_in(copy regclass, source regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_stand_in';
COMMENT ON FUNCTION microdata.stand_in(regclass, regclass)
    IS 'lets a temporary table be published as a source is, in a subtransaction that cannot commit';

CREATE FUNCTION microdata.audit_control(audit text, relation regclass, control float8, arguments jsonb, seed bigint) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- Whoever a policy would hide rows from gets an error.
    SET row_security = off
    -- The same rows are drawn whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(audit);
    made record;
    columns text;
    subject text;
    person text;
    draw name := 'draw';
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    published regclass[];
    members bigint;
    outsiders bigint;
    figures jsonb;
BEGIN
    IF called.oid IS NULL OR 'outsiders' <> ALL (called.proargnames[1:called.pronargs]) THEN
        RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF control IS NULL OR NOT (control > 0 AND control < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', COALESCE(control::text, 'null')
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT * INTO STRICT made FROM microdata.publishing_call(relation);
    SELECT string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum),
           string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum) FILTER (WHERE made.arguments -> 'subject' ? a.attname)
    INTO columns, subject
    FROM pg_attribute a
    WHERE a.attrelid = made.source AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT made.arguments -> 'identifiers' ? a.attname;
    -- A person is drawn by the own values, and one of several alike by a number too.
    person := COALESCE('ROW(' || subject || ')::text',
                       format('ROW(%1$s)::text || row_number() OVER (PARTITION BY ROW(%1$s)::text COLLATE "C")', columns));
    WHILE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = made.source AND a.attname = draw) LOOP
        draw := draw || '_';
    END LOOP;
    BEGIN
        PERFORM set_config('client_min_messages', 'error', true);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_drawn AS SELECT %1$s, '
                       '(hashtextextended((%2$s) COLLATE "C", %3$L::int8) & 9007199254740991) / 9007199254740992::float8 AS %4$I '
                       'FROM %5$s s', columns, person, drawn_by, draw, made.source);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_members AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I >= %L',
                       columns, draw, control);
        GET DIAGNOSTICS members = ROW_COUNT;
        EXECUTE format('CREATE TEMPORARY TABLE microdata_outsiders AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I < %L',
                       columns, draw, control);
        GET DIAGNOSTICS outsiders = ROW_COUNT;
        IF members = 0 OR outsiders = 0 THEN
            RAISE EXCEPTION 'control leaves nobody on one of the two sides'
                USING ERRCODE = 'invalid_parameter_value',
                      DETAIL = format('There are %s rows to publish again and %s to keep out.', members, outsiders);
        END IF;
        PERFORM microdata.stand_in('pg_temp.microdata_members', made.source);
        published := microdata.publish('pg_temp.microdata_members', made.method,
            made.arguments - 'identifiers' || jsonb_build_object('seed', seed), 'pg_temp.microdata_control');
        EXECUTE format('SELECT jsonb_agg(a) FROM %s.%I(relation => $2, outsiders => $3%s) a',
                       called.pronamespace::regnamespace, called.proname, microdata.argument_list(called, arguments))
            INTO figures USING arguments, published[1], 'pg_temp.microdata_outsiders'::regclass;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        RETURN figures;
    END;
END
$$;
COMMENT ON FUNCTION microdata.audit_control(text, regclass, float8, jsonb, bigint)
    IS 'publishes a part of a source again, in temporary tables that do not stay, and audits that with the rest as outsiders: the rows as JSON';


-- audit_inference

CREATE FUNCTION @extschema@.audit_inference(
    relation regclass,
    model text = 'logistic',
    iterations integer = 8,
    seed bigint = NULL,
    persons boolean = false,
    control float8 = NULL,
    outsiders regclass = NULL)
    RETURNS TABLE (attribute name, persons bigint, guessed_right float8, low float8, high float8, bound float8,
                   believed_above_bound float8, right_above_bound float8, believed_above_50 float8, right_above_50 float8,
                   believed_above_90 float8, right_above_90 float8, baseline float8, naive float8, calibration_error float8,
                   control float8, risk float8, risk_low float8, risk_high float8,
                   person jsonb, guess text, probability float8, guess_is_right boolean)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_inference';
COMMENT ON FUNCTION @extschema@.audit_inference(regclass, text, integer, bigint, boolean, float8, regclass)
    IS 'how often an adversary guesses sensitive values right who knows the quasi-identifiers of all persons and learns from the release what goes with them (de Finetti''s attack)';

-- audit_membership

CREATE FUNCTION @extschema@.audit_membership(
    relation regclass,
    outsiders regclass = NULL,
    control float8 = NULL,
    seed bigint = NULL)
    RETURNS TABLE (known text, members bigint, outsiders bigint, auc float8, low float8, high float8,
                   members_nowhere bigint, outsiders_nowhere bigint,
                   original_tuples float8, fake_tuples float8, fake_error float8,
                   members_by_buckets jsonb, fakes_by_buckets jsonb)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_membership';
COMMENT ON FUNCTION @extschema@.audit_membership(regclass, regclass, float8, bigint)
    IS 'how well an adversary who knows a person''s values tells from a release whether the person is in it: against others given, a part of the source kept out of a second release, or combinations drawn from the values of each attribute';

CREATE FUNCTION @extschema@.audit_composition(
    relations regclass[] = NULL,
    source regclass = NULL,
    seed bigint = NULL)
    RETURNS TABLE (attribute name, releases integer, persons bigint, candidates float8, pinned float8, contradicted float8,
                   guessed_right float8, low float8, high float8, single regclass, single_candidates float8,
                   single_pinned float8, single_guessed_right float8, naive float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';
COMMENT ON FUNCTION @extschema@.audit_composition(regclass[], regclass, bigint)
    IS 'how often an adversary guesses sensitive values right who holds several releases of one source, or all of them, and knows the quasi-identifiers of all persons';

CREATE FUNCTION @extschema@.audit_minimality(
    relation regclass,
    seed bigint = NULL)
    RETURNS TABLE (attribute name, regions bigint, telling bigint, persons bigint, guessed_right float8, low float8, high float8,
                   believed float8, share float8, bound float8, z float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_minimality';
COMMENT ON FUNCTION @extschema@.audit_minimality(regclass, bigint)
    IS 'how often an adversary guesses sensitive values right who reasons about which buckets or classes the software would have cut (the minimality attack)';

-- audit_singling_out, audit_linkability

CREATE FUNCTION @extschema@.audit_singling_out(
    relation regclass,
    attacks integer = 2000,
    control float8 = NULL,
    outsiders regclass = NULL,
    seed bigint = NULL)
    RETURNS TABLE (kind text, attacks bigint, success float8, low float8, high float8, naive float8, control float8,
                   risk float8, risk_low float8, risk_high float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_singling_out';
COMMENT ON FUNCTION @extschema@.audit_singling_out(regclass, integer, float8, regclass, bigint)
    IS 'how often predicates that are learned from a release alone fit exactly one person of its source, against predicates drawn at random and against other persons';

CREATE FUNCTION @extschema@.audit_linkability(
    relation regclass,
    "left" @extschema@.text_list = NULL,
    "right" @extschema@.text_list = NULL,
    attacks integer = 2000,
    control float8 = NULL,
    outsiders regclass = NULL,
    seed bigint = NULL)
    RETURNS TABLE (attacks bigint, success float8, low float8, high float8, naive float8, control float8,
                   risk float8, risk_low float8, risk_high float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_linkability';
COMMENT ON FUNCTION @extschema@.audit_linkability(regclass, @extschema@.text_list, @extschema@.text_list, integer, float8, regclass, bigint)
    IS 'how often a release brings two sets of attributes of one person together again, against rows taken at random and against other persons';

-- What analysts get out of it.

CREATE FUNCTION @extschema@.estimate(
    relation regclass,
    group_by @extschema@.text_list = NULL,
    predicates jsonb = NULL,
    measures @extschema@.text_list = '{count}',
    method text = 'likelihood')
    RETURNS TABLE (groups jsonb, measure text, estimate float8, standard_error float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_estimate';
COMMENT ON FUNCTION @extschema@.estimate(regclass, @extschema@.text_list, jsonb, @extschema@.text_list, text)
    IS 'counts, sums and means by groups, estimated from what was published, with standard errors';

CREATE FUNCTION @extschema@.relative_error(
    relation regclass,
    query_dimension integer = 3,
    selectivity float8 = 0.4,
    queries integer = 1000,
    seed bigint = NULL,
    attributes @extschema@.text_list = NULL)
    RETURNS TABLE (queries integer, mean float8, median float8, p95 float8, in_one_column integer)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_relative_error';
COMMENT ON FUNCTION @extschema@.relative_error(regclass, integer, float8, integer, bigint, @extschema@.text_list)
    IS 'how far counts estimated from a release are off, over random queries';

-- What a release says of itself.

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
    rows_per_person integer = NULL,
    loss text = 'width') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text,
    jsonb, text, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text,
    @extschema@.text_list, integer, text)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows, or persons, share them';

CREATE FUNCTION @extschema@.information_loss(relation regclass, loss text = NULL) RETURNS float8
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';
COMMENT ON FUNCTION @extschema@.information_loss(regclass, text)
    IS 'how much a release by fragment_table() or generalize_table() has lost, by width, values or entropy: 0 to 1';

-- Choosing.

CALL microdata.succeed_functions('0.7.0');

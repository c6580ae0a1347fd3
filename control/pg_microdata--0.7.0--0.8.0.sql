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
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname = ANY (functions)
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
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname || suffix = old.name;
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
    register_release,
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

CREATE FUNCTION microdata.place_in_draw(columns text, subject text, seed bigint) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    -- A person is drawn by the own values, and one of several alike by a number too.
    SELECT format('(hashtextextended((%s) COLLATE "C", %L::int8) & 9007199254740991) / 9007199254740992::float8',
                  COALESCE('ROW(' || subject || ')::text',
                           format('ROW(%1$s)::text || row_number() OVER (PARTITION BY ROW(%1$s)::text COLLATE "C")', columns)), seed)
$$;
COMMENT ON FUNCTION microdata.place_in_draw(text, text, bigint)
    IS 'SQL for a random number from 0 to 1, by a row''s columns, one for all rows of a subject';

CREATE FUNCTION microdata.with_control(relation regclass, control float8, seed bigint, statement text, arguments jsonb) RETURNS jsonb
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
    made record;
    columns text;
    subject text;
    draw name := 'draw';
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    published regclass[];
    members bigint;
    outsiders bigint;
    figures jsonb;
BEGIN
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
    WHILE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = made.source AND a.attname = draw) LOOP
        draw := draw || '_';
    END LOOP;
    BEGIN
        PERFORM set_config('client_min_messages', 'error', true);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_drawn AS SELECT %1$s, '
                       '%2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, made.source);
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
        EXECUTE statement INTO figures USING arguments, published[1], 'pg_temp.microdata_outsiders'::regclass;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        RETURN figures;
    END;
END
$$;
COMMENT ON FUNCTION microdata.with_control(regclass, float8, bigint, text, jsonb)
    IS 'publishes a part of a source again, in temporary tables that do not stay, and returns what a statement says of the arguments ($1), that release ($2) and the rest as outsiders ($3)';

CREATE FUNCTION microdata.audit_control(audit text, relation regclass, control float8, arguments jsonb, seed bigint) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(audit);
BEGIN
    IF called.oid IS NULL OR 'outsiders' <> ALL (called.proargnames[1:called.pronargs]) THEN
        RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN microdata.with_control(relation, control, seed,
        format('SELECT jsonb_agg(a) FROM %s.%I(relation => $2, outsiders => $3%s) a',
               called.pronamespace::regnamespace, called.proname, microdata.argument_list(called, arguments)), arguments);
END
$$;
COMMENT ON FUNCTION microdata.audit_control(text, regclass, float8, jsonb, bigint)
    IS 'the rows of an audit of a release of a part of the source, with the rest as outsiders, as JSON';

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

-- audit

CREATE FUNCTION microdata.audit_results(audits text[], arguments jsonb, until timestamptz) RETURNS jsonb
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
                 OR program_limit_exceeded THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
        END;
    END LOOP;
    RETURN results;
END
$$;
COMMENT ON FUNCTION microdata.audit_results(text[], jsonb, timestamptz)
    IS 'the rows of audits as JSON, each under its name, or why it cannot be made; those that would begin too late are left out';

CREATE FUNCTION microdata.share_in_words(share float8) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN share > 0 AND share < 0.01 THEN 'less than 1%'
                WHEN share > 0.99 AND share < 1 THEN 'more than 99%'
                ELSE round((100 * share)::numeric) || '%' END
$$;
COMMENT ON FUNCTION microdata.share_in_words(float8) IS 'a share in percent; what is not nobody or everybody is not rounded to that';

CREATE FUNCTION microdata.audit_findings(results jsonb)
    RETURNS TABLE (audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH rows_of AS (
        SELECT a.key AS audit, r.value AS figures, r.i
        FROM jsonb_each(results) a,
             jsonb_array_elements(CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE '[]' END) WITH ORDINALITY r (value, i)
    ), attempts AS (
        SELECT r.audit, r.i, f.*, COALESCE(f.success, f.guessed_right) AS rate,
               CASE WHEN f.risk_low > 0 THEN
                        format(' Of the attempts that would fail on people outside the release, %s succeed because of it.',
                               microdata.share_in_words(f.risk))
                    WHEN f.risk IS NOT NULL THEN ' The difference may be chance.'
                    ELSE '' END AS gain
        FROM rows_of r,
             jsonb_to_record(r.figures) f (kind text, attacks bigint, attribute name, success float8, guessed_right float8, low float8, high float8,
                                           naive float8, control float8, risk float8, risk_low float8, risk_high float8)
        WHERE r.audit IN ('audit_singling_out', 'audit_linkability', 'audit_inference')
    ), against AS (
        SELECT a.*, row_number() OVER (PARTITION BY a.audit, a.attribute ORDER BY COALESCE(a.risk, a.rate) DESC NULLS LAST, a.i) AS worst,
               COALESCE(a.risk, a.rate) AS gained, CASE WHEN a.risk IS NULL THEN a.low ELSE a.risk_low END AS gained_low,
               CASE WHEN a.risk IS NULL THEN a.high ELSE a.risk_high END AS gained_high,
               CASE WHEN a.risk IS NULL THEN a.naive ELSE a.control END AS other
        FROM attempts a
    )
    SELECT a.audit, NULL::name, a.gained, a.gained_low, a.gained_high, a.other,
           CASE WHEN a.rate IS NULL THEN 'The release shows nothing that only one person can have.'
           ELSE format('An attacker who has only the release describes people by %s: %s of these descriptions fit exactly one person',
                       CASE a.kind WHEN 'univariate' THEN 'one attribute' ELSE 'several attributes' END, microdata.share_in_words(a.rate))
                || COALESCE(format(CASE WHEN a.risk IS NULL THEN '. Of descriptions drawn at random %s do.'
                                   ELSE '. Among as many people outside the release %s do.' END, microdata.share_in_words(a.other)), '.')
                || a.gain END
    FROM against a
    WHERE a.audit = 'audit_singling_out' AND a.worst = 1
    UNION ALL
    SELECT a.audit, NULL, a.gained, a.gained_low, a.gained_high, a.other,
           format('An attacker who knows one half of a person''s attributes from one place and the other half from another brings the two '
                  'together by the release in %s of attempts, and in %s %s.%s', microdata.share_in_words(a.rate),
                  microdata.share_in_words(a.other), CASE WHEN a.risk IS NULL THEN 'by drawing lots' ELSE 'for people outside the release' END,
                  a.gain)
    FROM against a
    WHERE a.audit = 'audit_linkability'
    UNION ALL
    SELECT a.audit, a.attribute, a.gained, a.gained_low, a.gained_high, a.other,
           format('An attacker who knows what is not secret about a person, and learns from the release, guesses "%s" right for %s of people, '
                  'and for %s %s.%s', a.attribute, microdata.share_in_words(a.rate), microdata.share_in_words(a.other),
                  CASE WHEN a.risk IS NULL THEN 'by saying the most frequent value of everybody' ELSE 'of people outside the release' END,
                  a.gain)
    FROM against a
    WHERE a.audit = 'audit_inference'
    UNION ALL
    SELECT r.audit, f.attribute, f.guessed_right, CASE WHEN f.persons > 0 THEN f.low END, CASE WHEN f.persons > 0 THEN f.high END, f.share,
           CASE WHEN f.guessed_right IS NULL THEN
                    format('Knowing how the software cuts tells nothing more of anybody''s "%s".', f.attribute)
           ELSE format('An attacker who knows how the software cuts guesses "%s" right for %s of the %s people of whom that tells something, '
                       'and for %s without knowing it.%s', f.attribute, microdata.share_in_words(f.guessed_right), f.persons,
                       microdata.share_in_words(f.share),
                       CASE WHEN f.z IS NULL OR f.z < 4 THEN ' The difference may be chance.' ELSE '' END) END
    FROM rows_of r, jsonb_to_record(r.figures) f (attribute name, persons bigint, guessed_right float8, low float8, high float8, share float8, z float8)
    WHERE r.audit = 'audit_minimality'
    UNION ALL
    SELECT r.audit, f.attribute, f.guessed_right, f.low, f.high, f.single_guessed_right,
           format(CASE WHEN f.releases = 1 THEN 'No other release of the table tells anything of "%2$s". With this one, an attacker who counts '
                       'guesses it right for %3$s of people; %4$s have one possible value left.'
                  ELSE 'An attacker who has all %1$s releases of the table that you can read guesses "%2$s" right for %3$s of people; '
                       '%4$s have one possible value left. With the one of them that tells most, %5$s are guessed right.' END,
                  f.releases, f.attribute, microdata.share_in_words(f.guessed_right), microdata.share_in_words(f.pinned),
                  microdata.share_in_words(f.single_guessed_right))
    FROM rows_of r, jsonb_to_record(r.figures) f (attribute name, releases integer, pinned float8, guessed_right float8, low float8, high float8,
                                                  single_guessed_right float8)
    WHERE r.audit = 'audit_composition'
    UNION ALL
    (SELECT r.audit, NULL, f.auc, f.low, f.high, 0.5,
            format('Shown a person in the release and %s, an attacker who knows %s tells which of them is in it in %s of cases. A coin is '
                   'right in 50%%.', CASE WHEN results -> 'against outsiders' ? 'audit_membership' THEN 'one outside' ELSE 'one made up of others'' values' END,
                   CASE f.known WHEN 'all' THEN 'all that was published of both' ELSE 'what is not secret about both' END,
                   microdata.share_in_words(f.auc))
     FROM rows_of r, jsonb_to_record(r.figures) f (known text, auc float8, low float8, high float8)
     WHERE r.audit = 'audit_membership' AND f.auc IS NOT NULL
     ORDER BY f.auc DESC, f.known
     LIMIT 1)
$$;
COMMENT ON FUNCTION microdata.audit_findings(jsonb) IS 'what the rows of audits say, with a sentence each';

CREATE FUNCTION microdata.audited(relation regclass, share float8, seconds float8, seed bigint)
    RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    until timestamptz := 'infinity';
    -- What audits can be made against a control.
    against_outsiders CONSTANT text[] := '{audit_singling_out,audit_linkability,audit_inference,audit_membership}';
    made_of regclass;
    given jsonb := jsonb_build_object('relation', relation::text, 'seed', seed);
    results jsonb;
    made text[];
    said text;
    detail text;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF share IS NOT NULL AND NOT (share > 0 AND share < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', share USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 0 OR seconds = 'NaN' THEN
        RAISE EXCEPTION 'seconds must be 0 or more, not %', seconds USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 1e8 THEN
        until := clock_timestamp() + make_interval(secs => seconds);
    END IF;
    -- Fails where the relation is no release, or may not be read.
    SELECT c.source INTO STRICT made_of FROM microdata.publishing_call(relation) c;
    IF share IS NOT NULL AND clock_timestamp() < until THEN
        BEGIN
            -- One control for all.
            results := microdata.with_control(relation, share, seed,
                'SELECT microdata.audit_results(ARRAY(SELECT jsonb_array_elements_text($1 -> ''audits'')), jsonb_build_object('
                '''relation'', $2::text, ''outsiders'', $3::text, ''seed'', $1 -> ''seed''), ($1 ->> ''until'')::timestamptz)',
                jsonb_build_object('audits', against_outsiders, 'seed', seed, 'until', until));
        EXCEPTION
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_column
                 OR insufficient_privilege OR program_limit_exceeded OR read_only_sql_transaction THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        END;
    END IF;
    made := ARRAY(SELECT a.key FROM jsonb_each(results) a WHERE jsonb_typeof(a.value) = 'array');
    -- What has no control is made of the release itself.
    results := COALESCE(results, '{}') || jsonb_build_object('against outsiders', made)
        || microdata.audit_results(ARRAY(SELECT a FROM unnest(against_outsiders) a WHERE a <> ALL (made)), given, until)
        || microdata.audit_results('{audit_minimality}', given, until)
        || microdata.audit_results('{audit_composition}', given - 'relation' || jsonb_build_object('source', made_of::text), until);
    RETURN QUERY
        -- In which of the regulators' words each audit answers.
        SELECT a.risk, a.audit, f.attribute, f.figure, f.low, f.high, f.control,
               COALESCE(f.finding, 'Not done: ' || COALESCE(results ->> a.audit, format('the %s seconds were over.', seconds)))
        FROM (VALUES (1, 'singling out', 'audit_singling_out'), (2, 'linkability', 'audit_linkability'), (3, 'inference', 'audit_inference'),
                     (4, 'inference', 'audit_minimality'), (5, 'inference', 'audit_composition'), (6, 'membership', 'audit_membership'))
             a (place, risk, audit)
        LEFT JOIN microdata.audit_findings(results) f USING (audit)
        ORDER BY a.place, f.attribute;
    IF said IS NOT NULL THEN
        RETURN QUERY
            SELECT NULL::text, 'control', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   concat_ws(' ', 'Not done: ' || said || '.', NULLIF(detail, ''), 'The figures are those of attacks without a control.');
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.audited(regclass, float8, float8, bigint) IS 'what audit() returns';

-- PL/pgSQL cannot return what has an argument's name.
CREATE FUNCTION @extschema@.audit(
    relation regclass,
    control float8 = 0.2,
    seconds float8 = 60,
    seed bigint = NULL)
    RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS 'SELECT * FROM microdata.audited($1, $2, $3, $4)';
COMMENT ON FUNCTION @extschema@.audit(regclass, float8, float8, bigint)
    IS 'what attackers make of a release: singling out, linkability, inference and membership, by all audits that suit it, with a sentence each';

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

-- What a release is made of besides the relation that it is found by follows that, where that one shows everything by itself: the view
-- <target>_expected, and the tables of the anatomy format.
CREATE FUNCTION microdata.follow_granted() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_follow_granted'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.follow_granted() IS 'grants SELECT on the view of expected counts, and on the tables of the anatomy format, as on the release';
CREATE EVENT TRIGGER pg_microdata_follow_granted ON ddl_command_end
    WHEN TAG IN ('GRANT', 'REVOKE')
    EXECUTE FUNCTION microdata.follow_granted();
ALTER EVENT TRIGGER pg_microdata_follow_granted ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_granted
    IS 'has grants on releases of pg_microdata reach their views of expected counts';

CREATE FUNCTION microdata.bind_view(relations regclass[]) RETURNS void
    LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_bind_view'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.bind_view(regclass[]) IS 'has a view of expected counts dropped with its release, both of which are yours';

-- What pg_depend knows besides is not in a dump.
CREATE OR REPLACE FUNCTION microdata.resolve_release() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.subject_attnums := (
        SELECT pg_catalog.array_agg(microdata.attribute_number(NEW.source, u.attribute::name) ORDER BY u.position)
        FROM pg_catalog.jsonb_array_elements_text(NEW.parameters OPERATOR(pg_catalog.->) 'subject') WITH ORDINALITY u (attribute, position));
    PERFORM microdata.bind_view(NEW.relations);
    RETURN NEW;
END
$$;

-- What readers of a release need, and may see, of its parameters: what was asked for and how values are to be read. Not what came of it
-- with the rows of the source: what was left out, what had to be changed, and figures that these went into.
CREATE FUNCTION microdata.public_parameters(parameters jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'privacy', 'method', 'algorithm', 'recoding', 'grouping', 'cuts',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered'])
$$;
COMMENT ON FUNCTION microdata.public_parameters(jsonb) IS 'the parameters of a release that whoever may read it may know';

CREATE FUNCTION microdata.may_read_release(relations regclass[]) RETURNS boolean
    LANGUAGE sql STABLE STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT EXISTS (
        SELECT FROM pg_catalog.unnest(relations) u (relation)
        WHERE pg_catalog.has_any_column_privilege(u.relation::pg_catalog.oid, 'SELECT'))
$$;
COMMENT ON FUNCTION microdata.may_read_release(regclass[]) IS 'whether you may read one of the relations of a release';

CREATE FUNCTION microdata.may_see_release(release_owner oid, source regclass) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.pg_has_role(release_owner, 'MEMBER')
        OR EXISTS (SELECT FROM pg_catalog.pg_class s
                   WHERE s.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND pg_catalog.pg_has_role(s.relowner, 'MEMBER'))
$$;
COMMENT ON FUNCTION microdata.may_see_release(oid, regclass)
    IS 'whether you are a member of the role that owns a release, or of the one that owns its source, and see all that is recorded of it';

CREATE OR REPLACE VIEW microdata.releases WITH (security_barrier) AS
    SELECT r.release_id, r.method,
           CASE WHEN a.all_of_it THEN (SELECT s.oid::regclass FROM pg_catalog.pg_class s
            WHERE s.oid OPERATOR(pg_catalog.=) COALESCE(r.source, t.source)::pg_catalog.oid
              AND (r.source IS NOT NULL OR s.relpersistence OPERATOR(pg_catalog.=) 't')) END AS source,
           r.relations,
           CASE WHEN a.all_of_it THEN r.parameters ELSE microdata.public_parameters(r.parameters) END AS parameters,
           r.created_at,
           CASE WHEN a.all_of_it THEN r.created_by END AS created_by,
           CASE WHEN a.all_of_it THEN r.source_rows END AS source_rows,
           r.published_rows,
           CASE WHEN a.all_of_it THEN r.suppressed_rows END AS suppressed_rows,
           r.buckets
    FROM microdata.release_record r
    LEFT JOIN microdata.temporary_source_record t ON t.release_id OPERATOR(pg_catalog.=) r.release_id
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.relations[1]::pg_catalog.oid
    CROSS JOIN LATERAL (SELECT microdata.may_see_release(c.relowner, r.source)) a (all_of_it)
    WHERE a.all_of_it OR microdata.may_read_release(r.relations);
COMMENT ON VIEW microdata.releases
    IS 'releases that you may read, and all that is recorded of those that are, or whose sources are, yours or of roles that you are a member of';
COMMENT ON COLUMN microdata.releases.source
    IS 'the relation that it was made from; null once that is dropped, and for who owns neither';
COMMENT ON COLUMN microdata.releases.parameters
    IS 'what was asked for; for who owns the release or its source, what came of it as well';
COMMENT ON COLUMN microdata.releases.created_by IS 'who made it; null for who owns neither the release nor its source';
COMMENT ON COLUMN microdata.releases.source_rows
    IS 'rows of the source at that time; null for who owns neither the release nor its source';
COMMENT ON COLUMN microdata.releases.suppressed_rows
    IS 'rows left out to reach the guarantee; null for who owns neither the release nor its source';

-- How a published value of an attribute is to be read.
CREATE FUNCTION microdata.reading(generalized boolean, type oid, attribute name, parameters jsonb) RETURNS text
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
        WHEN NOT generalized THEN 'value'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) 'multiset' THEN 'multiset'
        WHEN EXISTS (SELECT FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) type AND t.typtype OPERATOR(pg_catalog.=) 'r') THEN 'range'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) ANY (ARRAY['full-domain', 'cell'])
          OR parameters OPERATOR(pg_catalog.->) 'hierarchies' OPERATOR(pg_catalog.?) attribute::text
          OR parameters OPERATOR(pg_catalog.->) 'labels' OPERATOR(pg_catalog.?) attribute::text THEN 'label'
        ELSE 'set' END
$$;
COMMENT ON FUNCTION microdata.reading(boolean, oid, name, jsonb) IS 'how the values of an attribute of a release are to be read';

CREATE OR REPLACE VIEW microdata.release_columns WITH (security_barrier) AS
    SELECT k.release_id, k.relation, k.column_no, a.attname AS attribute, k.role, k.generalized,
           microdata.reading(k.generalized, a.atttypid, a.attname, r.parameters) AS reading
    FROM microdata.release_column_record k
    JOIN microdata.release_record r ON r.release_id OPERATOR(pg_catalog.=) k.release_id
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) k.relation::pg_catalog.oid
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) k.attnum
     AND a.attname OPERATOR(pg_catalog.=) k.attribute
    WHERE NOT a.attisdropped AND (microdata.may_see_release(c.relowner, r.source) OR microdata.may_read_release(r.relations));
COMMENT ON VIEW microdata.release_columns
    IS 'attributes of releases that you may read, and of those that are, or whose sources are, yours or of roles that you are a member of; and the groups that link them';
COMMENT ON COLUMN microdata.release_columns.reading
    IS 'how its values are to be read: value (as it is), range (a value in it), set (one of its values), label (of a hierarchy, or * for any value), multiset (values of the class, each with the number of its rows)';

CREATE FUNCTION microdata.release_facts(relation regclass) RETURNS jsonb
    LANGUAGE c STABLE STRICT AS 'MODULE_PATHNAME', 'pg_microdata_release_facts'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.release_facts(regclass) IS 'number and method of the release that a relation belongs to';

CREATE FUNCTION microdata.information_loss(relation regclass) RETURNS float8
    LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';
COMMENT ON FUNCTION microdata.information_loss(regclass) IS 'the function of the name, wherever the extension''s are';

CREATE FUNCTION microdata.label_meanings(relation regclass, attribute name) RETURNS jsonb
    LANGUAGE c STABLE STRICT AS 'MODULE_PATHNAME', 'pg_microdata_label_meanings'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.label_meanings(regclass, name) IS 'what the labels that an attribute of a release shows stand for';

-- Sentences for readers of a release.
CREATE FUNCTION microdata.model_sentence(privacy jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.string_agg(pg_catalog.concat((m.value OPERATOR(pg_catalog.->>) 'model'),
        (SELECT ' (' || pg_catalog.string_agg(p.key || ' = ' || p.value, ', ' ORDER BY p.key) || ')'
         FROM pg_catalog.jsonb_each_text(m.value OPERATOR(pg_catalog.->) 'parameters') p)), ', ' ORDER BY m.position)
    FROM pg_catalog.jsonb_array_elements(privacy) WITH ORDINALITY m (value, position)
$$;
COMMENT ON FUNCTION microdata.model_sentence(jsonb) IS 'privacy models as text';

CREATE FUNCTION microdata.guarantee_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE('Its guarantee: ' || pg_catalog.concat_ws(', ',
            'l = ' || (parameters OPERATOR(pg_catalog.->>) 'l'),
            'k = ' || (parameters OPERATOR(pg_catalog.->>) 'k'),
            microdata.model_sentence(parameters OPERATOR(pg_catalog.->) 'privacy')) || '.', '')
$$;
COMMENT ON FUNCTION microdata.guarantee_sentence(jsonb) IS 'what a release with these parameters guarantees, as a sentence';

CREATE FUNCTION microdata.reading_sentence(reading text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE reading
        WHEN 'value' THEN 'Each value is one that a person has.'
        WHEN 'range' THEN 'A range stands for one value in it, and a missing upper bound for NULL as well.'
        WHEN 'set' THEN 'A set in braces stands for one of its values, and * for any value.'
        WHEN 'label' THEN 'A label stands for one of the values under it, and * for any value.'
        WHEN 'multiset' THEN 'The values of all persons of the class stand together, each with the number of persons who have it.'
        END
$$;
COMMENT ON FUNCTION microdata.reading_sentence(text) IS 'how published values are to be read, as a sentence';

CREATE FUNCTION microdata.column_sentence(role text, attribute name, partners name[], others integer) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE role
        WHEN 'bucket' THEN 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.'
        WHEN 'member' THEN 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.'
        WHEN 'count' THEN 'In how many rows of the bucket the value occurs.'
        WHEN 'weight' THEN 'How many rows the combination stands for: sum it to estimate a count.'
        ELSE pg_catalog.concat(pg_catalog.upper(pg_catalog."left"(role, 1)), pg_catalog.substr(role, 2), CASE role WHEN 'sensitive' THEN ' attribute' END,
            CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to no other attribute.'
                 WHEN others OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to all other attributes.'
                 ELSE ', linked within a row only to ' || pg_catalog.array_to_string(partners[1:20], ', ')
                     || CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.>) 20 THEN ', and ' || (pg_catalog.cardinality(partners) OPERATOR(pg_catalog.-) 20) || ' more' ELSE '' END || '.' END)
        END
$$;
COMMENT ON FUNCTION microdata.column_sentence(text, name, name[], integer) IS 'what a column of a release is, as a sentence';

-- The columns of a release, those that are no attributes among them.
CREATE FUNCTION microdata.described_columns(release bigint)
    RETURNS TABLE (relation regclass, relation_no bigint, column_no smallint, name name, type text, role text, group_no integer,
                   generalized boolean, reading text, sentence text)
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH known AS MATERIALIZED (
        SELECT o.relation, o.column_no, o.attribute, o.role, o.generalized, o.reading
        FROM microdata.release_columns o WHERE o.release_id OPERATOR(pg_catalog.=) release),
    groups AS MATERIALIZED (
        SELECT k.relation, k.column_no, pg_catalog.array_agg(k.attribute ORDER BY k.attribute) AS attributes,
               (SELECT pg_catalog.count(*) FROM known) OPERATOR(pg_catalog.-) pg_catalog.count(*) AS others
        FROM known k GROUP BY k.relation, k.column_no),
    -- A view shows attributes of the tables.
    shown AS MATERIALIZED (
        SELECT k.relation AS of, k.* FROM known k
        UNION ALL
        SELECT v.oid::regclass, k.* FROM (SELECT DISTINCT ON (o.attribute) o.* FROM known o ORDER BY o.attribute, o.relation) k
        CROSS JOIN microdata.releases r CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation)
        JOIN pg_catalog.pg_class v ON v.oid OPERATOR(pg_catalog.=) u.relation::pg_catalog.oid AND v.relkind OPERATOR(pg_catalog.=) 'v'
        WHERE r.release_id OPERATOR(pg_catalog.=) release)
    SELECT u.relation, u.position, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), x.role, k.column_no,
           COALESCE(k.generalized, false), k.reading,
           pg_catalog.concat_ws(' ', microdata.column_sentence(x.role, a.attname, pg_catalog.array_remove(g.attributes, k.attribute), g.others::integer),
               microdata.reading_sentence(k.reading))
    FROM microdata.releases r
    CROSS JOIN LATERAL pg_catalog.unnest(r.relations) WITH ORDINALITY u (relation, position)
    JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) u.relation::pg_catalog.oid
     AND a.attnum OPERATOR(pg_catalog.>) 0::smallint AND NOT a.attisdropped
    LEFT JOIN shown k ON k.of OPERATOR(pg_catalog.=) u.relation AND k.attribute OPERATOR(pg_catalog.=) a.attname
    LEFT JOIN groups g ON g.relation OPERATOR(pg_catalog.=) k.relation AND g.column_no OPERATOR(pg_catalog.=) k.column_no
    CROSS JOIN LATERAL (SELECT COALESCE(k.role, CASE a.attname::text
        WHEN r.parameters OPERATOR(pg_catalog.->>) 'bucket_column' THEN 'bucket'
        WHEN r.parameters OPERATOR(pg_catalog.->>) 'member_column' THEN 'member'
        WHEN r.parameters OPERATOR(pg_catalog.->>) 'count_column' THEN 'count'
        WHEN r.parameters OPERATOR(pg_catalog.->>) 'weight_column' THEN 'weight'
        WHEN 'bucket' THEN 'bucket' END)) x (role)
    WHERE r.release_id OPERATOR(pg_catalog.=) release AND x.role IS NOT NULL
    ORDER BY u.position, a.attnum
$$;
COMMENT ON FUNCTION microdata.described_columns(bigint) IS 'the columns of a release that you may see, with what is said of them';

CREATE FUNCTION microdata.comment_release(relation regclass) RETURNS void
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
                 THEN 'All combinations of what may belong together in ' || release.relations[1]::text || ', with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(release.parameters)));
    END LOOP;
    FOR part IN SELECT * FROM microdata.described_columns(release.release_id) LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
    END LOOP;
END
$$;
COMMENT ON FUNCTION microdata.comment_release(regclass) IS 'says in comments on a release and its columns how it was made, what it guarantees and how it is read';

CREATE FUNCTION @extschema@.release_description(relation regclass) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb;
    release microdata.releases;
    relations jsonb;
    loss float8;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = '22004';
    END IF;
    facts := microdata.release_facts(relation);
    SELECT * INTO release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    IF NOT FOUND OR NOT microdata.may_read_release(ARRAY[release_description.relation]) THEN
        RAISE EXCEPTION 'permission denied for relation %', relation::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(relation);
    EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state OR insufficient_privilege OR undefined_object THEN
        -- No method for it, or a hierarchy that is gone or somebody else's.
        loss := NULL;
    END;
    SELECT jsonb_agg(jsonb_build_object('name', c.relname, 'kind', CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END, 'columns', x.columns)
                     ORDER BY u.position) INTO relations
    FROM unnest(release.relations) WITH ORDINALITY u (relation, position)
    JOIN pg_class c ON c.oid = u.relation
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'type', d.type, 'role', d.role, 'group', d.group_no,
                   'generalized', CASE WHEN d.reading IS NOT NULL THEN d.generalized END, 'reading', d.reading, 'meaning', d.sentence))
                   || CASE WHEN d.reading = 'label' AND c.relkind <> 'v'
                      THEN jsonb_build_object('labels', microdata.label_meanings(d.relation, d.name)) ELSE '{}' END
                   ORDER BY d.column_no)
        FROM microdata.described_columns(release.release_id) d WHERE d.relation = u.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', release.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', release.parameters -> 'l', 'k', release.parameters -> 'k',
                                        'models', release.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(release.parameters)),
        'rows', release.published_rows, 'buckets', release.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(release.parameters), 'relations', relations);
END
$$;
COMMENT ON FUNCTION @extschema@.release_description(regclass)
    IS 'a data dictionary of a release, to travel with it: its tables and their columns, how values are read, and what it guarantees; register_release() takes it elsewhere';
CREATE FUNCTION @extschema@.register_release(
    relation regclass,
    source regclass = NULL,
    method text = NULL,
    groups @extschema@.text_list = NULL,
    sensitive @extschema@.text_list = NULL,
    bucket_column name = 'bucket',
    l float8 = NULL,
    description jsonb = NULL) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_register_release';
COMMENT ON FUNCTION @extschema@.register_release(
    regclass, regclass, text, @extschema@.text_list, @extschema@.text_list, name, float8, jsonb)
    IS 'registers a release that was made elsewhere, as its arguments or a description say';

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

CREATE FUNCTION microdata.assigned_roles(
    source regclass,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL)
    RETURNS TABLE (attribute name, role text, of_subject boolean)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_assigned_roles';
COMMENT ON FUNCTION microdata.assigned_roles(
    regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list)
    IS 'the roles that a publishing function would go by: as given, as declared, or by default';

CREATE FUNCTION microdata.explored_settings(called pg_catalog.pg_proc, method text, settings jsonb) RETURNS SETOF jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    most CONSTANT integer := 200;
    sensible CONSTANT jsonb := CASE method
        WHEN 'slicing' THEN '{"columns": [2, 3, 5], "l": [3, 5], "k_anonymity": [1, 12, 100]}'
        WHEN 'bucketization' THEN '{"method": ["anatomy", "mondrian"], "l": [3, 5], "k_anonymity": [1, 12, 100]}'
        WHEN 'generalization' THEN '{"recoding": ["mondrian", "multiset"], "k": [5, 20, 100], "l": [null, 3]}'
        WHEN 'gnf' THEN '{"algorithm": ["gd", "uad"], "l": [2, 3, 5]}'
        ELSE '{"fragments": [2, 3], "k": [5, 20, 100]}'
    END;
    given jsonb := COALESCE(settings, sensible);
    reserved CONSTANT text[] := '{source,target,replace,in_place,sensitive,identifiers,insensitive,quasi_identifiers,subject,seed}';
    -- What may be asked for by a number, besides the arguments.
    models CONSTANT text[] := '{k_anonymity,t_closeness,delta_disclosure,beta_likeness,belief_distance}';
    combinations jsonb[] := '{"{}"}';
    setting record;
    is_list boolean;
BEGIN
    IF jsonb_typeof(given) <> 'object' THEN
        RAISE EXCEPTION 'settings must be a JSON object, not %', jsonb_typeof(given)
            USING ERRCODE = 'invalid_parameter_value', HINT = 'For example: {"l": [2, 3, 5]}.';
    END IF;
    FOR setting IN
        SELECT a.name
        FROM unnest(called.proargnames[1:called.pronargs - called.pronargdefaults]) a (name)
        WHERE a.name <> 'source' AND NOT given ? a.name
    LOOP
        IF NOT sensible ? setting.name THEN
            RAISE EXCEPTION '%() needs the setting "%"', called.proname, setting.name
                USING ERRCODE = 'invalid_parameter_value',
                      HINT = format('Give one value, or several to try: {"%s": [...]}.', setting.name);
        END IF;
        given := given || jsonb_build_object(setting.name, sensible -> setting.name);
    END LOOP;
    FOR setting IN SELECT s.key, s.value FROM jsonb_each(given) s LOOP
        IF setting.key = ANY (reserved) OR setting.key <> ALL (called.proargnames[1:called.pronargs] || models) THEN
            RAISE EXCEPTION '"%" is no setting of %()', setting.key, called.proname
                USING ERRCODE = 'invalid_parameter_value',
                      HINT = CASE WHEN setting.key = ANY (reserved) THEN 'explore() has an argument of its own for it, or needs none.'
                             ELSE 'Settings are arguments of the publishing function, or names of privacy models with one number.' END;
        END IF;
        -- Of a list, an array is one choice, and an array of arrays several.
        is_list := setting.key = ANY ('{groups,privacy,rules}');
        IF jsonb_typeof(setting.value) <> 'array'
           OR is_list AND NOT EXISTS (SELECT FROM jsonb_array_elements(setting.value) e (e) WHERE jsonb_typeof(e.e) = 'array') THEN
            setting.value := jsonb_build_array(setting.value);
        END IF;
        IF jsonb_array_length(setting.value) = 0 THEN
            RAISE EXCEPTION 'setting "%" has no value to try', setting.key USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF cardinality(combinations) * jsonb_array_length(setting.value) > most THEN
            RAISE EXCEPTION 'these are more than % settings', most
                USING ERRCODE = 'invalid_parameter_value', HINT = 'Try fewer at a time.';
        END IF;
        combinations := ARRAY(
            SELECT c.c || jsonb_build_object(setting.key, v.choice)
            FROM unnest(combinations) WITH ORDINALITY c (c, i), jsonb_array_elements(setting.value) WITH ORDINALITY v (choice, i)
            ORDER BY c.i, v.i);
    END LOOP;
    RETURN QUERY SELECT c FROM unnest(combinations) WITH ORDINALITY c (c, i) ORDER BY c.i;
END
$$;
COMMENT ON FUNCTION microdata.explored_settings(pg_catalog.pg_proc, text, jsonb)
    IS 'every combination of the settings given, or of those that are sensible for the method';

CREATE FUNCTION microdata.settings_as_arguments(settings jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT (settings - array_agg(m.model)) || CASE WHEN count(s.key) = 0 THEN '{}' ELSE jsonb_build_object('privacy',
        COALESCE(settings -> 'privacy', '[]')
        || jsonb_agg(jsonb_build_object('model', m.model, 'parameters', m.others || jsonb_build_object(m.parameter, s.value))
                     ORDER BY m.model) FILTER (WHERE s.key IS NOT NULL)) END
    FROM (VALUES
        ('k_anonymity', 'k', '{}'::jsonb),
        ('t_closeness', 't', '{"distance": "equal"}'),
        ('delta_disclosure', 'delta', '{}'),
        ('beta_likeness', 'beta', '{}'),
        ('belief_distance', 'b', '{"distance": "total-variation"}')) m (model, parameter, others)
    -- Nobody is asked for by null, or by classes of one row.
    LEFT JOIN jsonb_each(settings) s ON s.key = m.model AND s.value <> 'null' AND (s.key <> 'k_anonymity' OR s.value <> '1')
$$;
COMMENT ON FUNCTION microdata.settings_as_arguments(jsonb)
    IS 'settings of explore() as arguments of the publishing function: a privacy model by its name joins the others';

CREATE FUNCTION microdata.smallest_group(release bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    made record;
    made_of regclass;
    columns text;
    rows bigint;
    smallest bigint;
BEGIN
    SELECT * INTO made FROM microdata.releases r WHERE r.release_id = release;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    FOREACH made_of IN ARRAY made.relations LOOP
        CONTINUE WHEN (SELECT c.relkind = 'v' FROM pg_class c WHERE c.oid = made_of);
        SELECT string_agg(quote_ident(c.attribute), ', ') INTO columns
        FROM microdata.release_columns c
        WHERE c.release_id = release AND c.relation = made_of AND c.role = 'quasi-identifier';
        IF EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = made_of AND a.attname = made.parameters ->> 'bucket_column') THEN
            -- A table of the anatomy format that only counts has no rows of its own.
            CONTINUE WHEN columns IS NULL;
            columns := quote_ident(made.parameters ->> 'bucket_column');
        ELSIF made.method NOT IN ('generalization', 'fragmentation') THEN
            CONTINUE;
        END IF;
        EXECUTE format('SELECT min(g.rows) FROM (SELECT count(*) AS rows FROM %s GROUP BY %s) g', made_of, COALESCE(columns, '()'))
            INTO rows;
        smallest := LEAST(smallest, rows);
    END LOOP;
    RETURN smallest;
END
$$;
COMMENT ON FUNCTION microdata.smallest_group(bigint) IS 'rows in the smallest bucket or equivalence class of a release';


CREATE FUNCTION microdata.figure_of(measure text, figure text, relation regclass, seed bigint) RETURNS float8
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(measure);
    largest float8;
BEGIN
    EXECUTE format('SELECT max(f.%I) FROM %s.%I(relation => $1%s) f', figure, called.pronamespace::regnamespace, called.proname,
                   CASE WHEN 'seed' = ANY (called.proargnames) THEN ', seed => $2' ELSE '' END)
        INTO largest USING relation, seed;
    RETURN largest;
EXCEPTION
    -- The release is of a kind that has no such figure.
    WHEN feature_not_supported OR wrong_object_type OR invalid_parameter_value OR object_not_in_prerequisite_state
         OR program_limit_exceeded THEN
        RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.figure_of(text, text, regclass, bigint)
    IS 'the largest of a figure that a function measures of a release; NULL where it has none';

CREATE FUNCTION microdata.explored(
    source regclass,
    method text,
    settings jsonb,
    sensitive @extschema@.text_list,
    identifiers @extschema@.text_list,
    insensitive @extschema@.text_list,
    quasi_identifiers @extschema@.text_list,
    subject @extschema@.text_list,
    sample integer,
    seed bigint)
    RETURNS TABLE (setting jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss float8, error float8,
                   inference float8, membership float8, milliseconds float8, reason text)
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
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    tried jsonb[];
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    roles jsonb;
    columns text;
    persons text;
    release bigint;
    published regclass[];
    began timestamptz;
    said text;
    detail text;
    hint text;
BEGIN
    tried := ARRAY(SELECT s FROM microdata.explored_settings(called, method, settings) s);
    IF sample < 1 THEN
        RAISE EXCEPTION 'sample must be at least 1, not %', sample USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT string_agg(format('s.%I', r.attribute), ', '),
           string_agg(format('s.%I', r.attribute), ', ') FILTER (WHERE r.of_subject),
           jsonb_build_object(
               'sensitive', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'sensitive'), '[]'),
               'insensitive', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'insensitive'), '[]'),
               'quasi_identifiers', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'quasi-identifier'), '[]'),
               'subject', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.of_subject), '[]'))
    INTO columns, persons, roles
    FROM microdata.assigned_roles(source, sensitive, identifiers, insensitive, quasi_identifiers, subject) r
    WHERE r.role <> 'identifier' OR r.of_subject;
    IF columns IS NULL THEN
        RAISE EXCEPTION 'relation "%" has no attribute that could be published', source USING ERRCODE = 'invalid_parameter_value';
    END IF;
    -- Lists that a function does not have as arguments are what remains there.
    roles := (SELECT jsonb_object_agg(r.key, r.value) FROM jsonb_each(roles) r WHERE r.key = ANY (called.proargnames));
    PERFORM set_config('client_min_messages', 'error', true);
    BEGIN
        EXECUTE format('CREATE TEMPORARY TABLE microdata_explored AS SELECT %s FROM %s s %s', columns, source,
                       CASE WHEN sample IS NOT NULL THEN
                           -- All rows of a person, or none.
                           format('ORDER BY %s FETCH FIRST %s ROWS WITH TIES',
                                  microdata.place_in_draw(columns, persons, drawn_by), sample) END);
        ANALYZE pg_temp.microdata_explored;
        PERFORM microdata.stand_in('pg_temp.microdata_explored', source);
        FOREACH setting IN ARRAY tried LOOP
            feasible := false;
            groups := NULL; smallest := NULL; suppressed := NULL;
            loss := NULL; error := NULL; inference := NULL; membership := NULL;
            milliseconds := NULL; reason := NULL;
            began := clock_timestamp();
            BEGIN
                published := microdata.publish('pg_temp.microdata_explored', method,
                    roles || microdata.settings_as_arguments(setting) || jsonb_build_object('seed', seed), 'pg_temp.microdata_tried');
                feasible := true;
                milliseconds := round(1000 * extract(epoch FROM clock_timestamp() - began)::numeric, 1);
                SELECT r.release_id, r.buckets, r.suppressed_rows INTO STRICT release, groups, suppressed
                FROM microdata.releases r WHERE published[1] = ANY (r.relations);
                smallest := microdata.smallest_group(release);
                loss := microdata.figure_of('information_loss', 'f', published[1], NULL);
                error := microdata.figure_of('relative_error', 'median', published[1], drawn_by);
                inference := microdata.figure_of('audit_inference', 'guessed_right', published[1], drawn_by);
                membership := microdata.figure_of('audit_membership', 'auc', published[1], drawn_by);
                RAISE SQLSTATE 'MD000';
            EXCEPTION
                WHEN SQLSTATE 'MD000' THEN
                    NULL;
                -- The settings do not suit the method, each other, or the data.
                WHEN invalid_parameter_value OR object_not_in_prerequisite_state OR feature_not_supported
                     OR program_limit_exceeded THEN
                    GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
                    reason := replace(concat_ws(' ', said || '.', NULLIF(detail, ''), NULLIF(hint, '')), 'microdata_explored',
                                      (SELECT c.relname FROM pg_class c WHERE c.oid = source));
            END;
            RETURN NEXT;
        END LOOP;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        NULL;
    END;
END
$$;
COMMENT ON FUNCTION microdata.explored(
    regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, bigint)
    IS 'what explore() returns';

-- PL/pgSQL cannot return what has an argument's name.
CREATE FUNCTION @extschema@.explore(
    source regclass,
    method text,
    settings jsonb = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    subject @extschema@.text_list = NULL,
    sample integer = NULL,
    seed bigint = NULL)
    RETURNS TABLE (settings jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss float8, error float8,
                   inference float8, membership float8, milliseconds float8, reason text)
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS 'SELECT * FROM microdata.explored($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
COMMENT ON FUNCTION @extschema@.explore(
    regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, bigint)
    IS 'what every combination of settings of a publishing function would give, for the analyst and for the attacker, without publishing anything';

CALL microdata.succeed_functions('0.7.0');

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
}');

-- What adversaries get out of a release.

-- What analysts get out of it.

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

-- Generalization.

-- Choosing.

CALL microdata.succeed_functions('0.7.0');

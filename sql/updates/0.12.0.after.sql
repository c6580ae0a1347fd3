-- Views read these until they were replaced.
DROP FUNCTION microdata.may_see_release(oid, regclass);
DROP FUNCTION microdata.may_see_series_by_owner(regclass, regrole);
DROP FUNCTION microdata.follow_renamed();
DROP FUNCTION microdata.follow_granted();
DROP FUNCTION microdata.remember_readers();
DROP PROCEDURE microdata.add_arguments(text, name[], text);
-- Sentences are made by the library.
DROP FUNCTION microdata.relations_in, microdata.described_columns, microdata.release_comments, microdata.is_own_comment, microdata.guarantee_sentence,
    microdata.model_sentence, microdata.edition_sentence, microdata.reading_sentence, microdata.column_sentence, microdata.share_in_words;

-- A function that was set aside gives its successor, in either schema, its owner and grants. One that others depend on, as a materialized view does on
-- slice_rows(), stays in the schema microdata, no longer part of the extension, so that a dump has it.
CREATE OR REPLACE PROCEDURE microdata.succeed_functions(version text)
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
        WHERE e.extname = 'pg_microdata' AND p.pronamespace IN (e.extnamespace, 'microdata'::regnamespace) AND p.proname || suffix = old.name;
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
CALL microdata.succeed_functions('0.12.0');
-- The script of a later update brings its own.
DROP PROCEDURE microdata.set_functions_aside(text, name[]);
DROP PROCEDURE microdata.succeed_functions(text);

-- New objects, and functions that only some roles may call now.
GRANT SELECT ON microdata.declared_sources, microdata.series_changes, microdata.run_stats TO PUBLIC;
REVOKE ALL ON FUNCTION microdata.about, microdata.make_holder, microdata.settle_grants, microdata.tell_known, microdata.know,
    microdata.slice_region, microdata.bucketize_region, microdata.generalize_region, microdata.audit_region
    FROM PUBLIC;

-- Releases are partitioned as their sources are, and publish_series() takes partitions.
UPDATE microdata.series_record SET arguments = arguments - '{target_like,only_partitions}'::text[] WHERE arguments ?| '{target_like,only_partitions}';

-- No command was followed since the library of this version was installed: relations and attributes may be gone, or have other names, and roles may have
-- been granted releases.
UPDATE microdata.ledger_record l SET ended = 'dropped', ended_at = statement_timestamp(), ended_by = current_user
WHERE l.ended IS NULL AND NOT EXISTS (SELECT FROM microdata.release_record r JOIN pg_class c ON c.oid = ANY (r.relations::oid[]) WHERE r.release_id = l.release_id);
UPDATE microdata.release_record r
SET relations = ARRAY(SELECT u.relation FROM unnest(r.relations) WITH ORDINALITY u (relation, place) JOIN pg_class c ON c.oid = u.relation ORDER BY u.place)
WHERE EXISTS (SELECT FROM unnest(r.relations) u (relation) WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = u.relation));
DELETE FROM microdata.release_record r WHERE r.relations = '{}';
UPDATE microdata.release_record r SET source = NULL WHERE r.source IS NOT NULL AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = r.source);
DELETE FROM microdata.release_column_record k
WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.relation AND a.attnum = k.attnum AND NOT a.attisdropped);
UPDATE microdata.release_column_record k SET source = NULL WHERE k.source IS NOT NULL AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = k.source);
UPDATE microdata.release_column_record k SET attribute = a.attname
FROM pg_attribute a WHERE a.attrelid = k.relation AND a.attnum = k.attnum AND a.attname <> k.attribute;
UPDATE microdata.release_column_record k SET source_attribute = a.attname
FROM pg_attribute a WHERE a.attrelid = k.source AND a.attnum = k.source_attnum AND NOT a.attisdropped AND a.attname <> k.source_attribute;
DELETE FROM microdata.role_record d
WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = d.source AND a.attnum = d.attnum AND NOT a.attisdropped);
UPDATE microdata.role_record d SET attribute = a.attname FROM pg_attribute a WHERE a.attrelid = d.source AND a.attnum = d.attnum AND a.attname <> d.attribute;
DELETE FROM microdata.declared_hierarchy_record d
WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = d.source AND a.attnum = d.attnum AND NOT a.attisdropped);
UPDATE microdata.declared_hierarchy_record d SET attribute = a.attname
FROM pg_attribute a WHERE a.attrelid = d.source AND a.attnum = d.attnum AND a.attname <> d.attribute;
DELETE FROM microdata.declared_source_record d WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = d.source);
UPDATE microdata.declared_source_record d SET attributes = n.names, attnums = n.numbers
FROM (SELECT p.source, array_agg(a.attname ORDER BY a.attnum), array_agg(a.attnum ORDER BY a.attnum)
      FROM microdata.declared_source_record p CROSS JOIN unnest(p.attnums) u (n)
      JOIN pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n AND NOT a.attisdropped GROUP BY p.source) n (source, names, numbers)
WHERE n.source = d.source AND n.names <> d.attributes;
DELETE FROM microdata.privacy_rule_record p
WHERE EXISTS (SELECT FROM unnest(p.left_attnums || p.right_attnums) u (n)
              WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = p.source AND a.attnum = u.n AND NOT a.attisdropped));
UPDATE microdata.privacy_rule_record p
SET left_attributes = ARRAY(SELECT a.attname FROM unnest(p.left_attnums) WITH ORDINALITY u (n, i) JOIN pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i),
    right_attributes = ARRAY(SELECT a.attname FROM unnest(p.right_attnums) WITH ORDINALITY u (n, i) JOIN pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i);
UPDATE microdata.series_record s SET source = NULL WHERE s.source IS NOT NULL AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = s.source);
DELETE FROM microdata.series_column_record k WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = k.source);
UPDATE microdata.series_column_record k SET attribute = a.attname
FROM pg_attribute a WHERE a.attrelid = k.source AND a.attnum = k.attnum AND NOT a.attisdropped AND a.attname <> k.attribute;
DELETE FROM microdata.series_view_record v WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = v.view);
UPDATE microdata.ledger_record l
SET readers = ARRAY(SELECT DISTINCT u.reader FROM unnest(l.readers || microdata.readers(r.relations)) u (reader) WHERE u.reader <> l.created_by ORDER BY u.reader)
FROM microdata.release_record r WHERE r.release_id = l.release_id;

-- Settings have the names and values of this version.
UPDATE microdata.release_record SET parameters = microdata.current_settings(parameters);
UPDATE microdata.ledger_record SET parameters = microdata.current_settings(parameters);
UPDATE microdata.series_record SET arguments = microdata.current_arguments(name, arguments);

-- Hierarchies and series get their views, which are no members of the extension.
DO $$
DECLARE
    former record;
BEGIN
    FOR former IN SELECT h.name, h.owner FROM microdata.hierarchy_record h LOOP
        UPDATE microdata.hierarchy_record h SET holder = microdata.make_holder('hierarchy', former.owner), owner = NULL WHERE h.name = former.name;
        EXECUTE format('ALTER EXTENSION pg_microdata DROP VIEW %s', (SELECT h.holder FROM microdata.hierarchy_record h WHERE h.name = former.name));
        PERFORM microdata.settle_grants(former.name);
    END LOOP;
    FOR former IN SELECT s.series_id, s.name, s.source_owner AS owner FROM microdata.series_record s LOOP
        UPDATE microdata.series_record s SET holder = microdata.make_holder('series', former.owner), source_owner = NULL WHERE s.series_id = former.series_id;
        EXECUTE format('ALTER EXTENSION pg_microdata DROP VIEW %s', (SELECT s.holder FROM microdata.series_record s WHERE s.series_id = former.series_id));
    END LOOP;
END
$$;

-- EXECUTE of PUBLIC on functions that make hierarchies counts no more.
DO $$
DECLARE
    maker record;
BEGIN
    FOR maker IN
        SELECT p.oid, p.oid::regprocedure AS function, p.proowner AS owner, has_function_privilege(0::oid, p.oid, 'EXECUTE') AS of_public
        FROM pg_proc p
        JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
        JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname ~ '^create_(interval_|prefix_|date_)?hierarchy$'
        ORDER BY p.oid
    LOOP
        IF maker.of_public THEN
            RAISE WARNING 'PUBLIC makes no hierarchies with % any more', maker.function
                USING HINT = 'Grant EXECUTE to roles.';
        END IF;
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', maker.function);
        -- A dump has what differs from these privileges. Grants from before the update are no part of what the extension brings.
        UPDATE pg_init_privs i
            SET initprivs = ARRAY[makeaclitem(0, maker.owner, 'EXECUTE', false), makeaclitem(maker.owner, maker.owner, 'EXECUTE', false)]
            WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = maker.oid AND i.privtype = 'e';
    END LOOP;
END
$$;

-- Relations that the catalog names.
SELECT microdata.know(r.relations, true), microdata.know(ARRAY[r.source], false) FROM microdata.release_record r;
SELECT microdata.know(l.about || l.source, false) FROM microdata.ledger_record l;
SELECT microdata.know(ARRAY[v.view], false) FROM microdata.series_view_record v;
SELECT microdata.know(ARRAY[h.holder], false) FROM microdata.hierarchy_record h;
SELECT microdata.know(ARRAY[s.source, s.holder], false) FROM microdata.series_record s;
SELECT microdata.know(ARRAY[t.source], false) FROM microdata.temporary_source_record t;
SELECT microdata.know(ARRAY[d.source], false) FROM microdata.role_record d;
SELECT microdata.know(ARRAY[d.source], false) FROM microdata.declared_source_record d;
SELECT microdata.know(ARRAY[d.source], false) FROM microdata.declared_hierarchy_record d;
SELECT microdata.know(ARRAY[p.source], false) FROM microdata.privacy_rule_record p;

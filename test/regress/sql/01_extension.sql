-- The extension and what it brings.
\pset format unaligned
\pset tuples_only on
CREATE EXTENSION pg_microdata;
-- The tests publish one table many times; 41_composition has what becomes of that.
DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET pg_microdata.republish = allow', current_database()); END$$;
-- Their tables are made by arithmetic, so that attributes determine others; 78_determining_attributes has what becomes of that.
DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET pg_microdata.unclassified = warn', current_database()); END$$;
-- 86_quick_attack has what is said of an attack.
DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET pg_microdata.quick_attack = off', current_database()); END$$;
-- Before PostgreSQL 15 everybody may create in it.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Every object has a comment.
SELECT pg_describe_object(d.classid, d.objid, 0) AS without_comment
FROM pg_depend d
WHERE d.refclassid = 'pg_extension'::regclass
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
  AND d.deptype = 'e'
  AND obj_description(d.objid, d.classid::regclass::name) IS NULL
  -- From 17 on, rows and arrays of what an extension makes are its members as well.
  AND NOT EXISTS (SELECT FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
                  WHERE d.classid = 'pg_type'::regclass AND t.oid = d.objid AND (c.relkind IN ('r', 'v') OR t.typelem <> 0));
SELECT c.relname, a.attname AS without_comment
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'v'
  AND col_description(c.oid, a.attnum) IS NULL;

-- Nothing runs with another's rights; what is not C fixes its search_path.
SELECT p.oid::regprocedure AS unsafe
FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
  AND (p.prosecdef
       OR p.prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')
          AND NOT coalesce(p.proconfig @> ARRAY['search_path=pg_catalog, pg_temp'], false)
          -- What commits can have no settings, and sets its path in each transaction.
          AND p.oid <> 'run_series'::regproc);

-- A function that sets one setting of texts sets all of them.
SELECT p.oid::regprocedure AS depends_on_session
FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
  AND EXISTS (SELECT FROM unnest(p.proconfig) c WHERE c ~* '^(datestyle|intervalstyle|timezone|extra_float_digits|bytea_output|lc_)')
  AND NOT p.proconfig @> ARRAY['DateStyle=ISO, YMD', 'IntervalStyle=postgres', 'TimeZone=UTC', 'extra_float_digits=1', 'bytea_output=hex', 'lc_monetary=C',
                               'xmlbinary=base64', 'quote_all_identifiers=off'];

-- The version is told in a parallel plan, too.
CREATE TABLE many AS SELECT i % 10 AS i FROM generate_series(1, 10000) i;
ANALYZE many;
BEGIN;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT microdata.version() IS NOT NULL AS told, sum(count) FROM (SELECT i, count(*) FROM many WHERE i < 10 GROUP BY i OFFSET 0) m GROUP BY 1;
COMMIT;
DROP TABLE many;

-- The contract: names, argument order, defaults and results. The type of a default is its argument's.
SELECT format('%s(%s) returns %s', p.proname, regexp_replace(pg_get_function_arguments(p.oid), ' DEFAULT ([^,:]*)(::[^,]*)?', ' = \1', 'g'),
              pg_get_function_result(p.oid))
FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
  AND p.pronamespace <> 'microdata'::regnamespace
ORDER BY p.proname, p.pronargs;
SELECT c.relname, string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = 'microdata'::regnamespace AND c.relname IN ('releases', 'release_columns', 'roles', 'hierarchies', 'declared_hierarchies') AND attnum > 0
GROUP BY 1 ORDER BY 1;

-- The setting.
SHOW pg_microdata.max_threads;
SET pg_microdata.max_threads = 0;
-- A name that is none is refused, from 15 on, and so is the schema's for the extension's.
DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 150000 THEN
        SET pg_microdata.no_such_setting = 1;
        RAISE 'taken';
    END IF;
EXCEPTION WHEN invalid_name THEN NULL;
END $$;
DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 150000 THEN
        SET microdata.max_threads = 1;
        RAISE 'taken';
    END IF;
EXCEPTION WHEN invalid_name THEN NULL;
END $$;
-- One that the session has taken before it loads the library goes, with a warning.
\c -
SET microdata.max_threads = 1;
SET client_min_messages = error;
SELECT microdata.version() IS NOT NULL AS loaded;
SELECT current_setting('microdata.max_threads', true) IS NULL OR current_setting('server_version_num')::integer < 150000 AS gone;
RESET client_min_messages;

-- It goes without a trace, and comes again.
DROP EXTENSION pg_microdata;
SELECT count(*) FROM pg_namespace WHERE nspname = 'microdata';
SELECT count(*) FROM pg_event_trigger WHERE evtname LIKE 'pg_microdata%';
CREATE SCHEMA elsewhere;
CREATE EXTENSION pg_microdata SCHEMA elsewhere;
SELECT elsewhere.k_anonymity(2);
DROP EXTENSION pg_microdata;
DROP SCHEMA elsewhere;
CREATE EXTENSION pg_microdata;

-- For the tests that follow: what a statement fails with.
CREATE FUNCTION attempt(statement text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RAISE INFO 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RAISE INFO '% %', SQLSTATE, message || CASE WHEN detail <> '' THEN E'\n  detail: ' || detail ELSE '' END
                                          || CASE WHEN hint <> '' THEN E'\n  hint: ' || hint ELSE '' END;
END $$;
-- For the tests that follow: what statements fail with, one a line. A call needs no SELECT, a line that begins with a blank continues
-- the one before, and comments are shown. Of other messages the errors alone are shown, or those from the given level on.
CREATE FUNCTION attempts(statements text, messages text DEFAULT 'error') RETURNS SETOF void LANGUAGE plpgsql AS $$
DECLARE
    level text := current_setting('client_min_messages');
    statement text;
    message text;
    detail text;
    hint text;
BEGIN
    PERFORM set_config('client_min_messages', messages, true);
    FOREACH statement IN ARRAY string_to_array(btrim(regexp_replace(statements, E'\n +', ' ', 'g'), E'\n'), E'\n') LOOP
        IF statement LIKE '--%' THEN
            RAISE INFO '%', statement;
            CONTINUE;
        END IF;
        BEGIN
            EXECUTE CASE WHEN statement ~ '^[a-z_.]+\(' THEN 'SELECT ' ELSE '' END || statement;
            RAISE INFO '%: no error', statement;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
            RAISE INFO '%: %', statement, SQLSTATE || ' ' || message || coalesce(' | ' || nullif(detail, ''), '')
                                          || coalesce(' | hint: ' || nullif(hint, ''), '');
        END;
    END LOOP;
    PERFORM set_config('client_min_messages', level, true);
END $$;
-- For the tests that follow: what a relation is, and its columns.
CREATE FUNCTION columns_of(relation regclass) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE c.relkind WHEN 'r' THEN 'table: ' WHEN 'v' THEN 'view: ' WHEN 'm' THEN 'materialized view: ' END || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.oid = relation AND a.attnum > 0 AND NOT a.attisdropped GROUP BY c.oid
$$;
-- For the tests that follow: seconds of processor time that the session has taken, which a busy machine does not make more.
CREATE FUNCTION processor_seconds() RETURNS float8 LANGUAGE sql VOLATILE AS $$
    SELECT (s[14]::float8 + s[15]::float8) / 100 FROM (SELECT string_to_array(pg_read_file('/proc/self/stat'), ' ')) f (s)
$$;
-- For the tests that follow: how a statement ends, with the state, the message, the detail and the hint of its error.
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', SQLSTATE || ' ' || message, NULLIF(replace(detail, E'\n', ' '), ''), NULLIF(hint, ''));
END$$;
-- For the tests that follow: Table 1(a) of the slicing paper.
CREATE TABLE table_1a (age integer, sex text, zipcode text, disease text);
INSERT INTO table_1a VALUES
    (22, 'M', '47906', 'dyspepsia'), (22, 'F', '47906', 'flu'),
    (33, 'F', '47905', 'flu'),       (52, 'F', '47905', 'bronchitis'),
    (54, 'M', '47302', 'flu'),       (60, 'M', '47302', 'dyspepsia'),
    (60, 'M', '47304', 'dyspepsia'), (64, 'F', '47304', 'gastritis');

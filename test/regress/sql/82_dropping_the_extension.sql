-- DROP EXTENSION says what goes with it, and fails while there are releases or series.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
-- The scene is the extension's alone: what other tests have left is not counted.
SELECT current_database() AS suite \gset
CREATE DATABASE x_dropped TEMPLATE template0;
\c x_dropped
SET client_min_messages = warning;
CREATE ROLE x_clerk NOSUPERUSER;
CREATE SCHEMA tools;
CREATE SCHEMA unrelated;
CREATE EXTENSION pg_microdata SCHEMA tools;
SET search_path = tools, public;
CREATE TABLE people AS SELECT i AS id, i % 7 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 40) i;

-- The extension goes as any other if nothing is on record.
BEGIN;
DROP EXTENSION pg_microdata;
ROLLBACK;

-- A release.
SELECT bucketize_table('people', 3, sensitive => '{disease}', identifiers => '{id}');
DROP EXTENSION pg_microdata;
DROP EXTENSION IF EXISTS no_such_extension, pg_microdata CASCADE;
DROP SCHEMA tools CASCADE;
DROP SCHEMA unrelated, tools CASCADE;
-- The language's extension is one that it needs.
DROP EXTENSION plpgsql CASCADE;
-- DROP OWNED takes an extension of its role.
BEGIN;
UPDATE pg_extension SET extowner = 'x_clerk'::regrole WHERE extname = 'pg_microdata';
INSERT INTO pg_shdepend (dbid, classid, objid, objsubid, refclassid, refobjid, deptype)
SELECT d.oid, 'pg_extension'::regclass, e.oid, 0, 'pg_authid'::regclass, 'x_clerk'::regrole, 'o'
FROM pg_database d, pg_extension e WHERE d.datname = current_database() AND e.extname = 'pg_microdata';
DROP OWNED BY x_clerk;
ROLLBACK;
-- Other commands go on, of each role.
DROP SCHEMA unrelated CASCADE;
SET ROLE x_clerk;
CREATE TEMPORARY TABLE hers (i integer);
DROP OWNED BY x_clerk;
RESET ROLE;
-- In a function, and where the changes of another server are replayed.
DO $$BEGIN DROP EXTENSION pg_microdata; EXCEPTION WHEN dependent_objects_still_exist THEN RAISE WARNING '%', SQLERRM; END$$;
BEGIN;
SET LOCAL session_replication_role = replica;
DROP EXTENSION pg_microdata;
ROLLBACK;
SELECT count(*) FROM microdata.releases;

-- A series as well, whose editions are gone.
SELECT create_series('weekly', 'people', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT edition, persons FROM publish_series('weekly');
-- The view that stands for it has a random name.
\set VERBOSITY terse
DROP EXTENSION pg_microdata;
\set VERBOSITY default
SELECT count(drop_release(relations[1])) FROM microdata.releases;
DROP EXTENSION pg_microdata CASCADE;

-- The setting allows it, in a session that has not loaded the library, too.
\c -
SET client_min_messages = warning;
SET pg_microdata.allow_drop = on;
BEGIN;
DROP EXTENSION pg_microdata CASCADE;
SELECT count(*) FROM pg_namespace WHERE nspname = 'microdata';
ROLLBACK;
BEGIN;
DROP SCHEMA tools CASCADE;
SELECT count(*) FROM pg_namespace WHERE nspname = 'microdata';
ROLLBACK;
SET pg_microdata.allow_drop = off;
DROP EXTENSION pg_microdata CASCADE;

-- Without either the ledger is what goes, and it says so.
SELECT tools.drop_series('weekly');
DROP EXTENSION pg_microdata;
SELECT count(*) FROM pg_namespace WHERE nspname = 'microdata';
CREATE EXTENSION pg_microdata;
DROP EXTENSION pg_microdata;

\c :suite
SET client_min_messages = warning;
DROP DATABASE x_dropped;
DROP ROLE x_clerk;

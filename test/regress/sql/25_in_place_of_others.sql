-- Slicing somebody else's table in place, and tables whose rows are not where they seem to be.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE of_mallory;
CREATE SCHEMA mallory AUTHORIZATION of_mallory;
SET ROLE of_mallory;
CREATE TABLE mallory.tries (what text, who name);
-- Notes who runs it, and tries to become superuser with the rights of whom that is.
CREATE FUNCTION mallory.try(what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    BEGIN ALTER ROLE of_mallory SUPERUSER; EXCEPTION WHEN insufficient_privilege THEN NULL; END;
    INSERT INTO mallory.tries VALUES (what || CASE WHEN current_setting('search_path') LIKE '%public%' THEN ' in the path of the caller' ELSE '' END, current_user);
END $$;
CREATE FUNCTION mallory.positive(a integer) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM mallory.try('check'); RETURN a > 0; END $$;
CREATE FUNCTION mallory.named(a text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM mallory.try('domain'); RETURN true; END $$;
CREATE FUNCTION mallory.doubled(a integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM mallory.try('generated'); RETURN a * 2; END $$;
CREATE FUNCTION mallory.halved(a integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM mallory.try('index'); RETURN a / 2; END $$;
CREATE DOMAIN mallory.a_name AS text CHECK (mallory.named(VALUE));
CREATE TABLE mallory.people (name mallory.a_name, age integer CHECK (mallory.positive(age)), disease text, twice integer GENERATED ALWAYS AS (mallory.doubled(age)) STORED);
INSERT INTO mallory.people SELECT 'n' || i, 1 + i % 10, 'd' || i % 4 FROM generate_series(1, 40) i;
CREATE INDEX ON mallory.people ((mallory.halved(age)));
TRUNCATE mallory.tries;
RESET ROLE;
SELECT slice_table('mallory.people', 2, 2, sensitive => '{disease}', identifiers => '{name}', in_place => true);
SELECT what, who, count(*) > 0 AS run FROM mallory.tries GROUP BY what, who ORDER BY what, who;
SELECT rolsuper FROM pg_roles WHERE rolname = 'of_mallory';
SELECT count(*), count(name) AS names, count(*) FILTER (WHERE twice = age * 2) AS generated FROM mallory.people;
SELECT current_user = session_user AS back;

-- A member of the owner's role is no other; nor does an error leave the caller in the owner's place.
CREATE ROLE of_member IN ROLE of_mallory;
TRUNCATE mallory.tries;
SET ROLE of_member;
SELECT slice_table('mallory.people', 2, 2, sensitive => '{disease}', identifiers => '{name}', in_place => true);
SELECT DISTINCT who FROM mallory.tries;
RESET ROLE;
CREATE TABLE mallory.once (age integer, disease text, CHECK (age = 7 OR disease <> 'd1'));
ALTER TABLE mallory.once OWNER TO of_mallory;
INSERT INTO mallory.once SELECT CASE WHEN i % 4 = 1 THEN 7 ELSE i END, 'd' || i % 4 FROM generate_series(1, 40) i;
SELECT slice_table('mallory.once', 2, 2, sensitive => '{disease}', groups => '{age,disease}', in_place => true, seed => 1);
SELECT current_user = session_user AS back, current_setting('search_path') AS path;
BEGIN;
SAVEPOINT before;
SELECT slice_table('mallory.once', 2, 2, sensitive => '{disease}', groups => '{age,disease}', in_place => true, seed => 1);
ROLLBACK TO before;
SELECT current_user = session_user AS back, current_setting('search_path') AS path;
-- Nothing of a security-restricted operation is left either: it forbids temporary tables.
CREATE TEMPORARY TABLE allowed (a integer);
ROLLBACK;

-- A table of another access method than heap is not rewritten, whatever its handler.
CREATE TABLE plain AS SELECT i % 9 AS age, 't' || i % 5 AS town, 'd' || i % 4 AS disease FROM generate_series(1, 40) i;
CREATE ACCESS METHOD heap2 TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE of_heap2 USING heap2 AS SELECT * FROM plain;
SELECT slice_table('of_heap2', 2, 2, sensitive => '{disease}', in_place => true);
SELECT count(*) FROM (SELECT * FROM of_heap2 EXCEPT ALL SELECT * FROM plain) changed;
SELECT slice_table('of_heap2', 2, 2, sensitive => '{disease}');
SELECT bool_and(holds) FROM verify_release('of_heap2_sliced');
SELECT FROM drop_release('of_heap2_sliced');
DROP TABLE of_heap2;
DROP ACCESS METHOD heap2;

-- Nor is what a distributed engine lists: its rows are elsewhere. A table that only has the name is no such list.
CREATE TABLE pg_dist_partition AS SELECT 'plain'::regclass AS logicalrelid;
SELECT slice_table('plain', 2, 2, sensitive => '{disease}', in_place => true);
DROP TABLE pg_dist_partition;
SET allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (partmethod "char", logicalrelid regclass);
CREATE TABLE elsewhere AS SELECT * FROM plain;
INSERT INTO pg_catalog.pg_dist_partition VALUES ('h', 'elsewhere');
SELECT slice_table('elsewhere', 2, 2, sensitive => '{disease}', in_place => true);
SELECT count(*) FROM (SELECT * FROM elsewhere EXCEPT ALL SELECT * FROM plain) changed;
SELECT slice_table('plain', 2, 2, sensitive => '{disease}', in_place => true);
-- What the list cannot be read of is taken for listed.
ALTER TABLE pg_catalog.pg_dist_partition RENAME logicalrelid TO relation;
SELECT slice_table('plain', 2, 2, sensitive => '{disease}', in_place => true);
DROP TABLE pg_catalog.pg_dist_partition;
RESET allow_system_table_mods;

DROP TABLE plain, elsewhere;
DROP SCHEMA mallory CASCADE;
DROP ROLE of_member, of_mallory;

-- A table that its owner's code changes, after its columns were listed, is not written.
CREATE SCHEMA changed_midway;
SET search_path = changed_midway, microdata, public;
SET client_min_messages = error;
CREATE TABLE acts (act text);
CREATE FUNCTION acted(name text) RETURNS boolean LANGUAGE plpgsql SET search_path = changed_midway AS $$
DECLARE next text;
BEGIN
    IF name IS NULL THEN
        FOR next IN DELETE FROM acts RETURNING act LOOP
            EXECUTE next;
        END LOOP;
    END IF;
    RETURN true;
END $$;
CREATE DOMAIN name AS text CHECK (acted(value));
CREATE TABLE people AS SELECT ('p' || i)::changed_midway.name AS name, i % 40 AS age, 'd' || i % 6 AS disease FROM generate_series(1, 600) i;
CREATE FUNCTION sliced_beside(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE why text;
BEGIN
    INSERT INTO acts VALUES (change);
    PERFORM slice_table('people', 2, 2, identifiers => '{name}', sensitive => '{disease}', in_place => true);
    RAISE SQLSTATE 'MD001' USING MESSAGE = (SELECT concat_ws(' ', count(*), count(name)) FROM people);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS why = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' ', SQLSTATE, SQLERRM, why);
END $$;
SELECT c.change, sliced_beside(c.change) FROM (VALUES
    (1, 'SELECT 1'),
    (2, 'ALTER TABLE people RENAME age TO old; ALTER TABLE people ALTER old TYPE text USING ''x''; ALTER TABLE people ADD age integer; UPDATE people SET age = 1000000000'),
    (3, 'ALTER TABLE people ALTER age TYPE bigint'),
    (4, 'ALTER TABLE people ADD weight integer NOT NULL DEFAULT 5'),
    (5, 'ALTER TABLE people ALTER name SET NOT NULL'),
    (6, 'CREATE TABLE children () INHERITS (people)'),
    (7, 'CREATE PUBLICATION of_people FOR TABLE people')) c (n, change) ORDER BY c.n;
DROP SCHEMA changed_midway CASCADE;

-- Releases between which time passes: an attacker knows what was true of persons at each.
-- Rooms: src/core src/postgres/inspection src/postgres/audits
\pset format unaligned \pset tuples_only on
\set ECHO none
\set SHOW_CONTEXT never
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_time;
SET search_path = regress_time, public;
CREATE FUNCTION drawn(i integer, what text, n integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % n$$;
CREATE TABLE staff AS
SELECT i AS id, 20 + drawn(i, 'age', 45) AS age, (40000 + drawn(i, 'zip', 400))::text AS zip, drawn(i, 'sex', 2) AS sex, 'j' || drawn(i, 'job', 9) AS job
FROM generate_series(1, 2000) i;
CREATE TABLE staff_then AS TABLE staff;
CREATE FUNCTION release(target text, seed bigint) RETURNS regclass LANGUAGE sql AS
$$SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => target, seed => seed)$$;
-- Pinned by an attacker who knows the values of both times.
CREATE FUNCTION pinned_by_sql() RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT avg((n = 1)::integer)
    FROM (SELECT id, count(*) AS n
          FROM (SELECT p.id, b.job FROM staff_then p JOIN s_1 r USING (age, zip, sex) JOIN s_1 b ON b.bucket = r.bucket
                INTERSECT
                SELECT p.id, b.job FROM staff p JOIN s_2 r USING (age, zip, sex) JOIN s_2 b ON b.bucket = r.bucket) left_over
          GROUP BY id) counted);
END
$$;
SELECT release('s_1', 1) \g /dev/null
\set ECHO all

-- Everybody is a year older.
UPDATE staff SET age = age + 1;
SELECT release('s_2', 2);
SET client_min_messages = notice;
SELECT persons, pinned > 0.4 AS many, abs(pinned - pinned_by_sql()) < 1e-6 AS as_by_sql, guessed_right > 0.6 AS guessed FROM audit_composition('{s_1,s_2}', seed => 1);
SET client_min_messages = error;
-- The same where a third had another birthday since; ambiguous persons count as the worst case.
BEGIN;
UPDATE staff SET age = age + 1 WHERE id % 3 = 0;
SELECT FROM drop_release('s_2');
SELECT release('s_2', 2);
SET client_min_messages = notice;
SELECT persons, pinned - pinned_by_sql() BETWEEN 0 AND 0.03 AS as_by_sql FROM audit_composition('{s_1,s_2}', seed => 1);
ROLLBACK;
-- Newcomers are not in the first release, and no reason to doubt.
BEGIN;
INSERT INTO staff SELECT 10000 + i, 20 + drawn(i, 'new age', 45), (40000 + drawn(i, 'new zip', 400))::text, i % 2, 'j' || i % 9 FROM generate_series(1, 600) i;
SELECT pinned > 0.3 AS many FROM audit_composition('{s_1,s_2}', seed => 1);
ROLLBACK;
-- Persons who moved cannot be followed: nothing is said of what the releases tell together.
BEGIN;
UPDATE staff SET zip = (40000 + drawn(id, 'moved', 400))::text WHERE id % 3 = 0;
SET client_min_messages = warning;
SELECT * FROM audit_composition('{s_1}', seed => 1, outsiders => 'staff_then');
SET client_min_messages = error;
SELECT figure, low, control, finding FROM audit('s_2', control => NULL, seed => 1, attributes => '{}') WHERE audit = 'audit_composition';
ROLLBACK;
-- A few persons do no harm.
BEGIN;
UPDATE staff SET zip = (40000 + drawn(id, 'moved', 400))::text WHERE id % 40 = 0;
SELECT pinned > 0.4 AS many FROM audit_composition('{s_1,s_2}', seed => 1);
ROLLBACK;

-- Whatever type ages have, with slices and classes, and in a dense table where everybody looks like somebody.
\set ECHO none
CREATE FUNCTION as_before(type text, cells integer) RETURNS TABLE (method text, pinned boolean, guessed boolean) LANGUAGE plpgsql AS $$
DECLARE
    together text;
BEGIN
    DROP TABLE IF EXISTS aging CASCADE;
    EXECUTE format('CREATE TABLE aging AS SELECT id, age::%s AS age, left(zip, 5 - %s) AS zip, sex, job FROM staff_then', type, cells);
    CREATE TEMP TABLE figures (method text, at_once boolean, pinned float8, guessed_right float8);
    FOR time IN 1 .. 2 LOOP
        PERFORM bucketize_table('aging', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 'b_' || time, seed => time);
        PERFORM slice_table('aging', 2, 3, sensitive => '{job}', identifiers => '{id}', target => 'c_' || time, seed => time);
        PERFORM generalize_table('aging', 6, l => 3, sensitive => '{job}', identifiers => '{id}', target => 'd_' || time, seed => time);
        IF time = 2 THEN
            INSERT INTO figures
            SELECT m, false, a.pinned, a.guessed_right FROM unnest('{b,c,d}'::text[]) m, audit_composition(ARRAY[m || '_1', m || '_2']::regclass[], seed => 1) a;
        ELSE
            -- As a second release says that is made at once.
            PERFORM bucketize_table('aging', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 'b_0', seed => 3);
            PERFORM slice_table('aging', 2, 3, sensitive => '{job}', identifiers => '{id}', target => 'c_0', seed => 3);
            INSERT INTO figures
            SELECT m, true, a.pinned, a.guessed_right FROM unnest('{b,c}'::text[]) m, audit_composition(ARRAY[m || '_1', m || '_0']::regclass[], seed => 1) a;
            UPDATE aging SET age = age + 2;
        END IF;
    END LOOP;
    RETURN QUERY
        SELECT f.method, f.pinned > COALESCE(b.pinned, f.pinned) - 0.05, f.guessed_right > COALESCE(b.guessed_right, f.guessed_right) - 0.05
        FROM figures f LEFT JOIN figures b ON b.method = f.method AND b.at_once WHERE NOT f.at_once;
    DROP TABLE figures;
    PERFORM drop_release(r.relations[1]) FROM microdata.releases r WHERE r.source = 'aging'::regclass;
END
$$;
\set ECHO all
SELECT type, cells, count(*) AS methods, string_agg(method, ' ') FILTER (WHERE pinned IS NOT TRUE OR guessed IS NOT TRUE) AS wrong
FROM (VALUES ('smallint', 0), ('bigint', 0), ('numeric(5,1)', 0), ('real', 0), ('float8', 0), ('integer', 2), ('integer', 4)) t (type, cells), as_before(type, cells)
GROUP BY 1, 2 ORDER BY 2, 1;

-- A gate does not pass on what is unknown, and finds what time hid.
SELECT FROM create_series('yearly', 'staff', 'bucketization', '{"sensitive": ["job"], "identifiers": ["id"], "method": "anatomy", "l": 3}', independent => true, view => 'regress_time.yearly', gate => '{"composition": 0.5}');
SELECT FROM drop_release('s_1');
SELECT FROM drop_release('s_2');
SELECT edition, state FROM publish_series('yearly');
UPDATE staff SET age = age + 1;
SELECT edition, state FROM publish_series('yearly');
SELECT holds, achieved > 0.6 AS guessed FROM microdata.gate_findings('yearly', 2) WHERE gate = 'composition';
SELECT FROM alter_series('yearly', gate => '{"composition": 0.9}');
SELECT holds FROM microdata.gate_findings('yearly', 2) WHERE gate = 'composition';
UPDATE staff SET zip = (40000 + drawn(id, 'moved', 400))::text;
SELECT holds, microdata.sentence('finding', to_jsonb(f)) FROM microdata.gate_findings('yearly', 2) f WHERE gate = 'composition';
SELECT FROM drop_series('yearly');

-- A series with a subject follows persons by their keys.
SELECT FROM create_series('keyed', 'staff', 'bucketization', '{"sensitive": ["job"]}', '{id}', 3, view => 'regress_time.keyed');
SELECT edition FROM publish_series('keyed');
UPDATE staff SET zip = (40000 + drawn(id, 'moved on', 400))::text, age = age + 1;
SELECT edition FROM publish_series('keyed');
SET client_min_messages = warning;
SELECT releases, persons, pinned, guessed_right BETWEEN 0.2 AND 0.4 AS guessed FROM audit_composition('{keyed_1,keyed_2}', seed => 1);
SELECT control < 0.4 AS control FROM audit_composition('{keyed_1}', seed => 1, outsiders => 'staff_then');
-- Not once it has begun anew, when it forgets.
SET client_min_messages = error;
SELECT FROM alter_series('keyed', m => 2);
SELECT edition FROM publish_series('keyed');
SET client_min_messages = warning;
SELECT persons > 0 AS persons, guessed_right FROM audit_composition('{keyed_1}', seed => 1);
SET client_min_messages = error;
SELECT FROM drop_series('keyed');
\set ECHO none
DROP SCHEMA regress_time CASCADE;

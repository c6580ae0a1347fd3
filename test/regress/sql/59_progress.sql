-- What a session shows of itself while it publishes, verifies and audits: functions look that are called for rows as they are read.
-- Rooms: src/core src/postgres/server
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE TABLE progressing AS
SELECT i AS person, 20 + i % 50 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 10000 + i * 7919 % 500 AS postcode, 'disease ' || i * 31 % 11 AS disease
FROM generate_series(1, 10000) i;
ANALYZE progressing;
CREATE TABLE looks (look serial, command text, relation text, phase text, phases_done integer, phases_total integer, done bigint, total bigint, unit text, mine boolean);
CREATE FUNCTION look() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_stat_clear_snapshot();
    INSERT INTO public.looks (command, relation, phase, phases_done, phases_total, done, total, unit, mine)
    SELECT p.command, p.relation, p.phase, p.phases_done, p.phases_total, p.done, p.total, p.unit,
           p.datname = current_database() AND p.usename = session_user AND p.started BETWEEN now() AND clock_timestamp()
    FROM microdata.progress p WHERE p.pid = pg_backend_pid();
END
$$;
CREATE FUNCTION look_at(person integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF person % 4500 = 1 THEN
        PERFORM public.look();
    END IF;
    RETURN person;
END
$$;
\set ECHO all
-- What others show to a session that publishes nothing: nothing.
SELECT count(*) FROM microdata.progress;
CREATE VIEW watched AS SELECT look_at(person) AS person, age, sex, postcode, disease FROM progressing;
SELECT slice_table('watched', 3, 3, sensitive => '{disease}', insensitive => '{person}');
SELECT * FROM looks ORDER BY look;
SELECT count(*) FROM microdata.progress;
-- Commands that use the same slot: ANALYZE within, which leaves it empty until more rows were read.
TRUNCATE looks;
\set ECHO none
CREATE FUNCTION analyze_at(person integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF person = 5000 THEN
        PERFORM public.look();
        ANALYZE public.looks;
        PERFORM public.look();
    ELSIF person = 9000 THEN
        PERFORM public.look();
    END IF;
    RETURN person;
END
$$;
\set ECHO all
CREATE VIEW analyzed AS SELECT analyze_at(person) AS person, age, sex, postcode, disease FROM progressing;
SELECT bucketize_table('analyzed', 3, sensitive => '{disease}', insensitive => '{person}');
SELECT command, phase, done, unit FROM looks ORDER BY look;
-- COPY around, which has its slot back.
\set ECHO none
CREATE FUNCTION copies() RETURNS TABLE (command text, type text, tuples bigint) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_stat_clear_snapshot();
    RETURN QUERY SELECT c.command, c.type, c.tuples_processed FROM pg_stat_progress_copy c WHERE c.pid = pg_backend_pid();
END
$$;
\set ECHO all
COPY (SELECT v.holds, c.command, c.type, c.tuples FROM (SELECT bool_and(holds) AS holds FROM verify_release('watched_sliced') OFFSET 0) v, copies() c) TO STDOUT;
-- Parts of the transaction that are rolled back.
TRUNCATE looks;
\set ECHO none
CREATE FUNCTION fail_at(person integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF person = 5000 THEN
        BEGIN
            PERFORM public.look();
            PERFORM 1 / 0;
        EXCEPTION WHEN division_by_zero THEN
            PERFORM public.look();
        END;
    END IF;
    RETURN person;
END
$$;
\set ECHO all
CREATE VIEW failing AS SELECT fail_at(person) AS person, age, sex, postcode, disease FROM progressing;
SELECT generalize_table('failing', 3, 3, sensitive => '{disease}', insensitive => '{person}');
SELECT command, phase, done, unit FROM looks ORDER BY look;
-- An error ends it, also where somebody catches it.
TRUNCATE looks;
\set ECHO none
DO $$
BEGIN
    PERFORM slice_table('watched', 100, 3, sensitive => '{disease}', insensitive => '{person}', target => 'infeasible');
EXCEPTION WHEN OTHERS THEN
    PERFORM look();
END
$$;
\set ECHO all
SELECT count(*) FROM looks;
SELECT count(*) FROM microdata.progress;
-- A command that calls others stays what is shown, with its steps and their phases.
TRUNCATE looks;
SELECT count(*) FROM audit('watched_sliced', control => NULL, seed => 1);
SELECT DISTINCT command, relation, phases_total FROM looks;
SELECT count(*) > 1 AS several, count(DISTINCT phases_done) > 1 AS steps, bool_and(phases_done BETWEEN 0 AND phases_total) AS counted FROM looks;
TRUNCATE looks;
SELECT feasible, count(*) FROM explore('watched', 'slicing', '{"l": [2, 3, 100]}', sensitive => '{disease}', insensitive => '{person}', sample => 1000) GROUP BY 1 ORDER BY 1;
SELECT count(*) FROM microdata.progress;
-- Such commands in SQL end with the transaction, or with its part.
BEGIN;
SELECT microdata.begin_progress('explore', 'progressing', 2), microdata.step_progress();
SELECT look();
SAVEPOINT part;
SELECT FROM microdata.begin_progress('audit', 'progressing');
SAVEPOINT part_of_it;
SELECT microdata.begin_progress('audit', 'progressing', 7), microdata.step_progress();
SELECT look();
RELEASE part_of_it;
ROLLBACK TO part;
SELECT look();
SELECT FROM microdata.step_progress(); SELECT FROM microdata.step_progress(); SELECT FROM microdata.step_progress();
SELECT look();
SELECT FROM microdata.end_progress(); SELECT FROM microdata.end_progress();
SELECT look();
SELECT FROM microdata.begin_progress('audit', NULL);
SELECT look();
COMMIT;
SELECT look();
SELECT command, relation, phases_done, phases_total, mine FROM looks ORDER BY look;
SELECT answer($$SELECT microdata.begin_progress('ponder', 'progressing')$$);
SELECT answer($$SELECT microdata.begin_progress('audit', 'progressing', -1)$$);
SELECT answer($$SELECT microdata.begin_progress(NULL, 'progressing')$$);
-- Nobody in SQL ends what a function shows.
TRUNCATE looks;
CREATE VIEW meddling AS SELECT look_at(person) AS person, age, sex, postcode, disease, microdata.end_progress() IS NULL AS ended FROM progressing;
SELECT slice_table('meddling', 3, 3, sensitive => '{disease}', insensitive => '{person,ended}');
SELECT count(*), count(DISTINCT command) FROM looks;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE source = ANY ('{watched,analyzed,failing,meddling,progressing}'::regclass[]);
DROP TABLE progressing, looks CASCADE;

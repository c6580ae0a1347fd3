-- Runs of series: what is on record of them, who sees it, and what stands for a schedule.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE ROLE regress_runner;
CREATE ROLE regress_passer;
CREATE SCHEMA regress_runs;
GRANT ALL ON SCHEMA regress_runs TO PUBLIC;
SET search_path = regress_runs, public;
SET ROLE regress_runner;
CREATE TABLE patients AS SELECT i AS id, 20 + i % 40 AS age, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 6 AS disease FROM generate_series(1, 120) i;
\set ECHO all
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_runs.ward', keep => 2);
CALL run_series('ward');
SELECT series, edition, state, finished_at >= started_at AS finished, duration = finished_at - started_at AS lasted, sqlerrcode, err_message, phases ? 'read' AND phases ? 'write' AS phases, notices FROM microdata.runs WHERE series = 'ward';
-- A phase within another counts once.
SELECT count(*) FROM microdata.runs r WHERE (SELECT sum(p.value::float8) FROM jsonb_each_text(r.phases) p) > extract(epoch FROM r.duration) * 1000;
SELECT series, runs, failures, last_state, last_success IS NOT NULL AS succeeded, last_sqlerrcode, last_message, job_id, schedule, active FROM microdata.run_stats WHERE series = 'ward';

-- What one says on the way, and the error that ends it.
SET client_min_messages = notice;
ALTER TABLE patients ADD number serial;
INSERT INTO patients SELECT * FROM patients WHERE id = 1;
CALL run_series('ward');
SET client_min_messages = warning;
DELETE FROM patients WHERE ctid = (SELECT max(ctid) FROM patients WHERE id = 1);
SELECT series, edition, state, sqlerrcode, err_message, err_detail, err_hint, notices FROM microdata.runs WHERE series = 'ward' ORDER BY run_id DESC LIMIT 1;
SELECT runs, failures, last_state, last_sqlerrcode, last_message FROM microdata.run_stats WHERE series = 'ward';

-- A later one, and old editions that go, unless something depends on them.
CREATE VIEW held AS SELECT count(*) FROM ward_1;
CALL run_series('ward');
CALL run_series('ward');
SELECT edition, state, relations <> '{}' AS there FROM microdata.editions WHERE series = 'ward' ORDER BY edition;
DROP VIEW held;
CALL run_series('ward');
SELECT edition, state, relations <> '{}' AS there FROM microdata.editions WHERE series = 'ward' ORDER BY edition;
SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) AS amiss FROM verify_release('ward_4');

-- Not in a transaction, nor without rights, nor on behalf of others.
\set VERBOSITY terse
BEGIN;
CALL run_series('ward');
ROLLBACK;
CALL run_series(NULL);
SET default_transaction_read_only = on;
CALL run_series('ward');
RESET default_transaction_read_only;
SELECT count(*) FROM microdata.runs WHERE series = 'ward';
SET ROLE regress_passer;
CALL run_series('ward');
SELECT schedule_series('ward', '@daily');
SELECT unschedule_series('ward');
SELECT (SELECT count(*) FROM microdata.runs) + (SELECT count(*) FROM microdata.run_stats) + (SELECT count(*) FROM microdata.scheduled_jobs()) AS seen;
SET ROLE regress_runner;
-- Only the session that has begun a run may say what came of it.
\set VERBOSITY sqlstate
SELECT microdata.end_run((SELECT max(run_id) FROM microdata.runs), 1, NULL, NULL, NULL, NULL);
\set VERBOSITY terse
SELECT microdata.begin_run('ward') AS run \gset
SELECT state FROM microdata.runs WHERE run_id = :run;
SELECT microdata.end_run(:run, NULL, '22', 'nonsense', NULL, NULL);
SELECT state FROM microdata.runs WHERE run_id = :run;
SELECT microdata.begin_run('ward') AS again \gset
SELECT microdata.end_run(:again, 77, NULL, NULL, NULL, NULL);
SELECT microdata.begin_run('ward') AS again \gset
SELECT FROM microdata.end_run(:again, NULL, '22012', 'a message', 'A detail.', '');
SELECT run_id = :again AS newest, state, sqlerrcode, err_message, err_detail, err_hint FROM microdata.runs WHERE run_id >= :run ORDER BY run_id;
\set ECHO none
CREATE FUNCTION closed(run bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM microdata.close_run(run);
    RETURN 'closed';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || regexp_replace(SQLERRM, 'run [1-9][0-9]*', 'run n');
END$$;
\set ECHO all
-- Nor hears another role of it, whose session may have the same process number, or be the same.
SET ROLE regress_passer;
SELECT closed(:again);
SET ROLE regress_runner;
SELECT closed(:again);
SELECT microdata.begin_run('ward') AS again \gset
SELECT FROM microdata.end_run(:again, NULL, '22012', 'another message', NULL, '');
SELECT closed(:again);
SELECT closed(:again);
SELECT closed(:run);
SELECT closed(0);

-- pg_microdata.keep_runs
SET pg_microdata.keep_runs = 2;
RESET ROLE;
SET pg_microdata.keep_runs = 2;
SET pg_microdata.keep_runs = -1;
SET ROLE regress_runner;
CALL run_series('ward');
SELECT count(*) FROM microdata.runs WHERE series = 'ward';
RESET ROLE; RESET pg_microdata.keep_runs; SET ROLE regress_runner;

-- Without pg_cron.
\set VERBOSITY default
SELECT schedule_series('ward', '30 4 1,15 jan-mar mon,5');
SELECT unschedule_series('ward');

-- A series that ends leaves nothing of its runs.
SELECT FROM drop_series('ward');
RESET ROLE;
SELECT count(*) FROM microdata.run_record;
\set ECHO none
SET client_min_messages = error;
DROP SCHEMA regress_runs CASCADE;
DROP ROLE regress_runner, regress_passer;

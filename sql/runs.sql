-- Runs of series, by hand or by a schedule.

CREATE PROCEDURE @extschema@.run_series(series text) -- Name of the series.
    LANGUAGE plpgsql AS $$
DECLARE
    run pg_catalog.int8;
    made pg_catalog.int4;
    state pg_catalog.text;
    missed pg_catalog.jsonb;
    code pg_catalog.text;
    message pg_catalog.text;
    detail pg_catalog.text;
    hint pg_catalog.text;
    old pg_catalog.int4[];
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    run := microdata.begin_run(run_series.series);
    COMMIT;
    -- The release is verified beside the same rows of the source, whatever others write meanwhile. A computation before would be a query.
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    FOR attempt IN 1 .. 3 LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        -- Ends with the transaction. Read by a view that policies do not bind: what the session's row_security says is not an error here.
        PERFORM microdata.begin_progress('run_series', (SELECT s.source FROM microdata.series s WHERE s.series = run_series.series));
        code := NULL;
        message := NULL;
        detail := NULL;
        hint := NULL;
        BEGIN
            SELECT p.edition, p.state INTO made, state FROM microdata.publish_edition(run_series.series) p;
        EXCEPTION
            WHEN query_canceled OR assert_failure OR OTHERS THEN
                GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
        END;
        -- Others have changed what the edition is made from, or shown by. By a new snapshot they have done so before.
        IF code = 'XX000' AND message LIKE 'tuple concurrently %' THEN
            code := '40001';
        END IF;
        EXIT WHEN code IS NULL OR code NOT IN ('40001', '40P01') OR attempt = 3;
        PERFORM microdata.repeat_run(run, message);
        COMMIT;
        SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    END LOOP;
    IF state = 'draft' THEN
        missed := (SELECT f.finding
                   FROM microdata.editions e, jsonb_array_elements(e.findings) WITH ORDINALITY f (finding, place)
                   WHERE e.series = run_series.series AND e.edition = made AND f.finding -> 'holds' IS DISTINCT FROM 'true'
                   ORDER BY f.place LIMIT 1);
    END IF;
    IF missed IS NOT NULL THEN
        -- The lock may be had later; an edition that misses a bound will miss it again.
        code := CASE missed ->> 'gate' WHEN 'swap' THEN '55P03' ELSE '55000' END;
        message := microdata.sentence('draft', jsonb_build_object('series', run_series.series, 'edition', made, 'finding', missed));
        detail := CASE missed ->> 'gate' WHEN 'swap' THEN NULL ELSE missed ->> 'detail' END;
        hint := (SELECT microdata.sentence('draft hint', jsonb_build_object('series', s.series, 'edition', made, 'shown', s.shown, 'view', s.view,
                                                                            'finding', missed))
                 FROM microdata.series s WHERE s.series = run_series.series);
    END IF;
    PERFORM microdata.end_run(run, made, code, message, detail, hint);
    old := ARRAY(SELECT o.edition FROM microdata.old_editions(run_series.series) o (edition));
    COMMIT;
    -- Editions that somebody reads, or that something depends on, stay until the next run.
    FOR i IN 1 .. pg_catalog.cardinality(old) LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        BEGIN
            PERFORM @extschema@.drop_edition(run_series.series, old[i], false);
        EXCEPTION
            WHEN OTHERS THEN
                RAISE WARNING 'edition % of series "%" stays', old[i], run_series.series USING DETAIL = SQLERRM;
        END;
        COMMIT;
    END LOOP;
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    PERFORM microdata.close_run(run);
END
$$;
COMMENT ON PROCEDURE @extschema@.run_series(text) IS 'publishes the next edition of a series, and records the result';

CREATE FUNCTION @extschema@.schedule_series(
    series text,   -- Name of the series.
    schedule text  -- Schedule in crontab format.
) RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_schedule_series';
COMMENT ON FUNCTION @extschema@.schedule_series(text, text) IS 'schedules a series with pg_cron, in the name of its source''s owner';

CREATE FUNCTION @extschema@.unschedule_series(series text) -- Name of the series.
    RETURNS boolean LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_unschedule_series';
COMMENT ON FUNCTION @extschema@.unschedule_series(text) IS 'removes the job of a series from pg_cron, and returns false if there is none';

CREATE FUNCTION microdata.scheduled_jobs() RETURNS TABLE (series_id integer, job_id bigint, schedule text, active boolean) LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_scheduled_jobs';
COMMENT ON FUNCTION microdata.scheduled_jobs IS 'jobs of pg_cron that run series of sources that you own';

CREATE VIEW microdata.runs WITH (security_barrier) AS
    SELECT r.run_id, s.name AS series, r.edition,
           CASE WHEN r.state <> 'running'
                  OR EXISTS (SELECT FROM pg_locks l
                             WHERE l.locktype = 'object' AND l.pid = r.pid AND l.granted AND l.classid = 'microdata.series_record'::regclass
                               AND l.objid = r.series_id::oid
                               AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))
                THEN r.state ELSE 'lost' END AS state,
           r.started_at, r.finished_at, r.finished_at - r.started_at AS duration, r.run_by, r.pid, r.sqlerrcode, r.err_message, r.err_detail,
           r.err_hint, r.notices, r.phases
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT o.* FROM microdata.run_record o WHERE o.series_id = s.series_id OFFSET 0) r;
COMMENT ON VIEW microdata.runs IS 'runs of series whose sources you own';
COMMENT ON COLUMN microdata.runs.run_id IS 'number of the run';
COMMENT ON COLUMN microdata.runs.series IS 'name of the series';
COMMENT ON COLUMN microdata.runs.edition IS 'edition that it published; null if there is none';
COMMENT ON COLUMN microdata.runs.state IS 'running, succeeded, failed, or lost if its session ended too early';
COMMENT ON COLUMN microdata.runs.started_at IS 'time at which it began';
COMMENT ON COLUMN microdata.runs.finished_at IS 'time at which its result was known';
COMMENT ON COLUMN microdata.runs.duration IS 'time between the two';
COMMENT ON COLUMN microdata.runs.run_by IS 'role that logged in';
COMMENT ON COLUMN microdata.runs.pid IS 'process of its session';
COMMENT ON COLUMN microdata.runs.sqlerrcode IS 'SQLSTATE of its error';
COMMENT ON COLUMN microdata.runs.err_message IS 'message of its error';
COMMENT ON COLUMN microdata.runs.err_detail IS 'detail of its error';
COMMENT ON COLUMN microdata.runs.err_hint IS 'hint of its error';
COMMENT ON COLUMN microdata.runs.notices IS 'up to 200 notices and warnings: objects with level, message, detail and hint';
COMMENT ON COLUMN microdata.runs.phases IS 'milliseconds of each phase, as an object';
GRANT SELECT ON microdata.runs TO PUBLIC;

CREATE VIEW microdata.run_stats WITH (security_barrier) AS
    WITH runs AS MATERIALIZED (SELECT r.* FROM microdata.runs r)
    SELECT s.name AS series, COALESCE(t.runs, 0) AS runs, COALESCE(t.failures, 0) AS failures, l.state AS last_state, l.started_at AS last_started_at,
           t.last_success, l.duration AS last_duration, l.sqlerrcode AS last_sqlerrcode, l.err_message AS last_message, j.job_id, j.schedule, j.active
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    LEFT JOIN (SELECT r.series, count(*) AS runs, count(*) FILTER (WHERE r.state IN ('failed', 'lost')) AS failures,
                      max(r.finished_at) FILTER (WHERE r.state = 'succeeded') AS last_success
               FROM runs r GROUP BY r.series) t ON t.series = s.name
    LEFT JOIN (SELECT DISTINCT ON (r.series) r.* FROM runs r ORDER BY r.series, r.run_id DESC) l ON l.series = s.name
    LEFT JOIN microdata.scheduled_jobs() j ON j.series_id = s.series_id;
COMMENT ON VIEW microdata.run_stats IS 'summary of the runs and jobs of series whose sources you own';
COMMENT ON COLUMN microdata.run_stats.series IS 'name of the series';
COMMENT ON COLUMN microdata.run_stats.runs IS 'number of runs on record';
COMMENT ON COLUMN microdata.run_stats.failures IS 'number of these that failed or were lost';
COMMENT ON COLUMN microdata.run_stats.last_state IS 'state of the last run';
COMMENT ON COLUMN microdata.run_stats.last_started_at IS 'time at which the last run began';
COMMENT ON COLUMN microdata.run_stats.last_success IS 'time at which a run succeeded last';
COMMENT ON COLUMN microdata.run_stats.last_duration IS 'duration of the last run';
COMMENT ON COLUMN microdata.run_stats.last_sqlerrcode IS 'SQLSTATE of the error of the last run';
COMMENT ON COLUMN microdata.run_stats.last_message IS 'message of this error';
COMMENT ON COLUMN microdata.run_stats.job_id IS 'job of pg_cron; null if there is none in this database';
COMMENT ON COLUMN microdata.run_stats.schedule IS 'schedule of the job';
COMMENT ON COLUMN microdata.run_stats.active IS 'true if the job is active';
GRANT SELECT ON microdata.run_stats TO PUBLIC;

CREATE FUNCTION microdata.begin_run(series text) -- Name of the series.
    RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_begin_run';
COMMENT ON FUNCTION microdata.begin_run IS 'begins the one run that a series has at a time, and returns its number';

CREATE FUNCTION microdata.end_run(
    run_id bigint,   -- Number of the run.
    edition integer, -- Edition that the run published. NULL: none.
    sqlerrcode text, -- SQLSTATE. NULL: no error.
    message text,    -- Error message.
    detail text,     -- Detail of the error.
    hint text        -- Hint of the error.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_end_run';
COMMENT ON FUNCTION microdata.end_run IS 'records what came of the run that this session has begun, and notifies listeners';

CREATE FUNCTION microdata.repeat_run(
    run_id bigint, -- Number of the run.
    message text   -- Error message.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_repeat_run';
COMMENT ON FUNCTION microdata.repeat_run IS 'says that the run that this session has begun publishes again, since others changed what it needs';

CREATE FUNCTION microdata.close_run(run_id bigint) -- Number of the run.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_close_run';
COMMENT ON FUNCTION microdata.close_run IS 'lets the series have its next run, and raises the error that is on record of this one';

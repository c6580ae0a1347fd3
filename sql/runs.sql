-- Runs of series, by hand or by a schedule.

CREATE PROCEDURE @extschema@.run_series(name text) -- Name of the series.
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
    run := microdata.begin_run(name);
    COMMIT;
    -- The release is verified beside the same rows of the source, whatever others write meanwhile. A computation before would be a query.
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    FOR attempt IN 1 .. 3 LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        -- Ends with the transaction. Read by a view that policies do not bind: what the session's row_security says is not an error here.
        PERFORM microdata.begin_progress('run_series', (SELECT s.source FROM microdata.series s WHERE s.series = run_series.name));
        code := NULL;
        message := NULL;
        detail := NULL;
        hint := NULL;
        BEGIN
            SELECT p.edition, p.state INTO made, state FROM microdata.publish_edition(name) p;
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
                   WHERE e.series = run_series.name AND e.edition = made AND f.finding -> 'holds' IS DISTINCT FROM 'true'
                   ORDER BY f.place LIMIT 1);
    END IF;
    IF missed IS NOT NULL THEN
        -- The lock may be had later; an edition that misses a bound will miss it again.
        code := CASE missed ->> 'gate' WHEN 'swap' THEN '55P03' ELSE '55000' END;
        message := format('edition %s of series "%s" stays a draft: %s', made, name, microdata.finding_sentence(missed));
        detail := CASE missed ->> 'gate' WHEN 'swap' THEN NULL ELSE missed ->> 'detail' END;
        hint := (SELECT concat_ws(' ',
                            CASE WHEN s.shown IS NOT NULL THEN format('Readers have edition %s.', s.shown)
                                 WHEN s.view IS NOT NULL THEN 'Readers have none: the view is made with the next edition that is shown.' END,
                            COALESCE(missed ->> 'hint', format('Once it is to be %s, call approve_edition(%L, %s).',
                                                               CASE WHEN s.view IS NULL THEN 'published' ELSE 'shown' END, run_series.name, made)))
                 FROM microdata.series s WHERE s.series = run_series.name);
    END IF;
    PERFORM microdata.end_run(run, made, code, message, detail, hint);
    old := ARRAY(SELECT o.edition FROM microdata.old_editions(name) o (edition));
    COMMIT;
    -- Editions that somebody reads, or that something depends on, stay until the next run.
    FOR i IN 1 .. pg_catalog.cardinality(old) LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        BEGIN
            PERFORM @extschema@.drop_edition(name, old[i], false);
        EXCEPTION
            WHEN OTHERS THEN
                RAISE WARNING 'edition % of series "%" stays', old[i], name USING DETAIL = SQLERRM;
        END;
        COMMIT;
    END LOOP;
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    PERFORM microdata.close_run(run);
END
$$;
COMMENT ON PROCEDURE @extschema@.run_series(text) IS 'publishes the next edition of a series, and puts on record what came of it';

CREATE FUNCTION @extschema@.schedule_series(
    name text,     -- Name of the series.
    schedule text  -- Schedule in crontab format.
) RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_schedule_series';
COMMENT ON FUNCTION @extschema@.schedule_series(text, text) IS 'has pg_cron run a series, in the name of its source''s owner';

CREATE FUNCTION @extschema@.unschedule_series(name text) -- Name of the series.
    RETURNS boolean LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_unschedule_series';
COMMENT ON FUNCTION @extschema@.unschedule_series(text) IS 'takes the job of a series out of pg_cron; false where there is none';

CREATE FUNCTION microdata.cron_time_zone() RETURNS text LANGUAGE c STABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_cron_time_zone';
COMMENT ON FUNCTION microdata.cron_time_zone IS 'the time zone that pg_cron reads schedules in';

CREATE FUNCTION microdata.cron_values(
    field text,   -- Field of a schedule.
    low integer,  -- Smallest value.
    high integer, -- Largest value.
    names text[]  -- Names of the values.
) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on
    AS $$
DECLARE
    found integer[] := '{}';
    part text;
    matched text[];
    first integer;
    last integer;
BEGIN
    IF low < 0 OR low > 366 OR high > 366 THEN
        RETURN NULL;
    END IF;
    field := lower(field);
    FOR i IN 1 .. COALESCE(cardinality(names), 0) LOOP
        field := replace(field, names[i], (low + i - 1)::text);
    END LOOP;
    FOREACH part IN ARRAY string_to_array(field, ',') LOOP
        matched := regexp_match(part, '^(\*|\d{1,2})(?:-(\d{1,2}))?(?:/(\d{1,2}))?$');
        IF matched IS NULL OR (matched[1] = '*' AND matched[2] IS NOT NULL) THEN
            RETURN NULL;
        END IF;
        first := CASE matched[1] WHEN '*' THEN low ELSE matched[1]::integer END;
        last := CASE WHEN matched[1] = '*' THEN high WHEN matched[2] IS NOT NULL THEN matched[2]::integer WHEN matched[3] IS NOT NULL THEN high ELSE first END;
        IF first < low OR last > high OR first > last OR matched[3]::integer = 0 THEN
            RETURN NULL;
        END IF;
        found := found || ARRAY(SELECT generate_series(first, last, COALESCE(matched[3]::integer, 1)));
    END LOOP;
    RETURN ARRAY(SELECT DISTINCT u.v FROM unnest(found) u (v) ORDER BY u.v);
END
$$;
COMMENT ON FUNCTION microdata.cron_values IS 'the numbers that a field of a crontab line stands for; null where it is none';

CREATE FUNCTION microdata.cron_fields(
    schedule text,          -- Schedule in crontab format.
    OUT minutes integer[],  -- Minutes.
    OUT hours integer[],    -- Hours.
    OUT days integer[],     -- Days of the month.
    OUT months integer[],   -- Months.
    OUT weekdays integer[], -- Days of the week, Sunday is 0.
    OUT either_day boolean  -- True if one of the two days suffices.
) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on AS $$
DECLARE
    fields text[] := regexp_split_to_array(CASE lower(btrim(schedule))
        WHEN '@yearly' THEN '0 0 1 1 *' WHEN '@annually' THEN '0 0 1 1 *' WHEN '@monthly' THEN '0 0 1 * *' WHEN '@weekly' THEN '0 0 * * 0'
        WHEN '@daily' THEN '0 0 * * *' WHEN '@midnight' THEN '0 0 * * *' WHEN '@hourly' THEN '0 * * * *' ELSE btrim(schedule) END, '\s+');
BEGIN
    IF cardinality(fields) IS DISTINCT FROM 5 THEN
        RETURN;
    END IF;
    minutes := microdata.cron_values(fields[1], 0, 59, NULL);
    hours := microdata.cron_values(fields[2], 0, 23, NULL);
    days := microdata.cron_values(fields[3], 1, 31, NULL);
    months := microdata.cron_values(fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}');
    -- Sunday is 0, and 7.
    weekdays := ARRAY(SELECT DISTINCT u.v % 7 FROM unnest(microdata.cron_values(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}')) u (v) ORDER BY 1);
    weekdays := NULLIF(weekdays, '{}');
    -- One of them suffices if both are restricted.
    either_day := fields[3] NOT LIKE '*%' AND fields[5] NOT LIKE '*%';
    IF minutes IS NULL OR hours IS NULL OR days IS NULL OR months IS NULL OR weekdays IS NULL THEN
        minutes := NULL;
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.cron_fields IS 'what a schedule of cron stands for; minutes are null where it cannot be read';

CREATE FUNCTION microdata.next_start(
    schedule text,     -- Schedule in crontab format.
    after timestamptz  -- Time after which to look.
) RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    fields record;
    zone text := microdata.cron_time_zone();
    moment timestamp := after AT TIME ZONE zone;
    day date;
    found timestamp;
BEGIN
    SELECT * INTO fields FROM microdata.cron_fields(schedule);
    IF fields.minutes IS NULL THEN
        RETURN NULL;
    END IF;
    -- Between two 29ths of February there are up to eight years.
    FOR i IN 0 .. 2923 LOOP
        day := moment::date + i;
        CONTINUE WHEN extract(month FROM day) <> ALL (fields.months);
        CONTINUE WHEN CASE WHEN fields.either_day THEN extract(day FROM day) <> ALL (fields.days) AND extract(dow FROM day) <> ALL (fields.weekdays)
                           ELSE extract(day FROM day) <> ALL (fields.days) OR extract(dow FROM day) <> ALL (fields.weekdays) END;
        SELECT min(day + make_interval(hours => h, mins => m)) INTO found
        FROM unnest(fields.hours) h, unnest(fields.minutes) m
        WHERE day + make_interval(hours => h, mins => m) > moment;
        IF found IS NOT NULL THEN
            RETURN found AT TIME ZONE zone;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.next_start IS 'when a schedule of pg_cron begins next';

CREATE FUNCTION microdata.systemd_calendar(schedule text) -- Schedule in crontab format.
    RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    fields record;
    times text;
    dates text[];
BEGIN
    SELECT * INTO fields FROM microdata.cron_fields(schedule);
    IF fields.minutes IS NULL THEN
        RETURN NULL;
    END IF;
    times := format(' %s:%s:00', CASE cardinality(fields.hours) WHEN 24 THEN '*' ELSE (SELECT string_agg(lpad(h::text, 2, '0'), ',') FROM unnest(fields.hours) h) END,
                    CASE cardinality(fields.minutes) WHEN 60 THEN '*' ELSE (SELECT string_agg(lpad(m::text, 2, '0'), ',') FROM unnest(fields.minutes) m) END);
    dates := ARRAY[CASE cardinality(fields.weekdays) WHEN 7 THEN ''
                   ELSE (SELECT string_agg(('{Sun,Mon,Tue,Wed,Thu,Fri,Sat}'::text[])[w + 1], ',') FROM unnest(fields.weekdays) w) || ' ' END,
                   format('*-%s-', CASE cardinality(fields.months) WHEN 12 THEN '*' ELSE array_to_string(fields.months, ',') END),
                   CASE cardinality(fields.days) WHEN 31 THEN '*' ELSE array_to_string(fields.days, ',') END];
    RETURN CASE WHEN fields.either_day
        THEN format('OnCalendar=%s%s*%s and OnCalendar=%s%s%s', dates[1], dates[2], times, dates[2], dates[3], times)
        ELSE format('OnCalendar=%s%s%s%s', dates[1], dates[2], dates[3], times) END;
END
$$;
COMMENT ON FUNCTION microdata.systemd_calendar IS 'a schedule of cron as a systemd timer has it; null where it cannot be read';

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
COMMENT ON VIEW microdata.runs IS 'runs of series of sources that you own';
COMMENT ON COLUMN microdata.runs.run_id IS 'number of the run';
COMMENT ON COLUMN microdata.runs.series IS 'name of the series';
COMMENT ON COLUMN microdata.runs.edition IS 'the edition that it made; null where it made none';
COMMENT ON COLUMN microdata.runs.state IS 'running, succeeded, failed, or lost where its session ended before it did';
COMMENT ON COLUMN microdata.runs.started_at IS 'when it began';
COMMENT ON COLUMN microdata.runs.finished_at IS 'when its outcome was known';
COMMENT ON COLUMN microdata.runs.duration IS 'how long that took';
COMMENT ON COLUMN microdata.runs.run_by IS 'the role that logged in';
COMMENT ON COLUMN microdata.runs.pid IS 'the process of its session';
COMMENT ON COLUMN microdata.runs.sqlerrcode IS 'SQLSTATE of the error that ended it';
COMMENT ON COLUMN microdata.runs.err_message IS 'the error''s message';
COMMENT ON COLUMN microdata.runs.err_detail IS 'the error''s detail';
COMMENT ON COLUMN microdata.runs.err_hint IS 'the error''s hint';
COMMENT ON COLUMN microdata.runs.notices IS 'notices and warnings of this extension on the way: an array of objects with level, message, detail, hint';
COMMENT ON COLUMN microdata.runs.phases IS 'what took how long: an object of phases with milliseconds';
GRANT SELECT ON microdata.runs TO PUBLIC;

CREATE VIEW microdata.run_stats WITH (security_barrier) AS
    WITH runs AS MATERIALIZED (SELECT r.* FROM microdata.runs r)
    SELECT s.name AS series, COALESCE(t.runs, 0) AS runs, COALESCE(t.failures, 0) AS failures, l.state AS last_state, l.started_at AS last_started_at,
           t.last_success, l.duration AS last_duration, l.sqlerrcode AS last_sqlerrcode, l.err_message AS last_message, j.job_id, j.schedule, j.active,
           CASE WHEN j.active THEN microdata.next_start(j.schedule, now()) END AS next_start
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    LEFT JOIN (SELECT r.series, count(*) AS runs, count(*) FILTER (WHERE r.state IN ('failed', 'lost')) AS failures,
                      max(r.finished_at) FILTER (WHERE r.state = 'succeeded') AS last_success
               FROM runs r GROUP BY r.series) t ON t.series = s.name
    LEFT JOIN (SELECT DISTINCT ON (r.series) r.* FROM runs r ORDER BY r.series, r.run_id DESC) l ON l.series = s.name
    LEFT JOIN microdata.scheduled_jobs() j ON j.series_id = s.series_id;
COMMENT ON VIEW microdata.run_stats IS 'how runs of series of sources that you own went, and when the next one is';
COMMENT ON COLUMN microdata.run_stats.series IS 'name of the series';
COMMENT ON COLUMN microdata.run_stats.runs IS 'runs on record';
COMMENT ON COLUMN microdata.run_stats.failures IS 'those of them that failed or were lost';
COMMENT ON COLUMN microdata.run_stats.last_state IS 'state of the last run';
COMMENT ON COLUMN microdata.run_stats.last_started_at IS 'when the last run began';
COMMENT ON COLUMN microdata.run_stats.last_success IS 'when a run succeeded last';
COMMENT ON COLUMN microdata.run_stats.last_duration IS 'how long the last run took';
COMMENT ON COLUMN microdata.run_stats.last_sqlerrcode IS 'SQLSTATE of the error that ended the last run';
COMMENT ON COLUMN microdata.run_stats.last_message IS 'its message';
COMMENT ON COLUMN microdata.run_stats.job_id IS 'the job of pg_cron; null where there is none in this database';
COMMENT ON COLUMN microdata.run_stats.schedule IS 'its schedule';
COMMENT ON COLUMN microdata.run_stats.active IS 'whether it is active';
COMMENT ON COLUMN microdata.run_stats.next_start IS 'when it begins next; null where the schedule cannot be read';
GRANT SELECT ON microdata.run_stats TO PUBLIC;

CREATE FUNCTION microdata.begin_run(name text) -- Name of the series.
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
COMMENT ON FUNCTION microdata.end_run IS 'records what came of the run that this session has begun, and notifies who listens';

CREATE FUNCTION microdata.repeat_run(
    run_id bigint, -- Number of the run.
    message text   -- Error message.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_repeat_run';
COMMENT ON FUNCTION microdata.repeat_run IS 'says that the run that this session has begun publishes again, since others changed what it needs';

CREATE FUNCTION microdata.close_run(run_id bigint) -- Number of the run.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_close_run';
COMMENT ON FUNCTION microdata.close_run IS 'lets the series have its next run, and raises the error that is on record of this one';

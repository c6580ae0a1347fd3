-- Progress of functions that run, and the version of the library.

CREATE FUNCTION microdata.backend_progress(
    OUT pid integer,          -- Process ID.
    OUT datid oid,            -- OID of its database.
    OUT usesysid oid,         -- OID of its role.
    OUT command text,         -- Name of the function that runs.
    OUT relid oid,            -- OID of the relation that it concerns.
    OUT phase text,           -- Current phase.
    OUT phases_done integer,  -- Number of phases that are done.
    OUT phases_total integer, -- Number of phases.
    OUT done bigint,          -- Number of units that are done.
    OUT total bigint,         -- Number of units in the phase.
    OUT unit text,            -- Unit that is counted.
    OUT started timestamptz   -- Time at which the function began.
) RETURNS SETOF record LANGUAGE c STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'pg_microdata_backend_progress';
COMMENT ON FUNCTION microdata.backend_progress IS 'how far the functions of pg_microdata are that run in the server; see microdata.progress';

CREATE VIEW microdata.progress AS
    SELECT b.pid, b.datid, d.datname,
           CASE WHEN b.usesysid IS NOT NULL THEN pg_catalog.pg_get_userbyid(b.usesysid) END AS usename,
           b.command, b.relid, c.oid::pg_catalog.regclass::pg_catalog.text AS relation,
           b.phase, b.phases_done, b.phases_total, b.done, b.total, b.unit, b.started
    FROM microdata.backend_progress() b
    LEFT JOIN pg_catalog.pg_database d ON d.oid = b.datid
    LEFT JOIN pg_catalog.pg_class c
        ON c.oid = b.relid AND d.datname = pg_catalog.current_database();
COMMENT ON VIEW microdata.progress IS 'one row for each session of the server that publishes, verifies, audits or estimates';
COMMENT ON COLUMN microdata.progress.pid IS 'process of the session, as in pg_stat_activity';
COMMENT ON COLUMN microdata.progress.datid IS 'OID of its database';
COMMENT ON COLUMN microdata.progress.datname IS 'name of its database';
COMMENT ON COLUMN microdata.progress.usename IS 'name of its role';
COMMENT ON COLUMN microdata.progress.command IS 'name of the function that was called';
COMMENT ON COLUMN microdata.progress.relid IS 'OID of the source or release, in that database';
COMMENT ON COLUMN microdata.progress.relation IS 'name of this relation; null in other databases';
COMMENT ON COLUMN microdata.progress.phase IS 'current phase';
COMMENT ON COLUMN microdata.progress.phases_done IS 'number of phases, steps or regions that are done; null if they are not counted';
COMMENT ON COLUMN microdata.progress.phases_total IS 'number of all of these; some might not be necessary';
COMMENT ON COLUMN microdata.progress.done IS 'units of the phase that are done; null if they are not counted';
COMMENT ON COLUMN microdata.progress.total IS 'units of the phase, as far as they are known';
COMMENT ON COLUMN microdata.progress.unit IS 'unit: rows, buckets, persons, values, pairs, queries or rounds';
COMMENT ON COLUMN microdata.progress.started IS 'time at which the command began';
GRANT SELECT ON microdata.progress TO PUBLIC;

CREATE FUNCTION microdata.begin_progress(
    command text,         -- Name of the function that runs.
    relation regclass,    -- Relation that it concerns.
    steps integer = NULL  -- Number of steps. NULL: not counted.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_begin_progress';
COMMENT ON FUNCTION microdata.begin_progress IS 'shows a command that calls others in microdata.progress, until end_progress(), or until the transaction or its part is over';

CREATE FUNCTION microdata.step_progress() RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_step_progress';
COMMENT ON FUNCTION microdata.step_progress IS 'one more step of the command that begin_progress() shows is done';

CREATE FUNCTION microdata.end_progress() RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_end_progress';
COMMENT ON FUNCTION microdata.end_progress IS 'ends what begin_progress() began';

CREATE FUNCTION microdata.version() RETURNS text LANGUAGE c STABLE PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'pg_microdata_version';
COMMENT ON FUNCTION microdata.version IS 'returns the version of the library of this session, and warns if the extension has another';

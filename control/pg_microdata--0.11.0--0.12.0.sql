\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.12.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

CREATE FUNCTION microdata.version() RETURNS text
    LANGUAGE c STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'pg_microdata_version';
COMMENT ON FUNCTION microdata.version()
    IS 'the version of the library that this session has loaded; warns where the extension in this database has another one';

-- pg_upgrade restores functions before casts whose use stands in a body only: a function is named, and so restored before.
CREATE OR REPLACE FUNCTION microdata.as_text_list(character[]) RETURNS @extschema@.text_list
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
    RETURN microdata.as_text_list($1::pg_catalog.text[]);

-- Persons of series leave: a publication of all tables would refuse that without something to tell rows by.
ALTER TABLE microdata.series_person_record REPLICA IDENTITY FULL;
ALTER TABLE microdata.series_member_record REPLICA IDENTITY FULL;

-- pg_cron 1.6 shows its time zone to superusers alone, and without it nobody else could read microdata.run_stats.
CREATE FUNCTION microdata.cron_time_zone() RETURNS text
    LANGUAGE c STABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_cron_time_zone';
COMMENT ON FUNCTION microdata.cron_time_zone() IS 'the time zone that pg_cron reads schedules in';

-- microdata.next_start asks that function; all else of it stays as 0.10.0 has it.
DO $do$
DECLARE
    definition CONSTANT text := pg_get_functiondef('microdata.next_start(text, timestamptz)'::regprocedure);
    changed CONSTANT text := replace(definition, $zone$COALESCE(current_setting('cron.timezone', true), 'GMT')$zone$, 'microdata.cron_time_zone()');
BEGIN
    IF changed = definition THEN
        RAISE 'microdata.next_start does not read cron.timezone';
    END IF;
    EXECUTE changed;
END
$do$;

-- Of no release there is no figure.
ALTER FUNCTION microdata.audited_figure(text, regclass, regclass, bigint) STRICT;

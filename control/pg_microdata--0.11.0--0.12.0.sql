\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.12.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

CREATE FUNCTION microdata.version() RETURNS text
    LANGUAGE c STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'pg_microdata_version';
COMMENT ON FUNCTION microdata.version()
    IS 'the version of the library that this session has loaded; warns where the extension in this database has another one';

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

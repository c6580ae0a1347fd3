\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.9.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.8.0', '{}');

-- What adversaries get out of a release.

-- What analysts get out of a release.

-- Choosing.

-- Series.

CALL microdata.succeed_functions('0.8.0');

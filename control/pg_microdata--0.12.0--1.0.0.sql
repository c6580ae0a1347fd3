\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '1.0.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: a role that can create objects in the extension's
-- schema could otherwise plant an operator that fits better and is called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The catalog: tables that only their owner reads, and views that decide which rows a role sees.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Functions by which workers are asked.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Values of types that are not the server's own.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Verification.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Runs, roles and versions.

\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '1.0.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: a role that can create objects in the extension's
-- schema could otherwise plant an operator that fits better and is called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The catalog: tables that only their owner reads, and views that decide which rows a role sees.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Functions by which workers are asked.

-- They are told of releases and regions by their caller. Roles that publish distributed tables are granted them on every server: docs/scale.md.
REVOKE EXECUTE ON FUNCTION microdata.slice_region, microdata.bucketize_region, microdata.generalize_region, microdata.inspect_region, microdata.audit_region,
    microdata.count_in_shard FROM PUBLIC;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Values of types that are not the server's own.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Verification.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Runs, roles and versions.

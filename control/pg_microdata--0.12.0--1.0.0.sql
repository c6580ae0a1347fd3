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

-- Values become text alike whatever the session's settings: these three had the others already. The last one is of names in views.
ALTER FUNCTION microdata.release_contents(regclass[])
    SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off;
ALTER FUNCTION microdata.with_control(regclass[], float8, bigint, text, jsonb)
    SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off;
ALTER FUNCTION microdata.explored(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, bigint)
    SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off;

-- What functions of this schema are given by hand is refused with an error of the reference. All else of them stays as it is.
DO $do$
DECLARE
    change record;
    definition text;
    changed text;
BEGIN
    FOR change IN SELECT c.called, c.old, c.new FROM (VALUES
        ('microdata.release_contents(regclass[])'::regprocedure,
         E'FOREACH relation IN ARRAY relations LOOP\n',
         $new$FOREACH relation IN ARRAY relations LOOP
        IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = relation) THEN
            RAISE EXCEPTION 'relation "%" does not exist', relation USING ERRCODE = 'undefined_table';
        END IF;
$new$),
        ('microdata.audited_figure(text, regclass, regclass, bigint)'::regprocedure,
         E'    IF source IS NOT NULL THEN\n',
         $new$    IF source IS NOT NULL THEN
        IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = source) THEN
            RAISE EXCEPTION 'relation "%" does not exist', source USING ERRCODE = 'undefined_table';
        END IF;
$new$),
        ('microdata.audit_results(text[], jsonb, timestamptz)'::regprocedure,
         E'        BEGIN\n            EXECUTE format',
         $new$        IF NOT arguments ?| ARRAY['relation', 'relations', 'source'] THEN
            RAISE EXCEPTION 'arguments must name a relation' USING ERRCODE = 'invalid_parameter_value';
        END IF;
        BEGIN
            EXECUTE format$new$),
        ('microdata.figure_of(text, text, regclass, bigint)'::regprocedure,
         E'BEGIN\n    EXECUTE format',
         $new$BEGIN
    IF called.oid IS NULL OR figure <> ALL (called.proargnames || 'f'::text) THEN
        RAISE EXCEPTION 'unrecognized figure of %(): %', quote_ident(measure), quote_ident(figure) USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format$new$),
        ('microdata.cron_values(text, integer, integer, text[])'::regprocedure,
         E'    field := lower(field);\n',
         $new$    IF low < 0 OR high > 366 THEN
        RETURN NULL;
    END IF;
    field := lower(field);
$new$),
        ('microdata.argument_list(pg_proc, jsonb)'::regprocedure,
         E'        -- Values go by a parameter of the statement, never as a part of its text.\n',
         $new$        IF jsonb_typeof(value) = 'array' AND argument.type <> 'jsonb'::regtype AND argument.element IS NULL AND argument.typname <> 'text_list' THEN
            RAISE EXCEPTION 'argument "%" of %() is not a list', argument.name, called.proname USING ERRCODE = 'invalid_parameter_value';
        END IF;
        -- Values go by a parameter of the statement, never as a part of its text.
$new$)) c (called, old, new)
    LOOP
        definition := pg_get_functiondef(change.called);
        changed := replace(definition, change.old, change.new);
        IF changed = definition THEN
            RAISE '% is not what is changed here', change.called;
        END IF;
        EXECUTE changed;
    END LOOP;
END
$do$;

CREATE OR REPLACE FUNCTION microdata.share_in_words(share float8) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN share > 0 AND share < 0.01 THEN 'less than 1%'
                WHEN share > 0.99 AND share < 1 THEN 'more than 99%'
                ELSE round(100 * share::numeric) || '%' END
$$;

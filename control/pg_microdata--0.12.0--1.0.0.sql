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

-- A value becomes text by its type's output function alone: whatever casts, operators and functions belong to a type of somebody else
-- would run with the rights of the role that calls.

CREATE OR REPLACE FUNCTION microdata.release_contents(relations regclass[]) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- A row reads alike whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
    SET lc_monetary = 'C'
AS $$
DECLARE
    relation regclass;
    columns text;
    -- Texts of SQL_ASCII have no encoding to be converted from.
    encoding CONSTANT name := CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END;
    part text;
    parts text[] := '{}';
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        IF (SELECT c.relkind FROM pg_class c WHERE c.oid = relation) = 'v' THEN
            part := pg_get_viewdef(relation);
        ELSE
            -- A row of the table's own type could be cast by a function, and a name without its table's would be that of a column.
            SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum) INTO columns
            FROM pg_attribute a WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped;
            -- In the order of the rows' hashes: a table has none. By their beginnings, as no value may be larger than 1 GB.
            EXECUTE format('SELECT encode(sha256(string_agg(p.part, '''' ORDER BY p.beginning)), ''hex'') FROM ('
                           'SELECT get_byte(h.hash, 0) AS beginning, sha256(string_agg(h.hash, '''' ORDER BY h.hash)) AS part '
                           'FROM (SELECT sha256(convert_to(ROW(%s)::text, %L)) AS hash FROM %s t) h GROUP BY 1) p', columns, encoding, relation) INTO part;
        END IF;
        parts := parts || COALESCE(part, '');
    END LOOP;
    RETURN encode(sha256(convert_to(array_to_string(parts, ' '), encoding)), 'hex');
END
$$;

CREATE FUNCTION microdata.analyze_copy(copy regclass) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    foreign_column name;
BEGIN
    -- What a type has for its statistics would be called, such as the subtype_diff of a range.
    FOR foreign_column IN
        WITH RECURSIVE base AS (
            SELECT a.attname, a.atttypid AS type FROM pg_attribute a WHERE a.attrelid = copy AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT b.attname, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd')
        SELECT b.attname FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype <> 'd' AND t.oid >= 16384
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', copy, foreign_column);
    END LOOP;
    EXECUTE format('ANALYZE %s', copy);
END
$$;
COMMENT ON FUNCTION microdata.analyze_copy(regclass) IS 'collects statistics of a copy, but for columns of types that the server did not come with';

-- microdata.explored analyzes its copy so; all else of it stays as 0.10.0 has it.
DO $do$
DECLARE
    explored CONSTANT regprocedure := (SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'microdata'::regnamespace AND p.proname = 'explored');
    definition CONSTANT text := pg_get_functiondef(explored);
    changed CONSTANT text := replace(definition, 'ANALYZE pg_temp.microdata_explored;', 'PERFORM microdata.analyze_copy(''pg_temp.microdata_explored'');');
BEGIN
    IF changed = definition THEN
        RAISE 'microdata.explored does not analyze its copy';
    END IF;
    EXECUTE changed;
END
$do$;

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

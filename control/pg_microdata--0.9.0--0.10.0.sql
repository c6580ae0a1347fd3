\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.10.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.9.0', '{
    create_series,
    publish_series
}');

-- Editions behind a view.

ALTER TABLE microdata.series_record
    -- Every edition is a release by itself, which remembers nobody. There is no m of them.
    ADD COLUMN independent boolean NOT NULL DEFAULT false,
    ALTER COLUMN m DROP NOT NULL,
    -- The name of the view that readers use, quoted, with its schema; null where there is none.
    ADD COLUMN view_name text,
    -- How many editions stay, the shown one among them; null: all.
    ADD COLUMN keep integer CHECK (keep OPERATOR(pg_catalog.>=) 1),
    ADD COLUMN gate jsonb NOT NULL DEFAULT '{}',
    -- An edition waits for somebody else than who published it.
    ADD COLUMN approve boolean NOT NULL DEFAULT false;

ALTER TABLE microdata.edition_record
    -- A draft is for its owner alone. Where the series has a view, one edition is shown by it, and those before it are former ones.
    ADD COLUMN state text NOT NULL DEFAULT 'published'
        CHECK (state OPERATOR(pg_catalog.=) ANY ('{draft,published,shown,former}'::pg_catalog.text[])),
    -- What gates said of it: an array of objects with gate, bound, achieved, holds.
    ADD COLUMN findings jsonb NOT NULL DEFAULT '[]',
    -- The roles that logged in, whatever they were set to.
    ADD COLUMN published_by name,
    ADD COLUMN approved_by name,
    ADD COLUMN shown_at timestamptz;

-- The views of a series, each in place of one relation of its editions.
CREATE TABLE microdata.series_view_record (
    view regclass PRIMARY KEY,
    series_id integer NOT NULL,
    -- Behind the edition's name in the relation's, and behind the view's.
    suffix text NOT NULL,
    UNIQUE (series_id, suffix)
);
COMMENT ON TABLE microdata.series_view_record IS 'views that show the editions of series; see microdata.series_views';
CREATE INDEX edition_record_release ON microdata.edition_record (release_id);
COMMENT ON INDEX microdata.edition_record_release IS 'the edition that a release is';
ALTER TABLE microdata.series_view_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY series_view_record_of_owner ON microdata.series_view_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
COMMENT ON POLICY series_view_record_of_owner ON microdata.series_view_record IS 'a series is seen by its source''s owner';
GRANT SELECT ON microdata.series_view_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.series_view_record', '');

CREATE OR REPLACE VIEW microdata.series WITH (security_barrier) AS
    SELECT s.name, CASE WHEN c.oid IS NOT NULL THEN s.source END AS source, s.source_name, s.method, s.arguments, s.m,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'subject' ORDER BY a.attnum) AS subject,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'sensitive' ORDER BY a.attnum) AS sensitive,
           (SELECT count(*) FROM microdata.edition_record e WHERE e.series_id = s.series_id) AS editions, s.created_at, s.created_by,
           s.independent,
           -- Schemas are renamed, too.
           COALESCE((SELECT format('%I.%I', n.nspname, v.relname)
                     FROM microdata.series_view_record w
                     JOIN pg_catalog.pg_class v ON v.oid = w.view::pg_catalog.oid
                     JOIN pg_catalog.pg_namespace n ON n.oid = v.relnamespace
                     WHERE w.series_id = s.series_id AND w.suffix = ''), s.view_name) AS view,
           s.keep, s.gate, s.approve,
           (SELECT max(e.edition) FROM microdata.edition_record e WHERE e.series_id = s.series_id AND e.state = 'shown') AS shown
    FROM microdata.series_record s
    LEFT JOIN pg_catalog.pg_class c ON c.oid = s.source::pg_catalog.oid
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON COLUMN microdata.series.m IS 'values of a bucket, at least; nobody''s value has a probability above 1/m; null where editions are independent';
COMMENT ON COLUMN microdata.series.sensitive IS 'the sensitive attributes';
COMMENT ON COLUMN microdata.series.independent IS 'whether every edition is a release by itself, so that whoever holds several learns more than one tells';
COMMENT ON COLUMN microdata.series.view IS 'name of the view that readers use; null where there is none';
COMMENT ON COLUMN microdata.series.keep IS 'how many editions stay; null: all';
COMMENT ON COLUMN microdata.series.gate IS 'bounds that an edition must keep to be shown';
COMMENT ON COLUMN microdata.series.approve IS 'whether an edition waits for somebody else than who published it';
COMMENT ON COLUMN microdata.series.shown IS 'the edition that its view shows; null where there is none';

CREATE OR REPLACE VIEW microdata.editions WITH (security_barrier) AS
    SELECT s.name AS series, e.edition, e.release_id,
           (SELECT r.relations FROM microdata.release_record r WHERE r.release_id = e.release_id) AS relations,
           e.persons, e.counterfeits, e.waiting, e.withheld, e.created_at, e.created_by,
           e.state, e.findings, e.published_by, e.approved_by, e.shown_at
    FROM microdata.edition_record e
    JOIN microdata.series_record s USING (series_id)
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON COLUMN microdata.editions.persons IS 'persons published; where editions are independent and a row is a person, rows';
COMMENT ON COLUMN microdata.editions.withheld
    IS 'persons whose value is not in their signature any more; where rows grow, values that persons have and their published sets have not; where editions are independent, rows that were left out';
COMMENT ON COLUMN microdata.editions.state
    IS 'draft (for its owner alone), published (where the series has no view), shown (by the view), or former (was shown)';
COMMENT ON COLUMN microdata.editions.findings IS 'what gates said of it';
COMMENT ON COLUMN microdata.editions.published_by IS 'who was logged in when it was published';
COMMENT ON COLUMN microdata.editions.approved_by IS 'who was logged in when it was approved; null where nobody did';
COMMENT ON COLUMN microdata.editions.shown_at IS 'when the view began to show it';

CREATE VIEW microdata.series_views WITH (security_barrier) AS
    SELECT w.view, s.name AS series, e.edition,
           -- What the view reads.
           (SELECT d.refobjid::regclass
            FROM pg_catalog.pg_rewrite q
            JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = q.oid
             AND d.refclassid = 'pg_catalog.pg_class'::regclass
            WHERE q.ev_class = w.view::pg_catalog.oid AND d.refobjid = ANY (r.relations::pg_catalog.oid[]) LIMIT 1) AS release,
           r.published_rows AS rows, e.created_at, e.shown_at
    FROM microdata.series_view_record w
    JOIN pg_catalog.pg_class v ON v.oid = w.view::pg_catalog.oid
    JOIN microdata.series_record s USING (series_id)
    LEFT JOIN microdata.edition_record e ON e.series_id = w.series_id AND e.state = 'shown'
    LEFT JOIN microdata.release_record r ON r.release_id = e.release_id
    WHERE pg_catalog.has_any_column_privilege(v.oid, 'SELECT') OR microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.series_views IS 'views that show the newest editions of series, as far as you may read them';
COMMENT ON COLUMN microdata.series_views.view IS 'the view';
COMMENT ON COLUMN microdata.series_views.series IS 'name of the series';
COMMENT ON COLUMN microdata.series_views.edition IS 'the edition that it shows';
COMMENT ON COLUMN microdata.series_views.release IS 'the relation of the edition that stands behind it';
COMMENT ON COLUMN microdata.series_views.rows IS 'rows of the edition';
COMMENT ON COLUMN microdata.series_views.created_at IS 'when the edition was made';
COMMENT ON COLUMN microdata.series_views.shown_at IS 'when the view began to show it';
GRANT SELECT ON microdata.series_views TO PUBLIC;

CREATE FUNCTION @extschema@.create_series(
    name text,
    source regclass,
    method text,
    arguments jsonb = '{}',
    subject @extschema@.text_list = NULL,
    m integer = 2,
    transient boolean = false,
    series text = 'invariant',
    view text = NULL,
    keep integer = NULL,
    gate jsonb = NULL,
    approve boolean = false) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_series';
COMMENT ON FUNCTION @extschema@.create_series(text, regclass, text, jsonb, @extschema@.text_list, integer, boolean, text, text, integer, jsonb, boolean)
    IS 'begins a series: persons of a table published again and again, with no value of anybody above 1/m for who holds all editions, or as independent releases; by tables, or behind a view';

CREATE FUNCTION @extschema@.alter_series(
    name text,
    view text = NULL,
    keep integer = NULL,
    gate jsonb = NULL,
    approve boolean = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_alter_series';
COMMENT ON FUNCTION @extschema@.alter_series(text, text, integer, jsonb, boolean)
    IS 'changes how the editions of a series are shown, kept and judged';

CREATE FUNCTION @extschema@.publish_series(name text)
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_series';
COMMENT ON FUNCTION @extschema@.publish_series(text) IS 'publishes the next edition of a series, and shows it where gates let it';

CREATE FUNCTION microdata.publish_edition(name text)
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_edition';
COMMENT ON FUNCTION microdata.publish_edition(text) IS 'publishes the next edition of a series as publish_series() does, and drops none';

-- What is on record of the edition is enough to show it: gates were judged, and who has to has approved.
CREATE FUNCTION microdata.show_edition(name text, edition integer) RETURNS text
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_show_edition';
COMMENT ON FUNCTION microdata.show_edition(text, integer)
    IS 'judges an edition by the gate that its series has now, shows it or, where there is no view, publishes it, and returns its state';

CREATE FUNCTION microdata.old_editions(name text) RETURNS SETOF integer
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT o.edition
    FROM (SELECT e.edition, s.keep, row_number() OVER (ORDER BY e.edition DESC) AS place
          FROM microdata.editions e
          JOIN microdata.series s ON s.name = e.series
          WHERE e.series = old_editions.name AND e.relations <> '{}'
            AND e.edition <= COALESCE(s.shown, (SELECT max(p.edition) FROM microdata.editions p WHERE p.series = e.series AND p.state = 'published'))) o
    WHERE o.place > o.keep
    ORDER BY o.edition
$$;
COMMENT ON FUNCTION microdata.old_editions(text) IS 'editions of a series that are there and more than it keeps, the oldest first';

CREATE FUNCTION @extschema@.drop_edition(name text, edition integer, wait boolean = false) RETURNS boolean
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_edition';
COMMENT ON FUNCTION @extschema@.drop_edition(text, integer, boolean)
    IS 'drops the tables of an edition that is not shown, unless somebody reads them or something depends on them';

-- Gates.

CREATE FUNCTION microdata.gate_findings(name text, edition integer)
    RETURNS TABLE (gate text, bound jsonb, achieved float8, holds boolean, detail text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    relation regclass := (SELECT e.relations[1] FROM microdata.editions e WHERE e.series = gate_findings.name AND e.edition = gate_findings.edition);
    called pg_proc := microdata.function_of_extension('verify_release');
BEGIN
    gate := 'verify';
    bound := 'true';
    EXECUTE format('SELECT avg(v.holds::integer), COALESCE(bool_and(v.holds), false), string_agg(v.requirement, '', '') FILTER (WHERE NOT v.holds) '
                   'FROM %s.%I($1) v', called.pronamespace::regnamespace, called.proname)
        INTO achieved, holds, detail USING relation;
    RETURN NEXT;
END
$$;
COMMENT ON FUNCTION microdata.gate_findings(text, integer) IS 'what the gates of a series say of an edition';

-- Runs.

-- Watching.

-- Releases that give way.

CALL microdata.succeed_functions('0.9.0');

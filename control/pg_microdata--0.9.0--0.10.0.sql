\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.10.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.9.0', '{}');

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

-- Gates.

-- Runs.

-- Watching.

-- Releases that give way.

CALL microdata.succeed_functions('0.9.0');

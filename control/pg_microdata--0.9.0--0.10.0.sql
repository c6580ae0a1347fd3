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

-- What comments on a release's relations (column 0) and their columns say. A release may be renamed: they do not name it.
CREATE FUNCTION microdata.release_comments(release regclass)
    RETURNS TABLE (relation regclass, relkind "char", column_no smallint, name name, sentence text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    facts jsonb := microdata.release_facts(release);
    made microdata.releases;
BEGIN
    SELECT * INTO STRICT made FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    RETURN QUERY
        SELECT c.oid::regclass, c.relkind, 0::smallint, NULL::name, concat_ws(' ',
            CASE WHEN c.relkind = 'v' AND u.position > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(made.parameters))
        FROM unnest(made.relations) WITH ORDINALITY u (relation, position) JOIN pg_class c ON c.oid = u.relation
        UNION ALL
        SELECT d.relation, c.relkind, d.column_no, d.name, d.sentence
        FROM microdata.described_columns(made.release_id) d JOIN pg_class c ON c.oid = d.relation;
END
$$;
COMMENT ON FUNCTION microdata.release_comments(regclass) IS 'what comments on the relations and columns of a release say';

-- What follows the beginning differs by release and by version.
CREATE FUNCTION microdata.is_own_comment(comment text, sentence text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS 'SELECT pg_catalog.starts_with(comment, pg_catalog."left"(sentence, 24))';
COMMENT ON FUNCTION microdata.is_own_comment(text, text) IS 'whether a comment begins as the sentence of the extension does that would be there';

CREATE OR REPLACE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT * FROM microdata.release_comments(relation) LOOP
        IF part.name IS NULL THEN
            EXECUTE format('COMMENT ON %s %s IS %L', CASE part.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation, part.sentence);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
        END IF;
    END LOOP;
END
$$;

CALL microdata.succeed_functions('0.9.0');

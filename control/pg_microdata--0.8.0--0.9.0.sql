\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.9.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.8.0', '{}');

-- What adversaries get out of a release.

-- What analysts get out of a release.

-- A release may be renamed: comments do not name it.
CREATE OR REPLACE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb := microdata.release_facts(relation);
    release microdata.releases;
    part record;
BEGIN
    SELECT * INTO STRICT release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    FOR part IN
        SELECT c.oid::regclass AS name, c.relkind, u.position
        FROM unnest(release.relations) WITH ORDINALITY u (relation, position) JOIN pg_class c ON c.oid = u.relation
    LOOP
        EXECUTE format('COMMENT ON %s %s IS %L', CASE part.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.name, concat_ws(' ',
            CASE WHEN part.relkind = 'v' AND part.position > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(release.parameters)));
    END LOOP;
    FOR part IN SELECT * FROM microdata.described_columns(release.release_id) LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
    END LOOP;
END
$$;


-- Choosing.

-- Series.

CALL microdata.succeed_functions('0.8.0');

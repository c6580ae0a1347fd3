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

-- Reading releases by the views of series.

CREATE FUNCTION microdata.relations_in(facts jsonb) RETURNS TABLE (relation_no bigint, relation regclass, kind "char")
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT e.position, (e.value ->> 'relation')::oid::regclass, (e.value ->> 'kind')::"char"
    FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position)
$$;
COMMENT ON FUNCTION microdata.relations_in(jsonb)
    IS 'the relations of a release that release_facts() tells of, and what they are or, as views of a series, show';

-- What microdata.releases shows of it. Who may read the views of a series may not be one who sees the tables' release there.
CREATE FUNCTION microdata.release_in(facts jsonb) RETURNS microdata.releases
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    release microdata.releases;
BEGIN
    SELECT * INTO release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    IF facts ? 'shown' THEN
        IF NOT FOUND THEN
            release := jsonb_populate_record(NULL::microdata.releases, facts -> 'shown');
        END IF;
        release.relations := ARRAY(SELECT f.relation FROM microdata.relations_in(facts) f ORDER BY f.relation_no);
    END IF;
    RETURN release;
END
$$;
COMMENT ON FUNCTION microdata.release_in(jsonb) IS 'the release that release_facts() tells of, as far as you may see it; its relations are views where a view of a series was asked for';

DROP FUNCTION microdata.described_columns(bigint);
CREATE FUNCTION microdata.described_columns(facts jsonb, parameters jsonb)
    RETURNS TABLE (relation regclass, relation_no bigint, kind "char", column_no smallint, name name, type text, role text, group_no integer,
                   generalized boolean, reading text, sentence text)
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH known AS MATERIALIZED (
        SELECT k.relation::regclass, k.group_no, k.attribute, k.role, k.generalized,
               microdata.reading(k.generalized, a.atttypid, a.attname, parameters) AS reading
        FROM jsonb_to_recordset(facts -> 'columns') k (relation oid, group_no integer, attribute name, role text, generalized boolean)
        JOIN pg_attribute a ON a.attrelid = k.relation AND a.attname = k.attribute AND NOT a.attisdropped),
    groups AS MATERIALIZED (
        SELECT k.relation, k.group_no, array_agg(k.attribute ORDER BY k.attribute) AS attributes,
               (SELECT count(*) FROM known) - count(*) AS others
        FROM known k GROUP BY k.relation, k.group_no),
    -- A view shows attributes of the tables.
    shown AS MATERIALIZED (
        SELECT k.relation AS of, k.* FROM known k
        UNION ALL
        SELECT f.relation, k.* FROM (SELECT DISTINCT ON (o.attribute) o.* FROM known o ORDER BY o.attribute, o.relation) k
        CROSS JOIN microdata.relations_in(facts) f
        WHERE f.kind = 'v')
    SELECT f.relation, f.relation_no, f.kind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), x.role, k.group_no,
           COALESCE(k.generalized, false), k.reading,
           concat_ws(' ', microdata.column_sentence(x.role, a.attname, array_remove(g.attributes, k.attribute), g.others::integer),
               microdata.reading_sentence(k.reading))
    FROM microdata.relations_in(facts) f
    JOIN pg_attribute a ON a.attrelid = f.relation AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN shown k ON k.of = f.relation AND k.attribute = a.attname
    LEFT JOIN groups g ON g.relation = k.relation AND g.group_no = k.group_no
    CROSS JOIN LATERAL (SELECT COALESCE(k.role, CASE a.attname::text
        WHEN parameters ->> 'bucket_column' THEN 'bucket'
        WHEN parameters ->> 'member_column' THEN 'member'
        WHEN parameters ->> 'count_column' THEN 'count'
        WHEN parameters ->> 'weight_column' THEN 'weight'
        WHEN 'bucket' THEN 'bucket' END)) x (role)
    WHERE x.role IS NOT NULL
    ORDER BY f.relation_no, a.attnum
$$;
COMMENT ON FUNCTION microdata.described_columns(jsonb, jsonb) IS 'the columns of the release that release_facts() tells of, with what is said of them';

CREATE OR REPLACE FUNCTION @extschema@.release_description(relation regclass) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb;
    release microdata.releases;
    relations jsonb;
    loss float8;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = '22004';
    END IF;
    facts := microdata.release_facts(relation);
    release := microdata.release_in(facts);
    IF release.release_id IS NULL OR NOT microdata.may_read_release(ARRAY[release_description.relation]) THEN
        RAISE EXCEPTION 'permission denied for relation %', relation::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(relation);
    EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state OR insufficient_privilege OR undefined_object OR feature_not_supported THEN
        -- No method for it, a hierarchy that is gone or somebody else's, or an edition with counterfeits.
        loss := NULL;
    END;
    SELECT jsonb_agg(jsonb_build_object('name', c.relname, 'kind', CASE f.kind WHEN 'v' THEN 'view' ELSE 'table' END, 'columns', x.columns)
                     ORDER BY f.relation_no) INTO relations
    FROM microdata.relations_in(facts) f
    JOIN pg_class c ON c.oid = f.relation
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'type', d.type, 'role', d.role, 'group', d.group_no,
                   'generalized', CASE WHEN d.reading IS NOT NULL THEN d.generalized END, 'reading', d.reading, 'meaning', d.sentence))
                   || CASE WHEN d.reading = 'label' AND f.kind <> 'v'
                      THEN jsonb_build_object('labels', microdata.label_meanings(d.relation, d.name)) ELSE '{}' END
                   ORDER BY d.column_no)
        FROM microdata.described_columns(facts, release.parameters) d WHERE d.relation = f.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', release.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', release.parameters -> 'l', 'k', release.parameters -> 'k',
                                        'models', release.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(release.parameters)),
        'rows', release.published_rows, 'buckets', release.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(release.parameters), 'relations', relations);
END
$$;

CREATE OR REPLACE FUNCTION microdata.with_control(relations regclass[], control float8, seed bigint, statement text, arguments jsonb) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- Whoever a policy would hide rows from gets an error.
    SET row_security = off
    -- The same rows are drawn whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
AS $$
DECLARE
    relation regclass;
    made record;
    parameters jsonb;
    calls jsonb := '[]';
    source regclass;
    persons text[] := '{}';
    columns text;
    subject text;
    draw name := 'draw';
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    arguments_again jsonb;
    published regclass[] := '{}';
    members bigint;
    outsiders bigint;
    figures jsonb;
BEGIN
    IF control IS NULL OR NOT (control > 0 AND control < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', COALESCE(control::text, 'null')
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF COALESCE(cardinality(relations), 0) = 0 OR array_position(relations, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'relations must name releases' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    FOREACH relation IN ARRAY relations LOOP
        SELECT * INTO STRICT made FROM microdata.publishing_call(relation);
        parameters := (microdata.release_in(microdata.release_facts(relation))).parameters;
        IF parameters ? 'registered' THEN
            RAISE EXCEPTION 'release "%" was registered and cannot be published again', relation
                USING ERRCODE = 'object_not_in_prerequisite_state',
                      DETAIL = 'The call that made it is not on record.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF parameters ? 'edition' THEN
            RAISE EXCEPTION 'edition "%" cannot be published again', relation
                USING ERRCODE = 'feature_not_supported',
                      DETAIL = 'What an edition of a series shows follows from the editions before it.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF source <> made.source THEN
            RAISE EXCEPTION 'release "%" is not of the source "%"', relation, source
                USING ERRCODE = 'invalid_parameter_value', DETAIL = format('Its source is "%s".', made.source);
        END IF;
        source := made.source;
        calls := calls || jsonb_build_object('method', made.method, 'arguments', made.arguments);
        IF made.arguments -> 'subject' <> '[]' THEN
            persons := persons || (SELECT string_agg(e.name, ', ' ORDER BY e.name COLLATE "C")
                                   FROM jsonb_array_elements_text(made.arguments -> 'subject') e (name));
        END IF;
    END LOOP;
    IF (SELECT count(DISTINCT p COLLATE "C") FROM unnest(persons) p) > 1 THEN
        RAISE EXCEPTION 'the releases do not have one subject' USING ERRCODE = 'feature_not_supported',
            DETAIL = 'No part of the source keeps the rows of the persons of all of them together.',
            HINT = 'Give a table of persons who are not in the releases as outsiders instead.';
    END IF;
    -- All columns that one of the releases shows, or tells persons apart by.
    SELECT string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum),
           string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum)
               FILTER (WHERE EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE c.call -> 'arguments' -> 'subject' ? a.attname))
    INTO columns, subject
    FROM pg_attribute a
    WHERE a.attrelid = source AND a.attnum > 0 AND NOT a.attisdropped
      AND EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE NOT c.call -> 'arguments' -> 'identifiers' ? a.attname);
    WHILE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = source AND a.attname = draw) LOOP
        draw := draw || '_';
    END LOOP;
    BEGIN
        PERFORM set_config('client_min_messages', 'error', true);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_drawn AS SELECT %1$s, '
                       '%2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, source);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_members AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I >= %L',
                       columns, draw, control);
        GET DIAGNOSTICS members = ROW_COUNT;
        EXECUTE format('CREATE TEMPORARY TABLE microdata_outsiders AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I < %L',
                       columns, draw, control);
        GET DIAGNOSTICS outsiders = ROW_COUNT;
        IF members = 0 OR outsiders = 0 THEN
            RAISE EXCEPTION 'control leaves nobody on one of the two sides'
                USING ERRCODE = 'invalid_parameter_value',
                      DETAIL = format('There are %s rows to publish again and %s to keep out.', members, outsiders);
        END IF;
        PERFORM microdata.stand_in('pg_temp.microdata_members', source);
        FOR i IN 1 .. jsonb_array_length(calls) LOOP
            made.arguments := calls -> i - 1 -> 'arguments';
            -- What is an identifier for one release may be shown by another. Two releases have two seeds.
            arguments_again := made.arguments - 'identifiers'
                || jsonb_build_object('seed', seed # (i - 1)::bigint)
                || (SELECT CASE WHEN count(*) > 0 THEN jsonb_build_object('identifiers', jsonb_agg(e.name)) ELSE '{}' END
                    FROM jsonb_array_elements_text(made.arguments -> 'identifiers') e (name)
                    WHERE EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE NOT c.call -> 'arguments' -> 'identifiers' ? e.name));
            published := published || (microdata.publish('pg_temp.microdata_members', calls -> i - 1 ->> 'method', arguments_again,
                'pg_temp.microdata_control' || CASE WHEN i > 1 THEN '_of_' || i ELSE '' END))[1];
        END LOOP;
        EXECUTE statement INTO figures USING arguments, published, 'pg_temp.microdata_outsiders'::regclass;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        RETURN figures;
    END;
END
$$;

-- What comments on a release's relations (column 0) and their columns say. A release may be renamed: they do not name it.
CREATE FUNCTION microdata.release_comments(release regclass)
    RETURNS TABLE (relation regclass, kind "char", column_no smallint, name name, sentence text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    facts jsonb := microdata.release_facts(release);
    parameters jsonb := (microdata.release_in(facts)).parameters;
BEGIN
    RETURN QUERY
        SELECT f.relation, f.kind, 0::smallint, NULL::name, concat_ws(' ',
            CASE WHEN f.kind = 'v' AND f.relation_no > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(parameters))
        FROM microdata.relations_in(facts) f
        UNION ALL
        SELECT d.relation, d.kind, d.column_no, d.name, d.sentence
        FROM microdata.described_columns(facts, parameters) d;
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
            EXECUTE format('COMMENT ON %s %s IS %L', CASE part.kind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation, part.sentence);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
        END IF;
    END LOOP;
END
$$;

CALL microdata.succeed_functions('0.9.0');

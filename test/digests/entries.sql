-- Functions that make the entries: the digest of what a call has made, and of what the functions that judge say of it.

-- Returns the value with its numbers rounded to 9 significant digits, and without times.
CREATE FUNCTION rounded(value jsonb) RETURNS jsonb IMMUTABLE LANGUAGE plpgsql SET extra_float_digits = -6 AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'object' THEN (SELECT jsonb_object_agg(e.key, rounded(e.value)) FROM jsonb_each(value) e WHERE e.key <> 'milliseconds')
    WHEN 'array' THEN (SELECT jsonb_agg(rounded(e.value) ORDER BY e.ordinality) FROM jsonb_array_elements(value) WITH ORDINALITY e)
    WHEN 'number' THEN CASE WHEN abs(value::float8) < 1e-12 THEN '0' ELSE value::float8::text::numeric::text::jsonb END
    ELSE value END;
END $$;

-- Returns the text of a row whatever the session's settings are.
CREATE FUNCTION text_of(row_of_call anyelement) RETURNS text LANGUAGE plpgsql SET datestyle = ISO SET intervalstyle = postgres SET timezone = UTC SET extra_float_digits = 1 AS $$
BEGIN
  RETURN row_of_call::text;
END $$;

-- Runs calls of functions, with semicolons between, and commands, which begin in capitals; returns what the calls return.
CREATE FUNCTION results_of(statements text, round_them boolean, OUT results text[]) LANGUAGE plpgsql AS $$
DECLARE
  one text;
  returned text[];
BEGIN
  FOREACH one IN ARRAY string_to_array(statements, '; ') LOOP
    IF one ~ '^[A-Z]' THEN
      EXECUTE one;
    ELSIF one ~ '^(create_series|pass_week)' THEN
      EXECUTE 'SELECT ' || one;
    ELSIF round_them THEN
      EXECUTE 'SELECT array_agg(rounded(to_jsonb(r))::text) FROM ' || one || ' r' INTO returned;
      results := results || returned;
    ELSE
      EXECUTE 'SELECT array_agg(text_of(r) ORDER BY text_of(r) COLLATE "C") FROM ' || one || ' r' INTO returned;
      results := results || returned;
    END IF;
  END LOOP;
END $$;

-- Returns the rows of a table that a call has changed.
CREATE FUNCTION contents(relation regclass) RETURNS SETOF text LANGUAGE plpgsql SET datestyle = ISO SET intervalstyle = postgres SET timezone = UTC SET extra_float_digits = 1 AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT r::text FROM %s r', relation);
END $$;

-- Of a series that remembers persons nobody can set the draws: what does not depend on them are the persons of its editions, what is
-- promised of each, and of the first the values of each column and the sizes of buckets.
CREATE FUNCTION persons_of_editions(name text, with_withheld boolean DEFAULT true) RETURNS TABLE (edition integer, relations regclass[], persons bigint, state text) LANGUAGE sql AS $$
  SELECT edition, relations, persons + waiting + CASE WHEN with_withheld THEN withheld ELSE 0 END, state FROM three_editions(name) $$;
-- The draw of signatures decides if an edition shows persons without a value: what is found of these is left out.
CREATE FUNCTION promises_of_editions(name text) RETURNS TABLE (edition integer, requirement text, holds boolean) LANGUAGE sql AS $$
  SELECT edition, requirement, holds FROM verify_series(name) WHERE requirement !~ 'without a value|without values|outside a signature' $$;
CREATE FUNCTION columns_of(relation regclass, columns text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY columns LOOP
    RETURN QUERY EXECUTE format('SELECT string_agg(%I::text, '','' ORDER BY %1$I::text COLLATE "C") FROM %s', name, relation);
  END LOOP;
END $$;
CREATE FUNCTION sizes_of(relation regclass, bucket text) RETURNS TABLE (size bigint, buckets bigint) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT n, count(*) FROM (SELECT count(*) FROM %s GROUP BY %I) b (n) GROUP BY n ORDER BY n', relation, bucket);
END $$;

-- Returns few words as they are, and else how many lines there are and their MD5.
CREATE FUNCTION digest(lines text[]) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE WHEN lines IS NULL THEN 'no rows' WHEN array_to_string(lines, ' ', 'NULL') ~ '^[^\n\t]{0,60}$' THEN array_to_string(lines, ' ', 'NULL')
    ELSE cardinality(lines) || ' ' || md5(array_to_string(lines, E'\n', 'NULL')) END $$;

-- Returns the name, the columns and the rows of each relation that was not there before, or is one of the release's.
CREATE FUNCTION relations_made(before oid[], release regclass[]) RETURNS text[] LANGUAGE plpgsql SET datestyle = ISO SET intervalstyle = postgres SET timezone = UTC SET extra_float_digits = 1 AS $$
DECLARE
  relation regclass;
  made text[] := '{}';
  rows text[];
BEGIN
  FOR relation IN SELECT oid FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace AND (oid <> ALL (before) OR oid = ANY (release)) ORDER BY relname COLLATE "C" LOOP
    EXECUTE format('SELECT array_agg(r::text ORDER BY r::text COLLATE "C") FROM %s r', relation) INTO rows;
    made := made || (relation::text || (SELECT string_agg(format(' %I %s', attname, format_type(atttypid, atttypmod)), ',' ORDER BY attnum)
                                        FROM pg_attribute WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped)) || rows;
  END LOOP;
  RETURN made;
END $$;

-- Makes a call, looks at what it has made, asks for those figures that suit it, and undoes all. Errors of the call are its digest.
CREATE FUNCTION entries(family text, call text, kind text, judged boolean) RETURNS TABLE (file text, entry text, value text) LANGUAGE plpgsql AS $$
DECLARE
  before oid[] := (SELECT array_agg(oid) FROM pg_class);
  releases_before bigint := (SELECT max(release_id) FROM microdata.releases);
  release microdata.releases;
  figure figures;
  results text[];
  said text[];
  files text[] := '{}';
  names text[] := '{}';
  digests text[] := '{}';
BEGIN
  BEGIN
    results := results_of(call, kind <> 'release');
    SELECT * INTO release FROM microdata.releases WHERE release_id > coalesce(releases_before, 0) ORDER BY release_id DESC LIMIT 1;
    IF kind = 'release' THEN results := results || relations_made(before, release.relations); END IF;
    files := files || family;
    names := names || call;
    digests := digests || digest(results);
    IF kind = 'release' AND release.release_id IS NOT NULL THEN
      files := files || 'parameters'::text;
      names := names || ('parameters of ' || call);
      digests := digests || digest(ARRAY[rounded(to_jsonb(release) - '{release_id,source,relations,created_at,created_by}'::text[])::text]);
      FOR figure IN SELECT * FROM figures f WHERE (judged OR f.always) ORDER BY f.number LOOP
        BEGIN
          said := results_of(replace(replace(figure.call, 'this', quote_literal(release.relations[1]::text)), 'elsewhere', quote_literal(release.source::text || '_elsewhere')), true);
          said := ARRAY[digest(said)];
        EXCEPTION
          WHEN feature_not_supported OR invalid_parameter_value OR wrong_object_type THEN CONTINUE;
          WHEN OTHERS THEN said := ARRAY['error ' || SQLSTATE];
        END;
        files := files || figure.family;
        names := names || (figure.call || ' of ' || call);
        digests := digests || said;
      END LOOP;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'UNDO1';
  EXCEPTION
    WHEN SQLSTATE 'UNDO1' THEN NULL;
    WHEN OTHERS THEN
      files := files || family;
      names := names || call;
      digests := digests || ('error ' || SQLSTATE);
  END;
  RETURN QUERY SELECT f, n, d FROM unnest(files, names, digests) e (f, n, d);
END $$;

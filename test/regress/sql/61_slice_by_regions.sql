-- slice_table by regions: the same as at once, region after region.
-- Rooms: src/core src/postgres/*region*
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
CREATE SCHEMA by_regions;
SET search_path = by_regions, microdata, public;
\set ECHO all

-- Values by arithmetic, NULLs among them; every value of an attribute is with every other.
\set ECHO none
CREATE TABLE people AS
SELECT id,
       CASE WHEN i % 41 = 0 THEN NULL ELSE (18 + (i * 7919) % 61)::integer END AS age,
       CASE WHEN i % 53 = 0 THEN NULL ELSE (ARRAY['north', 'east', 'south', 'west', 'centre'])[1 + (i * 104729) % 5] END AS town,
       DATE '2020-01-01' + ((i * 6151) % 700)::integer AS admitted,
       CASE WHEN i % 37 = 0 THEN NULL ELSE ((i * 3571) % 997)::numeric / 8 END AS fee,
       (ARRAY['flu', 'cold', 'asthma', 'gout', 'angina', 'ulcer', NULL])[1 + (i * 48611 / 7) % 7] AS disease,
       (ARRAY['a', 'b', 'c', 'd'])[1 + (i * 15485863 / 11) % 4] AS drug
FROM (SELECT n AS id, n::bigint AS i FROM generate_series(1, 3000) n) g;
\set ECHO all
SELECT FROM declare_roles('people', identifiers => '{id}', quasi_identifiers => '{age, town, admitted, fee}', sensitive => '{disease}',
                     insensitive => '{drug}');

-- The region of a row, as an expression, by a release's tree: written for the test, from the meaning of the tree alone.
\set ECHO none
CREATE FUNCTION region_of(release regclass, source regclass, node integer = 0) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cut jsonb := (SELECT parameters -> 'regions' -> 'tree' -> node FROM microdata.releases WHERE release = ANY (relations));
  name text := cut ->> 'column';
  goes_left text;
BEGIN
  IF cut ? 'region' THEN
    RETURN cut ->> 'region';
  END IF;
  IF cut ? 'among' THEN
    goes_left := format('%I::text = ANY (%L::text[])', name, ARRAY(SELECT jsonb_array_elements_text(cut -> 'among')));
  ELSE
    goes_left := format('%1$I < %2$L::%3$s', name, cut ->> 'below',
                        (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = source AND attname = name));
  END IF;
  RETURN format('CASE WHEN %s THEN %s ELSE %s END', goes_left, region_of(release, source, (cut ->> 'left')::integer),
                region_of(release, source, (cut ->> 'right')::integer));
END $$;
\set ECHO all

-- What is wrong with a release: nothing. The source's rows and the release's are the same, attribute by
-- attribute, in every region; no bucket reaches beyond a region; the counts on record are right.
\set ECHO none
CREATE FUNCTION wrong(release regclass, source regclass) RETURNS TABLE (problem text, example text) LANGUAGE plpgsql AS $$
DECLARE
  attribute text;
BEGIN
  EXECUTE format('CREATE TEMP TABLE placed AS SELECT %s AS region_, t.* FROM %s t', region_of(release, source), release);
  EXECUTE format('CREATE TEMP TABLE original AS SELECT %s AS region_, t.* FROM %s t', region_of(release, source), source);
  RETURN QUERY SELECT 'a bucket in several regions', bucket::text FROM placed GROUP BY bucket HAVING count(DISTINCT region_) > 1;
  FOR attribute IN SELECT attname FROM pg_attribute WHERE attrelid = release AND attnum > 1 AND NOT attisdropped LOOP
    RETURN QUERY EXECUTE format(
      'WITH a AS (SELECT region_, %1$I FROM placed), b AS (SELECT region_, %1$I FROM original)
       SELECT %2$L, d::text FROM ((TABLE a EXCEPT ALL TABLE b) UNION ALL (TABLE b EXCEPT ALL TABLE a)) d',
      attribute, 'not the values of the source: ' || attribute);
  END LOOP;
  RETURN QUERY
    SELECT 'rows on record', r.parameters -> 'regions' ->> 'source_rows'
    FROM microdata.releases r
    WHERE release = ANY (r.relations)
      AND r.parameters -> 'regions' -> 'source_rows' IS DISTINCT FROM
          (SELECT jsonb_agg(c ORDER BY region_) FROM (SELECT region_, count(*) AS c FROM original GROUP BY region_) n);
  DROP TABLE placed, original;
END $$;
\set ECHO all

-- A release, whether its checks hold, and how it was divided.
\set ECHO none
CREATE FUNCTION judged(release regclass)
  RETURNS TABLE (regions integer, numbered boolean, rows bigint, left_out bigint, failed text[]) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT jsonb_array_length(r.parameters -> ''regions'' -> ''source_rows''),
            count(DISTINCT t.bucket) = r.buckets AND min(t.bucket) >= 1, r.published_rows, r.suppressed_rows,
            (SELECT array_agg(v.requirement) FROM verify_release(%1$L) v WHERE NOT v.holds)
     FROM %1$s t, microdata.releases r WHERE %1$L::regclass = ANY (r.relations) GROUP BY r.relations, r.parameters, r.buckets, r.published_rows, r.suppressed_rows',
    release);
END $$;
\set ECHO all

SET client_min_messages = error;
SELECT slice_table('people', 2, 3, regions => 4, seed => 1, target => 'first');
SELECT slice_table('people', 2, 3, regions => 4, seed => 1, target => 'second');
SELECT * FROM judged('first');
SELECT * FROM wrong('first', 'people');
-- With a seed the same release again, however the rows lie.
SELECT count(*) FROM ((TABLE first EXCEPT ALL TABLE second) UNION ALL (TABLE second EXCEPT ALL TABLE first)) d;
CREATE TABLE shuffled AS SELECT * FROM people ORDER BY md5(id::text);
SELECT slice_table('shuffled', 2, 3, regions => 4, seed => 1, target => 'third', sensitive => '{disease}', identifiers => '{id}',
                   insensitive => '{drug}');
SELECT count(*) FROM ((TABLE first EXCEPT ALL TABLE third) UNION ALL (TABLE third EXCEPT ALL TABLE first)) d;
-- Numbers of buckets do not follow regions: each region has large and small ones.
SELECT format('SELECT count(*) AS regions, bool_and(low < largest / 3) AS low, bool_and(high > largest / 3 * 2) AS high
FROM (SELECT min(bucket) AS low, max(bucket) AS high FROM first GROUP BY %s) n, (SELECT max(bucket) AS largest FROM first) l',
              region_of('first', 'people')) \gexec

-- One region, and more than there are rows for.
SELECT slice_table('people', 2, 3, regions => 1, seed => 1, target => 'one');
SELECT parameters ? 'regions' AS has_regions, min(bucket), max(bucket) = buckets AS without_gaps
FROM one, microdata.releases WHERE 'one'::regclass = ANY (relations) GROUP BY parameters, buckets;
SELECT slice_table('people', 2, 3, regions => 65536, seed => 1, target => 'many');
SELECT regions > 4 AS more, regions < 1000 AS merged, numbered, rows, failed FROM judged('many');
SELECT * FROM wrong('many', 'people');

-- K, generalized in every region.
SELECT slice_table('people', 2, 3, k => 3, regions => 3, seed => 1, target => 'by_k');
SELECT * FROM judged('by_k');
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'by_k'::regclass AND attnum > 0 ORDER BY attnum;
-- Groups by hand, the exact check, strict grouping, models, oblivious cuts.
SELECT slice_table('people', 2, 2, groups => ARRAY['age,admitted,fee,drug', 'town,disease'], regions => 3, seed => 1, target => 'by_hand');
SELECT * FROM judged('by_hand');
SELECT * FROM wrong('by_hand', 'people');
SELECT slice_table('people', 2, 2, groups => ARRAY['age,admitted,fee,drug', 'town,disease'], infeasible => 'generalize', regions => 3, seed => 1,
                   target => 'generalized');
SELECT * FROM judged('generalized');
SELECT slice_table('people', 2, 3, diversity_check => 'exact', regions => 3, seed => 1, target => 'exact');
SELECT * FROM judged('exact');
SELECT slice_table('people', 2, 3, strict => true, regions => 3, seed => 1, target => 'strict');
SELECT * FROM judged('strict');
SELECT slice_table('people', 2, 2, privacy => ARRAY[t_closeness(0.25)], regions => 3, seed => 1, target => 'close');
SELECT * FROM judged('close');
SELECT slice_table('people', 2, 3, cuts => 'oblivious', sensitive_column_size => 1, regions => 3, seed => 1, target => 'oblivious');
SELECT * FROM judged('oblivious');
SELECT slice_table('people', 3, 2, sensitive_column_size => 2, sensitive => '{disease, drug}', insensitive => '{}', quasi_identifiers => '{age, town, admitted, fee}',
                   regions => 3, seed => 1, target => 'two_sensitive');
SELECT * FROM judged('two_sensitive');
-- A group that the table does not allow, by hand and chosen.
SELECT slice_table('people', 2, 3, groups => ARRAY['age,town,drug', 'admitted,fee,disease'], regions => 3, seed => 1, target => 'none');
SELECT slice_table('people', 2, 3, groups => ARRAY['age,town,drug', 'admitted,fee,disease'], regions => 3, infeasible => 'generalize', seed => 1,
                   target => 'hand_generalized');
SELECT j.regions, j.rows, a.generalized AS generalized
FROM (SELECT jsonb_array_length(parameters -> 'regions' -> 'source_rows') AS regions, published_rows AS rows FROM microdata.releases
      WHERE 'hand_generalized'::regclass = ANY (relations)) j,
     (SELECT array_agg(attname::text ORDER BY attnum) AS generalized FROM pg_attribute
      WHERE attrelid = 'hand_generalized'::regclass AND atttypid::regtype::text LIKE '%range') a;
SELECT * FROM judged('hand_generalized');
SELECT slice_table('people', 2, 3, sensitive_column_size => 3, regions => 3, seed => 1, target => 'regrouped');
SELECT * FROM judged('regrouped');
SELECT * FROM wrong('regrouped', 'people');
-- Suppression: at most so much of each region.
SELECT slice_table('people', 2, 3, suppress => 0.1, regions => 3, seed => 1, target => 'suppressed');
SELECT * FROM judged('suppressed');
-- Replaced, with grants.
GRANT SELECT ON first TO PUBLIC;
SELECT slice_table('people', 2, 2, regions => 3, seed => 2, target => 'first', replace => true);
SELECT * FROM judged('first');
SELECT relacl::text LIKE '%=r/%' AS granted FROM pg_class WHERE oid = 'first'::regclass;
SET client_min_messages = notice;

-- Where nothing can be divided, that is what is said.
SELECT slice_table('people', 2, 3, regions => 4, quasi_identifiers => '{}', insensitive => '{age, town, admitted, fee, drug}', target => 'undivided');
SELECT * FROM judged('undivided');
-- k in a group with a type that has no equality.
CREATE TABLE places AS SELECT i AS id, point(1, 0) AS place, i % 5 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 140) i;
SELECT slice_table('places', 3, 2, sensitive => '{disease}', identifiers => '{id}', k => 2, regions => 2, groups => '{"place", "age", "disease"}', seed => 1, target => 'placed');
SELECT requirement, achieved, holds FROM verify_release('placed') WHERE requirement LIKE 'every group value%';
-- What cannot go by regions.
SELECT slice_table('people', 2, 3, regions => 4, target => 'none', in_place => true);
SELECT slice_table('people', 2, 3, regions => 4, in_place => true);
SELECT slice_table('people', 2, 3, regions => 4, target => 'none', inference => 0.9);
SELECT slice_table('people', 2, 3, regions => 0, target => 'none');
SELECT slice_table('people', 2, 1000, regions => 4, target => 'none');
SELECT to_regclass('none');
\set ECHO none
SET client_min_messages = error;
DROP SCHEMA by_regions CASCADE;

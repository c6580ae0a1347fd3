-- What is measured and estimated of persons with several rows, region by region, is what it is of all rows at once.
-- Rooms: src/core/risk src/core/utility src/postgres/audits src/postgres/inspection src/postgres/estimates
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
SET pg_microdata.quick_attack = off;
CREATE SCHEMA regress_persons_by_regions;
SET search_path = regress_persons_by_regions, microdata, public;
-- Two rows each, so that all regions have the level 2; diseases go with ages.
CREATE TABLE stays AS
SELECT p AS pid, p % 2 AS sex, 20 + p * 7919 % 60 AS age, 47000 + p / 60 % 4 AS zip, (hashint4(p * 2 + v) & 1) AS day, CASE WHEN p % 97 = 0 THEN NULL ELSE 'w' || (hashint4(p * 2 + v + 77) & 1) END AS ward,
       CASE WHEN hashint4(p * 2 + v + 999) & 3 > 0 THEN 'd' || (p * 7919 % 60 / 10) ELSE 'd' || (abs(hashint4(p * 2 + v + 555)) % 6) END AS icd, 100 * (1 + abs(hashint4(p * 2 + v + 333)) % 9) AS cost
FROM generate_series(1, 1200) p, generate_series(1, 2) v;
-- Others, of whom some look like persons.
CREATE TABLE strangers AS
SELECT 5000 + p AS pid, p % 2 AS sex, 20 + p * 6113 % 70 AS age, 47000 + p % 5 AS zip, (hashint4(p * 2 + v + 1) & 1) AS day, 'w' || (hashint4(p * 2 + v + 78) & 1) AS ward,
       'd' || (abs(hashint4(p * 2 + v + 556)) % 6) AS icd, 100 * (1 + abs(hashint4(p * 2 + v + 334)) % 9) AS cost
FROM generate_series(1, 500) p, generate_series(1, 2) v;
ANALYZE stays;
ANALYZE strangers;
SELECT bucketize_table('stays', 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.3, regions => 4, seed => 1, target => 'joined');
SELECT bucketize_table('stays', 2, sensitive => '{icd, cost}', subject => '{pid}', suppress => 0.3, regions => 4, seed => 1, format => 'tables', target => 'apart');
SELECT slice_table('stays', columns => 2, l => 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.3, regions => 4, seed => 1, target => 'sliced');
SELECT generalize_table('stays', k => 4, l => 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.3, regions => 4, seed => 1, target => 'classes');
CREATE TABLE made AS SELECT release, n FROM unnest('{joined,apart,sliced,classes}'::regclass[]) WITH ORDINALITY r (release, n);

CREATE FUNCTION rows_of(call text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT to_jsonb(f) FROM (SELECT * FROM %s) f', call);
END
$$;
-- The rows of a call where a release is read by regions, and where nothing is known of them.
CREATE FUNCTION readings(release regclass, call text) RETURNS TABLE (by_regions jsonb, at_once jsonb) LANGUAGE plpgsql AS $$
DECLARE
    before microdata.release_record;
    first jsonb[];
BEGIN
    SELECT * INTO before FROM microdata.release_record r WHERE release = ANY (r.relations);
    -- As if a release had so many rows that it must be read by regions.
    UPDATE microdata.release_record r SET published_rows = 1000000000000 WHERE release = ANY (r.relations);
    first := ARRAY(SELECT rows_of(format(call, release)));
    UPDATE microdata.release_record r SET published_rows = before.published_rows, parameters = before.parameters - 'regions' WHERE release = ANY (r.relations);
    RETURN QUERY SELECT * FROM unnest(first, ARRAY(SELECT rows_of(format(call, release))));
    UPDATE microdata.release_record r SET parameters = before.parameters WHERE release = ANY (r.relations);
END
$$;
-- Whether two results are equal but for what adding up in another order makes of numbers.
CREATE FUNCTION same(a jsonb, b jsonb) RETURNS boolean LANGUAGE sql AS $$
    SELECT count(*) FILTER (WHERE x.value IS DISTINCT FROM y.value
               AND NOT coalesce(jsonb_typeof(x.value) = 'number' AND jsonb_typeof(y.value) = 'number'
                   AND abs(x.value::float8 - y.value::float8) <= 1e-6 * (1 + abs(x.value::float8)), false)) = 0
    FROM jsonb_each(a) x FULL JOIN jsonb_each(b) y USING (key)
$$;
-- How many rows a call has, and how many of them differ.
CREATE FUNCTION compared(release regclass, call text, OUT rows bigint, OUT differ bigint) LANGUAGE sql AS $$
    SELECT count(at_once), count(*) FILTER (WHERE NOT coalesce(same(at_once, by_regions), false)) FROM readings(release, call)
$$;
-- Intervals of both readings overlap.
CREATE FUNCTION apart(release regclass, call text, low text, high text, OUT rows bigint, OUT apart bigint) LANGUAGE sql AS $$
    SELECT count(a), count(*) FILTER (WHERE NOT coalesce((a ->> low)::float8 <= (b ->> high)::float8 AND (b ->> low)::float8 <= (a ->> high)::float8, a ->> low IS NULL AND b ->> low IS NULL))
    FROM readings(release, call) r (a, b)
$$;
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' ', SQLSTATE, message, detail);
END
$$;
CREATE TABLE calls (number integer, call text);
INSERT INTO calls VALUES
    (1, $$estimate_count('%s', '{}')$$),
    (2, $$estimate('%s', '{sex, icd}', measures => '{count, persons, avg(age)}')$$),
    (3, $$estimate('%s', '{icd}', '{"age": {">=": 40}, "or": [{"sex": 1}, {"zip": {"<": 47002}}]}', '{count, persons, sum(age)}')$$),
    (4, $$estimate('%s', '{day}', '{"icd": "d3"}', '{count, persons}')$$),
    (5, $$estimate('%s', NULL, '{"icd": "nobody has it"}', '{count, persons}')$$),
    (6, $$estimate('%s', '{ward}', measures => '{avg(cost), sum(cost), count}')$$);
\set ECHO all
SELECT release, jsonb_array_length(r.parameters -> 'regions' -> 'source_rows') AS regions, parameters -> 'levels' @> '[{"rows": 2}]' AND jsonb_array_length(parameters -> 'levels') = 1 AS one_level
FROM made m, microdata.releases r WHERE m.release = ANY (r.relations) ORDER BY n;
-- Estimates.
SELECT r.release, array_agg(f.rows ORDER BY c.number) AS rows, sum(f.differ) AS differ FROM made r, calls c, compared(r.release, c.call) f GROUP BY r.n, 1 ORDER BY r.n;
SELECT release, compared(release, $$microdata.relative_error('%s', 2, 0.4, 30, seed => 3)$$) FROM made ORDER BY n;
SELECT compared('joined', $$(SELECT * FROM matching_buckets('%s', '{"sex": 1, "age": 21}') ORDER BY bucket) b$$), compared('classes', $$microdata.information_loss('%s', 'width')$$);

-- All of these persons and strangers are looked at either way.
SELECT release, compared(release, $$audit_membership('%s', outsiders => 'strangers', seed => 1)$$), compared(release, $$audit_membership('%s', outsiders => 'stays', seed => 1)$$) FROM made ORDER BY n;
SELECT release, compared(release, $$audit_composition(ARRAY['%s'::regclass], outsiders => 'strangers', seed => 1)$$),
       compared(release, $$audit_composition(ARRAY['%s'::regclass, 'joined', 'classes'], outsiders => 'strangers', seed => 1)$$) FROM made WHERE n < 4 ORDER BY n;
-- Others are drawn in another order.
SELECT release, apart(release, $$audit_membership('%s', seed => 1)$$, 'low', 'high'), apart(release, $$audit_linkability('%s', seed => 1)$$, 'success_low', 'success_high'),
       apart(release, $$audit_linkability('%s', outsiders => 'strangers', seed => 1)$$, 'risk_low', 'risk_high') FROM made ORDER BY n;
SELECT release, apart(release, $$audit_inference('%s', outsiders => 'strangers', seed => 1)$$, 'low', 'high') FROM made ORDER BY n;
SELECT release, apart(release, $$audit_inference('%s', model => 'naive_bayes', seed => 1)$$, 'low', 'high') FROM made ORDER BY n;
-- Without learning, guesses are the same, but for ties. Values of outsiders are known in their region alone.
SELECT release, compared(release, $$(SELECT attribute, persons, round(guessed_right::numeric, 1) AS guessed_right, bound, believed_above_bound, right_above_bound, naive, round(near_right::numeric, 1) AS near_right, near_naive FROM audit_inference('%s', iterations => 0, seed => 1)) f$$) FROM made ORDER BY n;
SELECT release, apart(release, $$(SELECT * FROM audit_singling_out('%s', outsiders => 'strangers', seed => 1) WHERE kind = 'univariate') u$$, 'success', 'success') FROM made WHERE n < 4 ORDER BY n;

-- Regions with levels of their own. Persons of more rows than their region's last level are found in that level.
CREATE TABLE levels AS SELECT p AS pid, 20 + p % 60 AS age, p * 613 % 40 AS zip, v AS day, 'd' || (abs(hashint4(p * 8 + v)) % 9) AS icd
FROM generate_series(1, 1200) p, generate_series(1, CASE WHEN p % 60 >= 30 THEN 1 + p / 60 % 3 WHEN p IN (5, 306) THEN 3 ELSE 1 + p / 60 % 2 END) v;
ANALYZE levels;
SELECT bucketize_table('levels', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.3, regions => 2, seed => 1, target => 'leveled');
SELECT * FROM (SELECT age < 50 AS region, array_agg(DISTINCT rows ORDER BY rows) FROM (SELECT age, person, count(*) AS rows FROM leveled GROUP BY 1, 2) p GROUP BY 1) l ORDER BY 1;
SELECT by_regions -> 'known' AS known, by_regions -> 'members_nowhere' AS nowhere, at_once -> 'members_nowhere' AS nowhere_at_once FROM readings('leveled', $$audit_membership('%s', seed => 1)$$);
SELECT persons FROM audit_inference('leveled', seed => 1);

-- Less than these rows and their source take at once.
CREATE TABLE large AS SELECT p AS pid, p % 2 AS sex, p * 7919 % 60 AS age, p * 613 % 997 AS zip, (hashint4(p * 2 + v) & 7) AS day, 'd' || (abs(hashint4(p * 2 + v + 555)) % 9) AS icd
FROM generate_series(1, 10000) p, generate_series(1, 2) v;
ANALYZE large;
SELECT bucketize_table('large', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 8, seed => 1, target => 'in_regions');
SELECT bucketize_table('large', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 1, seed => 1, target => 'in_one');
SET pg_microdata.memory_limit = '3MB';
CREATE TABLE limited (call text);
INSERT INTO limited VALUES ($$estimate('%s', '{sex, icd}', measures => '{count, persons}')$$), ($$microdata.relative_error('%s', 2, 0.4, 20, seed => 1)$$),
    ($$audit_singling_out('%s', attacks => 200, seed => 1)$$), ($$audit_linkability('%s', attacks => 200, seed => 1)$$), ($$audit_inference('%s', seed => 1)$$);
SELECT substring(call, '^[a-z_.]+'), answer('SELECT * FROM ' || format(call, 'in_regions')) AS in_regions, answer('SELECT * FROM ' || format(call, 'in_one')) AS in_one FROM limited;
SET pg_microdata.memory_limit = '40MB';
UPDATE microdata.release_record SET published_rows = 1000000000000 WHERE 'in_regions'::regclass = ANY (relations) OR 'in_one'::regclass = ANY (relations);
SELECT substring(call, '^[a-z_.]+'), answer('SELECT * FROM ' || format(call, 'in_regions')) AS in_regions, left(answer('SELECT * FROM ' || format(call, 'in_one')), 5) AS in_one
FROM unnest(ARRAY[$$audit_membership('%s', seed => 1)$$, $$audit_composition(ARRAY['%s'::regclass], seed => 1)$$]) call;
SELECT persons, guessed_right < 0.4 AS bounded FROM audit_inference('in_regions', seed => 1);
SELECT known, members, outsiders FROM audit_membership('in_regions', seed => 1);
RESET pg_microdata.memory_limit;
\set ECHO none
RESET search_path;
DROP SCHEMA regress_persons_by_regions CASCADE;

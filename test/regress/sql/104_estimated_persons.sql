-- Estimates from releases of persons with several rows each, beside the same computed from the release by hand.
-- Rooms: src/core/utility src/core/subject src/postgres/estimates
\pset format unaligned \pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA care;
SET search_path = care, public;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- Nothing is associated with anything. A person has each diagnosis once.
CREATE TABLE visits AS
SELECT p AS person, CASE drawn(p, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex, 1930 + 10 * drawn(p, 'decade', 7) AS decade, 'w' || drawn(p * 7 + v, 'ward', 5) AS ward,
       nullif(1 + drawn(p * 7 + v, 'days', 9), 9) AS days, 'd' || (drawn(p, 'icd', 24) + 5 * v) % 24 AS icd
FROM generate_series(1, 300) p, generate_series(1, 4) v WHERE v <= 1 + drawn(p, 'rows', 4);
SELECT FROM declare_roles('visits', subject => '{person}', sensitive => '{icd}');
SELECT bucketize_table('visits', 3, target => 'b', seed => 1, format => 'tables'), slice_table('visits', 2, 3, groups => '{sex,decade}', target => 's', seed => 1, format => 'tables');
SELECT count(DISTINCT bucket) > 20 AS buckets FROM b;
-- No set has fewer values than rows: each row has one.
SELECT count(*) FROM (SELECT count(*) FROM b_rows GROUP BY bucket, member EXCEPT SELECT count(*) FROM b_values GROUP BY bucket, member) differing;

-- Moments of counts of rows, of their days, and of persons, from the definition: the columns of persons, the sets of rows and those of values have any
-- order within a bucket, and so have the values of a person beside the rows.
CREATE FUNCTION by_hand(release text, of_person text, of_row text, of_value text)
RETURNS TABLE (measure text, estimate float8, error float8) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$
WITH r AS (SELECT bucket, member, count(*)::float8 AS n, count(*) FILTER (WHERE %3$s)::float8 AS x, coalesce(sum(days) FILTER (WHERE %3$s), 0)::float8 AS d,
                  coalesce(sum(days * days) FILTER (WHERE %3$s), 0)::float8 AS dd FROM %1$s_rows GROUP BY bucket, member),
v AS (SELECT bucket, member, count(*) FILTER (WHERE %4$s)::float8 AS y FROM %1$s_values GROUP BY bucket, member),
pairs AS (
    SELECT measure, bucket, r.member AS i, v.member AS j, m.mean, m.variance
    FROM r JOIN v USING (bucket),
    LATERAL (SELECT y - y * y / n AS yy) s,
    LATERAL (SELECT 1 - CASE WHEN n - x < y THEN 0 ELSE factorial((n - x)::int) * factorial((n - y)::int) / factorial((n - x - y)::int) / factorial(n::int) END::float8 AS q) any_row,
    LATERAL (VALUES ('count', x * y / n, coalesce((x - x * x / n) * yy / nullif(n - 1, 0), 0)), ('sum(days)', d * y / n, coalesce((dd - d * d / n) * yy / nullif(n - 1, 0), 0)),
                    ('persons', q, q * (1 - q))) m (measure, mean, variance)),
sums AS (SELECT measure, bucket, sum(mean) AS s, sum(mean * mean) AS ss, sum(variance) AS within FROM pairs GROUP BY 1, 2),
by_rows AS (SELECT measure, bucket, sum(s * s) AS rr FROM (SELECT measure, bucket, i, sum(mean) AS s FROM pairs GROUP BY 1, 2, 3) o GROUP BY 1, 2),
by_values AS (SELECT measure, bucket, sum(s * s) AS vv FROM (SELECT measure, bucket, j, sum(mean) AS s FROM pairs GROUP BY 1, 2, 3) o GROUP BY 1, 2),
-- Persons of a bucket who satisfy the condition, and pairs of them. Columns that are shuffled apart are independent.
p AS (SELECT bucket, count(*)::float8 AS n, %2$s AS pairs_and_persons FROM %1$s GROUP BY bucket)
SELECT measure, sum(e), sqrt(sum(greatest(c.square - c.e * c.e + c.within, 0)))
FROM sums JOIN by_rows USING (measure, bucket) JOIN by_values USING (measure, bucket) JOIN p USING (bucket),
LATERAL (SELECT pairs_and_persons[1] * s / (n * n) AS e,
                pairs_and_persons[1] * ss / (n * n) + CASE WHEN n > 1 THEN pairs_and_persons[2] * (s * s - rr - vv + ss) / (n * (n - 1)) ^ 2 ELSE 0 END AS square,
                pairs_and_persons[1] * within / (n * n) AS within) c
GROUP BY measure$q$, release, of_person, of_row, of_value);
END
$$;
-- Numbers of satisfying persons, and of pairs of them, of one column and of two.
CREATE FUNCTION one(condition text) RETURNS text LANGUAGE sql AS
$$SELECT format('ARRAY[count(*) FILTER (WHERE %1$s), count(*) FILTER (WHERE %1$s) * (count(*) FILTER (WHERE %1$s) - 1)]::float8[]', condition)$$;
CREATE FUNCTION two(a text, b text) RETURNS text LANGUAGE sql AS
$$SELECT format('ARRAY[%1$s * %2$s / count(*), coalesce(%1$s * (%1$s - 1) * %2$s * (%2$s - 1) / nullif(count(*) * (count(*) - 1), 0), 0)]',
                format('count(*) FILTER (WHERE %s)::float8', a), format('count(*) FILTER (WHERE %s)::float8', b))$$;
CREATE TABLE asked (predicates jsonb, of_person text, of_row text, of_value text);
INSERT INTO asked VALUES ('{}', 'true', 'true', 'true'), ('{"sex": "F"}', 'sex = ''F''', 'true', 'true'), ('{"ward": "w1"}', 'true', 'ward = ''w1''', 'true'),
    ('{"icd": ["d1", "d2", "d3"]}', 'true', 'true', 'icd IN (''d1'', ''d2'', ''d3'')'), ('{"sex": "F", "ward": ["w1", "w2"]}', 'sex = ''F''', 'ward IN (''w1'', ''w2'')', 'true'),
    ('{"ward": "w3", "icd": {"in": ["d1", "d2", "d3", "d4"]}}', 'true', 'ward = ''w3''', 'icd IN (''d1'', ''d2'', ''d3'', ''d4'')'),
    ('{"sex": "M", "decade": {"<": 1970}, "icd": {"not": ["d7", "d8"]}}', 'sex = ''M'' AND decade < 1970', 'true', 'icd NOT IN (''d7'', ''d8'')'),
    ('{"sex": "M", "decade": {"<": 1960}, "ward": ["w0", "w4"], "icd": ["d1", "d5", "d9", "d13", "d17"]}', 'sex = ''M'' AND decade < 1960', 'ward IN (''w0'', ''w4'')',
     'icd IN (''d1'', ''d5'', ''d9'', ''d13'', ''d17'')');
SELECT predicates, count(*), bool_and(abs(e.estimate - h.estimate) < 1e-6) AS estimates, bool_and(abs(e.standard_error - h.error) < 1e-6) AS errors, count(*) FILTER (WHERE h.error > 0) AS open
FROM asked, estimate('b', predicates => predicates, measures => '{count,sum(days),persons}', method => 'mixed') e,
     by_hand('b', one(of_person), of_row, of_value) h WHERE h.measure = e.measure GROUP BY predicates ORDER BY predicates::text;
-- Groups of a slice, whose persons have two columns. A person is in the groups of all the person's rows.
SELECT count(*), count(DISTINCT groups), bool_and(abs(e.estimate - h.estimate) < 1e-6) AS estimates, bool_and(abs(e.standard_error - h.error) < 1e-6) AS errors
FROM estimate('s', '{sex,ward}', '{"decade": [1930, 1950, 1960], "icd": ["d1", "d2", "d3", "d4", "d5", "d6"]}', '{count,sum(days),persons}', 'mixed') e,
     by_hand('s', two(format('sex = %L', groups ->> 'sex'), 'decade IN (1930, 1950, 1960)'), format('ward = %L', groups ->> 'ward'), 'icd IN (''d1'', ''d2'', ''d3'', ''d4'', ''d5'', ''d6'')') h
WHERE h.measure = e.measure;
-- A mean is a sum divided by the rows with a number. Means of all rows are exact.
SELECT bool_and(abs(a.estimate - s.estimate / c.estimate) < 1e-6) AS means, bool_and(a.standard_error > 0) AS errors
FROM estimate('b', '{sex}', '{"icd": ["d1", "d2"]}', '{sum(days),avg(days)}', 'mixed') s, estimate('b', '{sex}', '{"icd": ["d1", "d2"]}', '{avg(days)}', 'mixed') a,
     estimate('b', '{sex}', '{"icd": ["d1", "d2"], "days": {"null": false}}', method => 'mixed') c WHERE s.measure = 'sum(days)' AND s.groups = a.groups AND a.groups = c.groups;
SELECT round(e.estimate::numeric, 6) = (SELECT round(avg(days), 6) FROM visits) AS mean, standard_error FROM estimate('b', measures => '{avg(days)}', method => 'mixed') e;

-- What a single table shows is exact: persons by sex, and by diagnosis; but not persons by ward and diagnosis.
SELECT count(*), bool_and(estimate = n) AS same, max(standard_error) AS error
FROM estimate('b', '{sex}', measures => '{persons}', method => 'mixed') JOIN (SELECT sex, count(DISTINCT person) AS n FROM visits GROUP BY sex) t ON sex = groups ->> 'sex';
SELECT count(*), bool_and(estimate = n) AS same, max(standard_error) AS error
FROM estimate('b', '{icd}', measures => '{persons}', method => 'mixed') JOIN (SELECT icd, count(DISTINCT person) AS n FROM visits GROUP BY icd) t ON icd = groups ->> 'icd';
SELECT estimate = (SELECT count(DISTINCT person) FROM visits WHERE ward = 'w1' OR days > 6) AS same, standard_error
FROM estimate('b', NULL, '{"or": [{"ward": "w1"}, {"days": {">": 6}}]}', '{persons}', 'mixed');
SELECT count(*) FILTER (WHERE standard_error > 0) > 10 AS open FROM estimate('b', '{ward,icd}', measures => '{persons}', method => 'mixed');
-- Either of two conditions: rows add up, persons at most.
SELECT measure, abs(either.estimate - (a.estimate + b.estimate - each.estimate)) < 1e-6 AS adds_up, either.standard_error > 0 AS error
FROM estimate('b', NULL, '{"or": [{"ward": "w1"}, {"icd": "d3"}]}', '{count,persons}', 'mixed') either JOIN estimate('b', NULL, '{"ward": "w1"}', '{count,persons}', 'mixed') a USING (measure)
JOIN estimate('b', NULL, '{"icd": "d3"}', '{count,persons}', 'mixed') b USING (measure) JOIN estimate('b', NULL, '{"ward": "w1", "icd": "d3"}', '{count,persons}', 'mixed') each USING (measure);
-- The truth lies within two errors.
SELECT measure, count(*) > 100 AS many, avg((abs(estimate - coalesce(CASE measure WHEN 'count' THEN n ELSE persons END, 0)) <= 2 * standard_error)::int) > 0.9 AS covered
FROM unnest('{b,s}'::text[]) release, estimate(release::regclass, '{ward,icd}', '{"sex": "F"}', '{count,persons}', 'mixed')
LEFT JOIN (SELECT ward, icd, count(*) AS n, count(DISTINCT person) AS persons FROM visits WHERE sex = 'F' GROUP BY 1, 2) t ON ward = groups ->> 'ward' AND icd = groups ->> 'icd'
GROUP BY measure ORDER BY measure;
-- The same by estimate_count, which has no errors.
SELECT abs(estimate - estimate_count('b', '{"sex": "F", "ward": "w1", "icd": ["d1", "d2"]}')) < 1e-6 AS same FROM estimate('b', NULL, '{"sex": "F", "ward": "w1", "icd": ["d1", "d2"]}', method => 'mixed');

-- A row is a person where nobody has several.
CREATE TABLE persons AS SELECT DISTINCT ON (person) * FROM visits;
SELECT bucketize_table('persons', 3, sensitive => '{icd}', identifiers => '{person}', target => 'rows', seed => 1), generalize_table('persons', 3, sensitive => '{icd}', identifiers => '{person}', target => 'by_regions', regions => 2, seed => 1),
       bucketize_table('persons', 3, sensitive => '{icd}', subject => '{person}', target => 'one_each', seed => 1);
SELECT release, c.estimate = p.estimate AND c.standard_error = p.standard_error AS same
FROM unnest('{rows,by_regions,one_each}'::regclass[]) release, estimate(release, NULL, '{"icd": ["d1", "d2", "d3"]}', '{count,persons}', 'mixed') c,
     estimate(release, NULL, '{"icd": ["d1", "d2", "d3"]}', '{count,persons}', 'mixed') p WHERE c.measure = 'count' AND p.measure = 'persons';

-- Diagnoses that a person has in several rows: nothing shows in how many, but who has them is known.
CREATE TABLE repeated AS SELECT person, sex, ward, days, 'd' || drawn(person, 'first', 20) + CASE WHEN drawn(person * 7 + days, 'again', 3) = 0 THEN 5 ELSE 0 END AS icd FROM visits WHERE days IS NOT NULL;
SELECT bucketize_table('repeated', 3, sensitive => '{icd}', subject => '{person}', suppress => 0.1, target => 'sets', seed => 1, format => 'tables');
SELECT measure, round(estimate::numeric, 6) AS estimate, standard_error > 0 AS error FROM estimate('sets', NULL, '{"icd": ["d1", "d2", "d3"]}', '{count,persons}', 'mixed');
SELECT count(DISTINCT person) FROM repeated WHERE icd IN ('d1', 'd2', 'd3');

-- Estimates are scaled to rows and persons that are left out. Rows that are left out bring no other person into a group of persons' attributes.
SELECT bucketize_table('visits', 3, rows_per_person => 2, target => 'fewer', seed => 1);
CREATE TABLE alike AS SELECT person, sex, ward, days, CASE WHEN person % 5 < 2 THEN 'd0' ELSE icd END AS icd FROM visits;
SELECT bucketize_table('alike', 3, sensitive => '{icd}', subject => '{person}', suppress => 0.3, target => 'suppressed', seed => 1);
SELECT count(DISTINCT release_person) < 300 AS less FROM suppressed;
SET client_min_messages = notice;
SELECT measure, round(estimate::numeric, 3) AS estimate, round(standard_error::numeric, 3) AS error FROM estimate('fewer', NULL, '{"sex": "F"}', '{count,persons,avg(days)}', 'mixed');
SELECT count(*), count(DISTINCT person) AS persons FROM visits WHERE sex = 'F';
SELECT abs(estimate - n) <= standard_error AS covered FROM estimate('fewer', NULL, '{"ward": "w1"}', '{persons}', 'mixed'), (SELECT count(DISTINCT person) AS n FROM visits WHERE ward = 'w1') t;
SELECT measure, abs(estimate - CASE measure WHEN 'count' THEN n ELSE persons END) <= standard_error AS covered
FROM estimate('suppressed', NULL, '{"sex": "F", "icd": "d0"}', '{count,persons}', 'mixed'), (SELECT count(*) AS n, count(DISTINCT person) AS persons FROM alike WHERE sex = 'F' AND icd = 'd0') t;
-- Without published rows, persons with each diagnosis are counted.
SET client_min_messages = error;
SELECT bucketize_table('repeated', 3, sensitive => '{icd}', subject => '{person}', suppress => 0.1, identifiers => '{ward,days}', target => 'no_rows', seed => 1, format => 'tables');
SELECT generalize_table('visits', 3, target => 'classes', seed => 1);
SET client_min_messages = notice;
SELECT measure, estimate, standard_error FROM estimate('no_rows', NULL, '{"icd": "d7"}', '{count,persons}', 'mixed');
SELECT measure, estimate, standard_error FROM estimate('no_rows', NULL, '{"icd": "d7"}', '{persons}', 'mixed');
SELECT count(DISTINCT person) FROM repeated WHERE icd = 'd7';
-- Labels that pass in part leave errors open.
SELECT measure, estimate > 0 AS some, standard_error FROM estimate('classes', NULL, '{"decade": 1950, "icd": ["d1", "d2"]}', '{count,persons}', 'mixed');
SELECT measure, estimate, standard_error FROM estimate('classes', NULL, '{"icd": ["d1", "d2"]}', '{count,persons}', 'mixed');
SELECT count(*), count(DISTINCT person) FROM visits WHERE icd IN ('d1', 'd2');

-- What cannot be asked.
SELECT * FROM estimate('b', measures => '{persons}');
SELECT * FROM estimate('b', measures => '{persons(sex)}', method => 'mixed');
SELECT * FROM estimate('b', NULL, '{"sex": "X"}', '{count,persons,avg(days)}', 'mixed');
SET client_min_messages = error;
SELECT count(*) FROM unnest('{b,s,rows,by_regions,one_each,sets,fewer,suppressed,no_rows,classes}'::regclass[]) r, drop_release(r);
DROP SCHEMA care CASCADE;

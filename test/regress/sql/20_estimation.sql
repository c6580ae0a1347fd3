-- Counts estimated from releases, beside exact counts and the definition.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SELECT count(*) AS before FROM microdata.releases \gset
CREATE TABLE visits (age integer, mass numeric(5,1), born date, seen timestamptz, sex text, smoker boolean, zipcode text,
                     place point, disease text);
INSERT INTO visits
SELECT nullif(20 + (i * 7) % 50, 69), 50 + (i * 13) % 400 / 10.0, '1950-01-01'::date + (i * 37) % 9000,
       '2020-01-01 00:00+00'::timestamptz + make_interval(hours => (i * 11) % 5000),
       CASE WHEN i % 17 = 0 THEN NULL WHEN i % 2 = 0 THEN 'F' ELSE 'M' END, (i / 2) % 3 = 0, (47900 + (i * 13) % 40)::text,
       point(i % 3, 1), (ARRAY['flu', 'bronchitis', 'gastritis', 'dyspepsia'])[1 + (i / 3) % 4]
FROM generate_series(1, 400) i;

-- What is asked of one column of a release that generalizes nothing is counted exactly.
CREATE TABLE questions (predicate jsonb, condition text);
INSERT INTO questions VALUES
    ('{}', 'true'),
    ('{"age": 41}', 'age = 41'),
    ('{"age": "41"}', 'age = 41'),
    ('{"age": [41, 48, 41, null]}', 'age IN (41, 48) OR age IS NULL'),
    ('{"age": null}', 'age IS NULL'),
    ('{"age": []}', 'false'),
    ('{"age": 1000}', 'false'),
    ('{"age": {"between": [30, 40]}}', 'age BETWEEN 30 AND 40'),
    ('{"age": {"between": [40, 30]}}', 'age BETWEEN 40 AND 30'),
    ('{"age": {"between": [null, 40]}}', 'age <= 40'),
    ('{"age": {"between": [40, null]}}', 'age >= 40'),
    ('{"age": {"between": [null, null]}}', 'age IS NOT NULL'),
    ('{"mass": [61.3, "70.00"]}', 'mass IN (61.3, 70)'),
    ('{"mass": {"between": [60.05, 70]}}', 'mass BETWEEN 60.05 AND 70'),
    ('{"born": {"between": ["1955-02-03", "1960-12-31"]}}', $$born BETWEEN '1955-02-03' AND '1960-12-31'$$),
    ('{"seen": {"between": ["2020-02-01 00:00+00", "2020-03-01 02:00+02"]}}',
     $$seen BETWEEN '2020-02-01 00:00+00' AND '2020-03-01 02:00+02'$$),
    ('{"sex": "F"}', $$sex = 'F'$$),
    ('{"sex": ["M", null]}', $$sex = 'M' OR sex IS NULL$$),
    ('{"sex": {"between": ["F", "G"]}}', $$sex BETWEEN 'F' AND 'G'$$),
    ('{"smoker": true}', 'smoker'),
    ('{"smoker": ["off", "no"]}', 'NOT smoker'),
    ('{"place": "(1,1)"}', $$place ~= '(1,1)'$$),
    ('{"zipcode": ["47901", "47914"], "sex": "F", "age": {"between": [20, 45]}}',
     $$zipcode IN ('47901', '47914') AND sex = 'F' AND age BETWEEN 20 AND 45$$),
    ('{"disease": ["flu", "gastritis"]}', $$disease IN ('flu', 'gastritis')$$);
CREATE FUNCTION exact(condition text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM visits WHERE ' || condition INTO counted;
    RETURN counted;
END $$;
SELECT FROM declare_roles('visits', quasi_identifiers => '{born}');
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', seed => 1,
                   groups => ARRAY['age, mass, born, seen, sex, smoker, zipcode, place', 'disease']);
SELECT bucketize_table('visits', 2, sensitive => '{disease}', seed => 1);
SELECT bucketize_table('visits', 2, sensitive => '{disease}', format => 'anatomy', seed => 1, target => 'visits_anatomy');
CREATE VIEW answers AS SELECT predicate, estimate_count('visits_sliced', predicate, 'mixed') AS sliced, estimate_count('visits_bucketized', predicate, 'mixed') AS bucketized,
       estimate_count('visits_anatomy_qit', predicate, 'mixed') AS anatomy, exact(condition)
FROM questions;
SELECT count(*), sum(exact) FROM answers;
SELECT * FROM answers WHERE (sliced, bucketized, anatomy) IS DISTINCT FROM (exact, exact, exact);
DROP VIEW answers;

-- Across columns: |B| times the shares, here by SQL.
SELECT abs(estimate_count('visits_sliced', '{"sex": "F", "disease": "flu"}', 'mixed') - sum(f * d / n)) < 1e-9 AS sliced
FROM (SELECT count(*)::float8 AS n, count(*) FILTER (WHERE sex = 'F') AS f, count(*) FILTER (WHERE disease = 'flu') AS d
      FROM visits_sliced GROUP BY bucket) b;
SELECT abs(estimate_count('visits_anatomy', '{"age": {"between": [20, 40]}, "disease": ["flu", "gastritis"]}', 'mixed') - sum(q.a * s.d / q.n)) < 1e-9
           AS anatomy
FROM (SELECT bucket, count(*)::float8 AS n, count(*) FILTER (WHERE age BETWEEN 20 AND 40) AS a FROM visits_anatomy_qit GROUP BY bucket) q
JOIN (SELECT bucket, sum(count) AS d FROM visits_anatomy_st WHERE disease IN ('flu', 'gastritis') GROUP BY bucket) s USING (bucket);

-- Table 1(f) of the slicing paper, by hand: 3 * 2 / 4 + 1 * 1 / 4.
CREATE TABLE patients AS TABLE table_1a;
CREATE TABLE table_1f (part integer, age integer, sex text, zipcode text, disease text);
INSERT INTO table_1f VALUES
    (1, 22, 'M', '47905', 'flu'),        (1, 22, 'F', '47906', 'dyspepsia'),
    (1, 33, 'F', '47905', 'bronchitis'), (1, 52, 'F', '47906', 'flu'),
    (2, 54, 'M', '47304', 'gastritis'),  (2, 60, 'M', '47302', 'flu'),
    (2, 60, 'M', '47302', 'dyspepsia'),  (2, 64, 'F', '47304', 'dyspepsia');
SELECT register_release('table_1f', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}', 'part') > 0 AS registered;
SELECT estimate_count('table_1f', '{"sex": "F", "disease": "flu"}', 'mixed');
SELECT estimate_count('table_1f', '{"sex": "F", "age": 22, "disease": "flu", "zipcode": "47906"}', 'mixed');

-- Ranges of whole numbers, days, and other numbers; sets.
CREATE TABLE ranges (age integer, small smallint, born date, mass numeric, height float8, seen timestamp, sex text, disease text);
INSERT INTO ranges SELECT 20 + i, i, '2000-01-01'::date + i, 10 + i, 10 + i, '2000-01-01'::timestamp + make_interval(hours => i),
                          CASE WHEN i < 5 THEN 'F' ELSE 'M' END, 'd' || i % 2
FROM generate_series(0, 10) i;
SELECT FROM declare_roles('ranges', quasi_identifiers => '{born}');
SELECT generalize_table('ranges', 11, seed => 1, sensitive => '{disease}');
SELECT DISTINCT age, small, born, mass, height, seen, sex FROM ranges_generalized;
CREATE FUNCTION ask(relation regclass, VARIADIC predicates jsonb[]) RETURNS TABLE (predicate jsonb, estimate float8) LANGUAGE sql AS $$
    SELECT p, estimate_count($1, p, 'mixed') FROM unnest($2) p $$;
SELECT * FROM ask('ranges_generalized', '{}', '{"age": 22}', '{"age": [22, 23, 31]}', '{"age": {"between": [20, 24]}}',
    '{"age": {"between": [25, null]}}', '{"age": null}', '{"small": {"between": [0, 3]}}', '{"small": [1, 2]}',
    '{"born": {"between": [null, "2000-01-02"]}}', '{"born": "2000-01-11"}',
    '{"mass": {"between": [15, 99]}}', '{"mass": 12}', '{"mass": {"between": [12, 12]}}', '{"mass": [12, 13, 99]}',
    '{"height": {"between": [10, 12.5]}}', '{"height": 11.5}', '{"seen": {"between": ["2000-01-01 05:00", null]}}',
    '{"seen": "2000-01-01 05:00"}', '{"sex": "F"}', '{"age": 22, "mass": {"between": [15, 99]}}',
    '{"age": {"between": [20, 24]}, "disease": "d0"}');

-- NULL, the last of all values, leaves ranges open above; by itself it is NULL.
CREATE TABLE nulls (age integer, sex text, disease text);
INSERT INTO nulls SELECT CASE WHEN i < 10 THEN i WHEN i < 18 THEN 20 + i ELSE NULL END, CASE WHEN i % 10 < 3 THEN NULL WHEN i % 2 = 0 THEN 'F' ELSE 'M' END, 'd' || i % 2
FROM generate_series(0, 19) i;
SELECT generalize_table('nulls', 10, seed => 1, sensitive => '{disease}');
SELECT age, sex, count(*) FROM nulls_generalized GROUP BY 1, 2 ORDER BY 1, 2;
SELECT * FROM ask('nulls_generalized', '{"age": null}', '{"age": {"between": [30, 34]}}', '{"age": {"between": [null, null]}}',
    '{"age": [30, null]}', '{"age": 5}', '{"sex": "F"}', '{"sex": null}');
CREATE TABLE sets (zipcode text, interval_since interval, disease text);
INSERT INTO sets SELECT 'z' || i / 2, make_interval(days => i / 4), 'd' || i % 2 FROM generate_series(0, 15) i;
SELECT generalize_table('sets', 4, seed => 1, sensitive => '{disease}');
SELECT zipcode, interval_since, count(*) FROM sets_generalized GROUP BY 1, 2 ORDER BY 1, 2;
SELECT * FROM ask('sets_generalized', '{"zipcode": "z3"}', '{"zipcode": ["z3", "z4", "z99"]}', '{"zipcode": {"between": ["z1", "z4"]}}',
    '{"interval_since": "24 hours"}', '{"interval_since": {"between": ["1 day", "2 days"]}, "zipcode": "z3"}');
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', seed => 1, k => 20, target => 'visits_k',
                   groups => ARRAY['age, sex', 'mass, zipcode, smoker', 'disease'], identifiers => '{born,seen,place}');
SELECT attribute FROM microdata.release_columns WHERE relation = 'visits_k'::regclass AND generalized ORDER BY 1;
SELECT age, sex, count(*) FROM visits_k GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 5;
SELECT estimate_count('visits_k', '{}'), round((estimate_count('visits_k', '{"age": [null]}', 'mixed') + estimate_count('visits_k', '{"age": {"between": [null, null]}}', 'mixed'))::numeric, 6)
           AS complement, estimate_count('visits_k', '{"age": {"between": [30, 39]}, "disease": "flu"}', 'mixed') BETWEEN 15 AND 25 AS near;

-- Multisets.
SELECT generalize_table('nulls', 10, recoding => 'multiset', target => 'nulls_multiset', seed => 1, sensitive => '{disease}');
SELECT age, sex, count(*) FROM nulls_multiset GROUP BY 1, 2 ORDER BY 1, 2;
SELECT * FROM ask('nulls_multiset', '{"age": null}', '{"age": {"between": [5, 9]}}', '{"sex": "F"}', '{"sex": [null, "M"]}', '{"sex": {"between": ["A", "Z"]}}');

-- Hierarchies.
CREATE TABLE levels (level0 text, level1 text, level2 text);
INSERT INTO levels VALUES ('red', 'warm', '*'), ('orange', 'warm', '*'), ('yellow', 'warm', '*'), ('blue', 'cold', '*');
SELECT FROM create_hierarchy('colours', 'levels');
SELECT FROM create_interval_hierarchy('tens', 0, 100, '{10,50}');
SELECT FROM create_prefix_hierarchy('zips', '{4,3,0}');
SELECT FROM create_date_hierarchy('months', '{month,quarter,year,decade}');
SELECT FROM create_date_hierarchy('weeks', '{day,week}');
CREATE TABLE things (colour text, size integer, width float8, zipcode text, made date, sold timestamptz, disease text);
INSERT INTO things SELECT (ARRAY['red', 'orange', 'yellow', 'blue'])[1 + i % 4], i % 20, 100 * (i / 20) + i % 20 + 0.5, (47900 + i)::text,
                          '2020-01-01'::date + i, '2019-12-30 00:00+00'::timestamptz + make_interval(hours => i), 'd' || i % 2
FROM generate_series(0, 39) i;
SELECT generalize_table('things', 5, seed => 1, sensitive => '{disease}', recoding => 'full-domain', suppress => 0.2,
    hierarchies => '{"colour": "colours", "size": "tens", "width": "tens", "zipcode": "zips", "made": "months", "sold": "weeks"}');
SELECT colour, size, width, zipcode, made, sold, count(*) FROM things_generalized GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6;
CREATE VIEW asked AS SELECT * FROM ask('things_generalized', '{}', '{"colour": "red"}', '{"colour": ["red", "blue"]}', '{"colour": {"between": ["a", "p"]}}',
    '{"size": 7}', '{"size": {"between": [0, 4]}}', '{"size": {"between": [null, 104]}}', '{"width": {"between": [0, 5]}}',
    '{"width": {"between": [150, null]}}', '{"zipcode": "47917"}', '{"zipcode": ["47917", "47918", "5"]}', '{"zipcode": {"between": ["47915", "47924"]}}',
    '{"made": "2020-01-05"}', '{"made": {"between": ["2020-01-21", "2020-02-10"]}}', '{"sold": {"between": ["2019-12-30 12:00+00", null]}}');
SELECT * FROM asked;
SELECT generalize_table('things', 20, seed => 1, sensitive => '{disease}', recoding => 'cell', suppress => 0.2, target => 'things_cell',
    identifiers => '{width,zipcode,sold}', hierarchies => '{"colour": null, "size": "tens", "made": "months"}');
SELECT colour, size, made, count(*) FROM things_cell GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT * FROM ask('things_cell', '{"colour": "red"}', '{"size": {"between": [0, 4]}}', '{"made": {"between": ["2020-01-21", null]}}');

-- Errors.
SELECT attempts(format('estimate_count(%L, %L)', 'visits_sliced', p)) FROM unnest(ARRAY['[1]', '1', '{"wealth": 1}', '{"AGE": 1}', '{"bucket": 1}',
    '{"age": {"over": 1}}', '{"age": {"between": [1, 2], "over": 1}}', '{"age": {"between": 1}}', '{"age": {"between": [1]}}',
    '{"age": {"between": [1, 2, 3]}}', '{"age": {"between": [[1], 2]}}', '{"age": [[1]]}', '{"age": [{"between": [1, 2]}]}', '{"age": {}}', '{"age": "old"}', '{"age": true}',
    '{"place": {"between": ["(0,0)", "(1,1)"]}}']) p;
\set ECHO none
SELECT attempts($$
estimate_count('visits', '{}')
estimate_count(NULL, '{}')
estimate_count('visits_sliced', NULL)
$$);
\set ECHO all
SELECT attempts(format('microdata.relative_error(%L, %s)', 'visits_sliced', a))
FROM unnest(ARRAY['0', '10', 'NULL', '3, 0', '3, 1.5', '3, ''NaN''', '3, 0.4, 0', '3, 0.4, 100001']) a;
UPDATE visits_anatomy_st SET count = count + 1;
SELECT attempts($$estimate_count('visits_anatomy_qit', '{"disease": "flu"}', 'mixed')$$);
UPDATE visits_anatomy_st SET count = count - 1;

-- How far counts are off: a fine release, a coarse one.
SELECT * FROM microdata.relative_error('visits_sliced', 1, seed => 1);
SELECT queries, mean < 0.3 AS small, median < mean AND mean < p95 AS ordered FROM microdata.relative_error('visits_sliced', 2, seed => 1);
SELECT r = s AS same FROM microdata.relative_error('visits_anatomy_qit', seed => 5) r, microdata.relative_error('visits_anatomy_qit', seed => 5) s;
SELECT r <> s AS other FROM microdata.relative_error('visits_anatomy_qit', seed => 5) r, microdata.relative_error('visits_anatomy_qit', seed => 6) s;
SELECT generalize_table('visits', k, sensitive => '{disease}', identifiers => '{seen,place}', seed => 1, target => 'visits_' || k) FROM unnest('{2,150}'::int[]) k;
SELECT fine.mean < coarse.mean AS coarser_is_worse, fine.queries
FROM microdata.relative_error('visits_2', seed => 1) fine, microdata.relative_error('visits_150', seed => 1) coarse;
-- Row by row, here by SQL: days between two, elements of a set.
SELECT abs(estimate_count('visits_2', '{"born": {"between": ["1955-01-01", "1959-12-31"]}, "zipcode": ["47901", "47914"], "disease": "flu"}', 'mixed') - sum(days * zipcodes)) < 1e-9
           AS row_by_row
FROM (SELECT greatest(0, least(upper(born), '1960-01-01') - greatest(lower(born), '1955-01-01'))::float8 / (upper(born) - lower(born)) AS days,
             (SELECT avg((z IN ('47901', '47914'))::int) FROM unnest(CASE WHEN zipcode LIKE '{%' THEN zipcode::text[] ELSE ARRAY[zipcode] END) z) AS zipcodes
      FROM visits_2 WHERE disease = 'flu') r;
-- All values are asked for, or one attribute of a release that generalizes nothing.
SELECT * FROM microdata.relative_error('table_1f', 1, 1, queries => 10, seed => 1);
SELECT * FROM microdata.relative_error('ranges_generalized', 8, 1, queries => 10, seed => 1);

-- Without privileges on the source, and without the source.
CREATE ROLE estimation_analyst;
GRANT SELECT ON visits_sliced, things_generalized TO estimation_analyst;
SET ROLE estimation_analyst;
SELECT estimate_count('visits_sliced', '{"age": 41}', 'mixed'), estimate_count('things_generalized', '{"colour": "red"}', 'mixed');
RESET client_min_messages;
\set ECHO none
SELECT attempts($$
microdata.relative_error('visits_sliced', seed => 1)
estimate_count('visits_bucketized', '{"age": 41}', 'mixed')
$$);
\set ECHO all
RESET ROLE;
SET client_min_messages = error;
CREATE TABLE before AS SELECT * FROM asked;
DROP TABLE visits, things;
SELECT estimate_count('visits_sliced', '{"age": {"between": [30, 40]}}', 'mixed'), estimate_count('visits_anatomy_qit', '{"age": 41, "disease": "flu"}', 'mixed') > 0 AS anatomy;
\set ECHO none
SELECT attempts($$
microdata.relative_error('visits_sliced')
-- Types that are not known any more: values are texts, which have no order that is told.
estimate_count('things_generalized', '{"colour": {"between": ["a", "p"]}}', 'mixed')
$$);
\set ECHO all
-- Counts that rest on the hierarchies and on the sizes of domains change.
SELECT count(*) FROM before WHERE NOT predicate @? '$.colour.between' AND NOT predicate @? '$.zipcode.between';
SELECT * FROM (SELECT predicate, estimate, estimate_count('things_generalized', predicate, 'mixed') AS without_source
               FROM before WHERE NOT predicate @? '$.colour.between' AND NOT predicate @? '$.zipcode.between') b WHERE estimate IS DISTINCT FROM without_source;
SELECT FROM drop_hierarchy('colours');
SELECT * FROM ask('things_generalized', '{"colour": "red"}', '{"colour": "warm"}');

DROP OWNED BY estimation_analyst;
DROP ROLE estimation_analyst;
DROP VIEW asked;
SELECT FROM drop_release('visits_anatomy');
DROP TABLE patients, table_1f, ranges, ranges_generalized, nulls, nulls_generalized, nulls_multiset, sets, sets_generalized, levels, visits_sliced,
           visits_bucketized, visits_k, visits_2, visits_150, things_generalized, things_cell, before, questions;
SELECT count(drop_hierarchy(h)) FROM unnest('{tens,zips,months,weeks}'::text[]) h;
DROP FUNCTION exact(text), ask(regclass, jsonb[]);
SELECT count(*) - :before AS releases FROM microdata.releases;

-- Oblivious cuts of persons with several rows: neither the numbers of rows that are published nor buckets tell who has which value.
\pset format unaligned
\pset tuples_only on
CREATE SCHEMA ward;
SET search_path = ward, public;
-- Twenty persons with one visit, twenty with three.
CREATE TABLE visits (person integer, sex text, born integer, day date, icd text);
INSERT INTO visits
SELECT p, CASE WHEN p % 2 = 0 THEN 'F' ELSE 'M' END, 1950 + p * 7 % 40, date '2026-01-01' + p * 10 + v, 'I' || (p * 5 + v * 11) % 37
FROM generate_series(1, 40) p, generate_series(1, 3) v WHERE v = 1 OR p > 20;
SELECT FROM declare_roles('visits', sensitive => '{icd}', subject => '{person}', person_attributes => '{sex,born}');
CREATE FUNCTION levels(release regclass) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(format('%s persons with %s', l ->> 'persons', l ->> 'rows'), ', ' ORDER BY (l ->> 'rows')::integer)
    FROM microdata.releases, jsonb_array_elements(parameters -> 'levels') AS l WHERE relations[1] = release $$;
SET client_min_messages = error;

-- Feasible levels lack that of three rows in the world in which eleven of those with three have HIV, and only there.
CREATE TABLE other_world AS SELECT person, sex, born, day, CASE WHEN person > 29 AND v = 1 THEN 'B20' ELSE icd END AS icd
FROM (SELECT *, row_number() OVER (PARTITION BY person ORDER BY day) AS v FROM visits) AS n;
SELECT count(DISTINCT person) FROM other_world WHERE icd = 'B20';
SELECT FROM declare_roles('other_world', sensitive => '{icd}', subject => '{person}', person_attributes => '{sex,born}');
SELECT bucketize_table('visits', 2, target => 'feasible', suppress => 0.5, seed => 1), bucketize_table('other_world', 2, target => 'other', suppress => 0.5, seed => 1);
SELECT levels('feasible'), levels('other');
-- Oblivious ones are the same in both worlds; where one does not hold, nothing is published.
SELECT bucketize_table('visits', 2, target => 'oblivious', cuts => 'oblivious', suppress => 0.5, seed => 1);
SELECT levels('oblivious');
\set ECHO none
SELECT attempts($$
bucketize_table('other_world', 2, cuts => 'oblivious', seed => 1)
slice_table('other_world', 2, 2, sensitive_column_size => 1, cuts => 'oblivious', seed => 1)
generalize_table('other_world', 2, 2, strict => false, cuts => 'oblivious', seed => 1)
bucketize_table('other_world', 1, privacy => ARRAY[l_diversity(38, 'distinct')], cuts => 'oblivious', seed => 1)
$$);
\set ECHO all
-- Of one row each all persons are one stratum.
SELECT bucketize_table('other_world', 2, cuts => 'oblivious', rows_per_person => 1, seed => 1);
SELECT levels('other_world_bucketized');

-- Each function takes them, records them, and its releases verify.
CREATE TABLE many (person integer, sex text, born integer, zip integer, day date, icd text, drug text);
INSERT INTO many
SELECT p, CASE WHEN p * 31 % 3 = 0 THEN 'F' ELSE 'M' END, 1930 + p * 7919 % 60, 10000 + p * 104729 % 90, date '2026-01-01' + p * 13 % 300 + v, 'd' || (p * p + v * v * 5) % 41, 'r' || (p * 17 + v * 3 + p / 7) % 29
FROM generate_series(1, 500) p, generate_series(1, 6) v WHERE v <= 1 + p % 3 + p % 50 / 48 * 3;
SELECT FROM declare_roles('many', sensitive => '{icd}', insensitive => '{drug}', subject => '{person}', person_attributes => '{sex,born,zip}');
SELECT slice_table('many', 2, 3, sensitive_column_size => 1, target => 'many_sliced', cuts => 'oblivious', suppress => 0.05);
SELECT slice_table('many', 2, 3, groups => '{"sex,zip","born"}', target => 'many_by_hand', cuts => 'oblivious', suppress => 0.05, privacy => ARRAY[k_anonymity(5)]);
SELECT bucketize_table('many', 3, target => 'many_buckets', cuts => 'oblivious', suppress => 0.05, format => 'tables');
SELECT bucketize_table('many', 3, target => 'many_drawn', method => 'anatomy', cuts => 'oblivious', suppress => 0.05);
SELECT bucketize_table('many', 2, sensitive => '{icd,drug}', target => 'many_two', cuts => 'oblivious', rows_per_person => 3, privacy => ARRAY[l_diversity(3, 'entropy')]);
SELECT generalize_table('many', 4, 3, identifiers => '{drug}', target => 'many_classes', strict => false, cuts => 'oblivious', suppress => 0.05, format => 'tables');
-- What looks at no sensitive value is oblivious in any case.
SELECT generalize_table('many', 4, identifiers => '{drug}', target => 'many_plain', cuts => 'oblivious', suppress => 0.01, format => 'tables');
SELECT r.relations[1]::text AS release, r.parameters ->> 'cuts' AS cuts, levels(r.relations[1]), (SELECT bool_and(holds) FROM verify_release(r.relations[1])) AS holds
FROM microdata.releases r WHERE r.source = 'many'::regclass ORDER BY r.relations[1]::text COLLATE "C";
-- From the published tables alone: in no bucket do more than a third of the persons have a value, and all of them publish as many rows.
SELECT max(share) <= 1.0 / 3 AS l_holds FROM (
    SELECT count(DISTINCT v.member)::numeric / (SELECT count(*) FROM many_buckets p WHERE p.bucket = v.bucket) AS share
    FROM many_buckets_values v GROUP BY v.bucket, icd) AS s;
SELECT count(DISTINCT bucket) > 100 AS many_buckets, bool_and(fewest = most) AS as_many_rows FROM (
    SELECT bucket, min(n) AS fewest, max(n) AS most FROM (SELECT bucket, member, count(*) AS n FROM many_buckets_rows GROUP BY 1, 2) AS m GROUP BY bucket) AS b;
SELECT min(persons) >= 4 AS k_holds, avg(persons) < 8 AS small FROM (SELECT count(*) AS persons FROM many_classes GROUP BY bucket) AS c;
SELECT max_probability <= 1.0 / 3 AS worst_holds FROM disclosure('many_buckets');

-- A model that compares with the table takes all rows of all persons, so that these must be published.
SELECT attempts($$bucketize_table('many', 2, rows_per_person => 2, cuts => 'oblivious', privacy => ARRAY[beta_likeness(4)], target => 'close', seed => 1)$$);
CREATE VIEW two_each AS SELECT person, sex, born, zip, day, icd FROM (SELECT *, row_number() OVER (PARTITION BY person ORDER BY day) AS v, count(*) OVER (PARTITION BY person) AS n FROM many) AS m WHERE v <= 2 AND n >= 2;
SELECT bucketize_table('two_each', 2, sensitive => '{icd}', subject => '{person}', cuts => 'oblivious', privacy => ARRAY[k_anonymity(3), beta_likeness(12)], target => 'close');
SELECT levels('close'), (SELECT bool_and(holds) FROM verify_release('close')) AS holds;

-- What is decided by values is not to be had with them.
\set ECHO none
SELECT attempts($$
bucketize_table('many', 3, cuts => 'oblivious', suppress => 0.01)
slice_table('many', 2, 3, sensitive_column_size => 1, cuts => 'oblivious', strict => true)
slice_table('many', 2, 3, cuts => 'oblivious', suppress => 0.05, target => 'clustered')
generalize_table('many', 4, 3, identifiers => '{drug}', cuts => 'oblivious')
bucketize_table('many', 3, format => 'anatomy', cuts => 'oblivious')
$$);
\set ECHO all

-- The same seed, the same release, whatever the threads: of so many persons with two rows that they are shared among them.
CREATE TABLE large AS SELECT person + 500 * copy AS person, sex, born, zip, icd FROM many, generate_series(1, 64) copy;
SELECT FROM declare_roles('large', sensitive => '{icd}', subject => '{person}', person_attributes => '{sex,born,zip}');
SET pg_microdata.max_threads = 1;
SELECT bucketize_table('large', 3, target => 'one', cuts => 'oblivious', rows_per_person => 2, seed => 7, format => 'tables');
SET pg_microdata.max_threads = 4;
SELECT bucketize_table('large', 3, target => 'four', cuts => 'oblivious', rows_per_person => 2, seed => 7, format => 'tables');
RESET pg_microdata.max_threads;
SELECT count(*) FROM one;
SELECT count(*) FROM (TABLE one EXCEPT ALL TABLE four) AS d;
SELECT count(*) FROM (TABLE one_values EXCEPT ALL TABLE four_values) AS d;
-- Where the persons of whom one row each would be published do not meet l, one row of everybody may.
CREATE TABLE mixed AS
SELECT p AS pid, p % 7 AS age, r AS month, CASE WHEN r <= p % 3 AND p % 4 < 2 THEN 'h' ELSE 'v' || p % 23 || r END AS icd
FROM generate_series(1, 200) p, generate_series(1, 1 + p % 4) r;
SELECT attempts($$bucketize_table('mixed', 3, sensitive => '{icd}', subject => '{pid}', cuts => 'oblivious', rows_per_person => 2)$$);
DROP SCHEMA ward CASCADE;

-- Publishing calls say what an attacker learns. Draws are seeded, and a WARNING says so each time.
-- Rooms: src/core/risk src/core/choice src/postgres/release src/postgres/publishing
CREATE SCHEMA quick;
SET search_path = quick, public;
SET pg_microdata.quick_attack = on;
SET client_min_messages = error;
-- Numbers below n that follow from nothing but i.
CREATE FUNCTION drawn(i integer, n integer, draw integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT ((hashint8extended(i, draw) & 1048575) * n / 1048576)::integer $$;
-- Three of four people have a diagnosis that goes with their ward, and all have costs that do in bills; stays tell nothing, and wards tell nothing of food.
CREATE TABLE patients AS
    SELECT i AS id, drawn(i, 24, 1) AS ward, drawn(i, 60, 2) AS stay, 'd' || CASE WHEN drawn(i, 4, 3) > 0 THEN drawn(i, 24, 1) / 4 ELSE drawn(i, 6, 4) END AS diagnosis, 'f' || drawn(i, 6, 6) AS food
    FROM generate_series(1, 6000) i;
SELECT declare_roles('patients', identifiers => '{id,food}', quasi_identifiers => '{ward,stay}', sensitive => '{diagnosis}', insensitive => '{}', subject => '{}');
CREATE TABLE bills AS SELECT ward, stay, diagnosis, (ward * 1000 + drawn(id, 500, 5))::numeric AS costs FROM patients;
CREATE TABLE meals AS SELECT ward, stay, food FROM patients;
SET client_min_messages = notice;
\pset tuples_only on
SELECT slice_table('patients', 2, 4, target => 'sliced', seed => 1);
SELECT slice_table('patients', 2, 4, target => 'sliced', privacy => k_anonymity(3000), replace => true, seed => 1);
SELECT bucketize_table('patients', 4, target => 'bucketized', seed => 1);
SELECT generalize_table('patients', 8, l => 4, target => 'generalized', seed => 1);
-- Without l, a bucket bounds nothing.
SELECT generalize_table('patients', 8, target => 'generalized', replace => true, seed => 1);
-- Numbers are guessed to come near, for which a bucket has no bound.
SELECT slice_table('bills', 2, 4, sensitive => '{diagnosis,costs}', groups => '{"ward,stay",diagnosis,costs}', target => 'costs', seed => 1);
-- A value that follows from nothing gets a NOTICE.
SELECT slice_table('meals', 2, 4, sensitive => '{food}', target => 'sliced_meals', seed => 1);
-- By regions.
SELECT slice_table('patients', 2, 4, target => 'sliced', regions => 3, replace => true, seed => 1);
SELECT bucketize_table('patients', 4, target => 'bucketized', regions => 3, replace => true, seed => 1);
SELECT generalize_table('patients', 8, l => 4, target => 'generalized', regions => 3, replace => true, seed => 1);
-- Each region has another most frequent value, and the share of all rows counts.
CREATE TABLE regional AS SELECT drawn(i, 30, 7) AS zone, 'd' || CASE WHEN drawn(i, 4, 8) = 0 THEN drawn(i, 30, 7) / 10 ELSE drawn(i, 6, 9) END AS diagnosis FROM generate_series(1, 4500) i;
SELECT round(100.0 * max(n) / sum(n)) AS most_frequent FROM (SELECT count(*) AS n FROM regional GROUP BY diagnosis) d;
SELECT slice_table('regional', 2, 2, sensitive => '{diagnosis}', target => 'sliced_regional', regions => 3, seed => 1);
-- Levels are chosen by how often tuples are there: at once, and by regions.
SELECT FROM create_interval_hierarchy('quick_wards', 0, 24, '{6}');
SELECT FROM create_interval_hierarchy('quick_stays', 0, 60, '{30}');
SELECT generalize_table('patients', 8, l => 4, target => 'leveled', hierarchies => '{"ward": "quick_wards", "stay": "quick_stays"}', recoding => 'full-domain', seed => 1);
SELECT generalize_table('patients', 8, l => 4, target => 'leveled', hierarchies => '{"ward": "quick_wards", "stay": "quick_stays"}', recoding => 'full-domain', regions => 3, replace => true, seed => 1);
-- Calls that return rows, rewrite their table, or publish partitions again.
SELECT count(*) FROM slice_rows(NULL::patients, 2, 4, seed => 1);
SELECT count(*) FROM bucketize_rows(NULL::patients, 4, seed => 1);
CREATE TABLE rewritten AS SELECT ward, stay, diagnosis FROM patients;
SELECT slice_table('rewritten', 2, 4, sensitive => '{diagnosis}', in_place => true, seed => 1);
-- The sentence is left out where no attribute is sensitive, where a goal was attacked already, and where the attack is off.
SELECT generalize_table('meals', 8, sensitive => '{}', insensitive => '{food}', target => 'generalized_meals', seed => 1);
SELECT slice_table('meals', 2, 2, sensitive => '{food}', inference => 0.4, target => 'sliced_meals', replace => true, seed => 1);
SET pg_microdata.quick_attack = off;
SELECT slice_table('meals', 2, 4, sensitive => '{food}', target => 'sliced_meals', replace => true, seed => 1);
-- The attack does not change what is published.
SELECT md5(string_agg(m::text, ',' ORDER BY m::text)) AS without FROM sliced_meals m \gset
SET client_min_messages = error;
SET pg_microdata.quick_attack = on;
SELECT slice_table('meals', 2, 4, sensitive => '{food}', target => 'sliced_meals', replace => true, seed => 1);
SELECT md5(string_agg(m::text, ',' ORDER BY m::text)) = :'without' AS same FROM sliced_meals m;
SELECT FROM drop_hierarchy('quick_wards');
SELECT FROM drop_hierarchy('quick_stays');
DROP SCHEMA quick CASCADE;

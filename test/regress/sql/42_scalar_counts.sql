-- estimate_count() is estimate() without groups, of releases of every form and for predicates of every form.
-- Rooms: src/core/utility src/postgres/estimates src/postgres/inspection
\pset format unaligned \pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA scalar;
SET search_path = scalar, public;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
CREATE TABLE staff AS
SELECT i AS id, 20 + drawn(i, 'age', 40) AS age, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex, nullif('t' || drawn(i, 'town', 6), 't5') AS town,
       'j' || CASE WHEN drawn(i, 'rule', 10) < 8 THEN drawn(i, 'town', 6) ELSE drawn(i, 'job', 6) END AS job
FROM generate_series(1, 600) i;
SELECT FROM declare_roles('staff', sensitive => '{job}', identifiers => '{id}');
CREATE TABLE predicates (predicate jsonb);
INSERT INTO predicates VALUES ('{}'), ('{"town": "t1"}'), ('{"town": null}'), ('{"job": ["j1", "j2"]}'), ('{"job": []}'), ('{"age": {"between": [30, 40]}}'),
    ('{"age": {"between": [null, 33]}, "sex": "F", "job": "j1"}'), ('{"age": {">=": 30, "<": 45}, "job": {"not": ["j1", "j3"]}}'), ('{"town": {"null": true}, "job": "j5"}'),
    ('{"or": [{"town": "t1"}, {"job": {"in": ["j4"]}}]}'), ('{"sex": "M", "or": [{"age": {"<": 30}, "job": "j2"}, {"town": ["t2", null]}]}'), ('{"town": "none", "job": "j1"}');
CREATE TABLE forms (form text, release regclass);
INSERT INTO forms VALUES
    ('sliced', slice_table('staff', 2, 3, target => 'sliced', seed => 1)),
    ('three groups', slice_table('staff', 3, 3, groups => '{"town","age, sex",job}', target => 'three', seed => 1)),
    ('sliced, generalized', slice_table('staff', 2, 3, k => 5, target => 'ranges', seed => 1)),
    ('sliced by regions', slice_table('staff', 2, 3, regions => 3, target => 'by_regions', seed => 1)),
    ('rows left out', bucketize_table('staff', 5.8, suppress => 0.3, target => 'left_out', seed => 1)),
    ('bucketized', bucketize_table('staff', 3, target => 'buckets', seed => 1)),
    ('anatomy', bucketize_table('staff', 3, method => 'anatomy', target => 'anatomy', seed => 1)),
    ('format anatomy', bucketize_table('staff', 3, format => 'anatomy', target => 'tables', seed => 1)),
    ('generalized', generalize_table('staff', 5, target => 'generalized', seed => 1)),
    ('multisets', generalize_table('staff', 5, recoding => 'multiset', target => 'multisets', seed => 1)),
    ('generalized by regions', generalize_table('staff', 5, regions => 2, target => 'classes', seed => 1));
INSERT INTO forms SELECT 'decomposed', relation FROM gnf_decompose('staff', 3, rules => '{"town -> job"}', target => 'parts', seed => 1) WHERE part = 1;
CREATE TABLE trips AS SELECT id % 150 AS person, id % 150 % 7 AS born, age, sex, town, job FROM staff;
SELECT FROM declare_roles('trips', sensitive => '{job}', subject => '{person}');
INSERT INTO forms VALUES
    ('persons sliced', slice_table('trips', 1, 1.5, suppress => 0.5, target => 'trips_sliced', seed => 1)),
    ('persons in buckets', bucketize_table('trips', 1.5, suppress => 0.5, target => 'trips_buckets', seed => 1)),
    ('persons in classes', generalize_table('trips', 3, target => 'trips_classes', seed => 1));
SELECT create_series('weekly', 'staff', 'bucketization', '{"sensitive": ["job"]}', '{id}', 3), create_series('weekly_classes', 'staff', 'generalization', '{"sensitive": ["job"]}', '{id}', 3);
SELECT count(*) FROM unnest('{weekly,weekly_classes}'::text[]) s, publish_series(s);
DELETE FROM staff WHERE job IN ('j2', 'j5') AND id % 3 > 0;
INSERT INTO forms SELECT 'edition', relations[1] FROM publish_series('weekly');
INSERT INTO forms SELECT 'edition in classes', relations[1] FROM publish_series('weekly_classes');

-- Where estimate() has no likelihood, the count is that by mixing.
CREATE FUNCTION estimated(release regclass, predicate jsonb, method text, OUT value float8, OUT method_used text) LANGUAGE plpgsql AS $$
BEGIN
    method_used := method;
    SELECT estimate INTO value FROM estimate(release, predicates => predicate, method => method);
EXCEPTION WHEN feature_not_supported THEN
    method_used := 'mixed';
    SELECT estimate INTO value FROM estimate(release, predicates => predicate, method => 'mixed');
END
$$;
SELECT form, method, method_used, count(*), count(*) FILTER (WHERE value = counted) AS same, count(*) FILTER (WHERE value > 0) AS above_0
FROM forms, unnest('{likelihood,mixed}'::text[]) method, predicates, estimated(release, predicate, method), estimate_count(release, predicate, method) counted
GROUP BY 1, 2, 3 ORDER BY 1, 2;
-- The method is likelihood by default.
SELECT form, count(*) FROM forms, predicates WHERE estimate_count(release, predicate) <> estimate_count(release, predicate, 'likelihood') GROUP BY 1;
-- Fragments have no counts.
CREATE TABLE visits AS SELECT age, sex, town, job FROM staff;
SELECT count(*) > 1 FROM fragment_table('visits', 10, 'job', target => 'fragments', seed => 1);
SELECT estimate_count('fragments_1', '{}');
SELECT estimate_count('buckets', '{}', 'guess');
SELECT estimate_count('buckets', NULL);
SELECT estimate_count('buckets', '[1]');
SET client_min_messages = notice;
SELECT estimate_count('left_out', '{}') = source_rows AS of_the_source FROM microdata.releases WHERE 'left_out'::regclass = ANY (relations);
SET client_min_messages = error;
SELECT drop_series('weekly'), drop_series('weekly_classes');
DROP SCHEMA scalar CASCADE;

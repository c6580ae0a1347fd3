-- Counts, sums and means by groups, from what was published alone.
\pset format unaligned \pset tuples_only on
\set ECHO none
\set VERBOSITY default
CREATE TABLE staff (id serial PRIMARY KEY, age integer, sex text, town text, pay numeric, job text);
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
\set ECHO all
-- Pay and job follow from the town.
\set ECHO none
INSERT INTO staff (age, sex, town, pay, job)
SELECT 20 + drawn(i, 'age', 40), CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END, 't' || drawn(i, 'town', 6),
       CASE WHEN drawn(i, 'pay', 30) > 0 THEN 1000 + 100 * drawn(i, 'town', 6) + drawn(i, 'pay', 30) END,
       'j' || CASE WHEN drawn(i, 'rule', 10) < 8 THEN drawn(i, 'town', 6) ELSE drawn(i, 'job', 6) END
FROM generate_series(1, 1200) i;
\set ECHO all
SET client_min_messages = error;
SELECT bucketize_table('staff', 3, sensitive => '{job}', method => 'anatomy', target => 'e_rows', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', method => 'anatomy', format => 'anatomy', target => 'e_tables', seed => 1);
SELECT slice_table('staff', 3, 3, sensitive => '{job}', groups => '{"town, pay","age, sex",job}', identifiers => '{id}', target => 'e_sliced', seed => 1);
SELECT generalize_table('staff', 5, sensitive => '{job}', target => 'e_generalized', seed => 1);
SELECT count(*) FROM gnf_decompose('staff', 3, rules => '{"town -> job"}', sensitive => '{job}', target => 'e_parts', seed => 1);
CREATE TABLE stays AS SELECT id % 300 AS person, age, job FROM staff;
SELECT bucketize_table('stays', 1.7, sensitive => '{job}', subject => '{person}', target => 'e_persons', seed => 1);
SELECT generalize_table('stays', 3, sensitive => '{job}', subject => '{person}', target => 'e_classes', seed => 1);
CREATE TABLE visits AS SELECT age, sex, town, job FROM staff;
SELECT count(*) > 1 AS several FROM fragment_table('visits', 10, 'job', target => 'e_fragments', seed => 1);
CREATE TABLE trips AS SELECT id % 300 AS person, id % 300 % 7 AS born, id % 300 % 5 AS home, age, town, job FROM staff;
SELECT slice_table('trips', 2, 1.7, sensitive => '{job}', subject => '{person}', target => 'e_trips', seed => 1);
RESET client_min_messages;
\pset null -

-- Mixing is estimate_count.
SELECT release, abs(e.estimate - estimate_count(release::regclass, '{"town": "t1", "job": ["j1", "j2"]}', 'mixed')) < 1e-6 AS same, standard_error > 0 AS error
FROM unnest('{e_rows,e_tables_qit,e_sliced,e_generalized}'::text[]) release,
     estimate(release::regclass, NULL, '{"town": "t1", "job": ["j1", "j2"]}', method => 'mixed') e;
-- Errors are NULL where rows lie somewhere in a generalized value, whatever else is known.
SELECT generalize_table('staff', 5, sensitive => '{job}', target => 'e_by_regions', regions => 2, seed => 1);
SET client_min_messages = warning;
SELECT release, predicate, round(estimate) AS estimate, measure, standard_error
FROM unnest('{e_generalized,e_by_regions}'::text[]) release,
     unnest('{"{\"job\": \"j1\"}","{\"job\": \"j1\", \"age\": {\"between\": [0, 200]}}","{\"age\": {\"between\": [30, 33]}}"}'::jsonb[]) predicate, estimate(release::regclass, NULL, predicate, '{count,avg(age)}');
RESET client_min_messages;
SELECT drop_release('e_by_regions');
-- Errors of a slice whose three groups are all asked for.
SELECT count(*), round(sum(standard_error)::numeric, 2) FROM estimate('e_sliced', '{town,job}', '{"age": {"between": [30, 40]}}', method => 'mixed');

-- So it is along the join tree of parts, of whose errors nothing is known, and of persons with several rows.
SELECT release, predicate, abs(e.estimate - estimate_count(release::regclass, predicate, 'mixed')) < 1e-6 AS same, round(standard_error::numeric, 3) AS error
FROM (VALUES ('e_parts_1', '{"town": "t1", "job": ["j1", "j2"]}'::jsonb), ('e_parts_1', '{"age": {"between": [30, 40]}, "sex": "F", "job": "j1"}'),
      ('e_persons', '{"age": {"between": [30, 40]}, "job": "j1"}'), ('e_classes', '{"age": {"between": [30, 40]}, "job": "j1"}'), ('e_classes', '{}'),
      ('e_trips', '{"born": [1, 2], "home": 3, "town": "t1", "job": ["j1", "j2"]}'), ('e_trips', '{"job": "j3"}'), ('e_trips', '{}')) asked (release, predicate),
     estimate(release::regclass, NULL, predicate, method => 'mixed') e;
SELECT release, count(*) > 20 AS many, bool_and(abs(e.estimate - estimate_count(release::regclass, e.groups, 'mixed')) < 1e-6) AS same,
       abs(sum(e.estimate) - estimate_count(release::regclass, '{}')) < 1e-6 AS all_rows
FROM (VALUES ('e_parts_1', '{town,job}'::text[]), ('e_parts_1', '{sex,job}'), ('e_trips', '{town,job}'), ('e_trips', '{home,town,born}')) asked (release, by),
     estimate(release::regclass, by, method => 'mixed') e GROUP BY release, by ORDER BY release, by;
SELECT release, abs(either - (estimate_count(release::regclass, '{"town": "t1"}', 'mixed') + estimate_count(release::regclass, '{"job": "j1"}', 'mixed') -
       estimate_count(release::regclass, '{"town": "t1", "job": "j1"}', 'mixed'))) < 1e-6 AS same
FROM (SELECT release, e.estimate AS either FROM unnest('{e_parts_1,e_trips}'::text[]) release,
      estimate(release::regclass, NULL, '{"or": [{"town": "t1"}, {"job": "j1"}]}', method => 'mixed') e) asked;
SELECT round(max(estimate) FILTER (WHERE measure = 'sum(pay)')::numeric, 4) = (SELECT sum(pay) FROM staff) AS sum,
       round(max(estimate) FILTER (WHERE measure = 'avg(pay)')::numeric, 6) = (SELECT round(avg(pay), 6) FROM staff) AS avg
FROM estimate('e_parts_1', measures => '{sum(pay),avg(pay)}', method => 'mixed');

-- The likelihood is nearer to the truth, in buckets whose rows are drawn from anywhere.
CREATE TEMP TABLE truth AS SELECT town, job, count(*) AS n FROM staff GROUP BY town, job;
SELECT release, method, round(avg(abs(estimate - coalesce(n, 0)))) AS error, avg((abs(estimate - coalesce(n, 0)) <= 1.96 * standard_error)::integer) > 0.5 AS covered
FROM unnest('{e_rows,e_tables_qit}'::text[]) release, unnest('{mixed,likelihood}'::text[]) method,
     estimate(release::regclass, '{town,job}', method => method) e
LEFT JOIN truth ON town = groups ->> 'town' AND job = groups ->> 'job'
GROUP BY release, method ORDER BY 1, 2;

-- Within one column everything is exact, sums and means among it.
SELECT e.groups, e.measure, round(e.estimate::numeric, 4) AS estimate, e.standard_error
FROM estimate('e_sliced', '{town}', '{"town": {"not": ["t1", "t2", "t3", "t4"]}}', '{count,sum(pay),avg(pay)}') e;
SELECT town, count(*), sum(pay), round(avg(pay), 4) AS avg FROM staff WHERE town IN ('t0', 't5') GROUP BY town ORDER BY town;

-- Predicates, beside the same in SQL.
CREATE TEMP TABLE asked (predicates jsonb, condition text);
\set ECHO none
INSERT INTO asked VALUES
('{}', 'true'), ('{"age": {">": 30, "<=": 40}}', 'age > 30 AND age <= 40'), ('{"age": {">=": 30, "<": 30}}', 'false'),
('{"age": {"<>": 30}}', 'age <> 30'), ('{"pay": {"=": 1005}}', 'pay = 1005'), ('{"pay": null}', 'pay IS NULL'), ('{"pay": {"null": false}}', 'pay IS NOT NULL'),
('{"pay": {"not": {"between": [1000, 1300]}}}', 'NOT pay BETWEEN 1000 AND 1300'), ('{"pay": {"not": {"in": [1005, null]}}}', 'NOT (pay = 1005 OR pay IS NULL)'),
('{"pay": {"not": {"not": {"<": 1100}}}}', 'pay < 1100'),
('{"or": [{"town": "t1"}, {"pay": {">": 1400}}]}', 'town = ''t1'' OR pay > 1400'),
('{"town": ["t1", "t2"], "or": [{"pay": {"<": 1110}}, {"pay": null}]}', 'town IN (''t1'', ''t2'') AND (pay < 1110 OR pay IS NULL)');
\set ECHO all
CREATE FUNCTION exact(condition text, OUT n bigint) LANGUAGE plpgsql AS $$BEGIN EXECUTE 'SELECT count(*) FROM staff WHERE ' || condition INTO n; END$$;
SELECT predicates, round(e.estimate::numeric, 6) = exact(condition) AS same, e.standard_error FROM asked, estimate('e_rows', predicates => predicates) e;

-- Nothing but the release is read.
CREATE TEMP TABLE before AS SELECT * FROM estimate('e_rows', '{job}', '{"town": "t1"}', '{count,avg(pay)}');
BEGIN;
DROP TABLE staff;
SELECT count(*) = (SELECT count(*) FROM before) AS same FROM estimate('e_rows', '{job}', '{"town": "t1"}', '{count,avg(pay)}') e JOIN before b USING (groups, measure)
WHERE e.estimate = b.estimate AND e.standard_error = b.standard_error;
ROLLBACK;

-- As aggregates of no rows.
SELECT * FROM estimate('e_rows', predicates => '{"town": "t9"}', measures => '{count,sum(pay),avg(pay)}');
SELECT * FROM estimate('e_rows', '{town}', '{"town": "t9"}');

-- What cannot be asked.
SELECT * FROM estimate('staff');
SELECT * FROM estimate('e_parts_1');
SELECT * FROM estimate('e_persons');
SELECT * FROM estimate('e_fragments_1', method => 'mixed');
SELECT * FROM estimate('e_rows', '{wealth}');
SELECT * FROM estimate('e_rows', method => 'guess');
SELECT * FROM estimate('e_rows', measures => '{median(pay)}');
SELECT * FROM estimate('e_rows', measures => '{sum(town)}');
SELECT * FROM estimate('e_rows', measures => '{}');
SELECT * FROM estimate('e_rows', predicates => '[1]');
SELECT * FROM estimate('e_rows', predicates => '{"age": {"like": 3}}');
SELECT * FROM estimate('e_rows', predicates => '{"age": {"<": null}}');
SELECT * FROM estimate('e_rows', predicates => '{"age": {}}');

-- Rows that show nothing may be any.
SET client_min_messages = warning;
SELECT FROM create_prefix_hierarchy('e_prefixes', '{2,0}');
CREATE TABLE rooms AS SELECT chr(65 + i % 2) || i % 3 AS room, 'd' || i % 4 AS disease FROM generate_series(1, 60) i;
SELECT FROM generalize_table('rooms', 40, sensitive => '{disease}', hierarchies => '{"room": "e_prefixes"}', target => 'e_rooms');
SET client_min_messages = notice;
SELECT estimate, standard_error FROM estimate('e_rooms', predicates => '{"room": "A1"}');
SELECT estimate, standard_error FROM estimate('e_rooms', predicates => '{"disease": "d1"}');
SELECT FROM drop_release('e_rooms'), drop_hierarchy('e_prefixes');
DROP TABLE rooms;

-- Queries across columns, and how many were not.
SELECT queries, in_one_column, mean > 0 AS errors FROM microdata.relative_error('e_rows', 2, queries => 50, seed => 1, attributes => '{town,job}');
SELECT queries, in_one_column, mean FROM microdata.relative_error('e_rows', 2, queries => 50, seed => 1, attributes => '{town,age}');
SELECT microdata.relative_error('e_rows', 3, attributes => '{town,job}');
SELECT microdata.relative_error('e_rows', 1, attributes => '{wealth}');
SELECT microdata.relative_error('e_rows', 1, attributes => '{town,town}');
SET client_min_messages = error;
SELECT FROM unnest('{e_rows,e_tables_qit,e_sliced,e_generalized,e_parts_1,e_persons,e_fragments_1}'::text[]) r, drop_release(r::regclass);
\set ECHO none
DROP TABLE staff, stays, visits;
DROP FUNCTION drawn, exact;

-- Editions of series, read: counterfeits are nobody's.
-- Rooms: src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/inspection
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_editor;
CREATE ROLE regress_analyst;
CREATE SCHEMA regress_read;
CREATE SCHEMA regress_elsewhere;
GRANT ALL ON SCHEMA regress_read, regress_elsewhere TO PUBLIC;
SET search_path = regress_read, public;
SET ROLE regress_editor;
CREATE TABLE patients (id integer, age integer, sex text, score integer, disease text);
INSERT INTO patients SELECT i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, i % 7, 'd' || i % 8 FROM generate_series(1, 240) i;
\set ECHO all
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT FROM create_series('lab', 'patients', 'bucketization', '{"sensitive": ["disease"], "format": "anatomy"}', '{id}', 3);
SELECT a.counterfeits, b.counterfeits FROM publish_series('ward') a, publish_series('lab') b;
-- Nobody of those who stay has the values of some who leave.
DELETE FROM patients WHERE disease IN ('d2', 'd5') AND id % 3 > 0;
INSERT INTO patients SELECT i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, i % 7, 'd' || i % 8 FROM generate_series(301, 316) i;
SELECT a.counterfeits > 0, b.counterfeits > 0 FROM publish_series('ward') a, publish_series('lab') b;

-- Persons and values of each bucket, read from the tables alone.
CREATE TABLE persons AS
    SELECT 'ward_2' AS release, bucket, age, sex, score FROM ward_2 WHERE age IS NOT NULL UNION ALL SELECT 'lab_2', bucket, age, sex, score FROM lab_2_qit;
CREATE TABLE values_of AS
    SELECT 'ward_2' AS release, bucket, disease FROM ward_2 UNION ALL SELECT 'lab_2', bucket, disease FROM lab_2_st;
CREATE TABLE sizes AS
    SELECT release, bucket, (SELECT count(*) FROM persons p WHERE (p.release, p.bucket) = (v.release, v.bucket)) AS persons, count(*) AS values
    FROM values_of v GROUP BY release, bucket;
-- Every person has each value of the bucket as probably.
CREATE TABLE worlds AS
    SELECT release, bucket, age, sex, score, disease, 1.0 / values AS weight FROM persons JOIN values_of USING (release, bucket) JOIN sizes USING (release, bucket);
SELECT s.release, sum(s.persons) = e.persons AS persons, sum(s.values) - sum(s.persons) = e.counterfeits AS counterfeits
FROM sizes s JOIN microdata.editions e ON e.series || '_' || e.edition = s.release GROUP BY s.release, e.persons, e.counterfeits ORDER BY 1;

-- Counts.
SELECT relation, count(*), string_agg(predicate, ' ') FILTER (WHERE "right" IS NOT TRUE) AS wrong FROM (SELECT r.relation, q.predicate, abs(estimate_count(r.relation, q.predicate::jsonb, 'mixed') - (SELECT sum(weight * (
        q.predicate = '{}' OR q.predicate = '{"disease": ["d2", "d5"]}' AND disease IN ('d2', 'd5') OR q.predicate = '{"sex": ["F"]}' AND sex = 'F'
        OR q.predicate = '{"sex": ["F"], "age": {"between": [30, 40]}, "disease": ["d1"]}' AND sex = 'F' AND age BETWEEN 30 AND 40 AND disease = 'd1')::integer)
    FROM worlds w WHERE w.release = r.relation::text)) < 1e-9 AS right
FROM (VALUES ('ward_2'::regclass), ('lab_2')) r (relation),
     (VALUES ('{}'), ('{"disease": ["d2", "d5"]}'), ('{"sex": ["F"]}'), ('{"sex": ["F"], "age": {"between": [30, 40]}, "disease": ["d1"]}'), ('{"age": [null]}')) q (predicate)) counted GROUP BY 1 ORDER BY 1;

-- Groups, sums and means.
SELECT r.relation, count(*) AS groups, count(DISTINCT b.by) AS by, bool_and(abs(e.estimate - w.expected) < 1e-6) AS right
FROM (VALUES ('ward_2'::regclass), ('lab_2')) r (relation), (VALUES ('{disease}'::text[]), ('{sex}'), ('{sex,disease}')) b (by),
     LATERAL estimate(r.relation, group_by => b.by, measures => '{count, sum(score), avg(score)}', method => 'mixed') e,
     LATERAL (SELECT CASE e.measure WHEN 'count' THEN sum(weight) WHEN 'sum(score)' THEN sum(weight * score) ELSE sum(weight * score) / sum(weight) END AS expected
              FROM worlds w WHERE w.release = r.relation::text AND (e.groups ->> 'disease' IS NULL OR e.groups ->> 'disease' = w.disease)
                AND (e.groups ->> 'sex' IS NULL OR e.groups ->> 'sex' = w.sex)) w
GROUP BY 1 ORDER BY 1;
-- What a model makes of it are as many persons.
SELECT r.relation, abs(sum(e.estimate) - (SELECT sum(persons) FROM sizes s WHERE s.release = r.relation::text)) < 1e-4 AS persons, min(e.standard_error) > 0 AS errors
FROM (VALUES ('ward_2'::regclass), ('lab_2')) r (relation), LATERAL estimate(r.relation, group_by => '{disease}') e GROUP BY 1 ORDER BY 1;
SELECT r.relation, e.queries = 200 AS queries, e.mean > 0 AS error FROM (VALUES ('ward_2'::regclass), ('lab_2')) r (relation), LATERAL microdata.relative_error(r.relation, queries => 200, seed => 1) e;
SELECT 'ward_2' AS release, abs(sum(weight) - (SELECT sum(weight) FROM worlds WHERE release = 'ward_2' AND score > 3 AND disease < 'd4')) < 1e-9 AS right
FROM ward_2_expected WHERE score > 3 AND disease < 'd4'
UNION ALL
SELECT 'lab_2', abs(sum(weight) - (SELECT sum(weight) FROM worlds WHERE release = 'lab_2' AND score > 3 AND disease < 'd4')) < 1e-9
FROM lab_2 WHERE score > 3 AND disease < 'd4';

-- Who may be where.
SELECT r.relation, bool_and(abs((m.sensitive_distribution ->> d.disease)::float8 - 1.0 / s.values) < 1e-9 AND abs(m.matching_degree - alike / s.persons::float8) < 1e-9) AS right
FROM (VALUES ('ward_2'::regclass), ('lab_2')) r (relation), LATERAL matching_buckets(r.relation, '{"age": 31, "sex": "M"}') m,
     LATERAL (SELECT * FROM sizes s WHERE s.release = r.relation::text AND s.bucket = m.bucket) s, LATERAL jsonb_object_keys(m.sensitive_distribution) d (disease),
     LATERAL (SELECT count(*) FROM persons p WHERE p.release = r.relation::text AND p.bucket = m.bucket AND age = 31 AND sex = 'M') a (alike)
GROUP BY 1 ORDER BY 1;
UPDATE patients SET age = id;
SELECT a.counterfeits > 0, b.counterfeits > 0 FROM publish_series('ward') a, publish_series('lab') b;
SELECT r.relation, d.max_probability <= 1.0 / 3 + 1e-9 AS below_bound, d.l_achieved >= 3 - 1e-9 AS l, abs(d.mean_probability - (
    SELECT sum(persons * 1.0 / values) / sum(persons) FROM (
        SELECT count(*) AS values, count(age) AS persons FROM ward_3 WHERE r.relation = 'ward_3'::regclass GROUP BY bucket
        UNION ALL
        SELECT count(*), (SELECT count(*) FROM lab_3_qit q WHERE q.bucket = s.bucket) FROM lab_3_st s WHERE r.relation = 'lab_3'::regclass GROUP BY bucket) b)) < 1e-6 AS mean
FROM (VALUES ('ward_3'::regclass), ('lab_3')) r (relation), LATERAL disclosure(r.relation) d ORDER BY 1;
SELECT r.relation, abs(a.guessed_right - 1.0 / 3) < 0.2 AS right, a.believed_above_bound FROM (VALUES ('ward_3'::regclass), ('lab_3')) r (relation), LATERAL audit_inference(r.relation, iterations => 0, seed => 1) a;
SELECT r.relation, string_agg(a.known, ', ' ORDER BY a.known), a.members, a.auc > 0.5 AS told,
       a.members_nowhere = (SELECT e.waiting + e.withheld FROM microdata.editions e WHERE e.series || '_' || e.edition = r.relation::text) AS found
FROM (VALUES ('ward_3'::regclass), ('lab_3')) r (relation), LATERAL audit_membership(r.relation, seed => 1) a GROUP BY 1, 3, 4, 5 ORDER BY 1;

-- The attacker reads no sensitive value of the source.
CREATE TABLE guesses AS
    SELECT r.relation, a.person, a.guess, a.probability FROM (VALUES ('ward_3'::regclass), ('lab_3')) r (relation),
         LATERAL audit_inference(r.relation, seed => 1, persons => true) a WHERE a.person IS NOT NULL;
UPDATE patients SET disease = 'd' || (id * 5 + 3) % 8;
SELECT count(*) > 400 AS guesses, count(*) FILTER (WHERE g.guess IS DISTINCT FROM a.guess OR g.probability <> a.probability) AS changed
FROM guesses g LEFT JOIN (SELECT r.relation, a.* FROM (VALUES ('ward_3'::regclass), ('lab_3')) r (relation),
    LATERAL audit_inference(r.relation, seed => 1, persons => true) a) a USING (relation, person);

-- What cannot tell counterfeits from persons is refused.
SELECT * FROM audit_minimality('ward_3');
\set VERBOSITY terse
SELECT * FROM audit_singling_out('lab_3');
SELECT * FROM audit_linkability('lab_3');
SELECT * FROM audit_inference('ward_3', control => 0.2);
\set VERBOSITY default
SELECT risk, audit, attribute, figure IS NOT NULL AS figure, CASE WHEN finding LIKE 'Not done%' THEN finding END AS finding FROM audit('ward_3', control => 0.2, seed => 1);

-- What readers are told.
GRANT SELECT ON ward_3, ward_3_expected, lab_3 TO regress_analyst;
SET ROLE regress_analyst;
SELECT abs(sum(weight) - estimate_count('ward_3', '{}')) < 1e-9 AS persons FROM ward_3_expected;
SELECT regexp_replace(obj_description('ward_3'::regclass), '[0-9]+ of its', 'N of its') AS ward, regexp_replace(obj_description('lab_3_st'::regclass), '[0-9]+ of its', 'N of its') AS lab;
SELECT parameters - 'counterfeits' - 'mean_bucket' AS parameters, parameters ? 'counterfeits' AS counterfeits FROM microdata.releases WHERE relations[1] = 'ward_3'::regclass;
SET ROLE regress_editor;
-- Elsewhere.
CREATE TABLE regress_elsewhere.ward_3 AS TABLE ward_3;
CREATE TABLE regress_elsewhere.lab_3_qit AS TABLE lab_3_qit;
CREATE TABLE regress_elsewhere.lab_3_st AS TABLE lab_3_st;
SELECT register_release('regress_elsewhere.ward_3', description => release_description('ward_3')) > 0 AS registered,
       register_release('regress_elsewhere.lab_3_qit', description => release_description('lab_3')) > 0 AS anatomy;
SELECT e.relation, count(*), bool_and((abs(estimate_count(e.relation, q.predicate, 'mixed') - estimate_count(e.of, q.predicate, 'mixed')) < 1e-9) IS TRUE) AS same
FROM (VALUES ('regress_elsewhere.ward_3'::regclass, 'ward_3'::regclass), ('regress_elsewhere.lab_3_qit', 'lab_3')) e (relation, of),
     (VALUES ('{}'::jsonb), ('{"disease": ["d2"]}'), ('{"disease": ["d1"], "sex": ["M"]}')) q (predicate) GROUP BY 1 ORDER BY 1;
SELECT count(*), bool_and(holds IS TRUE), string_agg(requirement, '; ') FROM verify_release('regress_elsewhere.ward_3');
-- Rows that were changed are not read as if they were not.
UPDATE ward_3 SET age = NULL, sex = NULL, score = NULL WHERE ctid = (SELECT min(ctid) FROM ward_3 WHERE age IS NOT NULL);
SELECT estimate_count('ward_3', '{}');

-- Slices, whose groups are linked among persons alone, and classes.
CREATE TABLE visitors (id integer, age integer, sex text, score integer, disease text);
INSERT INTO visitors SELECT i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, i % 7, 'd' || i % 8 FROM generate_series(1, 160) i;
SELECT create_series('slices', 'visitors', 'slicing', '{"sensitive": ["disease"], "groups": ["age, score", "sex", "disease"]}', '{id}', 3),
       create_series('classes', 'visitors', 'generalization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT a.counterfeits, b.counterfeits FROM publish_series('slices') a, publish_series('classes') b;
DELETE FROM visitors WHERE disease IN ('d2', 'd5') AND id % 3 > 0;
SELECT a.counterfeits > 0, b.counterfeits > 0 FROM publish_series('slices') a, publish_series('classes') b;
CREATE VIEW sliced_worlds AS
    SELECT a.bucket, a.age, a.score, s.sex, d.disease, 1.0 / n.persons / n.values AS weight
    FROM slices_2 a JOIN slices_2 s USING (bucket) JOIN slices_2 d USING (bucket) JOIN (SELECT bucket, count(age) AS persons, count(*) AS values FROM slices_2 GROUP BY bucket) n USING (bucket)
    WHERE a.age IS NOT NULL AND s.sex IS NOT NULL;
SELECT abs(estimate_count('slices_2', '{}') - (SELECT sum(weight) FROM sliced_worlds)) < 1e-9 AS persons,
       abs(estimate_count('slices_2', '{"disease": ["d2"]}', 'mixed') - (SELECT sum(weight) FROM sliced_worlds WHERE disease = 'd2')) < 1e-9 AS value,
       abs(estimate_count('slices_2', '{"age": {"between": [25, 35]}, "sex": ["F"], "disease": ["d2", "d3"]}', 'mixed')
           - (SELECT sum(weight) FROM sliced_worlds WHERE age BETWEEN 25 AND 35 AND sex = 'F' AND disease IN ('d2', 'd3'))) < 1e-9 AS three,
       abs((SELECT sum(weight) FROM slices_2_expected WHERE age BETWEEN 25 AND 35 AND sex = 'F' AND disease IN ('d2', 'd3'))
           - (SELECT sum(weight) FROM sliced_worlds WHERE age BETWEEN 25 AND 35 AND sex = 'F' AND disease IN ('d2', 'd3'))) < 1e-9 AS expected;
SELECT bool_and(abs(e.estimate - w.weight) < 1e-6) AS right FROM estimate('slices_2', group_by => '{sex,score,disease}', method => 'mixed') e
    JOIN (SELECT sex, score, disease, sum(weight) AS weight FROM sliced_worlds GROUP BY 1, 2, 3) w
      ON (w.sex, w.score, w.disease) = (e.groups ->> 'sex', (e.groups ->> 'score')::integer, e.groups ->> 'disease');
SELECT max_probability <= 1.0 / 3 + 1e-9 AS below_bound FROM disclosure('slices_2');
SELECT releases, pinned, candidates >= 3 AS candidates FROM audit_composition('{slices_1,slices_2}', seed => 1);
SELECT abs(estimate_count('classes_2', '{}') - count(age)) < 1e-9 AS persons,
       abs(estimate_count('classes_2', '{"disease": ["d2"]}', 'mixed') - (SELECT sum(k * p / n::numeric) FROM (
           SELECT count(*) FILTER (WHERE disease = 'd2') AS k, count(age) AS p, count(*) AS n FROM classes_2 GROUP BY class) c)) < 1e-9 AS value FROM classes_2;
SELECT abs(sum(estimate) - (SELECT count(age) FROM classes_2)) < 1e-6 AS persons FROM estimate('classes_2', group_by => '{disease}', method => 'mixed');
\set VERBOSITY terse
SELECT * FROM disclosure('classes_2');
SELECT * FROM audit_composition('{classes_1,classes_2}');
\set VERBOSITY default
CREATE TABLE regress_elsewhere.classes_2 AS TABLE classes_2;
SELECT register_release('regress_elsewhere.classes_2', description => release_description('classes_2')) > 0 AS registered;

-- Four editions of some hundred persons: together they tell no more than one. Independent releases of the same states
-- remember nobody, so that newcomers cannot be told from persons who changed.
CREATE TABLE people (id integer, age integer, sex text, job text);
INSERT INTO people SELECT i, i, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'j' || (i * i + i / 7) % 9 FROM generate_series(1, 300) i;
SELECT FROM create_series('staff', 'people', 'bucketization', '{"sensitive": ["job"]}', '{id}', 3);
SELECT counterfeits FROM publish_series('staff');
SELECT bucketize_table('people', 3, sensitive => '{job}', identifiers => '{id}', quasi_identifiers => '{age,sex}', method => 'anatomy', target => 'alone_1', seed => 1) IS NOT NULL AS made;
\set ECHO none
CREATE FUNCTION pass(edition integer) RETURNS TABLE (accounted boolean) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM people WHERE id % 20 = edition;
    INSERT INTO people SELECT i, i, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'j' || (i * i + i / 7) % 9 FROM generate_series(1000 * edition, 1000 * edition + 20) i;
    UPDATE people SET job = 'j' || (id + edition) % 9 WHERE id % 50 = edition;
    RETURN QUERY SELECT p.persons + p.waiting + p.withheld = (SELECT count(*) FROM people) FROM publish_series('staff') p;
    PERFORM bucketize_table('people', 3, sensitive => '{job}', identifiers => '{id}', quasi_identifiers => '{age,sex}', method => 'anatomy', target => 'alone_' || edition, seed => edition);
END$$;
\set ECHO all
SET client_min_messages = error;
SELECT array_agg(accounted) FROM (SELECT pass(e) AS accounted FROM generate_series(2, 4) e) p;
SET client_min_messages = warning;
SELECT releases, persons = (SELECT count(*) FROM people) - (SELECT waiting FROM microdata.editions WHERE series = 'staff' AND edition = 4) AS persons,
       pinned, candidates >= 3 AS candidates, guessed_right < 0.5 AS guessed
FROM audit_composition('{staff_1,staff_2,staff_3,staff_4}', seed => 1);
SET client_min_messages = error;
SELECT releases, persons > 300 AS persons, guessed_right IS NULL AS unknown FROM audit_composition('{alone_1,alone_2,alone_3,alone_4}', seed => 1);
SET client_min_messages = warning;
-- Of editions that are gone counts what the series remembers, for who owns it.
SELECT FROM drop_release('staff_1'); SELECT FROM drop_release('staff_2');
SELECT FROM generate_series(1, 4) e, drop_release('alone_' || e);
GRANT SELECT ON people, staff_3 TO regress_analyst;
SELECT releases, persons = (SELECT sum(persons + withheld) FROM microdata.editions WHERE series = 'staff' AND edition = 4) AS persons, pinned, contradicted, candidates >= 3 AS candidates
FROM audit_composition(source => 'people', seed => 1);
SELECT FROM drop_release('staff_3'); SELECT FROM drop_release('staff_4');
SELECT releases, persons = (SELECT sum(persons + withheld) FROM microdata.editions WHERE series = 'staff' AND edition = 4) AS persons, pinned, candidates >= 3 AS candidates, single, single_guessed_right
FROM audit_composition(source => 'people', seed => 1);
SET client_min_messages = notice;
SET ROLE regress_analyst;
\set VERBOSITY terse
SELECT releases FROM audit_composition(source => 'people', seed => 1);
\set VERBOSITY default
RESET ROLE;
SET client_min_messages = error;
SELECT FROM unnest('{ward,lab,staff,slices,classes}'::text[]) s (name), drop_series(name);

-- Estimates of an edition scale to those who wait and those who are withheld, and their errors show it.
CREATE TABLE waits AS SELECT i AS id, 20 + i % 30 AS age, CASE WHEN i % 100 < 30 THEN 'flu' ELSE 'd' || i % 5 END AS disease FROM generate_series(1, 400) i;
SELECT FROM create_series('waits', 'waits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT FROM publish_series('waits');
INSERT INTO waits SELECT 1000 + i, 25, 'flu' FROM generate_series(1, 200) i;
DELETE FROM waits WHERE id < 60;
UPDATE waits SET disease = 'd9' WHERE id BETWEEN 100 AND 130;
SELECT counterfeits > 0 AS counterfeits, persons + waiting + withheld AS all FROM publish_series('waits');
SELECT relations[1] AS waits FROM microdata.releases WHERE source = 'waits'::regclass ORDER BY release_id DESC LIMIT 1 \gset
SELECT round(estimate) AS all, standard_error = suppressed_rows AS error FROM estimate(:'waits'), microdata.releases WHERE relations[1] = :'waits'::regclass;
SELECT abs(estimate - (SELECT count(*) FROM waits WHERE disease = 'flu')) < 2 * standard_error AS covered FROM estimate(:'waits', NULL, '{"disease": "flu"}');
SELECT FROM drop_series('waits');
\set ECHO none
DROP SCHEMA regress_read, regress_elsewhere CASCADE;
DROP ROLE regress_editor, regress_analyst;

-- Harmless values in series: no bound is held for them, nothing is remembered of them, and every other value keeps 1/m in all editions.
\pset format unaligned \pset tuples_only on
\set VERBOSITY terse
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_cold;
SET search_path = regress_cold, public;
-- What does not hold in an edition, or in its series.
CREATE FUNCTION faults(series text) RETURNS TABLE (edition integer, requirement text, achieved float8) LANGUAGE sql AS $$
    SELECT v.edition, v.requirement, v.achieved FROM verify_series(series) v WHERE NOT v.holds
    UNION ALL
    SELECT e.edition, v.requirement, v.achieved FROM microdata.editions e, verify_release(e.relations[1]) v WHERE e.series = $1 AND NOT v.holds
$$;
-- Buckets of harmless values alone, of other values alone, and of both.
CREATE FUNCTION buckets(release regclass) RETURNS TABLE (harmless bigint, others bigint, mixed bigint) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT count(*) FILTER (WHERE h), count(*) FILTER (WHERE NOT o), count(*) FILTER (WHERE NOT h AND o) FROM (SELECT bool_and(h), bool_or(h) '
        'FROM (SELECT bucket, COALESCE(diagnosis = ''J06'', true) FROM %s) r (bucket, h) GROUP BY bucket) b (h, o)', release);
END$$;
\set ECHO all
CREATE TABLE ward AS SELECT i AS id, 20 + i * 7 % 60 AS age, 'z' || i % 4 AS zip,
    CASE WHEN hashint4(-i) & 15 < 2 THEN 'J06' WHEN hashint4(-i) & 15 < 14 THEN 'C' || (hashint4(i) & 7) END AS diagnosis FROM generate_series(1, 360) i;
ALTER TABLE ward ADD PRIMARY KEY (id);
SELECT declare_roles('ward', sensitive => '{diagnosis}', quasi_identifiers => '{age, zip}', subject => '{id}', harmless => '{"diagnosis": ["J06", null]}');
SELECT create_series('cold_joined', 'ward', 'bucketization', m => 3);
SELECT create_series('cold_counted', 'ward', 'bucketization', '{"format": "anatomy"}', m => 3);
SELECT create_series('cold_sliced', 'ward', 'slicing', '{"groups": ["age", "zip", "diagnosis"]}', m => 3);
SELECT create_series('cold_classes', 'ward', 'generalization', m => 3);
CREATE VIEW all_series AS SELECT unnest('{cold_joined,cold_counted,cold_sliced,cold_classes}'::text[]) AS series;
SELECT series, persons, waiting, withheld FROM all_series, publish_series(series);
SELECT * FROM all_series, faults(series);
SELECT r, harmless > 0, others > 0, mixed FROM unnest('{cold_joined_1,cold_sliced_1,cold_counted_1}'::text[]) r, buckets(r::regclass);
SELECT requirement, achieved, holds, worst_case FROM verify_release('cold_counted_1') WHERE requirement ~ 'harmless';
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'cold_joined_1'::regclass = ANY (relations);
SELECT obj_description('cold_joined_1'::regclass) ~ 'No bound holds for 2 harmless values of "diagnosis".*People with a harmless value are in buckets of such values alone';
-- Nothing is remembered of them.
SELECT s.series, (SELECT count(*) FROM microdata.series_person_record p JOIN microdata.series_record r USING (series_id) WHERE r.name = s.series) = count(w.diagnosis)
FROM all_series s, ward w WHERE w.diagnosis IS DISTINCT FROM 'J06' GROUP BY s.series ORDER BY s.series;

-- Values turn harmless, and harmless ones turn into others. Some turn back, into a value of the signature or another one.
CREATE TABLE before AS TABLE ward;
UPDATE ward SET diagnosis = CASE WHEN id % 2 = 0 THEN 'J06' END WHERE hashint4(id + 7) & 31 = 0;
UPDATE ward w SET diagnosis = 'C' || (hashint4(w.id) & 7) WHERE hashint4(id + 7) & 31 = 1;
SELECT series, persons, waiting, withheld FROM all_series, publish_series(series);
UPDATE ward w SET diagnosis = b.diagnosis FROM before b WHERE b.id = w.id AND hashint4(w.id + 7) & 31 = 0 AND w.id % 4 > 0;
SELECT series, persons, waiting, withheld FROM all_series, publish_series(series);
SELECT * FROM all_series, faults(series);
UPDATE ward w SET diagnosis = 'C9' WHERE hashint4(id + 7) & 31 IN (2, 3, 4);
SELECT series, persons, waiting, withheld > 0 FROM all_series, publish_series(series);
SELECT * FROM all_series, faults(series);
SELECT r, harmless > 0, others > 0, mixed FROM unnest('{cold_joined_3,cold_sliced_3,cold_joined_4}'::text[]) r, buckets(r::regclass);
-- People without a value are not those with a harmless NULL.
SELECT series, parameters ->> 'valueless' = max(e.withheld)::text FROM microdata.editions e JOIN microdata.releases USING (release_id)
WHERE edition = 4 GROUP BY series, parameters ORDER BY series;
SELECT max(n) FROM (SELECT count(*), count(diagnosis) FROM cold_joined_4 GROUP BY bucket) b (n, v) WHERE v = 0 AND n < 3;
SELECT estimate > 0 FROM estimate_count('cold_joined_4', '{"diagnosis": null}') e (estimate) LIMIT 1;

-- Changed tables.
BEGIN;
UPDATE cold_joined_3 SET diagnosis = 'C1' WHERE ctid = (SELECT min(ctid) FROM cold_joined_3 WHERE diagnosis = 'J06');
SELECT requirement FROM verify_release('cold_joined_3') WHERE NOT holds AND requirement ~ 'has m sens';
ROLLBACK;
BEGIN;
UPDATE cold_joined_3 SET diagnosis = 'J06' WHERE ctid = (SELECT min(ctid) FROM cold_joined_3 WHERE diagnosis = 'C1');
SELECT requirement FROM verify_release('cold_joined_3') WHERE NOT holds AND requirement ~ 'harmless';
ROLLBACK;
BEGIN;
UPDATE cold_joined_3 SET age = NULL, zip = NULL WHERE ctid = (SELECT min(ctid) FROM cold_joined_3 WHERE diagnosis = 'J06');
SELECT requirement FROM verify_release('cold_joined_3') WHERE NOT holds AND requirement ~ 'harmless|match the record';
ROLLBACK;
BEGIN;
UPDATE cold_counted_3_st SET count = 2000000000 WHERE diagnosis = 'J06';
SELECT requirement FROM verify_release('cold_counted_3') WHERE NOT holds AND requirement ~ 'harmless';
ROLLBACK;
-- The memory of the series has a harmless value in a signature.
BEGIN;
UPDATE microdata.series_signature_record s SET sensitive_values[1] = 'J06' FROM microdata.series_record r WHERE r.series_id = s.series_id AND r.name = 'cold_joined' AND s.signature = 0;
SELECT publish_series('cold_joined');
ROLLBACK;

-- A series fixes them: it cannot go on once a value needs a bound, and a value that is declared harmless later keeps its bound.
SELECT declare_roles('ward', harmless => '{"diagnosis": ["J06", "C1", null]}');
SELECT harmless FROM microdata.series_column_record c JOIN microdata.series_record r USING (series_id) WHERE r.name = 'cold_joined' AND c.attribute = 'diagnosis';
SELECT withheld FROM publish_series('cold_joined') WHERE persons = 0;
SELECT declare_roles('ward', harmless => '{"diagnosis": ["J06"]}');
SELECT publish_series('cold_joined');
SELECT alter_series('cold_joined', anew => true);
SELECT persons > 0 FROM publish_series('cold_joined');
SELECT parameters -> 'harmless' FROM microdata.editions JOIN microdata.releases USING (release_id) WHERE series = 'cold_joined' ORDER BY edition DESC LIMIT 1;
-- The series' call can name them, as it can name roles.
SELECT create_series('cold_named', 'ward', 'bucketization', '{"harmless": {"diagnosis": [null]}}', m => 3);
SELECT persons > 0 FROM publish_series('cold_named');
SELECT parameters -> 'harmless' FROM microdata.editions JOIN microdata.releases USING (release_id) WHERE series = 'cold_named';
SELECT create_series('cold_wrong', 'ward', 'bucketization', '{"harmless": ["J06"]}', m => 3);
SELECT create_series('cold_wrong', 'ward', 'bucketization', '{"harmless": {"age": [20]}}', m => 3);
-- Everybody has a harmless value.
CREATE TABLE colds AS SELECT id, age, 'J06' AS diagnosis FROM ward;
SELECT create_series('cold_only', 'colds', 'bucketization', '{"sensitive": "diagnosis", "quasi_identifiers": "age", "harmless": {"diagnosis": ["J06"]}}', '{id}', 3);
SELECT persons, counterfeits, waiting, withheld FROM publish_series('cold_only');
SELECT * FROM faults('cold_only');

-- Probabilities and attacks are those of other values.
SELECT r, max_probability <= 1.0 / 3 + 1e-9 AS bounded FROM unnest('{cold_joined_3,cold_counted_3,cold_sliced_3}'::text[]) r, disclosure(r::regclass);
SELECT r, attribute, persons > 0 FROM unnest('{cold_joined_3,cold_sliced_3}'::text[]) r, audit_inference(r::regclass, seed => 1);
SELECT attribute, persons < 300, guessed_right < 0.45 AS bounded FROM audit_composition('{cold_joined_1,cold_joined_2,cold_joined_3}');

-- Growing rows: any number of sets in a cohort can have a harmless value.
CREATE TABLE stays AS SELECT i AS stay, i / 3 AS id, 20 + i / 3 % 40 AS age, CASE WHEN i % 3 = 0 THEN 'C' || i / 3 % 5 ELSE 'J06' END AS diagnosis FROM generate_series(3, 182) i;
SELECT create_series('cold_stays', 'stays', 'bucketization', '{"sensitive": "diagnosis", "quasi_identifiers": "age", "identifiers": "stay", "rows": "growing"}', '{id}', 3);
SELECT declare_roles('stays', sensitive => '{diagnosis}', harmless => '{"diagnosis": ["J06"]}');
SELECT create_series('cold_stays', 'stays', 'bucketization', '{"sensitive": "diagnosis", "quasi_identifiers": "age", "identifiers": "stay", "rows": "growing"}', '{id}', 3);
SELECT persons, waiting, withheld FROM publish_series('cold_stays');
INSERT INTO stays SELECT 1000 + i, i, 20 + i % 40, 'J06' FROM generate_series(1, 60) i;
SELECT persons, waiting, withheld FROM publish_series('cold_stays');
SELECT * FROM faults('cold_stays');
SELECT requirement, achieved > 0, holds FROM verify_release('cold_stays_2') WHERE requirement ~ 'harmless';
BEGIN;
UPDATE cold_stays_2_values SET diagnosis = 'C1' WHERE diagnosis = 'J06';
SELECT requirement FROM verify_release('cold_stays_2') WHERE requirement ~ '1/m' AND NOT holds;
ROLLBACK;

-- Independent editions are releases of the verb, which uses what is declared or given.
SELECT declare_roles('ward', harmless => '{"diagnosis": ["J06", null]}');
SELECT create_series('cold_alone', 'ward', 'bucketization', '{"l": 3}', independent => true);
SELECT create_series('cold_alone_named', 'ward', 'bucketization', '{"l": 3, "harmless": {"diagnosis": ["J06"]}}', independent => true);
SELECT persons FROM publish_series('cold_alone');
SELECT persons FROM publish_series('cold_alone_named');
SELECT series, parameters -> 'harmless' FROM microdata.editions JOIN microdata.releases USING (release_id) WHERE series ~ '^cold_alone' ORDER BY series;
SELECT * FROM faults('cold_alone');

-- The NOTICE of an edition tells how many wait, with the attack on a sample and without one, which has nobody to guess if all others wait.
CREATE TABLE cough AS SELECT i AS id, 20 + i % 50 AS age, CASE WHEN i <= 30 THEN 'J06' WHEN i <= 48 THEN 'C' || i % 6 ELSE 'C1' END AS diagnosis FROM generate_series(1, 90) i;
SELECT declare_roles('cough', sensitive => '{diagnosis}', quasi_identifiers => '{age}', subject => '{id}', harmless => '{"diagnosis": ["J06"]}');
SET client_min_messages = notice;
SELECT create_series('cough', 'cough', 'bucketization', m => 3);
SELECT persons, waiting FROM publish_series('cough');
DELETE FROM cough WHERE diagnosis <> 'J06' AND id <> 90;
SELECT create_series('cough_harmless', 'cough', 'bucketization', m => 3);
SELECT persons, waiting FROM publish_series('cough_harmless');
DELETE FROM cough WHERE diagnosis <> 'J06';
SELECT create_series('cough_alone', 'cough', 'bucketization', m => 3);
SELECT persons, waiting FROM publish_series('cough_alone');
SET client_min_messages = error;

\set ECHO none
SELECT drop_series(s.series) FROM microdata.series s WHERE s.series ~ '^(cold_|cough)' ORDER BY s.series \g /dev/null
DROP SCHEMA regress_cold CASCADE;

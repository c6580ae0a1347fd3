-- Harmless values on record: no bound is held for them, and every judge leaves them out or shows them apart.
-- Rooms: src/core src/postgres/checks src/postgres/inspection
\pset format unaligned \pset tuples_only on
\set VERBOSITY terse
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_judged;
SET search_path = regress_judged, public;
-- Puts bounds and harmless values on record.
CREATE FUNCTION promise(releases text[], more jsonb) RETURNS void LANGUAGE sql AS $$
    UPDATE microdata.release_record SET parameters = parameters || more WHERE relations && releases::regclass[]
$$;
CREATE FUNCTION judged(release regclass) RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, worst_case jsonb) LANGUAGE sql AS $$
    SELECT v.requirement, v.bound, round(v.achieved::numeric, 3), v.holds, v.worst_case - '{bucket,matching_buckets,rows,region}'::text[]
    FROM verify_release(release) v WHERE v.requirement ~ 'diver|beta|alpha|harmless' OR v.holds IS NOT TRUE
$$;
\set ECHO all
-- Most have a cold or nothing; every other diagnosis is rare.
CREATE TABLE ward AS SELECT i AS id, 20 + i * 7 % 60 AS age, 'z' || i % 4 AS zip,
    CASE WHEN i % 5 < 2 THEN 'J06' WHEN i % 5 > 2 THEN 'C' || i / 2 END AS diagnosis FROM generate_series(1, 120) i;
ALTER TABLE ward ADD PRIMARY KEY (id);

-- Rows in buckets, in both formats, in regions, and in classes.
SELECT bucketize_table('ward', 1, sensitive => '{diagnosis}', identifiers => '{id}', privacy => ARRAY[k_anonymity(6)], seed => 1, target => 'joined');
SELECT bucketize_table('ward', 1, sensitive => '{diagnosis}', identifiers => '{id}', privacy => ARRAY[k_anonymity(6)], seed => 1, format => 'anatomy', target => 'counted');
SELECT slice_table('ward', l => 1, groups => '{"age, zip", diagnosis}', sensitive => '{diagnosis}', identifiers => '{id}', privacy => ARRAY[k_anonymity(6)], regions => 2, seed => 1, target => 'parted');
SELECT generalize_table('ward', 6, sensitive => '{diagnosis}', identifiers => '{id}', seed => 1, target => 'classes');
SELECT promise('{joined,counted,parted,classes}', '{"l": 3, "privacy": [{"model": "l_diversity", "parameters": {"l": 3}}, {"model": "l_diversity", "parameters": {"l": 2, "variant": "entropy"}}, {"model": "beta_likeness", "parameters": {"beta": 40}}]}');
SELECT requirement, holds FROM judged('joined');
SELECT promise('{joined,counted,parted,classes}', '{"harmless": {"diagnosis": ["J06", null, "never seen"]}}');
SELECT requirement, bound, holds, CASE WHEN requirement ~ 'harmless' THEN concat(achieved, worst_case) ELSE (worst_case ->> 'value' ~ '^C')::text END AS about FROM judged('joined');
SELECT requirement, holds, CASE WHEN requirement ~ 'harmless' THEN concat(achieved, worst_case) END FROM judged('counted');
SELECT requirement, holds, CASE WHEN requirement ~ 'harmless' THEN concat(achieved, worst_case) END FROM judged('parted');
SELECT requirement, holds, CASE WHEN requirement ~ 'harmless' THEN concat(achieved, worst_case) END FROM judged('classes');

-- Probabilities are those of other values.
SELECT release, tuples, max_probability <= 1.0 / 3 AS bounded, mean_probability < max_probability AS some_less, l_achieved >= 3 AS l FROM unnest('{joined,counted,parted,classes}'::text[]) release, disclosure(release::regclass);

-- The bound of another value is broken in one bucket.
BEGIN;
UPDATE joined SET diagnosis = 'C1' WHERE bucket = 1 AND diagnosis ~ 'C' OR bucket = 1 AND diagnosis IS NULL;
SELECT requirement, worst_case ->> 'value' AS value FROM judged('joined') WHERE NOT holds;
ROLLBACK;

-- None of the harmless values is there any more, or all are harmless.
BEGIN;
SELECT promise('{joined}', '{"harmless": {"diagnosis": ["never seen"], "age": [20]}}');
SELECT requirement, holds FROM judged('joined') WHERE requirement ~ 'l-diversity|harmless';
SELECT promise('{joined}', jsonb_build_object('harmless', jsonb_build_object('diagnosis', (SELECT jsonb_agg(DISTINCT diagnosis) FROM ward))));
SELECT requirement, achieved, holds FROM judged('joined');
SELECT * FROM disclosure('joined');
SELECT attribute, persons, guessed_right FROM audit_inference('joined', seed => 1);
ROLLBACK;

-- The parameters follow a column that is renamed, on either side, and values are compared as their type does.
ALTER TABLE joined RENAME diagnosis TO disease;
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'joined'::regclass = ANY (relations);
ALTER TABLE ward RENAME diagnosis TO icd;
SELECT requirement, achieved, holds FROM judged('joined') WHERE requirement ~ 'harmless|every bucket';
SELECT requirement, achieved, holds FROM judged('counted') WHERE requirement ~ 'harmless';
CREATE TABLE levels AS SELECT i AS id, i % 30 AS age, CASE WHEN i % 2 = 0 THEN 1.00 ELSE i / 10.0 END AS level FROM generate_series(1, 90) i;
SELECT bucketize_table('levels', 1, sensitive => '{level}', identifiers => '{id}', privacy => ARRAY[k_anonymity(4)], seed => 1);
SELECT promise('{levels_bucketized}', '{"l": 2, "harmless": {"level": ["1.0"]}}');
SELECT requirement, achieved, holds FROM judged('levels_bucketized') WHERE requirement ~ 'harmless|every bucket';
SELECT promise('{levels_bucketized}', '{"harmless": {"level": ["none"]}}');
SELECT requirement FROM judged('levels_bucketized');

-- Persons of several rows.
CREATE TABLE visits AS SELECT i AS person, 20 + i * 7 % 60 AS age, n AS day, CASE WHEN n < 3 AND i % 4 > 0 OR i % 8 = 1 THEN 'J06' ELSE 'C' || (i + n) % 20 END AS diagnosis
FROM generate_series(1, 80) i, generate_series(1, 3) n;
SELECT slice_table('visits', 1, 1, sensitive => '{diagnosis}', quasi_identifiers => '{age,day}', subject => '{person}', privacy => ARRAY[k_anonymity(6)], seed => 1, target => 'stays');
SELECT generalize_table('visits', 6, sensitive => '{diagnosis}', quasi_identifiers => '{age,day}', subject => '{person}', seed => 1, target => 'spans');
SELECT promise('{stays,spans}', '{"l": 2, "privacy": [{"model": "alpha_k_anonymity", "parameters": {"alpha": 0.75, "k": 6}}]}');
SELECT release, requirement, holds, worst_case ->> 'value' AS value FROM unnest('{stays,spans}'::text[]) release, judged(release::regclass);
SELECT promise('{stays,spans}', '{"harmless": {"diagnosis": ["J06"]}}');
SELECT release, requirement, holds, CASE WHEN requirement ~ 'harmless' THEN concat(achieved, worst_case) END FROM unnest('{stays,spans}'::text[]) release, judged(release::regclass);
SELECT release, tuples, max_probability <= 0.5 AS bounded FROM unnest('{stays,spans}'::text[]) release, disclosure(release::regclass);

-- Fragments, whose class is the attribute.
SELECT fragment_table('ward', 6, 'icd', sensitive => '{icd}', identifiers => '{id}', seed => 1, target => 'parts');
SELECT promise('{parts_1}', '{"privacy": [{"model": "alpha_k_anonymity", "parameters": {"alpha": 0.34, "k": 2}}]}');
SELECT requirement, holds FROM judged('parts_1') WHERE requirement ~ 'alpha|harmless';
SELECT promise('{parts_1}', '{"harmless": {"icd": ["J06", null]}}');
SELECT requirement, achieved, holds FROM judged('parts_1') WHERE requirement ~ 'alpha|harmless';

-- Guesses of harmless values are counted apart, for the same people at every place.
SELECT release, attribute, persons, guessed_right > 0.1 AS some_right, bound, baseline IS NULL AS no_baseline
FROM unnest('{joined,counted,parted,classes,stays,spans,parts_1}'::text[]) release, audit_inference(release::regclass, seed => 1);
SELECT round(a.guessed_right * a.persons) = count(*) FILTER (WHERE g.guess_is_right) AS as_person_by_person, bool_or(g.guess_is_right AND (w.icd IS NULL OR w.icd = 'J06')) AS harmless,
    count(*) AS persons, bool_or(g.guess IN ('J06', 'NULL')) AS harmless_guess
FROM audit_inference('joined', seed => 1) a, audit_inference('joined', seed => 1, persons => true) g JOIN ward w ON w.id = (g.person ->> 'id')::integer
WHERE a.attribute = 'disease' GROUP BY a.guessed_right, a.persons;
SELECT attribute, control IS NULL AS no_control FROM audit_inference('joined', seed => 1, outsiders => 'ward');
SELECT audit, attribute, finding ~ 'Of people with harmless values, \d+% are guessed right\.$' AS said FROM audit('joined', seconds => NULL, seed => 1) WHERE attribute IS NOT NULL AND audit = 'audit_inference' AND attribute = 'icd';
SELECT (SELECT max(guessed_right) > 0.5 FROM audit_inference('joined', seed => 1)) AS apart, microdata.figure_of('audit_inference', 'guessed_right', 'joined', 1) < 0.5 AS left_out;

-- Guesses that are made part by part, because memory has no room for all, are counted alike.
CREATE TABLE crowd AS SELECT i AS id, 20 + i * 7919 % 31 AS age, 'z' || i * 31 % 4 AS zip, CASE i * 613 % 10 WHEN 0 THEN NULL WHEN 1 THEN 'C' || i * 104729 % 13 ELSE 'J06' END AS diagnosis
FROM generate_series(1, 6000) i;
SELECT slice_table('crowd', l => 1, groups => '{"age, zip", diagnosis}', quasi_identifiers => '{age,zip}', sensitive => '{diagnosis}', identifiers => '{id}', privacy => ARRAY[k_anonymity(6)], regions => 8, seed => 1, target => 'crowded');
SELECT promise('{crowded}', '{"l": 3, "harmless": {"diagnosis": ["J06", null]}}');
CREATE TEMP TABLE at_once AS SELECT attribute, persons, guessed_right, calibration_error FROM audit_inference('crowded', seed => 1, outsiders => 'crowd');
SET pg_microdata.memory_limit = '1MB';
SELECT a.attribute, a.persons BETWEEN 0.9 * b.persons AND b.persons AS persons, abs(a.guessed_right - b.guessed_right) < 0.05 AS alike, abs(a.calibration_error - b.calibration_error) < 0.02 AS calibrated, a.control > 0.1 AS control
FROM audit_inference('crowded', seed => 1, outsiders => 'crowd') a JOIN at_once b USING (attribute) ORDER BY attribute COLLATE "C";
RESET pg_microdata.memory_limit;
DROP SCHEMA regress_judged CASCADE;

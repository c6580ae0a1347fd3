-- What an attacker concludes from persons with several rows who were not split.
-- Rooms: src/core src/postgres/audits src/postgres/inspection
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA uncut;
SET search_path = uncut, public;
-- 256 wards of six persons with two visits each: two persons who are alike, and four who are. Two of six have HIV, and each
-- has a disease of its own. The two are split off from the four unless both have it.
CREATE TABLE wards AS
SELECT i AS person, i / 6 * 10 + (i % 6 >= 2)::integer AS place, n AS visit,
       CASE WHEN n = 1 AND row_number() OVER (PARTITION BY n, i / 6 ORDER BY md5('ward' || i)) <= 2 THEN 'hiv' ELSE 'd' || i END AS disease
FROM generate_series(0, 1535) i, generate_series(1, 2) n;
SELECT FROM declare_roles('wards', sensitive => '{disease}', subject => '{person}', insensitive => '{visit}');
SELECT generalize_table('wards', 2, 2, seed => 1, target => 'classes');
SELECT generalize_table('wards', 2, 2, strict => false, cuts => 'oblivious', seed => 1, target => 'oblivious');
SELECT attribute, regions > 50 AS regions, telling > 10 AS telling, persons > 20 AS persons, guessed_right, round(believed::numeric, 2) AS believed, round(share::numeric, 3) AS share, bound, z > 5 AS told
FROM audit_minimality('classes', seed => 1);
SELECT telling, z IS NULL OR z < 3 AS not_told FROM audit_minimality('oblivious', seed => 1);
-- Where everybody is known to be in one bucket, guesses are made; with oblivious cuts they are right by chance.
CREATE TABLE many AS SELECT i AS person, i AS place, n AS visit, CASE WHEN n = 1 AND md5('hiv' || i) < '6' THEN 'hiv' ELSE 'd' || (i + 7 * n) % 30 END AS disease
FROM generate_series(1, 3000) i, generate_series(1, 2) n;
SELECT slice_table('many', 1, 2.2, sensitive => '{disease}', subject => '{person}', insensitive => '{visit}', seed => 1, target => 'sliced');
SELECT bucketize_table('many', 2.2, sensitive => '{disease}', subject => '{person}', insensitive => '{visit}', seed => 1, target => 'apart', format => 'tables');
SELECT bucketize_table('many', 2.2, cuts => 'oblivious', sensitive => '{disease}', subject => '{person}', insensitive => '{visit}', seed => 1, target => 'bucketized');
SELECT r, persons > 100 AS guessed, abs(z) < 4 AS by_chance, abs(guessed_right - believed) < 0.1 AS as_believed, low < guessed_right AND guessed_right < high AS within
FROM unnest('{sliced,apart,bucketized}'::text[]) WITH ORDINALITY u (r, n), audit_minimality(r::regclass, seed => 1) ORDER BY n;

-- With other values in the source the attacker believes the same.
CREATE TEMP TABLE before AS SELECT * FROM audit_minimality('classes', seed => 1);
BEGIN;
UPDATE wards SET disease = 'new' || person;
SELECT a.regions = b.regions AND a.telling = b.telling AND a.persons = b.persons AND a.believed = b.believed AS believed_alike, a.guessed_right
FROM audit_minimality('classes', seed => 1) a, before b;
ROLLBACK;
-- A harmless value is neither guessed nor the reason.
SELECT generalize_table('wards', 2, 2, harmless => '{"disease": ["hiv"]}', seed => 1, target => 'harmless');
SELECT telling FROM audit_minimality('harmless', seed => 1);
CREATE TABLE single AS SELECT place, disease FROM wards WHERE visit = 1;
SELECT slice_table('single', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, strict => true, seed => 1, target => 'rows');
SELECT slice_table('single', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, strict => true, harmless => '{"disease": ["hiv"]}', seed => 1, target => 'harmless_rows');
SELECT r, telling FROM unnest('{rows,harmless_rows}'::text[]) r, audit_minimality(r::regclass, seed => 1) ORDER BY 1;

-- Outsiders and a control. audit() includes the attack.
CREATE TABLE others AS SELECT person + 10000 AS person, place, visit, disease FROM wards;
SELECT control > 0.9 AS alike, risk IS NOT NULL AS judged FROM audit_minimality('classes', seed => 1, outsiders => 'others');
SELECT control BETWEEN 0 AND 1 AS controlled FROM audit_minimality('classes', seed => 1, control => 0.2);
SELECT audit, finding IS NOT NULL AS said FROM audit('classes', seconds => NULL, seed => 1) WHERE audit = 'audit_minimality';
SELECT generalize_table('wards', 2, seed => 1, target => 'without');
\set VERBOSITY default
SELECT * FROM audit_minimality('without');
DROP SCHEMA uncut CASCADE;

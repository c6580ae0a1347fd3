-- What generalized attributes are published as: types that do not depend on the data, and values as they are.
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE TYPE mood AS ENUM ('sad', 'calm', 'glad');
CREATE DOMAIN grade AS varchar(10) CHECK (value <> '');
CREATE TABLE typed (id integer PRIMARY KEY, sex text, age integer, mood mood, fits boolean, house inet, born date, about jsonb, graded grade,
                    ward char(6), at time, code uuid, disease text);
INSERT INTO typed
SELECT i, CASE WHEN i <= 30 THEN 'Male' ELSE 'Female' END, 20 + i % 3, (enum_range(NULL::mood))[1 + i / 21], i > 30,
       ('10.0.0.' || i / 31)::inet, date '2000-01-01' + i / 31, CASE WHEN i <= 30 THEN '{"a": 1}' ELSE '"b"' END::jsonb,
       CASE WHEN i <= 30 THEN 'low' ELSE 'high' END, CASE WHEN i <= 30 THEN 'A' ELSE 'B' END, '12:00'::time + i / 31 * interval '1 hour',
       ('00000000-0000-0000-0000-00000000000' || i / 31)::uuid, (ARRAY['flu', 'cold', 'gout'])[1 + i % 3]
FROM generate_series(1, 60) i;
\set ECHO all

-- Types are those of generalized values, whatever k is and whether or not a class has several.
SELECT generalize_table('typed', 1, sensitive => '{disease}', target => 'typed_1', seed => 1);
SELECT generalize_table('typed', 20, 2, sensitive => '{disease}', target => 'typed_20', seed => 1);
SELECT generalize_table('typed', 60, sensitive => '{disease}', target => 'typed_60', seed => 1);
SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, count(*) AS of_releases
FROM pg_attribute a WHERE a.attrelid = ANY ('{typed_1,typed_20,typed_60}'::regclass[]) AND a.attnum > 0 GROUP BY 1, 2 ORDER BY min(a.attnum);
SELECT bool_and(generalized) AS generalized, count(*) FROM microdata.release_columns WHERE relation = 'typed_1'::regclass AND role = 'quasi-identifier';
SELECT bool_and(generalized) AS generalized, count(*) FROM microdata.release_columns WHERE relation = 'typed_60'::regclass AND role = 'quasi-identifier';
-- One value is its text, which what is asked for finds; several are a list.
SELECT DISTINCT sex, fits, house, born, about, graded, ward || '.' AS ward, at, code FROM typed_20 ORDER BY 1;
SELECT count(*) FROM typed_20 WHERE sex = 'Male' AND house = '10.0.0.0' AND graded = 'low' AND ward = 'A' AND fits = 'f' AND born @> date '2000-01-01';
SELECT DISTINCT mood, mood::text[] <@ '{sad,calm,glad}' AS castable FROM typed_20 WHERE mood LIKE '{%' ORDER BY 1;
SELECT count(*) FROM typed_20 WHERE age = 20;
SELECT DISTINCT sex, mood, about FROM typed_60;
SELECT r.release, bool_and(v.holds) AS holds FROM unnest('{typed_1,typed_20,typed_60}'::text[]) r (release), verify_release(r.release::regclass) v GROUP BY 1 ORDER BY 1;
SELECT estimate_count('typed_20', '{"sex": "Male", "ward": "A", "graded": "low"}') AS men, estimate_count('typed_20', '{"house": "10.0.0.1", "fits": false}') AS none,
       estimate_count('typed_20', '{"about": "{\"a\": 1}"}') AS about, estimate_count('typed_1', '{"age": 21}') AS aged, estimate_count('typed_60', '{"mood": "sad"}') AS moody;

-- Texts that would be taken for something else stand within braces; what only looks odd does not.
CREATE TABLE words (id integer PRIMARY KEY, word text, said text);
INSERT INTO words SELECT i, (ARRAY['*', '{a,b}', '{*}', '{"*"}', '{', 'NULL', '', ' {a', '"q"', 'a,b', E'back\\slash', NULL, '[1,2]'])[1 + i / 4], (ARRAY['x', 'y'])[1 + i % 2] FROM generate_series(0, 51) i;
SELECT generalize_table('words', 4, sensitive => '{said}', target => 'words_4', seed => 1);
SELECT word, count(*) FROM words_4 GROUP BY 1 ORDER BY word COLLATE "C";
SELECT requirement, achieved, holds FROM verify_release('words_4');
SELECT sum(estimate_count('words_4', jsonb_build_object('word', o.word))) / 4 AS each, count(*) AS words FROM (SELECT DISTINCT word FROM words) o;
SELECT generalize_table('words', 10, sensitive => '{said}', target => 'words_10', seed => 1);
SELECT bool_and(holds) AS holds FROM verify_release('words_10');
SELECT estimate_count('words_10', '{"word": null}') > 0 AS nulls;
SELECT slice_table('words', 2, 2, sensitive => '{said}', k => 4, target => 'words_sliced', seed => 1);
SELECT bool_and(holds) AS holds FROM verify_release('words_sliced');
SELECT count(*) FROM words_sliced WHERE word IS NULL;
-- Another spelling of a value is the value; another value in its place is found.
UPDATE words_4 SET word = '{"*"}' WHERE word = '{*}';
SELECT requirement, achieved, holds FROM verify_release('words_4') WHERE NOT holds;
UPDATE words_4 SET word = '{*}' WHERE word = '{"*"}';
UPDATE words_4 SET word = 'a' WHERE word = '';
SELECT requirement, achieved, holds FROM verify_release('words_4') WHERE NOT holds;

-- A label that reads like a value of another is refused; values are no list.
CREATE TABLE kinds (level0 text, level1 text, level2 text);
INSERT INTO kinds VALUES ('gov', 'gov', '*'), ('state', 'gov', '*'), ('firm', 'private', '*'), ('self', 'private', '*');
SELECT FROM create_hierarchy('kinds', 'kinds');
UPDATE kinds SET level1 = 'public' WHERE level1 = 'gov';
SELECT FROM create_hierarchy('kinds', 'kinds');
CREATE TABLE workers (id integer PRIMARY KEY, work text, age integer);
INSERT INTO workers SELECT i, (ARRAY['gov', 'state', 'firm', 'self'])[1 + i % 4], 30 FROM generate_series(1, 40) i;
SELECT generalize_table('workers', 5, hierarchies => '{"work": "kinds"}', target => 'workers_5');
SELECT DISTINCT work, age FROM workers_5 ORDER BY 1;
SELECT bool_and(holds) AS holds FROM verify_release('workers_5');
SELECT generalize_table('workers', 5, recoding => 'cell', target => 'workers_cell');
SELECT DISTINCT work, age, pg_typeof(age) AS type FROM workers_cell ORDER BY 1;
SELECT bool_and(holds) AS holds FROM verify_release('workers_cell');

-- A release as it was made until 0.7.0: one value within braces, and types of the source where nothing was generalized.
CREATE TABLE patients (id integer PRIMARY KEY, sex text, age integer, zip integer, disease text);
INSERT INTO patients
SELECT i, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 30, 100 + i % 37, (ARRAY['flu', 'cold', 'gout'])[1 + i % 3] FROM generate_series(1, 120) i;
SELECT generalize_table('patients', 4, 2, sensitive => '{disease}', seed => 1);
\set ECHO none
CREATE FUNCTION figures(relation regclass) RETURNS TABLE (what text, figure text) LANGUAGE sql AS $$
    SELECT 'verified', string_agg(v::text, ' ' ORDER BY v.requirement) FROM verify_release(relation) v
    UNION ALL SELECT 'disclosure', d::text FROM disclosure(relation) d
    UNION ALL SELECT 'loss', microdata.information_loss(relation, m)::numeric(20, 10)::text FROM unnest('{width,values,entropy}'::text[]) m
    UNION ALL SELECT 'count', estimate_count(relation, p::jsonb)::numeric(20, 10)::text
        FROM unnest(ARRAY['{"sex": "F"}', '{"age": 30}', '{"age": {"between": [29, 40]}, "zip": 120}', '{"disease": "flu", "sex": "M"}']) p
    UNION ALL SELECT 'audit', a::text FROM audit_inference(relation, seed => 1) a
$$;
\set ECHO all
CREATE TABLE now_read AS SELECT row_number() OVER () AS n, f.* FROM figures('patients_generalized') f;
ALTER TABLE patients_generalized ALTER age TYPE integer USING lower(age), ALTER sex TYPE text USING CASE WHEN sex ~ '^[{*]' THEN sex ELSE '{' || sex || '}' END;
UPDATE microdata.release_column_record SET generalized = false WHERE relation = 'patients_generalized'::regclass
    AND attnum = (SELECT attnum FROM pg_attribute WHERE attrelid = 'patients_generalized'::regclass AND attname = 'age');
SELECT pg_typeof(age) AS age, sex FROM patients_generalized WHERE sex <> '*' GROUP BY 1, 2 ORDER BY 2;
SELECT n.what, n.figure AS is_now, f.figure AS was
FROM now_read n JOIN (SELECT row_number() OVER () AS n, * FROM figures('patients_generalized') f) f USING (n) WHERE n.figure IS DISTINCT FROM f.figure;
SELECT count(*) AS compared, bool_and(figure NOT LIKE '%,f,%') AS verified FROM now_read;

-- Values that are not finite are counted where they are: NaN is the largest number.
CREATE TABLE extremes AS SELECT CASE i % 8 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' ELSE i::float8 END AS level,
    CASE i % 8 WHEN 0 THEN 'NaN' ELSE i::numeric END AS charge, CASE i % 4 WHEN 0 THEN 'infinity' ELSE date '2020-01-01' + i END AS until, 's' || i % 7 AS secret FROM generate_series(1, 800) i;
CREATE VIEW asked_extremes AS SELECT * FROM (VALUES
    ('{"level": "NaN"}'::jsonb, $$level = 'NaN'$$), ('{"level": "Infinity"}', $$level = 'Infinity'$$), ('{"level": ["-Infinity"]}', $$level = '-Infinity'$$),
    ('{"level": {"between": ["-Infinity", "Infinity"]}}', $$level <= 'Infinity'$$), ('{"level": {"between": [500, null]}}', 'level >= 500'), ('{"level": {"between": [null, 500]}}', 'level <= 500'),
    ('{"level": {"between": [1, 800]}}', 'level BETWEEN 1 AND 800'), ('{"level": {"between": ["NaN", "NaN"]}}', $$level = 'NaN'$$), ('{"charge": "NaN"}', $$charge = 'NaN'$$),
    ('{"charge": {"between": [1, 10000]}}', 'charge BETWEEN 1 AND 10000'), ('{"until": "infinity"}', $$until = 'infinity'$$), ('{"until": {"between": ["2021-01-01", "2021-12-31"]}}',
    $$until BETWEEN '2021-01-01' AND '2021-12-31'$$), ('{"until": {"between": ["2021-01-01", null]}}', $$until >= '2021-01-01'$$)) v (predicate, condition);
SET client_min_messages = error;
SELECT generalize_table('extremes', k, sensitive => '{secret}', quasi_identifiers => ARRAY[a], identifiers => array_remove('{level,charge,until}', a), target => concat_ws('_', 'extremes', a, k), seed => 1)
FROM unnest('{level,charge,until}'::text[]) a, unnest('{3,45}'::integer[]) k;
RESET client_min_messages;
SELECT k, a.predicate, estimate_count(format('extremes_%s_%s', (SELECT jsonb_object_keys(a.predicate)), k), a.predicate)::integer AS estimate,
       (xpath('//n/text()', query_to_xml('SELECT count(*) AS n FROM extremes WHERE ' || a.condition, false, true, '')))[1] AS exact
FROM unnest('{3,45}'::integer[]) k, asked_extremes a;

-- Fragments.
SELECT * FROM fragment_table('patients', 4, 'disease', target => 'pieces', seed => 1);
SELECT a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
WHERE a.attrelid = ANY ('{pieces_1,pieces_2}'::regclass[]) AND a.attnum > 0 ORDER BY 1, 2;
SELECT bool_and(holds) AS holds FROM verify_release('pieces_1');
SELECT microdata.information_loss('pieces_1', m) BETWEEN 0 AND 1 AS measured FROM unnest('{width,values,entropy}'::text[]) m;

\set ECHO none
DROP TABLE typed_1, typed_20, typed_60, typed, words_4, words_10, words_sliced, words, workers_5, workers_cell, workers, kinds, patients_generalized, patients, now_read, pieces_1, pieces_2, extremes_level_3, extremes_level_45, extremes_charge_3, extremes_charge_45, extremes_until_3, extremes_until_45;
DROP VIEW asked_extremes;
DROP TABLE extremes;
SELECT FROM drop_hierarchy('kinds');
DROP FUNCTION figures;
DROP DOMAIN grade;
DROP TYPE mood;

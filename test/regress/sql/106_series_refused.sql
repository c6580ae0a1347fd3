-- What the first edition of a series would be refused for is refused when the series is created.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_founder;
CREATE SCHEMA regress_founded AUTHORIZATION regress_founder;
SET search_path = regress_founded, public;
SET ROLE regress_founder;
CREATE TABLE visits (id integer, age integer, sex text, visited date, disease text, note text);
INSERT INTO visits SELECT i, 20 + i % 7, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, date '2026-01-01' + j * 31 % 7, 'v' || (i + j) % 8, 'n'
FROM generate_series(1, 48) i, generate_series(0, i % 3) j;
CREATE TABLE patients AS SELECT DISTINCT ON (id) * FROM visits ORDER BY id;
CREATE TABLE documents AS SELECT *, '{}'::json AS doc, point(1, id) AS place, xmlelement(name a) AS x FROM patients;
CREATE TABLE empty (LIKE patients);
CREATE TABLE labelled AS SELECT id, age, disease, 'label of ' || disease AS label FROM patients;
CREATE TABLE nameless AS SELECT NULLIF(id, 7) AS id, age, disease FROM patients;
CREATE TABLE taken_1 (i integer);
CREATE TABLE sexes AS SELECT 'F' AS level0, '*' AS level1;
RESET ROLE;
SELECT FROM create_hierarchy('regress_sexes', 'sexes');
SELECT FROM grant_hierarchy('regress_sexes', 'public');
SET ROLE regress_founder;
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN SQLSTATE || ' ' || SQLERRM || CASE hint WHEN '' THEN '' ELSE ' HINT: ' || hint END;
END$$;
-- The answers of both calls. The series and its edition are undone.
CREATE FUNCTION begun(source text, method text, arguments text, subject text, independent boolean) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    created text;
    published text;
BEGIN
    created := answer(format('SELECT create_series(''s'', %L, %L, %L%s%s)', source, method, arguments, ', subject => ' || quote_literal(subject),
                             CASE WHEN independent THEN ', independent => true' ELSE ', m => 3' END));
    IF created = 'done' THEN
        published := answer('SELECT publish_series(''s'')');
        RAISE SQLSTATE 'UNDO0';
    END IF;
    RETURN ARRAY[created, published];
EXCEPTION WHEN SQLSTATE 'UNDO0' THEN
    RETURN ARRAY[created, published];
END$$;
CREATE TABLE calls (n integer GENERATED ALWAYS AS IDENTITY, source text, method text, arguments text, subject text, independent boolean, answers text[]);
INSERT INTO calls (source, method, arguments, subject, independent) VALUES
 ('visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{id}', false),
 ('visits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', false),
 ('visits', 'slicing', '{"sensitive": ["disease"]}', '{id}', false),
 ('visits', 'generalization', '{"sensitive": ["disease"]}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "format": "tables"}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "target": "patients"}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "target": "nowhere.p"}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["age", "sex", "visited", "note"]}', '{id}', false),
 ('empty', 'bucketization', '{"sensitive": ["disease"]}', '{id}', false),
 ('documents', 'bucketization', '{"sensitive": ["disease"]}', '{id}', false),
 ('documents', 'slicing', '{"sensitive": ["disease"]}', '{id}', false),
 ('documents', 'generalization', '{"sensitive": ["disease"]}', '{id}', false),
 ('documents', 'bucketization', '{"sensitive": ["place"]}', '{id}', false),
 ('documents', 'bucketization', '{"sensitive": ["doc"]}', '{id}', false),
 ('documents', 'bucketization', '{"sensitive": ["x"]}', '{id}', false),
 ('documents', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["doc", "x"]}', '{id}', false),
 ('patients', 'generalization', '{"sensitive": ["disease"], "hierarchies": {"disease": "h"}}', '{id}', false),
 ('patients', 'generalization', '{"sensitive": ["disease"], "hierarchies": {"sex": "nothing"}}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"]}', '{age}', false),
 ('patients', 'bucketization', '{"sensitive": ["id"]}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"]}', NULL, true),
 ('patients', 'bucketization', '{"l": 3}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 0}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "format": "columns"}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "suppress": 7}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "privacy": ["k_anonymity"]}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "identifiers": ["id", "age", "sex", "visited", "note"]}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "cuts": "oblivious", "suppress": 0.1}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "partitions": ["patients"]}', NULL, true),
 ('visits', 'bucketization', '{"sensitive": ["disease"], "l": 3, "format": "anatomy"}', '{id}', true),
 ('visits', 'bucketization', '{"sensitive": ["disease"], "l": 2, "cuts": "oblivious", "suppress": 0.1}', '{id}', true),
 ('patients', 'slicing', '{"sensitive": ["disease"], "l": 3, "groups": ["age, disease"]}', NULL, true),
 ('patients', 'slicing', '{"sensitive": ["disease"], "l": 3, "columns": 2, "groups": ["age, disease"]}', NULL, true),
 ('patients', 'slicing', '{"sensitive": ["disease"], "l": 3, "columns": 0}', NULL, true),
 ('patients', 'generalization', '{"sensitive": ["disease"], "k": 3, "recoding": "what"}', NULL, true),
 ('patients', 'generalization', '{"sensitive": ["disease"], "k": 3, "hierarchies": {"sex": "nothing"}}', NULL, true),
 ('patients', 'generalization', '{"sensitive": ["disease"], "k": 3, "recoding": "full-domain"}', NULL, true),
 ('visits', 'generalization', '{"sensitive": ["disease"], "k": 3, "recoding": "full-domain"}', '{id}', true),
 ('patients', 'gnf', '{}', NULL, true),
 ('patients', 'fragmentation', '{}', NULL, true),
 ('patients', 'fragmentation', '{"sensitive": ["disease"], "k": 2, "l": 2, "class": "what"}', NULL, true),
 ('documents', 'bucketization', '{"sensitive": ["disease"], "l": 3}', NULL, true),
 ('empty', 'bucketization', '{"sensitive": ["disease"], "l": 3}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "harmless": {"age": [20]}}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "seed": 5}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "regions": -1}', NULL, true),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "target": "taken"}', '{id}', false),
 ('patients', 'bucketization', '{"sensitive": ["disease"], "l": 3, "target": "taken"}', NULL, true),
 ('patients', 'generalization', '{"sensitive": ["disease"], "hierarchies": {"sex": "regress_sexes"}}', '{id}', false),
 ('patients', 'generalization', '{"sensitive": ["disease"], "k": 3, "hierarchies": {"sex": "regress_sexes"}}', NULL, true),
 ('labelled', 'slicing', '{"sensitive": ["disease"]}', '{id}', false),
 ('labelled', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 3, "identifiers": ["id"]}', NULL, true),
 ('visits', 'gnf', '{"rules": ["age -> disease"], "l": 2}', '{id}', true),
 ('visits', 'fragmentation', '{"k": 2, "class": "disease"}', '{id}', true),
 ('patients', 'gnf', '{"rules": ["age -> nothing"], "l": 2}', NULL, true),
 ('visits', 'slicing', '{"sensitive": ["disease"], "l": 2, "columns": 2, "cuts": "correlation"}', '{id}', true),
 ('visits', 'generalization', '{"sensitive": ["disease"], "k": 3}', '{id}', true),
 ('patients', 'bucketization', '{"sensitive": ["disease", "note"]}', '{id}', false),
 ('nameless', 'bucketization', '{"sensitive": ["disease"]}', '{id}', false),
 ('nameless', 'bucketization', '{"sensitive": ["disease"], "l": 3}', '{id}', true);
UPDATE calls SET answers = begun(source, method, arguments, subject, independent);
\set ECHO all
-- Nothing is left to the first edition, but that there are no rows yet.
SELECT source, method, arguments, independent, answers[2] FROM calls WHERE answers[1] = 'done' AND answers[2] <> 'done' ORDER BY n;
-- What is refused, and why.
SELECT source, method, arguments, independent, answers[1] FROM calls WHERE answers[1] <> 'done' ORDER BY n;
-- Refused series leave nothing, and what HINTs name works.
SELECT count(*) FROM microdata.series WHERE series = 's';
SELECT begun('visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing", "identifiers": ["visited"]}', '{id}', false);
SELECT begun('visits', 'bucketization', '{"sensitive": ["disease"], "l": 2}', '{id}', true);
-- Bounds and names are tried, too.
CREATE TABLE taken_view_expected (i integer);
CREATE TYPE taken_type_1 AS ENUM ('a');
CREATE TABLE mixed AS SELECT i AS id, i % 40 AS age, 'd' || abs(hashint4(i) % 5) AS disease FROM generate_series(1, 400) i;
SELECT FROM create_series('t', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 9);
SELECT FROM create_series('t', 'patients', 'bucketization', '{"sensitive": ["disease"], "l": 9}', independent => true);
SELECT FROM create_series('t', 'patients', 'bucketization', '{"sensitive": ["disease"], "target": "pg_catalog.t"}', '{id}', 3);
SELECT FROM create_series('t', 'patients', 'bucketization', '{"sensitive": ["disease"], "target": "taken_type"}', '{id}', 3);
SELECT FROM create_series('t', 'mixed', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'taken_view');
SELECT FROM create_series('s', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT FROM create_series('s', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT FROM alter_series('s', m => 9);
SELECT FROM publish_series('s');
SELECT FROM alter_series('s', m => 9);
SELECT FROM drop_series('s');
SELECT FROM drop_release('s_1');
-- A series that begins anew is refused as one that is created, and stays as it is.
SELECT FROM create_series('s', 'patients', 'bucketization', '{"sensitive": ["disease"], "quasi_identifiers": ["age", "sex", "visited", "note"]}', '{id}', 3);
SELECT FROM publish_series('s');
INSERT INTO patients SELECT * FROM visits WHERE id = 2 AND visited > '2026-01-01';
SELECT FROM alter_series('s', m => 2);
SELECT m, editions FROM (SELECT m, (SELECT count(*) FROM microdata.editions e WHERE e.series = s.series) AS editions FROM microdata.series s WHERE series = 's') t;
-- Warnings are given once.
RESET client_min_messages;
CREATE TABLE named AS SELECT i AS id, 'member ' || i AS name, i % 50 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 100) i;
SELECT FROM create_series('warned', 'named', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT persons FROM publish_series('warned');
\set ECHO none
SET client_min_messages = error;
SELECT FROM drop_series('s');
SELECT FROM drop_series('warned');
RESET ROLE;
SELECT FROM drop_hierarchy('regress_sexes');
DROP SCHEMA regress_founded CASCADE;
DROP ROLE regress_founder;

-- Series: the same persons published again, and nobody given away by the second edition.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'warn';
CREATE ROLE regress_editor;
CREATE ROLE regress_outsider;
CREATE SCHEMA regress_series;
GRANT ALL ON SCHEMA regress_series TO PUBLIC;
SET search_path = regress_series, public;
SET ROLE regress_editor;
CREATE TABLE patients (id integer, age integer, sex text, note text, disease text);
INSERT INTO patients SELECT i, 20 + i % 40, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'n' || i, 'd' || i % 6 FROM generate_series(1, 120) i;
\set ECHO all

-- Refused calls: the arguments, the state and the message.
\set ECHO none
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END$$;
SELECT a, answer('SELECT create_series(' || a || ')') FROM unnest(ARRAY[
    $$'s', 'patients', 'fragmentation', '{"sensitive": ["disease"]}', '{id}', 3$$,
    $$'s', 'patients', 'shuffling', '{"sensitive": ["disease"]}', '{id}', 3$$,
    $$'s', 'patients', 'bucketization', '{"sensitive": ["disease", "note"]}', '{id}', 3$$,
    $$'s', 'patients', 'bucketization', '{"sensitive": ["disease"]}', NULL, 3$$,
    $$'s', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 1$$,
    $$'s', 'patients', 'bucketization', '{"sensitive": {"disease": 1}}', '{id}', 3$$,
    $$'s', 'patients', 'bucketization', '{"suppress": 0.1}', '{id}', 3$$,
    $$'s', 'patients', 'bucketization', '[]', '{id}', 3$$,
    $$'s', 'patients', 'bucketization', '{"sensitive": ["disease"], "format": "wide"}', '{id}', 3$$,
    $$'', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3$$]) a;
\set ECHO all
\set VERBOSITY terse
SELECT publish_series('s');
SELECT drop_series('s');
SELECT FROM create_series('s', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["note"]}', '{id}', 7);
\set VERBOSITY default

SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["note"]}', '{id}', 3);
SELECT FROM create_series('lab', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["note"], "format": "anatomy", "target": "regress_series.lab"}', '{id}', 3);
\set VERBOSITY terse
SELECT create_series('lab', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["note"]}', '{id}', 3);
\set VERBOSITY default
SELECT series, source, source_name, method, arguments, m, subject, sensitive, editions FROM microdata.series ORDER BY series;
SELECT * FROM publish_series('ward');
SELECT count(*), count(age), count(disease) FROM ward_1;
SELECT count(*), bool_and(holds IS TRUE), string_agg(requirement || ' ' || achieved, '; ') FROM verify_release('ward_1');
-- What everybody's bucket shows, by the attributes that tell persons apart here.
CREATE TABLE seen (edition integer, id integer, shown text);
\set ECHO none
CREATE FUNCTION see(edition integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('INSERT INTO seen SELECT %s, p.id, b.shown FROM %I r JOIN patients p ON p.age = r.age AND p.sex = r.sex
        JOIN (SELECT bucket, string_agg(disease, '','' ORDER BY disease) FROM %2$I GROUP BY bucket) b (bucket, shown) USING (bucket)', edition, 'ward_' || edition);
END$$;
\set ECHO all
UPDATE patients SET age = id;
SELECT FROM drop_release('ward_1');
SELECT FROM drop_series('ward');
SELECT count(*) FROM microdata.editions WHERE series = 'ward';
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["note"]}', '{id}', 3);
-- Another series is another release to compare with, the series' own editions are not.
SELECT persons, counterfeits, waiting, withheld FROM publish_series('ward');
SELECT FROM see(1);
RESET ROLE; SET pg_microdata.republish = 'allow'; SET ROLE regress_editor;

SET client_min_messages = error;
SELECT edition, relations, persons + waiting + withheld = (SELECT count(*) FROM patients) AS accounted FROM publish_series('lab');
SET client_min_messages = warning;
-- Who leaves, comes, comes back, or changes.
DELETE FROM patients WHERE id BETWEEN 1 AND 10;
INSERT INTO patients SELECT i, i, 'F', 'n' || i, 'd' || i % 6 FROM generate_series(201, 212) i;
SELECT edition, relations, persons, counterfeits >= 0 AS counted, waiting, withheld FROM publish_series('ward');
SELECT FROM see(2);
INSERT INTO patients SELECT i, i, 'M', 'n' || i, 'd' || i % 6 FROM generate_series(1, 5) i;
INSERT INTO patients SELECT i, i, 'F', 'n' || i, 'd0' FROM generate_series(301, 340) i;
UPDATE patients SET disease = 'new' WHERE id IN (20, 21);
SELECT edition, relations, persons + waiting + withheld = (SELECT count(*) FROM patients) AS accounted, waiting > 0 AS waiting, withheld FROM publish_series('ward');
SELECT FROM see(3);
-- Whoever was withheld once stays so.
UPDATE patients SET disease = 'd' || id % 6 WHERE id IN (20, 21);
DELETE FROM patients WHERE id = 1;
SELECT edition, relations, persons + waiting + withheld = (SELECT count(*) FROM patients) AS accounted, withheld FROM publish_series('ward');
SELECT FROM see(4);
SELECT count(*), bool_and(r.suppressed_rows = e.waiting + e.withheld) FROM microdata.editions e JOIN microdata.releases r USING (release_id) WHERE e.series = 'ward';
SELECT count(DISTINCT edition), max(signatures) FROM (SELECT id, count(DISTINCT shown) AS signatures, max(edition) AS edition FROM seen GROUP BY id) s;
SELECT array_agg(DISTINCT edition) FROM seen;
SELECT r.relation, v.requirement, v.holds FROM (VALUES ('ward_2'), ('ward_4')) r (relation), verify_release(r.relation::regclass) v WHERE v.holds IS NOT TRUE;
SELECT count(*) - count(age) = e.counterfeits AS counterfeits FROM ward_3 r, microdata.editions e WHERE e.series = 'ward' AND e.edition = 3 GROUP BY e.counterfeits;

-- In the anatomy format counterfeits are values without a row.
DELETE FROM patients WHERE disease = 'd2';
SELECT edition, relations, persons + waiting + withheld = (SELECT count(*) FROM patients) AS accounted, counterfeits > 0 AS counterfeits FROM publish_series('lab');
SELECT (SELECT sum(count) FROM lab_2_st) - (SELECT count(*) FROM lab_2_qit) = counterfeits AS counterfeits, abs(weight - persons) < 1e-6 AS persons
FROM microdata.editions, (SELECT sum(weight) AS weight FROM lab_2) w WHERE series = 'lab' AND edition = 2;
SELECT count(*), bool_and((holds AND bound = achieved) IS TRUE) FROM verify_release('lab_2');
SELECT max_probability, l_achieved FROM disclosure('lab_2');

-- Memory: nobody is named, and a stranger sees nothing.
RESET ROLE;
SELECT count(*) = count(DISTINCT person) AS each_once, bool_or(gone IS NOT NULL) AS gone, count(withheld) AS withheld
FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) WHERE s.name = 'ward';
SET ROLE regress_outsider;
SELECT (SELECT count(*) FROM microdata.series WHERE series IN ('ward', 'lab')) + (SELECT count(*) FROM microdata.editions WHERE series IN ('ward', 'lab'))
    AS seen;
SELECT count(*) FROM microdata.series_person_record;
\set VERBOSITY terse
SELECT publish_series('ward');
SELECT drop_series('ward');
\set VERBOSITY default
SET ROLE regress_editor;

-- A column that names persons is not published unless somebody chose its role; what is declared otherwise later is not published either.
CREATE TABLE members AS SELECT i AS id, 'member ' || i AS name, i % 50 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 100) i;
SELECT FROM create_series('club', 'members', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT persons FROM publish_series('club');
SELECT FROM declare_roles('members', quasi_identifiers => '{name}');
SELECT persons FROM publish_series('club');
SELECT FROM declare_roles('members', sensitive => '{disease}', identifiers => '{name}', quasi_identifiers => '{age}', subject => '{id}');
SELECT persons FROM publish_series('club');
SELECT FROM alter_series('club', arguments => '{"sensitive": ["disease"], "quasi_identifiers": ["name", "age"]}');
SELECT persons FROM publish_series('club');
SELECT FROM drop_release('club_2');
SELECT FROM drop_series('club');
SELECT FROM create_series('club', 'members', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT create_series(repeat('x', 48), 'members', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT create_series('other', 'members', 'bucketization', '{"quasi_identifiers": ["disease"], "identifiers": []}', '{id}', 6);
SELECT FROM create_series('other', 'members', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 6);
SELECT FROM drop_release('club_1');
DROP TABLE members;

-- Names may change, attributes and types may not.
ALTER TABLE patients RENAME disease TO illness;
SELECT subject, sensitive FROM microdata.series WHERE series = 'ward';
SELECT edition, relations FROM publish_series('ward');
\set VERBOSITY terse
INSERT INTO patients SELECT * FROM patients WHERE id = 30;
SELECT publish_series('ward');
DELETE FROM patients WHERE id = 30;
ALTER TABLE patients ALTER age TYPE numeric;
SELECT publish_series('ward');
ALTER TABLE patients DROP age;
SELECT publish_series('ward');
DROP TABLE patients;
SELECT publish_series('ward');
\set VERBOSITY default
SELECT series, source, source_name, editions FROM microdata.series ORDER BY series;
SELECT FROM drop_series('ward'); SELECT FROM drop_series('lab');
RESET ROLE;
SELECT count(*) FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) WHERE s.name IN ('ward', 'lab');
\set ECHO none
SET client_min_messages = error;
DROP SCHEMA regress_series CASCADE;
DROP ROLE regress_editor, regress_outsider;

-- The ledger: what was published once stays known.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'warn';
CREATE ROLE regress_keeper;
CREATE ROLE regress_analyst;
CREATE ROLE regress_stranger;
CREATE SCHEMA regress_ledger;
GRANT ALL ON SCHEMA regress_ledger TO PUBLIC;
SET search_path = regress_ledger, public;
SET ROLE regress_keeper;
CREATE TABLE patients (id integer PRIMARY KEY, age integer, sex text, disease text);
INSERT INTO patients SELECT i, 20 + i % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'd' || i % 4 FROM generate_series(1, 80) i;
\set ECHO all

SELECT count(*) FROM slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'weekly');
\x
SELECT release_id - min(release_id) OVER () AS release, method, source, source_name, source_number = 'patients'::regclass AS number, about, relations, attributes, parameters -> 'l' AS l,
       source_rows, published_rows, created_at <= now() AS created, created_by, readers, ended, ended_at, ended_by FROM microdata.ledger;
\x

-- A release that gives way is known, as one that is dropped is. Who may read them, now or then, is remembered.
GRANT SELECT ON weekly TO regress_analyst;
REVOKE SELECT ON weekly FROM regress_analyst;
SELECT count(*) FROM slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'weekly', replace => true);
GRANT SELECT (age) ON weekly TO PUBLIC;
SELECT FROM drop_release('weekly');
SELECT count(*) FROM bucketize_table('patients', 2, sensitive => '{disease}', identifiers => '{id}', target => 'monthly');
CREATE VIEW of_monthly AS SELECT age FROM monthly;
CREATE VIEW of_view AS SELECT age + 1 AS age FROM of_monthly;
GRANT SELECT ON of_view TO regress_stranger;
SELECT method, source, relations, readers, ended, ended_at IS NOT NULL AS at, ended_by FROM microdata.ledger ORDER BY release_id;
DROP VIEW of_monthly CASCADE;
DROP TABLE monthly CASCADE;
SELECT count(*) FROM bucketize_table('patients', 2, sensitive => '{disease}', identifiers => '{id}', target => 'private');
SELECT method, relations, readers, ended FROM microdata.ledger ORDER BY release_id;

-- It is private to the source's owner.
SET ROLE regress_analyst;
SELECT count(*) FROM microdata.ledger WHERE source_name LIKE 'regress\_ledger.%';
SELECT count(*) FROM microdata.ledger_record WHERE source_name LIKE 'regress\_ledger.%';
RESET ROLE;
ALTER TABLE regress_ledger.patients OWNER TO regress_stranger;
SET ROLE regress_stranger;
SELECT count(*) FROM microdata.ledger WHERE source_name LIKE 'regress\_ledger.%';
SET ROLE regress_keeper;
SELECT count(*) FROM microdata.ledger WHERE source_name LIKE 'regress\_ledger.%';
RESET ROLE;
ALTER TABLE regress_ledger.patients OWNER TO regress_keeper;
SET ROLE regress_keeper;

-- The same persons: a view, a view on it, a partition's parent, a table with the same persons' keys, a table of a name that is gone.
\set VERBOSITY terse
CREATE VIEW of_patients AS SELECT id, age, disease FROM patients;
CREATE MATERIALIZED VIEW adults AS SELECT * FROM of_patients WHERE age > 20;
SELECT count(*) FROM slice_table('adults', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_adults');
CREATE TABLE wards (ward integer PRIMARY KEY, name text);
INSERT INTO wards VALUES (0, 'a'), (1, 'b');
CREATE TABLE visits (visit integer, patient integer REFERENCES patients, ward integer REFERENCES wards, age integer, finding text);
INSERT INTO visits SELECT i, 1 + i % 80, i % 2, i % 30, 'f' || i % 5 FROM generate_series(1, 240) i;
CREATE TABLE payments (patient integer REFERENCES patients, amount integer, bank text);
INSERT INTO payments SELECT i, i, 'b' || i % 3 FROM generate_series(1, 80) i;
CREATE TABLE nurses (nurse integer, ward integer REFERENCES wards, age integer, pay text);
INSERT INTO nurses SELECT i, i % 2, i % 30, 'p' || i % 5 FROM generate_series(1, 60) i;
ANALYZE wards, visits, payments, nurses, patients;
RESET ROLE;
SELECT microdata.about('visits'), microdata.about('visits', '{2}'), microdata.about('payments'), microdata.about('of_patients'), microdata.about('adults');
SET ROLE regress_keeper;
SELECT FROM declare_roles('visits', subject => '{patient}', identifiers => '{visit}', sensitive => '{finding}');
SELECT FROM declare_roles('payments', identifiers => '{patient}', sensitive => '{bank}');
RESET ROLE;
SELECT microdata.about('visits'), microdata.about('payments'), microdata.about('nurses');
SET ROLE regress_keeper;
SELECT count(*) FROM slice_table('payments', 2, 2, target => 'paid');
\set VERBOSITY default
SELECT count(*) FROM slice_table('nurses', 2, 2, sensitive => '{pay}', identifiers => '{nurse}', target => 'nursing');
\set VERBOSITY terse
CREATE VIEW nursed AS SELECT n.nurse, n.age, w.name, n.pay FROM nurses n JOIN wards w USING (ward);
CREATE VIEW visited AS SELECT v.visit, v.age, w.name, v.finding FROM visits v JOIN wards w USING (ward);
-- Wards are looked up by hundreds of visits each, but by 30 nurses only.
RESET ROLE;
SELECT microdata.about('nursed'), microdata.about('visited');
SET ROLE regress_keeper;
CREATE TABLE weeks (id integer, week integer, age integer, disease text) PARTITION BY LIST (week);
CREATE TABLE week_1 PARTITION OF weeks FOR VALUES IN (1);
CREATE TABLE week_2 PARTITION OF weeks FOR VALUES IN (2);
INSERT INTO weeks SELECT i, 1 + i % 2, i, 'd' || i % 3 FROM generate_series(1, 60) i;
SELECT count(*) FROM slice_table('week_1', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'first_week');
SELECT count(*) FROM slice_table('weeks', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'both_weeks');
CREATE TABLE loaded AS SELECT * FROM week_1;
SELECT count(*) FROM slice_table('loaded', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_loaded');
DROP TABLE loaded;
SELECT method, source, source_name, about, ended FROM microdata.ledger WHERE source_name LIKE '%loaded';
CREATE TABLE loaded AS SELECT * FROM week_1;
SELECT count(*) FROM slice_table('loaded', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_loaded_again');

\set VERBOSITY default
-- An error, if so wanted, also where a release gives way.
RESET ROLE; SET pg_microdata.republish = 'error'; SET ROLE regress_keeper;
SELECT count(*) FROM slice_table('loaded', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_loaded_again', replace => true);
RESET ROLE; SET pg_microdata.republish = 'allow'; SET ROLE regress_keeper;

-- What nobody could read may be forgotten.
SELECT count(*) FROM slice_table('loaded', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'trial');
SELECT max(release_id) AS trial FROM microdata.ledger \gset
\set VERBOSITY sqlstate
SELECT microdata.forget_release(:trial, 'a trial');
SELECT FROM drop_release('trial');
SELECT microdata.forget_release(:trial, ' ');
SELECT microdata.forget_release(-1, 'nothing');
SET ROLE regress_stranger;
SELECT microdata.forget_release(:trial, 'not mine');
SET ROLE regress_keeper;
\set VERBOSITY default
SELECT FROM microdata.forget_release(:trial, 'a trial');
SELECT count(*) FROM microdata.ledger WHERE release_id = :trial;
SELECT method, source_name, forgotten_by, reason FROM microdata.forgotten_releases WHERE release_id = :trial;
DO $$DECLARE detail text; BEGIN
PERFORM microdata.forget_release((SELECT min(release_id) FROM microdata.ledger WHERE readers <> '{}' AND ended IS NOT NULL), 'of no use');
EXCEPTION WHEN object_not_in_prerequisite_state THEN GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL; RAISE WARNING '%', detail; END$$;
SET ROLE regress_stranger;
SELECT count(*) FROM microdata.forgotten_releases;
SELECT microdata.remember_release(1, NULL);
RESET ROLE;

-- Who reads in a roundabout way: by what CREATE SCHEMA makes and grants, by a table that a release becomes a partition of. What is
-- published first and attached later, and what was renamed before it was dropped. Keys of persons' keys.
RESET ROLE;
CREATE FUNCTION attempts_to_read(release name) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(reader, ' ' ORDER BY reader COLLATE "C") FROM microdata.ledger, unnest(readers) reader
    WHERE release_id = (SELECT release_id FROM microdata.releases WHERE relations[1] = release::text::regclass)
$$;
SET ROLE regress_keeper;
CREATE TABLE spare AS SELECT * FROM patients;
SELECT count(*) FROM slice_table('spare', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'spare_1');
SELECT count(*) FROM slice_table('spare', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'spare_2');
RESET ROLE;
CREATE SCHEMA regress_roundabout CREATE VIEW of_spare AS SELECT * FROM regress_ledger.spare_1 GRANT SELECT ON of_spare TO regress_stranger
    GRANT SELECT ON regress_ledger.spare_1 TO regress_analyst;
CREATE TABLE whole (LIKE spare_2) PARTITION BY LIST (bucket);
GRANT SELECT ON whole TO regress_analyst;
ALTER TABLE whole ATTACH PARTITION spare_2 DEFAULT;
SELECT attempts_to_read('spare_1'), attempts_to_read('spare_2'), has_table_privilege('regress_analyst', 'spare_1_expected', 'SELECT') AS follows;
ALTER TABLE whole DETACH PARTITION spare_2;
SET pg_microdata.republish = 'warn';
CREATE TABLE months (LIKE spare) PARTITION BY LIST (id);
ALTER TABLE months ATTACH PARTITION spare DEFAULT;
\set VERBOSITY terse
SELECT count(*) FROM slice_table('months', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_months');
ALTER TABLE months DETACH PARTITION spare;
ALTER TABLE spare RENAME TO renamed;
DROP TABLE renamed;
CREATE TABLE renamed AS SELECT * FROM patients;
SELECT count(*) FROM slice_table('renamed', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_renamed');
\set VERBOSITY default
CREATE TABLE registry (person integer PRIMARY KEY);
CREATE TABLE members (member integer PRIMARY KEY REFERENCES registry);
CREATE TABLE dues (member integer UNIQUE REFERENCES members, sum integer);
SELECT microdata.about('dues');
SET pg_microdata.republish = 'allow';
DROP FUNCTION attempts_to_read;
DROP SCHEMA regress_roundabout CASCADE;

-- An edition counts as any release: once others could read it, by the view that shows it too.
SET pg_microdata.republish = 'warn';
SET ROLE regress_keeper;
CREATE TABLE classes AS SELECT i AS id, i % 7 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 80) i;
SELECT FROM create_series('classes', 'classes', 'bucketization', '{"sensitive": "disease"}', subject => 'id', m => 3);
SELECT FROM create_series('shown', 'classes', 'bucketization', '{"sensitive": "disease"}', subject => 'id', m => 3, view => 'of_classes');
SELECT state FROM publish_series('classes');
SELECT state FROM publish_series('shown');
SELECT count(*) FROM slice_table('classes', 2, 3, sensitive => 'disease', identifiers => 'id', replace => true);
GRANT SELECT ON of_classes TO regress_stranger;
SELECT count(*) FROM slice_table('classes', 2, 3, sensitive => 'disease', identifiers => 'id', replace => true);
SELECT state FROM publish_series('shown');
SELECT relations[1], readers FROM microdata.ledger WHERE source = 'classes'::regclass AND ended IS NULL ORDER BY release_id;
SELECT count(*) FROM slice_table('classes', 2, 3, sensitive => 'disease', identifiers => 'id', replace => true);
GRANT SELECT ON classes_1 TO regress_analyst;
SELECT count(*) FROM slice_table('classes', 2, 3, sensitive => 'disease', identifiers => 'id', replace => true);
RESET ROLE;
SET pg_microdata.republish = 'allow';

-- Its end is not the end of what is known of the source: who owned it last sees it.
SET client_min_messages = error;
SELECT FROM drop_series('classes');
SELECT FROM drop_series('shown');
DROP SCHEMA regress_ledger CASCADE;
SET client_min_messages = warning;
SET ROLE regress_keeper;
SELECT source, about, ended, count(*), string_agg(DISTINCT method || ' of ' || source_name, ', ') FROM microdata.ledger WHERE source_name LIKE 'regress\_ledger.%' GROUP BY 1, 2, 3 ORDER BY 3;
SET ROLE regress_stranger;
SELECT count(*) FROM microdata.ledger WHERE source_name LIKE 'regress\_ledger.%';
\set ECHO none
RESET ROLE;
DROP ROLE regress_keeper, regress_analyst, regress_stranger;

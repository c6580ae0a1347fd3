-- Slicing the source itself.
\pset format unaligned
\pset tuples_only on
CREATE TABLE patients (name text, age integer, sex text, zipcode text, disease text, twice integer GENERATED ALWAYS AS (age * 2) STORED);
INSERT INTO patients VALUES
    ('A', 22, 'M', '47906', 'dyspepsia'), ('B', 22, 'F', '47906', 'flu'),
    ('C', 33, 'F', '47905', 'flu'),       ('D', 52, 'F', '47905', 'bronchitis'),
    ('E', 54, 'M', '47302', 'flu'),       ('F', 60, 'M', '47302', 'dyspepsia'),
    ('G', 60, 'M', '47304', 'dyspepsia'), ('H', 64, 'F', '47304', 'gastritis');
CREATE INDEX patients_age ON patients (age);
CREATE STATISTICS patients_age_disease (mcv) ON age, disease FROM patients;
ANALYZE patients;
CREATE TABLE log (what text);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (TG_OP); RETURN NULL; END $$;
CREATE TRIGGER note AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON patients FOR EACH STATEMENT EXECUTE FUNCTION note();
CREATE TABLE before AS SELECT age, sex, zipcode, disease FROM patients;

SELECT slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{name}', groups => ARRAY['age, sex, twice', 'zipcode, disease'], in_place => true);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{name,twice}', groups => ARRAY['age, sex', 'zipcode, disease'], in_place => true);
SELECT count(*), count(name), count(*) FILTER (WHERE twice = age * 2) AS generated FROM patients;
SELECT age, sex FROM patients EXCEPT ALL SELECT age, sex FROM before;
SELECT zipcode, disease FROM patients EXCEPT ALL SELECT zipcode, disease FROM before;
SELECT count(*) FROM log;
SELECT count(*) FROM microdata.releases;
SET enable_seqscan = off;
SELECT count(*) FROM patients WHERE age = 60;
RESET enable_seqscan;
-- The statistics are those of the sliced rows.
SELECT count(*) > 0 AS gathered FROM pg_stats WHERE tablename = 'patients';
SELECT count(*) AS of_the_source FROM pg_mcv_list_items((SELECT stxdmcv FROM pg_statistic_ext_data)) m
WHERE NOT EXISTS (SELECT FROM patients p WHERE ARRAY[p.age::text, p.disease] = m.values);
-- The heap is all that is left of it.
SELECT count(*) FROM pg_class WHERE relname LIKE 'pg_temp%';

-- What cannot be rewritten.
\set VERBOSITY terse
\set ECHO none
SELECT attempts($$
slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true, k => 2)
slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true, infeasible => 'generalize')
slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true, target => 'x')
$$);
\set ECHO all
\set VERBOSITY default
SELECT slice_table('patients', 2, 2, sensitive => '{twice}', in_place => true);
ALTER TABLE patients ADD id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true);
ALTER TABLE patients ADD code integer UNIQUE;
UPDATE patients SET code = id;
CREATE TABLE bills (patient integer REFERENCES patients (code));
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', quasi_identifiers => '{id}', in_place => true);
DROP TABLE bills;
ALTER TABLE patients DROP id, DROP code;
CREATE VIEW shown AS SELECT age, disease FROM before;
SELECT slice_table('shown', 2, 2, sensitive => '{disease}', in_place => true);
CREATE TABLE parent (age integer, disease text);
CREATE TABLE child () INHERITS (parent);
INSERT INTO parent SELECT age, disease FROM before;
\set ECHO none
SELECT attempts($$
slice_table('parent', 2, 2, sensitive => '{disease}', in_place => true)
slice_table('child', 2, 2, sensitive => '{disease}', in_place => true)
$$);
\set ECHO all
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true);
ROLLBACK;
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM patients;
MOVE c;
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', in_place => true);
ROLLBACK;

-- Constraints over several columns: an error that shows no row, and nothing changed.
CREATE TABLE stays (age integer, born integer, disease text, CONSTRAINT plausible CHECK (age + born = 2000), UNIQUE (age, disease));
INSERT INTO stays SELECT i, 2000 - i, 'd' || i % 3 FROM generate_series(1, 30) i;
SELECT slice_table('stays', 3, 3, sensitive => '{disease}', groups => ARRAY['age', 'born', 'disease'], in_place => true);
SELECT slice_table('stays', 2, 3, sensitive => '{disease}', groups => ARRAY['age, born', 'disease'], in_place => true);
CREATE TABLE wards (a integer, b integer, PRIMARY KEY (a, b));
INSERT INTO wards SELECT i, 2000 - i FROM generate_series(1, 30) i;
ALTER TABLE stays ADD CONSTRAINT ward FOREIGN KEY (age, born) REFERENCES wards;
SELECT slice_table('stays', 3, 3, sensitive => '{disease}', quasi_identifiers => '{age,born}', groups => ARRAY['age', 'born', 'disease'], in_place => true);
SELECT slice_table('stays', 2, 3, sensitive => '{disease}', quasi_identifiers => '{age,born}', groups => ARRAY['age, born', 'disease'], in_place => true);
CREATE TABLE pairs (a integer, b integer, s integer, UNIQUE (b, s));
INSERT INTO pairs SELECT i, i / 2, i % 2 FROM generate_series(0, 59) i;
SELECT slice_table('pairs', 3, 2, sensitive => '{s}', groups => ARRAY['a', 'b', 's'], in_place => true, privacy => ARRAY[k_anonymity(60)]);
SELECT count(*) FROM pairs WHERE b = a / 2 AND s = a % 2;

-- A foreign key of a generated column, a domain that forbids NULL, subscribers.
SET client_min_messages = warning;
CREATE TABLE codes (code integer PRIMARY KEY);
INSERT INTO codes SELECT generate_series(0, 200);
CREATE TABLE coded (a integer, b integer, disease text, code integer GENERATED ALWAYS AS (a * 10 + b) STORED REFERENCES codes);
INSERT INTO coded SELECT i % 10, i % 7, 'd' || i % 5 FROM generate_series(1, 200) i;
SELECT slice_table('coded', 3, 2, sensitive => '{disease}', groups => ARRAY['a', 'b', 'disease'], in_place => true);
CREATE DOMAIN ssn AS text NOT NULL;
CREATE DOMAIN code AS text CHECK (VALUE IS NOT NULL AND VALUE <> '');
CREATE TABLE named AS SELECT ('n' || i)::ssn AS name, ('c' || i)::code AS code, i % 7 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 200) i;
SELECT slice_table('named', 2, 2, sensitive => '{disease}', identifiers => '{name,code}', in_place => true);
ALTER TABLE named DROP name;
SELECT slice_table('named', 2, 2, sensitive => '{disease}', identifiers => '{code}', in_place => true);
ALTER TABLE named ALTER code TYPE text;
SET client_min_messages = error;
CREATE PUBLICATION subscribed FOR TABLE named;
SELECT slice_table('named', 2, 2, sensitive => '{disease}', identifiers => '{code}', in_place => true);
DROP PUBLICATION subscribed;

-- No statistics of the old rows are left, wherever they were.
CREATE STATISTICS named_joint (mcv) ON code, disease FROM named;
CREATE INDEX named_lower ON named (lower(code)) WHERE code IS NOT NULL;
ANALYZE named;
ALTER STATISTICS named_joint SET STATISTICS 0;
ALTER TABLE named ALTER code SET STATISTICS 0;
SELECT count(*) > 0 AS joint FROM pg_statistic_ext_data d JOIN pg_statistic_ext e ON e.oid = d.stxoid WHERE stxname = 'named_joint' AND num_nonnulls(stxdndistinct, stxddependencies, stxdmcv, stxdexpr) > 0;
SELECT count(*) FROM pg_stats WHERE tablename IN ('named', 'named_lower') AND attname IN ('code', 'lower');
SELECT slice_table('named', 2, 2, sensitive => '{disease}', identifiers => '{code}', in_place => true);
SELECT count(*) AS joint FROM pg_statistic_ext_data d JOIN pg_statistic_ext e ON e.oid = d.stxoid WHERE stxname = 'named_joint' AND num_nonnulls(stxdndistinct, stxddependencies, stxdmcv, stxdexpr) > 0;
SELECT count(*) FROM pg_stats WHERE tablename IN ('named', 'named_lower') AND attname IN ('code', 'lower');

-- Bucketizing in place: everybody keeps the quasi-identifiers, and within a bucket has any of its sensitive values.
RESET client_min_messages;
CREATE TABLE staff AS SELECT 'n' || i AS name, i AS age, i % 7 AS room, 'd' || i % 4 AS disease, 'e' || i % 5 AS drug FROM generate_series(1, 60) i;
ALTER TABLE staff ADD twice integer GENERATED ALWAYS AS (age * 2) STORED;
CREATE INDEX staff_age ON staff (age);
CREATE TRIGGER note AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON staff FOR EACH STATEMENT EXECUTE FUNCTION note();
CREATE TABLE staff_before AS TABLE staff;
TRUNCATE log;
SELECT bucketize_table('staff', 3, '{disease,drug}', '{name,twice}', seed => 1, in_place => true);
SELECT count(*), count(name), count(*) FILTER (WHERE twice = age * 2) AS generated FROM staff;
SELECT age, room FROM staff EXCEPT ALL SELECT age, room FROM staff_before;
SELECT disease FROM staff EXCEPT ALL SELECT disease FROM staff_before;
SELECT drug FROM staff EXCEPT ALL SELECT drug FROM staff_before;
SELECT count(*) > 0 AS permuted, count(*) FILTER (WHERE s.disease = b.disease AND s.drug = b.drug) < 40 AS apart FROM staff s JOIN staff_before b USING (age) WHERE s.disease <> b.disease;
SELECT count(*) FROM log;
SELECT count(*) FROM microdata.releases;
SELECT bucketize_table('staff', 3, '{disease}', '{name,twice}', method => 'anatomy', suppress => 0.1, in_place => true);
SELECT count(*) FROM staff;
SELECT bucketize_table('staff', 3, '{disease}', in_place => true, format => 'anatomy');
\set VERBOSITY terse
\set ECHO none
SELECT attempts($$
bucketize_table('staff', 3, '{disease}', in_place => true, target => 'x')
bucketize_table('staff', 3, '{disease}', in_place => true, replace => true)
bucketize_table('staff', 3, '{disease}', in_place => true, regions => 2)
bucketize_table('staff', 2, '{twice}', in_place => true)
bucketize_table('shown', 2, '{disease}', in_place => true)
bucketize_table('parent', 2, '{disease}', in_place => true)
bucketize_table('child', 2, '{disease}', in_place => true)
bucketize_table('pg_catalog.pg_class', 2, '{relname}', in_place => true)
$$);
\set ECHO all
\set VERBOSITY default
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT bucketize_table('staff', 3, '{disease}', in_place => true);
ROLLBACK;
UPDATE staff SET name = 'n' || age;
ALTER TABLE staff ALTER name SET NOT NULL;
SELECT bucketize_table('staff', 3, '{disease}', '{name}', in_place => true);
ALTER TABLE staff ALTER name DROP NOT NULL, ADD CONSTRAINT one_each UNIQUE (room, age, disease), ADD CONSTRAINT kept CHECK (disease = 'd' || age % 4) NOT VALID;
SELECT bucketize_table('staff', 3, '{disease}', '{name}', in_place => true);
ALTER TABLE staff DROP CONSTRAINT kept;
CREATE TABLE treated (room integer, disease text, PRIMARY KEY (room, disease));
INSERT INTO treated SELECT room, 'd' || d FROM generate_series(0, 6) room, generate_series(0, 3) d;
ALTER TABLE staff ADD CONSTRAINT treatment FOREIGN KEY (room, disease) REFERENCES treated;
SELECT bucketize_table('staff', 3, '{disease}', '{name}', in_place => true);
ALTER TABLE staff DROP CONSTRAINT treatment;
SET client_min_messages = warning;
SELECT bucketize_table('staff', 3, '{disease}', '{name}', in_place => true);
CREATE PUBLICATION subscribed FOR TABLE staff;
SELECT bucketize_table('staff', 3, '{disease}', '{name}', in_place => true);
DROP PUBLICATION subscribed;
DROP TABLE staff, staff_before, treated;
DROP TABLE coded, codes, named;
DROP DOMAIN ssn, code;
RESET client_min_messages;
DROP TABLE patients, log, before, parent, child, stays, wards, pairs CASCADE;
DROP FUNCTION note();

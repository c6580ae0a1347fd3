-- What names persons, before anything is published and when it is.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;

-- A hospital, as in so many rows: everything follows from numbers, so that the lists below are exact.
CREATE TABLE patients (
    patient_id integer PRIMARY KEY, name text, email text, phone text, iban text, card text, ssn text, insurance_no bigint, mobile text,
    birth_date date, born timestamptz, sex text, zip text, city text, height_cm integer, weight_kg numeric(4,1), bmi float8, blood_group text,
    last_login_from text, portal text, token uuid, address inet, preferences jsonb, phones text[], registered timestamptz, referred_by text,
    tariff integer, country text, died date);
INSERT INTO patients
SELECT 10000 + i, 'Patient Name ' || 10000 + i, 'patient' || i || '@mail.example.org', '+49 30 ' || 5550000 + i,
    'DE' || lpad((98 - ((10010010 * 10000000000::numeric + i) * 1000000 + 131400) % 97)::text, 2, '0') || '10010010' || lpad(i::text, 10, '0'),
    -- The last digit makes the sum of Luhn's formula a multiple of ten.
    '4000 0000 ' || substr(c.digits, 1, 4) || ' ' || substr(c.digits, 5, 3) ||
        (10 - (8 + (SELECT sum(CASE WHEN p % 2 = 1 THEN d * 2 - CASE WHEN d > 4 THEN 9 ELSE 0 END ELSE d END)
                    FROM (SELECT p, substr(c.digits, p, 1)::integer AS d FROM generate_series(1, 7) p) x)) % 10) % 10,
    lpad((100 + i % 500)::text, 3, '0') || '-' || lpad((1 + i % 99)::text, 2, '0') || '-' || lpad((1 + i)::text, 4, '0'),
    7000000000 + i * 7919 % 999983, CASE WHEN i % 3 = 0 THEN '0171 ' || 4440000 + i END,
    date '1930-01-01' + i * 7919 % 30000, timestamptz '1930-01-01 00:00+01' + i * 7919 % 30000 * interval '1 day',
    (ARRAY['F', 'M'])[1 + i * 31 % 7 % 2], (10000 + i * 37 % 190)::text, 'City ' || i * 37 % 190, 150 + i * 17 % 50,
    45 + (i * 7919 % 700) / 10.0, (45 + i * 7919 % 700 / 10.0) / ((150 + i * 17 % 50) / 100.0) ^ 2, (ARRAY['A+', 'A-', 'B+', 'AB+', '0+'])[1 + i % 5],
    '10.' || i % 4 || '.' || i % 200 || '.' || i % 250, 'https://portal.example.org/p/' || i, md5(i::text)::uuid, ('192.168.' || i % 250 || '.' || i % 7)::inet,
    jsonb_build_object('newsletter', i % 2 = 0, 'mail', 'p' || i % 40 || '@example.org'), ARRAY['+49 30 ' || 5550000 + i % 50],
    timestamptz '2019-01-01 08:00+01' + i * 7919 * interval '1 second', CASE WHEN i % 10 = 0 THEN 'Dr. ' || i % 30 END,
    1 + i * 31 % 17, 'DE', CASE WHEN i % 100 = 0 THEN date '2020-01-01' + i END
FROM generate_series(1, 1000) i, LATERAL (SELECT lpad((i * 7919 % 9999991)::text, 7, '0') AS digits) c;

CREATE TABLE visits (
    visit_id bigint PRIMARY KEY, patient_id integer, admitted date, admitted_at timestamp, slot timestamptz, ward text, icd text, days integer,
    temperature numeric(4,1), systolic integer, creatinine float8, bill numeric(10,2), drg_weight numeric(6,3), note text, remark text,
    lab_no text, device_version text, dose text, room text, lot text, result text, ratio text, cost_centre text, duration interval, begins time);
INSERT INTO visits
SELECT i, 10000 + p, date '2021-01-01' + i * 7919 % 700, timestamp '2021-01-01 07:12:33' + i * 7919 * interval '1 minute',
    timestamptz '2021-01-01 07:00+01' + i * 7919 % 30000 * interval '15 minutes', (ARRAY['surgery', 'cardiology', 'dialysis', 'maternity'])[1 + i % 4],
    chr(65 + i * 31 % 20) || lpad((i * 37 % 100)::text, 2, '0') || '.' || i % 10, 1 + i * 31 % 19, 36 + i * 17 % 40 / 10.0, 95 + i * 13 % 80,
    0.5 + ln(1 + i * 7919 % 1000) / 7, (1 + i * 31 % 19) * 123.45, (i * 31 % 900) / 1000.0,
    CASE WHEN i % 2 = 0 THEN 'Patient Name ' || 10000 + p || ' was seen at the ward' WHEN i % 3 = 0 THEN 'seen at the ward ' || i % 50 END,
    CASE i % 500 WHEN 0 THEN 'please call ' || '+49 30 ' || 5550000 + p || ' before' ELSE 'blood pressure ' || 95 + i * 13 % 80 || '/' || 60 + i % 30 END,
    'L-' || i, (1 + i % 3) || '.' || i % 10 || '.' || i % 7, (i % 8 * 25) || ' mg 1-0-' || i % 2, 'A' || 100 + i % 90,
    lpad((i * 7919 % 400)::text, 9, '0') || '-' || lpad((i % 50)::text, 4, '0'), '<' || i % 50 || ' U/l', i % 9 || ':' || 1 + i % 5,
    lpad((i % 60)::text, 4, '0') || '-' || i % 10, i % 90 * interval '1 hour', time '08:00' + i % 40 * interval '15 minutes'
FROM (SELECT i, 1 + i * 7919 % 1000 AS p FROM generate_series(1, 3000) i) v;

SELECT suggested, reason, string_agg(attribute || ' ' || distinct_values, ', ' ORDER BY n) FROM classify('patients') WITH ORDINALITY c (attribute, suggested, distinct_values, reason, n) GROUP BY 1, 2 ORDER BY min(n);
SELECT suggested, reason, string_agg(attribute || ' ' || distinct_values, ', ' ORDER BY n) FROM classify('visits') WITH ORDINALITY c (attribute, suggested, distinct_values, reason, n) GROUP BY 1, 2 ORDER BY min(n);

SET pg_microdata.unclassified = 'suspicious';
-- When they are published: the same, and nothing else. Identifiers are left out; the first rows of a table are searched for them.
SELECT slice_table('patients', 3, 2, sensitive => '{blood_group}', seed => 1);
-- The error becomes a WARNING if the DBA says so.
SET pg_microdata.unclassified = 'warn';
SELECT slice_table('patients', 3, 2, sensitive => '{blood_group}', seed => 1);
SELECT slice_table('visits', 3, 2, sensitive => '{ward}', identifiers => '{patient_id}', seed => 1);
-- Whoever chose a role is not warned. Details and hints are those above.
\set VERBOSITY terse
SELECT slice_table('visits', 3, 2, sensitive => '{ward}', identifiers => '{patient_id,lab_no}', quasi_identifiers => '{admitted_at}',
    insensitive => '{note,remark}', seed => 1, replace => true);

-- What is handed to declare_roles.
SELECT declare_roles('visits', sensitive => '{icd}',
    identifiers => (SELECT array_agg(attribute) FROM classify('visits') WHERE suggested = 'identifier'));
SELECT attribute, role FROM microdata.roles WHERE source = 'visits'::regclass ORDER BY 1;
SELECT attribute, suggested, reason FROM classify('visits') WHERE attribute IN ('visit_id', 'patient_id', 'icd', 'note', 'ward');

-- Views show keys, and values all the same.
CREATE VIEW shown AS SELECT patient_id, sex, name || ' of ' || city AS person FROM patients;
SELECT * FROM classify('shown');

-- Numbers of patients within texts, where it is known that they are such.
SELECT FROM declare_roles('visits', identifiers => '{patient_id}');
SELECT attribute, suggested, reason FROM classify('visits') WHERE attribute IN ('patient_id', 'note', 'remark');

-- German credit: nobody is named.
CREATE TABLE credit (checking_status text, duration integer, credit_history text, purpose text, credit_amount integer, savings_status text, employment text,
    installment_commitment integer, personal_status text, other_parties text, residence_since integer, property_magnitude text, age integer,
    other_payment_plans text, housing text, existing_credits integer, job text, num_dependents integer, own_telephone text, foreign_worker text, class text);
\set directory `echo "${PG_ABS_SRCDIR:-$PWD/test/regress}"`
\set file :directory '/../../data/german_credit.csv'
COPY credit FROM :'file' (FORMAT csv, HEADER);
SELECT suggested, reason, count(*) FROM classify('credit') GROUP BY 1, 2;
SELECT slice_table('credit', 5, 2, sensitive => '{purpose}', seed => 1);
-- A number of its own for each is a name.
ALTER TABLE credit ADD customer integer GENERATED ALWAYS AS IDENTITY (START 5000);
SELECT attribute, suggested, reason FROM classify('credit') WHERE suggested <> 'quasi-identifier';

-- Persons with several rows: what all rows of a person have is compared with persons, what is of rows with rows.
CREATE TABLE treated AS
    SELECT p AS pid, 'Person ' || md5(p::text) AS name, 70000 + p AS mrn, CASE WHEN p % 10 <> 0 THEN 900000000::numeric + p * 7919 END AS insurance_no,
        40 + p % 60 AS kilos, r AS month, 'L' || p * 10 + r AS lab_no, p * 7919 % 400 + r AS reading,
        'd' || (p * 7 + r * 3) % 29 AS icd
    FROM generate_series(1, 240) p, generate_series(1, 1 + p % 4) r;
SET pg_microdata.unclassified = 'suspicious';
SELECT bucketize_table('treated', 3, sensitive => '{icd}', subject => '{pid}', seed => 1);
SET pg_microdata.unclassified = 'warn';
SELECT bucketize_table('treated', 3, sensitive => '{icd}', subject => '{pid}', seed => 1);
SELECT generalize_table('treated', 3, subject => '{pid}', quasi_identifiers => '{name}');
-- By rows, they are few.
SELECT bucketize_table('treated', 3, sensitive => '{icd}', subject => '{}', seed => 1, replace => true);
SELECT suggested, reason, string_agg(attribute, ', ') FROM classify('treated') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT FROM declare_roles('treated', sensitive => '{icd}', subject => '{pid}');
SELECT attribute, suggested, distinct_values, reason FROM classify('treated');
SELECT bucketize_table('treated', 3, seed => 1, replace => true);
-- NULL is a person as well here; what is left of a subject is none.
INSERT INTO treated (name) VALUES ('Nobody'), ('Nobody');
SELECT attribute, suggested, reason FROM classify('treated') WHERE attribute IN ('pid', 'name', 'mrn');
SELECT FROM declare_roles('treated', subject => '{pid,mrn}');
SELECT attribute, suggested, reason FROM classify('treated') WHERE attribute IN ('pid', 'mrn', 'name');
ALTER TABLE treated DROP mrn;
SELECT attribute, suggested, reason FROM classify('treated') WHERE attribute IN ('pid', 'name');
-- Where every person has one row, rows are counted as ever.
CREATE TABLE treated_once AS SELECT DISTINCT ON (pid) pid, name, icd FROM treated WHERE pid IS NOT NULL ORDER BY pid;
SELECT FROM declare_roles('treated_once', sensitive => '{icd}', subject => '{pid}');
SELECT bucketize_table('treated_once', 3, seed => 1);
SELECT attribute, suggested, reason FROM classify('treated_once');
-- What publishes nothing warns of nothing that it would publish.
SELECT count(*) FROM risk('treated_once', 2);
SELECT count(*) FROM attribute_correlation('treated_once');
SELECT count(*) FROM attribute_partition('treated_once', 2);
SELECT count(*) FROM microdata.functional_dependencies('treated_once', 1);
SELECT count(*) FROM microdata.fragment_plan('treated_once', 'icd', 1);
SELECT count(*) > 0 FROM microdata.gnf_plan('treated_once', 3, '{"name -> icd"}');

\set VERBOSITY default
-- Hardly anything in them.
CREATE TABLE hardly (a integer, b text, "C d" text);
SELECT * FROM classify('hardly');
INSERT INTO hardly VALUES (1, NULL, 'x');
SELECT * FROM classify('hardly');
INSERT INTO hardly SELECT NULL, NULL, 'x' FROM generate_series(1, 20);
SELECT * FROM classify('hardly');
CREATE TABLE nothing ();
INSERT INTO nothing DEFAULT VALUES;
SELECT * FROM classify('nothing');
\set ECHO none
SELECT attempts($$
classify(NULL)
classify('pg_class_oid_index')
$$);
\set ECHO all

-- Domains and arrays of them, types without an order, long texts, and bytes that are no characters of this encoding.
CREATE DOMAIN mail AS text CHECK (VALUE LIKE '%@%');
CREATE TABLE typed (m mail, l mail[], j json, x xml, p point, b bytea, t text, long text, huge jsonb);
INSERT INTO typed SELECT 'a' || i % 3 || '@b.de', ARRAY['a' || i % 3 || '@b.de'], json_build_object('tel', '+49 30 1234567'),
    xmlelement(name mail, 'a@b.de'), point(i, i), decode(lpad(to_hex(i), 4, '0'), 'hex'), chr(200 + i % 3) || '@',
    repeat('@a.', 100000) || i % 2, jsonb_build_object('k', repeat('a@b.de ', 20000) || i % 2)
FROM generate_series(1, 20) i;
SELECT * FROM classify('typed');

-- Many columns: warned of one by one up to a bound.
CREATE TABLE wide (c1 integer);
DO $$ BEGIN FOR i IN 2..24 LOOP EXECUTE format('ALTER TABLE wide ADD c%s integer GENERATED ALWAYS AS (c1 + %s) STORED', i, i); END LOOP; END $$;
INSERT INTO wide SELECT generate_series(1, 40);
ALTER TABLE wide ADD s text;
UPDATE wide SET s = 's' || c1 % 4;
RESET pg_microdata.unclassified;
SELECT bucketize_table('wide', 2, sensitive => '{s}', seed => 1);
SELECT suggested, count(*) FROM classify('wide') GROUP BY 1 ORDER BY 1;

-- It reads as its caller: columns, rows.
CREATE ROLE regress_classifier;
GRANT SELECT (ward, icd, note, visit_id) ON visits TO regress_classifier;
ALTER TABLE patients ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON patients TO regress_classifier;
SET ROLE regress_classifier;
SELECT classify('visits');
SELECT classify('patients');
RESET ROLE;
\set VERBOSITY terse
-- To publish, the other columns are enough: those that the caller may not read are not looked for in texts.
CREATE TABLE calls AS SELECT patient_id, ward, note FROM visits;
GRANT SELECT (ward, note) ON calls TO regress_classifier;
GRANT CREATE ON SCHEMA public TO regress_classifier;
SET ROLE regress_classifier;
SELECT slice_table('calls', 2, 2, sensitive => '{ward}', identifiers => '{patient_id}', seed => 1);
RESET ROLE;
GRANT SELECT (patient_id) ON calls TO regress_classifier;
SET ROLE regress_classifier;
SELECT slice_table('calls', 2, 2, sensitive => '{ward}', identifiers => '{patient_id}', seed => 1, replace => true);
RESET ROLE;
DROP OWNED BY regress_classifier;
DROP ROLE regress_classifier;

DROP VIEW shown;
SELECT count(drop_release(r)) FROM unnest('{treated_bucketized,treated_generalized,treated_once_bucketized}'::regclass[]) r;
DROP TABLE calls, patients, visits, patients_sliced, visits_sliced, credit, credit_sliced, treated, treated_once, hardly, nothing, typed, wide, wide_bucketized;
DROP DOMAIN mail;
RESET client_min_messages;

-- Columns that name persons, with no chosen role: publishing fails, whatever repeats in them.
\pset format unaligned
\pset tuples_only on
LOAD 'pg_microdata';
SELECT boot_val FROM pg_settings WHERE name = 'pg_microdata.unclassified';
SET pg_microdata.unclassified = 'suspicious';
-- Names repeat: of 300 rows, 60 family names and 40 given names.
CREATE TABLE patients (id integer PRIMARY KEY, "familyName" text, vorname text, date_of_birth date, zipcode text, icd text);
INSERT INTO patients SELECT i, 'Family' || i % 60, 'Given' || i % 40, date '1950-01-01' + i % 250 * 91, (10000 + i % 25)::text, 'd' || abs(hashint4(i)) % 6
FROM generate_series(1, 300) i;
SELECT slice_table('patients', 2, 3, sensitive => '{icd}', seed => 1);
SELECT to_regclass('patients_sliced') IS NULL;
SELECT bucketize_table('patients', 3, sensitive => '{icd}', seed => 1);
SELECT generalize_table('patients', 3, sensitive => '{icd}', seed => 1);
SELECT fragment_table('patients', 5, 'icd');
SELECT attribute, suggested, reason FROM classify('patients');
-- The way out that the HINT gives, in the call and for all later ones. Where the primary key is an identifier, a row is a person.
SELECT slice_table('patients', 2, 3, sensitive => '{icd}', identifiers => '{id,familyName,vorname}', quasi_identifiers => '{date_of_birth}', seed => 1);
SELECT declare_roles('patients', sensitive => '{icd}', identifiers => '{familyName,vorname,date_of_birth}');
SELECT slice_table('patients', 2, 3, seed => 1, replace => true);
-- With no key, persons may have several rows, unless an identifier is unique in those that are read. Nobody is told apart by a price.
CREATE TABLE patients_copied AS TABLE patients;
SELECT slice_table('patients_copied', 2, 3, sensitive => '{icd}', identifiers => '{id,familyName,vorname,date_of_birth}', seed => 1);
CREATE TABLE named_only AS SELECT "familyName", 5 + id % 100 AS unit_price, icd, zipcode FROM patients;
SELECT bucketize_table('named_only', 3, sensitive => '{icd}', identifiers => '{familyName,unit_price}', seed => 1);
SELECT bucketize_table('named_only', 3, sensitive => '{icd}', identifiers => '{unit_price}', quasi_identifiers => '{familyName}', seed => 1, replace => true);
DROP TABLE named_only_bucketized, named_only;
-- Only a superuser takes the protection away.
CREATE ROLE regress_namer;
SET ROLE regress_namer;
SET pg_microdata.unclassified = 'warn';
RESET ROLE;
DROP ROLE regress_namer;
SELECT FROM declare_roles('patients', identifiers => '{}');
SET pg_microdata.unclassified = 'warn';
SELECT slice_table('patients', 2, 3, seed => 1, replace => true);
SET pg_microdata.unclassified = 'error';
SELECT slice_table('patients', 2, 3, seed => 1, replace => true);
SET pg_microdata.unclassified = 'suspicious';

-- Years, months and ages of birth are no dates of birth; neither are names of things, nor flags.
CREATE TABLE things (birth_year integer, birth_month date, birth_weight integer, product_name text, file_name text, phone_model text, mailing_list text, street_type text,
    email_verified boolean, own_telephone text, name_of_school text, num_patients integer, s text);
INSERT INTO things SELECT 1950 + i % 50, date_trunc('month', date '1950-01-01' + i % 50 * 100)::date, 2500 + i % 60 * 10, 'Product ' || i % 50, 'file' || i % 70 || '.txt', 'X' || i % 40,
    'list ' || i % 30, 'type ' || i % 20, i % 2 = 0, (ARRAY['yes', 'no'])[1 + i % 2], 'School ' || i % 30, i % 40, 's' || abs(hashint4(i)) % 5
FROM generate_series(1, 300) i;
SELECT bucketize_table('things', 3, sensitive => '{s}', seed => 1);
SELECT attribute, suggested, reason FROM classify('things') WHERE suggested <> 'quasi-identifier' OR reason <> 'shows nothing that names persons';

-- By values, under names that say nothing. Digits that have the check digit of an NHS number by chance, one in eleven, are no such numbers.
CREATE FUNCTION with_check_digit(n bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE WHEN c % 11 <> 1 THEN n * 10 + (11 - c % 11) % 11 END
    FROM (SELECT sum((11 - p) * substr(n::text, p, 1)::integer) FROM generate_series(1, 9) p) s (c) $$;
CREATE TABLE valued AS
    SELECT 'x' || i % 100 || '@mail.example' AS a, with_check_digit(400000000 + i % 100 * 7919) AS b, 4000000000 + i % 90 * 7919 AS c,
           lpad((i % 100)::text, 8, '0') || substr('TRWAGMYFPDXBNJZSQVHLCKE', 1 + i % 100 % 23, 1) AS d,
           'The patient was seen by the doctor of ward ' || i % 100 || ' and left in good health.' AS e,
           'One of the long labels of a code with as many words as a text has, number ' || i % 3 AS f, 's' || abs(hashint4(i)) % 5 AS s
    FROM generate_series(1, 400) i;
SELECT bucketize_table('valued', 3, sensitive => '{s}', seed => 1);

-- A date of birth as a whole number, persons by their initials, phone numbers and accounts as they are typed; numbers of customers need not be theirs alone.
CREATE TABLE typed AS
    SELECT to_char(date '1950-01-01' + i * 37 % 15000, 'YYYYMMDD')::integer AS dob, chr(65 + i % 26) || chr(65 + i * 7 % 25) || chr(65 + i % 7) AS initials,
           chr(65 + i % 26) || 'ob' || chr(97 + i % 11) AS patient, '0176' || 12345000 + i % 60 AS a, 'de89 3704 0044 0532 0130 00' AS b, 100 + i % 40 AS customer,
           'Rail ' || i % 5 AS via, i % 3 AS person, 's' || abs(hashint4(i)) % 5 AS s
    FROM generate_series(1, 300) i;
SELECT bucketize_table('typed', 3, sensitive => '{s}', seed => 1);
DROP TABLE typed;

-- Four visits a person: two numbers of the same persons, which determine one another. The second is found beside the first, though that is left out.
CREATE TABLE visits AS
    SELECT i AS visit, 1000 + i % 250 AS p, 70000 + i % 250 * 7 AS q, 'u' || md5((i % 250)::text) AS r, i * 7919 % 400 AS reading, 's' || abs(hashint4(i % 250)) % 5 AS s FROM generate_series(1, 1000) i;
SELECT bucketize_table('visits', 3, sensitive => '{s}', identifiers => '{visit,r}', seed => 1);
SELECT bucketize_table('visits', 3, sensitive => '{s}', identifiers => '{visit,p,q}', subject => '{p}', seed => 1);
SELECT bucketize_table('visits', 3, sensitive => '{s}', identifiers => '{visit,p,q,r}', seed => 1);
SELECT drop_release('visits_bucketized');
SELECT attribute, suggested, reason FROM classify('visits');
-- A view is judged as its table: beside a number that it shows and that is left out, too, but one that it computes is not read again.
CREATE VIEW visits_seen AS SELECT visit, p, q, r, reading, s, q / (p - p) AS computed FROM visits;
SELECT bucketize_table('visits_seen', 3, sensitive => '{s}', identifiers => '{visit,r,computed}', seed => 1);
SELECT bucketize_table('visits_seen', 3, sensitive => '{s}', identifiers => '{visit,p,r,computed}', seed => 1);
DROP VIEW visits_seen;
CREATE VIEW visits_seen AS SELECT p, 'No. ' || q AS noted, reading, s FROM visits;
SELECT bucketize_table('visits_seen', 3, sensitive => '{s}', identifiers => '{p}', subject => '{}', seed => 1);
DROP VIEW visits_seen;
-- A key of two columns is that of a person as (school, pupil) is, or of a row as (patient, visit) is: the HINT has both, of more columns, too, and of a unique index.
CREATE TABLE pupils (school integer, pupil integer, size integer, s text, PRIMARY KEY (school, pupil));
INSERT INTO pupils SELECT i % 20, i / 20, 100 + abs(hashint4(i)) % 70, 's' || abs(hashint4(i + 1000)) % 5 FROM generate_series(0, 999) i;
SELECT bucketize_table('pupils', 3, sensitive => '{s}', identifiers => '{school,pupil}', seed => 1);
CREATE TABLE hospital_stays ("Hospital" integer, stay integer, patient integer, size integer, s text, UNIQUE ("Hospital", patient, stay));
INSERT INTO hospital_stays SELECT i % 12, i / 600, i / 2 % 300, 100 + abs(hashint4(i)) % 70, 's' || abs(hashint4(i + 1000)) % 5 FROM generate_series(0, 1199) i;
SELECT bucketize_table('hospital_stays', 3, sensitive => '{s}', identifiers => '{Hospital,patient,stay}', seed => 1);
SELECT count(drop_release(r)) FROM unnest('{pupils_bucketized,hospital_stays_bucketized}'::regclass[]) r;
DROP TABLE pupils, hospital_stays;

-- Uuids and digests of persons with several rows; those of codes have far more rows each, or a table of their own.
CREATE TABLE units (unit uuid PRIMARY KEY, title text);
INSERT INTO units SELECT md5('u' || i)::uuid, 'Unit ' || i FROM generate_series(1, 20) i;
CREATE TABLE pseudonyms AS
    SELECT md5((visit % 251)::text)::uuid AS a, md5((visit % 253)::text) AS b, sha256((visit % 257)::text::bytea) AS c, upper(md5((visit % 261)::text)) AS d,
        replace(md5((visit % 263)::text), 'a', 'x') AS e, s, md5('u' || 1 + reading % 20)::uuid AS unit, md5((reading % 20)::text)::uuid AS coded, md5((reading % 100)::text)::uuid AS product FROM visits;
ALTER TABLE pseudonyms ADD FOREIGN KEY (unit) REFERENCES units;
SELECT bucketize_table('pseudonyms', 3, sensitive => '{s}', seed => 1);
SELECT attribute, suggested, reason FROM classify('pseudonyms') WHERE attribute IN ('a', 'c', 'coded', 'product', 'unit') ORDER BY 1;
DROP TABLE pseudonyms, units;

-- A column that is computed from an identifier, and tells rows apart as that does; a part of a key does not.
CREATE TABLE numbered (id integer PRIMARY KEY, code text GENERATED ALWAYS AS ('P' || id) STORED, batch integer GENERATED ALWAYS AS (id / 10) STORED, s text);
INSERT INTO numbered (id, s) SELECT i, 's' || abs(hashint4(i)) % 5 FROM generate_series(1, 400) i;
SELECT bucketize_table('numbered', 3, sensitive => '{s}', seed => 1);
SELECT attribute, suggested, reason FROM classify('numbered');
SELECT FROM declare_roles('numbered', identifiers => '{id}');
CREATE VIEW numbers AS SELECT code, batch, s FROM numbered;
SELECT bucketize_table('numbers', 3, sensitive => '{s}', seed => 1);
-- Full names, whatever the column is called: a few persons share one. Streets, books and diseases that repeat are none.
CREATE FUNCTION full_name(i integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT (ARRAY['Wolf', 'Schr' || U&'\00F6', 'Neu', 'Baum', 'Kle', 'Rich', 'Zim', 'Brau'])[1 + i % 8] || (ARRAY['mann', 'der', 'gart', 'stein', 'hauser'])[1 + i % 5] || ', '
        || (ARRAY['An', 'Be', 'Cla', 'Dor', 'Fra', 'Ger', 'Han'])[1 + i % 7] || (ARRAY['na', 'rik', 'us'])[1 + i % 3] || (ARRAY['', ' Maria', '-Lena'])[1 + i / 840 % 3] $$;
CREATE TABLE pupil_list AS
    SELECT full_name(i * 7 % 495) AS w, CASE WHEN i % 10 > 0 THEN full_name(1000 + i) END AS x, (ARRAY['Linden Way', 'Long Hill', 'Old Mill', 'Red Gate'])[1 + i % 4] || chr(65 + i % 26) || 'a' AS y,
        'Morbus ' || chr(65 + i % 20) || 'x' AS z, 's' || abs(hashint4(i)) % 5 AS s FROM generate_series(1, 500) i;
SELECT count(DISTINCT w) FROM pupil_list;
SELECT bucketize_table('pupil_list', 3, sensitive => '{s}', seed => 1);
SELECT attribute, suggested, reason FROM classify('pupil_list');
-- Four visits a person: 495 names of 500 persons, of which each has a number. They are names with the number as subject, and without it.
CREATE TABLE named_visits AS SELECT 1000 + i % 500 AS p, full_name(i % 500 * 7 % 495) AS x, 's' || abs(hashint4(i % 500)) % 5 AS s FROM generate_series(1, 2000) i;
SELECT bucketize_table('named_visits', 3, sensitive => '{s}', identifiers => '{p}', subject => '{}', seed => 1);
SELECT bucketize_table('named_visits', 3, sensitive => '{s}', subject => '{p}', seed => 1);
SELECT attribute, suggested, reason FROM classify('named_visits');
ALTER TABLE named_visits DROP p;
SELECT bucketize_table('named_visits', 3, sensitive => '{s}', seed => 1);
DROP TABLE pupil_list, named_visits;
DROP FUNCTION full_name;

-- As old systems export: full names in small letters, but neither towns, diseases nor occupations; numbers and addresses in other languages.
CREATE TABLE exported AS
    SELECT (ARRAY['anna', 'ilse', 'jan', 'dilnoza'])[1 + i % 4] || ' ' || chr(97 + i % 25) || 'mann' || chr(97 + i % 6) AS a,
        (ARRAY['san', 'new', 'santa', 'los', 'bad'])[1 + i % 5] || ' ' || (ARRAY['juan', 'maria', 'york', 'anna', 'jose', 'hill'])[1 + i % 6] || ' ' || chr(97 + i % 8) || 'a' AS b,
        (ARRAY['acute', 'chronic', 'recurrent', 'mild', 'rosa'])[1 + i % 5] || ' ' || chr(97 + i % 22) || 'itis' AS c,
        (ARRAY['senior', 'junior', 'chief'])[1 + i % 3] || ' ' || chr(97 + i % 19) || 'er' || chr(97 + i % 7) AS d,
        'Kerkstraat ' || i % 90 AS woonadres, 100000 + i % 90 AS num_cuenta, 100000 + i % 90 AS tarjeta_sanitaria, i % 90 AS num_visits, i % 90 AS account,
        's' || abs(hashint4(i)) % 5 AS s
    FROM generate_series(1, 500) i;
SELECT bucketize_table('exported', 3, sensitive => '{s}', subject => '{}', seed => 1);
SELECT attribute, suggested, reason FROM classify('exported');
DROP TABLE exported;

-- A year, a month and a day of birth are a date together; so is a text. A year, or a month, is none.
CREATE TABLE born AS
    SELECT extract(year FROM d)::integer AS birth_year, extract(month FROM d)::integer AS "birthMonth", to_char(d, 'DD') AS day_of_birth, to_char(d, 'DD.MM.YYYY') AS gebtag,
        to_char(d, 'FMDD Mon YYYY') AS born_on, to_char(d, 'FMMM/FMDD/YY') AS "Birth date", to_char(d, 'DDMMYYYY')::integer AS dob, to_char(d, 'YYYYMM') AS birth,
        to_char(d, '"01".MM.YYYY') AS birthday, s
    FROM (SELECT date '1930-01-01' + i * 7919 % 30000 AS d, 's' || abs(hashint4(i)) % 5 AS s FROM generate_series(1, 900) i) p;
SELECT bucketize_table('born', 3, sensitive => '{s}', seed => 1);
ALTER TABLE born DROP gebtag, DROP born_on, DROP "Birth date", DROP dob, DROP birthday;
SELECT bucketize_table('born', 3, sensitive => '{s}', identifiers => '{birth}', quasi_identifiers => '{birth_year}', seed => 1);
SELECT bucketize_table('born', 3, sensitive => '{s}', identifiers => '{day_of_birth}', seed => 1);
DROP TABLE born_bucketized, born;
-- Keys of objects are names of columns; what is named in arrays is named; homes are places; "first" beside "last" is a name.
CREATE TABLE structured AS
    SELECT jsonb_build_object('family', 'F' || i % 90, 'given', 'G' || i % 20) AS a, json_build_object('phone', i % 90, 'theme', 'x') AS b, jsonb_build_object('name', 'N' || i % 60) AS patient,
        '[{"address": {"Birth Date": ' || i % 50 || '}}]' AS c, jsonb_build_object('email', i % 2 = 0, 'theme', 'x' || i % 40) AS preferences, jsonb_build_object('name', 'N' || i % 60) AS d,
        ARRAY['Wolf' || chr(97 + i % 20), 'An' || chr(97 + i % 11)] AS e, point(48 + i % 250 / 100.0, 11 + i % 250 / 100.0) AS home, point(i % 9, 0) AS clinic, 'case ' || i % 90 AS case_no,
        'A' || i % 70 AS first, 'B' || i % 80 AS last, 's' || abs(hashint4(i)) % 5 AS s
    FROM generate_series(1, 900) i;
SELECT bucketize_table('structured', 3, sensitive => '{s}', seed => 1);
SELECT attribute, suggested, reason FROM classify('structured') WHERE attribute IN ('b', 'patient', 'preferences', 'd', 'home', 'clinic') ORDER BY 1;
DROP TABLE structured;

-- So are fields of composite types, through domains and arrays, keys of hstore, and elements and attributes of XML; their texts are searched, too.
CREATE EXTENSION hstore;
CREATE TYPE composed_part AS (theme text, family_name text);
CREATE DOMAIN composed_parts AS composed_part[];
CREATE TYPE composed_whole AS (n integer, p composed_parts);
CREATE TYPE composed_plain AS (theme text, email boolean);
CREATE TABLE composed AS
    SELECT (w, 'F' || w)::composed_part AS a, ARRAY[(w, 'F' || w)::composed_part]::composed_parts AS b, (w, ARRAY[(w, 'F' || w)::composed_part])::composed_whole AS c, hstore('given_name', 'G' || w) AS d,
        ('<p><x surname="F' || w || '"/></p>')::xml AS e, ('<r><surname>S' || w || '</surname></r>')::xml AS f, (w, w > 20)::composed_plain AS g, hstore('theme', 'x' || w) AS h,
        ('<r><theme>' || w || '</theme></r>')::xml::text AS i, ('u' || w || '@mail.example', false)::composed_plain AS j, '0049 170 12345' || w AS k, 's' || abs(hashint4(i)) % 5 AS s
    FROM (SELECT i, 10 + i % 60 AS w FROM generate_series(1, 300) i) r;
SELECT bucketize_table('composed', 3, sensitive => '{s}', subject => '{}', seed => 1);
SELECT attribute, suggested, reason FROM classify('composed') WHERE attribute IN ('a', 'g', 'h', 'i') ORDER BY 1;
DROP TABLE composed;
-- And so are arrays of documents; e-mail addresses have words in place of their signs.
CREATE TABLE documents AS
    SELECT ARRAY[jsonb_build_object('surname', 'F' || w)] AS a, ARRAY[json_build_object('theme', 'x' || w)] AS b, ARRAY[hstore('given_name', 'G' || w), NULL] AS c, ARRAY[('<r><surname>S' || w || '</surname></r>')::xml] AS d,
        ARRAY[jsonb_build_object('theme', 'u' || w || '@mail.example')] AS e, 'u' || w || '[at]web.de' AS f, 'u' || w || ' at web.de' AS g, 'U' || w || ' (at) web [dot] de' AS h, 'look at case ' || w AS k, 's' || abs(hashint4(i)) % 5 AS s
    FROM (SELECT i, 10 + i % 60 AS w FROM generate_series(1, 300) i) r;
SELECT bucketize_table('documents', 3, sensitive => '{s}', subject => '{}', seed => 1);
SELECT attribute, suggested, reason FROM classify('documents') ORDER BY 1;
DROP TABLE documents;
DROP TYPE composed_plain, composed_whole;
DROP DOMAIN composed_parts;
DROP TYPE composed_part;
DROP EXTENSION hstore;

-- Codes: far more rows to a value than values, of a table that is none of persons.
CREATE TABLE icd_codes (code text PRIMARY KEY, title text);
INSERT INTO icd_codes SELECT 'C' || i, 'Disease ' || i FROM generate_series(1, 30) i;
CREATE TABLE doctors (id integer PRIMARY KEY, specialty text);
INSERT INTO doctors SELECT i, 'specialty ' || i % 3 FROM generate_series(1, 8) i;
CREATE TABLE machines (id integer PRIMARY KEY, serial text);
INSERT INTO machines SELECT i, 'M' || i FROM generate_series(1, 400) i;
CREATE TABLE stays (ward text, icd text REFERENCES icd_codes, treated_by integer REFERENCES doctors, machine integer REFERENCES machines, days integer);
INSERT INTO stays SELECT 'w' || abs(hashint4(i)) % 4, 'C' || 1 + i % 30, 1 + i % 8, 1 + i % 400, i % 12 FROM generate_series(1, 1200) i;
SELECT attribute, suggested, reason FROM classify('stays');
SELECT bucketize_table('stays', 3, sensitive => '{ward}', subject => '{}', seed => 1);
SELECT attribute, role FROM microdata.release_columns WHERE relation = 'stays_bucketized'::regclass ORDER BY 1;
-- Through a view, both say the same.
CREATE VIEW stays_seen AS SELECT icd, machine, days, ward FROM stays;
SELECT attribute, suggested, reason FROM classify('stays_seen') WHERE attribute IN ('icd', 'machine');
SELECT bucketize_table('stays_seen', 3, sensitive => '{ward}', subject => '{}', seed => 1);
SELECT drop_release('stays_seen_bucketized');
DROP VIEW stays_seen;
-- Somebody said otherwise.
SELECT bucketize_table('stays', 3, sensitive => '{icd}', identifiers => '{treated_by}', subject => '{}', seed => 1, replace => true);
SELECT bucketize_table('stays', 3, sensitive => '{ward}', identifiers => '{icd}', subject => '{}', seed => 1, replace => true);

SELECT count(drop_release(r)) FROM unnest('{patients_sliced,patients_copied_sliced,things_bucketized,stays_bucketized}'::regclass[]) r;
DROP VIEW numbers;
DROP TABLE patients, patients_copied, things, valued, visits, numbered, stays, icd_codes, doctors, machines;
DROP FUNCTION with_check_digit;

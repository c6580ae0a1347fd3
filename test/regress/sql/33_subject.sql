-- Whose a row is: attributes that tell persons apart, given or declared.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE hospital (
    patient_id integer,
    clinic text,
    sex text,
    born integer,
    ward text,
    day date,
    icd text);
-- 40 persons, the first 20 of them with one to four visits each.
INSERT INTO hospital
    SELECT p, 'c' || p % 2, CASE p % 2 WHEN 0 THEN 'F' ELSE 'M' END, 1950 + p % 9, 'w' || (p + v) % 3, date '2020-01-01' + (p + v) % 5,
           'd' || (p + v) % 6
    FROM generate_series(1, 40) p, LATERAL generate_series(0, CASE WHEN p <= 20 THEN p % 4 ELSE 0 END) v;
CREATE VIEW one_each AS SELECT DISTINCT ON (patient_id) patient_id, clinic, sex, born, ward, icd FROM hospital ORDER BY patient_id, day;
CREATE TABLE persons AS SELECT * FROM one_each;
RESET client_min_messages;

-- What a subject cannot be.
\set ECHO none
SELECT attempts($$
generalize_table('hospital', 50, subject => '{patient}')
generalize_table('hospital', 50, subject => '{Patient_ID}')
generalize_table('hospital', 50, subject => '{""}')
generalize_table('hospital', 50, subject => '{patient_id,patient_id}')
generalize_table('hospital', 50, subject => '{patient_id}', sensitive => '{patient_id}')
generalize_table('hospital', 50, subject => '{patient_id}', quasi_identifiers => '{patient_id}')
generalize_table('hospital', 50, subject => '{clinic,patient_id}', insensitive => '{clinic}')
generalize_table('hospital', 50, subject => '{patient_id,clinic,sex,born,ward,day,icd}')
generalize_table('hospital', 50, subject => ARRAY[NULL])
slice_table('hospital', 2, 2, sensitive => '{icd}', subject => '{patient_id}', rows_per_person => 0)
bucketize_table('hospital', 2, sensitive => '{icd}', subject => '{patient_id}', rows_per_person => -1)
$$);
\set ECHO all

-- NULL tells nobody apart: in how many rows, of any of the attributes.
UPDATE persons SET patient_id = NULL WHERE patient_id <= 3;
SELECT attempts($$generalize_table('persons', 30, subject => '{patient_id}')$$);
UPDATE persons SET clinic = NULL WHERE patient_id IN (4, 5) OR born = 1951 AND patient_id IS NULL;
SELECT attempts($$generalize_table('persons', 30, subject => '{clinic,patient_id}')$$);
DROP TABLE persons;
CREATE TABLE persons AS SELECT * FROM one_each;

-- Several rows a person: attributes of persons and of rows are told apart, persons are counted, and what cannot keep the rows together refuses.
\set ECHO none
SELECT attempts($$
generalize_table('hospital', 50, subject => '{patient_id}')
generalize_table('hospital', 70, subject => '{patient_id,ward}', identifiers => '{patient_id}')
SELECT count(*) FROM gnf_decompose('hospital', 2, sensitive => '{icd}', subject => '{patient_id}')
SELECT count(*) FROM microdata.gnf_plan('hospital', 2, sensitive => '{icd}', subject => '{patient_id}')
SELECT count(*) FROM fragment_table('hospital', 2, 'icd', subject => '{patient_id}')
SELECT count(*) FROM slice_rows(NULL::hospital, 2, 2, sensitive => '{icd}', subject => '{patient_id}')
SELECT count(*) FROM bucketize_rows(NULL::hospital, 2, sensitive => '{icd}', subject => '{patient_id}')
slice_table('hospital', 2, 2, sensitive => '{icd}', subject => '{patient_id}', in_place => true)
slice_table('hospital', 2, 2, sensitive => '{icd}', subject => '{patient_id}', diversity_check => 'exact')
bucketize_table('hospital', 2, sensitive => '{icd}', subject => '{patient_id}', format => 'anatomy')
$$, 'notice');
\set ECHO all

-- One row a person: all goes as without a subject, to the letter of the release, which knows its subject.
SET client_min_messages = error;
CREATE VIEW nameless AS SELECT clinic, sex, born, ward, icd FROM one_each;
SELECT slice_table('one_each', 2, 2, sensitive => '{icd}', subject => '{patient_id}', seed => 1, target => 'with_subject'),
       slice_table('nameless', 2, 2, sensitive => '{icd}', seed => 1, target => 'without_subject');
RESET client_min_messages;
SELECT count(*) FROM (TABLE with_subject EXCEPT ALL TABLE without_subject) d;
SELECT relations, parameters -> 'subject' AS subject FROM microdata.releases WHERE relations[1]::text ~ 'subject' ORDER BY 1;
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'with_subject'::regclass GROUP BY 1 ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('with_subject') WHERE requirement !~ 'determine';
DROP TABLE with_subject, without_subject;
SELECT slice_table('persons', 2, 2, sensitive => '{icd}', subject => '{patient_id}', rows_per_person => 1);
SELECT slice_table('persons', 2, 2, sensitive => '{icd}', subject => '{patient_id}', diversity_check => 'exact', replace => true);
SELECT slice_table('persons', 2, 2, sensitive => '{icd}', subject => '{patient_id}', cuts => 'oblivious', sensitive_column_size => 1, replace => true);
SELECT bucketize_table('persons', 2, sensitive => '{icd}', subject => '{patient_id}', rows_per_person => 3);
SELECT bucketize_table('persons', 2, sensitive => '{icd}', subject => '{patient_id}', format => 'anatomy', target => 'persons_anatomy');
SELECT generalize_table('persons', 30, sensitive => '{icd}', subject => '{patient_id}');
SELECT relation FROM gnf_decompose('persons', 2, '{"born -> icd"}', subject => '{patient_id}', seed => 2);
SELECT count(*) > 1 FROM microdata.gnf_plan('persons', 2, '{"born -> icd"}', subject => '{patient_id}');
SELECT relation FROM fragment_table('persons', 2, 'icd', subject => '{clinic,patient_id}');
SELECT method, relations[1] AS relation, parameters -> 'subject' AS subject FROM microdata.releases WHERE source = 'persons'::regclass ORDER BY release_id;
SELECT r.method, bool_and(v.holds) FROM microdata.releases r, verify_release(r.relations[1]) v WHERE source = 'persons'::regclass AND requirement !~ 'determine' GROUP BY r.release_id, r.method ORDER BY r.release_id;
SELECT count(*) FROM slice_rows(NULL::persons, 2, 2, sensitive => '{icd}', subject => '{patient_id}');
SELECT count(*) FROM bucketize_rows(NULL::persons, 2, sensitive => '{icd}', subject => '{patient_id}');
SELECT slice_table('persons', 2, 2, sensitive => '{icd}', subject => '{patient_id}', in_place => true);
SELECT count(*), count(patient_id) FROM persons;
DROP TABLE persons;
CREATE TABLE persons AS SELECT * FROM one_each;

-- Equal values are one person's as the type has them equal.
CREATE TABLE spelled AS SELECT CASE i % 2 WHEN 0 THEN (i / 2)::numeric ELSE (i / 2)::numeric(9, 2) END AS person, i % 3 AS a, i % 4 AS s FROM generate_series(2, 41) i;
SELECT generalize_table('spelled', 21, subject => '{person}');
DROP TABLE spelled;

-- Declared subjects.
SELECT FROM declare_roles('hospital', sensitive => '{icd}', subject => '{patient_id}', person_attributes => '{sex,born}');
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
\set ECHO none
SELECT attempts($$
generalize_table('hospital', 50)
-- A call names another, or none: a row is a person then, and what was declared is still an identifier.
generalize_table('hospital', 50, subject => '{born}')
$$);
\set ECHO all
SELECT generalize_table('hospital', 50, subject => '{day,patient_id}');
SELECT FROM drop_release('hospital_generalized');
SELECT generalize_table('hospital', 50, identifiers => '{patient_id}', subject => '{}');
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'hospital_generalized'::regclass GROUP BY 1 ORDER BY 1;
SELECT generalize_table('hospital', 50, subject => '{}', quasi_identifiers => '{patient_id}', replace => true);
SELECT attempts($$generalize_table('hospital', 50, quasi_identifiers => '{patient_id}')$$);
SELECT parameters ? 'subject' FROM microdata.releases WHERE source = 'hospital'::regclass;
-- What publishes nothing takes rows as rows.
SELECT count(*) FROM attribute_correlation('hospital');
SELECT count(*) FROM attribute_partition('hospital', 2);
SELECT count(*) FROM attribute_correlation('hospital', quasi_identifiers => '{patient_id}');
SELECT count(*) FROM microdata.functional_dependencies('hospital', 1);
SELECT count(*) FROM microdata.fragment_plan('hospital', 'icd');
-- A person with two values of an attribute of persons.
UPDATE hospital SET born = 1900 WHERE ctid IN (SELECT min(ctid) FROM hospital WHERE patient_id IN (3, 7) GROUP BY patient_id);
\set ECHO none
SELECT attempts($$
generalize_table('hospital', 50, replace => true)
generalize_table('hospital', 50, subject => '{patient_id}', replace => true)
$$);
\set ECHO all
SELECT generalize_table('hospital', 50, identifiers => '{patient_id}', subject => '{}', replace => true);
SELECT FROM declare_roles('hospital', person_attributes => '{sex}');
SELECT attempts($$generalize_table('hospital', 50, replace => true)$$, 'notice');
-- Lists replace what was declared of their kind alone; the subject stays whole.
SELECT FROM declare_roles('hospital', identifiers => '{patient_id,clinic}');
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
SELECT FROM declare_roles('hospital', identifiers => '{}', person_attributes => '{icd,patient_id}');
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
SELECT attempts($$declare_roles('hospital', quasi_identifiers => '{patient_id}')$$);
SELECT FROM declare_roles('hospital', quasi_identifiers => '{patient_id}', subject => '{}');
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
\set ECHO none
SELECT attempts($$
declare_roles('hospital', subject => '{nobody}')
declare_roles('hospital', person_attributes => '{sex,sex}')
$$);
\set ECHO all
SELECT FROM declare_roles('hospital', quasi_identifiers => '{}', subject => '{clinic,patient_id}', person_attributes => '{}');
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
SELECT attribute, suggested, reason FROM classify('hospital') WHERE attribute IN ('clinic', 'patient_id');
ALTER TABLE hospital RENAME patient_id TO person;
ALTER TABLE hospital DROP clinic CASCADE;
SELECT * FROM microdata.roles WHERE source = 'hospital'::regclass ORDER BY attribute;
ALTER TABLE hospital RENAME person TO patient_id;
SELECT FROM declare_roles('hospital', sensitive => '{}', subject => '{}');
SELECT count(*) FROM microdata.roles WHERE source = 'hospital'::regclass;

-- Every column has a role that somebody chose: the subject is one.
SET pg_microdata.unclassified = 'error';
SELECT attempts($$generalize_table('persons', 30, quasi_identifiers => '{clinic,sex,born,ward,icd}', subject => '{patient_id}', target => 'classified')$$);
RESET pg_microdata.unclassified;

-- Rows that share an identifier though every row is taken for a person.
SELECT generalize_table('hospital', 50, identifiers => '{patient_id}', replace => true);
SELECT generalize_table('hospital', 50, identifiers => '{patient_id}', subject => '{}', replace => true);
SELECT generalize_table('hospital', 50, quasi_identifiers => '{patient_id}', replace => true);
-- Foreign keys, through views as well; of a table to itself they tell of others.
SET client_min_messages = error;
ALTER TABLE persons ADD PRIMARY KEY (patient_id);
ALTER TABLE hospital ADD "Ref" integer REFERENCES persons;
UPDATE hospital SET "Ref" = patient_id;
ALTER TABLE persons ADD head integer REFERENCES persons;
UPDATE persons SET head = patient_id - patient_id % 3 WHERE patient_id > 3;
CREATE VIEW refers AS SELECT "Ref" AS "Who", patient_id, born, ward, icd FROM hospital;
RESET client_min_messages;
SELECT generalize_table('hospital', 50, identifiers => '{}', quasi_identifiers => '{patient_id}', replace => true);
SELECT generalize_table('refers', 50, identifiers => '{patient_id}');
SELECT generalize_table('persons', 30, replace => true);
-- One warning of several identifiers, of that which repeats least; few values are no persons.
SELECT generalize_table('hospital', 50, identifiers => '{born,patient_id,ward,day}', quasi_identifiers => '{"Ref"}', replace => true);
SELECT generalize_table('hospital', 50, identifiers => '{ward,day}', quasi_identifiers => '{patient_id,"Ref"}', replace => true);
-- A foreign key of few values, each of many rows, is a code where nobody says otherwise. The one of persons is named.
CREATE TABLE wards (ward_no integer PRIMARY KEY);
INSERT INTO wards VALUES (0), (1), (2);
ALTER TABLE hospital ADD ward_no integer DEFAULT 0 REFERENCES wards;
UPDATE hospital SET ward_no = patient_id % 3;
SELECT generalize_table('hospital', 50, quasi_identifiers => '{patient_id,"Ref"}', replace => true);
SELECT generalize_table('hospital', 50, identifiers => '{patient_id}', replace => true);
SELECT generalize_table('hospital', 50, quasi_identifiers => '{patient_id,"Ref",ward_no}', replace => true);
SELECT generalize_table('hospital', 50, quasi_identifiers => '{patient_id,"Ref"}', identifiers => '{ward_no}', replace => true);
SELECT generalize_table('hospital', 50, quasi_identifiers => '{patient_id,"Ref"}', subject => '{}', replace => true);
ALTER TABLE hospital DROP ward_no;
DROP TABLE wards;
-- Of many values a sample.
CREATE TABLE many AS SELECT i / 4 AS patient, i % 7 AS a, i % 5 AS s FROM generate_series(0, 99999) i;
SELECT generalize_table('many', 2, identifiers => '{patient}');
-- Up to 1.05 rows of a value are an accident; NULL is nobody's.
CREATE TABLE nearly AS SELECT CASE WHEN i > 42 THEN NULL ELSE i % 40 END AS patient, i % 7 AS a, i % 5 AS s FROM generate_series(1, 100) i;
SELECT generalize_table('nearly', 2, identifiers => '{patient}');
UPDATE nearly SET patient = 1 WHERE ctid = (SELECT min(ctid) FROM nearly WHERE patient IS NULL);
SELECT generalize_table('nearly', 2, identifiers => '{patient}', replace => true);
-- Whoever may not read the identifier is not asked for it.
CREATE ROLE md_reader;
CREATE SCHEMA readers AUTHORIZATION md_reader;
GRANT SELECT (a, s) ON many TO md_reader;
SET ROLE md_reader;
SELECT generalize_table('many', 2, identifiers => '{patient}', target => 'readers.released');
SELECT attempts($$generalize_table('many', 2, subject => '{patient}', target => 'readers.another')$$);
RESET ROLE;
SET client_min_messages = warning;
DROP OWNED BY md_reader;
DROP ROLE md_reader;

DROP TABLE hospital, persons, many, nearly CASCADE;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE relations[1]::text ~ '^(hospital|persons|refers|many|nearly)_';
SELECT count(*) FROM microdata.role_record;

-- A declared subject that loses a column is not silently another one.
CREATE TABLE stays (patient integer, hospital integer, sex text, ward text, icd text);
INSERT INTO stays SELECT i / 3, i % 2, CASE WHEN i / 3 % 2 = 0 THEN 'F' ELSE 'M' END, 'w' || i % 4, 'd' || i % 7 FROM generate_series(0, 89) i;
SELECT FROM declare_roles('stays', subject => '{patient,hospital}', sensitive => '{icd}');
ALTER TABLE stays DROP hospital;
\set ECHO none
SELECT attempts($$
bucketize_table('stays', 2)
declare_roles('stays', insensitive => '{ward}')
$$);
\set ECHO all
SELECT bucketize_table('stays', 2, subject => '{}') IS NOT NULL AS by_rows;
SELECT FROM declare_roles('stays', subject => '{patient}');
ALTER TABLE stays RENAME patient TO patient_id;
SELECT bucketize_table('stays', 2, target => 'stays_by_person') IS NOT NULL AS by_persons;
ALTER TABLE stays DROP patient_id;
SELECT slice_table('stays', 2, 2);
SELECT FROM declare_roles('stays', subject => '{}');
-- Without a subject there are no rows of a person to count.
\set ECHO none
SELECT attempts($$
bucketize_table('stays', 2, rows_per_person => 1)
slice_table('stays', 2, 2, rows_per_person => 1)
generalize_table('stays', 2, rows_per_person => 1, subject => '{}')
$$);
\set ECHO all
SELECT count(drop_release(r)) FROM unnest('{stays_bucketized,stays_by_person}'::regclass[]) r;
DROP TABLE stays;

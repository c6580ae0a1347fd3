-- Table 1 of the Anatomy paper (Xiao and Tao, VLDB 2006).
\pset format unaligned
\pset tuples_only on
CREATE TABLE patients (name text PRIMARY KEY, age integer, sex text, zipcode integer, disease text);
INSERT INTO patients VALUES
    ('Bob', 23, 'M', 11000, 'pneumonia'),   ('Ken', 27, 'M', 13000, 'dyspepsia'),
    ('Peter', 35, 'M', 59000, 'dyspepsia'), ('Sam', 59, 'M', 12000, 'pneumonia'),
    ('Jane', 61, 'F', 54000, 'flu'),        ('Linda', 65, 'F', 25000, 'gastritis'),
    ('Alice', 65, 'F', 25000, 'flu'),       ('Mandy', 70, 'F', 30000, 'bronchitis');

-- Joined: the quasi-identifiers as they are, the sensitive values permuted within buckets.
SELECT bucketize_table('patients', 2, sensitive => '{disease}');
SELECT columns_of('patients_bucketized');
SELECT age, sex, zipcode FROM patients EXCEPT ALL SELECT age, sex, zipcode FROM patients_bucketized;
SELECT disease FROM patients EXCEPT ALL SELECT disease FROM patients_bucketized;
SELECT min(bucket), max(bucket), count(DISTINCT bucket) FROM patients_bucketized;
SELECT bucket FROM patients_bucketized GROUP BY bucket HAVING count(*) < 2 OR count(*) > count(DISTINCT disease);
SELECT requirement, bound, achieved, holds FROM verify_release('patients_bucketized') WHERE requirement NOT LIKE '%shuffled%';
SELECT method, source, relations, source_rows, published_rows, suppressed_rows, buckets, created_by = current_user AS mine
FROM microdata.releases;
SELECT parameters FROM microdata.releases;
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;
SELECT tuples, max_probability, l_achieved FROM disclosure('patients_bucketized');
SELECT FROM drop_release('patients_bucketized');

-- The tables of Anatomy: quasi-identifiers, counts of sensitive values, and a view that joins them.
SELECT bucketize_table('patients', 2, sensitive => '{disease}', method => 'anatomy', format => 'anatomy');
SELECT columns_of(r) FROM unnest('{patients_bucketized,patients_bucketized_qit,patients_bucketized_st}'::regclass[]) r;
SELECT age, sex, zipcode FROM patients EXCEPT ALL SELECT age, sex, zipcode FROM patients_bucketized_qit;
SELECT disease, count(*) FROM patients GROUP BY 1 EXCEPT SELECT disease, sum(count) FROM patients_bucketized_st GROUP BY 1;
SELECT bucket, disease FROM patients_bucketized_st GROUP BY 1, 2 HAVING count(*) > 1;
SELECT bucket FROM patients_bucketized_st GROUP BY 1 HAVING 2 * max(count) > sum(count);
SELECT bucket, count(*) FROM patients_bucketized_qit GROUP BY 1 EXCEPT SELECT bucket, sum(count) FROM patients_bucketized_st GROUP BY 1;
SELECT DISTINCT weight FROM patients_bucketized;
-- Sums of weights are counts: exactly where only one side is asked for.
SELECT sum(weight) FROM patients_bucketized;
SELECT disease, sum(weight) FROM patients_bucketized GROUP BY 1 ORDER BY 1;
SELECT sex, sum(weight) FROM patients_bucketized GROUP BY 1 ORDER BY 1;
SELECT method, relations, source_rows, published_rows, buckets, parameters ->> 'format' AS format, parameters -> 'weight_column' AS weight,
       parameters -> 'count_column' AS count
FROM microdata.releases;
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;

-- One release: each kind of it gives way to the other, and all of it goes at once.
SET client_min_messages = warning;
SELECT bucketize_table('patients', 2, sensitive => '{disease}');
SELECT bucketize_table('patients', 2, sensitive => '{disease}', replace => true);
SELECT c.relname, c.relkind FROM pg_class c WHERE c.relname LIKE 'patients_bucketized%' ORDER BY 1;
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy', replace => true);
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy', replace => true);
SELECT c.relname, c.relkind FROM pg_class c WHERE c.relname LIKE 'patients_bucketized%' ORDER BY 1;
SELECT count(*) FROM microdata.releases;
SELECT FROM drop_release('patients_bucketized');
SELECT count(*) FROM pg_class WHERE relname LIKE 'patients_bucketized%';
SELECT count(*) FROM microdata.releases;
-- What is dropped by hand is followed.
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy');
DROP VIEW patients_bucketized;
SELECT relations FROM microdata.releases;
SELECT relation, attribute FROM microdata.release_columns ORDER BY attribute;
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy', replace => true);
DROP TABLE patients_bucketized_st;
SELECT FROM drop_release('patients_bucketized_qit');
SELECT count(*) FROM pg_class WHERE relname LIKE 'patients_bucketized%';
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy');
DROP TABLE patients_bucketized_st;
DROP TABLE patients_bucketized_qit, patients_bucketized_st CASCADE;
SELECT count(*) FROM microdata.releases;
SELECT count(*) FROM microdata.release_columns;

-- Mondrian, the default: buckets of people who are near each other.
SELECT bucketize_table('patients', 2, sensitive => '{disease}');
SELECT parameters ->> 'method' AS method FROM microdata.releases;
SELECT string_agg(DISTINCT sex, '') FROM patients_bucketized GROUP BY bucket ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('patients_bucketized');
SELECT bucketize_table('patients', 2, sensitive => '{disease}', method => 'mondrian', format => 'anatomy', target => 'anatomy_mondrian');
SELECT sum(weight) FROM anatomy_mondrian;
SELECT drop_release('anatomy_mondrian'), drop_release('patients_bucketized');

RESET client_min_messages;

-- A seed makes it reproducible, however the rows lie.
CREATE TABLE patients_again AS SELECT * FROM patients ORDER BY disease DESC, age;
SELECT bucketize_table('patients', 2.5, '{disease}', '{name}', method => 'anatomy', target => 'one', seed => 42);
\set VERBOSITY terse
SELECT bucketize_table('patients_again', 2.5, '{disease}', '{name}', method => 'anatomy', target => 'two', seed => 42);
SELECT * FROM one ORDER BY ctid;
SELECT count(*) AS different FROM one a FULL JOIN two b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT bucketize_table('patients', 2, '{disease}', '{name}', method => 'anatomy', format => 'anatomy', target => 'one', replace => true, seed => 42);
SELECT bucketize_table('patients_again', 2, '{disease}', '{name}', method => 'anatomy', format => 'anatomy', target => 'two', replace => true, seed => 42);
SELECT count(*) AS different FROM one_qit a FULL JOIN two_qit b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT * FROM one_st ORDER BY ctid;
SELECT count(*) AS different FROM one_st a FULL JOIN two_st b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT count(*) FROM microdata.releases WHERE parameters::text LIKE '%42%' OR parameters ? 'seed';
SELECT drop_release('one'), drop_release('two');
DROP TABLE patients_again;
\set VERBOSITY default

-- Roles, further requirements, names of columns that the source has, too.
SELECT FROM declare_roles('patients', sensitive => '{disease}', insensitive => '{zipcode}');
SELECT bucketize_table('patients', 2, insensitive => '{sex}', quasi_identifiers => '{name}', privacy => ARRAY[k_anonymity(4), l_diversity(2, 'entropy')]);
SELECT min(rows) >= 4 AS enough FROM (SELECT count(*) FROM patients_bucketized GROUP BY bucket) b (rows);
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('patients_bucketized') WHERE requirement NOT LIKE '%shuffled%';
SELECT column_no, role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2 ORDER BY 1, 2;
SELECT FROM drop_release('patients_bucketized');
CREATE TABLE taken (bucket integer, weight integer, count text);
INSERT INTO taken SELECT i % 5, i, 'c' || i % 3 FROM generate_series(1, 12) i;
SELECT bucketize_table('taken', 2, '{count}');
SELECT columns_of('taken_bucketized'), columns_of('taken_bucketized_expected');
SELECT bool_and(holds) FROM verify_release('taken_bucketized') WHERE requirement !~ 'determines';
SELECT bucketize_table('taken', 2, '{count}', format => 'anatomy', replace => true);
SELECT columns_of('taken_bucketized'), columns_of('taken_bucketized_qit'), columns_of('taken_bucketized_st');
SELECT sum(release_weight), (SELECT sum(release_count) FROM taken_bucketized_st) FROM taken_bucketized;
SELECT estimate_count('taken_bucketized', '{"count": "c1"}');
SELECT FROM drop_release('taken_bucketized');
DROP TABLE taken;

-- Odd names.
CREATE SCHEMA "A ""b""";
CREATE TABLE "A ""b"""."T t" ("Age in ""y""" integer, "select" integer, "Dis ease" text);
INSERT INTO "A ""b"""."T t" SELECT i, i % 3, 'd' || i % 4 FROM generate_series(1, 12) i;
SELECT bucketize_table('"A ""b"""."T t"', 3, '{"Dis ease"}', insensitive => '{"Age in \"y\""}', format => 'anatomy');
SELECT relations FROM microdata.releases;
SELECT "select", sum(weight) FROM "A ""b"""."T t_bucketized" GROUP BY 1 ORDER BY 1;
SELECT columns_of('"A ""b"""."T t_bucketized"');
SELECT sum(count) FROM "A ""b"""."T t_bucketized_st";
SELECT bucketize_table('"A ""b"""."T t"', 3, '{"Dis ease"}', insensitive => '{"Age in \"y\""}', target => repeat('n', 63), format => 'anatomy');
SELECT relations FROM microdata.releases WHERE relations[1]::text LIKE '%nnn%';
SET client_min_messages = warning;
DROP SCHEMA "A ""b""" CASCADE;
SELECT count(*) FROM microdata.releases;

-- Several sensitive attributes: each is diverse in every bucket, and permuted by itself. How many buckets there are is left to chance.
CREATE TABLE cases AS SELECT i % 50 AS age, i / 50 % 4 AS ward, 'd' || i * 7 % 5 AS disease, i % 7 AS stay, 1000 * (i % 11) AS cost
FROM generate_series(1, 330) i;
SELECT bucketize_table('cases', 3.5, '{disease,stay,cost}', method => 'anatomy');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('cases_bucketized') WHERE requirement LIKE '%l-div%';
SELECT bool_and(holds) FROM verify_release('cases_bucketized') WHERE requirement !~ 'determine';
SELECT column_no, role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2 ORDER BY 1, 2;
SELECT bucketize_table('cases', 3.5, '{disease,stay,cost}', method => 'mondrian', replace => true);
SELECT bool_and(holds) FROM verify_release('cases_bucketized') WHERE requirement !~ 'determine';
SELECT bucketize_table('cases', 3.5, '{disease,stay}', format => 'anatomy', replace => true);
SELECT relations FROM microdata.releases;
SELECT columns_of('cases_bucketized');
SELECT round(sum(weight)) FROM cases_bucketized;
SELECT disease, count(*) FROM cases GROUP BY 1 EXCEPT SELECT disease, round(sum(weight)) FROM cases_bucketized GROUP BY 1;
SELECT stay, count(*) FROM cases GROUP BY 1 EXCEPT SELECT stay, round(sum(weight)) FROM cases_bucketized GROUP BY 1;
SELECT ward, cost, count(*) FROM cases GROUP BY 1, 2 EXCEPT SELECT ward, cost, round(sum(weight)) FROM cases_bucketized GROUP BY 1, 2;
SELECT max(share) <= 1 / 3.5 AS diverse FROM (SELECT count / sum(count) OVER (PARTITION BY bucket) FROM cases_bucketized_st_1
                                              UNION ALL SELECT count / sum(count) OVER (PARTITION BY bucket) FROM cases_bucketized_st_2) s (share);
SELECT FROM drop_release('cases_bucketized');
-- What no bucket can hold is told of the attribute that is worst off.
SELECT bucketize_table('cases', 5.5, '{disease,stay,cost}', method => 'anatomy');
DROP TABLE cases;
-- Rows that stand in the way of both attributes are left out first.
CREATE TABLE both_ways AS SELECT i AS age, CASE WHEN i <= 8 THEN 'a' ELSE 'b' || i END AS s, CASE WHEN i BETWEEN 5 AND 12 THEN 'x' ELSE 'y' || i END AS t
FROM generate_series(1, 14) i;
\set ECHO none
SELECT attempts($$
bucketize_table('both_ways', 2, '{s,t}', quasi_identifiers => '{age}')
bucketize_table('both_ways', 2, '{s,t}', quasi_identifiers => '{age}', suppress => 0.14)
$$);
\set ECHO all
SELECT bucketize_table('both_ways', 2, '{s,t}', quasi_identifiers => '{age}', suppress => 0.1429);
SELECT suppressed_rows, published_rows FROM microdata.releases;
SELECT bool_and(holds) FROM verify_release('both_ways_bucketized');
SELECT age FROM both_ways EXCEPT SELECT age FROM both_ways_bucketized EXCEPT SELECT generate_series(5, 8);
DROP TABLE both_ways, both_ways_bucketized;
RESET client_min_messages;

-- A joined release that was tampered with is found out.
CREATE TABLE source AS SELECT 17 * i % 401 AS weight, i % 3 AS ward, 'd' || i % 8 AS disease FROM generate_series(1, 400) i;
SELECT bucketize_table('source', 4, '{disease}', method => 'anatomy', quasi_identifiers => '{weight}');
SELECT bool_and(holds) FROM verify_release('source_bucketized');
CREATE VIEW lacks AS SELECT a.ctid AS place, a.disease, a.bucket AS own, b.bucket AS other FROM source_bucketized a, generate_series(1, 100) b (bucket)
WHERE a.disease NOT IN (SELECT disease FROM source_bucketized c WHERE c.bucket = b.bucket);
-- Two values of different buckets change places, which leaves both diverse.
BEGIN;
WITH swapped AS (SELECT a.place AS one, a.disease AS of_one, b.place AS two, b.disease AS of_two FROM lacks a JOIN lacks b ON a.own = b.other AND a.other = b.own LIMIT 1)
UPDATE source_bucketized s SET disease = CASE s.ctid WHEN one THEN of_two ELSE of_one END FROM swapped WHERE s.ctid IN (one, two) RETURNING 'changed';
SELECT requirement, holds FROM verify_release('source_bucketized') WHERE NOT holds;
ROLLBACK;
-- The same, but one bucket now has a value twice.
BEGIN;
WITH swapped AS (SELECT a.place AS one, a.disease AS of_one, b.ctid AS two, b.disease AS of_two
                 FROM lacks a JOIN source_bucketized b ON a.other = b.bucket
                 WHERE EXISTS (SELECT FROM source_bucketized c WHERE c.bucket = a.own AND c.disease = b.disease AND c.ctid <> a.place) LIMIT 1)
UPDATE source_bucketized s SET disease = CASE s.ctid WHEN one THEN of_two ELSE of_one END FROM swapped WHERE s.ctid IN (one, two) RETURNING 'changed';
SELECT requirement, holds FROM verify_release('source_bucketized') WHERE NOT holds;
ROLLBACK;
-- A value was invented.
BEGIN;
UPDATE source_bucketized SET disease = 'invented' WHERE ctid = (SELECT ctid FROM source_bucketized LIMIT 1);
SELECT requirement, holds FROM verify_release('source_bucketized') WHERE NOT holds;
ROLLBACK;
-- Nothing was permuted.
BEGIN;
UPDATE source_bucketized s SET disease = o.disease FROM source o WHERE s.weight = o.weight;
SELECT requirement, holds FROM verify_release('source_bucketized') WHERE NOT holds;
ROLLBACK;
-- A row was lost.
BEGIN;
DELETE FROM source_bucketized WHERE ctid = (SELECT ctid FROM source_bucketized LIMIT 1);
SELECT requirement, holds FROM verify_release('source_bucketized') WHERE NOT holds;
ROLLBACK;
DROP TABLE source, source_bucketized CASCADE;

-- Types and NULLs, which are a value like any other.
CREATE TABLE types (i bigint, n numeric, d date, ts timestamptz, r int4range, j json, p point, a text[], u uuid, b boolean, s jsonb, t time);
INSERT INTO types SELECT CASE WHEN i % 5 > 0 THEN i END, i / 3.0, date '2020-02-28' + i, timestamptz '2020-02-28 12:00+00' + i * interval '1 hour', int4range(i, i + 2),
    json_build_object('i', i), point(i, -i), ARRAY['x', NULL, i::text], md5(i::text)::uuid, i % 2 = 0,
    CASE WHEN i % 4 > 0 THEN jsonb_build_object('v', i % 4) END, time '08:00' + i % 6 * interval '1 hour'
FROM generate_series(1, 24) i;
SET client_min_messages = warning;
SELECT bucketize_table('types', 4, '{s,t}');
SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a WHERE a.attrelid = 'types_bucketized'::regclass AND a.attnum > 0 ORDER BY a.attnum;
SELECT count(*) FROM (SELECT i, n, d, ts, r, j::text, p::text, a, u, b FROM types EXCEPT ALL SELECT i, n, d, ts, r, j::text, p::text, a, u, b FROM types_bucketized) x;
SELECT bool_and(holds) FROM verify_release('types_bucketized');
SELECT bucketize_table('types', 4, '{s,t}', method => 'anatomy', format => 'anatomy', replace => true);
SELECT s, sum(count) FROM types_bucketized_st_1 GROUP BY 1 ORDER BY 1;
SELECT s, round(sum(weight)) FROM types_bucketized GROUP BY 1 ORDER BY 1;
SELECT t, round(sum(weight)) FROM types_bucketized GROUP BY 1 ORDER BY 1;
RESET client_min_messages;
-- A type without a notion of equality.
SELECT bucketize_table('types', 24, '{p}', target => 'points', insensitive => '{s,t}');
SELECT drop_release('points'), drop_release('types_bucketized');
DROP TABLE types;

-- The rows, for a materialized view.
CREATE MATERIALIZED VIEW patients_view AS
    SELECT bucket, (bucketized).age, (bucketized).zipcode, (bucketized).disease FROM bucketize_rows(NULL::patients, 2);
SELECT age, zipcode FROM patients EXCEPT ALL SELECT age, zipcode FROM patients_view;
SELECT bucket FROM patients_view GROUP BY 1 HAVING count(*) > count(DISTINCT disease);
REFRESH MATERIALIZED VIEW patients_view;
SELECT count(*), count(DISTINCT bucket) FROM patients_view;
SELECT count(*), count((bucketized).name), count((bucketized).age) FROM bucketize_rows(NULL::patients, 5, suppress => 0.5, method => 'anatomy');
SELECT (bucketized).* FROM bucketize_rows(NULL::patients, 4, sensitive => '{disease}', identifiers => '{name,sex}', insensitive => '{zipcode}',
    quasi_identifiers => '{age}', privacy => ARRAY[k_anonymity(8)], seed => 7);
\set ECHO none
SELECT attempts($$
bucketize_rows(NULL::patients, 5)
bucketize_rows(NULL::integer, 2)
$$);
\set ECHO all
DROP MATERIALIZED VIEW patients_view;

-- One row, none, and l = 1.
CREATE TABLE few (age integer, disease text);
\set ECHO none
SELECT attempts($$
bucketize_table('few', 1, '{disease}')
bucketize_table('few', 1, '{disease}', format => 'anatomy')
$$);
\set ECHO all
INSERT INTO few VALUES (1, 'flu');
\set ECHO none
SELECT attempts($$
bucketize_table('few', 2, '{disease}')
bucketize_table('few', 2, '{disease}', suppress => 0.99)
$$);
\set ECHO all
SELECT bucketize_table('few', 1, '{disease}');
SELECT * FROM few_bucketized;
SELECT bucketize_table('few', 1, '{disease}', method => 'anatomy', format => 'anatomy', replace => true);
SELECT * FROM few_bucketized;
SELECT FROM drop_release('few_bucketized');
DROP TABLE few;

-- Errors.
\set VERBOSITY default
SELECT FROM declare_roles('patients', sensitive => '{}', insensitive => '{}');
\set ECHO none
SELECT attempts($$
bucketize_table('patients', 2)
bucketize_table('patients', 2, '{illness}')
bucketize_table('patients', 2, '{disease}', identifiers => '{disease}')
bucketize_table('patients', 2, '{disease}', '{name,age,sex,zipcode}')
bucketize_table('patients', 2, '{disease}', insensitive => '{age,sex,zipcode}')
bucketize_table('patients', 0.99, '{disease}')
bucketize_table('patients', -2, '{disease}')
bucketize_table('patients', 'NaN', '{disease}')
bucketize_table('patients', 'Infinity', '{disease}')
bucketize_table('patients', NULL, '{disease}')
bucketize_table('patients', 1e300, '{disease}')
bucketize_table('patients', 2, '{disease}', method => 'slicing')
bucketize_table('patients', 2, '{disease}', method => NULL)
bucketize_table('patients', 2, '{disease}', format => 'csv')
bucketize_table('patients', 2, '{disease}', suppress => 1)
bucketize_table('patients', 2, '{disease}', suppress => -0.1)
bucketize_table('patients', 2, '{disease}', privacy => ARRAY[NULL::privacy_model])
bucketize_table(NULL, 2, '{disease}')
bucketize_table('patients_pkey', 2, '{disease}')
bucketize_rows(NULL::patients, 2, '{disease}', method => 'none')
-- What no release can reach, with what could be.
bucketize_table('patients', 4.5, '{disease}')
bucketize_table('patients', 5, '{disease}', suppress => 0.25)
bucketize_table('patients', 6, '{disease}', suppress => 0.5)
bucketize_table('patients', 2, '{disease}', privacy => ARRAY[k_anonymity(9)])
bucketize_table('patients', 2, '{disease}', privacy => ARRAY[l_diversity(6, 'distinct')])
-- Targets.
bucketize_table('patients', 2, '{disease}', target => 'patients')
bucketize_table('patients', 2, '{disease}', target => 'patients', replace => true)
bucketize_table('patients', 2, '{disease}', target => 'patients_pkey')
bucketize_table('patients', 2, '{disease}', target => 'nowhere.release')
bucketize_table('patients', 2, '{disease}', target => 'pg_temp.release', format => 'anatomy')
$$);
\set ECHO all
CREATE TABLE patients_bucketized_st (a integer);
\set ECHO none
SELECT attempts($$
bucketize_table('patients', 2, '{disease}', format => 'anatomy')
bucketize_table('patients', 2, '{disease}', format => 'anatomy', replace => true)
bucketize_table('patients', 2, '{disease}', replace => true)
bucketize_table('patients', 2, '{disease}', format => 'anatomy', replace => true)
$$);
\set ECHO all
DROP TABLE patients_bucketized_st;
CREATE VIEW patients_bucketized_qit AS SELECT 1;
\set ECHO none
SELECT attempts($$
bucketize_table('patients', 2, '{disease}', format => 'anatomy', replace => true)
bucketize_table('patients', 2, '{disease}', format => 'anatomy', target => 'patients_bucketized_qit', replace => true)
$$);
\set ECHO all
DROP VIEW patients_bucketized_qit;
BEGIN TRANSACTION READ ONLY;
SELECT attempts($$bucketize_table('patients', 2, '{disease}', target => 'other')$$);
ROLLBACK;
-- Nothing is left behind.
SELECT relations FROM microdata.releases;
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm') ORDER BY 1;
SELECT FROM drop_release('patients_bucketized');

-- Who may do what, and who sees what.
SET client_min_messages = warning;
CREATE ROLE md_owner;
CREATE ROLE md_reader;
CREATE ROLE md_analyst;
CREATE SCHEMA clinic AUTHORIZATION md_owner;
GRANT USAGE ON SCHEMA clinic TO PUBLIC;
SET ROLE md_owner;
CREATE TABLE clinic.patients AS SELECT i % 10 AS age, i % 2 AS sex, 'd' || i % 4 AS disease FROM generate_series(1, 40) i;
ALTER DEFAULT PRIVILEGES IN SCHEMA clinic GRANT SELECT, INSERT ON TABLES TO PUBLIC, md_analyst;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO md_reader WITH GRANT OPTION;
SELECT bucketize_table('clinic.patients', 2, '{disease}', format => 'anatomy');
-- Whatever default privileges grant, a release is its owner's alone, with all of its relations.
SELECT c.relname, a.grantee::regrole FROM pg_class c LEFT JOIN aclexplode(c.relacl) a ON true
WHERE c.relnamespace = 'clinic'::regnamespace AND c.relname LIKE '%bucketized%' GROUP BY 1, 2 ORDER BY 1;
SET ROLE md_analyst;
\set ECHO none
SELECT attempts($$
SELECT count(*) FROM clinic.patients_bucketized
SELECT count(*) FROM clinic.patients_bucketized_qit
SELECT count(*) FROM clinic.patients_bucketized_st
$$);
\set ECHO all
SELECT count(*) FROM microdata.releases;
\set ECHO none
SELECT attempts($$
bucketize_table('clinic.patients', 2, '{disease}', target => 'public.mine')
drop_release('clinic.patients_bucketized')
$$);
\set ECHO all
-- A grant on the view is one on the tables behind it, which functions read.
SET ROLE md_owner;
GRANT SELECT ON clinic.patients_bucketized TO md_analyst;
SET ROLE md_analyst;
SELECT sum(weight) FROM clinic.patients_bucketized;
SELECT count(*) FROM clinic.patients_bucketized_st;
SELECT estimate_count('clinic.patients_bucketized', '{}');
-- A reader of the source, where there is room.
RESET ROLE;
GRANT SELECT ON clinic.patients TO md_reader;
SET ROLE md_reader;
\set ECHO none
SELECT attempts($$
bucketize_table('clinic.patients', 2, '{disease}', target => 'clinic.theirs')
bucketize_table('clinic.patients', 2, '{disease}', target => 'clinic.patients_bucketized', replace => true)
$$);
\set ECHO all
RESET ROLE;
GRANT CREATE ON SCHEMA clinic TO md_reader;
SET ROLE md_reader;
SELECT bucketize_table('clinic.patients', 2, '{disease}', target => 'clinic.patients_bucketized', replace => true);
SELECT bucketize_table('clinic.patients', 2, '{disease}', target => 'clinic.theirs');
SELECT count(*) FROM clinic.theirs;
-- A row security policy that would hide rows is an error.
SET ROLE md_owner;
ALTER TABLE clinic.patients ENABLE ROW LEVEL SECURITY;
CREATE POLICY the_young ON clinic.patients FOR SELECT USING (age < 5);
SET ROLE md_reader;
\set ECHO none
SELECT attempts($$
bucketize_table('clinic.patients', 2, '{disease}', target => 'clinic.theirs', replace => true)
SELECT count(*) FROM bucketize_rows(NULL::clinic.patients, 2, '{disease}')
$$);
\set ECHO all
RESET ROLE;
DROP SCHEMA clinic CASCADE;
SELECT count(*) FROM microdata.release_record;
DROP OWNED BY md_analyst;
DROP OWNED BY md_reader;
DROP OWNED BY md_owner;
DROP ROLE md_owner, md_reader, md_analyst;
-- A part of a release gives way to nobody.
SET client_min_messages = warning;
SELECT bucketize_table('patients', 2, '{disease}', format => 'anatomy', target => 'whole');
SELECT bucketize_table('patients', 2, '{disease}', target => 'whole_st', replace => true);
SELECT FROM drop_release('whole');
RESET client_min_messages;
DROP TABLE patients;

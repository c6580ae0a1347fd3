-- Generalization: local recoding and multisets.
\pset format unaligned
\pset tuples_only on
CREATE TABLE people (id integer PRIMARY KEY, age integer, sex text, zipcode text, note text, disease text);
INSERT INTO people
SELECT i, 20 + (i * 7) % 50, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, (47900 + (i * 13) % 20)::text, 'note ' || i,
       (ARRAY['flu', 'bronchitis', 'gastritis', 'dyspepsia'])[1 + (i / 3) % 4]
FROM generate_series(1, 80) i;
SELECT FROM create_prefix_hierarchy('zip', '{4,3,0}');
SELECT FROM create_interval_hierarchy('age', 20, 70, '{5,10,50}');

-- Ranges, sets, and what is not generalized; the classes and the loss as recorded.
SELECT generalize_table('people', 5, 2, sensitive => '{disease}', insensitive => '{note}', seed => 1);
SELECT columns_of('people_generalized');
SELECT method, source, relations, source_rows, published_rows, suppressed_rows, buckets FROM microdata.releases;
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;
SELECT parameters FROM microdata.releases;
SELECT * FROM verify_release('people_generalized');
CREATE VIEW classes AS SELECT age, sex, zipcode, count(*) AS rows, max(of_disease) AS most
FROM (SELECT *, count(*) OVER (PARTITION BY age, sex, zipcode, disease) AS of_disease FROM people_generalized) r GROUP BY 1, 2, 3;
SELECT count(*) AS classes, min(rows) AS smallest, min(rows::numeric / most) >= 2 AS diverse FROM classes;
-- What the record says was lost, by hand: the ranges' widths, and the sets' sizes by those of the domain.
SELECT round(avg((upper(age) - 1 - lower(age)) / 49.0), 6) AS of_age,
       round(avg(CASE sex WHEN '*' THEN 1 ELSE 0 END), 6) AS of_sex,
       round(avg(CASE WHEN zipcode = '*' THEN 1 WHEN cardinality(zipcode::text[]) = 1 THEN 0 ELSE cardinality(zipcode::text[]) / 20.0 END), 6) AS of_zipcode
FROM people_generalized;
SELECT parameters -> 'information_loss' -> 'certainty_penalty_of' AS recorded FROM microdata.releases;
SELECT sum(rows * rows) AS discernibility, round(avg(rows), 4) AS average_class_size FROM classes;
-- Strict classes do not overlap: every source row is covered by one class.
SELECT count(*) AS covered, count(DISTINCT id) AS rows
FROM people p JOIN classes c ON p.age <@ c.age AND c.sex = p.sex AND (c.zipcode = '*' OR p.zipcode = ANY (NULLIF(c.zipcode, '*')::text[]));
DROP VIEW classes;

-- One class of everything: full ranges, and an asterisk for the other domains.
SELECT generalize_table('people', 80, identifiers => '{id,note,disease}', target => 'everybody');
SELECT DISTINCT * FROM everybody;
SELECT parameters -> 'information_loss' AS loss FROM microdata.releases WHERE 'everybody'::regclass = ANY (relations);
-- k = 1 changes nothing but types.
SELECT generalize_table('people', 1, identifiers => '{id}', target => 'nothing_lost');
SELECT count(*) AS different FROM (SELECT age, sex, zipcode, note, disease FROM people EXCEPT ALL SELECT lower(age), sex, zipcode, note, disease FROM nothing_lost) d;
SELECT count(*) AS generalized FROM microdata.release_columns WHERE relation = 'nothing_lost'::regclass AND generalized;
DROP TABLE everybody, nothing_lost;

\set VERBOSITY terse
-- With hierarchies: named in the call, or declared; the call decides.
SELECT generalize_table('people', 5, 2, sensitive => '{disease}', identifiers => '{id,note}', target => 'labelled', seed => 1,
                        hierarchies => '{"zipcode": "zip", "age": "age"}');
SELECT generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'labelled'::regclass GROUP BY 1 ORDER BY 1;
SELECT parameters -> 'hierarchies' AS hierarchies FROM microdata.releases WHERE 'labelled'::regclass = ANY (relations);
SELECT age, sex, zipcode, count(*) FROM labelled GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT bool_and(holds) FROM verify_release('labelled');
-- Hierarchies follow their attributes when these are renamed, which may take each other's names.
ALTER TABLE labelled RENAME zipcode TO other;
ALTER TABLE labelled RENAME age TO zipcode;
ALTER TABLE labelled RENAME other TO age;
SELECT parameters -> 'hierarchies' AS hierarchies FROM microdata.releases WHERE 'labelled'::regclass = ANY (relations);
-- Readers take one for the other.
SELECT requirement, achieved, holds, worst_case FROM verify_release('labelled') WHERE holds IS NOT TRUE;
SELECT FROM declare_hierarchy('people', 'zipcode', 'zip');
SELECT generalize_table('people', 5, 2, sensitive => '{disease}', identifiers => '{id,note}', target => 'labelled', seed => 1, replace => true,
                        hierarchies => '{"age": "age"}');
SELECT parameters -> 'hierarchies' AS hierarchies FROM microdata.releases WHERE 'labelled'::regclass = ANY (relations);
SELECT generalize_table('people', 5, 2, sensitive => '{disease}', identifiers => '{id,note}', target => 'labelled', seed => 1, replace => true,
                        hierarchies => '{"zipcode": null}');
SELECT parameters -> 'hierarchies' AS hierarchies, pg_typeof(age) FROM microdata.releases, labelled WHERE 'labelled'::regclass = ANY (relations) LIMIT 1;
SELECT FROM declare_hierarchy('people', 'zipcode', NULL);

-- Multisets: the values of each class, counted.
SELECT generalize_table('people', 5, 2, sensitive => '{disease}', identifiers => '{id,note}', recoding => 'multiset', target => 'multisets', seed => 1);
SELECT age, sex, zipcode, count(*) FROM multisets GROUP BY 1, 2, 3 ORDER BY 1 LIMIT 3;
SELECT * FROM verify_release('multisets');
-- As often as in the source.
SELECT age, count(*) FROM people GROUP BY 1
EXCEPT SELECT split_part(e, ':', 1)::integer, sum(split_part(e, ':', 2)::integer)
FROM (SELECT DISTINCT age, sex, zipcode FROM multisets) c, unnest(string_to_array(age, ',')) e GROUP BY 1;

-- Relaxed classes may overlap, and lose less.
SELECT generalize_table('people', 5, sensitive => '{disease}', identifiers => '{id,note}', strict => false, target => 'relaxed', seed => 1);
SELECT bool_and(holds) FROM verify_release('relaxed');
-- Models of every kind at once, of two sensitive attributes.
SELECT generalize_table('people', 3, sensitive => '{disease,note}', identifiers => '{id}', target => 'models', seed => 1,
                        privacy => ARRAY[k_anonymity(6), l_diversity(3, 'distinct'), l_diversity(2.5, 'entropy'), l_diversity(2, 'recursive', 2),
                                         alpha_k_anonymity(0.6, 7), t_closeness(0.9), beta_likeness(20), belief_distance(0.95)]);
SELECT substring(requirement FROM '".*"') AS attribute, count(*), bool_and(holds) AS hold,
       string_agg(regexp_replace(requirement, ' in every equivalence class| of ".*"', '', 'g') || ' ' || bound, '; ' ORDER BY requirement COLLATE "C") AS bounds
FROM verify_release('models') GROUP BY 1 ORDER BY 1;
DROP TABLE relaxed, models;

-- A seed makes it reproducible however the rows lie and however many threads there are, and is kept nowhere.
CREATE TABLE people_again AS SELECT * FROM people ORDER BY disease, md5(id::text);
SET pg_microdata.max_threads = 1;
SELECT generalize_table('people_again', 5, 2, sensitive => '{disease}', identifiers => '{id}', insensitive => '{note}', target => 'again', seed => 1);
RESET pg_microdata.max_threads;
SELECT count(*) AS different FROM people_generalized a FULL JOIN again b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT count(*) FROM microdata.releases WHERE parameters ? 'seed';
DROP TABLE people_again, again;

\set VERBOSITY default
-- Rows left out, as few as possible: 50 of 110 have the flu.
CREATE TABLE flu AS SELECT age, zipcode, disease FROM people UNION ALL SELECT 30, '47901', 'flu' FROM generate_series(1, 30);
\set ECHO none
SELECT attempts($$
generalize_table('flu', 4, 3, sensitive => '{disease}')
generalize_table('flu', 4, 3, sensitive => '{disease}', suppress => 0.1)
$$);
\set ECHO all
SELECT generalize_table('flu', 4, 3, sensitive => '{disease}', suppress => 0.25, seed => 1);
SELECT source_rows, published_rows, suppressed_rows, parameters -> 'suppress' AS suppress FROM microdata.releases WHERE source = 'flu'::regclass;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('flu_generalized');
DROP TABLE flu, flu_generalized;

-- Arguments out of range.
\set ECHO none
SELECT attempts($$
generalize_table('people', 0)
generalize_table('people', -3)
generalize_table('people', NULL)
generalize_table(NULL, 2)
generalize_table('people', 2, 0.5, sensitive => '{disease}')
generalize_table('people', 2, 'NaN', sensitive => '{disease}')
generalize_table('people', 2, 'Infinity', sensitive => '{disease}')
generalize_table('people', 2, recoding => 'global')
generalize_table('people', 2, recoding => NULL)
generalize_table('people', 2, cuts => 'feasible')
generalize_table('people', 2, strict => NULL)
generalize_table('people', 2, suppress => 1)
generalize_table('people', 2, suppress => -0.1)
generalize_table('people', 2, suppress => 'NaN')
generalize_table('people', 2, privacy => ARRAY[NULL::privacy_model])
generalize_table('people', 2, privacy => ARRAY[ROW('secrecy', '{}')::privacy_model])
-- Roles.
generalize_table('people', 2, 2)
generalize_table('people', 2, privacy => ARRAY[l_diversity(2)])
generalize_table('people', 2, sensitive => '{illness}')
generalize_table('people', 2, sensitive => '{Disease}')
generalize_table('people', 2, sensitive => '{disease}', insensitive => '{disease}')
generalize_table('people', 2, sensitive => '{age,sex,zipcode,note,disease}')
generalize_table('people', 2, identifiers => '{NULL}')
-- Hierarchies.
generalize_table('people', 2, identifiers => '{note}', hierarchies => '[]', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '"zip"', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => 'null', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": 1}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": ["zip"]}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": "zap"}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": ""}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zip": "zip"}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"Zipcode": "zip"}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"note": "zip"}', target => 'other')
generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": "age"}', target => 'other')
$$);
\set ECHO all
CREATE TABLE levels AS SELECT DISTINCT zipcode AS level0, left(zipcode, 4) AS level1, '*' AS level2 FROM people WHERE zipcode <> '47913';
SELECT FROM create_hierarchy('incomplete', 'levels');
SELECT attempts($$generalize_table('people', 2, identifiers => '{note}', hierarchies => '{"zipcode": "incomplete"}', target => 'other')$$);
SELECT FROM drop_hierarchy('incomplete');
-- What no release can reach.
\set ECHO none
SELECT attempts($$
generalize_table('people', 81, identifiers => '{note}', target => 'other')
generalize_table('people', 2, 4.5, sensitive => '{disease}', identifiers => '{note}', target => 'other')
generalize_table('people', 2, sensitive => '{disease}', privacy => ARRAY[l_diversity(5, 'distinct')], identifiers => '{note}', target => 'other')
generalize_table('people', 2, sensitive => '{disease}', privacy => ARRAY[l_diversity(4.1, 'entropy')], identifiers => '{note}', target => 'other')
generalize_table('people', 2, privacy => ARRAY[k_anonymity(100)], identifiers => '{note}', target => 'other')
generalize_table('people', 2, sensitive => '{disease}', privacy => ARRAY[alpha_k_anonymity(0.5, 100)], identifiers => '{note}', target => 'other')
generalize_table('people', 2, sensitive => '{disease}', privacy => ARRAY[alpha_k_anonymity(0.1, 2)], identifiers => '{note}', target => 'other')
generalize_table('people', 2, sensitive => '{disease}', privacy => ARRAY[t_closeness(0.1, 'hierarchical')], identifiers => '{note}', target => 'other')
$$);
\set ECHO all
-- Sources and targets.
CREATE TABLE empty (age integer);
\set ECHO none
SELECT attempts($$
generalize_table('empty', 2)
generalize_table('people_pkey', 2)
generalize_table('nobody', 2)
generalize_table('people', 2)
generalize_table('people', 2, target => 'people', replace => true)
generalize_table('people', 2, target => 'empty', replace => true)
generalize_table('people', 2, target => 'nowhere.release')
generalize_table('people', 2, target => 'pg_temp.release')
generalize_table('people', 2, target => '')
$$);
\set ECHO all
BEGIN READ ONLY;
SELECT attempts($$generalize_table('people', 2, target => 'elsewhere')$$);
ROLLBACK;
-- Nothing is left behind.
SELECT relations FROM microdata.releases ORDER BY release_id;
DROP TABLE empty, levels;

SELECT generalize_table('people', 5, 2, sensitive => '{disease}', identifiers => '{id,note}', target => 'labelled', replace => true, seed => 1,
                        hierarchies => '{"zipcode": "zip", "age": "age"}');
-- Tampering is noticed. A row that is gone:
BEGIN;
DELETE FROM people_generalized WHERE ctid = (SELECT min(ctid) FROM people_generalized);
SELECT requirement, bound, achieved, holds FROM verify_release('people_generalized') WHERE NOT holds;
ROLLBACK;
-- A class made smaller, by a value that differs:
BEGIN;
UPDATE people_generalized SET age = int4range(lower(age), upper(age) + 1) WHERE ctid = (SELECT min(ctid) FROM people_generalized);
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('people_generalized') WHERE NOT holds;
ROLLBACK;
-- Ranges, sets and labels that do not cover:
BEGIN;
UPDATE people_generalized SET age = '[90,99]';
SELECT requirement, achieved, holds FROM verify_release('people_generalized') WHERE requirement LIKE 'equivalence classes %';
ROLLBACK;
BEGIN;
UPDATE people_generalized SET sex = '{X}';
SELECT requirement, achieved, holds FROM verify_release('people_generalized') WHERE requirement LIKE 'equivalence classes %';
ROLLBACK;
BEGIN;
UPDATE labelled SET zipcode = translate(zipcode, '01', '10') WHERE zipcode <> '*';
SELECT requirement, achieved > bound AS more, holds FROM verify_release('labelled') WHERE requirement LIKE 'equivalence classes %';
ROLLBACK;
BEGIN;
UPDATE labelled SET zipcode = 'no label' WHERE ctid = (SELECT min(ctid) FROM labelled);
SELECT requirement, bound, achieved, holds FROM verify_release('labelled') WHERE NOT holds;
ROLLBACK;
-- A sensitive value in the place of another, and an insensitive one:
BEGIN;
UPDATE people_generalized SET disease = 'scurvy' WHERE ctid = (SELECT min(ctid) FROM people_generalized);
SELECT requirement, bound, achieved, holds FROM verify_release('people_generalized') WHERE NOT holds;
ROLLBACK;
BEGIN;
UPDATE people_generalized r SET disease = o.disease
FROM (SELECT a.ctid AS a, b.ctid AS b FROM people_generalized a, people_generalized b WHERE NOT a.age && b.age AND a.disease <> b.disease ORDER BY a.ctid, b.ctid LIMIT 1) pair
JOIN people_generalized o ON o.ctid IN (pair.a, pair.b)
WHERE r.ctid IN (pair.a, pair.b) AND r.ctid <> o.ctid;
SELECT requirement, bound, achieved, holds FROM verify_release('people_generalized') WHERE NOT holds AND requirement LIKE 'equivalence classes %';
ROLLBACK;
BEGIN;
UPDATE people_generalized SET note = 'note 0' WHERE ctid = (SELECT min(ctid) FROM people_generalized);
SELECT requirement, bound, achieved, holds FROM verify_release('people_generalized') WHERE NOT holds;
ROLLBACK;
-- A row twice, for another:
BEGIN;
UPDATE people_generalized r SET (age, sex, zipcode, note, disease) = (SELECT age, sex, zipcode, note, disease FROM people_generalized ORDER BY ctid LIMIT 1)
WHERE ctid = (SELECT max(ctid) FROM people_generalized);
SELECT requirement, achieved > bound AS more, holds FROM verify_release('people_generalized') WHERE NOT holds AND bound = 0;
ROLLBACK;
-- Multisets with a wrong count, a wrong value, too many values, and what is none:
BEGIN;
UPDATE multisets SET age = regexp_replace(age, '^(\d+):1,\d+:1', '\1:2');
SELECT requirement, achieved > bound AS more, holds, worst_case FROM verify_release('multisets') WHERE requirement LIKE 'multisets%';
ROLLBACK;
BEGIN;
UPDATE multisets SET age = '99:5' WHERE age = (SELECT min(age) FROM multisets);
SELECT requirement, achieved > bound AS more, holds, worst_case FROM verify_release('multisets') WHERE bound = 0;
ROLLBACK;
BEGIN;
UPDATE multisets SET sex = 'F:80,M:80';
SELECT requirement, achieved > bound AS more, holds FROM verify_release('multisets') WHERE requirement LIKE 'multisets%';
UPDATE multisets SET sex = NULL;
SELECT requirement, achieved > bound AS more, holds FROM verify_release('multisets') WHERE requirement LIKE 'multisets%';
UPDATE multisets SET sex = '"F:1,';
SELECT requirement, achieved > bound AS more, holds FROM verify_release('multisets') WHERE requirement LIKE 'multisets%';
UPDATE multisets SET sex = 'F:99999999999999999999';
SELECT requirement, achieved > bound AS more, holds FROM verify_release('multisets') WHERE requirement LIKE 'multisets%';
ROLLBACK;
-- A source that changed since, and columns that did; one that was dropped is no part of the release any more.
BEGIN;
UPDATE people SET disease = 'scurvy' WHERE id = 1;
SELECT requirement, achieved, holds FROM verify_release('people_generalized') WHERE NOT holds;
ROLLBACK;
BEGIN;
ALTER TABLE people_generalized ALTER age TYPE text;
SELECT attempts($$verify_release('people_generalized')$$);
ROLLBACK;
BEGIN;
ALTER TABLE people_generalized DROP sex;
SELECT bool_and(holds) FROM verify_release('people_generalized');
ROLLBACK;
-- The hierarchies that labels are of are needed.
SELECT drop_hierarchy('age'), drop_hierarchy('zip');
SELECT attempts($$verify_release('labelled')$$);
-- Without its source a release is checked for what its own rows tell.
DROP TABLE people;
SELECT requirement, bound, achieved >= bound AS reached, holds FROM verify_release('people_generalized');
SELECT requirement, bound, achieved >= bound AS reached, holds FROM verify_release('multisets');
SELECT FROM drop_release('people_generalized');
DROP TABLE labelled, multisets;
SELECT count(*) FROM microdata.release_record;

-- Types: each by itself.
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN years AS integer CHECK (VALUE > 0);
CREATE TABLE types (small smallint, whole integer, big bigint, single real, double double precision, exact numeric(8, 2), day date, moment timestamp,
    zoned timestamptz, clock time, span interval, word text, padded char(6), feeling mood, truth boolean, list integer[], domained years, json json, place point, secret text);
INSERT INTO types
SELECT CASE WHEN i % 7 = 0 THEN NULL ELSE i END, CASE WHEN i > 57 THEN 2147483647 ELSE i END, CASE WHEN i > 57 THEN 9223372036854775807 WHEN i < 4 THEN -9223372036854775808 ELSE i END,
       CASE i % 20 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' ELSE i / 8.0 END,
       CASE i % 20 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN NULL ELSE i * 1e300 END,
       CASE i % 20 WHEN 0 THEN 'NaN' ELSE i / 8.0 END,
       CASE WHEN i > 57 THEN '5874897-12-31' WHEN i < 4 THEN 'infinity' WHEN i < 7 THEN '-infinity' ELSE date '2020-01-01' + i END,
       CASE WHEN i > 57 THEN 'infinity' WHEN i < 4 THEN NULL ELSE timestamp '2020-01-01' + i * interval '1 hour' END,
       timestamptz '2020-01-01 00:00+00' + i * interval '1 hour', time '08:00' + i * interval '7 minutes', i * interval '1 day',
       (ARRAY['plain', 'with "quotes"', 'a,b', '*', '{F,M}', '', 'NULL', NULL, 'back\slash', 'colon:1'])[1 + i % 10], CASE WHEN i % 3 = 0 THEN 'a' ELSE 'bc' END,
       (ARRAY['sad', 'ok', 'happy']::mood[])[1 + i % 3], CASE i % 5 WHEN 0 THEN NULL ELSE i % 2 = 0 END, ARRAY[i % 3, NULL, i % 2], 1 + i % 9,
       json_build_object('a', i % 4), point(i % 4, 1), 's' || i % 5
FROM generate_series(1, 60) i;
SET client_min_messages = error;
SET extra_float_digits = 0;
SET DateStyle = 'German, DMY';
SET TimeZone = 'Asia/Tokyo';
CREATE TABLE published (recoding text, attribute text, type text, classes bigint, holds boolean, some_values text);
DO $$
DECLARE
    a name;
    r text;
BEGIN
    FOREACH r IN ARRAY ARRAY['mondrian', 'multiset'] LOOP
        FOR a IN SELECT attname FROM pg_attribute WHERE attrelid = 'types'::regclass AND attnum > 0 AND attname <> 'secret' ORDER BY attnum LOOP
            PERFORM generalize_table('types', 25, 2, sensitive => '{secret}', recoding => r, target => 'one', replace => true, seed => 1,
                identifiers => (SELECT array_agg(attname::text) FROM pg_attribute
                                WHERE attrelid = 'types'::regclass AND attnum > 0 AND attname NOT IN (a, 'secret')));
            EXECUTE format('INSERT INTO published SELECT %L, %L, max(pg_typeof(%3$I)::text), count(DISTINCT %3$I::text), (SELECT bool_and(holds) FROM verify_release(''one'')),
                                left(string_agg(DISTINCT coalesce(%3$I::text, ''(null)''), '' | '' ORDER BY coalesce(%3$I::text, ''(null)'')), 150) FROM one', r, a, a);
        END LOOP;
    END LOOP;
END $$;
RESET DateStyle;
RESET TimeZone;
RESET extra_float_digits;
SELECT attribute, type, classes, holds, some_values FROM published WHERE recoding = 'mondrian';
SELECT attribute, type, classes, holds, some_values FROM published WHERE recoding = 'multiset';
-- All at once, and in classes of few.
SELECT generalize_table('types', 3, sensitive => '{secret}', target => 'one', replace => true);
SELECT bool_and(holds) FROM verify_release('one');
SELECT generalize_table('types', 3, sensitive => '{secret}', target => 'one', replace => true, recoding => 'multiset', strict => false);
SELECT bool_and(holds) FROM verify_release('one');
-- A hierarchy of texts, NULL and asterisk among them.
CREATE TABLE words AS
SELECT DISTINCT word AS level0, CASE WHEN word ~ '^\w+$' THEN 'letters' WHEN word = '' THEN 'nothing' ELSE 'marks' END AS level1, 'any' AS level2 FROM types WHERE word IS NOT NULL;
SELECT FROM create_hierarchy('words', 'words');
SELECT generalize_table('types', 4, identifiers => ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = 'types'::regclass AND attnum > 0 AND attname NOT IN ('word', 'truth')),
                        hierarchies => '{"word": "words"}', target => 'one', replace => true, seed => 1);
SELECT word, truth, count(*) FROM one GROUP BY 1, 2 ORDER BY 1, 2;
SELECT bool_and(holds) FROM verify_release('one');
DROP TABLE one, types, published, words;
DROP TYPE mood;
DROP DOMAIN years;
SELECT FROM drop_hierarchy('words');

-- Odd names, of everything.
CREATE SCHEMA "Odd.Schema";
CREATE TABLE "Odd.Schema"."a ""table""" ("Age, of person" integer, "select" text, "it's {a}" text);
INSERT INTO "Odd.Schema"."a ""table""" SELECT i, chr(97 + i % 5), 's' || i % 3 FROM generate_series(1, 20) i;
CREATE TABLE letters AS SELECT chr(97 + i) AS level0, CASE WHEN i < 2 THEN 'x"y' ELSE '{}' END AS level1, '*' AS level2 FROM generate_series(0, 4) i;
SELECT create_hierarchy('a "hierarchy"; --', 'letters');
SELECT generalize_table('"Odd.Schema"."a ""table"""', 5, sensitive => ARRAY['it''s {a}'], hierarchies => '{"select": "a \"hierarchy\"; --"}', seed => 1);
SELECT generalize_table('"Odd.Schema"."a ""table"""', 5, sensitive => ARRAY['it''s {a}'], target => '"Odd.Schema"."The ""release"""', seed => 1);
SELECT relations, parameters -> 'hierarchies' AS hierarchies FROM microdata.releases ORDER BY release_id;
SELECT bool_and(holds) FROM verify_release('"Odd.Schema"."a ""table""_generalized"');
DROP SCHEMA "Odd.Schema" CASCADE;
SELECT drop_hierarchy('a "hierarchy"; --');
DROP TABLE letters;

RESET client_min_messages;
-- Privileges: with the caller's rights, to its owner alone.
CREATE ROLE md_owner;
CREATE ROLE md_reader;
CREATE SCHEMA clinic AUTHORIZATION md_owner;
GRANT USAGE ON SCHEMA clinic TO PUBLIC;
SET ROLE md_owner;
CREATE TABLE clinic.patients AS SELECT i % 10 AS age, i % 2 AS sex, 'd' || i % 4 AS disease FROM generate_series(1, 40) i;
ALTER DEFAULT PRIVILEGES IN SCHEMA clinic GRANT SELECT, INSERT ON TABLES TO PUBLIC, md_reader;
SELECT generalize_table('clinic.patients', 4, 2, sensitive => '{disease}');
SELECT DISTINCT a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = 'clinic.patients_generalized'::regclass;
SET ROLE md_reader;
\set ECHO none
SELECT attempts($$
SELECT count(*) FROM clinic.patients_generalized
verify_release('clinic.patients_generalized')
$$);
\set ECHO all
RESET ROLE;
CREATE SCHEMA reader AUTHORIZATION md_reader;
SET ROLE md_reader;
SELECT attempts($$generalize_table('clinic.patients', 4, target => 'reader.mine')$$);
SET ROLE md_owner;
GRANT SELECT (age, disease) ON clinic.patients TO md_reader;
SET ROLE md_reader;
SELECT attempts($$generalize_table('clinic.patients', 4, target => 'reader.mine')$$);
SELECT generalize_table('clinic.patients', 4, identifiers => '{sex}', target => 'reader.mine', seed => 1);
SET ROLE md_owner;
GRANT SELECT ON clinic.patients TO md_reader;
SET ROLE md_reader;
SELECT attempts($$generalize_table('clinic.patients', 4)$$);
SET ROLE md_owner;
ALTER TABLE clinic.patients ENABLE ROW LEVEL SECURITY;
CREATE POLICY the_young ON clinic.patients FOR SELECT USING (age < 5);
SET ROLE md_reader;
SELECT attempts($$generalize_table('clinic.patients', 4, target => 'reader.hidden')$$);
RESET ROLE;
-- Operators and functions of other schemas have no effect.
CREATE SCHEMA trap;
CREATE FUNCTION trap.eq(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'sprung'; END $$;
CREATE OPERATOR trap.= (LEFTARG = text, RIGHTARG = text, FUNCTION = trap.eq);
CREATE FUNCTION trap.jsonb_each(jsonb) RETURNS TABLE (key text, value jsonb) LANGUAGE sql AS $$ SELECT 'sprung', NULL::jsonb $$;
SET search_path = trap, pg_catalog, public;
SELECT generalize_table('clinic.patients', 4, 2, sensitive => '{disease}', replace => true, hierarchies => '{"sex": null}');
SELECT bool_and(holds) FROM verify_release('clinic.patients_generalized');
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA trap, clinic, reader CASCADE;
DROP OWNED BY md_owner, md_reader;
DROP ROLE md_owner, md_reader;
SELECT count(*) FROM microdata.release_record;

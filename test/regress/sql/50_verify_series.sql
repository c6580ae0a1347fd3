-- Editions of a series are checked by their tables, by what the series remembers, and by the source.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
CREATE ROLE regress_editor;
CREATE ROLE regress_reader;
CREATE ROLE regress_heir;
CREATE ROLE regress_member NOINHERIT;
CREATE ROLE regress_deputy INHERIT;
GRANT regress_editor, regress_heir TO regress_member, regress_deputy;
CREATE SCHEMA regress_verify;
GRANT ALL ON SCHEMA regress_verify TO PUBLIC;
SET search_path = regress_verify, public;
SET ROLE regress_editor;
CREATE TABLE patients (id integer, age integer, sex text, disease text);
INSERT INTO patients SELECT i, i, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'd' || i % 6 FROM generate_series(1, 120) i;
\set ECHO all
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT FROM create_series('lab', 'patients', 'bucketization', '{"sensitive": ["disease"], "format": "anatomy"}', '{id}', 3);
SELECT * FROM verify_series('ward');
SELECT w.edition, l.edition FROM publish_series('ward') w, publish_series('lab') l;
-- Some leave, come, change attributes, values, or come back.
DELETE FROM patients WHERE id BETWEEN 1 AND 10;
INSERT INTO patients SELECT i, i, 'F', 'd' || i % 6 FROM generate_series(201, 212) i;
UPDATE patients SET age = age + 1000 WHERE id BETWEEN 20 AND 30;
UPDATE patients SET disease = 'new' WHERE id = 40;
SELECT w.edition, l.edition FROM publish_series('ward') w, publish_series('lab') l;
INSERT INTO patients SELECT i, i, 'M', 'd' || i % 6 FROM generate_series(1, 5) i;
SELECT p.persons + p.waiting + p.withheld, p.withheld FROM (SELECT * FROM publish_series('ward') UNION ALL SELECT * FROM publish_series('lab')) p;
SELECT requirement, array_agg(edition ORDER BY edition) AS editions, bool_and((holds AND bound = achieved) IS TRUE) AS holds, string_agg(worst_case::text, ' ' ORDER BY edition) FROM verify_series('ward') GROUP BY 1 ORDER BY 1;
SELECT count(*), bool_and((holds AND bound = achieved) IS TRUE) AS holds FROM verify_release('ward_2') WHERE requirement !~ 'counterfeit';
SELECT requirement, achieved, worst_case FROM verify_release('ward_2') WHERE (bound > 0 OR worst_case IS NOT NULL) AND requirement !~ 'counterfeit';
SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) FROM verify_series('lab');
-- In the first edition nobody is looked for by what has changed since.
SELECT edition, worst_case FROM verify_series('lab') WHERE requirement ~ 'source appear';

-- The source goes on; editions do not fail for it.
BEGIN;
UPDATE patients SET age = age + 1 WHERE id > 60;
UPDATE patients SET disease = 'else' WHERE id = 50;
INSERT INTO patients VALUES (400, 1, 'F', 'd1');
SELECT edition, requirement, achieved, holds, worst_case FROM verify_series('ward') WHERE holds IS NOT TRUE OR requirement ~ 'source appear';
-- What cannot be looked at is named.
TRUNCATE patients;
SELECT requirement, array_agg(edition ORDER BY edition), holds, worst_case FROM verify_series('ward') WHERE holds IS NOT TRUE GROUP BY 1, 3, 4 ORDER BY 1;
SELECT requirement, holds, worst_case FROM verify_release('ward_3') WHERE holds IS NOT TRUE;
DROP TABLE patients;
SELECT DISTINCT requirement, holds, worst_case FROM verify_series('ward') WHERE holds IS NOT TRUE;
ROLLBACK;
BEGIN;
SELECT FROM drop_release('ward_1');
DROP TABLE lab_1_qit CASCADE;
SELECT edition, requirement, holds, worst_case FROM verify_series('ward') WHERE holds IS NOT TRUE;
SELECT edition, requirement, holds, regexp_replace(worst_case::text, '\d+', 'N') AS worst_case FROM verify_series('lab') WHERE holds IS NOT TRUE;
SELECT requirement, achieved, holds, worst_case FROM verify_release('ward_3') WHERE requirement ~ 'former';
SELECT requirement, achieved, holds, worst_case FROM verify_release('ward_2') WHERE requirement ~ 'former';
SELECT FROM drop_series('ward');
SELECT requirement, holds, worst_case FROM verify_release('ward_3') WHERE holds IS NOT TRUE;
ROLLBACK;

-- What somebody has changed is found. Each change is undone.
-- Editions with faults (NULL: in none alone), the findings of the series that fail, and those of one release where they differ.
\set ECHO none
CREATE FUNCTION found(series text, change text, edition integer) RETURNS TABLE (editions integer[], faults text, of_release text) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE change;
        SELECT array_agg(DISTINCT v.edition ORDER BY v.edition), string_agg(DISTINCT v.requirement, '; ' ORDER BY v.requirement)
            INTO editions, faults FROM verify_series(series) v WHERE NOT v.holds;
        SELECT string_agg(v.requirement, '; ' ORDER BY v.requirement)
            INTO of_release FROM verify_release(format('%I', series || '_' || found.edition)::regclass) v WHERE NOT v.holds;
        of_release := CASE WHEN of_release = faults THEN 'the same' ELSE of_release END;
        RETURN NEXT;
        RAISE SQLSTATE 'RB001';
    EXCEPTION WHEN SQLSTATE 'RB001' THEN NULL;
    END;
END$$;
\set ECHO all
-- A value, in one edition, to another and to one that the bucket has.
SELECT * FROM found('ward', $$UPDATE ward_2 SET disease = 'd9' WHERE age = 100$$, 2);
SELECT * FROM found('ward', $$UPDATE ward_2 r SET disease = (SELECT min(disease) FROM ward_2 b WHERE b.bucket = r.bucket AND b.disease <> r.disease)
    WHERE age = 100$$, 2);
SELECT * FROM found('lab', $$UPDATE lab_1_st SET count = 2 WHERE ctid = (SELECT min(s.ctid) FROM lab_1_st s JOIN lab_1_qit USING (bucket) WHERE age = 100)$$, 1);
-- A row of a bucket of m rows, to another bucket.
SELECT * FROM found('ward', $$UPDATE ward_3 r SET bucket = (SELECT max(b.bucket) FROM ward_3 b WHERE b.disease = r.disease)
    WHERE ctid = (SELECT min(ctid) FROM ward_3 WHERE bucket = (SELECT bucket FROM ward_3 GROUP BY 1 HAVING count(*) = 3 ORDER BY 1 LIMIT 1))$$, 3);
-- Two rows change places between buckets of different signatures: every bucket is m-unique as before. The next edition is told, too.
CREATE VIEW shown AS SELECT bucket, string_agg(disease, ',' ORDER BY disease) AS signature FROM lab_2_st GROUP BY bucket;
SELECT edition, f.* FROM (VALUES (2), (3)) e (edition), found('lab', $$WITH pair AS (SELECT q.ctid AS one, o.ctid AS other, q.bucket, o.bucket AS others FROM lab_2_qit q JOIN shown a USING (bucket), lab_2_qit o JOIN shown b USING (bucket)
        WHERE q.age = 100 AND a.signature <> b.signature LIMIT 1)
    UPDATE lab_2_qit q SET bucket = CASE q.ctid WHEN one THEN others ELSE pair.bucket END FROM pair WHERE q.ctid IN (one, other)$$, edition) f;
-- A quasi-identifier, and a row that is gone.
SELECT * FROM found('ward', $$UPDATE ward_3 SET age = age + 1 WHERE age = 100$$, 3);
SELECT * FROM found('lab', $$DELETE FROM lab_3_qit WHERE ctid = (SELECT min(q.ctid) FROM lab_3_qit q JOIN lab_3_qit o USING (bucket) WHERE q.age <> o.age)$$, 3);
-- What is remembered.
RESET ROLE;
CREATE VIEW memory AS SELECT p.*, p.ctid AS place FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) WHERE s.name = 'ward';
-- Those who were in all editions.
CREATE VIEW steady AS SELECT * FROM memory WHERE arrived = 1 AND COALESCE(since, gone, withheld) IS NULL;
SELECT * FROM found('ward', $$UPDATE microdata.series_person_record SET signature = (SELECT max(signature) FROM memory) - signature
    WHERE ctid = (SELECT min(place) FROM steady WHERE signature * 2 <> (SELECT max(signature) FROM memory))$$, 3);
-- Two persons change signatures: as many have each as before.
SELECT * FROM found('ward', $$WITH pair AS (SELECT a.place AS first, b.place AS second, a.signature AS one, b.signature AS other FROM steady a, steady b
        WHERE a.signature < b.signature ORDER BY 1, 2 LIMIT 1)
    UPDATE microdata.series_person_record p SET signature = CASE p.ctid WHEN first THEN other ELSE one END FROM pair WHERE p.ctid IN (first, second)$$, 3);
SELECT * FROM found('ward', $$DELETE FROM microdata.series_person_record WHERE ctid = (SELECT min(place) FROM steady)$$, 3);
SELECT * FROM found('ward', $$INSERT INTO microdata.series_person_record SELECT series_id, signature, person, arrived, since, shown, gone, withheld FROM steady ORDER BY place LIMIT 1$$, 3);
SELECT * FROM found('ward', $$UPDATE microdata.series_person_record SET withheld = NULL WHERE ctid = (SELECT min(place) FROM memory WHERE withheld IS NOT NULL)$$, 3);
SELECT * FROM found('ward', $$UPDATE microdata.series_person_record SET arrived = 7 WHERE ctid = (SELECT min(place) FROM steady)$$, 3);
SELECT * FROM found('ward', $$UPDATE microdata.series_signature_record SET sensitive_values = sensitive_values[1:2]
    WHERE signature = 0 AND series_id = (SELECT min(series_id) FROM memory)$$, 3);
SELECT * FROM found('ward', $$DELETE FROM microdata.series_signature_record WHERE signature = 0 AND series_id = (SELECT min(series_id) FROM memory)$$, 3);
SELECT * FROM found('ward', $$UPDATE microdata.edition_record SET persons = persons + 1, counterfeits = counterfeits + 1, waiting = waiting + 1, withheld = withheld + 1
    WHERE edition = 3 AND series_id = (SELECT min(series_id) FROM memory)$$, 3);
-- Nothing is published with what does not fit.
BEGIN;
\set VERBOSITY terse
UPDATE microdata.series_person_record SET signature = 1000 WHERE ctid = (SELECT min(place) FROM memory);
SELECT publish_series('ward');
ROLLBACK;
\set VERBOSITY default
SELECT count(*) FILTER (WHERE NOT holds) AS faults FROM verify_series('ward');

-- Roles that do not own the source see that editions are m-unique, and need not read the source.
GRANT SELECT ON ward_2 TO regress_reader;
SET ROLE regress_reader;
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('ward_2');
\set VERBOSITY terse
SELECT * FROM verify_release('ward_3');
SELECT * FROM disclosure('ward_2');
\set VERBOSITY default
SET ROLE regress_editor;
GRANT SELECT ON patients TO regress_reader;
SET ROLE regress_reader;
SELECT count(*), bool_and(holds IS TRUE), string_agg(requirement, '; ') FROM verify_release('ward_2');
\set VERBOSITY terse
SELECT * FROM verify_series('ward');
SELECT * FROM verify_series(NULL);
\set VERBOSITY default
SET ROLE regress_editor;

SELECT FROM drop_series('ward'); SELECT FROM drop_series('lab');
-- Slices and classes.
SELECT FROM create_series('slices', 'patients', 'slicing', '{"sensitive": ["disease"], "groups": ["age", "sex", "disease"]}', '{id}', 3);
SELECT FROM create_series('classes', 'patients', 'generalization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT s.edition, c.edition FROM publish_series('slices') s, publish_series('classes') c;
DELETE FROM patients WHERE id BETWEEN 50 AND 55;
SELECT s.edition, c.edition FROM publish_series('slices') s, publish_series('classes') c;
SELECT count(*), bool_and(holds IS TRUE), string_agg(worst_case::text, ' ') FROM verify_series('slices');
SELECT count(*), bool_and(holds IS TRUE), string_agg(worst_case::text, ' ') FROM verify_series('classes');
-- A piece of a slice changes places with one in a bucket of another signature.
SELECT * FROM found('slices', $$WITH shown AS (SELECT bucket, string_agg(disease, ',' ORDER BY disease) AS signature FROM slices_2 GROUP BY bucket),
    pair AS (SELECT q.ctid AS one, o.ctid AS other, q.age, o.age AS others FROM slices_2 q JOIN shown a USING (bucket), slices_2 o JOIN shown b USING (bucket)
        WHERE q.age = 100 AND o.age IS NOT NULL AND a.signature <> b.signature LIMIT 1)
    UPDATE slices_2 q SET age = CASE q.ctid WHEN one THEN others ELSE pair.age END FROM pair WHERE q.ctid IN (one, other)$$, 2);
SELECT * FROM found('classes', $$UPDATE classes_1 SET disease = 'd9' WHERE ctid = (SELECT min(ctid) FROM classes_1 WHERE age IS NOT NULL)$$, 2);
SELECT FROM drop_series('slices'); SELECT FROM drop_series('classes');

-- A person of whom nothing would be published but the sensitive value waits: the row would look like a counterfeit.
CREATE TABLE blanks AS SELECT i AS id, NULLIF(i % 20, 0) AS age, CASE WHEN i % 20 <> 0 THEN 'F' END AS sex, 'd' || i % 4 AS disease FROM generate_series(1, 80) i;
UPDATE blanks SET age = 1000 WHERE id = 1;
SELECT FROM create_series('blank', 'blanks', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2);
SELECT FROM create_series('blank_lab', 'blanks', 'bucketization', '{"sensitive": ["disease"], "format": "anatomy"}', '{id}', 2);
SELECT edition, persons, counterfeits, waiting, withheld FROM publish_series('blank');
SELECT edition, persons, counterfeits, waiting, withheld FROM publish_series('blank_lab');
SELECT count(*) - count(COALESCE(age::text, sex)) = (SELECT counterfeits FROM microdata.editions WHERE series = 'blank') FROM blank_1;
-- One becomes blank, and another is no longer.
UPDATE blanks SET age = NULL, sex = NULL WHERE id = 1;
UPDATE blanks SET age = 20 WHERE id = 20;
SELECT edition, persons, waiting, withheld FROM publish_series('blank');
SELECT edition, persons, waiting, withheld FROM publish_series('blank_lab');
SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) FROM (SELECT * FROM verify_series('blank') UNION ALL SELECT * FROM verify_series('blank_lab')) v;
-- The signature is kept.
UPDATE blanks SET age = 1000 WHERE id = 1;
SELECT edition, persons, waiting, withheld FROM publish_series('blank');
SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) FROM verify_series('blank');
SELECT (SELECT string_agg(b.disease, ',' ORDER BY b.disease) FROM blank_1 b WHERE b.bucket = (SELECT bucket FROM blank_1 WHERE age = 1000))
    = (SELECT string_agg(b.disease, ',' ORDER BY b.disease) FROM blank_3 b WHERE b.bucket = (SELECT bucket FROM blank_3 WHERE age = 1000)) AS kept;
SELECT FROM drop_series('blank'); SELECT FROM drop_series('blank_lab');

-- Values that are equal are one person, however they are written, whatever the session's settings.
CREATE TABLE written (n numeric, f float8, c character(6), b bpchar, t timestamptz, i interval, z timetz, v varchar, age integer, disease text);
INSERT INTO written SELECT i, -i, 'c' || i, 'b' || i, '2026-01-01 00:00+00'::timestamptz + i * interval '1 hour', i * interval '1 day', '10:00+02', 'v' || i, i, 'd' || i % 3 FROM generate_series(1, 30) i;
UPDATE written SET f = '-0' WHERE n = 1;
UPDATE written SET f = 'NaN' WHERE n = 2;
SELECT FROM create_series('written', 'written', 'bucketization', '{"sensitive": ["disease"]}', '{n,f,c,b,t,i,z,v}', 3);
SELECT persons, waiting FROM publish_series('written');
RESET ROLE;
CREATE TABLE known AS SELECT person FROM microdata.series_person_record JOIN microdata.series_record s USING (series_id) WHERE s.name = 'written';
SET ROLE regress_editor;
SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'SQL, DMY'; SET IntervalStyle = 'iso_8601'; SET extra_float_digits = 0;
UPDATE written SET n = n + 0.000, f = CASE f WHEN 0 THEN 0 ELSE f END, c = rtrim(c), b = b || '   ', t = t AT TIME ZONE 'UTC' AT TIME ZONE 'UTC',
    i = CASE WHEN n >= 30 THEN i - interval '30 days' + interval '1 month' ELSE i - interval '1 day' + interval '24 hours' END;
SELECT persons, waiting FROM publish_series('written');
RESET ROLE;
SELECT count(*) AS persons, count(*) FILTER (WHERE person IN (SELECT k.person FROM known k)) AS known, count(gone) AS gone FROM microdata.series_person_record JOIN microdata.series_record s USING (series_id) WHERE s.name = 'written';
SET ROLE regress_editor;
SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) FROM verify_series('written');
RESET TimeZone; RESET DateStyle; RESET IntervalStyle; RESET extra_float_digits;
SELECT FROM drop_series('written');
-- Where only the type or the collation knows what is equal, it is refused.
CREATE COLLATION regress_verify.careless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE unclear (s text COLLATE careless, j jsonb, a numeric[], r numrange, x json, e regclass, age integer, disease text);
\set VERBOSITY terse
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{j}');
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{s}');
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{a}');
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{r}');
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{e}');
\set VERBOSITY default
SELECT create_series('unclear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{j}');
SELECT FROM create_series('clear', 'unclear', 'bucketization', '{"sensitive": ["disease"]}', '{x}');
SELECT FROM drop_series('clear');

-- A series that is begun anew has a new key, forgets everybody, and numbers editions on.
SELECT FROM create_series('anew', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
RESET ROLE;
SET pg_microdata.republish = 'allow';
SET client_min_messages = warning;
SET ROLE regress_editor;
SELECT edition, persons FROM publish_series('anew');
RESET ROLE;
SELECT hash_key AS key FROM microdata.series_record WHERE name = 'anew' \gset
SET pg_microdata.republish = 'warn';
SET ROLE regress_editor;
\set VERBOSITY terse
SELECT alter_series('anew', m => 1);
SELECT alter_series('anew', method => 'shuffling');
SELECT alter_series('anew', arguments => '{"sensitive": ["weight"]}');
SELECT alter_series('anew', subject => '{unknown}');
SELECT alter_series('nobody', anew => true);
SELECT alter_series(NULL, anew => true);
SELECT FROM alter_series('anew', arguments => '{"sensitive": ["disease"], "format": "anatomy"}', subject => '{id}', m => 2, method => 'bucketization');
SELECT method, arguments, m, subject, sensitive, editions FROM microdata.series;
RESET ROLE;
SELECT count(*) FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) WHERE s.name = 'anew';
SELECT hash_key <> :'key' FROM microdata.series_record WHERE name = 'anew';
SET ROLE regress_editor;
SELECT edition, relations, persons FROM publish_series('anew');
SELECT edition, persons FROM publish_series('anew');
\set VERBOSITY default
SELECT edition, requirement, holds, worst_case FROM verify_series('anew') WHERE holds IS NOT TRUE OR requirement ~ 'remembered signatures';
SELECT requirement, holds, worst_case FROM verify_release('anew_1') WHERE holds IS NOT TRUE;
SELECT requirement, holds, worst_case FROM verify_release('anew_3') WHERE requirement ~ 'former';
SELECT FROM alter_series('anew', anew => true);
SELECT method, arguments, m, subject, sensitive, editions FROM microdata.series;
SELECT FROM drop_series('anew');

SET client_min_messages = error;
-- An edition that lost an attribute shows less than was published.
SELECT FROM create_series('lost', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT count(*) FROM (SELECT publish_series('lost') FROM generate_series(1, 2)) published;
ALTER TABLE lost_1 DROP COLUMN age CASCADE;
SELECT edition, requirement, bound, achieved, holds, worst_case FROM verify_series('lost') WHERE holds IS NOT TRUE;
ALTER TABLE lost_1 DROP COLUMN disease CASCADE;
SELECT edition, requirement, bound, achieved, holds, regexp_replace(worst_case::text, '\d+', 'N') AS worst_case FROM verify_series('lost') WHERE holds IS NOT TRUE;
SELECT FROM drop_series('lost');

-- What is left of a subject does not tell the same persons apart.
CREATE TABLE stays (patient integer, stay integer, age integer, sex text, disease text);
INSERT INTO stays SELECT i, 1, i, 'F', 'd' || i % 4 FROM generate_series(1, 40) i;
SELECT FROM create_series('stays', 'stays', 'bucketization', '{"sensitive": ["disease"]}', '{patient,stay}', 3);
SELECT edition FROM publish_series('stays');
ALTER TABLE stays DROP sex;
SELECT FROM alter_series('stays', anew => true);
ALTER TABLE stays DROP stay;
SELECT alter_series('stays', anew => true);
ALTER TABLE stays ADD stay integer;
\set VERBOSITY terse
SELECT alter_series('stays', anew => true);
\set VERBOSITY default
SELECT FROM alter_series('stays', subject => '{patient}', arguments => '{"sensitive": ["disease"], "identifiers": ["stay"]}');
SELECT edition FROM publish_series('stays');

-- Who has the owner's privileges sees a series; being a member of the role does not do.
SET ROLE regress_member;
SELECT count(hash_key) FROM microdata.series_record;
SELECT (SELECT count(*) FROM microdata.series) AS series, (SELECT count(*) FROM microdata.editions) AS editions;
\set VERBOSITY terse
SELECT drop_series('stays');
SELECT alter_series('stays', anew => true);
SELECT * FROM verify_series('stays');
\set VERBOSITY default
SET ROLE regress_deputy;
SELECT (SELECT count(*) FROM microdata.series) AS series;
RESET ROLE;

-- Editions belong to who published them: the new owner of the source gets the others verified.
ALTER TABLE stays OWNER TO regress_heir;
SET ROLE regress_heir;
SELECT edition FROM publish_series('stays');
SELECT edition, requirement, holds, worst_case FROM verify_series('stays') WHERE holds IS NOT TRUE;
SELECT requirement, holds, worst_case FROM verify_release('stays_3') WHERE requirement ~ 'former';
SELECT count(*) FROM verify_series('stays') WHERE edition = 3 AND holds;
SELECT edition FROM publish_series('stays');
SELECT requirement, holds, worst_case FROM verify_release('stays_4') WHERE requirement ~ 'former';
RESET ROLE;
-- A schema that the caller may not use hides what is in it.
CREATE SCHEMA regress_verify_own;
GRANT SELECT ON stays_2 TO regress_heir;
ALTER TABLE stays_2 SET SCHEMA regress_verify_own;
SET ROLE regress_heir;
SELECT edition, requirement, holds, worst_case FROM verify_series('stays') WHERE edition = 2;
RESET ROLE;
DROP SCHEMA regress_verify_own CASCADE;

-- Of a source that is gone the role is the owner, whatever it is called, and no other of that name.
SET ROLE regress_heir;
DROP TABLE stays;
RESET ROLE;
SELECT s.name, c.relowner::regrole AS source_owner FROM microdata.series_record s JOIN pg_class c ON c.oid = s.holder WHERE s.name = 'stays';
ALTER ROLE regress_heir RENAME TO regress_renamed;
CREATE ROLE regress_heir;
SET ROLE regress_heir;
SELECT (SELECT count(*) FROM microdata.series) AS series, (SELECT count(*) FROM microdata.editions) AS editions;
SET ROLE regress_member;
SELECT (SELECT count(*) FROM microdata.series) AS series;
SET ROLE regress_renamed;
SELECT series, editions FROM microdata.series;
RESET ROLE;
SELECT s.name, c.relowner::regrole AS source_owner FROM microdata.series_record s JOIN pg_class c ON c.oid = s.holder WHERE s.name = 'stays';
DROP OWNED BY regress_renamed;
DROP ROLE regress_renamed;
-- Nobody but superusers, once the role is gone.
SET ROLE regress_heir;
SELECT (SELECT count(*) FROM microdata.series) AS series;
RESET ROLE;
SELECT series FROM microdata.series;
SELECT FROM drop_series('stays');
RESET ROLE;
\set ECHO none
DROP SCHEMA regress_verify CASCADE;
DROP ROLE regress_editor, regress_reader, regress_heir, regress_member, regress_deputy;

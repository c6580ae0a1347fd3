-- Series by all methods: slices and generalizations of the same editions that buckets are published of.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_editor;
CREATE SCHEMA regress_methods;
GRANT ALL ON SCHEMA regress_methods TO PUBLIC;
SET search_path = regress_methods, public;
\set ECHO all
-- The badge finds everybody again in what is published; attributes are NULL here and there, but nobody is NULL throughout.
CREATE TABLE patients (id integer, badge integer, age integer, mass float8, sex text, zip text, since time, disease text);
CREATE FUNCTION admit(first integer, last integer) RETURNS void LANGUAGE sql SET search_path = regress_methods, pg_catalog AS $$
    INSERT INTO patients SELECT i, i, NULLIF(20 + i * 7 % 50, 25), 50 + i % 31, (ARRAY['F', 'M', NULL])[1 + i % 3], 'z' || i % 9,
        make_time(6 + i % 4, 0, 0), 'd' || i * 5 % 7 FROM generate_series(first, last) i
$$;
SELECT FROM admit(1, 98);
CREATE TABLE zips AS SELECT 'z' || i AS level0, CASE WHEN i < 5 THEN 'south' ELSE 'north' END AS level1, '*' AS level2 FROM generate_series(0, 8) i;
SELECT FROM create_hierarchy('regress_zips', 'zips');
SELECT FROM grant_hierarchy('regress_zips', 'public');
ALTER TABLE patients OWNER TO regress_editor;
ALTER TABLE zips OWNER TO regress_editor;
SET ROLE regress_editor;

-- What is refused.
SELECT create_series('s', 'patients', 'slicing', '{"sensitive": ["disease"], "groups": ["badge, age", "mass, sex", "disease, zip, since"]}', '{id}', 3);
-- Refused calls: the method, its arguments, the state and the message.
\set ECHO none
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END$$;
SELECT method, arguments, answer(format('SELECT create_series(''s'', ''patients'', %L, %L, ''{id}'', 3)', method, arguments)) FROM (VALUES
    ('slicing', '{"sensitive": ["disease"], "groups": ["badge, age", "mass, sex, zip", "disease"]}'),
    ('slicing', '{"sensitive": ["disease"], "groups": []}'),
    ('slicing', '{"sensitive": ["disease"], "groups": ["badge", 1]}'),
    ('slicing', '{"sensitive": ["disease"], "groups": ["badge", "disease"], "columns": 2}'),
    ('slicing', '{"sensitive": ["disease"], "columns": 1}'),
    ('slicing', '{"sensitive": ["disease"], "columns": 8}'),
    ('slicing', '{"sensitive": ["disease"], "columns": 2.5}'),
    ('slicing', '{"sensitive": ["disease"], "columns": "2"}'),
    ('slicing', '{"sensitive": ["disease"], "format": "joined"}'),
    ('generalization', '{"sensitive": ["disease"], "hierarchies": {"zipcode": "regress_zips"}}'),
    ('generalization', '{"sensitive": ["disease"], "hierarchies": {"zip": "regress_none"}}'),
    ('generalization', '{"sensitive": ["disease"], "hierarchies": ["regress_zips"]}'),
    ('generalization', '{"sensitive": ["disease"], "groups": ["disease"]}'),
    ('generalization', '{"sensitive": ["disease"], "class_column": "zip"}')) c (method, arguments);
\set ECHO all

-- One series by each method and format.
SELECT create_series('joined', 'patients', 'bucketization', '{"sensitive": ["disease"], "insensitive": ["badge"]}', '{id}', 3),
    create_series('anatomy', 'patients', 'bucketization', '{"sensitive": ["disease"], "insensitive": ["badge"], "format": "anatomy"}', '{id}', 3),
    create_series('given', 'patients', 'slicing', '{"sensitive": ["disease"], "insensitive": ["badge"], "groups": ["badge, age", "zip, since", "disease", "sex, mass"]}', '{id}', 3),
    create_series('chosen', 'patients', 'slicing', '{"sensitive": ["disease"], "insensitive": ["badge"], "columns": 4}', '{id}', 3),
    create_series('classes', 'patients', 'generalization', '{"sensitive": ["disease"], "insensitive": ["badge"], "hierarchies": {"zip": "regress_zips"}}', '{id}', 3);

-- What an edition shows, from the published tables alone: the persons by badge, and the values of every bucket.
CREATE TABLE shown (series text, edition integer, bucket integer, badge integer);
CREATE TABLE shown_values (series text, edition integer, bucket integer, disease text, times bigint);
\set ECHO none
CREATE FUNCTION publish_and_see(series text) RETURNS void LANGUAGE plpgsql SET search_path = regress_methods, public AS $$
DECLARE
    made record;
    bucket text := CASE series WHEN 'classes' THEN 'class' ELSE 'bucket' END;
    persons text;
    "values" text;
BEGIN
    SELECT * INTO made FROM publish_series(series);
    persons := series || '_' || made.edition || CASE series WHEN 'anatomy' THEN '_qit' ELSE '' END;
    "values" := series || '_' || made.edition || CASE series WHEN 'anatomy' THEN '_st' ELSE '' END;
    EXECUTE format('INSERT INTO shown SELECT %L, %s, %I, badge FROM %I WHERE badge IS NOT NULL', series, made.edition, bucket, persons);
    EXECUTE format('INSERT INTO shown_values SELECT %L, %s, %I, disease, count(*) FROM %I GROUP BY 3, 4', series, made.edition, bucket, "values");
END$$;
\set ECHO all
-- Of the last edition: how many persons' rows show what the person has, group by group or generalized, and which rows are nobody's.
\set ECHO none
CREATE FUNCTION compare_editions() RETURNS TABLE (series text, edition integer, accounted boolean, each_once boolean, alike bigint, nobody boolean)
LANGUAGE plpgsql SET search_path = regress_methods, public AS $$
DECLARE
    e record;
BEGIN
    FOR e IN SELECT DISTINCT ON (n.series) * FROM microdata.editions n ORDER BY n.series, n.edition DESC LOOP
        series := e.series;
        edition := e.edition;
        accounted := e.persons + e.waiting + e.withheld = (SELECT count(*) FROM patients);
        SELECT count(*) = e.persons AND count(DISTINCT badge) = e.persons INTO each_once FROM shown s WHERE s.series = e.series AND s.edition = e.edition;
        EXECUTE CASE e.series
            WHEN 'joined' THEN format('SELECT count(*) FROM %I r JOIN patients p ON (p.badge, p.age, p.mass, p.sex, p.zip, p.since)
                IS NOT DISTINCT FROM (r.badge, r.age, r.mass, r.sex, r.zip, r.since)', 'joined_' || e.edition)
            WHEN 'anatomy' THEN format('SELECT count(*) FROM %I r JOIN patients p ON (p.badge, p.age, p.mass, p.sex, p.zip, p.since)
                IS NOT DISTINCT FROM (r.badge, r.age, r.mass, r.sex, r.zip, r.since)', 'anatomy_' || e.edition || '_qit')
            WHEN 'given' THEN format('SELECT count(*) FROM %1$I r JOIN patients p ON (p.badge, p.age) IS NOT DISTINCT FROM (r.badge, r.age)
                WHERE EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND (s.zip, s.since) IS NOT DISTINCT FROM (p.zip, p.since))
                AND EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND (s.sex, s.mass) IS NOT DISTINCT FROM (p.sex, p.mass))', 'given_' || e.edition)
            WHEN 'chosen' THEN format('SELECT count(*) FROM %1$I r JOIN patients p USING (badge)
                WHERE EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND s.age IS NOT DISTINCT FROM p.age)
                AND EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND s.mass IS NOT DISTINCT FROM p.mass)
                AND EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND s.sex IS NOT DISTINCT FROM p.sex)
                AND EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND s.zip IS NOT DISTINCT FROM p.zip)
                AND EXISTS (SELECT FROM %1$I s WHERE s.bucket = r.bucket AND s.since IS NOT DISTINCT FROM p.since)', 'chosen_' || e.edition)
            ELSE format('SELECT count(*) FROM %I r JOIN patients p USING (badge) WHERE COALESCE(p.age <@ r.age, p.age IS NULL AND (r.age IS NULL OR upper_inf(r.age)))
                AND p.mass::numeric <@ r.mass
                AND EXISTS (SELECT FROM unnest(CASE WHEN r.sex LIKE ''{%%'' THEN r.sex::text[] ELSE ARRAY[r.sex] END) u (v) WHERE u.v IS NOT DISTINCT FROM p.sex)
                AND r.zip IN (p.zip, (SELECT level1 FROM zips WHERE level0 = p.zip), ''*'')
                AND p.since::text = ANY (CASE WHEN r.since LIKE ''{%%'' THEN r.since::text[] ELSE ARRAY[r.since] END)', 'classes_' || e.edition)
        END INTO alike;
        alike := alike - e.persons;
        EXECUTE CASE e.series WHEN 'anatomy' THEN format('SELECT (SELECT sum(count) FROM %I) - (SELECT count(*) FROM %I) = %s', 'anatomy_' || e.edition || '_st', 'anatomy_' || e.edition || '_qit', e.counterfeits)
            ELSE format('SELECT count(*) = %s FROM %I WHERE (badge, age, mass, sex, zip, since) IS NULL', e.counterfeits, e.series || '_' || e.edition) END INTO nobody;
        RETURN NEXT;
    END LOOP;
END$$;
\set ECHO all
SELECT count(publish_and_see(series)) FROM microdata.series;
SELECT to_jsonb(c) - 'series', string_agg(series, ' ') FROM compare_editions() c GROUP BY 1;
-- Groups, types and classes are those of the first edition, whatever comes later.
CREATE TABLE first_columns AS SELECT a.attrelid::regclass::text AS relation, a.attname, a.atttypid::regtype AS type FROM pg_attribute a
    WHERE a.attrelid IN ('joined_1'::regclass, 'given_1'::regclass, 'chosen_1'::regclass, 'classes_1'::regclass) AND a.attnum > 0;
SELECT relation, string_agg(attname || ' ' || type, ', ' ORDER BY attname) AS types FROM first_columns WHERE relation IN ('chosen_1', 'classes_1') GROUP BY relation ORDER BY relation;
CREATE TABLE first_groups AS SELECT release_id, attribute, column_no FROM microdata.release_columns WHERE relation::text IN ('given_1', 'chosen_1');
SELECT c.relation, c.column_no, string_agg(c.attribute, ', ' ORDER BY c.attribute) AS attributes FROM microdata.release_columns c
    WHERE c.relation::text = 'given_1' GROUP BY c.relation, c.column_no ORDER BY 2;
SELECT count(DISTINCT column_no) AS columns, count(*) FILTER (WHERE column_no = 4) AS with_disease, max(attribute) FILTER (WHERE column_no = 4) AS alone
    FROM microdata.release_columns WHERE relation::text = 'chosen_1';

-- Who leaves, comes, comes back, or changes; mass and sex go together by now, and everybody has one age.
DELETE FROM patients WHERE id BETWEEN 1 AND 12;
RESET ROLE;
SELECT FROM admit(201, 221);
SET ROLE regress_editor;
UPDATE patients SET disease = 'd' || (id + 1) % 7 WHERE id IN (30, 31, 32);
UPDATE patients SET mass = CASE sex WHEN 'F' THEN 51 ELSE 71 END, age = 40 WHERE id > 60;
SELECT count(publish_and_see(series)) FROM microdata.series;
SELECT to_jsonb(c) - 'series', string_agg(series, ' ') FROM compare_editions() c GROUP BY 1;
ALTER TABLE patients RENAME sex TO gender;
ALTER TABLE patients RENAME gender TO sex;
RESET ROLE;
SELECT FROM admit(3, 8);
SELECT FROM admit(301, 330);
SET ROLE regress_editor;
DELETE FROM patients WHERE disease = 'd3' AND id < 100;
SELECT count(publish_and_see(series)) FROM microdata.series;
DELETE FROM patients WHERE id % 4 = 0;
SELECT count(publish_and_see(series)) FROM microdata.series;
SELECT to_jsonb(c) - 'series', string_agg(series, ' ') FROM compare_editions() c GROUP BY 1;

-- Whose row a value stands in tells nothing: of fifty persons a third has the own one there, and never nearly all.
SELECT count(*) > 40 AS persons, count(*) FILTER (WHERE own) < 0.7 * count(*) AS permuted FROM (SELECT r.disease = p.disease FROM joined_1 r JOIN patients p USING (badge)) j (own)
UNION ALL SELECT count(*) > 40, count(*) FILTER (WHERE own) < 0.7 * count(*) FROM (SELECT r.disease = p.disease FROM given_1 r JOIN patients p USING (badge)) j (own)
UNION ALL SELECT count(*) > 40, count(*) FILTER (WHERE own) < 0.7 * count(*) FROM (SELECT r.disease = p.disease FROM classes_1 r JOIN patients p USING (badge)) j (own)
UNION ALL SELECT count(*) > 40, count(*) FILTER (WHERE own) < 0.7 * count(*) FROM (SELECT (r.zip, r.since) = (p.zip, p.since) FROM given_1 r JOIN patients p USING (badge)) j (own);

-- Everybody's signature is the same in all editions, and a bucket's values are different, at least m, and as many as persons or more.
CREATE TABLE buckets AS SELECT series, edition, bucket, array_agg(disease ORDER BY disease) AS signature, max(times) AS times,
    (SELECT count(*) FROM shown s WHERE (s.series, s.edition, s.bucket) = (v.series, v.edition, v.bucket)) AS persons
    FROM shown_values v GROUP BY series, edition, bucket;
SELECT to_jsonb(b) - 'series', string_agg(series, ' ') FROM (SELECT series, count(DISTINCT edition) AS editions, max(times) AS times, min(cardinality(signature)) AS "values", min(persons) > 0 AS persons,
    max(persons - cardinality(signature)) AS excess, max(cardinality(signature) - persons) > 0 AS counterfeits FROM buckets GROUP BY series ORDER BY series) b GROUP BY 1;
SELECT to_jsonb(b) - 'series', string_agg(series, ' ') FROM (SELECT series, max(signatures) AS signatures, max(editions) AS editions FROM (SELECT s.series, s.badge, count(DISTINCT b.signature) AS signatures, count(*) AS editions
    FROM shown s JOIN buckets b USING (series, edition, bucket) GROUP BY s.series, s.badge) p GROUP BY series ORDER BY series) b GROUP BY 1;
SELECT relation, count(*), bool_and(holds IS TRUE) FROM (VALUES ('given_4'), ('classes_4')) r (relation), verify_release(relation::regclass) GROUP BY 1 ORDER BY 1;
SELECT string_agg(requirement, '; ') FROM verify_release('given_4');
SELECT s.series, count(*), count(*) FILTER (WHERE v.holds IS NOT TRUE) AS missed FROM microdata.series s, verify_series(s.series) v GROUP BY s.series ORDER BY s.series;
-- Two persons of different signatures change places in one group of the slices.
BEGIN;
CREATE TEMPORARY TABLE pair AS SELECT x.badge AS a, y.badge AS b
    FROM shown x JOIN buckets m USING (series, edition, bucket), shown y JOIN buckets n USING (series, edition, bucket)
    WHERE m.series = 'given' AND m.edition = 4 AND n.series = 'given' AND n.edition = 4 AND m.signature <> n.signature ORDER BY 1, 2 LIMIT 1;
UPDATE given_4 SET badge = CASE badge WHEN a THEN b ELSE a END FROM pair WHERE badge IN (a, b);
SELECT requirement, holds FROM verify_release('given_4') WHERE holds IS FALSE;
ROLLBACK;
-- A value that is published twice, and a bucket without persons.
UPDATE given_4 SET disease = (SELECT max(disease) FROM given_4 WHERE bucket = 1) WHERE bucket = 1;
UPDATE classes_4 SET badge = NULL, age = NULL, mass = NULL, sex = NULL, zip = NULL, since = NULL WHERE class = 2;
SELECT relation, requirement FROM (VALUES ('given_4'), ('classes_4')) r (relation), verify_release(relation::regclass)
    WHERE holds IS FALSE AND requirement IN ('buckets do not repeat values', 'every bucket has a person');

-- What was fixed at first still holds.
SELECT e.series, count(*) AS others FROM microdata.editions e JOIN microdata.release_columns c USING (release_id)
    JOIN (SELECT f.*, e.series FROM first_groups f JOIN microdata.editions e USING (release_id)) f ON f.series = e.series AND f.attribute = c.attribute
    WHERE f.column_no <> c.column_no GROUP BY e.series;
SELECT f.relation, f.attname FROM first_columns f JOIN pg_attribute a ON a.attrelid = replace(f.relation, '_1', '_3')::regclass AND a.attname = f.attname
    WHERE a.atttypid <> f.type;
SELECT count(*) FROM first_columns f JOIN pg_attribute a ON a.attrelid = replace(f.relation, '_1', '_4')::regclass AND a.attname = f.attname AND a.atttypid = f.type;

-- Hierarchies: one with another content, none, or one that lacks a value.
RESET ROLE;
SELECT FROM drop_hierarchy('regress_zips');
SET ROLE regress_editor;
SELECT publish_series('classes');
RESET ROLE;
UPDATE zips SET level1 = 'south' WHERE level0 = 'z5';
SELECT FROM create_hierarchy('regress_zips', 'zips');
SELECT FROM grant_hierarchy('regress_zips', 'public');
SET ROLE regress_editor;
SELECT publish_series('classes');
RESET ROLE;
SELECT FROM drop_hierarchy('regress_zips');
UPDATE zips SET level1 = 'north' WHERE level0 = 'z5';
SELECT FROM create_hierarchy('regress_zips', 'zips');
SET ROLE regress_editor;
\set VERBOSITY terse
SELECT publish_series('classes');
RESET ROLE;
SELECT FROM grant_hierarchy('regress_zips', 'public');
SET ROLE regress_editor;
UPDATE patients SET zip = 'z9' WHERE id = 61;
SELECT publish_series('classes');
\set VERBOSITY default
UPDATE patients SET zip = 'z8' WHERE id = 61;
SELECT edition FROM publish_series('classes');
-- A hierarchy that is declared later does not count, nor does another grouping of what comes later.
SELECT declare_hierarchy('patients', 'zip', NULL), edition FROM publish_series('classes');
SELECT zip FROM classes_6 WHERE zip IS NOT NULL AND zip NOT LIKE 'z%' AND zip NOT IN ('north', 'south', '*');

-- A series that begins anew fixes its groups anew.
SELECT FROM alter_series('chosen', arguments => '{"sensitive": ["disease"], "insensitive": ["badge"], "groups": ["badge", "disease", "age, mass, sex, zip, since"]}');
SELECT edition FROM publish_series('chosen');
SELECT column_no, string_agg(attribute, ', ' ORDER BY attribute) AS attributes FROM microdata.release_columns WHERE relation::text = 'chosen_5' GROUP BY column_no ORDER BY column_no;
SELECT FROM alter_series('chosen', method => 'generalization', arguments => '{"sensitive": ["disease"], "insensitive": ["badge"]}');
SELECT edition FROM publish_series('chosen');
SELECT column_no, generalized, string_agg(attribute, ', ' ORDER BY attribute) AS attributes FROM microdata.release_columns WHERE relation::text = 'chosen_6' GROUP BY 1, 2 ORDER BY 1, 2;

-- Half is NULL in one group and half in the other: no permutation makes a person look like a counterfeit.
CREATE TABLE halves (id integer, a integer, b integer, disease text);
INSERT INTO halves SELECT i, CASE WHEN i % 2 = 0 THEN i END, CASE WHEN i % 2 = 1 THEN i END, 'd' || i FROM generate_series(1, 25) i;
SELECT FROM create_series('halves', 'halves', 'slicing', '{"sensitive": ["disease"], "groups": ["a", "b", "disease"]}', '{id}', 25);
SELECT edition, persons, counterfeits FROM publish_series('halves');
DELETE FROM halves WHERE id IN (4, 5);
SELECT edition, persons, counterfeits FROM publish_series('halves');
SELECT (SELECT count(*) FROM halves_1 WHERE a IS NULL AND b IS NULL) AS first, (SELECT count(*) FROM halves_2 WHERE a IS NULL AND b IS NULL) AS second,
    (SELECT count(*) FROM halves_2 WHERE a IS NOT NULL AND b IS NOT NULL) AS both;

SELECT count(drop_series(series)) FROM microdata.series;
\set ECHO none
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA regress_methods CASCADE;
SELECT FROM drop_hierarchy('regress_zips');
DROP ROLE regress_editor;

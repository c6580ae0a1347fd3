-- Editions behind a view: readers read the view, and who publishes points it at the next edition.
-- Rooms: sql src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/*run*
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
-- Other tests show what is said of releases beside each other.
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_ward;
CREATE ROLE regress_nurse IN ROLE regress_ward;
CREATE ROLE regress_analyst;
CREATE ROLE regress_stranger;
CREATE SCHEMA regress_view;
CREATE SCHEMA research;
GRANT ALL ON SCHEMA regress_view, research TO regress_ward;
GRANT USAGE ON SCHEMA regress_view, research TO PUBLIC;
SET search_path = regress_view, public;
SET ROLE regress_ward;
CREATE TABLE patients (id integer, age integer, sex text, disease text);
INSERT INTO patients SELECT i, 20 + i % 40, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'd' || i % 6 FROM generate_series(1, 120) i;
CREATE VIEW state AS
    SELECT e.series, e.edition, e.state, e.relations, e.published_by, e.approved_by, e.shown_at IS NOT NULL AS was_shown,
           (SELECT string_agg(f ->> 'gate' || ' ' || (f ->> 'holds'), ', ') FROM jsonb_array_elements(e.findings) f) AS findings
    FROM microdata.editions e;
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
SELECT a, answer(format($$SELECT create_series('s', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, %s)$$, a))
FROM (VALUES (2, $$view => 'nowhere.patients'$$), (3, $$view => 'pg_temp.patients'$$), (4, $$view => 'patients'$$),
    (5, $$view => 'state'$$), (6, $$view => 'pg_catalog.patients'$$), (7, $$view => '"a".'$$), (8, $$view => repeat('v', 60)$$), (9, $$keep => -1$$),
    (10, $$gate => '[]'$$), (11, $$approve => NULL$$), (12, $$independent => true$$)) t (n, a) ORDER BY n;
SELECT a, answer(format($$SELECT create_series('s', 'patients', %s, independent => true)$$, a))
FROM (VALUES (1, $$'shuffling', '{"sensitive": ["disease"]}'$$), (2, $$'slicing', '{"sensitive": ["disease"], "columns": 2}'$$),
    (3, $$'slicing', '{"sensitive": ["disease"], "l": 2, "replace": true}'$$),
    (4, $$'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 2, "age": 3}'$$)) t (n, a) ORDER BY n;
\set ECHO all
\set VERBOSITY terse
SELECT FROM alter_series('s', keep => 1);
SELECT drop_edition('s', 1);
SELECT microdata.show_edition('s', 1);
SELECT count(*) FROM microdata.old_editions('s');
\set VERBOSITY default

-- The view is made with the first edition that is shown.
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'research.patients', keep => 2);
SELECT series, independent, view, keep, gate, approve, shown FROM microdata.series ORDER BY series;
SELECT edition, relations, state FROM publish_series('ward');
SELECT * FROM state ORDER BY 1, 2;
SELECT view, series, edition, release, rows, created_at IS NOT NULL AS created, shown_at IS NOT NULL AS shown FROM microdata.series_views ORDER BY view::text;
SELECT c.relname, c.relkind, c.relowner::regrole, obj_description(c.oid, 'pg_class'), c.relacl FROM pg_class c WHERE c.relnamespace = 'research'::regnamespace ORDER BY 1;
SELECT a.attname, col_description(a.attrelid, a.attnum) FROM pg_attribute a WHERE a.attrelid = 'research.patients'::regclass AND a.attnum > 0 ORDER BY a.attnum;
GRANT SELECT ON research.patients TO regress_analyst;
ALTER VIEW research.patients SET (security_barrier = true);
ALTER VIEW research.patients ALTER COLUMN sex SET DEFAULT 'F';
COMMENT ON COLUMN research.patients.disease IS 'as diagnosed';
COMMENT ON VIEW research.patients_expected IS 'what to expect';
CREATE VIEW research.by_sex AS SELECT sex, count(*) FROM research.patients GROUP BY sex;

-- Whoever may read the view sees which edition it shows; a stranger sees nothing.
SET ROLE regress_analyst;
SELECT count(*) FROM research.patients;
SELECT view, series, edition, release, rows FROM microdata.series_views ORDER BY view::text;
-- Who is granted the view is granted the others of the series that show nothing more.
SELECT count(*) FROM research.patients_expected;
SELECT count(*) FROM ward_1;
SELECT count(*) FROM microdata.series_view_record;
SET ROLE regress_stranger;
SELECT count(*) FROM microdata.series_views;
\set VERBOSITY terse
SELECT alter_series('ward', keep => 1);
SELECT drop_edition('ward', 1);
SELECT microdata.show_edition('ward', 1);
SELECT * FROM microdata.publish_edition('ward');
\set VERBOSITY default

-- Another member of the role publishes, and a superuser: editions belong to the view's owner. All that others gave the view stays.
SET ROLE regress_nurse;
INSERT INTO patients SELECT i, i, 'F', 'd' || i % 6 FROM generate_series(201, 212) i;
SELECT edition, relations, state FROM publish_series('ward');
RESET ROLE;
SELECT edition, relations, state FROM publish_series('ward');
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'ward\_%' AND relkind IN ('r', 'v') GROUP BY 1;
SET ROLE regress_ward;
SELECT edition, state, relations FROM state WHERE series = 'ward' AND (state, relations) IS DISTINCT FROM ('former', NULL) ORDER BY edition;
SELECT col_description('research.patients'::regclass, a.attnum) FROM pg_attribute a WHERE a.attrelid = 'research.patients'::regclass AND a.attname = 'disease';
SELECT c.relname, c.relowner::regrole, obj_description(c.oid, 'pg_class'), replace(c.relacl::text, 'Dxtm/', 'Dxt/'), c.reloptions FROM pg_class c WHERE c.relnamespace = 'research'::regnamespace ORDER BY 1;
SELECT objsubid, description FROM pg_description WHERE objoid = 'research.patients'::regclass AND objsubid > 0;
SELECT adnum, pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'research.patients'::regclass;
SELECT sum(count) = (SELECT count(*) FROM research.patients) AS same, pg_get_viewdef('research.patients') LIKE '%ward_3%' AS newest FROM research.by_sex;
\set VERBOSITY terse
SELECT drop_edition('ward', 3);
SELECT drop_edition('ward', 4);
SELECT microdata.show_edition('ward', 2);
\set VERBOSITY default
SELECT drop_edition('ward', 1), microdata.show_edition('ward', 3);
-- What depends on an old edition keeps it.
CREATE VIEW last_week AS SELECT * FROM ward_2;
SELECT drop_edition('ward', 2), drop_edition('ward', 2, wait => true);
SELECT edition, state FROM publish_series('ward');
SELECT * FROM microdata.old_editions('ward');
DROP VIEW last_week;
SELECT edition, state FROM microdata.publish_edition('ward');
SELECT string_agg(e.edition || ' ' || drop_edition('ward', e.edition), ', ' ORDER BY e.edition) FROM microdata.old_editions('ward') e (edition);
SELECT edition, state, relations FROM state WHERE series = 'ward' AND (state, relations) IS DISTINCT FROM ('former', NULL) ORDER BY edition;

-- Views and schemas are renamed, views dropped; the edition behind them is published again then.
ALTER VIEW research.patients RENAME TO people;
SELECT view FROM microdata.series WHERE series = 'ward';
RESET ROLE;
ALTER SCHEMA research RENAME TO science;
SET ROLE regress_ward;
SELECT view FROM microdata.series WHERE series = 'ward';
SELECT edition, state FROM publish_series('ward');
SELECT view, edition, release FROM microdata.series_views ORDER BY view::text;
\set VERBOSITY terse
DROP VIEW science.people;
\set VERBOSITY default
SET client_min_messages = error;
DROP VIEW science.people CASCADE;
SET client_min_messages = warning;
SELECT shown, view FROM microdata.series WHERE series = 'ward';
DROP VIEW science.patients_expected;
SELECT shown, view FROM microdata.series WHERE series = 'ward';
SELECT microdata.show_edition('ward', 6);
SELECT shown, view FROM microdata.series WHERE series = 'ward';
SELECT view, edition, release FROM microdata.series_views ORDER BY view::text;

-- Without a view an edition belongs to who publishes it: what is another's is not dropped, and nothing is lost for it.
CREATE TABLE visits AS SELECT id, age, disease FROM patients;
SELECT FROM create_series('visits', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, keep => 1);
RESET ROLE;
SELECT edition, state FROM publish_series('visits');
SET ROLE regress_ward;
SELECT edition, state FROM publish_series('visits');
SELECT edition, state, relations IS NOT NULL AS there FROM state WHERE series = 'visits' ORDER BY edition;
RESET ROLE;
SELECT edition, state FROM publish_series('visits');
SELECT FROM drop_series('visits');
SET ROLE regress_ward;

-- Where the source's owner may not make views, they belong to who publishes first.
RESET ROLE;
CREATE ROLE regress_curator IN ROLE regress_ward;
CREATE SCHEMA exhibition AUTHORIZATION regress_curator;
SET ROLE regress_curator;
SELECT FROM create_series('visits', 'visits', 'bucketization', '{"sensitive": ["disease"], "target": "exhibition.weekly"}', '{id}', 3, view => 'exhibition.visits');
SELECT edition, state FROM publish_series('visits');
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relnamespace = 'exhibition'::regnamespace GROUP BY 1;
SET ROLE regress_ward;
\set VERBOSITY terse
SELECT edition, state FROM publish_series('visits');
\set VERBOSITY default
SELECT FROM drop_series('visits');
RESET ROLE;
DROP SCHEMA exhibition CASCADE;
DROP ROLE regress_curator;
SET ROLE regress_ward;

-- Columns: more of them go to the end; without one, or with another type, nothing is made.
ALTER TABLE patients ADD city text;
UPDATE patients SET city = 'c' || id / 6 % 3;
SELECT FROM alter_series('ward', arguments => '{"sensitive": ["disease"], "quasi_identifiers": ["city", "sex", "age"]}');
SELECT edition, state FROM publish_series('ward');
SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'science.people'::regclass AND attnum > 0;
SELECT FROM alter_series('ward', arguments => '{"sensitive": ["disease"], "quasi_identifiers": ["sex", "age"], "identifiers": ["city"]}');
SELECT edition, state FROM publish_series('ward');
SELECT FROM alter_series('ward', arguments => '{"sensitive": ["disease"], "format": "anatomy", "quasi_identifiers": ["sex", "age", "city"]}');
ALTER TABLE patients RENAME city TO town;
SELECT edition, state FROM publish_series('ward');
ALTER VIEW science.people RENAME COLUMN city TO town;
ALTER VIEW science.people_expected RENAME COLUMN city TO town;
ALTER TABLE patients ALTER age TYPE numeric;
SELECT FROM alter_series('ward', arguments => '{"sensitive": ["disease"], "format": "anatomy", "quasi_identifiers": ["sex", "age", "town"]}');
SELECT edition, state FROM publish_series('ward');
-- What was not known before.
ALTER TABLE patients ALTER age TYPE integer, ADD bucket text;
SELECT FROM alter_series('ward', arguments => '{"sensitive": ["disease"], "quasi_identifiers": ["sex", "age", "town"]}');
SELECT edition, state FROM publish_series('ward');
SELECT edition, state, findings FROM state WHERE series = 'ward' ORDER BY edition DESC LIMIT 1;
\set VERBOSITY terse
SELECT microdata.show_edition('ward', 8);
\set VERBOSITY default
-- Another view, and none.
SELECT FROM alter_series('ward', view => 'science.persons');
SELECT microdata.show_edition('ward', 8);
SELECT view, edition, release FROM microdata.series_views ORDER BY view::text;
SELECT FROM alter_series('ward', view => '', keep => 0);
SELECT count(*) FROM microdata.series_views;
SELECT view, shown, keep FROM microdata.series WHERE series = 'ward';
SELECT edition, state FROM publish_series('ward');
-- It is taken over again: it shows nothing but a release.
SELECT FROM alter_series('ward', view => 'science.persons', approve => true);
SELECT edition, state FROM publish_series('ward');
\set VERBOSITY terse
SELECT microdata.show_edition('ward', 10);
\set VERBOSITY default
SELECT FROM alter_series('ward', approve => false);
SELECT microdata.show_edition('ward', 10);
SELECT state, relations IS NOT NULL AS there, array_agg(edition ORDER BY edition) FROM state WHERE series = 'ward' GROUP BY 1, 2 ORDER BY 3;

-- Gates: an edition that misses one is a draft, until the gate lets it.
SELECT FROM alter_series('ward', gate => '{"rows": [0.9, 1.1]}');
DELETE FROM patients WHERE id % 2 = 0;
SELECT edition, state FROM publish_series('ward');
SELECT has_table_privilege('regress_analyst', 'ward_11', 'SELECT') AS readable, findings FROM state WHERE series = 'ward' AND edition = 11;
SELECT FROM alter_series('ward', gate => '{"rows": null}');
SELECT microdata.show_edition('ward', 11);
SELECT view, shown FROM microdata.series WHERE series = 'ward';
SELECT verify_series.holds, count(*) > 0 AS some FROM verify_series('ward') GROUP BY 1 ORDER BY 1;
SELECT FROM drop_series('ward');
SELECT count(*) FROM microdata.series_views;
SELECT count(*) > 0 AS still_read FROM science.persons;

RESET ROLE; SET pg_microdata.republish = 'warn'; SET ROLE regress_ward;
-- Independent editions: a warning once, and another method's editions behind views too.
SELECT FROM create_series('apart', 'patients', 'fragmentation', '{"class": "disease", "k": 3, "target": "regress_view.apart", "identifiers": ["town"]}', subject => '{id}', independent => true, view => 'science.apart', keep => 1);
RESET ROLE; SET pg_microdata.republish = 'allow'; SET ROLE regress_ward;
SELECT FROM create_series('sliced', 'patients', 'slicing', '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2, "l": 2}', independent => true, view => 'science.sliced', keep => 1);
SELECT series, method, arguments, m, subject, sensitive, independent FROM microdata.series ORDER BY series;
SELECT edition, state FROM publish_series('sliced');
RESET ROLE; SET pg_microdata.republish = 'warn'; SET ROLE regress_ward;
-- Only of releases that are not its own.
SELECT edition, state FROM publish_series('sliced');
SELECT view, edition, release FROM microdata.series_views ORDER BY view::text;
SELECT e.edition, e.persons = r.published_rows AS persons, e.counterfeits, e.waiting, e.withheld = r.suppressed_rows AS withheld
FROM microdata.editions e JOIN microdata.releases r USING (release_id) WHERE e.series = 'sliced';
SELECT edition, count(*) > 0 AS checked, bool_and(holds) AS holds FROM verify_series('sliced') GROUP BY 1 ORDER BY 1;
RESET ROLE; SET pg_microdata.republish = 'error'; SET ROLE regress_ward;
\set VERBOSITY terse
SELECT edition, state FROM publish_series('sliced');
RESET ROLE; SET pg_microdata.republish = 'allow'; SET ROLE regress_ward;
\set VERBOSITY terse
SELECT alter_series('sliced', m => 3);
\set VERBOSITY default
SELECT FROM alter_series('sliced', arguments => '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2, "l": 3}');
SELECT edition, state FROM publish_series('sliced');
SELECT parameters -> 'l' AS l FROM microdata.releases WHERE relations[1] = 'sliced_3'::regclass;
SELECT edition, relations, state FROM publish_series('apart');
-- The anatomy format has a view of its own before its two tables.
SELECT FROM create_series('lab', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["town"], "format": "anatomy"}', '{id}', 3, view => 'science.lab', keep => 1);
SELECT edition, relations, state FROM publish_series('lab');
SELECT edition, relations, state FROM publish_series('lab');
SELECT view, edition, release FROM microdata.series_views WHERE series = 'lab' ORDER BY view::text;
SELECT edition, state, relations IS NOT NULL AS there FROM state WHERE series = 'lab' ORDER BY edition;
GRANT SELECT ON science.lab TO regress_analyst;
SELECT replace(relacl::text, 'Dxtm/', 'Dxt/'), string_agg(relname, ' ' ORDER BY relname) FROM pg_class
WHERE relname LIKE 'lab%' AND relnamespace = 'science'::regnamespace GROUP BY 1;
-- What its owner made of a view since is not overwritten: rows that it leaves out stay out.
SELECT FROM create_series('young', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["town", "bucket"]}', '{id}', 3, view => 'science.young');
SELECT edition, state FROM publish_series('young');
CREATE OR REPLACE VIEW science.young AS SELECT bucket, age, sex, disease FROM young_1 WHERE age < 30;
SELECT edition, state FROM publish_series('young');
SELECT edition, state, findings FROM state WHERE series = 'young' ORDER BY edition;
SELECT max(age) FROM science.young;
CREATE OR REPLACE VIEW science.young AS SELECT bucket, age, sex, 'd0'::text AS disease FROM young_1;
\set VERBOSITY terse
SELECT microdata.show_edition('young', 2);
\set VERBOSITY default
CREATE VIEW science.younger AS SELECT * FROM science.young WHERE age < 30;
CREATE OR REPLACE VIEW science.young AS TABLE regress_view.young_1;
SELECT microdata.show_edition('young', 2);
SELECT max(age) FROM science.younger;
-- Nor is one taken over that leaves something out.
CREATE VIEW science.sexless AS SELECT bucket, age, disease FROM young_1;
CREATE VIEW science.women AS SELECT * FROM young_1 WHERE sex = 'F';
SELECT alter_series('young', view => 'science.sexless');
SELECT alter_series('young', view => 'science.women');
SELECT FROM drop_series('young');

-- A stranger who has made a view on a release of hers gets no editions, whoever publishes them.
RESET ROLE;
CREATE SCHEMA market;
GRANT ALL ON SCHEMA market TO PUBLIC;
GRANT CREATE ON SCHEMA regress_view TO regress_stranger;
SET ROLE regress_stranger;
CREATE TABLE bait AS SELECT i AS id, 20 + i % 4 AS age, 'F'::text AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 28) i;
SELECT bucketize_table('bait', 3, sensitive => '{disease}', identifiers => '{id}');
CREATE VIEW market.cases AS TABLE bait_bucketized;
SET ROLE regress_ward;
SELECT FROM create_series('cases', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["town"]}', '{id}', 3, view => 'market.counts');
SELECT alter_series('cases', view => 'market.cases');
RESET ROLE;
SELECT alter_series('cases', view => 'market.cases');
SELECT FROM alter_series('cases', view => 'market.cases_not_there');
SET ROLE regress_stranger;
ALTER VIEW market.cases RENAME TO cases_not_there;
CREATE VIEW market.counts_expected AS TABLE bait_bucketized_expected;
\set VERBOSITY terse
RESET ROLE;
SELECT edition, state FROM publish_series('cases');
CREATE ROLE regress_both IN ROLE regress_ward, regress_stranger;
GRANT ALL ON SCHEMA regress_view TO regress_both;
SET ROLE regress_both;
SELECT edition, state FROM publish_series('cases');
\set VERBOSITY default
-- Of the second view it is known when there is an edition.
SELECT FROM alter_series('cases', view => 'market.counts');
RESET ROLE;
SELECT edition, state FROM publish_series('cases');
SELECT edition, state, findings FROM state WHERE series = 'cases';
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'cases\_%' AND relkind = 'r' GROUP BY 1;
SELECT count(*) FROM microdata.series_views WHERE series = 'cases';
DROP VIEW market.counts_expected;
SELECT microdata.show_edition('cases', 1);
-- Nor does one to whom a view is given later.
ALTER VIEW market.counts OWNER TO regress_stranger;
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'cases\_%' AND relkind = 'r' GROUP BY 1;
\set VERBOSITY terse
SELECT edition, state FROM publish_series('cases');
\set VERBOSITY default
ALTER VIEW market.counts OWNER TO regress_ward;
SELECT FROM alter_series('cases', gate => '{"rows": [2, 3]}');
SELECT edition, state FROM publish_series('cases');
ALTER VIEW market.counts OWNER TO regress_stranger;
SELECT microdata.show_edition('cases', 2), findings FROM state WHERE series = 'cases' AND edition = 2;
SELECT FROM alter_series('cases', gate => '{"rows": null}');
SELECT microdata.show_edition('cases', 2);
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'cases\_%' AND relkind = 'r' GROUP BY 1;
ALTER VIEW market.counts OWNER TO regress_ward;
SELECT microdata.show_edition('cases', 2);

-- A source and its view that are given to another role take the editions along: readers read on, and it goes on.
CREATE ROLE regress_heir;
GRANT ALL ON SCHEMA regress_view, market, science TO regress_heir;
GRANT USAGE ON SCHEMA market TO regress_analyst;
GRANT SELECT ON market.counts TO regress_analyst;
SELECT FROM alter_series('cases', gate => '{"rows": [2, 3]}');
\set VERBOSITY terse
SELECT edition, state FROM publish_series('cases');
\set VERBOSITY default
ALTER VIEW market.counts OWNER TO regress_heir;
ALTER TABLE patients OWNER TO regress_heir;
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname ~ '^(cases_|counts)' GROUP BY 1 ORDER BY 1;
SET ROLE regress_analyst;
SELECT (SELECT count(*) > 0 FROM market.counts) AS reads, (SELECT count(*) > 0 FROM market.counts_expected) AS both;
SET ROLE regress_heir;
SELECT FROM alter_series('cases', gate => '{"rows": null}', keep => 1);
SELECT edition, state FROM publish_series('cases');
RESET ROLE;
SELECT state, relations IS NOT NULL AS there, array_agg(edition ORDER BY edition) FROM state WHERE series = 'cases' GROUP BY 1, 2 ORDER BY 3;
ALTER TABLE patients OWNER TO regress_ward;
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'cases\_%' GROUP BY 1 ORDER BY 1;
ALTER VIEW market.counts OWNER TO regress_ward;
SELECT relowner::regrole, string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'cases\_%' GROUP BY 1 ORDER BY 1;
SELECT FROM drop_series('cases');
SET client_min_messages = error;
DROP SCHEMA market CASCADE;
DROP OWNED BY regress_both, regress_heir, regress_stranger CASCADE;
SET client_min_messages = warning;
DROP ROLE regress_both, regress_heir;
SET ROLE regress_ward;
-- Why a relation is not taken over, and what the first edition would fail for.
SELECT alter_series('lab', view => 'science.sliced');
SELECT alter_series('lab', view => 'regress_view.sliced_3');
SELECT create_series('x', 'patients', 'gnf', '{"sensitive": ["disease"]}', '{id}');
SELECT create_series('x', 'patients', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": "three"}', independent => true);
SELECT create_series('x', 'patients', 'slicing', '{"columns": 2, "l": 2, "sensitive": "disease, age"}', independent => true);
-- Nor is there one in a transaction of one snapshot.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) > 0 AS begun FROM patients;
SELECT drop_series('no such');
ROLLBACK;
-- Without the source, whoever owned it last ends what there is.
SELECT FROM alter_series('sliced', keep => 0);
SELECT edition, state FROM publish_series('sliced');
DROP TABLE patients;
\set VERBOSITY terse
SELECT drop_edition('sliced', 3);
SELECT to_regclass('regress_view.sliced_3') IS NULL AS gone;
SELECT alter_series('sliced', view => 'science.other');
SELECT publish_series('sliced');
SELECT count(*) FROM (SELECT alter_series(series, view => '', keep => 1), drop_series(series) FROM microdata.series ORDER BY series) ended;
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA regress_view, science CASCADE;
SELECT count(*) FROM microdata.series_view_record;
DROP ROLE regress_ward, regress_nurse, regress_analyst, regress_stranger;

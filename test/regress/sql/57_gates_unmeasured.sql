-- Gates: figures of nobody, or of less than what others hold, let nothing pass.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
\set SHOW_CONTEXT never
CREATE ROLE regress_reader;
CREATE SCHEMA regress_unmeasured;
SET search_path = regress_unmeasured, public;
CREATE TABLE cases AS SELECT i AS id, 20 + i % 50 AS age, 'z' || i % 7 AS zip, 'd' || i * i % 11 AS disease FROM generate_series(1, 600) i;
CREATE FUNCTION judged(name text, edition integer) RETURNS TABLE (gate text, measured boolean, holds boolean, said text) LANGUAGE sql AS $$
    SELECT f.gate, f.achieved IS NOT NULL, f.holds, substr(microdata.sentence('finding', to_jsonb(f)), 1, 160)
    FROM microdata.gate_findings($1, $2) f WHERE f.gate <> 'verify' ORDER BY 1
$$;
\set ECHO all

-- Nobody is remembered of editions that are independent: those that are gone are left out.
SELECT FROM create_series('weekly', 'cases', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["id"], "method": "anatomy", "l": 3}', independent => true, view => 'regress_unmeasured.weekly');
SELECT edition, state FROM publish_series('weekly');
SELECT edition, state FROM publish_series('weekly');
-- A figure above the bound, of all there is.
SELECT FROM alter_series('weekly', gate => '{"composition": 0.34}');
SELECT edition, state FROM publish_series('weekly');
SELECT measured, holds FROM judged('weekly', 3);
SELECT FROM alter_series('weekly', gate => '{"composition": 1}');
SELECT approve_edition('weekly', 3);
SELECT drop_edition('weekly', 1);
SET client_min_messages = notice;
SELECT releases, persons, guessed_right > 0.2 AS guessed FROM audit_composition(source => 'cases', seed => 1);
SET client_min_messages = error;
SELECT edition, state FROM publish_series('weekly');
SELECT * FROM judged('weekly', 4);
-- A figure above the bound stays one.
SELECT FROM alter_series('weekly', gate => '{"composition": 0.34}');
SELECT measured, holds FROM judged('weekly', 4);
SELECT FROM alter_series('weekly', gate => '{"composition": 1}');
-- What nobody else could read can be forgotten, and what was no more than a draft does not count.
SELECT microdata.forget_release(release_id, 'nobody had it') FROM microdata.editions WHERE series = 'weekly' AND edition = 1;
SELECT approve_edition('weekly', 4);
SELECT FROM alter_series('weekly', gate => '{"composition": 0.34}');
SELECT edition, state FROM publish_series('weekly');
SELECT drop_edition('weekly', 5);
SELECT FROM alter_series('weekly', gate => '{"composition": 1}');
SELECT edition, state FROM publish_series('weekly');
-- What a reader had does.
GRANT SELECT ON weekly TO regress_reader;
SELECT drop_edition('weekly', 4);
SELECT holds FROM judged('weekly', 6);
SELECT FROM drop_series('weekly');
DROP VIEW weekly, weekly_expected;
DROP TABLE cases CASCADE;

-- With a subject it is the same.
CREATE TABLE patients AS SELECT i AS id, 20 + i % 50 AS age, 'd' || i % 6 AS disease FROM generate_series(1, 200) i;
SELECT FROM create_series('monthly', 'patients', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 3}', '{id}', independent => true, view => 'regress_unmeasured.monthly', gate => '{"composition": 1}');
SELECT edition, state FROM publish_series('monthly');
SELECT edition, state FROM publish_series('monthly');
SELECT drop_edition('monthly', 1);
SET client_min_messages = notice;
SELECT releases FROM audit_composition(source => 'patients', seed => 1);
SET client_min_messages = error;
SELECT holds FROM judged('monthly', 2);
-- Warnings about other releases say nothing of series that is untrue of this one.
SELECT bucketize_table('patients', 3, sensitive => '{disease}', identifiers => '{id}', target => 'other');
SELECT FROM alter_series('monthly', gate => '{"composition": null}');
SET pg_microdata.republish = 'warn';
SET client_min_messages = warning;
SELECT edition FROM publish_series('monthly');
SELECT FROM alter_series('monthly', arguments => '{"sensitive": ["disease"], "columns": 2, "l": 2, "subject": ["id"]}');
SET client_min_messages = error;
RESET pg_microdata.republish;

-- Of series that remember persons, what is gone is read from what they remember.
CREATE TABLE wards AS SELECT * FROM patients;
SELECT FROM create_series('ward', 'wards', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_unmeasured.ward', gate => '{"composition": 0.6}', keep => 1);
SELECT edition, state FROM publish_series('ward');
SELECT edition, state FROM publish_series('ward');
SELECT relations IS NULL AS gone FROM microdata.editions WHERE series = 'ward' ORDER BY edition;
SELECT measured, holds FROM judged('ward', 2);
-- Sets of growing rows are not compared, and what is gone of them neither.
CREATE TABLE visits AS SELECT i AS id, i AS age, 'd' || i % 9 AS disease FROM generate_series(1, 60) i;
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{id}', 3);
SELECT edition FROM publish_series('care');
SELECT drop_edition('care', 1);
SELECT bucketize_table('visits', 3, sensitive => '{disease}', identifiers => '{id}', target => 'visits_b', seed => 1);
SET client_min_messages = notice;
SELECT releases, persons FROM audit_composition(source => 'visits', seed => 1);
SET client_min_messages = error;

-- A source without anybody: whatever is measured is of nobody.
CREATE TABLE emptied AS SELECT i AS id, 20 + i % 50 AS age, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
SELECT FROM create_series('empty', 'emptied', 'slicing', '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2, "l": 2}', independent => true, view => 'regress_unmeasured.empty', approve => true);
SELECT edition, state FROM publish_series('empty');
DELETE FROM emptied;
SELECT FROM alter_series('empty', approve => false, gate => '{"composition": 1, "inference": 1, "linkability": 1, "membership": 1, "minimality": 1, "singling_out": 1}');
SELECT * FROM judged('empty', 1);
SELECT approve_edition('empty', 1);
SELECT audit, attribute, figure, finding FROM audit('empty_1', control => NULL, seed => 1) WHERE audit <> 'audit_minimality';
-- Nor is anybody looked like.
INSERT INTO emptied SELECT 0, 100 + i, 'd1' FROM generate_series(1, 5) i;
SELECT gate, measured, holds, said FROM judged('empty', 1) WHERE gate IN ('composition', 'inference');
SELECT audit, figure, finding FROM audit('empty_1', control => NULL, seed => 1) WHERE audit IN ('audit_composition', 'audit_inference');
-- Attacks that looked for somebody to attack, and found nobody, have measured that.
CREATE TABLE alike AS SELECT i AS id, 20 + i % 2 AS age, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
SELECT FROM create_series('alike_classes', 'alike', 'generalization', '{"sensitive": ["disease"], "identifiers": ["id"], "k": 5}', independent => true, gate => '{"singling_out": 0}');
SELECT edition, state FROM publish_series('alike_classes');
SELECT said, holds FROM judged('alike_classes', 1);

SELECT FROM unnest('{monthly,ward,care,empty,alike_classes}'::text[]) name, drop_series(name);
\set ECHO none
DROP SCHEMA regress_unmeasured CASCADE;
DROP ROLE regress_reader;

-- Changes of the gates of series, and of the types of what they publish.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE c_owner;
CREATE SCHEMA c_series AUTHORIZATION c_owner;
SET search_path = c_series, public;
SET ROLE c_owner;
CREATE TABLE c_persons (id integer PRIMARY KEY, zip varchar(5), age smallint, paid numeric(6,2), disease varchar(4));
INSERT INTO c_persons SELECT i, '1' || i % 7, i % 40, i % 9 + 0.5, 'd' || i % 5 FROM generate_series(1, 100) i;
SELECT FROM create_series('c_weekly', 'c_persons', 'slicing', '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2}', '{id}', 2,
    gate => '{"verify": true, "rows": [0.5, 2]}');
-- One gate is changed, added or taken away; the others stay, and who changed what is on record.
SET client_min_messages = notice;
SELECT FROM alter_series('c_weekly', gate => '{"rows": [0.9, 1.2]}');
SELECT FROM alter_series('c_weekly', gate => '{"suppressed": 0.1, "verify": null}');
SELECT FROM alter_series('c_weekly', gate => '{}', approve => true);
SELECT FROM alter_series('c_weekly', gate => '{"rows": null, "suppressed": null, "loss": null}', approve => false);
SELECT FROM alter_series('c_weekly', keep => 3);
SELECT FROM alter_series('c_weekly', gate => '{"row": 1}');
SELECT FROM alter_series('c_weekly', gate => '{"inferense": null, "rows": null}');
SELECT FROM alter_series('c_weekly', gate => 'null');
SET client_min_messages = warning;
SELECT setting, before, after, changed_by = session_user AS by_session, changed_at BETWEEN now() - interval '1 hour' AND clock_timestamp() AS now FROM microdata.series_changes WHERE series = 'c_weekly';
RESET ROLE;
CREATE ROLE c_other;
SET ROLE c_other;
SELECT count(*) FROM microdata.series_changes;
SELECT count(*) FROM microdata.series_change_record;
SET ROLE c_owner;

-- A series goes on when types are widened.
SELECT edition FROM publish_series('c_weekly');
ALTER TABLE c_persons ALTER zip TYPE varchar(10), ALTER id TYPE bigint, ALTER age TYPE integer, ALTER paid TYPE numeric(9,3), ALTER disease TYPE varchar(20);
UPDATE c_persons SET zip = '123456' WHERE id = 1;
SELECT edition FROM publish_series('c_weekly');
ALTER TABLE c_persons ALTER zip TYPE text, ALTER paid TYPE numeric, ALTER disease TYPE text;
SELECT edition, persons, withheld, counterfeits FROM publish_series('c_weekly');
SELECT edition, requirement FROM verify_series('c_weekly') WHERE NOT holds;
-- Other changes do not keep what values are.
\set VERBOSITY default
BEGIN;
ALTER TABLE c_persons ALTER paid TYPE integer;
SELECT publish_series('c_weekly');
ROLLBACK;
BEGIN;
ALTER TABLE c_persons ALTER zip TYPE varchar(4) USING substr(zip, 1, 4);
SELECT publish_series('c_weekly');
ROLLBACK;
BEGIN;
ALTER TABLE c_persons ALTER zip TYPE text COLLATE "C";
SELECT publish_series('c_weekly');
ROLLBACK;
SELECT FROM drop_series('c_weekly');
SELECT count(*) FROM microdata.series_changes WHERE series = 'c_weekly';

-- Views get the wider types, and keep what they had; what depends on them is in the way.
CREATE DOMAIN c_ward AS varchar(4);
CREATE TABLE c_viewed AS SELECT i AS id, ('w' || i % 3)::c_ward AS ward, ('1' || i % 7)::varchar(5) AS zip, i % 40 AS age, ARRAY['m' || i % 3]::varchar(3)[] AS marks, (timestamp '2020-01-01' + i % 6 * interval '1 h')::timestamp(0) AS seen, ('d' || i % 5)::varchar(4) AS disease FROM generate_series(1, 100) i;
SELECT FROM create_series('c_shown', 'c_viewed', 'slicing', '{"sensitive": "disease", "identifiers": "id", "columns": 2}', '{id}', 2, view => 'c_view');
SELECT edition, state FROM publish_series('c_shown');
GRANT SELECT ON c_view TO c_other;
GRANT SELECT (zip), UPDATE (age) ON c_view TO PUBLIC;
ALTER VIEW c_view SET (security_barrier = true);
COMMENT ON COLUMN c_view.zip IS 'of the home';
ALTER TABLE c_viewed ALTER id TYPE bigint, ALTER ward TYPE text, ALTER zip TYPE varchar(50), ALTER age TYPE bigint, ALTER marks TYPE varchar(9)[], ALTER seen TYPE timestamp, ALTER disease TYPE c_ward;
UPDATE c_viewed SET zip = '12345678' WHERE id = 1;
CREATE VIEW c_dependent AS SELECT zip FROM c_view;
\set VERBOSITY default
SELECT edition, state FROM publish_series('c_shown');
\set VERBOSITY terse
DROP VIEW c_dependent;
SELECT edition, state, persons, withheld, counterfeits FROM publish_series('c_shown');
SELECT attname, format_type(atttypid, atttypmod), attacl FROM pg_attribute WHERE attrelid = 'c_view'::regclass ORDER BY attnum;
SELECT relacl, reloptions, obj_description(oid), col_description(oid, 3) FROM pg_class WHERE oid = 'c_view'::regclass;
SELECT view, edition FROM microdata.series_views WHERE series = 'c_shown' ORDER BY view::text;
SELECT edition, requirement FROM verify_series('c_shown') WHERE NOT holds;
SELECT edition, state FROM publish_series('c_shown');
ALTER TABLE c_viewed ALTER age TYPE text;
SELECT edition, state FROM publish_series('c_shown');
ALTER TABLE c_viewed ALTER age TYPE bigint USING age::bigint, ALTER marks TYPE text[];
SELECT edition, state FROM publish_series('c_shown');
SELECT FROM drop_series('c_shown');
-- Views of generalized editions get wider ranges.
CREATE TABLE c_ranged AS SELECT i AS id, i % 40 AS age, '1' || i % 7 AS zip, 'd' || i % 5 AS disease FROM generate_series(1, 100) i;
SELECT FROM create_series('c_ranges', 'c_ranged', 'generalization', '{"sensitive": "disease", "identifiers": "id"}', '{id}', 2, view => 'c_ranges');
SELECT edition, state FROM publish_series('c_ranges');
GRANT SELECT ON c_ranges TO c_other;
SELECT FROM alter_series('c_ranges', approve => true);
ALTER TABLE c_ranged ALTER age TYPE bigint;
UPDATE c_ranged SET age = 5000000000 WHERE id = 1;
SET SESSION AUTHORIZATION c_owner;
SELECT edition, state FROM publish_series('c_ranges');
RESET SESSION AUTHORIZATION;
SELECT a.atttypid::regtype, c.relacl FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attrelid = 'c_ranges'::regclass AND a.attname = 'age';
SELECT approve_edition('c_ranges', 2);
SELECT a.atttypid::regtype, c.relacl FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attrelid = 'c_ranges'::regclass AND a.attname = 'age';
SET ROLE c_owner;
SELECT edition, requirement FROM verify_series('c_ranges') WHERE NOT holds;
SELECT FROM drop_series('c_ranges');

-- With counterfeits, not every value is one that a person has.
SELECT FROM create_series('c_growing', 'c_persons', 'slicing', '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2}', '{id}', 2);
SELECT counterfeits FROM publish_series('c_growing');
SELECT col_description('c_growing_1'::regclass, attnum) FROM pg_attribute WHERE attrelid = 'c_growing_1'::regclass AND attname = 'disease';
DELETE FROM c_persons WHERE disease = 'd1' AND id > 20;
SELECT counterfeits > 0 AS counterfeits FROM publish_series('c_growing');
SELECT col_description('c_growing_2'::regclass, attnum) FROM pg_attribute WHERE attrelid = 'c_growing_2'::regclass AND attname IN ('disease', 'age');
SELECT FROM drop_series('c_growing');

-- Editions in two tables are those of one series, with other names and wider types.
CREATE TABLE c_cohorts AS SELECT i AS id, i % 5 AS ward, ('z' || i % 3)::varchar(5) AS zip, ('d' || i % 4)::varchar(9) AS disease FROM generate_series(1, 48) i;
SELECT FROM create_series('c_tables', 'c_cohorts', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{id}');
SELECT edition FROM publish_series('c_tables');
ALTER TABLE c_cohorts RENAME ward TO "user";
ALTER TABLE c_cohorts ALTER "user" TYPE bigint, ALTER zip TYPE varchar(20), ALTER disease TYPE text;
SELECT edition FROM publish_series('c_tables');
ALTER TABLE c_cohorts ALTER zip TYPE text;
ALTER TABLE c_cohorts RENAME disease TO illness;
SELECT edition FROM publish_series('c_tables');
SELECT count(*), count(*) FILTER (WHERE NOT holds) AS failed FROM verify_series('c_tables');
SELECT FROM drop_series('c_tables');

-- Releases made before types are widened verify as before.
CREATE TABLE c_wide AS SELECT (i / 2)::integer AS id, (-(i / 2) % 3)::smallint AS ward, ('1' || i / 2 % 7)::varchar(5) AS zip, 20 + i / 2 % 40 AS age, (i / 2 % 9 + 0.5)::numeric(6,2) AS paid, ('d' || i % 5)::varchar(4) AS disease FROM generate_series(0, 299) i;
SET client_min_messages = error;
SELECT slice_table('c_wide', 2, 2, sensitive => 'disease', identifiers => 'id', target => 'c_sliced');
SELECT bucketize_table('c_wide', 2, sensitive => 'disease', identifiers => 'id', target => 'c_bucketized');
SELECT bucketize_table('c_wide', 2, sensitive => 'disease', subject => 'id', target => 'c_persons_bucketized');
SELECT generalize_table('c_wide', 5, l => 2, sensitive => 'disease', identifiers => 'id', target => 'c_generalized');
SELECT slice_table('c_wide', 2, 2, k => 3, sensitive => 'disease', identifiers => 'id', target => 'c_sliced_k');
SELECT generalize_table('c_wide', 5, l => 2, sensitive => 'disease', subject => 'id', target => 'c_persons_generalized');
SELECT FROM gnf_decompose('c_wide', 2, rules => '{"zip, age -> disease"}', identifiers => 'id', target => 'c_decomposed');
SELECT FROM fragment_table('c_wide', 5, class => 'ward', identifiers => 'id', target => 'c_fragments');
CREATE VIEW c_verified AS SELECT r.relations[1] AS release, v.requirement, v.holds FROM microdata.releases r, verify_release(r.relations[1]) v WHERE r.source = 'c_wide'::regclass;
SELECT count(DISTINCT release), bool_and(holds) FROM c_verified;
ALTER TABLE c_wide ALTER id TYPE bigint, ALTER ward TYPE bigint, ALTER zip TYPE text, ALTER age TYPE bigint, ALTER paid TYPE numeric(9,3), ALTER disease TYPE text;
SELECT count(DISTINCT release), bool_and(holds) FROM c_verified;
SELECT release, requirement FROM c_verified WHERE NOT holds;
ALTER TABLE c_wide ALTER age TYPE text;
SELECT FROM verify_release('c_sliced');

RESET ROLE;
SET client_min_messages = warning;
DROP SCHEMA c_series CASCADE;
DROP ROLE c_owner, c_other;

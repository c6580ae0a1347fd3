-- What others change about a release, its source, or the server's settings.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE visits AS SELECT i % 40 AS age, i % 2 = 0 AS smokes, 'ward ' || i % 6 AS ward, 'd' || i * 7 % 5 AS disease FROM generate_series(1, 400) i;
INSERT INTO visits SELECT NULL, true, NULL, 'd1' FROM generate_series(1, 4);
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', groups => ARRAY['age, smokes, ward', 'disease'], k => 30);
SELECT bool_and(holds) FROM verify_release('visits_sliced') WHERE requirement !~ 'determine';

-- NULL in a list of values is read as NULL.
SET array_nulls = off;
SELECT bool_and(holds) FROM verify_release('visits_sliced') WHERE requirement !~ 'determine';
SELECT count(*) > 0 AS found FROM matching_buckets('visits_sliced', '{"ward": null}');
CREATE TABLE stays AS SELECT i AS id, i % 40 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
SELECT FROM create_series('stays', 'stays', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT edition FROM publish_series('stays');
DELETE FROM stays WHERE id % 9 = 0;
SELECT edition FROM publish_series('stays');
SELECT bool_and(holds) FROM verify_series('stays');
SELECT FROM drop_series('stays');
SELECT count(drop_release(r)) FROM unnest('{stays_1,stays_2}'::regclass[]) r;
DROP TABLE stays CASCADE;
RESET array_nulls;

-- Types that are no longer those of the release, or of the source.
CREATE TABLE kept AS SELECT * FROM visits_sliced;
DROP VIEW visits_sliced_expected;
ALTER TABLE visits_sliced ALTER age TYPE integer USING 12345;
\set ECHO none
SELECT attempts($$
SELECT * FROM verify_release('visits_sliced')
SELECT * FROM matching_buckets('visits_sliced', '{"age": 30}')
$$);
\set ECHO all
ALTER TABLE visits_sliced ALTER age TYPE numrange USING NULL, ALTER ward TYPE bytea USING 'x';
\set ECHO none
SELECT attempts($$
SELECT * FROM verify_release('visits_sliced')
SELECT * FROM matching_buckets('visits_sliced', '{"ward": "ward 1"}')
$$);
\set ECHO all
DROP TABLE visits_sliced;
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', groups => ARRAY['age, smokes, ward', 'disease'], k => 30);
ALTER TABLE visits ALTER age TYPE numeric;
SELECT * FROM verify_release('visits_sliced');
SELECT count(*) > 0 AS found FROM matching_buckets('visits_sliced', '{"age": 30}');
ALTER TABLE visits ALTER age TYPE integer;
SELECT bool_and(holds) FROM verify_release('visits_sliced') WHERE requirement !~ 'determine';

-- A row security policy on the release.
CREATE ROLE microdata_reader;
GRANT SELECT ON visits, visits_sliced TO microdata_reader;
ALTER TABLE visits_sliced ENABLE ROW LEVEL SECURITY;
CREATE POLICY first_bucket ON visits_sliced USING (bucket = 1);
SET ROLE microdata_reader;
\set ECHO none
SELECT attempts($$
SELECT * FROM verify_release('visits_sliced')
SELECT * FROM matching_buckets('visits_sliced', '{"age": 30}')
$$);
\set ECHO all
RESET ROLE;
DROP TABLE visits_sliced;

-- What was only registered is not replaced.
ALTER TABLE kept RENAME TO handmade;
ALTER TABLE handmade DROP age, DROP ward, ALTER smokes TYPE boolean USING true;
SELECT register_release('handmade', 'visits', 'slicing', ARRAY['smokes', 'disease'], '{disease}') > 0 AS registered;
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', target => 'handmade', replace => true);
SELECT count(*) FROM handmade;
DROP TABLE handmade;

-- An event trigger that adds a column to every table.
CREATE FUNCTION add_audit() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE o record;
BEGIN
    FOR o IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE command_tag = 'CREATE TABLE' LOOP
        EXECUTE format('ALTER TABLE %s ADD audited text', o.object_identity);
    END LOOP;
END $$;
CREATE EVENT TRIGGER add_audit ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION add_audit();
SELECT slice_table('visits', 2, 2, sensitive => '{disease}');
DROP EVENT TRIGGER add_audit;
DROP FUNCTION add_audit();

-- Replication's role, under which triggers do not fire.
SET session_replication_role = replica;
SELECT FROM declare_roles('visits', sensitive => '{disease}');
SELECT slice_table('visits', 2, 2);
RESET session_replication_role;
SELECT * FROM microdata.roles;
SELECT bool_and(holds) FROM verify_release('visits_sliced') WHERE requirement !~ 'determine';

-- Attributes whose number is not that of their name are not believed.
UPDATE microdata.role_record SET attnum = 1;
SELECT * FROM microdata.roles;
SELECT slice_table('visits', 2, 2, replace => true);
DROP TABLE visits_sliced;
SELECT FROM declare_roles('visits');

-- A column of composite values with NULL in them is not empty.
CREATE TYPE pair AS (a integer, b integer);
CREATE TABLE paired AS SELECT bucket, disease, ROW(bucket, NULL)::pair AS secret FROM (SELECT i % 20 AS bucket, 'd' || i / 20 AS disease FROM generate_series(0, 99) i) v;
CREATE TABLE pairs AS SELECT disease, secret FROM paired;
SELECT register_release('paired', 'pairs', 'slicing', ARRAY['disease'], '{disease}');

-- Temporary tables come and go without anybody being told.
CREATE TEMP TABLE passing AS SELECT * FROM visits;
SELECT FROM declare_roles('passing', sensitive => '{disease}');

-- Reading only.
BEGIN READ ONLY;
SELECT slice_table('visits', 2, 2, sensitive => '{disease}');
ROLLBACK;
BEGIN READ ONLY;
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', in_place => true);
ROLLBACK;

-- The text NULL is no NULL.
CREATE TABLE nulls AS SELECT 1 AS bucket, 5 AS age, unnest(ARRAY['NULL', NULL, 'x', 'y']) AS disease;
CREATE TABLE of_nulls AS SELECT age, disease FROM nulls;
SELECT register_release('nulls', 'of_nulls', 'slicing', ARRAY['age', 'disease'], '{disease}') > 0 AS registered;
SELECT sensitive_distribution FROM matching_buckets('nulls', '{"age": 5}');

DROP TABLE visits, paired, pairs, passing, nulls, of_nulls;
DROP TYPE pair;
DROP ROLE microdata_reader;
RESET client_min_messages;

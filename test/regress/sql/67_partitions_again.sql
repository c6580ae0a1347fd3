-- Partitions published again: what the release's table demands of rows, settings and roles that are the release's, what is left of a default
-- partition, rows that fit no partition; and what regions may depend on.
-- Rooms: src/core/regions src/postgres/*region* src/postgres/*partition* src/postgres/release
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
CREATE SCHEMA again;
SET search_path = again, microdata, public;
\set SHOW_CONTEXT never
\set ECHO all

-- Indexes and constraints of the release's table hold for the rows of partitions that are published again.
CREATE TABLE k (m int, age int, d text) PARTITION BY RANGE (m);
CREATE TABLE k_1 PARTITION OF k FOR VALUES FROM (0) TO (10);
CREATE TABLE k_2 PARTITION OF k FOR VALUES FROM (10) TO (20);
INSERT INTO k SELECT i % 20, i % 50, 'd' || i % 9 FROM generate_series(1, 4000) i;
SELECT slice_table('k', 2, 3, sensitive => '{d}', target => 'kr');
CREATE TABLE ages (age int PRIMARY KEY);
INSERT INTO ages SELECT generate_series(0, 400);
CREATE INDEX kr_age ON kr (age);
CREATE UNIQUE INDEX kr_once ON kr (m, bucket, d);
ALTER TABLE kr ADD CONSTRAINT young CHECK (age < 100), ALTER age SET NOT NULL, ADD CONSTRAINT known FOREIGN KEY (age) REFERENCES ages;
CREATE FUNCTION by_index(first integer) RETURNS bigint LANGUAGE sql SET enable_seqscan = off AS $$ SELECT count(*) FROM kr WHERE kr.age = $1 $$;
CREATE FUNCTION same() RETURNS TABLE (by_index boolean, unfit bigint) LANGUAGE sql AS
$$ SELECT by_index(4) = count(*) FILTER (WHERE age + 0 = 4), count(*) FILTER (WHERE age + 0 >= 100 OR num_nulls(age) > 0) FROM kr $$;
CREATE FUNCTION k_again() RETURNS text LANGUAGE sql AS
$$ SELECT answer($q$SELECT republish_partitions('kr', '{k_1}')$q$) $$;
SELECT k_again();
SELECT * FROM same();
UPDATE k SET age = 200 WHERE m = 3;
SELECT k_again();
SELECT * FROM same();
UPDATE k SET age = NULL WHERE m = 3;
SELECT k_again();
UPDATE k SET age = 50 WHERE m = 3;
DELETE FROM ages WHERE age > 49 AND age < 60;
SELECT k_again();
CREATE UNIQUE INDEX kr_one ON kr (m, age) WHERE age = 77;
UPDATE k SET age = 77 WHERE m = 3;
SELECT k_again();
UPDATE k SET age = 49 WHERE m = 3;
SELECT k_again();
SELECT * FROM same();
-- NOT NULL is a constraint of its own from PostgreSQL 18 on.
SELECT conname, convalidated FROM pg_constraint WHERE conrelid = 'kr_1'::regclass AND contype <> 'n' ORDER BY 1;
-- A constraint gives way to all of the source, as that of another table does.
UPDATE k SET age = 200 WHERE m = 3;
SET client_min_messages = notice;
SELECT slice_table('k', 2, 3, sensitive => '{d}', target => 'kr', replace => true, seed => 1);
SET client_min_messages = warning;

-- Settings, roles and groups are those of the release.
SELECT republish_partitions('kr', '{k_1}');
SELECT string_agg(concat_ws(' ', attribute, role, column_no), ', ' ORDER BY attribute) FROM release_columns WHERE relation = 'kr'::regclass;

-- Few rows are left in a default partition: they share the region of a neighbour, or are an error that names their partition.
CREATE TABLE dq (id int, l int, age int, town text, d text) PARTITION BY RANGE (l);
CREATE TABLE dq_1 PARTITION OF dq FOR VALUES FROM (1) TO (2);
CREATE TABLE dq_2 PARTITION OF dq FOR VALUES FROM (2) TO (3);
CREATE TABLE dq_d PARTITION OF dq DEFAULT;
INSERT INTO dq SELECT i, 1 + i % 2, i % 50, 't' || i % 4, 'd' || i % 9 FROM generate_series(1, 2000) i;
INSERT INTO dq VALUES (0, 4, 20, 't1', 'd1'), (0, 5, 30, 't1', 'd2');
SELECT slice_table('dq', 2, 3, sensitive => '{d}', identifiers => '{id}');
CREATE VIEW regions_of_dq AS SELECT i AS region, r AS partitions, parameters #> ARRAY['regions', 'source_rows', (i - 1)::text] AS rows
FROM releases CROSS JOIN jsonb_array_elements(parameters -> 'regions' -> 'partitions') WITH ORDINALITY e (r, i) WHERE source = 'dq'::regclass;
CREATE TABLE dq_3 PARTITION OF dq FOR VALUES FROM (3) TO (4);
-- Without rows, too.
SET client_min_messages = notice;
SELECT republish_partitions('dq_sliced', '{dq_3}');
TABLE regions_of_dq ORDER BY region;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('dq_sliced');
\set VERBOSITY terse
INSERT INTO dq SELECT 1, 3, i % 50, 't' || i % 4, 'd' || i % 9 FROM generate_series(1, 600) i;
SELECT republish_partitions('dq_sliced', '{dq_3}');
CREATE TABLE new_rows AS SELECT id, 6 AS l, age, town, d FROM dq WHERE l = 3;
CREATE TABLE dq_6 PARTITION OF dq FOR VALUES FROM (6) TO (7);
INSERT INTO dq TABLE new_rows;
SELECT republish_partitions('dq_sliced', '{dq_6}');
SET client_min_messages = warning;
\set VERBOSITY default
TABLE regions_of_dq ORDER BY region;
SELECT tableoid::regclass AS partition, count(*), min(l), max(l) FROM dq_sliced GROUP BY 1 ORDER BY min(l);
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('dq_sliced');
UPDATE dq SET d = 'd1' WHERE l = 1;
SELECT answer($$SELECT republish_partitions('dq_sliced', '{dq_1}')$$);
SELECT count(*) FROM dq_sliced;
DROP VIEW regions_of_dq;

-- A row that gets its values from several partitions may fit none. Partitions that are divided alike always have one.
CREATE TABLE h (a int, b int, d text) PARTITION BY RANGE (a);
CREATE TABLE h_1 PARTITION OF h FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (b);
CREATE TABLE h_1a PARTITION OF h_1 FOR VALUES FROM (0) TO (5);
CREATE TABLE h_2 PARTITION OF h FOR VALUES FROM (10) TO (20) PARTITION BY RANGE (b);
CREATE TABLE h_2a PARTITION OF h_2 FOR VALUES FROM (3) TO (10);
INSERT INTO h SELECT a, b, CASE WHEN a < 4 THEN 'X' ELSE 'd' || i % 8 END
FROM (SELECT i, i % 20 a, i / 20 % 10 b FROM generate_series(1, 1800) i) x WHERE a < 10 AND b < 5 OR a >= 10 AND b >= 3;
SELECT slice_table('h', 3, 3, sensitive => '{d}', groups => '{a,b,d}', regions => 4, target => 'h_r');
SELECT relkind FROM pg_class WHERE oid = 'h_r'::regclass;
SET client_min_messages = notice;
SELECT slice_table('h', 3, 3, sensitive => '{d}', groups => '{a,b,d}', target => 'h_u', seed => 1);
SET client_min_messages = warning;
SELECT relkind FROM pg_class WHERE oid = 'h_u'::regclass;
SELECT slice_table('h', 2, 3, sensitive => '{d}', groups => '{"a,b",d}', target => 'h_s');
SELECT relkind FROM pg_class WHERE oid = 'h_s'::regclass;
DROP TABLE h_2a;
CREATE TABLE h_2a PARTITION OF h_2 FOR VALUES FROM (0) TO (5);
INSERT INTO h SELECT 10 + i % 10, i % 5, 'd' || i % 8 FROM generate_series(1, 900) i;
SELECT slice_table('h', 3, 3, sensitive => '{d}', groups => '{a,b,d}', target => 'h_t');
SELECT relkind FROM pg_class WHERE oid = 'h_t'::regclass;

-- A copy that stands in for a partitioned source has no partitions.
SELECT feasible, reason FROM explore('h', 'slicing', '{"l": 3, "columns": 2, "regions": 2}', sensitive => '{d}', seed => 1);

-- The numbers of buckets run out.
UPDATE microdata.release_record SET parameters = jsonb_set(parameters, '{regions,largest_bucket}', '2147483647') WHERE source = 'dq'::regclass;
SELECT answer($$SELECT republish_partitions('dq_sliced', '{dq_2}')$$);

-- Regions of Anatomy are chosen without a look at sensitive values: the same whoever has which.
CREATE TABLE an1 AS SELECT i % 100 age, (i / 100) % 2 sex, CASE WHEN i % 100 < 50 AND i % 9 < 4 THEN 'H' ELSE 'd' || i % 9 END d FROM generate_series(1, 4000) i;
CREATE TABLE an2 AS SELECT age, sex, d FROM (SELECT age, sex, row_number() OVER (ORDER BY age, sex, d) r FROM an1) a
JOIN (SELECT d, row_number() OVER (ORDER BY hashtext(d || age || sex)) r FROM an1) b USING (r);
CREATE FUNCTION named(source regclass, method text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN source = 'an1'::regclass THEN 'an_' ELSE 'an_other_' END || method
$$;
CREATE FUNCTION regions_by(source regclass, method text) RETURNS jsonb LANGUAGE sql AS $$
    SELECT bucketize_table($1, 2, sensitive => '{d}', method => $2, regions => 4, target => named($1, $2), replace => true, seed => 1);
    SELECT parameters -> 'regions' -> 'tree' FROM releases WHERE relations[1] = to_regclass(named($1, $2))
$$;
SET client_min_messages = error;
SELECT regions_by('an1', 'anatomy') = regions_by('an2', 'anatomy') AS same, jsonb_array_length(regions_by('an2', 'anatomy')) AS nodes,
       regions_by('an1', 'mondrian') = regions_by('an2', 'mondrian') AS same_by_mondrian;
SELECT answer($$SELECT bucketize_table('an1', 4, sensitive => '{d}', method => 'anatomy', regions => 4, target => 'an_small')$$);
SET client_min_messages = notice;
\set VERBOSITY terse
SELECT regions_by('an1', 'mondrian') IS NOT NULL AS divided;
\set VERBOSITY default
SELECT attribute FROM audit_minimality('an_mondrian');
SELECT attribute FROM audit_minimality('an_anatomy');
SET client_min_messages = warning;
SELECT FROM unnest('{dq_sliced, h_r, h_s, h_t, an_mondrian, an_anatomy, an_other_mondrian, an_other_anatomy}'::regclass[]) r, drop_release(r);

SELECT FROM drop_release('kr');
DROP SCHEMA again CASCADE;

-- A partition and one within it, both named.
SET client_min_messages = error;
CREATE TABLE nested (region text, sex text, age integer, disease text) PARTITION BY LIST (region);
CREATE TABLE nested_a PARTITION OF nested FOR VALUES IN ('a') PARTITION BY LIST (sex);
CREATE TABLE nested_a_f PARTITION OF nested_a FOR VALUES IN ('F');
CREATE TABLE nested_a_m PARTITION OF nested_a FOR VALUES IN ('M');
CREATE TABLE nested_b PARTITION OF nested FOR VALUES IN ('b');
INSERT INTO nested SELECT CASE WHEN i % 3 = 0 THEN 'b' ELSE 'a' END, CASE WHEN i % 2 = 0 THEN 'F' ELSE 'M' END, i * 7919 % 60, 'd' || i * 31 % 7 FROM generate_series(1, 600) i;
SELECT slice_table('nested', 2, 2, sensitive => '{disease}', groups => '{"region, sex, age", disease}', target => 'nested_release', seed => 1);
INSERT INTO nested SELECT 'a', 'F', i % 60, 'd' || i % 7 FROM generate_series(1, 60) i;
SELECT republish_partitions('nested_release', '{nested_a, nested_a_f}');
SELECT string_agg(concat_ws(' ', region, sex, n), ', ' ORDER BY region, sex) FROM (SELECT region, sex, count(*) AS n FROM nested_release GROUP BY 1, 2) counted;
SELECT bool_and(holds) FROM verify_release('nested_release');
SELECT FROM drop_release('nested_release');
DROP TABLE nested;

-- Levels that the release's owner has put in between do not take rows that are formed as those of the release's table: with columns in another
-- order, with one that was dropped, or with a key that is an expression. Nor does a partition of other columns stay beside those published again.
CREATE FUNCTION half(integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN $1 < 4 THEN 'a' ELSE 'b' END $$;
\set ECHO none
CREATE FUNCTION publish_o() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DROP TABLE IF EXISTS o, o_release CASCADE;
    CREATE TABLE o (zip integer, p integer, disease text, big bigint) PARTITION BY LIST (p);
    CREATE TABLE o1 PARTITION OF o FOR VALUES IN (1) PARTITION BY LIST (zip);
    CREATE TABLE o1a PARTITION OF o1 FOR VALUES IN (0, 1, 2, 3);
    CREATE TABLE o1b PARTITION OF o1 FOR VALUES IN (4, 5, 6);
    CREATE TABLE o2 PARTITION OF o FOR VALUES IN (2);
    INSERT INTO o SELECT i % 7, 1 + (i / 7) % 2, 'd' || i % 5, 4702111234474983745 FROM generate_series(1, 1400) i;
    PERFORM slice_table('o', columns => 2, l => 2, sensitive => '{disease}', target => 'o_release');
END
$$;
CREATE FUNCTION put_between(columns text, key text, low text, high text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM publish_o();
    ALTER TABLE o_release DETACH PARTITION o_release_o1;
    ALTER TABLE o_release_o1 DETACH PARTITION o_release_o1a;
    ALTER TABLE o_release_o1 DETACH PARTITION o_release_o1b;
    DROP TABLE o_release_o1;
    EXECUTE format('CREATE TABLE o_between (%s) PARTITION BY LIST (%s)', columns, key);
    ALTER TABLE o_between DROP COLUMN IF EXISTS gone;
    EXECUTE format('ALTER TABLE o_between ATTACH PARTITION o_release_o1a FOR VALUES IN (%s)', low);
    EXECUTE format('ALTER TABLE o_between ATTACH PARTITION o_release_o1b FOR VALUES IN (%s)', high);
    ALTER TABLE o_release ATTACH PARTITION o_between FOR VALUES IN (1);
END
$$;
\set ECHO all
CREATE FUNCTION o_again(partition text) RETURNS text LANGUAGE sql AS $$
    SELECT answer(format('SELECT republish_partitions(%L, %L)', 'o_release', '{' || partition || '}'))
$$;
SELECT FROM put_between('bucket integer, zip integer, p integer, big bigint, disease text', 'zip', '0, 1, 2, 3', '4, 5, 6');
SELECT o_again('o1');
SELECT o_again('o1a');
SELECT FROM put_between('bucket integer, gone text, zip integer, p integer, disease text, big bigint', 'zip', '0, 1, 2, 3', '4, 5, 6');
SELECT o_again('o1a');
SELECT FROM put_between('LIKE o_release', '(half(zip))', '''a''', '''b''');
SELECT o_again('o1');
SELECT o_again('o1a');
SELECT FROM publish_o();
CREATE TABLE o_leaf AS SELECT bucket, zip, p, big, disease FROM o_release_o2;
DROP TABLE o_release_o2;
ALTER TABLE o_release ATTACH PARTITION o_leaf FOR VALUES IN (2);
SELECT o_again('o1a');
SELECT FROM put_between('LIKE o_release', 'zip', '0, 1, 2, 3', '4, 5, 6');
SELECT o_again('o1a');
SELECT tableoid::regclass::text AS partition, count(*), min(big) = max(big) AS same, min(disease) FROM o_release GROUP BY 1 ORDER BY 1;
\set ECHO none
DROP TABLE o, o_release CASCADE;
DROP FUNCTION publish_o, put_between, o_again, half;

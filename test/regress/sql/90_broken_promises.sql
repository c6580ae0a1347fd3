-- Every promise of docs/privacy.md, "Promises and findings", is broken once: the finding that the table names sees it.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
CREATE SCHEMA broken;
SET search_path = broken, microdata, public;

CREATE TABLE people AS
SELECT i AS id, 20 + i * 7919 % 30 AS age, CASE WHEN i * 31 % 100 < 52 THEN 'F' ELSE 'M' END AS sex, 47900 + i * 104729 % 7 AS zip,
       'd' || (i * 613 + i / 7) % 7 AS disease, 's' || (i * 17 + i / 11) % 6 AS symptom
FROM generate_series(1, 420) i;
ALTER TABLE people ADD PRIMARY KEY (id);
\set ECHO all
-- Three rows of every person, whose age and sex are hers.
CREATE TABLE visits AS
SELECT i / 3 AS person, 20 + i / 3 * 7919 % 8 AS age, i / 3 * 7 % 2 AS sex, 'w' || i * 31 % 3 AS ward,
       'd' || CASE WHEN i / 3 % 5 = 0 THEN i / 3 ELSE i * 613 + i / 7 END % 7 AS disease
FROM generate_series(0, 599) i;

-- Findings that hold before a change, and do not after it.
\set ECHO none
CREATE FUNCTION fails(relation text, change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    before text[];
    failing text;
BEGIN
    SELECT array_agg(requirement) INTO before FROM verify_release(relation::regclass) WHERE holds IS NOT TRUE;
    IF before IS NOT NULL THEN RAISE 'does not hold before: %', before; END IF;
    BEGIN
        EXECUTE change;
        SELECT string_agg(requirement || CASE WHEN holds IS NULL THEN ' (unknown)' ELSE '' END, '; ') INTO failing
        FROM verify_release(relation::regclass) WHERE holds IS NOT TRUE;
        RAISE SQLSTATE 'MD001' USING MESSAGE = coalesce(failing, 'nothing');
    EXCEPTION WHEN SQLSTATE 'MD001' THEN RETURN SQLERRM;
    END;
END
$$;
\set ECHO all
-- Records that a superuser has changed.
CREATE FUNCTION recorded(relation text, path text, value text) RETURNS text LANGUAGE sql AS $$
    SELECT format('UPDATE microdata.release_record SET parameters = jsonb_set(parameters, %L, %L) WHERE %L::regclass = ANY (relations)', path, value, relation)
$$;

-- Slices.
SELECT slice_table('people', 3, 3, sensitive => '{disease,symptom}', identifiers => '{id}', target => 'slices', seed => 1);
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'with_k', k => 5, privacy => ARRAY[k_anonymity(20)], seed => 1);
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'k_in_regions', k => 2, privacy => ARRAY[k_anonymity(20)], regions => 2,
                   seed => 1);
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'exact', diversity_check => 'exact', seed => 1);
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'in_regions', regions => 2, seed => 1,
                   privacy => ARRAY[k_anonymity(3), l_diversity(2, 'entropy')]);
CREATE TABLE heavy AS SELECT i AS age, CASE WHEN i <= 60 THEN 'd0' ELSE 'd' || i % 7 END AS disease FROM generate_series(1, 100) i;
SELECT slice_table('heavy', 2, 2, sensitive => '{disease}', target => 'suppressing', suppress => 0.4, seed => 1);
-- All persons look alike: over all buckets each has the disease with 1/3, in its bucket with 1.
CREATE TABLE alike AS SELECT 30 AS age, 'd' || i % 3 AS disease, 's' || i % 4 AS symptom FROM generate_series(1, 240) i;
SELECT slice_table('alike', 3, 3, sensitive => '{disease,symptom}', groups => '{age,disease,symptom}', target => 'slices_alike', seed => 1);
SELECT slice_table('alike', 3, 3, sensitive => '{disease,symptom}', groups => '{age,disease,symptom}', target => 'strict_alike', strict => true,
                   diversity_check => 'exact', seed => 1);
-- Sorted by both columns, every bucket links what the source does.
CREATE TABLE pairs AS SELECT i AS a, 1000 + i AS b, 'd' || i % 5 AS disease FROM generate_series(1, 300) i;
SELECT slice_table('pairs', 3, 3, sensitive => '{disease}', groups => '{a,b,disease}', target => 'linked', seed => 1);
CREATE TABLE more_pairs AS SELECT i AS a, 10000 + i AS b, 'd' || i % 5 AS disease FROM generate_series(1, 1500) i;
SELECT slice_table('more_pairs', 3, 3, sensitive => '{disease}', groups => '{a,b,disease}', target => 'some_linked', seed => 1);

SELECT promise, fails(relation, change) FROM (VALUES
    ('l in every bucket', 'slices_alike', 'DELETE FROM slices_alike; INSERT INTO slices_alike SELECT right(disease, 1)::integer, * FROM alike'),
    ('of each attribute', 'slices_alike', 'DELETE FROM slices_alike; INSERT INTO slices_alike SELECT right(symptom, 1)::integer, * FROM alike'),
    ('by strict grouping', 'strict_alike', 'DELETE FROM strict_alike; INSERT INTO strict_alike SELECT right(disease, 1)::integer, * FROM alike'),
    ('l over all buckets', 'exact', recorded('exact', '{l}', '6')),
    ('k of values', 'with_k', recorded('with_k', '{k}', '200')),
    ('k in each bucket', 'with_k', $$UPDATE with_k SET age = '[20,49]' WHERE ctid = (SELECT min(ctid) FROM with_k)$$),
    ('k in each region', 'k_in_regions', $$UPDATE k_in_regions SET age = '[20,49]' WHERE ctid = (SELECT min(ctid) FROM k_in_regions)$$),
    -- Releases of earlier versions have no scope on record: over all rows, with their sensitive values.
    ('k over all rows', 'with_k', $$UPDATE microdata.release_record SET parameters = parameters - 'k_scope' WHERE 'with_k'::regclass = ANY (relations)$$),
    ('a model about rows', 'in_regions', recorded('in_regions', '{privacy,0,parameters,k}', '50')),
    ('a model about values', 'in_regions', recorded('in_regions', '{privacy,1,parameters,l}', '6')),
    ('shuffled', 'linked', 'WITH x AS (SELECT ctid, row_number() OVER (PARTITION BY bucket ORDER BY a) n, bucket FROM linked),
        y AS (SELECT row_number() OVER (PARTITION BY bucket ORDER BY b) n, bucket, b FROM linked)
        UPDATE linked SET b = y.b FROM x JOIN y USING (bucket, n) WHERE x.ctid = linked.ctid'),
    -- Buckets of three have one linked row on average, as every third bucket has three and the others none.
    ('shuffled in each bucket', 'some_linked', 'WITH x AS (SELECT ctid, row_number() OVER (PARTITION BY bucket ORDER BY a) n, count(*) OVER (PARTITION BY bucket) k, bucket FROM some_linked),
        y AS (SELECT row_number() OVER (PARTITION BY bucket ORDER BY b) n, bucket, b FROM some_linked)
        UPDATE some_linked SET b = y.b FROM x JOIN y ON y.bucket = x.bucket AND y.n = CASE WHEN x.bucket % 3 = 0 THEN x.n ELSE x.n % x.k + 1 END WHERE x.ctid = some_linked.ctid'),
    ('all rows', 'slices', $$UPDATE microdata.release_record SET suppressed_rows = 1 WHERE 'slices'::regclass = ANY (relations)$$),
    ('suppress', 'suppressing', recorded('suppressing', '{suppress}', '0.0001')),
    ('values of the source', 'slices', 'UPDATE slices SET sex = ''X'' WHERE ctid = (SELECT min(ctid) FROM slices)'),
    ('tuples of the source', 'linked', 'UPDATE linked SET a = 301 - a WHERE a IN (1, 300)'),
    ('regions', 'in_regions', 'UPDATE in_regions SET bucket = 1'),
    ('rows in their regions', 'in_regions', recorded('in_regions', '{regions,source_rows,0}', '1')),
    ('names', 'slices', 'ALTER TABLE slices RENAME age TO x; ALTER TABLE slices RENAME zip TO age; ALTER TABLE slices RENAME x TO zip'),
    ('columns', 'slices', 'ALTER TABLE slices ADD name text'),
    ('all attributes', 'slices', 'ALTER TABLE slices DROP zip'),
    ('the view', 'slices', 'CREATE OR REPLACE VIEW slices_expected AS SELECT bucket, age, sex, zip, disease, symptom, 1::float8 AS weight FROM slices'),
    ('its name', 'slices', 'DROP VIEW slices_expected; CREATE VIEW slices_expected AS SELECT * FROM people'),
    ('its columns', 'slices', 'ALTER VIEW slices_expected RENAME age TO x; ALTER VIEW slices_expected RENAME zip TO age; ALTER VIEW slices_expected RENAME x TO zip')
) c (promise, relation, change);

-- Without the source, what every bucket promises can be judged by itself.
BEGIN;
DELETE FROM slices_alike;
INSERT INTO slices_alike SELECT right(disease, 1)::integer, * FROM alike;
DROP TABLE alike;
SELECT requirement, bound, achieved, holds FROM verify_release('slices_alike');
ROLLBACK;

-- Bucketization.
SELECT bucketize_table('people', 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'buckets', seed => 1);
SELECT bucketize_table('people', 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'anatomy', format => 'anatomy', seed => 1);
SELECT promise, fails(relation, change) FROM (VALUES
    ('l', 'buckets', recorded('buckets', '{privacy,0,parameters,l}', '6')),
    ('counts', 'anatomy_qit', 'UPDATE anatomy_st SET count = count + 1 WHERE ctid = (SELECT min(ctid) FROM anatomy_st)'),
    ('the view', 'buckets', 'CREATE OR REPLACE VIEW buckets_expected AS SELECT bucket, age, sex, zip, disease, 1::float8 AS weight FROM buckets'),
    ('the view', 'anatomy', 'CREATE OR REPLACE VIEW anatomy AS SELECT q.bucket, q.age, q.sex, q.zip, s.disease, 1::float8 AS weight FROM anatomy_qit q JOIN anatomy_st s USING (bucket)')
) c (promise, relation, change);

-- Generalization.
SELECT generalize_table('people', 4, 3, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'classes', seed => 1);
SELECT generalize_table('people', 4, sensitive => '{disease}', identifiers => '{id,symptom}', target => 'multisets', recoding => 'multiset', seed => 1);
SELECT promise, fails(relation, change) FROM (VALUES
    ('k', 'classes', recorded('classes', '{privacy,0,parameters,k}', '300')),
    ('l', 'classes', recorded('classes', '{privacy,1,parameters,l}', '7')),
    ('all rows', 'classes', $$UPDATE microdata.release_record SET suppressed_rows = 1 WHERE 'classes'::regclass = ANY (relations)$$),
    ('tuples of the source', 'classes', 'UPDATE classes SET disease = ''d99'' WHERE ctid = (SELECT min(ctid) FROM classes)'),
    ('names', 'classes', 'ALTER TABLE classes RENAME age TO x; ALTER TABLE classes RENAME zip TO age; ALTER TABLE classes RENAME x TO zip')
) c (promise, relation, change);
SELECT fails('multisets', $$UPDATE multisets SET age = regexp_replace(age, ':\d+', ':400')$$) AS multisets;

-- Persons with several rows.
SELECT bucketize_table('visits', 2, sensitive => '{disease}', subject => '{person}', target => 'persons', rows_per_person => 2, seed => 1, format => 'tables');
SELECT slice_table('visits', 2, 2, sensitive => '{disease}', subject => '{person}', target => 'sliced_persons', privacy => ARRAY[k_anonymity(3)], seed => 1, format => 'tables');
SELECT generalize_table('visits', 2, 2, sensitive => '{disease}', subject => '{person}', target => 'classes_of_persons', seed => 1, format => 'tables');
SELECT promise, fails(relation, change) FROM (VALUES
    ('l', 'persons', recorded('persons', '{l}', '40')),
    ('k', 'sliced_persons', recorded('sliced_persons', '{privacy,0,parameters,k}', '300')),
    ('rows_per_person', 'persons', recorded('persons', '{rows_per_person}', '1')),
    ('all persons', 'persons', recorded('persons', '{suppressed_persons}', '1')),
    ('all rows', 'persons', $$UPDATE microdata.release_record SET suppressed_rows = suppressed_rows + 1 WHERE 'persons'::regclass = ANY (relations)$$),
    ('values of persons', 'persons', 'UPDATE persons SET age = 99 WHERE ctid = (SELECT min(ctid) FROM persons)'),
    ('rows of the source', 'persons', 'UPDATE persons_rows SET ward = ''w9'' WHERE ctid = (SELECT min(ctid) FROM persons_rows)'),
    ('sensitive values of the source', 'persons', 'UPDATE persons_values SET disease = ''d9'' WHERE ctid = (SELECT min(ctid) FROM persons_values)'),
    ('constant within persons', 'persons', 'UPDATE visits SET age = 90 + person % 2 WHERE ctid = (SELECT min(ctid) FROM visits)'),
    ('members in all tables', 'persons', 'DELETE FROM persons_values v USING (SELECT bucket, max(member) AS member FROM persons_values GROUP BY 1 ORDER BY 1 LIMIT 1) m
        WHERE (v.bucket, v.member) = (m.bucket, m.member)'),
    ('their numbers', 'persons', 'UPDATE persons_values SET member = member + 100'),
    ('as many rows of each', 'persons', 'DELETE FROM persons_rows WHERE ctid = (SELECT min(ctid) FROM persons_rows)'),
    ('each combination once', 'persons', 'INSERT INTO persons_values SELECT bucket, member, min(disease) FROM persons_values GROUP BY 1, 2 HAVING count(*) = 1 ORDER BY 1, 2 LIMIT 1'),
    ('classes show the same', 'classes_of_persons', 'UPDATE classes_of_persons SET age = ''(,)'' WHERE ctid = (SELECT min(ctid) FROM classes_of_persons)'),
    ('the view', 'persons', 'CREATE OR REPLACE VIEW persons_expected AS SELECT p.bucket, p.age, p.sex, r.ward, v.disease, 1::float8 AS weight
        FROM persons p JOIN persons_rows r USING (bucket) JOIN persons_values v USING (bucket)')
) c (promise, relation, change);

-- Decompositions and fragments.
SELECT add_privacy_rule('people', 'age, zip -> disease', 3) > 0 AS added;
SELECT gnf_decompose('people', 3, identifiers => '{id,symptom}', target => 'part', seed => 1);
-- Nothing links the diseases, which have their shares in the table.
SELECT gnf_decompose('people', 3, algorithm => 'single-attribute', identifiers => '{id,symptom}', target => 'apart', seed => 1);
SELECT fragment_table('people', 4, 'disease', identifiers => '{id,symptom}', target => 'fragment', seed => 1);
SELECT fragment_table('people', 4, 'disease', identifiers => '{id,symptom}', target => 'open', method => 'delta-selectivity', seed => 1);
SELECT promise, fails(relation, change) FROM (VALUES
    ('rules', 'part_1', recorded('part_1', '{rules}', '[{"known": ["sex"], "sensitive": ["zip"], "privacy": []}]')),
    ('rules of what is apart', 'apart_4', 'UPDATE apart_4 SET disease = (SELECT min(disease) FROM people)'),
    ('k of joins', 'fragment_1', recorded('fragment_1', '{k}', '200')),
    ('k of classes', 'fragment_1', recorded('fragment_1', '{privacy,0,parameters,k}', '200')),
    ('delta', 'open_1', recorded('open_1', '{delta}', '1.1')),
    ('class values', 'fragment_1', 'UPDATE fragment_1 SET disease = ''d99'' WHERE disease = ''d1''')
) c (promise, relation, change);

-- Series: what the series remembers is in 50_verify_series.
SELECT FROM create_series('weekly', 'people', 'bucketization', '{"sensitive": ["disease"], "insensitive": ["symptom"]}', '{id}', 3);
SELECT edition FROM publish_series('weekly');
-- With counterfeits.
DELETE FROM people WHERE id % 7 = 0;
SELECT edition, counterfeits > 0 AS counterfeits FROM publish_series('weekly');
SELECT promise, fails(relation, change) FROM (VALUES
    ('m', 'weekly_1', recorded('weekly_1', '{m}', '9')),
    ('columns', 'weekly_2', 'ALTER TABLE weekly_2 ADD name text'),
    ('persons on record', 'weekly_1', 'UPDATE microdata.edition_record SET persons = persons + 1 WHERE edition = 1'),
    ('the view', 'weekly_1', 'CREATE OR REPLACE VIEW weekly_1_expected AS SELECT bucket, age, sex, zip, disease, symptom, 1::float8 AS weight FROM weekly_1')
) c (promise, relation, change);
-- The views of a series, and all editions at once.
SELECT FROM create_series('shown', 'people', 'slicing', '{"sensitive": ["disease"], "insensitive": ["symptom"], "columns": 2, "l": 3}', '{id}', independent => true, view => 'broken.shown');
SELECT edition, state FROM publish_series('shown');
SELECT requirement FROM verify_release('shown') WHERE holds IS NOT TRUE UNION ALL SELECT requirement FROM verify_series('shown') WHERE holds IS NOT TRUE;
BEGIN;
ALTER VIEW shown RENAME age TO x;
ALTER VIEW shown RENAME zip TO age;
ALTER VIEW shown RENAME x TO zip;
SELECT requirement, worst_case FROM verify_release('shown') WHERE holds IS NOT TRUE;
ROLLBACK;
BEGIN;
CREATE OR REPLACE VIEW shown AS SELECT bucket, age, sex, zip, disease, symptom FROM shown_1 LIMIT 9;
CREATE OR REPLACE VIEW shown_1_expected AS SELECT bucket, age, sex, zip, disease, symptom, 1::float8 AS weight FROM shown_1;
SELECT edition, requirement, worst_case FROM verify_series('shown') WHERE holds IS NOT TRUE;
ROLLBACK;
SELECT FROM drop_series('weekly'); SELECT FROM drop_series('shown');
DROP VIEW shown, shown_expected;

-- A partition without rows, even the last, breaks nothing.
CREATE TABLE log (month integer, age integer, disease text) PARTITION BY RANGE (month);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (1) TO (2);
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (2) TO (3);
INSERT INTO log SELECT 1 + i % 2, i % 50, 'd' || i % 9 FROM generate_series(1, 600) i;
SELECT slice_table('log', 2, 3, sensitive => '{disease}', target => 'log_slices', privacy => ARRAY[k_anonymity(4), l_diversity(3, 'entropy')]);
SELECT bucketize_table('log', 3, sensitive => '{disease}', target => 'log_buckets');
\set ECHO none
CREATE PROCEDURE again(partition text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM republish_partitions('log_slices', ARRAY[partition]::regclass[]);
    PERFORM republish_partitions('log_buckets', ARRAY[partition]::regclass[]);
END
$$;
\set ECHO all
TRUNCATE log_2;
CALL again('log_2');
SELECT requirement, holds FROM verify_release('log_slices') WHERE holds IS NOT TRUE UNION ALL SELECT requirement, holds FROM verify_release('log_buckets') WHERE holds IS NOT TRUE;
TRUNCATE log_1;
CALL again('log_1');
SELECT count(*), bool_and(holds IS TRUE), string_agg(requirement, '; ') FILTER (WHERE achieved IS DISTINCT FROM bound) AS nothing_measured FROM verify_release('log_slices');
SELECT count(*), bool_and(holds IS TRUE), string_agg(requirement, '; ') FILTER (WHERE achieved IS DISTINCT FROM bound) AS nothing_measured FROM verify_release('log_buckets');

SELECT count(drop_release(r)) FROM (SELECT DISTINCT relations[1] FROM releases WHERE source IN ('people'::regclass, 'visits'::regclass, 'alike'::regclass, 'pairs'::regclass, 'heavy'::regclass, 'log'::regclass)) d (r);
DROP SCHEMA broken CASCADE;

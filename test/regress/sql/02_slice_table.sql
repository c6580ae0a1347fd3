-- Table 1(a) of the slicing paper.
\pset format unaligned
\pset tuples_only on
CREATE TABLE patients AS TABLE table_1a;

SELECT slice_table('patients', 2, 2, sensitive => '{disease}');
SELECT columns_of('patients_sliced');
SELECT requirement, bound, achieved, holds FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';

-- The same values in every column, and only there together.
SELECT age, sex FROM patients EXCEPT ALL SELECT age, sex FROM patients_sliced;
SELECT zipcode, disease FROM patients EXCEPT ALL SELECT zipcode, disease FROM patients_sliced;
SELECT min(bucket), max(bucket), count(DISTINCT bucket) FROM patients_sliced;

-- The record.
SELECT method, source, relations, source_rows, published_rows, suppressed_rows, buckets, created_by = current_user AS mine
FROM microdata.releases;
SELECT parameters FROM microdata.releases;
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;

-- A release is replaced on request, and by a release only.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}');
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', replace => true);
SELECT count(*) FROM microdata.releases;
CREATE TABLE mine (a integer);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', target => 'mine', replace => true);

-- A seed makes it reproducible, and is kept nowhere.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', target => 'one', seed => 42);
-- However the rows lie.
CREATE TABLE patients_again AS SELECT * FROM patients ORDER BY disease DESC, age;
SELECT slice_table('patients_again', 2, 2, sensitive => '{disease}', target => 'two', seed => 42);
SELECT * FROM one ORDER BY ctid;
SELECT count(*) AS different FROM one a FULL JOIN two b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT count(*) FROM microdata.releases WHERE parameters::text LIKE '%42%' OR parameters ? 'seed';
DROP TABLE one, two, patients_again;

-- Groups by hand; the order of the names does not matter.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', groups => ARRAY['disease, zipcode', 'sex, age'], replace => true);
SELECT column_no, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY column_no ORDER BY column_no;

-- One attribute a column: Table 1(e).
SELECT slice_table('patients', 4, 2, sensitive => '{disease}', replace => true);
SELECT column_no, array_agg(attribute) FROM microdata.release_columns GROUP BY column_no ORDER BY min(attribute::text);

-- alpha = 1 is bucketization: the sensitive attribute by itself.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, replace => true);

-- Strict grouping, the exact check, and further requirements.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', strict => true, replace => true);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', diversity_check => 'exact', replace => true);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', replace => true,
                   privacy => ARRAY[k_anonymity(4), l_diversity(2, 'entropy')]);
SELECT min(rows) FROM (SELECT count(*) FROM patients_sliced GROUP BY bucket) b (rows);
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';

-- Columns of the release have other names where the source has theirs, whatever roles its attributes have.
ALTER TABLE patients ADD bucket integer DEFAULT 7, ADD weight integer DEFAULT 7;
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', replace => true);
SELECT release_bucket >= 1 AS numbered, bucket FROM patients_sliced LIMIT 1;
SELECT round(sum(release_weight)) AS rows FROM patients_sliced_expected;
SELECT parameters -> 'bucket_column' AS bucket, parameters -> 'weight_column' AS weight FROM microdata.releases WHERE relations[1] = 'patients_sliced'::regclass;
SELECT bool_and(holds) FROM verify_release('patients_sliced');
ALTER TABLE patients ADD release_bucket text, ADD release_bucket_1 text;
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{bucket,weight,release_bucket,release_bucket_1}', replace => true);
SELECT attname FROM pg_attribute WHERE attrelid = 'patients_sliced'::regclass AND attnum = 1;
SELECT bool_and(holds) FROM verify_release('patients_sliced');
ALTER TABLE patients DROP bucket, DROP weight, DROP release_bucket, DROP release_bucket_1;

-- Groups say how many there are; l has to be given.
SELECT slice_table('patients', l => 2, sensitive => '{disease}', groups => '{"age, sex", "zipcode, disease"}', infeasible => 'generalize', replace => true);
SELECT parameters -> 'columns' AS columns FROM microdata.releases WHERE relations[1] = 'patients_sliced'::regclass;
SELECT count(*) = (SELECT count(*) FROM patients) AS all_rows FROM slice_rows(NULL::patients, l => 2, sensitive => '{disease}', groups => '{"age, sex, zipcode", disease}');

-- DROP TABLE on a release is followed.
DROP TABLE patients_sliced;
SELECT count(*) FROM microdata.releases;
SELECT count(*) FROM microdata.release_columns;

-- Several sensitive attributes: each is told with at most 1/l.
ALTER TABLE patients ADD income integer;
UPDATE patients SET income = 1000 * (1 + age % 4);
SELECT slice_table('patients', 2, 2, sensitive => '{disease,income}');
SELECT requirement, achieved, holds FROM verify_release('patients_sliced') WHERE requirement LIKE '%l-div%';
SELECT slice_table('patients', 3, 1.5, sensitive => '{disease,income}', groups => ARRAY['age, disease', 'income', 'sex, zipcode'], replace => true);
SELECT slice_table('patients', 3, 1.5, sensitive => '{disease,income}', groups => ARRAY['disease', 'sex, income', 'age, zipcode'], replace => true);
SELECT bool_and(holds) FROM verify_release('patients_sliced');

-- Views, materialized views, partitioned and inherited tables are sources like any other.
CREATE VIEW women AS SELECT age, disease FROM patients WHERE sex = 'F';
SELECT slice_table('women', 2, 2, sensitive => '{disease}');
CREATE MATERIALIZED VIEW stored AS SELECT age, sex, disease FROM patients;
SELECT slice_table('stored', 2, 2, sensitive => '{disease}');
CREATE TABLE parts (age integer, disease text) PARTITION BY RANGE (age);
CREATE TABLE young PARTITION OF parts FOR VALUES FROM (0) TO (50);
CREATE TABLE old PARTITION OF parts FOR VALUES FROM (50) TO (150);
INSERT INTO parts SELECT age, disease FROM patients;
SELECT slice_table('parts', 2, 2, sensitive => '{disease}', diversity_check => 'exact');
SELECT count(*) FROM parts_sliced;
CREATE TEMPORARY TABLE own (LIKE patients);
INSERT INTO own SELECT * FROM patients;
SELECT slice_table('own', 2, 2, sensitive => '{disease}');
SELECT slice_table('own', 2, 2, sensitive => '{disease}', target => 'public.own_sliced');
SELECT bool_and(holds) FROM verify_release('own_sliced');

-- The source's transaction, the release's: all or nothing.
BEGIN;
SELECT slice_table('women', 2, 2, sensitive => '{disease}', target => 'gone');
ROLLBACK;
SELECT to_regclass('gone'), count(*) FROM microdata.releases WHERE relations[1] IS NULL;
BEGIN;
DELETE FROM patients WHERE sex = 'M';
SELECT slice_table('patients', 2, 1.2, sensitive => '{disease}', insensitive => '{income}', replace => true);
SELECT count(*) FROM patients_sliced;
ROLLBACK;
SELECT drop_release('women_sliced'), drop_release('stored_sliced'), drop_release('parts_sliced'), drop_release('own_sliced'), drop_release('patients_sliced');
SELECT count(*) FROM microdata.releases;
DROP VIEW women;
DROP MATERIALIZED VIEW stored;
DROP TABLE parts, own, mine, patients;

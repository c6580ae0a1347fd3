-- Bad input: each a clear error with the value in it, the SQLSTATE, a hint, and nothing left behind.
\set VERBOSITY default
CREATE TABLE people (id integer PRIMARY KEY, name text, age integer, sex text, disease text);
INSERT INTO people SELECT i, 'name ' || i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'disease ' || i % 4
FROM generate_series(1, 40) i;
SET client_min_messages = notice;

-- Attribute names.
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{illness}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{Disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease,disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', identifiers => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease,""}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{NULL}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{}')$$);

-- Numbers.
SELECT attempt($$SELECT slice_table('people', 0, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 5, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', NULL, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 0.99, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 'NaN', sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 'Infinity', sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, NULL, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', sensitive_column_size => 0)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', sensitive_column_size => 4)$$);
SELECT attempt($$SELECT slice_table('people', 1, 2, sensitive => '{disease}', sensitive_column_size => 2)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', k => 0)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', intervals => 1)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', suppress => 1)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', suppress => 'NaN')$$);

-- Words.
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', "grouping" => 'loose')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', diversity_check => 'none')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', infeasible => 'ignore')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', discretization => 'equal')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', discretization => NULL)$$);

-- Groups.
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => '{}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age', 'disease'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', 'sex, disease'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', 'disease, wealth'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['id, name, age, sex', 'disease'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', ''])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name,, age', 'sex, disease'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name', NULL])$$);

-- Targets.
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'people')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'people', replace => true)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'people_pkey')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'nowhere.release')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'pg_temp.release')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'otherdb.public.release')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => '')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', target => 'a b')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', bucket_column => '')$$);
SELECT attempt($$SELECT bucketize_table('people', 2, sensitive => '{disease}', weight_column => '')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', bucket_column => 'ctid')$$);

-- Sources.
SELECT attempt($$SELECT slice_table('people_pkey', 2, 2, sensitive => '{disease}')$$);
CREATE SEQUENCE counter;
SELECT attempt($$SELECT slice_table('counter', 2, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('no_such_table', 2, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table(4000000000::regclass, 2, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table(NULL, 2, 2, sensitive => '{disease}')$$);
CREATE TABLE empty (age integer, disease text);
SELECT attempt($$SELECT slice_table('empty', 2, 2, sensitive => '{disease}')$$);
INSERT INTO empty VALUES (1, 'flu');
SELECT attempt($$SELECT slice_table('empty', 2, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('empty', 2, 1, sensitive => '{disease}', target => 'one_row')$$);
CREATE TABLE only_key (id integer PRIMARY KEY);
INSERT INTO only_key VALUES (1);
SELECT attempt($$SELECT slice_table('only_key', 1, 2)$$);
SELECT attempt($$SELECT slice_table('only_key', 1, 2, sensitive => '{id}')$$);

-- What no release can reach.
SELECT attempt($$SELECT slice_table('people', 2, 4.5, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 4, sensitive => '{disease}', groups => ARRAY['name, age', 'sex, disease'])$$);
SELECT attempt($$SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, infeasible => 'error')$$);
SELECT attempt($$SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, infeasible => 'suppress')$$);
SELECT attempt($$SELECT slice_table('people', 1, 2, sensitive => '{disease}')$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', k => 11)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[k_anonymity(41)])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[l_diversity(5, 'distinct')])$$);

-- Privacy models.
SELECT attempt($$SELECT k_anonymity(0)$$);
SELECT attempt($$SELECT k_anonymity(NULL)$$);
SELECT attempt($$SELECT l_diversity(0.5)$$);
SELECT attempt($$SELECT l_diversity('NaN')$$);
SELECT attempt($$SELECT l_diversity(3, 'some')$$);
SELECT attempt($$SELECT l_diversity(3, 'recursive')$$);
SELECT attempt($$SELECT l_diversity(3, 'entropy', 2)$$);
SELECT attempt($$SELECT l_diversity(3, 'recursive', 0)$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[NULL::privacy_model])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW('secrecy', '{}')::privacy_model])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW('k_anonymity', '{"k": "many"}')::privacy_model])$$);
SELECT attempt($$SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW(NULL, NULL)::privacy_model])$$);

-- The other functions.
SELECT attempt($$SELECT * FROM attribute_correlation('people', 'chi2')$$);
SELECT attempt($$SELECT * FROM attribute_correlation('people', intervals => 10001)$$);
SELECT attempt($$SELECT * FROM attribute_partition('people', 9)$$);
SELECT attempt($$SELECT * FROM attribute_partition('people', 2, sensitive_column_size => 2)$$);
SELECT attempt($$SELECT * FROM slice_rows(NULL::people, 2, 2, sensitive => '{disease}', infeasible => 'generalize')$$);
SELECT attempt($$SELECT * FROM slice_rows(NULL::integer, 2, 2)$$);
SELECT attempt($$SELECT verify_release('people')$$);
SELECT attempt($$SELECT disclosure('people')$$);
SELECT attempt($$SELECT drop_release('people')$$);
SELECT attempt($$SELECT matching_buckets('people', '{}')$$);
SELECT attempt($$SELECT declare_roles('people', sensitive => '{illness}')$$);
SELECT attempt($$SELECT declare_roles('people', sensitive => '{age}', identifiers => '{age}')$$);
SELECT attempt($$SELECT declare_roles('people_pkey')$$);

-- 1,600 columns: the bucket column is one too many.
DO $$
BEGIN
    EXECUTE 'CREATE TABLE wide (' || (SELECT string_agg('c' || i || ' integer', ', ') FROM generate_series(1, 1600) i) || ')';
    EXECUTE 'INSERT INTO wide (c1, c2) SELECT i % 3, i % 2 FROM generate_series(1, 12) i';
END $$;
SELECT attempt($$SELECT slice_table('wide', 2, 2, sensitive => '{c1}')$$);
SELECT attempt($$SELECT slice_table('wide', 2, 2, sensitive => '{c1}', identifiers => '{c1600}')$$);
SELECT count(*) FROM pg_attribute WHERE attrelid = 'wide_sliced'::regclass AND attnum > 0;

-- Nothing is left behind.
SELECT relations FROM microdata.releases ORDER BY 1;
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1;
SELECT drop_release('wide_sliced'), drop_release('one_row');
DROP TABLE people, empty, only_key, wide;
DROP SEQUENCE counter;

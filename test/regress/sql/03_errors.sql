-- Bad input: each a clear error with the value in it, the SQLSTATE, a hint, and nothing left behind.
\pset format unaligned
\pset tuples_only on
\set VERBOSITY default
CREATE TABLE people (id integer PRIMARY KEY, name text, age integer, sex text, disease text);
INSERT INTO people SELECT i, 'name ' || i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'disease ' || i % 4
FROM generate_series(1, 40) i;
SET client_min_messages = notice;

-- Attribute names.
\set ECHO none
SELECT attempts($$
slice_table('people', 2, 2, sensitive => '{illness}')
slice_table('people', 2, 2, sensitive => '{Disease}')
slice_table('people', 2, 2, sensitive => '{disease,disease}')
slice_table('people', 2, 2, sensitive => '{disease}', identifiers => '{disease}')
slice_table('people', 2, 2, sensitive => '{disease,""}')
slice_table('people', 2, 2, sensitive => '{NULL}')
slice_table('people', 2, 2)
slice_table('people', 2, 2, sensitive => '{}')
-- Numbers.
slice_table('people', 0, 2, sensitive => '{disease}')
slice_table('people', 5, 2, sensitive => '{disease}')
slice_table('people', NULL, 2, sensitive => '{disease}')
slice_table('people', 2, 0.99, sensitive => '{disease}')
slice_table('people', 2, 'NaN', sensitive => '{disease}')
slice_table('people', 2, 'Infinity', sensitive => '{disease}')
slice_table('people', 2, NULL, sensitive => '{disease}')
slice_table('people', 2, 2, sensitive => '{disease}', sensitive_column_size => 0)
slice_table('people', 2, 2, sensitive => '{disease}', sensitive_column_size => 4)
slice_table('people', 1, 2, sensitive => '{disease}', sensitive_column_size => 2)
slice_table('people', 2, 2, sensitive => '{disease}', k => 0)
slice_table('people', 2, 2, sensitive => '{disease}', intervals => 1)
slice_table('people', 2, 2, sensitive => '{disease}', suppress => 1)
slice_table('people', 2, 2, sensitive => '{disease}', suppress => 'NaN')
-- Words.
slice_table('people', 2, 2, sensitive => '{disease}', cuts => 'feasible')
slice_table('people', 2, 2, sensitive => '{disease}', diversity_check => 'none')
slice_table('people', 2, 2, sensitive => '{disease}', infeasible => 'ignore')
slice_table('people', 2, 2, sensitive => '{disease}', discretization => 'equal')
slice_table('people', 2, 2, sensitive => '{disease}', discretization => NULL)
-- Groups.
slice_table('people', 2, 2, sensitive => '{disease}', groups => '{}')
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age', 'disease'])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', 'sex, disease'])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', 'disease, wealth'])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['id, name, age, sex', 'disease'])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name, age, sex', ''])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name,, age', 'sex, disease'])
slice_table('people', 2, 2, sensitive => '{disease}', groups => ARRAY['name', NULL])
-- Targets.
slice_table('people', 2, 2, sensitive => '{disease}', target => 'people')
slice_table('people', 2, 2, sensitive => '{disease}', target => 'people', replace => true)
slice_table('people', 2, 2, sensitive => '{disease}', target => 'people_pkey')
slice_table('people', 2, 2, sensitive => '{disease}', target => 'nowhere.release')
slice_table('people', 2, 2, sensitive => '{disease}', target => 'pg_temp.release')
slice_table('people', 2, 2, sensitive => '{disease}', target => 'otherdb.public.release')
slice_table('people', 2, 2, sensitive => '{disease}', target => '')
slice_table('people', 2, 2, sensitive => '{disease}', target => 'a b')
-- What slicing needs.
slice_table('people', sensitive => '{disease}')
slice_table('people', l => 2, sensitive => '{disease}')
slice_table('people', 2, sensitive => '{disease}')
SELECT FROM slice_rows(NULL::people, 2, sensitive => '{disease}')
-- Sources.
slice_table('people_pkey', 2, 2, sensitive => '{disease}')
$$);
\set ECHO all
CREATE SEQUENCE counter;
\set ECHO none
SELECT attempts($$
slice_table('counter', 2, 2, sensitive => '{disease}')
slice_table('no_such_table', 2, 2, sensitive => '{disease}')
slice_table(4000000000::regclass, 2, 2, sensitive => '{disease}')
slice_table(NULL, 2, 2, sensitive => '{disease}')
$$);
\set ECHO all
CREATE TABLE empty (age integer, disease text);
SELECT attempts($$slice_table('empty', 2, 2, sensitive => '{disease}')$$);
INSERT INTO empty VALUES (1, 'flu');
SELECT attempts($$slice_table('empty', 2, 2, sensitive => '{disease}')$$);
SELECT slice_table('empty', 2, 1, sensitive => '{disease}', target => 'one_row');
CREATE TABLE only_key (id integer PRIMARY KEY);
INSERT INTO only_key VALUES (1);
\set ECHO none
SELECT FROM declare_roles('people', quasi_identifiers => '{name}');
SELECT attempts($$
slice_table('only_key', 1, 2)
slice_table('only_key', 1, 2, sensitive => '{id}')
-- What no release can reach.
slice_table('people', 2, 4.5, sensitive => '{disease}')
slice_table('people', 2, 4, sensitive => '{disease}', groups => ARRAY['name, age', 'sex, disease'])
slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, infeasible => 'error')
slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, infeasible => 'suppress')
slice_table('people', 1, 2, sensitive => '{disease}')
slice_table('people', 2, 2, sensitive => '{disease}', k => 41)
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[k_anonymity(41)])
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[l_diversity(5, 'distinct')])
-- Privacy models.
k_anonymity(0)
k_anonymity(NULL)
l_diversity(0.5)
l_diversity('NaN')
l_diversity(3, 'some')
l_diversity(3, 'recursive')
l_diversity(3, 'entropy', 2)
l_diversity(3, 'recursive', 0)
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[NULL::privacy_model])
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW('secrecy', '{}')::privacy_model])
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW('k_anonymity', '{"k": "many"}')::privacy_model])
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ARRAY[ROW(NULL, NULL)::privacy_model])
-- The other functions.
SELECT * FROM attribute_correlation('people', 'chi2')
SELECT * FROM attribute_correlation('people', intervals => 10001)
SELECT * FROM attribute_partition('people', 9)
SELECT * FROM attribute_partition('people', 2, sensitive_column_size => 2)
SELECT * FROM slice_rows(NULL::people, 2, 2, sensitive => '{disease}', infeasible => 'generalize')
SELECT * FROM slice_rows(NULL::integer, 2, 2)
verify_release('people')
disclosure('people')
drop_release('people')
matching_buckets('people', '{}')
declare_roles('people', sensitive => '{illness}')
declare_roles('people', sensitive => '{age}', identifiers => '{age}')
declare_roles('people_pkey')
$$);
\set ECHO all

-- 1,600 columns: the bucket column is one too many.
DO $$
BEGIN
    EXECUTE 'CREATE TABLE wide (' || (SELECT string_agg('c' || i || ' integer', ', ') FROM generate_series(1, 1600) i) || ')';
    EXECUTE 'INSERT INTO wide (c1, c2) SELECT i % 3, i % 2 FROM generate_series(1, 12) i';
END $$;
SELECT attempts($$slice_table('wide', 2, 2, sensitive => '{c1}')$$);
SELECT slice_table('wide', 2, 2, sensitive => '{c1}', identifiers => '{c1600}');
SELECT count(*) FROM pg_attribute WHERE attrelid = 'wide_sliced'::regclass AND attnum > 0;

-- Nothing is left behind.
SELECT relations FROM microdata.releases ORDER BY 1;
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1;
SELECT drop_release('wide_sliced'), drop_release('one_row');
DROP TABLE people, empty, only_key, wide;
DROP SEQUENCE counter;

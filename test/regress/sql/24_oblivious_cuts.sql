-- Whether a region was cut must not tell who has which value.
-- Rooms: src/core src/postgres/methods
\pset format unaligned
\pset tuples_only on
CREATE TABLE minimal (person integer PRIMARY KEY, age integer, disease text);
INSERT INTO minimal VALUES (1, 20, 'HIV'), (2, 20, 'HIV'), (3, 50, 'flu'), (4, 50, 'asthma'), (5, 50, 'cold'), (6, 50, 'ulcer');
SELECT FROM declare_roles('minimal', sensitive => '{disease}', identifiers => '{person}');

-- Feasible cuts leave the table whole in the world in which both of 20 have HIV, and cut it in the others.
SELECT generalize_table('minimal', 2, 2);
SELECT age, count(*) FROM minimal_generalized GROUP BY 1 ORDER BY 1;
UPDATE minimal SET disease = CASE person WHEN 2 THEN 'flu' WHEN 3 THEN 'HIV' ELSE disease END;
SELECT generalize_table('minimal', 2, 2, replace => true);
SELECT age, count(*) FROM minimal_generalized GROUP BY 1 ORDER BY 1;
SELECT FROM drop_release('minimal_generalized');
-- Of oblivious ones, both of 20 are in one bucket as often in the one world as in the other.
CREATE FUNCTION together() RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(ages, ' ' ORDER BY ages)
    FROM (SELECT string_agg((bucketized).age::text, ',' ORDER BY (bucketized).age) AS ages
          FROM bucketize_rows(NULL::minimal, 2, cuts => 'oblivious') GROUP BY bucket) b $$;
SET client_min_messages = error;
CREATE TABLE seen AS SELECT 1 AS world, together() FROM generate_series(1, 200);
UPDATE minimal SET disease = CASE person WHEN 2 THEN 'HIV' WHEN 3 THEN 'flu' ELSE disease END;
INSERT INTO seen SELECT 2, together() FROM generate_series(1, 200);
RESET client_min_messages;
SELECT together, count(DISTINCT world) AS worlds FROM seen GROUP BY 1 ORDER BY 1;

-- Each function takes them, records them, and its releases verify.
CREATE TABLE many (id serial PRIMARY KEY, age integer, sex text, zip integer, disease text, drug text);
INSERT INTO many (age, sex, zip, disease, drug)
SELECT 20 + (i * 7919) % 60, CASE WHEN (i * 31) % 3 = 0 THEN 'f' ELSE 'm' END, 10000 + (i * 104729) % 90,
       'd' || ((i * i) % 11), 'r' || ((i * 17 + i / 7) % 9)
FROM generate_series(1, 1003) i;
SET client_min_messages = warning;
SELECT slice_table('many', 2, 3, sensitive => '{disease}', identifiers => '{id}', sensitive_column_size => 1, cuts => 'oblivious');
SELECT slice_table('many', 2, 3, sensitive => '{disease}', identifiers => '{id}', groups => '{"age,zip,drug","sex,disease"}',
                   infeasible => 'error', target => 'many_linked', cuts => 'oblivious');
SELECT slice_table('many', 2, 2.5, sensitive => '{disease,drug}', identifiers => '{id}', sensitive_column_size => 2, k => 2,
                   target => 'many_k', privacy => ARRAY[k_anonymity(4)], cuts => 'oblivious');
SELECT bucketize_table('many', 3, sensitive => '{disease}', identifiers => '{id}', cuts => 'oblivious');
SELECT bucketize_table('many', 3, sensitive => '{disease}', identifiers => '{id}', format => 'anatomy', target => 'many_st', cuts => 'oblivious');
SELECT bucketize_table('many', 3, sensitive => '{disease}', identifiers => '{id}', method => 'anatomy', target => 'many_anatomy', cuts => 'oblivious');
SELECT generalize_table('many', 4, 3, sensitive => '{disease}', identifiers => '{id,drug}', strict => false, cuts => 'oblivious');
SELECT generalize_table('many', 4, sensitive => '{disease}', identifiers => '{id,drug}', recoding => 'multiset', target => 'many_close',
                        strict => false, privacy => ARRAY[t_closeness(0.3)], cuts => 'oblivious');
-- What looks at no sensitive value is oblivious in any case.
SELECT generalize_table('many', 4, sensitive => '{disease}', identifiers => '{id,drug}', target => 'many_plain', cuts => 'oblivious');
SELECT r.relations[1] AS release, r.parameters ->> 'cuts' AS cuts, (SELECT bool_and(holds) FROM verify_release(r.relations[1])) AS holds
FROM microdata.releases r WHERE r.source = 'many'::regclass ORDER BY r.relations[1]::text COLLATE "C";
SELECT count(*), count(DISTINCT bucket) > 150 AS small FROM slice_rows(NULL::many, 2, 3, sensitive => '{disease}', identifiers => '{id}',
                                                                        sensitive_column_size => 1, cuts => 'oblivious');
-- In place.
CREATE TABLE many_own AS SELECT age, sex, disease FROM many;
SELECT slice_table('many_own', 2, 3, sensitive => '{disease}', sensitive_column_size => 1, in_place => true, cuts => 'oblivious');
-- The same seed, the same release, whatever the threads: of as many rows as are shared among them.
CREATE TABLE large AS SELECT m.* FROM many m, generate_series(1, 40);
SET client_min_messages = error;
SET pg_microdata.max_threads = 1;
CREATE TABLE one AS SELECT bucket, bucketized::text AS row FROM bucketize_rows(NULL::large, 3, '{disease}', '{id}', seed => 7, cuts => 'oblivious');
SET pg_microdata.max_threads = 4;
CREATE TABLE four AS SELECT bucket, bucketized::text AS row FROM bucketize_rows(NULL::large, 3, '{disease}', '{id}', seed => 7, cuts => 'oblivious');
RESET pg_microdata.max_threads;
RESET client_min_messages;
SELECT count(*) FROM one;
SELECT count(*) FROM (TABLE one EXCEPT ALL TABLE four) d;

-- What would tell after all is refused.
\set ECHO none
SELECT attempts($$
bucketize_table('many', 3, sensitive => '{disease}', target => 't', cuts => 'blind')
bucketize_table('many', 3, sensitive => '{disease}', target => 't', cuts => NULL)
bucketize_table('many', 3, sensitive => '{disease}', target => 't', suppress => 0.1, cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', target => 't', cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', target => 't', sensitive_column_size => 1, diversity_check => 'exact', cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', target => 't', sensitive_column_size => 1, strict => true, cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', target => 't', sensitive_column_size => 1, infeasible => 'generalize', cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 't', groups => '{"age,zip,drug","sex,disease"}', k => 2, cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 't', groups => '{"age,zip,drug","sex,disease"}', privacy => ARRAY[t_closeness(0.2)], cuts => 'oblivious')
slice_table('many', 2, 3, sensitive => '{disease,drug}', identifiers => '{id}', target => 't', groups => '{"age,drug","zip","sex,disease"}', cuts => 'oblivious')
generalize_table('many', 2, 3, sensitive => '{disease}', target => 't', cuts => 'oblivious')
generalize_table('many', 2, 3, sensitive => '{disease}', target => 't', recoding => 'full-domain', strict => false, cuts => 'oblivious')
bucketize_table('many', 12, sensitive => '{disease}', target => 't', cuts => 'oblivious')
$$);
\set ECHO all

DROP TABLE minimal, seen, many, many_own, large, one, four, many_sliced, many_linked, many_k, many_bucketized, many_anatomy, many_generalized, many_close, many_plain;
SELECT FROM drop_release('many_st');
DROP FUNCTION together();

-- Each attribute is feasible by itself, and two of those alike in "week" have one zip.
CREATE TABLE together (week text, sex text, zip text, nr integer);
INSERT INTO together VALUES ('a', 'm', '1', 1), ('b', 'm', '2', 2), ('b', 'f', '2', 3), ('a', 'm', '1', 4), ('a', 'f', '3', 5), ('a', 'f', '3', 6);
\set VERBOSITY default
SELECT slice_table('together', 3, 2, sensitive => '{sex,zip}', groups => '{"week,sex",zip,nr}', cuts => 'oblivious', target => 'together_sliced');
SELECT slice_table('together', 3, 2, sensitive => '{sex,zip}', groups => '{sex,zip,"nr,week"}', cuts => 'oblivious', target => 'together_sliced') IS NOT NULL AS made;
DROP TABLE together, together_sliced;

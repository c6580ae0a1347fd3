-- Table 1 of the slicing paper: the microdata (a), and what each method makes of it.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE patients AS TABLE table_1a;
SELECT FROM declare_roles('patients', sensitive => '{disease}');

-- (b) Generalization, 4-anonymous. Its [20-52] is [22,52] of the data; sex is *, and 4790* is the label of a hierarchy.
SELECT FROM create_prefix_hierarchy('zip', '{4,3}');
SELECT generalize_table('patients', 4, hierarchies => '{"zipcode": "zip"}', target => 'table_1b');
SELECT * FROM table_1b ORDER BY age, disease;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('table_1b');
-- Without a hierarchy, the set of the zip codes. An asterisk for sex: it is the whole domain.
SELECT generalize_table('patients', 4, target => 'table_1b_sets');
SELECT age, sex, zipcode, count(*) FROM table_1b_sets GROUP BY 1, 2, 3 ORDER BY 1;
-- It is 2-diverse as well: half of each class has one disease at most.
SELECT generalize_table('patients', 4, 2, target => 'table_1b', replace => true);
SELECT age, sex, zipcode, array_agg(disease ORDER BY disease) FROM table_1b GROUP BY 1, 2, 3 ORDER BY 1;
-- Ages lose 30/42 in one class, 10/42 in the other; sex everything; zip codes half.
SELECT parameters -> 'information_loss' AS information_loss FROM microdata.releases WHERE 'table_1b'::regclass = ANY (relations);

-- (c) Bucketization, 2-diverse: quasi-identifiers as they are, diseases permuted within buckets of two; which rows these
-- are is drawn.
SELECT bucketize_table('patients', 2, target => 'table_1c', seed => 1);
SELECT age, sex, zipcode FROM patients EXCEPT ALL SELECT age, sex, zipcode FROM table_1c;
SELECT bucket, sum(rows) AS rows, max(share) <= 0.5 AS diverse
FROM (SELECT bucket, count(*) AS rows, count(*)::numeric / sum(count(*)) OVER (PARTITION BY bucket) AS share FROM table_1c GROUP BY bucket, disease) s
GROUP BY bucket ORDER BY bucket;
SELECT bool_and(holds) FROM verify_release('table_1c');

-- (d) Multiset-based generalization.
SELECT generalize_table('patients', 4, recoding => 'multiset', target => 'table_1d');
SELECT * FROM table_1d ORDER BY age, disease;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('table_1d');

-- (e) One-attribute-per-column slicing, which keeps the same as (d); the permutation is drawn.
SELECT slice_table('patients', 4, 2, target => 'table_1e', strict => true, privacy => ARRAY[k_anonymity(4)], seed => 1);
SELECT * FROM table_1e ORDER BY bucket, age, sex, zipcode, disease;
SELECT d.age, d.sex, d.zipcode
FROM (SELECT DISTINCT age, sex, zipcode FROM table_1d) d
EXCEPT
SELECT (SELECT string_agg(v || ':' || n, ',' ORDER BY v) FROM (SELECT age, count(*) FROM table_1e WHERE bucket = b.bucket GROUP BY 1) m (v, n)),
       (SELECT string_agg(v || ':' || n, ',' ORDER BY v) FROM (SELECT sex, count(*) FROM table_1e WHERE bucket = b.bucket GROUP BY 1) m (v, n)),
       (SELECT string_agg(v || ':' || n, ',' ORDER BY v) FROM (SELECT zipcode, count(*) FROM table_1e WHERE bucket = b.bucket GROUP BY 1) m (v, n))
FROM (SELECT DISTINCT bucket FROM table_1e) b;

-- (f) Slicing into {age, sex} and {zipcode, disease}: the buckets of the paper are 2-diverse; which permutation is drawn.
SELECT slice_table('patients', 2, 2, groups => ARRAY['age, sex', 'zipcode, disease'], target => 'table_1f_here',
                   strict => true, privacy => ARRAY[k_anonymity(4)], seed => 1);
SELECT * FROM table_1f_here ORDER BY bucket, age, sex, zipcode, disease;
-- That of the paper itself, registered.
CREATE TABLE table_1f (bucket integer, age integer, sex text, zipcode text, disease text);
INSERT INTO table_1f VALUES
    (1, 22, 'M', '47905', 'flu'),        (1, 22, 'F', '47906', 'dyspepsia'),
    (1, 33, 'F', '47905', 'bronchitis'), (1, 52, 'F', '47906', 'flu'),
    (2, 54, 'M', '47304', 'gastritis'),  (2, 60, 'M', '47302', 'flu'),
    (2, 60, 'M', '47302', 'dyspepsia'),  (2, 64, 'F', '47304', 'dyspepsia');
SELECT register_release('table_1f', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}', l => 2) > 0 AS registered;
SELECT * FROM matching_buckets('table_1f', '{"age": 22, "sex": "M", "zipcode": "47906"}');
SELECT * FROM disclosure('table_1f');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('table_1f') WHERE requirement NOT LIKE '%shuffled%';

SELECT count(drop_release(r)) FROM unnest('{table_1b,table_1b_sets,table_1c,table_1d,table_1e,table_1f,table_1f_here}'::regclass[]) r;
SELECT FROM drop_hierarchy('zip');
DROP TABLE patients;

-- Where a grouping makes l infeasible, and column generalization. Seeds keep the counts the same.
\pset format unaligned
\pset tuples_only on
CREATE TABLE patients (age integer, sex text, admitted date, weight numeric, disease text);
INSERT INTO patients
SELECT 20 + i, CASE WHEN i % 2 = 0 THEN 'F' ELSE 'M' END, date '2024-01-01' + i % 10, 50 + i / 3.0,
       CASE WHEN i % 2 = 0 AND i % 3 <> 0 THEN 'flu' ELSE 'disease ' || i % 4 END
FROM generate_series(0, 47) i;
INSERT INTO patients VALUES (NULL, 'F', NULL, NULL, 'disease 1'), (NULL, 'M', 'infinity', 'NaN', 'disease 2');

\set ECHO none
SELECT attempts($$
slice_table('patients', 2, 3, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], infeasible => 'error', seed => 1)
slice_table('patients', 2, 3, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], seed => 1)
slice_table('patients', 2, 3, sensitive => '{disease}', sensitive_column_size => 2, infeasible => 'error', seed => 1)
$$);
\set ECHO all
SELECT slice_table('patients', 2, 3, sensitive => '{disease}', sensitive_column_size => 2, seed => 1);

-- generalize: regions in the sensitive column that are feasible.
SELECT slice_table('patients', 2, 3, sensitive => '{disease}', groups => ARRAY['admitted, weight', 'age, sex, disease'], infeasible => 'generalize', replace => true, seed => 3);
SELECT columns_of('patients_sliced');
SELECT age, sex, count(*) FROM patients_sliced GROUP BY 1, 2 ORDER BY 1, 2;
SELECT column_no, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1, 2 ORDER BY 1, 2;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';
SELECT count(*) > 0 AS matched FROM matching_buckets('patients_sliced', '{"age": 30, "sex": "F"}');
SELECT count(*) > 0 AS matched FROM matching_buckets('patients_sliced', '{"age": null}');
SELECT count(*) > 0 AS matched FROM matching_buckets('patients_sliced', '{"age": 1000}');

-- suppress: as few rows as can be.
SELECT attempts($$slice_table('patients', 2, 1.7, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], infeasible => 'suppress', suppress => 0.05, replace => true, seed => 1)$$);
SELECT slice_table('patients', 2, 1.7, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], infeasible => 'suppress', suppress => 0.08, replace => true, seed => 1);
SELECT source_rows, published_rows, suppressed_rows FROM microdata.releases;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';

-- Where even the sensitive attribute alone is infeasible, only suppression helps.
SELECT attempts($$slice_table('patients', 2, 4, sensitive => '{disease}', replace => true, seed => 1)$$);
SELECT slice_table('patients', 2, 4, sensitive => '{disease}', replace => true, suppress => 0.5, seed => 1);
SELECT bool_and(holds) FROM verify_release('patients_sliced') WHERE requirement !~ 'determine';

-- k: what is shown of a group's quasi-identifiers at least k times in each bucket.
SELECT attempts($$slice_table('patients', 2, 2, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], k => 5, replace => true, seed => 1)$$);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', groups => ARRAY['age, admitted, weight', 'sex, disease'], k => 4, infeasible => 'generalize', diversity_check => 'exact', replace => true, seed => 1);
SELECT columns_of('patients_sliced');
SELECT min(n) >= 4 AS first_column FROM (SELECT count(*) FROM patients_sliced GROUP BY bucket, age, admitted, weight) c (n);
SELECT min(n) >= 4 AS second_column FROM (SELECT count(*) FROM patients_sliced GROUP BY bucket, sex) c (n);
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';
-- Regions cover the values, and do not overlap within a bucket.
SELECT regions, count(DISTINCT person) FROM (
    SELECT count(*) AS regions, p.ctid AS person FROM patients p JOIN (SELECT DISTINCT bucket, age, admitted, weight FROM patients_sliced) s
        ON (s.age @> p.age OR p.age IS NULL AND (s.age IS NULL OR upper_inf(s.age)))
       AND (s.admitted @> p.admitted OR p.admitted IS NULL AND (s.admitted IS NULL OR upper_inf(s.admitted)))
       AND (s.weight @> p.weight OR p.weight IS NULL AND (s.weight IS NULL OR upper_inf(s.weight)))
    GROUP BY p.ctid, s.bucket) c
GROUP BY regions;
-- No row is left out for a rare sensitive value.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', k => 9, suppress => 0.9, replace => true, seed => 1);
SELECT bool_and(holds) FROM verify_release('patients_sliced') WHERE requirement !~ 'determine';
SELECT attempts($$slice_table('patients', 2, 2, sensitive => '{disease}', k => 51, suppress => 0.9, replace => true, seed => 1)$$);

-- Every type that has a range, and one that has none.
CREATE TABLE ranged (a smallint, b integer, c bigint, d real, e double precision, f numeric, g date, h timestamp, i timestamptz, j time, k text, l boolean, s integer);
INSERT INTO ranged SELECT i, i, i, i, i / 2.0, i / 3.0, date '2024-01-01' + i, timestamp '2024-01-01' + i * interval '1 hour', timestamptz '2024-01-01 00:00+00' + i * interval '1 hour', time '00:00' + i * interval '1 minute', 'a"' || i, i % 2 = 0, i % 3
FROM generate_series(1, 12) i;
SET TimeZone = 'UTC';
SELECT slice_table('ranged', 12, 2, sensitive => '{s}', k => 4, seed => 1, groups => ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 's']);
SELECT columns_of('ranged_sliced');
SELECT attribute, string_agg(DISTINCT value, ' and ' ORDER BY value)
FROM ranged_sliced r, json_each_text(to_json(r)) AS v (attribute, value) WHERE attribute IN ('a', 'b', 'c', 'd', 'f', 'h', 'i', 'j', 'l')
GROUP BY 1 ORDER BY 1;
SELECT DISTINCT k, k::text[] AS as_array FROM ranged_sliced ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('ranged_sliced');
DROP TABLE patients, patients_sliced, ranged, ranged_sliced;

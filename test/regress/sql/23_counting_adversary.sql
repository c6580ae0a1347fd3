-- Who counts rows weighs the buckets that a person matches by the rows to be expected in them that are like the person.
-- The paper weighs small buckets more, and its average is not enough.
-- Rooms: src/core src/postgres/inspection src/postgres/audits
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE TABLE dz (q integer, s text);
INSERT INTO dz SELECT 1, CASE WHEN j <= 7 THEN 'H' ELSE 'v' || j % 8 END FROM generate_series(1, 20) j
UNION ALL SELECT 0, 'v' || j % 8 FROM generate_series(1, 17) j;

-- What an adversary counts in the release, by SQL: rows with q = 1, and with H, bucket by bucket.
CREATE FUNCTION counted(release regclass) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    probability numeric;
BEGIN
    EXECUTE format($q$SELECT sum(alike * h / size) / sum(alike)
        FROM (SELECT count(*) FILTER (WHERE q = 1)::numeric AS alike, count(*) FILTER (WHERE s = 'H')::numeric AS h, count(*)::numeric AS size
              FROM %s GROUP BY bucket) b$q$, release) INTO probability;
    RETURN round(probability, 6);
END $$;

-- The exact check holds for both.
SELECT slice_table('dz', 2, 4, sensitive => '{s}', diversity_check => 'exact', seed => 213);
SELECT counted('dz_sliced') <= 0.25 AS bounded;
SELECT requirement, bound, achieved >= bound AS reached, holds FROM verify_release('dz_sliced') WHERE requirement LIKE '%l-div%';
SELECT tuples, max_probability <= 0.25 AS bounded, max_paper_probability <= 0.25 AS paper_bounded FROM disclosure('dz_sliced');
SELECT max(counted) <= 0.25 AS bounded FROM (
    SELECT counted(slice_table('dz', 2, 4, sensitive => '{s}', diversity_check => 'exact', replace => true, seed => i)) FROM generate_series(1, 30) i) c;
-- As does the check by bucket, the default.
SELECT max(counted) <= 0.25 AS bounded FROM (
    SELECT counted(slice_table('dz', 2, 4, sensitive => '{s}', replace => true, seed => i)) FROM generate_series(1, 30) i) c;
DROP TABLE dz_sliced;

-- A release as they were made before: 37 rows, the paper's average below a quarter, the counted one above.
CREATE TABLE older AS
SELECT CASE WHEN n <= 16 OR n IN (21, 22) THEN 1 WHEN n <= 20 THEN n::integer - 15 ELSE 6 END AS bucket, q, s
FROM (SELECT q, s, row_number() OVER (ORDER BY q DESC, s <> 'H', s) AS n FROM dz) d;
SELECT register_release('older', 'dz', 'slicing', ARRAY['q', 's'], '{s}', l => 4) > 0 AS registered;
SELECT counted('older');
SELECT requirement, bound, round(achieved::numeric, 6) AS achieved, holds, worst_case FROM verify_release('older') WHERE requirement LIKE '%l-div%';
SELECT tuples, round(max_probability::numeric, 6) AS max_probability, round(mean_probability::numeric, 6) AS mean_probability,
       round(l_achieved::numeric, 6) AS l_achieved, round(max_paper_probability::numeric, 6) AS max_paper_probability
FROM disclosure('older');
SELECT bucket, matching_degree, round(probability::numeric, 6) AS probability, sensitive_distribution -> 'H' AS h,
       round(paper_probability::numeric, 6) AS paper_probability
FROM matching_buckets('older', '{"q": 1}');
-- What a bucket tells of a person, weighed either way.
SELECT round(sum(probability * h)::numeric, 6) AS counted, round(sum(paper_probability * h)::numeric, 6) AS paper
FROM (SELECT probability, paper_probability, coalesce((sensitive_distribution ->> 'H')::float8, 0) AS h FROM matching_buckets('older', '{"q": 1}')) m;

-- Three columns, two sensitive attributes, suppression, generalization: every release holds for both.
CREATE TABLE cases AS
SELECT i % 7 AS age, i % 11 % 2 AS sex, i * 5 % 13 % 4 AS ward, CASE WHEN i % 3 = 0 THEN 'flu' ELSE 'd' || i * 17 % 9 END AS disease, i * 29 % 6 AS stay
FROM generate_series(1, 300) i;
SELECT bool_and(holds), count(*) FILTER (WHERE requirement LIKE 'row-weighted %') AS counted FROM (
    SELECT (verify_release(slice_table('cases', 3, 2.5, sensitive => '{disease,stay}', diversity_check => 'exact', groups => ARRAY['age', 'ward, sex', 'disease, stay'], replace => true, seed => i))).*
    FROM generate_series(1, 10) i) v;
SELECT bool_and(holds), count(*) FILTER (WHERE requirement LIKE 'row-weighted %') AS counted FROM (
    SELECT (verify_release(slice_table('cases', 2, 2.8, sensitive => '{disease}', identifiers => '{stay}', diversity_check => 'exact', groups => ARRAY['age', 'ward, sex, disease'],
                                       infeasible => 'suppress', suppress => 0.5, replace => true, seed => i))).*
    FROM generate_series(1, 10) i) v;
SELECT bool_and(holds), count(*) FILTER (WHERE requirement LIKE 'row-weighted %') AS counted FROM (
    SELECT (verify_release(slice_table('cases', 2, 2.5, sensitive => '{disease}', identifiers => '{stay}', diversity_check => 'exact', groups => ARRAY['age, ward', 'sex, disease'], k => 4,
                                       infeasible => 'generalize', replace => true, seed => i))).*
    FROM generate_series(1, 10) i) v;
DROP TABLE dz, older, cases, cases_sliced;
DROP FUNCTION counted(regclass);

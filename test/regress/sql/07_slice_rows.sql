-- The rows of a release, for a materialized view.
\pset format unaligned
\pset tuples_only on
CREATE TABLE patients (id integer PRIMARY KEY, age integer, sex text, gone integer, zipcode text, disease text);
ALTER TABLE patients DROP gone;
INSERT INTO patients VALUES
    (1, 22, 'M', '47906', 'dyspepsia'), (2, 22, 'F', '47906', 'flu'),
    (3, 33, 'F', '47905', 'flu'),       (4, 52, 'F', '47905', 'bronchitis'),
    (5, 54, 'M', '47302', 'flu'),       (6, 60, 'M', '47302', 'dyspepsia'),
    (7, 60, 'M', '47304', 'dyspepsia'), (8, 64, 'F', '47304', NULL);
CREATE MATERIALIZED VIEW patients_sliced AS
    SELECT bucket, (sliced).* FROM slice_rows(NULL::patients, 2, 2, sensitive => '{disease}', groups => ARRAY['age, sex', 'zipcode, disease']);
SELECT columns_of('patients_sliced');
SELECT count(*), count(id), count(DISTINCT bucket) FROM patients_sliced;
SELECT age, sex FROM patients EXCEPT ALL SELECT age, sex FROM patients_sliced;
SELECT zipcode, disease FROM patients EXCEPT ALL SELECT zipcode, disease FROM patients_sliced;

-- Registered, it is verified like any release.
SELECT register_release('patients_sliced', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}', l => 2) > 0 AS registered;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed FROM verify_release('patients_sliced') WHERE requirement NOT LIKE '%shuffled%';
REFRESH MATERIALIZED VIEW patients_sliced;
SELECT bool_and(holds) FROM verify_release('patients_sliced');

-- The same arguments.
SELECT * FROM slice_rows(NULL::patients, 2, 2, sensitive => '{disease}', identifiers => '{id,zipcode}', seed => 1) LIMIT 2;
SELECT count(*) FROM slice_rows(NULL::patients, 3, 2, '{disease}', strict => true, diversity_check => 'bucket', privacy => ARRAY[k_anonymity(3)]);
SELECT slice_rows(NULL::patients, 3, 5, '{disease}', suppress => 0.5);
SELECT count(*), sum((sliced).age) FROM slice_rows((SELECT p FROM patients p LIMIT 1), 2, 2, '{disease}');
SELECT FROM drop_release('patients_sliced');
SELECT to_regclass('patients_sliced');
DROP TABLE patients;

-- Classes that overlap: each counts by its rows for every combination of values that its labels cover, and persons with equal values are in one class of a cell generalization.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
-- Ten persons of a town of their own, all with the same, and 50 of small towns, who are shown as of any town.
CREATE TABLE oc_tests AS SELECT 'Aarhus' AS town, 'HIV' AS test FROM generate_series(1, 10);
INSERT INTO oc_tests SELECT 'Village ' || i % 10, CASE WHEN i <= 2 THEN 'HIV' ELSE 'other ' || i % 6 END FROM generate_series(1, 50) i;
SELECT generalize_table('oc_tests', 10, sensitive => '{test}', recoding => 'cell', suppress => 0.9, target => 'oc_cells', seed => 1);
SELECT town, count(*) AS persons, count(DISTINCT test) AS tests FROM oc_cells GROUP BY 1 ORDER BY 1;
-- The ten are certain; before 1.0 they were taken for any of all 60, and l for 5.
SELECT tuples, max_probability, round(mean_probability::numeric, 4) AS mean, l_achieved FROM disclosure('oc_cells');
SELECT persons, round(persons * believed_above_90) AS certain, right_above_90 FROM audit_inference('oc_cells', iterations => 1, seed => 1);
SELECT persons, round(persons * pinned::numeric) AS certain FROM audit_composition('{oc_cells}', seed => 1);
SELECT requirement, worst_case FROM verify_release('oc_cells') WHERE NOT holds;

-- Ages that lie on a cut go to either side: a range counts less the wider it is.
CREATE TABLE oc_ages AS SELECT 30 + CASE WHEN i <= 6 THEN 0 ELSE i - 6 END AS age, CASE WHEN i <= 3 THEN 'flu' ELSE 'cold ' || i END AS illness FROM generate_series(1, 9) i;
CREATE TABLE oc_elsewhere AS
SELECT CASE WHEN i <= 3 THEN int4range(30, 31) ELSE int4range(30, 34) END AS age, CASE WHEN i <= 3 THEN 'flu' ELSE 'cold ' || i END AS illness FROM generate_series(1, 9) i;
SELECT generalize_table('oc_ages', 3, sensitive => '{illness}', target => 'oc_ranges', strict => false, seed => 1);
SELECT register_release('oc_elsewhere', description => release_description('oc_ranges'), source => 'oc_ages') > 0 AS registered;
-- Persons of 30 have 3 rows in one class and 6 by 4 ages in the other: 3 / 4.5 have the flu.
SELECT tuples, round(max_probability::numeric, 6) AS largest FROM disclosure('oc_elsewhere');
DROP TABLE oc_elsewhere, oc_ranges, oc_cells, oc_ages, oc_tests;

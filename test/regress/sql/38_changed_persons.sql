-- What becomes of releases of persons where names change and columns go.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA changed;
SET search_path = changed, public;
CREATE TABLE visits (gone integer, hospital integer, patient_id integer, sex text, born integer, ward text, arrived integer, icd text);
ALTER TABLE visits DROP gone;
INSERT INTO visits SELECT p % 2, p / 2, CASE WHEN p % 3 = 0 THEN 'F' ELSE 'M' END, 1950 + p % 7, 'ward ' || (p + v * v) % 5, p * 7919 % 211 + v, 'I' || (p * 31 + v * v * 17) % 30
FROM generate_series(1, 120) p, generate_series(1, 3) v WHERE v <= 1 + p % 3;
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{patient_id,hospital}', format => 'tables');
SELECT slice_table('visits', 2, 3, sensitive => '{icd}', subject => '{hospital,patient_id}', format => 'tables');
SELECT generalize_table('visits', 4, 2, sensitive => '{icd}', subject => '{hospital,patient_id}', format => 'tables');
CREATE FUNCTION verified() RETURNS TABLE (relation text, findings bigint, hold boolean) LANGUAGE sql AS $$
    SELECT replace(r.relations[1]::text, 'changed.', ''), count(*), bool_and(v.holds) FROM microdata.releases r, verify_release(r.relations[1]) v
    WHERE r.source = 'visits'::regclass GROUP BY r.relations ORDER BY 1
$$;
CREATE VIEW subjects AS SELECT relations[1] AS relation, parameters -> 'subject' AS subject FROM microdata.releases WHERE source = 'visits'::regclass ORDER BY 1;
SELECT * FROM subjects;
CREATE TABLE before AS SELECT * FROM verified();
TABLE before;

-- The subject is known by whatever name.
ALTER TABLE visits RENAME patient_id TO pid;
SELECT * FROM subjects;
SELECT * FROM verified() EXCEPT TABLE before;
SELECT tuples, max_probability <= 1.0 / 3 AS at_most_a_third FROM disclosure('visits_bucketized');
SELECT abs(estimate_count('visits_bucketized', '{"sex": "F"}') - (SELECT sum(weight) FROM visits_bucketized_expected WHERE sex = 'F')) < 1e-6 AS estimated;
SELECT queries FROM microdata.relative_error('visits_sliced', 2, queries => 20, seed => 1);
-- Two that change their names are still themselves, and a column that takes an old name is another.
ALTER TABLE visits RENAME hospital TO patient_id;
ALTER TABLE visits RENAME pid TO hospital;
ALTER TABLE visits ADD pid integer DEFAULT 1;
SELECT * FROM subjects;
SELECT * FROM verified() EXCEPT TABLE before;
-- An attribute that was renamed unseen is known by its number.
BEGIN;
ALTER EVENT TRIGGER pg_microdata_follow_commands DISABLE;
ALTER TABLE visits RENAME patient_id TO unseen;
SELECT FROM verify_release('visits_bucketized');
ROLLBACK;
-- Nor is one that is gone, whatever has its name.
BEGIN;
ALTER TABLE visits DROP patient_id;
\set ECHO none
SELECT attempts($$
SELECT FROM verify_release('visits_bucketized')
SELECT FROM disclosure('visits_sliced')
SELECT FROM verify_release('visits_generalized_rows')
$$);
\set ECHO all
ALTER TABLE visits ADD patient_id integer DEFAULT 1;
SELECT attempts($$SELECT FROM verify_release('visits_bucketized')$$);
SELECT estimate_count('visits_bucketized', '{}') > 0 AS of_the_release_alone;
ROLLBACK;
SELECT * FROM verified() EXCEPT TABLE before;
-- Of a temporary table.
CREATE TEMPORARY TABLE passing AS SELECT hospital AS a, patient_id AS b, sex, ward, icd FROM visits;
SELECT bucketize_table('passing', 3, sensitive => '{icd}', subject => '{a,b}', target => 'changed.kept', format => 'tables');
ALTER TABLE passing RENAME b TO c;
SELECT parameters -> 'subject' AS subject FROM microdata.releases WHERE relations[1] = 'kept'::regclass;
SELECT bool_and(holds) FROM verify_release('kept');
DROP TABLE passing;
SELECT bool_and(holds) FROM verify_release('kept');
-- Of a view, whose names are its own.
CREATE VIEW seen AS SELECT hospital, patient_id, sex, ward, icd FROM visits;
SELECT bucketize_table('seen', 3, sensitive => '{icd}', subject => '{hospital,patient_id}', format => 'tables');
ALTER TABLE visits RENAME hospital TO h;
ALTER VIEW seen RENAME patient_id TO p;
SELECT parameters -> 'subject' AS subject FROM microdata.releases WHERE relations[1] = 'seen_bucketized'::regclass;
SELECT bool_and(holds) FROM verify_release('seen_bucketized');
DROP VIEW seen CASCADE;

-- Declared subjects and attributes of persons.
SELECT FROM declare_roles('visits', sensitive => '{icd}', subject => '{h,patient_id}', person_attributes => '{sex}', identifiers => '{pid}');
ALTER TABLE visits RENAME sex TO gender;
ALTER TABLE visits RENAME h TO hospital;
SELECT attribute, role, of_person FROM microdata.roles WHERE source = 'visits'::regclass ORDER BY 1;
SELECT bucketize_table('visits', 3, target => 'declared');
SELECT relation, parameters -> 'subject' AS subject FROM microdata.releases, unnest(relations) WITH ORDINALITY u (relation, i) WHERE i = 1 AND relation = 'declared'::regclass;
UPDATE visits SET gender = 'X' WHERE ctid IN (SELECT min(ctid) FROM visits WHERE arrived > 100 GROUP BY hospital, patient_id HAVING count(*) > 1);
SELECT attempts($$bucketize_table('visits', 3, target => 'another')$$);
SELECT FROM drop_release('declared');

-- A release that has lost attributes shows less, and says so; what is left of it is verified.
CREATE FUNCTION not_holding(release text) RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, worst_case jsonb) LANGUAGE sql AS $$
    SELECT v.requirement, v.bound, v.achieved, v.holds, v.worst_case FROM verify_release(release::regclass) v WHERE v.holds IS NOT TRUE
$$;
-- The number of a release depends on what ran before.
CREATE FUNCTION refused(release text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    PERFORM FROM verify_release(release::regclass);
    RETURN 'verified';
EXCEPTION WHEN object_not_in_prerequisite_state OR undefined_column THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN regexp_replace(sqlerrm, '[0-9]+', 'N') || ': ' || detail;
END
$$;
UPDATE visits SET gender = CASE WHEN patient_id % 3 = 0 THEN 'F' ELSE 'M' END;
SELECT bucketize_table('visits', 3, replace => true, format => 'tables');
SELECT generalize_table('visits', 4, 2, replace => true, format => 'tables');
SELECT * FROM not_holding('visits_bucketized');
BEGIN;
ALTER TABLE visits_bucketized DROP gender CASCADE, DROP born CASCADE;
ALTER TABLE visits_bucketized_rows RENAME ward TO station;
ALTER TABLE visits_bucketized_rows DROP station CASCADE;
SELECT * FROM not_holding('visits_bucketized');
SELECT attribute FROM microdata.release_columns WHERE relation::text ~ 'visits_bucketized' ORDER BY 1;
-- Nothing of the rows is left, or of the sensitive values, or of what holds the tables together.
SAVEPOINT rows;
ALTER TABLE visits_bucketized_rows DROP arrived;
SELECT refused('visits_bucketized');
ROLLBACK TO rows;
ALTER TABLE visits_bucketized_values DROP icd;
SELECT refused('visits_bucketized');
ROLLBACK TO rows;
ALTER TABLE visits_bucketized_values DROP member;
SELECT refused('visits_bucketized');
ROLLBACK TO rows;
DROP TABLE visits_bucketized_values;
SELECT refused('visits_bucketized');
ROLLBACK;
BEGIN;
ALTER TABLE visits_generalized_rows DROP ward CASCADE;
SELECT * FROM not_holding('visits_generalized');
ROLLBACK;
-- Releases of rows.
CREATE VIEW persons AS SELECT DISTINCT ON (hospital, patient_id) gender, born, ward, arrived, icd, 'o' || arrived % 9 AS ops FROM visits;
SELECT bucketize_table('persons', 3, sensitive => '{icd,ops}');
SELECT bucketize_table('persons', 3, sensitive => '{icd,ops}', format => 'anatomy', target => 'counted');
SELECT generalize_table('persons', 4, 2, sensitive => '{icd,ops}');
SELECT relation, attributes FROM gnf_decompose('persons', 2, '{"gender, born -> icd"}', target => 'decomposed');
SELECT relation, attributes FROM fragment_table('persons', 2, 'icd', target => 'fragmented');
ALTER TABLE persons_bucketized DROP ops;
SELECT * FROM not_holding('persons_bucketized');
ALTER TABLE persons_bucketized DROP icd;
SELECT * FROM not_holding('persons_bucketized');
ALTER TABLE persons_bucketized DROP gender, DROP born, DROP ward, DROP arrived;
SELECT refused('persons_bucketized');
ALTER TABLE counted_st_1 DROP icd CASCADE;
SELECT * FROM not_holding('counted_qit');
ALTER TABLE persons_generalized DROP icd, DROP ward;
SELECT * FROM not_holding('persons_generalized');
ALTER TABLE persons_generalized DROP gender, DROP born, DROP arrived, DROP ops;
SELECT refused('persons_generalized');
ALTER TABLE decomposed_1 DROP born;
SELECT refused('decomposed_1');
ALTER TABLE fragmented_1 DROP gender;
SELECT * FROM not_holding('fragmented_1');
ALTER TABLE fragmented_2 DROP icd;
SELECT refused('fragmented_1');
DROP VIEW persons CASCADE;
SELECT count(drop_release(r)) FROM unnest('{counted_qit,persons_bucketized,persons_generalized,decomposed_1,fragmented_1}'::regclass[]) r;

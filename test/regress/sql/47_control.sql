-- Audits against persons who are not in the release: of several tables, of persons with several rows, of several releases.
-- Rooms: src/core src/postgres/inspection src/postgres/audits
\pset format unaligned \pset tuples_only on
\set ECHO none
\set VERBOSITY default
\set SHOW_CONTEXT never
\pset null -
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- The first 480 are published. Nothing tells a job but the release.
CREATE TABLE people AS
SELECT i AS id, 20 + drawn(i, 'age', 30) AS age, drawn(i, 'sex', 2) AS sex, drawn(i, 'zip', 30) AS zip, 'j' || drawn(i, 'job', 6) AS job,
       'p' || drawn(i, 'pay', 4) AS pay
FROM generate_series(1, 640) i;
CREATE TABLE staff AS SELECT * FROM people WHERE id <= 480;
CREATE TABLE others AS SELECT * FROM people WHERE id > 480;
-- Three rows a person; 120 persons are published.
CREATE TABLE stays AS
SELECT i % 160 AS person, 20 + (i % 160) % 40 AS age, drawn(i, 'ward', 4) AS ward, 'd' || drawn(i, 'disease', 6) AS disease FROM generate_series(1, 480) i;
CREATE TABLE visits AS SELECT * FROM stays WHERE person < 120;
CREATE TABLE strangers AS SELECT * FROM stays WHERE person >= 120;
SET client_min_messages = error;
SELECT count(*) FROM gnf_decompose('staff', 3, '{"age, sex, zip -> job", "age, sex, zip -> pay"}', identifiers => '{id}', target => 's_uad', seed => 1);
SELECT count(*) FROM gnf_decompose('staff', 3, '{"age, sex, zip -> job", "sex, job -> pay"}', algorithm => 'gd', identifiers => '{id}', target => 's_gd', seed => 1);
SELECT count(*) FROM fragment_table('staff', 4, 'job', 2, l => 3, sensitive => '{job}', identifiers => '{id}', target => 's_class', seed => 1);
SELECT count(*) FROM fragment_table('staff', 4, 'pay', 2, sensitive => '{job}', identifiers => '{id}', target => 's_other', seed => 1);
SELECT bucketize_table('visits', 2, sensitive => '{disease}', subject => '{person}', target => 'v_buckets', seed => 1);
SELECT slice_table('visits', 1, 2, sensitive => '{disease}', subject => '{person}', target => 'v_slices', seed => 1);
SELECT generalize_table('visits', 4, l => 2, sensitive => '{disease}', subject => '{person}', target => 'v_classes', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id,pay}', method => 'anatomy', target => 's_first', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 's_second', seed => 2);
RESET client_min_messages;
\set ECHO all

-- Of whoever is outside, a sixth of the jobs and a quarter of the pay is guessed right, by chance.
CREATE TEMP TABLE judged AS
SELECT n, release, a.*
FROM unnest('{s_uad_1,s_gd_1,s_class_1,s_other_1,v_buckets,v_slices,v_classes}'::text[]) WITH ORDINALITY r (release, n),
     audit_inference(release::regclass, 'naive_bayes', 3, seed => 1, outsiders => CASE WHEN release LIKE 'v%' THEN 'strangers' ELSE 'others' END::regclass) a;
SELECT by_chance, less, within, string_agg(concat_ws(' ', release, attribute, persons), ', ' ORDER BY n, attribute) FROM (SELECT n, release, attribute, persons, control < CASE attribute WHEN 'pay' THEN 0.35 WHEN 'job' THEN 0.27 ELSE 0.75 END AS by_chance,
       control < guessed_right AS less, risk_low <= risk AND risk <= risk_high AS within
FROM judged) j GROUP BY 1, 2, 3 ORDER BY 1, 2;
-- Nothing is learned from them, nor of what they have: the guesses of members are the same, and those of outsiders miss the new values.
SELECT count(*) FILTER (WHERE (a.persons, a.guessed_right, a.believed_above_50, a.calibration_error)
                              IS DISTINCT FROM (j.persons, j.guessed_right, j.believed_above_50, j.calibration_error)) AS differ
FROM judged j, audit_inference(j.release::regclass, 'naive_bayes', 3, seed => 1) a WHERE a.attribute = j.attribute;
BEGIN;
UPDATE others SET job = 'new', pay = 'new';
UPDATE strangers SET disease = 'new';
SELECT count(*), count(*) FILTER (WHERE a.guessed_right = j.guessed_right AND a.control = 0) AS missed
FROM judged j, audit_inference(j.release::regclass, 'naive_bayes', 3, seed => 1, outsiders => CASE WHEN release LIKE 'v%' THEN 'strangers' ELSE 'others' END::regclass) a
WHERE a.attribute = j.attribute;
ROLLBACK;
-- Members by another name are guessed as they are themselves.
SELECT abs(a.control - a.guessed_right) < 0.02 AS alike, count(*), string_agg(release || ' ' || attribute, ', ' ORDER BY n, attribute)
FROM unnest('{s_gd_1,s_class_1,v_buckets,v_classes}'::text[]) WITH ORDINALITY r (release, n),
     audit_inference(release::regclass, 'naive_bayes', 3, seed => 1, outsiders => CASE WHEN release LIKE 'v%' THEN 'visits' ELSE 'staff' END::regclass) a
GROUP BY 1;

-- A part of the source, published again by the same call; persons are kept out with all their rows. Nothing stays.
SELECT release, count(*) AS attributes, bool_and(control < 0.8 AND risk_low <= risk AND risk <= risk_high) AS judged
FROM unnest('{s_uad_1,s_class_1,v_buckets,v_classes}'::text[]) WITH ORDINALITY r (release, n),
     audit_inference(release::regclass, 'naive_bayes', 3, seed => 1, control => 0.25)
GROUP BY n, release ORDER BY n;
SELECT count(DISTINCT f) = 1 AS same FROM (SELECT microdata.with_control('{v_buckets}', 0.25, 7,
    'SELECT jsonb_build_array((SELECT count(DISTINCT person) FROM pg_temp.microdata_outsiders o), (SELECT count(*) FROM pg_temp.microdata_outsiders o), '
    '(SELECT count(*) FROM pg_temp.microdata_outsiders o JOIN pg_temp.microdata_members m USING (person)))', '{}') AS f FROM generate_series(1, 2)) t;
SELECT (f ->> 1)::integer = 3 * (f ->> 0)::integer AS whole_persons, f -> 2 AS on_both_sides
FROM microdata.with_control('{v_buckets}', 0.25, 7,
    'SELECT jsonb_build_array((SELECT count(DISTINCT person) FROM pg_temp.microdata_outsiders o), (SELECT count(*) FROM pg_temp.microdata_outsiders o), '
    '(SELECT count(*) FROM pg_temp.microdata_outsiders o JOIN pg_temp.microdata_members m USING (person)))', '{}') f;
SELECT count(*) FROM pg_class WHERE relname ~ '^microdata_';

-- Several releases, each published again of the same part; what one does not show is an identifier for it.
SELECT attribute, releases, pinned > 0.1 AS pinned, guessed_right > 0.5 AS guessed, control < 0.3 AS by_chance, risk_low > 0.2 AS told
FROM audit_composition('{s_first,s_second}', seed => 1, control => 0.25) ORDER BY 1;
SET client_min_messages = error;
SELECT attribute, control < 0.3 AS by_chance, risk_low > 0.2 AS told FROM audit_composition(source => 'staff', seed => 1, outsiders => 'others') WHERE attribute = 'job';
RESET client_min_messages;
SELECT attribute, abs(control - guessed_right) < 0.001 AS alike FROM audit_composition('{s_first,s_second}', seed => 1, outsiders => 'staff') WHERE attribute = 'job';
SET pg_microdata.republish = 'error';
SELECT count(*) FROM audit_composition('{s_first,s_second}', seed => 1, control => 0.25);
RESET pg_microdata.republish;
BEGIN;
UPDATE others SET job = 'new';
SELECT a.control, a.guessed_right = b.guessed_right AS as_before
FROM audit_composition('{s_first,s_second}', seed => 1, outsiders => 'others') a, audit_composition('{s_first,s_second}', seed => 1) b
WHERE (a.attribute, b.attribute) = ('job', 'job');
ROLLBACK;

-- Cuts that were not made: who would be on the side that is told of is guessed to have the same.
CREATE TABLE wards AS
SELECT i AS id, i / 6 * 10 + (i % 6 >= 2)::integer AS place,
       (ARRAY['hiv', 'hiv', 'flu', 'asthma', 'cold', 'ulcer'])[row_number() OVER (PARTITION BY i / 6 ORDER BY md5('ward' || i))] AS disease
FROM generate_series(0, 767) i;
SET client_min_messages = error;
SELECT generalize_table('wards', 2, l => 2, sensitive => '{disease}', identifiers => '{id}', target => 'w_cut', seed => 1);
RESET client_min_messages;
SELECT persons > 0 AS told, guessed_right, (control, risk, risk_low, risk_high) IS NULL AS none FROM audit_minimality('w_cut', seed => 1);
SELECT guessed_right, control, risk_low > 0 AS gained FROM audit_minimality('w_cut', seed => 1, outsiders => 'wards');
CREATE TEMP TABLE elsewhere AS SELECT id, place, 'flu' AS disease FROM wards;
SELECT guessed_right, control, risk_low > 0.5 AS gained FROM audit_minimality('w_cut', seed => 1, outsiders => 'elsewhere');
SELECT count(*), bool_and(risk BETWEEN risk_low AND risk_high) AS within FROM audit_minimality('w_cut', seed => 1, control => 0.2);

-- Persons with several rows are told from others as persons, by all their rows.
SELECT release, string_agg(known, ', ' ORDER BY known), members, outsiders, auc BETWEEN low AND high AS within, members_nowhere, outsiders_nowhere > 20 AS others_nowhere, original_tuples
FROM unnest('{v_buckets,v_slices,v_classes}'::text[]) WITH ORDINALITY r (release, n), audit_membership(release::regclass, 'strangers', seed => 1)
GROUP BY n, 1, 3, 4, 5, 6, 7, 8 ORDER BY n;
SELECT release, known, auc > 0.9 AS told_apart, outsiders FROM unnest('{v_buckets,v_classes}'::text[]) release, audit_membership(release::regclass, seed => 1) ORDER BY 1, 2;
SELECT known, members + outsiders AS persons FROM audit_membership('v_buckets', control => 0.25, seed => 1) ORDER BY 1;
SELECT count(*), bool_and((auc = 0.5) IS TRUE) FROM audit_membership('v_classes', 'visits', seed => 1);

-- Parts are joined on what they share: rows that each of them shows may be many, and still be nobody's.
SELECT release, known, auc > 0.9 AS told_apart, members, outsiders, members_nowhere
FROM unnest('{s_uad_1,s_gd_1}'::text[]) release, audit_membership(release::regclass, 'others', seed => 1) ORDER BY 1, 2;
SELECT count(*), bool_and((auc = 0.5) IS TRUE) FROM audit_membership('s_gd_1', 'staff', seed => 1);
SELECT count(*), min(outsiders), bool_and((auc > 0.5) IS TRUE) AS told FROM audit_membership('s_gd_1', seed => 1);
-- The same by plain SQL: two parts, the first without buckets.
SET client_min_messages = error;
SELECT count(*) FROM gnf_decompose('staff', 2, '{"age -> pay"}', algorithm => 'single-attribute', identifiers => '{id,sex,job}', target => 's_apart', seed => 1);
RESET client_min_messages;
WITH counted AS MATERIALIZED (
    SELECT p.id <= 480 AS member, k.known, (SELECT count(*) FROM staff s WHERE s.age = p.age) * (SELECT count(*) FROM staff s WHERE s.zip = p.zip)
           * CASE k.known WHEN 'all' THEN (SELECT count(*) FROM staff s WHERE s.pay = p.pay) ELSE 1 END AS rows
    FROM people p, (VALUES ('all'), ('quasi-identifiers')) k (known)
), compared AS (
    SELECT known, round(avg(CASE WHEN m.rows > o.rows THEN 1 WHEN m.rows = o.rows THEN 0.5 ELSE 0 END), 6) AS auc
    FROM counted m JOIN counted o USING (known) WHERE m.member AND NOT o.member GROUP BY known)
SELECT a.known, round(a.auc::numeric, 6) = c.auc AS as_plain_sql
FROM audit_membership('s_apart_1', 'others', seed => 1) a JOIN compared c USING (known) ORDER BY 1;
-- Fragments are joined on the class.
SELECT known, members, outsiders, auc > 0.5 AS told_apart, outsiders_nowhere > 0 AS some_nowhere FROM audit_membership('s_class_1', 'others', seed => 1) ORDER BY 1;
SELECT count(*), bool_and((auc = 0.5) IS TRUE) FROM unnest('{s_class_1,s_other_1}'::text[]) r, audit_membership(r::regclass, 'staff', seed => 1);
SELECT count(*), min(outsiders), bool_and((auc > 0.5) IS TRUE) AS told FROM audit_membership('s_other_1', seed => 1);
-- What has no clear meaning.
SELECT * FROM audit_linkability('s_class_1');

-- What cannot be published again, or is not of one source.
\set VERBOSITY terse
SELECT * FROM audit_composition('{s_first}', control => 0.25, outsiders => 'others');
SELECT * FROM audit_minimality('w_cut', control => 1);
SELECT * FROM audit_composition('{s_first}', outsiders => 'visits');
ALTER TABLE strangers ALTER person TYPE text;
SELECT * FROM audit_inference('v_buckets', outsiders => 'strangers');
SELECT microdata.with_control('{s_first,v_buckets}', 0.25, 1, 'SELECT NULL', '{}');
SELECT microdata.with_control('{}', 0.25, 1, 'SELECT NULL', '{}');
\set VERBOSITY default
\set SHOW_CONTEXT never
CREATE TABLE made_by_hand AS SELECT 1 AS bucket, age, sex, zip, pay, job FROM staff;
SELECT register_release('made_by_hand', 'staff', 'slicing', ARRAY['age, sex, zip, pay', 'job'], '{job}') > 0 AS recorded;
SELECT * FROM audit_inference('made_by_hand', control => 0.25);
\set VERBOSITY terse
SELECT * FROM audit_composition('{s_first,made_by_hand}', control => 0.25);
\set VERBOSITY default

SET client_min_messages = error;
SELECT FROM unnest('{s_uad_1,s_gd_1,s_class_1,s_other_1,v_buckets,v_slices,v_classes,s_first,s_second,s_apart_1,w_cut,made_by_hand}'::text[]) r, drop_release(r::regclass);
\set ECHO none
DROP TABLE people, staff, others, stays, visits, strangers, wards, elsewhere;
DROP FUNCTION drawn;

-- Series of persons with several rows, which grow: cohorts.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_nurse;
CREATE ROLE regress_passer_by;
CREATE SCHEMA regress_cohorts;
GRANT ALL ON SCHEMA regress_cohorts TO PUBLIC;
SET search_path = regress_cohorts, public;
SET ROLE regress_nurse;
\set ECHO all
-- Persons 1 to 24 have values of their own, some in three rows; NULL is a value as well.
CREATE TABLE visits (id integer, age integer, sex text, visited date, disease text);
INSERT INTO visits SELECT i, i, 'F', date '2026-01-01' + j, NULLIF('v' || i, 'v24')
FROM generate_series(1, 24) i, generate_series(0, CASE WHEN i < 13 THEN 2 ELSE 0 END) j;
UPDATE visits SET age = NULL WHERE id = 22;

-- What is refused.
\set VERBOSITY terse
SELECT create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "several"}', '{id}', 3);
SELECT create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing", "format": "anatomy"}', '{id}', 3);
\set VERBOSITY default
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{id}', 3);
-- A series is of the one kind or the other for good.
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["visited"]}', '{id}', 3);
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["visited"], "rows": "growing"}', '{id}', 25);

-- The first edition: how often somebody has a value is not shown.
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["visited"], "rows": "growing"}', '{id}', 3);
SELECT * FROM publish_series('care');
SELECT attrelid::regclass AS relation, string_agg(attname, ', ' ORDER BY attnum) AS columns FROM pg_attribute
WHERE attrelid IN ('care_1'::regclass, 'care_1_values'::regclass, 'care_1_expected'::regclass) AND attnum > 0 GROUP BY attrelid ORDER BY attrelid;
SELECT count(*) AS persons, count(DISTINCT bucket) AS cohorts, max(bucket) AS last FROM care_1;
SELECT count(*) AS values, count(disease) AS not_null, count(DISTINCT (bucket, member)) AS sets, min(member), max(member) FROM care_1_values;
SELECT round(sum(weight)::numeric, 9) AS values_of_persons FROM care_1_expected;
SELECT count(*), bool_and((holds AND bound = achieved) IS TRUE) FROM verify_release('care_1');
SELECT requirement, achieved, worst_case FROM verify_release('care_1') WHERE bound <> 0;

-- Rows that all persons get are shown, but for what more than a third of a cohort would have. Two who come are too few.
INSERT INTO visits SELECT i, CASE WHEN i <> 22 THEN i END, 'F', '2026-02-01', 'w' || i FROM generate_series(1, 24) i;
INSERT INTO visits SELECT i, CASE WHEN i <> 22 THEN i END, 'F', '2026-02-01', 'flu' FROM generate_series(2, 24) i;
INSERT INTO visits SELECT i, i, 'M', '2026-02-02', 'v' || i FROM generate_series(31, 32) i;
SELECT * FROM publish_series('care');
-- One leaves: of the two who stay nothing new is shown. Who waited and left is forgotten.
DELETE FROM visits WHERE id IN (1, 31);
INSERT INTO visits SELECT i, CASE WHEN i <> 22 THEN i END, 'F', '2026-03-01', 'z' || i FROM generate_series(2, 24) i;
INSERT INTO visits SELECT i, i, 'M', '2026-03-02', 'v' || i FROM generate_series(33, 35) i;
SELECT * FROM publish_series('care');
RESET ROLE;
SELECT count(*) AS forgotten_or_waiting FROM microdata.series_member_record p JOIN microdata.series_record s USING (series_id)
WHERE s.name = 'care' AND p.cohort IS NULL;
SET ROLE regress_nurse;
-- The one comes back, with a row more; of whom only NULL could be shown, nothing is.
INSERT INTO visits VALUES (1, 1, 'F', '2026-04-01', 'v1'), (1, 1, 'F', '2026-04-01', 'w1'), (1, 1, 'F', '2026-04-02', 'back'), (36, NULL, NULL, '2026-04-01', 'v36');
UPDATE visits SET age = NULL, sex = NULL WHERE id = 33;
SELECT * FROM publish_series('care');
SELECT array_agg(ARRAY[edition, persons, counterfeits, waiting, withheld] ORDER BY edition) FROM microdata.editions WHERE series = 'care';
SELECT v.requirement, v.achieved, v.holds, string_agg(r::text, ' ' ORDER BY r) FROM unnest('{care_2,care_3,care_4}'::regclass[]) r, verify_release(r) v
WHERE v.holds IS NOT TRUE OR v.requirement LIKE '%former%' GROUP BY 1, 2, 3 ORDER BY 1;

SELECT edition, count(*) AS requirements, bool_and(holds) AS hold FROM verify_series('care') GROUP BY edition ORDER BY edition;
SELECT release_description('care_4') -> 'guarantee' ->> 'meaning' AS meaning;

-- The adversary has the published tables of four editions, knows who is whom by age, who is there, and that of nobody who is not anything
-- changes. Every history that the editions allow is gone through: whose set is which, edition by edition.
CREATE TABLE shown (edition integer, bucket integer, member integer, set text[], PRIMARY KEY (edition, bucket, member));
CREATE TABLE there (edition integer, bucket integer, person integer, PRIMARY KEY (edition, bucket, person));
\set ECHO none
DO $$
BEGIN
    FOR e IN 1 .. 4 LOOP
        EXECUTE format('INSERT INTO shown SELECT %s, bucket, member, array_agg(COALESCE(disease, ''none'') ORDER BY disease) FROM %I GROUP BY bucket, member', e, format('care_%s_values', e));
        EXECUTE format('INSERT INTO there SELECT %s, bucket, COALESCE(age, 22) FROM %I', e, format('care_%s', e));
    END LOOP;
END$$;
\set ECHO all
SELECT bool_and(cohorts = 1) AS together, count(*) AS persons FROM (SELECT person, count(DISTINCT bucket) AS cohorts FROM there GROUP BY person) s;
SELECT bool_and(persons * 3 <= (SELECT count(*) FROM shown k WHERE k.edition = s.edition AND k.bucket = s.bucket)) AS within_a_third
FROM (SELECT edition, bucket, value, count(*) AS persons FROM shown, unnest(set) value GROUP BY edition, bucket, value) s;
-- Of the cohorts that came first, three persons each.
CREATE TABLE companions AS SELECT bucket, array_agg(person ORDER BY person) AS persons FROM there WHERE edition = 1 GROUP BY bucket;
\set ECHO none
CREATE TABLE histories AS
WITH RECURSIVE orders (assigned) AS (VALUES ('{1,2,3}'::integer[]), ('{1,3,2}'), ('{2,1,3}'), ('{2,3,1}'), ('{3,1,2}'), ('{3,2,1}')),
history (bucket, edition, assigned, path) AS (
    SELECT c.bucket, 1, o.assigned, ARRAY[o.assigned] FROM companions c, orders o
    UNION ALL
    SELECT h.bucket, h.edition + 1, o.assigned, h.path || ARRAY[o.assigned] FROM history h, orders o
    WHERE h.edition < 4 AND NOT EXISTS (
        SELECT FROM companions c, generate_series(1, 3) i, shown was, shown now
        WHERE c.bucket = h.bucket AND was.bucket = h.bucket AND now.bucket = h.bucket AND was.edition = h.edition AND now.edition = h.edition + 1
        AND was.member = h.assigned[i] AND now.member = o.assigned[i]
        AND NOT CASE WHEN EXISTS (SELECT FROM there t WHERE t.edition = h.edition + 1 AND t.bucket = h.bucket AND t.person = c.persons[i])
                THEN was.set <@ now.set ELSE was.set <@ now.set AND was.set @> now.set END))
SELECT bucket, path FROM history WHERE edition = 4;
\set ECHO all
SELECT count(DISTINCT bucket) AS cohorts, bool_and(n = 6) AS any_order FROM (SELECT bucket, count(*) AS n FROM histories GROUP BY bucket) s;
SELECT max(belief) <= 1 / 3.0 + 1e-9 AS at_most_a_third, min(belief) > 0 AS something
FROM (SELECT h.bucket, e, i, value, count(*)::numeric / (SELECT count(*) FROM histories a WHERE a.bucket = h.bucket) AS belief
      FROM histories h, generate_series(1, 4) e, generate_series(1, 3) i, shown s, unnest(s.set) value
      WHERE s.bucket = h.bucket AND s.edition = e AND s.member = h.path[e][i] GROUP BY h.bucket, e, i, value) b;

-- Neither the place of a row nor the number of a set tells what is new: members are numbered anew.
SELECT count(DISTINCT o) > 1 AS anew FROM (SELECT edition, string_agg(COALESCE((SELECT min(v) FROM unnest(set) v WHERE v LIKE 'v%'), 'none'), ',' ORDER BY bucket, member) AS o
                                          FROM shown WHERE bucket <= 8 GROUP BY edition) s;

-- What is broken is found.
UPDATE care_2_values SET disease = 'same' WHERE bucket = 1;
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('care_2') WHERE holds IS NOT TRUE;
DELETE FROM care_3 WHERE bucket = 2;
INSERT INTO care_3_values VALUES (2, 1, 'x'), (2, 1, 'x');
SELECT count(*), bool_and((achieved > 0) IS TRUE) AS found, string_agg(requirement, '; ' ORDER BY requirement) FROM verify_release('care_3') WHERE holds IS NOT TRUE;
-- Quasi-identifiers may have changed in the source: no fault for sure.
UPDATE care_4 SET age = 99 WHERE bucket = 3;
SELECT requirement, achieved > 0 AS found, holds, worst_case FROM verify_release('care_4') WHERE requirement LIKE '%quasi%';
-- What was dropped is named.
BEGIN;
ALTER TABLE care_2 DROP COLUMN age CASCADE;
SELECT requirement, bound, achieved, holds, worst_case FROM verify_series('care') WHERE edition = 2;
ROLLBACK;

SELECT edition, count(*), bool_and((achieved > 0) IS TRUE) AS found, string_agg(requirement, '; ' ORDER BY requirement) FROM verify_series('care') WHERE NOT holds GROUP BY 1 ORDER BY 1;

-- Who counts as with persons of one row would be wrong by the sets of those who left.
\set VERBOSITY terse
SELECT * FROM disclosure('care_1');
SELECT * FROM estimate_count('care_1', '{"sex": "F"}', 'mixed');
SELECT * FROM audit_inference('care_1');
SELECT * FROM audit_composition('{care_1,care_2}');
\set VERBOSITY default

-- Memory is the owner's alone, and goes with the series.
SET ROLE regress_passer_by;
SELECT count(*) FROM microdata.editions WHERE series = 'care';
SELECT count(*) FROM microdata.series_member_record;
SELECT count(*) FROM microdata.series_value_record;
\set VERBOSITY terse
SELECT publish_series('care');
\set VERBOSITY default
RESET ROLE;
SELECT count(*) AS persons, count(cohort) AS placed, count(DISTINCT cohort) AS cohorts, bool_or(person::text LIKE '%disease%') AS named FROM microdata.series_member_record;
SELECT count(*) AS values, count(sensitive_value) AS not_null FROM microdata.series_value_record;
-- What is remembered is no longer what was made.
UPDATE microdata.series_member_record SET value_set = '0 1' WHERE cohort = 4;
SELECT requirement, achieved > 0 AS found FROM verify_release('care_4') WHERE requirement LIKE '%remembered%';
SET ROLE regress_nurse;
SELECT publish_series('care');
-- Begun anew, with cohorts of two.
DELETE FROM visits WHERE disease = 'flu';
SELECT FROM alter_series('care', m => 2);
SELECT edition, persons, waiting, withheld FROM publish_series('care');
SELECT bool_and(holds) AS hold FROM verify_release('care_5');
SELECT requirement, worst_case FROM verify_series('care') WHERE edition = 4;
SELECT FROM drop_series('care');
RESET ROLE;
SELECT (SELECT count(*) FROM microdata.series_member_record) + (SELECT count(*) FROM microdata.series_value_record) AS remembered;
SET ROLE regress_nurse;

-- What was tampered with is found: rows, cohorts, and what is remembered.
CREATE TABLE zg (id integer, a integer, d text);
INSERT INTO zg SELECT i, i, 'v' || i FROM generate_series(1, 8) i;
SELECT FROM create_series('zg', 'zg', 'bucketization', '{"sensitive": ["d"], "identifiers": ["id"], "rows": "growing"}', '{id}', 2);
SELECT edition, persons, waiting FROM publish_series('zg');
-- One leaves and comes back, another one leaves for good, a third one has other attributes, a fourth one waits.
DELETE FROM zg WHERE id IN (1, 2);
UPDATE zg SET a = 33 WHERE id = 3;
INSERT INTO zg VALUES (4, 4, 'more'), (9, 9, 'v9');
SELECT edition, persons, waiting FROM publish_series('zg');
INSERT INTO zg VALUES (1, 1, 'v1'), (10, NULL, 'v10');
UPDATE zg SET a = NULL WHERE id = 5;
SELECT edition, persons, waiting FROM publish_series('zg');
-- What changes in the source afterwards is no fault.
UPDATE zg SET a = a + 5;
DELETE FROM zg WHERE id = 7;
SELECT edition, requirement, holds FROM verify_series('zg') WHERE holds IS NOT TRUE ORDER BY 1, 2;
SELECT count(*), bool_and((achieved = bound AND holds) IS TRUE), string_agg(requirement, '; ') FROM verify_release('zg_3') WHERE requirement ~ 'record|remember';
SELECT requirement, bound, achieved, holds FROM verify_series('zg') WHERE edition IS NULL;
RESET ROLE;
\set ECHO none
CREATE FUNCTION found_after(tampering text) RETURNS TABLE (edition integer, requirement text, achieved double precision) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE tampering;
        RETURN QUERY SELECT v.edition, v.requirement, v.achieved FROM verify_series('zg') v WHERE NOT v.holds ORDER BY 1, 2;
        RAISE EXCEPTION USING ERRCODE = 'ZZ001';
    EXCEPTION WHEN SQLSTATE 'ZZ001' THEN NULL;
    END;
END$$;
\set ECHO all
-- Changes that were tried, and those that no finding sees.
SELECT count(*) AS tried, string_agg(tampering, '; ') FILTER (WHERE NOT found) AS missed FROM (SELECT t AS tampering, count(f.requirement) > 0 AS found
FROM unnest(ARRAY['DELETE FROM zg_1 WHERE a = 3', 'UPDATE zg_1 SET a = a + 1000', 'UPDATE zg_1 SET bucket = 5 - bucket', 'UPDATE zg_2 SET a = 5000 WHERE a = 6', 'DELETE FROM zg_3 WHERE a = 4', 'UPDATE zg_3 SET a = a + 1000', 'UPDATE zg_3 SET a = NULL WHERE a = 4',
    'INSERT INTO zg_3 SELECT bucket, 2 FROM zg_1 WHERE a = 2', 'INSERT INTO zg_2 SELECT bucket, 1 FROM zg_1 WHERE a = 1',
    'WITH gone AS (DELETE FROM zg_1 WHERE bucket = 1) DELETE FROM zg_1_values WHERE bucket = 1',
    'WITH gone AS (DELETE FROM zg_3 WHERE bucket = (SELECT min(bucket) FROM zg_3)) DELETE FROM zg_3_values WHERE bucket = (SELECT min(bucket) FROM zg_3)',
    'WITH two AS (SELECT min(bucket) AS b, max(bucket) AS c FROM zg_3) UPDATE zg_3 SET bucket = b + c - bucket FROM two WHERE bucket IN (b, c)',
    'UPDATE microdata.series_member_record SET missed = NULL', 'UPDATE microdata.series_member_record SET missed = 3 WHERE missed = 2',
    'UPDATE microdata.series_member_record SET missed = 2', 'UPDATE microdata.series_member_record SET shown = 0', 'UPDATE microdata.series_member_record SET value_set = NULL',
    'UPDATE microdata.series_member_record SET shown = 7 WHERE shown <> 0', 'UPDATE microdata.series_member_record SET arrived = 4',
    'UPDATE microdata.series_member_record SET cohort = cohort + 1', 'UPDATE microdata.series_member_record SET cohort = 0 WHERE cohort = 1',
    'UPDATE microdata.series_member_record SET since = 1', 'DELETE FROM microdata.series_member_record WHERE cohort IS NULL', 'DELETE FROM microdata.series_member_record WHERE cohort = 2',
    'INSERT INTO microdata.series_member_record SELECT * FROM microdata.series_member_record WHERE cohort = 1',
    'UPDATE microdata.edition_record SET persons = persons + 1', 'UPDATE microdata.edition_record SET counterfeits = counterfeits + 1'])
    WITH ORDINALITY u (t, n) LEFT JOIN LATERAL found_after(t) f ON true GROUP BY n, t) tampered;
SELECT * FROM found_after('DELETE FROM zg_1 WHERE a = 3') f WHERE f.requirement ~ 'people';
SELECT * FROM found_after('INSERT INTO zg_2 SELECT bucket, 1 FROM zg_1 WHERE a = 1') f WHERE f.requirement ~ 'published people|number of people';
SELECT * FROM found_after('UPDATE zg_3 SET a = a + 1000') f WHERE f.requirement ~ 'people';
SELECT count(*) FROM found_after('SELECT');
\set ECHO none
DROP FUNCTION found_after;
SET ROLE regress_nurse;
SELECT FROM drop_series('zg');
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA regress_cohorts CASCADE;
DROP ROLE regress_nurse, regress_passer_by;

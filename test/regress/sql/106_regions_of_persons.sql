-- Regions of persons with several rows each: all rows of a person are in one region, a box of attributes of persons.
-- Rooms: src/core/subject src/core/regions src/postgres/*region*
SET search_path = public;
SET client_min_messages = error;
CREATE EXTENSION IF NOT EXISTS pg_microdata;
CREATE SCHEMA regions_of_persons;
SET search_path = regions_of_persons, microdata, public;
CREATE TABLE people AS
SELECT i AS pid, i % 2 AS sex, 1940 + i * 7 % 60 AS born, 10000 + i * 31 % 90 AS zip, 1 + (i * 13 % 17 > 9)::integer + (i * 5 % 11 > 7)::integer AS visits
FROM generate_series(1, 4000) i;
CREATE TABLE visits AS
SELECT pid, sex, born, zip, date '2026-01-01' + (hashint4(pid * 8 + v + 2000000) & 255) AS day, 'ward ' || (hashint4(pid * 8 + v) & 3) AS ward,
       (ARRAY['flu', 'asthma', 'cancer', 'angina', 'gout', 'migraine', 'anemia', 'fracture', NULL])[1 + abs(hashint4(pid * 8 + v + 1000000) % 9)] AS icd
FROM people, generate_series(1, visits) v;
ANALYZE visits;
-- How a release was divided, and which of its checks fail.
CREATE FUNCTION judged(release regclass)
  RETURNS TABLE (regions integer, buckets boolean, persons integer, counted boolean, checks boolean, failed text[]) LANGUAGE sql AS $$
  SELECT jsonb_array_length(r.parameters -> 'regions' -> 'source_rows'), r.buckets > 100, (r.parameters ->> 'persons')::integer,
         r.published_rows + r.suppressed_rows = r.source_rows, (SELECT count(*) > 5 FROM verify_release(release)),
         (SELECT array_agg(v.requirement) FROM verify_release(release) v WHERE NOT v.holds)
  FROM microdata.releases r WHERE release = ANY (r.relations)
$$;

-- All methods, both formats.
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 4, seed => 1, target => 'joined');
SELECT * FROM judged('joined');
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 4, seed => 1, format => 'tables', target => 'apart');
SELECT * FROM judged('apart');
SELECT slice_table('visits', columns => 2, l => 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 4, seed => 1, target => 'sliced');
SELECT * FROM judged('sliced');
SELECT generalize_table('visits', k => 4, l => 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 4, seed => 1, target => 'classes');
SELECT * FROM judged('classes');
SELECT generalize_table('visits', k => 4, l => 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 3, seed => 1, format => 'tables', target => 'classes_apart');
SELECT * FROM judged('classes_apart');
SELECT bucketize_table('visits', 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, privacy => ARRAY[t_closeness(0.4)], regions => 3, seed => 1, target => 'close');
SELECT * FROM judged('close');
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.2, cuts => 'oblivious', rows_per_person => 2, regions => 3, seed => 1, target => 'oblivious');
SELECT * FROM judged('oblivious');

-- Regions are cut by attributes of persons alone, and a region has all rows of its persons.
SELECT DISTINCT node ->> 'column' IN ('sex', 'born', 'zip') AS of_persons
FROM microdata.releases, jsonb_array_elements(parameters -> 'regions' -> 'tree') AS node WHERE node ? 'column';
SELECT sum(rows) = (SELECT count(*) FROM visits) AS all_rows FROM microdata.releases,
  jsonb_array_elements_text(parameters -> 'regions' -> 'source_rows') AS region(text), LATERAL (SELECT text::bigint AS rows) n
WHERE 'joined'::regclass = ANY (relations);
-- A person has one bucket and one value of each attribute of persons. Numbers are random ones of 1 to the number of persons in the source.
SELECT max(buckets) AS buckets, max(values) AS values, min(person) >= 1 AND max(person) <= 4000 AS numbered,
       count(*) = (SELECT (parameters ->> 'persons')::integer - (parameters ->> 'suppressed_persons')::integer
                   FROM microdata.releases WHERE 'joined'::regclass = ANY (relations)) AS persons
FROM (SELECT person, count(DISTINCT bucket) AS buckets, count(DISTINCT (sex, born, zip)) AS values FROM joined GROUP BY person) p;
SELECT abs(corr(person, born)) < 0.1 AND abs(corr(bucket, born)) < 0.1 AND abs(corr(person, zip)) < 0.1 AND abs(corr(bucket, zip)) < 0.1 AS disclose_no_region FROM joined;
SELECT max(share) <= 1.0 / 3 AS holds FROM (
    SELECT count(DISTINCT person)::numeric / (SELECT count(DISTINCT person) FROM joined p WHERE p.bucket = v.bucket) AS share
    FROM joined v GROUP BY bucket, icd) s;
-- The parts are the source's.
SELECT DISTINCT ON (person) sex, born, zip FROM joined EXCEPT SELECT sex, born, zip FROM people;
SELECT day, ward FROM joined EXCEPT ALL SELECT day, ward FROM visits;
SELECT icd FROM joined EXCEPT ALL SELECT icd FROM visits;
SELECT round(sum(weight)) = (SELECT count(*) FROM joined) AS all_rows FROM joined_expected;
-- The same seed makes the same release.
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, regions => 4, seed => 1, target => 'again');
SELECT count(*) FROM ((TABLE joined EXCEPT ALL TABLE again) UNION ALL (TABLE again EXCEPT ALL TABLE joined)) d;

-- Readers.
SELECT round(estimate) > 0 AS estimated FROM estimate('joined', measures => '{persons}');
SELECT round(max_probability::numeric, 3) <= 0.334 AS bounded FROM disclosure('joined');
SELECT round(max_probability::numeric, 3) <= 0.334 AS bounded FROM disclosure('apart');
SELECT count(*) > 0 AS audited FROM audit_inference('joined');
SELECT count(*) > 0 AS audited FROM audit_membership('joined');
SELECT count(*) > 0 AS audited FROM audit_singling_out('joined');

-- What was tampered with is found.
BEGIN;
UPDATE joined SET person = (SELECT person FROM joined ORDER BY zip, born, sex LIMIT 1) WHERE person = (SELECT person FROM joined ORDER BY zip DESC, born DESC, sex DESC LIMIT 1);
SELECT requirement, worst_case - 'worst' AS worst_case FROM verify_release('joined') WHERE requirement ~ 'overlap|numbered|one value' AND NOT holds;
ROLLBACK;
BEGIN;
UPDATE joined SET icd = 'flu' WHERE bucket = (SELECT min(bucket) FROM joined);
SELECT requirement FROM verify_release('joined') WHERE NOT holds ORDER BY 1;
ROLLBACK;
BEGIN;
DELETE FROM joined WHERE person = (SELECT min(person) FROM joined);
SELECT requirement FROM verify_release('joined') WHERE NOT holds ORDER BY 1;
ROLLBACK;
BEGIN;
DELETE FROM apart_values WHERE bucket = (SELECT min(bucket) FROM apart);
SELECT requirement FROM verify_release('apart') WHERE NOT holds ORDER BY 1;
ROLLBACK;

-- The whole may suppress what the call allows; if regions need more, nothing is published.
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', regions => 4, seed => 1, target => 'none');
SELECT to_regclass('none');
-- What each row's person must be refuses persons with several rows before any is read.
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', format => 'anatomy', regions => 4);
SELECT generalize_table('visits', k => 4, sensitive => '{icd}', subject => '{pid}', recoding => 'full-domain', regions => 4);
SELECT slice_table('visits', columns => 2, l => 3, k => 2, sensitive => '{icd}', subject => '{pid}', regions => 4);
-- Persons with one row each are published like rows.
CREATE VIEW once AS SELECT DISTINCT ON (pid) * FROM visits ORDER BY pid, day;
SELECT bucketize_table('once', 3, sensitive => '{icd}', subject => '{pid}', regions => 4, seed => 1, target => 'rows');
SELECT parameters ? 'persons' AS of_persons, jsonb_array_length(parameters -> 'regions' -> 'source_rows') AS regions FROM microdata.releases WHERE 'rows'::regclass = ANY (relations);
-- With rows of nobody, or with a declared attribute of rows, there are no regions.
CREATE VIEW misdeclared AS TABLE visits;
SELECT declare_roles('misdeclared', sensitive => '{icd}', subject => '{pid}', person_attributes => '{ward}');
SELECT bucketize_table('misdeclared', 3, regions => 4);
CREATE VIEW unknown AS SELECT NULLIF(pid, 7) AS pid, sex, born, icd FROM visits;
SELECT bucketize_table('unknown', 3, sensitive => '{icd}', subject => '{pid}', regions => 4);

-- Regions that the memory limit needs.
SET client_min_messages = notice;
LOAD 'pg_microdata';
SET pg_microdata.memory_limit = '1MB';
SET pg_microdata.quick_attack = off;
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, seed => 1, target => 'limited');
SELECT bool_and(holds) AS holds FROM verify_release('limited');
RESET pg_microdata.memory_limit;
SET client_min_messages = error;
SELECT * FROM judged('limited');
DROP SCHEMA regions_of_persons CASCADE;

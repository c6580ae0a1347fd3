-- What adversaries get out of releases beyond what these promise.
-- Rooms: src/core src/postgres/inspection src/postgres/audits
\pset format unaligned
\pset tuples_only on
\set VERBOSITY default
CREATE TABLE workers (id serial PRIMARY KEY, age integer, sex text, zip text, job text);
-- The job follows from age and zip in most cases: who learns that from a release knows more than its buckets show.
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
INSERT INTO workers (age, sex, zip, job)
SELECT 20 + drawn(i, 'age', 40), CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END, (40000 + drawn(i, 'zip', 300))::text,
       'j' || CASE WHEN drawn(i, 'rule', 10) < 8 THEN (drawn(i, 'age', 40) / 10 + drawn(i, 'zip', 300) / 100) % 6
              ELSE drawn(i, 'job', 6) END
FROM generate_series(1, 1800) i;
SET client_min_messages = error;
SELECT bucketize_table('workers', 3, sensitive => '{job}', method => 'anatomy', target => 'w_anatomy', seed => 1);
SELECT bucketize_table('workers', 3, sensitive => '{job}', method => 'anatomy', format => 'anatomy', target => 'w_tables', seed => 1);
SELECT slice_table('workers', 2, 3, sensitive => '{job}', target => 'w_sliced', seed => 1);
SELECT slice_table('workers', 3, 3, sensitive => '{job}', privacy => ARRAY[k_anonymity(300)], target => 'w_coarse', seed => 1);
SELECT generalize_table('workers', 5, l => 3, sensitive => '{job}', target => 'w_generalized', seed => 1);
RESET client_min_messages;
\pset null -

-- All that match are guessed; the interval has the share; more is believed than 1/l, and right. Large buckets leave less to be
-- learned, and who has no release at all guesses as the baseline does.
SELECT release, attribute, persons, low < guessed_right AND guessed_right < high AND high - low < 0.06 AS within,
       round(bound::numeric, 3) AS bound, round(guessed_right::numeric, 1) AS guessed,
       believed_above_bound > 0.5 AND right_above_bound > 0.5 AS above, round(baseline::numeric, 1) AS baseline,
       round(naive::numeric, 2) AS naive, calibration_error < 0.1 AS calibrated
FROM unnest('{w_anatomy,w_tables,w_sliced,w_coarse,w_generalized}'::text[]) WITH ORDINALITY r (release, n),
     audit_inference(release::regclass, seed => 1)
ORDER BY n;

-- The figures are those of the release itself.
SELECT round(naive::numeric, 4) = (SELECT round(max(n) / sum(n), 4) FROM (SELECT count(*) AS n FROM workers GROUP BY job) c) AS naive
FROM audit_inference('w_anatomy', seed => 1);

-- The same seed gives the same figures; without learning nobody is believed above the bound.
SELECT count(DISTINCT a) FROM (SELECT a FROM audit_inference('w_sliced', seed => 7) a
                               UNION ALL SELECT a FROM audit_inference('w_sliced', seed => 7) a) twice;
SELECT believed_above_bound, right_above_bound, guessed_right BETWEEN 0.25 AND 0.42 AS by_chance
FROM audit_inference('w_anatomy', iterations => 0, seed => 1);
SELECT guessed_right > 0.5 AS learned FROM audit_inference('w_anatomy', model => 'naive_bayes', seed => 1);

-- The adversary does not know a sensitive value: where they are exchanged in the source, the same is believed, and wrong.
CREATE TEMP TABLE before AS SELECT * FROM audit_inference('w_sliced', seed => 1);
BEGIN;
UPDATE workers SET job = 'j' || (substr(job, 2)::integer + 1) % 6;
SELECT a.believed_above_bound = b.believed_above_bound AND a.believed_above_50 = b.believed_above_50
       AND a.believed_above_90 = b.believed_above_90 AS believed_alike, a.guessed_right < b.guessed_right / 2 AS wrong
FROM audit_inference('w_sliced', seed => 1) a, before b;
ROLLBACK;

-- Nor how many there are: values that are only in the source change nothing that is believed.
BEGIN;
UPDATE workers SET job = 'new' || id WHERE id % 3 = 0;
SELECT a.believed_above_bound = b.believed_above_bound AND a.believed_above_50 = b.believed_above_50
       AND a.believed_above_90 = b.believed_above_90 AS believed_alike
FROM audit_inference('w_sliced', seed => 1) a, before b;
ROLLBACK;
-- Thousands of values take no longer than a few.
CREATE TABLE many AS SELECT i AS id, i % 70 AS age, i % 40 AS zip, 'v' || i % 4000 AS value FROM generate_series(1, 8000) i;
SET client_min_messages = error;
SELECT bucketize_table('many', 3, sensitive => '{value}', identifiers => '{id}', method => 'anatomy', seed => 1);
RESET client_min_messages;
SELECT processor_seconds() AS before \gset
SELECT persons, guessed_right < 0.4 AS at_the_bound, baseline < 0.01 AS nothing_to_learn FROM audit_inference('many_bucketized', seed => 1);
SELECT processor_seconds() - :before < 20 AS in_time;

-- What cannot be asked.
\set ECHO none
SELECT attempts($$
SELECT * FROM audit_inference('w_sliced', 'forest')
SELECT * FROM audit_inference('w_sliced', iterations => -1)
SELECT * FROM audit_inference('w_sliced', iterations => 101)
SELECT * FROM audit_inference('workers')
$$);
\set ECHO all
SET client_min_messages = error;
SELECT count(*) FROM fragment_table('workers', 2, 'job', 3, target => 'w_fragment', seed => 1);
RESET client_min_messages;
SELECT * FROM audit_inference('w_fragment_1');
CREATE ROLE regress_auditor;
GRANT SELECT ON w_sliced TO regress_auditor;
SET ROLE regress_auditor;
SELECT * FROM audit_inference('w_sliced');
RESET ROLE;
CREATE TABLE gone AS SELECT * FROM workers;
SET client_min_messages = error;
SELECT slice_table('gone', 2, 3, sensitive => '{job}', identifiers => '{id}', seed => 1);
DROP TABLE gone;
RESET client_min_messages;
SELECT * FROM audit_inference('gone_sliced');
ALTER TABLE w_coarse DROP job;
SELECT * FROM audit_inference('w_coarse');
DELETE FROM w_tables_st WHERE job = 'j1';
SELECT * FROM audit_inference('w_tables');

-- What publishing the quasi-identifiers as they are would mean, beside plain SQL.
CREATE TABLE staff (id serial PRIMARY KEY, age integer, sex text, job text);
INSERT INTO staff (age, sex, job) VALUES (30, 'F', 'j1'), (30, 'F', 'j2'), (30, 'M', 'j1'), (NULL, 'M', 'j1'), (NULL, 'M', 'j3'), (41, 'F', 'j3');
CREATE TABLE citizens AS SELECT age, sex FROM staff UNION ALL VALUES (30, 'M'), (30, 'M'), (41, 'F'), (50, 'F');
SELECT * FROM risk('staff', 2, sensitive => '{job}');
SELECT * FROM risk('staff', 2, sensitive => '{job}', population => 'citizens');
SELECT p.uniques = sql.uniques AND p.below_k = sql.below_k AND p.classes = sql.classes AND abs(p.mean_risk - sql.mean) < 1e-12 AS as_plain_sql
FROM risk('workers', sensitive => '{job}') p,
     (SELECT count(*) FILTER (WHERE n = 1) AS uniques, sum(n) FILTER (WHERE n < 5) AS below_k, count(*) AS classes,
             count(*) / sum(n)::float8 AS mean
      FROM (SELECT count(*) AS n FROM workers GROUP BY age, sex, zip) c) sql
WHERE p.model = 'prosecutor';
-- Persons with several rows are known by all of them: two with the same rows in another order are alike.
CREATE TABLE stays (patient integer, sex text, ward text, icd text);
INSERT INTO stays VALUES (1, 'F', 'a', 'x'), (1, 'F', 'b', 'y'), (2, 'F', 'b', 'z'), (2, 'F', 'a', 'x'), (3, 'F', 'a', 'x'), (4, 'F', 'a', 'y'),
                         (5, 'F', 'a', 'x'), (5, 'F', 'a', 'x');
SET client_min_messages = error;
SELECT * FROM risk('stays', 2, sensitive => '{icd}', subject => '{patient}');
RESET client_min_messages;
\set ECHO none
SELECT attempts($$
SELECT * FROM risk('stays', 2, sensitive => '{icd}', subject => '{patient}', population => 'citizens')
SELECT * FROM risk('staff', 0, sensitive => '{job}')
$$, 'notice');
\set ECHO all
DELETE FROM citizens WHERE age IS NULL;
SELECT * FROM risk('staff', sensitive => '{job}', population => 'citizens');
ALTER TABLE citizens ALTER age TYPE text;
SELECT * FROM risk('staff', sensitive => '{job}', population => 'citizens');
ALTER TABLE citizens DROP sex, ALTER age TYPE integer USING age::integer;
SELECT * FROM risk('staff', sensitive => '{job}', population => 'citizens');
SET ROLE regress_auditor;
SELECT * FROM risk('staff', sensitive => '{job}');
RESET ROLE;
DROP TABLE staff, citizens, stays;
SET client_min_messages = error;
SELECT count(drop_release(r::regclass)) FROM unnest('{w_anatomy,w_tables,w_sliced,w_coarse,w_generalized,w_fragment_1,gone_sliced}'::text[]) r;
SELECT FROM drop_release('many_bucketized');
DROP TABLE workers, many;
DROP FUNCTION drawn;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM regress_auditor;
DROP ROLE regress_auditor;

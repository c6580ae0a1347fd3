-- What an attacker that learns from the release guesses from several tables of a release, and of persons with several rows; person by person.
-- Rooms: src/core/risk src/postgres/inspection src/postgres/audits
\pset format unaligned
\pset tuples_only on
\set VERBOSITY default
CREATE TABLE workers (id serial PRIMARY KEY, age integer, sex text, zip integer, job text, pay text);
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- The job follows from the age, and the pay from the job, in most cases.
INSERT INTO workers (age, sex, zip, job, pay)
SELECT age, sex, zip, 'j' || job, 'p' || CASE WHEN drawn(i, 'rule2', 10) < 8 THEN job ELSE drawn(i, 'pay', 6) END
FROM (SELECT i, age, sex, zip, CASE WHEN drawn(i, 'rule', 10) < 8 THEN (age / 5 + zip / 100) % 6 ELSE drawn(i, 'job', 6) END AS job
      FROM (SELECT i, 20 + drawn(i, 'age', 40) AS age, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex, drawn(i, 'zip', 300) AS zip
            FROM generate_series(1, 1200) i) k) j;
CREATE TABLE visits AS SELECT w.id % 400 AS person, (w.id % 400) % 40 AS age, (w.id % 400) / 200 AS ward, w.zip / 50 AS hour,
    'd' || CASE WHEN drawn(w.id, 'rule3', 10) < 8 THEN ((w.id % 400) % 40 / 4) % 6 ELSE drawn(w.id, 'disease', 6) END AS disease FROM workers w;
SET client_min_messages = error;
SELECT count(*) FROM gnf_decompose('workers', 3, '{"age, sex, zip -> job", "age, sex, zip -> pay"}', identifiers => '{id}', target => 'w_uad', seed => 1);
SELECT count(*) FROM gnf_decompose('workers', 3, '{"age, sex, zip -> job", "sex, job -> pay"}', algorithm => 'gd', identifiers => '{id}', target => 'w_gd', seed => 1);
SELECT count(*) FROM gnf_decompose('workers', 3, '{"age, sex, zip -> job"}', algorithm => 'single-attribute', identifiers => '{id}', target => 'w_single', seed => 1);
SELECT count(*) FROM fragment_table('workers', 4, 'job', 2, l => 3, sensitive => '{job}', identifiers => '{id}', target => 'w_class', seed => 1);
SELECT count(*) FROM fragment_table('workers', 4, 'pay', 2, sensitive => '{job}', identifiers => '{id}', target => 'w_other', seed => 1);
SELECT count(*) FROM fragment_table('workers', 4, 'job', 2, 'delta-selectivity', sensitive => '{job}', identifiers => '{id}', target => 'w_open', seed => 1);
SELECT bucketize_table('visits', 2, sensitive => '{disease}', subject => '{person}', target => 'v_buckets', seed => 1);
SELECT generalize_table('visits', 4, l => 2, sensitive => '{disease}', subject => '{person}', target => 'v_classes', seed => 1);
SELECT bucketize_table('workers', 3, sensitive => '{job}', identifiers => '{id}', target => 'w_buckets', seed => 1);
RESET client_min_messages;
\pset null -

-- Attributes by themselves say nothing of anybody; what stands with others in parts or fragments is guessed.
CREATE VIEW guessed AS
SELECT release, attribute, persons, low < guessed_right AND guessed_right < high AS within, round(bound::numeric, 3) AS bound,
       round(guessed_right::numeric, 1) AS guessed, round(baseline::numeric, 1) AS baseline, round(naive::numeric, 1) AS naive,
       calibration_error < 0.25 AS calibrated
FROM unnest('{w_uad_1,w_gd_1,w_single_1,w_class_1,w_other_1,w_open_1,v_buckets,v_classes}'::text[]) WITH ORDINALITY r (release, n),
     audit_inference(release::regclass, seed => 1)
ORDER BY n;
SELECT * FROM guessed;

-- The adversary does not know a sensitive value: exchanged in the source, the same is believed, and wrong.
CREATE TEMP TABLE before AS SELECT * FROM unnest('{w_uad_1,w_gd_1,w_class_1,w_other_1,v_buckets,v_classes}'::text[]) r (release), audit_inference(release::regclass, seed => 1);
BEGIN;
UPDATE workers SET job = 'j' || (substr(job, 2)::integer + 1) % 6;
UPDATE visits SET disease = 'd' || (substr(disease, 2)::integer + 1) % 6;
SELECT b.release, b.attribute, a.believed_above_50 = b.believed_above_50 AND a.believed_above_90 = b.believed_above_90 AS believed_alike,
       a.guessed_right < b.guessed_right AS fewer_right
FROM before b, audit_inference(b.release::regclass, seed => 1) a WHERE a.attribute = b.attribute AND b.attribute <> 'pay' ORDER BY 1, 2;
ROLLBACK;

-- One row a person, besides: as the summary says; by the primary key, or by what tells persons apart.
SELECT count(*), round(avg(guess_is_right::integer), 6) = round(max(guessed_right)::numeric, 6) AS as_summed_up,
       count(*) FILTER (WHERE (w.job = guess) = guess_is_right) AS judged, count(DISTINCT person) AS keys,
       count(*) FILTER (WHERE probability > 0.5) = round(max(believed_above_50) * 1200) AS believed
FROM audit_inference('w_buckets', seed => 1, persons => true) a LEFT JOIN workers w ON w.id = (person ->> 'id')::integer;
SELECT count(person), count(*) FILTER (WHERE guess_is_right = EXISTS (SELECT FROM visits v WHERE v.person = (a.person ->> 'person')::integer AND v.disease = guess))
FROM audit_inference('v_buckets', seed => 1, persons => true) a WHERE guess IS NOT NULL;
SELECT release, attribute, count(*), count(*) FILTER (WHERE guess_is_right = (guess = CASE attribute WHEN 'job' THEN w.job ELSE w.pay END))
FROM unnest('{w_gd_1,w_class_1,w_other_1}'::text[]) release, audit_inference(release::regclass, seed => 1, persons => true) a JOIN workers w ON w.id = (person ->> 'id')::integer
GROUP BY 1, 2 ORDER BY 1, 2;
-- Another key, or none.
ALTER TABLE workers DROP CONSTRAINT workers_pkey;
SELECT * FROM audit_inference('w_buckets', seed => 1, persons => true);
CREATE UNIQUE INDEX ON workers (id);
SELECT count(person) FROM audit_inference('w_buckets', seed => 1, persons => true);
DROP INDEX workers_id_idx;
ALTER TABLE workers ALTER id DROP NOT NULL;
SET client_min_messages = error;
SELECT FROM declare_roles('workers', identifiers => '{id}');
RESET client_min_messages;
SELECT person ? 'id' AS by_id, count(*) FROM audit_inference('w_buckets', seed => 1, persons => true) WHERE person IS NOT NULL GROUP BY 1;

-- For the owner of the source alone.
CREATE ROLE regress_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_reader;
SET ROLE regress_reader;
SELECT count(*) FROM audit_inference('w_buckets', seed => 1);
SELECT * FROM audit_inference('w_buckets', persons => true);
RESET ROLE;

SET client_min_messages = error;
SELECT count(drop_release(r::regclass)) FROM unnest('{w_uad_1,w_gd_1,w_single_1,w_class_1,w_other_1,w_open_1,v_buckets,v_classes,w_buckets}'::text[]) r;
DROP VIEW guessed;
DROP TABLE workers, visits;
DROP FUNCTION drawn;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM regress_reader;
DROP ROLE regress_reader;

-- What several releases of one source say together, and what a publisher learns of it.
\pset format unaligned \pset tuples_only on
\set ECHO none
\set VERBOSITY default
\pset null -
SET pg_microdata.republish = 'allow';
CREATE TABLE staff (id serial PRIMARY KEY, age integer, zip text, job text);
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
INSERT INTO staff (age, zip, job)
SELECT 20 + drawn(i, 'age', 45), (40000 + drawn(i, 'zip', 400))::text, 'j' || drawn(i, 'job', 9) FROM generate_series(1, 1500) i;
SET client_min_messages = error;
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 's_' || n, seed => n)
FROM generate_series(1, 3) n;
SELECT slice_table('staff', 2, 3, sensitive => '{job}', identifiers => '{id}', target => 's_sliced', seed => 1);
SELECT generalize_table('staff', 6, l => 3, sensitive => '{job}', identifiers => '{id}', target => 's_generalized', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', format => 'anatomy', target => 's_tables', seed => 5);
RESET client_min_messages;
\set ECHO all

-- One release pins nobody, and is guessed as its bound says; a second one pins half, a third nearly all. Methods mix.
\set ECHO none
CREATE FUNCTION composed(releases text) RETURNS TABLE (n integer, people bigint, pinned_above float8, contradicted float8, guessed boolean, single_pinned float8,
    by_single numeric, naive numeric) LANGUAGE sql AS $$
SELECT a.releases, a.persons, floor(a.pinned * 10) / 10, a.contradicted, a.low < a.guessed_right AND a.guessed_right < a.high AND a.guessed_right >= a.pinned,
       a.single_pinned, round(a.single_guessed_right::numeric, 1), round(a.naive::numeric, 1)
FROM audit_composition(releases::regclass[], seed => 1) a$$;
\set ECHO all
SELECT r, c.* FROM unnest(ARRAY['{s_1}', '{s_1,s_2}', '{s_1,s_2,s_3}', '{s_1,s_tables_st}', '{s_sliced,s_1}', '{s_generalized,s_1}']) WITH ORDINALITY u (r, i),
     composed(r) c ORDER BY i;
-- The same release again adds nothing.
SELECT a = b AS alike FROM audit_composition('{s_1}', seed => 1) a, audit_composition('{s_1,s_1}', seed => 1) b;
-- Thousands of times it takes no longer.
SELECT processor_seconds() AS before \gset
SELECT a = b AS alike FROM audit_composition('{s_1}', seed => 1) a, audit_composition(array_fill('s_1'::regclass, '{20000}'), seed => 1) b;
SELECT processor_seconds() - :before < 20 AS in_time;
-- Candidates and pinned persons by plain SQL, where everybody is alone with age and zip.
CREATE TABLE secluded AS SELECT DISTINCT ON (age, zip) age, zip, job FROM staff ORDER BY age, zip, job;
SET client_min_messages = error;
SELECT bucketize_table('secluded', 3, sensitive => '{job}', method => 'anatomy', target => 'l_' || n, seed => n) FROM generate_series(1, 2) n;
RESET client_min_messages;
SELECT a.persons = p.persons AS persons, abs(a.candidates - p.candidates) < 1e-9 AS candidates, abs(a.pinned - p.pinned) < 1e-9 AS pinned
FROM audit_composition('{l_1,l_2}') a,
     (SELECT count(*) AS persons, avg(n) AS candidates, avg((n = 1)::integer) AS pinned
      FROM (SELECT age, zip, count(*) AS n
            FROM (SELECT r.age, r.zip, b.job FROM l_1 r JOIN l_1 b USING (bucket)
                  INTERSECT
                  SELECT r.age, r.zip, b.job FROM l_2 r JOIN l_2 b USING (bucket)) left_over
            GROUP BY age, zip) counted) p;

-- All releases of the source that the caller may read.
SELECT releases FROM audit_composition(source => 'staff', seed => 1);
CREATE ROLE regress_composer;
GRANT SELECT ON staff, s_1, s_2 TO regress_composer;
SET ROLE regress_composer;
SELECT releases, pinned > 0.3 AS pinned FROM audit_composition(source => 'staff', seed => 1);
SELECT * FROM audit_composition('{s_1,s_3}');
RESET ROLE;
REVOKE SELECT ON staff FROM regress_composer;
SET ROLE regress_composer;
SELECT * FROM audit_composition(source => 'staff');
SELECT * FROM audit_composition('{s_1,s_2}');
RESET ROLE;

-- The adversary knows no sensitive value: with others in the source the same is left, and wrong. The same seed gives the same.
CREATE TEMP TABLE before AS SELECT * FROM audit_composition('{s_1,s_2}', seed => 3);
SELECT a = b AS same FROM audit_composition('{s_1,s_2}', seed => 3) a, before b;
BEGIN;
UPDATE staff SET job = 'j' || (substr(job, 2)::integer + 1) % 9;
SELECT a.candidates = b.candidates AS left_alike, a.pinned = b.pinned AS pinned_alike, a.guessed_right < b.guessed_right / 2 AS wrong
FROM audit_composition('{s_1,s_2}', seed => 3) a, before b;
UPDATE staff SET job = 'new' || id;
SELECT a.candidates = b.candidates AS left_alike, a.pinned = b.pinned AS pinned_alike, a.guessed_right FROM audit_composition('{s_1,s_2}', seed => 3) a, before b;
ROLLBACK;
-- Values that changed between two releases contradict the first.
BEGIN;
UPDATE staff SET job = 'other' || id % 9 WHERE id % 10 = 0;
SET client_min_messages = error;
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 's_later', seed => 9);
RESET client_min_messages;
SELECT contradicted BETWEEN 0.05 AND 0.1 AS contradicted, guessed_right > 0.6 AS guessed FROM audit_composition('{s_1,s_2,s_later}', seed => 1);
ROLLBACK;

-- A view whose rows come in another order each time is read once.
CREATE VIEW shaken AS SELECT age, zip, job FROM staff ORDER BY random();
SET client_min_messages = error;
SELECT bucketize_table('shaken', 3, sensitive => '{job}', method => 'anatomy', target => 'k_' || n, seed => n) FROM generate_series(1, 2) n;
RESET client_min_messages;
SELECT releases, pinned > 0.3 AS pinned, contradicted, guessed_right > pinned AS guessed FROM audit_composition(source => 'shaken', seed => 1);
-- Releases with other attributes, and with others sensitive.
SET client_min_messages = error;
SELECT bucketize_table('staff', 2, sensitive => '{job}', identifiers => '{id,zip}', method => 'anatomy', target => 's_fewer', seed => 1);
SELECT bucketize_table('staff', 2, sensitive => '{zip}', identifiers => '{id}', method => 'anatomy', target => 's_other', seed => 1);
RESET client_min_messages;
SELECT attribute, releases, persons FROM audit_composition('{s_1,s_fewer,s_other}', seed => 1);

-- What cannot be asked.
SELECT * FROM audit_composition();
SELECT * FROM audit_composition('{}');
SELECT * FROM audit_composition('{staff}');
SELECT * FROM audit_composition('{s_1,k_1}');
\set VERBOSITY terse
SELECT * FROM audit_composition('{s_1}', 'shaken');
\set VERBOSITY default
CREATE VIEW unpublished AS SELECT * FROM secluded;
SELECT * FROM audit_composition(source => 'unpublished');
SET client_min_messages = error;
SELECT count(*) FROM fragment_table('staff', 2, 'job', 2, identifiers => '{id}', target => 's_fragment', seed => 1);
RESET client_min_messages;
SELECT * FROM audit_composition('{s_1,s_fragment_1}');
SELECT releases FROM audit_composition(source => 'staff', seed => 1) WHERE attribute = 'job';

-- What is certain at publishing. Earlier releases of the source, also one that gives way and those that are gone:
SET client_min_messages = warning;
RESET pg_microdata.republish;
SET pg_microdata.republish = 'warn';
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_3');
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_3', replace => true);
SELECT FROM drop_release('k_1'); SELECT FROM drop_release('k_2');
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_3', replace => true);
SET pg_microdata.republish = 'error';
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_4');
\set VERBOSITY terse
SELECT bucketize_table('shaken', 3, sensitive => '{job}', target => 'k_4');
SELECT slice_table('shaken', 2, 3, sensitive => '{job}', target => 'k_4');
SELECT * FROM gnf_decompose('shaken', 3, sensitive => '{job}', target => 'k_4');
SELECT * FROM fragment_table('shaken', 2, 'job', target => 'k_4');
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_3', replace => true);
\set VERBOSITY default
\set VERBOSITY default
-- Who may not read the source learns nothing.
GRANT CREATE ON SCHEMA public TO regress_composer;
SET ROLE regress_composer;
SELECT generalize_table('staff', 6, l => 3, sensitive => '{job}', target => 'k_4');
SET pg_microdata.republish = 'allow';
RESET ROLE;
SET pg_microdata.republish = 'never';
SET pg_microdata.republish = 'allow';
SELECT generalize_table('shaken', 6, l => 3, sensitive => '{job}', target => 'k_4');
-- Buckets of one row, and of fewer rows than l.
CREATE TABLE pairs AS SELECT i / 4 AS a, i / 4 AS b, i % 2 AS c FROM generate_series(0, 39) i;
SELECT slice_table('pairs', 2, 2, sensitive => '{c}', diversity_check => 'exact', seed => 1, target => 'p_1') \g /dev/null
SELECT slice_table('pairs', 2, 1, sensitive => '{c}', seed => 1, target => 'p_2') \g /dev/null
SELECT slice_table('pairs', 2, 1, sensitive => '{c}', seed => 1, target => 'p_3', privacy => ARRAY[k_anonymity(2)]) \g /dev/null
SELECT count(*) FILTER (WHERE n = 1) AS of_one, count(*) FILTER (WHERE n < 2) AS below_l, count(*) AS buckets
FROM (SELECT count(*) AS n FROM p_1 GROUP BY bucket) b;
SELECT count(*) FILTER (WHERE n = 1) AS of_one, count(*) AS buckets FROM (SELECT count(*) AS n FROM p_2 GROUP BY bucket) b;
SET pg_microdata.republish = 'error';
SELECT slice_table('pairs', 2, 1, sensitive => '{c}', in_place => true);

SET client_min_messages = error;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE source IN ('staff'::regclass, 'shaken'::regclass, 'pairs'::regclass, 'secluded'::regclass);
\set ECHO none
DROP TABLE staff, pairs, secluded CASCADE;
DROP FUNCTION drawn, composed;
DROP OWNED BY regress_composer;
DROP ROLE regress_composer;

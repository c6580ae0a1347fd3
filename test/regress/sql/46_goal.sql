-- Buckets as large as a goal of inference needs, and cuts by correlation.
-- Rooms: src/core src/postgres/methods src/postgres/inspection src/postgres/audits
\pset format unaligned \pset tuples_only on
\set ECHO none
\set VERBOSITY default
CREATE FUNCTION drawn_for(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
CREATE TABLE staff (id serial PRIMARY KEY, age integer, sex text, zip integer, job text, shift text);
INSERT INTO staff (age, sex, zip, job, shift)
SELECT 20 + drawn_for(i, 'age', 40), CASE drawn_for(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END, drawn_for(i, 'zip', 90),
       'j' || CASE WHEN drawn_for(i, 'rule', 10) < 8 THEN (drawn_for(i, 'age', 40) / 8 + drawn_for(i, 'zip', 90) / 30) % 6
              ELSE drawn_for(i, 'job', 6) END,
       's' || drawn_for(i, 'shift', 3)
FROM generate_series(1, 700) i;
\set ECHO all
SELECT FROM declare_roles('staff', sensitive => '{job}', identifiers => '{id}', insensitive => '{shift}');
SET client_min_messages = error;

-- Without a goal more is guessed; with one, no more than that by whoever attacks again, and the buckets are larger.
SELECT slice_table('staff', 2, 2, seed => 1, target => 'staff_free');
SELECT slice_table('staff', 2, 2, seed => 1, target => 'staff_sliced', inference => 0.5);
SELECT slice_table('staff', 2, 2, seed => 1, target => 'staff_correlated', inference => 0.5, cuts => 'correlation');
SELECT bucketize_table('staff', 2, seed => 1, target => 'staff_anatomy', method => 'anatomy', inference => 0.5);
SELECT bucketize_table('staff', 2, seed => 1, target => 'staff_buckets', format => 'anatomy', inference => 0.5);
SELECT relation, guessed_right > 0.5 AS above, persons,
       (r.parameters ->> 'bucket_size')::integer > 2 AS larger,
       r.parameters ->> 'inference' AS goal, r.parameters ->> 'cuts' AS cuts,
       abs((r.parameters ->> 'guessed')::float8 - guessed_right) < 0.03 AS as_recorded
FROM unnest('{staff_free,staff_sliced,staff_correlated,staff_anatomy,staff_buckets}'::text[]) WITH ORDINALITY a (relation, n)
JOIN microdata.releases r ON relation::regclass = r.relations[1], audit_inference(relation::regclass, seed => 99)
ORDER BY n;
SELECT min(n) >= (SELECT (parameters ->> 'bucket_size')::integer FROM microdata.releases WHERE relations[1] = 'staff_sliced'::regclass) AS at_least
FROM (SELECT count(*) AS n FROM staff_sliced GROUP BY bucket) b;
SELECT bool_and(holds) AS verified FROM verify_release('staff_sliced');

-- The same seed gives the same release. By correlation it is another one.
CREATE TEMP TABLE before AS SELECT * FROM staff_sliced;
SELECT slice_table('staff', 2, 2, seed => 1, target => 'staff_sliced', inference => 0.5, replace => true);
SELECT count(*) AS differ FROM (SELECT * FROM before EXCEPT ALL SELECT * FROM staff_sliced) d;
SELECT count(*) > 0 AS differ FROM (SELECT * FROM before EXCEPT ALL SELECT * FROM staff_correlated) d;

-- Who publishes it again, as for a control, asks for the same.
SELECT c.arguments -> 'inference' AS inference, c.arguments -> 'cuts' AS cuts, c.arguments ? 'guessed' AS figures FROM microdata.publishing_call('staff_correlated') c;
SELECT guessed_right <= 0.5 AS below, control BETWEEN 0.2 AND 0.7 AS control FROM audit_inference('staff_correlated', control => 0.4, seed => 5);

-- Readers see what was asked for, not what came of it.
CREATE ROLE reader_of_goals;
GRANT SELECT ON staff_correlated TO reader_of_goals;
SET ROLE reader_of_goals;
SELECT parameters -> 'inference' AS inference, parameters -> 'cuts' AS cuts, parameters ?| '{guessed,bucket_size}' AS figures FROM microdata.releases;
RESET ROLE;
DROP OWNED BY reader_of_goals;
DROP ROLE reader_of_goals;
RESET client_min_messages;

-- What no buckets reach, and what cannot be asked for.
\set VERBOSITY default
DO $$
BEGIN
    PERFORM slice_table('staff', 2, 2, seed => 1, target => 'none', inference => 0.12, cuts => 'correlation');
EXCEPTION WHEN object_not_in_prerequisite_state THEN
    RAISE NOTICE '%', SQLERRM;
END $$;
SELECT slice_table('staff', 2, 2, seed => 1, target => 'none', inference => 0);
SELECT slice_table('staff', 2, 2, seed => 1, target => 'none', inference => 'NaN');
SELECT bucketize_table('staff', 2, seed => 1, target => 'none', inference => 1.5);
SELECT slice_table('staff', 2, 2, seed => 1, target => 'none', cuts => 'depth');
SELECT slice_table('staff', 2, 2, seed => 1, target => 'none', inference => 0.5, cuts => 'oblivious', sensitive_column_size => 1);
SELECT bucketize_table('staff', 2, seed => 1, target => 'none', cuts => 'correlation');
SELECT bucketize_table('staff', 2, seed => 1, target => 'none', inference => 0.5, cuts => 'oblivious');
CREATE TABLE visits AS SELECT id / 2 AS person, age, job FROM staff;
SELECT slice_table('visits', 1, 2, sensitive => '{job}', subject => '{person}', cuts => 'correlation');

-- Two sensitive attributes: the goal is for each. Nothing known of anybody: the most frequent value is guessed.
SET client_min_messages = error;
SELECT slice_table('staff', 2, 1.5, sensitive => '{job,sex}', insensitive => '{}', groups => '{"age, zip, shift", "job, sex"}', seed => 3, target => 'staff_two', inference => 0.57);
SELECT attribute, guessed_right <= 0.57 AS below FROM audit_inference('staff_two', seed => 8);
SELECT slice_table('visits', 1, 2, sensitive => '{job}', insensitive => '{age}', identifiers => '{person}', seed => 1, target => 'unknown', inference => 0.5);
SELECT guessed_right < 0.3 AS little FROM audit_inference('unknown', seed => 2);

-- explore() tries goals among other settings.
SELECT settings, feasible, smallest > 3 AS larger, suppressed, inference <= 0.5 AS below, left(reason, 44) AS reason
FROM explore('staff', 'slicing', '{"columns": 2, "l": 2, "inference": [0.5, 0.12], "cuts": "correlation", "suppress": 0.1}', seed => 1);
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE source IN ('staff'::regclass, 'visits'::regclass);
\set ECHO none
DROP TABLE visits;
DROP TABLE staff;
DROP FUNCTION drawn_for;

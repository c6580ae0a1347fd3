-- Goals of inference for persons with several rows.
-- Rooms: src/core src/postgres/methods src/postgres/release src/postgres/publishing
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA aimed;
SET search_path = aimed, public;
CREATE FUNCTION drawn_for(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- 900 persons with one to three visits. Most diagnoses follow from age and zip.
CREATE TABLE visits AS
SELECT p AS person, 20 + drawn_for(p, 'age', 40) AS age, drawn_for(p, 'zip', 30) AS zip, drawn_for(4 * p + n, 'ward', 5) AS ward,
       'd' || CASE WHEN drawn_for(4 * p + n, 'rule', 10) < 8 THEN (drawn_for(p, 'age', 40) / 5 + drawn_for(p, 'zip', 30) / 10) % 8 ELSE drawn_for(4 * p + n, 'd', 8) END AS diagnosis
FROM generate_series(1, 900) p, generate_series(1, 3) n WHERE n <= 1 + p % 3;
SELECT FROM declare_roles('visits', sensitive => '{diagnosis}', subject => '{person}');

SELECT bucketize_table('visits', 2, suppress => 0.3, seed => 1, target => 'free');
SELECT bucketize_table('visits', 2, suppress => 0.3, inference => 0.6, seed => 1, target => 'bucketized');
SELECT slice_table('visits', 2, 2, suppress => 0.3, inference => 0.6, seed => 1, target => 'sliced');
SELECT slice_table('visits', 1, 2, suppress => 0.3, inference => 0.6, seed => 1, target => 'apart', format => 'tables');
SELECT r, guessed_right > 0.6 AS above, (p.parameters ->> 'inference')::float8 AS goal, (p.parameters ->> 'bucket_size')::integer > 2 AS larger,
       abs((p.parameters ->> 'guessed')::float8 - guessed_right) < 0.03 AS as_recorded
FROM unnest('{free,bucketized,sliced,apart}'::text[]) WITH ORDINALITY u (r, n) JOIN microdata.releases p ON r::regclass = ANY (p.relations), audit_inference(r::regclass, seed => 99)
WHERE p.relations[1] = r::regclass ORDER BY n;
SELECT min(n) >= (SELECT (parameters ->> 'bucket_size')::integer FROM microdata.releases WHERE relations[1] = 'bucketized'::regclass) AS at_least
FROM (SELECT count(DISTINCT release_person) AS n FROM bucketized GROUP BY bucket) b;
SELECT r, bool_and(holds) AS verified FROM unnest('{bucketized,sliced,apart}'::text[]) r, verify_release(r::regclass) GROUP BY 1 ORDER BY 1;

-- The same seed gives the same release. The call is on record.
CREATE TEMP TABLE before AS TABLE sliced;
SELECT slice_table('visits', 2, 2, suppress => 0.3, inference => 0.6, seed => 1, target => 'sliced', replace => true);
SELECT count(*) AS differ FROM (TABLE before EXCEPT ALL TABLE sliced) d;
SELECT (microdata.publishing_call('sliced')).arguments -> 'inference' AS inference;

-- Persons who have one row each are rows. Harmless values are not guessed.
CREATE VIEW singles AS SELECT DISTINCT ON (person) * FROM visits ORDER BY person, ward, diagnosis;
SELECT bucketize_table('singles', 2, sensitive => '{diagnosis}', subject => '{person}', inference => 0.7, seed => 1, target => 'of_rows');
SELECT parameters ? 'levels' AS of_persons, parameters ->> 'inference' AS goal FROM microdata.releases WHERE relations[1] = 'of_rows'::regclass;
SELECT bucketize_table('visits', 2, suppress => 0.3, inference => 0.6, harmless => '{"diagnosis": ["d1", "d2", "d3"]}', seed => 1, target => 'harmless');
SELECT attribute, guessed_right <= 0.6 AS below FROM audit_inference('harmless', seed => 99) WHERE attribute = 'diagnosis';

-- Numbers that guesses come near.
SELECT bucketize_table('visits', 2, suppress => 0.3, sensitive => '{ward}', inference => 0.75, seed => 1, target => 'near');
SELECT GREATEST(guessed_right, near_right) <= 0.75 AS below FROM audit_inference('near', seed => 99);

-- What cannot be.
SET client_min_messages = notice;
SELECT bucketize_table('visits', 2, suppress => 0.3, inference => 0.6, seed => 1, target => 'bucketized', replace => true);
\set VERBOSITY default
DO $$
DECLARE hint text;
BEGIN
    PERFORM bucketize_table('visits', 2, suppress => 0.3, inference => 0.2, seed => 1, target => 'none');
EXCEPTION WHEN object_not_in_prerequisite_state THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RAISE NOTICE '% | %', SQLERRM, hint;
END $$;
SELECT attempts($$
bucketize_table('visits', 2, suppress => 0.3, inference => 0.6, regions => 2, target => 'none')
slice_table('visits', 2, 2, suppress => 0.3, inference => 0.6, cuts => 'correlation', target => 'none')
slice_table('visits', 2, 2, inference => 0.6, cuts => 'oblivious', target => 'none')
bucketize_table('visits', 2, suppress => 0.3, inference => 0.6, format => 'anatomy', target => 'none')
$$);
SET client_min_messages = error;
DROP SCHEMA aimed CASCADE;

-- What an adversary concludes from buckets and classes that were not cut.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- 256 wards of six: two who are alike in what is known, and four who are. Two of six have HIV. The two are cut off from the four
-- unless both have it.
CREATE TABLE wards AS
SELECT i AS id, i / 6 * 10 + (i % 6 >= 2)::integer AS place,
       (ARRAY['hiv', 'hiv', 'flu', 'asthma', 'cold', 'ulcer'])[row_number() OVER (PARTITION BY i / 6 ORDER BY md5('ward' || i))] AS disease
FROM generate_series(0, 1535) i;
SET client_min_messages = error;
SELECT generalize_table('wards', 2, l => 2, sensitive => '{disease}', identifiers => '{id}', target => 'w_feasible', seed => 1);
SELECT generalize_table('wards', 2, l => 2, sensitive => '{disease}', identifiers => '{id}', strict => false, cuts => 'oblivious',
                        target => 'w_oblivious', seed => 1);
SELECT slice_table('wards', 2, 2, sensitive => '{disease}', identifiers => '{id}', sensitive_column_size => 1, strict => true,
                   target => 'w_sliced', seed => 1);
SELECT slice_table('wards', 2, 2, sensitive => '{disease}', identifiers => '{id}', sensitive_column_size => 1, cuts => 'oblivious',
                   target => 'w_sliced_oblivious', seed => 1);
SELECT bucketize_table('wards', 2, sensitive => '{disease}', identifiers => '{id}', cuts => 'oblivious', target => 'w_bucketized', seed => 1);
RESET client_min_messages;
-- Those who were not cut off have it, all of them, where a third of their class has, and a half may.
SELECT r, attribute, regions, telling, persons, guessed_right, believed, round(share::numeric, 3) AS share, bound, z > 5 AS told
FROM unnest('{w_feasible,w_sliced}'::text[]) r, audit_minimality(r::regclass, seed => 1) ORDER BY r;
-- By plain SQL: classes of six, two of them alike.
SELECT count(*) AS telling, avg(share) AS share FROM (
    SELECT avg((disease = 'hiv')::integer) AS share FROM w_sliced GROUP BY bucket HAVING count(DISTINCT place) = 2) b;
-- Oblivious cuts tell nothing.
SELECT r, telling, persons, z IS NULL OR z < 3 AS not_told
FROM unnest('{w_oblivious,w_sliced_oblivious,w_bucketized}'::text[]) r, audit_minimality(r::regclass, seed => 1) ORDER BY r;

-- Where everybody is known to be in one bucket, guesses are made, and right by chance.
CREATE TABLE many AS
SELECT i AS place, CASE WHEN drawn(i, 'hiv', 1000) < 430 THEN 'hiv' ELSE 'd' || drawn(i, 'disease', 12) END AS disease
FROM generate_series(1, 4000) i;
SET client_min_messages = error;
SELECT bucketize_table('many', 2.2, sensitive => '{disease}', cuts => 'oblivious', target => 'm_oblivious', seed => 1);
RESET client_min_messages;
SELECT persons > 200 AS guessed, abs(z) < 4 AS by_chance, low < guessed_right AND guessed_right < high AS within, share <= bound AS bounded
FROM audit_minimality('m_oblivious', seed => 1);

-- She reads no value of anybody: with others in the source she believes the same.
CREATE TEMP TABLE before AS SELECT * FROM audit_minimality('w_feasible', seed => 1);
BEGIN;
UPDATE wards SET disease = 'new' || id;
SELECT a.regions = b.regions AND a.telling = b.telling AND a.persons = b.persons AND a.believed = b.believed AS believed_alike,
       a.guessed_right, a.z < 0 AS wrong
FROM audit_minimality('w_feasible', seed => 1) a, before b;
ROLLBACK;

-- What cannot be asked.
SET client_min_messages = error;
SELECT generalize_table('wards', 2, sensitive => '{disease}', identifiers => '{id}', target => 'w_without', seed => 1);
SELECT count(*) FROM fragment_table('wards', 2, 'disease', 1, identifiers => '{id}', target => 'w_fragment', seed => 1);
RESET client_min_messages;
SELECT * FROM audit_minimality('w_without');
SELECT * FROM audit_minimality('w_fragment_1');
SELECT * FROM audit_minimality('wards');
CREATE ROLE regress_auditor;
GRANT SELECT ON w_feasible TO regress_auditor;
SET ROLE regress_auditor;
SELECT * FROM audit_minimality('w_feasible');
RESET ROLE;
ALTER TABLE w_feasible DROP disease;
SELECT * FROM audit_minimality('w_feasible');
SET client_min_messages = error;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE source IN ('wards'::regclass, 'many'::regclass);
\set ECHO none
DROP TABLE wards, many;
DROP FUNCTION drawn;
DROP OWNED BY regress_auditor;
DROP ROLE regress_auditor;

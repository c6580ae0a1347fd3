-- Rooms: src/core/slicing src/postgres/methods/slicing src/postgres/checks/bucket_verification.cpp
-- k counts sensitive values, too, where what is infeasible is left out.
\pset format unaligned \pset tuples_only on
CREATE SCHEMA rare_values;
SET search_path = rare_values, public;
CREATE TABLE staff AS
SELECT i AS age, 'street ' || i % 40 AS street, CASE WHEN i % 150 = 7 THEN 'pilot' ELSE (ARRAY['clerk', 'cook', 'driver'])[i % 3 + 1] END AS job
FROM generate_series(1, 600) AS i;

-- The least often that a job stands in a bucket.
CREATE FUNCTION rarest(relation regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    fewest bigint;
BEGIN
    EXECUTE format('SELECT min(n) FROM (SELECT count(*) AS n FROM %s GROUP BY bucket, job) AS c', relation) INTO fewest;
    RETURN fewest;
END $$;

-- Else they are published, and the call says how many.
SELECT slice_table('staff', 2, 2, sensitive => '{job}', quasi_identifiers => '{age,street}', groups => '{"age, street", job}', k => 3, privacy => ARRAY[k_anonymity(60)], seed => 1);
SELECT rarest('staff_sliced');
SELECT requirement, bound, achieved, holds FROM verify_release('staff_sliced') WHERE requirement ~ 'k times';

-- Too little may be left out.
SELECT slice_table('staff', 2, 2, sensitive => '{job}', quasi_identifiers => '{age,street}', groups => '{"age, street", job}', k => 3, privacy => ARRAY[k_anonymity(60)], seed => 1, infeasible => 'suppress', suppress => 0.001,
                   target => 'common');

SELECT slice_table('staff', 2, 2, sensitive => '{job}', quasi_identifiers => '{age,street}', groups => '{"age, street", job}', k => 3, privacy => ARRAY[k_anonymity(60)], seed => 1, infeasible => 'suppress', suppress => 0.01,
                   target => 'common');
SELECT rarest('common');
SELECT requirement, bound, achieved, holds FROM verify_release('common') WHERE requirement ~ 'k times' OR holds IS NOT TRUE;
SELECT suppressed_rows FROM microdata.releases WHERE 'common'::regclass = ANY (relations);

-- By regions, which have buckets of their own.
SELECT slice_table('staff', 2, 2, sensitive => '{job}', quasi_identifiers => '{age,street}', groups => '{"age, street", job}', k => 3, privacy => ARRAY[k_anonymity(60)], seed => 1, infeasible => 'suppress', suppress => 0.01,
                   regions => 2, target => 'by_regions');
SELECT rarest('by_regions');
SELECT requirement, bound, achieved, holds FROM verify_release('by_regions') WHERE requirement ~ 'k times' OR holds IS NOT TRUE;

-- Verification counts the rows that are there.
UPDATE common SET job = 'pilot' WHERE ctid = (SELECT min(ctid) FROM common);
SELECT requirement, bound, achieved, holds FROM verify_release('common') WHERE requirement ~ 'k times';
UPDATE by_regions SET job = 'pilot' WHERE ctid = (SELECT min(ctid) FROM by_regions);
SELECT requirement, bound, achieved, holds FROM verify_release('by_regions') WHERE requirement ~ 'k times';

SET client_min_messages = warning;
SELECT drop_release(r) FROM unnest('{staff_sliced,common,by_regions}'::regclass[]) AS r;
DROP SCHEMA rare_values CASCADE;

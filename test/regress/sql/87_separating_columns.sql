-- Columns that tell everybody apart and say nothing: sampling weights, numbers in a row, times to the microsecond.
CREATE SCHEMA apart;
SET search_path = apart, public;
SET client_min_messages = notice;
SET pg_microdata.unclassified = suspicious;
-- Numbers between 0 and 1 that follow from nothing.
CREATE FUNCTION drawn(i integer, n integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT (hashint8extended(i, n) & 1048575) / 1048576.0 $$;
CREATE TABLE survey AS
    SELECT 20 + (60 * drawn(i, 4))::integer AS age, (ARRAY['nurse', 'cook', 'clerk', 'judge'])[1 + trunc(4 * drawn(i, 6))::integer] AS job, (20000 + trunc(4 * drawn(i, 6)) * 9000 + 15000 * drawn(i, 1))::integer AS salary,
           drawn(i, 2) * 100 AS weight, timestamp '2026-01-01' + drawn(i, 3) * interval '200 days' AS answered, i AS nr, 'o' || (5 * drawn(i, 5))::integer AS opinion
    FROM generate_series(1, 1500) i;
SELECT attribute, suggested, reason FROM classify('survey') WHERE attribute <> 'opinion';
SELECT attributes, round(unique_share::numeric, 2) AS unique FROM risk('survey', sensitive => '{opinion}', combinations => 1) WHERE attributes IS NOT NULL;
\set VERBOSITY default
SELECT slice_table('survey', 2, 3, sensitive => '{opinion}', target => 'sliced');
-- By regions too, where the sample is the table.
SELECT slice_table('survey', 2, 3, sensitive => '{opinion}', target => 'sliced', regions => 2);
-- A role is a decision.
SET client_min_messages = warning;
SELECT slice_table('survey', 2, 3, sensitive => '{opinion}', identifiers => '{weight,nr}', quasi_identifiers => '{answered,salary}', target => 'sliced');
SELECT drop_release('sliced');
SET pg_microdata.unclassified = warn;
SELECT slice_table('survey', 2, 3, sensitive => '{opinion}', target => 'sliced');
SET client_min_messages = error;
DROP SCHEMA apart CASCADE;

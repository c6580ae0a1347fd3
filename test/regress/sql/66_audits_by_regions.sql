-- What is estimated and measured of a release region by region is what it is of all rows at once; what cannot be done so fails before it starts.
-- Rooms: src/core/risk src/core/regions src/postgres/*region*
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_audit_regions;
SET search_path = regress_audit_regions, public;

CREATE TABLE patients (age integer, weight float8, sex text, zipcode integer, disease text, salary numeric);
INSERT INTO patients
SELECT CASE WHEN i % 97 = 0 THEN NULL ELSE 20 + i * 7919 % 60 END, 50 + i * 104729 % 400 / 10.0, CASE WHEN i % 101 = 0 THEN NULL WHEN i * 31 % 5 < 2 THEN 'F' ELSE 'M' END,
       47000 + i * 613 % 40, 'd' || (i * 7 + i / 13) % 6,
       -- In different regions other spellings of the same values.
       CASE WHEN i % 5 = 0 THEN NULL ELSE (1000 * (1 + (i * 11 + i / 17) % 9))::numeric(10, 2) END
FROM generate_series(1, 2000) i;
UPDATE patients SET salary = trim_scale(salary) WHERE age < 45;
ANALYZE patients;

SELECT slice_table('patients', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, regions => 5, target => 'sliced', seed => 1);
SELECT bucketize_table('patients', 2, sensitive => '{disease, salary}', regions => 4, target => 'bucketized', seed => 1);
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy', regions => 4, target => 'anatomy', seed => 1);
SELECT generalize_table('patients', 5, 2, sensitive => '{disease}', regions => 4, target => 'generalized', seed => 1);
SELECT generalize_table('patients', 5, 2, sensitive => '{disease}', recoding => 'multiset', regions => 4, target => 'multisets', seed => 1);
SELECT 'by regions', string_agg(c.relname, ', ' ORDER BY c.relname)
FROM microdata.releases r, pg_class c WHERE c.oid = r.relations[1] AND c.relnamespace = 'regress_audit_regions'::regnamespace
    AND jsonb_array_length(r.parameters -> 'regions' -> 'source_rows') > 1;

-- As if a release had so many rows that it must be read by regions.
CREATE PROCEDURE pretend(release regclass, rows bigint) LANGUAGE sql AS $$
    UPDATE microdata.release_record SET published_rows = rows WHERE release = ANY (relations)
$$;

CREATE FUNCTION rows_of(call text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT to_jsonb(f) FROM (SELECT * FROM %s) f', call);
END
$$;

-- Whether two results are equal but for what adding up in another order makes of numbers.
CREATE FUNCTION same(a jsonb, b jsonb) RETURNS boolean LANGUAGE sql AS $$
    SELECT count(*) FILTER (WHERE x.value IS DISTINCT FROM y.value
               AND NOT coalesce(jsonb_typeof(x.value) = 'number' AND jsonb_typeof(y.value) = 'number'
                   AND abs(x.value::float8 - y.value::float8) <= 1e-7 * (1 + abs(x.value::float8)), false)) = 0
    FROM jsonb_each(a) x FULL JOIN jsonb_each(b) y USING (key)
$$;

-- The rows of a call where the release is read at once, and where it is read by regions.
CREATE FUNCTION readings(release regclass, call text) RETURNS TABLE (at_once jsonb, by_regions jsonb) LANGUAGE plpgsql AS $$
DECLARE
    first jsonb[] := ARRAY(SELECT rows_of(format(call, release)));
    rows_before bigint;
BEGIN
    SELECT published_rows INTO rows_before FROM microdata.release_record WHERE release = ANY (relations);
    CALL pretend(release, 1000000000000);
    RETURN QUERY SELECT * FROM unnest(first, ARRAY(SELECT rows_of(format(call, release))));
    CALL pretend(release, rows_before);
END
$$;

-- How many rows a call has, and how many of them differ where the release is read by regions. The order is the same.
CREATE FUNCTION compared(release regclass, call text, OUT rows bigint, OUT differ bigint) LANGUAGE sql AS $$
    SELECT count(at_once), count(*) FILTER (WHERE NOT coalesce(same(at_once, by_regions), false)) FROM readings(release, call)
$$;

-- That a call fails without regions shows that it goes by them.
CREATE FUNCTION fails(release regclass, call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    CALL pretend(release, 1000000000000);
    PERFORM rows_of(format(call, release));
    RETURN 'does not fail';
EXCEPTION WHEN out_of_memory THEN
    RETURN SQLSTATE;
END
$$;

-- Returns the state, the message and the detail with which a statement fails.
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' ', SQLSTATE, message, detail);
END
$$;
CREATE TABLE calls (number integer, call text);
INSERT INTO calls VALUES
    (1, $$estimate_count('%s', '{}', 'mixed')$$),
    (2, $$estimate_count('%s', '{"age": {"between": [30, 50]}, "disease": "d1"}', 'mixed')$$),
    (3, $$estimate_count('%s', '{"disease": ["d0", "d2"], "sex": null}', 'mixed')$$),
    (4, $$estimate('%s', '{sex, disease}', measures => '{count, avg(age), sum(weight)}', method => 'mixed')$$),
    (5, $$estimate('%s', '{disease}', '{"age": {">=": 40}, "or": [{"sex": "F"}, {"zipcode": {"<": 47020}}]}', '{count, sum(age), avg(weight)}', 'mixed')$$),
    (6, $$estimate('%s', NULL, '{"disease": "nobody has it"}', '{count, sum(age)}', 'mixed')$$),
    (7, $$estimate('%s', '{age}', '{"disease": "d3"}', method => 'mixed')$$);
\set ECHO all
SELECT r.release, array_agg(f.rows ORDER BY c.number) AS rows, sum(f.differ) AS differ FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) WITH ORDINALITY r (release, n), calls c,
    compared(r.release, c.call) f GROUP BY r.n, 1 ORDER BY r.n;
SELECT compared('bucketized', $$estimate('%s', '{salary}', measures => '{count, avg(age)}', method => 'mixed')$$);
SELECT compared('sliced', $$estimate('%s', '{salary, disease}', measures => '{count, avg(salary)}', method => 'mixed')$$);
SELECT array_agg(compared(release, $$microdata.information_loss('%s')$$)) FROM unnest('{generalized,multisets}'::regclass[]) release;
-- Multisets of a region spell values as its rows do, which others spell otherwise.
SELECT count(*) > 0 AS spelled_otherwise FROM multisets WHERE salary ~ '[1-9]000[.]00:';
SELECT array_agg(compared('multisets', format('microdata.information_loss(%L, %L)', '%s', m))) FROM unnest('{values,entropy}'::text[]) m;
SELECT bool_and(holds) AS holds FROM verify_release('multisets');

-- A model is learned in each region; what mixing leaves to chance it knows as well as one of all regions. The totals are exact.
CREATE TABLE likelihood AS SELECT * FROM estimate('bucketized', '{sex, disease}', measures => '{count, avg(age)}');
CALL pretend('bucketized', 1000000000000);
SELECT count(*) AS groups, count(a.estimate IS NULL OR NULL) AS missing, round(sum(a.estimate) FILTER (WHERE a.measure = 'count')::numeric, 6) AS persons,
       round(sum(b.estimate) FILTER (WHERE b.measure = 'count')::numeric, 6) AS at_once, bool_and(a.standard_error >= 0) AS has_errors,
       bool_and(abs(a.estimate - b.estimate) < 4 * (a.standard_error + b.standard_error) + 1e-6) AS near
FROM estimate('bucketized', '{sex, disease}', measures => '{count, avg(age)}') a FULL JOIN likelihood b USING (groups, measure);

-- The attack by cuts that were not made, on values of which some are frequent.
CREATE TABLE wards AS SELECT i * 7919 % 61 AS age, i * 613 % 40 AS zipcode,
    CASE WHEN i * 31 % 100 < 30 + (i * 7919 % 61) / 3 THEN 'flu' ELSE 'd' || i * 17 % 7 END AS disease FROM generate_series(1, 4000) i;
ANALYZE wards;
SELECT generalize_table('wards', 2, 2, sensitive => '{disease}', regions => 4, target => 'wards_generalized', seed => 1);
SELECT attribute, regions > 100 AS many, telling > 10 AS some_tell, persons > 20 AS some_guessed FROM audit_minimality('wards_generalized', seed => 1);
SELECT compared('wards_generalized', $$audit_minimality('%s', seed => 1)$$);
CREATE TABLE others AS SELECT * FROM wards WHERE age % 3 = 0;
SELECT compared('wards_generalized', $$audit_minimality('%s', seed => 1, outsiders => 'others')$$);

-- Queries are drawn as they are at once; what they count, and what is estimated, adds up.
SELECT array_agg(compared(release, $$microdata.relative_error('%s', 2, 0.4, 40, seed => 3)$$)) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
-- Hardly any of these counts somebody: they are drawn anew, pass after pass.
SELECT compared('bucketized', $$microdata.relative_error('%s', 3, 0.02, 5, seed => 3)$$);
SELECT array_agg(compared('generalized', format($$microdata.information_loss('%%s', %L)$$, measure))) FROM unnest('{values,entropy}'::text[]) measure;

-- All of these persons and strangers are looked at either way.
CREATE TABLE strangers AS
SELECT CASE WHEN i % 89 = 0 THEN NULL ELSE 20 + i * 6113 % 70 END AS age, 50 + i * 104723 % 400 / 10.0 AS weight, CASE WHEN i * 17 % 5 < 2 THEN 'F' ELSE 'M' END AS sex,
       46990 + i * 389 % 60 AS zipcode, 'd' || (i * 5 + i / 11) % 7 AS disease, (1000 * (1 + (i * 7 + i / 19) % 10))::numeric AS salary
FROM generate_series(1, 700) i;
ANALYZE strangers;
ALTER TABLE strangers ALTER weight TYPE float8;
SELECT array_agg(compared(release, $$audit_membership('%s', outsiders => 'strangers', seed => 1)$$)) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(compared(release, $$audit_composition(ARRAY['%s'::regclass, 'bucketized', 'generalized'], outsiders => 'strangers', seed => 1)$$))
FROM unnest('{sliced,anatomy,multisets}'::regclass[]) release;
-- Persons are followed in regions as in the whole: a year later, and when some of them moved.
BEGIN;
UPDATE patients SET age = age + 1;
SELECT array_agg(compared(release, $$audit_composition(ARRAY['%s'::regclass], outsiders => 'strangers', seed => 1)$$)) FROM unnest('{sliced,anatomy,bucketized}'::regclass[]) release;
SELECT bool_and(guessed_right IS NOT NULL) AS known FROM audit_composition('{sliced,anatomy,bucketized}', seed => 1);
UPDATE patients SET weight = weight + 0.5 WHERE zipcode % 4 = 0;
SELECT array_agg(compared(release, $$audit_composition(ARRAY['%s'::regclass], seed => 1)$$)) FROM unnest('{sliced,anatomy,bucketized}'::regclass[]) release;
SELECT bool_or(guessed_right IS NOT NULL) AS known FROM audit_composition('{sliced,anatomy,bucketized}', seed => 1);
ROLLBACK;

-- Others are drawn in another order: intervals of both readings overlap.
CREATE FUNCTION apart(release regclass, call text, low text, high text, OUT rows bigint, OUT apart bigint) LANGUAGE sql AS $$
    SELECT count(a), count(*) FILTER (WHERE NOT coalesce((a ->> low)::float8 <= (b ->> high)::float8 AND (b ->> low)::float8 <= (a ->> high)::float8, a ->> low IS NULL AND b ->> low IS NULL))
    FROM readings(release, call) r (a, b)
$$;
SELECT array_agg(apart(release, $$audit_membership('%s', seed => 1)$$, 'low', 'high')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(apart(release, $$audit_linkability('%s', outsiders => 'strangers', seed => 1)$$, 'low', 'high')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(apart(release, $$audit_inference('%s', outsiders => 'strangers', seed => 1)$$, 'low', 'high')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
-- Predicates of one attribute are the same; those of several say the region as well.
SELECT array_agg(apart(release, $$(SELECT * FROM audit_singling_out('%s', outsiders => 'strangers', seed => 1) WHERE kind = 'univariate') u$$, 'success', 'success')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
-- Outsiders may be the source itself, whose rows are read once.
SELECT array_agg(compared(release, $$audit_membership('%s', outsiders => 'patients', seed => 1)$$)) FROM unnest('{sliced,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(compared(release, $$audit_composition(ARRAY['%s'::regclass], outsiders => 'patients', seed => 1)$$)) FROM unnest('{sliced,multisets}'::regclass[]) release;
SELECT array_agg(apart(release, $$audit_linkability('%s', outsiders => 'patients', seed => 1)$$, 'risk_low', 'risk_high')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(apart(release, $$audit_inference('%s', outsiders => 'patients', seed => 1)$$, 'low', 'high')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT array_agg(apart(release, $$(SELECT * FROM audit_singling_out('%s', outsiders => 'patients', seed => 1) WHERE kind = 'univariate') u$$, 'control', 'control')) FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) release;
SELECT compared('wards_generalized', $$audit_minimality('%s', seed => 1, outsiders => 'wards')$$);

-- What is wrong with a release is found by regions as well. Diseases go with ages here, which a model learns from buckets.
CREATE TABLE telling AS SELECT (i * 7919 % 60)::integer AS age, i * 6131 % 20011 AS zipcode, i * 31 % 20011 AS ward,
    CASE WHEN i * 104729 % 10 < 9 THEN 'd' || (i * 7919 % 60) / 10 ELSE 'd' || i * 17 % 6 END AS disease FROM generate_series(1, 20000) i;
ANALYZE telling;
SELECT bucketize_table('telling', 2, sensitive => '{disease}', regions => 8, target => 'told', seed => 1);
CREATE FUNCTION both_ways(release regclass, call text) RETURNS SETOF jsonb LANGUAGE sql AS $$
    SELECT r FROM readings(release, call), unnest(ARRAY[at_once, by_regions]) r
$$;
SELECT r ->> 'persons' AS persons, (r ->> 'low')::float8 > 0.75 AS learned, (r ->> 'naive')::float8 < 0.25 AS naive_fails FROM both_ways('told', $$audit_inference('%s', seed => 1)$$) r;
-- A model of naive Bayes; and none.
SELECT abs((a[1] ->> 'guessed_right')::float8 - (a[2] ->> 'guessed_right')::float8) < 0.02 AS alike
FROM (SELECT array_agg(r) FROM both_ways('told', $$audit_inference('%s', model => 'naive_bayes', seed => 1)$$) r) x (a);
SELECT same(a[1] - '{baseline,calibration_error}'::text[], a[2] - '{baseline,calibration_error}'::text[]) AS alike
FROM (SELECT array_agg(r) FROM both_ways('told', $$audit_inference('%s', iterations => 0, seed => 1)$$) r) x (a);

-- Less than these 20,000 rows and their source take at once: as many audits are made, of parts of the regions where the adversary learns.
SET pg_microdata.memory_limit = '3MB';
SELECT persons, low > 0.75 AS learned, naive < 0.25 AS naive_fails FROM audit_inference('told', seed => 1);
SELECT audit_inference('told', persons => true);
-- What is known in each region, persons and values, leaves too little for one.
SELECT answer('SELECT ' || call) FROM unnest(ARRAY[$$audit_membership('told', seed => 1)$$, $$audit_singling_out('told', attacks => 200, seed => 1)$$,
    $$audit_linkability('told', attacks => 200, seed => 1)$$, $$audit_composition(ARRAY['told'::regclass], seed => 1)$$, $$microdata.relative_error('told', 2, 0.4, 20, seed => 1)$$]) call;
SET pg_microdata.memory_limit = '40MB';
CALL pretend('told', 1000000000000);
SELECT known, members, outsiders, low > 0.9 AS told FROM audit_membership('told', seed => 1);
SELECT kind, attacks, success IS NOT NULL OR attacks = 0 AS judged FROM audit_singling_out('told', attacks => 200, seed => 1);
SELECT attacks, success > 0.5 AS linked FROM audit_linkability('told', attacks => 200, seed => 1);
SELECT releases, persons, pinned FROM audit_composition(ARRAY['told'::regclass], seed => 1);
SELECT queries, mean < 0.5 AS near FROM microdata.relative_error('told', 2, 0.4, 20, seed => 1);
CALL pretend('told', 20000);
RESET pg_microdata.memory_limit;
SELECT bucketize_table('telling', 2, sensitive => '{disease}', regions => 1, target => 'told_at_once', seed => 1);
SET pg_microdata.memory_limit = '3MB';
SELECT fails('told_at_once', c.call), count(*) FROM unnest(ARRAY[
    $$audit_inference('%s')$$, $$audit_membership('%s')$$, $$audit_singling_out('%s')$$, $$audit_linkability('%s')$$, $$audit_composition(ARRAY['%s'::regclass])$$,
    $$microdata.relative_error('%s', 1)$$]) c (call) GROUP BY 1;
SELECT audit, finding LIKE 'Not done: audit_linkability()%' AS says_why FROM audit('told_at_once', NULL) WHERE audit = 'audit_linkability';
RESET pg_microdata.memory_limit;

-- Losses of multisets, too.
SELECT generalize_table('telling', 4, 2, sensitive => '{disease}', recoding => 'multiset', regions => 4, target => 'told_multisets', seed => 1);
SELECT array_agg(compared('told_multisets', format($$microdata.information_loss('%%s', %L)$$, measure))) FROM unnest('{values,entropy}'::text[]) measure;

-- Somebody gave each row a bucket of its own.
UPDATE told SET bucket = n.number FROM (SELECT ctid AS row, row_number() OVER () AS number FROM told) n WHERE told.ctid = n.row;
SELECT array_agg((r ->> 'believed_above_90')::float8 > 0.9) AS certain FROM both_ways('told', $$audit_inference('%s', seed => 1)$$) r;
SELECT r ->> 'known' AS known, array_agg((r ->> 'low')::float8 > 0.6) AS told FROM both_ways('told', $$audit_membership('%s', seed => 1)$$) r GROUP BY 1 ORDER BY 1;
SELECT array_agg((r ->> 'low')::float8 > 0.3) AS linked FROM both_ways('told', $$audit_linkability('%s', "left" => '{age,zipcode}', "right" => '{ward,disease}', attacks => 100, seed => 1)$$) r;
SELECT r ->> 'pinned' AS pinned, r ->> 'persons' AS persons FROM both_ways('told', $$audit_composition(ARRAY['%s'::regclass], seed => 1)$$) r;
-- And somebody published what only one has.
CREATE TABLE singular AS SELECT i % 50 AS age, i * 613 % 40 AS zipcode, CASE WHEN i % 400 = 0 THEN 1000 + i ELSE i % 9 END AS rare, 'd' || i % 5 AS disease FROM generate_series(1, 4000) i;
ANALYZE singular;
SELECT bucketize_table('singular', 2, sensitive => '{disease}', regions => 4, target => 'singled', seed => 1);
SELECT r ->> 'kind' AS kind, (r ->> 'attacks')::integer > 0 AS attacks, (r ->> 'success')::float8 > 0.9 AS singled_out FROM both_ways('singled', $$audit_singling_out('%s', seed => 1)$$) r;

-- Regions show values, each others, that nobody in the source has any more.
DELETE FROM singular WHERE rare > 1000 OR disease = 'd1';
SELECT r ->> 'kind' AS kind, (r ->> 'attacks')::integer > 0 AS attacks, (r ->> 'success')::float8 < 0.9 AS wrong FROM both_ways('singled', $$audit_singling_out('%s', seed => 1)$$) r;
SELECT DISTINCT call FROM unnest(ARRAY[$$audit_inference('%s', seed => 1)$$, $$audit_membership('%s', seed => 1)$$, $$audit_linkability('%s', seed => 1)$$, $$audit_composition(ARRAY['%s'::regclass], seed => 1)$$,
    $$microdata.relative_error('%s', 2, 0.4, 10, seed => 1)$$, $$disclosure('%s')$$, $$verify_release('%s')$$]) call, both_ways('singled', call) ORDER BY 1;
-- A control is made by the same call, with as many regions.
SELECT attacks, control IS NOT NULL AS has_control FROM audit_linkability('sliced', attacks => 200, control => 0.3, seed => 1);

-- A release without regions that is too large is not begun either.
SELECT bucketize_table('patients', 2, sensitive => '{disease}', regions => 1, target => 'in_one', seed => 1);
SELECT string_agg(fails('in_one', c.call), ' '), fails('in_one', $$audit_minimality('%s')$$) FROM calls c WHERE c.number IN (1, 4);

-- With a limit that is too small indeed; the numbers are those of its rows and attributes.
CREATE TABLE four_times AS SELECT p.* FROM patients p, generate_series(1, 4);
ANALYZE four_times;
SELECT slice_table('four_times', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, target => 'at_once', seed => 1);
SELECT generalize_table('four_times', 5, 2, sensitive => '{disease}', loss => 'entropy', target => 'generalized_at_once', seed => 1);
SET pg_microdata.memory_limit = '1MB';
SELECT answer(format('SELECT count(*) FROM %s', call)) FROM unnest(ARRAY[
    $$audit_inference('at_once')$$, $$audit_membership('at_once')$$, $$audit_singling_out('at_once')$$, $$audit_linkability('at_once')$$,
    $$audit_composition(ARRAY['at_once'::regclass])$$, $$audit_minimality('generalized_at_once')$$, $$microdata.relative_error('at_once', 1)$$,
    $$microdata.information_loss('generalized_at_once', 'entropy')$$, $$disclosure('at_once')$$]) c (call);
RESET pg_microdata.memory_limit;

\set ECHO none
DO $$
BEGIN
    PERFORM drop_release(relations[1]) FROM microdata.releases
    WHERE relations[1] IN (SELECT oid FROM pg_class WHERE relnamespace = 'regress_audit_regions'::regnamespace);
END
$$;
RESET search_path;
DROP SCHEMA regress_audit_regions CASCADE;

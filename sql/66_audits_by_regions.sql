-- What is estimated and measured of a release region by region is what it is of all rows at once; what cannot be done so fails before it starts.
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
SELECT bucketize_table('patients', 2, sensitive => '{disease}', format => 'anatomy', weight_column => 'expected', regions => 4, target => 'anatomy', seed => 1);
SELECT generalize_table('patients', 5, 2, sensitive => '{disease}', regions => 4, target => 'generalized', seed => 1);
SELECT generalize_table('patients', 5, 2, sensitive => '{disease}', recoding => 'multiset', regions => 4, target => 'multisets', seed => 1);
SELECT c.relname::text, jsonb_array_length(r.parameters -> 'regions' -> 'source_rows') > 1 AS by_regions
FROM microdata.releases r, pg_class c
WHERE c.oid = r.relations[1] AND c.relnamespace = 'regress_audit_regions'::regnamespace ORDER BY c.relname;

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

-- How many rows a call has, and how many of them differ where the release is read by regions. The order is the same.
CREATE FUNCTION compared(release regclass, call text) RETURNS TABLE (rows bigint, differ bigint) LANGUAGE plpgsql AS $$
DECLARE
    at_once jsonb[] := ARRAY(SELECT rows_of(format(call, release)));
    by_regions jsonb[];
    rows_before bigint;
BEGIN
    SELECT published_rows INTO rows_before FROM microdata.release_record WHERE release = ANY (relations);
    CALL pretend(release, 1000000000000);
    by_regions := ARRAY(SELECT rows_of(format(call, release)));
    CALL pretend(release, rows_before);
    RETURN QUERY SELECT count(a), count(*) FILTER (WHERE NOT coalesce(same(a, b), false))
        FROM unnest(at_once, by_regions) u (a, b);
END
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

CREATE TABLE calls (number integer, call text);
INSERT INTO calls VALUES
    (1, $$estimate_count('%s', '{}')$$),
    (2, $$estimate_count('%s', '{"age": {"between": [30, 50]}, "disease": "d1"}')$$),
    (3, $$estimate_count('%s', '{"disease": ["d0", "d2"], "sex": null}')$$),
    (4, $$estimate('%s', '{sex, disease}', measures => '{count, avg(age), sum(weight)}', method => 'mixed')$$),
    (5, $$estimate('%s', '{disease}', '{"age": {">=": 40}, "or": [{"sex": "F"}, {"zipcode": {"<": 47020}}]}', '{count, sum(age), avg(weight)}', 'mixed')$$),
    (6, $$estimate('%s', NULL, '{"disease": "nobody has it"}', '{count, sum(age)}', 'mixed')$$),
    (7, $$estimate('%s', '{age}', '{"disease": "d3"}', method => 'mixed')$$);
SELECT r.release, c.number, f.* FROM unnest('{sliced,bucketized,anatomy,generalized,multisets}'::regclass[]) WITH ORDINALITY r (release, n), calls c,
    compared(r.release, c.call) f ORDER BY r.n, c.number;
SELECT compared('bucketized', $$estimate('%s', '{salary}', measures => '{count, avg(age)}', method => 'mixed')$$);
SELECT compared('sliced', $$estimate('%s', '{salary, disease}', measures => '{count, avg(salary)}', method => 'mixed')$$);
SELECT compared(release, $$information_loss('%s')$$) FROM unnest('{generalized,multisets}'::regclass[]) release;

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

-- What needs all persons together is not begun.
SELECT c.call, fails('sliced', c.call) FROM unnest(ARRAY[
    $$audit_inference('%s')$$, $$audit_membership('%s')$$, $$audit_singling_out('%s')$$, $$audit_linkability('%s')$$, $$audit_composition(ARRAY['%s'::regclass])$$,
    $$relative_error('%s', 1)$$]) c (call);
SELECT fails('generalized', $$information_loss('%s', 'entropy')$$);
CALL pretend('sliced', 1000000000000);
SELECT audit, finding LIKE 'Not done: audit_linkability()%' AS says_why FROM audit('sliced', NULL) WHERE audit = 'audit_linkability';
CALL pretend('sliced', 2000);

-- A control is made by the same call, with as many regions.
SELECT attacks, control IS NOT NULL AS has_control FROM audit_linkability('sliced', attacks => 200, control => 0.3, seed => 1);

-- A release without regions that is too large is not begun either.
SELECT bucketize_table('patients', 2, sensitive => '{disease}', regions => 1, target => 'in_one', seed => 1);
SELECT c.call, fails('in_one', c.call) FROM calls c WHERE c.number IN (1, 4);
SELECT fails('in_one', $$audit_minimality('%s')$$);

-- With a limit that is too small indeed; the numbers are those of its rows and attributes.
CREATE TABLE four_times AS SELECT p.* FROM patients p, generate_series(1, 4);
ANALYZE four_times;
SELECT slice_table('four_times', 2, 2, sensitive => '{disease}', sensitive_column_size => 1, target => 'at_once', seed => 1);
SELECT generalize_table('four_times', 5, 2, sensitive => '{disease}', loss => 'entropy', target => 'generalized_at_once', seed => 1);
SET pg_microdata.memory_limit = '1MB';
SELECT attempt(format('SELECT count(*) FROM %s', call)) FROM unnest(ARRAY[
    $$audit_inference('at_once')$$, $$audit_membership('at_once')$$, $$audit_singling_out('at_once')$$, $$audit_linkability('at_once')$$,
    $$audit_composition(ARRAY['at_once'::regclass])$$, $$audit_minimality('generalized_at_once')$$, $$relative_error('at_once', 1)$$,
    $$information_loss('generalized_at_once', 'entropy')$$, $$disclosure('at_once')$$]) c (call);
RESET pg_microdata.memory_limit;

DO $$
BEGIN
    PERFORM drop_release(relations[1]) FROM microdata.releases
    WHERE relations[1] IN (SELECT oid FROM pg_class WHERE relnamespace = 'regress_audit_regions'::regnamespace);
END
$$;
RESET search_path;
DROP SCHEMA regress_audit_regions CASCADE;

-- Releases that did not verify, were refused, or said less than they had lost.
-- Rooms: src/core src/postgres/inspection src/postgres/checks src/postgres/methods
\pset format unaligned
\pset tuples_only on
SET client_min_messages = notice;
SET TimeZone = 'UTC';

-- A range cannot end with the greatest integer: it has no upper bound then, as one with NULL in it. Regions do not part the two.
CREATE TABLE bounds (a int, b int, s text);
INSERT INTO bounds VALUES (2147483647, 2, 'w'), (2147483647, 2, 'w'), (NULL, 1, 'u'), (0, 1, 'u'), (2147483647, 1, 'u'), (NULL, 1, 'v');
SELECT slice_table('bounds', 1, 2, sensitive => '{s}', infeasible => 'generalize', seed => 1);
SELECT a, b, count(*) FROM bounds_sliced GROUP BY 1, 2 ORDER BY 1, 2;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('bounds_sliced') WHERE requirement NOT LIKE '%shuffled%';

-- Random tables of the values at the ends of every type: whatever is released verifies.
CREATE TABLE pools (type text, v text[]);
INSERT INTO pools VALUES
    ('int2', '{32767,-32768,0,1,NULL}'),
    ('int4', '{2147483647,2147483646,-2147483648,0,NULL}'),
    ('int8', '{9223372036854775807,9223372036854775806,-9223372036854775808,0,NULL}'),
    ('date', '{5874897-12-31,5874897-12-30,infinity,-infinity,2000-01-01,NULL}'),
    ('timestamp', '{294276-12-31 23:59:59.999999,infinity,-infinity,2000-01-01,NULL}'),
    ('timestamptz', '{294276-12-31 23:59:59.999999+00,infinity,-infinity,2000-01-01,NULL}'),
    ('numeric', '{NaN,Infinity,-Infinity,0,1e300,NULL}'),
    ('float8', '{NaN,Infinity,-Infinity,0,0.1234567890123456,0.1234567890123457,1.7976931348623157e308,NULL}'),
    ('float4', '{NaN,Infinity,-Infinity,0,1234567,1234568,3.4028235e38,NULL}'),
    ('text', '{*,NULL,"\"NULL\"","","{}",a,b}'),
    ('time', '{24:00:00,00:00,23:59:59,NULL}'),
    ('interval', '{178000000 years,1 day,24 hours,NULL}'),
    ('bool', '{t,f,NULL}');
CREATE TABLE outcome (method text, types text, result text);
CREATE FUNCTION pick(type text) RETURNS text LANGUAGE sql VOLATILE AS
    $$ SELECT v[1 + floor(random() * array_length(v, 1))::int] FROM pools p WHERE p.type = pick.type $$;
CREATE FUNCTION outcome_of(call text, release text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    failed text;
BEGIN
    BEGIN
        EXECUTE call;
    EXCEPTION WHEN object_not_in_prerequisite_state OR invalid_parameter_value THEN
        RETURN 'refused';
    END;
    SELECT string_agg(requirement || ' ' || coalesce(worst_case::text, ''), '; ') INTO failed
    FROM verify_release(release::regclass) WHERE holds IS NOT true AND bound IS NOT NULL;
    PERFORM drop_release(release::regclass);
    RETURN coalesce('fails: ' || failed, 'verified');
END
$$;
SET client_min_messages = error;
SELECT setseed(0.26);
DO $$
DECLARE
    type_1 text;
    type_2 text;
    method text;
    call text;
    every int;
BEGIN
    -- Every type comes five times, and with a type at random.
    FOR i IN 1 .. 65 LOOP
        SELECT type INTO type_1 FROM pools ORDER BY type OFFSET i % 13 LIMIT 1;
        SELECT type INTO type_2 FROM pools ORDER BY random() LIMIT 1;
        EXECUTE format('CREATE TABLE ends (a %s, b %s, c int, s text)', type_1, type_2);
        FOR row_no IN 1 .. 4 + floor(random() * 9)::int LOOP
            EXECUTE format('INSERT INTO ends VALUES (%L, %L, %s, %L)', pick(type_1), pick(type_2), floor(random() * 3), chr(97 + floor(random() * 4)::int));
        END LOOP;
        FOR method, call, every IN VALUES
            ('slicing, generalize', $c$slice_table('ends', 1, 2, sensitive => '{s}', infeasible => 'generalize', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 1),
            ('slicing, k', $c$slice_table('ends', 2, 1.5, sensitive => '{s}', groups => ARRAY['a, s', 'b, c'], infeasible => 'generalize', k => 2, target => 'made', quasi_identifiers => '{a,b,c}')$c$, 1),
            ('slicing, suppress', $c$slice_table('ends', 2, 2, sensitive => '{s}', suppress => 0.4, infeasible => 'generalize', k => 2, target => 'made', quasi_identifiers => '{a,b,c}')$c$, 2),
            ('mondrian', $c$generalize_table('ends', 2, l => 1.5, sensitive => '{s}', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 3),
            ('relaxed', $c$generalize_table('ends', 2, sensitive => '{s}', strict => false, target => 'made', quasi_identifiers => '{a,b,c}')$c$, 3),
            ('multiset', $c$generalize_table('ends', 2, sensitive => '{s}', recoding => 'multiset', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 3),
            ('full-domain', $c$generalize_table('ends', 2, sensitive => '{s}', suppress => 0.5, recoding => 'full-domain', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 4),
            ('cell', $c$generalize_table('ends', 2, sensitive => '{s}', suppress => 0.5, recoding => 'cell', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 4),
            ('fragments', format($c$fragment_table('ends', 2, 's', fragments => %s, target => 'made', quasi_identifiers => '{a,b,c}')$c$, 1 + i % 2), 3),
            ('delta-selectivity', format($c$fragment_table('ends', 2, 's', fragments => %s, method => 'delta-selectivity', target => 'made', quasi_identifiers => '{a,b,c}')$c$, 1 + i % 3), 3)
        LOOP
            CONTINUE WHEN i % every <> 0;
            INSERT INTO outcome VALUES (method, type_1 || ', ' || type_2, outcome_of('SELECT ' || call, CASE WHEN call LIKE 'fragment%' THEN 'made_1' ELSE 'made' END));
        END LOOP;
        DROP TABLE ends;
        COMMIT;
    END LOOP;
END
$$;
RESET client_min_messages;
SELECT method, types, result FROM outcome WHERE result LIKE 'fails%' ORDER BY 1, 2 LIMIT 10;
SELECT method, count(*) FILTER (WHERE result = 'verified') >= 10 AS verified_some FROM outcome GROUP BY method ORDER BY method;

-- One fragment is joined with nothing, and no method changes its class values.
CREATE TABLE lonely AS SELECT i % 13 AS a, i % 7 AS b, chr(97 + i % 3) AS class FROM generate_series(1, 200) i;
SELECT fragment, attributes FROM fragment_table('lonely', 5, 'class', fragments => 1, method => 'delta-selectivity', quasi_identifiers => '{a,b}');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('lonely_fragment_1');
SELECT class, count(*) FROM lonely_fragment_1 GROUP BY 1 ORDER BY 1;
SELECT microdata.membership_likelihood('lonely_fragment_1', '{}');

-- Nine attributes of a table such as of credit cards: the clustering puts the band of the limit with amounts, with which it is infeasible. Of its
-- size there is a column that is not, in another cluster.
CREATE TABLE credit9 AS
SELECT chr(65 + band) AS limit_band, CASE WHEN (i * 7 + band) % 5 < 3 THEN 'F' ELSE 'M' END AS sex, 21 + (i * 31 + band * 2) % 50 AS age,
       band / 2 AS education, (band * 1000 + i % 90)::int AS bill_1, (band * 990 + i % 110)::int AS bill_2,
       (band * 310 + i % 60)::int AS paid_1, (band * 290 + i % 70)::int AS paid_2, (i * 17) % 40 AS months
FROM (SELECT i, (i * 5 + i / 11) % 9 AS band FROM generate_series(1, 3000) i) t;
SELECT column_no, attributes FROM attribute_partition('credit9', 2, sensitive => '{limit_band}');
SELECT slice_table('credit9', 2, 5, sensitive => '{limit_band}', seed => 1, diversity_check => 'bucket');
SELECT bool_and(holds) FROM verify_release('credit9_sliced') WHERE requirement !~ 'determine';
SELECT slice_table('credit9', 2, 5, sensitive => '{limit_band}', sensitive_column_size => 2, replace => true, seed => 1, diversity_check => 'bucket');

-- Where generalizing would leave nothing of an attribute, columns are regrouped; with groups by hand a NOTICE tells.
CREATE TABLE hollow AS
SELECT CASE WHEN i % 10 < 5 THEN 'F' ELSE 'M' END AS sex, (i * 7) % 3 AS region, 20 + i % 30 AS age,
       CASE WHEN i % 10 < 5 THEN 'job ' || (i / 10) % 2 ELSE 'work ' || (i / 10) % 5 END AS occupation
FROM generate_series(1, 600) i;
SELECT slice_table('hollow', 2, 3, sensitive => '{occupation}', sensitive_column_size => 2, infeasible => 'generalize', seed => 1, diversity_check => 'bucket');
SELECT bool_and(holds) FROM verify_release('hollow_sliced') WHERE requirement !~ 'determine';
SELECT slice_table('hollow', 2, 3, sensitive => '{occupation}', groups => ARRAY['region, age', 'sex, occupation'], infeasible => 'generalize', replace => true, seed => 1, diversity_check => 'bucket');
SELECT DISTINCT sex FROM hollow_sliced;
SELECT bool_and(holds) FROM verify_release('hollow_sliced') WHERE requirement !~ 'determine';

-- Multisets of large classes would take many times what the source does.
CREATE TABLE many AS SELECT i AS a, (i * 7919) % 20011 AS b, i % 3 AS s FROM generate_series(1, 6000) i;
SELECT generalize_table('many', 3000, sensitive => '{s}', quasi_identifiers => '{a,b}', recoding => 'multiset', seed => 1);
SELECT generalize_table('many', 100, sensitive => '{s}', quasi_identifiers => '{a,b}', recoding => 'multiset', seed => 1);
SELECT bool_and(holds) FROM verify_release('many_generalized');
DROP TABLE bounds, bounds_sliced, pools, outcome, lonely, lonely_fragment_1, credit9, credit9_sliced, hollow, hollow_sliced, many, many_generalized;
DROP FUNCTION pick, outcome_of;

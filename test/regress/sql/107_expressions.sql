-- Counts, sums and means by expressions of published attributes, which are attributes of their own.
-- Rooms: src/postgres/estimates src/postgres/source src/postgres/values
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SET timezone = 'Asia/Tokyo';
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
CREATE TABLE staff AS
SELECT i AS id, 20 + drawn(i, 'age', 40) AS age, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex, 1000 + drawn(i, 'pay', 500) AS pay,
       date '2024-01-01' + drawn(i, 'began', 366) AS began, 'j' || drawn(i, 'job', 6) AS job
FROM generate_series(1, 1200) i;
\set ECHO all
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 'x_rows', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', format => 'anatomy', target => 'x_tables', seed => 1);
SELECT slice_table('staff', 3, 3, sensitive => '{job}', groups => '{"began, pay","age, sex",job}', identifiers => '{id}', target => 'x_sliced', seed => 1);
SELECT slice_table('staff', 2, 3, sensitive => '{job}', identifiers => '{id}', target => 'x_regions', regions => 4, seed => 1);
SELECT generalize_table('staff', 5, sensitive => '{job}', identifiers => '{id}', target => 'x_generalized', seed => 1);
SELECT count(*) FROM gnf_decompose('staff', 3, rules => '{"sex -> job"}', sensitive => '{job}', identifiers => '{id}', target => 'x_parts', seed => 1);
CREATE TABLE trips AS SELECT id % 300 AS person, id % 300 % 7 AS born, id % 300 % 5 AS home, age, sex, job FROM staff;
SELECT slice_table('trips', 2, 1.5, sensitive => '{job}', subject => '{person}', target => 'x_persons', seed => 1);
\pset null -

-- Within one group a band is counted, added up and averaged as in SQL, and so is each quarter.
SELECT release, count(*) AS bands, bool_and(CASE measure WHEN 'count' THEN estimate = n WHEN 'sum(age)' THEN estimate = s ELSE abs(estimate - a) < 1e-9 END) AS same,
       sum(standard_error) AS errors
FROM unnest('{x_rows,x_tables_qit,x_sliced,x_regions,x_parts_1}'::text[]) release,
     estimate(release::regclass, '{age / 10 * 10}', measures => '{count,sum(age),avg(age % 10)}') e
JOIN (SELECT age / 10 * 10 AS band, count(*) AS n, sum(age) AS s, avg(age % 10) AS a FROM staff GROUP BY 1) truth ON band = (groups ->> 'age / 10 * 10')::integer
GROUP BY release;
SELECT groups, estimate, standard_error FROM estimate('x_sliced', ARRAY[$$date_trunc('quarter', began)$$]) e;
SELECT date_trunc('quarter', began)::timestamp AS quarter, count(*) FROM staff GROUP BY 1 ORDER BY 1;
SELECT release, count(*) AS groups, bool_and(abs(e.estimate - (SELECT count(*) FROM trips WHERE born % 3 = (groups ->> 'born % 3')::integer)) < 1e-9) AS same
FROM unnest('{x_persons}'::text[]) release, estimate(release::regclass, '{born % 3}') e GROUP BY release;

-- Across groups, mixing adds up: a band has the sum of its ages.
SELECT release, count(*) > 20 AS many, bool_and(abs(e.estimate - a.estimate) < 1e-6) AS same
FROM unnest('{x_rows,x_tables_qit,x_sliced,x_regions,x_parts_1,x_persons}'::text[]) release,
     estimate(release::regclass, '{age / 10 * 10,job}', method => 'mixed') e,
     LATERAL (SELECT sum(a.estimate) AS estimate FROM estimate(release::regclass, '{age,job}', method => 'mixed') a
              WHERE (a.groups ->> 'age')::integer / 10 * 10 = (e.groups ->> 'age / 10 * 10')::integer AND a.groups ->> 'job' = e.groups ->> 'job') a
GROUP BY release ORDER BY release;

-- Its error is that of a condition which joins the ages, by all linkings (104_estimated_persons), and not the root of the sum of the squares of the
-- errors of its ages.
SELECT count(*), bool_and(abs(e.estimate - c.estimate) < 1e-6 AND abs(e.standard_error - c.standard_error) < 1e-6) AS same,
       bool_and(abs(e.standard_error - of_ages) > 0.01 * of_ages) AS other_than_of_ages
FROM estimate('x_persons', '{age / 10 * 10,home,job}', measures => '{count,persons,sum(age)}', method => 'mixed') e,
     LATERAL (SELECT (groups ->> 'age / 10 * 10')::integer AS band) b,
     LATERAL estimate('x_persons', NULL, jsonb_build_object('age', jsonb_build_object('between', ARRAY[band, band + 9]), 'home', groups -> 'home', 'job', groups -> 'job'),
                      '{count,persons,sum(age)}', 'mixed') c,
     LATERAL (SELECT sqrt(sum(standard_error ^ 2)) AS of_ages FROM estimate('x_persons', '{age}', jsonb_build_object('age', jsonb_build_object('between', ARRAY[band, band + 9]),
                      'home', e.groups -> 'home', 'job', e.groups -> 'job'), ARRAY[e.measure], 'mixed')) a
WHERE c.measure = e.measure;

-- Nineteen of twenty truths lie within 1.96 errors, or more, over releases whose rows are drawn.
CREATE TABLE covered (measure text, is_covered boolean);
\set ECHO none
DO $$
BEGIN
    FOR draw IN 1 .. 12 LOOP
        PERFORM bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id}', method => 'anatomy', target => 'x_drawn', seed => draw);
        INSERT INTO covered
        SELECT measure, abs(estimate - CASE measure WHEN 'count' THEN n ELSE s END) <= 1.96 * standard_error
        FROM estimate('x_drawn', ARRAY['age / 10 * 10', $e$date_trunc('quarter', began)$e$, 'job'], measures => '{count,sum(pay)}')
        JOIN (SELECT age / 10 * 10 AS band, date_trunc('quarter', began)::timestamp AS quarter, job, count(*) AS n, sum(pay) AS s FROM staff GROUP BY 1, 2, 3) truth
          ON band = (groups ->> 'age / 10 * 10')::integer AND quarter = (groups ->> $e$date_trunc('quarter', began)$e$)::timestamp AND job = groups ->> 'job';
        PERFORM drop_release('x_drawn');
    END LOOP;
END $$;
\set ECHO all
SELECT measure, count(*) > 500 AS many, CASE WHEN avg(is_covered::integer) >= 0.93 THEN 'covers' ELSE avg(is_covered::integer)::text END AS share
FROM covered GROUP BY measure ORDER BY 1;

-- Conditions are asked alike, with or without groups, and estimate_count takes them.
SELECT release, abs(e.estimate - a.estimate) < 1e-6 AS same
FROM unnest('{x_rows,x_tables_qit,x_sliced,x_regions,x_parts_1,x_persons}'::text[]) release,
     estimate(release::regclass, NULL, '{"age / 10 * 10": {">=": 40}, "upper(job)": ["J1", "J2"]}', method => 'mixed') e,
     estimate(release::regclass, NULL, '{"age": {">=": 40}, "job": ["j1", "j2"]}', method => 'mixed') a;
SELECT estimate_count('x_rows', '{"extract(month from began)": 2}') = (SELECT count(*) FROM staff WHERE extract(month FROM began) = 2) AS same;
-- Truth and NULL are groups as others.
SELECT groups, estimate FROM estimate('x_rows', '{age >= 40,"nullif(sex, ''F'')"}') e;
SELECT sum(pay), count(*) FROM staff WHERE age < 40 AND sex = 'F';

-- A generalized value is several values, of which an expression has several results.
SELECT FROM estimate('x_generalized', '{lower(age) / 10 * 10}');

-- Errors across tables are as unknown as before if rows were suppressed.
CREATE TABLE lacking AS SELECT i AS id, i % 80 AS age, (ARRAY['F', 'M'])[1 + i % 2] AS sex, CASE WHEN i <= 1604 THEN 'v0' ELSE 'v' || (1 + (i % 80) / 10) END AS disease
FROM generate_series(1, 4000) i;
SELECT count(*) FROM gnf_decompose('lacking', 2.5, sensitive => '{disease}', identifiers => '{id}', algorithm => 'gd', suppress => 0.05, target => 'lacking_part');
SELECT count(estimate) > 50 AS groups, count(standard_error) AS errors FROM estimate('lacking_part_1', '{age / 10,disease}');

-- Plain columns.
SELECT band, sex, round(estimate) AS patients FROM estimate('x_rows', '{age / 10 * 10,sex}'), jsonb_to_record(groups) AS g("age / 10 * 10" integer, sex text),
       LATERAL (SELECT "age / 10 * 10" AS band) b WHERE band > 30;

-- What cannot be asked.
\set VERBOSITY default
CREATE FUNCTION evil(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RAISE 'I ran'; END$$;
CREATE DOMAIN evil_number AS integer CHECK (evil(VALUE) > 0);
CREATE TYPE evil_row AS (n evil_number);
SELECT * FROM estimate('x_rows', '{age + pay}');
SELECT * FROM estimate('x_rows', '{1 + 1}');
SELECT * FROM estimate('x_rows', '{wealth / 10}');
SELECT * FROM estimate('x_rows', '{Age}');
SELECT * FROM estimate('x_rows', '{x_rows.age / 10}');
SELECT * FROM estimate('x_rows', ARRAY['age, sex', 'age FROM staff', 'age AS old']);
SELECT * FROM estimate('x_rows', ARRAY['age; DROP TABLE staff']);
SELECT * FROM estimate('x_rows', ARRAY['age FROM staff']);
SELECT * FROM estimate('x_rows', ARRAY['age AS old']);
SELECT * FROM estimate('x_rows', ARRAY['(SELECT age)']);
SELECT * FROM estimate('x_rows', ARRAY['age /']);
SELECT * FROM estimate('x_rows', ARRAY['count(age)']);
SELECT * FROM estimate('x_rows', ARRAY['generate_series(1, age)']);
SELECT * FROM estimate('x_rows', ARRAY['rank() OVER (ORDER BY age)']);
SELECT * FROM estimate('x_rows', measures => ARRAY['avg(max(age))']);
SELECT * FROM estimate('x_rows', NULL, '{"or": []}');
SELECT * FROM estimate('x_rows', NULL, '{"age": {"not": []}, "or": []}');
SELECT * FROM estimate('x_rows', ARRAY['age + random()']);
SELECT * FROM estimate('x_rows', ARRAY['age::text::regclass']);
SELECT * FROM estimate('x_rows', ARRAY['began::timestamptz']);
SELECT * FROM estimate('x_rows', ARRAY['ROW(age)']);
SELECT * FROM estimate('x_rows', ARRAY['evil(age)']);
SELECT * FROM estimate('x_rows', ARRAY['public.evil(age)']);
SELECT * FROM estimate('x_rows', ARRAY['age::public.evil_number']);
SELECT * FROM estimate('x_rows', ARRAY[$$coalesce('(1)'::public.evil_row, ROW(age))$$]);
SELECT * FROM estimate('x_rows', ARRAY[$$public.evil_number('1') + age$$]);
SELECT * FROM estimate('x_rows', ARRAY['age OPERATOR(public.+) 1']);
SELECT * FROM estimate('x_rows', ARRAY['1 / (age - 20)']);
SELECT * FROM estimate('x_rows', measures => '{sum(began)}');
SELECT * FROM estimate('x_rows', measures => ARRAY['sum(age, pay)']);
-- No sum has a value if each group might have an infinite number.
CREATE TABLE endless AS SELECT i AS id, i % 3 AS age, CASE i % 10 WHEN 0 THEN 'Infinity'::float8 WHEN 1 THEN NULL ELSE i % 7 END AS cost, 'd' || i % 5 AS job FROM generate_series(1, 100) i;
SELECT bucketize_table('endless', 2, sensitive => '{job}', identifiers => '{id}', target => 'x_endless', seed => 1);
SELECT * FROM estimate('x_endless', measures => '{count,sum(cost)}');
SELECT * FROM estimate('x_endless', '{job}', '{"age": 1}', '{avg(cost)}');
SELECT * FROM estimate('x_endless', NULL, '{"cost": "Infinity"}');
SELECT * FROM estimate('x_endless', measures => ARRAY[$$sum(nullif(cost, 'Infinity'))$$]);
SELECT sum(cost) FROM endless WHERE cost <> 'Infinity';
SET pg_microdata.memory_limit = '64MB';
SELECT * FROM estimate('x_rows', ARRAY[$$repeat('x', 10000000 + age)$$]);
RESET pg_microdata.memory_limit;
-- A type in the session's temporary schema is nobody's but the session's own.
CREATE TEMP TABLE evil_temporary (n evil_number);
SELECT * FROM estimate('x_rows', ARRAY[$$coalesce('(1)'::evil_temporary, ROW(age))$$]);

-- Readers need the release alone.
\set VERBOSITY terse
CREATE ROLE microdata_expressing;
GRANT SELECT ON x_rows TO microdata_expressing;
SET ROLE microdata_expressing;
SELECT count(*) FROM estimate('x_rows', '{age / 10 * 10,job}');
SELECT count(*) FROM estimate('x_sliced', '{age / 10 * 10,job}');
RESET ROLE;
\set ECHO none
SELECT FROM unnest('{x_rows,x_tables_qit,x_sliced,x_regions,x_generalized,x_parts_1,x_persons,x_endless}'::text[]) r, drop_release(r::regclass);
SELECT FROM drop_release('lacking_part_1');
DROP TABLE staff, trips, covered, lacking, endless CASCADE;
DROP TYPE evil_row CASCADE;
DROP DOMAIN evil_number CASCADE;
DROP FUNCTION drawn, evil;
DROP ROLE microdata_expressing;

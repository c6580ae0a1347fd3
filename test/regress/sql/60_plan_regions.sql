-- Regions: planned by a sample, counted exactly.
-- Rooms: src/core src/postgres/*region*
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET search_path = public;
CREATE SCHEMA plan_regions;
SET search_path = plan_regions, public;
CREATE TABLE visits (age integer, zip text COLLATE "C", born date, weight numeric, "Sex" char(1), disease text);
INSERT INTO visits
SELECT CASE WHEN i % 50 = 0 THEN NULL ELSE 18 + (i * 37) % 70 END, (47900 + (i * 13) % 41)::text, date '1940-01-01' + (i * 101) % 20000,
       ((i * 7) % 300) / 4.0, CASE (i / 3) % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'd' || (i * i) % 11
FROM generate_series(1, 6000) i;
ANALYZE visits;
SELECT FROM declare_roles('visits', quasi_identifiers => '{born}');
\set ECHO all

-- What a plan says of its regions, counted by what it says of them: the conditions are SQL, but for NULL, which counts as large.
\set ECHO none
CREATE FUNCTION judged(source regclass, plan jsonb, sensitive name, OUT regions bigint, OUT counted_right boolean, OUT disjoint boolean, OUT whole boolean,
                       OUT largest_share numeric) LANGUAGE plpgsql AS $$
DECLARE
    condition text;
    expected bigint;
    n bigint;
    share numeric;
BEGIN
    regions := jsonb_array_length(plan -> 'regions');
    counted_right := true;
    largest_share := 0;
    FOR condition, expected IN SELECT r ->> 'condition', (r ->> 'rows')::bigint FROM jsonb_array_elements(plan -> 'regions') r LOOP
        EXECUTE format('SELECT coalesce(sum(n), 0), max(n) / sum(n) FROM (SELECT count(*) AS n FROM %s WHERE %s GROUP BY %I) c', source,
                       replace(condition, 'age ', 'coalesce(age, 1000) '), sensitive) INTO n, share;
        counted_right := counted_right AND n = expected;
        largest_share := greatest(largest_share, share);
    END LOOP;
    EXECUTE format('SELECT count(*), %s FROM %s',
                   (SELECT 'coalesce(bool_and(' || string_agg(format('(%s)::int', replace(r ->> 'condition', 'age ', 'coalesce(age, 1000) ')), ' + ') || ' = 1), true)'
                    FROM jsonb_array_elements(plan -> 'regions') r), source) INTO n, disjoint;
    whole := n = (plan ->> 'rows')::bigint;
    largest_share := round(largest_share, 4);
END $$;
\set ECHO all

SELECT key, value FROM jsonb_each(microdata.plan_regions('visits', 3, 3, sensitive => '{disease}') - 'values');
SELECT asked, j.* FROM unnest('{1,2,7,16,100}'::int[]) asked, judged('visits', microdata.plan_regions('visits', asked, 3, sensitive => '{disease}'), 'disease') j;
-- The smaller the room for l, the fewer regions there are.
SELECT l, j.* FROM unnest('{1,3,5,5.4,5.5,6}'::float8[]) l, judged('visits', microdata.plan_regions('visits', 16, l, sensitive => '{disease}'), 'disease') j;
-- Of all values of the table, as many rows as there are.
SELECT string_agg(v ->> 'column', ' '), jsonb_array_length(v -> 'values') AS values, v -> 'counts' IS NOT NULL AS counted, v -> 'nulls' AS nulls
FROM jsonb_array_elements(microdata.plan_regions('visits', 3, 3, sensitive => '{disease}') -> 'values') v GROUP BY 2, 3, 4 ORDER BY 2;
SELECT bool_and(n = (SELECT count(*) FROM visits WHERE disease = value)) AS counts_right
FROM (SELECT jsonb_array_elements_text(v -> 'values') AS value, jsonb_array_elements(v -> 'counts')::bigint AS n
      FROM jsonb_array_elements(microdata.plan_regions('visits', 3, 3, sensitive => '{disease}') -> 'values') v WHERE v ->> 'column' = 'disease') c;

-- k, and models, hold in every region.
SELECT min((r -> 'rows')::int) >= 700 AS has_k, count(*) > 1 AS cut
FROM jsonb_array_elements(microdata.plan_regions('visits', 16, 3, k => 700, sensitive => '{disease}') -> 'regions') r;
SELECT j.regions > 1 AS cut, j.regions < 16 AS fewer, largest_share <= 0.25 AS small
FROM judged('visits', microdata.plan_regions('visits', 16, sensitive => '{disease}', privacy => ARRAY[alpha_k_anonymity(0.25, 300)]), 'disease') j;
SELECT jsonb_array_length(microdata.plan_regions('visits', 16, sensitive => '{disease}', privacy => ARRAY[t_closeness(0)]) -> 'regions') AS none_like_the_table;
-- Several sensitive attributes, and none.
SELECT jsonb_array_length(microdata.plan_regions('visits', 8, 2, sensitive => '{disease,"Sex"}') -> 'regions') AS regions;
SELECT jsonb_array_length(microdata.plan_regions('visits', 8, k => 100) -> 'regions') AS regions;

-- Groups: quasi-identifiers stay beside what is sensitive where l holds given their values; where it does not, the plan fails as slice_table() does.
SELECT microdata.plan_regions('visits', 4, 2, sensitive => '{disease}', columns => 3, groups => '{"disease, \"Sex\"", "age, zip", "born, weight"}') -> 'groups' AS groups;
SELECT microdata.plan_regions('visits', 4, 2, sensitive => '{disease}', columns => 3, groups => '{"disease, born", "age, zip", "\"Sex\", weight"}') -> 'groups' AS groups;
CREATE TABLE linked AS SELECT i AS number, i % 100 AS age, (i / 100) % 2 AS ward, CASE WHEN i % 100 >= 75 AND (i / 100) % 2 = 0 THEN 'a' ELSE 'd' || (i / 200) % 7 END AS disease
FROM generate_series(1, 5000) i;
-- Of the oldest, ward 0 has one disease alone: their region is merged with the next.
SELECT p -> 'merged' AS merged, jsonb_array_length(p -> 'regions') AS regions
FROM microdata.plan_regions('linked', 4, 1.5, sensitive => '{disease}', identifiers => '{number}', insensitive => '{ward}', columns => 2, groups => '{"disease, ward", age}') p;

-- What a plan says is what slice_table() does.
\set ECHO none
CREATE FUNCTION agrees(release regclass, plan jsonb, OUT tree boolean, OUT rows boolean, OUT groups boolean) LANGUAGE sql AS $$
    SELECT parameters #> '{regions,tree}' = plan -> 'tree',
           parameters #> '{regions,source_rows}' = (SELECT jsonb_agg(r -> 'rows' ORDER BY i) FROM jsonb_array_elements(plan -> 'regions') WITH ORDINALITY e (r, i)),
           (SELECT array_agg(g ORDER BY g) FROM (SELECT array_to_string(array_agg(attribute::text ORDER BY attribute::text COLLATE "C"), ',') FROM microdata.release_columns
                                                 WHERE relation = release GROUP BY column_no) c (g)) =
           (SELECT array_agg(g ORDER BY g) FROM (SELECT array_to_string(array_agg(a ORDER BY a COLLATE "C"), ',') FROM jsonb_array_elements(plan -> 'groups') WITH ORDINALITY e (x, i),
                                                 jsonb_array_elements_text(x) a GROUP BY i) c (g))
    FROM microdata.releases WHERE release = ANY (relations)
$$;
\set ECHO all
SET client_min_messages = error;
SELECT slice_table('visits', 3, 3, sensitive => '{disease}', regions => 4, seed => 7, target => 'as_planned');
SELECT * FROM agrees('as_planned', microdata.plan_regions('visits', 4, 3, sensitive => '{disease}', columns => 3, seed => 7));
-- With k above 1 there is no cut on what is published as a set of values.
SELECT slice_table('visits', 2, 3, k => 3, sensitive => '{disease}', regions => 8, seed => 7, target => 'as_planned', replace => true);
SELECT * FROM agrees('as_planned', microdata.plan_regions('visits', 8, 3, k => 3, sensitive => '{disease}', columns => 2, seed => 7));
SELECT slice_table('visits', 2, 4, sensitive => '{disease}', sensitive_column_size => 3, regions => 4, seed => 7, target => 'as_planned', replace => true);
SELECT * FROM agrees('as_planned', microdata.plan_regions('visits', 4, 4, sensitive => '{disease}', columns => 2, sensitive_column_size => 3, seed => 7));
SELECT slice_table('linked', 2, 1.5, sensitive => '{disease}', identifiers => '{number}', insensitive => '{ward}', regions => 4, groups => '{"disease, ward", age}',
                   seed => 7, target => 'linked_as_planned');
SELECT * FROM agrees('linked_as_planned', microdata.plan_regions('linked', 4, 1.5, sensitive => '{disease}', identifiers => '{number}', insensitive => '{ward}', columns => 2,
                                                groups => '{"disease, ward", age}', seed => 7));
SELECT FROM drop_release('as_planned');
SET client_min_messages = warning;

-- Oblivious regions are not merged for the sake of what is sensitive.
SELECT j.* FROM judged('visits', microdata.plan_regions('visits', 4, 3, sensitive => '{disease}', cuts => 'oblivious'), 'disease') j;
SELECT answer($$SELECT microdata.plan_regions('plan_regions.visits', 64, 5.4, sensitive => '{disease}', cuts => 'oblivious')$$);

-- With a seed a plan does not depend on how rows lie, nor on what the session sets.
CREATE TABLE many AS SELECT i AS number, (i * 7919) % 1000 AS age, date '1900-01-01' + (i * 31) % 30000 AS born, 'd' || (i * 17) % 23 AS disease FROM generate_series(1, 40000) i;
CREATE TABLE many_again AS SELECT * FROM many ORDER BY born, age;
ANALYZE many, many_again;
SET client_min_messages = error;
SELECT microdata.plan_regions('many', 5, 4, sensitive => '{disease}', identifiers => '{number}', seed => 7) AS plan \gset
SELECT (:'plan'::jsonb -> 'sampled')::int BETWEEN 10000 AND 30000 AS sampled, j.* FROM judged('many', :'plan', 'disease') j;
SET DateStyle = 'SQL, DMY';
SELECT microdata.plan_regions('many_again', 5, 4, sensitive => '{disease}', identifiers => '{number}', seed => 7) - 'values' = :'plan'::jsonb - 'values' AS same;
RESET DateStyle;
SELECT judged('many', microdata.plan_regions('many', 5, 4, sensitive => '{disease}', identifiers => '{number}'), 'disease') IS NOT NULL AS by_chance;
SET client_min_messages = warning;

-- As many as the memory limit needs.
SELECT jsonb_array_length(microdata.plan_regions('many', sensitive => '{disease}', identifiers => '{number}') -> 'regions') AS regions;
SET pg_microdata.memory_limit = '1MB';
SELECT jsonb_array_length(p -> 'regions') > 4 AS cut, (p -> 'bytes')::bigint <= 1024 * 1024 AS within
FROM microdata.plan_regions('many', sensitive => '{disease}', identifiers => '{number}') p;
SET client_min_messages = error;
SELECT answer($$SELECT microdata.plan_regions('plan_regions.many', 2, sensitive => '{disease}', identifiers => '{number}', seed => 7)$$);
SET client_min_messages = warning;
SELECT answer($$SELECT microdata.plan_regions('plan_regions.many', sensitive => '{disease}', identifiers => '{number}', quasi_identifiers => '{}', insensitive => '{age,born}')$$);
-- What is read is bounded, whatever was estimated.
SELECT answer($$SELECT count(*) FROM risk('plan_regions.many', quasi_identifiers => '{number,age,born,disease}')$$);
\set VERBOSITY sqlstate
SET pg_microdata.memory_limit = '100kB';
\set VERBOSITY default
RESET pg_microdata.memory_limit;
CREATE ROLE planner;
SET ROLE planner;
SET pg_microdata.memory_limit = '10GB';
SHOW pg_microdata.memory_limit;
SELECT answer($$SELECT microdata.plan_regions('plan_regions.visits', 2)$$);
RESET ROLE;
DROP ROLE planner;

-- Views, partitioned tables, and names that want quotes.
CREATE VIEW seen AS SELECT age, zip, disease FROM visits;
SELECT j.* FROM judged('seen', microdata.plan_regions('seen', 3, 3, sensitive => '{disease}'), 'disease') j;
CREATE TABLE parted (r integer, s text, "n o" integer) PARTITION BY LIST (s);
CREATE TABLE parted_a PARTITION OF parted FOR VALUES IN ('a', 'b');
CREATE TABLE parted_b PARTITION OF parted DEFAULT;
INSERT INTO parted SELECT i % 40, chr(97 + i % 5), i % 30 FROM generate_series(1, 3000) i;
SELECT j.* FROM judged('parted', microdata.plan_regions('parted', 4, 2, sensitive => '{s}'), 's') j;
SELECT jsonb_array_length(microdata.plan_regions('parted', 4, 2, sensitive => '{r}') -> 'regions') AS regions;

-- Values of types with an order are cut on; others are not.
CREATE TYPE mood AS ENUM ('sad', 'fair', 'glad');
CREATE DOMAIN percent AS integer CHECK (VALUE BETWEEN 0 AND 100);
CREATE TABLE kinds (flag boolean, real4 real, real8 float8, at timestamptz, late time, span interval, m mood, p percent, u uuid, b bytea, net inet, n numeric, c char(3), v varchar(10), small smallint, big bigint);
INSERT INTO kinds SELECT i % 2 = 0, i / 7.0, i * 1e-300, timestamptz '2000-01-01 00:00+00' + i * interval '17 min', time '00:00' + i * interval '11 s', i * interval '-1 day 3 min',
    ('{sad,fair,glad}'::mood[])[1 + i % 3], i % 101, md5(i::text)::uuid, decode(md5(i::text), 'hex'), '10.0.0.0'::inet + i, i / 3.0, chr(97 + i % 26), chr(98 + i % 7), i % 1000, i * 10000000000
FROM generate_series(1, 2000) i;
SELECT string_agg(attname, ' ' ORDER BY attnum), count(*), regions, cut, rows FROM (SELECT attname, attnum, jsonb_array_length(p -> 'regions') AS regions, (p #>> '{regions,0,condition}') LIKE quote_ident(attname) || ' < %' AS cut,
       (SELECT sum((r -> 'rows')::int) FROM jsonb_array_elements(p -> 'regions') r) AS rows
FROM pg_attribute, microdata.plan_regions('kinds', 2, quasi_identifiers => ARRAY[attname], insensitive => (SELECT array_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = 'kinds'::regclass AND a.attnum > 0 AND a.attname <> pg_attribute.attname)::text_list) p
WHERE attrelid = 'kinds'::regclass AND attnum > 0) k GROUP BY 3, 4, 5;

-- By regions, too, a warning says which columns have a value of its own in nearly every row; those of which only the sample has so many are counted.
CREATE TABLE named AS SELECT i AS number, 'entry ' || (i - (i % 50) / 49) AS entry, 'p' || (i * 7919) % 25013 AS place, (i * 7919) % 1000 AS age, 'd' || (i * 17) % 23 AS disease
FROM generate_series(1, 40000) i;
SELECT slice_table('named', 2, 3, sensitive => '{disease}', target => 'named_at_once');
\set VERBOSITY terse
SELECT slice_table('named', 2, 3, sensitive => '{disease}', target => 'named_by_regions', regions => 3);
\set VERBOSITY default
-- Of larger tables, some values.
INSERT INTO named SELECT i, 'entry ' || (i - (i % 50) / 49), 'p' || (i * 7919) % 25013, (i * 7919) % 1000, 'd' || (i * 17) % 23 FROM generate_series(40001, 70000) i;
SET pg_microdata.republish = 'allow';
SELECT slice_table('named', 2, 3, sensitive => '{disease}', identifiers => '{number}', target => 'named_by_regions', regions => 3, replace => true);
RESET pg_microdata.republish;

-- What is refused.
SELECT a, answer('SELECT microdata.plan_regions(' || a || ')') FROM unnest(ARRAY[$$'plan_regions.visits', 0$$, $$'plan_regions.visits', 2, 2$$,
    $$'plan_regions.visits', 2, 0.5, sensitive => '{disease}'$$, $$'plan_regions.visits', 2, groups => '{disease}'$$, $$'plan_regions.visits', 2, columns => 2$$,
    $$'plan_regions.visits', 2, cuts => 'some'$$, 'NULL']) a;
-- A model of sensitive values where none is sensitive.
CREATE TABLE harmless AS SELECT i % 7 AS a, i % 11 AS b FROM generate_series(1, 6000) i;
SELECT answer($$SELECT microdata.plan_regions('plan_regions.harmless', 2, privacy => ARRAY[t_closeness(0.4, 'hierarchical')])$$);
CREATE TABLE nobody (a integer);
SELECT answer($$SELECT microdata.plan_regions('plan_regions.nobody', 2)$$);
-- All columns are identifiers.
SELECT answer($$SELECT microdata.plan_regions('plan_regions.harmless', identifiers => '{a,b}')$$);

SET client_min_messages = warning;
DROP SCHEMA plan_regions CASCADE;

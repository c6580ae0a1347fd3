-- Harmless values: values of a sensitive attribute for which no bound is held.
-- Rooms: src/core src/postgres/methods src/postgres/release
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SET pg_microdata.quick_attack = off;
CREATE SCHEMA harmless;
SET search_path = harmless, public;
CREATE EXTENSION citext;
-- 55% of the visits are for a common cold, and 15% have no diagnosis; six others have 5% each.
CREATE TABLE visits AS
SELECT i AS visit, 20 + i * 7 % 61 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'ward ' || i * 11 % 9 AS ward,
       CASE WHEN i * 37 % 100 < 55 THEN 'J06' WHEN i * 37 % 100 < 70 THEN NULL ELSE 'D' || i * 37 % 6 END AS diagnosis
FROM generate_series(1, 600) i;
-- The largest share of a value that is not harmless, over the groups of rows.
CREATE FUNCTION worst(release regclass, grouped text, VARIADIC but text[] DEFAULT '{J06,"NULL"}') RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE found numeric;
BEGIN
    EXECUTE format('SELECT round(max(n / total), 2) FROM (SELECT %1$s, diagnosis, count(*) AS n, sum(count(*)) OVER (PARTITION BY %1$s) AS total
                    FROM %2$s GROUP BY %1$s, diagnosis) g WHERE COALESCE(diagnosis, ''NULL'') <> ALL ($1)', grouped, release) INTO found USING but;
    RETURN found;
END $$;

-- What is not there names the way out, and what l then is.
SELECT attempts($$
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06"]}', target => 'j06_alone')
bucketize_table('visits', 4, sensitive => '{sex}', identifiers => '{visit}', target => 'no_help')
slice_table('visits', 2, 21, sensitive => '{diagnosis}', identifiers => '{visit}', sensitive_column_size => 1, harmless => '{"diagnosis": ["J06", null]}')
generalize_table('visits', 5, 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": [null]}')
$$);

-- Every function that publishes.
SET client_min_messages = notice;
SELECT bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SET client_min_messages = error;
SELECT worst('visits_bucketized', 'bucket') <= 0.25 AS holds, count(*), count(DISTINCT bucket) > 20 AS many, count(*) FILTER (WHERE diagnosis = 'J06') AS colds,
    count(*) FILTER (WHERE diagnosis IS NULL) AS nulls FROM visits_bucketized;
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'visits_bucketized'::regclass = ANY (relations);
SELECT obj_description('visits_bucketized'::regclass) LIKE '%No bound holds for 2 harmless values of "diagnosis".%' AS said,
    release_description('visits_bucketized') #> '{parameters,harmless}' AS described;
SELECT bucketize_table('visits', 4, method => 'anatomy', format => 'anatomy', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}',
    target => 'apart', seed => 1);
SELECT round(max(count / total), 2) <= 0.25 FROM (SELECT diagnosis, count, sum(count) OVER (PARTITION BY bucket) AS total FROM apart_st) s WHERE diagnosis <> 'J06';
SELECT slice_table('visits', 2, 4, sensitive => '{diagnosis}', identifiers => '{visit}', sensitive_column_size => 1, harmless => '{"diagnosis": [null, "J06", "J06"]}', seed => 1);
SELECT worst('visits_sliced', 'bucket') <= 0.25;
SELECT worst(slice_table('visits', 2, 4, cuts => 'oblivious', sensitive => '{diagnosis}', identifiers => '{visit}', sensitive_column_size => 1, harmless => '{"diagnosis": ["J06", null]}',
    target => 'oblivious', seed => 1), 'bucket') <= 0.25;
SELECT slice_table('visits', 2, 4, groups => '{"age, sex","ward, diagnosis"}', sensitive => '{diagnosis}', identifiers => '{visit}', infeasible => 'generalize', k => 2,
    harmless => '{"diagnosis": ["J06", null]}', target => 'linked', seed => 1);
SELECT worst('linked', 'bucket') <= 0.25, worst('linked', 'bucket, ward') <= 0.25;
SELECT generalize_table('visits', 5, 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SELECT worst('visits_generalized', 'age, sex, ward') <= 0.25;
SELECT recoding, worst(generalize_table('visits', 5, 4, recoding => recoding, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}',
    target => 'recoded', replace => true, suppress => 0.2, seed => 1), 'age, sex, ward') <= 0.25
FROM unnest('{multiset,full-domain,cell}'::text[]) recoding;
SELECT generalize_table('visits', 5, sensitive => '{diagnosis}', identifiers => '{visit}', privacy => ARRAY[alpha_k_anonymity(0.25, 5), l_diversity(2, 'entropy')],
    harmless => '{"diagnosis": ["J06", null]}', target => 'by_models', seed => 1);
SELECT worst('by_models', 'age, sex, ward') <= 0.25;
SELECT fragment, attributes FROM fragment_table('visits', 5, 'ward', privacy => ARRAY[l_diversity(3)], sensitive => '{diagnosis}', identifiers => '{visit}',
    harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'visits_fragment_1'::regclass = ANY (relations);
SELECT count(*) > 20, max(n) FROM (SELECT bucket, (count(*) FILTER (WHERE (sliced).diagnosis = 'D1')::float8 / count(*)) AS n
    FROM slice_rows(NULL::visits, 2, 4, sensitive => '{diagnosis}', identifiers => '{visit}', sensitive_column_size => 1, harmless => '{"diagnosis": ["J06", null]}', seed => 1) GROUP BY 1) b;
SELECT count(*) > 20, max(n) FROM (SELECT bucket, (count(*) FILTER (WHERE (bucketized).diagnosis = 'D1')::float8 / count(*)) AS n
    FROM bucketize_rows(NULL::visits, 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1) GROUP BY 1) b;
CREATE TABLE overwritten AS SELECT * FROM visits;
SELECT bucketize_table('overwritten', 4, in_place => true, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SELECT settings ->> 'l' AS l, feasible FROM explore('visits', 'bucketization', '{"l": [4, 21], "method": "anatomy"}', sensitive => '{diagnosis}', identifiers => '{visit}',
    harmless => '{"diagnosis": ["J06", null]}', seed => 1);

-- Each sensitive attribute by itself.
SELECT bucketize_table('visits', 4, sensitive => '{diagnosis,ward}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', target => 'of_two', seed => 1);
SELECT worst('of_two', 'bucket') <= 0.25, max(n / total) <= 0.25 FROM (SELECT count(*) AS n, sum(count(*)) OVER (PARTITION BY bucket) AS total FROM of_two GROUP BY bucket, ward) w;

-- By regions, and by partitions, which are published again.
SELECT bucketize_table('visits', 4, regions => 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', target => 'by_regions', seed => 1);
SELECT worst('by_regions', 'bucket') <= 0.25, jsonb_array_length(parameters #> '{regions,source_rows}') FROM microdata.releases WHERE 'by_regions'::regclass = ANY (relations);
SELECT slice_table('visits', 2, 4, groups => '{"age, sex","ward, diagnosis"}', regions => 2, sensitive => '{diagnosis}', identifiers => '{visit}', infeasible => 'regroup',
    harmless => '{"diagnosis": ["J06", null, "D0", "D1", "D2", "D3", "D4", "D5"]}', target => 'linked_by_regions', seed => 1);
SELECT generalize_table('visits', 5, 4, recoding => 'full-domain', regions => 3, suppress => 0.2, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}',
    target => 'levels_by_regions', seed => 1);
SELECT worst('levels_by_regions', 'age, sex, ward') <= 0.25;
CREATE TABLE parted (LIKE visits) PARTITION BY RANGE (age);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (40);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (40) TO (60);
CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM (60) TO (100);
INSERT INTO parted SELECT * FROM visits;
SELECT bucketize_table('parted', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SELECT declare_roles('parted', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["D1"]}');
SELECT republish_partitions('parted_bucketized', '{parted_2}');
SELECT worst('parted_bucketized', 'bucket') <= 0.25, parameters -> 'harmless' FROM microdata.releases WHERE 'parted_bucketized'::regclass = ANY (relations);
SELECT (microdata.publishing_call('parted_bucketized')).arguments -> 'harmless';

-- Names follow, in the parameters and in what is declared.
ALTER TABLE visits_bucketized RENAME diagnosis TO icd;
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'visits_bucketized'::regclass = ANY (relations);
ALTER TABLE parted RENAME diagnosis TO icd;
SELECT attribute, role, of_person, harmless FROM microdata.roles WHERE source = 'parted'::regclass ORDER BY 1;

-- Declared: as the type writes them, each once; kept, replaced and taken back.
CREATE VIEW declared AS SELECT attribute, role, harmless FROM microdata.roles WHERE source = 'visits'::regclass ORDER BY 1;
SELECT FROM declare_roles('visits', sensitive => '{diagnosis,age}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", "no such value", null], "age": ["05", 5, "20"]}');
TABLE declared;
SELECT FROM declare_roles('visits', insensitive => '{ward}');
TABLE declared;
SELECT FROM declare_roles('visits', harmless => '{"age": []}');
TABLE declared;
SELECT FROM declare_roles('visits', sensitive => '{diagnosis}');
SELECT bucketize_table('visits', 4, target => 'as_declared', seed => 1);
SELECT worst('as_declared', 'bucket') <= 0.25;
-- In place of those that are declared.
SELECT attempts($$
bucketize_table('visits', 4, harmless => '{"diagnosis": []}', target => 'bounded')
bucketize_table('visits', 4, harmless => '{}', target => 'named_none')
bucketize_table('visits', 4, sensitive => '{ward}', quasi_identifiers => '{diagnosis}', target => 'of_others')
$$);
-- Copies of the source, on which settings are tried, have them, too. So do rules.
SELECT feasible FROM explore('visits', 'bucketization', '{"l": 4, "method": "anatomy"}', seed => 1);
SELECT count(*) > 0 FROM advise('visits', seed => 1) WHERE part = 'setting' AND about = 'default' AND advice LIKE '%l => 5%';
SELECT attempts($$SELECT * FROM gnf_decompose('visits', 4)$$);
SELECT FROM declare_roles('visits', harmless => '{"diagnosis": null}');
TABLE declared;
SELECT FROM declare_roles('visits', harmless => '{"diagnosis": ["J06"]}');
SELECT FROM declare_roles('visits', sensitive => '{ward}', quasi_identifiers => '{diagnosis}');
TABLE declared;
SELECT FROM declare_roles('visits', sensitive => '{}', identifiers => '{}', insensitive => '{}', quasi_identifiers => '{}');

-- Equal values: of citext, of numbers, of padded text, of a type without an order.
CREATE TABLE kinds AS
SELECT i AS age, (CASE WHEN i % 10 < 7 THEN CASE i % 2 WHEN 0 THEN 'Cold' ELSE 'COLD' END ELSE 'd' || i % 5 END)::citext AS word,
       CASE WHEN i % 10 < 7 THEN CASE i % 2 WHEN 0 THEN 1.0 ELSE 1.00 END ELSE 2 + i % 5 END AS number,
       CASE WHEN i % 10 < 7 THEN point(1, 1) ELSE point(2, i % 5) END AS place, (CASE WHEN i % 10 < 7 THEN 'a' ELSE 'b' || i % 5 END)::char(4) AS padded
FROM generate_series(1, 300) i;
CREATE FUNCTION published(attribute text, harmless text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM bucketize_table('kinds', 3, sensitive => ARRAY[attribute], quasi_identifiers => '{age}',
        identifiers => ARRAY(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = 'kinds'::regclass AND a.attnum > 1 AND a.attname <> attribute),
        harmless => jsonb_build_object(attribute, harmless::jsonb), target => 'kind', replace => true, seed => 1);
    RETURN (SELECT r.parameters ->> 'harmless' FROM microdata.releases r WHERE 'kind'::regclass = ANY (r.relations));
END $$;
SELECT published('word', '["cold"]');
SELECT published('number', '["1.000", 1]');
SELECT published('place', '["( 1, 1)"]');
SELECT published('padded', '["a"]');
-- A type that does not have a declared value any more.
SELECT FROM declare_roles('kinds', sensitive => '{padded}', identifiers => '{word,number,place}', harmless => '{"padded": ["a"]}');
ALTER TABLE kinds ALTER padded TYPE integer USING ascii(padded);
SELECT attempts($$bucketize_table('kinds', 3)$$);
SELECT attempts($$bucketize_table('kinds', 3, harmless => '{"padded": [97]}')$$);

-- Persons with several rows.
CREATE TABLE stays AS
SELECT i % 150 AS person, 20 + i % 150 % 50 AS age, 'w' || i % 7 AS ward,
       CASE WHEN i < 150 AND i % 10 < 6 THEN 'J06' WHEN i >= 150 AND i % 10 < 3 THEN NULL ELSE 'D' || i * 37 % 12 END AS diagnosis
FROM generate_series(0, 299) i;
SELECT attempts($$
bucketize_table('stays', 3, sensitive => '{diagnosis}', subject => '{person}', seed => 1)
$$);
SELECT bucketize_table('stays', 3, sensitive => '{diagnosis}', subject => '{person}', harmless => '{"diagnosis": ["J06", null]}', seed => 1, format => 'tables');
CREATE FUNCTION worst_of_persons(release regclass) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE found numeric;
BEGIN
    EXECUTE format('SELECT round(max(s.n::numeric / p.n), 2) FROM (SELECT bucket, diagnosis, count(DISTINCT member) AS n FROM %1$s_values WHERE diagnosis <> ''J06'' GROUP BY 1, 2) s
                    JOIN (SELECT bucket, count(*) AS n FROM %1$s GROUP BY 1) p USING (bucket)', release) INTO found;
    RETURN found;
END $$;
SELECT worst_of_persons('stays_bucketized') <= 0.34, parameters -> 'harmless' FROM microdata.releases WHERE 'stays_bucketized'::regclass = ANY (relations);
SELECT worst_of_persons(slice_table('stays', 1, 3, sensitive => '{diagnosis}', subject => '{person}', harmless => '{"diagnosis": ["J06", null]}', seed => 1, format => 'tables')) <= 0.34;
SELECT worst_of_persons(generalize_table('stays', 3, 3, sensitive => '{diagnosis}', subject => '{person}', harmless => '{"diagnosis": ["J06", null]}', seed => 1, format => 'tables')) <= 0.34;
SELECT attempts($$
bucketize_table('stays', 3, sensitive => '{diagnosis}', subject => '{person}', harmless => '{"diagnosis": [null]}', target => 'half', seed => 1)
$$);

-- Columns that are computed from a sensitive one have none of their own.
CREATE TABLE computed (age integer, diagnosis text, chapter text GENERATED ALWAYS AS (left(diagnosis, 1)) STORED);
INSERT INTO computed SELECT age, diagnosis FROM visits;
SELECT attempts($$
bucketize_table('computed', 4, sensitive => '{diagnosis}', harmless => '{"diagnosis": ["J06", null], "chapter": ["J", null]}')
bucketize_table('computed', 4, sensitive => '{diagnosis,chapter}', harmless => '{"diagnosis": ["J06", null], "chapter": ["J", null, "D"]}')
$$);

-- What is no harmless value.
SELECT attempts($$
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '[]')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": "J06"}')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": [["J06"]]}')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"Diagnosis": ["J06"]}')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"sex": ["F"]}')
bucketize_table('visits', 4, sensitive => '{age}', identifiers => '{visit}', harmless => '{"age": ["twenty"]}')
bucketize_table('visits', 4, sensitive => '{age}', identifiers => '{visit}', harmless => '{"age": ["5.0"]}')
bucketize_table('visits', 4, sensitive => '{age}', identifiers => '{visit}', harmless => '{"age": [true]}')
declare_roles('visits', harmless => '{"diagnosis": ["J06"]}')
declare_roles('visits', sensitive => '{diagnosis}', harmless => '{"diagnosis": {"J06": null}}')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', privacy => ARRAY[t_closeness(0.5)], harmless => '{"diagnosis": ["J06", null]}', target => 'close')
bucketize_table('visits', 4, sensitive => '{diagnosis}', identifiers => '{visit}', privacy => ARRAY[belief_distance(0.5)], harmless => '{"diagnosis": ["J06", null]}', target => 'close')
generalize_table('visits', 5, sensitive => '{diagnosis}', identifiers => '{visit}', privacy => ARRAY[alpha_k_anonymity(0.5, 5, 'J06')], harmless => '{"diagnosis": ["J06", null]}', target => 'close')
$$);

-- Described elsewhere.
CREATE FUNCTION registered(harmless jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE id bigint;
BEGIN
    CREATE TABLE elsewhere AS SELECT * FROM as_declared;
    id := register_release('elsewhere', description => jsonb_set(release_description('as_declared') #- '{parameters,l}' #- '{parameters,privacy}', '{parameters,harmless}', harmless));
    RETURN (SELECT r.parameters -> 'harmless' FROM microdata.releases r WHERE r.release_id = id);
END $$;
SELECT registered('{"diagnosis": ["J06", null]}');
DROP TABLE elsewhere;
SELECT attempts($$
registered('{"sex": ["F"]}')
registered('{"diagnosis": "J06"}')
registered('{"diagnosis": [1]}')
$$);

DROP SCHEMA harmless CASCADE;

-- Releases by regions are verified region by region: the same is found as of all their rows at once, and what was changed is found.
-- Rooms: src/core src/postgres/*region* src/postgres/inspection src/postgres/checks
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_verify_regions;
SET search_path = regress_verify_regions, public;

CREATE TABLE patients (age integer, kilos float8, sex text, zipcode integer, disease text, salary integer);
INSERT INTO patients
SELECT CASE WHEN i % 97 = 0 THEN NULL ELSE 20 + i * 7919 % 60 END, 50 + i * 104729 % 400 / 10.0, CASE WHEN i % 101 = 0 THEN NULL WHEN i * 31 % 5 < 2 THEN 'F' ELSE 'M' END,
       47000 + i * 613 % 40, 'd' || i * 7 % 6, 1000 * (1 + i * 11 % 9)
FROM generate_series(1, 1200) i;
\set ECHO all

-- Three cuts: on a number, on a text, and on one value of several.
CREATE TABLE trees (name text, tree jsonb);
\set ECHO none
INSERT INTO trees VALUES
    ('numbers', '[{"column": "age", "below": "45", "left": 1, "right": 2},
                  {"column": "zipcode", "below": "47020", "left": 3, "right": 4}, {"column": "kilos", "below": "70.3", "left": 5, "right": 6},
                  {"region": 0}, {"region": 1}, {"region": 2}, {"region": 3}]'),
    ('texts', '[{"column": "sex", "below": "M", "left": 1, "right": 2}, {"region": 0},
                {"column": "age", "below": "45", "left": 3, "right": 4}, {"region": 1}, {"region": 2}]'),
    ('lists', '[{"column": "zipcode", "among": ["47003", "47001", "47002", "47000", "47030", "47031", "47032", "47033"], "left": 1, "right": 2},
                {"region": 0}, {"region": 1}]'),
    ('runs', '[{"column": "zipcode", "among": ["47003", "47001", "47002", "47000", "47004", "47005", "47006", "47007"], "left": 1, "right": 2},
               {"region": 0}, {"region": 1}]');
\set ECHO all

-- The region of a row, by hand.
\set ECHO none
CREATE FUNCTION region_of(tree text, p patients) RETURNS integer LANGUAGE sql AS $$
    SELECT CASE tree
        WHEN 'numbers' THEN CASE WHEN (p).age < 45 THEN CASE WHEN (p).zipcode < 47020 THEN 0 ELSE 1 END WHEN (p).kilos < 70.3 THEN 2 ELSE 3 END
        WHEN 'texts' THEN CASE WHEN (p).sex < 'M' THEN 0 WHEN (p).age < 45 THEN 1 ELSE 2 END
        WHEN 'runs' THEN CASE WHEN (p).zipcode < 47008 THEN 0 ELSE 1 END
        WHEN 'lists' THEN CASE WHEN (p).zipcode IN (47000, 47001, 47002, 47003, 47030, 47031, 47032, 47033) THEN 0 ELSE 1 END
    END
$$;
\set ECHO all

-- What is on record of the regions of a release.
\set ECHO none
CREATE PROCEDURE record_regions(release regclass, tree_name text, rows_of bigint[]) LANGUAGE sql AS $$
    UPDATE microdata.release_record SET parameters = parameters || jsonb_build_object('regions',
            jsonb_build_object('tree', (SELECT tree FROM trees WHERE name = tree_name), 'source_rows', to_jsonb(rows_of)))
        WHERE release = ANY (relations)
$$;
\set ECHO all

-- Publishes `patients` at once by the call, and puts the union of what it makes of the regions in its place. Numbers of buckets differ by region.
\set ECHO none
CREATE PROCEDURE publish(call text, release text, tree_name text, suffixes text[] DEFAULT '{""}') LANGUAGE plpgsql AS $$
DECLARE
    suffix text;
    rows_of bigint[];
    published bigint := 0;
    suppressed bigint := 0;
BEGIN
    EXECUTE format(call, 'patients', release);
    SELECT array_agg(n ORDER BY r) INTO rows_of FROM (SELECT region_of(tree_name, p), count(*) FROM patients p GROUP BY 1) c (r, n);
    FOREACH suffix IN ARRAY suffixes LOOP
        EXECUTE format('DELETE FROM %I', release || suffix);
    END LOOP;
    FOR r IN 0 .. cardinality(rows_of) - 1 LOOP
        EXECUTE format('CREATE TABLE part AS SELECT * FROM patients p WHERE region_of(%L, p) = %s', tree_name, r);
        EXECUTE format(call, 'part', 'made');
        -- What stands for all values of the region does not do so in the whole.
        IF EXISTS (SELECT FROM microdata.release_columns WHERE relation = ('made' || suffixes[1])::regclass AND attribute = 'sex' AND generalized) THEN
            UPDATE made SET sex = (SELECT array_agg(DISTINCT p.sex)::text FROM part p) WHERE sex = '*';
        END IF;
        FOREACH suffix IN ARRAY suffixes LOOP
            IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = ('made' || suffix)::regclass AND attname = 'bucket') THEN
                EXECUTE format('UPDATE %I SET bucket = bucket * 10 + %s', 'made' || suffix, r);
            END IF;
            EXECUTE format('INSERT INTO %I SELECT * FROM %I', release || suffix, 'made' || suffix);
        END LOOP;
        SELECT published + m.published_rows, suppressed + m.suppressed_rows INTO published, suppressed
            FROM microdata.releases m WHERE ('made' || suffixes[1])::regclass = ANY (m.relations);
        PERFORM drop_release(('made' || suffixes[1])::regclass);
        DROP TABLE part;
    END LOOP;
    UPDATE microdata.release_record m SET published_rows = published, suppressed_rows = suppressed
        WHERE (release || suffixes[1])::regclass = ANY (m.relations);
    CALL record_regions((release || suffixes[1])::regclass, tree_name, rows_of);
END
$$;
\set ECHO all

-- What verify_release() finds with the regions and without, side by side.
\set ECHO none
CREATE FUNCTION both_ways(release regclass) RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, at_once float8, holds_at_once boolean)
    LANGUAGE plpgsql AS $$
DECLARE
    regions jsonb;
BEGIN
    CREATE TEMPORARY TABLE by_regions AS SELECT * FROM verify_release(release);
    SELECT parameters -> 'regions' INTO regions FROM microdata.release_record WHERE release = ANY (relations);
    UPDATE microdata.release_record SET parameters = parameters - 'regions' WHERE release = ANY (relations);
    CREATE TEMPORARY TABLE in_one AS SELECT * FROM verify_release(release);
    UPDATE microdata.release_record SET parameters = parameters || jsonb_build_object('regions', regions) WHERE release = ANY (relations);
    RETURN QUERY SELECT coalesce(a.requirement, b.requirement), a.bound, a.achieved, a.holds, b.achieved, b.holds
        FROM by_regions a FULL JOIN in_one b ON a.requirement = b.requirement;
    DROP TABLE by_regions, in_one;
END
$$;
\set ECHO all
-- Chance has as many standard deviations as there are random numbers: whether it holds is all that is the same.
\set ECHO none
CREATE FUNCTION compared(release regclass) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(CASE WHEN requirement ~ 'shuffled' THEN format('%s: holds %s', requirement, holds)
                           ELSE format('%s: bound %s, %s, holds %s, at once %s', requirement, bound, round(achieved::numeric, 6), holds, round(at_once::numeric, 6)) END,
                      '; ' ORDER BY requirement COLLATE "C")
    FROM both_ways(release) WHERE holds_at_once IS DISTINCT FROM holds OR achieved IS DISTINCT FROM at_once OR requirement ~ 'shuffled|regions'
$$;
\set ECHO all


CALL publish($c$SELECT slice_table(%L, 2, 2.5, sensitive => '{disease}', groups => '{"age, sex, kilos, zipcode", "disease, salary"}', target => %L, seed => 7,
    quasi_identifiers => '{age,sex,kilos,zipcode}', insensitive => '{salary}')$c$, 'sliced', 'numbers');
SELECT compared('sliced');
SELECT count(*), bool_and(holds) FROM verify_release('sliced') WHERE requirement !~ 'determine';

CALL publish($c$SELECT slice_table(%L, 2, 2, sensitive => '{disease}', groups => '{"age, zipcode, kilos", "disease"}', target => %L, seed => 7, k => 2, suppress => 0.05, infeasible => 'generalize',
    quasi_identifiers => '{age,kilos,zipcode}', identifiers => '{salary,sex}',
    privacy => ARRAY[l_diversity(2, 'entropy'), t_closeness(0.7), beta_likeness(4), k_anonymity(2)])$c$, 'guarded', 'numbers');
SELECT compared('guarded');
SELECT count(*), bool_and(holds) FROM verify_release('guarded');

CALL publish($c$SELECT bucketize_table(%L, 2, sensitive => '{disease,salary}', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}',
    privacy => ARRAY[t_closeness(0.9)])$c$, 'joined', 'texts');
SELECT compared('joined');
SELECT count(*), bool_and(holds) FROM verify_release('joined') WHERE requirement !~ 'determine';

CALL publish($c$SELECT bucketize_table(%L, 3, sensitive => '{disease}', format => 'anatomy', method => 'anatomy', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}', identifiers => '{salary}',
    privacy => ARRAY[beta_likeness(3)])$c$, 'apart', 'lists', '{_qit,_st}');
SELECT compared('apart');
SELECT count(*), bool_and(holds) FROM verify_release('apart') WHERE requirement !~ 'determine';

-- Ranges, sets and multisets; floating numbers among them.
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}', identifiers => '{salary}', suppress => 0.01,
    privacy => ARRAY[t_closeness(0.8)])$c$, 'ranges', 'numbers');
SELECT compared('ranges');
SELECT count(*), bool_and(holds) FROM verify_release('ranges');
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}', identifiers => '{salary}')$c$, 'sets', 'texts');
SELECT compared('sets');
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}', identifiers => '{salary}', recoding => 'multiset')$c$, 'multisets', 'texts');
SELECT compared('multisets');
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{age,sex,kilos,zipcode}', identifiers => '{salary}', recoding => 'multiset')$c$, 'multinumbers', 'numbers');
SELECT compared('multinumbers');
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{zipcode,age,sex}', identifiers => '{salary,kilos}')$c$, 'listed', 'runs');
SELECT compared('listed');
-- Ranges over a list that has gaps reach into what is between.
CALL publish($c$SELECT generalize_table(%L, 4, l => 2, sensitive => '{disease}', target => %L, seed => 7, quasi_identifiers => '{zipcode,age,sex}', identifiers => '{salary,kilos}')$c$, 'gaps', 'lists');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('gaps');

-- disclosure() and matching_buckets() say the same both ways.
\set ECHO none
CREATE FUNCTION same_both_ways(release regclass, query text) RETURNS TABLE (rows bigint, same boolean) LANGUAGE plpgsql AS $$
DECLARE
    regions jsonb;
BEGIN
    EXECUTE format('CREATE TEMPORARY TABLE by_regions AS ' || query, release);
    SELECT parameters -> 'regions' INTO regions FROM microdata.release_record WHERE release = ANY (relations);
    UPDATE microdata.release_record SET parameters = parameters - 'regions' WHERE release = ANY (relations);
    EXECUTE format('CREATE TEMPORARY TABLE in_one AS ' || query, release);
    UPDATE microdata.release_record SET parameters = parameters || jsonb_build_object('regions', regions) WHERE release = ANY (relations);
    RETURN QUERY SELECT (SELECT count(*) FROM in_one), NOT EXISTS ((TABLE by_regions EXCEPT ALL TABLE in_one) UNION ALL (TABLE in_one EXCEPT ALL TABLE by_regions));
    DROP TABLE by_regions, in_one;
END
$$;
\set ECHO all
SELECT count(*), min(rows), max(rows), string_agg(release, ' ') FILTER (WHERE same IS NOT TRUE) FROM unnest('{sliced,guarded,joined,ranges,multisets,listed}'::text[]) r (release)
    CROSS JOIN LATERAL same_both_ways(r.release, $$SELECT tuples, max_probability, round(mean_probability::numeric, 9), l_achieved, max_paper_probability FROM disclosure(%L)$$) s;
SELECT same_both_ways('apart_qit', 'SELECT tuples, max_probability, round(mean_probability::numeric, 9), l_achieved, max_paper_probability FROM disclosure(%L)');
SELECT t.tuple, array_agg(s.rows), bool_and(s.same) FROM unnest('{sliced,guarded,joined,apart_qit}'::text[]) r (release), unnest('{"{}", "{\"age\": 30}", "{\"age\": null, \"zipcode\": 47011}"}'::text[]) t (tuple)
    CROSS JOIN LATERAL same_both_ways(r.release, format($$SELECT bucket, round(probability::numeric, 9) AS probability, sensitive_distribution, round(paper_probability::numeric, 9) AS paper FROM matching_buckets(%%L, %L)$$, t.tuple)) s GROUP BY 1 ORDER BY 1;

-- Attributes of the release keep their cuts under another name; the source's need not have the same.
ALTER TABLE sliced RENAME age TO years;
ALTER TABLE patients RENAME zipcode TO zip;
SELECT requirement, holds FROM verify_release('sliced') WHERE requirement ~ 'region' OR holds IS NOT TRUE AND requirement !~ 'determine' ORDER BY 1;
ALTER TABLE sliced RENAME years TO age;
ALTER TABLE patients RENAME zip TO zipcode;

-- What is changed is found.
CREATE FUNCTION found(release regclass) RETURNS TABLE (requirement text, achieved float8, worst_case jsonb) LANGUAGE sql AS
    $$ SELECT requirement, achieved, worst_case FROM verify_release(release) WHERE holds IS NOT TRUE AND requirement !~ 'determine' ORDER BY requirement COLLATE "C" $$;
-- A row that is moved to another region.
BEGIN;
UPDATE sliced SET age = 79 WHERE ctid = (SELECT ctid FROM sliced WHERE age = 25 ORDER BY bucket, zipcode, kilos LIMIT 1);
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
-- A bucket whose rows all lie in the region of another one's.
BEGIN;
UPDATE sliced SET bucket = (SELECT bucket FROM sliced WHERE age >= 45 ORDER BY 1 LIMIT 1) WHERE bucket = (SELECT bucket FROM sliced WHERE age < 45 ORDER BY 1 LIMIT 1);
SELECT requirement, worst_case FROM found('sliced') WHERE requirement ~ 'region';
ROLLBACK;
-- Missing and doubled rows.
BEGIN;
DELETE FROM sliced WHERE ctid = (SELECT ctid FROM sliced ORDER BY bucket, zipcode, kilos LIMIT 1);
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
BEGIN;
INSERT INTO sliced SELECT * FROM sliced ORDER BY bucket, zipcode, kilos LIMIT 1;
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
-- One missing here, one doubled there: the numbers of rows are right.
BEGIN;
DELETE FROM sliced WHERE ctid = (SELECT ctid FROM sliced WHERE age < 45 ORDER BY bucket, zipcode, kilos LIMIT 1);
INSERT INTO sliced SELECT * FROM sliced WHERE age >= 45 ORDER BY bucket, zipcode, kilos LIMIT 1;
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
-- Sensitive values that are exchanged across regions.
BEGIN;
UPDATE sliced s SET disease = CASE s.disease WHEN 'd1' THEN 'd2' ELSE 'd1' END, salary = t.salary
FROM (SELECT a.ctid AS one, b.ctid AS other, a.salary AS of_one, b.salary AS of_other FROM
    (SELECT *, ctid FROM sliced WHERE disease = 'd1' AND age < 45 AND zipcode < 47020 ORDER BY bucket, zipcode, kilos LIMIT 1) a,
    (SELECT *, ctid FROM sliced WHERE disease = 'd2' AND age >= 45 AND kilos < 70.3 ORDER BY bucket, zipcode, kilos LIMIT 1) b) p
    CROSS JOIN LATERAL (VALUES (p.one, p.of_other), (p.other, p.of_one)) t (place, salary) WHERE s.ctid = t.place;
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
-- Values outside the box of the region, in place of others.
BEGIN;
UPDATE ranges SET zipcode = int4range(lower(zipcode), 47039, '[]') WHERE lower(age) < 45 AND upper(zipcode) <= 47020;
SELECT string_agg(requirement, '; ') FROM found('ranges') WHERE requirement ~ 'region';
ROLLBACK;
BEGIN;
UPDATE ranges SET age = int4range(20, NULL) WHERE ctid = (SELECT ctid FROM ranges WHERE lower(age) < 45 ORDER BY age, zipcode, kilos LIMIT 1);
SELECT requirement, achieved FROM found('ranges') WHERE requirement ~ 'region';
ROLLBACK;
BEGIN;
UPDATE sets SET sex = '{F,M}' WHERE sex = 'F';
SELECT string_agg(requirement, '; ') FROM found('sets') WHERE requirement ~ 'region';
UPDATE sets SET sex = '*' WHERE sex = '{F,M}';
SELECT string_agg(requirement, '; ') FROM found('sets') WHERE requirement ~ 'region';
ROLLBACK;
BEGIN;
UPDATE multisets SET sex = 'F:1,M:' || substr(sex, 3) WHERE ctid = (SELECT ctid FROM multisets WHERE sex LIKE 'F%' ORDER BY age, zipcode, kilos LIMIT 1);
SELECT string_agg(requirement, '; ') FROM found('multisets') WHERE requirement ~ 'region';
ROLLBACK;
-- NULL in place of a value, and of a bucket.
BEGIN;
UPDATE sliced SET age = NULL WHERE ctid = (SELECT ctid FROM sliced WHERE age < 45 ORDER BY bucket, zipcode, kilos LIMIT 1);
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
-- Counts of the anatomy format, and values of a bucket that is none.
BEGIN;
UPDATE apart_st SET bucket = 123456 WHERE ctid = (SELECT ctid FROM apart_st ORDER BY bucket, disease LIMIT 1);
SELECT requirement, achieved, worst_case FROM found('apart_qit') WHERE requirement ~ 'region|counts';
ROLLBACK;
BEGIN;
UPDATE apart_st SET disease = 'd9' WHERE disease = 'd1';
SELECT string_agg(requirement, '; ') FROM found('apart_qit');
ROLLBACK;
-- The numbers of rows that are on record; the cuts.
BEGIN;
CALL record_regions('sliced', 'numbers', '{300,300,300,300}');
SELECT string_agg(requirement, '; ') FROM found('sliced');
ROLLBACK;
BEGIN;
CALL record_regions('sliced', 'runs', '{240,960}');
SELECT string_agg(requirement, '; ') FROM found('sliced') WHERE requirement ~ 'region';
ROLLBACK;

-- Without the source.
BEGIN;
DROP TABLE patients CASCADE;
SELECT release, bool_and(holds IS TRUE), string_agg(requirement || ': ' || round(achieved::numeric, 6)::float8, '; ' ORDER BY requirement COLLATE "C")
FROM unnest('{sliced,joined,ranges}'::regclass[]) release CROSS JOIN LATERAL verify_release(release) WHERE requirement !~ 'shuffled' GROUP BY 1 ORDER BY release::text;
SELECT achieved = at_once AS same, holds IS NOT DISTINCT FROM holds_at_once AS holds_the_same, string_agg(requirement, '; ' ORDER BY requirement COLLATE "C")
FROM both_ways('joined') GROUP BY 1, 2 ORDER BY 1;
ROLLBACK;

-- What would take more than the limit fails before it reads; by regions it takes what the largest takes.
CREATE TABLE many AS SELECT i % 50 AS age, i * 613 % 97 AS zipcode, 'd' || i * 7 % 6 AS disease FROM generate_series(1, 5000) i;
ANALYZE many;
SELECT slice_table('many', 2, 3, sensitive => '{disease}', groups => '{"age, zipcode", disease}', quasi_identifiers => '{age,zipcode}', seed => 1);
SET pg_microdata.memory_limit = '1MB';
SELECT * FROM verify_release('many_sliced');
\set VERBOSITY terse
SELECT * FROM disclosure('many_sliced');
\set VERBOSITY default
SELECT count(*) > 0 AS matches FROM matching_buckets('many_sliced', '{"age": 30}');
RESET pg_microdata.memory_limit;
UPDATE microdata.release_record SET parameters = parameters || '{"regions": {"tree": [{"column": "age", "below": "25", "left": 1, "right": 2},
    {"region": 0}, {"region": 1}], "source_rows": [2500, 2500]}}' WHERE 'many_sliced'::regclass = ANY (relations);
SET pg_microdata.memory_limit = '1MB';
SELECT count(*) > 0 AS verified FROM verify_release('many_sliced');
RESET pg_microdata.memory_limit;

-- Numbers of buckets beyond those of an integer, as the largest releases have.
CREATE TABLE few AS SELECT age, sex, disease FROM patients;
SELECT slice_table('few', 2, 3, sensitive => '{disease}', groups => '{"age, sex", disease}', target => 'few_sliced', seed => 1);
CREATE TABLE wide AS SELECT CASE WHEN bucket % 2 = 0 THEN bucket ELSE bucket + 5000000000 END AS bucket, age, sex, disease FROM few_sliced;
SELECT register_release('wide', 'few', 'slicing', '{"age, sex", disease}', '{disease}') IS NOT NULL AS registered;
SELECT m.bucket IS NULL AS none, m.bucket_number > 5000000000 AS large, bool_and(m.bucket IS NULL OR m.bucket = m.bucket_number) AS same, count(*) > 0 AS found,
       bool_and(EXISTS (SELECT FROM wide w WHERE w.bucket = m.bucket_number AND w.age = 30)) AS there
FROM matching_buckets('wide', '{"age": 30}') m GROUP BY 1, 2 ORDER BY 1, 2;
SELECT count(*) FROM ((SELECT bucket_number % 5000000000, probability FROM matching_buckets('wide', '{"age": 30}'))
                      EXCEPT ALL (SELECT bucket, probability FROM matching_buckets('few_sliced', '{"age": 30}'))) d;

-- Which of equal values a region shows depends on the rows around it: its own may be spelled otherwise.
CREATE COLLATION ignoring_accents (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE accents (born date, letter varchar(9) COLLATE ignoring_accents, disease text DEFAULT 'd');
INSERT INTO accents VALUES ('4713-01-01 BC', 'É'), ('0001-12-31 BC', NULL), ('0001-12-31 BC', NULL), ('0001-01-01', NULL), ('0001-01-01', NULL), ('0001-01-01', NULL), ('1951-11-24', 'zz'), ('1951-11-24', ''), ('1956-08-09', NULL), ('1960-03-14', 'É'), ('1964-08-04', ''), ('1964-08-04', NULL), ('1970-05-23', ''), ('1971-01-11', 'E'), ('1976-05-21', NULL), ('1976-12-02', NULL), ('1985-03-02', NULL), ('1986-03-13', 'E'), ('1986-03-13', NULL), ('1991-01-05', NULL), ('1992-08-24', 'é'), ('1992-08-24', NULL), ('1996-08-24', 'é'), ('1996-08-24', NULL), ('1999-01-14', NULL), ('1999-01-14', NULL), ('2000-01-01', NULL), ('2001-11-25', NULL), ('2005-03-18', NULL), ('2005-03-18', ''), ('2005-06-26', 'zz'), ('2005-06-26', NULL), ('2005-06-26', 'é'), ('2007-03-09', NULL), ('2007-03-09', NULL), ('2013-12-26', ''), ('2013-12-26', NULL), ('2014-01-10', 'zz'), ('2016-05-04', NULL), ('2017-06-02', 'é'), ('2017-06-02', NULL), ('2022-04-24', NULL), ('2022-09-10', 'zz'), ('2024-09-08', NULL), ('5874897-12-30', NULL);
SELECT generalize_table('accents', 1, sensitive => '{disease}', regions => 5);
SELECT requirement, achieved FROM verify_release('accents_generalized') WHERE NOT holds AND requirement <> 'published attributes do not determine sensitive ones';
-- Slices have sets as well, where k counts within the bucket.
CREATE TABLE spelled AS
SELECT i AS id, date '2020-01-01' + i AS day, CASE WHEN i < 60 THEN CASE i % 3 WHEN 0 THEN '1' WHEN 1 THEN '{}' ELSE '[]' END ELSE CASE i % 3 WHEN 0 THEN '1.0' WHEN 1 THEN '2' ELSE '[2]' END END::jsonb AS answer,
       'd' || i % 5 AS disease
FROM generate_series(1, 120) i;
SELECT slice_table('spelled', 2, 2, k => 2, sensitive => '{disease}', identifiers => '{id}', regions => 2, seed => 1);
SELECT count(*) FILTER (WHERE answer LIKE '{%') > 0 AS sets, count(*) FROM spelled_sliced;
SELECT requirement, achieved FROM verify_release('spelled_sliced') WHERE NOT holds;

\set ECHO none
DROP SCHEMA regress_verify_regions CASCADE;

-- What random calls found (test/fuzz).
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA fuzzed;
SET search_path = fuzzed, public;
CREATE TABLE visits AS
SELECT i % 7 AS age, 'town ' || i % 3 AS town, date '2020-01-01' + i AS day, 'disease ' || i % 5 AS disease
FROM generate_series(1, 30) i;

-- A generalized release that has lost all of its quasi-identifiers is one class.
SELECT generalize_table('visits', 2, sensitive => '{disease}', identifiers => '{age,day}', seed => 1);
ALTER TABLE visits_generalized DROP town;
SELECT * FROM disclosure('visits_generalized');
SELECT requirement, achieved, holds FROM verify_release('visits_generalized');
SELECT estimate_count('visits_generalized', '{"disease": "disease 1"}');
SELECT FROM drop_release('visits_generalized');
SELECT fragment FROM fragment_table('visits', 2, 'disease', identifiers => '{age}', fragments => 2, seed => 1);
ALTER TABLE visits_fragment_1 DROP town, DROP IF EXISTS day;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(achieved::text, ', ') AS achieved FROM verify_release('visits_fragment_1');
SELECT microdata.membership_likelihood('visits_fragment_2', '{}');
SELECT microdata.information_loss('visits_fragment_2') BETWEEN 0 AND 1 AS measured;
SELECT FROM drop_release('visits_fragment_1');

-- Values that somebody made another type of are not read as generalized ones.
SELECT generalize_table('visits', 6, sensitive => '{disease}', hierarchies => '{}', seed => 1, quasi_identifiers => '{age,town}', identifiers => '{day}');
SELECT attribute FROM microdata.release_columns WHERE relation = 'visits_generalized'::regclass AND generalized ORDER BY attribute;
ALTER TABLE visits_generalized ALTER town TYPE integer USING 1, ALTER age TYPE text USING age::text;
\set ECHO none
SELECT attempts($$
estimate_count('visits_generalized', '{"town": "town 1"}')
estimate_count('visits_generalized', '{"age": 1}')
SELECT * FROM microdata.relative_error('visits_generalized', queries => 1)
microdata.information_loss('visits_generalized')
SELECT * FROM verify_release('visits_generalized')
$$);
\set ECHO all
CREATE TABLE visits_2 AS SELECT * FROM visits;
SELECT generalize_table('visits_2', 6, sensitive => '{disease}', hierarchies => '{}', seed => 1, quasi_identifiers => '{age,town}', identifiers => '{day}');
ALTER TABLE visits_2_generalized ALTER town TYPE integer USING 1;
DROP TABLE visits_2;
\set ECHO none
SELECT attempts($$
estimate_count('visits_2_generalized', '{"town": "town 1"}')
microdata.information_loss('visits_2_generalized')
$$);
\set ECHO all

-- Parameters as small as numbers can be.
SELECT fragment FROM fragment_table('visits', 2, 'disease', identifiers => '{age}', method => 'delta-selectivity', delta => 5e-324, target => 'small', seed => 1);
SELECT holds FROM verify_release('small_1') WHERE requirement LIKE 'delta-selectivity%';
SELECT FROM drop_release('small_1');

-- No table has as many values as this, and a call says so.
SELECT processor_seconds() AS before \gset
\set ECHO none
SELECT attempts($$
generalize_table('visits', 2, sensitive => '{disease}', recoding => 'cell', target => 'unmade', privacy => ARRAY[l_diversity(1e308, 'distinct')])
generalize_table('visits', 2, 1e308, sensitive => '{disease}', recoding => 'cell', target => 'unmade')
generalize_table('visits', 31, 1e308, sensitive => '{disease}', recoding => 'cell', target => 'unmade')
generalize_table('visits', 1, sensitive => '{disease}', recoding => 'full-domain', target => 'unmade', privacy => ARRAY[l_diversity(5e9, 'distinct')])
generalize_table('visits', 1, sensitive => '{disease}', recoding => 'cell', target => 'unmade', privacy => ARRAY[l_diversity(1e308, 'recursive', 2)])
generalize_table('visits', 1, sensitive => '{disease}', target => 'unmade', privacy => ARRAY[l_diversity(1e308)])
bucketize_table('visits', 1e308, sensitive => '{disease}', target => 'unmade')
$$);
\set ECHO all
SELECT processor_seconds() - :before < 60 AS in_time;

-- Hierarchies of dates reach as far as dates do, although timestamps do not, nor the first day of every unit.
CREATE TABLE days (day date, disease text);
INSERT INTO days VALUES ('4714-11-24 BC', 'a'), ('0011-01-03 BC', 'b'), ('0001-12-31 BC', 'a'), ('0001-01-01', 'b'), ('1999-12-31', 'a'),
    ('2000-01-01', 'b'), ('2021-01-03', 'a'), ('294276-12-31', 'b'), ('5874897-12-31', 'c'), ('infinity', 'd'), (NULL, 'e');
SELECT FROM create_date_hierarchy('fuzzed fine', '{day,month,quarter,year,decade}');
SELECT FROM create_date_hierarchy('fuzzed coarse', '{year,century}');
SELECT FROM create_date_hierarchy('fuzzed weeks', '{week}');
SELECT * FROM hierarchy_labels('days', 'day', 'fuzzed fine');
SELECT * FROM hierarchy_labels('days', 'day', 'fuzzed coarse');
SELECT * FROM hierarchy_labels('days', 'day', 'fuzzed weeks');
CREATE TABLE moments AS SELECT day::timestamp AS moment, disease FROM days WHERE day < '294277-01-01' OR day = 'infinity';
SELECT * FROM hierarchy_labels('moments', 'moment', 'fuzzed coarse');
-- Every label stands for the days that it is of.
SELECT generalize_table('days', 1, sensitive => '{disease}', recoding => 'full-domain', hierarchies => '{"day": "fuzzed fine"}', target => 'days_fine', seed => 1);
SELECT generalize_table('days', 1, sensitive => '{disease}', recoding => 'full-domain', hierarchies => '{"day": "fuzzed coarse"}', target => 'days_coarse', seed => 1);
SELECT generalize_table('days', 1, sensitive => '{disease}', recoding => 'full-domain', hierarchies => '{"day": "fuzzed weeks"}', target => 'days_weeks', seed => 1);
SELECT kind, estimate_count(format('days_%s', kind)::regclass, '{}') AS all_rows,
       estimate_count(format('days_%s', kind)::regclass, '{"day": {"between": ["4714-11-24 BC", "5874897-12-31"]}}') AS finite,
       estimate_count(format('days_%s', kind)::regclass, '{"day": {"between": ["1900-01-01", "2400-01-01"]}}') AS near
FROM unnest('{fine,coarse,weeks}'::text[]) kind;
SELECT count(drop_hierarchy(name)) FROM unnest('{fuzzed fine,fuzzed coarse,fuzzed weeks}'::text[]) name;

-- What can be no column of a table.
SELECT generalize_table('pg_catalog.pg_statistic', 1, target => 'unmade');
-- Counts that somebody changed.
SELECT bucketize_table('visits', 2, sensitive => '{disease}', format => 'anatomy', seed => 1);
DELETE FROM visits_bucketized_st WHERE bucket = 1;
SELECT estimate_count('visits_bucketized', '{"disease": "disease 1"}');
SELECT holds FROM verify_release('visits_bucketized') WHERE requirement LIKE 'counts%';
TRUNCATE visits_bucketized_st;
SELECT * FROM matching_buckets('visits_bucketized', '{"age": 1}');
SELECT tuples > 0 AS measured FROM disclosure('visits_bucketized');
SELECT holds FROM verify_release('visits_bucketized') WHERE requirement LIKE 'counts%';
INSERT INTO visits_bucketized_st VALUES (1, NULL, NULL), (2, 'disease 1', NULL), (2, 'disease 1', -1), (2, 'disease 9', 2147483647);
SELECT * FROM matching_buckets('visits_bucketized', '{"age": 1}');
SELECT holds FROM verify_release('visits_bucketized') WHERE requirement LIKE 'counts%';
TRUNCATE visits_bucketized_st;
DROP TABLE visits;
\set ECHO none
SELECT attempts($$
SELECT holds FROM verify_release('visits_bucketized') WHERE requirement LIKE 'counts%'
SELECT * FROM matching_buckets('visits_bucketized', '{"age": 1}')
$$);
\set ECHO all
RESET search_path;
DROP SCHEMA fuzzed CASCADE;

-- Where rows are left out, models measure against the source, with all its rows.
CREATE TABLE left_out (a integer, b integer, s text);
INSERT INTO left_out SELECT i % 9, i % 4, CASE WHEN i <= 20 THEN 'x' ELSE 'y' || i % 4 END FROM generate_series(1, 30) i;
SELECT gnf_decompose('left_out', 2.5, sensitive => '{s}', suppress => 0.5, privacy => ARRAY[belief_distance(0.3)], seed => 1);
SELECT requirement, holds FROM verify_release('left_out_gnf_1');

SELECT p.oid::regprocedure AS backslashes_in_plain_literals FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname IN ('sql', 'plpgsql') AND regexp_replace(p.prosrc, 'E''[^'']*''', '', 'g') LIKE '%\\%'
AND 'standard_conforming_strings=on' <> ALL (p.proconfig);

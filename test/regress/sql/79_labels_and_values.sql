-- A published text means one thing: labels beside values of the same text, and values that look like what is published of several.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA t_texts;
SET search_path = t_texts, public;

-- Labels of different levels that stand for different values are refused.
CREATE TABLE t_levels (level0 text, level1 text, level2 text);
INSERT INTO t_levels VALUES ('Washington', 'DC', '*'), ('Seattle', 'Washington', '*'), ('Spokane', 'Washington', '*');
SELECT FROM create_hierarchy('t_states', 't_levels');
TRUNCATE t_levels;
INSERT INTO t_levels VALUES ('Bremen', 'Bremen', '*'), ('Bremerhaven', 'Bremen', '*'), ('Mainz', 'Palatinate', '*');
SELECT FROM create_hierarchy('t_states', 't_levels');
TRUNCATE t_levels;
INSERT INTO t_levels VALUES ('*', 'odd', '*'), ('a', 'even', '*');
SELECT FROM create_hierarchy('t_states', 't_levels');
TRUNCATE t_levels;
INSERT INTO t_levels VALUES ('a', 'x', 'y'), ('b', 'z', 'y'), ('c', 'y', 'y');
SELECT FROM create_hierarchy('t_states', 't_levels');
-- Labels that stand for the same values are fine, and counts are right.
TRUNCATE t_levels;
INSERT INTO t_levels VALUES ('Bremen', 'Bremen', '*'), ('Mainz', 'Palatinate', '*'), ('Trier', 'Palatinate', '*');
SELECT FROM create_hierarchy('t_states', 't_levels');
CREATE TABLE t_people AS
SELECT i AS id, (ARRAY['Bremen', 'Mainz', 'Trier'])[1 + i % 3] AS city, i % 7 AS age, 'd' || i % 4 AS disease FROM generate_series(0, 899) i;
CREATE FUNCTION t_counts(relation regclass, attribute text, texts text[]) RETURNS SETOF text LANGUAGE sql
AS $$ SELECT t || ' ' || round(estimate_count(relation, jsonb_build_object(attribute, t))::numeric, 4) FROM unnest(texts) t $$;
CREATE FUNCTION t_verified(relation regclass) RETURNS text LANGUAGE sql
AS $$ SELECT bool_and(holds)::text FROM verify_release(relation) WHERE holds IS NOT NULL $$;
SELECT r, generalize_table('t_people', 5, target => 't_' || r, sensitive => '{disease}', identifiers => '{id}', recoding => r, hierarchies => '{"city": "t_states"}')
FROM unnest('{mondrian,cell,full-domain}'::text[]) r;
SELECT r, t_counts(('"t_' || r || '"')::regclass, 'city', '{Bremen,Mainz,Trier}'), t_verified(('"t_' || r || '"')::regclass) FROM unnest('{mondrian,cell,full-domain}'::text[]) r;

-- Hierarchies of earlier versions may have such labels. One level of them is known from another; several in one column are not.
UPDATE microdata.hierarchy_record SET labels = '{{Bremen,Bremen,*},{Mainz,Bremen,*},{Trier,West,*}}' WHERE name = 't_states';
SELECT generalize_table('t_people', 5, target => 't_old', sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"city": "t_states"}');
SELECT generalize_table('t_people', 5, target => 't_old', sensitive => '{disease}', identifiers => '{id}', recoding => 'cell', hierarchies => '{"city": "t_states"}');
SELECT create_series('t_series', 't_people', 'generalization', '{"sensitive": ["disease"], "identifiers": [], "hierarchies": {"city": "t_states"}}', subject => '{id}', m => 2);
SELECT generalize_table('t_people', 5, target => 't_multiset', sensitive => '{disease}', identifiers => '{id}', recoding => 'multiset', hierarchies => '{"city": "t_states"}');
SELECT t_counts('t_multiset', 'city', '{Bremen,Mainz,Trier}'), t_verified('t_multiset');
SELECT FROM declare_hierarchy('t_people', 'city', 't_states');
SELECT * FROM fragment_table('t_people', 5, 'disease', 1, target => 't_old', identifiers => '{id}');
SELECT FROM declare_hierarchy('t_people', 'city', NULL);
SELECT generalize_table('t_people', 5, target => 't_level0', sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "t_states"}');
SELECT city, count(*) FROM t_level0 GROUP BY 1 ORDER BY 1;
SELECT t_counts('t_level0', 'city', '{Bremen,Mainz,Trier}'), t_verified('t_level0');
SELECT generalize_table('t_people', 400, target => 't_level1', sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', suppress => 0.5, hierarchies => '{"city": "t_states"}');
SELECT city, count(*) FROM t_level1 GROUP BY 1 ORDER BY 1;
SELECT t_counts('t_level1', 'city', '{Bremen,Mainz,Trier}'), t_verified('t_level1');
ALTER TABLE t_people RENAME city TO town;
SELECT t_counts('t_level0', 'city', '{Bremen,Mainz,Trier}'), t_verified('t_level0');
ALTER TABLE t_people RENAME town TO city;
ALTER TABLE t_level0 RENAME city TO town;
SELECT t_counts('t_level0', 'town', '{Bremen,Mainz,Trier}'), t_verified('t_level0');

-- Texts that end in asterisks, beside those that a prefix hierarchy masks.
SELECT FROM create_prefix_hierarchy('t_prefix', '{2,1}');
CREATE TABLE t_phones AS SELECT i AS id, (ARRAY['12*', '123', '13', '*'])[1 + i % 4] AS phone, i % 7 AS age, 'd' || i % 3 AS disease FROM generate_series(0, 1199) i;
SELECT generalize_table('t_phones', 5, sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"phone": "t_prefix"}');
SELECT generalize_table('t_phones', 5, sensitive => '{disease}', identifiers => '{id}', recoding => 'cell', hierarchies => '{"phone": "t_prefix"}');
SELECT generalize_table('t_phones', 5, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"phone": "t_prefix"}');
SELECT t_counts('t_phones_generalized', 'phone', '{12*,123,13,*}'), t_verified('t_phones_generalized');
-- The label 12* of 12* and 123 beside the values 13 and *.
SELECT generalize_table('t_phones', 300, target => 't_phones1', sensitive => '{disease}', identifiers => '{id,age}', recoding => 'full-domain', hierarchies => '{"phone": "t_prefix"}', privacy => k_anonymity(300));
SELECT phone, count(*) FROM t_phones1 GROUP BY 1 ORDER BY 1;
UPDATE t_phones SET phone = '124' WHERE phone = '123' AND id % 8 = 1;
SELECT generalize_table('t_phones', 300, target => 't_phones1', replace => true, sensitive => '{disease}', identifiers => '{id,age}', recoding => 'full-domain', hierarchies => '{"phone": "t_prefix"}');
SELECT phone, count(*) FROM t_phones1 GROUP BY 1 ORDER BY 1;
SELECT t_counts('t_phones1', 'phone', '{123,13,*}'), t_verified('t_phones1');

-- Values that look like what several are published as.
CREATE TABLE t_odd AS SELECT i AS id, (ARRAY['*', '{a,b}', '[1,3)', '5 to 9', 'NULL', 'null', '', ' ', 'a,b', 'a:2', '"', '\', '{*}', '{}', 'x', NULL])[1 + i % 16] AS odd,
  i / 16 % 5 AS age, 'd' || i / 16 % 3 AS disease FROM generate_series(0, 1599) i;
SELECT generalize_table('t_odd', 5, target => 't_odd_cell', sensitive => '{disease}', identifiers => '{id}', recoding => 'cell');
SELECT r, k, generalize_table('t_odd', k, target => 't_odd_' || r || k, sensitive => '{disease}', identifiers => '{id}', recoding => r)
FROM unnest('{mondrian,multiset,full-domain}'::text[]) r, unnest('{5,60,1600}'::integer[]) k;
SELECT r || k, count(*), bool_and(round(estimate_count(t::regclass, jsonb_build_object('odd', odd))::numeric, 4) = CASE WHEN r <> 'multiset' AND k = 1600 THEN 1600 ELSE 100 END), t_verified(t::regclass)
FROM unnest('{mondrian,multiset,full-domain}'::text[]) r, unnest('{5,60,1600}'::integer[]) k, LATERAL (SELECT '"t_odd_' || r || k || '"') x (t),
  (SELECT DISTINCT odd FROM t_odd) o GROUP BY r, k, t ORDER BY r, k;
SELECT slice_table('t_odd', 2, 2, sensitive => '{disease}', identifiers => '{id}');
SELECT bool_and(round(estimate_count('t_odd_sliced', jsonb_build_object('odd', odd))::numeric, 4) = 100), t_verified('t_odd_sliced') FROM (SELECT DISTINCT odd FROM t_odd) o;
-- Values that differ, with one text.
CREATE TABLE t_functions AS SELECT i AS id, (ARRAY(SELECT oid::regproc FROM pg_proc WHERE proname = 'abs' ORDER BY oid LIMIT 4))[1 + i % 4] AS f, i % 5 AS age, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
SELECT generalize_table('t_functions', 5, sensitive => '{disease}', identifiers => '{id}');
SELECT slice_table('t_functions', 2, 2, sensitive => '{disease}', identifiers => '{id}');
SELECT t_verified('t_functions_sliced');
CREATE VIEW t_generalized AS SELECT age, f, 'd' || f::oid::text AS disease FROM t_functions;
SELECT slice_table('t_generalized', 2, 2, sensitive => '{disease}', groups => ARRAY['age', 'f, disease'], infeasible => 'generalize', diversity_check => 'bucket');

-- A value that its type takes for equal to another spelling may be spelled like a label.
CREATE EXTENSION citext;
UPDATE microdata.hierarchy_record SET labels = '{{Berlin,East,*},{Mitte,BERLIN,*},{Trier,West,*}}' WHERE name = 't_states';
CREATE TABLE t_spelled AS SELECT i AS id, (ARRAY['BERLIN', 'Trier'])[1 + i % 2]::citext AS city, i % 5 AS age, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
SELECT generalize_table('t_spelled', 5, sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"city": "t_states"}');
UPDATE t_spelled SET city = 'Berlin' WHERE city = 'Berlin';
SELECT generalize_table('t_spelled', 5, sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"city": "t_states"}');
SELECT t_counts('t_spelled_generalized', 'city', '{BERLIN,Trier,Mitte}'), t_verified('t_spelled_generalized');

-- Roles that may read a table and not the hierarchy that is declared for it learn none of its values.
CREATE ROLE t_publisher;
GRANT ALL ON SCHEMA t_texts TO t_publisher;
GRANT SELECT ON t_people TO t_publisher;
UPDATE microdata.hierarchy_record SET labels = '{{Bremen,Bremen,*},{Mainz,West,*},{Trier,West,*},{Hidden,Bremen,*}}' WHERE name = 't_states';
SELECT FROM declare_hierarchy('t_people', 'city', 't_states');
SET ROLE t_publisher;
SELECT generalize_table('t_people', 5, target => 't_theirs', sensitive => '{disease}', identifiers => '{id}');
RESET ROLE;
SELECT FROM declare_hierarchy('t_people', 'city', NULL);
DROP OWNED BY t_publisher;
DROP ROLE t_publisher;
SELECT FROM drop_hierarchy('t_states');
SELECT FROM drop_hierarchy('t_prefix');
RESET search_path;
DROP SCHEMA t_texts CASCADE;

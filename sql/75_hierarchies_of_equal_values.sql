-- Hierarchies over types that take different texts for equal.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA e_equal;
SET search_path = e_equal, public;
CREATE EXTENSION citext;
CREATE COLLATION e_ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE e_cities (level0 text, level1 text, level2 text);
INSERT INTO e_cities VALUES ('Berlin', 'East', '*'), ('Dresden', 'East', '*'), ('Mainz', 'West', '*'), ('Trier', 'West', '*');
SELECT FROM create_hierarchy('e_states', 'e_cities');
CREATE TABLE e_people AS
SELECT i AS id, ('{Berlin,BERLIN,dresden,MAINZ,Trier}'::text[])[1 + i % 5] AS city, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
CREATE TABLE e_citext AS SELECT id, city::citext AS city, disease FROM e_people;
CREATE TABLE e_collated (id integer, city text COLLATE e_ignoring, disease text);
INSERT INTO e_collated TABLE e_people;
SELECT r, generalize_table(r::regclass, 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}')
FROM unnest('{e_citext,e_collated}'::text[]) r;
SELECT city, count(*) FROM e_citext_generalized GROUP BY 1 ORDER BY 1;
SELECT city, count(*) FROM e_collated_generalized GROUP BY 1 ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('e_citext_generalized');
SELECT bool_and(holds) FROM verify_release('e_collated_generalized');
-- Others tell them apart, and what no value equals is missing.
SELECT generalize_table('e_people', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}');
INSERT INTO e_citext VALUES (61, 'Bremen', 'd1');
SELECT generalize_table('e_citext', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}', target => 'e_more');
SELECT FROM drop_hierarchy('e_states');
RESET search_path;
DROP SCHEMA e_equal CASCADE;

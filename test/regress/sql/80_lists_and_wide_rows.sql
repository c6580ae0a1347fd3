-- Lists that large classes would show in every row, and rows that are too big for a table.
-- Rooms: src/postgres/release src/postgres/methods src/postgres/publishing
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA u_size;
SET search_path = u_size, public;

-- Lists are as large as multisets of the same values, and refused alike. What HINTs say helps.
CREATE TABLE u_people AS SELECT i AS id, 'street number ' || i AS street, i * 7919 % 3001 AS income, i % 3 AS age, 'd' || i % 4 AS disease FROM generate_series(1, 3000) i;
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id}', quasi_identifiers => '{street,age}', insensitive => '{income}');
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id}', recoding => 'multiset');
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id,street}', recoding => 'multiset', quasi_identifiers => '{income}', insensitive => '{age}');
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id,street}', quasi_identifiers => '{income}', insensitive => '{age}', target => 'u_ranges');
SELECT FROM create_prefix_hierarchy('u_streets', '{16,14,6}');
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"street": "u_streets"}', recoding => 'multiset');
SELECT generalize_table('u_people', 1500, sensitive => '{disease}', identifiers => '{id}', hierarchies => '{"street": "u_streets"}', target => 'u_labels');
SELECT bool_and(holds) FROM verify_release('u_labels');
SELECT * FROM fragment_table('u_people', 1500, 'disease', 1, identifiers => '{id}');
-- All values together are one label; lists of small classes are short.
SELECT generalize_table('u_people', 3000, sensitive => '{disease}', identifiers => '{id}', target => 'u_all');
SELECT DISTINCT street FROM u_all;
SELECT bool_and(holds) FROM verify_release('u_all');
SELECT generalize_table('u_people', 50, sensitive => '{disease}', identifiers => '{id}', target => 'u_small');
SELECT max(length(street)) < 4096, sum(length(street)) < 16000000 FROM u_small;
-- Single values are as long as they are in the source.
CREATE TABLE u_long AS SELECT i AS id, i / 6 AS person, repeat('long', 1500) || i / 6 AS note, i % 3 AS age, 'd' || i % 2 AS disease FROM generate_series(0, 5999) i;
SELECT generalize_table('u_long', 2, sensitive => '{disease}', identifiers => '{id,person}', quasi_identifiers => '{note}', insensitive => '{age}', target => 'u_values');
SELECT min(length(note)), max(length(note)) FROM u_values;
-- Persons with several rows, editions and the columns of slices show such lists as well.
SELECT generalize_table('u_long', 2, sensitive => '{disease}', identifiers => '{id}', subject => '{person}', target => 'u_persons');
CREATE VIEW u_persons AS SELECT person, note, 'd' || person % 5 AS disease FROM (SELECT DISTINCT person, note FROM u_long) x UNION ALL SELECT person + 1000, note || 'x', 'e' || person % 5 FROM (SELECT DISTINCT person, note FROM u_long) x;
SELECT create_series('u_series', 'u_persons', 'generalization', '{"sensitive": ["disease"]}', subject => '{person}', m => 2);
CREATE VIEW u_regions AS SELECT i % 41 AS age, 'note ' || i % 400 || repeat('long', 900) AS note, 'd' || i % 400 AS job FROM generate_series(1, 4000) i;
SELECT slice_table('u_regions', 2, 2, sensitive => '{job}', groups => ARRAY['age', 'note, job'], infeasible => 'generalize', diversity_check => 'bucket', target => 'u_slices');

-- Ranges take 14 bytes each, and are stored nowhere else: what does not fit is refused before the work.
CREATE FUNCTION u_wide(name text, columns integer, value text, relation_kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE %s %I AS SELECT i AS id, ''d'' || i %% 4 AS disease, %s FROM generate_series(1, 24) i', relation_kind, name,
    (SELECT string_agg(format(value || ' AS c%s', c), ', ') FROM generate_series(1, columns) c));
END $$;
SELECT u_wide('u_700', 700, 'i %% 5', 'TABLE'), u_wide('u_581', 581, 'i', 'TABLE'), u_wide('u_580', 580, 'i', 'TABLE'), u_wide('u_nulls', 700, 'CASE WHEN i > 1 THEN i END', 'TABLE'),
  u_wide('u_1100', 1100, 'i::bigint', 'VIEW'), u_wide('u_1600', 1598, 'i', 'TABLE');
SELECT generalize_table('u_700', 2, sensitive => '{disease}', identifiers => '{id}');
SELECT generalize_table('u_581', 2, sensitive => '{disease}', identifiers => '{id}');
SELECT generalize_table('u_580', 12, sensitive => '{disease}', identifiers => '{id}');
SELECT count(*) FROM u_580_generalized;
SELECT r, generalize_table('u_700', 24, sensitive => '{disease}', identifiers => '{id}', recoding => r, target => 'u_700_' || r) FROM unnest('{multiset}'::text[]) r;
SELECT generalize_table('u_nulls', 12, sensitive => '{disease}', identifiers => '{id}');
-- Lists of texts are as long as classes are diverse: rows of them are refused before any is written, and short ones are not.
SELECT u_wide('u_texts', 700, '''v'' || i %% 5', 'TABLE'), u_wide('u_long_texts', 400, 'repeat(md5(i::text), 3)', 'TABLE');
SELECT generalize_table('u_texts', 12, sensitive => '{disease}', identifiers => '{id}');
SELECT generalize_table('u_texts', 12, sensitive => '{disease}', identifiers => '{id}', recoding => 'multiset', target => 'u_multisets');
SELECT count(*) FROM fragment_table('u_texts', 12, 'disease', 1, method => 'naive', identifiers => '{id}');
SELECT count(*) FROM fragment_table('u_texts', 12, 'disease', 3, method => 'naive', identifiers => '{id}', target => 'u_text_part');
SELECT generalize_table('u_texts', 24, sensitive => '{disease}', identifiers => '{id}', target => 'u_of_all');
SELECT generalize_table('u_long_texts', 12, sensitive => '{disease}', identifiers => '{id}');
SELECT create_series('u_series', 'u_texts', 'generalization', '{"sensitive": ["disease"]}', subject => '{id}', m => 4);
SELECT FROM publish_series('u_series');
SELECT FROM drop_series('u_series');
-- Fewer attributes, or more tables, fit.
SELECT count(*) FROM fragment_table('u_700', 24, 'disease', 1, method => 'naive', identifiers => '{id}');
SELECT count(*) FROM fragment_table('u_700', 24, 'disease', 2, method => 'naive', identifiers => '{id}');
SELECT generalize_table('u_1100', 2, sensitive => '{disease}', identifiers => '{id}');
SELECT slice_table('u_1100', 2, 2, sensitive => '{disease}', identifiers => '{id}');
SELECT bucketize_table('u_1100', 2, sensitive => '{disease}', identifiers => '{id}');

SELECT count(*) FROM gnf_decompose('u_1100', 2, rules => '{"c1 -> disease"}', identifiers => '{id}');
SELECT slice_table('u_1600', 2, 2, sensitive => '{disease}', identifiers => '{}');
-- Names of columns are written once for each, and not along with each: it fits into memory, and takes seconds.
SELECT u_wide('u_1200', 1200, 'i::smallint', 'TABLE');
SET temp_file_limit = '16MB';
SET statement_timeout = '90s';
SELECT bucketize_table('u_1200', 2, sensitive => '{disease}', identifiers => '{id}', quasi_identifiers => ARRAY(SELECT 'c' || c FROM generate_series(1, 1200) c));
RESET statement_timeout;
RESET temp_file_limit;
SELECT col_description('u_1200_bucketized'::regclass, 2), col_description('u_1200_bucketized'::regclass, 1202);
SELECT FROM drop_hierarchy('u_streets');
RESET search_path;
DROP SCHEMA u_size CASCADE;

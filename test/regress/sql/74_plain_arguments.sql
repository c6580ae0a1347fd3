-- Arguments as people write them, what risk() takes for known, and when there is something to warn of.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE p_reader;
CREATE SCHEMA p_plain;
SET search_path = p_plain, public;
CREATE TABLE p_patients AS SELECT i AS id, i % 20 AS age, i % 2 AS sex, i / 2 AS room, 'd' || i % 5 AS icd, 'x' || i % 5 AS "Side, effect" FROM generate_series(1, 200) i;
-- A list of one, and a model, stand for themselves.
SELECT bucketize_table('p_patients', 3, sensitive => 'icd', identifiers => ' id ', target => 'p_one');
SELECT bucketize_table('p_patients', 3, sensitive => 'icd'::text, identifiers => 'id'::name, target => 'p_two');
SELECT bucketize_table('p_patients', 3, sensitive => 'icd', identifiers => 'id', privacy => k_anonymity(7), target => 'p_three');
SELECT array_agg(DISTINCT parameters -> 'privacy') FROM microdata.releases WHERE relations[1] = 'p_three'::regclass;
SELECT bool_and(holds) FROM verify_release('p_three') WHERE requirement !~ 'determine';
SELECT min(rows) >= 7 FROM (SELECT count(*) FROM p_three GROUP BY bucket) b (rows);
SELECT groups ->> 'sex' AS sex, estimate FROM estimate('p_one', 'sex') ORDER BY 1;
SELECT bucketize_table('p_patients', 3, sensitive => 'icd', identifiers => 'id', privacy => NULL::privacy_model, target => 'p_four');
SELECT 'a,b'::text_list;
SELECT '"a'::text_list;
SELECT ''::text_list;
SELECT 'a b'::text_list, 'Ärzte'::text_list, '  x'::text_list;

-- So they do in JSON.
SELECT FROM create_series('p_json', 'p_patients', 'bucketization', '{"sensitive": "icd", "identifiers": "id", "quasi_identifiers": "age"}', 'id', 2);
SELECT FROM drop_series('p_json');
SET pg_microdata.republish = 'allow';
SELECT FROM create_series('p_json', 'p_patients', 'bucketization', '{"sensitive": "icd", "identifiers": "id", "l": 3, "privacy": "k_anonymity(7)"}', independent => true);
SELECT FROM publish_series('p_json');
SELECT parameters -> 'privacy' FROM microdata.releases WHERE relations[1] = 'p_json_1'::regclass;
SELECT FROM drop_series('p_json');
RESET pg_microdata.republish;
SELECT settings, smallest FROM explore('p_patients', 'bucketization', '{"l": 2, "privacy": ["k_anonymity(6)", {"model": "l_diversity", "parameters": {"l": 3}}]}', sensitive => 'icd', identifiers => 'id', seed => 1);
CREATE FUNCTION l_diversity(integer, text) RETURNS privacy_model LANGUAGE sql AS $$ SELECT 1/0, NULL::jsonb $$;
SELECT m.element, microdata.given_models(m.element) FROM (VALUES ('"l_diversity(4)"'::jsonb), ('" t_closeness ( 0.2 ) "'), ('["rho_breach(0.1, 0.5)"]'), ('{"model": "k_anonymity", "parameters": {"k": 5}}'), ('[]')) m (element);
DROP FUNCTION l_diversity(integer, text);
SELECT microdata.given_models('{"model": "k_anonymity", "k": 5}');
\set VERBOSITY terse
SELECT microdata.given_models('"k_anonymity(1, 2)"');
SELECT microdata.given_models('"k_anonymity()"');
SELECT microdata.given_models('"k_anonymity(99999999999)"');
SELECT microdata.given_models('"k_anonymity(2.5)"');
SELECT microdata.given_models('"slice_table(1)"');
SELECT microdata.given_models('"k_anonymity(5) --"');
SELECT microdata.given_models('5');
\set VERBOSITY default

-- Quasi-identifiers that are given are all there are.
SELECT model, classes, uniques FROM risk('p_patients', quasi_identifiers => '{age,sex}');
SELECT model, classes, uniques FROM risk('p_patients', quasi_identifiers => 'sex');
SELECT (SELECT classes FROM risk('p_patients') WHERE model = 'prosecutor') = 200 AS all_of_them;
SELECT FROM declare_roles('p_patients', quasi_identifiers => '{age,sex,room}', sensitive => 'icd', identifiers => 'id');
SELECT model, classes, uniques FROM risk('p_patients', quasi_identifiers => 'sex');
SELECT model FROM risk('p_patients', quasi_identifiers => 'nothing');

-- Trials that nobody else could read are no earlier releases.
SET pg_microdata.republish = 'warn';
CREATE TABLE p_others AS TABLE p_patients;
SELECT bucketize_table('p_others', 3, sensitive => 'icd', identifiers => 'id', target => 'p_trial');
SELECT bucketize_table('p_others', 3, sensitive => 'icd', identifiers => 'id', target => 'p_trial', replace => true);
SELECT slice_table('p_others', 2, 3, sensitive => 'icd', identifiers => 'id');
GRANT SELECT ON p_trial TO p_reader;
SELECT bucketize_table('p_others', 2, sensitive => 'icd', identifiers => 'id', target => 'p_other');
DROP TABLE p_trial CASCADE;
SELECT generalize_table('p_others', 3, identifiers => 'id');
SET pg_microdata.republish = 'error';
\set VERBOSITY terse
SELECT bucketize_table('p_others', 2, sensitive => 'icd', identifiers => 'id', target => 'p_more');
RESET pg_microdata.republish;
RESET search_path;
DROP SCHEMA p_plain CASCADE;
DROP ROLE p_reader;

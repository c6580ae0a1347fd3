-- Privacy rules: who knows what is left of the arrow must not learn what is right of it.
\pset format unaligned
\pset tuples_only on
CREATE TABLE discharges (id integer PRIMARY KEY, hospital text, gender text, age integer, "zip code" text, race text, icd text, gone integer);
ALTER TABLE discharges DROP gone;
INSERT INTO discharges VALUES (1, '111111', 'F', 37, '71000', 'asian', 'HIV'), (2, '111111', 'M', 71, '72000', 'white', 'diabetes'),
    (3, '222222', 'F', 55, '73000', 'black', 'diabetes'), (4, '222222', 'F', 37, '74000', 'white', 'alcoholism'),
    (5, '333333', 'M', 23, '71000', 'black', 'flu'), (6, '333333', 'M', 37, '72000', 'white', 'HIV');

-- Declared for a table, they follow it.
SELECT add_privacy_rule('discharges', 'age, icd -> race');
SELECT add_privacy_rule('discharges', 'gender,icd->"zip code"', 2, comment => 'user manual, rule II');
SELECT add_privacy_rule('discharges', 'hospital, race -> "zip code", age', privacy => t_closeness(0.5));
SELECT * FROM microdata.privacy_rules ORDER BY rule_id;
ALTER TABLE discharges RENAME icd TO "ICD -> 9";
ALTER TABLE discharges RENAME TO patients;
SELECT rule_id, source, rule FROM microdata.privacy_rules ORDER BY rule_id;
ALTER TABLE patients DROP race;
SELECT rule_id, source, rule FROM microdata.privacy_rules ORDER BY rule_id;
SELECT attempts($$add_privacy_rule('patients', 'gender -> "ICD -> 9"')$$);
SELECT rule_id, rule FROM microdata.privacy_rules ORDER BY rule_id;

-- What is no rule.
SELECT attempts(format('add_privacy_rule(%L, %L)', 'patients', rule))
FROM unnest('{"", age, age >, -> age, age ->, "age -> gender -> hospital", "age, -> gender", "age, age -> gender", "age -> age", "age -> nobody", "AGE -> \"AGE\""}'::text[]) AS rule;
\set ECHO none
SELECT attempts($$
add_privacy_rule('patients', NULL)
add_privacy_rule(NULL, 'age -> gender')
add_privacy_rule('patients', 'age -> gender', 0.5)
add_privacy_rule('patients', 'age -> gender', 'NaN')
add_privacy_rule('patients', 'age -> gender', 2, privacy => k_anonymity(2))
add_privacy_rule('pg_class_oid_index', 'oid -> oid')
$$);
\set ECHO all
CREATE TEMPORARY TABLE short_lived (a integer, b integer);
\set ECHO none
SELECT attempts($$
add_privacy_rule('short_lived', 'a -> b')
drop_privacy_rule(99)
drop_privacy_rule(NULL)
$$);
\set ECHO all

-- Only the owner declares rules; who may read the table sees them.
CREATE ROLE md_steward;
CREATE ROLE md_reader;
CREATE ROLE md_stranger;
ALTER TABLE patients OWNER TO md_steward;
GRANT SELECT ON patients TO md_reader;
SET ROLE md_steward;
SELECT add_privacy_rule('patients', 'hospital -> gender') > 0 AS added;
SET ROLE md_reader;
SELECT rule FROM microdata.privacy_rules ORDER BY rule_id;
\set ECHO none
SELECT attempts($$
add_privacy_rule('patients', 'hospital -> age')
drop_privacy_rule(2)
DELETE FROM microdata.privacy_rule_record
$$);
\set ECHO all
SET ROLE md_stranger;
SELECT count(*) FROM microdata.privacy_rules;
RESET ROLE;
SELECT FROM drop_privacy_rule(2);
SELECT rule FROM microdata.privacy_rules ORDER BY rule_id;
DROP TABLE patients;
SELECT count(*) FROM microdata.privacy_rule_record;
DROP ROLE md_steward, md_reader, md_stranger;

-- Of two nested left-hand sides the larger stays (theorem 3.1 and its corollary).
SELECT microdata.irreducible_privacy_rules('{"a -> s", "a, b -> s", "b, a -> t", "a -> s, t", "c -> s"}');
SELECT microdata.irreducible_privacy_rules('{"a -> s", "a -> s"}');
SELECT * FROM microdata.irreducible_privacy_rules('{}');
\set ECHO none
SELECT attempts($$
microdata.irreducible_privacy_rules(NULL)
microdata.irreducible_privacy_rules('{a}')
$$);
\set ECHO all

-- Dependencies that an adversary knows take further rules (theorem 3.2).
SELECT microdata.expand_privacy_rules('{"hospital -> disease"}', '{"medicine -> disease", "ward, day -> medicine", "hospital, doctor -> disease"}');
SELECT microdata.expand_privacy_rules('{"hospital -> disease", "age -> race"}', '{"hospital -> city", "city -> disease"}');
CREATE TABLE facts AS SELECT i AS id, i % 12 AS month, i % 12 / 3 AS quarter, 'x' AS country, i % 5 AS a, (i % 5 + i % 12) % 7 AS sum FROM generate_series(1, 600) i;
SELECT * FROM microdata.functional_dependencies('facts', identifiers => '{id}') ORDER BY 1, 2;
SELECT * FROM microdata.functional_dependencies('facts', 1, identifiers => '{id}') ORDER BY 1, 2;
\set ECHO none
SELECT attempts($$
microdata.functional_dependencies('facts', -1)
microdata.functional_dependencies('facts', 9)
$$);
\set ECHO all
DROP TABLE facts;

-- Guardian Normal Form (definitions 3 to 5) of the paper's tables 3, 4 and 2.
SELECT * FROM microdata.check_gnf('{"gender, icd, hospital, age", "race, zipcode : race -> zipcode"}',
    '{"age, icd -> race", "gender, icd -> zipcode", "hospital, race -> zipcode"}');
SELECT * FROM microdata.check_gnf(
    '{"gender, icd, hospital : icd, gender -> hospital", "age, hospital, zipcode : hospital -> zipcode",
      "age, hospital, gender, race : age, hospital, gender -> race", "age, zipcode"}',
    '{"age, icd -> race", "gender, icd -> zipcode"}');
SELECT * FROM microdata.check_gnf(
    '{"age, icd, race : age, icd -> race", "gender, icd, zipcode : gender, icd -> zipcode",
      "hospital, race, zipcode : hospital, race -> zipcode"}',
    '{"age, icd -> race", "gender, icd -> zipcode", "hospital, race -> zipcode"}');
-- A part that declares to protect S against less than it is asked for; its buckets protect it against all else.
SELECT protection, c.* FROM unnest('{declared,bucketized}'::text[]) AS protection,
    microdata.check_gnf('{"a, b, s : a -> s"}', '{"a, b -> s"}', protection) AS c;
\set ECHO none
SELECT attempts($$
SELECT * FROM microdata.check_gnf('{"a, b : c -> b"}', '{"a -> b"}')
SELECT * FROM microdata.check_gnf('{"a, a"}', '{"a -> b"}')
SELECT * FROM microdata.check_gnf('{"a"}', '{"a -> b"}', 'maybe')
SELECT * FROM microdata.check_gnf('{"a"}', array_fill('a -> b'::text, '{1001}'))
SELECT microdata.irreducible_privacy_rules(array_fill('a -> b'::text, '{1001}'))
SELECT microdata.expand_privacy_rules(array_fill('a -> b'::text, '{1001}'), '{"a -> b"}')
$$);
\set ECHO all

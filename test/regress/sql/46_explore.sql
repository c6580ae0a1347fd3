-- What settings would give, before anything is published.
-- Rooms: src/core src/postgres/methods src/postgres/inspection src/postgres/estimates
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
CREATE TABLE explored (id serial PRIMARY KEY, age integer, sex text, zip text, job text);
INSERT INTO explored (age, sex, zip, job)
SELECT 20 + i * 7 % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, (40000 + i * 13 % 300)::text, 'j' || (i * i / 7) % 6
FROM generate_series(1, 600) i;

-- All combinations, in the order that jsonb gives the settings. What cannot be has its reason.
SELECT settings, feasible, groups > 100 AS many, smallest, suppressed, loss, error IS NOT NULL AS error,
       inference BETWEEN 0 AND 1 AS inference, membership BETWEEN 0 AND 1 AS membership, milliseconds > 0 AS took, reason
FROM explore('explored', 'slicing', '{"columns": 3, "l": [3, 50], "k_anonymity": [1, 12]}', sensitive => '{job}', identifiers => '{id}', seed => 1);

-- The figures are those of the release that is made with these settings afterwards.
SET client_min_messages = error;
CREATE TEMP TABLE before AS
SELECT * FROM explore('explored', 'generalization', '{"k": 7, "recoding": ["multiset"]}', sensitive => '{job}', identifiers => '{id}', seed => 5);
SELECT generalize_table('explored', 7, recoding => 'multiset', sensitive => '{job}', identifiers => '{id}', seed => 5);
SELECT b.groups = r.buckets AS groups, b.suppressed = r.suppressed_rows AS suppressed, b.loss = microdata.information_loss('explored_generalized') AS loss,
       b.smallest = (SELECT min(n) FROM (SELECT count(*) AS n FROM explored_generalized GROUP BY age, sex, zip) g) AS smallest,
       b.error = (SELECT median FROM microdata.relative_error('explored_generalized', seed => 5)) AS error,
       b.inference = (SELECT guessed_right FROM audit_inference('explored_generalized', seed => 5)) AS inference,
       b.membership = (SELECT max(auc) FROM audit_membership('explored_generalized', seed => 5)) AS membership
FROM before b, microdata.releases r WHERE r.relations = '{explored_generalized}';
SELECT FROM drop_release('explored_generalized');
SELECT slice_table('explored', 2, 3, sensitive => '{job}', identifiers => '{id}', privacy => ARRAY[k_anonymity(12)], seed => 5);
SELECT b.groups = r.buckets AS groups, b.smallest = (SELECT min(n) FROM (SELECT count(*) AS n FROM explored_sliced GROUP BY bucket) g) AS smallest,
       b.error = (SELECT median FROM microdata.relative_error('explored_sliced', seed => 5)) AS error,
       b.inference = (SELECT guessed_right FROM audit_inference('explored_sliced', seed => 5)) AS inference,
       b.membership = (SELECT max(auc) FROM audit_membership('explored_sliced', seed => 5)) AS membership
FROM explore('explored', 'slicing', '{"columns": 2, "l": 3, "k_anonymity": 12}', sensitive => '{job}', identifiers => '{id}', seed => 5) b, microdata.releases r
WHERE 'explored_sliced'::regclass = ANY (r.relations);
SELECT FROM drop_release('explored_sliced');
RESET client_min_messages;

-- What a method needs and is not given is tried sensibly.
SELECT DISTINCT settings FROM explore('explored', 'fragmentation', '{"class": "job", "fragments": 2}', identifiers => '{id}', sample => 200, seed => 1) ORDER BY 1;
SELECT count(*), bool_and(feasible) FROM explore('explored', 'bucketization', '{"method": ["anatomy", "mondrian"]}', sensitive => '{job}', identifiers => '{id}', sample => 300, seed => 1);
SELECT settings, feasible FROM explore('explored', 'gnf', '{"l": [2, 3]}', sensitive => '{job}', identifiers => '{id}', sample => 200, seed => 1);
-- Rules that are declared are what is decomposed for.
SELECT feasible, reason FROM explore('explored', 'gnf', '{"l": 2}', identifiers => '{id}', seed => 1);
SELECT add_privacy_rule('explored', 'age -> zip', 4) AS rule_id \gset
SELECT feasible, smallest, reason FROM explore('explored', 'gnf', '{"l": 2}', identifiers => '{id}', sample => 200, seed => 1);
SELECT FROM drop_privacy_rule(:rule_id);
-- A list is one choice; several are lists of lists.
SELECT settings, feasible FROM explore('explored', 'slicing',
    '{"columns": 2, "l": 2, "groups": [["age, sex, zip", "job"], ["age, job", ["sex", "zip"]]]}', sensitive => '{job}', identifiers => '{id}', seed => 1);
SELECT settings -> 'privacy', smallest FROM explore('explored', 'slicing',
    '{"columns": 2, "l": 2, "privacy": [{"model": "k_anonymity", "parameters": {"k": 5}}]}', sensitive => '{job}', identifiers => '{id}', seed => 1);

-- All rows of a person are drawn, or none.
CREATE TABLE visited AS SELECT i / 3 AS person, 20 + i / 3 % 40 AS age, 'd' || i % 7 AS disease FROM generate_series(0, 899) i;
SELECT settings, feasible, groups > 10 AS many FROM explore('visited', 'bucketization', '{"l": 3, "method": "mondrian", "suppress": 0.9}', sensitive => '{disease}', subject => '{person}', sample => 300, seed => 1);

-- Of rows that are alike, as many as of others.
CREATE TABLE alike AS SELECT i % 2 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 1000) i;
SELECT smallest BETWEEN 30 AND 70 AS drawn FROM explore('alike', 'generalization', '{"k": 1}', sensitive => '{disease}', sample => 100, seed => 1);

-- Values whose type has no equality are told apart by their texts.
CREATE TABLE boxed AS SELECT box(point(i % 3, 0), point(1, 1)) AS area, i % 2 AS number, i % 4 AS rooms FROM generate_series(1, 48) i;
SELECT settings, smallest FROM explore('boxed', 'fragmentation', '{"class": "area", "k": [1, 24]}', seed => 1);

-- Another release of the source may be forbidden: nothing is one.
SET client_min_messages = error;
SELECT slice_table('alike', 2, 2, sensitive => '{disease}', seed => 1);
RESET client_min_messages;
SET pg_microdata.republish = 'error';
SELECT feasible FROM explore('alike', 'slicing', '{"l": 2, "columns": 2}', sensitive => '{disease}', seed => 1);
RESET pg_microdata.republish;
SELECT FROM drop_release('alike_sliced');

-- Nothing stays, and roles count that are declared.
SELECT count(*) FROM microdata.releases WHERE relations::text ~ 'tried|explored';
SELECT count(*) FROM pg_class WHERE relname ~ '^microdata_';
SHOW client_min_messages;
BEGIN;
SELECT FROM declare_roles('explored', sensitive => '{job}');
SELECT feasible, inference > 0 AS inference FROM explore('explored', 'slicing', '{"columns": 2, "l": 3}', sample => 200, seed => 1);
ROLLBACK;

-- What nobody can mean.
\set VERBOSITY terse
SELECT * FROM explore('explored', 'slicing', '{"lines": 2}');
SELECT * FROM explore('explored', 'slicing', '{"target": "x"}');
SELECT * FROM explore('explored', 'slicing', '{"l": []}');
SELECT * FROM explore('explored', 'slicing', '[1]');
SELECT * FROM explore('explored', 'slicing', jsonb_build_object('l', (SELECT jsonb_agg(i) FROM generate_series(1, 201) i)));
SELECT * FROM explore('explored', 'fragmentation');
SELECT * FROM explore('explored', 'shuffling');
SELECT * FROM explore('explored', 'slicing', sample => 0);
SELECT * FROM explore('explored', 'slicing', sensitive => '{nothing}');
CREATE ROLE regress_explorer;
SET ROLE regress_explorer;
SELECT * FROM explore('explored', 'slicing', sensitive => '{job}');
\set ECHO none
RESET ROLE;
DROP ROLE regress_explorer;
DROP TABLE explored, visited, alike;

-- advise() finds the roles, the person and what discloses the sensitive attribute, tries three settings on a sample, and leaves nothing.
CREATE TABLE persons (patient_id integer PRIMARY KEY);
INSERT INTO persons SELECT generate_series(1, 400);
CREATE TABLE advised (visit_id serial PRIMARY KEY, patient_id integer REFERENCES persons, age integer, sex text, zip text, icd text, chapter text);
INSERT INTO advised (patient_id, age, sex, zip, icd, chapter)
SELECT 1 + i % 400, 20 + i % 400 % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, (40000 + i % 400 % 30)::text, c || i % 3, c
FROM (SELECT i, (ARRAY['A', 'B', 'C', 'D'])[1 + (i / 7 + i % 400 / 3) % 4] AS c FROM generate_series(1, 800) i) v;
SELECT part, CASE part WHEN 'script' THEN '' ELSE about END AS about, CASE WHEN part IN ('person', 'role', 'disclosure', 'hierarchy', 'script') THEN advice ELSE regexp_replace(advice, '[0-9.]+%.*', '') END AS advice
FROM advise('advised', seed => 1) WHERE part <> 'setting' AND advice !~ 'ROLE';
SELECT about, advice ~ '^(slice|generalize)_table\(.*\): \d+ (buckets|classes).* An attacker guesses \d+% of people\.' AS measured
FROM advise('advised', subject => '{}', seed => 1) WHERE part = 'setting';
-- Buckets of the strict setting are small enough to be several.
SELECT substring(advice FROM '(\d+) buckets')::integer > 8 AS several FROM advise('advised', subject => '{}', seed => 1) WHERE about = 'strict';
SELECT count(*) FROM microdata.releases WHERE 'advised'::regclass = source;
SELECT part, advice FROM advise('advised', sensitive => '{zip}', subject => '{}', seed => 1) WHERE about = 'zip';
-- Without a sensitive attribute classes of k are advised.
SELECT part, about, advice FROM advise('persons', seed => 1);
ALTER TABLE persons ADD born integer;
UPDATE persons SET born = 1920 + patient_id % 80;
SELECT part, CASE part WHEN 'script' THEN '' ELSE about END AS about, regexp_replace(advice, ': .*', '') AS advice FROM advise('persons', seed => 1) WHERE advice !~ 'ROLE';
SELECT advise('advised', sensitive => '{ice}');
SELECT advise('advised', subject => '{nobody}');
-- The script runs as it is.
SELECT string_agg(advice, E'\n' ORDER BY about::integer) AS script FROM advise('advised', subject => '{}', seed => 1) WHERE part = 'script' AND advice !~ 'ROLE|GRANT|audit' \gset
SET client_min_messages = error;
:script
RESET client_min_messages;
SELECT FROM drop_release('research.advised');
DROP SCHEMA research;
DROP TABLE advised, persons;

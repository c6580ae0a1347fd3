-- Privacy rules with harmless values: a value with a bound keeps it in every part and in the join of all parts.
-- Rooms: src/core src/postgres/methods/gnf src/postgres/source src/postgres/release sql
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SET pg_microdata.quick_attack = off;
CREATE SCHEMA ruled;
SET search_path = ruled, public;
-- 55% of the visits are for a cold, 15% have no diagnosis, six others have 5% each. Half of the treatments are a check-up.
CREATE TABLE visits AS
SELECT i AS visit, 20 + i * 7 % 61 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'ward ' || i * 11 % 9 AS ward,
       CASE WHEN i * 37 % 100 < 55 THEN 'J06' WHEN i * 37 % 100 < 70 THEN NULL ELSE 'D' || i * 37 % 6 END AS diagnosis,
       CASE WHEN i * 53 % 100 < 50 THEN 'check-up' ELSE 't' || i * 53 % 7 END AS treatment
FROM generate_series(1, 600) i;

-- Without harmless values l = 4 is infeasible. The error says which value would be.
\set VERBOSITY default
SELECT attempts($$
gnf_decompose('visits', 4, '{"age, ward -> diagnosis"}', sensitive => '{diagnosis}', identifiers => '{visit}')
gnf_decompose('visits', 4, '{"age, ward -> diagnosis"}', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": [null]}')
gnf_decompose('visits', 4, '{"age, ward -> diagnosis"}', identifiers => '{visit}', harmless => '{"diagnosis": [null]}')
$$);

-- Every algorithm.
SET client_min_messages = notice;
SELECT attributes, enforced_rule FROM gnf_decompose('visits', 4, '{"age, ward -> diagnosis"}', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}', seed => 1);
SET client_min_messages = error;
SELECT parameters -> 'harmless' FROM microdata.releases WHERE 'visits_gnf_1'::regclass = ANY (relations);
SELECT obj_description('visits_gnf_1'::regclass) LIKE '%No bound holds for 2 harmless values of "diagnosis".%' AS said, release_description('visits_gnf_1') #> '{parameters,harmless}' AS described;
SELECT attributes, enforced_rule FROM gnf_decompose('visits', 4, '{"age, ward -> diagnosis", "sex -> treatment", "diagnosis -> treatment"}', 'gd', sensitive => '{diagnosis,treatment}', identifiers => '{visit}',
    harmless => '{"diagnosis": ["J06", null], "treatment": ["check-up"]}', target => 'guarded', seed => 1);
SELECT attributes, enforced_rule FROM gnf_decompose('visits', 4, '{"age, ward -> diagnosis"}', 'single-attribute', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}',
    target => 'alone', seed => 1);
SELECT attributes, enforced_rule FROM gnf_decompose('visits', 2, '{"age -> diagnosis", "ward -> treatment"}', 'multi-sa', sensitive => '{diagnosis,treatment}', identifiers => '{visit,sex}',
    harmless => '{"diagnosis": ["J06", null], "treatment": ["check-up"]}', suppress => 0.1, target => 'both', seed => 1);
-- Buckets by plain SQL: the largest share of a value with a bound.
SELECT round(max(n / total), 2) <= 0.25 AS holds
FROM (SELECT bucket, diagnosis, count(*) AS n, sum(count(*)) OVER (PARTITION BY bucket) AS total FROM visits_gnf_1 GROUP BY 1, 2) b WHERE COALESCE(diagnosis, 'J06') <> 'J06';
SELECT max(n / total) <= 0.5 AS holds, count(*) > 0 AS some FROM (SELECT bucket, diagnosis, treatment, count(*) AS n, sum(count(*)) OVER (PARTITION BY bucket, treatment) AS total FROM both_1 GROUP BY 1, 2, 3) b
WHERE COALESCE(diagnosis, 'J06') <> 'J06';
SELECT max(n / total) <= 0.5 AS holds, count(*) > 0 AS some FROM (SELECT bucket, diagnosis, treatment, count(*) AS n, sum(count(*)) OVER (PARTITION BY bucket, diagnosis) AS total FROM both_1 GROUP BY 1, 2, 3) b
WHERE treatment <> 'check-up';
SELECT count(*) > 0 FROM both_1 WHERE treatment = 'check-up' AND diagnosis IS NULL;

-- What is verified, and said apart.
SELECT release, requirement, achieved, worst_case FROM unnest('{visits_gnf_1,guarded_1,alone_1,both_1}'::text[]) release, verify_release(release::regclass) WHERE requirement ~ 'harmless' ORDER BY 1, 2;
SELECT release, count(*) > 3 AS some, bool_and(holds) AS verified FROM unnest('{visits_gnf_1,guarded_1,alone_1,both_1}'::text[]) release, verify_release(release::regclass) GROUP BY 1 ORDER BY 1;
SELECT release, max_probability <= 0.26 AS bounded FROM unnest('{visits_gnf_1,guarded_1}'::text[]) release, disclosure(release::regclass);
SELECT max_probability <= 0.5 AS bounded FROM disclosure('both_1');
SELECT attribute, persons, guessed_right > 0 AS some, bound FROM audit_inference('visits_gnf_1', seed => 1);
SELECT attribute FROM audit_inference('guarded_1', seed => 1);
-- Without the record of them they are not left out; a value with a bound that is broken is found.
BEGIN;
UPDATE microdata.release_record SET parameters = parameters - 'harmless' WHERE 'visits_gnf_1'::regclass = ANY (relations);
SELECT requirement, worst_case ->> 'value' AS value FROM verify_release('visits_gnf_1') WHERE NOT holds;
ROLLBACK;
BEGIN;
UPDATE visits_gnf_1 SET diagnosis = 'D1' WHERE bucket = (SELECT bucket FROM visits_gnf_1 GROUP BY 1 HAVING count(*) FILTER (WHERE diagnosis = 'D1') = 1 ORDER BY 1 LIMIT 1) AND diagnosis IS DISTINCT FROM 'J06';
SELECT requirement, worst_case ->> 'value' AS value FROM verify_release('visits_gnf_1') WHERE NOT holds AND requirement ~ 'divers';
ROLLBACK;
-- Names follow. A control is decomposed in the same way, and so is a copy with a description.
ALTER TABLE guarded_1 RENAME diagnosis TO icd;
SELECT bool_and(holds) AS verified FROM verify_release('guarded_1');
SELECT (microdata.publishing_call('alone_1')).arguments -> 'harmless' AS harmless, (microdata.publishing_call('alone_1')).arguments -> 'sensitive' AS sensitive;
SELECT count(*) AS attributes, bool_and(control BETWEEN 0 AND 1) AS controlled FROM audit_inference('visits_gnf_1', control => 0.4, seed => 1) WHERE attribute = 'diagnosis';

-- Several attributes on the right: a combination is harmless if all of its values are.
SELECT attributes, enforced_rule FROM gnf_decompose('visits', 3, '{"age, ward -> diagnosis, treatment"}', 'gd', sensitive => '{diagnosis,treatment}', insensitive => '{sex}', identifiers => '{visit}',
    harmless => '{"diagnosis": ["J06", null], "treatment": ["check-up"]}', target => 'together', seed => 1);
SELECT requirement, worst_case FROM verify_release('together_1') WHERE requirement ~ 'harmless' OR NOT holds;
-- uad protects one attribute in place of both, which has no harmless values.
SELECT attributes, enforced_rule FROM microdata.gnf_plan('visits', 2, '{"age, ward -> diagnosis, treatment", "sex -> diagnosis"}', sensitive => '{diagnosis,treatment}', identifiers => '{visit}',
    harmless => '{"diagnosis": ["J06", null]}');
-- Where nothing links one of them to what is known, its shares in the table decide; the other is known here.
CREATE TABLE apart AS SELECT i % 10 AS a, i % 3 AS b, i % 4 AS c, 'w' || i % 7 AS u, CASE WHEN i % 10 < 8 THEN 'x' ELSE 'y' || i % 10 END AS s, 'v' || i / 10 % 5 AS t FROM generate_series(0, 699) i;
SELECT attempts($$
microdata.gnf_plan('apart', 2, '{"a, b, c -> u", "a, b, c -> s, t"}')
microdata.gnf_plan('apart', 1.25, '{"a, b, c -> u", "a, b, c -> s, t"}')
microdata.gnf_plan('apart', 2, '{"a, b, c -> u", "a, b, c -> s, t"}', 'gd')
microdata.gnf_plan('apart', 2, '{"a, b, c -> u", "a, b, c -> s, t"}', 'gd', sensitive => '{s,t,u}', harmless => '{"s": ["x"]}')
microdata.gnf_plan('apart', 2, '{"a, b, c -> u", "a, b, c -> s, t"}', sensitive => '{s,t,u}', harmless => '{"s": ["x"], "t": ["v1"]}')
$$);
SELECT part, attributes, enforced_rule FROM microdata.gnf_plan('apart', 1.25, '{"a, b, c -> u", "a, b, c -> s, t"}');

-- Models that compare whole distributions exclude them, by the rule they belong to.
SELECT attempts($$
microdata.gnf_plan('visits', 2, '{"age -> diagnosis"}', sensitive => '{diagnosis}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06"]}', privacy => t_closeness(0.5))
microdata.gnf_plan('visits', 2, '{"age -> diagnosis, treatment"}', 'gd', sensitive => '{diagnosis,treatment}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06"], "treatment": ["check-up"]}', privacy => belief_distance(0.5))
microdata.gnf_plan('visits', 1, '{"age -> diagnosis, treatment"}', 'gd', sensitive => '{diagnosis,treatment}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06"]}', privacy => t_closeness(0.9))
$$);
SELECT add_privacy_rule('visits', 'age -> diagnosis') > 0 AS added, add_privacy_rule('visits', 'age -> treatment', privacy => t_closeness(0.9)) > 0 AS added;
SELECT count(*) FROM microdata.gnf_plan('visits', 4, sensitive => '{diagnosis,treatment}', identifiers => '{visit}', harmless => '{"diagnosis": ["J06", null]}');
DROP SCHEMA ruled CASCADE;

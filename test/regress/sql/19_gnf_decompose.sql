-- Versatile publishing: the running example of the GNF paper (Table 1, rules 1 to 3), then what else can be asked.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE TABLE discharge (hospital text, age integer, gender text, zipcode text, race text, icd text);
INSERT INTO discharge VALUES ('111111', 37, 'F', '71000', 'asian', 'HIV'), ('111111', 71, 'M', '72000', 'white', 'diabetes'),
    ('222222', 55, 'F', '73000', 'black', 'diabetes'), ('222222', 37, 'F', '74000', 'white', 'alcoholism'),
    ('333333', 23, 'M', '71000', 'black', 'flu'), ('333333', 37, 'M', '72000', 'white', 'HIV');
SELECT count(add_privacy_rule('discharge', rule)) FROM unnest('{"age, icd -> race","gender, icd -> zipcode","hospital, race -> zipcode"}'::text[]) rule;

SELECT part, attributes, enforced_rule FROM microdata.gnf_plan('discharge', 2);
SELECT * FROM gnf_decompose('discharge', 2, seed => 1);
SELECT * FROM gnf_decompose('discharge', 2, algorithm => 'gd', target => 'guarded', seed => 1);
SELECT * FROM gnf_decompose('discharge', 2, algorithm => 'single-attribute', target => 'alone', seed => 1);
SELECT columns_of('discharge_gnf_1');
SELECT columns_of('discharge_gnf_2');
SELECT * FROM discharge_gnf_1 ORDER BY hospital, gender, race, zipcode;
SELECT * FROM discharge_gnf_2 ORDER BY age, icd;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound || ' ' || achieved, ', ') AS figures FROM verify_release('discharge_gnf_2') WHERE requirement !~ 'shuffled';
SELECT r.relations::text, bool_and(v.holds) FROM microdata.releases r, verify_release(r.relations[1]) v WHERE r.source = 'discharge'::regclass GROUP BY r.release_id, r.relations::text ORDER BY r.release_id;
-- The less is taken apart, the less is lost.
SELECT microdata.kl_divergence('guarded_1') < microdata.kl_divergence('discharge_gnf_1') AS gd_below_uad, microdata.kl_divergence('discharge_gnf_2') < microdata.kl_divergence('alone_3') AS uad_below_single;
-- All attributes by themselves: what their entropies are more than that of the whole, six different rows.
SELECT abs(microdata.kl_divergence('alone_1') - (sum(h) - ln(6))) < 1e-9 AS as_defined
FROM (SELECT -sum(n / 6.0 * ln(n / 6.0))::float8 AS h
      FROM (SELECT a.key, count(*) AS n FROM discharge d, jsonb_each_text(to_jsonb(d)) a GROUP BY a.key, a.value) v GROUP BY key) e;
-- Counts from the parts: age and gender share none, so that they count as independent.
SELECT estimate_count('discharge_gnf_1', '{}'), estimate_count('discharge_gnf_1', '{"age": 37}'), estimate_count('discharge_gnf_1', '{"age": 37, "gender": "F"}');
SELECT estimate_count('alone_1', '{"age": 37, "gender": "F", "race": "white"}');
SELECT queries, median <= p95 AS sane FROM microdata.relative_error('discharge_gnf_1', queries => 50, seed => 1);
SELECT method, relations, parameters - 'rules' - 'parts' - 'privacy' AS parameters, source_rows, published_rows, suppressed_rows, buckets FROM microdata.releases WHERE 'guarded_1'::regclass = ANY (relations);
SELECT relation, column_no, role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation::text LIKE 'discharge_gnf_%' GROUP BY 1, 2, 3 ORDER BY relation::text, 2, 3;
SELECT max_probability, l_achieved FROM disclosure('guarded_1');

-- What was tampered with is found.
BEGIN;
UPDATE discharge_gnf_1 SET zipcode = '71000' WHERE bucket = 1;
SELECT requirement, bound, achieved, holds FROM verify_release('discharge_gnf_1') WHERE NOT holds;
ROLLBACK;
BEGIN;
INSERT INTO discharge_gnf_2 VALUES (38, 'HIV');
SELECT requirement, bound, achieved, holds FROM verify_release('discharge_gnf_1') WHERE NOT holds;
ROLLBACK;
-- Tuples that no part has are told of.
BEGIN;
SET LOCAL client_min_messages = notice;
INSERT INTO discharge VALUES ('444444', 37, 'M', '71000', 'black', 'flu');
SELECT microdata.kl_divergence('discharge_gnf_1') > 0 AS diverges;
ROLLBACK;
-- Parts in one order: rows can be put together again.
CREATE TABLE walk AS SELECT i AS step, i % 100 AS a, (i * 7) % 100 AS b, i % 5 AS c FROM generate_series(1, 2000) i;
SELECT part, attributes, enforced_rule FROM gnf_decompose('walk', 5, '{"a -> b"}', 'single-attribute', identifiers => '{step}');
SELECT requirement, holds FROM verify_release('walk_gnf_1') WHERE requirement ~ 'parts are shuffled';
BEGIN;
TRUNCATE walk_gnf_1, walk_gnf_2, walk_gnf_3;
INSERT INTO walk_gnf_1 SELECT a FROM walk ORDER BY step;
INSERT INTO walk_gnf_2 SELECT b FROM walk ORDER BY step;
INSERT INTO walk_gnf_3 SELECT c FROM walk ORDER BY step;
SELECT requirement, holds FROM verify_release('walk_gnf_1') WHERE requirement ~ 'parts are shuffled';
ROLLBACK;

-- Releases are replaced and dropped as a whole, and follow renames.
SELECT relation FROM gnf_decompose('discharge', 2, algorithm => 'single-attribute', replace => true);
SELECT relation FROM gnf_decompose('discharge', 2, replace => true);
SELECT to_regclass('discharge_gnf_3');
SELECT attempts($$gnf_decompose('discharge', 2)$$);
CREATE TABLE taken_2 ();
SELECT attempts($$gnf_decompose('discharge', 2, target => 'taken')$$);
DROP TABLE taken_2;
ALTER TABLE discharge_gnf_1 RENAME race TO ethnicity;
ALTER TABLE discharge RENAME hospital TO clinic;
SELECT bool_and(holds) FROM verify_release('discharge_gnf_2');
SELECT estimate_count('discharge_gnf_2', '{"ethnicity": "white"}'), microdata.kl_divergence('discharge_gnf_1') > 0 AS diverges;
ALTER TABLE discharge RENAME clinic TO hospital;
SELECT FROM drop_release('guarded_2');
SELECT to_regclass('guarded_1');

-- Rules with guarantees of their own, several attributes on the right, and rules that the roles add.
SELECT count(drop_privacy_rule(rule_id)) FROM microdata.privacy_rules WHERE source = 'discharge'::regclass;
SELECT count(add_privacy_rule('discharge', 'age -> race', 1.5)), count(add_privacy_rule('discharge', 'hospital -> zipcode', privacy => l_diversity(2, 'distinct'))), count(add_privacy_rule('discharge', 'gender, icd -> hospital, age'));
SELECT * FROM gnf_decompose('discharge', 3, algorithm => 'gd', target => 'own', seed => 1);
SELECT requirement, bound, holds FROM verify_release('own_1') WHERE requirement ~ 'diversity';
SELECT jsonb_array_elements(parameters -> 'rules') FROM microdata.releases WHERE 'own_1'::regclass = ANY (relations);
SELECT attributes, enforced_rule FROM microdata.gnf_plan('discharge', 2, '{"age -> gender"}', sensitive => '{zipcode}', insensitive => '{icd}');
SELECT attributes, enforced_rule FROM microdata.gnf_plan('discharge', 2, '{}', sensitive => '{zipcode}', identifiers => '{icd}');
-- Of nested rules the larger left-hand side counts.
SELECT attributes, enforced_rule FROM microdata.gnf_plan('discharge', 2, '{"age -> zipcode", "age, icd -> zipcode"}');

-- All sensitive attributes in one table: each is protected against the others, too.
CREATE TABLE grid AS SELECT i % 40 AS q, (i / 3) % 3 AS s, (i / 7) % 4 AS t, i % 2 = 0 AS u FROM generate_series(1, 240) i;
SELECT * FROM gnf_decompose('grid', 2, '{"q -> s", "q, u -> t"}', 'multi-sa', seed => 1);
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('grid_gnf_1') WHERE requirement ~ 'diversity';
-- Without a few rows its groups are small.
SET client_min_messages = notice;
SELECT * FROM gnf_decompose('grid', 2, '{"q -> s", "q, u -> t"}', 'multi-sa', suppress => 0.1, replace => true);
SET client_min_messages = error;
SELECT bool_and(holds) FROM verify_release('grid_gnf_1');
-- By hand: in no group does a value have more than half of the rows with the same other sensitive value.
SELECT max(share) <= 0.5 AS protected FROM (
    SELECT count(*) / sum(count(*)) OVER (PARTITION BY bucket, t) AS share FROM grid_gnf_1 GROUP BY bucket, t, s UNION ALL
    SELECT count(*) / sum(count(*)) OVER (PARTITION BY bucket, s) FROM grid_gnf_1 GROUP BY bucket, t, s) x;
\set ECHO none
SELECT attempts($$
microdata.gnf_plan('discharge', 2, '{"age -> race","icd -> zipcode"}', 'multi-sa')
microdata.gnf_plan('grid', 2, '{"q -> s"}', 'multi-sa', privacy => ARRAY[t_closeness(0.5)])
$$);
\set ECHO all

-- Rows that stand in the way are left out, the same in all parts.
CREATE TABLE skewed AS SELECT i AS q, CASE WHEN i % 5 < 3 THEN 'common' ELSE 'rare ' || i % 7 END AS s, i % 3 AS r FROM generate_series(1, 100) i;
SELECT attempts($$gnf_decompose('skewed', 2, '{"q -> s", "q -> r"}')$$);
SELECT * FROM gnf_decompose('skewed', 2, '{"q -> s", "q -> r"}', suppress => 0.25);
SELECT source_rows, published_rows, suppressed_rows FROM microdata.releases WHERE 'skewed_gnf_1'::regclass = ANY (relations);
SELECT bool_and(holds) FROM verify_release('skewed_gnf_1');
SELECT microdata.kl_divergence('skewed_gnf_1') BETWEEN 0 AND 5 AS finite;

-- The plan shows the parts that are made, although the rows that are left out are drawn anew each time.
\set ECHO none
CREATE TABLE drawn_parts (number integer, plan text, made text);
DO $$
BEGIN
    FOR n IN 1 .. 25 LOOP
        CREATE TABLE drawn AS SELECT hashint4(i * 91 + n) % 3 AS a, hashint4(i * 37 + n) % 4 AS b, hashint4(i * 53 + n) % 2 AS c,
            CASE WHEN hashint4(i + n) % 9 > 1 THEN 0 ELSE hashint4(i * 7 + n) % 5 END AS s, hashint4(i * 3 + n) % 5 AS t FROM generate_series(1, 60) i;
        INSERT INTO drawn_parts SELECT n, (SELECT string_agg(attributes::text || coalesce(enforced_rule, ''), '; ' ORDER BY part)
                FROM microdata.gnf_plan('drawn', 2, '{"a, b -> s","c -> t"}', 'gd', suppress => 0.4)),
            (SELECT string_agg(attributes::text || coalesce(enforced_rule, ''), '; ' ORDER BY part)
                FROM gnf_decompose('drawn', 2, '{"a, b -> s","c -> t"}', 'gd', suppress => 0.4, target => 'drawn_gnf'));
        PERFORM drop_release('drawn_gnf_1');
        DROP TABLE drawn;
    END LOOP;
END $$;
\set ECHO all
SELECT count(*) FROM drawn_parts;
SELECT * FROM drawn_parts WHERE plan IS DISTINCT FROM made;
DROP TABLE drawn_parts;

-- Nulls are values; types without an order, and names that need quotes.
CREATE TABLE odd ("a ""b""" point, s text, t xml);
INSERT INTO odd SELECT point(i % 3, 0), nullif('s' || i % 4, 's3'), xmlparse(content '<x>' || i % 2 || '</x>') FROM generate_series(1, 48) i;
SELECT attributes, enforced_rule FROM gnf_decompose('odd', 3, '{"\"a \"\"b\"\"\" -> s"}');
SELECT bool_and(holds) FROM verify_release('odd_gnf_1') WHERE requirement !~ 'determine';
SELECT estimate_count('odd_gnf_1', '{"s": null}');

-- Bad input.
\set ECHO none
SELECT attempts($$
microdata.gnf_plan('discharge', 0.5)
microdata.gnf_plan('discharge', 2, algorithm => 'best')
microdata.gnf_plan('discharge', 2, '{"age, zip -> race"}')
microdata.gnf_plan('discharge', 2, '{"age race"}')
microdata.gnf_plan('discharge', 2, '{"age -> race"}', identifiers => '{age}')
microdata.gnf_plan('grid', 2)
microdata.gnf_plan('grid', 2, '{}')
microdata.gnf_plan('discharge', 2.5, '{"age -> race"}')
microdata.gnf_plan('discharge', 3, '{"age -> race, zipcode"}')
microdata.gnf_plan('discharge', 8, '{"age -> race, zipcode"}')
microdata.gnf_plan('discharge', 1, '{"age -> race"}', privacy => ARRAY[l_diversity(3, 'entropy')])
microdata.gnf_plan('discharge', 1, '{"age -> race, zipcode"}', 'gd', privacy => ARRAY[t_closeness(0.5, 'hierarchical')])
gnf_decompose('discharge', 2, '{"age -> race"}', suppress => 1)
microdata.kl_divergence('discharge')
matching_buckets('discharge_gnf_1', '{}')
gnf_decompose(NULL, 2)
$$);
\set ECHO all
-- HINTs name arguments that the function has.
CREATE TABLE labelled AS SELECT i AS id, 20 + i % 7 AS age, 'd' || i % 5 AS icd, 'L' || i % 5 AS label, 'F' || i % 60 AS family_name FROM generate_series(1, 300) i;
SET client_min_messages = warning;
\set VERBOSITY default
SELECT FROM gnf_decompose('labelled', 3, '{"age -> icd"}', identifiers => '{id,label}', target => 'labels', replace => true);
SELECT FROM gnf_decompose('labelled', 3, '{"age -> icd"}', identifiers => '{id,family_name}', target => 'labels', replace => true);
SELECT part, attributes FROM gnf_decompose('labelled', 3, '{"age -> icd"}', identifiers => '{id,family_name}', insensitive => '{label}', target => 'labels', replace => true);
SET client_min_messages = error;
DROP TABLE labelled CASCADE;

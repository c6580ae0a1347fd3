-- What generalization loses least: width, values or entropy.
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE TABLE accounts (id integer PRIMARY KEY, income integer, branch text, rated text);
INSERT INTO accounts
SELECT i, CASE WHEN i % 25 = 0 THEN i * 10000 ELSE i * 7 % 50 * 10 END, 'branch ' || (i * i) % 7, (ARRAY['A', 'B', 'C'])[1 + i % 3]
FROM generate_series(1, 200) i;
\set ECHO all
SELECT FROM create_interval_hierarchy('incomes', 0, 2560000, '{10000,160000,2560000}');
CREATE TABLE tried (recoding text, made_for text, release text, hierarchies jsonb);
INSERT INTO tried SELECT r, l, replace(r, '-', '_') || '_' || l, h::jsonb
FROM (VALUES ('mondrian', NULL), ('multiset', NULL), ('full-domain', '{"income": "incomes"}'), ('cell', '{"income": "incomes"}')) r (r, h), unnest('{width,values,entropy}'::text[]) l;
SET client_min_messages = error;
SELECT generalize_table('accounts', 5, sensitive => '{rated}', recoding => recoding, hierarchies => hierarchies, loss => made_for, target => release, suppress => 0.05, seed => 1) FROM tried;
RESET client_min_messages;
SELECT t.release, r.parameters ->> 'loss' AS loss, (r.parameters -> 'information_loss') - '{discernibility,average_class_size}'::text[] AS information_loss
FROM tried t JOIN microdata.releases r ON r.relations[1] = t.release::regclass ORDER BY r.release_id;
SELECT release, bool_and(holds) AS holds FROM tried, verify_release(release::regclass) GROUP BY 1 ORDER BY 1;
-- What was recorded is what is measured, by default by what the release was made for.
SELECT count(*) AS compared, count(*) FILTER (WHERE round(microdata.information_loss(t.release::regclass)::numeric, 6)
           IS DISTINCT FROM round((r.parameters #>> ARRAY['information_loss', t.made_for])::numeric, 6)) AS different
FROM tried t JOIN microdata.releases r ON r.relations[1] = t.release::regclass WHERE t.made_for <> 'width';
SELECT microdata.information_loss('mondrian_width') = microdata.information_loss('mondrian_width', 'width') AS by_width;
-- The full domain is the optimum of each measure; cells of values and entropy cost no more than those of the others; of skewed incomes ranges for values lose less of them.
SELECT m.measure, t.recoding, bool_and(microdata.information_loss((replace(t.recoding, '-', '_') || '_' || m.measure)::regclass, m.measure) <= microdata.information_loss(t.release::regclass, m.measure) + 1e-9) AS least
FROM unnest('{values,entropy}'::text[]) m (measure), tried t WHERE t.recoding IN ('full-domain', 'cell') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT microdata.information_loss('mondrian_values', 'values') < microdata.information_loss('mondrian_width', 'values') AS mondrian, microdata.information_loss('multiset_values', 'values') < microdata.information_loss('multiset_width', 'values') AS multiset;
-- By hand, of sets and ranges, and of labels: values of the source that are covered.
WITH shown AS (
    SELECT m.income, m.branch, (SELECT count(DISTINCT a.income) FROM accounts a WHERE a.income <@ m.income) AS incomes,
           (SELECT count(DISTINCT a.branch) FROM accounts a WHERE m.branch = '*' OR a.branch = m.branch OR m.branch LIKE '{%' AND a.branch = ANY (m.branch::text[])) AS branches
    FROM mondrian_values m)
SELECT round((avg((incomes - 1.0) / ((SELECT count(DISTINCT income) FROM accounts) - 1)) + avg((branches - 1.0) / ((SELECT count(DISTINCT branch) FROM accounts) - 1))) / 2, 6)
           = round(microdata.information_loss('mondrian_values')::numeric, 6) AS by_hand
FROM shown;
SELECT round(1 - sum(ln(200.0 / s.covered)) / (SELECT sum(ln(200.0 / own)) FROM (SELECT count(*) OVER (PARTITION BY income) AS own FROM accounts) a), 6)
           = (SELECT (parameters #>> '{information_loss,entropy_of,income}')::numeric FROM microdata.releases WHERE relations[1] = 'mondrian_entropy'::regclass) AS by_hand
FROM (SELECT (SELECT count(*) FROM accounts a WHERE a.income <@ m.income) AS covered FROM mondrian_entropy m) s;

-- Oblivious cuts, relaxed classes, and persons with several rows.
SELECT generalize_table('accounts', 6, 2, sensitive => '{rated}', strict => false, cuts => 'oblivious', loss => 'values', target => 'oblivious_values', seed => 1);
SELECT bool_and(holds) AS holds, round(microdata.information_loss('oblivious_values')::numeric, 6) = (SELECT (parameters #>> '{information_loss,values}')::numeric FROM microdata.releases WHERE relations[1] = 'oblivious_values'::regclass) AS as_recorded
FROM verify_release('oblivious_values');
CREATE TABLE stays (person integer, income integer, month integer, ward text);
INSERT INTO stays SELECT i / 2, (i / 2) % 20 * 1000, i % 12, (ARRAY['N', 'S', 'W'])[1 + i % 3] FROM generate_series(0, 119) i;
SELECT generalize_table('stays', 5, 2, sensitive => '{ward}', subject => '{person}', suppress => 0.5, loss => 'entropy', target => 'stays_entropy', seed => 1);
SELECT bool_and(holds) AS holds FROM verify_release('stays_entropy');
SELECT parameters ->> 'loss' AS loss, (parameters #>> '{information_loss,entropy}')::float8 BETWEEN 0 AND 1 AS recorded FROM microdata.releases WHERE relations[1] = 'stays_entropy'::regclass;
SELECT answer($$SELECT microdata.information_loss('stays_entropy')$$);
SELECT microdata.information_loss('stays_entropy', 'width') BETWEEN 0 AND 1 AS by_width;

-- What is refused.
SELECT answer(s) FROM unnest(ARRAY[
    $$SELECT generalize_table('accounts', 5, loss => 'bits')$$,
    $$SELECT generalize_table('accounts', 5, loss => NULL)$$,
    $$SELECT microdata.information_loss('mondrian_values', 'bits')$$]) s;
CREATE TABLE gone AS SELECT * FROM accounts;
SELECT generalize_table('gone', 5, quasi_identifiers => '{income,branch}', identifiers => '{id,rated}', loss => 'values', target => 'left_behind', seed => 1);
DROP TABLE gone;
SELECT answer($$SELECT microdata.information_loss('left_behind')$$);
SELECT microdata.information_loss('left_behind', 'width') BETWEEN 0 AND 1 AS by_width;

DO $$ DECLARE r text; BEGIN FOR r IN SELECT release FROM tried LOOP EXECUTE format('DROP TABLE %I', r); END LOOP; END $$;
SELECT FROM drop_release('stays_entropy');
DROP TABLE oblivious_values, left_behind, tried, accounts, stays;
SELECT FROM drop_hierarchy('incomes');

-- Fragmentation: a table cut into fragments of attributes that share the class alone.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE TABLE samples AS
SELECT i AS id, i % 61 AS a1, (i % 61) / 2 + (i * 7) % 3 AS a2, ((i % 61) * 3 + i % 2)::numeric(6,1) AS a3, '2020-01-01'::date + (i * 13) % 97 AS b1,
       '2021-01-01'::date + (i * 13) % 97 + (i * 5) % 4 AS b2, (ARRAY['north', 'east', 'south', 'west'])[1 + (i * 13) % 97 / 25] AS b3,
       (ARRAY['healthy', 'ill', 'ill', 'healthy', 'unknown'])[1 + ((i % 61) / 8 + (i * 13) % 97 / 30) % 5] AS class
FROM generate_series(1, 3000) i;
ALTER TABLE samples ADD PRIMARY KEY (id);
SELECT fragment, attributes, relevance > 0 AS relevant, redundancy > 0 AS redundant FROM microdata.fragment_plan('samples', 'class');
SELECT fragment, attributes FROM microdata.fragment_plan('samples', 'class', 3);
SELECT * FROM fragment_table('samples', 5, 'class');
SELECT columns_of('samples_fragment_1');
SELECT columns_of('samples_fragment_2');
SELECT count(*), count(DISTINCT class) FROM samples_fragment_1;
SELECT method, relations, parameters - 'plan' AS parameters, source_rows, published_rows, suppressed_rows FROM microdata.releases WHERE 'samples_fragment_1'::regclass = ANY (relations);
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation::text LIKE 'samples_fragment_%' GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') FILTER (WHERE requirement !~ 'shuffled') AS bounds FROM verify_release('samples_fragment_2');
-- By hand: every class of every fragment, and every join of two classes on the class attribute, has k rows.
CREATE FUNCTION histograms(fragment regclass) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT DISTINCT jsonb_object_agg(class, n) FROM (SELECT to_jsonb(t) - ''class'' AS c, class, count(*) AS n FROM %s t GROUP BY 1, 2) g GROUP BY c', fragment);
END $$;
CREATE FUNCTION fewest_joined(VARIADIC fragments regclass[]) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    joins jsonb[] := '{"{}"}';
    fragment regclass;
    fewest numeric;
BEGIN
    FOREACH fragment IN ARRAY fragments LOOP
        SELECT array_agg(DISTINCT o) INTO joins FROM (
            SELECT (SELECT jsonb_object_agg(v.key, v.value::numeric * COALESCE((j ->> v.key)::numeric, 1)) FROM jsonb_each_text(h) v WHERE j = '{}' OR j ? v.key) AS o
            FROM unnest(joins) j, histograms(fragment) h) x WHERE o IS NOT NULL;
    END LOOP;
    SELECT min((SELECT sum(v.value::numeric) FROM jsonb_each_text(j) v)) INTO fewest FROM unnest(joins) j;
    RETURN fewest;
END $$;
SELECT fewest_joined('samples_fragment_1', 'samples_fragment_2') >= 5 AS joined;
SELECT min(n) >= 5 AS k FROM (SELECT count(*) AS n FROM samples_fragment_1 t GROUP BY to_jsonb(t) - 'class') c;
SELECT microdata.membership_likelihood('samples_fragment_1', '{}'), microdata.membership_likelihood('samples_fragment_1', '{"a1": 3, "b1": "2020-02-01"}') BETWEEN 0 AND 1 AS likelihood,
       microdata.membership_likelihood('samples_fragment_1', '{"a1": 1000}');

-- Less is lost than by generalizing the table as a whole.
SELECT generalize_table('samples', 5, insensitive => '{class}', target => 'whole');
SELECT microdata.information_loss('samples_fragment_1') < microdata.information_loss('whole') AS less_lost;

-- The other ways to keep fragments apart. The dependency graph changes no more than the majority does.
SELECT count(*) FROM fragment_table('samples', 40, 'class', method => 'naive', target => 'naive');
SELECT count(*) FROM fragment_table('samples', 40, 'class', target => 'graph');
SELECT (SELECT (parameters ->> 'changed_class_values')::int FROM microdata.releases WHERE 'graph_1'::regclass = ANY (relations))
    <= (SELECT (parameters ->> 'changed_class_values')::int FROM microdata.releases WHERE 'naive_1'::regclass = ANY (relations)) AS no_more_changed;
SELECT fewest_joined('graph_1', 'graph_2') >= 40 AS graph, fewest_joined('naive_1', 'naive_2') >= 40 AS naive;
SELECT bool_and(holds) FROM verify_release('naive_1');
SELECT bool_and(holds) FROM verify_release('graph_1');
SELECT count(*) FROM fragment_table('samples', 5, 'class', method => 'delta-selectivity', delta => 0.7, target => 'selective');
SELECT bool_and(holds) FROM verify_release('selective_1');
SELECT count(*) FILTER (WHERE class IS NULL) > 0 AS ambiguous FROM selective_1;
-- Three fragments: every join of every two and of all of them.
SELECT count(*) FROM fragment_table('samples', 10, 'class', 3, target => 'three');
SELECT fewest_joined('three_1', 'three_2') >= 10 AND fewest_joined('three_1', 'three_3') >= 10 AND fewest_joined('three_2', 'three_3') >= 10 AS pairs;
SELECT fewest_joined('three_1', 'three_2', 'three_3') >= 10 AS triples;
SELECT bool_and(holds) FROM verify_release('three_3');
-- One fragment is generalization: there is nothing to join.
SELECT attributes FROM fragment_table('samples', 5, 'class', 1, method => 'naive', target => 'single');
SELECT count(*) FROM (SELECT class, count(*) FROM samples GROUP BY 1 EXCEPT SELECT class, count(*) FROM single_1 GROUP BY 1) d;
SELECT bool_and(holds) FROM verify_release('single_1');

-- l-diversity and other models hold in every class and in every join.
SELECT count(*) FROM fragment_table('samples', 5, 'class', l => 2, target => 'diverse');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('diverse_1') WHERE requirement ~ 'l_diversity';
SELECT min(n) >= 2 AS diverse_joins FROM (
    SELECT count(DISTINCT class) AS n FROM (SELECT DISTINCT to_jsonb(x) - 'class' AS c, class FROM diverse_1 x) f
    JOIN (SELECT DISTINCT to_jsonb(x) - 'class' AS c, class FROM diverse_2 x) s USING (class) GROUP BY f.c, s.c) j;
SELECT role FROM microdata.release_columns WHERE relation = 'diverse_1'::regclass AND attribute = 'class';
SELECT count(*) FROM fragment_table('samples', 5, 'class', privacy => ARRAY[t_closeness(0.4)], target => 'close');
SELECT bool_and(holds) FROM verify_release('close_1');
-- A sensitive attribute that is not the class.
SELECT count(*) FROM fragment_table('samples', 5, 'class', sensitive => '{b3}', l => 2, target => 'other');
SELECT requirement, worst_case FROM verify_release('other_2') WHERE NOT holds;

-- What was tampered with is found.
BEGIN;
UPDATE samples_fragment_1 SET a1 = '[0,1]' WHERE ctid IN (SELECT ctid FROM samples_fragment_1 LIMIT 3);
SELECT count(*) > 0 AS found FROM verify_release('samples_fragment_1') WHERE NOT holds;
ROLLBACK;

-- Bad input.
CREATE TABLE constant AS SELECT a1, b1, 1 AS class FROM samples;
\set ECHO none
SELECT attempts($$
fragment_table('samples', 5, NULL)
fragment_table('samples', 5, 'klass')
fragment_table('samples', 5, 'id')
fragment_table('samples', 5, 'id', quasi_identifiers => '{id}', target => 'bad')
fragment_table('constant', 5, 'class')
fragment_table('samples', 5, 'class', 7, target => 'bad')
fragment_table('samples', 5, 'class', 0)
fragment_table('samples', 0, 'class')
fragment_table('samples', 3001, 'class', target => 'bad')
fragment_table('samples', 5, 'class', method => 'magic')
fragment_table('samples', 5, 'class', delta => 1.5)
fragment_table('samples', 5, 'class', delta => 'NaN')
fragment_table('samples', 5, 'class', l => 0)
fragment_table('samples', 5, 'class', l => 6, target => 'bad')
fragment_table('samples', 5, 'class', privacy => ARRAY[l_diversity(2)], target => 'bad')
fragment_table('samples', 5, 'class', method => 'delta-selectivity', l => 2)
fragment_table('samples', 5, 'class')
microdata.fragment_plan('samples', 'class', 9)
microdata.membership_likelihood('samples_fragment_1', '{"c1": 1}')
microdata.membership_likelihood('whole', '{}')
microdata.information_loss('samples')
$$);
\set ECHO all

SELECT FROM drop_release('samples_fragment_2');
SELECT to_regclass('samples_fragment_1');

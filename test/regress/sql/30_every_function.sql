-- Every function of the extension written in C, with every argument by its name, with none of those that have a default, and
-- with each of them NULL: what it reads is there under the name that pg_proc has. A function that has come without a sample
-- of an argument fails here.
\pset format unaligned
\pset tuples_only on
CREATE TABLE called (age integer, sex text, zip text, born date, disease text);
INSERT INTO called
SELECT 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, (40000 + i % 7)::text, date '1980-01-01' + i, 'd' || i % 5
FROM generate_series(1, 60) i;
SET client_min_messages = error;
SELECT FROM declare_roles('called', quasi_identifiers => '{born}');
SELECT slice_table('called', 2, 2, sensitive => '{disease}', seed => 1);
SELECT generalize_table('called', 2, sensitive => '{disease}', seed => 1);
SELECT count(*) > 1 FROM gnf_decompose('called', 2, rules => '{"zip -> disease"}', seed => 1);
SELECT count(*) FROM fragment_table('called', 2, 'disease', 2, seed => 1);
CREATE TABLE called_elsewhere AS SELECT * FROM called_sliced;
CREATE TEMPORARY TABLE called_copy AS SELECT * FROM called;
CREATE TABLE hierarchy_of_called (level0 text, level1 text);
INSERT INTO hierarchy_of_called SELECT DISTINCT zip, '*' FROM called;
SELECT FROM create_prefix_hierarchy('zips', '{3}');
SELECT FROM create_prefix_hierarchy('unused', '{3}');
SELECT add_privacy_rule('called', 'age -> disease') AS rule_id \gset
SELECT FROM declare_hierarchy('called', 'zip', 'zips');
SELECT slice_table('called', 2, 2, sensitive => '{disease}', target => 'called_gone', seed => 1);
SELECT FROM drop_release('called_gone');
SELECT max(release_id) AS gone FROM microdata.ledger \gset
-- One row a person.
ALTER TABLE called ADD number serial;
SELECT FROM create_series('called_series', 'called', 'bucketization', '{"sensitive": ["disease"]}', '{number}');
SELECT create_series('called_slices', 'called', 'slicing', '{"sensitive": ["disease"], "identifiers": [], "insensitive": [], "quasi_identifiers": ["age"], "target": "called_slices", "columns": 2}', '{number}'),
    create_series('called_slices_by_hand', 'called', 'slicing', '{"sensitive": ["disease"], "groups": ["age, sex", "zip, born", "disease"]}', '{number}'),
    create_series('called_classes', 'called', 'generalization', '{"sensitive": ["disease"], "hierarchies": {"zip": null}, "class_column": "class"}', '{number}');
SELECT name, (publish_series(name)).persons FROM unnest('{called_slices,called_slices_by_hand,called_classes}'::text[]) n (name);

CREATE TABLE argument_samples (function text, argument text, value text, PRIMARY KEY (function, argument));
INSERT INTO argument_samples VALUES
    ('', 'source', '''called'''), ('', 'row_type', 'NULL::called'), ('', 'columns', '2'), ('', 'l', '2'), ('', 'k', '2'),
    ('', 'sensitive', '''{disease}'''), ('', 'identifiers', '''{zip}'''), ('', 'insensitive', '''{born}'''),
    ('', 'quasi_identifiers', '''{age}'''), ('', 'groups', '''{"age, sex, born", disease}'''),
    ('', 'sensitive_column_size', '2'), ('', 'strict', 'false'), ('', 'diversity_check', '''bucket'''),
    ('', 'infeasible', '''error'''), ('', 'discretization', '''equal-width'''), ('', 'intervals', '5'),
    ('', 'in_place', 'false'), ('', 'target', '''called_again'''), ('', 'replace', 'true'), ('', 'suppress', '0'),
    ('', 'privacy', 'ARRAY[k_anonymity(2)]'), ('', 'seed', '1'), ('', 'bucket_column', '''bucket'''), ('', 'cuts', '''width'''), ('', 'regions', '1'), ('plan_regions', 'identifiers', '''{zip,number}'''), ('', 'partitions', 'NULL'), ('', 'inference', '0.9'), ('', 'loss', '''values'''),
    ('', 'method', '''mondrian'''), ('', 'format', '''joined'''),
    ('', 'recoding', '''mondrian'''), ('', 'hierarchies', '''{"sex": "zips"}'''), ('', 'harmless', '''{"disease": ["d1", null]}'''),
    ('', 'rules', '''{"sex -> disease"}'''), ('', 'algorithm', '''uad'''), ('', 'dependencies', '''{"zip -> sex"}'''),
    ('', 'parts', '''{"age, sex", "sex, disease"}'''), ('', 'protection', '''declared'''), ('', 'max_determinant', '1'),
    ('', 'measure', '''phi2'''), ('', 'relation', '''called_sliced'''), ('', 'release', '''called_sliced'''), ('', 'relations', '''{called_sliced}'''), ('', 'tuple', '''{"age": 30}'''),
    ('', 'predicate', '''{"sex": "F"}'''), ('', 'query_dimension', '2'), ('', 'selectivity', '0.5'), ('', 'queries', '5'),
    ('', 'class', '''disease'''), ('', 'fragments', '2'), ('', 'delta', '0.1'), ('', 'name', '''zips'''),
    ('', 'keep', '''{2}'''), ('', 'units', '''{month}'''), ('', 'attribute', '''zip'''), ('', 'grantee', '''public'''),
    ('', 'rule', '''sex -> disease'''), ('', 'comment', '''a rule'''), ('', 'rule_id', :'rule_id'),
    ('', 'variant', '''recursive'''), ('', 'c', '2'), ('', 'alpha', '0.5'), ('', 'value', '''d1'''), ('', 't', '0.2'),
    ('', 'distance', '''equal'''), ('', 'beta', '1'), ('', 'rho1', '0.1'), ('', 'rho2', '0.5'), ('', 'b', '0.5'),
    ('', 'model', '''logistic'''), ('', 'iterations', '2'), ('', 'tolerance', '''0.5'''), ('', 'population', '''called'''), ('risk', 'population', 'NULL'), ('risk', 'weights', '''number'''), ('', 'combinations', '2'), ('', 'persons', 'false'), ('', 'control', '0.3'), ('', 'outsiders', 'NULL'), ('', 'reader', '10'), ('', 'copy', '''called_copy'''),
    ('', 'attacks', '50'), ('', 'left', '''{age,sex}'''), ('', 'right', '''{zip}'''), ('audit_inference', 'attributes', '''{age}'''),
    ('publishing_function', 'method', '''slicing'''), ('risk', 'subject', 'NULL'), ('', 'subject', '''{number}'''), ('', 'rows_per_person', '3'), ('', 'person_attributes', '''{age,sex}'''),
    ('', 'widths', '''{5}'''), ('', 'lower', '0'), ('', 'upper', '100'),
    ('estimate', 'method', '''likelihood'''), ('estimate_count', 'method', '''likelihood'''), ('utility', 'release', '''called_sliced'''), ('republish_partitions', 'release', '''called_sliced'''), ('republish_partitions', 'partitions', '''{called}'''), ('', 'group_by', '''{sex}'''), ('', 'predicates', '''{"age": {">": 30}}'''),
    ('', 'measures', '''{count,avg(age)}'''), ('relative_error', 'attributes', '''{age,sex,disease}'''),
    ('fragment_table', 'method', '''dependency-graph'''), ('register_release', 'method', '''slicing'''),
    ('register_release', 'release', '''called_elsewhere'''), ('register_release', 'description', 'NULL'), ('', 'release_id', :'gone'), ('', 'reason', '''a trial'''), ('label_meanings', 'attribute', '''sex'''), ('kl_divergence', 'release', '''called_gnf_1'''),
    ('membership_likelihood', 'release', '''called_fragment_1'''), ('information_loss', 'release', '''called_generalized'''),
    ('create_hierarchy', 'relation', '''hierarchy_of_called'''), ('add_privacy_rule', 'privacy', 'k_anonymity(2)'),
    ('belief_distance', 'distance', '''total-variation'''), ('fragment_table', 'l', 'NULL'),
    ('create_hierarchy', 'name', '''new'''), ('drop_hierarchy', 'name', '''unused'''), ('create_prefix_hierarchy', 'name', '''new'''),
    ('create_interval_hierarchy', 'name', '''new'''), ('create_date_hierarchy', 'name', '''new'''),
    ('fragment_table', 'identifiers', '''{born}'''), ('fragment_table', 'insensitive', 'NULL'),
    ('fragment_plan', 'identifiers', '''{born}'''), ('fragment_plan', 'insensitive', 'NULL'),
    ('register_release', 'groups', '''{"age, sex, zip, born", disease}'''), ('add_privacy_rule', 'l', 'NULL'),
    ('', 'm', '3'), ('', 'arguments', '''{"sensitive": ["disease"]}'''), ('create_series', 'series', '''another_series'''), ('create_series', 'method', '''bucketization'''),
    ('alter_series', 'method', '''bucketization'''), ('alter_series', 'series', '''called_series'''), ('verify_series', 'series', '''called_series'''), ('publish_series', 'series', '''called_series'''), ('drop_series', 'series', '''called_series''');
INSERT INTO argument_samples VALUES
    ('', 'view', '''called_view'''), ('create_series', 'keep', '3'), ('alter_series', 'keep', '3'), ('', 'gate', '''{"verify": true}'''), ('', 'approve', 'false'), ('', 'edition', '1'), ('', 'wait', 'false'), ('', 'anew', 'false'), ('', 'independent', 'false'),
    ('alter_series', 'series', '''called_series'''), ('publish_edition', 'series', '''called_series'''), ('show_edition', 'series', '''called_slices'''), ('drop_edition', 'series', '''called_slices'''),
    ('check_gate_of_method', 'gate', '''rows'''), ('approve_edition', 'series', '''called_slices'''),
    ('begin_run', 'series', '''called_series'''), ('', 'run_id', '0'), ('', 'sqlerrcode', '''22012'''), ('', 'message', '''a message'''), ('', 'detail', '''A detail.'''), ('', 'hint', '''A hint.'''),
    ('', 'schedule', '''0 3 * * 0'''), ('repeat_run', 'run_id', '0'), ('schedule_series', 'series', '''called_series'''), ('unschedule_series', 'series', '''called_series''')
ON CONFLICT DO NOTHING;
INSERT INTO argument_samples VALUES ('', 'results', '''{}'''), ('sentence', 'about', '''finding'''), ('sentence', 'facts', '''{"gate": "loss", "holds": false, "achieved": 1, "bound": 0.5}''');
INSERT INTO argument_samples VALUES ('begin_progress', 'command', '''audit'''), ('begin_progress', 'steps', '3'), ('', 'source_owner', '''pg_monitor'''), ('', 'about', '''{called_sliced}'''), ('', 'holder', '''called''::regclass');
INSERT INTO argument_samples VALUES ('', 'statement', '''SELECT * FROM public.called WHERE false'''), ('insert_rows', 'target', '''called''');
-- Of what workers of Citus are asked for; it returns what the caller says it does, and is asked here without that.
INSERT INTO argument_samples VALUES ('', 'shard', '''called''::regclass'), ('', 'region', '0'), ('', 'number_key', 'repeat(''0'', 32)'),
    ('', 'plan', '''{"rows": 60, "regions": [{"rows": 60}], "tree": [{"region": 0}]}''');
-- Texts as servers send them to each other, behind their lengths.
CREATE FUNCTION sent(VARIADIC texts text[]) RETURNS bytea LANGUAGE sql
    RETURN (SELECT string_agg(set_byte(set_byte('\x0000000000000000', 0, length(t) & 255), 1, length(t) / 256) || convert_to(t, 'UTF8'), '' ORDER BY i) FROM unnest(texts) WITH ORDINALITY u (t, i));
-- A count of all.
INSERT INTO argument_samples VALUES ('audit_region', 'question', '''groups'''), ('audit_region', 'released', 'ARRAY[''called''::regclass::oid]'), ('audit_region', 'source', '''called''::regclass'),
    ('audit_region', 'mark', '''born'''), ('audit_region', 'region', '0'), ('audit_region', 'outsiders', 'NULL'),
    ('audit_region', 'request', $$'\x000000000000000000' || sent('ISO, MDY', 'postgres', 'UTC') || '\x0000000000000000' || '\x00' || '\x0100000000000000' || '\x00000000' || sent('', 'count') || '\x000000000000000000000000'$$),
    ('audit_region', 'known', $$'\x01000000' || sent('{"method": "slicing", "parameters": {"l": 2, "bucket_column": "age"}, "suppressed": [0], "attributes":
        [{"column": 1, "name": "zip", "role": "quasi-identifier", "generalized": false, "source_name": "zip"}, {"column": 2, "name": "disease", "role": "sensitive", "generalized": false, "source_name": "disease"}]}',
        '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}')$$);

-- What a statement comes to; whatever it did is undone.
CREATE FUNCTION outcome(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RAISE SQLSTATE 'UNDO0';
EXCEPTION
    WHEN SQLSTATE 'UNDO0' THEN RETURN 'ok';
    WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

CREATE FUNCTION call_of(function text, arguments text[]) RETURNS text LANGUAGE sql
    RETURN format('SELECT count(*) FROM %s(%s)', function, array_to_string(arguments, ', '));

-- An argument's numbers, from 1 on; those from `optional` on have a default.
CREATE TABLE called_functions AS
SELECT p.oid::regproc::text AS function, p.pronargs - p.pronargdefaults + 1 AS optional, a.argument, a.number,
       (SELECT s.value FROM argument_samples s WHERE s.function IN ('', p.proname) AND s.argument = a.argument
        ORDER BY s.function DESC LIMIT 1) AS value
FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
LEFT JOIN LATERAL unnest(p.proargnames[1:p.pronargs]) WITH ORDINALITY a (argument, number) ON true
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND p.prolang = (SELECT oid FROM pg_language WHERE lanname = 'c')
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
  AND p.prorettype <> 'event_trigger'::regtype
  -- Those of types and casts have no names.
  AND p.proargnames IS NOT NULL AND p.pronargs > 0;
SELECT function, argument AS without_sample FROM called_functions WHERE value IS NULL;

SELECT function,
       outcome(call_of(function, array_agg(format('%I => %s', argument, value) ORDER BY number))) AS by_name,
       outcome(call_of(function, coalesce(array_agg(value ORDER BY number) FILTER (WHERE number < optional), '{}'))) AS without_defaults
FROM called_functions GROUP BY function ORDER BY function COLLATE "C";

-- Each argument NULL in its turn: nothing is amiss inside.
SELECT function, null_argument, outcome
FROM (SELECT f.function, n.argument AS null_argument,
             outcome(call_of(f.function, array_agg(format('%I => %s', f.argument, CASE f.number WHEN n.number THEN 'NULL' ELSE f.value END)
                                                   ORDER BY f.number))) AS outcome
      FROM called_functions f JOIN called_functions n USING (function)
      WHERE n.argument <> 'row_type'
      GROUP BY f.function, n.argument) c
WHERE outcome LIKE 'XX%';

DROP FUNCTION outcome, call_of;
DROP TABLE called_functions, argument_samples, called_elsewhere, hierarchy_of_called;
SELECT count(drop_release(r)) FROM unnest('{called_sliced,called_generalized,called_gnf_1,called_fragment_1}'::regclass[]) r;
SELECT FROM drop_series('called_series');
SELECT drop_series(name), drop_release((name || '_1')::regclass) FROM unnest('{called_slices,called_slices_by_hand,called_classes}'::text[]) n (name);
SELECT FROM drop_privacy_rule(:rule_id);
DROP TABLE called;
SELECT drop_hierarchy(h) FROM unnest('{zips,unused}'::text[]) h;
RESET client_min_messages;

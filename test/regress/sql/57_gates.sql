-- Gates: what an edition must keep to be shown.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE ROLE regress_publisher LOGIN;
CREATE ROLE regress_approver LOGIN IN ROLE regress_publisher;
CREATE SCHEMA regress_gates;
GRANT ALL ON SCHEMA regress_gates TO PUBLIC;
SET search_path = regress_gates, public;
SET SESSION AUTHORIZATION regress_publisher;
CREATE TABLE patients AS SELECT i AS id, 20 + i % 40 AS age, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 6 AS disease FROM generate_series(1, 120) i;
\set ECHO all

-- What is none.
\set VERBOSITY default
SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"certainty": 0.5}');
\set VERBOSITY terse
SELECT gate, (create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => gate)) FROM unnest('{[]}'::jsonb[]) gate;
\set ECHO none
CREATE FUNCTION refusal(gate jsonb) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN microdata.checked_gate(gate);
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
\set ECHO all
SELECT gate, refusal(gate) FROM unnest(ARRAY['1', 'null', '"verify"', '{"verify": 1}', '{"verify": null}', '{"inference": true}', '{"inference": "0.5"}', '{"inference": 1.01}', '{"loss": -0.1}', '{"rows": 1}',
    '{"rows": [1]}', '{"rows": [1, 2, 3]}', '{"rows": [1, null]}', '{"rows": [2, 1]}', '{"rows": [-1, 1]}', '{"rows": ["0", "1"]}', '{"": 1}', '{"Verify": true}']::jsonb[]) gate;
SELECT gate, refusal(gate) FROM unnest(ARRAY[NULL, '{}', '{"rows": [0.9, 1.2], "verify": false, "inference": 0, "loss": 1, "suppressed": 0.01, "composition": 1, "membership": 0.75, "linkability": 0.5, "singling_out": 1e-1, "minimality": 0.5}']::jsonb[]) gate;
SELECT refusal(gate) FROM unnest(ARRAY['{"rows": [0, 1e400]}', '{"rows": [1e-400, 1]}', '{"loss": 1e-400}']::jsonb[]) gate;
-- What no edition of the series can be judged by is refused before there is one.
\set ECHO none
CREATE FUNCTION unsuited(method text, independent boolean, arguments jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    refused text := '';
    gate text;
BEGIN
    FOREACH gate IN ARRAY '{inference,loss,suppressed,composition,membership,linkability,singling_out,minimality}'::text[] LOOP
        BEGIN
            PERFORM microdata.checked_gate(jsonb_build_object(gate, 0.5, 'verify', true, 'rows', '[1, 1]'::jsonb), method, independent, arguments);
        EXCEPTION WHEN feature_not_supported THEN refused := concat_ws(', ', NULLIF(refused, ''), gate);
        END;
    END LOOP;
    RETURN refused;
END $$;
\set ECHO all
SELECT method, independent, unsuited(method, independent, '{}') FROM unnest('{slicing,bucketization,generalization,gnf,fragmentation}'::text[]) method, unnest('{f,t}'::boolean[]) independent
WHERE independent OR method NOT IN ('gnf', 'fragmentation') ORDER BY 1, 2;
SELECT unsuited('bucketization', false, '{"rows": "growing"}');
\set VERBOSITY default
-- Nor is what passes only by chance: who takes the other values is right more often then.
SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"inference": 0.33}');
SELECT asked, microdata.promised_share(asked) FROM unnest(ARRAY['{}', '{"l": 4}', '{"l": 2.5}', '{"l": "x"}', '{"l": 0}', '{"l": 1e99}', '{"privacy": 1}', '{"privacy": [{"model": "l_diversity", "parameters": {"l": 5}}, {"model": "l_diversity", "parameters": {"l": 8, "variant": "entropy"}}]}',
    '{"privacy": [{"model": "l_diversity", "parameters": {"l": 8, "variant": "distinct"}}]}', '{"l": 2, "privacy": [{"model": "alpha_k_anonymity", "parameters": {"alpha": 0.2, "k": 3}}]}', '{"privacy": [{"model": "t_closeness", "parameters": {"t": 0.2}}]}']::jsonb[]) asked;
SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"loss": 0.5}');
SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"linkability": 0.5}');

-- Every gate's figure is that of the function that one would ask, by a draw that stays.
SELECT FROM create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_gates.ward',
    gate => '{"inference": 0.5, "membership": 0.95, "composition": 0.5, "suppressed": 0.01, "rows": [0.9, 1.2]}');
SELECT state FROM publish_series('ward');
SELECT f.finding ->> 'gate' AS gate, f.finding -> 'bound' AS bound, f.finding -> 'holds' AS holds, CASE WHEN f.finding ->> 'gate' <> 'membership' THEN round((f.finding ->> 'achieved')::numeric, 4) END AS achieved
FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'ward' ORDER BY 1;
SELECT f.gate, f.achieved = CASE f.gate WHEN 'inference' THEN (SELECT greatest(guessed_right, naive) FROM audit_inference('ward_1', seed => e.release_id))
        WHEN 'membership' THEN (SELECT max(auc) FROM audit_membership('ward_1', seed => e.release_id))
        WHEN 'composition' THEN (SELECT max(guessed_right) FROM audit_composition(source => 'patients', seed => e.release_id)) END AS as_audited
FROM microdata.editions e, microdata.gate_findings('ward', 1) f WHERE e.series = 'ward' AND f.gate IN ('inference', 'membership', 'composition') ORDER BY 1;

-- An edition that misses its gate stays a draft, and readers have the one before.
DELETE FROM patients WHERE id > 90;
SELECT state FROM publish_series('ward');
SELECT microdata.sentence('finding', f.finding) FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'ward' AND e.edition = 2 AND f.finding -> 'holds' = 'false';
SELECT edition, rows FROM microdata.series_views WHERE view = 'ward'::regclass;
SELECT count(*) FROM ward;
CALL run_series('ward');
SELECT state, sqlerrcode, err_message, err_detail, notices -> 0 ->> 'level' AS level FROM microdata.runs WHERE series = 'ward';
-- Drafts are not what is compared with; a gate that lets it pass shows it.
SELECT approve_edition('ward', 3);
SELECT FROM alter_series('ward', gate => '{"rows": [0.5, 1.2], "membership": 0.1, "inference": null, "composition": null, "suppressed": null}');
-- Buckets are drawn, and so are the figures.
SET client_min_messages = error;
SELECT approve_edition('ward', 3);
SET client_min_messages = warning;
SELECT regexp_replace(microdata.sentence('finding', f.finding), 'is 0.[0-9]+', 'is more') AS missed FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'ward' AND e.edition = 3 AND f.finding -> 'holds' = 'false';
SELECT FROM alter_series('ward', gate => '{"rows": [0.5, 1.2], "inference": 0.6, "membership": null}');
SELECT approve_edition('ward', 3), approve_edition('ward', 3);
SELECT edition, rows FROM microdata.series_views WHERE view = 'ward'::regclass;
\set VERBOSITY terse
SELECT approve_edition('ward', 2);
SELECT approve_edition('ward', 9);
SELECT approve_edition('nowhere', 1);
\set VERBOSITY default

-- Drafts do not pile up, nor do they take the place of what was shown; the newest stays, and one that is kept may still be shown.
SELECT FROM create_series('piled', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, keep => 2, gate => '{"rows": [2, 3]}');
SET client_min_messages = error;
CALL run_series('piled');
SELECT FROM alter_series('piled', view => 'regress_gates.piled', gate => '{"rows": [2, 3]}');
CALL run_series('piled');
CALL run_series('piled');
CALL run_series('piled');
SELECT edition, state, relations <> '{}' AS there FROM microdata.editions WHERE series = 'piled' ORDER BY edition;
SELECT err_hint FROM microdata.runs WHERE series = 'piled' ORDER BY run_id DESC LIMIT 1;
SELECT FROM alter_series('piled', gate => '{"rows": null}');
SELECT approve_edition('piled', 3);
SELECT FROM alter_series('piled', gate => '{"rows": [2, 3]}');
SELECT edition, state FROM publish_series('piled');
SELECT edition, state, relations <> '{}' AS there FROM microdata.editions WHERE series = 'piled' ORDER BY edition;
-- A view that does not fit is not mended by approving.
SELECT FROM alter_series('piled', gate => '{"rows": null}', keep => 0); ALTER TABLE patients ADD bucket text; SELECT FROM alter_series('piled', arguments => '{"sensitive": ["disease"]}');
CALL run_series('piled');
SET client_min_messages = warning;
SELECT err_hint FROM microdata.runs WHERE series = 'piled' ORDER BY run_id DESC LIMIT 1;
DROP VIEW piled, piled_expected;
SELECT FROM alter_series('piled', gate => '{"rows": [2, 3]}');
SET client_min_messages = error;
CALL run_series('piled');
SET client_min_messages = warning;
SELECT err_hint FROM microdata.runs WHERE series = 'piled' ORDER BY run_id DESC LIMIT 1;
SELECT FROM drop_series('piled');

-- Four eyes.
SELECT FROM alter_series('ward', approve => true);
CALL run_series('ward');
SELECT edition, state, published_by, approved_by FROM microdata.editions WHERE series = 'ward' AND edition = 4;
SELECT state, sqlerrcode, notices -> 0 ->> 'message' AS notice FROM microdata.runs WHERE series = 'ward' ORDER BY run_id DESC LIMIT 1;
SELECT approve_edition('ward', 4);
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION regress_approver;
SET ROLE regress_publisher;
-- What is approved is what is judged now.
SELECT FROM alter_series('ward', gate => '{"membership": 0.1, "rows": null, "inference": null}');
SET client_min_messages = error;
SELECT approve_edition('ward', 4);
SET client_min_messages = warning;
SELECT state, approved_by FROM microdata.editions WHERE series = 'ward' AND edition = 4;
SELECT FROM alter_series('ward', gate => '{"inference": 0.6, "membership": null}');
SELECT approve_edition('ward', 4);
SELECT state, published_by, approved_by FROM microdata.editions WHERE series = 'ward' AND edition = 4;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION regress_publisher;

-- What somebody changed in a draft is seen when it is judged again.
SELECT FROM alter_series('ward', gate => '{"rows": [1.5, 2], "inference": null}', approve => false);
SELECT edition, state FROM publish_series('ward');
UPDATE ward_5 SET disease = 'd0' WHERE disease = 'd1';
SELECT FROM alter_series('ward', gate => '{"rows": null}');
SET client_min_messages = error;
SELECT approve_edition('ward', 5);
SET client_min_messages = warning;
SELECT substr(microdata.sentence('finding', f.finding), 1, 33) AS missed FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'ward' AND e.edition = 5 AND f.finding -> 'holds' = 'false';
-- Bounds are not left below what a series that begins anew promises.
SELECT FROM alter_series('ward', gate => '{"inference": 0.4}');
\set VERBOSITY terse
SELECT alter_series('ward', m => 2);
\set VERBOSITY default
SELECT FROM alter_series('ward', view => '');
SELECT FROM drop_series('ward');
DROP VIEW ward, ward_expected;
SELECT FROM generate_series(1, 5) i, drop_release(('ward_' || i)::regclass);

-- Independent releases: rows or persons that are left out, loss, attacks on rows; what was measured of the source as it was stays measured.
SELECT FROM create_series('gated_classes', 'patients', 'generalization', '{"k": 5, "sensitive": ["disease"], "identifiers": ["id"]}', independent => true,
    gate => '{"verify": true, "loss": 0.2, "suppressed": 0, "singling_out": 0.5, "linkability": 0.5, "rows": [0.9, 1.1]}');
SET client_min_messages = error;
SELECT state FROM publish_series('gated_classes');
SET client_min_messages = warning;
SELECT f.finding ->> 'gate' AS gate, CASE WHEN f.finding ->> 'gate' <> 'linkability' THEN f.finding -> 'holds' END AS holds, (f.finding ->> 'achieved')::float8 = CASE f.finding ->> 'gate' WHEN 'loss' THEN microdata.information_loss('gated_classes_1')
        WHEN 'singling_out' THEN (SELECT max(success) FROM audit_singling_out('gated_classes_1', seed => e.release_id))
        WHEN 'linkability' THEN (SELECT success FROM audit_linkability('gated_classes_1', seed => e.release_id)) ELSE 0 END AS as_measured
FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'gated_classes' ORDER BY 1;
SELECT FROM alter_series('gated_classes', gate => '{"verify": true, "loss": 0, "linkability": null, "singling_out": null, "rows": null, "suppressed": null}');
UPDATE patients SET age = 99 WHERE id < 5;
SELECT bool_and(holds) FROM verify_release('gated_classes_1');
-- Ends of ranges are drawn, and with them the loss.
\set VERBOSITY terse
SELECT state FROM publish_series('gated_classes');
\set VERBOSITY default
DELETE FROM patients WHERE id = 5;
SELECT FROM alter_series('gated_classes', gate => '{"verify": true, "loss": 1, "minimality": 0.5}');
SELECT gate, holds, achieved IS NOT NULL AS judged FROM microdata.gate_findings('gated_classes', 2) f ORDER BY 1;
-- No l was asked for: there is nothing to judge, so nothing passes.
SELECT approve_edition('gated_classes', 2);
SELECT FROM alter_series('gated_classes', gate => '{"verify": true, "loss": 1, "minimality": null}');
SELECT approve_edition('gated_classes', 2);
SELECT FROM drop_series('gated_classes');
SELECT FROM generate_series(1, 2) i, drop_release(('gated_classes_' || i)::regclass);

-- A draft that somebody changed is not what was verified, whatever its series promises; one that nobody changed is shown, with comments.
SELECT FROM create_series('alone', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["id"], "l": 2}', independent => true, view => 'regress_gates.alone', gate => '{"verify": true}', approve => true);
SELECT edition, state FROM publish_series('alone');
SELECT obj_description('alone_1'::regclass) AS of_draft;
BEGIN;
UPDATE alone_1 SET bucket = x.bucket FROM (SELECT ctid AS place, 1000 + row_number() OVER () AS bucket FROM alone_1) x WHERE alone_1.ctid = x.place;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION regress_approver;
SET client_min_messages = error;
SELECT approve_edition('alone', 1);
SET client_min_messages = warning;
SELECT microdata.sentence('finding', f.finding) FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding) WHERE e.series = 'alone' AND f.finding -> 'holds' = 'false';
ROLLBACK;
-- Who has published it is not somebody else under another name.
RESET SESSION AUTHORIZATION;
ALTER ROLE regress_publisher RENAME TO regress_renamed;
SET SESSION AUTHORIZATION regress_renamed;
SELECT approve_edition('alone', 1);
RESET SESSION AUTHORIZATION;
ALTER ROLE regress_renamed RENAME TO regress_publisher;
SET SESSION AUTHORIZATION regress_approver;
SET DateStyle = 'German';
SELECT approve_edition('alone', 1);
RESET DateStyle;
SELECT obj_description('alone_1'::regclass) <> '' AS commented;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION regress_publisher;
SELECT FROM drop_series('alone');

-- Of most people the most frequent value is right: who says it guesses, too.
CREATE TABLE frequent AS SELECT i AS id, 20 + i % 40 AS age, CASE WHEN i <= 120 THEN 'flu' ELSE 'd' || i % 4 END AS disease FROM generate_series(1, 220) i;
SELECT FROM create_series('frequent', 'frequent', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 2, "suppress": 0.5}', '{id}', independent => true, gate => '{"inference": 0.52}');
SET client_min_messages = error;
SELECT state FROM publish_series('frequent');
SET client_min_messages = warning;
SELECT f.finding -> 'achieved' = to_jsonb(greatest(a.guessed_right, a.naive)) AS the_better, a.naive > 0.52 AS above FROM microdata.editions e, jsonb_array_elements(e.findings) f (finding), audit_inference(e.relations[1], seed => e.release_id) a WHERE e.series = 'frequent';
SELECT FROM drop_series('frequent');

-- A view by the name of an edition that is to come.
\set VERBOSITY terse
SELECT create_series('numbered', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_gates.numbered_2');
SELECT create_series('numbered', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_gates.numbered_2_expected');
\set VERBOSITY default
SELECT FROM create_series('numbered', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_gates.numbered_2nd');
SELECT FROM drop_series('numbered');
-- Names of types are the same whether they are quoted or not.
SET quote_all_identifiers = on;
SELECT FROM create_series('numbered', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
RESET quote_all_identifiers;
SELECT state FROM publish_series('numbered');
SELECT FROM drop_series('numbered');

-- Persons who come too few, or whose value leaves their signature, are left out.
INSERT INTO patients SELECT i, 20 + i % 40, 'F', 'd' || i % 6 FROM generate_series(200, 260) i;
SELECT FROM create_series('left', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"suppressed": 0.02}');
SELECT state FROM publish_series('left');
UPDATE patients SET disease = 'another' WHERE id BETWEEN 6 AND 9;
SELECT state, withheld, waiting FROM publish_series('left');
SELECT f.achieved = 4.0 / (SELECT count(*) FROM patients) AS as_counted, f.holds, f.detail FROM microdata.gate_findings('left', 2) f;
-- Of growing rows, attributes that change in the source are no reason to show nothing any more.
CREATE TABLE visits AS SELECT i AS number, i AS age, 'd' || i % 9 AS disease FROM generate_series(1, 60) i;
SELECT FROM create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing", "quasi_identifiers": ["age"]}', '{number}', 3, view => 'regress_gates.care', gate => '{"suppressed": 0}');
SELECT state FROM publish_series('care');
UPDATE visits SET age = age + 1 WHERE number < 9;
SELECT state FROM publish_series('care');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('care_2');
-- But rows that nobody remembers are.
INSERT INTO care_2 SELECT bucket, 77 FROM care_2 LIMIT 1;
SELECT holds FROM microdata.gate_findings('care', 2) WHERE gate = 'verify';
-- Definitions of views are alike whatever a session's settings are.
CREATE VIEW ages AS SELECT age FROM visits;
SELECT microdata.release_contents('{ages}') AS contents \gset
SET quote_all_identifiers = on;
SELECT microdata.release_contents('{ages}') = :'contents' AS same;
RESET quote_all_identifiers;
SELECT FROM drop_series('left'); SELECT FROM drop_series('care');
-- An approval is of all that readers see, not of the rows alone: names and types of columns, policies, rules and rows of other tables are part of it.
SELECT FROM create_series('drafts', 'patients', 'generalization', '{"k": 3, "sensitive": ["disease"], "identifiers": ["id"]}', independent => true, view => 'regress_gates.drafts', approve => true);
SELECT state FROM publish_series('drafts');
\set ECHO none
CREATE FUNCTION judged_after(VARIADIC changes text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    change text;
    found text;
BEGIN
    FOREACH change IN ARRAY changes LOOP
        EXECUTE change;
    END LOOP;
    SELECT coalesce(string_agg(f.detail, ' '), 'as published') INTO found FROM microdata.gate_findings('drafts', 1) f WHERE f.gate = 'contents';
    RAISE EXCEPTION USING MESSAGE = found, ERRCODE = 'P0099';
EXCEPTION WHEN SQLSTATE 'P0099' THEN
    RETURN sqlerrm;
END $$;
\set ECHO all
CREATE TYPE disease AS ENUM ('d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'another');
SELECT judged_after('COMMENT ON TABLE drafts_1 IS ''a comment''', 'GRANT SELECT ON drafts_1 TO regress_approver', 'CREATE INDEX ON drafts_1 (disease)');
SELECT judged_after('ALTER TABLE drafts_1 RENAME age TO x', 'ALTER TABLE drafts_1 RENAME sex TO age', 'ALTER TABLE drafts_1 RENAME x TO sex') AS names;
SELECT judged_after('ALTER TABLE drafts_1 ALTER disease TYPE disease USING disease::text::disease') AS type;
SELECT judged_after('ALTER TABLE drafts_1 ENABLE ROW LEVEL SECURITY') AS row_security, judged_after('CREATE POLICY none ON drafts_1 USING (disease <> ''d1'')') AS policy;
SELECT judged_after('CREATE RULE none AS ON UPDATE TO drafts_1 DO INSTEAD NOTHING') AS rule, judged_after('ALTER TABLE drafts_1 ADD COLUMN more integer') AS column;
SELECT judged_after('CREATE TABLE more () INHERITS (drafts_1)', 'INSERT INTO more SELECT * FROM drafts_1 LIMIT 1') AS rows;
-- Four eyes: what the publisher's table or function calls in another session is not the other's approval.
\set ECHO none
CREATE FUNCTION approved_for(name text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    RETURN public.approve_edition(name, 1);
EXCEPTION WHEN insufficient_privilege THEN
    RETURN sqlerrm;
END $$;
\set ECHO all
CREATE TABLE trap AS SELECT 'drafts' AS name;
RESET SESSION AUTHORIZATION;
SELECT approved_for('drafts');
SET SESSION AUTHORIZATION regress_publisher;
\set ECHO none
CREATE FUNCTION approving_now(name text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
    RAISE WARNING '%', public.approve_edition(name, 1);
    RETURN name;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING '%', sqlerrm;
    RETURN name;
END $$;
\set ECHO all
CREATE INDEX ON trap (approving_now(name));
RESET SESSION AUTHORIZATION;
ANALYZE trap;
SELECT state FROM microdata.editions WHERE series = 'drafts';
SET SESSION AUTHORIZATION regress_approver;
SELECT approve_edition('drafts', 1);
\set ECHO none
SET SESSION AUTHORIZATION regress_publisher;
SELECT FROM drop_series('drafts');
RESET SESSION AUTHORIZATION;
SET client_min_messages = error;
DROP SCHEMA regress_gates CASCADE;
DROP ROLE regress_publisher, regress_approver;

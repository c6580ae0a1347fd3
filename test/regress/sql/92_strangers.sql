-- Roles without rights on others' objects learn nothing of them, hold up nobody and change no call of others.
\pset format unaligned
\pset tuples_only on
CREATE ROLE stranger;
CREATE ROLE landlord;
CREATE SCHEMA of_stranger AUTHORIZATION stranger;
CREATE SCHEMA of_landlord AUTHORIZATION landlord;
GRANT USAGE ON SCHEMA of_stranger, of_landlord TO PUBLIC;
SET client_min_messages = warning;
\set SHOW_CONTEXT never
\set people 'SELECT i AS id, 20 + i % 50 AS age, 1000 + i % 37 AS zip, ''d'' || i % 9 AS disease FROM generate_series(1, 400) i'

-- Functions in the extension's schema with the names of others, and some of their arguments, are not called, and are in nobody's way.
SELECT extnamespace::regnamespace AS extension FROM pg_extension WHERE extname = 'pg_microdata' \gset
GRANT CREATE ON SCHEMA :extension TO stranger;
SET ROLE stranger;
CREATE FUNCTION of_stranger.spring() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'code of a stranger runs as %', current_user; END $$;
CREATE FUNCTION :extension.information_loss(relation regclass) RETURNS float8 LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT 0::float8';
CREATE FUNCTION :extension.relative_error(relation regclass, seed bigint) RETURNS TABLE (median float8) LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT 0::float8';
CREATE FUNCTION :extension.audit_inference(relation regclass, outsiders regclass, seed bigint) RETURNS TABLE (guessed_right float8)
    LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT 0::float8';
CREATE FUNCTION :extension.audit_inference(relation regclass, seed bigint) RETURNS TABLE (guessed_right float8)
    LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT 0::float8';
CREATE FUNCTION :extension.generalize_table(source regclass, target text, sensitive :extension.text_list, identifiers :extension.text_list, insensitive :extension.text_list,
    quasi_identifiers :extension.text_list, subject :extension.text_list, k integer) RETURNS regclass
    LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT NULL::regclass';
CREATE FUNCTION :extension.drop_edition(name text, edition integer) RETURNS boolean LANGUAGE sql AS 'SELECT of_stranger.spring(); SELECT true';
RESET ROLE;
SET ROLE landlord;
CREATE TABLE of_landlord.people AS :people;
SELECT settings, feasible, loss BETWEEN 0.01 AND 1 AS loss, error BETWEEN 0 AND 10 AS error, inference BETWEEN 0.05 AND 1 AS inference, reason
FROM explore('of_landlord.people', 'generalization', '{"k": 5}', sensitive => '{disease}', identifiers => '{id}', seed => 1);
SELECT bucketize_table('of_landlord.people', 2, sensitive => '{disease}', identifiers => '{id}', target => 'of_landlord.release');
SELECT audit, figure BETWEEN 0.05 AND 1 AS figure FROM audit('of_landlord.release', seed => 1, attributes => '{}') WHERE audit = 'audit_inference';
SELECT count(*) FROM audit_inference('of_landlord.release', seed => 1, control => 0.2);
SELECT create_series('of_landlord', 'of_landlord.people', 'generalization', '{"k": 5, "sensitive": ["disease"], "identifiers": ["id"], "target": "of_landlord.edition"}',
    independent => true, gate => '{"loss": 1}', keep => 1);
SELECT state FROM publish_series('of_landlord');
SELECT f ->> 'gate' AS gate, f -> 'holds' AS holds, f ->> 'detail' AS detail FROM microdata.editions e, jsonb_array_elements(e.findings) f WHERE series = 'of_landlord';
CALL run_series('of_landlord');
SELECT edition FROM microdata.editions WHERE series = 'of_landlord' AND relations <> '{}' ORDER BY 1;
RESET ROLE;
DROP FUNCTION :extension.information_loss(regclass);
DROP FUNCTION :extension.relative_error(regclass, bigint);
DROP FUNCTION :extension.audit_inference(regclass, regclass, bigint);
DROP FUNCTION :extension.audit_inference(regclass, bigint);
DROP FUNCTION :extension.drop_edition(text, integer);
DROP FUNCTION :extension.generalize_table(regclass, text, :extension.text_list, :extension.text_list, :extension.text_list, :extension.text_list, :extension.text_list, integer);
REVOKE CREATE ON SCHEMA :extension FROM stranger;

GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO landlord;
-- A stranger is told the same of a hierarchy of somebody else as of none.
SET ROLE landlord;
SELECT create_prefix_hierarchy('landlord.secret', '{3,2}');
SELECT create_prefix_hierarchy('landlord.shared', '{3,2}');
SELECT grant_hierarchy('landlord.shared', 'stranger');
SET ROLE stranger;
CREATE TABLE of_stranger.people AS SELECT id, age, zip::text, disease FROM (:people) p;
CREATE FUNCTION pg_temp.said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' ', SQLSTATE, SQLERRM, hint);
END
$$;
SELECT call, replace(pg_temp.said(format(call, 'landlord.secret')), 'secret', 'none') = pg_temp.said(format(call, 'landlord.none')) AS same,
       pg_temp.said(format(call, 'landlord.shared')) AS of_shared
FROM unnest(ARRAY[
    'SELECT drop_hierarchy(%L)',
    'SELECT grant_hierarchy(%L, ''stranger'')',
    'SELECT revoke_hierarchy(%L, ''public'')',
    'SELECT declare_hierarchy(''of_stranger.people'', ''zip'', %L)',
    'SELECT hierarchy_labels(''of_stranger.people'', ''zip'', %L)',
    'SELECT generalize_table(''of_stranger.people'', 5, sensitive => ''{disease}'', identifiers => ''{id}'', hierarchies => jsonb_build_object(''zip'', %L))']) call;
SELECT pg_temp.said($$SELECT drop_hierarchy('landlord.secret')$$);

-- Functions about dates compute although they are not immutable; functions about other sessions depend on their caller.
CREATE VIEW of_stranger.dated AS SELECT age, zip, disease, now() > '2020-01-01' AS late, to_date(zip, 'YYYY') + age AS day, NULL::timestamptz AS began FROM of_stranger.people;
SELECT bucketize_table('of_stranger.dated', 2, sensitive => '{disease}', insensitive => '{began}', target => 'of_stranger.of_dated');
RESET ROLE;
SELECT count(*) > 0 AS verified FROM verify_release('of_stranger.of_dated');
SET ROLE stranger;
CREATE OR REPLACE VIEW of_stranger.dated AS SELECT age, zip, disease, now() > '2020-01-01' AS late, to_date(zip, 'YYYY') + age AS day,
    pg_stat_get_backend_activity_start(age) AS began FROM of_stranger.people;
RESET ROLE;
SELECT count(*) FROM verify_release('of_stranger.of_dated');

-- The name of a draft, a release or a series' view of somebody else is taken, and nothing more.
GRANT CREATE ON SCHEMA of_landlord TO stranger;
SET ROLE landlord;
SELECT create_series('of_landlord_2', 'of_landlord.people', 'bucketization', '{"l": 2, "sensitive": ["disease"], "identifiers": ["id"], "target": "of_landlord.draft"}',
    independent => true, approve => true);
SELECT state FROM publish_series('of_landlord_2');
SELECT create_series('of_landlord_3', 'of_landlord.people', 'bucketization', '{"l": 2, "sensitive": ["disease"], "identifiers": ["id"], "target": "of_landlord.seen"}',
    independent => true, view => 'of_landlord.shown');
SELECT state FROM publish_series('of_landlord_3');
CREATE TABLE of_landlord.plain (x integer);
GRANT SELECT ON of_landlord.people TO stranger;
SET ROLE stranger;
SELECT replace, target, pg_temp.said(format('SELECT bucketize_table(''of_landlord.people'', 2, sensitive => ''{disease}'', identifiers => ''{id}'', target => %L, replace => %L)',
                                            'of_landlord.' || target, replace)) AS said
FROM unnest('{plain,draft_1,release,shown}'::text[]) target, unnest('{false,true}'::boolean[]) replace ORDER BY 1, 2;
RESET ROLE;

-- A gate judges by releases that the owner of the series may read, because the owner sees its findings.
SET client_min_messages = error;
GRANT CREATE ON SCHEMA of_stranger TO landlord;
SET ROLE landlord;
SELECT create_series('of_landlord_4', 'of_landlord.people', 'bucketization', '{"l": 2, "sensitive": ["disease"], "identifiers": ["id"], "target": "of_landlord.judged"}',
    independent => true, gate => '{"composition": 1}');
SET ROLE stranger;
SELECT bucketize_table('of_landlord.people', 3, sensitive => '{disease}', identifiers => '{id}', target => 'of_stranger.hidden');
SET ROLE landlord;
SELECT state FROM publish_series('of_landlord_4');
RESET ROLE;
SELECT state FROM publish_series('of_landlord_4');
SET ROLE landlord;
SELECT edition, substring(f ->> 'detail' FROM 'all \d+ releases') AS by, f -> 'holds' AS holds FROM microdata.editions e, jsonb_array_elements(e.findings) f WHERE series = 'of_landlord_4' ORDER BY 1;
RESET ROLE;
SELECT DISTINCT releases FROM audit_composition(source => 'of_landlord.people', seed => 1);

-- What was made here goes.
DO $$
DECLARE
    series text;
BEGIN
    FOR series IN SELECT s.series FROM microdata.series s WHERE s.series LIKE 'of\_landlord%' LOOP PERFORM drop_series(series); END LOOP;
END
$$;
DROP SCHEMA of_stranger, of_landlord CASCADE;
SELECT declare_hierarchy(source, attribute, NULL) FROM microdata.declared_hierarchies WHERE hierarchy LIKE 'landlord.%';
SELECT drop_hierarchy(name) FROM microdata.hierarchies WHERE name LIKE 'landlord.%';
REVOKE EXECUTE ON FUNCTION create_prefix_hierarchy FROM landlord;
DROP OWNED BY stranger, landlord;
DROP ROLE stranger, landlord;
RESET client_min_messages;

-- What a release says of itself: to its readers, in comments, and as a description that another database takes.
\pset format unaligned \pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA w_elsewhere;
-- Other tests have left releases.
SELECT COALESCE(max(release_id), 0) AS before FROM microdata.release_record \gset
CREATE VIEW w_releases AS SELECT * FROM microdata.releases WHERE release_id > :before;
CREATE VIEW w_columns AS SELECT * FROM microdata.release_columns WHERE release_id > :before;
GRANT SELECT ON w_releases, w_columns TO PUBLIC;
CREATE TABLE w_people AS
SELECT i AS number, i % 150 AS person, 20 + i % 150 % 37 AS age, CASE i % 150 % 2 WHEN 0 THEN 'M' ELSE 'F' END AS sex, NULLIF('1' || i % 150 % 7, '13') AS zip,
       'd' || i % 6 AS disease
FROM generate_series(1, 600) i;
CREATE VIEW w_single AS SELECT number, age, sex, zip, disease FROM w_people;
SELECT FROM declare_roles('w_single', sensitive => '{disease}', identifiers => '{number}');
SELECT FROM create_prefix_hierarchy('w_zips', '{1}');
SELECT FROM create_interval_hierarchy('w_ages', 0, 100, '{10,50}');
SELECT slice_table('w_single', 3, 2, seed => 1, suppress => 0.1);
SELECT slice_table('w_single', 2, 2, k => 20, seed => 1, target => 'w_ranges');
SELECT bucketize_table('w_single', 2, seed => 1);
SELECT bucketize_table('w_single', 2, format => 'anatomy', seed => 1, target => 'w_tables');
SELECT generalize_table('w_single', 5, l => 2, seed => 1);
SELECT generalize_table('w_single', 5, hierarchies => '{"zip": "w_zips", "age": "w_ages"}', recoding => 'full-domain', suppress => 0.1, seed => 1, target => 'w_labels');
SELECT count(*) FROM gnf_decompose('w_single', 2, '{"age, zip -> disease"}', seed => 1);
SELECT count(*) FROM fragment_table('w_single', 5, 'sex', sensitive => '{disease}', seed => 1);
SELECT bucketize_table('w_people', 2, sensitive => '{disease}', identifiers => '{number}', subject => '{person}', seed => 1, target => 'w_persons', format => 'tables');

-- Two sentences on each, with the release and with a dump of it.
SELECT string_agg(c.relname, ', ' ORDER BY c.relname), obj_description(c.oid, 'pg_class')
FROM w_releases r, unnest(r.relations) u (relation), pg_class c WHERE c.oid = u.relation GROUP BY 2 ORDER BY 1;
SELECT col_description(c.oid, a.attnum), string_agg(c.relname || '.' || a.attname, ', ' ORDER BY c.relname, a.attnum) FROM pg_class c, pg_attribute a
WHERE c.relname IN ('w_ranges', 'w_ranges_expected', 'w_labels', 'w_tables', 'w_tables_st', 'w_persons_values') AND a.attrelid = c.oid AND a.attnum > 0 GROUP BY 1 ORDER BY 2;
SELECT count(*) AS without FROM w_releases r, unnest(r.relations) u (relation), pg_attribute a
WHERE a.attrelid = u.relation AND a.attnum > 0 AND NOT a.attisdropped AND col_description(a.attrelid, a.attnum) IS NULL;
SELECT slice_table('w_single', 2, 3, seed => 1, replace => true);
SELECT obj_description('w_single_sliced'::regclass, 'pg_class');

-- A reader sees what is needed to read it; who owns the source, or the release, sees all.
CREATE ROLE w_reader;
CREATE ROLE w_keeper;
CREATE TABLE w_kept AS SELECT * FROM w_single;
SELECT bucketize_table('w_kept', 2, '{disease}', '{number}', seed => 1);
ALTER TABLE w_kept OWNER TO w_keeper;
GRANT SELECT ON w_single_sliced TO w_reader;
GRANT SELECT (sex) ON w_single_generalized TO w_reader;
SET ROLE w_reader;
SELECT method, source, relations, parameters, created_by, source_rows, published_rows, suppressed_rows FROM w_releases ORDER BY 1;
SELECT relation, role, generalized, reading, string_agg(attribute || ' in ' || column_no, ', ' ORDER BY attribute) FROM w_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 5;
SELECT count(*) FROM microdata.release_record WHERE release_id > :before;
SELECT release_description('w_single_sliced') ->> 'rows' AS rows;
SELECT release_description('w_ranges');
SET ROLE w_keeper;
SELECT source, relations, parameters ? 'suppress' AS all_parameters, source_rows FROM w_releases;
SELECT count(*) FROM w_columns;
RESET ROLE;
SELECT FROM drop_release('w_kept_bucketized');

-- Nothing that came of rows that are not in the release, and no secret.
SELECT string_agg(release, ', ' ORDER BY release), not_shown
FROM (SELECT r.relations[1]::text AS release, string_agg(p.key, ', ' ORDER BY p.key) AS not_shown
    FROM w_releases r, jsonb_each(r.parameters) p WHERE NOT microdata.public_parameters(r.parameters) ? p.key GROUP BY 1) hidden GROUP BY 2 ORDER BY 1;
SELECT key, value FROM jsonb_each(release_description('w_labels') - 'relations');
SELECT r - 'columns', jsonb_array_elements(r -> 'columns') FROM jsonb_array_elements(release_description('w_labels') -> 'relations') r;
SELECT release_description('w_single_sliced') - 'relations';

-- Elsewhere, without a source and without what else the database has: as here, as far as the release shows it.
CREATE TABLE w_shown AS SELECT r.relations[1]::text AS release, release_description(r.relations[1]) AS description, r.relations FROM w_releases r;
\set ECHO none
CREATE FUNCTION w_copied(release text, relations regclass[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part regclass;
BEGIN
    FOREACH part IN ARRAY relations LOOP
        IF (SELECT relkind FROM pg_class WHERE oid = part) = 'r' THEN
            EXECUTE format('CREATE TABLE w_elsewhere.%I AS SELECT * FROM %s', part::text, part);
        END IF;
    END LOOP;
END $$;
\set ECHO all
SELECT count(w_copied(release, relations)) FROM w_shown;
DELETE FROM w_shown WHERE release = 'w_tables';
INSERT INTO w_shown SELECT 'w_tables_qit', release_description('w_tables'), '{w_tables}';
SELECT string_agg(release, ', ' ORDER BY release) FROM w_shown WHERE register_release(('w_elsewhere.' || release)::regclass, description => description) > 0;
\set ECHO none
CREATE FUNCTION w_said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
\set ECHO all
SELECT same, count(*), string_agg(DISTINCT release, ', ') FILTER (WHERE same IS DISTINCT FROM true)
FROM (SELECT s.release, w_said(format('SELECT round(estimate_count(%L, %L)::numeric, 6)', 'w_elsewhere.' || s.release, q.predicate)) = w_said(format('SELECT round(estimate_count(%L, %L)::numeric, 6)', s.release, q.predicate)) AS same
FROM w_shown s, (VALUES ('{"disease": "d1", "sex": "M"}'), ('{"age": {"between": [30, 40]}}'), ('{"zip": "14"}'), ('{"zip": null}')) q (predicate)) asked GROUP BY 1;
SELECT here, elsewhere = here AS same, string_agg(release, ', ' ORDER BY release)
FROM (SELECT s.release, w_said(format('SELECT count(*) FROM matching_buckets(%L, %L)', 'w_elsewhere.' || s.release, '{"age": 30}')) AS elsewhere,
             w_said(format('SELECT count(*) FROM matching_buckets(%L, %L)', s.release, '{"age": 30}')) AS here
      FROM w_shown s) asked GROUP BY 1, 2 ORDER BY 3;
SELECT w_said($$SELECT microdata.membership_likelihood('w_elsewhere.w_single_fragment_1', '{"sex": "M", "age": 30}') = microdata.membership_likelihood('w_single_fragment_1', '{"sex": "M", "age": 30}')$$) AS same;
SELECT holds, string_agg(release, ', ' ORDER BY release)
FROM (SELECT s.release, w_said(format('SELECT concat(count(*), %L, bool_and(holds IS TRUE)) FROM verify_release(%L)', ' findings, holds: ', 'w_elsewhere.' || s.release)) AS holds
      FROM w_shown s) verified GROUP BY 1 ORDER BY 1;
SELECT count(*), string_agg(w_said(format('SELECT release_description(%L) -> ''guarantee'' = %L::jsonb -> ''guarantee''', 'w_elsewhere.' || s.release, s.description)), ' ') AS same_guarantee,
       string_agg(w_said(format('SELECT release_description(%L) -> ''relations'' = %L::jsonb -> ''relations''', 'w_elsewhere.' || s.release, s.description)), ' ') AS same_relations
FROM w_shown s WHERE s.release IN ('w_single_generalized', 'w_single_fragment_1', 'w_labels', 'w_single_gnf_1');
SELECT FROM drop_release('w_elsewhere.w_single_sliced');
CREATE TABLE w_elsewhere.renamed AS SELECT * FROM w_single_sliced;
SELECT register_release('w_elsewhere.renamed', 'w_single', description => release_description('w_single_sliced')) > 0 AS registered;
SELECT bool_and(holds) FROM verify_release('w_elsewhere.renamed');
SELECT register_release('w_elsewhere.renamed', description => release_description('w_single_sliced'));
SELECT FROM drop_release('w_elsewhere.renamed');

-- Whoever wrote a description: it is refused, or does no harm. Every member is taken out, and replaced by whatever else.
CREATE TABLE w_elsewhere.hostile AS SELECT * FROM w_single_sliced;
\set ECHO none
CREATE FUNCTION w_registered(description jsonb) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM register_release('w_elsewhere.hostile', description => description);
    PERFORM estimate_count('w_elsewhere.hostile', '{"disease": "d1"}');
    PERFORM verify_release('w_elsewhere.hostile');
    RAISE SQLSTATE 'UNDO0';
EXCEPTION
    WHEN SQLSTATE 'UNDO0' THEN RETURN 'ok';
    WHEN OTHERS THEN RETURN SQLSTATE;
END $$;
\set ECHO all
WITH RECURSIVE member (d, path, value) AS (
    SELECT description, ARRAY[]::text[], description FROM w_shown WHERE release = 'w_single_sliced'
    UNION ALL
    SELECT m.d, m.path || c.key, c.value FROM member m
    CROSS JOIN LATERAL (
        SELECT e.key, e.value FROM jsonb_each(CASE jsonb_typeof(m.value) WHEN 'object' THEN m.value END) e
        UNION ALL SELECT (a.n - 1)::text, a.value FROM jsonb_array_elements(CASE jsonb_typeof(m.value) WHEN 'array' THEN m.value END) WITH ORDINALITY a (value, n)) c
), changed AS (
    SELECT w_registered(CASE WHEN v IS NULL THEN d #- path ELSE jsonb_set(d, path, v) END) AS outcome
    FROM member, unnest(ARRAY[NULL, '[{}]', '-1', '"sex"']::jsonb[]) v
    -- Of two relations with columns alike one is enough.
    WHERE path <> '{}' AND path[1:2] <> '{relations,1}' AND NOT 'meaning' = ANY (path)
)
SELECT outcome, count(*) > 0 AS some FROM changed GROUP BY 1 ORDER BY 1;
SELECT register_release('w_elsewhere.hostile', description => '[1]');
SELECT register_release('w_elsewhere.hostile', description => '{"format": "pg_microdata", "version": 2}');
SELECT register_release('w_elsewhere.hostile', method => 'slicing', description => release_description('w_single_sliced'));
SELECT register_release('w_elsewhere.hostile');
SELECT register_release('w_elsewhere.hostile', description => release_description('w_single_generalized'));
SELECT release_description(NULL);
SELECT release_description('w_people');
DROP SCHEMA w_elsewhere CASCADE;
DROP FUNCTION w_copied, w_said, w_registered;
SELECT count(drop_release(relations[1])) FROM w_releases;
DROP VIEW w_releases, w_columns;
DROP TABLE w_shown, w_people, w_kept CASCADE;
DROP ROLE w_reader, w_keeper;
SELECT FROM drop_hierarchy('w_zips'); SELECT FROM drop_hierarchy('w_ages');
SELECT count(*) FROM microdata.release_record WHERE release_id > :before;
-- Settings of version 0.12.0, in descriptions as well.
SELECT microdata.current_settings('{"l": 3, "cuts": "feasible", "cuts_by": "correlation", "grouping": "strict"}'), microdata.current_settings('{"cuts": "oblivious", "cuts_by": "width", "grouping": "relaxed"}'),
    microdata.current_settings('{"cuts": "feasible"}'), microdata.current_settings('{"cuts_by": "width"}'), microdata.current_settings('{"grouping": 1, "k": 2}');
CREATE TABLE w_people AS SELECT i % 17 AS age, i % 3 AS zip, 'd' || i % 5 AS disease FROM generate_series(1, 60) i;
SELECT slice_table('w_people', 2, 2, sensitive => '{disease}', strict => true, seed => 1);
CREATE TABLE w_copy AS TABLE w_people_sliced;
SELECT register_release('w_copy', description => jsonb_set(d, '{parameters}', (d -> 'parameters') - 'strict' || '{"cuts": "feasible", "cuts_by": "width", "grouping": "strict"}')) > 0 AS registered FROM release_description('w_people_sliced') d;
SELECT parameters -> 'strict' AS strict, parameters -> 'cuts' AS cuts, parameters ?| '{grouping,cuts_by}' AS former FROM microdata.releases WHERE relations[1] = 'w_copy'::regclass;
SELECT FROM drop_release('w_copy'); SELECT FROM drop_release('w_people_sliced');
DROP TABLE w_people;

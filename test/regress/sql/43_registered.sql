-- What a description says of hierarchies to whoever it travels to, and what register_release() takes it for.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SELECT COALESCE(max(release_id), 0) AS before FROM microdata.release_record \gset
CREATE SCHEMA w_elsewhere;
CREATE TABLE w_countries (level0 text, level1 text, level2 text);
INSERT INTO w_countries VALUES ('de', 'Europe', '*'), ('fr', 'Europe', '*'), ('va', 'Europe', '*'), ('us', 'America', '*'), ('ca', 'America', '*'), ('nobody', 'Antarctica', '*');
\set ECHO all
SELECT FROM create_hierarchy('w_countries', 'w_countries');
CREATE TABLE w_people AS
SELECT CASE WHEN i % 4 = 0 AND i % 7 < 3 THEN 'fr' WHEN i % 2 = 0 THEN 'de' WHEN i % 3 = 0 THEN 'us' ELSE 'ca' END AS country, 20 + i % 7 AS age, 'd' || i % 5 AS disease
FROM generate_series(1, 300) i;
SELECT generalize_table('w_people', 20, sensitive => '{disease}', hierarchies => '{"country": "w_countries"}', recoding => 'full-domain', target => 'w_regions', seed => 1);
SELECT generalize_table('w_people', 8, sensitive => '{disease}', hierarchies => '{"country": "w_countries"}', recoding => 'cell', target => 'w_cells', seed => 1);
SELECT slice_table('w_people', 2, 2, sensitive => '{disease}', target => 'w_sliced', seed => 1);
SELECT bucketize_table('w_people', 2, sensitive => '{disease}', format => 'anatomy', target => 'w_tables', seed => 1);
SELECT count(*) FROM fragment_table('w_people', 5, 'disease', target => 'w_fragment', seed => 1);
SELECT count(*) FROM gnf_decompose('w_people', 2, '{"age -> disease"}', target => 'w_gnf', seed => 1);

-- A value under a label is named where the release shows it, and else counted: who reads the description may not use the hierarchy.
CREATE FUNCTION w_labels(release regclass) RETURNS jsonb LANGUAGE sql AS
$$SELECT c -> 'labels' FROM jsonb_path_query(release_description(release), '$.relations[*].columns[*]') c WHERE c ->> 'name' = 'country'$$;
SELECT country, count(*) FROM w_cells GROUP BY 1 ORDER BY 1;
SELECT w_labels('w_regions'), w_labels('w_cells');
SELECT release_description('w_regions')::text ~ 'nobody|"va"' AS shown;
-- Elsewhere a label stands for itself where it stands for what is not named.
CREATE TABLE w_elsewhere.w_cells AS SELECT * FROM w_cells;
CREATE TABLE w_elsewhere.w_regions AS SELECT * FROM w_regions;
SELECT register_release('w_elsewhere.w_cells', description => release_description('w_cells')) > 0 AS cells,
       register_release('w_elsewhere.w_regions', description => release_description('w_regions')) > 0 AS regions;
SELECT p AS country, estimate_count('w_cells', q) AS here, estimate_count('w_elsewhere.w_cells', q) AS there, estimate_count('w_elsewhere.w_regions', q) AS regions_there
FROM unnest('{de,us,va,Europe,America}'::text[]) WITH ORDINALITY u (p, n), jsonb_build_object('country', p) q ORDER BY n;
SELECT w_labels('w_elsewhere.w_cells') = w_labels('w_cells') AS same, bool_and(holds) AS holds FROM verify_release('w_elsewhere.w_cells');
SELECT FROM drop_release('w_elsewhere.w_cells'); SELECT FROM drop_release('w_elsewhere.w_regions');
-- What everybody may use travels.
SELECT FROM grant_hierarchy('w_countries', 'public');
SELECT w_labels('w_regions');
SELECT FROM revoke_hierarchy('w_countries', 'public');

-- Only who may read a release, or owns what it was made from, learns that it is one.
CREATE ROLE w_reader;
GRANT SELECT ON w_sliced TO w_reader;
SET ROLE w_reader;
SELECT microdata.release_facts('w_sliced') ? 'about' AS told;
SELECT microdata.release_facts('w_cells');
SELECT microdata.release_facts('w_people');
RESET ROLE;

-- A description is held against the tables that it is given with.
CREATE TABLE w_shown AS SELECT relations[1] AS release, release_description(relations[1]) AS description FROM microdata.releases WHERE release_id > :before;
\set ECHO none
CREATE FUNCTION w_copied(release regclass) RETURNS regclass LANGUAGE plpgsql AS $$
DECLARE
    part regclass;
    copy regclass;
BEGIN
    FOR part IN SELECT c.oid FROM microdata.releases r, unnest(r.relations) WITH ORDINALITY u (u, n) JOIN pg_class c ON c.oid = u.u WHERE r.relations[1] = release AND c.relkind = 'r' ORDER BY u.n LOOP
        EXECUTE format('CREATE TABLE w_elsewhere.%I AS SELECT * FROM %s', part::text, part);
        copy := COALESCE(copy, format('w_elsewhere.%I', part::text)::regclass);
    END LOOP;
    RETURN copy;
END $$;
\set ECHO all
CREATE TABLE w_copies AS SELECT release, w_copied(release) AS copy FROM w_shown;
\set ECHO none
CREATE FUNCTION w_said(copy regclass, description jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    PERFORM register_release(copy, description => description);
    RAISE SQLSTATE 'UNDO0';
EXCEPTION
    WHEN SQLSTATE 'UNDO0' THEN RETURN 'registered';
    WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        RETURN concat_ws(' | ', SQLSTATE, SQLERRM, detail);
END $$;
\set ECHO all
SELECT release, w_said(copy, description) FROM w_shown JOIN w_copies USING (release) ORDER BY 1::text;
SELECT release, path, value, w_said(copy, CASE WHEN value IS NULL THEN description #- path::text[] ELSE jsonb_set(description, path::text[], value) END)
FROM w_shown JOIN w_copies USING (release) JOIN (VALUES
    ('w_sliced', 1, '{parameters,bucket_column}', '"nix"'::jsonb), ('w_sliced', 2, '{parameters,bucket_column}', '"age"'), ('w_sliced', 3, '{buckets}', '99'), ('w_sliced', 4, '{rows}', '99'),
    ('w_sliced', 5, '{parameters,l}', '3'), ('w_sliced', 6, '{parameters,privacy}', '[{"model": "k_anonymity", "parameters": {"k": 99}}]'), ('w_sliced', 7, '{relations,0,columns,1,group}', '99'),
    ('w_sliced', 8, '{relations,0,columns,0,role}', '"count"'),
    ('w_tables', 1, '{parameters,count_column}', '"nix"'), ('w_tables', 2, '{relations,2}', NULL), ('w_tables', 3, '{relations,2,columns,2,role}', '"member"'),
    ('w_regions', 1, '{parameters,privacy,0,parameters,k}', '99'), ('w_regions', 2, '{rows}', '299'), ('w_regions', 3, '{buckets}', '301'), ('w_regions', 4, '{parameters,member_column}', '"age"'),
    ('w_regions', 5, '{relations,0,columns,0,labels,Europe,others}', '-1'), ('w_regions', 6, '{relations,0,columns,0,labels,Europe,others}', NULL),
    ('w_regions', 7, '{relations,0,columns,0,labels,Europe,values}', '[[]]'),
    ('w_fragment_1', 1, '{parameters,fragments}', '99'), ('w_fragment_1', 2, '{relations,0,columns,0,group}', '99'), ('w_fragment_1', 3, '{parameters,class}', '"nix"'),
    ('w_gnf_1', 1, '{parameters,parts}', NULL), ('w_gnf_1', 2, '{buckets}', '1')) v (name, n, path, value) ON name = release::text
ORDER BY name, n;
DROP SCHEMA w_elsewhere CASCADE;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE release_id > :before;
DROP TABLE w_people, w_countries, w_shown, w_copies;
DROP FUNCTION w_labels, w_copied, w_said;
DROP ROLE w_reader;
SELECT drop_hierarchy('w_countries');

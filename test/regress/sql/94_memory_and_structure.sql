-- What series remember, and releases without attributes, do no harm to the server, whatever is in them; nor do views, labels and
-- predicates that take much memory.
-- Rooms: src/core src/postgres/release src/postgres/inspection
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA structure;
SET search_path = structure, public;
CREATE FUNCTION said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

-- A type whose check publishes the next edition while the signatures of those before become values.
CREATE TABLE armed (is_armed boolean);
INSERT INTO armed VALUES (false);
CREATE FUNCTION publishes(v text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT is_armed FROM structure.armed) THEN
        UPDATE structure.armed SET is_armed = false;
        PERFORM public.publish_series('checked');
    END IF;
    RETURN true;
END $$;
CREATE DOMAIN disease AS text CHECK (structure.publishes(VALUE));
CREATE TABLE checked (id integer, age integer, disease disease[]);
INSERT INTO checked SELECT i, i % 50, ARRAY['x' || i % 4]::text[]::disease[] FROM generate_series(1, 40) i;
SELECT create_series('checked', 'checked', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2);
SELECT edition FROM publish_series('checked');
SELECT edition FROM publish_series('checked');
SELECT drop_release('checked_1');
-- Those who arrive have values of their own, and so new signatures.
INSERT INTO checked SELECT i, i % 50, ARRAY['y' || i]::text[]::disease[] FROM generate_series(1001, 3000) i;
UPDATE armed SET is_armed = true;
SELECT attribute, releases FROM audit_composition(source => 'checked', seed => 1);
SELECT max(edition) AS newest FROM microdata.editions WHERE series = 'checked';

-- Numbers of signatures, and of those of persons, that the series has not given.
CREATE TABLE patients AS SELECT i AS id, i % 50 AS age, 'x' || i % 4 AS disease FROM generate_series(1, 40) i;
SELECT create_series('numbered', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2);
SELECT edition FROM publish_series('numbered');
SELECT edition FROM publish_series('numbered');
SELECT drop_release('numbered_1');
CREATE TABLE change (n integer GENERATED ALWAYS AS IDENTITY, statement text);
INSERT INTO change (statement) VALUES ('SELECT 1'),
    ('UPDATE microdata.series_signature_record SET signature = -1 WHERE (series_id, signature) = (SELECT series_id, max(signature) FROM microdata.series_signature_record GROUP BY 1 ORDER BY 1 DESC LIMIT 1)'),
    ('UPDATE microdata.series_signature_record SET signature = 2147483647 WHERE (series_id, signature) = (SELECT series_id, max(signature) FROM microdata.series_signature_record GROUP BY 1 ORDER BY 1 DESC LIMIT 1)'),
    ('DELETE FROM microdata.series_signature_record'),
    ('UPDATE microdata.series_signature_record SET sensitive_values = ''{}'''),
    ('UPDATE microdata.series_person_record SET signature = -1'), ('UPDATE microdata.series_person_record SET signature = -2'),
    ('UPDATE microdata.series_person_record SET signature = 1000'), ('UPDATE microdata.series_person_record SET signature = 2147483647'),
    ('UPDATE microdata.series_column_record SET role = ''insensitive'' WHERE role = ''sensitive''');
CREATE FUNCTION said_after(change text, call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE change;
    RAISE SQLSTATE 'UNDO0' USING MESSAGE = said(call);
EXCEPTION WHEN SQLSTATE 'UNDO0' THEN RETURN SQLERRM;
END $$;
SELECT n, said_after(statement, 'SELECT releases FROM audit_composition(source => ''patients'', seed => 1)') AS composition,
       said_after(statement, 'SELECT bool_and(holds) FROM verify_series(''numbered'')') AS verified,
       said_after(statement, 'SELECT bool_and(holds) FROM verify_release(''numbered_2'')') AS release,
       said_after(statement, 'SELECT edition FROM publish_series(''numbered'')') AS published
FROM change ORDER BY n;

-- The same of the sets of persons with several rows.
CREATE TABLE visits AS SELECT i % 150 AS person, 20 + i % 150 % 37 AS age, 'd' || i % 6 AS disease FROM generate_series(1, 600) i;
SELECT create_series('visits', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{person}', 2);
SELECT edition FROM publish_series('visits');
SELECT statement, said_after(statement, 'SELECT bool_and(holds) FROM verify_series(''visits'')') AS verified,
       said_after(statement, 'SELECT bool_and(holds) FROM verify_release(''visits_1'')') AS release,
       said_after(statement, 'SELECT edition FROM publish_series(''visits'')') AS published
FROM unnest(ARRAY['SELECT 1', 'UPDATE microdata.series_member_record SET cohort = -1', 'UPDATE microdata.series_member_record SET cohort = 2147483647',
    'UPDATE microdata.series_member_record SET value_set = ''4294967295''', 'UPDATE microdata.series_member_record SET value_set = ''-1''', 'UPDATE microdata.series_member_record SET value_set = NULL',
    'DELETE FROM microdata.series_value_record', 'UPDATE microdata.series_value_record SET number = number + 1000000']) statement;

-- Code of a source changes the series that publishes it: the edition would be of another one.
CREATE TABLE act (statement text);
CREATE FUNCTION acts(number integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    s text;
BEGIN
    IF number = 1 THEN
        FOR s IN DELETE FROM structure.act RETURNING statement LOOP EXECUTE s; END LOOP;
    END IF;
    RETURN true;
END $$;
CREATE VIEW acting AS SELECT * FROM patients WHERE acts(id);
SELECT create_series('acting', 'acting', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2);
SELECT create_series('alone', 'acting', 'bucketization', '{"sensitive": ["disease"], "l": 2}', '{id}', independent => true);
CREATE VIEW acting_visits AS SELECT * FROM visits WHERE acts(person);
SELECT create_series('grows', 'acting_visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{person}', 2);
SELECT edition FROM publish_series('acting');
SELECT edition FROM publish_series('grows');
SELECT s AS series, a AS action, said_after(format('INSERT INTO act VALUES (%L)', format('SELECT ' || a, s)), format('SELECT edition FROM publish_series(%L)', s)) AS published
FROM unnest('{acting,alone,grows}'::text[]) s, unnest(ARRAY['public.drop_series(%L)', 'public.alter_series(%L, anew => true)', 'public.publish_series(%L)', 'public.alter_series(%L, keep => 3)', '1']) a;
SELECT count(*) AS orphans FROM microdata.series_person_record p WHERE NOT EXISTS (SELECT FROM microdata.series_record s WHERE s.series_id = p.series_id);
SELECT count(*) AS orphans FROM microdata.edition_record e WHERE NOT EXISTS (SELECT FROM microdata.series_record s WHERE s.series_id = e.series_id);
-- What judges an edition reads the source again.
SELECT create_series('gated', 'acting', 'bucketization', '{"sensitive": ["disease"], "l": 2}', '{id}', independent => true, gate => '{"inference": 1}');
CREATE OR REPLACE FUNCTION acts(number integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    s text;
BEGIN
    IF number = 1 AND EXISTS (SELECT FROM microdata.editions WHERE series = 'gated') THEN
        FOR s IN DELETE FROM structure.act RETURNING statement LOOP EXECUTE s; END LOOP;
    END IF;
    RETURN true;
END $$;
SELECT a AS action, said_after(format('INSERT INTO act VALUES (%L)', 'SELECT ' || a), 'SELECT state FROM publish_series(''gated'')') AS published
FROM unnest(ARRAY['public.drop_series(''gated'')', 'public.alter_series(''gated'', anew => true)', '1']) a;

-- Releases that lost attributes, some or all, or tables: every reader says so, or reads the rest.
CREATE TABLE people AS SELECT i AS number, i % 150 AS person, 20 + i % 150 % 37 AS age, CASE i % 150 % 2 WHEN 0 THEN 'M' ELSE 'F' END AS sex, '1' || i % 150 % 7 AS zip, 'd' || i % 6 AS disease
FROM generate_series(1, 600) i;
CREATE VIEW single AS SELECT number, age, sex, zip, disease FROM people;
SELECT declare_roles('single', sensitive => '{disease}', identifiers => '{number}');
SELECT COALESCE(max(release_id), 0) AS before FROM microdata.release_record \gset
SELECT slice_table('single', 2, 2, seed => 1, target => 'slices');
SELECT bucketize_table('single', 2, seed => 1, target => 'joined');
SELECT bucketize_table('single', 2, format => 'anatomy', seed => 1, target => 'anatomy');
SELECT generalize_table('single', 5, l => 2, seed => 1, target => 'classes');
SELECT count(*) FROM gnf_decompose('single', 2, '{"age, zip -> disease"}', seed => 1, target => 'parts');
SELECT count(*) FROM fragment_table('single', 5, 'sex', sensitive => '{disease}', seed => 1, target => 'fragments');
SELECT bucketize_table('people', 2, sensitive => '{disease}', identifiers => '{number}', subject => '{person}', seed => 1, target => 'persons');
SELECT generalize_table('people', 2, sensitive => '{disease}', identifiers => '{number}', subject => '{person}', seed => 1, target => 'general');
CREATE TABLE reader AS SELECT c AS call, n FROM unnest(ARRAY['verify_release(%L)', 'disclosure(%L)', 'audit_inference(%L, persons => true, seed => 1)', 'audit_membership(%L, seed => 1)',
    'audit_composition(ARRAY[%L::regclass], seed => 1)', 'audit_minimality(%L)', 'audit_singling_out(%L, seed => 1)', 'audit_linkability(%L, seed => 1)', 'matching_buckets(%L, ''{}'')', 'microdata.membership_likelihood(%L, ''{}'')',
    'estimate_count(%L, ''{}'')', 'estimate(%L)', 'estimate(%L, method => ''mixed'')', 'microdata.relative_error(%L, query_dimension => 1, queries => 2, seed => 1)', 'microdata.information_loss(%L)', 'microdata.kl_divergence(%L)', 'release_description(%L)']) WITH ORDINALITY u (c, n);
CREATE FUNCTION all_said(change text, relation regclass) RETURNS TABLE (call text, said text) LANGUAGE plpgsql AS $$
DECLARE
    all_said text[];
BEGIN
    BEGIN
        EXECUTE change;
        SELECT array_agg(structure.said(format('SELECT count(*) FROM ' || r.call, relation)) ORDER BY n) INTO all_said FROM structure.reader r;
        RAISE SQLSTATE 'UNDO0';
    EXCEPTION WHEN SQLSTATE 'UNDO0' THEN NULL;
    END;
    RETURN QUERY SELECT r.call, all_said[r.n] FROM structure.reader r;
END $$;
CREATE VIEW of_release AS SELECT r.release_id, c.relation, array_agg(format('DROP %I CASCADE', c.attribute) ORDER BY c.attnum) AS drops
FROM microdata.release_record r JOIN microdata.release_column_record c USING (release_id) WHERE r.release_id > :before GROUP BY 1, 2;
CREATE TABLE lost AS SELECT release_id, max(relation::oid)::regclass AS relation, string_agg(format('ALTER TABLE %s %s', relation, array_to_string(drops, ', ')), '; ') AS change FROM of_release GROUP BY 1;
SELECT l.relation::text, regexp_replace(a.said, 'release \d+', 'release n') AS said, count(*) AS calls
FROM lost l, all_said(change, relation) a GROUP BY 1, 2 ORDER BY 1, 2;
-- One attribute, all of one table, or one table.
SELECT count(DISTINCT change) > 40 AS many, count(*) FILTER (WHERE left(said, 2) = 'XX') AS internal,
       array_agg(DISTINCT left(said, 5)) FILTER (WHERE said ~ '^[0-9A-Z]{5} ') AS codes
FROM (SELECT relation, format('ALTER TABLE %s %s', relation, d) AS change FROM of_release, unnest(drops) d
      UNION ALL SELECT relation, format('ALTER TABLE %s %s', relation, array_to_string(drops, ', ')) FROM of_release
      UNION ALL SELECT o.relation, format('DROP TABLE %s CASCADE', p.relation) FROM of_release o JOIN of_release p USING (release_id) WHERE o.relation <> p.relation) l, all_said(change, relation);
-- Parameters on record that are texts in place of objects and lists.
SELECT array_agg(DISTINCT left(said, 5)) FILTER (WHERE said ~ '^[0-9A-Z]{5} ') AS codes
FROM lost l, unnest('{regions,labels,privacy,hierarchies,parts,rules,attributes,fragments,persons,value_sets}'::text[]) key,
        all_said(format('UPDATE microdata.release_record SET parameters = parameters || %L WHERE release_id = %s', jsonb_build_object(key, 'feasible'), release_id), relation) a;
-- A column that is renamed in one part of a decomposition: verify_release has a finding, estimates ask for attributes by name.
SELECT relation, attributes FROM gnf_decompose('people', 2, '{"age, sex -> disease", "age, sex, zip, disease -> person"}', 'gd', identifiers => '{number}', seed => 1, target => 'shared');
ALTER TABLE shared_2 RENAME age TO kept; ALTER TABLE shared_2 RENAME disease TO age; ALTER TABLE shared_2 RENAME kept TO disease;
SELECT requirement, worst_case FROM verify_release('shared_1') WHERE NOT holds AND requirement !~ 'determine';
SELECT DISTINCT regexp_replace(said(format(call, 'shared_2')), 'release \d+', 'release n') AS said
FROM (SELECT 'SELECT count(*) FROM ' || call FROM reader WHERE call ~ 'estimate' UNION ALL
      SELECT format('SELECT count(*) FROM microdata.relative_error(%%L, query_dimension => 2, queries => 10, seed => %s)', seed) FROM generate_series(1, 20) seed) c (call) ORDER BY 1;
-- Ranges that have become texts, in a release by regions and in one without.
SELECT generalize_table('single', 5, l => 2, regions => r, seed => 1, target => 'ranges_' || n) FROM (VALUES (1, NULL), (2, 3)) v (n, r);
SELECT said FROM unnest('{ranges_1,ranges_2}'::regclass[]) r, all_said(format('ALTER TABLE %s ALTER age TYPE text', r), r) WHERE call ~ 'verify';
SELECT drop_release(r) FROM unnest('{ranges_1,ranges_2}'::regclass[]) r;
-- It can be dropped.
ALTER TABLE slices DROP age, DROP sex, DROP zip, DROP disease;
SELECT drop_release('slices');

-- A view is registered as no release.
CREATE TABLE bucketed AS SELECT 1 + number % 2 AS bucket, age, sex, zip, disease FROM single;
CREATE VIEW bucketed_view AS SELECT * FROM bucketed;
SELECT register_release('bucketed_view', 'single', 'slicing', '{"age, sex, zip",disease}', '{disease}', l => 2);
CREATE VIEW joined_view AS SELECT * FROM joined;
SELECT register_release('joined_view', description => release_description('joined'));
CREATE MATERIALIZED VIEW kept AS SELECT * FROM bucketed;
SELECT register_release('kept', 'single', 'slicing', '{"age, sex, zip",disease}', '{disease}') > 0 AS registered;
-- One that an earlier version took, or a table that a rule made a view, is seen.
SELECT register_release('bucketed', 'single', 'slicing', '{"age, sex, zip",disease}', '{disease}') > 0 AS registered;
SELECT count(*) FROM verify_release('bucketed') WHERE requirement = 'attributes are in tables';
UPDATE microdata.release_record SET relations = ARRAY['bucketed_view'::regclass] WHERE relations = ARRAY['bucketed'::regclass];
UPDATE microdata.release_column_record SET relation = 'bucketed_view'::regclass WHERE relation = 'bucketed'::regclass;
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('bucketed_view') WHERE requirement = 'attributes are in tables';

-- Labels of hierarchies count towards the limit of memory, before they are made.
CREATE TABLE notes AS SELECT i || repeat('a', 5000) AS note, i AS number, 'x' || i % 4 AS disease FROM generate_series(1, 24) i;
SELECT create_prefix_hierarchy('public.long_notes', (SELECT array_agg(5000 - 10 * i ORDER BY i) FROM generate_series(1, 97) i));
SELECT create_prefix_hierarchy('public.short_notes', '{2000}');
SET pg_microdata.memory_limit = '2MB';
SELECT generalize_table('notes', 2, sensitive => '{disease}', identifiers => '{number}', recoding => 'full-domain', hierarchies => '{"note": "public.long_notes"}', target => 'shortened', suppress => 0.5);
SELECT generalize_table('notes', 2, sensitive => '{disease}', identifiers => '{number}', recoding => 'full-domain', hierarchies => '{"note": "public.short_notes"}', target => 'shortened', suppress => 0.5);
RESET pg_microdata.memory_limit;
SELECT drop_hierarchy('public.long_notes'), drop_hierarchy('public.short_notes');

-- A predicate has so many values, those within texts aside.
SELECT said(format('SELECT estimate_count(''joined'', %L)', json_build_object('age', (SELECT array_agg(i) FROM generate_series(1, n) i)))) FROM unnest('{1000,100001}'::integer[]) n;
SELECT said(format('SELECT estimate FROM estimate(''joined'', predicates => %L)', json_build_object('or', (SELECT json_agg(json_build_object('age', (SELECT array_agg(i) FROM generate_series(1, 50001) i))) FROM generate_series(1, 2)))));
SELECT estimate_count('joined', jsonb_build_object('sex', repeat(',', 200000) || '"\"'));

SELECT drop_series(name) FROM unnest('{checked,numbered,visits,acting,alone,grows,gated}'::text[]) name;
DROP SCHEMA structure CASCADE;

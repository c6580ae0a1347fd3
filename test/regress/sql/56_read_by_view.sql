-- Every function that takes a release takes the view of a series, and reads through it with what its caller may read.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_owner;
CREATE ROLE regress_analyst;
CREATE ROLE regress_stranger;
CREATE SCHEMA regress_by_view;
CREATE SCHEMA regress_shown;
GRANT ALL ON SCHEMA regress_by_view, regress_shown TO regress_owner;
GRANT USAGE ON SCHEMA regress_shown TO regress_analyst, regress_stranger;
SET search_path = regress_by_view, regress_shown, public;
SET ROLE regress_owner;
CREATE TABLE patients (id integer, age integer, sex text, zipcode integer, disease text);
INSERT INTO patients
    SELECT i, 20 + i * 7 % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 47900 + i * 13 % 10, 'd' || (i / 10 + i) % 5 FROM generate_series(1, 150) i;
\set ECHO all
SELECT FROM create_series('counted', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'regress_shown.counted');
SELECT FROM create_series('apart', 'patients', 'bucketization', '{"sensitive": ["disease"], "format": "anatomy"}', '{id}', 3, view => 'regress_shown.apart');
SELECT FROM create_series('sliced', 'patients', 'slicing', '{"sensitive": ["disease"], "identifiers": ["id"], "columns": 2, "l": 2}', independent => true, view => 'regress_shown.sliced');
SELECT FROM create_series('classes', 'patients', 'generalization', '{"sensitive": ["disease"], "identifiers": ["id"], "k": 3, "l": 2}', independent => true, view => 'regress_shown.classes');
SELECT FROM create_series('fragments', 'patients', 'fragmentation', '{"class": "disease", "identifiers": ["id"], "k": 2}', independent => true, view => 'regress_shown.fragments');
SELECT FROM create_series('parts', 'patients', 'gnf', '{"rules": ["age -> disease"], "identifiers": ["id"], "l": 2}', independent => true, view => 'regress_shown.parts');
SELECT s.name, e.edition, e.relations, e.state
FROM (VALUES ('apart'), ('classes'), ('counted'), ('fragments'), ('parts'), ('sliced')) s (name) CROSS JOIN LATERAL publish_series(s.name) e ORDER BY 1;
-- An older edition that is dropped by nobody, and a draft that readers must not see.
SELECT edition, state FROM publish_series('sliced');
SELECT FROM alter_series('sliced', approve => true);
INSERT INTO patients SELECT 1000 + i, 99, 'X', 47999, 'd' || i % 5 FROM generate_series(1, 20) i;
SELECT edition, state FROM publish_series('sliced');
DELETE FROM patients WHERE id > 1000;
SELECT relname FROM pg_class WHERE relnamespace = 'regress_shown'::regnamespace AND relkind = 'v' ORDER BY 1;
GRANT SELECT ON ALL TABLES IN SCHEMA regress_shown TO regress_analyst;

-- What a function says of the view is what it says of the edition that the view shows.
\set ECHO none
CREATE FUNCTION said(call text, relation text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE format('SELECT string_agg(x::text, '' '' ORDER BY x::text) FROM (%s) x', format(call, relation)) INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN concat(SQLSTATE, ': ', replace(replace(SQLERRM, relation, '*'), split_part(relation, '.', 2), '*'));
END
$$;
\set ECHO all
CREATE TABLE calls (place integer, call text);
\set ECHO none
INSERT INTO calls VALUES
    (1, 'SELECT estimate_count(%L, ''{"disease": "d1"}'')'),
    (2, 'SELECT * FROM estimate(%L, ''{sex}'', ''{"disease": "d1"}'')'),
    (3, 'SELECT * FROM estimate(%L, measures => ''{count,avg(age)}'')'),
    (4, 'SELECT requirement, bound, achieved, holds FROM verify_release(%L)'),
    (5, 'SELECT * FROM disclosure(%L)'),
    (6, 'SELECT * FROM matching_buckets(%L, ''{"age": 27, "sex": "M", "zipcode": 47903}'')'),
    (7, 'SELECT microdata.information_loss(%L)'),
    (8, 'SELECT microdata.kl_divergence(%L)'),
    (9, 'SELECT microdata.membership_likelihood(%L, ''{"age": 27, "sex": "M", "zipcode": 47903}'')'),
    (10, 'SELECT * FROM microdata.relative_error(%L, 2, 0.4, 50, seed => 1)'),
    (11, 'SELECT * FROM audit_inference(%L, seed => 1)'),
    (12, 'SELECT * FROM audit_membership(%L, seed => 1)'),
    (13, 'SELECT attribute, releases, persons, candidates, guessed_right FROM audit_composition(ARRAY[%L::regclass], seed => 1)'),
    (14, 'SELECT * FROM audit_minimality(%L, seed => 1)'),
    (15, 'SELECT * FROM audit_singling_out(%L, 50, seed => 1)'),
    (16, 'SELECT * FROM audit_linkability(%L, ''{age}'', ''{zipcode}'', 50, seed => 1)'),
    (17, 'SELECT risk, audit, attribute, figure FROM audit(%L, control => NULL, seed => 1)'),
    (18, 'SELECT release_description(%L) #- ''{relations}'''),
    (19, 'SELECT jsonb_path_query_array(release_description(%L), ''$.relations[*].columns[*]'')'),
    (20, 'SELECT attribute, control FROM audit_inference(%L, control => 0.3, seed => 1)');
\set ECHO all
GRANT SELECT ON calls TO regress_analyst;
CREATE TABLE names (name text, view text, release text);
INSERT INTO names SELECT v.series, v.view::text, format('%I.%I', n.nspname, c.relname)
FROM microdata.series_views v JOIN pg_class c ON c.oid = v.release JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE v.view::text !~ '_(expected|qit|st)$' AND v.view::text !~ '_[2-9]$';
SELECT * FROM names ORDER BY 1;
CREATE TABLE answers AS
    SELECT n.*, c.place, said(c.call, n.view) AS of_view, said(c.call, n.release) AS of_release
    FROM names n CROSS JOIN calls c WHERE c.place NOT IN (17, 20) OR n.name = 'counted' OR n.name = 'sliced';
SELECT name, place, of_view, of_release FROM answers WHERE of_view IS DISTINCT FROM of_release ORDER BY 1, 2;
SELECT name, count(*) FILTER (WHERE of_view !~ '^[0-9A-Z]{5}: ') AS answered, count(*) AS asked FROM answers GROUP BY name ORDER BY 1;
SELECT place, min(of_view) AS never_answered FROM answers GROUP BY place HAVING bool_and(of_view ~ '^[0-9A-Z]{5}: ') ORDER BY 1;

-- An analyst, who may read the views alone, gets what the owner gets where the source is not needed.
GRANT SELECT ON answers TO regress_analyst, regress_stranger;
RESET ROLE;
GRANT USAGE ON SCHEMA regress_by_view TO regress_analyst, regress_stranger;
SET ROLE regress_analyst;
SELECT c.place, count(*) FILTER (WHERE a.answer = o.of_view) AS same, count(*) FILTER (WHERE a.answer ~ '^42501') AS denied,
       count(*) FILTER (WHERE a.answer <> o.of_view AND a.answer !~ '^42501') AS less
FROM answers o JOIN calls c USING (place) CROSS JOIN LATERAL (SELECT said(c.call, o.view)) a (answer)
GROUP BY c.place ORDER BY c.place;
-- Neither a table behind the views, nor a former edition, nor a draft.
SELECT c.place, count(*) AS asked, count(*) FILTER (WHERE a.answer ~ '^42501') AS denied
FROM answers o JOIN calls c USING (place) CROSS JOIN LATERAL (SELECT said(c.call, o.release)) a (answer)
WHERE c.place IN (1, 6, 18) AND o.of_view !~ '^[0-9A-Z]{5}: ' GROUP BY c.place ORDER BY c.place;
\set VERBOSITY terse
SELECT estimate_count('regress_by_view.sliced_1', '{"sex": "F"}');
SELECT estimate_count('regress_by_view.sliced_3', '{"sex": "X"}');
SELECT estimate_count('sliced', '{"sex": "X"}'), estimate_count('sliced', '{"sex": "F"}');
SELECT release_description('sliced') -> 'rows' AS rows;
SELECT count(*) FROM microdata.releases;
SELECT parameters ? 'seed' AS seed, source, source_rows, suppressed_rows, relations FROM microdata.release_in(microdata.release_facts('sliced'));
\set VERBOSITY default
SET ROLE regress_stranger;
SELECT c.place, count(*) AS asked, count(*) FILTER (WHERE a.answer ~ '^42501') AS denied
FROM answers o JOIN (VALUES (1, 'SELECT estimate_count(%L, ''{"sex": "F"}'')'), (18, 'SELECT release_description(%L)')) c (place, call) USING (place)
CROSS JOIN LATERAL (SELECT said(c.call, o.view)) a (answer) GROUP BY c.place ORDER BY c.place;
RESET ROLE;

-- Who may read some columns reads these.
GRANT SELECT (bucket, age, sex) ON sliced TO regress_stranger;
SET ROLE regress_stranger;
\set VERBOSITY terse
SELECT estimate_count('sliced', '{"sex": "F"}');
SELECT estimate_count('sliced', '{"disease": "d1"}');
\set VERBOSITY default
-- What the caller has in front of the system's operators is not called.
RESET ROLE;
CREATE SCHEMA regress_planted AUTHORIZATION regress_analyst;
SET ROLE regress_analyst;
CREATE FUNCTION regress_planted.called(text, text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'called by %', current_user; END$$;
CREATE OPERATOR regress_planted.= (LEFTARG = text, RIGHTARG = text, FUNCTION = regress_planted.called);
SET search_path = regress_planted, pg_catalog, regress_by_view, regress_shown, public;
SELECT estimate_count('sliced', '{"sex": "F"}'), (SELECT count(*) FROM estimate('sliced', '{sex}', '{"disease": "d1"}')) AS groups;
SET search_path = regress_by_view, regress_shown, public;
SET ROLE regress_owner;

-- A view is not dropped, replaced or registered as a release; it stays in place of its editions.
\set VERBOSITY default
SELECT drop_release('sliced');
SELECT drop_release('sliced_2');
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'regress_shown.sliced', replace => true);
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'regress_shown.sliced');
SELECT gnf_decompose('patients', 2, '{"age -> disease"}', target => 'regress_shown.fragments', replace => true);
SELECT register_release('sliced', 'patients', 'slicing', '{"age, sex", "zipcode, disease"}', '{disease}', 'bucket', 2);
\set VERBOSITY terse
SET ROLE regress_analyst;
SELECT drop_release('sliced');
SET ROLE regress_owner;
-- The next edition is read as soon as it is shown.
SELECT FROM alter_series('sliced', approve => false);
INSERT INTO patients SELECT 2000 + i, 77, 'Y', 47999, 'd' || i % 5 FROM generate_series(1, 20) i;
SELECT edition, state FROM publish_series('sliced');
SET ROLE regress_analyst;
SELECT estimate_count('sliced', '{"sex": "Y"}');
SET ROLE regress_owner;
-- A column of the view goes by the view's name for it; a view that shows something else is no release.
ALTER VIEW sliced RENAME COLUMN sex TO gender;
SELECT estimate_count('sliced', '{"gender": "Y"}');
SELECT estimate_count('sliced', '{"sex": "Y"}');
ALTER VIEW sliced RENAME COLUMN gender TO sex;
CREATE OR REPLACE VIEW sliced AS SELECT bucket, age, sex, zipcode, disease FROM sliced_4 WHERE sex = 'Y';
SELECT estimate_count('sliced', '{"sex": "Y"}');
CREATE OR REPLACE VIEW sliced AS SELECT bucket, age + 0 AS age, sex, zipcode, disease FROM sliced_4;
SELECT estimate_count('sliced', '{"sex": "Y"}');
CREATE OR REPLACE VIEW sliced AS SELECT bucket, age, sex, zipcode, disease FROM sliced_3;
SELECT estimate_count('sliced', '{"sex": "Y"}');
\set ECHO none
RESET ROLE;
DROP SCHEMA regress_by_view, regress_shown, regress_planted CASCADE;
DROP OWNED BY regress_owner, regress_analyst;
DROP ROLE regress_owner, regress_analyst, regress_stranger;

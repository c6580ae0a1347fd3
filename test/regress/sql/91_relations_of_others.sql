-- Views that a call is led to, by a release, its source or a series, run no code of a role without the caller's rights.
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE ROLE view_owner;
CREATE ROLE table_owner;
CREATE SCHEMA views_of_others AUTHORIZATION view_owner;
CREATE SCHEMA tables_of_others AUTHORIZATION table_owner;
SET client_min_messages = warning;
\set SHOW_CONTEXT never
\set people 'SELECT i AS id, 20 + i % 50 AS age, i % 2 AS sex, date ''1990-01-01'' + i % 700 AS day, ''d'' || i % 7 AS disease FROM generate_series(1, 700) i'
SET search_path = views_of_others, microdata, public;
SET SESSION AUTHORIZATION view_owner;
GRANT USAGE ON SCHEMA views_of_others TO PUBLIC;
CREATE FUNCTION spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF current_user <> 'view_owner' THEN RAISE WARNING 'code of % runs as %', what, current_user; END IF;
    RETURN true;
END $$;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION table_owner;
GRANT USAGE ON SCHEMA tables_of_others TO PUBLIC;
CREATE TABLE tables_of_others.people AS :people;
GRANT SELECT (sex) ON tables_of_others.people TO view_owner;
\set ECHO all
SELECT slice_table('tables_of_others.people', 2, 3, sensitive => '{disease}', identifiers => '{id}');

-- A stranger's release of one's table is left out.
SET SESSION AUTHORIZATION view_owner;
CREATE TABLE people AS :people;
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'made');
CREATE VIEW registered AS SELECT * FROM made WHERE spring('a registered view');
CREATE TABLE taken AS TABLE made;
SELECT register_release('taken', 'tables_of_others.people', 'slicing', ARRAY['age, sex', 'day', 'disease'], '{disease}') > 0 AS registered;
GRANT SELECT ON taken, registered TO PUBLIC;
-- As earlier versions took views.
RESET SESSION AUTHORIZATION;
UPDATE microdata.release_record SET relations = ARRAY['registered'::regclass] WHERE relations = ARRAY['taken'::regclass];
UPDATE microdata.release_column_record SET relation = 'registered'::regclass WHERE relation = 'taken'::regclass;
SET SESSION AUTHORIZATION table_owner;
SET client_min_messages = notice;
SELECT releases FROM audit_composition(source => 'tables_of_others.people');
RESET SESSION AUTHORIZATION;
SELECT releases FROM audit_composition(source => 'tables_of_others.people');
SET client_min_messages = warning;
SELECT releases_left_out('tables_of_others.people', 0);
-- Nor do expressions of its indexes and statistics run, which the planner evaluates.
SET SESSION AUTHORIZATION view_owner;
CREATE TABLE indexed AS TABLE made;
CREATE INDEX ON indexed ((spring('an index')));
GRANT SELECT ON indexed TO PUBLIC;
SELECT register_release('indexed', 'tables_of_others.people', 'slicing', ARRAY['age, sex', 'day', 'disease'], '{disease}') > 0 AS registered;
CREATE TABLE predicted AS TABLE made;
CREATE INDEX ON predicted (age) WHERE spring('a predicate');
CREATE STATISTICS predicted_statistics ON (spring('statistics')), age FROM predicted;
GRANT SELECT ON predicted TO PUBLIC;
SELECT register_release('predicted', 'tables_of_others.people', 'slicing', ARRAY['age, sex', 'day', 'disease'], '{disease}') > 0 AS registered;
RESET SESSION AUTHORIZATION;
SELECT releases FROM audit_composition(source => 'tables_of_others.people');
-- The caller who names it reads it.
SELECT count(*) > 0 AS read FROM disclosure('registered');

-- The source of a release: a view that only computes is read, others are not.
SET SESSION AUTHORIZATION view_owner;
CREATE VIEW computing AS
SELECT id, age / 2 AS age, concat('sex ', sex, sex) || sex AS sex, to_char(day, 'YYYY') AS year, extract(month FROM day) AS month, disease FROM people WHERE day < now() ORDER BY age;
CREATE VIEW around AS SELECT * FROM computing;
CREATE VIEW calling AS SELECT * FROM computing WHERE spring('a source');
CREATE VIEW calling_within AS WITH c AS (SELECT * FROM calling) SELECT * FROM c WHERE id > 0;
CREATE VIEW reading AS SELECT * FROM computing WHERE id > 0 AND table_to_xml('people', true, false, '') IS NOT NULL;
CREATE FUNCTION is_small(i integer) RETURNS boolean LANGUAGE sql RETURN spring('a domain');
CREATE DOMAIN small AS integer CHECK (is_small(value));
CREATE VIEW checking AS SELECT id, age::small AS age, disease FROM people;
CREATE FUNCTION follows(a integer, b integer) RETURNS boolean LANGUAGE sql RETURN spring('an operator') AND a > b;
CREATE OPERATOR >>> (FUNCTION = follows, LEFTARG = integer, RIGHTARG = integer);
CREATE VIEW comparing AS SELECT id, age, disease FROM people WHERE age >>> 0;
CREATE TABLE policed AS TABLE people;
CREATE POLICY shown ON policed USING (spring('a policy'));
ALTER TABLE policed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE VIEW by_policy AS TABLE policed;
CREATE TABLE attempts (n integer GENERATED ALWAYS AS IDENTITY, source text);
CREATE TABLE counted AS TABLE people;
CREATE INDEX ON counted ((age + 1), lower(disease));
CREATE TABLE by_index AS TABLE people;
CREATE INDEX ON by_index ((spring('the index of a source')));
INSERT INTO attempts (source) VALUES ('around'), ('counted'), ('by_index'), ('calling'), ('calling_within'), ('reading'), ('checking'), ('comparing'), ('by_policy');
SELECT slice_table(source::regclass, 2, 3, sensitive => '{disease}', identifiers => '{id}', target => source || '_sliced') FROM attempts ORDER BY n;
\set ECHO none
CREATE FUNCTION attempted(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
\set ECHO all
SELECT source, attempted(format('SELECT count(*) > 0 FROM verify_release(%L)', source || '_sliced')) FROM attempts ORDER BY n;
RESET SESSION AUTHORIZATION;
SELECT source, attempted(format('SELECT count(*) > 0 FROM verify_release(%L)', source || '_sliced')) FROM attempts ORDER BY n;
SELECT count(*) FROM audit_inference('calling_sliced');
-- As the owner they are.
SET ROLE view_owner;
SELECT bool_and(holds) FROM verify_release('calling_within_sliced');
RESET ROLE;

-- Rows that only a superuser may read do not become the release of a role that may not.
SET SESSION AUTHORIZATION view_owner;
CREATE VIEW theirs AS SELECT * FROM people;
SELECT FROM create_series('theirs', 'theirs', 'bucketization', '{"sensitive": ["disease"], "quasi_identifiers": ["age", "sex"], "l": 3}', independent => true, subject => '{id}',
    view => 'theirs_shown');
CREATE OR REPLACE VIEW theirs AS SELECT * FROM tables_of_others.people;
SELECT current_setting('server_version_num')::integer >= 150000 AS has_invokers \gset
\if :has_invokers
ALTER VIEW theirs SET (security_invoker);
\else
CREATE OR REPLACE VIEW theirs AS SELECT * FROM tables_of_others.people WHERE spring('no invoker');
\endif
SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'replaced');
RESET SESSION AUTHORIZATION;
SELECT slice_table('theirs', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'replaced', replace => true);
SELECT * FROM publish_series('theirs');
SET SESSION AUTHORIZATION view_owner;
SELECT count(*) FROM microdata.editions;

-- A draft whose view was replaced is not read for an approval; nor is a view beside the relation that is named.
SELECT FROM create_series('drafts', 'people', 'bucketization', '{"sensitive": ["disease"], "quasi_identifiers": ["age", "sex"], "l": 3, "format": "anatomy"}', independent => true, subject => '{id}',
    gate => '{"inference": 1}', approve => true);
SELECT edition, state FROM publish_series('drafts');
SELECT format('CREATE OR REPLACE VIEW drafts_1 AS SELECT * FROM (%s) v WHERE spring(''a draft'')', rtrim(pg_get_viewdef('drafts_1'), ';')) \gexec
RESET SESSION AUTHORIZATION;
SELECT approve_edition('drafts', 1);
SELECT count(*) FROM verify_release('drafts_1_qit');
SELECT estimate_count('drafts_1_qit', '{"age": 21}');
\set ECHO none
SET client_min_messages = error;
SELECT FROM drop_series('theirs'); SELECT FROM drop_series('drafts');
DROP SCHEMA views_of_others, tables_of_others CASCADE;
RESET client_min_messages;
DROP OWNED BY view_owner, table_owner;
DROP ROLE view_owner, table_owner;

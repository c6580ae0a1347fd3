-- Generalization hierarchies: made, declared, used, dropped.
\pset format unaligned
\pset tuples_only on

-- Prefixes: characters, not bytes. What is shorter stays; NULL is a label of its own up to the root.
SELECT FROM create_prefix_hierarchy('zip', '{4,3,0}');
SELECT FROM create_prefix_hierarchy('first letter', '{1}');
CREATE TABLE places (zip text, town varchar(20), code integer);
INSERT INTO places VALUES ('47906', 'Gößweinstein', 12345), ('47901', 'Göß', 12399), ('47', '東京都', 5), ('', '', -12345),
    ('a"b\c', '{NULL}', NULL), (NULL, NULL, 12345);
SELECT * FROM hierarchy_labels('places', 'zip', 'zip');
SELECT * FROM hierarchy_labels('places', 'town', 'zip');
SELECT * FROM hierarchy_labels('places', 'code', 'zip');
SELECT * FROM hierarchy_labels('places', 'town', 'first letter');

-- Intervals: of decimal numbers, open below the lower bound and from the upper one on.
SELECT FROM create_interval_hierarchy('age', 0, 100, '{10,20,40}');
SELECT FROM create_interval_hierarchy('tenths', -0.2, 1::numeric, '{0.1,0.3}');
CREATE TABLE numbers (i integer, f float8, n numeric, s smallint);
INSERT INTO numbers VALUES (-1, '-Infinity', -0.21, -1), (0, -0.2, -0.20, 0), (9, 0.1, 0.1, 9), (10, 0.3, 0.30, 10), (39, 0.7, 0.7000, 39),
    (80, 0.9999999999, 0.99999999999999999999, 80), (99, 1, 1, 99), (100, 'NaN', 'NaN', 100), (2147483647, 'Infinity', 'Infinity', 32767), (NULL, NULL, NULL, NULL);
SELECT * FROM hierarchy_labels('numbers', 'i', 'age');
SELECT * FROM hierarchy_labels('numbers', 'f', 'tenths');
SELECT * FROM hierarchy_labels('numbers', 'n', 'tenths');
SELECT count(*) FROM hierarchy_labels('numbers', 's', 'age');

-- Dates and timestamps, those with a time zone in UTC.
SELECT FROM create_date_hierarchy('calendar', '{day,month,quarter,year,decade}');
SELECT FROM create_date_hierarchy('weeks', '{day,week}');
SELECT FROM create_date_hierarchy('centuries', '{year,century}');
CREATE TABLE days (d date, t timestamp, z timestamptz);
INSERT INTO days VALUES ('2026-11-21', '2026-11-21 23:59:59', '2026-11-21 23:59:59-05'), ('2000-12-31', '2000-12-31', '2001-01-01 00:00+01'),
    ('2001-01-01', '2001-01-01', '2001-01-01 00:00+00'), ('0044-03-15 BC', '0044-03-15 BC', '0044-03-15 07:52:58+00 BC'), ('12026-02-01', '12026-02-01', '12026-02-01'),
    ('infinity', '-infinity', 'infinity'), (NULL, NULL, NULL);
SELECT * FROM hierarchy_labels('days', 'd', 'calendar');
SET TimeZone = 'Asia/Tokyo';
SET DateStyle = 'German, DMY';
SELECT * FROM hierarchy_labels('days', 'z', 'calendar');
RESET TimeZone;
RESET DateStyle;
SELECT * FROM hierarchy_labels('days', 't', 'weeks');
SELECT * FROM hierarchy_labels('days', 'd', 'centuries');

-- From a table, as \copy loads it from a hierarchy file of ARX.
CREATE TABLE illnesses (level2 text, level0 text, level1 text);
COPY illnesses (level0, level1, level2) FROM stdin (FORMAT csv, DELIMITER ';');
flu;respiratory;*
bronchitis;respiratory;*
pneumonia;respiratory;*
gastritis;digestive;*
ulcer;digestive;*
dyspepsia;digestive;*
"a ""quoted"", {odd} one\";NULL;*
\.
SELECT FROM create_hierarchy('illness', 'illnesses');
SELECT labels FROM microdata.hierarchy_record WHERE name = 'illness';
-- It is a snapshot.
UPDATE illnesses SET level1 = 'changed';
DROP TABLE illnesses;
CREATE TABLE patients (name text, age integer, ward char(12), disease text);
INSERT INTO patients
SELECT 'p' || i, 20 + i % 40, CASE WHEN i % 10 < 9 THEN 'flu' END,
       (ARRAY['flu', 'bronchitis', 'pneumonia', 'gastritis', 'ulcer', 'dyspepsia'])[1 + i % 6] FROM generate_series(1, 120) i;
SELECT * FROM hierarchy_labels('patients', 'disease', 'illness');
-- The blanks that fill up a character(n) are no part of its value.
SELECT * FROM hierarchy_labels('patients', 'ward', 'illness');
-- Levels of any type; the values as their type prints them.
CREATE TABLE typed (level0 boolean, level1 integer, level2 date);
INSERT INTO typed VALUES (true, 1, '2020-01-01'), (false, 0, '2020-01-01');
SET DateStyle = 'German, DMY';
SELECT FROM create_hierarchy('typed', 'typed');
RESET DateStyle;
SELECT labels FROM microdata.hierarchy_record WHERE name = 'typed';
CREATE VIEW small AS SELECT i AS level0, '*' AS level1 FROM generate_series(1, 3) i;
SELECT FROM create_hierarchy('small', 'small');
SELECT name, kind, definition, owner, levels, granted_to FROM microdata.hierarchies ORDER BY name COLLATE "C";

-- What is no hierarchy.
CREATE TABLE bad (level0 text, level1 text, level2 text);
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
INSERT INTO bad VALUES ('flu', 'respiratory', '*'), ('cold', 'respiratory', 'x');
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
UPDATE bad SET level1 = level0;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
INSERT INTO bad VALUES ('flu', 'flu', '*');
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
UPDATE bad SET level2 = NULL WHERE level0 = 'cold';
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
UPDATE bad SET level0 = NULL;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
ALTER TABLE bad RENAME level2 TO level3;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
ALTER TABLE bad RENAME level3 TO "Level2";
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
ALTER TABLE bad RENAME "Level2" TO level02;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
ALTER TABLE bad DROP level02, DROP level1;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
ALTER TABLE bad RENAME level0 TO level1;
SELECT attempts($$create_hierarchy('bad', 'bad')$$);
DO $$ BEGIN
    EXECUTE 'CREATE TABLE deep AS SELECT ' || (SELECT string_agg('1 AS level' || i, ', ') FROM generate_series(0, 100) i);
END $$;
\set ECHO none
SELECT attempts($$
create_hierarchy('deep', 'deep')
create_hierarchy('bad', NULL)
create_hierarchy('bad', 'no_such_table')
create_hierarchy(NULL, 'small')
create_hierarchy('', 'small')
create_hierarchy(repeat('x', 64), 'small')
create_hierarchy('illness', 'small')
create_interval_hierarchy('bad', 0, 100, '{}')
create_interval_hierarchy('bad', 0, 100, '{10,25}')
create_interval_hierarchy('bad', 0, 100, '{20,10}')
create_interval_hierarchy('bad', 0, 100, '{10,10}')
create_interval_hierarchy('bad', 0, 100, '{0}')
create_interval_hierarchy('bad', 0, 100, '{NaN}')
create_interval_hierarchy('bad', 0, 100, '{10,NULL}')
create_interval_hierarchy('bad', 0, 100, NULL)
create_interval_hierarchy('bad', 100, 100, '{10}')
create_interval_hierarchy('bad', '-Infinity', 100, '{10}')
create_interval_hierarchy('bad', 0, 'NaN', '{10}')
create_prefix_hierarchy('bad', '{}')
create_prefix_hierarchy('bad', '{3,3}')
create_prefix_hierarchy('bad', '{3,-1}')
create_prefix_hierarchy('bad', '{3,NULL}')
create_prefix_hierarchy('bad', ARRAY(SELECT generate_series(99, 1, -1)))
create_date_hierarchy('bad', '{}')
create_date_hierarchy('bad', '{hour}')
create_date_hierarchy('bad', '{year,month}')
create_date_hierarchy('bad', '{day,week,month}')
create_date_hierarchy('bad', '{decade,century}')
create_date_hierarchy('bad', '{month,month}')
create_date_hierarchy('bad', '{NULL}')
drop_hierarchy('bad')
drop_hierarchy(NULL)
$$);
\set ECHO all
-- A name is a value, whatever is in it.
SELECT create_prefix_hierarchy($$'; DROP TABLE patients; -- "$$, '{1}');
SELECT drop_hierarchy($$'; DROP TABLE patients; -- "$$);

-- Declared once for a table; renames are followed, what is dropped is forgotten.
\set ECHO none
SELECT attempts($$
declare_hierarchy('patients', 'illness', 'illness')
declare_hierarchy('patients', 'Disease', 'illness')
declare_hierarchy('patients', 'disease', 'ilness')
declare_hierarchy('patients', 'disease', 'age')
declare_hierarchy('patients', 'age', 'calendar')
declare_hierarchy('patients', NULL, 'illness')
$$);
\set ECHO all
CREATE TEMPORARY TABLE passing (a integer);
\set ECHO none
SELECT attempts($$
declare_hierarchy('passing', 'a', 'age')
hierarchy_labels('patients', 'disease')
hierarchy_labels('patients', 'name', 'illness')
$$);
\set ECHO all
SELECT declare_hierarchy('patients', 'age', 'age'), declare_hierarchy('patients', 'ward', 'first letter'), declare_hierarchy('patients', 'disease', 'zip');
SELECT FROM declare_hierarchy('patients', 'disease', 'illness');
SELECT * FROM microdata.declared_hierarchies ORDER BY attribute;
SELECT * FROM hierarchy_labels('patients', 'disease') LIMIT 1;
SELECT attempts($$drop_hierarchy('illness')$$);
SELECT declare_hierarchy('patients', 'ward', NULL), declare_hierarchy('patients', 'name', NULL);
ALTER TABLE patients RENAME TO clients;
ALTER TABLE clients RENAME age TO years;
SELECT * FROM microdata.declared_hierarchies ORDER BY attribute;
SELECT attribute FROM microdata.declared_hierarchy_record ORDER BY 1;
ALTER TABLE clients DROP years;
SELECT * FROM microdata.declared_hierarchies ORDER BY attribute;
DROP TABLE clients;
SELECT count(*) FROM microdata.declared_hierarchy_record;
CREATE VIEW shown AS SELECT zip FROM places;
SELECT FROM declare_hierarchy('shown', 'zip', 'zip');
ALTER VIEW shown RENAME zip TO postcode;
SELECT * FROM microdata.declared_hierarchies;
DROP VIEW shown;
SELECT count(*) FROM microdata.declared_hierarchy_record;

-- t-closeness on a hierarchy: from a flu to a bronchitis it is half as far as to a gastritis.
CREATE TABLE cases (age integer, sex text, disease text);
INSERT INTO cases
SELECT 20 + i % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END,
       (ARRAY['flu', 'bronchitis', 'pneumonia', 'gastritis', 'ulcer', 'dyspepsia'])[1 + (i / 3) % 6] FROM generate_series(1, 120) i;
SELECT attempts($$slice_table('cases', 2, 2, sensitive => '{disease}', privacy => ARRAY[t_closeness(0.4, 'hierarchical')])$$);
SELECT FROM declare_hierarchy('cases', 'disease', 'illness');
SET client_min_messages = warning;
SELECT slice_table('cases', 2, 2, sensitive => '{disease}', privacy => ARRAY[t_closeness(0.4, 'hierarchical'), t_closeness(0.7)]);
SELECT requirement, bound, achieved <= bound AS within, holds FROM verify_release('cases_sliced') WHERE requirement LIKE 't\_%';
SELECT bool_and(holds) FROM verify_release('cases_sliced');
SELECT count(*) > 0 AS rows FROM slice_rows(NULL::cases, 2, 2, sensitive => '{disease}', privacy => ARRAY[t_closeness(0.4, 'hierarchical')]);
-- As by hand: what is too much of one label's children goes to the others of them at half the height.
WITH p AS (SELECT bucket, disease, count(*)::float8 / sum(count(*)) OVER (PARTITION BY bucket) AS share FROM cases_sliced GROUP BY 1, 2),
     d AS (SELECT b.bucket, t.disease, l.labels[1] AS kind, coalesce(p.share, 0) - t.share AS extra
           FROM (SELECT DISTINCT bucket FROM cases_sliced) b
           CROSS JOIN (SELECT disease, count(*)::float8 / 120 AS share FROM cases GROUP BY 1) t
           JOIN hierarchy_labels('cases', 'disease') l ON l.value = t.disease
           LEFT JOIN p ON p.bucket = b.bucket AND p.disease = t.disease),
     k AS (SELECT bucket, kind, sum(greatest(extra, 0)) AS more, sum(greatest(-extra, 0)) AS less FROM d GROUP BY 1, 2),
     w AS (SELECT bucket, sum(least(more, less)) * 0.5 + sum(greatest(more - less, 0)) AS work FROM k GROUP BY 1)
SELECT round(max(w.work)::numeric, 9) = round(v.achieved::numeric, 9) AS as_by_hand
FROM w, verify_release('cases_sliced') v WHERE v.requirement LIKE 't\_closeness(0.4%' GROUP BY v.achieved;
-- A hierarchy that lacks a value is in nobody's way who does not need it.
INSERT INTO cases SELECT 30, 'F', 'scurvy' FROM generate_series(1, 3);
SELECT slice_table('cases', 2, 2, sensitive => '{disease}', target => 'others');
RESET client_min_messages;
SELECT attempts($$slice_table('cases', 2, 2, sensitive => '{disease}', privacy => ARRAY[t_closeness(0.4, 'hierarchical')], replace => true)$$);
SELECT requirement, achieved, holds, worst_case FROM verify_release('cases_sliced') WHERE requirement LIKE 't\_closeness(0.4%';
DELETE FROM cases WHERE disease = 'scurvy';
SELECT FROM declare_hierarchy('cases', 'disease', NULL);
SELECT requirement, achieved, holds, worst_case FROM verify_release('cases_sliced') WHERE requirement LIKE 't\_closeness(0.4%';
DROP TABLE cases;
SELECT requirement, achieved, holds, worst_case FROM verify_release('cases_sliced') WHERE requirement LIKE 't\_closeness(0.4%';
DROP TABLE cases_sliced, others;

-- Who may do what, and who sees what.
CREATE ROLE md_owner;
CREATE ROLE md_member IN ROLE md_owner;
CREATE ROLE md_other;
CREATE SCHEMA clinic AUTHORIZATION md_owner;
GRANT USAGE ON SCHEMA clinic TO PUBLIC;
CREATE SCHEMA md_public AUTHORIZATION md_other;
SET ROLE md_owner;
CREATE TABLE clinic.tree AS SELECT 'v' || i AS level0, i % 2 AS level1, '*' AS level2 FROM generate_series(1, 4) i;
CREATE TABLE clinic.people AS SELECT 'v' || 1 + i % 4 AS v, i % 7 AS w FROM generate_series(1, 40) i;
-- To make one needs a privilege, and names that begin with no role are the extension owner's.
\set ECHO none
SELECT attempts($$
create_hierarchy('md_owner.tree', 'clinic.tree')
create_interval_hierarchy('md_owner.i', 0, 1, '{1}')
create_prefix_hierarchy('md_owner.p', '{1}')
create_date_hierarchy('md_owner.d', '{day}')
$$);
\set ECHO all
RESET ROLE;
GRANT EXECUTE ON FUNCTION create_hierarchy(text, regclass), create_prefix_hierarchy(text, integer[]) TO md_owner;
SET ROLE md_owner;
\set ECHO none
SELECT attempts($$
create_hierarchy('tree', 'clinic.tree')
create_hierarchy('md_other.tree', 'clinic.tree')
create_hierarchy('md_owner.', 'clinic.tree')
create_hierarchy('md_owner.' || repeat('x', 64), 'clinic.tree')
$$);
\set ECHO all
SELECT FROM create_hierarchy('md_owner.tree', 'clinic.tree');
SELECT FROM create_hierarchy('md_owner.' || repeat('x', 63), 'clinic.tree');
SELECT FROM drop_hierarchy('md_owner.' || repeat('x', 63));
SELECT FROM declare_hierarchy('clinic.people', 'v', 'md_owner.tree');
SELECT attempts($$declare_hierarchy('clinic.people', 'v', 'first letter')$$);
SELECT name, owner FROM microdata.hierarchies ORDER BY 1;
\set ECHO none
SELECT attempts($$
drop_hierarchy('zip')
grant_hierarchy('zip', 'md_owner')
$$);
\set ECHO all
SET ROLE md_other;
SELECT name, owner FROM microdata.hierarchies;
\set ECHO none
SELECT attempts($$
SELECT count(*) FROM microdata.hierarchy_record
SELECT count(*) FROM microdata.hierarchy_grant_record
$$);
\set ECHO all
SELECT count(*) FROM microdata.declared_hierarchies;
\set ECHO none
SELECT attempts($$
SELECT count(*) FROM microdata.declared_hierarchy_record
hierarchy_labels('clinic.people', 'v')
declare_hierarchy('clinic.people', 'v', NULL)
drop_hierarchy('md_owner.tree')
grant_hierarchy('md_owner.tree', 'md_other')
revoke_hierarchy('md_owner.tree', 'md_other')
DELETE FROM microdata.hierarchy_record
DELETE FROM microdata.hierarchy_grant_record
INSERT INTO microdata.hierarchy_record VALUES ('mine', 'prefix', '{"keep": [1]}', 'md_other', 3)
$$);
\set ECHO all
-- Labels are read by those who may.
CREATE TEMPORARY TABLE mine (v text, d text);
INSERT INTO mine SELECT 'v' || i, 'd' || i FROM generate_series(1, 4) i;
CREATE FUNCTION pg_temp.uses() RETURNS void LANGUAGE sql AS $$
    SELECT public.attempt('SELECT public.hierarchy_labels(''mine'', ''v'', ''md_owner.tree'')'),
        public.attempt('SELECT public.generalize_table(''mine'', 2, recoding => ''full-domain'', hierarchies => ''{"v": "md_owner.tree"}'', target => ''md_public.theirs'')')
$$;
SELECT pg_temp.uses();
SET ROLE md_owner;
SELECT grant_hierarchy('md_owner.tree', 'md_other'), grant_hierarchy('md_owner.tree', 'md_other');
SELECT name, owner, granted_to FROM microdata.hierarchies;
\set ECHO none
SELECT attempts($$
grant_hierarchy('md_owner.tree', 'nobody at all')
grant_hierarchy('md_owner.tree', NULL)
grant_hierarchy('no such', 'md_other')
$$);
\set ECHO all
RESET ROLE;
SET ROLE md_other;
SELECT name, owner, granted_to FROM microdata.hierarchies;
SELECT * FROM hierarchy_labels('mine', 'v', 'md_owner.tree');
SELECT generalize_table('mine', 2, recoding => 'full-domain', hierarchies => '{"v": "md_owner.tree", "d": null}', target => 'md_public.theirs');
SELECT bool_and(holds) FROM verify_release('md_public.theirs');
SET ROLE md_owner;
SELECT FROM revoke_hierarchy('md_owner.tree', 'md_other');
SET ROLE md_other;
SELECT pg_temp.uses();
\set ECHO none
SELECT attempts($$
verify_release('md_public.theirs')
microdata.information_loss('md_public.theirs')
$$);
\set ECHO all
-- To everybody; and back.
RESET ROLE;
SELECT FROM grant_hierarchy('first letter', 'public');
SET ROLE md_other;
SELECT value, labels FROM hierarchy_labels('pg_catalog.pg_namespace', 'nspname', 'first letter') WHERE value = 'public';
SELECT name, granted_to FROM microdata.hierarchies;
RESET ROLE;
SELECT FROM revoke_hierarchy('first letter', 'public');
SET ROLE md_other;
SELECT attempts($$hierarchy_labels('pg_catalog.pg_namespace', 'nspname', 'first letter')$$);
-- One that is declared is used by who may read the source, as long as its owner may.
RESET ROLE;
GRANT SELECT ON clinic.people TO md_other;
SELECT FROM grant_hierarchy('first letter', 'md_owner');
GRANT EXECUTE ON FUNCTION create_hierarchy(text, regclass), create_prefix_hierarchy(text, integer[]) TO md_other;
SET ROLE md_other;
SELECT * FROM microdata.declared_hierarchies;
SELECT count(*) FROM hierarchy_labels('clinic.people', 'v');
SELECT generalize_table('clinic.people', 2, recoding => 'full-domain', identifiers => '{w}', target => 'md_public.declared');
SELECT bool_and(holds) FROM verify_release('md_public.declared');
SET ROLE md_owner;
SELECT FROM declare_hierarchy('clinic.people', 'v', 'first letter');
RESET ROLE;
SELECT FROM revoke_hierarchy('first letter', 'md_owner');
SET ROLE md_other;
\set ECHO none
SELECT attempts($$
hierarchy_labels('clinic.people', 'v')
generalize_table('clinic.people', 2, recoding => 'full-domain', target => 'md_public.more')
$$);
\set ECHO all
SELECT generalize_table('clinic.people', 2, recoding => 'full-domain', hierarchies => '{"v": null}', target => 'md_public.more');
SELECT attempts($$create_hierarchy('md_other.mine', 'clinic.tree')$$);
-- Rows hidden by a policy would make it another hierarchy.
SET ROLE md_owner;
ALTER TABLE clinic.tree ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON clinic.tree TO md_other;
SET ROLE md_other;
SELECT attempts($$create_hierarchy('md_other.mine', 'clinic.tree')$$);
-- Members drop it, and hierarchies go with what else their owner owns.
SET ROLE md_member;
SELECT FROM declare_hierarchy('clinic.people', 'v', NULL);
SELECT FROM drop_hierarchy('md_owner.tree');
SELECT FROM create_prefix_hierarchy('md_member.left behind', '{1}');
-- Another role's declarations go with CASCADE alone, by name.
SELECT FROM grant_hierarchy('md_member.left behind', 'md_owner');
SET ROLE md_owner;
SELECT FROM declare_hierarchy('clinic.people', 'v', 'md_member.left behind');
RESET ROLE;
DROP OWNED BY md_member;
DROP OWNED BY md_member CASCADE;
SELECT * FROM microdata.declared_hierarchies WHERE source = 'clinic.people'::regclass;
DROP SCHEMA clinic, md_public CASCADE;
DROP TABLE mine;
DROP OWNED BY md_owner, md_member, md_other;
DROP ROLE md_owner, md_member, md_other;
SELECT name, owner FROM microdata.hierarchies WHERE name = 'md_member.left behind';
-- Operators and functions of other schemas have no effect.
CREATE SCHEMA trap;
CREATE FUNCTION trap.eq(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'sprung'; END $$;
CREATE OPERATOR trap.= (LEFTARG = text, RIGHTARG = text, FUNCTION = trap.eq);
CREATE FUNCTION trap.substr(text, integer, integer) RETURNS text LANGUAGE sql AS $$ SELECT 'sprung' $$;
SET search_path = trap, pg_catalog, public;
SELECT hierarchy_labels('places', 'zip', 'zip') LIMIT 1;
SELECT declare_hierarchy('places', 'zip', 'zip'), declare_hierarchy('places', 'zip', NULL);
RESET search_path;
DROP SCHEMA trap CASCADE;
BEGIN READ ONLY;
SELECT FROM create_prefix_hierarchy('mine', '{1}');
ROLLBACK;

DROP VIEW small;
DROP TABLE places, numbers, days, typed, bad, deep, passing;
SELECT count(drop_hierarchy(name)) FROM microdata.hierarchies;
SELECT count(*) FROM microdata.hierarchy_record;

-- The extension is dropped and made again: nothing is left of what it knew.
SET client_min_messages = error;
SET pg_microdata.allow_drop = on;
DROP EXTENSION pg_microdata;
RESET pg_microdata.allow_drop;
RESET client_min_messages;
CREATE EXTENSION pg_microdata;
CREATE TABLE visits AS SELECT i % 5 AS a, i % 3 AS b, i % 2 AS s FROM generate_series(1, 30) i;
SELECT FROM declare_roles('visits', sensitive => '{s}', insensitive => '{a}', quasi_identifiers => '{b}');
ALTER TABLE visits RENAME s TO t;
ALTER TABLE visits DROP a;
SET client_min_messages = warning;
SELECT slice_table('visits', 2, 2);
RESET client_min_messages;
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT FROM create_interval_hierarchy('b', 0, 2, '{2}');
SELECT FROM declare_hierarchy('visits', 'b', 'b');
ALTER TABLE visits RENAME b TO c;
SELECT * FROM hierarchy_labels('visits', 'c');
DROP TABLE visits, visits_sliced;
SELECT count(*) FROM microdata.role_record;
SELECT FROM drop_hierarchy('b');

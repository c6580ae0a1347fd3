-- An error names the privilege that a role needs to make hierarchies; views have one key of series.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE n_clerk;
CREATE ROLE n_makers;
CREATE ROLE n_member IN ROLE n_makers;
CREATE ROLE n_apart NOINHERIT IN ROLE n_makers;
CREATE SCHEMA n_need AUTHORIZATION n_clerk;
GRANT USAGE ON SCHEMA n_need TO PUBLIC;
SET ROLE n_clerk;
CREATE TABLE n_need.levels AS SELECT i AS level0, '*' AS level1 FROM generate_series(1, 3) i;
GRANT SELECT ON n_need.levels TO PUBLIC;
SELECT attempts($$
create_hierarchy('n_clerk.h', 'n_need.levels')
create_interval_hierarchy('n_clerk.i', 0, 1, '{1}')
create_prefix_hierarchy('n_clerk.p', '{1}')
create_date_hierarchy('n_clerk.d', '{day}')
-- Before anything else is looked at.
create_hierarchy('n_clerk.h', 'pg_authid')
create_date_hierarchy('', '{nothing}')
$$);
RESET ROLE;
-- PUBLIC's privilege is no role's.
GRANT EXECUTE ON FUNCTION create_date_hierarchy(text, text_list) TO PUBLIC;
SET ROLE n_clerk;
SELECT attempts($$create_date_hierarchy('n_clerk.d', '{day}')$$);
RESET ROLE;
GRANT EXECUTE ON FUNCTION create_date_hierarchy(text, text_list) TO n_makers;
SET ROLE n_clerk;
SELECT attempts($$create_date_hierarchy('n_clerk.d', '{day}')$$);
SET ROLE n_apart;
SELECT attempts($$create_date_hierarchy('n_apart.d', '{day}')$$);
SET ROLE n_member;
SELECT attempts($$
-- Names as well.
create_date_hierarchy('days', '{day}')
create_date_hierarchy('n_makers.days', '{day}')
create_date_hierarchy('n_member.days', '{day}')
-- Another function is another privilege.
create_prefix_hierarchy('n_member.p', '{1}')
drop_hierarchy('n_member.days')
$$);
RESET ROLE;
-- A dump has the grants that were made, and none that the extension brings.
SELECT p.proname, i.initprivs = ARRAY[makeaclitem(0, p.proowner, 'EXECUTE', false), makeaclitem(p.proowner, p.proowner, 'EXECUTE', false)] AS brought
FROM pg_proc p JOIN pg_init_privs i ON i.classoid = 'pg_proc'::regclass AND i.objoid = p.oid
WHERE p.proname ~ '^create_.*hierarchy$' ORDER BY 1;
REVOKE EXECUTE ON FUNCTION create_date_hierarchy(text, text_list) FROM n_makers;
-- A DBA can still take EXECUTE from PUBLIC.
BEGIN;
REVOKE EXECUTE ON FUNCTION create_date_hierarchy(text, text_list) FROM PUBLIC;
SET LOCAL ROLE n_member;
SELECT create_date_hierarchy('n_member.days', '{day}');
ROLLBACK;
-- The views have one key of series.
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'v' AND a.attnum > 0 AND obj_description(c.oid, 'pg_class') ~ 'series|runs|editions'
  AND a.attname IN ('series', 'name', 'series_name', 'series_id') AND EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY 1, 2;
CREATE TABLE n_need.people AS SELECT i AS id, i % 5 AS age, 'd' || i % 3 AS disease FROM generate_series(1, 30) i;
SELECT create_series('n_weekly', 'n_need.people', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2, view => 'n_need.shown');
CALL run_series('n_weekly');
CALL run_series('n_weekly');
SELECT alter_series('n_weekly', approve => true);
SELECT series, s.editions, e.edition, r.state, c.setting, t.runs, v.edition
FROM microdata.series s JOIN microdata.editions e USING (series) JOIN microdata.runs r USING (series, edition) JOIN microdata.series_changes c USING (series)
JOIN microdata.run_stats t USING (series) JOIN microdata.series_views v USING (series) WHERE v.view = 'n_need.shown'::regclass ORDER BY e.edition;
SELECT alter_series('n_weekly', view => ''), drop_series('n_weekly');
DROP VIEW n_need.shown, n_need.shown_expected;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE source = 'n_need.people'::regclass;
DROP SCHEMA n_need CASCADE;
DROP ROLE n_clerk, n_makers, n_member, n_apart;

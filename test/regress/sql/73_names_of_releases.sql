-- Names of releases by default, and what replace replaces.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA n_names;
SET search_path = n_names, public;
SELECT format('CREATE TABLE %I AS SELECT i AS age, ''d'' || i %% 5 AS disease FROM generate_series(1, 50) i',
              'a_table_of_patients_whose_long_name_has_been_chosen_with_care_' || n) FROM unnest('{1,2}'::text[]) n \gexec
SELECT length(relname), count(*) FROM pg_class WHERE relnamespace = 'n_names'::regnamespace GROUP BY 1;
SELECT bucketize_table(oid::regclass, 3, sensitive => '{disease}') IS NOT NULL AS made FROM pg_class WHERE relname LIKE 'a\_table\_of%\_care\__' ORDER BY relname;
SELECT slice_table(oid::regclass, 2, 3, sensitive => '{disease}') IS NOT NULL AS made FROM pg_class WHERE relname LIKE 'a\_table\_of%\_care\__' ORDER BY relname;
SELECT count(DISTINCT r.relations[1]), count(DISTINCT r.source), max(length(c.relname)) FROM microdata.releases r, pg_class c WHERE c.oid = r.relations[1] AND c.relnamespace = 'n_names'::regnamespace;
-- The same name each time, and in its place.
SELECT bucketize_table(oid::regclass, 3, sensitive => '{disease}', replace => true) IS NOT NULL AS made FROM pg_class WHERE relname LIKE 'a\_table\_of%\_care\__' ORDER BY relname;
SELECT count(*), bool_and((SELECT bool_and(holds) FROM verify_release(r.relations[1]))) FROM microdata.releases r, pg_class c WHERE c.oid = r.relations[1] AND c.relnamespace = 'n_names'::regnamespace;

-- A release gives way to none of another source while its own is there.
CREATE TABLE n_first AS SELECT i AS age, 'd' || i % 5 AS disease FROM generate_series(1, 50) i;
CREATE TABLE n_second AS TABLE n_first;
SELECT bucketize_table('n_first', 3, sensitive => '{disease}', target => 'n_shared');
\set VERBOSITY default
SELECT bucketize_table('n_second', 3, sensitive => '{disease}', target => 'n_shared');
SELECT bucketize_table('n_second', 3, sensitive => '{disease}', target => 'n_shared', replace => true);
SELECT generalize_table('n_second', 3, target => 'n_shared', replace => true);
SELECT source FROM microdata.releases WHERE relations[1] = 'n_shared'::regclass;
SELECT bucketize_table('n_first', 2, sensitive => '{disease}', target => 'n_shared', replace => true);
DROP TABLE n_first;
SELECT bucketize_table('n_second', 3, sensitive => '{disease}', target => 'n_shared', replace => true);
SELECT source FROM microdata.releases WHERE relations[1] = 'n_shared'::regclass;
RESET search_path;
DROP SCHEMA n_names CASCADE;

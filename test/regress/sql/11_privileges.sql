-- Who may do what, and who sees what.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE md_owner;
CREATE ROLE md_reader;
CREATE ROLE md_member IN ROLE md_owner;
CREATE ROLE md_analyst;
CREATE SCHEMA clinic AUTHORIZATION md_owner;
GRANT USAGE ON SCHEMA clinic TO PUBLIC;
SET ROLE md_owner;
CREATE TABLE clinic.patients (name text, age integer, sex text, disease text);
INSERT INTO clinic.patients SELECT 'n' || i, i % 10, i % 2, 'd' || i % 4 FROM generate_series(1, 40) i;
-- Whatever default privileges grant, a release is its owner's alone.
ALTER DEFAULT PRIVILEGES IN SCHEMA clinic GRANT SELECT, INSERT ON TABLES TO PUBLIC, md_analyst;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO md_reader WITH GRANT OPTION;
SELECT FROM declare_roles('clinic.patients', sensitive => '{disease}', identifiers => '{name}');
SELECT slice_table('clinic.patients', 2, 2);
SELECT DISTINCT a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = 'clinic.patients_sliced'::regclass;
SELECT bool_and(holds) FROM verify_release('clinic.patients_sliced');
SELECT count(*) FROM microdata.releases;

SET ROLE md_analyst;
SELECT count(*) FROM clinic.patients_sliced;
SELECT count(*) FROM microdata.releases;
SELECT count(*) FROM microdata.release_columns;
SELECT count(*) FROM microdata.roles;
\set ECHO none
SELECT attempts($$
SELECT count(*) FROM microdata.release_record
slice_table('clinic.patients', 2, 2, target => 'public.mine')
-- Nor does an error tell of roles, nor a function that others call.
slice_table('clinic.patients', 2, 2, identifiers => '{disease}', target => 'public.mine')
SELECT * FROM microdata.assigned_roles('clinic.patients')
SELECT * FROM microdata.assigned_roles('clinic.patients', quasi_identifiers => '{name}')
verify_release('clinic.patients_sliced')
matching_buckets('clinic.patients_sliced', '{}')
drop_release('clinic.patients_sliced')
declare_roles('clinic.patients', sensitive => '{age}')
register_release('clinic.patients_sliced', 'clinic.patients', 'slicing', ARRAY['age, sex', 'disease'], '{disease}')
INSERT INTO microdata.release_record (method, relations, parameters, created_by) VALUES ('slicing', '{}', '{}', 'me')
DELETE FROM microdata.release_record
DELETE FROM microdata.role_record
$$);
\set ECHO all

SET ROLE md_member;
SELECT count(*) FROM microdata.releases;
SELECT count(*) FROM microdata.release_columns;

-- An explicit grant opens it; its record stays the owner's.
SET ROLE md_owner;
GRANT SELECT ON clinic.patients_sliced TO md_analyst;
SET ROLE md_analyst;
SELECT count(*) FROM clinic.patients_sliced;
SELECT count(*) FROM matching_buckets('clinic.patients_sliced', '{}') WHERE probability > 0;
SELECT count(*) FROM microdata.releases;

-- A reader of the source publishes with the roles declared by its owner, where there is room.
RESET ROLE;
GRANT SELECT ON clinic.patients TO md_reader;
SET ROLE md_reader;
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT slice_table('clinic.patients', 2, 2, target => 'clinic.theirs');
RESET ROLE;
CREATE SCHEMA reader AUTHORIZATION md_reader;
SET ROLE md_reader;
SELECT slice_table('clinic.patients', 2, 2, target => 'reader.theirs');
SELECT columns_of('reader.theirs');
\set ECHO none
SELECT attempts($$
slice_table('clinic.patients', 2, 2, target => 'clinic.patients_sliced', replace => true)
slice_table('clinic.patients', 2, 2, identifiers => '{name}', in_place => true)
$$);
\set ECHO all
-- Column privileges: identifiers are not even read.
RESET ROLE;
REVOKE SELECT ON clinic.patients FROM md_reader;
GRANT SELECT (age, sex, disease) ON clinic.patients TO md_reader;
SET ROLE md_reader;
SELECT slice_table('clinic.patients', 2, 2, target => 'reader.theirs', replace => true);
SELECT slice_table('clinic.patients', 2, 2, insensitive => '{name}', target => 'reader.theirs', replace => true);
SELECT * FROM microdata.assigned_roles('clinic.patients') ORDER BY attribute;
SELECT * FROM microdata.assigned_roles('clinic.patients', insensitive => '{name}');

-- A row security policy that would hide rows is an error; a view of them says what is meant.
SET ROLE md_owner;
ALTER TABLE clinic.patients ENABLE ROW LEVEL SECURITY;
CREATE POLICY the_young ON clinic.patients FOR SELECT USING (age < 5);
GRANT SELECT ON clinic.patients TO md_reader;
SELECT slice_table('clinic.patients', 2, 2, replace => true);
SET ROLE md_reader;
\set ECHO none
SELECT attempts($$
slice_table('clinic.patients', 2, 2, target => 'reader.theirs', replace => true)
SELECT count(*) FROM attribute_correlation('clinic.patients')
SELECT count(*) FROM slice_rows(NULL::clinic.patients, 2, 2)
$$);
\set ECHO all
SET row_security = off;
SELECT slice_table('clinic.patients', 2, 2, target => 'reader.theirs', replace => true);
RESET row_security;
CREATE VIEW reader.visible AS SELECT age, sex, disease FROM clinic.patients;
SELECT slice_table('reader.visible', 2, 2, sensitive => '{disease}');
SELECT count(*) FROM reader.visible_sliced;
RESET ROLE;
-- The owner, and roles that bypass row security, see every row.
SELECT slice_table('clinic.patients', 2, 2, target => 'clinic.all_rows');
SELECT count(*) FROM clinic.all_rows;

-- Functions and operators of other schemas on the search_path have no effect.
CREATE SCHEMA trap;
GRANT USAGE ON SCHEMA trap TO PUBLIC;
CREATE TABLE trap.sprung (by name);
GRANT INSERT ON trap.sprung TO PUBLIC;
CREATE FUNCTION trap.eq(text, text) RETURNS boolean LANGUAGE sql AS 'INSERT INTO trap.sprung VALUES (current_user); SELECT true';
CREATE OPERATOR trap.= (LEFTARG = text, RIGHTARG = text, FUNCTION = trap.eq);
CREATE FUNCTION trap.eq(oid, oid) RETURNS boolean LANGUAGE sql AS 'INSERT INTO trap.sprung VALUES (current_user); SELECT true';
CREATE OPERATOR trap.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = trap.eq);
CREATE FUNCTION trap.eq(name, name) RETURNS boolean LANGUAGE sql AS 'INSERT INTO trap.sprung VALUES (current_user); SELECT true';
CREATE OPERATOR trap.= (LEFTARG = name, RIGHTARG = name, FUNCTION = trap.eq);
CREATE FUNCTION trap.count("any") RETURNS bigint LANGUAGE internal AS 'int8inc';
CREATE FUNCTION trap.unnest(anyarray) RETURNS SETOF anyelement LANGUAGE sql AS 'INSERT INTO trap.sprung VALUES (current_user); SELECT $1[1]';
CREATE FUNCTION trap.pg_event_trigger_dropped_objects() RETURNS TABLE (classid oid, objid oid, objsubid integer) LANGUAGE sql AS 'INSERT INTO trap.sprung VALUES (current_user); SELECT 0::oid, 0::oid, 0';
CREATE TABLE trap.pg_class (oid oid, relowner oid);
CREATE TABLE trap.pg_attribute (attname name, attnum smallint, attrelid oid);
CREATE TABLE trap.patients AS SELECT 1 AS age, 'M' AS sex, 'flu' AS disease;
SET search_path = trap, pg_catalog, public, clinic;
SELECT public.slice_table('clinic.patients', 2, 2, target => 'clinic.all_rows', replace => true);
SELECT bool_and(holds) FROM public.verify_release('clinic.all_rows');
SELECT FROM public.declare_roles('clinic.patients', insensitive => '{sex}');
SELECT pg_catalog.count(*) FROM clinic.all_rows;
SELECT public.matching_buckets('clinic.all_rows', '{"age": 1, "sex": "nobody"}');
DROP TABLE clinic.all_rows;
ALTER TABLE clinic.patients RENAME sex TO gender;
RESET search_path;
SELECT * FROM trap.sprung;
SELECT attribute, role FROM microdata.roles ORDER BY 1;

DROP SCHEMA trap, clinic, reader CASCADE;
SELECT count(*) FROM microdata.release_record;
SELECT count(*) FROM microdata.role_record;
DROP OWNED BY md_analyst;
DROP OWNED BY md_reader;
DROP OWNED BY md_owner;
DROP ROLE md_owner, md_reader, md_member, md_analyst;

-- A release that replaces another keeps what others rely on, and does not begin where something else depends on what would go.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET pg_microdata.republish = 'allow';
CREATE ROLE regress_publisher;
CREATE ROLE regress_member IN ROLE regress_publisher;
CREATE ROLE regress_reader;
CREATE ROLE regress_friend;
CREATE ROLE regress_column_reader;
CREATE SCHEMA regress_keeps;
GRANT CREATE, USAGE ON SCHEMA regress_keeps TO regress_publisher;
GRANT USAGE ON SCHEMA regress_keeps TO PUBLIC;
SET search_path = regress_keeps, public;
CREATE VIEW privileges AS
    SELECT c.relname, c.relkind, pg_get_userbyid(c.relowner) AS owner,
           replace(c.relacl::text, 'Dxtm/', 'Dxt/') AS relacl, -- before PostgreSQL 17 nobody may MAINTAIN
           (SELECT string_agg(a.attname || ' ' || a.attacl::text, ', ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid) AS columns
    FROM pg_class c WHERE c.relnamespace = 'regress_keeps'::regnamespace AND c.relkind IN ('r', 'v')
      AND c.relname <> 'privileges' AND c.relname NOT IN ('patients') ORDER BY c.relname;
CREATE VIEW said AS
    SELECT c.relname, a.attname, d.description
    FROM pg_description d JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND a.attnum > 0
    WHERE c.relnamespace = 'regress_keeps'::regnamespace ORDER BY c.relname, a.attnum NULLS FIRST;
GRANT SELECT ON privileges, said TO PUBLIC;
SET ROLE regress_publisher;
CREATE TABLE patients (name text, age integer, sex text, zipcode integer, disease text);
INSERT INTO patients
    SELECT 'p' || i, 20 + i * 7 % 40, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 47900 + i * 13 % 10, (ARRAY['flu', 'cold', 'gastritis', 'asthma'])[1 + i % 4]
    FROM generate_series(1, 120) i;
\set ECHO all
SELECT FROM declare_roles('patients', sensitive => '{disease}', identifiers => '{name}');
SET client_min_messages = notice;
\set VERBOSITY terse
SELECT slice_table('patients', 2, 2, seed => 1);

-- An owner that took all rights away, its own as well, has none on what comes in its place.
SELECT bucketize_table('patients', 2, seed => 1);
REVOKE ALL ON patients_bucketized FROM regress_publisher;
SELECT bucketize_table('patients', 2, replace => true, seed => 1);
SELECT bucketize_table('patients', 2, format => 'anatomy', replace => true, seed => 1);
SELECT * FROM privileges WHERE relname LIKE 'patients\_bucketized%';
GRANT SELECT ON patients_bucketized TO regress_publisher;
SELECT drop_release('patients_bucketized');

-- What others gave it, or were given.
GRANT SELECT ON patients_sliced TO regress_reader WITH GRANT OPTION;
SET ROLE regress_reader;
GRANT SELECT ON patients_sliced TO regress_friend;
SET ROLE regress_publisher;
GRANT SELECT (age), UPDATE (sex) ON patients_sliced TO regress_column_reader;
REVOKE SELECT ON patients_sliced_expected FROM regress_reader CASCADE;
COMMENT ON TABLE patients_sliced IS 'every week''s patients';
COMMENT ON COLUMN patients_sliced.age IS 'in years';
COMMENT ON VIEW patients_sliced_expected IS 'for counts';
CREATE INDEX by_age ON patients_sliced (age DESC NULLS LAST) WITH (fillfactor = 80);
COMMENT ON INDEX by_age IS 'quick';
CREATE INDEX by_lower ON patients_sliced (lower(disease) text_pattern_ops) WHERE sex = 'F';
ALTER INDEX by_lower ALTER COLUMN 1 SET STATISTICS 7;
ALTER TABLE patients_sliced CLUSTER ON by_age;
ALTER TABLE patients_sliced ADD CONSTRAINT known CHECK (age > 0);
CREATE STATISTICS together (ndistinct) ON age, sex FROM patients_sliced;
ALTER TABLE patients_sliced SET (fillfactor = 70, autovacuum_enabled = false, toast.autovacuum_enabled = false);
ALTER TABLE patients_sliced ALTER age SET STATISTICS 500, ALTER age SET (n_distinct = -0.5), ALTER disease SET STORAGE external;
ALTER VIEW patients_sliced_expected SET (security_barrier = true);
-- NOT NULL is a constraint of its own from PostgreSQL 18 on.
\set ECHO none
CREATE VIEW state AS
    SELECT 'index' AS kind, c.relname, pg_get_indexdef(c.oid) AS definition, obj_description(c.oid, 'pg_class') AS comment, i.indisclustered AS clustered
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass('patients_sliced')
    UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(oid), NULL, NULL FROM pg_constraint WHERE conrelid = to_regclass('patients_sliced') AND contype <> 'n'
    UNION ALL SELECT 'statistics', stxname, pg_get_statisticsobjdef(oid), NULL, NULL FROM pg_statistic_ext WHERE stxrelid = to_regclass('patients_sliced')
    UNION ALL SELECT 'options', relname, reloptions::text, (SELECT t.reloptions::text FROM pg_class t WHERE t.oid = c.reltoastrelid), NULL
    FROM pg_class c WHERE c.oid IN (to_regclass('patients_sliced'), to_regclass('patients_sliced_expected'))
    UNION ALL SELECT 'column', attname, concat_ws(' ', NULLIF(attstattarget, -1), substring(attoptions::text, 'n_distinct=[^,}]*'), attstorage), NULL, NULL FROM pg_attribute
    WHERE attrelid = to_regclass('patients_sliced') AND attnum > 0
    UNION ALL SELECT 'index column', attname, NULLIF(attstattarget, -1)::text, NULL, NULL FROM pg_attribute WHERE attrelid = to_regclass('by_lower')
    ORDER BY 1, 2;
\set ECHO all
CREATE TABLE before AS SELECT * FROM state;
CREATE TABLE privileges_before AS SELECT * FROM privileges WHERE relname LIKE 'patients%';
SELECT * FROM privileges_before;
SELECT * FROM before;
-- By another member of the role: what replaces a release belongs to its owner.
SET ROLE regress_member;
SELECT slice_table('patients', 2, 2, replace => true, seed => 1);
SET ROLE regress_publisher;
SELECT * FROM (TABLE state EXCEPT TABLE before) x;
SELECT * FROM (TABLE before EXCEPT TABLE state) x;
SELECT relname, owner, relacl, columns FROM privileges WHERE relname LIKE 'patients%' EXCEPT SELECT relname, owner, relacl, columns FROM privileges_before;
SELECT relname, attname, description FROM said WHERE relname LIKE 'patients_sliced%' AND description !~ '^(Number of|Quasi-identifier|Sensitive|How many)';
SELECT count(*) FROM said WHERE relname LIKE 'patients_sliced%';
SELECT l.readers FROM microdata.ledger l WHERE l.ended IS NULL;
SET ROLE regress_friend;
SELECT count(*) FROM patients_sliced;
SELECT count(*) FROM patients_sliced_expected;
SET ROLE regress_column_reader;
SELECT count(age) FROM patients_sliced;
SELECT count(disease) FROM patients_sliced;
-- Who granted it on can still take it back, and its owner with it.
SET ROLE regress_publisher;
REVOKE SELECT ON patients_sliced FROM regress_reader CASCADE;
SELECT relacl FROM privileges WHERE relname = 'patients_sliced';

-- A comment of ours says what the new release is.
SELECT slice_table('patients', 2, 3, replace => true, target => 'patients_sliced', sensitive => '{disease}', strict => true, seed => 1);
COMMENT ON TABLE patients_sliced IS NULL;
SELECT slice_table('patients', 2, 2, replace => true, seed => 1);
SELECT slice_table('patients', 2, 3, replace => true, seed => 1);
SELECT description ~ 'l = 3' AS new FROM said WHERE relname = 'patients_sliced' AND attname IS NULL;

-- What cannot be kept is said; what is no matter of reading is not kept.
\set VERBOSITY default
SET client_min_messages = warning;
CREATE UNIQUE INDEX one_each ON patients_sliced (bucket) WHERE bucket = 1 AND false;
CREATE INDEX by_zipcode ON patients_sliced (zipcode);
CREATE INDEX by_sum ON patients_sliced ((age + zipcode));
GRANT SELECT (zipcode) ON patients_sliced TO regress_reader;
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER noted AFTER INSERT ON patients_sliced FOR EACH ROW EXECUTE FUNCTION noted();
ALTER TABLE patients_sliced ALTER sex SET NOT NULL;
ALTER TABLE patients_sliced ALTER age SET DEFAULT 3;
SET client_min_messages = notice;
SELECT slice_table('patients', 2, 2, replace => true, identifiers => '{name, zipcode}', groups => '{"age", "sex, disease"}', seed => 1);
SELECT relname, definition FROM state WHERE kind = 'index';
SET client_min_messages = warning;
DELETE FROM patients WHERE age = 20;
SELECT slice_table('patients', 2, 1.5, replace => true, identifiers => '{name, zipcode}', groups => '{"age", "sex, disease"}');
CREATE UNIQUE INDEX once ON patients_sliced (age) WHERE age = 20;
INSERT INTO patients SELECT 'q' || i, 20, 'F', 47900, 'd' || i % 3 FROM generate_series(1, 30) i;
SET client_min_messages = notice;
SELECT slice_table('patients', 2, 2, replace => true, identifiers => '{name, zipcode}', groups => '{"age", "sex, disease"}', seed => 1);
SET client_min_messages = warning;

-- What depends on any of its relations is found before the work, and named.
CREATE VIEW elderly AS SELECT age FROM patients_sliced WHERE age > 50;
CREATE VIEW elderly_too AS SELECT * FROM elderly;
CREATE FUNCTION age_of(elderly) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE VIEW expected_ages AS SELECT age, weight FROM patients_sliced_expected;
CREATE TABLE kept_rows (person patients_sliced);
CREATE TABLE wards (ward integer, minimum integer);
ALTER TABLE wards ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_ages ON wards USING (minimum < (SELECT max(age) FROM patients_sliced));
CREATE RULE no_more AS ON INSERT TO wards DO ALSO SELECT count(*) FROM patients_sliced;
SET client_min_messages = notice;
-- The source is not read.
REVOKE SELECT ON patients FROM regress_publisher;
SELECT slice_table('patients', 2, 2, replace => true, seed => 1);
\set VERBOSITY terse
SELECT drop_release('patients_sliced');
\set VERBOSITY default
GRANT SELECT ON patients TO regress_publisher;
SET client_min_messages = warning;
DROP VIEW expected_ages, elderly_too;
DROP FUNCTION age_of(elderly);
DROP VIEW elderly;
DROP TABLE kept_rows, wards;
SELECT slice_table('patients', 2, 2, replace => true);
ALTER TABLE patients_sliced ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
CREATE TABLE notes (id integer REFERENCES patients_sliced);
SELECT slice_table('patients', 2, 2, replace => true);
DROP TABLE notes;
SELECT slice_table('patients', 2, 2, replace => true);

-- Whoever replaces it, what its owner has put into checks is evaluated as the owner.
CREATE TABLE called_by (who name);
CREATE FUNCTION noting(integer) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN INSERT INTO regress_keeps.called_by VALUES (current_user); RETURN true; END$$;
ALTER TABLE patients_sliced ADD CONSTRAINT noted CHECK (noting(age));
CREATE FUNCTION noting_too(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$BEGIN IF current_user <> 'regress_publisher' THEN RAISE EXCEPTION 'called by %', current_user; END IF; RETURN $1; END$$;
CREATE INDEX noted_too ON patients_sliced (noting_too(age));
TRUNCATE called_by;
RESET ROLE;
SELECT slice_table('patients', 2, 2, replace => true);
SELECT who, count(*) FROM called_by GROUP BY who;
SET ROLE regress_publisher;
SELECT conname FROM pg_constraint WHERE conrelid = 'patients_sliced'::regclass AND contype <> 'n' ORDER BY 1;
SELECT to_regclass('noted_too');
ALTER TABLE patients_sliced DROP CONSTRAINT noted;
DROP INDEX noted_too;

-- Row security holds for the new release as it did, or there is no new one.
ALTER TABLE patients_sliced ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY women ON patients_sliced AS RESTRICTIVE FOR SELECT TO regress_reader, regress_friend USING (sex = 'F');
CREATE POLICY everybody ON patients_sliced USING (true) WITH CHECK (age > 3);
COMMENT ON POLICY women ON patients_sliced IS 'as agreed';
GRANT SELECT ON patients_sliced TO regress_reader;
CREATE VIEW policies AS
    SELECT p.polname, p.polpermissive, p.polcmd, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS checked,
           obj_description(p.oid, 'pg_policy'), c.relrowsecurity, c.relforcerowsecurity
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.relname = 'patients_sliced';
CREATE TABLE policies_before AS TABLE policies;
SELECT slice_table('patients', 2, 2, replace => true);
SELECT count(*) FROM policies;
SELECT * FROM (TABLE policies EXCEPT TABLE policies_before) x;
SET ROLE regress_reader;
SELECT DISTINCT sex FROM patients_sliced;
SET ROLE regress_publisher;
SELECT slice_table('patients', 2, 2, replace => true, identifiers => '{name, sex}');
SELECT bucketize_table('patients', 2, format => 'anatomy', target => 'patients_sliced', replace => true);
SELECT count(*) FROM policies;
SELECT FROM drop_release('patients_sliced');

-- Releases of several relations, and formats that differ: what has the name of an old relation has its privileges.
SELECT bucketize_table('patients', 2);
GRANT SELECT ON patients_bucketized TO regress_reader;
SELECT bucketize_table('patients', 2, format => 'anatomy', replace => true);
SELECT relacl, string_agg(relname || ' ' || relkind::text, ', ' ORDER BY relname) FROM privileges WHERE relname LIKE 'patients_bucketized%' GROUP BY 1;
CREATE INDEX by_sex ON patients_bucketized_qit (sex);
COMMENT ON TABLE patients_bucketized_st IS 'counts';
SELECT bucketize_table('patients', 2, format => 'anatomy', replace => true);
SELECT indexdef FROM pg_indexes WHERE indexname = 'by_sex';
SELECT relname, description FROM said WHERE description = 'counts';
-- An attribute that comes from another table is for who was granted that.
GRANT SELECT ON patients_bucketized_qit TO regress_friend;
SET client_min_messages = notice;
SELECT bucketize_table('patients', 2, format => 'anatomy', replace => true, sensitive => '{sex}', quasi_identifiers => '{age, zipcode, disease}', suppress => 0.3, seed => 1);
SET client_min_messages = warning;
SELECT relacl, string_agg(relname, ', ' ORDER BY relname) FROM privileges WHERE relname LIKE 'patients_bucketized%' GROUP BY 1 ORDER BY 2;
SELECT string_agg(concat_ws(' ', part, relation, attributes), ', ' ORDER BY part) FROM gnf_decompose('patients', 2, '{"age -> disease"}', algorithm => 'single-attribute');
GRANT SELECT ON patients_gnf_1, patients_gnf_2 TO regress_reader;
SELECT string_agg(concat_ws(' ', part, relation, attributes), ', ' ORDER BY part) FROM gnf_decompose('patients', 2, '{"age -> disease"}', algorithm => 'single-attribute', replace => true);
SELECT relacl, string_agg(relname, ', ' ORDER BY relname) FROM privileges WHERE relname LIKE 'patients_gnf%' GROUP BY 1 ORDER BY 2;
SET client_min_messages = notice;
SELECT part, relation, attributes FROM gnf_decompose('patients', 2, '{"age -> disease"}', replace => true, seed => 1);
SET client_min_messages = warning;
SELECT relacl, string_agg(relname, ', ' ORDER BY relname) FROM privileges WHERE relname LIKE 'patients_gnf%' GROUP BY 1 ORDER BY 2;

-- Grants on columns, comments and policies are for what the source's attribute says, not for a name that another one has by now.
CREATE TABLE swapped AS SELECT age, sex, disease, 'h' || age % 3 AS hobby FROM patients;
SELECT slice_table('swapped', 2, 2, sensitive => '{disease}');
GRANT SELECT (age, hobby, bucket) ON swapped_sliced TO regress_column_reader;
GRANT SELECT (hobby) ON swapped_sliced_expected TO regress_column_reader;
COMMENT ON COLUMN swapped_sliced.hobby IS 'what they like';
ALTER TABLE swapped RENAME hobby TO x;
ALTER TABLE swapped RENAME disease TO hobby;
ALTER TABLE swapped RENAME x TO disease;
SET client_min_messages = notice;
SELECT slice_table('swapped', 2, 2, sensitive => '{hobby}', replace => true, seed => 1);
SET client_min_messages = warning;
SELECT relname, columns FROM privileges WHERE relname LIKE 'swapped%' ORDER BY relname;
SELECT attname, description FROM said WHERE relname = 'swapped_sliced' AND attname = 'hobby';
SET ROLE regress_column_reader;
SELECT count(hobby) FROM swapped_sliced;
SET ROLE regress_publisher;
CREATE POLICY likes ON swapped_sliced USING (disease <> 'h1');
ALTER TABLE swapped RENAME hobby TO x;
ALTER TABLE swapped RENAME disease TO hobby;
ALTER TABLE swapped RENAME x TO disease;
SELECT slice_table('swapped', 2, 2, sensitive => '{disease}', replace => true);
DROP POLICY likes ON swapped_sliced;
-- A release of another source: who could read the former one is named.
GRANT SELECT ON swapped_sliced TO regress_friend;
DROP TABLE swapped;
SET client_min_messages = notice;
SELECT slice_table('patients', 2, 2, target => 'swapped_sliced', replace => true, seed => 1);
SET client_min_messages = warning;
SELECT relname, relacl, columns FROM privileges WHERE relname = 'swapped_sliced';
DROP TABLE swapped_sliced;

-- Nobody gets a release by having one of its name before: what replaces it would be his.
RESET ROLE;
CREATE ROLE regress_squatter;
GRANT ALL ON SCHEMA regress_keeps TO regress_squatter;
SET ROLE regress_squatter;
CREATE TABLE bait AS SELECT i AS id, i % 4 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 28) i;
SELECT slice_table('bait', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'patients_bought');
GRANT SELECT ON patients_bought TO regress_friend;
SET ROLE regress_publisher;
SELECT slice_table('patients', 2, 2, target => 'patients_bought', replace => true);
RESET ROLE;
SELECT slice_table('patients', 2, 2, target => 'patients_bought', replace => true);
CREATE ROLE regress_both IN ROLE regress_publisher, regress_squatter;
SET ROLE regress_both;
\set VERBOSITY terse
SELECT slice_table('patients', 2, 2, target => 'patients_bought', replace => true);
\set VERBOSITY default
SELECT relname, owner FROM privileges WHERE relname = 'patients_bought';
SELECT FROM drop_release('patients_bought');
-- Who may read a source replaces what is hers.
RESET ROLE;
GRANT SELECT ON patients TO regress_squatter;
SET ROLE regress_squatter;
SELECT slice_table('patients', 2, 2, target => 'patients_bought');
SELECT slice_table('patients', 2, 2, target => 'patients_bought', replace => true);
\set ECHO none
RESET ROLE;
DROP OWNED BY regress_squatter CASCADE;
DROP ROLE regress_squatter, regress_both;
DROP SCHEMA regress_keeps CASCADE;
DROP ROLE regress_member, regress_publisher, regress_reader, regress_friend, regress_column_reader;

-- The view of expected counts: what it gives, what it goes with, and who may read it.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
SELECT COALESCE(max(release_id), 0) AS before FROM microdata.release_record \gset
CREATE TABLE w_people AS
SELECT 20 + i % 37 AS age, CASE i % 2 WHEN 0 THEN 'M' ELSE 'F' END AS sex, NULLIF('z' || i % 7, 'z3') AS zip,
       i % 50 AS weight, 'd' || i % 6 AS disease
FROM generate_series(1, 600) i;
\set ECHO all
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', seed => 1);
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', privacy => ARRAY[k_anonymity(20)], target => 'w_large', seed => 1);
SELECT slice_table('w_people', 2, 2, sensitive => '{disease}', k => 20, target => 'w_ranges', seed => 1);
SELECT bucketize_table('w_people', 2, sensitive => '{disease}', seed => 1);
SELECT a.relation, string_agg(a.attname, ',' ORDER BY a.attnum)
FROM (SELECT attrelid::regclass AS relation, attname, attnum FROM pg_attribute) a
WHERE a.relation::text ~ '^w_.*_expected' AND a.attnum > 0 GROUP BY 1 ORDER BY 1::text;

-- Sums of weights are estimates by estimate_count(), with NULL and without; those of a bucket are its rows.
\set ECHO none
CREATE FUNCTION off(release regclass, weight name, condition text, predicate jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    summed float8;
BEGIN
    EXECUTE format('SELECT COALESCE(sum(%I), 0) FROM %I WHERE %s', weight, release || '_expected', condition) INTO summed;
    RETURN abs(summed - estimate_count(release, predicate, 'mixed')) > 1e-6;
END $$;
\set ECHO all
SELECT r.release, count(*) AS queries, count(*) FILTER (WHERE off(r.release, r.weight, q.condition, q.predicate)) AS off
FROM (VALUES ('w_people_sliced'::regclass, 'release_weight'), ('w_large', 'release_weight'), ('w_people_bucketized', 'release_weight')) r (release, weight),
     (VALUES ('zip = ''z1'' AND disease = ''d1''', '{"zip": "z1", "disease": "d1"}'::jsonb),
             ('zip IS NULL AND disease = ''d1''', '{"zip": null, "disease": "d1"}'),
             ('age BETWEEN 30 AND 40 AND sex = ''M'' AND disease IN (''d1'', ''d2'')', '{"age": {"between": [30, 40]}, "sex": "M", "disease": ["d1", "d2"]}'),
             ('true', '{}')) q (condition, predicate)
GROUP BY r.release ORDER BY r.release::text;
SELECT count(*) FROM (SELECT bucket, sum(release_weight) - (SELECT count(*) FROM w_large l WHERE l.bucket = e.bucket) AS off FROM w_large_expected e GROUP BY bucket) b WHERE abs(off) > 1e-6;
SELECT count(*) FROM (SELECT bucket, sum(release_weight) - (SELECT count(*) FROM w_ranges l WHERE l.bucket = e.bucket) AS off FROM w_ranges_expected e GROUP BY bucket) b WHERE abs(off) > 1e-6;

-- A type without equality cannot be grouped.
CREATE TABLE w_json AS SELECT i % 5 AS a, i % 3 AS s, '{}'::json AS j FROM generate_series(1, 90) i;
SELECT slice_table('w_json', 2, 2, sensitive => '{s}', groups => '{"a, j", s}', privacy => ARRAY[k_anonymity(40)]);
SELECT round(sum(weight)) AS rows FROM w_json_sliced_expected;

-- The name is taken before any work is done; with replace it gives way where it is the release's own.
CREATE VIEW w_taken_expected AS SELECT 1 AS one;
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', target => 'w_taken');
SELECT bucketize_table('w_people', 2, sensitive => '{disease}', target => 'w_taken', replace => true);
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', replace => true);
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', target => 'w_people_sliced_expected', replace => true);
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', target => repeat('w', 63));
SELECT relations FROM microdata.releases WHERE relations[1]::text = repeat('w', 63);
SELECT FROM drop_release(repeat('w', 63));

-- The release is found by its view, and each goes alone as it may: the table takes the view along.
SELECT bool_and(holds) FROM verify_release('w_large_expected') WHERE requirement !~ 'determine';
DROP VIEW w_large_expected;
SELECT relations FROM microdata.releases WHERE relations[1] = 'w_large'::regclass;
SELECT bool_and(holds) FROM verify_release('w_large') WHERE requirement !~ 'determine';
DROP TABLE w_large;
DROP TABLE w_ranges;
SELECT to_regclass('w_ranges_expected');
ALTER TABLE w_people_bucketized DROP age;
SELECT relations FROM microdata.releases WHERE relations[1] = 'w_people_bucketized'::regclass;
-- It is renamed with the release, and stays where the name is taken or it has another than it was made with.
ALTER TABLE w_people_sliced RENAME TO w_renamed;
ALTER TABLE w_renamed RENAME age TO years;
SELECT round(sum(release_weight)) AS rows FROM w_renamed_expected;
CREATE VIEW w_again_expected AS SELECT 1 AS one;
ALTER TABLE w_renamed RENAME TO w_again;
SELECT relations FROM microdata.releases WHERE relations[1] = 'w_again'::regclass;
DROP VIEW w_again_expected;
CREATE TYPE w_typed_expected AS (one integer);
ALTER TABLE w_again RENAME TO w_renamed;
ALTER TABLE w_renamed RENAME TO w_typed;
SELECT relations FROM microdata.releases WHERE relations[1] = 'w_typed'::regclass;
ALTER TABLE w_typed RENAME TO w_renamed;
SELECT format('ALTER TABLE w_renamed RENAME TO %I', repeat('x', 63)) \gexec
SELECT relations FROM microdata.releases WHERE relations[1]::text ~ '^xx';
SELECT format('ALTER TABLE %I RENAME TO w_renamed', repeat('x', 63)) \gexec
ALTER VIEW w_renamed_expected RENAME TO w_own_name;
ALTER TABLE w_renamed RENAME TO w_again;
SELECT relations FROM microdata.releases WHERE relations[1] = 'w_again'::regclass;
DROP TYPE w_typed_expected;
SELECT FROM drop_release('w_own_name');
SELECT to_regclass('w_again');

-- Who is granted a release is granted its view, and who is granted the view needs no more.
CREATE ROLE w_owner;
CREATE ROLE w_other;
CREATE ROLE w_reader;
CREATE ROLE w_second;
CREATE SCHEMA w_schema AUTHORIZATION w_owner;
GRANT USAGE ON SCHEMA w_schema TO w_other, w_reader, w_second;
GRANT CREATE ON SCHEMA w_schema TO w_other;
GRANT SELECT ON w_people TO w_owner;
GRANT w_other TO w_owner;
CREATE FUNCTION granted() RETURNS TABLE (relation text, owner regrole, grantees text) LANGUAGE sql AS $$
    SELECT c.relname, c.relowner::regrole, (SELECT string_agg(CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END || CASE WHEN a.is_grantable THEN '*' ELSE '' END, ', ' ORDER BY a.grantee::regrole::text)
        FROM aclexplode(c.relacl) a WHERE a.privilege_type = 'SELECT' AND a.grantee <> c.relowner)
    FROM pg_class c WHERE c.relnamespace = 'w_schema'::regnamespace AND c.relkind IN ('r', 'v') ORDER BY 1 $$;
SET ROLE w_owner;
SELECT slice_table('w_people', 3, 2, sensitive => '{disease}', target => 'w_schema.r', seed => 1);
SELECT bucketize_table('w_people', 2, sensitive => '{disease}', format => 'anatomy', target => 'w_schema.a', seed => 1);
GRANT SELECT ON w_schema.r, w_schema.a TO w_reader WITH GRANT OPTION;
RESET ROLE;
SELECT * FROM granted();
SET ROLE w_reader;
SELECT round(sum(release_weight)) AS rows FROM w_schema.r_expected;
SELECT round(sum(release_weight)) AS rows FROM w_schema.a;
SELECT estimate_count('w_schema.a', '{}');
GRANT SELECT ON w_schema.r TO w_second;
RESET ROLE;
SELECT * FROM granted() WHERE relation LIKE 'r%';
SET ROLE w_owner;
REVOKE GRANT OPTION FOR SELECT ON w_schema.r FROM w_reader CASCADE;
REVOKE ALL ON w_schema.a FROM w_reader CASCADE;
RESET ROLE;
SELECT * FROM granted();
SET ROLE w_owner;
REVOKE SELECT ON ALL TABLES IN SCHEMA w_schema FROM w_reader;
-- Of the view alone, and of other privileges, nothing is carried on.
GRANT SELECT ON w_schema.r_expected TO w_reader;
GRANT INSERT, UPDATE ON w_schema.r TO w_second;
GRANT SELECT (sex) ON w_schema.r TO w_second;
RESET ROLE;
SELECT * FROM granted();
SET ROLE w_reader;
SELECT round(sum(release_weight)) AS rows FROM w_schema.r_expected;
SELECT count(*) FROM w_schema.r;
-- REVOKE reaches the view wherever it is, and GRANT within a schema. Neither reaches a view of another owner.
RESET ROLE;
CREATE SCHEMA w_away AUTHORIZATION w_owner;
ALTER VIEW w_schema.r_expected SET SCHEMA w_away;
GRANT SELECT ON w_schema.r TO w_reader, w_second;
SELECT has_table_privilege('w_reader', 'w_away.r_expected', 'SELECT') AS kept, has_table_privilege('w_second', 'w_away.r_expected', 'SELECT') AS carried;
REVOKE SELECT ON w_schema.r FROM w_reader, w_second;
SELECT has_table_privilege('w_reader', 'w_away.r_expected', 'SELECT') AS kept;
-- Not into a schema that is closed to who revokes.
ALTER SCHEMA w_away OWNER TO CURRENT_USER;
SET ROLE w_owner;
GRANT SELECT ON w_schema.r TO w_reader;
REVOKE SELECT ON w_schema.r FROM w_reader;
RESET ROLE;
ALTER VIEW w_away.r_expected SET SCHEMA w_schema;
DROP SCHEMA w_away;
GRANT SELECT ON w_schema.r TO w_reader;
ALTER VIEW w_schema.r_expected OWNER TO w_other;
REVOKE SELECT ON w_schema.r FROM w_reader;
SELECT has_table_privilege('w_reader', 'w_schema.r_expected', 'SELECT') AS kept;
ALTER VIEW w_schema.r_expected OWNER TO w_owner;
-- Row security of the table does not hold in the view.
SET ROLE w_owner;
ALTER TABLE w_schema.r ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON w_schema.r TO w_second;
RESET ROLE;
SELECT * FROM granted() WHERE relation LIKE 'r%';
-- Who is given a release is given all of it.
ALTER TABLE w_schema.r OWNER TO w_other;
ALTER VIEW w_schema.a OWNER TO w_other;
SELECT relation, owner FROM granted();
SET ROLE w_other;
SELECT FROM drop_release('w_schema.r'); SELECT FROM drop_release('w_schema.a');
RESET ROLE;
DROP SCHEMA w_schema;
REVOKE ALL ON w_people FROM w_owner;
DROP ROLE w_owner, w_other, w_reader, w_second;
DROP VIEW w_taken_expected;
DROP TABLE w_people, w_people_bucketized, w_json, w_json_sliced;
DROP FUNCTION off, granted;
SELECT count(*) FROM microdata.release_record WHERE release_id > :before;

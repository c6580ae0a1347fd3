-- The call that made a release, made again; controls, which publish a part of a source again; members told from others.
-- Rooms: src/core/risk src/postgres/audits src/postgres/inspection
\pset format unaligned \pset tuples_only on
\set ECHO none
\set ECHO none
\set SHOW_CONTEXT never
CREATE TABLE clerks (id serial PRIMARY KEY, age integer, sex text, zip text, job text);
CREATE FUNCTION drawn_clerk(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
INSERT INTO clerks (age, sex, zip, job)
SELECT 20 + drawn_clerk(i, 'age', 40), CASE drawn_clerk(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END, (40000 + drawn_clerk(i, 'zip', 300))::text,
       'j' || CASE WHEN drawn_clerk(i, 'rule', 10) < 8 THEN (drawn_clerk(i, 'age', 40) / 10 + drawn_clerk(i, 'zip', 300) / 100) % 6
              ELSE drawn_clerk(i, 'job', 6) END
FROM generate_series(1, 1200) i;
CREATE TABLE clerk_visits AS SELECT id % 400 AS person, age, sex, zip, job FROM clerks;
SET client_min_messages = error;
\set ECHO all
SELECT FROM create_prefix_hierarchy('zips_of_clerks', '{3,2}');
SELECT FROM declare_hierarchy('clerks', 'zip', 'zips_of_clerks');
SELECT slice_table('clerks', 2, 3, sensitive => '{job}', privacy => ARRAY[k_anonymity(30)], target => 'k_sliced', seed => 1);
SELECT slice_table('clerks', 2, 1.9, groups => '{"age, job","sex, zip"}', sensitive => '{job}', target => 'k_groups', seed => 1);
SELECT slice_table('clerks', 4, 3, groups => '{age,sex,zip,job}', sensitive => '{job}', privacy => ARRAY[k_anonymity(200)],
                   target => 'k_coarse', seed => 1);
SELECT bucketize_table('clerks', 3, sensitive => '{job}', privacy => ARRAY[k_anonymity(6)], target => 'k_buckets', seed => 1);
SELECT bucketize_table('clerks', 3, sensitive => '{job}', method => 'anatomy', format => 'anatomy', target => 'k_tables', seed => 1);
SELECT generalize_table('clerks', 5, l => 3, sensitive => '{job}', insensitive => '{sex}', target => 'k_generalized', seed => 1);
SELECT count(*) FROM gnf_decompose('clerks', 3, rules => '{"age, zip -> job"}', target => 'k_gnf', seed => 1);
SELECT count(*) FROM fragment_table('clerks', 3, 'job', 2, l => 2, privacy => ARRAY[k_anonymity(4)], target => 'k_fragment', seed => 1);
SELECT bucketize_table('clerk_visits', 2, sensitive => '{job}', subject => '{person}', rows_per_person => 2, target => 'k_persons', seed => 1);
SELECT slice_table('clerk_visits', 1, 2, sensitive => '{job}', subject => '{person}', suppress => 0.4, target => 'k_persons_sliced', seed => 1);
SELECT generalize_table('clerk_visits', 3, sensitive => '{job}', subject => '{person}', target => 'k_persons_generalized', seed => 1);
RESET client_min_messages;
\set ECHO all

SELECT c.method, c.source, c.arguments FROM microdata.publishing_call('k_groups') c;
-- Not to who may read the release alone: neither its source nor what was left out of it.
CREATE ROLE k_reader;
GRANT SELECT ON k_groups TO k_reader;
SET ROLE k_reader;
SELECT microdata.publishing_call('k_groups');
RESET ROLE;
REVOKE ALL ON k_groups FROM k_reader;
DROP ROLE k_reader;
CREATE TABLE releases_of_clerks (number serial, relation regclass);
INSERT INTO releases_of_clerks (relation)
SELECT unnest('{k_sliced,k_groups,k_coarse,k_buckets,k_tables,k_generalized,k_gnf_1,k_fragment_1,k_persons,k_persons_sliced,k_persons_generalized}'::regclass[]);
SELECT c.method, c.arguments -> 'groups' AS groups, c.arguments -> 'privacy' AS privacy, string_agg(r.relation::text, ' ' ORDER BY r.number)
FROM releases_of_clerks r, microdata.publishing_call(r.relation) c GROUP BY 1, 2, 3 ORDER BY min(r.number);
-- With the seed that it had, the same call gives the same release.
SET client_min_messages = error;
CREATE TABLE clerks_again AS
SELECT r.relation, microdata.publish(c.source, c.method, c.arguments || '{"seed": 1}', r.relation || '_again') AS relations
FROM releases_of_clerks r, microdata.publishing_call(r.relation) c;
SELECT query_to_xml(format('SELECT * FROM %s ORDER BY 1', a.relation), true, false, '')::text
       = query_to_xml(format('SELECT * FROM %s ORDER BY 1', COALESCE(m.made, a.relations[1])), true, false, '')::text AS same,
       count(*), string_agg(a.relations::text, ' ' ORDER BY r.number)
FROM clerks_again a JOIN releases_of_clerks r USING (relation)
LEFT JOIN (VALUES ('k_tables'::regclass, 'k_tables_again'::regclass)) m (relation, made) ON m.relation = a.relation
GROUP BY 1;
-- What is declared later is no part of the call.
CREATE TABLE calls_of_clerks AS SELECT c.* FROM releases_of_clerks r, microdata.publishing_call(r.relation) c;
SELECT FROM declare_roles('clerks', sensitive => '{zip}', insensitive => '{age}', subject => '{id}');
SELECT count(*) FROM (TABLE calls_of_clerks EXCEPT SELECT c.* FROM releases_of_clerks r, microdata.publishing_call(r.relation) c) d;
SELECT microdata.publish('clerks', 'slicing', '{"columns": 2, "l": 3, "sensitive": "{job}", "subject": [], "privacy": [{"model": "k_anonymity", "parameters": {"k": 9}}]}', 'by_hand');
RESET client_min_messages;
SELECT microdata.publish('clerks', 'slicing', '{"columns": 2, "l": 3, "size": 1}', 'by_hand');
SELECT microdata.publish('clerks', 'mosaic', '{}', 'by_hand');
-- What cannot be called again in the same way.
SELECT add_privacy_rule('clerks', 'sex -> job', l => 2) > 0 AS added;
SET client_min_messages = error;
SELECT count(*) FROM gnf_decompose('clerks', 3, subject => '{}', sensitive => '{job}', insensitive => '{}', target => 'k_own', seed => 1);
RESET client_min_messages;
SELECT microdata.publishing_call('k_own_1');

-- Of a control nothing stays but figures, and a setting of the session is what it was.
CREATE TEMPORARY TABLE before AS SELECT (SELECT count(*) FROM microdata.releases) AS releases, (SELECT count(*) FROM pg_class) AS relations;
SELECT relation, known, members, outsiders, members_nowhere, outsiders_nowhere > 200 AS outsiders_nowhere, auc > 0.9 AS told,
       low < auc AND auc <= high AS within
FROM releases_of_clerks, audit_membership(relation, control => 0.25, seed => 1)
WHERE number IN (4, 5) ORDER BY number, known;
SELECT known, auc BETWEEN 0.4 AND 0.8 AS hardly_told FROM audit_membership('k_coarse', control => 0.25, seed => 1);
SELECT attribute, control BETWEEN 0.4 AND 0.55 AND control < guessed_right AS control,
       risk > 0.1 AND risk_low <= risk AND risk <= risk_high AS risk
FROM audit_inference('k_tables', control => 0.25, seed => 1);
SELECT b.releases = (SELECT count(*) FROM microdata.releases) AND b.relations + 1 = (SELECT count(*) FROM pg_class) AS nothing_stays
FROM before b;
SHOW client_min_messages;
-- The same seed, the same figures, wherever the rows lie.
CREATE TEMPORARY TABLE figures AS SELECT * FROM audit_membership('k_coarse', control => 0.25, seed => 1);
CREATE INDEX clerks_zip ON clerks (zip);
CLUSTER clerks USING clerks_zip;
SELECT count(*) FROM (SELECT * FROM audit_membership('k_coarse', control => 0.25, seed => 1) EXCEPT SELECT * FROM figures) d;
-- What measures no outsiders has no control.
SELECT microdata.audit_control('disclosure', '{k_tables}', 0.2, '{}', 1);

-- Against combinations that are drawn: large buckets make many that were never in the table, small ones none among the
-- quasi-identifiers. Generalized releases have no buckets for a tuple to arise in.
SELECT relation, known, members, outsiders, auc > 0.9 AS told, original_tuples, fake_tuples > 0 AS fakes, fake_error > 0 AS sampled,
       members_by_buckets
FROM releases_of_clerks, audit_membership(relation, seed => 1) WHERE number IN (3, 4, 5, 6) ORDER BY number, known;
-- Fakes, counted by hand.
SELECT known, fake_tuples, fakes_by_buckets -> '1' AS of_one_bucket FROM audit_membership('k_groups', seed => 1) WHERE known = 'all';
SELECT count(*) AS fake_tuples, count(*) FILTER (WHERE buckets = 1) AS of_one_bucket
FROM (SELECT a.age, a.job, b.sex, b.zip, count(DISTINCT a.bucket) AS buckets FROM k_groups a JOIN k_groups b USING (bucket)
      WHERE NOT EXISTS (SELECT FROM clerks s WHERE (s.age, s.job, s.sex, s.zip) = (a.age, a.job, b.sex, b.zip))
      GROUP BY a.age, a.job, b.sex, b.zip) f;
-- By hand: the rows to be expected, beside what there would be if attributes had nothing to do with each other.
CREATE TABLE strange_clerks AS SELECT a.age, b.sex, c.zip, d.job
FROM clerks a, clerks b, clerks c, clerks d WHERE a.id <= 600 AND b.id = a.id + 100 AND c.id = a.id + 200 AND d.id = a.id + 300;
WITH people AS (SELECT true AS member, row_number() OVER () AS person, age, sex, zip, job FROM clerks
                UNION ALL SELECT false, -row_number() OVER (), age, sex, zip, job FROM strange_clerks),
     ages AS (SELECT bucket, age, count(*)::float8 AS n, sum(count(*)) OVER (PARTITION BY age)::float8 AS of_all FROM k_coarse GROUP BY 1, 2),
     sexes AS (SELECT bucket, sex, count(*)::float8 AS n, sum(count(*)) OVER (PARTITION BY sex)::float8 AS of_all FROM k_coarse GROUP BY 1, 2),
     zips AS (SELECT bucket, zip, count(*)::float8 AS n, sum(count(*)) OVER (PARTITION BY zip)::float8 AS of_all FROM k_coarse GROUP BY 1, 2),
     jobs AS (SELECT bucket, job, count(*)::float8 AS n, sum(count(*)) OVER (PARTITION BY job)::float8 AS of_all FROM k_coarse GROUP BY 1, 2),
     sizes AS (SELECT bucket, count(*) AS size FROM k_coarse GROUP BY 1),
     scores AS MATERIALIZED (
         SELECT p.member, COALESCE(sum(f.rows / f.chance), 0) AS lift
         FROM people p LEFT JOIN (
             SELECT p.person, a.n * s.n * z.n * j.n / size ^ 3 AS rows, a.of_all * s.of_all * z.of_all * j.of_all / 1200 ^ 4 AS chance
             FROM people p JOIN ages a USING (age) JOIN sexes s USING (bucket, sex) JOIN zips z USING (bucket, zip)
                  JOIN jobs j USING (bucket, job) JOIN sizes USING (bucket)) f USING (person)
         GROUP BY p.person, p.member)
SELECT abs(f.auc - h.by_lift) < 1e-3 AS by_lift
FROM audit_membership('k_coarse', outsiders => 'strange_clerks', seed => 1) f,
     (SELECT avg(CASE WHEN m.lift > o.lift * (1 + 1e-9) THEN 1 WHEN m.lift >= o.lift * (1 - 1e-9) THEN 0.5 ELSE 0 END) AS by_lift
      FROM scores m, scores o WHERE m.member AND NOT o.member) h
WHERE f.known = 'all';
-- Persons who are in the release are no outsiders.
CREATE TABLE other_clerks AS SELECT age, sex, zip, job FROM clerks WHERE id % 3 = 0;
SELECT known, outsiders, abs(auc - 0.5) < 0.06 AS by_chance, outsiders_nowhere FROM audit_membership('k_buckets', outsiders => 'other_clerks', seed => 1);
-- An attacker with the quasi-identifiers does not know a sensitive value.
BEGIN;
CREATE TEMPORARY TABLE before_exchange ON COMMIT DROP AS SELECT * FROM audit_membership('k_buckets', seed => 1) WHERE known <> 'all';
UPDATE clerks SET job = 'j' || (substr(job, 2)::integer + 1) % 6;
SELECT count(*) FROM (SELECT * FROM audit_membership('k_buckets', seed => 1) WHERE known <> 'all' EXCEPT SELECT * FROM before_exchange) d;
ROLLBACK;

-- What cannot be asked.
SELECT * FROM audit_membership('clerks');
SELECT * FROM audit_membership('k_sliced', control => 1);
SELECT * FROM audit_membership('k_sliced', control => 0);
SELECT * FROM audit_membership('k_sliced', 'other_clerks', control => 0.5);
SELECT * FROM audit_membership('k_sliced', control => 1e-9, seed => 1);
ALTER TABLE other_clerks ALTER age TYPE text;
SELECT * FROM audit_membership('k_sliced', 'other_clerks');
ALTER TABLE other_clerks DROP age;
SELECT * FROM audit_inference('k_sliced', outsiders => 'other_clerks');
-- A copy stands in for a source only where it goes.
CREATE TEMPORARY TABLE copy_of_clerks AS SELECT * FROM clerks;
SELECT microdata.stand_in(0::oid::regclass, 'clerks');
SELECT microdata.stand_in('copy_of_clerks', 'clerks');
BEGIN;
SAVEPOINT copied;
SELECT microdata.stand_in('other_clerks', 'clerks');
ROLLBACK TO copied;
SELECT FROM microdata.stand_in('copy_of_clerks', 'clerks');
RELEASE copied;
ROLLBACK;
SELECT slice_table('copy_of_clerks', 2, 3, sensitive => '{job}', identifiers => '{id}', target => 'pg_temp.never');

-- Who may read the release and its source, and make temporary tables, needs no more.
CREATE ROLE regress_controller;
GRANT SELECT ON k_coarse TO regress_controller;
GRANT SELECT (age, sex, zip, job) ON clerks TO regress_controller;
SET ROLE regress_controller;
SELECT known, members, outsiders, auc BETWEEN 0.4 AND 0.8 AS hardly_told FROM audit_membership('k_coarse', control => 0.25, seed => 1);
RESET ROLE;
DO $$BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END$$;
SET ROLE regress_controller;
\set VERBOSITY sqlstate
SELECT * FROM audit_membership('k_coarse', control => 0.25, seed => 1);
\set VERBOSITY default
RESET ROLE;
DO $$BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END$$;
-- Whoever a policy hides rows from gets an error.
ALTER TABLE clerks ENABLE ROW LEVEL SECURITY;
CREATE POLICY women ON clerks USING (sex = 'F');
SET ROLE regress_controller;
SELECT * FROM audit_membership('k_coarse', control => 0.25, seed => 1);
\set ECHO none
RESET ROLE;
DROP TABLE k_coarse;
REVOKE ALL ON clerks FROM regress_controller;
DROP ROLE regress_controller;

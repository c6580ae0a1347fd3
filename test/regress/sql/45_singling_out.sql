-- Singling out: predicates that are learned from a release, and fit exactly one person.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
SET client_min_messages = error;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
\set ECHO none
CREATE TABLE everybody AS
SELECT i, 20 + drawn(i, 'age', 40) AS age, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex,
       (40000 + drawn(i, 'zip', 60))::text AS zip, 10000 + drawn(i, 'income', 1000000) AS income,
       'j' || (drawn(i, 'age', 40) / 10 + drawn(i, 'job', 3)) AS job
FROM generate_series(1, 1000) i;
\set ECHO all
CREATE TABLE staff AS SELECT age, sex, zip, income, job FROM everybody WHERE i <= 700;
CREATE TABLE others AS SELECT age, sex, zip, income, job FROM everybody WHERE i > 700;
SELECT bucketize_table('staff', 2, sensitive => '{job}', target => 's_buckets', seed => 1);
SELECT bucketize_table('staff', 2, sensitive => '{job}', format => 'anatomy', target => 's_tables', seed => 1);
SELECT slice_table('staff', 3, 2, sensitive => '{job}', target => 's_sliced', seed => 1);
SELECT slice_table('staff', 3, 2, k => 10, sensitive => '{job}', target => 's_coarse', seed => 1);
SELECT generalize_table('staff', 5, sensitive => '{job}', target => 's_generalized', seed => 1);
RESET client_min_messages;

-- Unique values are published as they are: nearly every predicate fits one person, and hardly one of them somebody else. Where
-- what is shown of quasi-identifiers occurs ten times in each bucket, sensitive values, which may stand once, still single out.
SELECT release, kind, attacks > 0 AS attacked, round(success::numeric, 1) AS success, low <= success AND success <= high AS within,
       naive < 0.5 AS naive, round(control::numeric, 1) AS control, risk > 0.9 AS high_risk, risk_low <= risk AND risk <= risk_high AS estimated
FROM unnest('{s_buckets,s_tables,s_sliced,s_coarse,s_generalized}'::text[]) WITH ORDINALITY r (release, n),
     audit_singling_out(release::regclass, outsiders => 'others', seed => 1)
ORDER BY n, kind DESC;

-- Beside plain SQL: every income occurs once, so that each is a predicate, and so are the ends.
SELECT a.attacks = s.uniques + 2 AS as_plain_sql, a.success
FROM audit_singling_out('s_buckets', 1000000, seed => 1) a,
     (SELECT count(*) AS uniques FROM (SELECT FROM s_buckets GROUP BY income HAVING count(*) = 1
                                       UNION ALL SELECT FROM s_buckets GROUP BY zip HAVING count(*) = 1
                                       UNION ALL SELECT FROM s_buckets GROUP BY age HAVING count(*) = 1) u) s
WHERE a.kind = 'univariate';

-- The same seed gives the same figures; fewer attacks are as many; without outsiders nothing is known of the gain.
SELECT count(DISTINCT a) FROM (SELECT a FROM audit_singling_out('s_sliced', seed => 7) a
                               UNION ALL SELECT a FROM audit_singling_out('s_sliced', seed => 7) a) twice;
SELECT kind, attacks, control, risk, risk_low, risk_high FROM audit_singling_out('s_sliced', 25, seed => 1);

-- A part of the source kept out of a second release, of which nothing stays.
SELECT kind, risk > 0.9 AS high_risk, control < 0.2 AS control FROM audit_singling_out('s_buckets', control => 0.3, seed => 1);
SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata\_%' AND relpersistence = 't';

-- Predicates are learned from the release alone: exchanged in the source, they are the same and wrong.
CREATE TEMP TABLE before AS SELECT * FROM audit_singling_out('s_buckets', seed => 1);
BEGIN;
UPDATE staff SET job = 'x' || job, income = -income;
SELECT kind, a.attacks = b.attacks AS as_many, a.success = 0 AS wrong
FROM audit_singling_out('s_buckets', seed => 1) a JOIN before b USING (kind) WHERE kind = 'univariate';
ROLLBACK;

-- Releases of several tables: parts, fragments, and persons with several rows. Of these persons are counted.
\set ECHO none
SET client_min_messages = error;
CREATE TABLE strangers AS
SELECT e.i AS person, e.age, e.sex, e.income, (40000 + drawn(e.i * 4 + v, 'place', 60))::text AS zip, 'j' || drawn(e.i * 4 + v, 'work', 12) AS job
FROM everybody e, generate_series(1, 1 + e.i % 3) v;
CREATE TABLE visits AS SELECT * FROM strangers WHERE person <= 700;
DELETE FROM strangers WHERE person <= 700;
\set ECHO all
SELECT count(*) FROM gnf_decompose('staff', 3, '{"age, sex -> job", "zip -> job"}', algorithm => 'gd', target => 's_parts', seed => 1);
SELECT count(*) FROM gnf_decompose('staff', 2, '{"zip -> income", "age -> income"}', algorithm => 'single-attribute', target => 's_apart', seed => 1);
SELECT count(*) FROM fragment_table('staff', 3, 'job', 3, target => 's_fragment', seed => 1);
SELECT count(*) FROM fragment_table('staff', 3, 'sex', 2, l => 2, sensitive => '{sex}', target => 's_open', seed => 1);
SELECT bucketize_table('visits', 2, sensitive => '{job}', subject => '{person}', target => 's_visits', seed => 1, format => 'tables');
SELECT slice_table('visits', 2, 2, sensitive => '{job}', subject => '{person}', target => 's_slices', seed => 1, format => 'tables');
SELECT generalize_table('visits', 4, l => 2, sensitive => '{job}', subject => '{person}', target => 's_classes', seed => 1, format => 'tables');
RESET client_min_messages;
SELECT release, kind, attacks > 0 AS attacked, round(success::numeric, 1) AS success, low <= success AND success <= high AS within,
       naive < 0.5 AS naive, round(control::numeric, 1) AS control, round(risk::numeric, 1) AS risk
FROM unnest('{s_parts_1,s_apart_1,s_fragment_1,s_open_1,s_visits,s_slices,s_classes}'::text[]) WITH ORDINALITY r (release, n),
     audit_singling_out(release::regclass, outsiders => CASE WHEN n < 5 THEN 'others' ELSE 'strangers' END, seed => 1)
ORDER BY n, kind DESC;

-- Any table of a release stands for all of them; a part of the persons, not of their rows, is kept out of a second release.
SELECT count(DISTINCT a) FROM unnest('{s_apart_1,s_apart_2}'::regclass[]) r, audit_singling_out(r, 100, seed => 1) a WHERE kind = 'hull';
SELECT release, kind, risk > 0.5 AS high_risk, control < 0.3 AS control
FROM unnest('{s_parts_1,s_fragment_1,s_visits,s_classes}'::text[]) WITH ORDINALITY r (release, n), audit_singling_out(release::regclass, control => 0.3, seed => 1)
WHERE kind = 'hull' ORDER BY n;

-- Plain SQL counts the same: values that one person has, the least and the greatest number, and sets that are a part of no other published set.
WITH jobs AS MATERIALIZED (SELECT bucket, member, array_agg(job) AS jobs FROM s_visits_values GROUP BY bucket, member),
     zips AS MATERIALIZED (
         SELECT bucket, member, array_agg(zip || ' ' || n) AS zips
         FROM (SELECT *, row_number() OVER (PARTITION BY bucket, member, zip) AS n FROM s_visits_rows) r GROUP BY bucket, member)
SELECT a.attacks = (SELECT count(*) FROM (SELECT FROM s_visits GROUP BY income HAVING count(*) = 1 UNION ALL SELECT FROM s_visits GROUP BY age HAVING count(*) = 1) u) + 2
       + (SELECT count(*) FROM jobs j WHERE (SELECT count(*) FROM jobs o WHERE o.jobs @> j.jobs) = 1)
       + (SELECT count(*) FROM zips z WHERE (SELECT count(*) FROM zips o WHERE o.zips @> z.zips) = 1) AS as_plain_sql, a.success > 0.9 AS nearly_all
FROM audit_singling_out('s_visits', 1000000, seed => 1) a WHERE a.kind = 'univariate';

-- What cannot be asked.
SELECT * FROM audit_singling_out('s_sliced', 0);
SELECT * FROM audit_singling_out('s_sliced', control => 0.2, outsiders => 'others');
\set VERBOSITY terse
SELECT * FROM audit_singling_out('s_sliced', control => 1);
\set VERBOSITY default
SELECT * FROM audit_singling_out('staff');
ALTER TABLE others RENAME zip TO code;
SELECT * FROM audit_singling_out('s_sliced', outsiders => 'others');
ALTER TABLE others RENAME code TO zip;
CREATE ROLE regress_singler;
GRANT SELECT ON s_sliced TO regress_singler;
SET ROLE regress_singler;
SELECT * FROM audit_singling_out('s_sliced');
RESET ROLE;
SET client_min_messages = error;
SELECT FROM unnest('{s_buckets,s_tables,s_sliced,s_coarse,s_generalized,s_parts_1,s_apart_1,s_fragment_1,s_open_1,s_visits,s_slices,s_classes}'::text[]) r, drop_release(r::regclass);
\set ECHO none
DROP TABLE everybody, staff, others, visits, strangers;
DROP FUNCTION drawn;
DROP ROLE regress_singler;

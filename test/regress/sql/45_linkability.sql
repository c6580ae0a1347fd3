-- Linkability: two sets of attributes of one person, brought together again by a release.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
SET client_min_messages = error;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
CREATE TABLE everybody AS
SELECT i, 10000 + i * 7 AS born, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex,
       (40000 + drawn(i, 'zip', 900))::text AS zip, 10000 + drawn(i, 'income', 1000000) AS income, 'j' || drawn(i, 'job', 5) AS job
FROM generate_series(1, 900) i;
CREATE TABLE staff AS SELECT born, sex, zip, income, job FROM everybody WHERE i % 3 <> 0;
CREATE TABLE others AS SELECT born, sex, zip, income, job FROM everybody WHERE i % 3 = 0;
SELECT bucketize_table('staff', 3, sensitive => '{job}', target => 'l_buckets', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', format => 'anatomy', target => 'l_tables', seed => 1);
SELECT slice_table('staff', 3, 3, groups => '{"born, sex", "zip, income", job}', sensitive => '{job}', privacy => ARRAY[k_anonymity(20)],
                   target => 'l_sliced', seed => 1);
SELECT generalize_table('staff', 10, sensitive => '{job}', target => 'l_generalized', seed => 1);
RESET client_min_messages;

-- Buckets publish the quasi-identifiers row by row: whoever is known by unique values is linked. Halves in columns apart are
-- linked for one of the bucket's rows.
SELECT release, attacks, round(success::numeric, 1) AS success, low <= success AND success <= high AS within, naive < 0.02 AS naive,
       control < 0.05 AS control, round(risk::numeric, 1) AS risk, risk_low <= risk AND risk <= risk_high AS estimated
FROM unnest('{l_buckets,l_tables,l_sliced,l_generalized}'::text[]) WITH ORDINALITY r (release, n),
     audit_linkability(release::regclass, '{born,sex}', '{zip,income}', outsiders => 'others', seed => 1)
ORDER BY n;

-- Halves by default are the first attributes and the last, in the source's order; one side alone is against the rest.
SELECT a = b AS halves, a = c AS rest
FROM audit_linkability('l_buckets', seed => 1) a, audit_linkability('l_buckets', '{born,sex}', '{zip,income,job}', seed => 1) b,
     audit_linkability('l_buckets', "left" => '{born,sex}', seed => 1) c;
-- What one column has is linked as it was; what two have, for one of a bucket's rows.
SELECT a.success > 0.5 AS in_one_column, b.success < 0.1 AS in_two
FROM audit_linkability('l_sliced', '{zip}', '{income}', seed => 1) a, audit_linkability('l_sliced', '{born}', '{income}', seed => 1) b;

SELECT count(DISTINCT a) FROM (SELECT a FROM audit_linkability('l_sliced', seed => 7) a
                               UNION ALL SELECT a FROM audit_linkability('l_sliced', seed => 7) a) twice;
SELECT attacks, control, risk, risk_low, risk_high FROM audit_linkability('l_sliced', attacks => 25, seed => 1);
SELECT round(risk::numeric, 1) AS risk, control < 0.05 AS control
FROM audit_linkability('l_buckets', '{born,sex}', '{zip,income}', control => 0.3, seed => 1);

-- What the adversary does not know is not read.
CREATE TEMP TABLE before AS SELECT * FROM audit_linkability('l_sliced', '{born,sex}', '{zip,income}', seed => 1);
BEGIN;
UPDATE staff SET job = 'x' || job;
SELECT a = b AS alike FROM audit_linkability('l_sliced', '{born,sex}', '{zip,income}', seed => 1) a, before b;
ROLLBACK;

-- What cannot be asked.
SELECT * FROM audit_linkability('l_sliced', attacks => 1000001);
SELECT * FROM audit_linkability('l_sliced', '{}');
SELECT * FROM audit_linkability('l_sliced', '{born,height}');
SELECT * FROM audit_linkability('l_sliced', '{born,born}');
SELECT * FROM audit_linkability('l_sliced', '{born,sex}', '{sex,zip}');
SELECT * FROM audit_linkability('l_sliced', '{born,sex,zip,income,job}');
SELECT * FROM audit_linkability('staff');
ALTER TABLE others ALTER born TYPE text;
SELECT * FROM audit_linkability('l_sliced', outsiders => 'others');
SET client_min_messages = error;
CREATE TABLE gone AS SELECT * FROM staff;
SELECT slice_table('gone', 2, 3, sensitive => '{job}', seed => 1);
DROP TABLE gone;
SELECT count(*) FROM gnf_decompose('staff', 2, rules => '{"zip -> job"}', target => 'l_part', seed => 1);
RESET client_min_messages;
SELECT * FROM audit_linkability('gone_sliced');
SELECT * FROM audit_linkability('l_part_1');
SET client_min_messages = error;
SELECT FROM unnest('{l_buckets,l_tables,l_sliced,l_generalized,gone_sliced,l_part_1}'::text[]) r, drop_release(r::regclass);
\set ECHO none
DROP TABLE everybody, staff, others;
DROP FUNCTION drawn;

-- Composition of releases of persons with several rows: each shows sets of values, and may leave out rows.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
SET client_min_messages = error;
CREATE TABLE everybody AS
SELECT p AS person, 10000 + p * 7 AS born, 't' || p * 8 + v AS town, 'd' || md5((p * 2 + v)::text) AS disease
FROM generate_series(1, 1000) p, generate_series(1, 2) v;
CREATE TABLE composed_visits AS SELECT * FROM everybody WHERE person <= 800;
CREATE TABLE others AS SELECT * FROM everybody WHERE person > 800;
CREATE FUNCTION publish(most integer, name text, seed bigint) RETURNS text LANGUAGE sql AS
$$SELECT bucketize_table('composed_visits', 2, subject => '{person}', sensitive => '{disease}', method => 'anatomy', rows_per_person => most, target => name, seed => seed)$$;
SELECT publish(2, 'c_first', 1);
SELECT publish(2, 'c_second', 2);
SELECT publish(1, 'c_one', 3);
SELECT publish(1, 'c_other', 4);
RESET client_min_messages;

-- Buckets of two persons, all of whose values are other ones: one release lets the adversary guess half of them. What two
-- releases show of a person are the person's own values. With one row of two, a value that the other release shows elsewhere is
-- somebody else's, and one that it does not show may be the person's: 85% are expected.
SELECT releases, persons, candidates, pinned, contradicted, round(guessed_right::numeric, 2) AS right, low < guessed_right AND guessed_right < high AS within,
       single_candidates, single_pinned, round(single_guessed_right::numeric, 1) AS single, naive < 0.01 AS naive, control, risk
FROM audit_composition('{c_first,c_second}', seed => 1);
SELECT releases, abs(guessed_right - 0.85) < 0.05 AS as_expected, round(single_guessed_right::numeric, 1) AS single
FROM audit_composition('{c_one,c_other}', seed => 1);
-- A release that is held twice, by another name, shows nothing more.
SET client_min_messages = error;
SELECT publish(2, 'c_again', 1);
RESET client_min_messages;
SELECT a.guessed_right = b.guessed_right AS alike, a.releases
FROM audit_composition('{c_first,c_again}', seed => 1) a, audit_composition('{c_first}', seed => 1) b;
SELECT FROM drop_release('c_again');

-- All releases of the source, persons outside them, and a second time without some persons.
SELECT releases, persons, guessed_right > 0.95 AS right, control < 0.05 AS control, risk > 0.9 AS high
FROM audit_composition(source => 'composed_visits', outsiders => 'others', seed => 1)
UNION ALL SELECT releases, persons, guessed_right > 0.95, control < 0.05, risk > 0.9
FROM audit_composition('{c_first,c_second}', control => 0.2, seed => 1);
SELECT attribute, figure > 0.9 AS figure, regexp_replace(finding, '[0-9.]+%', 'N%', 'g') AS finding
FROM audit('c_first', seconds => 600, seed => 1) WHERE audit = 'audit_composition';

-- Classes, in which persons of other buckets are looked for by labels.
SET client_min_messages = error;
SELECT generalize_table('composed_visits', 3, l => 2, subject => '{person}', sensitive => '{disease}', target => 'c_classes', seed => 5);
RESET client_min_messages;
SELECT releases, guessed_right > 0.95 AS right, round(single_guessed_right::numeric, 1) AS single FROM audit_composition('{c_classes,c_one,c_other}', seed => 1);

-- Persons who changed since are not found.
BEGIN;
UPDATE composed_visits SET born = born + 1;
SELECT releases, persons, guessed_right, single FROM audit_composition('{c_first,c_second}', seed => 1);
ROLLBACK;

-- Releases of other persons, whose rows are persons each; the latter are compared where all releases are asked for.
SET client_min_messages = error;
SELECT bucketize_table('composed_visits', 2, sensitive => '{disease}', identifiers => '{person}', target => 'c_rows', seed => 1);
SELECT bucketize_table('composed_visits', 2, subject => '{person,born}', sensitive => '{disease}', target => 'c_born', seed => 1);
RESET client_min_messages;
SELECT * FROM audit_composition('{c_first,c_rows}');
SELECT * FROM audit_composition('{c_first,c_born}');
SELECT releases, persons FROM audit_composition(source => 'composed_visits', seed => 1);
SELECT * FROM audit_minimality('c_first');
SET client_min_messages = error;
SELECT count(drop_release(r::regclass)) FROM unnest('{c_first,c_second,c_one,c_other,c_classes,c_rows,c_born}'::text[]) r;
DROP TABLE everybody, composed_visits, others;
DROP FUNCTION publish;

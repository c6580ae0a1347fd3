-- Linkability of persons with several rows: two sides of all that is known of a person's rows, and the buckets that keep them apart.
-- Rooms: src/core/risk src/core/subject src/postgres/audits src/postgres/inspection
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
SET client_min_messages = error;
CREATE TABLE everybody AS
SELECT p AS person, 10000 + p * 7 AS born, 'z' || p * 3 AS zip, 't' || p * 8 + v AS town, 's' || p * 5 + v AS street,
       'd' || p * 4 + v AS disease, 'm' || p * 6 + v AS medicine
FROM generate_series(1, 900) p, generate_series(1, 2) v;
CREATE TABLE linked_visits AS SELECT * FROM everybody WHERE person % 3 <> 0;
CREATE TABLE others AS SELECT * FROM everybody WHERE person % 3 = 0;
CREATE FUNCTION publish(l integer, name text) RETURNS text LANGUAGE sql AS
$$SELECT bucketize_table('linked_visits', l, subject => '{person}', sensitive => '{disease,medicine}', target => name, seed => 1)$$;
SELECT publish(1, 'p_alone');
SELECT publish(3, 'p_three');
SELECT publish(600, 'p_together');
SELECT slice_table('linked_visits', 2, 3, subject => '{person}', groups => '{born,zip}', sensitive => '{disease,medicine}', target => 'p_sliced', seed => 1);
SELECT generalize_table('linked_visits', 5, l => 2, subject => '{person}', sensitive => '{disease,medicine}', target => 'p_classes', seed => 1);
RESET client_min_messages;

-- Every value is unique, so that each side leads to the person's bucket. Within it, what the persons' table shows, sets of rows
-- and sets of sensitive values are apart: one of the bucket's persons is taken. Sides in one of the three are linked.
SELECT sides, string_agg(round(success::numeric, 1) || ' of ' || attacks, ', ' ORDER BY n) AS success
FROM unnest('{p_alone,p_three,p_together,p_sliced}'::text[]) WITH ORDINALITY r (release, n),
     (VALUES ('persons', '{born}'::name[], '{zip}'::name[]), ('rows', '{town}', '{street}'), ('values', '{disease}', '{medicine}'),
             ('persons and rows', '{born,zip}', '{town,street}'), ('rows and values', '{town,street}', '{disease,medicine}'),
             ('persons and values', '{born}', '{medicine}'), ('rows and all', '{born,street}', '{town,disease}')) s (sides, a, b),
     audit_linkability(release::regclass, a, b, seed => 1)
GROUP BY sides ORDER BY sides;

-- Classes show all of their persons alike, so that one of a class is taken.
SELECT sides, max(naive) < 0.02 AS naive, abs(avg(success - CASE sides WHEN 'persons' THEN classes / 600.0 ELSE 1 END)) < 0.03 AS as_plain_sql
FROM (VALUES ('persons', '{born}'::name[], '{zip}'::name[]), ('values', '{disease}', '{medicine}')) s (sides, a, b), generate_series(1, 9) n,
     audit_linkability('p_classes', a, b, seed => n), (SELECT count(DISTINCT bucket) AS classes FROM p_classes) c
GROUP BY sides;

-- Persons outside the release, and a second release without some persons.
SELECT round(success::numeric, 1) AS success, control < 0.05 AS control, round(risk::numeric, 1) AS risk
FROM audit_linkability('p_alone', '{born,zip}', '{town,street}', outsiders => 'others', seed => 1)
UNION ALL
SELECT round(success::numeric, 1), control < 0.05, round(risk::numeric, 1)
FROM audit_linkability('p_alone', '{born,zip}', '{town,street}', control => 0.3, seed => 1);

-- All rows are known and some are published: the set that was taken of the person's rows is the nearest one. Where nothing else
-- tells rows apart, their number does.
SET client_min_messages = error;
CREATE TABLE stays AS
SELECT p AS person, 10000 + p * 7 AS born, 't' || p * 8 + v AS town, 'd' || p * 8 + v AS disease
FROM generate_series(1, 300) p, generate_series(1, 1 + p % 3) v;
SELECT bucketize_table('stays', 1, subject => '{person}', rows_per_person => 2, sensitive => '{disease}', target => 'p_stays', seed => 1);
RESET client_min_messages;
SELECT count(DISTINCT n) AS numbers, max(n) AS most FROM (SELECT count(*) AS n FROM p_stays GROUP BY bucket, release_person) s;
SELECT round(success::numeric, 1) AS success FROM audit_linkability('p_stays', '{born}', '{town}', seed => 1);
SELECT round(success::numeric, 1) AS success FROM audit_linkability('p_stays', '{town}', '{disease}', seed => 1);
SET client_min_messages = error;
CREATE TABLE numbers AS
SELECT p AS person, 10000 + p * 7 AS born, CASE v WHEN 1 THEN 'A' ELSE 'B' END AS ward, 'd' || p * 40 + v AS disease FROM generate_series(1, 30) p, generate_series(1, p) v;
SELECT bucketize_table('numbers', 1, subject => '{person}', sensitive => '{disease}', target => 'p_numbers', seed => 1);
RESET client_min_messages;
SELECT attacks, success FROM audit_linkability('p_numbers', '{born}', '{ward}', seed => 1);

-- With the other audits, and what cannot be asked.
SELECT risk, attribute, round(figure::numeric, 1) AS figure, regexp_replace(finding, '[0-9.]+%', 'N%', 'g') AS finding
FROM audit('p_three', seconds => 600, seed => 1) WHERE audit = 'audit_linkability';
SELECT * FROM audit_linkability('p_three', '{person}');
SET client_min_messages = error;
CREATE TABLE many AS SELECT p AS person, p % 50 AS age, p * 2 + v AS town, 'd' || (p + v) % 9 AS disease FROM generate_series(1, 5000) p, generate_series(1, 2) v;
SELECT bucketize_table('many', 2, subject => '{person}', sensitive => '{disease}', target => 'p_many', seed => 1);
RESET client_min_messages;
SET pg_microdata.memory_limit = '1MB';
SELECT * FROM audit_linkability('p_many');
RESET pg_microdata.memory_limit;
SET client_min_messages = error;
SELECT count(drop_release(r::regclass)) FROM unnest('{p_alone,p_three,p_together,p_sliced,p_classes,p_stays,p_numbers,p_many}'::text[]) r;
DROP TABLE everybody, linked_visits, others, stays, numbers, many;
DROP FUNCTION publish;

-- What regions keep to: all rows that were counted, numbers of regions that there can be, and k.
-- Rooms: src/core src/postgres/*region*
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
CREATE SCHEMA kept;
SET search_path = kept, microdata, public;

CREATE FUNCTION regions_of(release regclass) RETURNS integer LANGUAGE sql AS
  $$SELECT coalesce(jsonb_array_length(parameters -> 'regions' -> 'source_rows'), 1) FROM microdata.releases WHERE release = ANY (relations)$$;

CREATE TABLE visits AS
SELECT ((i * 7919) % 61)::integer AS age, ((i * 6151) % 700)::integer AS day, ((i * 48611 / 7) % 40)::integer AS ward, 'd' || (i * 104729 / 3) % 9 AS disease
FROM generate_series(1, 20000::bigint) i;
ANALYZE visits;
\set ECHO all

-- A view that has other rows each time it is read: what is read is not what was counted, and nothing is lost silently.
CREATE VIEW drawn AS SELECT age, day, disease FROM visits WHERE random() < 0.9;
\set VERBOSITY sqlstate
SELECT slice_table('drawn', 2, 3, sensitive => '{disease}', sensitive_column_size => 1, regions => 4);
SELECT bucketize_table('drawn', 3, sensitive => '{disease}', regions => 4);
SELECT generalize_table('drawn', 3, l => 3, sensitive => '{disease}', regions => 4);
\set VERBOSITY default
SELECT count(*) FROM microdata.releases WHERE source = 'drawn'::regclass;

-- Numbers of regions.
SELECT slice_table('visits', 2, 3, sensitive => '{disease}', regions => 65537);
SELECT microdata.plan_regions('visits', 65537);
SELECT microdata.plan_regions('visits', 0);
SET jit = on;
SET jit_above_cost = 0;
SELECT processor_seconds() AS before \gset
SELECT jsonb_array_length(microdata.plan_regions('visits', 65536, 3, sensitive => '{disease}') -> 'regions') BETWEEN 16 AND 6666 AS as_many_as_there_can_be;
SELECT processor_seconds() - :before < 60 AS in_time;
RESET jit_above_cost;

-- A sensitive attribute in a group with another one does not cost most of the regions: cuts do not part the few rows
-- of a day.
SELECT slice_table('visits', 2, 3, sensitive => '{disease}', groups => '{"disease, day", "age, ward"}', regions => 16);
SELECT regions_of('visits_sliced') >= 12 AS most;
SELECT slice_table('visits', 2, 3, sensitive => '{disease}', regions => 300, replace => true);
SELECT regions_of('visits_sliced') >= 100 AS many;
-- A rare sensitive value: with k above 1, regions that have too few rows of one are merged.
CREATE TABLE rare AS SELECT age, day, CASE WHEN age = 7 AND day < 40 THEN 'rare' ELSE disease END AS disease FROM visits;
SELECT count(*) BETWEEN 6 AND 60 AS so_rare FROM rare WHERE disease = 'rare';
SELECT slice_table('rare', 2, 3, sensitive => '{disease}', sensitive_column_size => 1, k => 3, regions => 24);
SELECT regions_of('rare_sliced') > 1 AS several, (SELECT count(*) FROM rare_sliced) AS rows;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('rare_sliced');

-- A sample has 10,000 rows, whatever the limit; where that is too small for one, it is said.
SET pg_microdata.memory_limit = '3MB';
SELECT (microdata.plan_regions('visits', 8, 3, sensitive => '{disease}') ->> 'sampled')::integer >= 10000 AS enough;
SET pg_microdata.memory_limit = '1MB';
CREATE VIEW wide AS SELECT age, day, ward, disease, age + 1 AS a, age + 2 AS b, age + 3 AS c, day + 1 AS d, day + 2 AS e, day + 3 AS f FROM visits;
SELECT microdata.plan_regions('wide', 8, 3, sensitive => '{disease}');
-- What is not divided fails before it reads.
ALTER TABLE visits ADD person bigint GENERATED ALWAYS AS IDENTITY, ADD PRIMARY KEY (person);
ANALYZE visits;
SELECT count(*) FROM gnf_decompose('visits', 3, sensitive => '{disease}', identifiers => '{person}');
SELECT count(*) FROM fragment_table('visits', 5, 'disease', identifiers => '{person}');
SELECT FROM create_series('growing', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{person}', 3);
SELECT generalize_table('visits', 3, sensitive => '{disease}', identifiers => '{person}', recoding => 'full-domain', regions => 1);
RESET pg_microdata.memory_limit;

-- What a session has taken apart of a release's parameters is never that of another one: of the same name, or undone.
SELECT bucketize_table('visits', 3, sensitive => '{disease}', regions => 4, target => 'again');
CREATE FUNCTION promised() RETURNS text LANGUAGE sql AS
  $$SELECT string_agg(DISTINCT requirement || ' ' || bound || ' ' || holds, ', ') FROM verify_release('again') WHERE requirement ~ '^(row-weighted )?l'$$;
SELECT promised(), regions_of('again');
BEGIN;
SELECT FROM drop_release('again');
SELECT bucketize_table('visits', 5, sensitive => '{disease}', regions => 2, target => 'again');
SELECT promised(), regions_of('again');
SAVEPOINT before;
SELECT bucketize_table('visits', 4, sensitive => '{disease}', regions => 1, target => 'again', replace => true);
SELECT promised(), regions_of('again');
ROLLBACK TO before;
SELECT promised(), regions_of('again');
ROLLBACK;
SELECT promised(), regions_of('again');
SELECT FROM drop_release('again');

SELECT FROM drop_release('visits_sliced'); SELECT FROM drop_release('rare_sliced');

-- Distances on a hierarchy of sensitive values, which is declared, or given.
CREATE TABLE wings AS SELECT DISTINCT disease AS level0, 'wing ' || ascii(right(disease, 1)) % 3 AS level1, 'all' AS level2 FROM visits;
SELECT FROM create_hierarchy('wings of what is kept', 'wings');
SELECT generalize_table('visits', 3, sensitive => '{disease}', regions => 4, hierarchies => '{"disease": "wings of what is kept"}', privacy => ARRAY[t_closeness(0.4, 'hierarchical')]);
SELECT FROM declare_hierarchy('visits', 'disease', 'wings of what is kept');
SELECT slice_table('visits', 2, 3, sensitive => '{disease}', regions => 4, privacy => ARRAY[t_closeness(0.4, 'hierarchical')]);
SELECT release, regions_of(release) > 1 AS several, requirement, bound, achieved > 0 AS measured, holds
FROM unnest('{visits_generalized, visits_sliced}'::regclass[]) release, verify_release(release) WHERE requirement ~ '^t_closeness';
SELECT FROM drop_release('visits_sliced'); SELECT FROM drop_release('visits_generalized'); SELECT FROM declare_hierarchy('visits', 'disease', NULL);
-- Hierarchies that a server is told of with a plan: it uses these and no others, and takes nothing for one that is none.
\set ECHO none
CREATE FUNCTION generalized_by(hierarchies text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE labels text;
BEGIN
    SELECT string_agg(DISTINCT r.ward, ' ' ORDER BY r.ward) INTO labels FROM microdata.generalize_region('visits'::regclass, 0,
        format('{"rows": 20000, "regions": [{"rows": 20000}], "tree": [{"region": 0}], "groups": [], "values": [], "hierarchies": %s}', hierarchies)::jsonb, repeat('0', 32),
        6000, NULL, '{disease}', '{age, day}', NULL, NULL, NULL, 'mondrian', true, 'width', 'width', 0, NULL, 1) AS r (bucket integer, ward text, disease text);
    RETURN labels;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
SELECT hierarchies, generalized_by(hierarchies) FROM (VALUES
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "interval", "levels": 3, "definition": {"lower": 0, "upper": 40, "widths": [20]}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "interval", "levels": 4, "definition": {"lower": 0, "upper": 40, "widths": [20]}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "interval", "levels": 2, "definition": {"lower": 0, "upper": 40, "widths": [20]}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "interval", "levels": 3, "definition": 7}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "table", "levels": 3, "definition": {}, "labels": [["1", "a", "b"]]}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "table", "levels": 3, "definition": {}, "labels": [["1", "a"]]}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "table", "levels": 3, "definition": {}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "tree", "levels": 3, "definition": {}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "table", "levels": 1e9, "definition": {}}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": {"kind": "table", "levels": "many"}}}'),
    ('{"declared": {"ward": "h"}, "hierarchies": {"h": 1}}'),
    ('{"declared": {"ward": "wings of what is kept"}, "hierarchies": {}}'),
    ('{"declared": {"ward": null}, "hierarchies": {}}'),
    ('{"declared": 1, "hierarchies": {}}'), ('{}'), ('[]'), ('3')) plans (hierarchies);
\set ECHO all

SELECT FROM drop_hierarchy('wings of what is kept');
SET client_min_messages = warning;
DROP SCHEMA kept CASCADE;

-- A plan that is damaged, sent as texts behind their lengths.
CREATE FUNCTION pg_temp.known(VARIADIC texts text[]) RETURNS bytea LANGUAGE sql
    RETURN (SELECT '\x01000000'::bytea || string_agg(set_byte(set_byte('\x0000000000000000', 0, length(t) & 255), 1, length(t) / 256) || convert_to(t, 'UTF8'), '' ORDER BY i) FROM unnest(texts) WITH ORDINALITY u (t, i));
SELECT microdata.audit_region('verification', pg_temp.known('{}', '{"rows": "many", "tree": [{"region": 0}]}'), '\x', ARRAY['pg_class'::regclass::oid], 'pg_class'::regclass, NULL, 0, 'oid');
-- Bytes that nothing was packed into; those of another version; a number of elements that there are not.
SELECT microdata.audit_region('groups', '\x', '\x', ARRAY['pg_class'::regclass::oid], NULL, NULL, 0, 'oid');
SELECT microdata.audit_region('groups', '\xffffffffffffff7f', '\x', ARRAY['pg_class'::regclass::oid], NULL, NULL, 0, 'oid');
SELECT microdata.audit_region('groups', '\x01000000ffffffffffffff7f', '\x', ARRAY['pg_class'::regclass::oid], NULL, NULL, 0, 'oid');
-- Texts that are none in this encoding; a column without a name.
SELECT microdata.audit_region('groups', '\x010000000100000000000000ff0000000000000000', '\x', ARRAY['pg_class'::regclass::oid], NULL, NULL, 0, 'oid');
SELECT microdata.audit_region('verification', pg_temp.known('{}', '{"rows": 0, "tree": [{"region": 0}], "groups": [], "values": [], "regions": []}'), '\x', ARRAY['pg_class'::regclass::oid], 'pg_class'::regclass, NULL, 0, '');
-- A release that is told with a model that is none, or regions without numbers of rows.
CREATE TEMPORARY TABLE told_region AS SELECT NULL::bool AS mark, i / 3 AS bucket, i % 9 AS age, 'd' || i % 3 AS disease FROM generate_series(3, 302) i;
INSERT INTO told_region (mark) VALUES (true);
\set ECHO none
CREATE FUNCTION pg_temp.inspected(parameters text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN length(microdata.audit_region('verification', pg_temp.known(format('{"method": "slicing", "parameters": {"l": 2, "bucket_column": "bucket", %s}, "suppressed": [0], "attributes": [{"column": 1, "name": "age", "role": "quasi-identifier", "generalized": false, "source_name": "age", "relation": 0}, {"column": 2, "name": "disease", "role": "sensitive", "generalized": false, "source_name": "disease", "relation": 0}]}', parameters),
        '{"rows": 0, "tree": [{"region": 0}], "groups": [], "values": [], "regions": []}'), '\x000000000000000000', ARRAY['told_region'::regclass::oid], 'told_region'::regclass, NULL, 0, 'mark')) > 0;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
SELECT parameters, pg_temp.inspected(parameters) FROM (VALUES ('"privacy": [{"model": "l_diversity", "parameters": {"l": 2}}]'),
    ('"privacy": [{"model": "l_diversity"}]'), ('"privacy": [{"parameters": {"l": 2}}]'), ('"privacy": [null]'), ('"privacy": [{"model": null, "parameters": null}]'), ('"privacy": [{"model": "l_diversity", "parameters": {"l": null}}]'),
    ('"regions": {"tree": [{"region": 0}], "source_rows": [null]}'), ('"regions": {"tree": [{"region": 0}], "source_rows": ["many"]}')) told (parameters);
\set ECHO all

-- Rows that are few, and large when they are read.
CREATE TABLE fat AS SELECT i AS id, i * 7919 % 90 AS age, 't' || i * 31 % 400 AS town, repeat('x', 100000) || i AS note, 'd' || i * 17 % 12 AS disease FROM generate_series(1, 1000) i;
ANALYZE fat;
SET pg_microdata.memory_limit = '32MB';
\set VERBOSITY terse
SELECT slice_table('fat', 2, 2, sensitive => '{disease}', identifiers => '{id}', seed => 1);
SELECT generalize_table('fat', 5, 2, sensitive => '{disease}', identifiers => '{id}', seed => 1);
SELECT slice_table('fat', 2, 2, sensitive => '{disease}', identifiers => '{id}', regions => 4, seed => 1);
\set VERBOSITY default
RESET pg_microdata.memory_limit;
DROP TABLE fat;

-- A region is published once for each row that it is joined with.
CREATE TEMPORARY TABLE joined_shard AS SELECT i AS region, i % 7 AS age, i % 3 AS ward, 'd' || i % 5 AS disease FROM generate_series(1, 60) i;
SELECT n, count(published) FROM generate_series(1, 3) n, LATERAL microdata.bucketize_region(CASE WHEN n > 0 THEN 'joined_shard'::regclass::oid END, 0,
    '{"rows": 60, "regions": [{"rows": 60}], "tree": [{"region": 0}], "groups": [], "values": []}', repeat('0', 32), 2, '{disease}', '{region}', NULL, NULL, NULL, 'mondrian', 'width', 0, NULL, 1)
    AS published (bucket integer, age integer, ward integer, disease text) GROUP BY n ORDER BY n;
DROP TABLE joined_shard;

-- A value read back from its text is the same value, whatever the session's settings of input.
CREATE TABLE texts (m int, a json[], b xml, c int, d text) PARTITION BY RANGE (m);
CREATE TABLE texts_1 PARTITION OF texts FOR VALUES FROM (0) TO (10);
CREATE TABLE texts_2 PARTITION OF texts FOR VALUES FROM (10) TO (20);
INSERT INTO texts SELECT i % 20, CASE i % 2 WHEN 0 THEN '{"{}",NULL}' ELSE '{1}' END::json[], 'no document', i % 7, 'd' || i % 5 FROM generate_series(1, 400) i;
SET array_nulls = off;
SET xmloption = document;
SELECT slice_table('texts', 2, 2, sensitive => '{d}', target => 'texts_sliced', seed => 1);
SELECT bool_and(holds) FROM verify_release('texts_sliced');

-- What one role puts into the catalog, and names that are none.
\pset format unaligned
\pset tuples_only on

CREATE TABLE things (a integer, b integer, s text);
INSERT INTO things SELECT i % 3, i % 5, 's' || i % 4 FROM generate_series(1, 60) i;

-- Names of releases.
SELECT attempts(format('slice_table(''things'', 2, 2, sensitive => ''{s}'', target => %L)', t))
FROM unnest(ARRAY['a.b.c.d', '""', 'public.""', '"".x', 'a..b', '.a', 'a.', '"a', ' ', 'a b']) t;
\set ECHO none
SELECT attempts($$
bucketize_table('things', 2, sensitive => '{s}', target => 'a.b.c.d')
generalize_table('things', 2, target => 'a.b.c.d')
gnf_decompose('things', 2, '{"a -> s"}', target => '""')
fragment_table('things', 2, 's', target => 'a.b.c.d')
$$);
\set ECHO all
SELECT count(*) FROM microdata.releases WHERE source = 'things'::regclass;

-- A table has so many rules and no more.
SELECT count(add_privacy_rule('things', 'a -> s', 2)) FROM generate_series(1, 1000);
SELECT attempts($$add_privacy_rule('things', 'b -> s')$$);
SELECT count(drop_privacy_rule(rule_id)) FROM (SELECT rule_id FROM microdata.privacy_rules WHERE source = 'things'::regclass LIMIT 1) r;
SELECT add_privacy_rule('things', 'b -> s') > 0;
SELECT attempts($$add_privacy_rule('things', 'b -> s')$$);

-- Renames are followed wherever an attribute has them from.
CREATE TABLE parent (a integer, s text);
CREATE TABLE child (b integer) INHERITS (parent);
CREATE TABLE grandchild () INHERITS (child);
CREATE TYPE shape AS (a integer, s text);
CREATE TABLE typed OF shape;
CREATE VIEW seen AS SELECT a, s FROM things;
SELECT declare_roles(t, sensitive => '{s}', identifiers => '{a}'), add_privacy_rule(t, 'a -> s') > 0 FROM unnest('{parent,child,grandchild,typed,seen}'::regclass[]) t;
ALTER TABLE parent RENAME s TO secret;
ALTER TYPE shape RENAME ATTRIBUTE s TO secret CASCADE;
ALTER VIEW seen RENAME s TO secret;
ALTER TABLE seen RENAME a TO "A";
SELECT * FROM microdata.roles WHERE source::text IN ('parent', 'child', 'grandchild', 'typed', 'seen') ORDER BY source::text, attribute;
SELECT source, rule FROM microdata.privacy_rules WHERE source::text IN ('parent', 'child', 'grandchild', 'typed', 'seen') ORDER BY source::text;
SELECT source, left_attributes, right_attributes FROM microdata.privacy_rule_record WHERE source::text IN ('parent', 'child', 'grandchild', 'typed', 'seen') ORDER BY source::text;
-- And drops.
ALTER TABLE parent DROP a;
DROP TYPE shape CASCADE;
SELECT * FROM microdata.roles WHERE source::text IN ('parent', 'child', 'grandchild', 'typed', 'seen') ORDER BY source::text, attribute;
SELECT source, rule FROM microdata.privacy_rules WHERE source::text IN ('parent', 'child', 'grandchild', 'typed', 'seen') ORDER BY source::text;
DROP TABLE parent CASCADE;

-- A temporary source is known as long as it lasts, and followed.
CREATE TEMPORARY TABLE passing AS SELECT * FROM things;
SELECT slice_table('passing', 2, 2, sensitive => '{s}', target => 'public.kept');
SELECT source, relations FROM microdata.releases WHERE 'kept'::regclass = ANY (relations);
SELECT source FROM microdata.release_record WHERE 'kept'::regclass = ANY (relations);
SELECT bool_and(holds) FROM verify_release('kept');
ALTER TABLE passing RENAME s TO t;
SELECT bool_and(holds) FROM verify_release('kept');
SELECT slice_table('passing', 2, 2, sensitive => '{t}', target => 'public.kept', replace => true);
SELECT count(*) FROM microdata.temporary_source_record;
DROP TABLE passing;
SELECT count(*) FROM microdata.temporary_source_record;
SELECT source, relations FROM microdata.releases WHERE 'kept'::regclass = ANY (relations);
SELECT FROM drop_release('kept');

-- Of several relations of one release, some may go.
SELECT count(*) FROM gnf_decompose('things', 2, '{"a -> s"}', 'single-attribute', target => 'parts');
SELECT relations FROM microdata.releases WHERE source = 'things'::regclass;
DROP TABLE parts_2;
SELECT relations FROM microdata.releases WHERE source = 'things'::regclass;
DROP VIEW seen;
DROP TABLE things;
SELECT source, relations FROM microdata.releases WHERE 'parts_1'::regclass = ANY (relations);
SELECT FROM drop_release('parts_1');
SELECT relations FROM microdata.releases WHERE relations::text ~ 'parts_';

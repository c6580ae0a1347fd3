-- Roles: given, declared, by default.
\pset format unaligned
\pset tuples_only on
CREATE TABLE visits (visit integer, day date, patient text UNIQUE, ward integer, note text, disease text, PRIMARY KEY (visit, day));
INSERT INTO visits SELECT i, date '2020-01-01' + i, 'p' || i, i % 3, 'note ' || i, 'd' || i % 4 FROM generate_series(1, 24) i;

-- By default keys are identifiers; a telling text column is warned of.
SELECT slice_table('visits', 2, 2, sensitive => '{disease}');
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1 ORDER BY 1;

-- Declared once, the whole call is short.
SELECT FROM declare_roles('visits', sensitive => '{disease}', identifiers => '{note}', quasi_identifiers => '{day}');
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT slice_table('visits', 2, 2, replace => true);
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns GROUP BY 1 ORDER BY 1;

-- What a call gives comes first.
SELECT slice_table('visits', 2, 2, insensitive => '{note}', replace => true);
SELECT attribute, role FROM microdata.release_columns WHERE attribute = 'note';

-- A list replaces what was declared for its role; an attribute has one role.
SELECT FROM declare_roles('visits', identifiers => '{}', insensitive => '{day}');
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT FROM declare_roles('visits');
SELECT count(*) FROM microdata.roles;

-- Renames are followed; what is dropped is forgotten.
ALTER TABLE visits RENAME TO calls;
ALTER TABLE calls RENAME disease TO illness;
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT attribute, source_attribute FROM microdata.release_column_record WHERE source_attribute = 'illness';
ALTER TABLE calls DROP day;
SELECT * FROM microdata.roles ORDER BY attribute;
SELECT slice_table('calls', 2, 2);
SELECT drop_release('visits_sliced'), drop_release('calls_sliced');
DROP TABLE calls;
SELECT count(*) FROM microdata.role_record;

-- Columns of views can be declared as those of tables.
CREATE TABLE base (id integer PRIMARY KEY, a integer, s integer);
INSERT INTO base SELECT i, i % 4, i % 3 FROM generate_series(1, 12) i;
CREATE VIEW shown AS SELECT id, a, s FROM base;
SELECT FROM declare_roles('shown', sensitive => '{s}', identifiers => '{id}');
SELECT slice_table('shown', 2, 3);
ALTER VIEW shown RENAME a TO aa;
SELECT * FROM microdata.roles ORDER BY 2;
DROP TABLE base CASCADE;
SELECT count(*) FROM microdata.role_record;
SELECT source, relations FROM microdata.releases;
SELECT requirement, bound, achieved, holds FROM verify_release('shown_sliced');
SELECT disclosure('shown_sliced');
DROP TABLE shown_sliced;

-- Not every unique index makes a key.
CREATE TABLE indexed (a integer, b integer, c integer, d integer, s integer);
CREATE UNIQUE INDEX ON indexed (a, b);
CREATE UNIQUE INDEX ON indexed (c) WHERE c > 0;
CREATE UNIQUE INDEX ON indexed ((d + 1));
INSERT INTO indexed SELECT i, i, i, i, i % 2 FROM generate_series(1, 6) i;
SELECT slice_table('indexed', 2, 2, sensitive => '{s}');
DROP TABLE indexed, indexed_sliced;

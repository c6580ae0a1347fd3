-- What nobody looked at: keys of others, keys behind views, columns without a role, columns that came later.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE countries (code text PRIMARY KEY, name text UNIQUE);
CREATE TABLE beds (ward integer, bed integer, PRIMARY KEY (ward, bed));
CREATE TABLE patients (
    id integer PRIMARY KEY,
    email varchar UNIQUE,
    born timestamp UNIQUE,
    country text REFERENCES countries,
    ward integer,
    bed integer,
    referrer integer REFERENCES patients,
    job text,
    disease text,
    FOREIGN KEY (ward, bed) REFERENCES beds);
INSERT INTO countries VALUES ('at', 'Austria'), ('be', 'Belgium'), ('ch', 'Switzerland');
INSERT INTO beds SELECT w, b FROM generate_series(0, 3) w, generate_series(0, 2) b;
INSERT INTO patients
    SELECT i, 'p' || i, timestamp '1960-01-01 12:00' + i * interval '100 days', (ARRAY['at', 'be', 'ch'])[1 + i % 3], i % 4, i % 3,
           CASE WHEN i > 20 THEN i - 20 END, 'j' || i % 5, 'd' || i % 4
    FROM generate_series(1, 40) i;
CREATE TABLE visits (
    visit integer PRIMARY KEY,
    patient integer REFERENCES patients,
    day date,
    code text);
INSERT INTO visits SELECT i, 1 + i % 40, date '2020-01-01' + i % 7, 'c' || i % 4 FROM generate_series(1, 80) i;
RESET client_min_messages;

-- Foreign keys: all their columns, of a table that refers to itself too. Whoever is given a role has that one.
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', target => 'released');
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'released'::regclass GROUP BY 1 ORDER BY 1;
-- A release gives way to one of the same source alone.
CREATE FUNCTION make_way() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass('released') IS NOT NULL THEN PERFORM drop_release(to_regclass('released')); END IF;
END
$$;
SELECT FROM make_way();
SELECT slice_table('patients', 2, 2, sensitive => '{disease}', quasi_identifiers => '{country}', insensitive => '{ward}', target => 'released', replace => true);
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'released'::regclass GROUP BY 1 ORDER BY 1;
SELECT FROM declare_roles('visits', quasi_identifiers => '{patient}');
SELECT FROM make_way();
SELECT slice_table('visits', 2, 2, sensitive => '{code}', target => 'released', replace => true);
DROP TABLE released;

-- What the others ask is the same. This one publishes nothing.
CREATE FUNCTION taken(source regclass) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM attribute_correlation(source); END $$;
SELECT FROM taken('patients');

\set VERBOSITY terse
-- Constraints of all kinds: not valid, deferrable, twice; a key that is a foreign key is a key. A partial index makes none.
CREATE TABLE kinds (a integer, b integer, c integer, d integer, e integer, f integer, g integer, s integer);
ALTER TABLE kinds
    ADD FOREIGN KEY (a) REFERENCES patients NOT VALID,
    ADD UNIQUE (b) DEFERRABLE INITIALLY DEFERRED,
    ADD FOREIGN KEY (c) REFERENCES patients,
    ADD FOREIGN KEY (c) REFERENCES visits,
    ADD PRIMARY KEY (d),
    ADD FOREIGN KEY (d) REFERENCES patients;
CREATE UNIQUE INDEX ON kinds (e) WHERE e > 0;
CREATE UNIQUE INDEX ON kinds (f) INCLUDE (g);
INSERT INTO kinds SELECT NULL, i, NULL, i, -(i % 2), i, i % 2, i % 2 FROM generate_series(1, 10) i;
SELECT FROM taken('kinds');

-- Views: a column that plainly is a column of a table, whatever its name, through views over views.
CREATE VIEW plain AS SELECT id AS person, email AS mail, country, job, disease FROM patients;
CREATE VIEW over_view AS SELECT person AS who, country AS "From", job, disease FROM plain;
SELECT FROM taken('over_view');
SELECT slice_table('over_view', 2, 2, sensitive => '{disease}', target => 'released');
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'released'::regclass GROUP BY 1 ORDER BY 1;
DROP TABLE released;
CREATE VIEW barrier WITH (security_barrier) AS SELECT id, job, disease FROM patients WHERE id > 3;
SELECT FROM taken('barrier');
SELECT current_setting('server_version_num')::integer >= 150000 AS has_invokers \gset
\if :has_invokers
ALTER VIEW barrier SET (security_invoker);
\endif
SELECT FROM taken('barrier');
CREATE MATERIALIZED VIEW stored AS SELECT who, row_number() OVER () AS number, job, disease FROM over_view;
SELECT FROM taken('stored');
CREATE UNIQUE INDEX ON stored (number);
SELECT FROM taken('stored');
CREATE VIEW over_stored AS SELECT number, job, disease FROM stored;
SELECT FROM taken('over_stored');

-- Joins: a name that repeats is a name. Columns that USING merges are those of both sides.
CREATE VIEW joined AS SELECT p.id, p.job, v.visit, v.day, v.patient FROM patients p JOIN visits v ON v.patient = p.id;
SELECT FROM taken('joined');
CREATE VIEW merged AS SELECT id, p.job, v.code FROM (SELECT patient AS id, code FROM visits) v FULL JOIN patients p USING (id);
SELECT FROM taken('merged');
CREATE VIEW left_joined AS SELECT j.key, p.job, v.code FROM visits v LEFT JOIN (patients p JOIN LATERAL (SELECT p.id AS key) j ON true) ON v.patient = p.id;
SELECT FROM taken('left_joined');

-- Groups, DISTINCT, set operations: where any arm is a key; values of EXCEPT are those of its left arm.
CREATE VIEW grouped AS SELECT patient, code, count(*) AS visits FROM visits GROUP BY GROUPING SETS ((patient, code), (code));
SELECT FROM taken('grouped');
CREATE VIEW distinct_rows AS SELECT DISTINCT patient, code, day FROM visits;
SELECT FROM taken('distinct_rows');
CREATE VIEW united AS SELECT 0 AS a, job, disease FROM patients UNION ALL (SELECT id, job, disease FROM patients INTERSECT SELECT 1, job, disease FROM patients);
SELECT FROM taken('united');
CREATE VIEW excepted AS SELECT day AS a, code, patient AS b FROM visits EXCEPT SELECT born, job, 0 FROM patients;
SELECT FROM taken('excepted');

-- Subqueries and common table expressions, recursive ones too.
CREATE VIEW with_tables AS
    WITH a AS (SELECT id AS x, job, disease FROM patients),
         b AS (SELECT x AS y, job, disease FROM (SELECT * FROM a) AS inner_a)
    SELECT y AS z, (SELECT max(b2.y) FROM b b2) AS most, (SELECT v.patient FROM visits v WHERE v.visit = y) AS scalar, job, disease FROM b;
SELECT FROM taken('with_tables');
CREATE VIEW recursive_tables AS
    WITH RECURSIVE chain (person, job, depth) AS (
        SELECT 0, 'none', 0
        UNION ALL
        SELECT p.referrer, p.job, c.depth + 1 FROM chain c JOIN patients p ON p.referrer > c.person WHERE c.depth < 2)
    SELECT * FROM chain;
SELECT FROM taken('recursive_tables');

-- Casts that keep values apart show the column; what is computed does not.
CREATE DOMAIN mark AS text;
CREATE VIEW casts AS
    SELECT id::text AS a, id::bigint AS b, email::varchar(4) AS c, email::mark AS d, email COLLATE "C" AS e, COALESCE(NULL, referrer, -1) AS f, id::numeric AS g, job, disease FROM patients;
SELECT FROM taken('casts');
CREATE VIEW computed AS
    SELECT id / 10 AS a, born::date AS b, date_trunc('year', born) AS c, email IS NULL AS d, left(email, 1) AS e, count(*) OVER (PARTITION BY id) AS f, job, disease FROM patients;
SELECT FROM taken('computed');
CREATE VIEW nothing AS SELECT a, 'x' AS job, patients IS NULL AS b FROM patients, generate_series(1, 2) a, (VALUES (1), (2)) v;
SELECT FROM taken('nothing');

-- Partitions and heirs: what is a key in one of the tables that are read, or in one that the columns come from.
CREATE TABLE measured (patient integer, day date, value integer, s integer) PARTITION BY RANGE (day);
CREATE TABLE measured_1 PARTITION OF measured FOR VALUES FROM ('2020-01-01') TO ('2020-02-01');
CREATE TABLE measured_2 PARTITION OF measured (UNIQUE (value)) FOR VALUES FROM ('2020-02-01') TO ('2020-03-01');
ALTER TABLE measured ADD FOREIGN KEY (patient) REFERENCES patients;
INSERT INTO measured SELECT 1 + i % 40, date '2020-01-01' + i, i, i % 2 FROM generate_series(0, 49) i;
SELECT FROM taken('measured');
SELECT FROM taken('measured_1');
CREATE TABLE split (id integer PRIMARY KEY, s integer) PARTITION BY HASH (id);
CREATE TABLE split_1 PARTITION OF split FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO split SELECT generate_series(1, 20);
CREATE TABLE refers (part integer REFERENCES split, a integer, s integer);
INSERT INTO refers SELECT 1 + i % 20, i % 2, i % 3 FROM generate_series(1, 40) i;
SELECT FROM taken('refers');
CREATE TABLE people (id integer PRIMARY KEY, nick text, a integer, s integer);
CREATE TABLE clerk (nick text UNIQUE) INHERITS (people);
INSERT INTO clerk SELECT i, 'n' || i, i % 2, i % 3 FROM generate_series(1, 40) i;
SELECT FROM taken('people');
SELECT FROM taken('clerk');

\set VERBOSITY default
-- Views that read each other end in the server's error, views that read each other many times in an instant.
CREATE VIEW one AS SELECT 1 AS a, 2 AS b, 3 AS c;
CREATE VIEW two AS SELECT a, b, c FROM one;
CREATE OR REPLACE VIEW one AS SELECT a, b, c FROM two;
SELECT FROM taken('two');
DROP VIEW one CASCADE;
DO $$
BEGIN
    EXECUTE 'CREATE VIEW chained AS WITH t0 AS (SELECT id AS x, job FROM patients), '
        || (SELECT string_agg(format('t%s AS (SELECT COALESCE(a.x, b.x) AS x, a.job FROM t%s a JOIN t%s b USING (x))', i, i - 1, i - 1), ', ' ORDER BY i)
            FROM generate_series(1, 40) i)
        || ' SELECT x, job FROM t40';
END $$;
SET jit = off;
SELECT processor_seconds() AS before \gset
SELECT FROM taken('chained');
SELECT processor_seconds() - :before < 20 AS in_time;
RESET jit;

-- Columns that came after the roles were declared, in tables and views; renamed ones did not.
SELECT FROM declare_roles('visits', sensitive => '{code}', quasi_identifiers => '{}');
ALTER TABLE visits ADD hiv boolean, ADD ward integer UNIQUE, ADD ok boolean;
UPDATE visits SET hiv = visit % 2 = 0, ok = true;
ALTER TABLE visits RENAME day TO visited;
SELECT slice_table('visits', 2, 2, insensitive => '{ok}', target => 'released');
SELECT count(*) FROM attribute_partition('visits', 2);
-- Declaring anew is to have looked at all.
SELECT FROM declare_roles('visits', sensitive => '{code,hiv}');
SELECT FROM make_way();
SELECT slice_table('visits', 2, 2, target => 'released', replace => true);
ALTER TABLE visits DROP ok;
ALTER TABLE visits ADD ok boolean;
SELECT FROM make_way();
SELECT slice_table('visits', 2, 2, target => 'released', replace => true);
SELECT FROM declare_roles('visits');
SELECT FROM make_way();
SELECT slice_table('visits', 2, 2, target => 'released', replace => true);
SELECT source, attributes FROM microdata.declared_source_record WHERE source = 'visits'::regclass;
CREATE VIEW grown AS SELECT job, disease FROM patients;
SELECT FROM declare_roles('grown', sensitive => '{disease}');
CREATE OR REPLACE VIEW grown AS SELECT job, disease, id / 10 AS decade, country FROM patients;
SELECT FROM make_way();
SELECT generalize_table('grown', 2, target => 'released', replace => true, seed => 1);
ALTER VIEW grown RENAME decade TO tens;
SELECT FROM make_way();
SELECT generalize_table('grown', 2, target => 'released', replace => true, seed => 1);
-- A source of which nothing is left that somebody has seen.
CREATE TABLE emptied (a integer);
SELECT FROM declare_roles('emptied');
ALTER TABLE emptied ADD b integer, ADD s integer;
ALTER TABLE emptied DROP a;
INSERT INTO emptied SELECT i % 2, i % 3 FROM generate_series(1, 12) i;
SELECT FROM make_way();
SELECT slice_table('emptied', 2, 2, sensitive => '{s}', target => 'released', replace => true);
-- No declaration, no warning.
CREATE TABLE undeclared AS SELECT i % 2 AS a, i % 3 AS s FROM generate_series(1, 12) i;
ALTER TABLE undeclared ADD b integer;
SELECT FROM make_way();
SELECT slice_table('undeclared', 2, 2, sensitive => '{s}', target => 'released', replace => true);
-- Columns of a parent and of a type come to heirs and tables of it.
CREATE TYPE shape AS (a integer, s integer);
CREATE TABLE shaped OF shape;
INSERT INTO shaped SELECT i % 2, i % 3 FROM generate_series(1, 12) i;
SELECT declare_roles('shaped', sensitive => '{s}'), declare_roles('clerk', sensitive => '{s}');
ALTER TYPE shape ADD ATTRIBUTE b integer CASCADE;
ALTER TYPE shape RENAME ATTRIBUTE a TO aa CASCADE;
ALTER TABLE people ADD b integer;
SELECT FROM make_way();
SELECT slice_table('shaped', 2, 2, target => 'released', replace => true);
SELECT FROM make_way();
SELECT slice_table('clerk', 2, 2, target => 'released', replace => true);
SELECT source, attributes, attnums FROM microdata.declared_source_record
WHERE source = ANY ('{visits,grown,emptied,shaped,clerk}'::regclass[]) ORDER BY source::text COLLATE "C";

-- Roles are of one relation: a WARNING where a column that was declared elsewhere is about to be published by another name or relation.
CREATE TABLE treated (pid integer, clinic integer, alias text, ward text, month integer, icd text);
INSERT INTO treated SELECT p, p % 2, 'n' || p % 9, 'w' || p % 3, r, 'd' || (p + r) % 5 FROM generate_series(1, 40) p, generate_series(1, 1 + p % 3) r;
SET client_min_messages = warning;
SELECT FROM declare_roles('treated', sensitive => '{icd}', subject => '{clinic,pid}', identifiers => '{alias}', quasi_identifiers => '{ward}');
CREATE VIEW renamed AS SELECT pid AS person, clinic, alias || '' AS computed, upper(ward) AS ward, month, icd AS code FROM treated;
CREATE MATERIALIZED VIEW over_renamed AS SELECT r.person, r.code, t.alias AS who, t.ward FROM renamed r JOIN treated t ON t.pid = r.person AND t.month = r.month;
CREATE VIEW either AS SELECT alias AS either, month FROM treated UNION ALL SELECT icd, month FROM treated;
SELECT FROM make_way();
SELECT bucketize_table('renamed', 2, sensitive => '{month}', target => 'released', replace => true);
-- Each has the detail and hint of the first.
\set VERBOSITY terse
SELECT FROM make_way();
SELECT slice_table('over_renamed', 2, 2, sensitive => '{ward}', target => 'released', replace => true);
SELECT FROM make_way();
SELECT generalize_table('either', 2, target => 'released', replace => true);
-- So is a column that is computed from one: by functions, CASE, aggregates, rows, subqueries, generated columns.
CREATE TABLE generated (pid integer, ward text, icd text, upper text GENERATED ALWAYS AS (upper(icd)) STORED);
INSERT INTO generated SELECT pid, ward, icd FROM treated;
SELECT FROM declare_roles('generated', sensitive => '{icd}', quasi_identifiers => '{ward}');
CREATE VIEW by_expressions AS SELECT upper(icd) AS a, CASE WHEN icd = 'd1' THEN 1 ELSE 0 END AS b, md5(alias) AS c, upper(ward) AS d, month, (SELECT lower(g.upper) FROM generated g LIMIT 1) AS e, to_jsonb(treated) AS f FROM treated;
CREATE VIEW by_groups AS SELECT ward, month, max(icd || '') AS most, count(alias) AS rows, count(*) FILTER (WHERE icd = 'd1') AS of_one FROM treated GROUP BY ward, month;
SELECT FROM make_way();
SELECT generalize_table('by_expressions', 2, target => 'released', replace => true);
SELECT FROM make_way();
SELECT generalize_table('by_groups', 2, target => 'released', replace => true);
-- Whoever chose a role, in the call or by a declaration, is not warned, nor is who publishes nothing.
SELECT FROM make_way();
SELECT bucketize_table('renamed', 2, sensitive => '{code}', subject => '{person,clinic}', suppress => 0.5, target => 'released', replace => true);
SELECT FROM declare_roles('over_renamed', sensitive => '{code}', identifiers => '{who}', insensitive => '{person}');
SELECT FROM make_way();
SELECT slice_table('over_renamed', 2, 2, target => 'released', replace => true);
SELECT count(*) FROM attribute_correlation('renamed', sensitive => '{month}');
SELECT count(*) FROM risk('renamed', 2);
-- Partitions and heirs, up and down.
CREATE TABLE part_of (pid integer, alias text, day integer, icd text) PARTITION BY LIST (day);
CREATE TABLE part_of_1 PARTITION OF part_of FOR VALUES IN (1);
CREATE TABLE part_of_2 PARTITION OF part_of FOR VALUES IN (2) PARTITION BY LIST (day);
CREATE TABLE part_of_2_2 (icd text, day integer, alias text, pid integer);
ALTER TABLE part_of_2 ATTACH PARTITION part_of_2_2 DEFAULT;
INSERT INTO part_of SELECT i % 7, 'n' || i % 5, 1 + i % 2, 'd' || i % 3 FROM generate_series(1, 40) i;
SELECT FROM declare_roles('part_of', subject => '{pid}', identifiers => '{alias}', sensitive => '{icd}');
SELECT FROM make_way();
SELECT bucketize_table('part_of_1', 2, sensitive => '{icd}', target => 'released', replace => true);
SELECT FROM make_way();
SELECT slice_table('part_of_2_2', 2, 2, sensitive => '{alias}', target => 'released', replace => true);
CREATE VIEW of_part AS SELECT pid AS p, day, icd FROM part_of_2_2;
SELECT FROM make_way();
SELECT generalize_table('of_part', 2, target => 'released', replace => true);
SELECT declare_roles('part_of', subject => '{}', identifiers => '{}', sensitive => '{}'), declare_roles('part_of_1', identifiers => '{alias}');
SELECT FROM make_way();
SELECT generalize_table('part_of', 2, target => 'released', replace => true);
-- A view's reader is warned too, of what the view shows; who may not read it learns nothing.
CREATE ROLE md_anybody;
GRANT SELECT ON renamed TO md_anybody;
SET ROLE md_anybody;
SELECT count(*) FROM bucketize_rows(NULL::renamed, 2, sensitive => '{month}');
SELECT count(*) FROM bucketize_rows(NULL::of_part, 2, sensitive => '{day}');
RESET ROLE;
DROP OWNED BY md_anybody;
DROP ROLE md_anybody;
\set VERBOSITY default
-- An attribute that was dropped and added again is another one.
ALTER TABLE treated DROP alias CASCADE;
ALTER TABLE treated ADD alias text;
CREATE VIEW anew AS SELECT alias, ward FROM treated;
SELECT FROM make_way();
SELECT generalize_table('anew', 2, target => 'released', replace => true);
DROP TABLE part_of, treated, generated CASCADE;
RESET client_min_messages;

-- With 'error' every column needs a role that somebody chose, whoever publishes and by whatever method.
SET pg_microdata.unclassified = 'error';
\set ECHO none
SELECT attempts($$
slice_table('undeclared', 2, 2, sensitive => '{s}', target => 'released', replace => true)
slice_table('undeclared', 2, 2, sensitive => '{s}', in_place => true)
SELECT count(*) FROM slice_rows(NULL::undeclared, 2, 2, sensitive => '{s}')
bucketize_table('undeclared', 2, sensitive => '{s}', target => 'released', replace => true)
SELECT count(*) FROM bucketize_rows(NULL::undeclared, 2, sensitive => '{s}')
generalize_table('undeclared', 2, sensitive => '{s}', target => 'released', replace => true)
SELECT count(*) FROM gnf_decompose('undeclared', 2, sensitive => '{s}', target => 'released')
SELECT count(*) FROM fragment_table('undeclared', 2, 'a', sensitive => '{s}', target => 'released')
generalize_table('shaped', 2, target => 'released', replace => true)
$$);
\set ECHO all
-- Functions that publish nothing go on.
SELECT count(*) FROM attribute_correlation('undeclared', sensitive => '{s}');
SELECT count(*) FROM attribute_partition('undeclared', 2, sensitive => '{s}');
SELECT count(*) FROM microdata.gnf_plan('undeclared', 2, sensitive => '{s}');
SELECT count(*) FROM microdata.fragment_plan('undeclared', 'a', 1, sensitive => '{s}');
-- A role in the call is one that somebody chose.
SELECT FROM make_way();
SELECT slice_table('undeclared', 2, 2, sensitive => '{s}', quasi_identifiers => '{a}', identifiers => '{b}', target => 'released', replace => true);
SELECT FROM declare_roles('undeclared', sensitive => '{s}', quasi_identifiers => '{a}');
SELECT FROM make_way();
SELECT slice_table('undeclared', 2, 2, target => 'released', replace => true);
SELECT FROM declare_roles('undeclared', identifiers => '{b}');
SELECT FROM make_way();
SELECT slice_table('undeclared', 2, 2, target => 'released', replace => true);
SET pg_microdata.unclassified = 'off';
RESET pg_microdata.unclassified;
SHOW pg_microdata.unclassified;

-- Nobody but a DBA lowers it; nobody writes or sees what others have declared.
CREATE ROLE md_anybody;
SET ROLE md_anybody;
SET pg_microdata.unclassified = 'warn';
SELECT count(*) FROM microdata.declared_sources WHERE source = 'visits'::regclass;
\set ECHO none
SELECT attempts($$
DELETE FROM microdata.declared_source_record
INSERT INTO microdata.declared_source_record VALUES ('visits', '{}', '{}')
declare_roles('visits')
SELECT count(*) FROM bucketize_rows(NULL::grown, 2)
$$);
\set ECHO all
RESET ROLE;
SET pg_microdata.unclassified = 'error';
SET ROLE md_anybody;
SELECT count(*) FROM bucketize_rows(NULL::grown, 2);
RESET ROLE;
GRANT SELECT (job) ON grown TO md_anybody;
SET ROLE md_anybody;
SELECT count(*) FROM bucketize_rows(NULL::grown, 2);
RESET ROLE;
RESET pg_microdata.unclassified;
GRANT SELECT ON visits TO md_anybody;
SET ROLE md_anybody;
SELECT source FROM microdata.declared_sources WHERE source = 'visits'::regclass;
RESET ROLE;
DROP OWNED BY md_anybody;
DROP ROLE md_anybody;

SET client_min_messages = warning;
DROP TABLE countries, beds, patients, visits, kinds, measured, split, refers, people, emptied, undeclared, released CASCADE;
DROP TYPE shape CASCADE;
DROP FUNCTION taken;
DROP DOMAIN mark;
SELECT count(*) FROM microdata.declared_source_record r WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = r.source);

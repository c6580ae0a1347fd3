-- Every type works as an attribute, and comes out as it went in.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN shoe AS integer CHECK (VALUE > 0);
CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE pair AS (a integer, b text);
CREATE TABLE all_types (
    t_bool boolean, t_char "char", t_int2 smallint, t_int4 integer, t_int8 bigint,
    t_float4 real, t_float8 double precision, t_numeric numeric, t_money money,
    t_text text, t_varchar varchar(20), t_bpchar char(5), t_name name, t_c text COLLATE "C",
    t_icase text COLLATE ignore_case, t_bytea bytea,
    t_date date, t_time time, t_timetz timetz, t_timestamp timestamp, t_timestamptz timestamptz, t_interval interval,
    t_uuid uuid, t_inet inet, t_macaddr macaddr, t_bit bit(3), t_varbit varbit, t_oid oid, t_xid xid, t_pg_lsn pg_lsn,
    t_int_array integer[], t_text_array text[], t_jsonb jsonb, t_json json, t_point point, t_xml xml,
    t_range int4range, t_multirange nummultirange, t_tsvector tsvector, t_mood mood, t_shoe shoe, t_pair pair,
    disease text);
INSERT INTO all_types
SELECT i % 2 = 0, chr(65 + i % 3)::"char", i % 4, i - 10, i * 10000000000,
    CASE i % 5 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN -0.0 ELSE i END,
    CASE i % 5 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN 0.0 ELSE i / 3.0 END,
    CASE i % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN 1.0 WHEN 2 THEN 1e30 ELSE i / 7.5 END, (i % 6)::money,
    'text ' || i % 6, 'v' || i % 6, 'c' || i % 6, ('n' || i % 6)::name, 'ä' || i % 6,
    CASE i % 4 WHEN 0 THEN 'Abc' WHEN 1 THEN 'b' ELSE 'C' END, decode(lpad(to_hex(i % 6), 4, '0'), 'hex'),
    CASE i % 6 WHEN 0 THEN 'infinity' WHEN 1 THEN '-infinity' ELSE date '2000-01-01' + i END, time '00:00' + i * interval '1 hour',
    (i || ':00:00+02')::timetz, CASE i % 6 WHEN 0 THEN 'infinity' ELSE timestamp '2000-01-01' + i * interval '1 day' END,
    timestamptz '2000-01-01 00:00+00' + i * interval '1 day', i % 4 * interval '1 month',
    ('00000000-0000-0000-0000-0000000000' || lpad((i % 6)::text, 2, '0'))::uuid, ('10.0.0.' || i % 6)::inet, ('08:00:2b:01:02:0' || i % 6)::macaddr,
    (i % 8)::bit(3), (i % 4)::bit(2)::varbit, 4294967295 - i % 3, (i % 5)::text::xid, ('0/' || i % 6)::pg_lsn,
    ARRAY[i % 3, NULL], ARRAY['x' || i % 3, 'y"'], jsonb_build_object('k', i % 3), json_build_object('k', i % 3), point(i % 3, 1), ('<a>' || i % 3 || '</a>')::xml,
    int4range(i % 4, i % 4 + 2), nummultirange(numrange(i % 3, i % 3 + 1)), ('word' || i % 3)::tsvector, (ARRAY['sad', 'ok', 'happy'])[1 + i % 3]::mood, 1 + i % 6, ROW(i % 3, 'p')::pair,
    'disease ' || i % 4
FROM generate_series(0, 23) i;
INSERT INTO all_types (t_int4, disease) VALUES (NULL, 'disease 0'), (NULL, 'disease 1'), (NULL, NULL), (1, NULL);
-- An address is an address, however few there are.
SELECT FROM declare_roles('all_types', quasi_identifiers => '{t_inet,t_name,t_uuid}');

SELECT slice_table('all_types', 3, 2, sensitive => '{disease}');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed FROM verify_release('all_types_sliced');

-- The same types, and the same values in every column.
SELECT a.attname, format_type(a.atttypid, a.atttypmod), format_type(b.atttypid, b.atttypmod)
FROM pg_attribute a LEFT JOIN pg_attribute b ON b.attrelid = 'all_types_sliced'::regclass AND b.attname = a.attname
WHERE a.attrelid = 'all_types'::regclass AND a.attnum > 0
  AND (a.atttypid, a.atttypmod, a.attcollation) IS DISTINCT FROM (b.atttypid, b.atttypmod, b.attcollation);
DO $$
DECLARE
    a name;
    differing bigint;
BEGIN
    FOR a IN SELECT attname FROM pg_attribute WHERE attrelid = 'all_types'::regclass AND attnum > 0 ORDER BY attnum LOOP
        EXECUTE format('SELECT count(*) FROM ((SELECT %1$I::text FROM all_types EXCEPT ALL SELECT %1$I::text FROM all_types_sliced)
                        UNION ALL (SELECT %1$I::text FROM all_types_sliced EXCEPT ALL SELECT %1$I::text FROM all_types)) d', a) INTO differing;
        IF differing > 0 THEN
            RAISE WARNING '%: % values differ', a, differing;
        END IF;
    END LOOP;
END $$;

-- Every type as the sensitive attribute. NULL is a value of its own.
DO $$
DECLARE
    a name;
BEGIN
    FOR a IN SELECT attname FROM pg_attribute WHERE attrelid = 'all_types'::regclass AND attnum > 0 ORDER BY attnum LOOP
        EXECUTE format('SELECT slice_table(''all_types'', 2, 1.2, sensitive => ARRAY[%L], target => ''t'', replace => true, suppress => 0.9)', a);
        IF NOT (SELECT bool_and(holds) FROM verify_release('t')) THEN
            RAISE WARNING '% does not hold', a;
        END IF;
    END LOOP;
END $$;

-- Values that a type takes for equal are one value, published in one spelling.
CREATE TABLE spellings (n numeric, c text COLLATE ignore_case, i interval, f float8, s integer);
INSERT INTO spellings VALUES (1.0, 'Flu', '30 days', 0, 1), (1.00, 'FLU', '1 mon', '-0', 2), (1, 'flu', '720:00', 0, 3), (1.000, 'fLu', '1 mon', 0, 4);
SELECT slice_table('spellings', 2, 2, sensitive => '{s}', strict => true);
SELECT DISTINCT n, c, i, f FROM spellings_sliced;
SELECT count(DISTINCT bucket) FROM spellings_sliced;
\set ECHO none
SELECT attempts($$
slice_table('spellings', 2, 2, sensitive => '{c}', target => 'equal')
slice_table('spellings', 2, 2, sensitive => '{n}', target => 'equal')
$$);
\set ECHO all

-- Types without an order are grouped by equality, those without equality by text; neither is lost on the way.
CREATE TABLE unordered (x xid, j json, p point, s integer);
INSERT INTO unordered SELECT (i % 2)::text::xid, json_build_object('a', i % 2), point(i % 2, 0), i % 3 FROM generate_series(0, 11) i;
SELECT slice_table('unordered', 2, 3, sensitive => '{s}');
SELECT slice_table('unordered', 2, 2, sensitive => '{j}', replace => true);
SELECT x, count(*) FROM unordered_sliced GROUP BY 1 ORDER BY x::text;
SELECT bool_and(holds) FROM verify_release('unordered_sliced');

-- Values kept out of line.
CREATE TABLE toasted (t text, b bytea, s integer);
ALTER TABLE toasted ALTER t SET STORAGE EXTERNAL;
INSERT INTO toasted SELECT repeat(chr(97 + i % 3), 100000), convert_to(repeat(md5((i % 2)::text), 5000), 'UTF8'), i FROM generate_series(1, 12) i;
SELECT slice_table('toasted', 2, 3, sensitive => '{s}');
SELECT md5(t), length(t), count(*) FROM toasted_sliced GROUP BY 1, 2 ORDER BY 1;
SELECT sum(length(b)) FROM toasted_sliced;
SELECT bool_and(holds) FROM verify_release('toasted_sliced');

-- Dropped columns, generated columns, names that need quotes.
CREATE TABLE "Odd Names" ("Äge" integer, gone text, "select" text, "double" integer GENERATED ALWAYS AS ("Äge" * 2) STORED, "x""y" text, "Robert'); DROP TABLE x; --" text);
ALTER TABLE "Odd Names" DROP gone;
INSERT INTO "Odd Names" ("Äge", "select", "x""y", "Robert'); DROP TABLE x; --") SELECT i % 5, 's' || i % 2, 'x' || i % 3, 'r' || i % 4 FROM generate_series(1, 24) i;
SELECT slice_table('"Odd Names"', 2, 2, sensitive => ARRAY['Robert''); DROP TABLE x; --']);
SELECT columns_of('"Odd Names_sliced"');
SELECT bool_and(holds) FROM verify_release('"Odd Names_sliced"');
SELECT slice_table('"Odd Names"', 2, 2, sensitive => ARRAY['Robert''); DROP TABLE x; --'], groups => ARRAY['"Äge", "select", double', '"x""y", "Robert''); DROP TABLE x; --"'], target => '"Robert''); DROP TABLE x; --"');
SELECT bool_and(holds) FROM verify_release('"Robert''); DROP TABLE x; --"');
SELECT role, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = '"Odd Names_sliced"'::regclass GROUP BY 1 ORDER BY 1;

-- A name of 63 bytes leaves room for the suffix.
CREATE TABLE a234567890123456789012345678901234567890123456789012345678901_3 (a integer, b integer);
INSERT INTO a234567890123456789012345678901234567890123456789012345678901_3 VALUES (1, 1), (2, 2);
SELECT slice_table('a234567890123456789012345678901234567890123456789012345678901_3', 2, 2, sensitive => '{b}');

-- Text forms do not depend on the session.
SET DateStyle = 'German';
SET IntervalStyle = 'iso_8601';
SET TimeZone = 'Asia/Tokyo';
SET extra_float_digits = -10;
CREATE TABLE forms (d date, z timestamptz, i interval, f float8, s integer);
INSERT INTO forms SELECT date '2020-01-01' + i, timestamptz '2020-01-01 00:00+00' + i * interval '1 day', i * interval '1 day', i / 3.0, i % 2 FROM generate_series(1, 6) i;
SELECT slice_table('forms', 2, 2, sensitive => '{s}', k => 3);
RESET DateStyle;
RESET IntervalStyle;
RESET TimeZone;
RESET extra_float_digits;
SELECT DISTINCT i FROM forms_sliced ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('forms_sliced');

SELECT count(drop_release(relations[1])) FROM microdata.releases;
DROP TABLE all_types, spellings, unordered, toasted, "Odd Names", a234567890123456789012345678901234567890123456789012345678901_3, forms;
DROP TYPE mood, pair;
DROP DOMAIN shoe;
DROP COLLATION ignore_case;

-- Columns that nobody gave a role, and that disclose a sensitive one: a column computed from it, its label, its
-- chapter, a list of its values, and two columns that determine it together.
-- Rooms: src/core/dependency src/core/privacy src/postgres/source src/postgres/release src/postgres/checks
\set VERBOSITY default
\set ECHO none
SET client_min_messages = warning;
-- The default; 01_extension has set another.
SET pg_microdata.unclassified = 'suspicious';
SELECT pg_catalog.set_config('search_path', 'public', false) \g /dev/null
CREATE FUNCTION icd_of(i integer) RETURNS text IMMUTABLE LANGUAGE sql
    AS $$ SELECT (ARRAY['E10','E11','E12','I20','I21','I22','J40','J41','J42','K50','K51','K52'])[1 + i * 613 % 12] $$;
CREATE DOMAIN diagnosis AS text;
-- Returns the messages of a call, or that it succeeds, without the numbers of buckets.
CREATE FUNCTION said(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text; detail text; hint text; state text;
BEGIN
    EXECUTE call;
    RETURN 'published';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, state = RETURNED_SQLSTATE;
    RETURN concat_ws(E'\n', state || ': ' || message, NULLIF(detail, ''), NULLIF(hint, ''));
END $$;
CREATE TABLE persons AS
SELECT 18 + i * 7919 % 73 AS age, (47900 + i * 104729 % 41)::text AS zip, icd_of(i) AS icd FROM generate_series(1, 600) i;
\pset format unaligned
\pset tuples_only on
\set ECHO all

-- Columns that disclose nothing get no message: independent columns, unique ones, a constant.
CREATE TABLE plain AS SELECT row_number() OVER () AS place, 'all' AS everybody, p.* FROM persons p;
SELECT said($$SELECT bucketize_table('plain', 3, sensitive => '{icd}', quasi_identifiers => '{place}', target => 'released')$$);
SELECT bool_and(holds) FROM verify_release('released');
DROP TABLE released;
-- Nor where nearly all have one value: whatever is said of anybody is right.
CREATE TABLE well AS SELECT age, zip, CASE WHEN age = 30 AND zip = '47901' THEN 'ill' ELSE 'well' END AS state FROM persons;
SELECT said($$SELECT bucketize_table('well', 1, sensitive => '{state}', target => 'released')$$);
DROP TABLE released;

-- A column that the table computes from the sensitive one is sensitive.
CREATE TABLE generated (LIKE persons, label text GENERATED ALWAYS AS (upper(icd)) STORED, decade integer GENERATED ALWAYS AS (age / 10) STORED);
INSERT INTO generated SELECT * FROM persons;
SET client_min_messages = notice;
SELECT bucketize_table('generated', 3, sensitive => '{icd}', target => 'released');
SET client_min_messages = warning;
SELECT attribute, role FROM microdata.release_columns WHERE relation = 'released'::regclass ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('released');
DROP TABLE released;
-- Through a view, too, whatever it is called there.
CREATE VIEW shown AS SELECT age, zip, icd AS diagnosis, label AS text_of_it FROM generated;
SELECT said($$SELECT bucketize_table('shown', 3, sensitive => '{diagnosis}', target => 'released')$$);
SELECT attribute, role FROM microdata.release_columns WHERE relation = 'released'::regclass ORDER BY 1;
DROP TABLE released;
-- A role that somebody chose stays, and verification has a finding.
SELECT said($$SELECT bucketize_table('generated', 3, sensitive => '{icd}', quasi_identifiers => '{label}', target => 'released')$$);
SELECT * FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;

-- Nor does it matter that the sensitive column is not in the release, or not in the view; classify() says so, too.
ALTER TABLE generated ADD chapter text GENERATED ALWAYS AS (left(icd, 1)) STORED;
SELECT FROM declare_roles('generated', sensitive => '{icd}');
CREATE VIEW labels AS SELECT age, zip, label, chapter FROM generated;
SELECT said($$SELECT generalize_table('generated', 3, identifiers => '{icd}', target => 'released')$$);
SELECT said($$SELECT generalize_table('labels', 3, target => 'more')$$);
SELECT relation, attribute, role FROM microdata.release_columns WHERE relation IN ('released'::regclass, 'more'::regclass) AND attribute IN ('label', 'chapter') ORDER BY 1, attribute;
SELECT attribute, suggested, reason FROM classify('generated') UNION ALL SELECT 'labels.' || attribute, suggested, reason FROM classify('labels');
DROP TABLE released, more;
-- A sensitive column that somebody publishes by choice protects nothing that is computed from it.
SELECT said($$SELECT generalize_table('generated', 3, quasi_identifiers => '{icd}', target => 'released')$$);
SELECT attribute, role FROM microdata.release_columns WHERE relation = 'released'::regclass AND attribute IN ('icd', 'label', 'chapter') ORDER BY 1;
DROP TABLE released;

-- A code and its label: every method.
CREATE TABLE labelled AS SELECT p.*, 'the disease ' || lower(icd) AS label FROM persons p;
SELECT said($$SELECT slice_table('labelled', 2, 3, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT slice_table('labelled', 2, 3, sensitive => '{icd}', in_place => true)$$);
SELECT said($$SELECT count(*) FROM slice_rows(NULL::labelled, 2, 3, sensitive => '{icd}')$$);
SELECT said($$SELECT bucketize_table('labelled', 3, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('labelled', 3, sensitive => '{icd}', target => 'released', regions => 2)$$);
SELECT said($$SELECT generalize_table('labelled', 3, l => 2, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT count(*) FROM fragment_table('labelled', 2, 'icd', l => 2, target => 'released')$$);
SELECT said($$SELECT count(*) FROM gnf_decompose('labelled', 3, sensitive => '{icd}', target => 'released')$$);
-- A role in the call, or one that was declared, is one that somebody chose.
SELECT said($$SELECT bucketize_table('labelled', 3, sensitive => '{icd,label}', target => 'released')$$);
SELECT bool_and(holds) FROM verify_release('released');
DROP TABLE released;
SELECT said($$SELECT bucketize_table('labelled', 3, sensitive => '{icd}', identifiers => '{label}', target => 'released')$$);
DROP TABLE released;
SELECT FROM declare_roles('labelled', sensitive => '{icd}', quasi_identifiers => '{label}');
SELECT said($$SELECT bucketize_table('labelled', 3, target => 'released')$$);
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('released') WHERE NOT holds;
SELECT risk, audit, attribute, figure, finding FROM audit('released', control => NULL) WHERE audit = 'determining attributes';
DROP TABLE released;
-- Shuffled apart from all others, it discloses nobody's value.
SELECT said($$SELECT slice_table('labelled', 3, 3, groups => ARRAY['age, zip', 'label', 'icd'], target => 'released')$$);
SELECT bool_and(holds) FROM verify_release('released');
DROP TABLE released;
-- Nor does what is generalized until no label tells it.
SELECT said($$SELECT generalize_table('labelled', 3, l => 2, target => 'released')$$);
SELECT bool_and(holds) FROM verify_release('released');
DROP TABLE released;
-- Labels that tell it still do, in the rows of a class; wide sets in a bucket do not.
SELECT said($$SELECT generalize_table('labelled', 3, identifiers => '{age,zip}', target => 'released')$$);
SELECT requirement, bound, achieved, holds, worst_case FROM verify_release('released') WHERE NOT holds;
SELECT attribute, figure, finding FROM audit('released', control => NULL, attributes => '{}') WHERE audit = 'determining attributes';
DROP TABLE released;
SELECT said($$SELECT slice_table('labelled', 2, 2, k => 2, groups => '{"zip, label","icd"}', identifiers => '{age}', target => 'released')$$);
SELECT requirement, achieved, holds, worst_case FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;
SELECT FROM declare_roles('labelled', quasi_identifiers => '{}');

-- Nearly is enough: 12 of 600 labels are wrong.
CREATE TABLE misspelt AS SELECT age, zip, icd, CASE WHEN row_number() OVER () % 50 = 0 THEN 'other' ELSE label END AS label FROM labelled;
SELECT said($$SELECT bucketize_table('misspelt', 3, sensitive => '{icd}', target => 'released')$$);

-- So it is where 15% of the labels are those of others, by themselves and in a text.
CREATE TABLE mistyped AS
SELECT age, zip, icd, 'the disease ' || lower(shown) AS label, 'Pat. ' || i || ' mit ' || shown AS seen FROM (
    SELECT i, age, zip, icd, CASE WHEN i % 20 IN (3, 9, 14) THEN icd_of(abs(hashint4(i::integer)) % 1000) ELSE icd END AS shown FROM (SELECT row_number() OVER () AS i, * FROM persons) p) q;
SELECT said($$SELECT bucketize_table('mistyped', 3, sensitive => '{icd}', target => 'released')$$);
SELECT FROM bucketize_table('mistyped', 3, sensitive => '{icd}', quasi_identifiers => '{label}', identifiers => '{seen}', target => 'released');
SELECT requirement, achieved, holds, worst_case FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;

-- A chapter, which is coarser, is matched with the codes of a bucket; the code gives its chapter away.
CREATE TABLE chapters AS SELECT p.*, left(icd, 1) AS chapter FROM persons p;
SELECT said($$SELECT bucketize_table('chapters', 3, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('chapters', 3, sensitive => '{chapter}', target => 'released')$$);

-- Lists of secondary diagnoses: of the type of the sensitive column, or with its values.
CREATE TABLE secondary AS
SELECT age, zip, icd::diagnosis AS icd, ARRAY[icd_of(age), icd_of(age + length(zip))]::diagnosis[] AS others, age % 2 AS sex FROM persons;
SELECT said($$SELECT bucketize_table('secondary', 3, sensitive => '{icd}', target => 'released')$$);
CREATE TABLE texts AS SELECT age, zip, icd::text AS icd, others::text[] AS others, ARRAY['a', zip] AS tags FROM secondary;
SELECT said($$SELECT bucketize_table('texts', 3, sensitive => '{icd}', target => 'released')$$);

-- Numbers, too, unless they are small, or most of a range, so that they are values of many an attribute.
CREATE TABLE numbers AS
SELECT age, zip, ascii(icd) * 100 + right(icd, 1)::integer AS code, ARRAY[ascii(icd_of(age)) * 100 + right(icd_of(age), 1)::integer, length(zip)] AS others FROM persons;
SELECT said($$SELECT bucketize_table('numbers', 3, sensitive => '{code}', target => 'released')$$);
UPDATE numbers SET code = code % 10, others = ARRAY[age % 10, age % 7];
SELECT said($$SELECT bucketize_table('numbers', 2, sensitive => '{code}', target => 'released')$$);
DROP TABLE IF EXISTS released;

UPDATE numbers SET code = 2000 + age % 12, others = ARRAY[2000 + zip::integer % 10, 2000 + zip::integer % 7];
SELECT said($$SELECT bucketize_table('numbers', 2, sensitive => '{code}', quasi_identifiers => '{age}', target => 'released')$$);
DROP TABLE IF EXISTS released;

-- The value beside others: in a text, an object, among many elements; in small letters, too, and in nine of ten. What names persons is not asked here.
SET client_min_messages = error;
CREATE TABLE numbered AS SELECT row_number() OVER () AS i, * FROM persons;
CREATE TABLE containing AS
SELECT age, zip, icd, icd || '-' || i AS ref, 'Pat. mit ' || CASE WHEN i % 20 > 0 THEN lower(icd) ELSE 'nichts' END || ' seit ' || i AS seen,
       jsonb_build_object('main', icd, 'n', i) AS data, concat_ws(', ', 'E1' || i % 3, icd, 'K5' || i % 3, i) AS codes,
       ARRAY[icd, 'Z' || i % 90, 'Y' || i % 80, 'X' || i % 100]::varchar(5)[] AS more
FROM numbered;
SELECT said($$SELECT bucketize_table('containing', 3, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('containing', 3, sensitive => '{icd}', target => 'released', regions => 2)$$);
CREATE TABLE coded AS SELECT zip, 100 + i % 12 AS code, ARRAY[i * 7, 100 + i % 12, i % 90, i % 80] AS elements FROM numbered;
SELECT said($$SELECT bucketize_table('coded', 3, sensitive => '{code}', target => 'released')$$);
-- All codes in each text, the commonest in each, other rows' codes, and parts of words tell nothing.
CREATE TABLE innocent AS
SELECT age, zip, icd, jsonb_build_array('E10 E11 E12 I20 I21 I22 J40 J41 J42 K50 K51 K52', i) AS every, 'or ' || icd_of(age) || ' of x' || i AS another
FROM numbered;
SELECT said($$SELECT bucketize_table('innocent', 3, sensitive => '{icd}', target => 'released')$$);
DROP TABLE IF EXISTS released;
CREATE TABLE common AS SELECT age, zip, CASE WHEN i % 19 = 0 THEN 'ill' ELSE 'well' END AS state, 'well, number ' || i AS seen FROM numbered;
SELECT said($$SELECT bucketize_table('common', 1, sensitive => '{state}', target => 'released')$$);
DROP TABLE IF EXISTS released;
SET client_min_messages = warning;

-- Neither of two columns says anything; both together determine the sensitive one.
CREATE TABLE paired AS
SELECT i % 7 AS age, 'ward ' || i / 7 % 6 AS ward, 'test ' || i / 42 % 6 AS test, 'result ' || (i / 7 % 6 + i / 42 % 6) % 6 AS result
FROM generate_series(1, 1512) i;
SELECT said($$SELECT bucketize_table('paired', 3, sensitive => '{result}', target => 'released')$$);
-- Roles of both are needed.
SELECT said($$SELECT bucketize_table('paired', 3, sensitive => '{result}', quasi_identifiers => '{ward}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('paired', 3, sensitive => '{result}', quasi_identifiers => '{ward,test}', target => 'released')$$);
SELECT requirement, achieved, holds, worst_case FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;

-- DETAIL says how far the search for pairs went, of many columns and rows.
SELECT format('CREATE TABLE widely AS SELECT age, ward, test, result, %s FROM (SELECT row_number() OVER () AS n, p.* FROM paired p CROSS JOIN generate_series(1, 5)) q',
    string_agg(format('abs(hashint4(n::integer # %s)) %% 11 AS w%s', i * 7919, i), ', ')) FROM generate_series(1, 34) i \gexec
SELECT said($$SELECT bucketize_table('widely', 3, sensitive => '{result}', target => 'released')$$);
DROP TABLE widely;
-- Pairs that are left out are named where nothing is found, too.
SELECT format('CREATE TABLE unsearched AS SELECT age, x, y, chr(65 + (x + y) %% 6) AS result, %s FROM (SELECT row_number() OVER () AS n, abs(hashint4(i)) %% 12 AS x, abs(hashint4(-i)) %% 12 AS y, i %% 43 AS age FROM generate_series(1, 1500) i) q',
    string_agg(format('abs(hashint4(n::integer # %s)) %% 3 AS w%s', i * 7919, i), ', ')) FROM generate_series(1, 34) i \gexec
SET client_min_messages = notice;
SET pg_microdata.quick_attack = off;
SELECT said($$SELECT bucketize_table('unsearched', 3, sensitive => '{result}', seed => 1, target => 'released')$$);
RESET pg_microdata.quick_attack;
SET client_min_messages = warning;
SELECT requirement, achieved, holds, worst_case FROM verify_release('released') WHERE holds IS NOT TRUE;
SELECT attribute, risk, finding FROM audit('released') WHERE audit = 'determining attributes';
DROP TABLE released, unsearched;

-- Numbers that hardly two persons share tell those that they are computed from; correlated ones do not.
CREATE TABLE paid AS
SELECT zip, age, 2000 + i * 613 % 977 * 3.7 AS salary, round(((2000 + i * 613 % 977 * 3.7) * 0.085)::numeric, 2) AS bonus,
       timestamp '2020-01-01' + (i * 613 % 977) ^ 2 * interval '1 s' AS raised, 1000 + i * 613 % 977 * 3.7 + i * 7919 % 997 AS rent
FROM numbered;
SELECT said($$SELECT bucketize_table('paid', 3, sensitive => '{salary}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('paid', 3, sensitive => '{salary}', quasi_identifiers => '{bonus,raised,rent}', target => 'released')$$);
SELECT requirement, achieved, worst_case FROM verify_release('released') WHERE NOT holds;
SELECT attribute, round(figure::numeric, 2), finding FROM audit('released', control => NULL, attributes => '{}') WHERE audit = 'determining attributes' ORDER BY finding;
DROP TABLE released;

-- Rows of a person are no persons who share a value: what two persons share, in six rows each, tells as little as two rows do.
CREATE TABLE visits AS
SELECT i / 6 AS patient, i / 6 % 50 AS age, 's' || i / 12 AS shoes, icd_of(i / 6) AS icd FROM generate_series(0, 599) i;
SELECT said($$SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{patient}', target => 'released')$$);
ALTER TABLE visits ADD label text;
UPDATE visits SET label = 'the disease ' || icd;
SELECT said($$SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{patient}', quasi_identifiers => '{shoes}', target => 'more')$$);
DROP TABLE released CASCADE;

-- A label that is missing, or unknown, for some is one for the others; so is a chapter, and a stage that one disease has.
CREATE TABLE partly AS
SELECT p.*, CASE WHEN age % 5 > 1 THEN 'the disease ' || icd END AS label, CASE WHEN age % 5 > 1 THEN 'the disease ' || icd ELSE 'unknown' END AS named,
    CASE WHEN age % 3 > 0 THEN left(icd, 1) END AS chapter, CASE WHEN icd = 'J40' THEN age % 4 END AS stage, icd = 'K50' AS has_k50
FROM persons p;
SELECT said($$SELECT bucketize_table('partly', 3, sensitive => '{icd}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('partly', 3, sensitive => '{icd}', quasi_identifiers => '{label,named,chapter,stage,has_k50}', target => 'released')$$);
SELECT requirement, achieved, worst_case FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;
-- Columns that some have, and that tell nothing of the sensitive one, are innocent.
CREATE TABLE some_have AS SELECT p.*, CASE WHEN age % 5 > 1 THEN zip END AS second_home, age % 7 = 0 AS smokes FROM persons p;
SELECT said($$SELECT bucketize_table('some_have', 3, sensitive => '{icd}', target => 'released')$$);
DROP TABLE released;
-- With a subject, what tells who has a disease among others.
CREATE TABLE treated AS
SELECT p.patient, 20 + p.patient % 41 AS age, icd_of(p.patient * 5 + v * 7 * (p.patient % 4)) AS icd FROM generate_series(1, 400) p (patient), generate_series(0, 2) v;
ALTER TABLE treated ADD in_programme boolean;
UPDATE treated t SET in_programme = EXISTS (SELECT FROM treated o WHERE o.patient = t.patient AND o.icd = 'J41');
SELECT said($$SELECT bucketize_table('treated', 2, sensitive => '{icd}', subject => '{patient}', suppress => 0.9, target => 'released')$$);
-- Bands of numbers in words and as ranges tell the numbers.
CREATE TABLE banded AS
SELECT p.*, n.salary, n.salary / 1000 || '-' || n.salary / 1000 + 1 || 'k' AS band, int4range(n.salary / 1000 * 1000, n.salary / 1000 * 1000 + 1000) AS reach, n.salary / 30000 AS grade
FROM (SELECT row_number() OVER () AS i, * FROM persons) p CROSS JOIN LATERAL (SELECT (20000 + p.i * 7919 % 60013)::integer AS salary) n;
ALTER TABLE banded DROP i;
SELECT said($$SELECT bucketize_table('banded', 3, sensitive => '{salary}', target => 'released')$$);
-- Second diagnoses are of the first one's type, or are in lists in a text or in JSON.
CREATE TABLE diagnosed AS
SELECT age, zip, icd::diagnosis AS icd, icd_of(age * 7 + zip::integer)::diagnosis AS second, to_jsonb(ARRAY[icd_of(age * 7), icd_of(zip::integer)]) AS others,
    icd_of(age * 5) || ', ' || icd_of(zip::integer * 3) AS listed, 'a, ' || age AS remark
FROM persons;
SELECT said($$SELECT bucketize_table('diagnosed', 3, sensitive => '{icd}', target => 'released')$$);
-- So are they in arrays of JSON, in XML, and in hstore, as values or as keys.
CREATE EXTENSION hstore;
CREATE TABLE documented AS
SELECT age, zip, icd, ARRAY[jsonb_build_object('first', icd_of(age * 7)), jsonb_build_object('then', icd_of(zip::integer))] AS objects,
    ARRAY[json_build_object(icd_of(age * 5), true, icd_of(zip::integer * 3), false)] AS keys,
    ('<d code="' || icd_of(age * 11) || '">' || icd_of(zip::integer * 5) || '</d>')::xml AS tagged, ('<d><' || icd_of(age * 13) || '/><' || icd_of(zip::integer * 7) || '/></d>')::xml AS elements,
    hstore(icd_of(age * 17), '1') || hstore('other', icd_of(zip::integer * 9)) AS stored, ARRAY[hstore('a', icd_of(age * 19)), hstore('b', icd_of(zip::integer * 11))] AS all_stored,
    ARRAY[jsonb_build_object('theme', 'x' || age)] AS remark
FROM persons;
SELECT c, said(format('SELECT bucketize_table(''documented'', 3, sensitive => ''{icd}'', identifiers => %L, target => ''released'')', array_remove('{objects,keys,tagged,elements,stored,all_stored,remark}', c)))
FROM unnest('{objects,keys,tagged,elements,stored,all_stored,remark}'::text[]) c;
DROP TABLE released;
-- An element of a sensitive one of them.
CREATE TABLE kept AS
SELECT age, zip, ARRAY[jsonb_build_object('icd', icd), jsonb_build_object('icd', icd_of(abs(hashint4(i::integer)) % 1000))] AS diags, icd AS main, 'x' || age AS other
FROM (SELECT row_number() OVER () AS i, * FROM persons) p;
SELECT said($$SELECT bucketize_table('kept', 3, sensitive => '{diags}', target => 'released')$$);
DROP TABLE documented, kept;
DROP EXTENSION hstore;
-- Numbers are numbers as money, in texts, ranges and arrays; dates in texts as well.
CREATE TABLE spelled AS
SELECT p.*, n.salary / 1000 AS band, n.salary::money AS as_money, n.salary::text AS as_text, int4range(n.salary, n.salary + 1) AS as_range, ARRAY[n.salary::numeric] AS as_array,
    to_char(date '2020-01-01' + n.salary % 1500, 'DD.MM.YYYY') AS died, n.salary % 1500 / 30 AS month
FROM (SELECT row_number() OVER () AS i, * FROM persons) p CROSS JOIN LATERAL (SELECT (20000 + p.i * 7919 % 60013)::integer AS salary) n;
SELECT said(format($$SELECT bucketize_table('spelled', 3, sensitive => '{%s}', identifiers => %L, target => 'released')$$, kind, array_remove(kinds, kind)))
FROM (SELECT '{i,as_money,as_text,as_range,as_array,died}'::text[] AS kinds) k, unnest(kinds[2:]) kind;
-- Year and month tell a date together.
CREATE TABLE dated AS
SELECT p.*, n.died, extract(year FROM n.died)::integer AS year, extract(month FROM n.died)::integer AS month
FROM (SELECT row_number() OVER () AS i, * FROM persons) p CROSS JOIN LATERAL (SELECT date '2020-01-01' + abs(hashint4(p.i::integer)) % 1090 AS died) n;
SELECT said($$SELECT bucketize_table('dated', 3, sensitive => '{died}', identifiers => '{i}', target => 'released')$$);
-- Figures that lie apart by the disease, though hardly two persons share one: numbers, times, texts that begin alike, some of them wrong.
CREATE TABLE measured AS
SELECT p.i, p.age, p.zip, p.icd, abs(hashtext(p.icd)) % 7919 * 100 + n % 97 / 100.0 AS lab, timestamp '2020-01-01' + (abs(hashtext(p.icd)) % 7919) * interval '1 day' + n % 9973 * interval '1 second' AS seen,
    'x' || p.icd || 'x' || n % 997 AS sample, (1000 * CASE WHEN i % 20 = 0 THEN n % 7919 ELSE abs(hashtext(p.icd)) % 7919 END + n % 997)::text || ' mg' AS dose, n % 97 AS other
FROM (SELECT row_number() OVER () AS i, * FROM persons) p CROSS JOIN LATERAL (SELECT abs(hashint4(p.i::integer)) AS n) x;
SELECT said(format($$SELECT bucketize_table('measured', 3, sensitive => '{icd}', identifiers => %L, target => 'released')$$, array_remove(others, other)))
FROM (SELECT '{i,lab,seen,sample,dose}'::text[] AS others) o, unnest(others[2:]) other;
SELECT said($$SELECT bucketize_table('measured', 3, sensitive => '{icd}', quasi_identifiers => '{lab}', identifiers => '{i,seen,sample,dose}', target => 'released')$$);
SELECT requirement, achieved, holds, worst_case FROM verify_release('released') WHERE holds IS NOT TRUE;
DROP TABLE released;
-- Columns that are NULL, or 0, but for persons with one disease.
CREATE TABLE begun AS
SELECT p.age, p.zip, p.icd, CASE WHEN icd = 'J40' THEN date '2020-01-01' + i::integer END AS chemo_start, CASE WHEN icd = 'K50' THEN i ELSE 0 END AS marker, CASE WHEN i % 3 = 0 THEN i END AS visited
FROM (SELECT row_number() OVER () AS i, * FROM persons) p;
SELECT said($$SELECT bucketize_table('begun', 3, sensitive => '{icd}', target => 'released')$$);
-- One of a person's own values: of the first visit, its label, of the visit before.
CREATE TABLE repeated AS
SELECT v.*, first_value(icd) OVER w AS first_icd, 'Label of ' || first_value(icd) OVER w AS first_label, lag(icd) OVER w AS previous
FROM (SELECT p AS patient, n AS visit, p % 41 AS age, icd_of(abs(hashint4(p * 10 + n)) % 1000) AS icd FROM generate_series(1, 600) p, generate_series(1, 4) n) v
WINDOW w AS (PARTITION BY patient ORDER BY visit);
SELECT said($$SELECT bucketize_table('repeated', 2, sensitive => '{icd}', subject => '{patient}', identifiers => '{visit}', suppress => 0.5, target => 'released')$$);
SELECT FROM bucketize_table('repeated', 2, sensitive => '{icd}', subject => '{patient}', quasi_identifiers => '{first_icd}', insensitive => '{first_label,previous}', identifiers => '{visit}', suppress => 0.5, target => 'of_persons');
SELECT FROM drop_release('of_persons');
-- An element of a sensitive list, some of them, and whether one is there.
CREATE TABLE listed AS
SELECT age, zip, diags, diags[1] AS main, diags[1:2] AS two, icd_of(5) = ANY (diags) AS has_one, icd_of(abs(hashint4(i::integer)) % 1000) AS other
FROM (SELECT i, age, zip, ARRAY[icd, icd_of(abs(hashint4(i::integer + 1000)) % 1000), icd_of(abs(hashint4(i::integer + 2000)) % 1000)] AS diags FROM (SELECT row_number() OVER () AS i, * FROM persons) n) p;
SELECT said($$SELECT bucketize_table('listed', 3, sensitive => '{diags}', target => 'released')$$);
SELECT said($$SELECT bucketize_table('listed', 3, sensitive => '{diags}', quasi_identifiers => '{main,two,has_one}', target => 'released')$$);
SELECT requirement, achieved, worst_case FROM verify_release('released') WHERE NOT holds;
DROP TABLE released;
-- The chapter of codes that few rows share.
CREATE TABLE flat AS
SELECT p.age, p.zip, chapter || '.' || abs(hashint4(i::integer)) % 400 AS code, chapter, chr(65 + age % 6) AS kind, NULL::text AS title
FROM (SELECT row_number() OVER () AS i, * FROM persons) p CROSS JOIN LATERAL (SELECT (ARRAY['C', 'D1', 'E', 'F20'])[1 + i % 4] AS chapter) c;
UPDATE flat SET title = 'the code ' || md5(code);
SELECT said($$SELECT bucketize_table('flat', 3, sensitive => '{code}', target => 'released')$$);

-- A series begins once somebody has chosen.
CREATE TABLE admitted AS SELECT row_number() OVER () AS patient, l.* FROM labelled l;
SELECT said($$SELECT create_series('weekly', 'admitted', 'bucketization', '{"sensitive": ["icd"]}', subject => '{patient}', m => 3)$$);
SELECT FROM declare_roles('admitted', quasi_identifiers => '{label}');
SELECT FROM create_series('weekly', 'admitted', 'bucketization', '{"sensitive": ["icd"]}', subject => '{patient}', m => 3);
SELECT said($$SELECT publish_series('weekly')$$);
SELECT FROM drop_series('weekly');

-- With 'warn' it is a warning; with 'error' every column needs a role.
SELECT boot_val FROM pg_settings WHERE name = 'pg_microdata.unclassified';
SET pg_microdata.unclassified = 'warn';
SELECT bucketize_table('chapters', 3, sensitive => '{icd}', target => 'released');
DROP TABLE released;
SET pg_microdata.unclassified = 'error';
SELECT said($$SELECT bucketize_table('chapters', 3, sensitive => '{icd}', target => 'released')$$);
SET pg_microdata.unclassified = 'suspicious';
-- Functions that publish nothing go on.
SELECT count(*) > 0 FROM attribute_correlation('labelled', sensitive => '{icd}');

\set ECHO none
RESET pg_microdata.unclassified;
DROP TABLE plain, well, generated, labelled, misspelt, mistyped, chapters, secondary, texts, numbers, numbered, containing, coded, innocent, common, paid, paired, visits, persons, admitted, partly, some_have, treated, banded, diagnosed, spelled, begun, measured, repeated, listed, flat, dated CASCADE;
DROP DOMAIN diagnosis;
DROP FUNCTION icd_of, said;

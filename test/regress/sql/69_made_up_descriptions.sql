-- Descriptions that a caller has made up from real ones: refused, or read without harm to the server.
-- Rooms: src/postgres/release src/postgres/methods src/postgres/inspection
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
CREATE SCHEMA made_up;
SET search_path = made_up, public;
SELECT COALESCE(max(release_id), 0) AS before FROM microdata.release_record \gset
CREATE FUNCTION said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
    detail text;
BEGIN
    EXECUTE statement INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' ', SQLSTATE, SQLERRM || '.', detail);
END $$;
\set ECHO all

-- While code does something that the call runs; nothing of it stays.
CREATE TABLE act (statement text);
\set ECHO none
CREATE FUNCTION acts(number integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    s text;
BEGIN
    FOR s IN DELETE FROM made_up.act RETURNING statement LOOP EXECUTE s; END LOOP;
    RETURN true;
END $$;
CREATE FUNCTION said_while(action text, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    INSERT INTO act VALUES (action);
    result := said(call);
    IF EXISTS (SELECT FROM microdata.release_record r, unnest(r.relations::oid[]) u WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = u)) THEN
        result := result || ' A relation on record is gone.';
    END IF;
    RAISE SQLSTATE 'UNDO0' USING MESSAGE = regexp_replace(result, 'OID \d+', 'OID n', 'g');
EXCEPTION WHEN SQLSTATE 'UNDO0' THEN RETURN SQLERRM;
END $$;
\set ECHO all

-- A generalized column is sensitive.
CREATE TABLE many AS SELECT i AS id, 'x' || i AS a, 'x' || i % 5 AS b, 's' || i % 6 AS s FROM generate_series(1, 6000) i;
CREATE TABLE few AS SELECT id, 'y' || id % 2 AS a, b, s FROM many;
ALTER TABLE few ADD PRIMARY KEY (id);
SELECT generalize_table('many', 1, sensitive => '{s}', identifiers => '{id}', target => 'labels');
CREATE TABLE copied AS SELECT * FROM labels;
SELECT jsonb_set(release_description('labels'), '{relations,0,columns,0,role}', '"sensitive"') #- '{guarantee,l}' #- '{parameters,l}' #- '{parameters,privacy}' #- '{guarantee,models}' AS d \gset
SELECT register_release('copied', 'few', description => :'d');

-- One that an earlier version took, and that is on record: no reader takes it, each says why, and it can be dropped.
SELECT register_release('copied', 'few', description => release_description('labels')) > 0 AS registered;
UPDATE microdata.release_column_record SET role = 'sensitive' WHERE relation = 'copied'::regclass AND attribute = 'a';
SELECT regexp_replace(said(format('SELECT count(*) FROM ' || c, 'copied')), 'release \d+', 'release n') AS said, count(*), string_agg(c, ' ') FROM unnest(ARRAY[
    'verify_release(%L)', 'disclosure(%L)', 'audit_inference(%L, persons => true)', 'audit_inference(%L)', 'audit_membership(%L)', 'audit_composition(ARRAY[%L::regclass])', 'audit_minimality(%L)',
    'audit_singling_out(%L)', 'audit_linkability(%L)', 'matching_buckets(%L, ''{}'')', 'microdata.membership_likelihood(%L, ''{}'')', 'estimate_count(%L, ''{}'')', 'estimate(%L)',
    'microdata.information_loss(%L)', 'microdata.kl_divergence(%L)', 'release_description(%L)', 'audit(%L)']) c GROUP BY 1;
UPDATE microdata.release_column_record SET role = 'quasi-identifier' WHERE relation = 'copied'::regclass AND attribute = 'a';
SELECT FROM drop_release('copied');

-- Every role, group and generalization of every column of every kind of release; and numbers that say more than there is.
CREATE TABLE people AS SELECT i AS number, i % 150 AS person, 20 + i % 150 % 37 AS age, CASE i % 150 % 2 WHEN 0 THEN 'M' ELSE 'F' END AS sex, '1' || i % 150 % 7 AS zip, 'd' || i % 6 AS disease
FROM generate_series(1, 600) i;
CREATE VIEW single AS SELECT number, age, sex, zip, disease FROM people;
SELECT FROM declare_roles('single', sensitive => '{disease}', identifiers => '{number}');
SELECT slice_table('single', 2, 2, k => 20, seed => 1, target => 'ranges');
SELECT bucketize_table('single', 2, seed => 1, target => 'joined');
SELECT bucketize_table('single', 2, format => 'anatomy', seed => 1, target => 'anatomy');
SELECT generalize_table('single', 5, l => 2, seed => 1, target => 'classes');
SELECT count(*) FROM gnf_decompose('single', 2, '{"age, zip -> disease"}', seed => 1, target => 'parts');
SELECT count(*) FROM fragment_table('single', 5, 'sex', sensitive => '{disease}', seed => 1, target => 'fragments');
SELECT bucketize_table('people', 2, sensitive => '{disease}', identifiers => '{number}', subject => '{person}', seed => 1, target => 'persons');
SELECT generalize_table('people', 2, sensitive => '{disease}', identifiers => '{number}', subject => '{person}', seed => 1, target => 'general');
SELECT FROM declare_roles('people', subject => '{person}');
CREATE SCHEMA elsewhere;
CREATE TABLE described AS SELECT r.relations[1]::text AS release, release_description(r.relations[1]) AS d, r.relations FROM microdata.releases r WHERE release_id > :before AND relations[1] <> 'labels'::regclass;
\set ECHO none
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT u FROM described, unnest(relations) u, pg_class c WHERE c.oid = u AND c.relkind = 'r' LOOP
        EXECUTE format('CREATE TABLE elsewhere.%s AS SELECT * FROM %1$s', part);
    END LOOP;
END $$;
\set ECHO all
UPDATE described SET release = (SELECT r ->> 'name' FROM jsonb_array_elements(d -> 'relations') WITH ORDINALITY u (r, i) WHERE r ->> 'kind' = 'table' ORDER BY i LIMIT 1);
\set ECHO none
CREATE FUNCTION said_of(release text, d jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    name text = 'elsewhere.' || release;
    read text = 'read';
    call text;
BEGIN
    PERFORM register_release(name::regclass, CASE WHEN release ~ 'persons|general' THEN 'people' ELSE 'single' END::regclass, description => d);
    FOREACH call IN ARRAY ARRAY['verify_release(%L)', 'disclosure(%L)', 'audit_inference(%L, seed => 1)', 'audit_membership(%L, seed => 1)', 'audit_composition(ARRAY[%L::regclass], seed => 1)',
        'matching_buckets(%L, ''{"age": 30}'')', 'microdata.membership_likelihood(%L, ''{"age": 30}'')', 'estimate_count(%L, ''{"sex": "M"}'')', 'estimate(%L, group_by => ''{sex}'')', 'microdata.information_loss(%L)'] LOOP
        BEGIN
            EXECUTE 'SELECT count(*) FROM ' || format(call, name);
        EXCEPTION WHEN OTHERS THEN
            IF SQLSTATE ~ '^(XX|57)' THEN read = call || ' ' || SQLERRM; END IF;
        END;
    END LOOP;
    RAISE SQLSTATE 'UNDO0' USING MESSAGE = read;
EXCEPTION
    WHEN SQLSTATE 'UNDO0' THEN RETURN SQLERRM;
    WHEN OTHERS THEN RETURN SQLSTATE;
END $$;
\set ECHO all
SELECT said_of(release, d), count(*), string_agg(release, ' ' ORDER BY release) FROM described GROUP BY 1;
\set ECHO none
CREATE VIEW changed AS
SELECT release, d, key, value, ARRAY['relations', (r.i - 1)::text, 'columns', (c.i - 1)::text, key] AS path
FROM described CROSS JOIN LATERAL jsonb_array_elements(d -> 'relations') WITH ORDINALITY r (relation, i) CROSS JOIN LATERAL jsonb_array_elements(r.relation -> 'columns') WITH ORDINALITY c (c, i)
CROSS JOIN (VALUES ('role', '"sensitive"'::jsonb), ('role', '"quasi-identifier"'), ('role', '"insensitive"'), ('group', '0'), ('group', '1'), ('group', '2'), ('group', '3'), ('group', '99')) v (key, value)
WHERE r.relation ->> 'kind' = 'table' AND c.c ? key AND c.c -> key <> value;
\set ECHO all
SELECT key, value, said, string_agg(release || ' ' || n, ', ' ORDER BY release)
FROM (SELECT release, key, value, said_of(release, jsonb_set(d, path, value)) AS said, count(*) AS n FROM changed GROUP BY 1, 2, 3, 4) s GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3;
SELECT count(*) AS tried, string_agg(concat_ws(' ', release, key, value, said), '; ') FILTER (WHERE said NOT IN ('read', '22023')) AS harmful
FROM (SELECT release, key, value, said_of(release, jsonb_set(d, ARRAY['parameters', key], value)) AS said FROM described CROSS JOIN (VALUES ('person_columns', '99'::jsonb), ('columns', '99'), ('fragments', '99'),
    ('counterfeits', '2000000000'), ('cohorts', 'true'), ('format', '"anatomy"'), ('member_column', '"bucket"'), ('m', '2000000000'), ('edition', '2000000000'), ('value_sets', 'false'), ('row_sets', 'true')) v (key, value)) s;

-- Labels of a hierarchy that is not told of are no values of the source's type.
SELECT FROM create_interval_hierarchy('made_up_ages', 0, 100, '{10,50}');
SELECT generalize_table('single', 5, hierarchies => '{"age": "made_up_ages"}', recoding => 'cell', suppress => 0.5, seed => 1, target => 'cells');
CREATE TABLE elsewhere.cells AS SELECT * FROM cells;
SELECT register_release('elsewhere.cells', 'single', description => release_description('cells')) > 0 AS registered;
SELECT requirement, holds FROM verify_release('elsewhere.cells');
SELECT count(*) FROM audit_composition(ARRAY['elsewhere.cells'::regclass], seed => 1);
SELECT FROM drop_release('elsewhere.cells'); SELECT FROM drop_release('cells'); SELECT FROM drop_hierarchy('made_up_ages');

-- A bucket of all rows links each to every value.
CREATE TABLE elsewhere.bucket AS SELECT 1 AS bucket, i AS a, i AS b FROM generate_series(1, 20000) i;
SELECT register_release('elsewhere.bucket', description => '{"format": "pg_microdata", "version": 1, "method": "slicing", "rows": 20000, "parameters": {}, "relations": [{"kind": "table", "name": "bucket", "columns": [{"name": "bucket", "role": "bucket"},
    {"name": "a", "role": "quasi-identifier", "group": 1, "reading": "value", "generalized": false}, {"name": "b", "role": "sensitive", "group": 2, "reading": "value", "generalized": false}]}]}') > 0 AS registered;
SELECT said(format('SELECT count(*) FROM estimate(%L, predicates => ''{"a": 5, "b": 7}'', method => %L)', 'elsewhere.bucket', method)), string_agg(method, ' ') FROM unnest('{mixed,likelihood}'::text[]) method GROUP BY 1;
SELECT FROM drop_release('elsewhere.bucket');

-- Ranges of what has no distance.
CREATE TYPE range_of_bytes AS RANGE (subtype = bytea);
CREATE TABLE elsewhere.bytes AS SELECT range_of_bytes('a', ('b' || i % 30)::bytea) AS age, i % 5 AS zip, 'd' || i % 4 AS disease FROM generate_series(1, 60) i;
SELECT said(format('SELECT register_release(%L, description => %L)', 'elsewhere.bytes', '{"format": "pg_microdata", "version": 1, "method": "generalization", "rows": 60, "parameters": {"recoding": "mondrian"}, "relations": [{"kind": "table", "name": "bytes",
    "columns": [{"name": "age", "role": "quasi-identifier", "group": 1, "reading": "range", "generalized": true}, {"name": "zip", "role": "insensitive", "group": 1, "reading": "value", "generalized": false},
    {"name": "disease", "role": "sensitive", "group": 1, "reading": "value", "generalized": false}]}]}'));
SELECT register_release('elsewhere.classes', description => d) > 0 AS registered FROM described WHERE release = 'classes';
ALTER TABLE elsewhere.classes ALTER age TYPE range_of_bytes USING range_of_bytes('a', 'b');
SELECT said(format('SELECT count(*) FROM ' || c, 'elsewhere.classes')), string_agg(c, ' ') FROM unnest(ARRAY['estimate(%L, group_by => ''{age}'')', 'estimate_count(%L, ''{"age": {"between": ["a", "c"]}}'')', 'microdata.information_loss(%L)', 'release_description(%L)']) c GROUP BY 1;
SELECT FROM drop_release('elsewhere.classes');
CREATE TABLE elsewhere.classes AS SELECT * FROM classes;

-- Counterfeits are of editions of series, which have one sensitive attribute.
INSERT INTO elsewhere.ranges (bucket, disease) SELECT bucket, disease FROM ranges LIMIT 60;
UPDATE elsewhere.anatomy_st SET count = count + 1;
SELECT parameters, said_while('SELECT 1', format('SELECT register_release(%L, %L, description => %L) > 0', 'elsewhere.' || release, CASE WHEN release ~ 'persons|general' THEN 'people' ELSE 'single' END,
    jsonb_set(d, '{parameters}', d -> 'parameters' #- '{l}' || parameters) #- '{rows}' #- '{parameters,privacy}')) AS said, string_agg(release, ', ' ORDER BY release)
FROM described, unnest(ARRAY['{"counterfeits": 60}', '{"counterfeits": 0}', '{"counterfeits": 60, "cohorts": false}', '{"counterfeits": 60, "series": "made up"}', '{"counterfeits": 60, "series": "made up", "m": 2, "cohorts": true}']::jsonb[]) parameters
GROUP BY 1, 2 ORDER BY 1, 2;
SELECT release, said_of(release, jsonb_set(d, '{parameters}', d -> 'parameters' #- '{l}' || '{"counterfeits": 60, "series": "made up", "m": 2}' || parameters) #- '{rows}' #- '{parameters,privacy}') AS said
FROM described, (VALUES ('joined', '{}'::jsonb), ('persons', '{"cohorts": true}')) v (name, parameters) WHERE release = name ORDER BY 1;
DELETE FROM elsewhere.ranges WHERE age IS NULL;

-- Counts that claim more rows than there is memory for.
UPDATE elsewhere.anatomy_st SET count = 2000000000 WHERE bucket = 1;
SELECT said(format('SELECT register_release(%L, %L, description => %L)', 'elsewhere.anatomy_qit', 'single', jsonb_set(d, '{parameters}', d -> 'parameters' || '{"counterfeits": 2000000000, "series": "made up", "m": 2}') #- '{rows}'))
FROM described WHERE release = 'anatomy_qit';
UPDATE elsewhere.anatomy_st e SET count = s.count FROM anatomy_st s WHERE (s.bucket, s.disease) = (e.bucket, e.disease);
CREATE TABLE members AS SELECT i AS number, 20 + i AS age, 'd' || i % 6 AS disease FROM generate_series(1, 60) i;
ALTER TABLE members ADD PRIMARY KEY (number);
SELECT FROM create_series('made_up', 'members', 'bucketization', '{"sensitive": ["disease"], "format": "anatomy", "target": "made_up.editions"}', '{number}', 3);
SELECT persons, counterfeits FROM publish_series('made_up');
DELETE FROM members WHERE number % 3 = 0;
SELECT persons, counterfeits > 0 AS some FROM publish_series('made_up');
SELECT relations[1] AS edition, relations[3] AS counts FROM microdata.editions WHERE series = 'made_up' AND edition = 2 \gset
SELECT bool_and(holds) FROM verify_release(:'edition');
SELECT estimate_count(:'edition', '{}'), count(*) > 0 AS matches FROM matching_buckets(:'edition', '{"age": 21}');
UPDATE :counts SET count = 1000000000;
SELECT said(format('SELECT count(*) FROM ' || c, :'edition')), string_agg(c, ' ') FROM unnest(ARRAY['verify_release(%L) WHERE NOT holds', 'estimate_count(%L, ''{"disease": "d1"}'')', 'estimate(%L, group_by => ''{disease}'')',
    'matching_buckets(%L, ''{"age": 21}'')', 'disclosure(%L)', 'audit_inference(%L, seed => 1)', 'audit_membership(%L, seed => 1)', 'audit_composition(ARRAY[%L::regclass], seed => 1)']) c GROUP BY 1 ORDER BY 1;
UPDATE :counts SET count = 1;
INSERT INTO :counts SELECT 1000000, disease, 0 FROM :counts LIMIT 1;
SELECT count(*) FROM matching_buckets(:'edition', '{"age": 21}') WHERE probability = 'NaN';
SELECT FROM drop_series('made_up');

-- Questions that servers ask each other about regions: of temporary tables alone, by a role that is granted the functions.
CREATE TEMPORARY TABLE shard AS SELECT i AS id, NULL::text AS mark, 'x' || i AS a, 'x' || i % 5 AS b, 's' || i % 6 AS s FROM generate_series(1, 300) i;
CREATE TEMPORARY TABLE source_shard AS SELECT id, NULL::text AS mark, 'y' || id % 2 AS a, b, s FROM shard;
CREATE FUNCTION numbers(size integer, VARIADIC n integer[]) RETURNS bytea LANGUAGE sql
    RETURN (SELECT string_agg(set_byte('\x00', 0, CASE WHEN b < 4 THEN u >> 8 * b & 255 ELSE 0 END), '' ORDER BY i, b) FROM unnest(n) WITH ORDINALITY x (u, i), generate_series(0, size - 1) b);
CREATE FUNCTION sent(VARIADIC texts text[]) RETURNS bytea LANGUAGE sql
    RETURN (SELECT string_agg(numbers(8, length(t)) || convert_to(t, 'UTF8'), '' ORDER BY i) FROM unnest(texts) WITH ORDINALITY u (t, i));
-- Persons who are looked for: 300, who have the same values.
SELECT numbers(9, 0) || numbers(8, 3) || sent('a', 'b', 's') || numbers(8, 3) || numbers(8, 1) || sent('y0') || '\x00' || numbers(8, 1) || sent('x1') || '\x00' || numbers(8, 1) || sent('s1') || '\x00'
    || numbers(8, 3) || p.codes || p.codes || p.codes || '\x00' AS persons FROM (SELECT numbers(8, 300) || decode(repeat('00', 1200), 'hex') AS codes) p \gset
CREATE TABLE told (name text, d jsonb);
INSERT INTO told VALUES ('classes', '{"method": "generalization", "parameters": {"l": 1, "k": 1, "recoding": "cell"}, "suppressed": [0], "attributes": [
    {"relation": 0, "column": 1, "name": "a", "role": "quasi-identifier", "generalized": true, "source_name": "a"}, {"relation": 0, "column": 1, "name": "b", "role": "quasi-identifier", "generalized": false, "source_name": "b"},
    {"relation": 0, "column": 1, "name": "s", "role": "sensitive", "generalized": false, "source_name": "s"}]}');
\set ECHO none
INSERT INTO told SELECT v.name, CASE WHEN v.value IS NULL THEN d #- v.path ELSE jsonb_set(d, v.path, v.value) END FROM told, (VALUES ('sensitive', '{attributes,0,role}'::text[], '"sensitive"'::jsonb),
    ('identifier', '{attributes,0,role}', '"identifier"'), ('group 0', '{attributes,1,column}', '0'), ('group 3', '{attributes,1,column}', '3'), ('group 2e9', '{attributes,1,column}', '2000000000'),
    ('twice', '{attributes,1,name}', '"a"'), ('one source', '{attributes,1,source_name}', '"a"'), ('slicing', '{method}', '"slicing"'), ('bucketization', '{method}', '"bucketization"'),
    ('gnf', '{method}', '"gnf"'), ('fragmentation', '{method}', '"fragmentation"'), ('persons', '{parameters,member_column}', '"b"'), ('cohorts', '{parameters,cohorts}', 'true'),
    ('anatomy', '{parameters,format}', '"anatomy"'), ('labels', '{parameters,labels}', '{"a": {"x1": {"prefix": "x", "masked": 1e300}}}'), ('no number', '{parameters,k}', '"many"'),
    ('counterfeits', '{parameters,counterfeits}', '-1'), ('levels', '{parameters,levels}', '{"a": -1}'),
    ('rows of levels', '{parameters,levels}', '[{"rows": -2, "persons": 4}]'), ('no attribute', '{attributes}', '[]')) v (name, path, value);
\set ECHO all
CREATE TABLE inspected AS
SELECT name, said(format('SELECT count(*) FROM microdata.audit_region(%L, %L, %L, ARRAY[%L::regclass::oid], %L::regclass, NULL, 0, ''mark'')', question,
    numbers(4, 1) || sent(d::text, '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'), numbers(9, 0), 'shard', 'source_shard')) AS said, string_agg(question, ', ' ORDER BY question) AS questions
FROM told, unnest('{verification,disclosure}'::text[]) question GROUP BY 1, 2;
TABLE inspected ORDER BY name, said;
SELECT said, count(*), string_agg(DISTINCT name, ', '), string_agg(question, ', ' ORDER BY question) FILTER (WHERE name = 'classes')
FROM (SELECT name, question, split_part(said(format('SELECT length(microdata.audit_region(%L, %L, %L, ARRAY[%L::regclass::oid], %L::regclass, NULL, 0, ''mark'')) > 0', question,
    numbers(4, 1) || sent(d::text, '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'), CASE question WHEN 'beliefs' THEN :'persons'::bytea ELSE numbers(9, 0) END, 'shard', 'source_shard')), '.', 1) AS said
FROM told, unnest('{groups,width,covers,counts,membership in buckets,membership in classes,numbers,links,beliefs,values alone,fits,guesses,cuts}'::text[]) question) asked GROUP BY 1 ORDER BY 1;
-- Counterfeits are known by how many the whole release has.
CREATE TEMPORARY TABLE bucket_shard AS SELECT i AS id, 1 + i / 5 AS bucket, NULL::text AS mark, CASE WHEN i > 10 THEN 'x' || i END AS a, 's' || i % 6 AS s FROM generate_series(1, 300) i;
SELECT parameters, said(format('SELECT count(*) FROM microdata.audit_region(''verification'', %L, %L, ARRAY[%L::regclass::oid], %3$L::regclass, NULL, 0, ''mark'')', numbers(4, 1) || sent(('{"method": "bucketization", "suppressed": [0], "attributes": [
    {"relation": 0, "column": 1, "name": "a", "role": "quasi-identifier", "generalized": false, "source_name": "a"}, {"relation": 0, "column": 2, "name": "s", "role": "sensitive", "generalized": false, "source_name": "s"}]}'::jsonb
    || jsonb_build_object('parameters', parameters || '{"l": 1, "bucket_column": "bucket"}'))::text, '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'), numbers(9, 0), 'bucket_shard'))
FROM unnest(ARRAY['{}', '{"counterfeits": 10}', '{"counterfeits": 10, "series": "made up"}', '{"counterfeits": 0, "series": "made up"}']::jsonb[]) parameters;
-- Bytes of a request that stand for more memory than there is for it.
SET pg_microdata.memory_limit = '100MB';
SELECT n, said(format('SELECT length(microdata.audit_region(''groups'', %L, %L, ARRAY[%L::regclass::oid], NULL, NULL, 0, ''mark'')) > 0', numbers(4, 1) || sent('{"method": "generalization", "parameters": {"l": 1, "k": 1, "recoding": "cell"},
    "suppressed": [0], "attributes": [{"relation": 0, "column": 1, "name": "a", "role": "quasi-identifier", "generalized": false, "source_name": "a"}]}', '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'),
    '\x000000000000000000080000000000000049534f2c204d44590800000000000000706f73746772657303000000000000005554430000000000000000010100000000000000010000000000000001000000000000006101000000000000000001'::bytea
    || decode(n, 'hex') || decode(repeat('00', values), 'hex') || '\x00000000000000000000000000000000000000000000'::bytea, 'shard')) AS said
FROM (VALUES ('0100000000000000', 1), ('80841e0000000000', 2000000)) v (n, values);
RESET pg_microdata.memory_limit;
-- An expression that is made up: of another type than the attribute has, of a type of others, of another attribute, and of code of others.
SELECT text, type, said(format('SELECT length(microdata.audit_region(''groups'', %L, %L, ARRAY[%L::regclass::oid], NULL, NULL, 0, ''mark'')) > 0', numbers(4, 1) || sent('{"method": "generalization", "parameters": {"l": 1, "k": 1, "recoding": "cell"},
    "suppressed": [0], "attributes": [{"relation": 0, "column": 1, "name": "a", "role": "quasi-identifier", "generalized": false, "source_name": "a"}]}', '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'),
    '\x000000000000000000'::bytea || sent('ISO, MDY', 'postgres', 'UTC') || '\x0100000000000000' || sent(text) || '\x00' || '\x0100000000000000' || '\x00000000' || sent('', 'count') || '\x00000000'
    || '\x0100000000000000' || sent(text, 'a') || numbers(4, type), 'shard')) AS said
FROM (VALUES ('a::text', 23), ('a::text', 25), ('a::text', 5), ('a::text', 2147483647), ('b || s', 25), ('b', 25), ('public.sent(VARIADIC ARRAY[a::text])', 25)) v (text, type);
-- Regions that are cut 25,000 times, one within the other.
SELECT jsonb_agg(CASE WHEN i % 2 = 1 OR i = 50000 THEN jsonb_build_object('region', i / 2) ELSE jsonb_build_object('column', 'b', 'below', i::text, 'left', i + 1, 'right', i + 2) END ORDER BY i) AS tree
FROM generate_series(0, 50000) i \gset
SELECT said(format('SELECT microdata.audit_region(''verification'', %L, %L, ARRAY[%L::regclass::oid], %L::regclass, NULL, 0, ''mark'')',
    numbers(4, 1) || sent(jsonb_set(d, '{parameters,regions}', jsonb_build_object('tree', :'tree'::jsonb, 'source_rows', '[300]'::jsonb))::text, '{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}'),
    numbers(9, 0), 'shard', 'source_shard')) FROM told WHERE name = 'classes';
-- They are not for everybody, but for the one that tells a role of its own calls.
CREATE ROLE made_up_asker;
SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'microdata'::regnamespace AND proname ~ '_region$|_in_shard$' AND has_function_privilege('made_up_asker', p.oid, 'EXECUTE');
SELECT count(*) FROM pg_proc p WHERE p.pronamespace = 'microdata'::regnamespace AND proname ~ '_region$|_in_shard$';
DROP ROLE made_up_asker;

-- A release whose owner changes what it is made of: errors or findings.
SELECT count(*) FROM (SELECT register_release(('elsewhere.' || release)::regclass, CASE WHEN release ~ 'persons|general' THEN 'people' ELSE 'single' END::regclass, description => d) FROM described) r;
\set ECHO none
CREATE FUNCTION said_after(release text, change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    name text = 'elsewhere.' || release;
    read text = 'read';
    call text;
BEGIN
    EXECUTE format(change, name);
    FOREACH call IN ARRAY ARRAY['verify_release(%L)', 'disclosure(%L)', 'audit_inference(%L, seed => 1)', 'audit_membership(%L, seed => 1)', 'audit_composition(ARRAY[%L::regclass], seed => 1)',
        'matching_buckets(%L, ''{"age": 30}'')', 'microdata.membership_likelihood(%L, ''{"age": 30}'')', 'estimate_count(%L, ''{"sex": "M"}'')', 'estimate(%L, group_by => ''{sex}'')', 'microdata.information_loss(%L)'] LOOP
        BEGIN
            EXECUTE 'SELECT count(*) FROM ' || format(call, name);
        EXCEPTION WHEN OTHERS THEN
            IF SQLSTATE ~ '^(XX|57)' THEN read = call || ' ' || SQLERRM; END IF;
        END;
    END LOOP;
    RAISE SQLSTATE 'UNDO0' USING MESSAGE = read;
EXCEPTION
    WHEN SQLSTATE 'UNDO0' THEN RETURN SQLERRM;
    WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
\set ECHO all
SELECT said_after(release, format(c, a.attname)) AS said, count(*) > 0 AS some FROM described, pg_attribute a, unnest(ARRAY['ALTER TABLE %%s ALTER %1$I TYPE int8 USING 7', 'ALTER TABLE %%s ALTER %1$I TYPE text USING ''x''',
    'ALTER TABLE %%s ALTER %1$I TYPE int4range USING ''empty''', 'ALTER TABLE %%s ALTER %1$I TYPE bytea USING ''\x''', 'ALTER TABLE %%s DROP %1$I', 'UPDATE %%s SET %1$I = NULL', 'DELETE FROM %%s']) c
WHERE a.attrelid = ('elsewhere.' || release)::regclass AND a.attnum > 0 AND NOT a.attisdropped GROUP BY 1 ORDER BY 1;

-- Code that a call runs: of a view that is the source, and of indexes that are kept. What it drops is not put on record.
CREATE VIEW acting AS SELECT * FROM single WHERE made_up.acts(number);
CREATE TABLE elsewhere.taken AS TABLE joined;
SELECT format('SELECT public.register_release(%L, %L, description => %L) > 0', 'elsewhere.taken', 'made_up.acting', d) AS described, format('SELECT public.register_release(%L, %L, ''slicing'', groups => %L, sensitive => %L) > 0', 'elsewhere.taken', 'made_up.acting', '{"age, sex, zip", disease}', '{disease}') AS given
FROM described WHERE release = 'joined' \gset
SELECT name, said_while(action, c), string_agg(call, ' ' ORDER BY call) FROM (VALUES ('nothing', 'SELECT 1'), ('source', 'DROP VIEW made_up.acting'), ('table', 'DROP TABLE elsewhere.taken'), ('column', 'ALTER TABLE elsewhere.taken DROP zip'),
    ('name', 'ALTER TABLE elsewhere.taken RENAME zip TO post'), ('registered', :'described')) a (name, action), (VALUES ('described', :'described'), ('given', :'given')) v (call, c) GROUP BY 1, 2 ORDER BY 1;
DROP VIEW acting;
CREATE FUNCTION acts_on(value integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM made_up.acts(1); RETURN value; END $$;
CREATE INDEX ON anatomy_qit (acts_on(age));
SELECT action, said_while(action, 'SELECT bucketize_table(''single'', 2, format => ''anatomy'', seed => 1, target => ''anatomy'', replace => true)')
FROM unnest(ARRAY['SELECT 1', 'DROP TABLE made_up.anatomy_st CASCADE', 'DROP VIEW made_up.anatomy', 'DROP VIEW made_up.single']) action;
CREATE TABLE parts_of (number int, age int, disease text) PARTITION BY RANGE (number);
CREATE TABLE parts_of_1 PARTITION OF parts_of FOR VALUES FROM (0) TO (100);
CREATE TABLE parts_of_2 PARTITION OF parts_of FOR VALUES FROM (100) TO (200);
INSERT INTO parts_of SELECT i, 20 + i % 37, 'd' || i % 6 FROM generate_series(1, 199) i;
SELECT slice_table('parts_of', 2, 2, sensitive => '{disease}', quasi_identifiers => '{number}', target => 'by_parts', seed => 1);
CREATE INDEX ON by_parts (acts_on(age));
SELECT 'SELECT public.republish_partitions(''made_up.by_parts'', ''{made_up.parts_of_2}'')' AS again \gset
SELECT name, said_while(action, :'again') FROM (VALUES ('nothing', 'SELECT 1'), ('published again', :'again'), ('other partition', replace(:'again', 'parts_of_2', 'parts_of_1')), ('release', 'SELECT public.drop_release(''made_up.by_parts'')'), ('table', 'DROP TABLE made_up.by_parts CASCADE'),
    ('partition', 'DROP TABLE made_up.by_parts_2')) a (name, action) ORDER BY name;

SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE release_id > :before;
DROP SCHEMA made_up, elsewhere CASCADE;
SELECT count(*) FROM microdata.release_record WHERE release_id > :before;

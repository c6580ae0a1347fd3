-- Lists as arguments: what is accepted, and what the natural mistakes say.
\pset format unaligned
\pset tuples_only on
\set VERBOSITY default
SET client_min_messages = notice;
CREATE TABLE people (number integer, age integer, sex text, "Blood group" text, disease text);
INSERT INTO people SELECT i, 20 + i % 30, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, 'A', 'disease ' || i % 4
FROM generate_series(1, 40) i;

-- A word where a list belongs, in every list argument of three functions.
SELECT attempts(format('slice_table(''people'', 2, 2, %I => ''age, disease'')', argument))
FROM unnest('{sensitive,identifiers,insensitive,quasi_identifiers,groups}'::text[]) argument;
SELECT attempts(format('microdata.gnf_plan(''people'', 2, %I => ''age, disease'')', argument))
FROM unnest('{rules,sensitive,identifiers,insensitive}'::text[]) argument;
\set ECHO none
SELECT attempts($$
microdata.check_gnf('age, sex', '{"age -> sex"}')
microdata.check_gnf('{"age, sex"}', 'age -> sex')
$$);
\set ECHO all

-- Every list argument of every function is such a list, and says so.
CREATE FUNCTION list_arguments(OUT function name, OUT argument text, OUT state text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql AS $$
DECLARE
    call text;
BEGIN
    FOR function, argument, call IN
        SELECT p.proname, p.proargnames[given],
               format('SELECT %s(%s)', p.oid::regproc, string_agg(CASE position WHEN given THEN '''age, disease''' ELSE 'NULL::' ||
                   CASE type WHEN 'anyelement'::regtype THEN 'people' ELSE type::text END END, ', ' ORDER BY position))
        FROM pg_proc p
        JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'pg_microdata',
            unnest(p.proargtypes::regtype[]) WITH ORDINALITY a (type, position),
            generate_series(1, p.pronargs) given
        WHERE p.proargtypes[given - 1] IN ('text_list'::regtype, 'text[]'::regtype) AND (p.pronamespace <> 'microdata'::regnamespace OR p.proname ~ '^(check_gnf|fragment_plan|functional_dependencies|gnf_plan|(expand|irreducible)_privacy_rules|plan_regions|relative_error)$')
        GROUP BY p.oid, given
        ORDER BY 1, given
    LOOP
        hint := NULL;
        BEGIN
            EXECUTE call;
            state := 'no error';
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, hint = PG_EXCEPTION_HINT;
        END;
        RETURN NEXT;
    END LOOP;
END
$$;
SELECT function, string_agg(argument, ' ') AS arguments, state, hint FROM list_arguments() GROUP BY function, state, hint ORDER BY function;

-- Other mistakes. What begins as an array is for PostgreSQL to read.
SELECT attempts(format('slice_table(''people'', 2, 2, sensitive => %L)', mistake))
FROM unnest(ARRAY['', '  ', ' disease ', 'disease, sex', 'disease,,sex,', ',', 'Blood group', '"Blood group", sex', 'o''clock', 'back\slash', 'null', '"Blood group"',
                  '(disease)', '["disease"]', '[disease]', 'ARRAY[disease]', 'array[''disease'']', '{disease', ' {disease}, sex', '[1:2]={disease}'])
     WITH ORDINALITY m (mistake, position)
ORDER BY position;
\set ECHO none
SELECT attempts($$
create_date_hierarchy('day', 'month, year')
microdata.gnf_plan('people', 2, rules => 'age, sex -> disease')
$$);
\set ECHO all
-- A scalar of another type of text.
SELECT attempts(format('slice_table(''people'', 2, 2, sensitive => ''disease, sex''::%s)', type))
FROM unnest('{text,varchar,name,character(10),text_list}'::text[]) type;
\set ECHO none
SELECT attempts($$
slice_table('people', 2, 2, sensitive => (SELECT 'disease, sex'))
slice_table('people', 2, 2, sensitive => 1)
-- An array that is no array of texts.
slice_table('people', 2, 2, sensitive => ARRAY[1])
slice_table('people', 2, 2, sensitive => '{NULL}')
slice_table('people', 2, 2, sensitive => ARRAY[NULL::name])
slice_table('people', 2, 2, sensitive => 'disease, sex')
$$);
\set ECHO all

-- The HINTs are right.
SELECT '{disease}'::text_list, '{"Blood group",sex}'::text_list, E'{"back\\\\slash"}'::text_list, '{o''clock}'::text_list, '{"NULL"}'::text_list, '{}'::text_list;

-- What is accepted. NULL leaves what was declared before.
CREATE FUNCTION declared(argument text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM declare_roles('people', sensitive => '{age}');
    EXECUTE format('SELECT declare_roles(''people'', sensitive => %s)', argument);
    RETURN (SELECT string_agg(attribute, ',' ORDER BY attribute) FROM microdata.roles WHERE source = 'people'::regclass AND role = 'sensitive');
END
$$;
CREATE DOMAIN word AS text;
CREATE DOMAIN words AS text[];
SELECT argument, declared(argument)
FROM unnest(ARRAY[
    $$'{disease}'$$, $$' {disease, "Blood group"}'$$, $$'[0:1]={disease,sex}'$$, $$'{}'$$, 'NULL',
    $$ARRAY['disease']$$, $$ARRAY['disease', 'sex']::text[]$$, $$ARRAY[]::text[]$$, 'NULL::text[]', $$string_to_array('disease,sex', ',')$$,
    $$ARRAY['disease'::name]$$, $$ARRAY['disease', 'sex']::varchar[]$$, $$ARRAY['disease', 'sex']::varchar(20)[]$$, $$ARRAY['disease', 'sex']::character(20)[]$$,
    $$ARRAY['disease']::words$$, $$(SELECT array_agg(attname) FROM pg_attribute WHERE attrelid = 'people'::regclass AND attname ~ '^[ds]')$$,
    $$(SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = 'people'::regclass AND attname ~ '^[ds]')$$,
    $$(SELECT array_agg(column_name) FROM information_schema.columns WHERE table_name = 'people' AND column_name ~ '^B')$$,
    $$(SELECT array_agg(column_name ORDER BY ordinal_position DESC) FROM information_schema.columns WHERE table_name = 'people' AND column_name ~ '^[Bd]')$$,
    $$'{disease}'::text_list$$, $$'{disease}'::text$$, $$'{disease}'::varchar$$, $$(SELECT '{disease}')$$, 'NULL::text',
    $$ARRAY['disease']::word[]::text[]$$]) WITH ORDINALITY a (argument, position)
ORDER BY position;
-- Arrays of a domain need a cast.
\set ECHO none
SELECT attempts($$
declared('ARRAY[''disease'']::word[]')
declare_roles('people', '{disease}', ARRAY['number'], NULL, ARRAY['age', 'sex'])
$$);
\set ECHO all
SELECT attribute, role FROM microdata.roles WHERE source = 'people'::regclass ORDER BY 1;

-- Variables, parameters, rows, defaults.
DO $$
DECLARE
    a text[] := '{disease}';
    n name[] := '{sex}';
    l text_list := '{number}';
    back text[];
BEGIN
    back := l;
    RAISE INFO '% % % %', declared(quote_literal(a)), back, pg_typeof(l), l;
    PERFORM declare_roles('people', sensitive => a, identifiers => n, insensitive => l);
END
$$;
SELECT attribute, role FROM microdata.roles WHERE source = 'people'::regclass ORDER BY 1;
PREPARE untyped AS SELECT declare_roles('people', sensitive => $1, identifiers => $2::text[]);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'untyped';
EXECUTE untyped('{disease}', '{number}');
EXECUTE untyped(ARRAY['sex'], NULL);
EXECUTE untyped('disease, sex', NULL);
PREPARE typed (text[], name[], text) AS SELECT declare_roles('people', sensitive => $1, identifiers => $2, insensitive => $3);
EXECUTE typed('{disease}', '{number}', '{sex}');
EXECUTE typed('{disease}', '{number}', 'sex, age');
SELECT attribute, role FROM microdata.roles WHERE source = 'people'::regclass ORDER BY 1;
DEALLOCATE ALL;
CREATE FUNCTION mine(s text[]) RETURNS void LANGUAGE sql AS $$ SELECT declare_roles('people', sensitive => s) $$;
SELECT mine('{age}');
SELECT attribute, role FROM microdata.roles WHERE source = 'people'::regclass ORDER BY 1;

-- A view keeps its lists, whatever they were written as.
CREATE VIEW sliced AS
    SELECT count(*) AS literal FROM slice_rows(NULL::people, 2, 2, sensitive => '{disease}', identifiers => '{number}');
CREATE VIEW sliced_by_array AS
    SELECT count(*) AS arrays FROM slice_rows(NULL::people, 2, 2, sensitive => ARRAY['disease'], identifiers => ARRAY['number'::name]);
SELECT pg_get_viewdef('sliced'), pg_get_viewdef('sliced_by_array');
SET client_min_messages = warning;
SELECT * FROM sliced, sliced_by_array;
DO $$ BEGIN EXECUTE 'CREATE VIEW again AS ' || pg_get_viewdef('sliced_by_array'); END $$;
SELECT pg_get_viewdef('again') = pg_get_viewdef('sliced_by_array') AS same FROM again;
SET client_min_messages = notice;

-- As drivers send and receive it.
CREATE TABLE lists (number integer, list text_list);
INSERT INTO lists VALUES (1, '{}'), (2, '{disease,"Blood group",NULL}'), (3, '[0:1]={a,b}'), (4, NULL), (5, array_fill('x'::text, '{2000}'));
DO $$
DECLARE
    file text := current_setting('data_directory') || '/text_lists';
BEGIN
    EXECUTE format('COPY lists TO %L (FORMAT binary)', file);
    EXECUTE format('COPY lists FROM %L (FORMAT binary)', file);
    EXECUTE format('COPY (SELECT 6, ARRAY[1, 2]) TO %L (FORMAT binary)', file);
    BEGIN
        EXECUTE format('COPY lists FROM %L (FORMAT binary)', file);
    EXCEPTION WHEN OTHERS THEN
        RAISE INFO '%', SQLSTATE;
    END;
    EXECUTE format('COPY (SELECT WHERE false) TO PROGRAM %L', 'rm ' || quote_literal(file));
END
$$;
SELECT number, count(*), count(DISTINCT list::text), left(min(list::text), 40) FROM lists GROUP BY 1 ORDER BY 1;
SELECT attempts('SELECT count(*) FROM lists GROUP BY list');

-- A single privacy model where an array of them belongs.
\set ECHO none
SELECT attempts($$
slice_table('people', 2, 2, sensitive => '{disease}', privacy => k_anonymity(3), target => 'of_one_model')
bucketize_table('people', 2, sensitive => '{disease}', privacy => t_closeness(0.2, 'ordered'))
SELECT * FROM microdata.gnf_plan('people', 2, '{"age -> disease"}', privacy => l_diversity(2))
slice_table('people', 2, 2, sensitive => '{disease}', privacy => NULL::privacy_model)
slice_table('people', 2, 2, sensitive => '{disease}', privacy => ROW(NULL, NULL)::privacy_model)
$$);
\set ECHO all
PREPARE one (privacy_model) AS SELECT slice_table('people', 2, 2, sensitive => '{disease}', privacy => $1, target => 'of_another_model');
EXECUTE one(k_anonymity(2));
DEALLOCATE one;
-- What is right stays right.
CREATE FUNCTION published(privacy text) RETURNS jsonb LANGUAGE plpgsql SET client_min_messages = warning AS $$
BEGIN
    EXECUTE format('SELECT slice_table(''people'', 2, 2, sensitive => ''{disease}'', identifiers => ''{number}'', replace => true, privacy => %s)', privacy);
    RETURN (SELECT parameters -> 'privacy' FROM microdata.releases WHERE relations[1]::text = 'people_sliced');
END
$$;
SELECT privacy, published(privacy)
FROM unnest(ARRAY['ARRAY[k_anonymity(2)]', 'ARRAY[k_anonymity(2), l_diversity(2)]', $$'{}'::privacy_model[]$$, $$'{}'$$, 'NULL', 'NULL::privacy_model[]',
                  'ARRAY[k_anonymity(2)] || l_diversity(2)', 'k_anonymity(2) || ARRAY[l_diversity(2)]', 'ARRAY[k_anonymity(2)] || ARRAY[l_diversity(2)]',
                  'array_append(NULL, k_anonymity(2))', '(SELECT array_agg(m) FROM unnest(ARRAY[k_anonymity(2)]) m)', $$'{"(k_anonymity,\"{\"\"k\"\": 2}\")"}'$$])
         WITH ORDINALITY a (privacy, position)
ORDER BY position;
SELECT add_privacy_rule('people', 'age -> disease', privacy => k_anonymity(3)) > 0 AS added;
SELECT rule, privacy FROM microdata.privacy_rules WHERE source = 'people'::regclass;
SELECT attempts($$add_privacy_rule('people', 'age -> disease', privacy => ARRAY[k_anonymity(3)])$$);

DROP TABLE lists;
SELECT FROM unnest('{people_sliced,of_one_model,of_another_model}'::text[]) r, drop_release(r::regclass);
DROP TABLE people CASCADE;
DROP FUNCTION declared, published, mine, list_arguments;
DROP DOMAIN word, words;

-- The rows of an array of two dimensions look like elements, and are none.
\set ECHO none
SELECT attempts($$
microdata.check_gnf('{{age,dis},{zip,edu}}', '{"age -> dis"}')
k_anonymity(2), create_prefix_hierarchy('two_dimensions', '{{1,2},{3,4}}')
$$);
\set ECHO all

-- A long text is not shown whole, nor written out as a list; quotes within a text are not taken apart.
DO $$
DECLARE
    message text;
    hint text;
    context text;
BEGIN
    PERFORM repeat('x,', 10000000)::text_list;
EXCEPTION WHEN invalid_text_representation THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
    RAISE INFO '%, %', length(message), hint;
END $$;
\set ECHO none
SELECT attempts($$
SELECT $q$'dis'$q$::text_list
SELECT 'dis, "c,d"'::text_list
$$);
\set ECHO all

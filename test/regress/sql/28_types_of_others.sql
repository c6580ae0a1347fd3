-- What somebody's types do with the texts that others look up runs with the rights of the types' owner.
\pset format unaligned
\pset tuples_only on
CREATE ROLE type_owner;
CREATE SCHEMA types_of_others AUTHORIZATION type_owner;
SET ROLE type_owner;
CREATE FUNCTION types_of_others.is_checked(i integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF current_user <> 'type_owner' THEN RAISE WARNING 'called as %', current_user; END IF;
    RETURN true;
END $$;
CREATE DOMAIN types_of_others.checked AS integer CHECK (types_of_others.is_checked(value));
CREATE TYPE types_of_others.pair AS (a integer, b types_of_others.checked);
CREATE DOMAIN types_of_others.several AS types_of_others.checked[];
CREATE TYPE types_of_others.span AS RANGE (subtype = types_of_others.checked);
CREATE TABLE types_of_others.people AS
SELECT (i % 5, i % 2)::types_of_others.pair AS pair, ARRAY[i % 3]::types_of_others.several AS several,
       types_of_others.span((i % 2)::types_of_others.checked, 5::types_of_others.checked) AS span, 's' || i % 7 AS disease
FROM generate_series(1, 420) i;
SET client_min_messages = warning;
SELECT slice_table('types_of_others.people', 4, 2, sensitive => '{disease}', target => 'types_of_others.sliced');
SELECT generalize_table('types_of_others.people', 5, 2, sensitive => '{disease}', target => 'types_of_others.generalized');
RESET ROLE;
SELECT count(*) > 0 AS found FROM matching_buckets('types_of_others.sliced', '{"pair": "(1,1)", "several": "{1}", "span": "[1,5)"}');
SELECT estimate_count('types_of_others.sliced', '{"pair": ["(1,1)"], "several": ["{1}"], "span": ["[1,5)"]}') > 0 AS counted;
SELECT estimate_count('types_of_others.generalized', '{"pair": ["(1,1)"], "several": ["{1}"], "span": ["[1,5)"]}') > 0 AS counted;
SELECT bool_and(holds) FROM verify_release('types_of_others.sliced');
SELECT bool_and(holds) FROM verify_release('types_of_others.generalized');
RESET client_min_messages;
SET client_min_messages = error;
DROP SCHEMA types_of_others CASCADE;
RESET client_min_messages;
DROP ROLE type_owner;

-- Errors do not tell readers of a release what it was made from.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE ROLE h_reader;
CREATE SCHEMA h_shown;
CREATE SCHEMA h_hidden;
GRANT USAGE ON SCHEMA h_shown TO h_reader;
CREATE TABLE h_hidden.secret_patients AS SELECT i AS id, 20 + i % 50 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 6 AS disease FROM generate_series(1, 300) i;
SELECT FROM declare_roles('h_hidden.secret_patients', sensitive => '{disease}', identifiers => '{id}');
SELECT bucketize_table('h_hidden.secret_patients', 3, target => 'h_shown.h_buckets');
SELECT generalize_table('h_hidden.secret_patients', 5, l => 2, target => 'h_shown.h_classes');
SELECT FROM create_series('h_weekly', 'h_hidden.secret_patients', 'bucketization', '{"sensitive": ["disease"], "target": "h_shown.h_weekly"}', '{id}', 3);
SELECT edition FROM publish_series('h_weekly');
GRANT SELECT ON ALL TABLES IN SCHEMA h_shown TO h_reader;
-- All that is said, and of whom it is not to be said.
CREATE FUNCTION h_shown.said(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text; context text;
BEGIN
    EXECUTE call;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
    RETURN concat_ws(' | ', sqlstate, sqlerrm, detail, hint)
        || CASE WHEN concat_ws(' ', sqlerrm, detail, hint, regexp_replace(context, 'SQL statement "SELECT .*h_shown[.]said.*', '')) ~ 'secret_patients|h_hidden' THEN ' NAMED' ELSE '' END
        || CASE WHEN context ~ 'FROM (ONLY )?h_hidden' THEN ' STATEMENT' ELSE '' END;
END
$$;
CREATE VIEW h_shown.calls AS
SELECT format(c, r) AS call FROM unnest('{h_shown.h_buckets,h_shown.h_classes,h_shown.h_weekly_1}'::text[]) r, unnest(ARRAY[
    'SELECT * FROM verify_release(%L)', 'SELECT * FROM disclosure(%L)', 'SELECT * FROM microdata.relative_error(%L, 1)', 'SELECT * FROM audit_inference(%L)', 'SELECT * FROM audit_membership(%L)',
    'SELECT * FROM audit_singling_out(%L)', 'SELECT * FROM audit_minimality(%L)', 'SELECT * FROM audit_composition(ARRAY[%L]::regclass[])', 'SELECT * FROM audit_linkability(%L, ''{age}'', ''{sex}'')',
    'SELECT * FROM audit(%L)', 'SELECT release_description(%L)', 'SELECT estimate_count(%L, ''{}'')', 'SELECT * FROM estimate(%L)', 'SELECT * FROM microdata.information_loss(%L)']) c;
GRANT SELECT ON h_shown.calls TO h_reader;
SET ROLE h_reader;
SELECT DISTINCT h_shown.said(call) FROM h_shown.calls ORDER BY 1;
SELECT count(*) FILTER (WHERE finding ~ 'secret|h_hidden') FROM audit('h_shown.h_buckets');
-- Nor which releases a table has, of which no column may be read: each fails before that is looked up.
RESET ROLE;
CREATE TABLE h_shown.h_others AS SELECT 1 AS age;
CREATE TABLE h_shown.h_mine AS SELECT i % 7 AS age, i / 6 % 2 AS sex, 'd' || i % 6 AS disease FROM generate_series(1, 84) i;
SELECT slice_table('h_shown.h_mine', 2, 2, sensitive => '{disease}', target => 'h_shown.h_slices');
SELECT relation FROM gnf_decompose('h_shown.h_mine', 3, '{"age -> disease"}', target => 'h_shown.h_parts');
GRANT SELECT ON h_shown.h_slices, h_shown.h_parts_1 TO h_reader;
SET ROLE h_reader;
SELECT h_shown.said(format('SELECT * FROM audit_composition(source => %L)', t)) FROM unnest('{h_shown.h_mine,h_shown.h_others}'::text[]) t;
SELECT h_shown.said($$ SELECT * FROM audit_composition('{h_shown.h_slices}', source => 'h_shown.h_others') $$);
RESET ROLE;
GRANT SELECT ON h_shown.h_others TO h_reader;
SET ROLE h_reader;
SELECT h_shown.said($$ SELECT * FROM audit_composition('{h_shown.h_slices}', source => 'h_shown.h_others') $$);
-- Nor where some of it may be read, or row security hides rows.
RESET ROLE;
GRANT USAGE ON SCHEMA h_hidden TO h_reader;
GRANT SELECT (age) ON h_hidden.secret_patients TO h_reader;
SET ROLE h_reader;
SELECT DISTINCT h_shown.said(call) FROM h_shown.calls ORDER BY 1;
RESET ROLE;
GRANT SELECT ON h_hidden.secret_patients TO h_reader;
REVOKE USAGE ON SCHEMA h_hidden FROM h_reader;
SET ROLE h_reader;
SELECT DISTINCT h_shown.said(call) FROM h_shown.calls ORDER BY 1;
RESET ROLE;
GRANT USAGE ON SCHEMA h_hidden TO h_reader;
ALTER TABLE h_hidden.secret_patients ENABLE ROW LEVEL SECURITY;
SET ROLE h_reader;
SELECT DISTINCT h_shown.said(call) FROM h_shown.calls WHERE call LIKE '%verify_release%' ORDER BY 1;
RESET ROLE;
ALTER TABLE h_hidden.secret_patients DISABLE ROW LEVEL SECURITY;
-- A reader who may read all of the source verifies; where reading fails, the statement is not shown.
SET ROLE h_reader;
SELECT bool_and(holds) FROM verify_release('h_shown.h_buckets') WHERE requirement !~ 'determine';
RESET ROLE;
CREATE VIEW h_hidden.secret_view AS SELECT id, age, sex, disease, 1 / NULLIF(current_setting('h.divisor', true), '')::integer AS part FROM h_hidden.secret_patients;
SET h.divisor = 1;
SELECT FROM declare_roles('h_hidden.secret_view', sensitive => '{disease}', identifiers => '{id}', quasi_identifiers => '{age,sex,part}');
SELECT bucketize_table('h_hidden.secret_view', 3, target => 'h_shown.h_of_view');
GRANT SELECT ON h_shown.h_of_view, h_hidden.secret_view TO h_reader;
SET ROLE h_reader;
SELECT bool_and(holds) FROM verify_release('h_shown.h_of_view') WHERE requirement !~ 'determine';
SET h.divisor = 0;
SELECT h_shown.said($$ SELECT * FROM verify_release('h_shown.h_of_view') $$);
RESET ROLE;
SELECT FROM drop_series('h_weekly');
DROP SCHEMA h_shown, h_hidden CASCADE;
DROP ROLE h_reader;

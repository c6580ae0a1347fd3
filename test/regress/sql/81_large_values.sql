-- Values whose text is larger than what PostgreSQL allocates at once: an error that names the attribute, and no internal one.
-- Rooms: src/postgres/values src/postgres/source src/postgres/release
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA v_large;
SET search_path = v_large, public;
CREATE VIEW v_people AS SELECT i AS id, i % 3 AS age, CASE WHEN i = 1 THEN convert_to(repeat('x', 540000000), 'UTF8') ELSE convert_to('v' || i % 2, 'UTF8') END AS note, 'd' || i % 3 AS disease
FROM generate_series(1, 12) i;
CREATE FUNCTION v_state(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
  EXECUTE call;
  RETURN 'done';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(' | ', SQLSTATE, SQLERRM, detail, hint);
END $$;
SELECT v_state($$SELECT generalize_table('v_people', 12, sensitive => '{disease}', identifiers => '{id}')$$);
RESET search_path;
DROP SCHEMA v_large CASCADE;

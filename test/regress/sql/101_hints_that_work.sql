-- HINTs name what works, for all that an error found, in words of the function that was called.
-- Rooms: src/postgres/release src/postgres/methods src/postgres/publishing
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SET pg_microdata.unclassified = 'suspicious';
CREATE SCHEMA h_hints;
SET search_path = h_hints, public;
CREATE FUNCTION h_said(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
    EXECUTE call;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n', sqlstate || ' ' || sqlerrm, 'DETAIL: ' || NULLIF(detail, ''), 'HINT: ' || NULLIF(hint, ''));
END
$$;

-- Wide rows: what fits no page stays so in smaller classes, and is told before anything is written.
CREATE FUNCTION h_wide(name text, rows integer, value text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I AS SELECT i AS id, ''d'' || (hashint4(i) & 1023) %% 5 AS dis, %s FROM generate_series(1, %s) i', name,
    (SELECT string_agg(format(replace(value, '#', c::text) || ' AS c%s', c), ', ') FROM generate_series(1, 700) c), rows);
END $$;
SELECT h_wide('h_texts', 300, '''value '' || (hashint4(i * 1000 + #) & 1023) %% 20'), h_wide('h_numbers', 60, 'i * (# %% 7 + 1) %% 20');
SELECT h_said($$ SELECT generalize_table('h_texts', 5, l => 2, sensitive => 'dis', identifiers => 'id') $$);
CREATE VIEW h_hint AS SELECT h_said($$ SELECT fragment_table('h_texts', 5, 'dis', identifiers => 'id') $$) AS said;
CREATE TABLE h_named AS SELECT substring(said FROM 'fragments => ([0-9]+)')::integer AS fragments, said ~ 'would take at least [0-9]+ bytes' AS bytes FROM h_hint;
TABLE h_named;
SELECT h_said(format($$ SELECT fragment_table('h_texts', 5, 'dis', %s, identifiers => 'id', target => 'h_fragments') $$, fragments)) FROM h_named;
SET client_min_messages = notice;
SELECT slice_table('h_numbers', 2, 2, k => 5, sensitive => 'dis', identifiers => 'id', quasi_identifiers => ARRAY(SELECT 'c' || c FROM generate_series(1, 700) c));
SET client_min_messages = error;

-- Two findings in one error: a name, and a chapter that determines the sensitive column.
CREATE TABLE h_named_persons AS SELECT (ARRAY['Anna','Berta','Clara','Dora','Emil','Frank','Georg','Hans'])[1 + i % 8] || ' ' || (ARRAY['Meier','Huber','Lang','Kurz','Weber'])[1 + i % 5] AS vorname, 20 + i % 60 AS age, 'c' || (hashint4(i) & 1023) % 6 AS ch, 'd' || (hashint4(i) & 1023) % 6 AS icd FROM generate_series(1, 600) i;
SELECT h_said($$ SELECT slice_table('h_named_persons', 2, 2, subject => '{}', sensitive => 'icd') $$);
SELECT h_said(format($$ SELECT slice_table('h_named_persons', 2, 2, subject => '{}', sensitive => 'icd', identifiers => %L) $$, substring(h_said($$ SELECT slice_table('h_named_persons', 2, 2, subject => '{}', sensitive => 'icd') $$) FROM 'identifiers => ''([^'']+)''')));

-- A constant that is computed from a sensitive column.
CREATE TABLE h_computed (age integer, icd text, len integer GENERATED ALWAYS AS (length(icd)) STORED, "Is short" boolean GENERATED ALWAYS AS (length(icd) < 9) STORED);
INSERT INTO h_computed (age, icd) SELECT 20 + i % 60, 'E' || 10 + i % 7 FROM generate_series(1, 300) i;
SELECT h_said($$ SELECT slice_table('h_computed', 2, 2, sensitive => 'icd', quasi_identifiers => 'age') $$);
SELECT h_said($$ SELECT slice_table('h_computed', 2, 2, sensitive => 'icd', quasi_identifiers => 'age', insensitive => '{len,"Is short"}') $$);
-- One that was chosen to be sensitive may say something of all.
CREATE TABLE h_constant AS SELECT age, 'cancer'::text AS disease FROM h_computed;
SELECT h_said($$ SELECT slice_table('h_constant', 2, 2, sensitive => 'disease', quasi_identifiers => 'age') $$);

-- A hierarchy that a release needs.
CREATE TABLE h_towns AS SELECT 'town ' || i % 30 AS town, 'd' || i % 4 AS disease FROM generate_series(1, 300) i;
SELECT FROM create_prefix_hierarchy('h_prefix', '{6,5}');
SELECT generalize_table('h_towns', 20, sensitive => '{disease}', quasi_identifiers => '{town}', hierarchies => '{"town": "h_prefix"}');
SET client_min_messages = warning;
SELECT FROM drop_hierarchy('h_prefix');
SELECT h_said($$ SELECT * FROM verify_release('h_towns_generalized') $$);
SELECT FROM create_prefix_hierarchy('h_prefix', '{6,5}');
SELECT bool_and(holds) FROM verify_release('h_towns_generalized');
SELECT FROM drop_release('h_towns_generalized');
SELECT FROM drop_hierarchy('h_prefix');

-- Earlier releases: those that are gone cannot be compared, and those that the source's owner could read are no others'.
SET pg_microdata.republish = 'warn';
CREATE ROLE h_own;
CREATE ROLE h_member IN ROLE h_own;
CREATE ROLE h_other;
GRANT ALL ON SCHEMA h_hints TO h_own, h_member;
SET ROLE h_own;
CREATE TABLE h_persons AS SELECT i AS id, 20 + i % 60 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 300) i;
SELECT FROM declare_roles('h_persons', sensitive => 'disease', identifiers => 'id', quasi_identifiers => 'age', subject => '{}');
RESET ROLE;
SET ROLE h_member;
SELECT slice_table('h_persons', 2, 2, target => 'h_first');
GRANT SELECT ON h_first TO h_own;
RESET ROLE;
SELECT slice_table('h_persons', 2, 2, target => 'h_second');
GRANT SELECT ON h_second TO h_own;
SET ROLE h_own;
SELECT slice_table('h_persons', 2, 2, target => 'h_third');
RESET ROLE;
SELECT FROM drop_release('h_first');
SELECT microdata.forget_release(release_id, 'a trial') IS NOT NULL FROM microdata.ledger WHERE ended IS NOT NULL AND source = 'h_persons'::regclass;
GRANT SELECT ON h_second TO h_other;
SELECT FROM drop_release('h_second');
SELECT slice_table('h_persons', 2, 2, target => 'h_fourth');
GRANT SELECT ON h_fourth TO h_other;
SELECT slice_table('h_persons', 2, 2, target => 'h_fifth');
SELECT regexp_replace(h_said(format('SELECT microdata.forget_release(%s, %L)', release_id, 'read')), '[0-9]+ cannot', '... cannot') FROM microdata.ledger WHERE ended IS NOT NULL AND source = 'h_persons'::regclass;

-- Series: an edition has no arguments of its own.
SET client_min_messages = error;
CREATE TABLE h_visits AS SELECT i AS id, 20 + (i * 7) % 60 AS age, 'd' || (hashint4(i) & 1023) % 5 AS disease FROM generate_series(1, 300) i;
SELECT create_series('h_invariant', 'h_visits', 'slicing', '{"sensitive": ["disease"]}', subject => '{id}', m => 2);
SELECT create_series('h_independent', 'h_visits', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 2}', subject => '{id}', independent => true);
ALTER TABLE h_visits ADD mail text;
UPDATE h_visits SET mail = 'person' || id || '@example.org';
SELECT h_said($$ SELECT publish_series('h_independent') $$);
SELECT h_said($$ SELECT publish_series('h_invariant') $$);
SELECT FROM declare_roles('h_visits', identifiers => '{mail}');
UPDATE h_visits SET disease = 'd1' WHERE id > 5;
SELECT h_said($$ SELECT publish_series('h_independent') $$);
UPDATE h_visits SET disease = 'd' || (hashint4(id) & 1023) % 5;
SELECT h_said($$ SELECT publish_series('h_independent') $$);
SELECT FROM drop_series('h_invariant');
SELECT FROM drop_series('h_independent');

RESET search_path;
RESET pg_microdata.unclassified;
RESET pg_microdata.republish;
DROP SCHEMA h_hints CASCADE;
DROP ROLE h_member, h_own, h_other;

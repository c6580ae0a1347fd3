-- Hierarchies over types that take different texts for equal.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA e_equal;
SET search_path = e_equal, public;
CREATE EXTENSION citext;
CREATE COLLATION e_ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE e_cities (level0 text, level1 text, level2 text);
INSERT INTO e_cities VALUES ('Berlin', 'East', '*'), ('Dresden', 'East', '*'), ('Mainz', 'West', '*'), ('Trier', 'West', '*');
SELECT FROM create_hierarchy('e_states', 'e_cities');
CREATE TABLE e_people AS
SELECT i AS id, ('{Berlin,BERLIN,dresden,MAINZ,Trier}'::text[])[1 + i % 5] AS city, 'd' || i % 3 AS disease FROM generate_series(1, 60) i;
CREATE TABLE e_citext AS SELECT id, city::citext AS city, disease FROM e_people;
CREATE TABLE e_collated (id integer, city text COLLATE e_ignoring, disease text);
INSERT INTO e_collated TABLE e_people;
SELECT r, generalize_table(r::regclass, 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}')
FROM unnest('{e_citext,e_collated}'::text[]) r;
SELECT city, count(*) FROM e_citext_generalized GROUP BY 1 ORDER BY 1;
SELECT city, count(*) FROM e_collated_generalized GROUP BY 1 ORDER BY 1;
SELECT bool_and(holds) FROM verify_release('e_citext_generalized');
SELECT bool_and(holds) FROM verify_release('e_collated_generalized');
-- Others tell them apart, and what no value equals is missing.
SELECT generalize_table('e_people', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}');
INSERT INTO e_citext VALUES (61, 'Bremen', 'd1');
SELECT generalize_table('e_citext', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_states"}', target => 'e_more');
SELECT FROM drop_hierarchy('e_states');

-- Numbers, times and lists are known by what they are, however they are written; what is no value of the type equals none.
CREATE TABLE e_written (type text, written text[], spelled text[]);
INSERT INTO e_written VALUES ('numeric(6,2)', '{1,2.0,3.5,4e0}', '{1,2,3.5,4}'), ('interval', '{24 hours,2 days,1 month,60 days}', '{1 day,48 hours,30 days,2 months}'),
    ('citext[]', '{"{a}","{b}","{a,b}","{}"}', '{"{A}","{b}","{a,B}","{}"}'), ('timestamp', '{2020-01-01,2020-01-02 00:00,1990-1-1,1990-01-02}', '{2020-01-01,2020-01-02,1990-01-01,1990-01-02}'),
    ('float8', '{1.0,2.0,30e-1,4}', '{1,2,3,4}'), ('char(3)', '{a,b,c,d}', '{a,b,c,d}'), ('integer', '{1,2,3,other}', '{1,2,3,4}');
CREATE FUNCTION e_generalized(type text, written text[], spelled text[]) RETURNS TABLE (classes text, holds boolean, estimate float8) LANGUAGE plpgsql AS $$
BEGIN
    CREATE TEMPORARY TABLE e_levels AS SELECT u.text AS level0, CASE WHEN u.i < 3 THEN 'low' ELSE 'high' END AS level1, '*' AS level2 FROM unnest(written) WITH ORDINALITY u (text, i);
    PERFORM create_hierarchy('e_low', 'e_levels');
    EXECUTE format('CREATE TABLE e_valued AS SELECT i AS id, ($1)[1 + i %% 4]::%s AS value, ''d'' || i %% 3 AS disease FROM generate_series(1, 60) i', type) USING spelled;
    PERFORM generalize_table('e_valued', 20, sensitive => 'disease', identifiers => 'id', recoding => 'full-domain', hierarchies => '{"value": "e_low"}');
    SELECT string_agg(c.value || ' ' || c.count, ', ' ORDER BY c.value) INTO classes FROM (SELECT value, count(*) FROM e_valued_generalized GROUP BY 1) c;
    SELECT bool_and(v.holds) INTO holds FROM verify_release('e_valued_generalized') v;
    SELECT e.estimate INTO estimate FROM estimate('e_valued_generalized', predicates => jsonb_build_object('value', spelled[1])) e;
    PERFORM drop_release('e_valued_generalized');
    PERFORM drop_hierarchy('e_low');
    DROP TABLE e_levels, e_valued;
    RETURN NEXT;
END$$;
SELECT w.type, g.* FROM e_written w, e_generalized(w.type, w.written, w.spelled) g WHERE w.type <> 'integer';
SELECT g.* FROM e_written w, e_generalized(w.type, w.written, w.spelled) g WHERE w.type = 'integer';
-- Equal values with different labels have none; those with the same labels do.
CREATE TABLE e_twice (level0 text, level1 text, level2 text);
INSERT INTO e_twice VALUES ('BERLIN', 'East', '*'), ('berlin', 'West', '*'), ('Dresden', 'East', '*'), ('dresden', 'East', '*'), ('MAINZ', 'West', '*'), ('Mainz', 'West', '*'), ('Trier', 'West', '*'), ('Berlin', 'East', '*');
SELECT FROM create_hierarchy('e_differing', 'e_twice');
UPDATE e_twice SET level1 = 'East' WHERE level0 = 'berlin';
SELECT FROM create_hierarchy('e_same', 'e_twice');
DELETE FROM e_citext WHERE id = 61;
\set VERBOSITY default
SELECT generalize_table('e_citext', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_differing"}', target => 'e_more');
SELECT generalize_table('e_collated', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_differing"}', target => 'e_more');
SELECT FROM hierarchy_labels('e_citext', 'city', 'e_differing');
\set VERBOSITY terse
SELECT generalize_table('e_citext', 20, sensitive => '{disease}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"city": "e_same"}', target => 'e_more');
SELECT city, count(*) FROM e_more GROUP BY 1 ORDER BY 1;
SELECT FROM drop_hierarchy('e_differing');
SELECT FROM drop_hierarchy('e_same');
RESET search_path;
DROP SCHEMA e_equal CASCADE;

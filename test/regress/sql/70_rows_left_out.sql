-- Rows of persons with several rows are left out only if suppress allows it, and readers are told.
-- Rooms: src/core src/postgres/publishing src/postgres/release src/postgres/methods
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA l_out;
SET search_path = l_out, public;
CREATE TABLE l_visits AS
SELECT p AS patient, CASE p % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 1930 + p % 60 AS born, p * v % 90 AS score, 'd' || CASE WHEN p % 4 = 3 AND p % 3 < 2 AND v = 2 THEN 1 ELSE (p * 31 + v * v * 17 + p * p % 7) % 8 END AS icd
FROM generate_series(1, 300) p, generate_series(1, 6) v WHERE v <= CASE WHEN p = 1 THEN 6 ELSE 1 + p % 4 END;
SELECT FROM declare_roles('l_visits', sensitive => '{icd}', subject => '{patient}', insensitive => '{score}');
CREATE FUNCTION l_said(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
    EXECUTE call;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n', sqlstate || ' ' || sqlerrm, detail, hint);
END
$$;
SELECT l_said($$ SELECT bucketize_table('l_visits', 4, seed => 1, format => 'tables') $$);
SELECT l_said($$ SELECT slice_table('l_visits', 1, 4, seed => 1, format => 'tables') $$);
SELECT l_said($$ SELECT generalize_table('l_visits', 5, l => 4, seed => 1, format => 'tables') $$);
SELECT l_said($$ SELECT generalize_table('l_visits', 5, seed => 1, format => 'tables') $$);
SELECT l_said($$ SELECT bucketize_table('l_visits', 1.1, cuts => 'oblivious', seed => 1, format => 'tables') $$);
SELECT l_said($$ SELECT bucketize_table('l_visits', 1.5, privacy => ARRAY[k_anonymity(80)], seed => 1, format => 'tables') $$);
SELECT count(*) FROM microdata.releases WHERE source = 'l_visits'::regclass;
-- Rows beyond rows_per_person are no loss: with one row of everybody nothing else is left out.
SELECT l_said($$ SELECT bucketize_table('l_visits', 4, rows_per_person => 1, target => 'l_one', format => 'tables') $$);
SELECT bool_and(holds) FROM verify_release('l_one');
-- The share that the error names is enough, a smaller one is not; so is an l that it names.
CREATE FUNCTION l_hint(pattern text) RETURNS text LANGUAGE sql AS $$
    SELECT substring(l_said($_$ SELECT bucketize_table('l_visits', 4, seed => 1, format => 'tables') $_$) FROM pattern) $$;
SELECT l_said(format($$ SELECT bucketize_table('l_visits', 4, seed => 1, suppress => %s, format => 'tables') $$, (l_hint('would suppress ([0-9]+) of')::float8 - 1) / 754)) LIKE '55000%' AS too_few;
SELECT l_said(format($$ SELECT bucketize_table('l_visits', 2, seed => 1, suppress => %s, target => 'l_two', format => 'tables') $$, l_hint('l => 2 with suppress => (0[.][0-9]+)')));
SELECT l_said(format($$ SELECT bucketize_table('l_visits', 4, seed => 1, suppress => %s, format => 'tables') $$, l_hint('Use suppress => (0[.][0-9]+)')));
SELECT l_said($$ SELECT bucketize_table('l_visits', 1.1, seed => 1, cuts => 'oblivious', suppress => 0.5, target => 'l_oblivious', format => 'tables') $$);
CREATE VIEW l_even AS SELECT * FROM l_visits WHERE patient % 4 < 3 AND patient > 1;
SELECT FROM declare_roles('l_even', sensitive => '{icd}', subject => '{patient}', insensitive => '{score}');
SELECT l_said($$ SELECT bucketize_table('l_even', 2, seed => 1, target => 'l_all') $$);
SELECT l_said($$ SELECT bucketize_table('l_even', 5, seed => 1) $$);
SELECT relations[1], source_rows - published_rows = suppressed_rows AS accounted, suppressed_rows > 0 AS left_out FROM microdata.releases WHERE source = 'l_visits'::regclass ORDER BY 1;
SELECT requirement, holds FROM verify_release('l_visits_bucketized') WHERE requirement LIKE '%exceed suppress';
BEGIN;
UPDATE microdata.release_record SET parameters = parameters || '{"suppress": 0.001}' WHERE relations[1] = 'l_visits_bucketized'::regclass;
SELECT requirement, holds FROM verify_release('l_visits_bucketized') WHERE requirement LIKE '%exceed suppress';
ROLLBACK;
-- The next call draws other rows: what HINTs name is enough for nearly all of them.
CREATE TABLE l_hv AS SELECT p AS pid, 'w' || p % 5 AS ward, v * 3 + p % 7 AS mon, CASE WHEN (p * 31 + v * 17 + p * v) % 10 < 5 THEN 'r0' ELSE 'r' || (p * 7 + v * 13) % 6 END AS res
FROM generate_series(1, 200) p, generate_series(1, 8) v WHERE v <= 1 + p % 8;
SELECT FROM declare_roles('l_hv', sensitive => '{res}', subject => '{pid}', quasi_identifiers => '{ward,mon}');
CREATE FUNCTION l_next(call text, times integer, OUT hints integer, OUT failed integer, OUT failed_smaller integer, OUT failed_harmless integer) LANGUAGE plpgsql AS $$
DECLARE said text; again text := replace(call, '%', ', replace => true, suppress => %s'); l text[]; harmless text[];
BEGIN
    hints := 0; failed := 0; failed_smaller := 0; failed_harmless := 0;
    FOR i IN 1 .. times LOOP
        said := l_said('SELECT ' || replace(call, '%', ', replace => true'));
        CONTINUE WHEN said !~ '(Use|or) suppress => 0';
        hints := hints + 1;
        failed := failed + (l_said(format('SELECT ' || again, substring(said FROM '(?:Use|or) suppress => (0[.][0-9]+)'))) <> 'done')::integer;
        FOR l IN SELECT regexp_matches(said, '(?:Use|,|or) l => ([0-9]+(?:[.][0-9]+)?)(?: with suppress => (0[.][0-9]+))?', 'g') LOOP
            failed_smaller := failed_smaller + (l_said(format('SELECT ' || regexp_replace(again, 'l => [0-9]', 'l => ' || l[1]), COALESCE(l[2], '0'))) <> 'done')::integer;
        END LOOP;
        harmless := regexp_match(said, $h$use harmless => ('[^']*'): then l => [0-9.]+(?: with suppress => (0[.][0-9]+))? keeps$h$);
        failed_harmless := failed_harmless + (harmless IS NOT NULL AND l_said(format('SELECT ' || replace(again, ', replace', ', harmless => ' || harmless[1] || ', replace'), COALESCE(harmless[2], '0'))) <> 'done')::integer;
    END LOOP;
END
$$;
SELECT l_said($$ SELECT slice_table('l_hv', 1, l => 5, seed => 1) $$);
SELECT l_said($$ SELECT bucketize_table('l_hv', l => 3, rows_per_person => 2, seed => 1) $$);
SELECT call, hints > 4 OR call LIKE '%rows_per_person%' AS hints, failed <= 2 AS enough, failed_smaller <= 2 AS enough_smaller, failed_harmless <= 2 AS enough_harmless
FROM unnest(ARRAY[$$slice_table('l_hv', 1, l => 5, target => 'l_drawn'%)$$, $$bucketize_table('l_hv', l => 4, target => 'l_drawn'%)$$, $$generalize_table('l_hv', 2, l => 5, target => 'l_drawn'%)$$,
    $$bucketize_table('l_hv', l => 3, rows_per_person => 2, target => 'l_drawn'%)$$]) call CROSS JOIN LATERAL l_next(call, 8);
-- An attack with a control publishes part of the source again.
SELECT count(*) FILTER (WHERE finding LIKE 'Not done%permitted%' OR finding LIKE 'Not done%suppress%') FROM audit('l_visits_bucketized', control => 0.3, seed => 1);

-- A reader.
CREATE ROLE l_reader;
GRANT USAGE ON SCHEMA l_out TO l_reader;
GRANT SELECT ON l_visits_bucketized, l_visits_bucketized_rows, l_visits_bucketized_values, l_visits_bucketized_expected TO l_reader;
CREATE VIEW l_of AS SELECT published_rows, suppressed_rows, published_rows + suppressed_rows AS all_rows FROM microdata.releases WHERE relations[1] = 'l_visits_bucketized'::regclass;
GRANT SELECT ON l_of TO l_reader;
SET ROLE l_reader;
SELECT suppressed_rows = published_rows IS NOT NULL AS known, source_rows FROM microdata.releases WHERE relations[1] = 'l_visits_bucketized'::regclass;
SELECT position(format('%s of %s rows of the source are suppressed', suppressed_rows, all_rows) IN obj_description('l_visits_bucketized'::regclass, 'pg_class')) > 0 AS release,
       position(format('%s of %s rows of the source are suppressed', suppressed_rows, all_rows) IN obj_description('l_visits_bucketized_expected'::regclass, 'pg_class')) > 0 AS view,
       position(format('%s of %s rows of the source are suppressed', suppressed_rows, all_rows) IN release_description('l_visits_bucketized') ->> 'left_out') > 0 AS description,
       (release_description('l_visits_bucketized') ->> 'suppressed_rows')::bigint = suppressed_rows AS number
FROM l_of;
SET client_min_messages = notice;
SELECT round(estimate) = all_rows AS scaled, standard_error > 0 AS error FROM estimate('l_visits_bucketized', method => 'mixed'), l_of;
SET client_min_messages = error;
SELECT groups, measure, estimate IS NULL OR NOT standard_error > 0 OR standard_error IS NULL AS wrong
FROM estimate('l_visits_bucketized', '{sex}', '{"icd": "d1"}', '{count,sum(score),avg(born)}', 'mixed') WHERE estimate IS NULL OR NOT standard_error > 0 OR standard_error IS NULL;
SELECT estimate, standard_error > 0 AS error FROM estimate('l_visits_bucketized', predicates => '{"sex": "X"}', method => 'mixed');
RESET ROLE;
-- Nearer the truth than the published rows are, and within four errors of it.
SELECT count(*), bool_and(abs(e.estimate - t.n) < 4 * e.standard_error) AS within
FROM estimate('l_visits_bucketized', '{icd}', method => 'mixed') e JOIN (SELECT icd, count(*) AS n FROM l_visits GROUP BY icd) t ON t.icd = e.groups ->> 'icd';
SELECT bool_and(abs(e.estimate - t.born) < 4 * e.standard_error) AS within
FROM estimate('l_visits_bucketized', '{sex}', measures => '{avg(born)}', method => 'mixed') e JOIN (SELECT sex, avg(born) AS born FROM l_visits GROUP BY sex) t ON t.sex = e.groups ->> 'sex';
-- A value that a person has twice counts once if rows have sensitive attributes alone, and rows that are left out say nothing of that.
CREATE VIEW l_values AS SELECT patient, sex, icd FROM l_visits;
SELECT FROM declare_roles('l_values', sensitive => '{icd}', subject => '{patient}');
SELECT bucketize_table('l_values', 1.1, seed => 1, suppress => 0.7, format => 'tables');
SET client_min_messages = notice;
SELECT estimate = (SELECT count(*) FROM l_values_bucketized_values) AS pairs, standard_error FROM estimate('l_values_bucketized', method => 'mixed');
SET client_min_messages = error;
SELECT round(estimate_count('l_values_bucketized', '{}')) = (SELECT round(sum(weight)) FROM l_values_bucketized_expected) AS same;
SELECT substring(obj_description(r::regclass, 'pg_class') FROM 'of the source are suppressed.*')
FROM unnest('{l_values_bucketized,l_values_bucketized_expected,l_visits_bucketized}'::text[]) r;
-- Releases of rows, too; what leaves nothing out is as it was.
CREATE VIEW l_rows AS SELECT DISTINCT ON (patient) sex, born, CASE WHEN patient < 60 THEN 'd1' ELSE icd END AS icd FROM l_visits ORDER BY patient, score;
SELECT FROM declare_roles('l_rows', sensitive => '{icd}', quasi_identifiers => '{sex,born}');
SELECT bucketize_table('l_rows', 4, suppress => 0.3, seed => 1);
SELECT round(estimate), standard_error > 0 AS error FROM estimate('l_rows_bucketized');
SELECT estimate, standard_error FROM estimate('l_all', method => 'mixed');
-- A description takes the number along.
CREATE SCHEMA l_elsewhere;
CREATE TABLE l_elsewhere.l_rows_bucketized AS TABLE l_rows_bucketized;
SELECT register_release('l_elsewhere.l_rows_bucketized', description => release_description('l_rows_bucketized')) > 0 AS registered;
SELECT (SELECT estimate FROM estimate('l_elsewhere.l_rows_bucketized')) = (SELECT estimate FROM estimate('l_rows_bucketized')) AS same;
SELECT register_release('l_elsewhere.l_rows_bucketized', description => release_description('l_rows_bucketized') || '{"suppressed_rows": -1}');

-- What a HINT names holds for all sensitive attributes, rules, models and groups together: each way that it names publishes.
CREATE FUNCTION l_undone(call text, OUT message text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'SELECT ' || regexp_replace(call, '\)$', ', seed => 1)');
    RAISE EXCEPTION USING ERRCODE = 'P0D0N';
EXCEPTION WHEN SQLSTATE 'P0D0N' THEN message := 'done';
WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    message := sqlerrm;
END
$$;
-- A call as a HINT changes it: arguments, and models by their names.
CREATE FUNCTION l_changed(call text, way text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x text[];
BEGIN
    FOR x IN SELECT regexp_matches(way, '\m(l|k|suppress|columns|infeasible|harmless) => (''[^'']*''|[0-9.]*[0-9])', 'g') LOOP
        call := CASE WHEN call ~ ('\m' || x[1] || ' => ') THEN regexp_replace(call, '\m' || x[1] || ' => (''[^'']*''|[0-9.]*[0-9])', x[1] || ' => ' || x[2])
                     ELSE regexp_replace(call, '\)$', ', ' || x[1] || ' => ' || x[2] || ')') END;
    END LOOP;
    FOR x IN SELECT regexp_matches(way, '\m([a-z_]+)(\([^()]*\))', 'g') LOOP
        call := regexp_replace(call, '\m' || x[1] || '\([^()]*' || COALESCE(substring(x[2] FROM '''[a-z]+'''), '[0-9]') || '[^()]*\)', x[1] || x[2]);
    END LOOP;
    RETURN call;
END
$$;
CREATE FUNCTION l_ways(call text) RETURNS TABLE (way text, message text) LANGUAGE sql AS $$
    SELECT w.way, (l_undone(l_changed(call, w.way))).message
    FROM l_undone(call) u, LATERAL (
        SELECT regexp_split_to_table(substring(u.hint FROM '^Use (.*?)[.](?: If|$)'), ', or ')
        UNION ALL SELECT substring(u.hint FROM 'no secret, use (harmless => .*) keeps')) w (way)
    WHERE l_changed(call, w.way) <> call $$;
CREATE FUNCTION l_table(seed integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE z float8[];
BEGIN
    PERFORM setseed(seed / 100.0);
    z := ARRAY[1 + random() * 2, 1 + random() * 2, 1 + random() * 2, 2 + random() * 6];
    DROP TABLE IF EXISTS l_random;
    CREATE TABLE l_random AS SELECT (random() * 30)::integer AS a, 'b' || (random() * 3)::integer AS b, 'c' || (random() * 5)::integer AS c,
        's' || floor(random() ^ z[1] * z[4]) AS s, 't' || floor(random() ^ z[2] * 5) AS t, 'u' || floor(random() ^ z[3] * 4) AS u FROM generate_series(1, 20 + seed);
END
$$;
CREATE TABLE l_calls AS SELECT * FROM unnest(ARRAY[
    $c$slice_table('l_random', columns => 2, l => 3, sensitive => '{s,t}')$c$, $c$slice_table('l_random', columns => 2, l => 1.5, sensitive => '{s,t,u}')$c$,
    $c$slice_table('l_random', columns => 3, l => 4, sensitive => '{s,t}', infeasible => 'error')$c$,
    $c$bucketize_table('l_random', l => 1, sensitive => '{s,t,u}', privacy => ARRAY[l_diversity(6, 'distinct'), l_diversity(5, 'entropy'), alpha_k_anonymity(0.2, 1000)])$c$,
    $c$generalize_table('l_random', k => 200, l => 4, sensitive => '{s,t,u}', privacy => ARRAY[l_diversity(2, 'recursive', 0.5)])$c$,
    $c$generalize_table('l_random', k => 2, l => 4, sensitive => '{s,t}', privacy => ARRAY[l_diversity(5, 'distinct')])$c$,
    $c$gnf_decompose('l_random', l => 1, rules => '{a -> s,b -> t,"a, c -> u"}', privacy => ARRAY[l_diversity(6, 'distinct'), alpha_k_anonymity(0.2, 3)])$c$,
    $c$gnf_decompose('l_random', l => 3, rules => '{a -> s,b -> t,"a, c -> u"}', algorithm => 'gd', privacy => ARRAY[l_diversity(4, 'entropy')])$c$,
    $c$gnf_decompose('l_random', l => 1.8, sensitive => '{s,t}', algorithm => 'multi-sa')$c$]) WITH ORDINALITY c (call, n);
CREATE TABLE l_tried (seed integer, n bigint, way text, message text);
\set ECHO none
\o /dev/null
SELECT format('SELECT l_table(%s)', seed), format('INSERT INTO l_tried SELECT %s, n, w.* FROM l_calls, l_ways(call) w', seed) FROM generate_series(1, 12) seed \gexec
\o
\set ECHO all
SELECT n, count(*) > 3 AS ways, count(*) FILTER (WHERE message <> 'done') AS failed FROM l_tried GROUP BY n ORDER BY n;
SELECT seed, call, way, message FROM l_tried JOIN l_calls USING (n) WHERE message <> 'done';
SELECT l_said($$ SELECT bucketize_table('l_random', l => 1, sensitive => '{s}', privacy => ARRAY[alpha_k_anonymity(0.9, 1000)]) $$);
SELECT l_said($$ SELECT slice_table('l_random', columns => 1, l => 1.2, sensitive => '{s,t}') $$);

RESET search_path;
DROP SCHEMA l_out, l_elsewhere CASCADE;
DROP ROLE l_reader;

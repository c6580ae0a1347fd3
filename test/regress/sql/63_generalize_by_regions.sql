-- generalize_table by regions: classes of one region each, or levels that are chosen for all of them.
-- Rooms: src/core src/postgres/*region*
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE SCHEMA regions63;
SET search_path = regions63, microdata, public;
CREATE TABLE people (id integer PRIMARY KEY, age integer, admitted date, weight numeric, branch text, zip text, note text, diagnosis text, rated integer);
INSERT INTO people
SELECT i, CASE WHEN i % 97 <> 0 THEN 18 + i * 7919 % 71 END, CASE WHEN i % 89 <> 0 THEN date '2024-01-01' + i * 31 % 365 ELSE 'infinity' END, round(50 + i * 37 % 400 / 10.0, 1),
       'branch ' || i * i % 7, lpad((i * 613 % 90)::text, 3, '0'), CASE WHEN i % 5 = 0 THEN 'seen' END, 'diagnosis ' || (i * 104729 % 1009) % 6, i % 4
FROM generate_series(1, 1500) i;
\set ECHO all
SELECT FROM create_prefix_hierarchy('zips63', '{2,1,0}');
SELECT FROM create_interval_hierarchy('ages63', 0, 100, '{5,25,50}');
SELECT FROM create_date_hierarchy('dates63', '{month,quarter,year}');
SET client_min_messages = error;

-- With NULLs, dates, sets and labels. Regions are as many as were asked for, or fewer, and have all rows.
CREATE TABLE tried (release text, recoding text, loss text, hierarchies jsonb, privacy privacy_model[], suppress float8, k integer);
\set ECHO none
INSERT INTO tried VALUES
    ('plain', 'mondrian', 'width', NULL, NULL, 0, 5),
    ('labelled', 'mondrian', 'width', '{"zip": "zips63"}', NULL, 0, 5),
    ('by_values', 'mondrian', 'values', '{"zip": "zips63"}', NULL, 0, 5),
    ('by_entropy', 'mondrian', 'entropy', NULL, NULL, 0, 5),
    ('counted', 'multiset', 'width', NULL, NULL, 0, 4),
    ('close', 'mondrian', 'width', NULL, ARRAY[t_closeness(0.25)], 0, 5),
    ('like', 'mondrian', 'width', NULL, ARRAY[beta_likeness(2)], 0, 5),
    ('left_out', 'mondrian', 'width', NULL, NULL, 0.05, 5);
\set ECHO all
SELECT t.release, generalize_table('people', t.k, 2, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => t.recoding, loss => t.loss, hierarchies => t.hierarchies, privacy => t.privacy, suppress => t.suppress, regions => 6, target => t.release, seed => 63) = t.release::regclass AS made
FROM tried t;
SELECT t.release, jsonb_array_length(r.parameters #> '{regions,source_rows}') BETWEEN 2 AND 6 AS regions,
       (SELECT sum(n::integer) FROM jsonb_array_elements_text(r.parameters #> '{regions,source_rows}') n) = r.source_rows AS of_all_rows,
       r.source_rows, r.published_rows = (1500 - r.suppressed_rows) AS counted, r.buckets > 20 AS divided
FROM tried t JOIN microdata.releases r ON r.relations[1] = t.release::regclass ORDER BY 1;
SELECT t.release, v.requirement, v.holds FROM tried t, verify_release(t.release::regclass) v WHERE NOT v.holds;
SELECT t.release, count(*) > 3 AS verified, bool_and(v.holds) AS holds FROM tried t, verify_release(t.release::regclass) v GROUP BY 1 ORDER BY 1;
-- What is lost is measured over the domains of the table, not of regions.
SELECT t.release, round(microdata.information_loss(t.release::regclass, t.loss)::numeric, 6) = (r.parameters #>> ARRAY['information_loss', t.loss])::numeric AS as_recorded
FROM tried t JOIN microdata.releases r ON r.relations[1] = t.release::regclass WHERE t.loss <> 'width' ORDER BY 1;
WITH shown AS (
    SELECT (upper(p.weight) - lower(p.weight)) / (SELECT max(weight) - min(weight) FROM people) AS weight,
           CASE WHEN p.branch = '*' THEN 1 WHEN p.branch LIKE '{%' THEN cardinality(p.branch::text[])::numeric / (SELECT count(DISTINCT branch) FROM people) ELSE 0 END AS branch
    FROM plain p)
SELECT round(avg(s.weight), 5) = round((r.parameters #>> '{information_loss,certainty_penalty_of,weight}')::numeric, 5) AS weight, round(avg(s.branch), 5) = round((r.parameters #>> '{information_loss,certainty_penalty_of,branch}')::numeric, 5) AS branch
FROM shown s, microdata.releases r WHERE r.relations[1] = 'plain'::regclass GROUP BY r.parameters;
SELECT round(avg(CASE length(rtrim(zip, '*')) WHEN 3 THEN 0 ELSE (SELECT count(DISTINCT o.zip) FROM people o WHERE starts_with(o.zip, rtrim(l.zip, '*'))) END) / (SELECT count(DISTINCT zip) FROM people), 5)
           = (SELECT round((parameters #>> '{information_loss,certainty_penalty_of,zip}')::numeric, 5) FROM microdata.releases WHERE relations[1] = 'labelled'::regclass) AS zip
FROM labelled l;
-- No class has rows of two regions: each range lies on one side of a cut.
\set ECHO none
CREATE FUNCTION crossing_rows(release regclass) RETURNS bigint LANGUAGE plpgsql SET search_path = regions63, pg_catalog AS $$
DECLARE
    root jsonb := (SELECT parameters #> '{regions,tree,0}' FROM microdata.releases WHERE relations[1] = release);
    n bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM %1$s WHERE lower(%2$I) < %3$L AND (upper_inf(%2$I) OR upper(%2$I) > %3$L)', release, root ->> 'column', root ->> 'below') INTO n;
    RETURN n;
END $$;
\set ECHO all
SELECT t.release, crossing_rows(t.release::regclass) FROM tried t WHERE t.recoding = 'mondrian' ORDER BY 1;
-- No cut is on what labels or sets stand for.
SELECT DISTINCT n ->> 'column' IN ('age', 'admitted', 'weight') AS of_ranges FROM tried t JOIN microdata.releases r ON r.relations[1] = t.release::regclass, jsonb_array_elements(r.parameters #> '{regions,tree}') n WHERE n ? 'column';
-- A seed makes the same release, at the same places.
SELECT generalize_table('people', 5, 2, sensitive => '{diagnosis}', insensitive => '{note,rated}', hierarchies => '{"zip": "zips63"}', regions => 6, target => 'again', seed => 63);
SELECT count(*) AS differ FROM (SELECT row_number() OVER (ORDER BY ctid) AS n, l::text AS shown FROM labelled l) a FULL JOIN (SELECT row_number() OVER (ORDER BY ctid) AS n, g::text AS shown FROM again g) b USING (n) WHERE a.shown IS DISTINCT FROM b.shown;

-- Levels are chosen for the table as a whole, and the same rows are left out: as at once.
CREATE TABLE levels (release text, recoding text, loss text, k integer, l float8, privacy privacy_model[], suppress float8, hierarchies jsonb);
\set ECHO none
INSERT INTO levels VALUES
    ('full', 'full-domain', 'width', 10, 2, NULL, 0.04, '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}'),
    ('full_values', 'full-domain', 'values', 5, NULL, NULL, 0, '{"age": "ages63", "zip": "zips63"}'),
    ('full_entropy', 'full-domain', 'entropy', 5, NULL, NULL, 0.1, '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}'),
    ('full_close', 'full-domain', 'width', 5, NULL, ARRAY[t_closeness(0.2), beta_likeness(2)], 0.2, '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}'),
    ('cells', 'cell', 'width', 10, 2, NULL, 0.04, '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}'),
    ('cells_values', 'cell', 'values', 5, 2, NULL, 0.04, '{"age": "ages63", "zip": "zips63"}');
\set ECHO all
SELECT l.release, generalize_table('people', l.k, l.l, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => l.recoding, loss => l.loss, hierarchies => l.hierarchies, privacy => l.privacy, suppress => l.suppress, regions => 5, target => l.release) = l.release::regclass AS made,
       generalize_table('people', l.k, l.l, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => l.recoding, loss => l.loss, hierarchies => l.hierarchies, privacy => l.privacy, suppress => l.suppress, target => l.release || '_at_once') = (l.release || '_at_once')::regclass AS made_at_once
FROM levels l;
\set ECHO none
CREATE FUNCTION rows_that_differ(one regclass, other regclass) RETURNS bigint LANGUAGE plpgsql SET search_path = regions63, pg_catalog AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM ((TABLE %1$s EXCEPT ALL TABLE %2$s) UNION ALL (TABLE %2$s EXCEPT ALL TABLE %1$s)) d', one, other) INTO n;
    RETURN n;
END $$;
\set ECHO all
SELECT l.release, rows_that_differ(l.release::regclass, (l.release || '_at_once')::regclass) AS differ, a.parameters = b.parameters AS same_parameters, (a.source_rows, a.published_rows, a.suppressed_rows, a.buckets) = (b.source_rows, b.published_rows, b.suppressed_rows, b.buckets) AS same_figures, a.suppressed_rows > 0 AS suppressing
FROM levels l JOIN microdata.releases a ON a.relations[1] = l.release::regclass JOIN microdata.releases b ON b.relations[1] = (l.release || '_at_once')::regclass ORDER BY 1;
SELECT l.release, bool_and(v.holds) AS holds FROM levels l, verify_release(l.release::regclass) v GROUP BY 1 ORDER BY 1;
SELECT generalize_table('people', 10, 2, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => 'full-domain', hierarchies => '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}', suppress => 0.04, regions => 5, target => 'seeded', seed => 7);
SELECT generalize_table('people', 10, 2, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => 'full-domain', hierarchies => '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}', suppress => 0.04, regions => 3, target => 'seeded_again', seed => 7);
SELECT rows_that_differ('seeded', 'full') AS from_full, rows_that_differ('seeded', 'seeded_again') AS again;

-- Levels are chosen for the table: regions are but how it is read.
SET client_min_messages = notice;
SELECT generalize_table('people', 10, 2, sensitive => '{diagnosis}', insensitive => '{note,rated}', recoding => 'full-domain', hierarchies => '{"age": "ages63", "admitted": "dates63", "zip": "zips63"}', suppress => 0.04, regions => 5, target => 'read_by_regions');
SET client_min_messages = error;

-- What is infeasible is said of the table.
SELECT generalize_table('people', 10, 7, sensitive => '{diagnosis}', recoding => 'full-domain', hierarchies => '{"age": "ages63"}', regions => 3, target => 'infeasible');

-- Persons with several rows stay in one piece, and are refused where regions are asked for.
CREATE TABLE visits AS SELECT i % 300 AS person, 20 + i % 50 AS age, 'diagnosis ' || i % 5 AS diagnosis FROM generate_series(1, 900) i;
SELECT generalize_table('visits', 2, 2, sensitive => '{diagnosis}', subject => '{person}', regions => 1);
SELECT generalize_table('people', 5, sensitive => '{diagnosis}', regions => 0);
SELECT generalize_table('people', 5, sensitive => '{diagnosis}', regions => 1, target => 'one');
SELECT parameters ? 'regions' AS by_regions FROM microdata.releases WHERE relations[1] = 'one'::regclass;
-- By the memory limit: regions where classes are of one each; of a histogram, what there are of different rows.
CREATE TABLE many AS SELECT i * 7919 % 20011 AS income, i % 60 AS age, 'd' || i % 5 AS diagnosis FROM generate_series(1, 20000) i;
SET pg_microdata.memory_limit = '1MB';
SELECT generalize_table('many', 5, 2, sensitive => '{diagnosis}', target => 'many_by_regions');
SELECT jsonb_array_length(parameters #> '{regions,source_rows}') > 2 AS by_regions, source_rows FROM microdata.releases WHERE relations[1] = 'many_by_regions'::regclass;
SELECT generalize_table('many', 5, 2, sensitive => '{diagnosis}', recoding => 'full-domain', target => 'many_full', seed => 1);
RESET pg_microdata.memory_limit;
SELECT bool_and(holds) AS holds FROM verify_release('many_by_regions');
RESET client_min_messages;
-- With fewer rows than that, a region each has what all have.
CREATE TABLE few AS SELECT i AS age, 'd' || i % 2 AS diagnosis FROM generate_series(1, 8) i;
SELECT generalize_table('few', 2, 2, sensitive => '{diagnosis}', regions => 4, target => 'few_by_regions', seed => 1);
SELECT count(*), bool_and(holds) FROM verify_release('few_by_regions');
-- A range up to the last date stands for infinity as well: no region ends between them.
CREATE TABLE last_dates AS SELECT i AS nr, CASE WHEN i % 3 = 0 THEN 'infinity' WHEN i % 3 = 1 THEN '5874897-12-31' ELSE '2028-06-22' END::date AS until FROM generate_series(1, 36) i;
SELECT generalize_table('last_dates', 2, 1.5, sensitive => '{nr}', regions => 3, target => 'last_dates_by_regions', seed => 1);
SELECT requirement, achieved FROM verify_release('last_dates_by_regions') WHERE NOT holds;

SET client_min_messages = error;
\set ECHO none
DO $$
DECLARE
    made record;
BEGIN
    FOR made IN SELECT relations[1] AS relation FROM microdata.releases WHERE relations[1] IN (SELECT oid FROM pg_class WHERE relnamespace = 'regions63'::regnamespace) LOOP
        PERFORM drop_release(made.relation);
    END LOOP;
END $$;
\set ECHO all
SELECT FROM drop_hierarchy('zips63'); SELECT FROM drop_hierarchy('ages63'); SELECT FROM drop_hierarchy('dates63');
RESET search_path;
DROP SCHEMA regions63 CASCADE;

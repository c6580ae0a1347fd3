-- One level of the hierarchy for the whole table, and cells.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE visitors AS
SELECT 20 + i * 7 % 60 AS age, CASE i % 3 WHEN 0 THEN 'F' ELSE 'M' END AS sex, (47900 + i * 37 % 24)::text AS zipcode,
       CASE WHEN i % 11 = 0 THEN NULL ELSE 'nurse' || i % 2 END AS job, 'd' || i * 13 % 7 AS disease
FROM generate_series(1, 240) i;
SELECT FROM create_interval_hierarchy('ages', 20, 80, '{10,20}');
SELECT FROM create_prefix_hierarchy('zips', '{4,3}');
SELECT FROM declare_hierarchy('visitors', 'zipcode', 'zips');
RESET client_min_messages;

SELECT generalize_table('visitors', 5, 2, '{disease}', recoding => 'full-domain', hierarchies => '{"age": "ages"}', target => 'whole');
SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'whole' ORDER BY ordinal_position;
SELECT parameters -> 'levels' AS levels, parameters -> 'hierarchies' AS hierarchies, buckets, suppressed_rows,
       parameters -> 'information_loss' AS loss FROM microdata.releases;
SELECT age, sex, zipcode, job, count(*) FROM whole GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 LIMIT 8;
SELECT min(n) >= 5 AS k, max(share) <= 0.5 AS l
FROM (SELECT sum(count(*)) OVER class AS n, count(*) / sum(count(*)) OVER class AS share FROM whole
      GROUP BY age, sex, zipcode, job, disease WINDOW class AS (PARTITION BY age, sex, zipcode, job)) c;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('whole');

-- With rows left out it loses less; cells lose less than that.
SELECT generalize_table('visitors', 5, 2, '{disease}', recoding => 'full-domain', hierarchies => '{"age": "ages"}', suppress => 0.2, target => 'most');
SELECT generalize_table('visitors', 5, 2, '{disease}', recoding => 'cell', hierarchies => '{"age": "ages"}', suppress => 0.2, target => 'cells');
SELECT relations[1] AS release, (parameters #>> '{information_loss,certainty_penalty}')::numeric
    < lag((parameters #>> '{information_loss,certainty_penalty}')::numeric) OVER (ORDER BY release_id) AS loses_less
FROM microdata.releases ORDER BY release_id;
SELECT relations[1] AS release, source_rows = published_rows + suppressed_rows AS accounted, suppressed_rows <= 48 AS allowed
FROM microdata.releases ORDER BY release_id;
SELECT r.relations[1], count(*), string_agg(v.requirement, '; ') FILTER (WHERE v.holds IS NOT TRUE) AS failed
FROM microdata.releases r, verify_release(r.relations[1]) v WHERE r.relations[1]::text <> 'whole' GROUP BY r.release_id, r.relations ORDER BY r.release_id;
SELECT tuples, max_probability <= 0.5 AS l FROM disclosure('cells');

-- Without any hierarchy there are the values, and all of them. NULL is a value.
SELECT generalize_table('visitors', 10, recoding => 'full-domain', hierarchies => '{"zipcode": null}', insensitive => '{disease}', target => 'flat');
SELECT age, sex, zipcode, job, count(*) FROM flat GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
SELECT role, generalized, array_agg(attribute ORDER BY attribute) FROM microdata.release_columns WHERE relation = 'flat'::regclass GROUP BY 1, 2 ORDER BY 1, 2;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('flat');

-- Models that are not kept by what joins a class are met all the same.
SELECT generalize_table('visitors', 2, sensitive => '{disease}', recoding => 'full-domain', hierarchies => '{"age": "ages"}', suppress => 0.1,
                        privacy => ARRAY[t_closeness(0.3), l_diversity(4, 'entropy')], target => 'close');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('close');

-- A row that is put into another class, a label that covers it no more.
UPDATE whole SET sex = CASE sex WHEN 'F' THEN 'M' ELSE 'F' END WHERE ctid = (SELECT ctid FROM whole LIMIT 1);
SELECT requirement, achieved, holds FROM verify_release('whole') WHERE NOT holds ORDER BY 1;
UPDATE most SET zipcode = 'elsewhere' WHERE ctid = (SELECT ctid FROM most LIMIT 1);
SELECT requirement, achieved, holds FROM verify_release('most') WHERE requirement ~ 'equivalence classes';

-- What cannot be.
\set ECHO none
SELECT attempts($$
generalize_table('visitors', 241, recoding => 'full-domain', target => 'x')
generalize_table('visitors', 2, 7.5, '{disease}', recoding => 'full-domain', target => 'x')
generalize_table('visitors', 2, sensitive => '{disease}', recoding => 'cell', privacy => ARRAY[l_diversity(8, 'distinct')], target => 'x')
generalize_table('visitors', 2, recoding => 'full_domain', target => 'x')
$$);
\set ECHO all
CREATE TABLE wide AS SELECT i % 2 AS a0, i % 3 AS a1, i % 4 AS a2, i % 5 AS a3, i % 2 AS a4, i % 3 AS a5, i % 4 AS a6, i % 5 AS a7, i % 2 AS a8, i % 3 AS a9,
    i % 4 AS b0, i % 5 AS b1, i % 2 AS b2, i % 3 AS b3, i % 4 AS b4, i % 5 AS b5, i % 2 AS b6, i % 3 AS b7, i % 4 AS b8, i % 5 AS b9,
    i % 4 AS c0, i % 5 AS c1, i % 2 AS c2, i % 3 AS c3, i % 4 AS c4, i % 5 AS c5, i % 2 AS c6 FROM generate_series(1, 100) i;
SELECT attempts($$generalize_table('wide', 2, recoding => 'full-domain', target => 'x')$$);
SELECT to_regclass('x') AS left_behind;

DROP TABLE visitors, wide, whole, most, cells, flat, close;
SELECT count(drop_hierarchy(name)) FROM microdata.hierarchies WHERE name IN ('ages', 'zips');

-- bucketize_table by regions, both methods and formats.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = error;
CREATE SCHEMA buckets_by_regions;
SET search_path = buckets_by_regions, microdata, public;
CREATE TABLE people AS
SELECT id,
       CASE WHEN i % 41 = 0 THEN NULL ELSE (18 + (i * 7919) % 61)::integer END AS age,
       (ARRAY['north', 'east', 'south', 'west', 'centre'])[1 + (i * 104729) % 5] AS town,
       CASE WHEN i % 37 = 0 THEN NULL ELSE ((i * 3571) % 997)::numeric / 8 END AS fee,
       (ARRAY['flu', 'cold', 'asthma', 'gout', 'angina', 'ulcer', NULL])[1 + (i * 48611 / 7) % 7] AS disease,
       (ARRAY['a', 'b', 'c', 'd'])[1 + (i * 15485863 / 11) % 4] AS drug
FROM (SELECT n AS id, n::bigint AS i FROM generate_series(1, 3000) n) g;
\set ECHO all
SELECT FROM declare_roles('people', identifiers => '{id}', quasi_identifiers => '{age, town, fee}', sensitive => '{disease}', insensitive => '{drug}');

-- How a release was divided, and which of its checks fail.
\set ECHO none
CREATE FUNCTION judged(release regclass)
  RETURNS TABLE (regions integer, buckets bigint, rows bigint, left_out bigint, failed text[]) LANGUAGE sql AS $$
  SELECT jsonb_array_length(r.parameters -> 'regions' -> 'source_rows'), r.buckets, r.published_rows, r.suppressed_rows,
         (SELECT array_agg(v.requirement) FROM verify_release(release) v WHERE NOT v.holds)
  FROM microdata.releases r WHERE release = ANY (r.relations)
$$;
\set ECHO all

SELECT bucketize_table('people', 3, regions => 4, seed => 1, target => 'joined');
SELECT regions, rows, left_out, failed FROM judged('joined');
SELECT count(DISTINCT j.bucket) = r.buckets AS numbered, min(j.bucket) >= 1 AS from_1, count(*) AS rows
FROM joined j, microdata.releases r WHERE 'joined'::regclass = ANY (r.relations) GROUP BY r.buckets;
-- Quasi-identifiers are those of the source, and so are sensitive values.
SELECT count(*) FROM ((SELECT age, town, fee, drug FROM joined EXCEPT ALL SELECT age, town, fee, drug FROM people)
                      UNION ALL (SELECT age, town, fee, drug FROM people EXCEPT ALL SELECT age, town, fee, drug FROM joined)) d;
SELECT count(*) FROM ((SELECT disease FROM joined EXCEPT ALL SELECT disease FROM people)
                      UNION ALL (SELECT disease FROM people EXCEPT ALL SELECT disease FROM joined)) d;
SELECT bucketize_table('people', 3, regions => 4, seed => 1, target => 'again');
SELECT count(*) FROM ((TABLE joined EXCEPT ALL TABLE again) UNION ALL (TABLE again EXCEPT ALL TABLE joined)) d;

SELECT bucketize_table('people', 3, method => 'anatomy', regions => 4, seed => 1, target => 'anatomy');
SELECT regions, rows, left_out, failed FROM judged('anatomy');

-- Counts in tables of their own: their buckets are those of the rows.
SELECT bucketize_table('people', 2, format => 'anatomy', sensitive => '{disease, drug}', insensitive => '{}', quasi_identifiers => '{age, town, fee}',
                       regions => 3, seed => 1, target => 'counted');
SELECT regions, rows, left_out, failed FROM judged('counted');
SELECT count(*) AS buckets_that_differ
FROM (SELECT bucket, count(*) AS rows FROM counted_qit GROUP BY bucket) q
     FULL JOIN (SELECT bucket, sum(count) AS rows FROM counted_st_1 GROUP BY bucket) s USING (bucket)
     FULL JOIN (SELECT bucket, sum(count) AS rows FROM counted_st_2 GROUP BY bucket) t USING (bucket)
WHERE q.rows IS DISTINCT FROM s.rows OR q.rows IS DISTINCT FROM t.rows;
SELECT count(*) FROM ((SELECT disease, sum(count)::bigint FROM counted_st_1 GROUP BY disease
                       EXCEPT ALL SELECT disease, count(*) FROM people GROUP BY disease)) d;
SELECT round(sum(weight)::numeric, 6) AS rows FROM counted;
SELECT max(share) <= 0.5 AS holds
FROM (SELECT count / sum(count) OVER (PARTITION BY bucket)::numeric AS share FROM counted_st_1) s;

-- Models, suppression, oblivious cuts, replaced.
SELECT bucketize_table('people', 2, privacy => ARRAY[t_closeness(0.25)], regions => 3, seed => 1, target => 'close');
SELECT regions, rows, left_out, failed FROM judged('close');
SELECT bucketize_table('people', 3, suppress => 0.1, regions => 3, seed => 1, target => 'suppressed');
SELECT regions, rows, left_out, failed FROM judged('suppressed');
SELECT bucketize_table('people', 3, cuts => 'oblivious', regions => 3, seed => 1, target => 'oblivious');
SELECT regions, rows, left_out, failed FROM judged('oblivious');
SELECT bucketize_table('people', 2, regions => 3, seed => 2, target => 'counted', replace => true);
SELECT regions, rows, left_out, failed FROM judged('counted');
SELECT bucketize_table('people', 3, regions => 1, seed => 1, target => 'one');
SELECT r.parameters ? 'regions' AS has_regions, max(bucket) = r.buckets AS without_gaps
FROM one, microdata.releases r WHERE 'one'::regclass = ANY (r.relations) GROUP BY r.parameters, r.buckets;

-- What cannot go by regions.
SELECT bucketize_table('people', 3, regions => 4, target => 'none', inference => 0.9);
SELECT bucketize_table('people', 3, regions => -1, target => 'none');
SELECT to_regclass('none');
DROP SCHEMA buckets_by_regions CASCADE;

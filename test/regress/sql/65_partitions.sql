-- Partitions of a source as regions, partitioned releases, and partitions that are published again.
-- Rooms: src/core/regions src/postgres/*region* src/postgres/*partition* src/postgres/release
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
CREATE SCHEMA parted;
SET search_path = parted, microdata, public;
\set ECHO all

-- Months, of which November has a default partition's company; every value of an attribute is with every other.
CREATE TABLE visits (id integer, day date, age integer, town text, disease text) PARTITION BY RANGE (day);
CREATE TABLE visits_2026_09 PARTITION OF visits FOR VALUES FROM ('2026-09-01') TO ('2026-10-01');
CREATE TABLE visits_2026_10 PARTITION OF visits FOR VALUES FROM ('2026-10-01') TO ('2026-11-01');
\set ECHO none
CREATE FUNCTION some_visits(first date, days integer, n integer, seed integer) RETURNS SETOF visits LANGUAGE sql AS $$
    SELECT seed * 100000 + i, first + (i * 17) % days, 20 + (i * 7919 + seed) % 50, (ARRAY['north', 'east', 'south'])[1 + (i * 31 + seed) % 3],
           (ARRAY['flu', 'cold', 'asthma', 'gout', 'angina', 'ulcer'])[1 + (i::bigint * 48611 / 7 + seed) % 6]
    FROM generate_series(1, n) i
$$;
\set ECHO all
INSERT INTO visits SELECT * FROM some_visits('2026-09-01', 30, 600, 1);
INSERT INTO visits SELECT * FROM some_visits('2026-10-01', 31, 700, 2);
SELECT FROM declare_roles('visits', identifiers => '{id}', quasi_identifiers => '{day, age, town}', sensitive => '{disease}');

-- A release by partitions has its source's.
SELECT slice_table('visits', 2, 3);
\set ECHO none
CREATE VIEW partitions AS
SELECT t.relid::regclass AS partition, pg_get_expr(c.relpartbound, c.oid) AS bound, t.level, t.isleaf,
       (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %s', t.relid::regclass), true, true, '')))[1]::text::integer AS rows,
       c.relacl IS NULL OR c.relacl = acldefault('r', c.relowner) AS private
FROM pg_class p CROSS JOIN pg_partition_tree(p.oid) t JOIN pg_class c ON c.oid = t.relid
WHERE p.relnamespace = 'parted'::regnamespace AND p.relname ~ '_(sliced|bucketized)$' AND p.relkind = 'p' AND t.level > 0
ORDER BY c.oid;
\set ECHO all
TABLE partitions;
SELECT (parameters -> 'regions') - '{buckets,largest_bucket,published_rows}'::text[] AS regions, source_rows, published_rows
FROM releases WHERE source = 'visits'::regclass;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('visits_sliced');
SELECT count(*) AS rows_in_other_months FROM visits_sliced_2026_10 WHERE day < '2026-10-01' OR day >= '2026-11-01';
SELECT count(*) AS buckets_in_two_months FROM (SELECT FROM visits_sliced GROUP BY bucket HAVING count(DISTINCT tableoid) > 1) b;

-- Indexes, grants and comments stay when it is replaced, those of a partition, too.
CREATE ROLE parted_reader;
GRANT SELECT ON visits_sliced TO parted_reader;
GRANT SELECT ON visits_sliced_2026_09 TO parted_reader;
CREATE INDEX visits_by_day ON visits_sliced (day);
CREATE INDEX october_by_age ON visits_sliced_2026_10 (age);
COMMENT ON TABLE visits_sliced_2026_09 IS 'September';
SELECT slice_table('visits', 2, 3, replace => true);
SELECT string_agg(indexrelid::regclass || ' on ' || indrelid::regclass, ', ' ORDER BY indexrelid::regclass::text COLLATE "C") FROM pg_index WHERE indrelid::regclass::text LIKE 'visits_sliced%';
SELECT has_table_privilege('parted_reader', 'visits_sliced', 'SELECT') AS table,
       has_table_privilege('parted_reader', 'visits_sliced_2026_09', 'SELECT') AS september,
       has_table_privilege('parted_reader', 'visits_sliced_2026_10', 'SELECT') AS october,
       obj_description('visits_sliced_2026_09'::regclass) AS comment;

-- A new month is published into the release; the others stay as they are.
CREATE TABLE before AS SELECT * FROM visits_sliced;
SELECT release_id AS id FROM releases WHERE source = 'visits'::regclass \gset before_
CREATE TABLE visits_2026_11 PARTITION OF visits FOR VALUES FROM ('2026-11-01') TO ('2026-12-01');
INSERT INTO visits SELECT * FROM some_visits('2026-11-01', 30, 500, 3);
SET client_min_messages = notice;
SELECT republish_partitions('visits_sliced', '{visits_2026_11}');
SET client_min_messages = warning;
TABLE partitions;
SELECT count(*) AS changed FROM ((TABLE before EXCEPT ALL SELECT * FROM visits_sliced WHERE day < '2026-11-01')
    UNION ALL (SELECT * FROM visits_sliced WHERE day < '2026-11-01' EXCEPT ALL TABLE before)) d;
SELECT count(*) AS buckets_in_two_months FROM (SELECT FROM visits_sliced GROUP BY bucket HAVING count(DISTINCT tableoid) > 1) b;
SELECT parameters -> 'regions' -> 'source_rows' AS source_rows, source_rows, published_rows,
       buckets = (SELECT count(DISTINCT bucket) FROM visits_sliced) AS buckets
FROM releases WHERE source = 'visits'::regclass;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('visits_sliced');
SELECT has_table_privilege('parted_reader', 'visits_sliced', 'SELECT') AS table,
       has_table_privilege('parted_reader', 'visits_sliced_2026_11', 'SELECT') AS november;
SELECT ended FROM ledger WHERE release_id = :before_id;
SELECT round(sum(weight)::numeric, 3) AS persons FROM visits_sliced_expected;

-- One that has changed.
DELETE FROM visits WHERE day >= '2026-10-15' AND day < '2026-11-01';
SELECT holds FROM verify_release('visits_sliced') WHERE requirement LIKE '%rows%' AND NOT holds LIMIT 1;
SELECT republish_partitions('visits_sliced', '{visits_2026_10}');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('visits_sliced');
SELECT string_agg(indexrelid::regclass || ' on ' || indrelid::regclass, ', ' ORDER BY indexrelid::regclass::text COLLATE "C") FROM pg_index WHERE indrelid::regclass::text LIKE 'visits_sliced%';

-- One that has no rows, and one that the source has no more.
CREATE TABLE visits_2026_12 PARTITION OF visits FOR VALUES FROM ('2026-12-01') TO ('2027-01-01');
DROP TABLE visits_2026_09;
SET client_min_messages = notice;
SELECT republish_partitions('visits_sliced', '{visits_2026_12}');
SET client_min_messages = warning;
TABLE partitions;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('visits_sliced');

-- What cannot be.
\set SHOW_CONTEXT never
SELECT answer($$SELECT republish_partitions('visits_sliced', '{before}')$$);
SELECT answer($$SELECT republish_partitions('visits_sliced', '{}')$$);
SELECT answer($$SELECT republish_partitions('visits_sliced', NULL)$$);
SELECT answer($$SELECT republish_partitions('before', '{visits_2026_11}')$$);
SET client_min_messages = error;
SELECT slice_table('visits', 2, 3, target => 'close', privacy => ARRAY[t_closeness(0.9)]);
SELECT answer($$SELECT republish_partitions('close', '{visits_2026_11}')$$);
SELECT slice_table('visits', 2, 3, target => 'in_one', regions => 1);
SELECT answer($$SELECT republish_partitions('in_one', '{visits_2026_11}')$$);
SELECT FROM unnest('{in_one,close}'::text[]) r, drop_release(r::regclass);
-- Every argument of a release is on record, but for the seed.
SELECT slice_table('visits', 2, 2, target => 'settings', strict => true, diversity_check => 'exact', infeasible => 'error', discretization => 'k-means', intervals => 7, suppress => 0.05,
                   privacy => ARRAY[k_anonymity(3), l_diversity(2, 'entropy')], cuts => 'correlation', sensitive_column_size => 1, insensitive => '{town}', seed => 1);
CREATE TABLE recorded AS SELECT parameters - 'regions' - 'mean_bucket' AS parameters FROM releases WHERE relations[1] = 'settings'::regclass;
SELECT republish_partitions('settings', '{visits_2026_11}');
SELECT r.parameters - 'regions' - 'mean_bucket' = o.parameters AS same FROM releases r, recorded o WHERE relations[1] = 'settings'::regclass;
SELECT bool_and(holds) FROM verify_release('settings');
SELECT bucketize_table('visits', 2, target => 'settings_of_buckets', method => 'anatomy', suppress => 0.05, privacy => ARRAY[k_anonymity(3)], seed => 1);
SELECT republish_partitions('settings_of_buckets', '{visits_2026_10, visits_2026_11}');
SELECT bool_and(holds) FROM verify_release('settings_of_buckets');
SELECT FROM unnest('{settings,settings_of_buckets}'::text[]) r, drop_release(r::regclass);
DROP TABLE recorded;

-- A release that cannot be partitioned as its source is one table, and a NOTICE says why; none where regions are given.
SET client_min_messages = notice;
SELECT slice_table('visits', 2, 3, k => 2, target => 'ranges', seed => 1);
SELECT slice_table('visits', 2, 3, identifiers => '{id, day}', quasi_identifiers => '{age, town}', target => 'no_key', seed => 1);
SELECT slice_table('visits', 2, 2, identifiers => '{}', subject => '{id}', target => 'persons', seed => 1);
SELECT slice_table('visits', 2, 3, inference => 0.9, target => 'goal', seed => 1);
SELECT bucketize_table('visits', 3, format => 'anatomy', target => 'tables', seed => 1);
SELECT generalize_table('visits', 3, target => 'classes', seed => 1);
SELECT slice_table('visits', 2, 3, k => 2, regions => 1, target => 'in_one', seed => 1);
SET client_min_messages = error;
SELECT bucketize_table('before', 3, sensitive => '{disease}', target => 'unpartitioned', seed => 1);
SELECT relname, relkind FROM pg_class WHERE relnamespace = 'parted'::regnamespace AND relname IN ('ranges', 'no_key', 'persons', 'goal', 'tables_qit', 'classes', 'in_one', 'unpartitioned') ORDER BY 1;
SELECT FROM unnest('{ranges,no_key,persons,goal,tables,classes,in_one,unpartitioned}'::text[]) r, drop_release(r::regclass);
SET client_min_messages = warning;

-- Lists, with a default partition and NULL, subpartitions by another attribute, and a partition that is no region by itself.
CREATE TABLE stays (id integer, town text, age integer, disease text) PARTITION BY LIST (town);
CREATE TABLE stays_north PARTITION OF stays FOR VALUES IN ('north') PARTITION BY RANGE (age);
CREATE TABLE stays_north_young PARTITION OF stays_north FOR VALUES FROM (MINVALUE) TO (40);
CREATE TABLE stays_north_old PARTITION OF stays_north FOR VALUES FROM (40) TO (MAXVALUE);
CREATE TABLE stays_few PARTITION OF stays FOR VALUES IN ('few');
CREATE TABLE stays_null PARTITION OF stays FOR VALUES IN (NULL);
CREATE TABLE stays_else PARTITION OF stays DEFAULT;
INSERT INTO stays SELECT id, CASE WHEN id % 7 = 0 THEN NULL ELSE town END, CASE WHEN id % 11 = 0 AND town <> 'north' THEN NULL ELSE age END, disease
FROM some_visits('2026-09-01', 30, 900, 4);
INSERT INTO stays VALUES (1, 'few', 30, 'flu');
SELECT bucketize_table('stays', 3, sensitive => '{disease}', identifiers => '{id}');
SELECT * FROM partitions WHERE partition::text LIKE 'stays%';
SELECT parameters -> 'regions' -> 'tree' AS tree, parameters -> 'regions' -> 'partitions' AS partitions FROM releases WHERE source = 'stays'::regclass;
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('stays_bucketized');
SELECT republish_partitions('stays_bucketized', '{stays_else}');
SELECT bool_and(holds) FROM verify_release('stays_bucketized');

-- By hash, no regions; the release is partitioned all the same, at once.
CREATE TABLE hashed (id integer, town text, age integer, disease text) PARTITION BY HASH (age);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hashed SELECT id, town, age, disease FROM some_visits('2026-09-01', 30, 300, 5);
SELECT bucketize_table('hashed', 3, sensitive => '{disease}', identifiers => '{id}');
SELECT partition, bound, rows FROM partitions WHERE partition::text LIKE 'hashed%';
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('hashed_bucketized');

-- A default partition by ranges: a new month is made out of a gap that it fills, and is published with what is left of it.
CREATE TABLE trips (id integer, day date, age integer, town text, disease text) PARTITION BY RANGE (day);
CREATE TABLE trips_2026_09 PARTITION OF trips FOR VALUES FROM ('2026-09-01') TO ('2026-10-01');
CREATE TABLE trips_2026_12 PARTITION OF trips FOR VALUES FROM ('2026-12-01') TO ('2027-01-01');
CREATE TABLE trips_else PARTITION OF trips DEFAULT;
INSERT INTO trips SELECT * FROM some_visits('2026-09-01', 122, 2000, 6);
INSERT INTO trips SELECT id, NULL, age, town, disease FROM some_visits('2026-09-01', 1, 100, 7);
SELECT slice_table('trips', 2, 3, sensitive => '{disease}', identifiers => '{id}');
SELECT string_agg(partition || ' ' || rows, ', ') FROM partitions WHERE partition::text LIKE 'trips%';
SELECT string_agg(COALESCE(n ->> 'region', concat_ws(' ', 'below', n ->> 'below', n ->> 'left', n ->> 'right')), ', ' ORDER BY i) AS tree
FROM releases CROSS JOIN jsonb_array_elements(parameters -> 'regions' -> 'tree') WITH ORDINALITY e (n, i) WHERE source = 'trips'::regclass;
SELECT r ->> 0 AS partitions FROM releases CROSS JOIN jsonb_array_elements(parameters -> 'regions' -> 'partitions') WITH ORDINALITY e (r, i)
WHERE source = 'trips'::regclass ORDER BY i;
BEGIN;
CREATE TABLE october AS SELECT * FROM trips WHERE day >= '2026-10-01' AND day < '2026-11-01';
DELETE FROM trips WHERE day >= '2026-10-01' AND day < '2026-11-01';
CREATE TABLE trips_2026_10 PARTITION OF trips FOR VALUES FROM ('2026-10-01') TO ('2026-11-01');
INSERT INTO trips TABLE october;
COMMIT;
SET client_min_messages = notice;
SELECT republish_partitions('trips_sliced', '{trips_2026_10}');
SET client_min_messages = warning;
SELECT string_agg(partition || ' ' || rows, ', ') FROM partitions WHERE partition::text LIKE 'trips%';
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('trips_sliced');
SELECT parameters -> 'regions' -> 'source_rows' AS source_rows, published_rows FROM releases WHERE source = 'trips'::regclass;

-- The owner of the release is that of its partitions, also of those that come later.
CREATE ROLE parted_owner;
GRANT CREATE, USAGE ON SCHEMA parted TO parted_owner;
ALTER TABLE trips_sliced OWNER TO parted_owner;
SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relname LIKE 'trips\_sliced%' AND relkind IN ('r', 'p', 'v');
ALTER TABLE trips OWNER TO parted_owner;
SELECT republish_partitions('trips_sliced', '{trips_2026_09}');
SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relname LIKE 'trips\_sliced%' AND relkind IN ('r', 'p', 'v');
-- Who may read a partition by its own name is in the ledger.
GRANT SELECT ON trips_sliced_2026_12 TO parted_reader;
SELECT readers FROM ledger WHERE source = 'trips'::regclass AND ended IS NULL;

-- A partition that was dropped by hand is missed.
DROP TABLE trips_sliced_2026_12;
SELECT count(*) > 0 AS missed FROM verify_release('trips_sliced') WHERE NOT holds;
SELECT republish_partitions('trips_sliced', '{trips_2026_12}');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('trips_sliced');

-- By the memory limit: partitions are the regions, and one that is too large is cut further.
INSERT INTO trips SELECT * FROM some_visits('2026-09-01', 30, 60000, 8);
ANALYZE trips;
SET pg_microdata.memory_limit = '4MB';
SELECT bucketize_table('trips', 3, sensitive => '{disease}', identifiers => '{id}');
RESET pg_microdata.memory_limit;
SELECT jsonb_array_length(parameters -> 'regions' -> 'partitions') >= 7 AS cut_further FROM releases WHERE relations[1] = 'trips_bucketized'::regclass;
SELECT string_agg(partition || ' ' || rows, ', ') FROM partitions WHERE partition::text LIKE 'trips_bucketized%';
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('trips_bucketized');

-- Editions of a series are partitioned, too.
SELECT FROM create_series('monthly', 'trips', 'slicing', arguments => '{"columns": 2, "l": 3, "sensitive": ["disease"], "identifiers": ["id"]}',
                     independent => true, view => 'parted.trips_shown');
SELECT edition, relations FROM publish_series('monthly');
SELECT count(*), count(DISTINCT tableoid) FROM monthly_1;
SELECT count(*) FROM trips_shown;
-- The next edition is made of one partition that has changed, and of what the one before has of the others.
CREATE TABLE first_edition AS SELECT tableoid::regclass::text AS partition, t.* FROM monthly_1 t;
DELETE FROM trips WHERE day >= '2026-10-15' AND day < '2026-11-01';
INSERT INTO trips SELECT * FROM some_visits('2026-10-01', 31, 300, 9);
SELECT edition, relations, persons = (SELECT count(*) FROM trips) AS all_persons FROM publish_series('monthly', partitions => '{trips_2026_10}');
CREATE VIEW of_both AS SELECT replace(partition, 'monthly_1', 'month') AS partition, bucket, day, age, town, disease FROM first_edition;
CREATE VIEW of_second AS SELECT replace(tableoid::regclass::text, 'monthly_2', 'month') AS partition, bucket, day, age, town, disease FROM monthly_2;
SELECT partition, count(*) > 0 AS different
FROM ((TABLE of_both EXCEPT ALL TABLE of_second) UNION ALL (TABLE of_second EXCEPT ALL TABLE of_both)) d GROUP BY 1 ORDER BY 1;
SELECT count(*) AS changed_in_the_first FROM (SELECT bucket, day, age, town, disease FROM first_edition EXCEPT ALL SELECT bucket, day, age, town, disease FROM monthly_1) d;
SELECT bool_and(a.bucket > b.largest) AS new_numbers FROM of_second a, (SELECT max(bucket) AS largest FROM first_edition) b WHERE a.day >= '2026-10-01' AND a.day < '2026-11-01';
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('monthly_2');
SELECT (SELECT count(*) FROM trips_shown) = (SELECT count(*) FROM trips) AS shown, (SELECT round(sum(weight)::numeric) FROM monthly_2_expected) = (SELECT count(*) FROM trips) AS expected;
SELECT relations, source_rows = (SELECT count(*) FROM trips) AS source_rows, published_rows = (SELECT count(*) FROM trips) AS published_rows, buckets = (SELECT count(DISTINCT bucket) FROM monthly_2) AS buckets
FROM releases WHERE 'monthly_2'::regclass = ANY (relations);
SELECT count(*) AS in_the_ledger FROM ledger WHERE source = 'trips'::regclass AND ended IS NULL AND relations::text ~ 'monthly_[12]\M';
SELECT answer($$SELECT publish_series('monthly', partitions => '{visits_2026_11}')$$);
ALTER TABLE monthly_2 RENAME TO second_edition;
SELECT edition, relations FROM publish_series('monthly', partitions => '{trips_2026_09,trips_2026_12}');
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) FROM verify_release('monthly_3');
DROP VIEW of_second, of_both;
-- What it cannot be made of.
SELECT FROM create_series('whole', 'trips', 'slicing', arguments => '{"columns": 2, "l": 3, "regions": 1, "sensitive": ["disease"], "identifiers": ["id"]}', independent => true);
SELECT answer($$SELECT publish_series('whole', partitions => '{trips_2026_10}')$$);
SELECT edition FROM publish_series('whole');
SELECT answer($$SELECT publish_series('whole', partitions => '{trips_2026_10}')$$);
SELECT FROM drop_release('whole_1');
SELECT answer($$SELECT publish_series('whole', partitions => '{trips_2026_10}')$$);
SELECT FROM drop_series('whole');
SELECT FROM create_series('invariant', 'visits', 'bucketization', subject => '{id}', arguments => '{"sensitive": ["disease"], "identifiers": []}', m => 2);
SELECT answer($$SELECT publish_series('invariant', partitions => '{visits_2026_11}')$$);
SELECT FROM drop_series('invariant');
SELECT answer($$SELECT create_series('renewed', 'trips', 'slicing', arguments => '{"columns": 2, "l": 3, "partitions": ["trips_2026_09"]}', independent => true)$$);
SELECT FROM drop_series('monthly');
DROP VIEW trips_shown, trips_shown_expected;
SELECT FROM drop_release('monthly_1'); SELECT FROM drop_release('second_edition'); SELECT FROM drop_release('monthly_3');

-- A plain table where that is wanted.
SELECT slice_table('visits', 2, 3, target => 'plain', regions => 1);
SELECT slice_table('visits', 2, 3, target => 'at_once');
SELECT relname, relkind FROM pg_class WHERE oid IN ('plain'::regclass, 'at_once'::regclass) ORDER BY 1;

-- Not by regions: values of rows are exchanged among partitions that are not divided alike.
CREATE TABLE uneven (age integer, town text, disease text) PARTITION BY LIST (disease);
CREATE TABLE uneven_flu PARTITION OF uneven FOR VALUES IN ('flu') PARTITION BY LIST (town);
CREATE TABLE uneven_flu_north PARTITION OF uneven_flu FOR VALUES IN ('north');
CREATE TABLE uneven_others PARTITION OF uneven DEFAULT;
INSERT INTO uneven SELECT i % 39, CASE WHEN i % 4 = 0 OR i % 3 = 0 THEN 'north' ELSE 'south' END, CASE i % 4 WHEN 0 THEN 'flu' ELSE 'cold' END FROM generate_series(1, 200) i;
SET client_min_messages = notice;
SELECT bucketize_table('uneven', 1.3, sensitive => '{disease}');
SET client_min_messages = warning;
SELECT relkind FROM pg_class WHERE oid = 'uneven_bucketized'::regclass;
SELECT FROM drop_release('uneven_bucketized');
DROP TABLE uneven;

-- So many partitions that the region of a row is computed above them, for a role that may not read all columns.
CREATE TABLE many (id integer, day integer, town text, disease text) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE many_%s PARTITION OF many FOR VALUES FROM (%s) TO (%s)', i, i, i + 1) FROM generate_series(1, 160) i \gexec
\set ECHO all
INSERT INTO many SELECT i, 1 + i % 160, (ARRAY['north', 'east'])[1 + i / 160 % 2], (ARRAY['flu', 'cold', 'gout'])[1 + i / 160 % 3] FROM generate_series(0, 1919) i;
GRANT SELECT (day, town, disease) ON many TO parted_reader;
GRANT CREATE, USAGE ON SCHEMA parted TO parted_reader;
SET ROLE parted_reader;
SELECT slice_table('many', 2, 3, sensitive => '{disease}', identifiers => '{id}');
SELECT bool_and(holds), count(*) FILTER (WHERE requirement = 'regions match source rows') FROM verify_release('many_sliced');
RESET ROLE;
SELECT jsonb_array_length(parameters -> 'regions' -> 'source_rows') AS regions, published_rows FROM releases WHERE relations[1] = 'many_sliced'::regclass;
SELECT count(*) FROM pg_inherits WHERE inhparent = 'many_sliced'::regclass;
SELECT FROM drop_release('many_sliced');
DROP TABLE many;

-- DROP TABLE, and drop_release.
SELECT FROM drop_release('visits_sliced');
DROP TABLE stays_bucketized, plain CASCADE;
SELECT relations FROM releases WHERE EXISTS (SELECT FROM unnest(relations) r JOIN pg_class c ON c.oid = r WHERE c.relnamespace = 'parted'::regnamespace AND c.relname ~ 'sliced|stays');
SELECT relname FROM pg_class WHERE relnamespace = 'parted'::regnamespace AND relname ~ '^(visits_sliced|stays_bucketized)';
\set ECHO none
SET client_min_messages = warning;
DROP SCHEMA parted CASCADE;
DROP ROLE parted_reader, parted_owner;

-- Releases by regions are verified region by region: the same is found as of all their rows at once, and what was changed is found.
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_verify_regions;
SET search_path = regress_verify_regions, public;

CREATE TABLE patients (age integer, weight float8, sex text, zipcode integer, disease text, salary integer);
INSERT INTO patients
SELECT CASE WHEN i % 97 = 0 THEN NULL ELSE 20 + i * 7919 % 60 END, 50 + i * 104729 % 400 / 10.0, CASE WHEN i % 101 = 0 THEN NULL WHEN i * 31 % 5 < 2 THEN 'F' ELSE 'M' END,
       47000 + i * 613 % 40, 'd' || i * 7 % 6, 1000 * (1 + i * 11 % 9)
FROM generate_series(1, 1200) i;

-- Three cuts: on a number, on a text, and on one value of several.
CREATE TABLE trees (name text, tree jsonb);
INSERT INTO trees VALUES
    ('numbers', '[{"column": "age", "below": "45", "left": 1, "right": 2},
                  {"column": "zipcode", "below": "47020", "left": 3, "right": 4}, {"column": "weight", "below": "70.3", "left": 5, "right": 6},
                  {"region": 0}, {"region": 1}, {"region": 2}, {"region": 3}]'),
    ('texts', '[{"column": "sex", "below": "M", "left": 1, "right": 2}, {"region": 0},
                {"column": "age", "below": "45", "left": 3, "right": 4}, {"region": 1}, {"region": 2}]'),
    ('lists', '[{"column": "zipcode", "among": ["47003", "47001", "47002", "47000", "47030", "47031", "47032", "47033"], "left": 1, "right": 2},
                {"region": 0}, {"region": 1}]');

-- The region of a row, by hand.
CREATE FUNCTION region_of(tree text, p patients) RETURNS integer LANGUAGE sql AS $$
    SELECT CASE tree
        WHEN 'numbers' THEN CASE WHEN (p).age < 45 THEN CASE WHEN (p).zipcode < 47020 THEN 0 ELSE 1 END WHEN (p).weight < 70.3 THEN 2 ELSE 3 END
        WHEN 'texts' THEN CASE WHEN (p).sex < 'M' THEN 0 WHEN (p).age < 45 THEN 1 ELSE 2 END
        WHEN 'lists' THEN CASE WHEN (p).zipcode IN (47000, 47001, 47002, 47003, 47030, 47031, 47032, 47033) THEN 0 ELSE 1 END
    END
$$;

-- What is on record of the regions of a release.
CREATE PROCEDURE record_regions(release regclass, tree_name text, source_rows bigint[]) LANGUAGE sql AS $$
    UPDATE microdata.release_record SET parameters = parameters || jsonb_build_object('regions',
            jsonb_build_object('tree', (SELECT tree FROM trees WHERE name = tree_name), 'source_rows', to_jsonb(source_rows)))
        WHERE release = ANY (relations)
$$;

-- Publishes `patients` at once by the call, and puts the union of what it makes of the regions in its place. Numbers of buckets differ by region.
CREATE PROCEDURE publish(call text, release text, tree_name text, suffixes text[] DEFAULT '{""}') LANGUAGE plpgsql AS $$
DECLARE
    suffix text;
    rows_of bigint[];
    published bigint := 0;
    suppressed bigint := 0;
    buckets bigint := 0;
    last integer;
BEGIN
    EXECUTE format(call, 'patients', release);
    SELECT array_agg(n ORDER BY r) INTO rows_of FROM (SELECT region_of(tree_name, p), count(*) FROM patients p GROUP BY 1) c (r, n);
    FOREACH suffix IN ARRAY suffixes LOOP
        EXECUTE format('DELETE FROM %I', release || suffix);
    END LOOP;
    FOR r IN 0 .. cardinality(rows_of) - 1 LOOP
        EXECUTE format('CREATE TABLE part AS SELECT * FROM patients p WHERE region_of(%L, p) = %s', tree_name, r);
        EXECUTE format(call, 'part', 'made');
        FOREACH suffix IN ARRAY suffixes LOOP
            IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = ('made' || suffix)::regclass AND attname = 'bucket') THEN
                EXECUTE format('UPDATE %I SET bucket = bucket * 10 + %s', 'made' || suffix, r);
            END IF;
            EXECUTE format('INSERT INTO %I SELECT * FROM %I', release || suffix, 'made' || suffix);
        END LOOP;
        SELECT published + m.published_rows, suppressed + m.suppressed_rows, buckets + m.buckets INTO published, suppressed, buckets
            FROM microdata.releases m WHERE 'made' || suffixes[1] = ANY (SELECT relname FROM pg_class WHERE oid = ANY (m.relations));
        PERFORM drop_release(('made' || suffixes[1])::regclass);
        DROP TABLE part;
    END LOOP;
    UPDATE microdata.release_record m SET published_rows = published, suppressed_rows = suppressed, buckets = publish.buckets
        WHERE (release || suffixes[1])::regclass = ANY (m.relations);
    CALL record_regions((release || suffixes[1])::regclass, tree_name, rows_of);
END
$$;

-- What verify_release() finds with the regions and without, side by side.
CREATE FUNCTION both_ways(release regclass) RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, at_once float8, holds_at_once boolean)
    LANGUAGE plpgsql AS $$
DECLARE
    regions jsonb;
BEGIN
    CREATE TEMPORARY TABLE by_regions AS SELECT * FROM verify_release(release);
    SELECT parameters -> 'regions' INTO regions FROM microdata.release_record WHERE release = ANY (relations);
    UPDATE microdata.release_record SET parameters = parameters - 'regions' WHERE release = ANY (relations);
    CREATE TEMPORARY TABLE in_one AS SELECT * FROM verify_release(release);
    UPDATE microdata.release_record SET parameters = parameters || jsonb_build_object('regions', regions) WHERE release = ANY (relations);
    RETURN QUERY SELECT coalesce(a.requirement, b.requirement), a.bound, a.achieved, a.holds, b.achieved, b.holds
        FROM by_regions a FULL JOIN in_one b ON a.requirement = b.requirement;
    DROP TABLE by_regions, in_one;
END
$$;
-- Chance has as many standard deviations as there are random numbers: whether it holds is all that is the same.
CREATE FUNCTION compared(release regclass) RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, at_once float8) LANGUAGE sql AS $$
    SELECT requirement, CASE WHEN requirement !~ 'permuted' THEN bound END, CASE WHEN requirement !~ 'permuted' THEN round(achieved::numeric, 6)::float8 END, holds,
           CASE WHEN requirement !~ 'permuted' THEN round(at_once::numeric, 6)::float8 END
    FROM both_ways(release) WHERE holds_at_once IS DISTINCT FROM holds OR achieved IS DISTINCT FROM at_once OR requirement ~ 'permuted|regions|region'
    ORDER BY requirement COLLATE "C"
$$;



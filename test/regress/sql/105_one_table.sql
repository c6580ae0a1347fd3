-- One table of persons with several rows each: a row for each published row, whose three parts are linked at random within the bucket.
-- Rooms: src/core/subject src/postgres/methods src/postgres/release src/postgres/inspection
SET search_path = public;
SET client_min_messages = error;
CREATE EXTENSION IF NOT EXISTS pg_microdata;
CREATE SCHEMA one_table;
SET search_path = one_table, public;
CREATE TABLE people AS
SELECT i AS pid, i % 2 AS sex, 1940 + i * 7 % 60 AS born, 1 + (i * 13 % 17 > 9)::integer + (i * 5 % 11 > 7)::integer AS visits
FROM generate_series(1, 400) i;
CREATE TABLE visits AS
SELECT pid, sex, born, date '2026-01-01' + (hashint4(pid * 8 + v + 2000000) & 255) AS day, 'ward ' || (hashint4(pid * 8 + v) & 3) AS ward,
       (ARRAY['flu', 'asthma', 'cancer', 'angina', 'gout', 'migraine', 'anemia', 'fracture'])[1 + (hashint4(pid * 8 + v + 1000000) & 7)] AS icd
FROM people, generate_series(1, visits) v;
CREATE VIEW declared AS SELECT count(*) AS rows, count(DISTINCT pid) AS persons FROM visits;
SELECT * FROM declared;

SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, seed => 104);
SELECT relations, parameters ->> 'format' AS format, parameters -> 'person_column' AS person, parameters ? 'member_column' AS member
FROM microdata.releases WHERE relations[1] = 'visits_bucketized'::regclass;
SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'visits_bucketized'::regclass AND attnum > 0 ORDER BY attnum;
SELECT col_description('visits_bucketized'::regclass, 2);

-- A person of the release has one bucket, one value of each attribute of persons, and a number of 1 to the number of persons.
SELECT max(buckets) AS buckets, max(values) AS values, min(person) = 1 AND max(person) = count(*) AS numbered
FROM (SELECT person, count(DISTINCT bucket) AS buckets, count(DISTINCT (sex, born)) AS values FROM visits_bucketized GROUP BY person) p;
-- In a bucket all persons have equally many rows, and a value is in at most a third of the persons' rows.
SELECT max(most - least) AS unequal FROM (
    SELECT bucket, max(rows) AS most, min(rows) AS least FROM (
        SELECT bucket, person, count(*) AS rows FROM visits_bucketized GROUP BY bucket, person) p GROUP BY bucket) b;
SELECT max(share) <= 1.0 / 3 AS holds FROM (
    SELECT count(DISTINCT person)::numeric / (SELECT count(DISTINCT person) FROM visits_bucketized p WHERE p.bucket = v.bucket) AS share
    FROM visits_bucketized v GROUP BY bucket, icd) s;
-- Every part is the source's: persons, rows, and a person's values with their frequencies.
SELECT DISTINCT ON (person) sex, born FROM visits_bucketized EXCEPT SELECT sex, born FROM people;
SELECT day, ward FROM visits_bucketized EXCEPT ALL SELECT day, ward FROM visits;
SELECT icd FROM visits_bucketized EXCEPT ALL SELECT icd FROM visits;
SELECT count(*) AS others FROM (SELECT array_agg(icd ORDER BY icd) AS set FROM visits_bucketized GROUP BY person) s
WHERE NOT EXISTS (SELECT FROM (SELECT array_agg(icd) AS had FROM visits GROUP BY pid) h WHERE s.set <@ h.had);
-- Sums of weights are numbers of rows.
SELECT round(sum(weight)) = (SELECT count(*) FROM visits_bucketized) AS all_rows FROM visits_bucketized_expected;
SELECT count(*) FROM (SELECT ward, round(sum(weight)::numeric, 6) FROM visits_bucketized_expected GROUP BY ward
                      EXCEPT SELECT ward, count(*) FROM visits_bucketized GROUP BY ward) d;
SELECT bool_and(holds) AS holds FROM verify_release('visits_bucketized');
SELECT groups, round(estimate * (SELECT count(*) FROM visits_bucketized) / (SELECT count(*) FROM visits)) = (SELECT count(*) FROM visits_bucketized WHERE ward = groups ->> 'ward') AS as_counted
FROM estimate('visits_bucketized', '{ward}', method => 'mixed') ORDER BY 1;
SELECT round(max_probability::numeric, 3) <= 0.334 AS bounded FROM disclosure('visits_bucketized');

-- The same release in tables apart: the same persons in the same buckets.
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, format => 'tables', target => 'apart', seed => 104);
SELECT relations FROM microdata.releases WHERE relations[1] = 'apart'::regclass;
SELECT bucket, sex, born FROM apart EXCEPT ALL SELECT bucket, sex, born FROM (SELECT DISTINCT ON (person) * FROM visits_bucketized) p;
SELECT bucket, day, ward FROM apart_rows EXCEPT ALL SELECT bucket, day, ward FROM visits_bucketized;
SELECT bucket, icd FROM apart_values EXCEPT ALL SELECT bucket, icd FROM (SELECT DISTINCT bucket, person, icd FROM visits_bucketized) v;
SELECT count(*) AS differ FROM (
    SELECT groups, measure, round(estimate::numeric, 6) FROM estimate('apart', '{ward,sex}', '{"icd": "flu"}', method => 'mixed')
    EXCEPT SELECT groups, measure, round(estimate::numeric, 6) FROM estimate('visits_bucketized', '{ward,sex}', '{"icd": "flu"}', method => 'mixed')) d;

-- The buckets that can hold a person, by the persons' attributes alone.
SELECT count(*) > 0 AS found, max((sensitive_distribution ->> 'flu')::float8) <= 1.0 / 3 + 1e-9 AS bounded FROM matching_buckets('visits_bucketized', '{"sex": 1}');
SELECT count(*) FROM matching_buckets('visits_bucketized', '{"ward": "ward 1"}');
SELECT (SELECT jsonb_agg(to_jsonb(m) - '{bucket,bucket_number}'::text[] ORDER BY to_jsonb(m) - '{bucket,bucket_number}'::text[]) FROM matching_buckets('visits_bucketized', '{"sex": 1, "born": 1975}') m)
    = (SELECT jsonb_agg(to_jsonb(m) - '{bucket,bucket_number}'::text[] ORDER BY to_jsonb(m) - '{bucket,bucket_number}'::text[]) FROM matching_buckets('apart', '{"sex": 1, "born": 1975}') m) AS alike;

-- Other methods, without attributes of rows, without those of persons, and without sensitive ones.
SELECT slice_table('visits', 2, 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, seed => 104);
SELECT generalize_table('visits', 4, 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, seed => 104);
SELECT generalize_table('visits', 4, identifiers => '{icd}', subject => '{pid}', target => 'no_values', seed => 104);
SELECT bucketize_table('visits', 3, sensitive => '{icd}', identifiers => '{day,ward}', subject => '{pid}', suppress => 0.1, target => 'no_rows', seed => 104);
SELECT bucketize_table('visits', 3, sensitive => '{icd}', identifiers => '{sex,born}', subject => '{pid}', suppress => 0.1, target => 'no_persons', seed => 104);
SELECT r AS release, (SELECT bool_and(holds) FROM verify_release(r)) AS holds,
       (SELECT attributes FROM (SELECT string_agg(attribute, ',' ORDER BY attribute) AS attributes FROM microdata.release_columns c WHERE c.relation = r) a) AS attributes,
       (SELECT round(estimate::numeric) FROM estimate(r, method => 'mixed')) AS rows
FROM unnest('{visits_sliced,visits_generalized,no_values,no_rows,no_persons}'::regclass[]) r;
SELECT abs(microdata.information_loss('visits_generalized') - (parameters #>> '{information_loss,certainty_penalty}')::float8) < 0.05 AS near
FROM microdata.releases WHERE relations[1] = 'visits_generalized'::regclass;

-- Releases without sensitive attributes tell nothing together, beside others they are left out.
SELECT * FROM audit_composition('{no_values}');
SELECT releases, attribute FROM audit_composition('{no_values,visits_bucketized}', seed => 1);

-- A sensitive attribute called weight, in tables apart.
CREATE TABLE weighed AS SELECT pid, sex, born, day, icd AS weight FROM visits;
SELECT bucketize_table('weighed', 3, sensitive => '{weight}', subject => '{pid}', suppress => 0.1, format => 'tables', seed => 104);
SELECT round(sum(release_weight)) = (SELECT count(*) FROM weighed_bucketized_rows) AS all_rows, bool_and((SELECT bool_and(holds) FROM verify_release('weighed_bucketized'))) AS holds FROM weighed_bucketized_expected;

-- A column of the source may be called person.
ALTER TABLE visits RENAME day TO person;
SELECT bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', suppress => 0.1, target => 'taken', seed => 104);
SELECT attname FROM pg_attribute WHERE attrelid = 'taken'::regclass AND attnum > 0 ORDER BY attnum;
SELECT bool_and(holds) AS holds FROM verify_release('taken');
ALTER TABLE visits RENAME person TO day;

-- What somebody changes is found.
CREATE FUNCTION broken(statement text) RETURNS TABLE (requirement text, achieved float8) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN QUERY SELECT v.requirement, v.achieved FROM verify_release('visits_bucketized') v WHERE v.holds IS NOT TRUE;
    RAISE SQLSTATE 'UNDO0';
EXCEPTION WHEN SQLSTATE 'UNDO0' THEN
END $$;
SELECT requirement FROM broken('UPDATE visits_bucketized SET sex = 1 - sex WHERE ctid = (SELECT min(ctid) FROM visits_bucketized WHERE person = (SELECT person FROM visits_bucketized GROUP BY person HAVING count(*) > 1 LIMIT 1))');
SELECT requirement FROM broken('UPDATE visits_bucketized SET person = person + 1000 WHERE person = 1');
SELECT requirement FROM broken('UPDATE visits_bucketized SET person = 1 WHERE person = 2');
SELECT requirement FROM broken('UPDATE visits_bucketized v SET icd = ''gout'' WHERE bucket = 1');
-- Two persons of different buckets with exchanged attributes: their sets fit others, who are too many then.
SELECT count(*) AS exchanged, count(*) FILTER (WHERE NOT EXISTS (
    SELECT FROM broken(format('UPDATE visits_bucketized v SET (sex, born) = (SELECT o.sex, o.born FROM visits_bucketized o WHERE o.person = %s - v.person LIMIT 1) WHERE person IN (%s, %s)', a + b, a, b)))) AS unseen
FROM (SELECT p.person AS a, q.person AS b, row_number() OVER (ORDER BY hashint4(p.person * 1000 + q.person)) AS n
      FROM (SELECT DISTINCT person, bucket, sex, born FROM visits_bucketized) p JOIN (SELECT DISTINCT person, bucket, sex, born FROM visits_bucketized) q
      ON p.person < q.person AND p.bucket <> q.bucket AND (p.sex, p.born) <> (q.sex, q.born)
      WHERE (SELECT count(*) FROM visits_bucketized x WHERE x.person = p.person) = (SELECT count(*) FROM visits_bucketized x WHERE x.person = q.person)) pairs
WHERE n <= 60;

-- The description is taken again elsewhere.
CREATE TABLE copied AS TABLE visits_bucketized;
SELECT register_release('copied', 'visits', description => regexp_replace(release_description('visits_bucketized')::text, 'visits_bucketized', 'copied', 'g')::jsonb);
SELECT FROM declare_roles('visits', subject => '{pid}');
SELECT register_release('copied', 'visits', description => regexp_replace(release_description('visits_bucketized')::text, 'visits_bucketized', 'copied', 'g')::jsonb) > 0 AS registered;
SELECT requirement, bound, achieved FROM verify_release('copied') WHERE holds IS NOT TRUE;
SELECT round(estimate::numeric) AS rows FROM estimate('copied', method => 'mixed');

-- The smallest bucket has so many persons, not rows.
SELECT smallest = (SELECT min(n) FROM (SELECT count(DISTINCT person) AS n FROM copied GROUP BY bucket) b) AS persons
FROM explore('visits', 'bucketization', '{"l": 3, "suppress": 0.1}', sensitive => '{icd}', subject => '{pid}', seed => 104);

-- Errors.
DO $$ BEGIN EXECUTE 'CREATE TABLE wide AS SELECT i / 2 AS pid, ' || (SELECT string_agg('i % 10 AS c' || c, ', ') FROM generate_series(1, 700) c) || ' FROM generate_series(1, 40) i'; END $$;
DO $$
DECLARE
    call text;
BEGIN
    FOREACH call IN ARRAY ARRAY[
        $c$slice_table('people', 2, 2, sensitive => '{visits}', format => 'tables')$c$,
        $c$slice_table('visits', 2, 2, sensitive => '{icd}', subject => '{pid}', format => 'anatomy')$c$,
        $c$generalize_table('visits', 4, subject => '{pid}', format => NULL)$c$,
        $c$generalize_table('wide', 4, subject => '{pid}')$c$,
        $c$bucketize_table('visits', 3, sensitive => '{icd}', subject => '{pid}', format => 'anatomy', target => 'one_table.counted')$c$] LOOP
        BEGIN
            EXECUTE 'SELECT ' || call;
        EXCEPTION WHEN OTHERS THEN
            RAISE INFO '%: %', SQLSTATE, SQLERRM;
        END;
    END LOOP;
END $$;
DROP SCHEMA one_table CASCADE;

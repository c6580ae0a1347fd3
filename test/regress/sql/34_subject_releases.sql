-- Releases of persons with several rows each.
-- Rooms: src/core/subject src/postgres/methods src/postgres/release src/postgres/inspection
\pset format unaligned
\pset tuples_only on
CREATE SCHEMA hospital;
SET search_path = hospital, public;
CREATE VIEW releases AS SELECT r.* FROM microdata.releases r
    WHERE EXISTS (SELECT FROM pg_class c WHERE c.oid = ANY (r.relations) AND c.relnamespace = 'hospital'::regnamespace);
CREATE VIEW release_columns AS SELECT c.* FROM microdata.release_columns c JOIN releases USING (release_id);
-- The number of a release depends on what ran before.
CREATE FUNCTION refused(call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE call;
    RETURN 'done';
EXCEPTION WHEN object_not_in_prerequisite_state THEN
    RETURN regexp_replace(sqlerrm, '[0-9]+', 'N');
END
$$;
-- A hospital's visits: patient 1 came to dialysis twelve times, others once to four times, for one of 40 reasons.
CREATE TABLE visits (visit_id integer PRIMARY KEY, patient_id integer, sex text, born integer, ward text, arrived timestamp, icd text);
INSERT INTO visits
SELECT row_number() OVER (ORDER BY p, v), p, CASE WHEN p % 2 = 0 THEN 'F' ELSE 'M' END, CASE WHEN p = 1 THEN 1919 ELSE 1920 + p * 37 % 83 END, 'ward ' || (p + v * v) % 6,
       timestamp '2026-01-01' + (p * 7919 + v * 104729) % 500000 * interval '1 minute',
       CASE WHEN p = 1 THEN 'Z99.2' ELSE 'I' || (p * 31 + v * v * 17 + p * p % 7) % 40 END
FROM generate_series(1, 400) p, generate_series(1, 12) v
WHERE v <= CASE WHEN p = 1 THEN 12 ELSE 1 + p % 4 END;
SELECT count(*), count(DISTINCT arrived), count(DISTINCT patient_id) FROM visits;
SELECT FROM declare_roles('visits', quasi_identifiers => '{sex,born,ward,arrived}');
-- Nobody else was born in that year, nor has that diagnosis.
SELECT count(DISTINCT patient_id) FILTER (WHERE born = 1919) AS like_her, count(*) FILTER (WHERE icd = 'Z99.2') AS dialysis FROM visits;

-- Before: a row is taken for a person. Twelve buckets may hold one of her visits, and each of them shows dialysis.
SET client_min_messages = warning;
SELECT bucketize_table('visits', 4, sensitive => '{icd}', identifiers => '{patient_id}');
SELECT count(*) AS her_buckets, count(*) FILTER (WHERE shows) AS showing_dialysis
FROM (SELECT b.bucket, EXISTS (SELECT FROM visits_bucketized s WHERE s.bucket = b.bucket AND s.icd = 'Z99.2') AS shows
      FROM visits v JOIN visits_bucketized b USING (arrived) WHERE v.patient_id = 1) b;
-- One zip code has a disease that no other has, as the WARNING says.
SELECT requirement FROM verify_release('visits_bucketized') WHERE NOT holds;
SELECT max_probability FROM disclosure('visits_bucketized');
SET client_min_messages = notice;

-- After. The seed makes the same buckets for what is changed below.
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, replace => true, seed => 34, format => 'tables');
SELECT columns_of(r) FROM releases, unnest(relations) r;
SELECT method, source, relations, source_rows, published_rows + suppressed_rows AS accounted FROM releases;
SELECT parameters - '{levels,mean_bucket}'::text[] AS parameters FROM releases;
SELECT relation, column_no, role, generalized, array_agg(attribute ORDER BY attribute) FROM release_columns GROUP BY 1, 2, 3, 4 ORDER BY relation::text, 2, 3, 4;
-- In her bucket.
SELECT count(DISTINCT v.member) FILTER (WHERE v.icd = 'Z99.2') <= count(DISTINCT v.member) / 4.0 AS at_most_a_quarter
FROM visits_bucketized p JOIN visits_bucketized_values v USING (bucket) WHERE p.born = 1919;
-- From the published tables alone: persons of buckets, and the largest share of persons by value.
SELECT sum(persons) AS persons, min(persons) >= 4 AS enough FROM (SELECT count(*) FROM visits_bucketized GROUP BY bucket) b (persons);
SELECT max(s.sets / p.persons::numeric) <= 0.25 AS diverse
FROM (SELECT bucket, icd, count(DISTINCT member) AS sets FROM visits_bucketized_values GROUP BY bucket, icd) s
JOIN (SELECT bucket, count(*) AS persons FROM visits_bucketized GROUP BY bucket) p USING (bucket);
-- As many rows of every person of a bucket, and no more sets than persons.
SELECT bucket FROM (SELECT bucket, member, count(*) AS n FROM visits_bucketized_rows GROUP BY bucket, member) m GROUP BY bucket HAVING min(n) <> max(n);
SELECT bucket, count(*) FROM visits_bucketized GROUP BY bucket
EXCEPT SELECT bucket, count(DISTINCT member) FROM visits_bucketized_rows GROUP BY bucket HAVING min(member) = 1 AND max(member) = count(DISTINCT member);
SELECT bucket, count(*) FROM visits_bucketized GROUP BY bucket
EXCEPT SELECT bucket, count(DISTINCT member) FROM visits_bucketized_values GROUP BY bucket HAVING min(member) = 1 AND max(member) = count(DISTINCT member);
SELECT bucket, member, count(*) FROM visits_bucketized_values GROUP BY bucket, member
EXCEPT ALL SELECT bucket, member, count(DISTINCT icd) FROM visits_bucketized_values GROUP BY bucket, member;
-- Nothing that the source has not.
SELECT sex, born FROM visits_bucketized EXCEPT ALL SELECT sex, born FROM (SELECT DISTINCT patient_id, sex, born FROM visits) p;
SELECT ward, arrived FROM visits_bucketized_rows EXCEPT ALL SELECT ward, arrived FROM visits;
SELECT icd FROM visits_bucketized_values EXCEPT ALL SELECT icd FROM (SELECT DISTINCT patient_id, icd FROM visits) v;
-- Sums of weights are numbers of rows.
SELECT bucket, round(sum(weight)::numeric, 6) FROM visits_bucketized_expected GROUP BY bucket
EXCEPT SELECT bucket, count(*) FROM visits_bucketized_rows GROUP BY bucket;
SELECT round(sum(weight)::numeric, 6) = (SELECT count(*) FROM visits_bucketized_rows) AS rows FROM visits_bucketized_expected;
SELECT ward, round(sum(weight)::numeric, 6) FROM visits_bucketized_expected GROUP BY ward
EXCEPT SELECT ward, count(*) FROM visits_bucketized_rows GROUP BY ward;
-- What the parameters say of the numbers of rows.
SELECT sum((level ->> 'rows')::int * (level ->> 'persons')::int) = published_rows AS rows, sum((level ->> 'persons')::int) AS persons
FROM releases, jsonb_array_elements(parameters -> 'levels') l (level) GROUP BY release_id, published_rows;

-- By persons.
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('visits_bucketized') WHERE requirement NOT LIKE 'tables are shuffled%';
SELECT bool_and(holds), count(*) FROM verify_release('visits_bucketized');
SELECT tuples, max_probability <= 0.25 AS at_most_a_quarter, mean_probability <= max_probability AS mean, l_achieved >= 4 AS l, max_paper_probability
FROM disclosure('visits_bucketized');
SELECT count(*), min(matching_degree) > 0 AS some, min(probability) AS probability, count(paper_probability) AS paper
FROM matching_buckets('visits_bucketized', '{"sex": "M", "born": 1919}');
SELECT m.sensitive_distribution = (SELECT jsonb_object_agg(icd, share) FROM (
           SELECT v.icd, count(DISTINCT v.member)::float8 / (SELECT count(*) FROM visits_bucketized p WHERE p.bucket::text = m.bucket::text) AS share
           FROM visits_bucketized_values v WHERE v.bucket = m.bucket GROUP BY v.icd) s) AS by_persons
FROM matching_buckets('visits_bucketized', '{"sex": "M", "born": 1919}') m;
\set ECHO none
SELECT attempts($$
SELECT * FROM matching_buckets('visits_bucketized', '{"sex": "M", "ward": "ward 1"}')
SELECT * FROM matching_buckets('visits_bucketized', '{"icd": "I1"}')
$$);
\set ECHO all
SELECT count(*) FROM matching_buckets('visits_bucketized', '{"sex": "X"}');
-- Counts are of rows.
SELECT published_rows::float8 / source_rows AS published FROM microdata.releases WHERE 'visits_bucketized'::regclass = ANY (relations) \gset
SELECT round(estimate_count('visits_bucketized', '{}') * :published) = (SELECT count(*) FROM visits_bucketized_rows) AS all_rows;
SELECT abs(estimate_count('visits_bucketized', '{"sex": "M", "icd": ["I1", "I2", "I3", "Z99.2"], "ward": ["ward 1", "ward 2"]}') * :published
           - (SELECT sum(weight) FROM visits_bucketized_expected WHERE sex = 'M' AND icd IN ('I1', 'I2', 'I3', 'Z99.2') AND ward IN ('ward 1', 'ward 2'))) < 1e-6 AS as_in_the_view;
SELECT abs(estimate_count('visits_bucketized', '{"born": {"between": [1950, 1960]}}') * :published
           - (SELECT sum(weight) FROM visits_bucketized_expected WHERE born BETWEEN 1950 AND 1960)) < 1e-6 AS as_in_the_view;
SELECT estimate_count('visits_bucketized', '{"patient_id": 1}');
SELECT queries, mean BETWEEN 0 AND 1 AS mean FROM microdata.relative_error('visits_bucketized', 2, queries => 100, seed => 1);
\set ECHO none
SELECT attempts($$
microdata.membership_likelihood('visits_bucketized', '{"sex": "M"}')
SELECT * FROM microdata.information_loss('visits_bucketized')
$$);
\set ECHO all
-- Any of its relations is the release.
SELECT bool_and(holds) FROM verify_release('visits_bucketized_rows');
SELECT bool_and(holds) FROM verify_release('visits_bucketized_expected');
GRANT SELECT ON visits_bucketized_expected TO PUBLIC;
SELECT count(*) FROM information_schema.table_privileges WHERE table_schema = 'hospital' AND grantee = 'PUBLIC';

-- What somebody changes does not verify.
CREATE FUNCTION failing() RETURNS SETOF text LANGUAGE sql AS
    $$ SELECT requirement FROM verify_release('visits_bucketized') WHERE NOT holds $$;
BEGIN;
-- One value is another.
UPDATE visits_bucketized_values v SET icd = 'I' || (substr(icd, 2)::int + 11) % 40 WHERE (bucket, member) = (1, 1)
    AND icd = (SELECT min(icd) FROM visits_bucketized_values WHERE (bucket, member) = (1, 1) AND icd LIKE 'I%');
SELECT failing() INTERSECT VALUES ('rows and sensitive values match people in the bucket');
ROLLBACK;
BEGIN;
UPDATE visits_bucketized_values SET icd = 'nobody has this' WHERE ctid = (SELECT min(ctid) FROM visits_bucketized_values);
SELECT failing() INTERSECT VALUES ('sensitive values of people match the source'), ('rows and sensitive values match people in the bucket') ORDER BY 1;
ROLLBACK;
BEGIN;
-- Two rows change places.
UPDATE visits_bucketized_rows r SET ward = (SELECT min(o.ward) FROM visits_bucketized_rows o WHERE o.ward > 'ward 2') WHERE ward = 'ward 1'
    AND ctid = (SELECT min(ctid) FROM visits_bucketized_rows WHERE ward = 'ward 1');
SELECT failing() INTERSECT VALUES ('rows match the source'), ('rows and sensitive values match people in the bucket') ORDER BY 1;
ROLLBACK;
BEGIN;
UPDATE visits_bucketized SET born = 1919, sex = 'M' WHERE ctid = (SELECT min(ctid) FROM visits_bucketized WHERE born <> 1919);
SELECT failing() INTERSECT VALUES ('values of people match the source'), ('buckets match people in the source') ORDER BY 1;
ROLLBACK;
BEGIN;
-- Members of two tables go together: those of sensitive values get the numbers that their persons have among the rows.
CREATE TEMPORARY TABLE whose AS SELECT DISTINCT r.bucket, r.member, v.patient_id FROM visits_bucketized_rows r JOIN visits v USING (arrived);
CREATE TEMPORARY TABLE sets AS SELECT bucket, member, array_agg(icd ORDER BY icd) AS icds FROM visits_bucketized_values GROUP BY bucket, member;
CREATE TEMPORARY TABLE linked AS
    WITH candidates AS (
        SELECT s.bucket, s.member AS from_member, w.member AS to_member
        FROM sets s JOIN whose w USING (bucket)
        WHERE s.icds <@ (SELECT array_agg(v.icd) FROM visits v WHERE v.patient_id = w.patient_id)),
    alone AS (
        SELECT bucket, from_member, min(to_member) AS to_member FROM candidates GROUP BY bucket, from_member HAVING count(*) = 1)
    SELECT * FROM alone a WHERE NOT EXISTS (SELECT FROM alone b WHERE (b.bucket, b.to_member) = (a.bucket, a.to_member) AND b.from_member <> a.from_member);
DELETE FROM linked l WHERE bucket IN (SELECT s.bucket FROM sets s LEFT JOIN linked l ON (l.bucket, l.from_member) = (s.bucket, s.member) WHERE l.bucket IS NULL);
SELECT count(DISTINCT bucket) > 20 AS enough FROM linked;
UPDATE visits_bucketized_values v SET member = l.to_member FROM linked l WHERE (l.bucket, l.from_member) = (v.bucket, v.member);
SELECT failing();
SELECT worst_case FROM verify_release('visits_bucketized') WHERE NOT holds;
-- The last with the first; each with the next but one; and by how the sets lie.
CREATE TEMPORARY TABLE sizes AS SELECT bucket, count(*) AS persons FROM visits_bucketized GROUP BY bucket;
SAVEPOINT linked;
UPDATE visits_bucketized_values v SET member = s.persons + 1 - v.member FROM sizes s WHERE s.bucket = v.bucket AND EXISTS (SELECT FROM linked l WHERE l.bucket = v.bucket);
SELECT worst_case FROM verify_release('visits_bucketized') WHERE NOT holds;
ROLLBACK TO linked;
UPDATE visits_bucketized_values v SET member = (v.member + 1) % s.persons + 1 FROM sizes s WHERE s.bucket = v.bucket AND EXISTS (SELECT FROM linked l WHERE l.bucket = v.bucket);
SELECT worst_case FROM verify_release('visits_bucketized') WHERE NOT holds;
ROLLBACK TO linked;
CREATE TEMPORARY TABLE laid AS SELECT * FROM visits_bucketized_values ORDER BY bucket, member;
DELETE FROM visits_bucketized_values;
INSERT INTO visits_bucketized_values SELECT v.bucket, r.anew, v.icd FROM laid v
    JOIN (SELECT bucket, member, row_number() OVER (PARTITION BY bucket ORDER BY md5(bucket || ' ' || member)) AS anew FROM (SELECT DISTINCT bucket, member FROM laid) m) r
      ON (r.bucket, r.member) = (v.bucket, v.member) ORDER BY v.bucket, v.member;
SELECT worst_case FROM verify_release('visits_bucketized') WHERE NOT holds;
ROLLBACK;
BEGIN;
-- A set that is smaller than the rows that were drawn allow: every row of these persons has a diagnosis of its own.
DELETE FROM visits_bucketized_values WHERE ctid = (SELECT min(v.ctid) FROM visits_bucketized_values v WHERE (SELECT count(*) FROM visits_bucketized_values w WHERE (w.bucket, w.member) = (v.bucket, v.member)) = 3);
SELECT failing();
ROLLBACK;
BEGIN;
-- Persons lie in the order of their members.
CREATE TEMPORARY TABLE ordered AS
    SELECT DISTINCT r.bucket, v.sex, v.born, r.member FROM visits_bucketized_rows r JOIN visits v USING (arrived) ORDER BY r.bucket, r.member;
DELETE FROM visits_bucketized;
INSERT INTO visits_bucketized SELECT bucket, sex, born FROM ordered ORDER BY bucket, member;
SELECT failing();
ROLLBACK;
BEGIN;
-- A person with fewer rows than the others of the bucket.
DELETE FROM visits_bucketized_rows WHERE ctid = (
    SELECT max(ctid) FROM visits_bucketized_rows WHERE (bucket, member) = (
        SELECT bucket, member FROM visits_bucketized_rows GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1));
SELECT failing() INTERSECT VALUES ('people in a bucket have equally many rows'), ('all source rows are accounted for') ORDER BY 1;
ROLLBACK;
BEGIN;
-- A value that more than a quarter of a bucket's persons have.
INSERT INTO visits_bucketized_values SELECT DISTINCT bucket, member, 'Z99.2' FROM visits_bucketized_values WHERE bucket = 1 AND member <= 8
    EXCEPT SELECT * FROM visits_bucketized_values;
SELECT failing() INTERSECT VALUES ('l-diversity of "icd" by person'), ('sensitive values of people match the source') ORDER BY 1;
ROLLBACK;
BEGIN;
-- Members that are not there, or twice.
UPDATE visits_bucketized_rows SET member = 1000 WHERE (bucket, member) = (1, 1);
SELECT failing();
UPDATE visits_bucketized_rows SET member = 2 WHERE (bucket, member) = (1, 1000);
SELECT failing() INTERSECT VALUES ('tables have the same members in every bucket');
ROLLBACK;
BEGIN;
INSERT INTO visits_bucketized_values SELECT * FROM visits_bucketized_values LIMIT 1;
SELECT failing() INTERSECT VALUES ('sets do not repeat combinations of sensitive values');
ROLLBACK;
BEGIN;
-- A person is in another bucket.
UPDATE visits_bucketized SET bucket = bucket % 2 + 1 WHERE ctid = (SELECT min(ctid) FROM visits_bucketized WHERE bucket IN (1, 2));
SELECT failing() INTERSECT VALUES ('tables have the same members in every bucket');
ROLLBACK;
BEGIN;
-- A source that changed since.
DELETE FROM visits WHERE patient_id = 2;
SELECT failing() INTERSECT VALUES ('all people in the source are accounted for'), ('all source rows are accounted for'), ('rows match the source') ORDER BY 1;
UPDATE visits SET born = born + 1 WHERE visit_id = (SELECT max(visit_id) FROM visits WHERE patient_id = 3);
SELECT failing() INTERSECT VALUES ('attributes of a person are constant in the source');
ALTER TABLE visits RENAME patient_id TO person;
SELECT failing();
ROLLBACK;
SELECT bool_and(holds) FROM verify_release('visits_bucketized');

-- Dropped, replaced, taken names.
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, format => 'tables');
SET client_min_messages = warning;
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, replace => true, method => 'anatomy', format => 'tables');
SELECT bool_and(holds) FROM verify_release('visits_bucketized');
SELECT parameters ->> 'method' AS method FROM releases;
DROP TABLE visits_bucketized_rows;
DROP VIEW visits_bucketized_expected;
SELECT relations FROM releases;
SELECT bool_and(holds) FROM verify_release('visits_bucketized');
DROP TABLE visits_bucketized_rows;
SELECT relations FROM releases;
SELECT refused($$SELECT FROM verify_release('visits_bucketized')$$);
SELECT refused($$SELECT estimate_count('visits_bucketized', '{"sex": "M"}')$$);
SELECT refused($$SELECT FROM matching_buckets('visits_bucketized', '{"sex": "M"}')$$);
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, replace => true, format => 'tables');
DROP TABLE visits_bucketized CASCADE;
SELECT relations FROM releases;
SELECT refused($$SELECT estimate_count('visits_bucketized_rows', '{"ward": "ward 1"}')$$);
SELECT FROM drop_release('visits_bucketized_values');
SELECT count(*) FROM pg_class WHERE relname LIKE 'visits_bucketized%' AND relnamespace = 'hospital'::regnamespace;
SELECT count(*) FROM releases;
CREATE TABLE visits_bucketized_values ();
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, format => 'tables');
DROP TABLE visits_bucketized_values;
-- Columns of the release have other names where the source has theirs.
CREATE VIEW visits_2 AS SELECT patient_id, sex AS member, ward AS weight, icd FROM visits;
SELECT bucketize_table('visits_2', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, format => 'tables');
SELECT parameters -> 'bucket_column' AS bucket, parameters -> 'member_column' AS member, parameters -> 'weight_column' AS weight FROM releases WHERE relations[1] = 'visits_2_bucketized'::regclass;
SELECT round(sum(release_weight)::numeric, 6) = (SELECT count(*) FROM visits_2_bucketized_rows) AS rows FROM visits_2_bucketized_expected;
SELECT min(release_member), min(weight) FROM visits_2_bucketized_rows;
SELECT bool_and(holds) FROM verify_release('visits_2_bucketized');
SELECT slice_table('visits_2', 1, 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, identifiers => '{member}', format => 'tables');
SELECT bool_and(holds) FROM verify_release('visits_2_sliced');
SELECT FROM drop_release('visits_2_sliced');
DROP VIEW visits_2 CASCADE;
SELECT count(*) FILTER (WHERE holds), count(*) FILTER (WHERE NOT holds) FROM verify_release('visits_2_bucketized');
SELECT FROM drop_release('visits_2_bucketized');
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, target => repeat('n', 63), format => 'tables');
SELECT relations FROM releases;
SELECT count(drop_release(relations[2])) FROM releases;

-- Slicing: the attributes of persons that are not sensitive in groups.
SET client_min_messages = notice;
SELECT slice_table('visits', 2, 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, seed => 34, format => 'tables');
SET client_min_messages = warning;
SELECT relation, column_no, array_agg(attribute ORDER BY attribute) FROM release_columns GROUP BY 1, 2 ORDER BY relation::text, 2;
SELECT bool_and(holds) FROM verify_release('visits_sliced');
SELECT tuples, max_probability <= 0.25 AS at_most_a_quarter FROM disclosure('visits_sliced');
SELECT round(sum(weight)::numeric, 6) = (SELECT count(*) FROM visits_sliced_rows) AS rows FROM visits_sliced_expected;
SELECT published_rows::float8 / source_rows AS published FROM microdata.releases WHERE 'visits_sliced'::regclass = ANY (relations) \gset
SELECT round(estimate_count('visits_sliced', '{}') * :published) = (SELECT count(*) FROM visits_sliced_rows) AS rows;
SELECT slice_table('visits', 1, 4, groups => '{born,sex}', sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, target => 'by_hand', format => 'tables');
SELECT column_no, attribute FROM release_columns WHERE relation = 'by_hand'::regclass ORDER BY 1;
SELECT slice_table('visits', 1, 4, groups => '{"born, sex"}', sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, target => 'by_hand', replace => true, format => 'tables');
SELECT bool_and(holds) FROM verify_release('by_hand');
SELECT drop_release('by_hand'), drop_release('visits_sliced');
\set ECHO none
SELECT attempts($$
slice_table('visits', 2, 4, groups => '{"sex, icd",born}', sensitive => '{icd}', subject => '{patient_id}')
slice_table('visits', 2, 4, groups => '{"sex, ward",born}', sensitive => '{icd}', subject => '{patient_id}')
slice_table('visits', 2, 4, groups => '{sex}', sensitive => '{icd}', subject => '{patient_id}')
slice_table('visits', 3, 4, sensitive => '{icd}', subject => '{patient_id}')
slice_table('visits', 2, 4, sensitive => '{icd}', subject => '{patient_id}', sensitive_column_size => 2)
slice_table('visits', 2, 4, sensitive => '{icd}', subject => '{patient_id}', k => 2)
slice_table('visits', 2, 4, sensitive => '{icd}', subject => '{patient_id}', strict => true)
$$);
\set ECHO all

-- Less is published: no attribute of persons, none of rows, at most so many rows of a person.
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, identifiers => '{visit_id,sex,born}', target => 'less', format => 'tables');
SELECT columns_of('less');
SELECT count(*) FROM less;
SELECT bool_and(holds) FROM verify_release('less');
SELECT tuples, max_probability <= 0.25 AS at_most_a_quarter FROM disclosure('less');
SELECT count(*) = max(bucket) AS matching FROM matching_buckets('less', '{}');
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, identifiers => '{visit_id,ward,arrived}', target => 'less', replace => true, format => 'tables');
SELECT relations FROM releases;
SELECT bool_and(holds) FROM verify_release('less');
SELECT round(sum(weight)::numeric, 6) = (SELECT count(*) FROM less_values) AS combinations FROM less_expected;
SELECT estimate_count('less', '{}') = (SELECT count(*) FROM less_values) AS combinations;
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, rows_per_person => 2, target => 'less', replace => true, format => 'tables');
SELECT max(n) FROM (SELECT count(*) FROM less_rows GROUP BY bucket, member) m (n);
SELECT requirement, bound, achieved, holds FROM verify_release('less') WHERE requirement LIKE '%rows_per_person%';
SELECT bool_and(holds) FROM verify_release('less');
-- Two of two to four rows, of which each has another diagnosis, but hers: everybody must show two of them.
BEGIN;
DELETE FROM less_values WHERE ctid = (SELECT min(v.ctid) FROM less_values v JOIN (SELECT bucket FROM less_rows GROUP BY bucket, member HAVING count(*) = 2) r USING (bucket)
                                      WHERE v.bucket NOT IN (SELECT bucket FROM less_values WHERE icd = 'Z99.2'));
SELECT requirement FROM verify_release('less') WHERE NOT holds;
ROLLBACK;
SELECT FROM drop_release('less');

-- Several sensitive attributes, one of them the same in all rows of a person; models; persons left out.
CREATE VIEW more AS SELECT v.*, patient_id * 3 % 11 AS blood, CASE WHEN patient_id % 3 = 0 THEN 'x' WHEN patient_id % 3 = 1 AND visit_id % 5 = 0 THEN NULL ELSE icd END AS ops FROM visits v;
SELECT bucketize_table('more', 2.5, sensitive => '{icd,blood,ops}', identifiers => '{visit_id}', subject => '{patient_id}', suppress => 0.6,
                       privacy => ARRAY[k_anonymity(6), l_diversity(3, 'entropy'), t_closeness(0.9), alpha_k_anonymity(0.4, 5)], format => 'tables');
SELECT requirement, bound, holds FROM verify_release('more_bucketized') WHERE requirement ~ 'diversity|anonymity|closeness';
SELECT bool_and(holds) FROM verify_release('more_bucketized');
SELECT columns_of('more_bucketized_values');
SELECT columns_of('more_bucketized_expected');
SELECT FROM drop_release('more_bucketized');
SELECT bucketize_table('more', 4, sensitive => '{ops}', identifiers => '{visit_id}', subject => '{patient_id}', rows_per_person => 3, seed => 34, format => 'tables');
SET client_min_messages = notice;
SELECT bucketize_table('more', 4, sensitive => '{ops}', identifiers => '{visit_id}', subject => '{patient_id}', rows_per_person => 3, suppress => 0.6, seed => 34, format => 'tables');
SET client_min_messages = warning;
SELECT bool_and(holds) FROM verify_release('more_bucketized');
SELECT (parameters ->> 'suppressed_persons')::int > 0 AS left_out, (parameters ->> 'persons')::int - (SELECT count(*) FROM more_bucketized) = (parameters ->> 'suppressed_persons')::int AS accounted
FROM releases;
SELECT tuples < 400 AS left_out FROM disclosure('more_bucketized');
DROP VIEW more CASCADE;
SELECT FROM drop_release('more_bucketized');

-- Where every person has one row, the release is one of rows.
CREATE VIEW firsts AS SELECT DISTINCT ON (patient_id) * FROM visits ORDER BY patient_id, arrived;
SELECT bucketize_table('firsts', 4, sensitive => '{icd}', identifiers => '{visit_id}', subject => '{patient_id}', suppress => 0.6);
SELECT slice_table('firsts', 2, 4, sensitive => '{icd}', identifiers => '{visit_id}', subject => '{patient_id}', suppress => 0.6, groups => '{"sex, born, ward, arrived",icd}');
SELECT relations, parameters -> 'subject' AS subject, parameters ? 'member_column' AS members FROM releases ORDER BY release_id;
SELECT slice_table('firsts', 2, 4, sensitive => '{icd}', identifiers => '{visit_id}', subject => '{patient_id}', suppress => 0.6, groups => '{"sex, born, ward"}', replace => true);
DROP VIEW firsts CASCADE;
SELECT drop_release('firsts_sliced'), drop_release('firsts_bucketized');

-- An attacker with a person's number of rows knows the level. All twenty with one row have values of their own, the forty with two
-- rows one of two values: those have half of every bucket, and that others are in buckets of one row hides nothing.
SET client_min_messages = warning;
CREATE TABLE alike AS
SELECT p AS pid, 1 AS age, r AS month, CASE WHEN p <= 20 THEN 'a' || p ELSE 'b' || p % 20 / 10 END AS icd
FROM generate_series(1, 60) p, generate_series(1, CASE WHEN p <= 20 THEN 1 ELSE 2 END) r;
SELECT bucketize_table('alike', 2, sensitive => '{icd}', subject => '{pid}', suppress => 0.6, format => 'tables');
SELECT tuples, max_probability, mean_probability, l_achieved FROM disclosure('alike_bucketized');
-- Without a table of rows, nothing shows which buckets are of which level: of anybody the worst bucket counts.
ALTER TABLE alike ALTER month TYPE text USING NULL;
SELECT bucketize_table('alike', 2, sensitive => '{icd}', identifiers => '{month}', subject => '{pid}', suppress => 0.6, replace => true, format => 'tables');
SELECT relations, parameters -> 'levels' AS levels FROM releases;
SELECT tuples, max_probability, mean_probability, l_achieved FROM disclosure('alike_bucketized');
SELECT generalize_table('alike', 2, l => 2, sensitive => '{icd}', identifiers => '{month}', subject => '{pid}', suppress => 0.6, format => 'tables');
SELECT relations FROM releases WHERE relations::text LIKE '%generalized%';
SELECT tuples, max_probability, l_achieved FROM disclosure('alike_generalized');
DROP TABLE alike CASCADE;
SELECT drop_release('alike_bucketized'), drop_release('alike_generalized');

-- A seed makes it reproducible, however the rows lie.
CREATE TABLE visits_again AS SELECT * FROM visits ORDER BY icd DESC, born;
SET client_min_messages = error;
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, target => 'one', seed => 42, format => 'tables');
SELECT bucketize_table('visits_again', 4, sensitive => '{icd}', identifiers => '{visit_id}', subject => '{patient_id}', suppress => 0.6, target => 'two', seed => 42, format => 'tables');
SELECT count(*) AS different FROM one a FULL JOIN two b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT count(*) AS different FROM one_rows a FULL JOIN two_rows b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT count(*) AS different FROM one_values a FULL JOIN two_values b ON a.ctid = b.ctid WHERE to_jsonb(a) IS DISTINCT FROM to_jsonb(b);
SELECT drop_release('one'), drop_release('two');
SELECT count(*) FROM releases;
SELECT bucketize_table('visits', 4, sensitive => '{icd}', subject => '{patient_id}', suppress => 0.6, format => 'tables');
-- The l that a HINT names leaves out no rows.
CREATE TABLE unlucky AS SELECT p AS pid, v AS visit, 20 + p % 40 AS age, ('{flu,flu,flu,flu,cold,asthma,cancer,gout}'::text[])[1 + (p * 7 + v * (p % 3) + p / 8) % 8] AS icd
FROM generate_series(1, 500) p, generate_series(1, 1 + p % 5) v;
\set VERBOSITY default
SET client_min_messages = error;
SELECT bucketize_table('unlucky', 4, sensitive => '{icd}', subject => '{pid}', identifiers => '{visit}', seed => 34, format => 'tables');
SELECT bucketize_table('unlucky', 1.17, sensitive => '{icd}', subject => '{pid}', identifiers => '{visit}', format => 'tables');
DROP SCHEMA hospital CASCADE;
SELECT count(*) FROM microdata.releases WHERE relations::text LIKE '%visits_bucketized%';

-- Generalized releases of persons with several rows each: classes of k persons.
\pset format unaligned
\pset tuples_only on
CREATE SCHEMA clinic;
SET search_path = clinic, public;
-- Every tenth patient came twelve times for the same reason, patient 1 to dialysis; others once to four times, for one of 40 reasons.
CREATE TABLE visits (visit_id integer PRIMARY KEY, patient_id integer, sex text, born integer, zip text, ward text, arrived date, icd text);
INSERT INTO visits
SELECT row_number() OVER (ORDER BY p, v), p, CASE WHEN p % 2 = 0 THEN 'F' ELSE 'M' END, CASE WHEN p = 1 THEN 1919 ELSE 1920 + p * 37 % 83 END,
       '10' || lpad((p * 53 % 40)::text, 3, '0'), 'ward ' || CASE WHEN p % 10 = 1 THEN p % 3 ELSE (p + v * v) % 6 END,
       date '2026-01-01' + CASE WHEN p % 10 = 1 THEN p % 330 + 2 * v ELSE (p * 7919 + v * 104729) % 360 END,
       CASE WHEN p = 1 THEN 'Z99.2' WHEN p % 10 = 1 THEN 'Z' || p % 40 ELSE 'I' || (p * 31 + v * v * 17 + p * p % 7) % 40 END
FROM generate_series(1, 400) p, generate_series(1, 12) v
WHERE v <= CASE WHEN p % 10 = 1 THEN 12 ELSE 1 + p % 4 END;
SELECT count(*), count(DISTINCT patient_id), max(n) AS hers FROM visits, LATERAL (SELECT count(*) AS n FROM visits o WHERE o.patient_id = 1) h;

-- Before: a row is taken for a person. Its number, published as it is, shows whose it was.
SET client_min_messages = error;
SELECT generalize_table('visits', 5, sensitive => '{icd}', identifiers => '{patient_id}', insensitive => '{visit_id}', subject => '{}',
                        target => 'naive', seed => 35);
CREATE VIEW naive_classes AS
    SELECT count(*) AS rows, count(DISTINCT v.patient_id) AS persons, bool_or(v.patient_id = 1) AS hers
    FROM naive n JOIN visits v USING (visit_id) GROUP BY n.sex, n.born, n.zip, n.ward, n.arrived;
SELECT count(*) AS classes, min(rows) AS rows, count(*) FILTER (WHERE persons < 5) AS of_fewer_persons, min(persons) AS persons,
       count(*) FILTER (WHERE hers) AS hers, min(persons) FILTER (WHERE hers) AS with_her FROM naive_classes;
SELECT holds FROM verify_release('naive') WHERE requirement LIKE 'k_anonymity%';

-- After: classes of five persons.
SELECT FROM declare_roles('visits', sensitive => '{icd}', identifiers => '{visit_id}', subject => '{patient_id}');
SET client_min_messages = notice;
SELECT generalize_table('visits', 5, 4, target => 'safe', seed => 35, format => 'tables');
SELECT columns_of(r) FROM unnest('{safe,safe_rows,safe_values,safe_expected}'::regclass[]) r;
SELECT r.method, r.relations, r.source_rows = r.published_rows + r.suppressed_rows AS accounted, r.parameters - '{levels,mean_bucket,information_loss}'::text[] AS parameters
FROM microdata.releases r WHERE 'safe'::regclass = ANY (r.relations);
SELECT c.relation, c.column_no, c.attribute, c.role, c.generalized
FROM microdata.release_columns c JOIN microdata.releases r USING (release_id) WHERE 'safe'::regclass = ANY (r.relations) ORDER BY c.relation::text, c.attribute;

-- From the published tables alone: persons per class, what they show, and shares of persons by value.
SELECT sum(persons) AS persons, min(persons) >= 5 AS five, max(shown) AS shown
FROM (SELECT count(*) AS persons, count(DISTINCT (sex, born, zip)) AS shown FROM safe GROUP BY bucket) c;
SELECT max(shown) AS shown FROM (SELECT count(DISTINCT (ward, arrived)) AS shown FROM safe_rows GROUP BY bucket) c;
SELECT max(s.sets / p.persons::numeric) <= 0.25 AS diverse
FROM (SELECT bucket, icd, count(DISTINCT member) AS sets FROM safe_values GROUP BY bucket, icd) s
JOIN (SELECT bucket, count(*) AS persons FROM safe GROUP BY bucket) p USING (bucket);
-- As many rows of every person of a class, and no more sets than persons.
CREATE VIEW members AS SELECT bucket, member, count(*) AS rows FROM safe_rows GROUP BY bucket, member;
SELECT bucket FROM members GROUP BY bucket HAVING min(rows) <> max(rows);
SELECT bucket, count(*) FROM safe GROUP BY bucket EXCEPT SELECT bucket, count(*) FROM members GROUP BY bucket HAVING min(member) = 1 AND max(member) = count(*);
SELECT bucket, count(*) FROM safe GROUP BY bucket
EXCEPT SELECT bucket, count(DISTINCT member) FROM safe_values GROUP BY bucket HAVING min(member) = 1 AND max(member) = count(DISTINCT member);
-- Whoever knows everything of the quasi-identifiers: no class fits fewer than five persons, with as many rows as it shows of each; and everybody is in one.
CREATE VIEW classes AS
    SELECT p.bucket, p.persons, p.sex, p.born, p.zip, r.ward, r.arrived, r.rows / p.persons AS rows
    FROM (SELECT bucket, count(*) AS persons, min(sex) AS sex, min(born::text)::int4range AS born, min(zip) AS zip FROM safe GROUP BY bucket) p
    JOIN (SELECT bucket, count(*) AS rows, min(ward) AS ward, min(arrived::text)::daterange AS arrived FROM safe_rows GROUP BY bucket) r USING (bucket);
CREATE FUNCTION covers(label text, value text) RETURNS boolean LANGUAGE sql AS
    $$ SELECT CASE WHEN label LIKE '{%' THEN value = ANY (label::text[]) ELSE label IN ('*', value) END $$;
CREATE VIEW fitting AS
    SELECT c.bucket, c.persons, v.patient_id
    FROM classes c JOIN visits v ON covers(c.sex, v.sex) AND v.born <@ c.born AND covers(c.zip, v.zip)
    GROUP BY c.bucket, c.persons, c.rows, v.patient_id
    HAVING count(*) FILTER (WHERE covers(c.ward, v.ward) AND v.arrived <@ c.arrived) >= c.rows;
SELECT count(*) = (SELECT count(*) FROM classes) AS all_classes, bool_and(fit >= persons) AS enough, min(fit) >= 5 AS five
FROM (SELECT bucket, persons, count(*) AS fit FROM fitting GROUP BY bucket, persons) f;
SELECT count(DISTINCT patient_id) AS persons FROM fitting;
-- Of every class that may be hers at most a quarter of the persons came to dialysis.
SELECT max(dialysis / persons::numeric) <= 0.25 AS at_most_a_quarter
FROM (SELECT f.bucket, f.persons, (SELECT count(DISTINCT member) FROM safe_values v WHERE v.bucket = f.bucket AND icd = 'Z99.2') AS dialysis
      FROM fitting f WHERE patient_id = 1) h;
SELECT count(*) FROM safe_values WHERE icd = 'Z99.2';
-- Nothing that the source has not.
SELECT icd FROM safe_values EXCEPT ALL SELECT icd FROM (SELECT DISTINCT patient_id, icd FROM visits) v;
-- Sums of weights are numbers of rows.
SELECT bucket, round(sum(weight)::numeric, 6) FROM safe_expected GROUP BY bucket EXCEPT SELECT bucket, count(*) FROM safe_rows GROUP BY bucket;

-- By persons.
SELECT count(*), string_agg(requirement, '; ') FILTER (WHERE holds IS NOT TRUE) AS failed, string_agg(bound::text, ', ') AS bounds FROM verify_release('safe') WHERE requirement NOT LIKE 'tables are shuffled%';
SELECT bool_and(holds) FROM verify_release('safe_values');
SELECT tuples, max_probability <= 0.25 AS at_most_a_quarter, l_achieved >= 4 AS l FROM disclosure('safe');
SELECT attempts($$SELECT count(*) FROM matching_buckets('safe', '{"sex": "M"}')$$);
SELECT estimate_count('safe', '{}') = (SELECT count(*) FROM safe_rows) AS all_rows;
SELECT abs(estimate_count('safe', '{"icd": ["I1", "Z99.2"]}') - (SELECT sum(weight) FROM safe_expected WHERE icd IN ('I1', 'Z99.2'))) < 1e-6 AS as_in_the_view;
SELECT estimate_count('safe', '{"born": {"between": [1930, 1970]}, "sex": "F"}') BETWEEN 1 AND 999 AS some;
SELECT queries, mean BETWEEN 0 AND 1 AS mean FROM microdata.relative_error('safe', 2, queries => 100, seed => 1);
SELECT microdata.information_loss('safe') BETWEEN 0.01 AND 0.99 AS loss;

-- What somebody changes does not verify.
CREATE FUNCTION failing() RETURNS SETOF text LANGUAGE sql AS $$ SELECT requirement FROM verify_release('safe') WHERE NOT holds $$;
BEGIN;
-- One person of a class shows another year.
UPDATE safe SET born = '[1800,1801)' WHERE ctid = (SELECT min(ctid) FROM safe WHERE bucket = 1);
SELECT failing() INTERSECT VALUES ('people and rows in an equivalence class look alike');
ROLLBACK;
BEGIN;
-- A class is said to be of others.
UPDATE safe SET born = '[1800,1801)' WHERE bucket = 1;
SELECT failing() INTERSECT VALUES ('equivalence classes match people in the source'), ('people and rows in an equivalence class look alike');
ROLLBACK;
BEGIN;
-- Everybody's rows of another year.
UPDATE safe_rows SET arrived = '[2027-01-01,2027-02-01)' WHERE bucket = 1;
SELECT failing() INTERSECT VALUES ('rows match people in the equivalence class'), ('equivalence classes match people in the source') ORDER BY 1;
ROLLBACK;
BEGIN;
UPDATE safe_rows SET ward = '{ward 9}' WHERE ctid = (SELECT min(ctid) FROM safe_rows);
SELECT failing() INTERSECT VALUES ('people and rows in an equivalence class look alike');
ROLLBACK;
BEGIN;
-- A class has too few persons.
DELETE FROM safe WHERE bucket = 1 AND ctid <> (SELECT min(ctid) FROM safe WHERE bucket = 1);
SELECT failing() INTERSECT VALUES ('all people in the source are accounted for'), ('k_anonymity(5) in every bucket by person'), ('tables have the same members in every bucket') ORDER BY 1;
ROLLBACK;
BEGIN;
-- A person has fewer rows than others.
DELETE FROM safe_rows WHERE ctid = (SELECT min(r.ctid) FROM safe_rows r JOIN members m USING (bucket, member) WHERE m.rows > 1);
SELECT failing() INTERSECT VALUES ('people in a bucket have equally many rows'), ('all source rows are accounted for') ORDER BY 1;
ROLLBACK;
BEGIN;
-- A value of nobody in the class.
UPDATE safe_values SET icd = 'nobody has this' WHERE ctid = (SELECT min(ctid) FROM safe_values);
SELECT failing() INTERSECT VALUES ('sensitive values of people match the source'), ('rows and sensitive values match people in the bucket') ORDER BY 1;
ROLLBACK;
BEGIN;
-- One value for all of a class.
UPDATE safe_values SET icd = 'Z99.2' WHERE bucket = 1;
SELECT failing() INTERSECT VALUES ('l-diversity of "icd" by person');
ROLLBACK;
BEGIN;
-- The source shrinks.
DELETE FROM visits WHERE patient_id = 1;
SELECT failing() INTERSECT VALUES ('all people in the source are accounted for'), ('equivalence classes match people in the source') ORDER BY 1;
ROLLBACK;
SELECT count(*) FROM failing();

-- What else there is.
SET client_min_messages = warning;
-- Nothing sensitive: no table of values; a weight is one by the persons.
CREATE VIEW harmless AS SELECT patient_id, sex, born, ward, arrived FROM visits;
SELECT generalize_table('harmless', 5, subject => '{patient_id}', target => 'plain', format => 'tables');
SELECT relations FROM microdata.releases WHERE 'plain'::regclass = ANY (relations);
SELECT bool_and(holds), count(*) > 10 AS findings FROM verify_release('plain');
SELECT min(n) >= 5 AS five FROM (SELECT count(*) AS n FROM plain GROUP BY bucket) c;
SELECT round(sum(weight)::numeric, 6) = (SELECT count(*) FROM plain_rows) AS rows FROM plain_expected;
SELECT estimate_count('plain', '{"sex": ["F", "M"]}') = (SELECT count(*) FROM plain_rows) AS rows;
SELECT count(*) FROM disclosure('plain');
-- Nothing of rows, either.
CREATE VIEW persons AS SELECT patient_id, sex, born FROM visits;
SELECT generalize_table('persons', 5, subject => '{patient_id}', target => 'people', format => 'tables');
SELECT relations FROM microdata.releases WHERE 'people'::regclass = ANY (relations);
SELECT bool_and(holds) FROM verify_release('people');
SELECT sum(weight) AS persons FROM people_expected;
SELECT estimate_count('people', '{}') AS persons;
-- At most one row of each, models, relaxed classes; with a hierarchy and an attribute that is published as it is.
SELECT FROM create_prefix_hierarchy('clinic_zip', '{4,3,0}');
SELECT generalize_table('visits', 6, hierarchies => '{"zip": "clinic_zip"}', insensitive => '{ward}', rows_per_person => 1, strict => false,
                        privacy => ARRAY[t_closeness(0.6)], target => 'other', format => 'tables');
SELECT bool_and(holds), count(*) FILTER (WHERE requirement LIKE 't_closeness%' OR requirement LIKE '%rows_per_person%' OR requirement LIKE 'k_anon%') AS asked FROM verify_release('other');
SELECT count(*) = 400 AS one_each, bool_and(ward LIKE 'ward _') AS as_it_is FROM other_rows;
SELECT bool_and(zip ~ '^[0-9]+[*]*$' OR zip ~ '^[*]+$') AS labels, min(n) >= 6 AS six FROM other, LATERAL (SELECT count(*) AS n FROM other o WHERE o.bucket = other.bucket) c;
SELECT microdata.information_loss('other') BETWEEN 0.01 AND 0.99 AS loss, estimate_count('other', '{"zip": "10001"}') > 0 AS some;
SELECT parameters -> 'rows_per_person' AS rows_per_person, parameters -> 'hierarchies' AS hierarchies FROM microdata.releases WHERE 'other'::regclass = ANY (relations);
-- A release gives way with all of its tables.
SELECT FROM drop_release('other');
SELECT generalize_table('harmless', 5, subject => '{patient_id}', target => 'other', replace => true, format => 'tables');
SELECT to_regclass('other_values') AS gone, to_regclass('other_rows') IS NOT NULL AS there;
SELECT FROM drop_release('other');
SELECT to_regclass('other'), to_regclass('other_rows'), to_regclass('other_expected');
-- Persons who are too few, or too much alike.
\set ECHO none
SELECT attempts($$
generalize_table('visits', 401)
generalize_table('visits', 5, privacy => ARRAY[k_anonymity(500)])
generalize_table('harmless', 5, privacy => ARRAY[k_anonymity(500)], subject => '{patient_id}')
$$);
\set ECHO all
SELECT generalize_table('visits', 400, suppress => 0.8, target => 'other', format => 'tables');
SELECT count(*), count(DISTINCT bucket) FROM other;
SELECT bool_and(holds) FROM verify_release('other');
-- What is not for persons with several rows.
\set ECHO none
SELECT attempts($$
generalize_table('visits', 5, recoding => 'multiset')
generalize_table('visits', 5, recoding => 'full-domain')
generalize_table('visits', 5, recoding => 'cell')
$$);
\set ECHO all
CREATE VIEW named AS SELECT *, patient_id AS bucket FROM visits;
SELECT attempts($$generalize_table('named', 5, subject => '{patient_id}', quasi_identifiers => '{bucket}')$$);
CREATE VIEW named2 AS SELECT *, patient_id AS weight FROM visits;
SELECT attempts($$generalize_table('named2', 5, subject => '{patient_id}')$$);
SELECT FROM drop_hierarchy('clinic_zip');
DROP SCHEMA clinic CASCADE;

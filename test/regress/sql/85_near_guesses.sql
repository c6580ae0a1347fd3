-- Guesses that come near numbers, beside those that are right.
-- Rooms: src/core/risk src/postgres/inspection src/postgres/audits
\pset format unaligned \pset tuples_only on
\pset null -
\set VERBOSITY default
\set ECHO none
SET client_min_messages = error;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_near;
SET search_path = regress_near, public;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
-- The salary goes with the age, to less than 70, and nobody has another's. A tenth of the standard deviation is about 1,700.
CREATE TABLE staff AS
SELECT i AS id, 20 + i / 15 AS age, 47000 + i % 15 AS zip, 30000 + 1500 * (i / 15) + i % 15 * 4 + drawn(i, 'salary', 4) AS salary, 'j' || drawn(i, 'job', 6) AS job,
       '2020-01-01'::date + (i / 15) * 40 + i % 15 AS hired
FROM generate_series(0, 599) i;
CREATE UNIQUE INDEX ON staff (id);
ALTER TABLE staff ALTER id SET NOT NULL;
CREATE TABLE others AS SELECT id, age, zip, 30000 + drawn(id, 'other', 60000) AS salary, job, hired FROM staff WHERE id % 3 = 0;
CREATE TABLE of_other_grades AS SELECT i AS id, drawn(i, 'grade', 12) AS grade, i AS office, 30000 + drawn(i, 'other', 60000) AS salary FROM generate_series(0, 299) i;
\set ECHO all
SELECT count(DISTINCT salary) = count(*) AS unique_salaries, round(stddev_pop(salary) / 10) AS a_tenth FROM staff;
SELECT bucketize_table('staff', 5, sensitive => '{salary}', identifiers => '{id,job,hired}', target => 'bucketized', seed => 1);
SELECT bucketize_table('staff', 3, sensitive => '{job}', identifiers => '{id,salary,hired}', target => 'of_job', seed => 1);

-- Buckets of 50 different salaries, which are within 0.23%: l keeps an exact guess from being right, and every salary is known.
CREATE TABLE graded AS SELECT i AS id, i % 12 AS grade, i AS office, (30000 * 1.1 ^ (i % 12))::integer + i / 12 AS salary FROM generate_series(0, 599) i;
SELECT bucketize_table('graded', 50, sensitive => '{salary}', identifiers => '{id,office}', target => 'of_grades', seed => 1);
SELECT guessed_right < 0.05 AS seldom_right, risk < 0.05 AS low_risk, near_right AS known, near_risk > 0.9 AS high_risk, near_baseline AS baseline
FROM audit_inference('of_grades', seed => 1, tolerance => '"0.23%"', outsiders => 'of_other_grades');
SELECT figure > 0.9 AS figure, finding LIKE '%guesses "salary" to within%' AS said FROM audit('of_grades', control => NULL, seed => 1, attributes => '{}') WHERE audit = 'audit_inference';

-- A fifth of the salaries is guessed, and all are known to within a tenth of the standard deviation; by one guess for everybody they are not.
SELECT round(guessed_right::numeric, 1) AS guessed_right, tolerance, near_right > 0.99 AS known, near_low < near_right AND near_right <= near_high AS within,
       near_baseline > guessed_right AS baseline, round(near_naive::numeric, 2) AS naive, near_control, near_risk
FROM audit_inference('bucketized', seed => 1);
-- Another tolerance: of the salary, or in its units; for all numbers, or for one by its name. With none, near is right.
SELECT t.tolerance AS asked, a.tolerance, round(near_right::numeric, 1) AS near_right,
       (near_right, near_low, near_high, near_baseline, near_naive) = (guessed_right, low, high, baseline, naive) AS as_exact
FROM unnest('{"\"0.23%\"","{\"salary\": \"0.23%\"}","{\"salary\": 70}",20,2,0,"\"0%\"","{}",null}'::jsonb[]) WITH ORDINALITY t (tolerance, n), audit_inference('bucketized', 'naive_bayes', 3, seed => 1, tolerance => t.tolerance) a
ORDER BY n;
-- The figures by the definition: a guess is a number of the bucket's span of most salaries.
SELECT round(a.near_right::numeric, 6) = round(d.share::numeric, 6) AS as_defined
FROM audit_inference('bucketized', iterations => 0, seed => 1, tolerance => '11') a,
     (SELECT avg((s.salary BETWEEN w.first AND w.first + 22)::integer) AS share
      FROM (SELECT DISTINCT age, zip, bucket FROM bucketized) m JOIN staff s USING (age, zip), LATERAL (
          SELECT f.salary AS first FROM bucketized f, bucketized o WHERE f.bucket = m.bucket AND o.bucket = m.bucket AND o.salary BETWEEN f.salary AND f.salary + 22
          GROUP BY f.ctid, f.salary ORDER BY count(*) DESC, f.salary LIMIT 1) w) d;

-- Person by person.
SELECT count(person), count(*) FILTER (WHERE guess_is_near) = round(600 * max(near_right)) AS as_summed_up, bool_or(guess_is_right AND NOT guess_is_near) AS right_alone FROM audit_inference('bucketized', seed => 1, persons => true);
SELECT count(guess_is_near) FROM audit_inference('of_job', seed => 1, persons => true);

-- Others are guessed by the same attack: those who look like members have other salaries.
SELECT near_control < 0.3 AS of_others, near_risk > 0.9 AS gained, near_risk_low <= near_risk AND near_risk <= near_risk_high AS within, risk < near_risk AS more FROM audit_inference('bucketized', seed => 1, outsiders => 'others');
-- A control has the tolerance of the whole source.
SELECT tolerance, near_control BETWEEN 0.5 AND 1 AS control, near_risk BETWEEN 0 AND 1 AS risk FROM audit_inference('bucketized', seed => 1, control => 0.3);
SELECT tolerance, near_control > control AS more FROM audit_inference('bucketized', seed => 1, control => 0.3, tolerance => '"5%"');

-- Dates that no timestamp is.
CREATE TABLE far AS SELECT i AS id, i % 9 AS age, CASE i % 5 WHEN 0 THEN 'infinity' WHEN 1 THEN '5874897-12-31' ELSE '2020-01-01'::date + i % 40 END::date AS until FROM generate_series(1, 90) i;
SELECT bucketize_table('far', 2, sensitive => '{until}', identifiers => '{id}', target => 'of_far', seed => 1);
SELECT tolerance IS NOT NULL AS has_tolerance, near_right >= guessed_right AS near FROM audit_inference('of_far', iterations => 1, seed => 1);

-- Texts have no near guesses; NULL and infinite numbers are guessed by themselves.
SELECT bucketize_table('staff', 3, sensitive => '{job,salary}', identifiers => '{id,hired}', target => 'of_two', seed => 1);
SELECT attribute, tolerance, num_nulls(near_right, near_low, near_high, near_baseline, near_naive, near_control, near_risk, near_risk_low, near_risk_high) AS nulls, near_right > guessed_right AS more
FROM audit_inference('of_two', seed => 1, outsiders => 'others') ORDER BY 1;
CREATE TABLE odd AS SELECT id, age, zip, CASE id % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN 'NaN' ELSE age::text END::float8 AS measure FROM staff;
SELECT bucketize_table('odd', 5, sensitive => '{measure}', identifiers => '{id}', target => 'of_odd', seed => 1);
SELECT tolerance, near_right = guessed_right AS alike, naive = near_naive AS naive FROM audit_inference('of_odd', iterations => 0, seed => 1, tolerance => '0.4');
SELECT tolerance::float8 BETWEEN 1 AND 1.3 AS a_tenth FROM audit_inference('of_odd', seed => 1);
-- Dates are near by days, numeric by its digits.
ALTER TABLE staff ADD paid numeric, ADD seen timestamp;
UPDATE staff SET paid = salary / 100.0, seen = hired + time '12:00';
SELECT bucketize_table('staff', 5, sensitive => '{hired,paid,seen}', identifiers => '{id,job,salary}', insensitive => '{}', target => 'dated', seed => 1);
SELECT attribute, tolerance, round(near_right::numeric, 1) AS near_right FROM audit_inference('dated', seed => 1) ORDER BY 1;
SELECT attribute, tolerance FROM audit_inference('dated', seed => 1, tolerance => '"1.5%"') ORDER BY 1;
SELECT attribute, tolerance, round(near_right::numeric, 1) AS near_right FROM audit_inference('dated', seed => 1, tolerance => '{"hired": 14, "paid": 0.01, "seen": 0.5}') ORDER BY 1;

-- Money and texts that are numbers are as near as the numbers are.
CREATE TABLE spelled AS SELECT id, age, zip, salary, salary::numeric::money AS wage, salary::text AS written, to_char(salary, 'FM$99,999.00')::varchar AS priced,
    round(100.0 * (salary - 29990))::integer::text AS unordered, CASE WHEN id = 7 THEN 'unknown' ELSE salary::text END AS mixed, to_char(hired, 'YYYY-MM-DD') AS day FROM staff;
SELECT bucketize_table('spelled', 5, sensitive => ARRAY[s], identifiers => array_remove('{id,salary,wage,written,priced,unordered,mixed,day}', s), target => 'spelled_' || s, seed => 1)
FROM unnest('{salary,wage,written,priced,unordered,mixed,day}'::text[]) s;
SELECT s, tolerance, near_right > 0.99 AS known, (near_right, near_low, near_high, near_baseline, near_naive) = first_value((near_right, near_low, near_high, near_baseline, near_naive)) OVER (ORDER BY n) AS as_numbers
FROM unnest('{salary,wage,written,priced,unordered,mixed,day}'::text[]) WITH ORDINALITY t (s, n), audit_inference(('spelled_' || s)::regclass, seed => 1) ORDER BY n;
SELECT s, tolerance, near_right = first_value(near_right) OVER (PARTITION BY asked ORDER BY n) AS as_numbers
FROM unnest('{20,0,"\"0.23%\""}'::jsonb[]) asked, unnest('{salary,wage,written,priced}'::text[]) WITH ORDINALITY t (s, n), audit_inference(('spelled_' || s)::regclass, seed => 1, tolerance => asked) ORDER BY asked, n;
SELECT FROM audit_inference('spelled_mixed', seed => 1, tolerance => '{"mixed": 5}');
SELECT attribute, finding LIKE '%to within%' AS near FROM unnest('{wage,unordered,mixed}'::text[]) s, audit(('spelled_' || s)::regclass, control => NULL, seed => 1, attributes => '{}') WHERE audit = 'audit_inference' ORDER BY 1;

-- Releases of all kinds, and persons with several rows.
CREATE TABLE stays AS SELECT id / 2 AS person, age, zip, salary AS cost FROM staff;
ALTER TABLE staff DROP paid, DROP seen;
SELECT slice_table('staff', 2, 5, sensitive => '{salary}', identifiers => '{id,job,hired}', target => 'sliced', seed => 1);
SELECT generalize_table('staff', 5, 5, sensitive => '{salary}', identifiers => '{id,job,hired}', target => 'generalized', seed => 1);
SELECT bucketize_table('staff', 5, sensitive => '{salary}', identifiers => '{id,job,hired}', format => 'anatomy', target => 'counted', seed => 1);
SELECT count(*) FROM gnf_decompose('staff', 5, '{"age, zip -> salary"}', identifiers => '{id,job,hired}', target => 'decomposed', seed => 1);
SELECT count(*) FROM fragment_table('staff', 5, 'job', 2, l => 2, sensitive => '{job,salary}', identifiers => '{id,hired}', target => 'fragmented', seed => 1);
SELECT bucketize_table('stays', 2, sensitive => '{cost}', subject => '{person}', target => 'of_persons', seed => 1);
SELECT generalize_table('stays', 4, l => 2, sensitive => '{cost}', subject => '{person}', target => 'classes_of_persons', seed => 1);
SELECT release, attribute, tolerance, near_right > guessed_right AS more, near_right > 0.8 AS known, near_naive < 0.3 AS naive_fails
FROM unnest('{sliced,generalized,counted,decomposed_1,fragmented_1,of_persons,classes_of_persons}'::text[]) WITH ORDINALITY r (release, n), audit_inference(release::regclass, 'naive_bayes', 3, seed => 1)
ORDER BY n, attribute;
-- With no tolerance, near is right in all of them.
SELECT count(*) AS attributes, count(*) FILTER (WHERE (near_right, near_low, near_high, near_baseline, near_naive) = (guessed_right, low, high, baseline, naive)) AS as_exact
FROM unnest('{sliced,generalized,counted,decomposed_1,fragmented_1,of_persons,classes_of_persons}'::text[]) r (release), audit_inference(release::regclass, 'naive_bayes', 3, seed => 1, tolerance => '0')
WHERE tolerance IS NOT NULL;
-- A person who has one of several values is near if the guess is near any.
SELECT near_right >= guessed_right AS more FROM audit_inference('of_persons', iterations => 0, seed => 1, tolerance => '30');

-- By regions as at once.
\set ECHO none
CREATE TABLE many AS SELECT i AS id, 20 + i * 7919 % 60 AS age, 47000 + i * 613 % 40 AS zip, 1000 * (i * 7919 % 60) + i * 104729 % 997 + CASE WHEN i % 50 = 0 THEN 20000 ELSE 0 END AS salary FROM generate_series(1, 4000) i;
ANALYZE many;
CREATE FUNCTION at_once_and_by_regions(call text) RETURNS TABLE (at_once jsonb, by_regions jsonb) LANGUAGE plpgsql AS $$
DECLARE
    rows_before bigint;
BEGIN
    SELECT published_rows INTO rows_before FROM microdata.release_record WHERE 'by_regions'::regclass = ANY (relations);
    EXECUTE 'SELECT to_jsonb(f) FROM ' || call || ' f' INTO at_once;
    UPDATE microdata.release_record SET published_rows = 1000000000000 WHERE 'by_regions'::regclass = ANY (relations);
    EXECUTE 'SELECT to_jsonb(f) FROM ' || call || ' f' INTO by_regions;
    UPDATE microdata.release_record SET published_rows = rows_before WHERE 'by_regions'::regclass = ANY (relations);
    RETURN NEXT;
END
$$;
\set ECHO all
SELECT bucketize_table('many', 4, sensitive => '{salary}', identifiers => '{id}', regions => 5, target => 'by_regions', seed => 1);
SELECT at_once - '{baseline,near_baseline,calibration_error}'::text[] = by_regions - '{baseline,near_baseline,calibration_error}'::text[] AS same, at_once ->> 'tolerance' AS tolerance,
       (at_once ->> 'near_right')::float8 > (at_once ->> 'guessed_right')::float8 AS more
FROM at_once_and_by_regions($$audit_inference('by_regions', iterations => 0, seed => 1)$$);
SELECT abs((at_once ->> f)::float8 - (by_regions ->> f)::float8) < 0.03 AS alike, f
FROM at_once_and_by_regions($$audit_inference('by_regions', 'naive_bayes', 3, seed => 1, outsiders => 'many')$$), unnest('{near_right,near_low,near_high,near_naive,near_baseline,near_control,near_risk}'::text[]) f;
SELECT a.at_once ->> 'near_right' = a.at_once ->> 'guessed_right' AS at_once, a.by_regions ->> 'near_right' = a.by_regions ->> 'guessed_right' AND a.by_regions ->> 'near_naive' = a.by_regions ->> 'naive' AS by_regions
FROM at_once_and_by_regions($$audit_inference('by_regions', 'naive_bayes', 3, seed => 1, tolerance => '{"salary": 0}')$$) a;

-- audit, gates and explore take the attack that tells more.
SELECT figure > 0.5 AS figure, regexp_replace(finding, '((less|more) than )?[0-9]+%', 'N%', 'g') AS finding FROM audit('bucketized', seed => 1, attributes => '{}') WHERE audit = 'audit_inference';
SELECT a.figure = i.near_right AND a.low = i.near_low AND a.high = i.near_high AND a.control = i.near_naive AS as_audited, regexp_replace(a.finding, '((less|more) than )?[0-9]+%', 'N%', 'g') AS finding
FROM audit('bucketized', control => NULL, seed => 1, attributes => '{}') a, audit_inference('bucketized', seed => 1) i WHERE audit = 'audit_inference';
SELECT attribute, finding LIKE '%to within%' AS near FROM audit('of_two', control => NULL, seed => 1, attributes => '{}') WHERE audit = 'audit_inference' ORDER BY 1;
SELECT FROM create_series('pay', 'staff', 'bucketization', '{"sensitive": ["salary"], "identifiers": ["job", "hired"]}', '{id}', 5, view => 'regress_near.paid', gate => '{"inference": 0.5}');
SELECT state FROM publish_series('pay');
SELECT f ->> 'gate' AS gate, (f ->> 'achieved')::float8 > 0.9 AS above, f ->> 'detail' LIKE '%guesses "salary" to within%' AS said FROM microdata.editions e, jsonb_array_elements(e.findings) f WHERE e.series = 'pay' AND f ->> 'gate' = 'inference';
SELECT inference > 0.9 AS near FROM explore('staff', 'bucketization', '{"l": 5}', sensitive => '{salary}', identifiers => '{id,job,hired}', sample => NULL, seed => 1);
-- A goal is for what comes near as well.
SELECT bucketize_table('staff', 5, sensitive => '{salary}', identifiers => '{id,job,hired}', target => 'for_goal', inference => 0.4, seed => 1);
SELECT (r.parameters ->> 'bucket_size')::integer > 20 AS larger, abs((r.parameters ->> 'guessed')::float8 - near_right) < 0.03 AS as_recorded, near_right < 0.4 AS below
FROM microdata.releases r, audit_inference('for_goal', seed => 2) WHERE r.relations[1] = 'for_goal'::regclass;
SELECT bucketize_table('staff', 5, sensitive => '{salary}', identifiers => '{id,job,hired}', target => 'too_low', inference => 0.05, seed => 1);

-- Arguments that are refused.
SELECT FROM audit_inference('bucketized', tolerance => '-1');
SELECT FROM audit_inference('bucketized', tolerance => '{"salary": "5"}');
SELECT FROM audit_inference('bucketized', tolerance => '{"salary": "100%"}');
SELECT FROM audit_inference('bucketized', tolerance => '{"salary": [5]}');
SELECT FROM audit_inference('bucketized', tolerance => '{"salary": 1e400}');
SELECT FROM audit_inference('bucketized', tolerance => '{"wage": 5}');
SELECT FROM audit_inference('bucketized', tolerance => '{"age": 5}');
SELECT FROM audit_inference('of_two', tolerance => '{"job": 5}');
SELECT FROM audit_inference('dated', tolerance => '{"hired": "5%"}');
SELECT FROM audit_inference('bucketized', tolerance => '[]');

-- A reader of the release and of its source has all of it.
CREATE ROLE regress_near_reader;
GRANT USAGE ON SCHEMA regress_near TO regress_near_reader;
GRANT SELECT ON bucketized TO regress_near_reader;
SET ROLE regress_near_reader;
SELECT count(*) FROM audit_inference('bucketized', seed => 1);
RESET ROLE;
GRANT SELECT ON staff TO regress_near_reader;
SET ROLE regress_near_reader;
SELECT near_right > 0.9 AS known FROM audit_inference('bucketized', seed => 1);
RESET ROLE;

\set ECHO none
SELECT FROM drop_series('pay');
SELECT FROM (SELECT drop_release(relations[1]) FROM microdata.releases WHERE source IN ('staff'::regclass, 'odd'::regclass, 'stays'::regclass, 'many'::regclass, 'graded'::regclass, 'spelled'::regclass)) r;
DROP OWNED BY regress_near_reader;
DROP ROLE regress_near_reader;
DROP SCHEMA regress_near CASCADE;

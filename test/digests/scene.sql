-- Tables of made-up persons that the calls on record publish. Every value follows from the row's number, and rows lie in its order.
CREATE EXTENSION pg_microdata;

-- Returns a number below n that looks random and follows from the row and the salt.
CREATE FUNCTION draw(i integer, salt integer, n integer) RETURNS integer IMMUTABLE LANGUAGE sql AS $$
  SELECT ((x * x % 2147483647) / 16 % n)::integer FROM (SELECT (i::bigint * 48271 + salt::bigint * 7621001) % 2147483647) h (x) $$;

CREATE FUNCTION disease(i integer, age integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT ('{flu,asthma,diabetes,gastritis,migraine,bronchitis,eczema,anaemia}'::text[])[1 + (least(draw(i, 1, 8), draw(i, 2, 9)) + age / 25) % 8] $$;

CREATE TABLE people (id integer PRIMARY KEY, age integer, sex text, zipcode text, education text, height numeric(4,1), admitted date, disease text, drug text);
INSERT INTO people
SELECT i, age, CASE draw(i, 4, 2) WHEN 0 THEN 'F' ELSE 'M' END, (47900 + draw(i, 5, 45))::text,
       ('{primary,secondary,bachelor,master,doctorate}'::text[])[1 + (draw(i, 6, 4) + age / 40) % 5],
       150 + draw(i, 7, 400) / 10.0, date '2026-01-01' + draw(i, 8, 300), disease(i, age),
       ('{aspirin,codeine,insulin,none,steroid}'::text[])[1 + (draw(i, 9, 4) + length(disease(i, age))) % 5]
FROM generate_series(1, 1000) i, LATERAL (SELECT 18 + draw(i, 3, 70)) a (age);
UPDATE people SET education = NULL WHERE id % 47 = 0;
SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{id}', insensitive => '{drug}');

-- Persons of another place, for audits.
CREATE TABLE people_elsewhere AS SELECT id + 5000 AS id, 18 + draw(id, 10, 70) AS age, sex, zipcode, education, height, admitted, disease, drug FROM people WHERE id % 3 = 0 ORDER BY id;
CREATE TABLE population AS SELECT * FROM people UNION ALL SELECT * FROM people_elsewhere ORDER BY id;
-- Without a key, to be published in place.
CREATE TABLE guests AS SELECT age, sex, zipcode, education, admitted, disease FROM people WHERE id <= 600 ORDER BY id;
SELECT declare_roles('guests', sensitive => '{disease}');

-- So many that a call's threads share the work on them.
CREATE TABLE crowd (age integer, sex text, zipcode text, hours smallint, disease text);
INSERT INTO crowd
SELECT age, CASE draw(i, 14, 2) WHEN 0 THEN 'F' ELSE 'M' END, (47900 + draw(i, 15, 100))::text, draw(i, 16, 60), disease(i, age)
FROM generate_series(1, 20000) i, LATERAL (SELECT 18 + draw(i, 13, 70)) a (age);
SELECT declare_roles('crowd', sensitive => '{disease}');

-- Persons with one to three rows.
CREATE TABLE visits (patient integer, age integer, sex text, zipcode text, ward text, day date, disease text);
INSERT INTO visits
SELECT p, age, CASE draw(p, 24, 2) WHEN 0 THEN 'F' ELSE 'M' END, (47900 + draw(p, 25, 9))::text, 'ward ' || draw(3 * p + v, 26, 3),
       date '2026-01-01' + draw(3 * p + v, 27, 40), disease(3 * p + v, age)
FROM generate_series(1, 300) p, LATERAL (SELECT 18 + draw(p, 23, 70)) a (age), generate_series(1, 1 + draw(p, 28, 3)) v;
SELECT declare_roles('visits', sensitive => '{disease}', subject => '{patient}');
CREATE TABLE visits_elsewhere AS SELECT patient + 5000 AS patient, age + 1 AS age, sex, zipcode, ward, day, disease FROM visits WHERE patient % 3 = 0 ORDER BY patient, day, ward, disease;

-- Partitioned by a range, and by lists of ranges.
CREATE TABLE stays (age integer, sex text, ward text, day date, disease text) PARTITION BY RANGE (day);
CREATE TABLE stays_q1 PARTITION OF stays FOR VALUES FROM ('2026-01-01') TO ('2026-04-01');
CREATE TABLE stays_q2 PARTITION OF stays FOR VALUES FROM ('2026-04-01') TO ('2026-07-01');
CREATE TABLE stays_q3 PARTITION OF stays FOR VALUES FROM ('2026-07-01') TO ('2026-10-01');
CREATE TABLE stays_rest PARTITION OF stays DEFAULT;
CREATE TABLE wards (age integer, sex text, ward text, day date, disease text) PARTITION BY LIST (ward);
CREATE TABLE wards_a PARTITION OF wards FOR VALUES IN ('a') PARTITION BY RANGE (age);
CREATE TABLE wards_a_young PARTITION OF wards_a FOR VALUES FROM (MINVALUE) TO (50);
CREATE TABLE wards_a_old PARTITION OF wards_a FOR VALUES FROM (50) TO (MAXVALUE);
CREATE TABLE wards_b PARTITION OF wards FOR VALUES IN ('b', 'c', NULL);
INSERT INTO stays
SELECT age, CASE draw(i, 34, 2) WHEN 0 THEN 'F' ELSE 'M' END, (ARRAY['a', 'b', 'c', NULL])[1 + draw(i, 35, 4)], date '2026-01-01' + draw(i, 36, 360), disease(i, age)
FROM generate_series(1, 2000) i, LATERAL (SELECT 18 + draw(i, 33, 70)) a (age);
INSERT INTO wards SELECT age, sex, ward, day, disease FROM stays ORDER BY day, age, sex, ward, disease;
CREATE TABLE stays_elsewhere AS SELECT age + 1 AS age, sex, ward, day, disease FROM stays WHERE draw(age, 37, 3) = 0 ORDER BY day, age, sex, ward, disease;
SELECT declare_roles('stays', sensitive => '{disease}'), declare_roles('wards', sensitive => '{disease}');

-- An attribute of each type that is generalized in its own way.
CREATE TYPE size AS ENUM ('small', 'medium', 'large');
CREATE TABLE things (small smallint, long bigint, single real, double double precision, number numeric, day date, at timestamp, moment timestamptz,
  clock time, pause interval, yes boolean, size size, code character(4), word varchar, list integer[], spot point, disease text);
INSERT INTO things
SELECT draw(i, 41, 30), draw(i, 42, 40) * 5000000000, draw(i, 43, 50) / 8.0, draw(i, 44, 60) / 7.0::float8, draw(i, 45, 70) / 100.0, date '2026-01-01' + draw(i, 46, 90),
       timestamp '2026-01-01 12:00' + draw(i, 47, 900) * interval '37 minutes', timestamptz '2026-01-01 12:00+00' + draw(i, 48, 900) * interval '1 hour',
       time '08:00' + draw(i, 49, 9) * interval '1 hour', draw(i, 50, 5) * interval '1 day', draw(i, 51, 2) = 0, (enum_range(NULL::size))[1 + draw(i, 52, 3)],
       'c' || draw(i, 53, 9), 'word ' || draw(i, 54, 12), ARRAY[draw(i, 55, 3), draw(i, 56, 2)], point(draw(i, 57, 2), draw(i, 58, 2)), disease(i, draw(i, 59, 90))
FROM generate_series(1, 400) i;
UPDATE things SET number = 'NaN', single = 'Infinity', day = 'infinity', long = NULL, word = NULL WHERE draw(small, 60, 30) = 1;
SELECT declare_roles('things', sensitive => '{disease}');

-- Persons who come, leave and change from week to week.
CREATE TABLE patients (id integer, age integer, sex text, zipcode text, disease text);
INSERT INTO patients SELECT id, age, sex, zipcode, disease FROM people WHERE id <= 480 ORDER BY id;
SELECT declare_roles('patients', sensitive => '{disease}', subject => '{id}');
CREATE FUNCTION pass_week(week integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM patients WHERE draw(id, 100 + week, 8) = 0;
  UPDATE patients SET zipcode = (47900 + draw(id, 200 + week, 45))::text WHERE draw(id, 300 + week, 9) = 0;
  UPDATE patients SET disease = disease(id + week, age) WHERE draw(id, 400 + week, 9) = 0;
  INSERT INTO patients SELECT id, age, sex, zipcode, disease FROM people WHERE id > 400 + 100 * week AND id <= 500 + 100 * week ORDER BY id;
  UPDATE stays SET disease = disease(age + week, age) WHERE draw(age, 500 + week, 5) = 0;
  INSERT INTO visits SELECT patient, age, sex, zipcode, 'ward 0', day + 7, disease(patient + week, age) FROM visits WHERE draw(patient, 600 + week, 9) = 0 ORDER BY patient, day, ward, disease $$;

-- Publishes three editions of a series, a week apart.
CREATE FUNCTION three_editions(name text) RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT * FROM publish_series(name);
  FOR week IN 2 .. 3 LOOP
    PERFORM pass_week(week);
    RETURN QUERY SELECT * FROM publish_series(name);
  END LOOP;
END $$;

SELECT create_prefix_hierarchy('zips', '{4,3}'), create_interval_hierarchy('ages', 0, 100, '{5,10,20,40}'), create_interval_hierarchy('heights', 140, 200, '{5,20}'),
       create_date_hierarchy('days', '{month,quarter}');
CREATE TABLE schools (level0 text, level1 text, level2 text);
INSERT INTO schools VALUES ('primary', 'school', '*'), ('secondary', 'school', '*'), ('bachelor', 'university', '*'), ('master', 'university', '*'), ('doctorate', 'university', '*');
CREATE TABLE kinds (level0 text, level1 text, level2 text);
INSERT INTO kinds VALUES ('flu', 'of lungs', '*'), ('asthma', 'of lungs', '*'), ('bronchitis', 'of lungs', '*'), ('diabetes', 'of blood', '*'), ('anaemia', 'of blood', '*'),
  ('gastritis', 'other', '*'), ('migraine', 'other', '*'), ('eczema', 'other', '*');
CREATE TABLE sexes (level0 text, level1 text);
INSERT INTO sexes VALUES ('F', '*'), ('M', '*');
SELECT create_hierarchy('schools', 'schools'), create_hierarchy('kinds', 'kinds'), create_hierarchy('sexes', 'sexes');
SELECT declare_hierarchy('people', 'disease', 'kinds'), declare_hierarchy('crowd', 'zipcode', 'zips'), declare_hierarchy('crowd', 'age', 'ages');

-- A hospital in small: 800 patients and their visits, generated, so that everybody gets the same rows.
-- Most patients come once or a few times. Every hundredth has dialysis twelve times. No patient is a real one.
CREATE TABLE hospital_patients (
    patient_id integer PRIMARY KEY, sex text NOT NULL, birth_year integer NOT NULL, zip text NOT NULL);
CREATE TABLE hospital_visits (
    visit_id integer PRIMARY KEY, patient_id integer NOT NULL REFERENCES hospital_patients,
    day date NOT NULL, ward text NOT NULL, icd text NOT NULL);

-- Numbers as from dice: digits of an MD5 sum, which are the same everywhere.
CREATE FUNCTION pg_temp.die(what text, sides integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || pg_catalog.substr(pg_catalog.md5(what), 1, 7))::bit(28)::integer % sides) $$;

INSERT INTO hospital_patients
SELECT p, CASE pg_temp.die('sex' || p, 2) WHEN 0 THEN 'F' ELSE 'M' END, 1930 + pg_temp.die('born' || p, 75),
    '10' || lpad((pg_temp.die('zip' || p, 25) * 4)::text, 3, '0')
FROM generate_series(1, 800) AS p;

WITH numbers AS (
    SELECT p, p % 100 = 0 AS dialysis,
        CASE WHEN p % 100 = 0 THEN 12 ELSE (ARRAY[1, 1, 1, 1, 2, 2, 2, 3, 3, 4])[1 + pg_temp.die('visits' || p, 10)] END AS visits
    FROM generate_series(1, 800) AS p)
INSERT INTO hospital_visits
SELECT row_number() OVER (ORDER BY p, v), p,
    date '2025-01-02' + CASE WHEN dialysis THEN pg_temp.die('begin' || p, 200) + 2 * v
                             ELSE pg_temp.die('day' || p || '/' || v, 360) END,
    CASE WHEN dialysis THEN 'nephrology'
         ELSE (ARRAY['surgery', 'medicine', 'medicine', 'emergency', 'nephrology'])[1 + pg_temp.die('ward' || p || '/' || v, 5)] END,
    CASE WHEN dialysis THEN 'Z99.2'
         ELSE (ARRAY['I10', 'E11', 'J45', 'M54', 'K21', 'F32', 'N39', 'S52', 'J06', 'R07', 'H25', 'L40', 'G43', 'B20', 'C50', 'A09'])[
             1 + pg_temp.die('icd' || p || '/' || v, 16)] END
FROM numbers, generate_series(1, visits) AS v;

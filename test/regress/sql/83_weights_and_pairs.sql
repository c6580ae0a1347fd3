-- risk(): which attributes and pairs tell persons apart, and what weights of a sample say of its population.
-- Rooms: src/core/risk src/postgres/audits src/postgres/inspection
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE SCHEMA w_risk;
SET search_path = w_risk, public;
-- "number" tells everybody apart by itself, "row" and "place" only together, "same" nobody.
CREATE TABLE w_seats AS
SELECT i AS number, i / 6 AS row, i % 6 AS place, 'x' AS same, 'd' || i % 4 AS disease FROM generate_series(0, 35) i;
SELECT FROM declare_roles('w_seats', sensitive => '{disease}', quasi_identifiers => '{number,row,place,same}');
SELECT model, attributes, persons, classes, uniques, unique_share, below_k, at_risk, highest_risk, round(mean_risk::numeric, 4) FROM risk('w_seats');
-- The first rows are those that there were before.
SELECT model, uniques, attributes, unique_share FROM risk('w_seats', combinations => 0);
SELECT model, attributes FROM risk('w_seats', combinations => 1, quasi_identifiers => '{place,"row"}');
SELECT attributes, uniques, unique_share FROM risk('w_seats', 2, quasi_identifiers => '{row,place}') WHERE model = 'pair';
SELECT FROM risk('w_seats', combinations => 3);
SELECT FROM risk('w_seats', combinations => NULL);
-- Each figure is that of a view with these attributes alone.
CREATE TABLE w_people AS
SELECT i AS id, i * 7 % 31 AS age, i * i % 17 AS zip, CASE WHEN i % 9 < 5 THEN i % 2 END AS sex, 'd' || i % 5 AS disease FROM generate_series(1, 300) i;
DO $$
DECLARE
    shown record;
    own record;
    checked integer := 0;
BEGIN
    FOR shown IN SELECT * FROM risk('w_people', 4, sensitive => '{disease}', identifiers => '{id}') WHERE model IN ('attribute', 'pair') LOOP
        EXECUTE format('SELECT count(*) AS classes, count(*) FILTER (WHERE n = 1) AS uniques, coalesce(sum(n) FILTER (WHERE n < 4), 0) AS below_k, 1.0 / min(n) AS highest '
                       'FROM (SELECT count(*) AS n FROM w_people GROUP BY %s) g', (SELECT string_agg(quote_ident(a), ', ') FROM unnest(shown.attributes) a)) INTO own;
        IF (own.classes, own.uniques, own.below_k) IS DISTINCT FROM (shown.classes, shown.uniques, shown.below_k)
           OR abs(shown.highest_risk - own.highest) > 1e-9 OR abs(shown.unique_share - own.uniques / 300.0) > 1e-9 OR abs(shown.mean_risk - own.classes / 300.0) > 1e-9 THEN
            RAISE 'wrong: % %', shown, own;
        END IF;
        checked := checked + 1;
    END LOOP;
    RAISE WARNING '% are right', checked;
END$$;
-- Persons with several rows are known by all of theirs.
CREATE TABLE w_visits AS SELECT i / 2 AS patient, i % 3 AS ward, i % 2 AS day, 2.5 AS weight, 'd' || i % 4 AS disease FROM generate_series(0, 39) i;
SELECT model, attributes, persons, classes, uniques FROM risk('w_visits', subject => '{patient}', sensitive => '{disease}', identifiers => '{weight}');
-- The pairs of the attributes that separate most are shown if there are too many.
CREATE TABLE w_wide AS SELECT i AS id, 'd' || i % 4 AS disease FROM generate_series(1, 20000) i;
SELECT FROM (SELECT string_agg(format('ADD a%s integer DEFAULT 1', n), ', ') AS adding FROM generate_series(1, 180) n) a, LATERAL (SELECT answer('ALTER TABLE w_wide ' || adding)) x;
ALTER TABLE w_wide ADD last integer;
UPDATE w_wide SET last = id;
SET client_min_messages = notice;
SELECT model, count(*), min(attributes::text) FILTER (WHERE uniques > 0) FROM risk('w_wide', identifiers => '{id}', sensitive => '{disease}') WHERE model <> 'marketer' GROUP BY 1 ORDER BY 1;
SET client_min_messages = warning;

-- Weights: a person alone in the class with the weight w is found with (1/(w - 1)) ln w.
CREATE TABLE w_survey (id integer, age integer, weight float8, other integer, day date, disease text);
INSERT INTO w_survey VALUES (1, 10, 1, 1, '2020-01-01', 'a'), (2, 20, 4, 1, '2020-01-01', 'b'), (3, 30, 10, 1, '2020-01-01', 'a'), (4, 30, 30, 1, '2020-01-01', 'b'), (5, 40, 0.5, 1, '2020-01-01', 'a'), (6, 40, 0.25, 1, '2020-01-01', 'a');
SELECT model, persons, classes, uniques, below_k, round(at_risk::numeric, 4), round(highest_risk::numeric, 4), round(mean_risk::numeric, 4), round(unique_share::numeric, 4)
FROM risk('w_survey', quasi_identifiers => '{age}', weights => 'weight', combinations => 0);
-- By the definition: sums of the negative binomial distribution.
WITH classes AS (SELECT count(*)::integer AS f, LEAST(1, count(*) / sum(weight)) AS p FROM w_survey GROUP BY age),
     terms AS (SELECT f, p, n, CASE WHEN p = 1 THEN (n = f)::integer ELSE exp((SELECT coalesce(sum(ln((n - i)::float8 / i)), 0) FROM generate_series(1, f - 1) i) + f * ln(p) + (n - f) * ln(1 - p)) END AS chance
               FROM classes, LATERAL generate_series(f, 2000) n)
SELECT round((sum(f * chance / n) / 6)::numeric, 4), round((sum(f * chance) FILTER (WHERE n < 5) / 6)::numeric, 4), round((sum(chance) FILTER (WHERE n = 1 AND f = 1) / 6)::numeric, 4) FROM terms;
-- The weights are known to nobody, whatever they were: no quasi-identifier, and no class of their own.
SELECT bool_and(attributes IS NULL OR NOT 'weight' = ANY (attributes)), max(classes) FROM risk('w_survey', identifiers => '{id}', sensitive => '{disease}', weights => 'weight');
SELECT model, classes, round(mean_risk::numeric, 4) FROM risk('w_survey', identifiers => '{id,other,day}', sensitive => '{disease,weight}', weights => 'weight', combinations => 0);
-- A census: everybody stands for one.
SELECT count(DISTINCT (uniques, below_k, at_risk, highest_risk, mean_risk)) FROM risk('w_survey', quasi_identifiers => '{age}', weights => 'other', combinations => 0) WHERE model <> 'marketer';
-- With persons of several rows.
SELECT model, persons, classes, round(mean_risk::numeric, 4) FROM risk('w_visits', subject => '{patient}', sensitive => '{disease}', weights => 'weight', combinations => 0);
SELECT attempts($$
risk('w_survey', weights => 'nothing')
risk('w_survey', weights => 'day')
risk('w_survey', weights => 'age', quasi_identifiers => '{age}')
risk('w_survey', weights => 'weight', population => 'w_survey')
UPDATE w_visits SET weight = 3 WHERE ctid = (SELECT min(ctid) FROM w_visits)
risk('w_visits', subject => '{patient}', sensitive => '{disease}', weights => 'weight')
UPDATE w_survey SET weight = NULL WHERE id = 1
risk('w_survey', weights => 'weight')
UPDATE w_survey SET weight = 0 WHERE id = 1
risk('w_survey', weights => 'weight')
UPDATE w_survey SET weight = -1 WHERE id = 1
risk('w_survey', weights => 'weight')
UPDATE w_survey SET weight = 'NaN' WHERE id = 1
risk('w_survey', weights => 'weight')
UPDATE w_survey SET weight = 'Infinity' WHERE id = 1
risk('w_survey', weights => 'weight')
$$);
UPDATE w_survey SET weight = 1e308;
SELECT model, highest_risk < 1e-300 AS nobody FROM risk('w_survey', identifiers => '{id}', weights => 'weight', combinations => 0);
-- Exposed are people of small classes with a sensitive value that is not harmless: as counted from the table.
CREATE TABLE w_patients AS SELECT i / 2 AS patient, i % 61 AS age, i * i % 7 AS zip, CASE WHEN i % 5 > 0 THEN 'd' || i % 4 END AS disease, i % 11 AS stage FROM generate_series(0, 399) i;
CREATE FUNCTION w_exposed(source text, known text, person text, value text, below integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE format('SELECT coalesce(sum(e) FILTER (WHERE n < %5$s), 0) FROM (SELECT count(*) AS n, count(*) FILTER (WHERE exposed) AS e FROM (SELECT array_agg(ROW(%2$s)::text ORDER BY ROW(%2$s)::text) AS known, bool_or(%4$s) AS exposed FROM %1$s GROUP BY %3$s) p GROUP BY known) c',
        source, known, person, value, below) INTO found;
    RETURN found;
END$$;
SELECT model, attributes, exposed, w_exposed('w_patients', COALESCE(array_to_string(attributes, ','), 'age,zip'), person, value, 7) AS counted
FROM (VALUES ('ctid', NULL::text[], NULL, 'true'), ('ctid', NULL, '{"disease": ["d0", null]}', 'disease <> ''d0'''), ('ctid', NULL, '{"disease": ["d0", null], "stage": [3]}', 'disease <> ''d0'' OR stage <> 3'),
      ('patient', '{patient}', '{"disease": ["d0", "d1", null]}', 'disease NOT IN (''d0'', ''d1'')'), ('patient', '{patient}', '{"disease": ["d0", "d1", "d2", "d3", null]}', 'false')) v (person, subject, harmless, value),
     LATERAL (SELECT array_remove(ARRAY['disease', CASE WHEN v.harmless ~ 'stage' THEN 'stage' END], NULL) AS sensitive) s,
     LATERAL risk('w_patients', 7, sensitive => s.sensitive, quasi_identifiers => '{age,zip}', subject => v.subject::text[], harmless => v.harmless::jsonb)
WHERE model IN ('prosecutor', 'pair', 'attribute');
SELECT model, below_k, exposed FROM risk('w_patients', quasi_identifiers => '{age,zip}', population => 'w_patients', sensitive => '{disease}', harmless => '{"disease": ["d0", null]}', combinations => 0);
SELECT model, below_k, exposed FROM risk('w_patients', quasi_identifiers => '{age,zip}', combinations => 0);
SELECT FROM declare_roles('w_patients', sensitive => '{disease}', harmless => '{"disease": ["d1"]}');
SELECT exposed, w_exposed('w_patients', 'age', 'ctid', $$disease IS DISTINCT FROM 'd1'$$, 30) FROM risk('w_patients', 30, quasi_identifiers => '{age}', combinations => 0) LIMIT 1;
-- Expected numbers: two of six people have another disease than the harmless one.
SELECT model, round(at_risk::numeric * 6, 4) AS below_k, exposed FROM risk('w_survey', quasi_identifiers => '{age}', weights => 'other', sensitive => '{disease}', harmless => '{"disease": ["a"]}', combinations => 0) WHERE model <> 'marketer';
SELECT attempts($$
risk('w_patients', sensitive => '{disease}', harmless => '{"stage": [1]}')
risk('w_patients', sensitive => '{disease}', harmless => '["d0"]')
$$);
RESET search_path;
DROP SCHEMA w_risk CASCADE;

-- What releases of each method are good for: the measures that apply, each with a sentence.
\pset format unaligned \pset tuples_only on
SET client_min_messages = error;
CREATE SCHEMA useful;
SET search_path = useful, public;
CREATE TABLE staff AS SELECT i AS id, 20 + i * 7 % 40 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 't' || i * 13 % 6 AS town, 'j' || i * 31 % 7 AS job FROM generate_series(1, 420) i;
SELECT FROM declare_roles('staff', sensitive => '{job}', identifiers => '{id}');
CREATE TABLE forms (form text, release regclass);
INSERT INTO forms VALUES
    ('sliced', slice_table('staff', 2, 3, target => 'sliced', seed => 1)),
    ('by regions', slice_table('staff', 2, 3, regions => 2, target => 'by_regions', seed => 1)),
    ('bucketized', bucketize_table('staff', 3, target => 'buckets', seed => 1)),
    ('anatomy', bucketize_table('staff', 3, format => 'anatomy', target => 'tables', seed => 1)),
    ('width', generalize_table('staff', 5, target => 'width', seed => 1)),
    ('values', generalize_table('staff', 5, loss => 'values', target => 'by_values', seed => 1)),
    ('entropy', generalize_table('staff', 5, loss => 'entropy', target => 'entropy', seed => 1));
INSERT INTO forms SELECT 'decomposed', relation FROM gnf_decompose('staff', 3, rules => '{"town -> job"}', target => 'parts', seed => 1) WHERE part = 1;
CREATE TABLE visits AS SELECT age, sex, town, job FROM staff;
INSERT INTO forms SELECT 'fragments', relation FROM fragment_table('visits', 10, 'job', target => 'fragments', seed => 1) WHERE fragment = 1;
CREATE TABLE trips AS SELECT id % 140 AS person, sex, town, job FROM staff;
SELECT FROM declare_roles('trips', sensitive => '{job}', subject => '{person}');
INSERT INTO forms VALUES ('persons', bucketize_table('trips', 1.5, suppress => 0.5, target => 'trips_buckets', seed => 1)),
    ('persons in classes', generalize_table('trips', 3, loss => 'values', target => 'trips_classes', seed => 1));
CREATE TABLE few AS SELECT age, job FROM staff;
INSERT INTO forms VALUES ('two attributes', bucketize_table('few', 2, sensitive => '{job}', target => 'few_buckets', seed => 1));
SELECT create_series('weekly', 'staff', 'bucketization', '{"sensitive": ["job"]}', '{id}', 3), create_series('weekly_classes', 'staff', 'generalization', '{"sensitive": ["job"]}', '{id}', 3);
SELECT count(*) FROM unnest('{weekly,weekly_classes}'::text[]) s, publish_series(s);
CREATE TEMPORARY TABLE former AS TABLE staff;
DELETE FROM staff WHERE job IN ('j2', 'j5') AND id % 3 > 0;
INSERT INTO forms SELECT 'edition', relations[1] FROM publish_series('weekly');
INSERT INTO forms SELECT 'edition in classes', relations[1] FROM publish_series('weekly_classes');
INSERT INTO staff SELECT * FROM former EXCEPT SELECT * FROM staff;
SELECT form, string_agg(measure, '; ' ORDER BY measure), bool_and(value >= 0) AS positive, bool_and(meaning ~ '^(\w+ )+.*\.$') AS sentences FROM forms, utility(release) GROUP BY form ORDER BY form;
-- Figures that draw no queries are those of the functions, and sentences have them in words.
SELECT form, value = microdata.information_loss(release) AS same, meaning FROM forms, utility(release) WHERE measure = 'information loss' ORDER BY form;
SELECT form, abs(value - microdata.kl_divergence(release)) < 1e-9 AS same, regexp_replace(meaning, '[0-9.]+ nats', 'n nats', '') AS meaning FROM forms, utility(release) WHERE measure = 'KL divergence';
SELECT form, measure, regexp_replace(meaning, '[0-9.]+%', 'n%') AS meaning FROM forms, utility(release) WHERE measure LIKE 'relative%' AND form IN ('sliced', 'two attributes') ORDER BY form, measure;
-- Who may not read the source has what the release alone shows.
CREATE ROLE regress_useful;
GRANT USAGE ON SCHEMA useful TO regress_useful;
GRANT SELECT ON width, sliced TO regress_useful;
SET ROLE regress_useful;
SELECT measure FROM utility('width');
SELECT utility('sliced');
RESET ROLE;
-- Nor is the source asked when it is gone.
DROP TABLE staff, visits CASCADE;
SELECT measure FROM utility('width');
SELECT utility('sliced');
SELECT utility('by_values');
SELECT utility('forms');
SELECT utility(NULL);
SELECT drop_series('weekly'), drop_series('weekly_classes');
DROP SCHEMA useful CASCADE;
DROP ROLE regress_useful;

-- What is there before the server's version changes: releases by every method, series of every kind with editions, drafts and gates, what
-- the ledger, hierarchies, rules and roles say.
SET client_min_messages = error;
CREATE ROLE registrar LOGIN;
CREATE ROLE head_of_registry LOGIN IN ROLE registrar;
CREATE ROLE analyst LOGIN;
CREATE DATABASE hospital OWNER registrar;
\connect hospital
SET client_min_messages = error;
CREATE EXTENSION pg_microdata;
GRANT CREATE ON SCHEMA public TO registrar;
GRANT EXECUTE ON FUNCTION create_hierarchy, create_interval_hierarchy, create_prefix_hierarchy, create_date_hierarchy TO registrar;
SET SESSION AUTHORIZATION registrar;
CREATE SCHEMA "Odd schema";
SELECT setseed(0.5);
CREATE TABLE people AS
SELECT 0 AS gone, i AS id, (random() * 70)::int + 18 AS age, (random() * 1e6)::int / 7.0 AS income, 'town ' || (random() * 40)::int AS town, date '1950-01-01' + (random() * 20000)::int AS born,
    CASE WHEN random() < 0.5 THEN 'F' ELSE 'M' END AS sex, 'job ' || (random() * 20)::int AS job, CASE WHEN i % 50 > 0 THEN 40000 + (random() * 999)::int END AS zip, 'disease ' || floor(random() * 12)::int AS disease
FROM generate_series(1, 1500) i;
ALTER TABLE people DROP gone, ADD note text DEFAULT 'y';
SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{id,note}');
ALTER TABLE people RENAME note TO remark;
ALTER TABLE people ADD seen_by_nobody boolean;
CREATE TABLE levels AS SELECT DISTINCT town AS level0, left(town, 6) AS level1, '*' AS level2 FROM people;
SELECT create_hierarchy('registrar.towns', 'levels'), create_prefix_hierarchy('registrar.zips', '{3,1}'), create_interval_hierarchy('registrar.ages', 0, 100, '{5,50}'), create_date_hierarchy('registrar.days', '{month,year,decade}');
SELECT grant_hierarchy('registrar.towns', 'analyst'), grant_hierarchy('registrar.zips', 'public');
SELECT declare_hierarchy('people', 'town', 'registrar.towns'), declare_hierarchy('people', 'zip', 'registrar.zips');
SELECT add_privacy_rule('people', 'age, town -> disease', 4, 'by law'), add_privacy_rule('people', 'sex -> job', privacy => l_diversity(2, 'entropy'));

-- Every method, and what may be asked of it.
SELECT slice_table('people', 3, 4);
SELECT slice_table('people', 3, 4, target => '"Odd schema"."a slice"', k => 3, infeasible => 'generalize', privacy => ARRAY[t_closeness(0.9)]);
SELECT slice_table('people', 2, 2, target => 'by_goal', inference => 0.9, seed => 1);
SELECT slice_table('people', 2, 3, target => 'by_regions', regions => 3);
SELECT bucketize_table('people', 4), bucketize_table('people', 4, format => 'anatomy', target => '"Odd schema".counted');
SELECT generalize_table('people', 5, privacy => ARRAY[t_closeness(0.6)]), generalize_table('people', 5, hierarchies => '{"age": "registrar.ages", "born": "registrar.days"}', recoding => 'full-domain', suppress => 0.2, target => 'by_levels');
SELECT count(*) FROM gnf_decompose('people', 2, target => '"Odd schema".part');
SELECT count(*) FROM fragment_table('people', 4, 'disease');
CREATE TABLE visits AS SELECT i / 3 AS patient, i / 3 % 2 AS sex, i % 7 AS ward, 'c' || i * i % 11 AS code FROM generate_series(1, 300) i;
SELECT bucketize_table('visits', 3, sensitive => '{code}', subject => '{patient}', privacy => ARRAY[k_anonymity(4)]);
CREATE TABLE parted (day integer, age integer, disease text) PARTITION BY RANGE (day);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20);
INSERT INTO parted SELECT i % 20, i % 50, 'd' || i % 9 FROM generate_series(1, 800) i;
SELECT slice_table('parted', 2, 3, sensitive => '{disease}', target => 'parts');
CREATE MATERIALIZED VIEW listed AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 4);
ALTER TABLE people_sliced RENAME job TO profession;
CREATE INDEX by_age ON people_sliced (age);
GRANT SELECT ON people_sliced, people_sliced_expected, people_generalized TO analyst;
COMMENT ON TABLE people_bucketized IS 'of the registrar';

-- What the ledger remembers of what is gone.
CREATE TABLE passing AS SELECT * FROM people;
SELECT slice_table('people', 2, 4, target => 'dropped');
SELECT drop_release('dropped');
SELECT slice_table('people', 2, 4, target => 'read');
GRANT SELECT ON read TO analyst;
SELECT drop_release('read');
SELECT slice_table('people', 2, 4, target => 'trial');
SELECT drop_release('trial');
SELECT microdata.forget_release(max(release_id), 'a trial') FROM microdata.ledger WHERE ended = 'dropped';
SELECT slice_table('passing', 2, 4, sensitive => '{disease}', identifiers => '{id,remark}', insensitive => '{seen_by_nobody}', target => 'orphan');
DROP TABLE passing;
SELECT slice_table('people', 2, 4, target => 'replaced');
SELECT slice_table('people', 2, 3, target => 'replaced', replace => true);

-- Series of every kind, each with editions, one with a draft that misses its gate and one that waits for somebody else.
CREATE TABLE patients AS SELECT i::numeric AS number, i AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'town ' || i % 5 AS town, 'd' || i * i % 7 AS disease FROM generate_series(1, 210) i;
CREATE TABLE stays AS SELECT i AS number, i AS age, 'd' || i AS disease FROM generate_series(1, 30) i;
SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3, view => 'ward', keep => 3, gate => '{"rows": [0.9, 1.2]}'),
    create_series('slices', 'patients', 'slicing', '{"sensitive": ["disease"], "columns": 2}', '{number}', 3, view => 'slices', approve => true),
    create_series('classes', 'patients', 'generalization', '{"sensitive": ["disease"], "hierarchies": {"town": "registrar.towns"}}', '{number}', 3),
    create_series('care', 'stays', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{number}', 3),
    create_series('monthly', 'patients', 'slicing', '{"sensitive": ["disease"], "identifiers": ["number"], "columns": 2, "l": 3}', independent => true, view => 'monthly', keep => 2);
CREATE PROCEDURE publish_all() LANGUAGE plpgsql AS $$
DECLARE
    each text;
BEGIN
    FOREACH each IN ARRAY '{ward,slices,classes,care,monthly}'::text[] LOOP
        PERFORM publish_series(each);
    END LOOP;
END $$;
CREATE PROCEDURE next_week(first integer, last integer) LANGUAGE sql AS $$
    DELETE FROM patients WHERE age < first;
    INSERT INTO patients SELECT i, i, 'F', 'town ' || i % 5, 'd' || i * i % 7 FROM generate_series(last, last + 20) i;
    DELETE FROM stays WHERE number = first / 10;
    INSERT INTO stays SELECT i, i, 'e' || first || i FROM generate_series(11, 30) i;
$$;
CALL publish_all();
CALL next_week(10, 221);
CALL publish_all();
GRANT SELECT ON ward, monthly TO analyst;
DELETE FROM patients WHERE age % 4 = 0;
SELECT publish_series('ward');
INSERT INTO patients SELECT i, i, 'F', 'town ' || i % 5, 'd' || i * i % 7 FROM generate_series(1001, 1060) i;
CALL run_series('ward');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION head_of_registry;
SELECT approve_edition('slices', 1);

-- Persons whose value left their signature are shown without a value.
\pset format unaligned \pset tuples_only on
\set ECHO none
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE SCHEMA regress_withheld;
SET search_path = regress_withheld, public;
\set ECHO all
CREATE TABLE patients (id integer, badge integer, age integer, zip text, disease text);
INSERT INTO patients SELECT i, i, 20 + i * 7 % 60, 'z' || i % 9, 'd' || i * 5 % 12 FROM generate_series(1, 240) i;
SELECT create_series('joined', 'patients', 'bucketization', '{"sensitive": ["disease"], "insensitive": ["badge"]}', '{id}', 3),
    create_series('anatomy', 'patients', 'bucketization', '{"sensitive": ["disease"], "insensitive": ["badge"], "format": "anatomy"}', '{id}', 3),
    create_series('slices', 'patients', 'slicing', '{"sensitive": ["disease"], "insensitive": ["badge"], "groups": ["badge, age", "zip", "disease"]}', '{id}', 3),
    create_series('generalized', 'patients', 'generalization', '{"sensitive": ["disease"], "insensitive": ["badge"]}', '{id}', 3);
CREATE TABLE made (series text, edition integer, persons bigint, counterfeits bigint, waiting bigint, withheld bigint);
\set ECHO none
CREATE FUNCTION publish_all() RETURNS void LANGUAGE sql SET search_path = regress_withheld, public AS $$
    INSERT INTO made SELECT s.series, p.edition, p.persons, p.counterfeits, p.waiting, p.withheld
    FROM microdata.series s, publish_series(s.series) p WHERE s.series IN ('joined', 'anatomy', 'slices', 'generalized')
$$;
\set ECHO all
SELECT FROM publish_all();
SELECT bool_and(withheld = 0 AND persons + waiting = 240) FROM made;

-- Nobody leaves: who is withheld is known, and shown with the own attributes and no value.
UPDATE patients SET disease = 'd' || (substr(disease, 2)::integer + 6) % 12 WHERE id % 8 = 0;
SELECT FROM publish_all();
SELECT series, withheld >= 3 AS withheld, persons + waiting + withheld = 240 AS accounted FROM made WHERE edition = 2 ORDER BY series;
SELECT bool_and((r.parameters ->> 'valueless')::bigint = m.withheld AND r.published_rows = m.persons + m.withheld AND r.suppressed_rows = m.waiting)
FROM made m JOIN microdata.editions e USING (series, edition) JOIN microdata.releases r USING (release_id) WHERE m.edition = 2;
CREATE VIEW valueless AS
    SELECT 'joined' AS series, bucket, badge FROM joined_2 WHERE disease IS NULL UNION ALL
    SELECT 'anatomy', q.bucket, q.badge FROM anatomy_2_qit q JOIN anatomy_2_st s ON s.bucket = q.bucket AND s.disease IS NULL UNION ALL
    SELECT 'slices', bucket, badge FROM slices_2 WHERE disease IS NULL UNION ALL
    SELECT 'generalized', class, badge FROM generalized_2 WHERE disease IS NULL;
SELECT v.series, count(*) = max(m.withheld) AS all_of_them, count(DISTINCT v.badge) = count(*) AS each_once, bool_and(v.badge % 8 = 0) AS changed
FROM valueless v JOIN made m ON m.series = v.series AND m.edition = 2 GROUP BY 1 ORDER BY 1;
-- In buckets of their own, of m persons or more.
SELECT series, bool_and(persons >= 3) FROM (SELECT series, bucket, count(*) AS persons FROM valueless GROUP BY 1, 2) g GROUP BY 1 ORDER BY 1;
SELECT count(*) FROM valueless v JOIN joined_2 j ON j.bucket = v.bucket WHERE v.series = 'joined' AND j.disease IS NOT NULL;
SELECT bool_and(s.count = (SELECT count(*) FROM anatomy_2_qit q WHERE q.bucket = s.bucket)) FROM anatomy_2_st s WHERE disease IS NULL;
SELECT (SELECT sum(weight) FROM anatomy_2)::numeric(9, 3) = (SELECT count(*) FROM anatomy_2_qit), (SELECT sum(weight) FROM joined_2_expected)::numeric(9, 3) = (SELECT count(*) FROM joined_2 WHERE badge IS NOT NULL);

-- All is found to be so.
SELECT edition, requirement, bound, achieved FROM verify_series('joined') WHERE holds IS NOT TRUE;
SELECT edition, requirement, bound, achieved FROM verify_series('anatomy') WHERE holds IS NOT TRUE;
SELECT edition, requirement, bound, achieved FROM verify_series('slices') WHERE holds IS NOT TRUE;
SELECT edition, requirement, bound, achieved FROM verify_series('generalized') WHERE holds IS NOT TRUE;
SELECT requirement, bound, achieved >= bound AS reached, holds FROM verify_release('joined_2') WHERE requirement ~ 'without values|without a value$|outside a signature';
SELECT requirement, bound = achieved AS as_many, holds FROM verify_release('joined_2') WHERE requirement ~ '^people without a value';

-- Findings fail when rows are changed.
CREATE FUNCTION broken_by(change text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    found text[];
BEGIN
    BEGIN
        EXECUTE change;
        found := ARRAY(SELECT v.requirement FROM verify_release('joined_2') v WHERE NOT v.holds ORDER BY 1);
        RAISE EXCEPTION USING ERRCODE = 'P0099';
    EXCEPTION WHEN SQLSTATE 'P0099' THEN
        RETURN QUERY SELECT unnest(found);
    END;
END$$;
SELECT broken_by($$DELETE FROM joined_2 WHERE badge = (SELECT min(badge) FROM joined_2 WHERE disease IS NULL)$$);
SELECT broken_by($$UPDATE joined_2 SET age = 99 WHERE badge = (SELECT min(badge) FROM joined_2 WHERE disease IS NULL)$$);
SELECT broken_by($$UPDATE joined_2 SET disease = NULL WHERE bucket = (SELECT min(bucket) FROM (SELECT bucket FROM joined_2 GROUP BY 1 HAVING bool_and(badge IS NOT NULL AND disease IS NOT NULL)) b)$$);

-- They count, and any value may be theirs.
SELECT estimate_count('joined_2', '{"zip": "z1"}') = count(*) FILTER (WHERE zip = 'z1') FROM patients;
SELECT round(sum(estimate_count('joined_2', jsonb_build_object('disease', 'd' || i)))) FROM generate_series(0, 11) i;
SET client_min_messages = notice;
SELECT abs(estimate - 20) < 15 AS near, standard_error > 0 AS has_error FROM estimate('joined_2', NULL, '{"disease": "d1"}');
SELECT round(estimate) FROM estimate('joined_2');
SELECT round(sum(estimate)) FROM estimate('joined_2', '{disease}');
SET client_min_messages = warning;
SELECT bool_and((SELECT sum(v::numeric) FROM jsonb_each_text(m.sensitive_distribution) c (k, v))::numeric(9, 3) = 1) AS all_values,
    bool_or((SELECT count(*) FROM jsonb_object_keys(m.sensitive_distribution)) >= 11) AS any
FROM matching_buckets('joined_2', (SELECT jsonb_build_object('age', p.age, 'zip', p.zip) FROM patients p JOIN valueless v USING (badge) WHERE v.series = 'joined' ORDER BY badge LIMIT 1)) m;

-- Attackers read them, too.
SELECT series, max_probability <= 1 / 3.0 + 1e-9 AS bound FROM (VALUES ('joined'), ('anatomy'), ('slices')) s (series), LATERAL disclosure((series || '_2')::regclass) d;
SELECT a.persons = 240 AS everybody, a.pinned FROM audit_composition('{joined_1, joined_2}', seed => 1) a;
SELECT a.persons FROM audit_inference('joined_2', seed => 1) a;

-- Persons who are shown without a value are not left out.
SELECT l.achieved, l.detail ~ 'are shown without a value' AS said FROM made m JOIN microdata.editions e USING (series, edition), microdata.left_out(e.release_id, m.persons, m.waiting, m.withheld, false) l
WHERE m.series = 'joined' AND m.edition = 2 AND m.waiting = 0;

-- Nobody is shown so if a value stands out: m = 3 needs three values outside of {d0, d1, d2}, and there are two.
CREATE TABLE few (id integer, age integer, disease text);
INSERT INTO few SELECT i, 20 + i % 7, 'd' || i % 5 FROM generate_series(1, 60) i;
SELECT create_series('few', 'few', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
SELECT withheld FROM publish_series('few');
UPDATE few SET disease = 'd' || (substr(disease, 2)::integer + 3) % 5 WHERE id % 2 = 0;
SELECT withheld > 3 FROM publish_series('few');
SELECT count(*) FROM few_2 WHERE disease IS NULL;
SELECT r.parameters ? 'valueless' FROM microdata.releases r WHERE 'few_2'::regclass = ANY (r.relations);
-- A class of withheld persons shows no value, and labels that they share do not determine any.
CREATE TABLE others AS SELECT i AS id, 20 + abs(hashint4(i + 6000)) % 60 AS age, 'z' || abs(hashint4(i + 42000)) % 9 AS zip, 'd' || i * 5 % 12 AS disease FROM generate_series(1, 240) i;
SELECT count(create_series('others' || n, 'others', 'generalization', '{"sensitive": ["disease"]}', '{id}', 3)) FROM generate_series(1, 8) n;
SELECT sum(withheld) FROM generate_series(1, 8) n, publish_series('others' || n);
UPDATE others SET disease = 'd' || (substr(disease, 2)::integer + 6) % 12 WHERE abs(hashint4(id + 594)) % 8 = 0;
SELECT bool_and(withheld > 0) AS withheld FROM generate_series(1, 8) n, publish_series('others' || n);
SELECT requirement, worst_case FROM generate_series(1, 8) n, verify_release(('others' || n || '_2')::regclass) WHERE NOT holds;
\set ECHO none
SELECT FROM microdata.series s, drop_series(s.series) WHERE s.series IN ('joined', 'anatomy', 'slices', 'generalized', 'few') OR s.series LIKE 'others%';
DROP SCHEMA regress_withheld CASCADE;

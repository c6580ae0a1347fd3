-- What attackers make of a release, in the regulators' words.
\pset format unaligned \pset tuples_only on
\set VERBOSITY default
\pset null -
SET client_min_messages = error;
CREATE FUNCTION drawn(i integer, what text, values_of_it integer) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$SELECT ('x' || substr(md5(what || i), 1, 7))::bit(28)::integer % values_of_it$$;
CREATE TABLE audited AS
SELECT 20 + drawn(i, 'age', 40) AS age, CASE drawn(i, 'sex', 2) WHEN 0 THEN 'F' ELSE 'M' END AS sex,
       (40000 + drawn(i, 'zip', 400))::text AS zip, 'j' || (drawn(i, 'age', 40) / 10 + drawn(i, 'job', 3)) AS job
FROM generate_series(1, 500) i;
SELECT slice_table('audited', 2, 2, sensitive => '{job}', target => 'a_sliced', seed => 1);
RESET client_min_messages;

-- The figures are those of the audits. Against a control, all of them by one second release.
CREATE TEMP TABLE found AS SELECT * FROM audit('a_sliced', seed => 1, attributes => '{}');
SELECT risk, audit, attribute, figure BETWEEN 0 AND 1 AS figure, low <= figure AND figure <= high AS within, control IS NOT NULL AS control,
       regexp_replace(finding, '((less|more) than )?[0-9]+%', 'N%', 'g') AS finding
FROM found;
SELECT audit, (figure, low, high, control) = (a.risk, a.risk_low, a.risk_high, a.other) AS as_audited
FROM found JOIN (
    (SELECT 'audit_singling_out' AS audit, s.risk, s.risk_low, s.risk_high, s.control AS other
     FROM audit_singling_out('a_sliced', control => 0.2, seed => 1) s ORDER BY s.risk DESC LIMIT 1)
    UNION ALL SELECT 'audit_linkability', l.risk, l.risk_low, l.risk_high, l.control FROM audit_linkability('a_sliced', control => 0.2, seed => 1) l
    UNION ALL SELECT 'audit_inference', i.risk, i.risk_low, i.risk_high, i.control FROM audit_inference('a_sliced', control => 0.2, seed => 1) i
    UNION ALL SELECT 'audit_minimality', CASE WHEN m.persons > 0 THEN m.risk END, CASE WHEN m.persons > 0 THEN m.risk_low END,
        CASE WHEN m.persons > 0 THEN m.risk_high END, m.control FROM audit_minimality('a_sliced', control => 0.2, seed => 1) m
    UNION ALL SELECT 'audit_composition', c.risk, c.risk_low, c.risk_high, c.control FROM audit_composition(source => 'audited', control => 0.2, seed => 1) c
    UNION ALL (SELECT 'audit_membership', m.auc, m.low, m.high, 0.5 FROM audit_membership('a_sliced', control => 0.2, seed => 1) m ORDER BY m.auc DESC LIMIT 1)
) a USING (audit) ORDER BY audit;
-- Without one they are those of the release, beside those of naive guesses.
CREATE TEMP TABLE alone AS SELECT * FROM audit('a_sliced', control => NULL, seed => 1, attributes => '{}');
SELECT audit, regexp_replace(finding, '((less|more) than )?[0-9]+%', 'N%', 'g') AS finding FROM alone;
SELECT audit, (figure, alone.low, alone.high, control) = (a.success, a.low, a.high, a.naive) AS as_audited
FROM alone JOIN (
    (SELECT 'audit_singling_out' AS audit, s.success, s.low, s.high, s.naive FROM audit_singling_out('a_sliced', seed => 1) s ORDER BY s.success DESC NULLS LAST LIMIT 1)
    UNION ALL SELECT 'audit_linkability', l.success, l.low, l.high, l.naive FROM audit_linkability('a_sliced', seed => 1) l
    UNION ALL SELECT 'audit_inference', i.guessed_right, i.low, i.high, i.naive FROM audit_inference('a_sliced', seed => 1) i
    UNION ALL (SELECT 'audit_membership', m.auc, m.low, m.high, 0.5 FROM audit_membership('a_sliced', seed => 1) m ORDER BY m.auc DESC LIMIT 1)
) a (audit, success, low, high, naive) USING (audit) ORDER BY audit;
-- Percents are those of the figures.
SELECT finding LIKE '%guesses "job" right for ' || round(100 * figure::numeric) || '% of people, and for ' || round(100 * control::numeric) || '% by%' AS said
FROM alone WHERE audit = 'audit_inference';
SELECT f.figure, f.control, f.finding FROM unnest('{0,0.004,0.145,0.989,0.996,1}'::float8[]) s,
    microdata.audit_findings(jsonb_build_object('audit_linkability', jsonb_build_array(jsonb_build_object('attacks', 9, 'success', s, 'naive', 0.5)))) f;
-- Sentences of figures: the largest of a kind, what was not measured, numbers that are nearly guessed, and a gain that may be chance.
SELECT f.* FROM microdata.audit_findings('{"audit_singling_out": [{"kind": "univariate", "success": null, "risk": 0},
    {"kind": "multivariate", "success": 0.3, "low": 0.2, "high": 0.4, "control": 0.1, "risk": 0.22, "risk_low": 0.1, "risk_high": 0.3}],
    "audit_linkability": [{"success": null}],
    "audit_inference": [{"attribute": "a", "guessed_right": null}, {"attribute": "b", "guessed_right": 0.4, "naive": 0.4},
        {"attribute": "c", "guessed_right": 0.1, "naive": 0.1, "near_right": 0.6, "near_low": 0.5, "near_high": 0.7, "near_naive": 0.3, "tolerance": "2 years"},
        {"attribute": "d", "guessed_right": 0.5, "control": 0.5, "risk": 0, "risk_low": 0, "risk_high": 0.1, "near_right": 0.9, "near_risk": 0, "tolerance": "1"}],
    "audit_minimality": [{"attribute": "a", "persons": 0, "guessed_right": null, "risk": 0}, {"attribute": "b", "persons": 9, "guessed_right": 0.8, "share": 0.4, "z": 3},
        {"attribute": "c", "persons": 9, "guessed_right": 0.8, "share": 0.4, "z": 5, "control": 0.4, "risk": 0.6, "risk_low": 0.5, "risk_high": 0.7}],
    "audit_composition": [{"attribute": "a", "persons": 0}, {"attribute": "b", "persons": 5, "single": "r"},
        {"attribute": "c", "releases": 1, "guessed_right": 0.5, "pinned": 0, "single_guessed_right": 0.5},
        {"attribute": "d", "releases": 2, "guessed_right": 0.5, "pinned": 0.1, "single_guessed_right": 0.4, "control": 0.3, "risk": 0.3, "risk_low": 0.2, "risk_high": 0.4}],
    "audit_membership": [{"known": "all", "auc": null}, {"known": "quasi-identifiers", "auc": 0.7, "low": 0.6, "high": 0.8}],
    "against outsiders": ["audit_membership"], "audit_other": [{"risk": 1}]}') f;
SELECT f.* FROM microdata.audit_findings('{"audit_membership": [{"known": "all", "auc": null}], "audit_singling_out": [], "audit_linkability": "too much"}') f;

-- Several releases; buckets that tell by not being cut; a setting that forbids another release.
CREATE TABLE wards AS
SELECT i / 6 * 10 + (i % 6 >= 2)::integer AS place,
       (ARRAY['hiv', 'hiv', 'flu', 'asthma', 'cold', 'ulcer'])[row_number() OVER (PARTITION BY i / 6 ORDER BY md5('ward' || i))] AS disease
FROM generate_series(0, 599) i;
SET client_min_messages = error;
SELECT generalize_table('wards', 2, l => 2, sensitive => '{disease}', target => 'a_wards', seed => 1);
SELECT bucketize_table('audited', 2, sensitive => '{job}', method => 'anatomy', target => 'a_second', seed => 2);
SET pg_microdata.republish = 'error';
SELECT audit, figure > control AS more, regexp_replace(finding, '[0-9]+( people about|%)', 'N\1', 'g') AS finding
FROM audit('a_wards', seed => 1, attributes => '{}') WHERE audit = 'audit_minimality'
UNION ALL SELECT audit, figure > control, regexp_replace(finding, '((less|more) than )?[0-9]+%', 'N%', 'g')
FROM audit('a_second', seed => 1, attributes => '{}') WHERE audit IN ('audit_composition', 'audit_singling_out');
RESET pg_microdata.republish;
RESET client_min_messages;

-- Time that is over, what does not suit the release, and a control that cannot be made.
SELECT risk, audit, figure, finding FROM audit('a_sliced', seconds => 0, attributes => '{}');
-- Time that is over midway: reading the source, a view, takes what an audit has. What was begun is finished, and nothing is begun after
-- it. A machine that takes longer to begin is given more. PostgreSQL runs the functions of a view with the rights of who reads it.
\set ECHO none
CREATE FUNCTION waited() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    seconds CONSTANT text := current_setting('audited.seconds', true);
BEGIN
    PERFORM set_config('audited.seconds', '', false), set_config('audited.reader', current_user, false);
    IF seconds <> '' THEN
        PERFORM pg_sleep(seconds::float8);
    END IF;
    RETURN true;
END $$;
\set ECHO all
CREATE ROLE regress_publisher;
CREATE VIEW slow AS SELECT * FROM audited WHERE (SELECT waited());
GRANT SELECT ON audited TO regress_publisher;
CREATE TEMP TABLE midway AS SELECT * FROM found LIMIT 0;
SET client_min_messages = error;
SELECT slice_table('slow', 2, 2, sensitive => '{job}', target => 'a_slow', seed => 1);
\set ECHO none
DO $$
DECLARE
    given float8 := 0.2;
BEGIN
    WHILE NOT EXISTS (SELECT FROM midway WHERE figure IS NOT NULL) LOOP
        TRUNCATE midway;
        PERFORM set_config('audited.seconds', given::text, false);
        INSERT INTO midway SELECT * FROM audit('a_slow', control => NULL, seconds => given, seed => 1, attributes => '{}');
        given := 2 * given;
    END LOOP;
END $$;
\set ECHO all
RESET client_min_messages;
SELECT audit, figure IS NOT NULL AS done, CASE WHEN figure IS NULL THEN regexp_replace(finding, '[0-9.]+ seconds', 'N seconds') END AS finding FROM midway;
SELECT m.figure = a.figure AS as_alone FROM midway m JOIN alone a USING (audit) WHERE m.figure IS NOT NULL;
SELECT current_setting('audited.reader') = current_user AS as_caller;
SET client_min_messages = error;
SELECT FROM drop_release('a_slow');
DROP VIEW slow;
DROP FUNCTION waited;
REVOKE ALL ON audited FROM regress_publisher;
DROP ROLE regress_publisher;
SELECT count(*) FROM fragment_table('audited', 2, 'job', 3, target => 'a_fragment', seed => 1);
SELECT risk, audit, finding FROM audit('a_fragment_1', seed => 1, attributes => '{}') WHERE figure IS NULL;
SELECT achieved > 0 AS singled_out FROM microdata.audited_figure('singling_out', 'a_fragment_1', 'audited', 1);
BEGIN READ ONLY;
SELECT a.audit, a.figure = alone.figure AS as_alone, CASE WHEN alone.audit IS NULL THEN a.finding END AS finding
FROM audit('a_sliced', seed => 1, attributes => '{}') a LEFT JOIN alone USING (audit) WHERE a.audit <> 'audit_composition';
ROLLBACK;
RESET client_min_messages;
SELECT count(*) FROM pg_class WHERE relname ~ '^microdata_';

-- An audit that fails is a row that says why, and the others answer: of a release of another role here, which has changed a column of it.
CREATE ROLE regress_other;
CREATE SCHEMA regress_other AUTHORIZATION regress_other;
GRANT USAGE ON SCHEMA regress_other TO PUBLIC;
GRANT SELECT ON audited TO regress_other;
SET ROLE regress_other;
SET client_min_messages = error;
SELECT slice_table('audited', 2, 2, sensitive => '{job}', target => 'regress_other.changed', seed => 1);
GRANT SELECT ON regress_other.changed TO PUBLIC;
DROP VIEW regress_other.changed_expected;
ALTER TABLE regress_other.changed ALTER job TYPE bytea USING 'x';
RESET ROLE;
CREATE ROLE regress_auditor;
GRANT SELECT ON audited, a_sliced TO regress_auditor;
SET ROLE regress_auditor;
SELECT audit, figure IS NOT NULL AS done, CASE WHEN figure IS NULL THEN finding END AS finding FROM audit('a_sliced', seed => 1, attributes => '{}');
SELECT audit, figure IS NOT NULL AS done, CASE WHEN figure IS NULL THEN finding END AS finding FROM audit('a_sliced', control => NULL, seed => 1, attributes => '{}');
-- A gate has the error itself.
SELECT * FROM microdata.audited_figure('composition', 'a_sliced', 'audited', 1);
RESET ROLE;
DROP OWNED BY regress_auditor, regress_other;
DROP ROLE regress_auditor, regress_other;
RESET client_min_messages;

-- What nobody can mean.
\set VERBOSITY terse
SELECT * FROM audit(NULL);
SELECT * FROM audit('audited');
SELECT * FROM audit('a_sliced', control => 1);
SELECT * FROM audit('a_sliced', seconds => -1);
SELECT * FROM audit('a_sliced', seconds => 'NaN');
CREATE ROLE regress_auditor;
GRANT SELECT ON a_sliced TO regress_auditor;
SET ROLE regress_auditor;
SELECT * FROM audit('a_sliced');
RESET ROLE;
SET client_min_messages = error;
SELECT FROM unnest('{a_sliced,a_second,a_wards,a_fragment_1}'::text[]) r, drop_release(r::regclass);
\set ECHO none
DROP TABLE audited, wards;
DROP FUNCTION drawn;
DROP ROLE regress_auditor;

\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.10.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.9.0', '{
    create_series,
    publish_series
}');

-- Editions behind a view.

ALTER TABLE microdata.series_record
    -- Every edition is a release by itself, which remembers nobody. There is no m of them.
    ADD COLUMN independent boolean NOT NULL DEFAULT false,
    ALTER COLUMN m DROP NOT NULL,
    -- The name of the view that readers use, quoted, with its schema; null where there is none.
    ADD COLUMN view_name text,
    -- How many editions stay, the shown one among them, and how many drafts; null: all.
    ADD COLUMN keep integer CHECK (keep OPERATOR(pg_catalog.>=) 1),
    ADD COLUMN gate jsonb NOT NULL DEFAULT '{}',
    -- An edition waits for somebody else than who published it.
    ADD COLUMN approve boolean NOT NULL DEFAULT false;

ALTER TABLE microdata.edition_record
    -- A draft is for its owner alone. Where the series has a view, one edition is shown by it, and those before it are former ones.
    ADD COLUMN state text NOT NULL DEFAULT 'published'
        CHECK (state OPERATOR(pg_catalog.=) ANY ('{draft,published,shown,former}'::pg_catalog.text[])),
    -- What gates said of it: an array of objects with gate, bound, achieved, holds.
    ADD COLUMN findings jsonb NOT NULL DEFAULT '[]',
    -- The roles that logged in, whatever they were set to.
    ADD COLUMN published_by name,
    ADD COLUMN approved_by name,
    ADD COLUMN shown_at timestamptz,
    -- Who published_by is in this cluster, whatever she is called: its identifier and the role's.
    ADD COLUMN publisher text,
    -- A hash of what the tables of a draft had when it was published.
    ADD COLUMN contents text;

-- The views of a series, each in place of one relation of its editions.
CREATE TABLE microdata.series_view_record (
    view regclass PRIMARY KEY,
    series_id integer NOT NULL,
    -- Behind the edition's name in the relation's, and behind the view's.
    suffix text NOT NULL,
    UNIQUE (series_id, suffix)
);
COMMENT ON TABLE microdata.series_view_record IS 'views that show the editions of series; see microdata.series_views';
CREATE INDEX edition_record_release ON microdata.edition_record (release_id);
COMMENT ON INDEX microdata.edition_record_release IS 'the edition that a release is';
ALTER TABLE microdata.series_view_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY series_view_record_of_owner ON microdata.series_view_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
COMMENT ON POLICY series_view_record_of_owner ON microdata.series_view_record IS 'a series is seen by its source''s owner';
GRANT SELECT ON microdata.series_view_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.series_view_record', '');

CREATE OR REPLACE VIEW microdata.series WITH (security_barrier) AS
    SELECT s.name, CASE WHEN c.oid IS NOT NULL THEN s.source END AS source, s.source_name, s.method, s.arguments, s.m,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'subject' ORDER BY a.attnum) AS subject,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'sensitive' ORDER BY a.attnum) AS sensitive,
           (SELECT count(*) FROM microdata.edition_record e WHERE e.series_id = s.series_id) AS editions, s.created_at, s.created_by,
           s.independent,
           -- Schemas are renamed, too.
           COALESCE((SELECT format('%I.%I', n.nspname, v.relname)
                     FROM microdata.series_view_record w
                     JOIN pg_catalog.pg_class v ON v.oid = w.view::pg_catalog.oid
                     JOIN pg_catalog.pg_namespace n ON n.oid = v.relnamespace
                     WHERE w.series_id = s.series_id AND w.suffix = ''), s.view_name) AS view,
           s.keep, s.gate, s.approve,
           (SELECT max(e.edition) FROM microdata.edition_record e WHERE e.series_id = s.series_id AND e.state = 'shown') AS shown
    FROM microdata.series_record s
    LEFT JOIN pg_catalog.pg_class c ON c.oid = s.source::pg_catalog.oid
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON COLUMN microdata.series.m IS 'values of a bucket, at least; nobody''s value has a probability above 1/m; null where editions are independent';
COMMENT ON COLUMN microdata.series.sensitive IS 'the sensitive attributes';
COMMENT ON COLUMN microdata.series.independent IS 'whether every edition is a release by itself, so that whoever holds several learns more than one tells';
COMMENT ON COLUMN microdata.series.view IS 'name of the view that readers use; null where there is none';
COMMENT ON COLUMN microdata.series.keep IS 'how many editions stay, and how many drafts; null: all';
COMMENT ON COLUMN microdata.series.gate IS 'bounds that an edition must keep to be shown';
COMMENT ON COLUMN microdata.series.approve IS 'whether an edition waits for somebody else than who published it';
COMMENT ON COLUMN microdata.series.shown IS 'the edition that its view shows; null where there is none';

CREATE OR REPLACE VIEW microdata.editions WITH (security_barrier) AS
    SELECT s.name AS series, e.edition, e.release_id,
           (SELECT r.relations FROM microdata.release_record r WHERE r.release_id = e.release_id) AS relations,
           e.persons, e.counterfeits, e.waiting, e.withheld, e.created_at, e.created_by,
           e.state, e.findings, e.published_by, e.approved_by, e.shown_at
    FROM microdata.edition_record e
    JOIN microdata.series_record s USING (series_id)
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON COLUMN microdata.editions.persons IS 'persons published; where editions are independent and a row is a person, rows';
COMMENT ON COLUMN microdata.editions.withheld
    IS 'persons whose value is not in their signature any more; where rows grow, values that persons have and their published sets have not; where editions are independent, rows that were left out';
COMMENT ON COLUMN microdata.editions.state
    IS 'draft (for its owner alone), published (where the series has no view), shown (by the view), or former (was shown)';
COMMENT ON COLUMN microdata.editions.findings IS 'what gates said of it';
COMMENT ON COLUMN microdata.editions.published_by IS 'who was logged in when it was published';
COMMENT ON COLUMN microdata.editions.approved_by IS 'who was logged in when it was approved; null where nobody did';
COMMENT ON COLUMN microdata.editions.shown_at IS 'when the view began to show it';

CREATE VIEW microdata.series_views WITH (security_barrier) AS
    SELECT w.view, s.name AS series, e.edition,
           -- What the view reads.
           (SELECT d.refobjid::regclass
            FROM pg_catalog.pg_rewrite q
            JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = q.oid
             AND d.refclassid = 'pg_catalog.pg_class'::regclass
            WHERE q.ev_class = w.view::pg_catalog.oid AND d.refobjid = ANY (r.relations::pg_catalog.oid[]) LIMIT 1) AS release,
           r.published_rows AS rows, e.created_at, e.shown_at
    FROM microdata.series_view_record w
    JOIN pg_catalog.pg_class v ON v.oid = w.view::pg_catalog.oid
    JOIN microdata.series_record s USING (series_id)
    LEFT JOIN microdata.edition_record e ON e.series_id = w.series_id AND e.state = 'shown'
    LEFT JOIN microdata.release_record r ON r.release_id = e.release_id
    WHERE pg_catalog.has_any_column_privilege(v.oid, 'SELECT') OR microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.series_views IS 'views that show the newest editions of series, as far as you may read them';
COMMENT ON COLUMN microdata.series_views.view IS 'the view';
COMMENT ON COLUMN microdata.series_views.series IS 'name of the series';
COMMENT ON COLUMN microdata.series_views.edition IS 'the edition that it shows';
COMMENT ON COLUMN microdata.series_views.release IS 'the relation of the edition that stands behind it';
COMMENT ON COLUMN microdata.series_views.rows IS 'rows of the edition';
COMMENT ON COLUMN microdata.series_views.created_at IS 'when the edition was made';
COMMENT ON COLUMN microdata.series_views.shown_at IS 'when the view began to show it';
GRANT SELECT ON microdata.series_views TO PUBLIC;

CREATE FUNCTION @extschema@.create_series(
    name text,
    source regclass,
    method text,
    arguments jsonb = '{}',
    subject @extschema@.text_list = NULL,
    m integer = 2,
    transient boolean = false,
    series text = 'invariant',
    view text = NULL,
    keep integer = NULL,
    gate jsonb = NULL,
    approve boolean = false) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_series';
COMMENT ON FUNCTION @extschema@.create_series(text, regclass, text, jsonb, @extschema@.text_list, integer, boolean, text, text, integer, jsonb, boolean)
    IS 'begins a series: persons of a table published again and again, with no value of anybody above 1/m for who holds all editions, or as independent releases; by tables, or behind a view';

CREATE FUNCTION @extschema@.alter_series(
    name text,
    view text = NULL,
    keep integer = NULL,
    gate jsonb = NULL,
    approve boolean = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_alter_series';
COMMENT ON FUNCTION @extschema@.alter_series(text, text, integer, jsonb, boolean)
    IS 'changes how the editions of a series are shown, kept and judged';

CREATE FUNCTION @extschema@.publish_series(name text)
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_series';
COMMENT ON FUNCTION @extschema@.publish_series(text) IS 'publishes the next edition of a series, and shows it where gates let it';

CREATE FUNCTION microdata.publish_edition(name text)
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_edition';
COMMENT ON FUNCTION microdata.publish_edition(text) IS 'publishes the next edition of a series as publish_series() does, and drops none';

-- What is on record of the edition is enough to show it: gates were judged, and who has to has approved.
CREATE FUNCTION microdata.show_edition(name text, edition integer) RETURNS text
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_show_edition';
COMMENT ON FUNCTION microdata.show_edition(text, integer)
    IS 'judges an edition by the gate that its series has now, shows it or, where there is no view, publishes it, and returns its state';

CREATE FUNCTION microdata.old_editions(name text) RETURNS SETOF integer
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH there AS (
        SELECT e.edition, e.state = 'draft' AS draft, s.keep,
               e.edition <= COALESCE(s.shown, (SELECT max(p.edition) FROM microdata.editions p WHERE p.series = e.series AND p.state = 'published')) AS settled
        FROM microdata.editions e
        JOIN microdata.series s ON s.name = e.series
        WHERE e.series = old_editions.name AND e.relations <> '{}'),
    placed AS (
        SELECT t.*, row_number() OVER (PARTITION BY t.settled ORDER BY t.edition DESC) AS place,
               row_number() OVER (PARTITION BY t.draft ORDER BY t.edition DESC) AS place_of_draft
        FROM there t)
    SELECT p.edition
    FROM placed p
    -- Drafts are made as long as nobody looks after a gate that is missed.
    WHERE p.settled AND p.place > p.keep OR p.draft AND p.place_of_draft > p.keep
    ORDER BY p.edition
$$;
COMMENT ON FUNCTION microdata.old_editions(text) IS 'editions of a series that are there and more than it keeps, the oldest first';

CREATE FUNCTION @extschema@.drop_edition(name text, edition integer, wait boolean = false) RETURNS boolean
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_edition';
COMMENT ON FUNCTION @extschema@.drop_edition(text, integer, boolean)
    IS 'drops the tables of an edition that is not shown, unless somebody reads them or something depends on them';

-- Gates.

CREATE FUNCTION microdata.check_gate_of_method(gate text, method text) RETURNS void
    LANGUAGE c STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_check_gate_of_method';
COMMENT ON FUNCTION microdata.check_gate_of_method(text, text) IS 'fails where releases by a method do not have what a gate judges';

-- Of the models only those that bound a share say what nobody exceeds. Of others, values that are as frequent as each other have 1/l.
CREATE FUNCTION microdata.promised_share(arguments jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH asked AS (
        SELECT arguments ->> 'l' AS l, NULL AS alpha, true AS bounds_share
        UNION ALL
        SELECT m.model -> 'parameters' ->> 'l', m.model -> 'parameters' ->> 'alpha',
               COALESCE(m.model -> 'parameters' ->> 'variant', 'frequency') = 'frequency'
        FROM jsonb_array_elements(CASE jsonb_typeof(arguments -> 'privacy') WHEN 'array' THEN arguments -> 'privacy' ELSE '[]' END) m (model)
    ), shares AS (
        SELECT CASE WHEN a.l ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' THEN 1 / GREATEST(a.l::numeric, 1)
                    WHEN a.alpha ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' THEN a.alpha::numeric END AS share, a.bounds_share
        FROM asked a
    )
    SELECT COALESCE(min(s.share) FILTER (WHERE s.bounds_share), min(s.share)) FROM shares s
$$;
COMMENT ON FUNCTION microdata.promised_share(jsonb) IS 'the share that no value is to have beyond by arguments of a publishing function; null where they say nothing of it';

CREATE FUNCTION microdata.checked_gate(gate jsonb, method text = NULL, independent boolean = false, arguments jsonb = '{}') RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    shares CONSTANT text[] := '{inference,loss,suppressed,composition,membership,linkability,singling_out,minimality}';
    -- What editions that go by signatures or cohorts are not read for: counterfeits look like persons to these attacks.
    of_persons CONSTANT text[] := '{linkability,singling_out,minimality}';
    of_any CONSTANT text[] := '{verify,rows,suppressed}';
    of_guesses CONSTANT text[] := '{inference,composition}';
    form CONSTANT text := 'Gates are "verify" (true or false), "rows" (two numbers, as in [0.9, 1.2]), and numbers between 0 and 1 as "'
                          || array_to_string(shares, '", "') || '".';
    -- What a number of the gate can be and its figure be compared with.
    least CONSTANT numeric := 1e-300;
    most CONSTANT numeric := 1e300;
    key text;
    bound jsonb;
    low numeric;
    promised numeric;
BEGIN
    IF gate IS NULL THEN
        RETURN '{}';
    END IF;
    IF jsonb_typeof(gate) <> 'object' THEN
        RAISE EXCEPTION 'gate must be a JSON object, not %', gate
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Write it as in ''{"verify": true, "inference": 0.5}''.';
    END IF;
    FOR key, bound IN SELECT g.key, g.value FROM jsonb_each(gate) g ORDER BY g.key COLLATE "C" LOOP
        IF key = 'verify' THEN
            IF jsonb_typeof(bound) <> 'boolean' THEN
                RAISE EXCEPTION 'gate "verify" must be true or false, not %', bound USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
        ELSIF key = 'rows' THEN
            IF jsonb_typeof(bound) <> 'array' OR jsonb_array_length(bound) <> 2
               OR EXISTS (SELECT FROM jsonb_array_elements(bound) e (element) WHERE jsonb_typeof(e.element) <> 'number') THEN
                RAISE EXCEPTION 'gate "rows" must be an array of two numbers, not %', bound USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
            low := (bound ->> 0)::numeric;
            IF low < 0 OR low > (bound ->> 1)::numeric THEN
                RAISE EXCEPTION 'gate "rows" must go from 0 or more to no less, not %', bound USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
            IF EXISTS (SELECT FROM jsonb_array_elements_text(bound) e (element) WHERE e.element::numeric > most OR (e.element::numeric <> 0 AND e.element::numeric < least)) THEN
                RAISE EXCEPTION 'gate "rows" is out of range' USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
        ELSIF key = ANY (shares) THEN
            IF jsonb_typeof(bound) <> 'number' OR NOT (bound #>> '{}')::numeric BETWEEN 0 AND 1 THEN
                RAISE EXCEPTION 'gate "%" must be a number between 0 and 1, not %', key, bound USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
            IF (bound #>> '{}')::numeric <> 0 AND (bound #>> '{}')::numeric < least THEN
                RAISE EXCEPTION 'gate "%" is out of range', key USING ERRCODE = 'invalid_parameter_value', HINT = form;
            END IF;
        ELSE
            RAISE EXCEPTION 'unrecognized gate: "%"', key USING ERRCODE = 'invalid_parameter_value', HINT = form;
        END IF;
        CONTINUE WHEN method IS NULL OR key = ANY (of_any);
        PERFORM microdata.check_gate_of_method(key, method);
        IF key = ANY (of_guesses) THEN
            promised := microdata.promised_share(arguments);
            IF (bound #>> '{}')::numeric < promised THEN
                RAISE EXCEPTION 'gate "%" must not be below % here, and is %', key, round(ceil(promised * 10000) / 10000, 4), bound
                    USING ERRCODE = 'invalid_parameter_value',
                          DETAIL = 'Editions promise no less than that. One that passes a lower bound by chance shows that its attackers guess wrong more often, so that who takes the other values is right more often than was promised.',
                          HINT = 'Ask for a larger l, or m, where less is to be guessed right.';
            END IF;
        END IF;
        CONTINUE WHEN independent;
        IF arguments ->> 'rows' = 'growing' THEN
            RAISE EXCEPTION 'gate "%" is not supported for series of growing rows', key USING ERRCODE = 'feature_not_supported',
                DETAIL = 'Audits would take the sets of persons who left for those of others.',
                HINT = 'Editions of these are judged by "verify", "rows" and "suppressed".';
        ELSIF method = 'generalization' THEN
            RAISE EXCEPTION 'gate "%" is not supported for series by generalization', key USING ERRCODE = 'feature_not_supported',
                DETAIL = 'Audits do not know counterfeits of classes from persons.',
                HINT = 'Editions of these are judged by "verify", "rows" and "suppressed".';
        ELSIF key = ANY (of_persons) THEN
            RAISE EXCEPTION 'gate "%" is not supported for series with series => ''invariant''', key USING ERRCODE = 'feature_not_supported',
                DETAIL = 'The audit refuses editions with counterfeits, which any edition after the first may have.',
                HINT = 'Editions of these are judged by "verify", "rows", "suppressed", "inference", "membership" and "composition".';
        END IF;
    END LOOP;
    RETURN gate;
END
$$;
COMMENT ON FUNCTION microdata.checked_gate(jsonb, text, boolean, jsonb)
    IS 'the gate as it is kept; fails where it is none or, with a method, where editions of such a series are not judged by it';

CREATE OR REPLACE FUNCTION microdata.audit_findings(results jsonb)
    RETURNS TABLE (audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH rows_of AS (
        SELECT a.key AS audit, r.value AS figures, r.i
        FROM jsonb_each(results) a,
             jsonb_array_elements(CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE '[]' END) WITH ORDINALITY r (value, i)
    ), attempts AS (
        SELECT r.audit, r.i, f.*, COALESCE(f.success, f.guessed_right) AS rate,
               CASE WHEN f.risk_low > 0 THEN
                        format(' Of the attempts that would fail on people outside the release, %s succeed because of it.',
                               microdata.share_in_words(f.risk))
                    WHEN f.risk IS NOT NULL THEN ' The difference may be chance.'
                    ELSE '' END AS gain
        FROM rows_of r,
             jsonb_to_record(r.figures) f (kind text, attacks bigint, attribute name, success float8, guessed_right float8, low float8, high float8,
                                           naive float8, control float8, risk float8, risk_low float8, risk_high float8)
        WHERE r.audit IN ('audit_singling_out', 'audit_linkability', 'audit_inference', 'audit_minimality', 'audit_composition')
    ), against AS (
        SELECT a.*, row_number() OVER (PARTITION BY a.audit, a.attribute ORDER BY COALESCE(a.risk, a.rate) DESC NULLS LAST, a.i) AS worst,
               COALESCE(a.risk, a.rate) AS gained, CASE WHEN a.risk IS NULL THEN a.low ELSE a.risk_low END AS gained_low,
               CASE WHEN a.risk IS NULL THEN a.high ELSE a.risk_high END AS gained_high,
               CASE WHEN a.risk IS NULL THEN a.naive ELSE a.control END AS other
        FROM attempts a
    )
    SELECT a.audit, NULL::name, a.gained, a.gained_low, a.gained_high, a.other,
           CASE WHEN a.rate IS NULL THEN 'The release shows nothing that only one person can have.'
           ELSE format('An attacker who has only the release describes people by %s: %s of these descriptions fit exactly one person',
                       CASE a.kind WHEN 'univariate' THEN 'one attribute' ELSE 'several attributes' END, microdata.share_in_words(a.rate))
                || COALESCE(format(CASE WHEN a.risk IS NULL THEN '. Of descriptions drawn at random %s do.'
                                   ELSE '. Among as many people outside the release %s do.' END, microdata.share_in_words(a.other)), '.')
                || a.gain END
    FROM against a
    WHERE a.audit = 'audit_singling_out' AND a.worst = 1
    UNION ALL
    SELECT a.audit, NULL, a.gained, a.gained_low, a.gained_high, a.other,
           CASE WHEN a.rate IS NULL THEN 'Nothing could be measured: there is nobody to attack.'
           ELSE format('An attacker who knows one half of a person''s attributes from one place and the other half from another brings the two '
                       'together by the release in %s of attempts, and in %s %s.%s', microdata.share_in_words(a.rate),
                       microdata.share_in_words(a.other), CASE WHEN a.risk IS NULL THEN 'by drawing lots' ELSE 'for people outside the release' END,
                       a.gain) END
    FROM against a
    WHERE a.audit = 'audit_linkability'
    UNION ALL
    SELECT a.audit, a.attribute, a.gained, a.gained_low, a.gained_high, a.other,
           CASE WHEN a.rate IS NULL THEN format('Nothing could be measured of "%s": nobody in the table looks like somebody in the release.', a.attribute)
           ELSE format('An attacker who knows what is not secret about a person, and learns from the release, guesses "%s" right for %s of people, '
                       'and for %s %s.%s', a.attribute, microdata.share_in_words(a.rate), microdata.share_in_words(a.other),
                       CASE WHEN a.risk IS NULL THEN 'by saying the most frequent value of everybody' ELSE 'of people outside the release' END,
                       a.gain) END
    FROM against a
    WHERE a.audit = 'audit_inference'
    UNION ALL
    SELECT a.audit, a.attribute, CASE WHEN f.persons > 0 THEN a.gained END, CASE WHEN f.persons > 0 THEN a.gained_low END,
           CASE WHEN f.persons > 0 THEN a.gained_high END, CASE WHEN a.risk IS NULL THEN f.share ELSE a.control END,
           CASE WHEN a.rate IS NULL THEN
                    format('Knowing how the software cuts tells nothing more of anybody''s "%s".', a.attribute)
           ELSE format('An attacker who knows how the software cuts guesses "%s" right for %s of the %s people of whom that tells something, '
                       'and for %s without knowing it.%s%s', a.attribute, microdata.share_in_words(a.rate), f.persons,
                       microdata.share_in_words(f.share),
                       ' Of people outside the release, ' || microdata.share_in_words(a.control) || '.' || a.gain,
                       CASE WHEN f.z IS NULL OR f.z < 4 THEN ' What cuts tell may be chance.' ELSE '' END) END
    FROM against a JOIN rows_of r USING (audit, i), jsonb_to_record(r.figures) f (persons bigint, share float8, z float8)
    WHERE a.audit = 'audit_minimality'
    UNION ALL
    SELECT a.audit, a.attribute, a.gained, a.gained_low, a.gained_high, CASE WHEN a.risk IS NULL THEN f.single_guessed_right ELSE a.control END,
           format(CASE WHEN a.rate IS NULL THEN 'Nothing could be measured of "%2$s": nobody in the table looks like somebody in the releases.'
                  WHEN f.releases = 1 THEN 'No other release of the table tells anything of "%2$s". With this one, an attacker who counts '
                       'guesses it right for %3$s of people; %4$s have one possible value left.'
                  ELSE 'An attacker who has all %1$s releases of the table that you can read guesses "%2$s" right for %3$s of people; '
                       '%4$s have one possible value left. With the one of them that tells most, %5$s are guessed right.' END,
                  f.releases, a.attribute, microdata.share_in_words(a.rate), microdata.share_in_words(f.pinned),
                  microdata.share_in_words(f.single_guessed_right))
           || COALESCE(' Of people outside the release, ' || microdata.share_in_words(a.control) || ' are.' || a.gain, '')
    FROM against a JOIN rows_of r USING (audit, i), jsonb_to_record(r.figures) f (releases integer, pinned float8, single_guessed_right float8)
    WHERE a.audit = 'audit_composition'
    UNION ALL
    (SELECT r.audit, NULL, f.auc, f.low, f.high, 0.5,
            CASE WHEN f.auc IS NULL THEN 'Nothing could be measured: there is nobody to compare.'
            ELSE format('Shown a person in the release and %s, an attacker who knows %s tells which of them is in it in %s of cases. A coin is '
                   'right in 50%%.', CASE WHEN results -> 'against outsiders' ? 'audit_membership' THEN 'one outside' ELSE 'one made up of others'' values' END,
                   CASE f.known WHEN 'all' THEN 'all that was published of both' ELSE 'what is not secret about both' END,
                   microdata.share_in_words(f.auc)) END
     FROM rows_of r, jsonb_to_record(r.figures) f (known text, auc float8, low float8, high float8)
     WHERE r.audit = 'audit_membership'
     ORDER BY f.auc DESC NULLS LAST, f.known
     LIMIT 1)
$$;
COMMENT ON FUNCTION microdata.audit_findings(jsonb) IS 'what the rows of audits say, with a sentence each';

-- Draws are by the number of the release: what is judged again is judged alike, and not until it passes by chance.
CREATE FUNCTION microdata.audited_figure(gate text, relation regclass, source regclass, seed bigint, OUT achieved float8, OUT detail text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    -- These look for what to attack in all that there is: where they find nothing, that is what they have measured. Others have measured nobody.
    searching CONSTANT text[] := '{singling_out,minimality}';
    audit CONSTANT text := 'audit_' || gate;
    results jsonb := microdata.audit_results(ARRAY[audit],
        CASE gate WHEN 'composition' THEN jsonb_build_object('source', source::text) ELSE jsonb_build_object('relation', relation::text) END
        || jsonb_build_object('seed', seed), 'infinity');
    somebody boolean;
BEGIN
    IF source IS NOT NULL THEN
        EXECUTE format('SELECT EXISTS (SELECT FROM %s) AND EXISTS (SELECT FROM %s)', relation, source) INTO somebody;
    END IF;
    IF NOT somebody THEN
        detail := 'Nothing could be measured: the release or its source has no rows.';
    ELSIF jsonb_typeof(results -> audit) = 'array' THEN
        -- Who guesses takes the better way: without a control, that figure is of who says the most frequent value of everybody.
        SELECT CASE WHEN f.figure IS NOT NULL AND gate = 'inference' THEN GREATEST(f.figure, f.control)
                    ELSE COALESCE(f.figure, CASE WHEN gate = ANY (searching) THEN 0 END) END, f.finding INTO achieved, detail
        FROM microdata.audit_findings(results) f
        ORDER BY 1 DESC NULLS FIRST, f.attribute COLLATE "C"
        LIMIT 1;
    ELSE
        detail := results ->> audit;
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.audited_figure(text, regclass, regclass, bigint)
    IS 'the largest figure of an audit of a release, and its sentence; no figure, and why, where the audit cannot be made or has nobody to measure';

CREATE FUNCTION microdata.releases_left_out(source regclass, edition bigint) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_releases_left_out';
COMMENT ON FUNCTION microdata.releases_left_out(regclass, bigint)
    IS 'how many releases about persons of a source, that others may hold or that is the edition, audit_composition() does not compare; null where you may not read the source';

CREATE FUNCTION microdata.left_out(release bigint, edition microdata.edition_record, independent boolean, OUT achieved float8, OUT detail text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    everything numeric;
    missing numeric;
    made microdata.releases;
BEGIN
    IF NOT independent THEN
        -- In series of growing rows, what is withheld are values of persons who are there.
        SELECT r.* INTO made FROM microdata.releases r WHERE r.release_id = release;
        missing := edition.waiting + CASE WHEN made.parameters ->> 'cohorts' = 'true' THEN 0 ELSE edition.withheld END;
        everything := edition.persons + missing;
        detail := format('%s of %s persons are left out.', missing, everything);
        achieved := missing / NULLIF(everything, 0);
        RETURN;
    END IF;
    SELECT r.* INTO made FROM microdata.releases r WHERE r.release_id = release;
    missing := COALESCE(made.suppressed_rows, made.source_rows - made.published_rows);
    achieved := missing / NULLIF(made.source_rows, 0)::numeric;
    detail := format('%s of %s rows are left out.', missing, made.source_rows);
    everything := (made.parameters ->> 'persons')::numeric;
    missing := (made.parameters ->> 'suppressed_persons')::numeric;
    IF missing / NULLIF(everything, 0) >= achieved THEN
        achieved := missing / everything;
        detail := format('%s of %s persons are left out.', missing, everything);
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.left_out(bigint, microdata.edition_record, boolean)
    IS 'the share of the source''s persons, or rows, that an edition does not publish, and a sentence';

CREATE FUNCTION microdata.release_contents(relations regclass[]) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- A row reads alike whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
AS $$
DECLARE
    relation regclass;
    part text;
    parts text[] := '{}';
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        IF (SELECT c.relkind FROM pg_class c WHERE c.oid = relation) = 'v' THEN
            part := pg_get_viewdef(relation);
        ELSE
            -- In the order of the rows' hashes: a table has none. By their beginnings, as no value may be larger than 1 GB.
            EXECUTE format('SELECT encode(sha256(string_agg(p.part, '''' ORDER BY p.beginning)), ''hex'') FROM ('
                           'SELECT get_byte(h.hash, 0) AS beginning, sha256(string_agg(h.hash, '''' ORDER BY h.hash)) AS part '
                           'FROM (SELECT sha256(convert_to(t::text, ''UTF8'')) AS hash FROM %s t) h GROUP BY 1) p', relation) INTO part;
        END IF;
        parts := parts || COALESCE(part, '');
    END LOOP;
    RETURN encode(sha256(convert_to(array_to_string(parts, ' '), 'UTF8')), 'hex');
END
$$;
COMMENT ON FUNCTION microdata.release_contents(regclass[]) IS 'a hash of the rows of relations, in whatever order, and of views'' definitions';

CREATE FUNCTION microdata.gate_findings(name text, edition integer)
    RETURNS TABLE (gate text, bound jsonb, achieved float8, holds boolean, detail text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    series microdata.series_record;
    made microdata.edition_record;
    release microdata.releases;
    known jsonb;
    before record;
    missing bigint;
BEGIN
    SELECT s.* INTO series FROM microdata.series_record s WHERE s.name = gate_findings.name;
    SELECT e.* INTO made FROM microdata.edition_record e WHERE e.series_id = series.series_id AND e.edition = gate_findings.edition;
    SELECT r.* INTO release FROM microdata.releases r WHERE r.release_id = made.release_id;
    IF release.release_id IS NULL THEN
        RAISE EXCEPTION 'series "%" has no edition % that is there', gate_findings.name, gate_findings.edition USING ERRCODE = 'undefined_object';
    END IF;
    -- What is approved is what was published, and measured.
    IF made.contents <> microdata.release_contents(release.relations) THEN
        gate := 'contents';
        bound := 'true';
        holds := false;
        detail := 'The tables of the edition were changed since it was published.';
        RETURN NEXT;
    END IF;
    FOR gate, bound IN
        SELECT g.key, g.value FROM jsonb_each(series.gate) g
        WHERE g.key <> 'verify'
        UNION ALL
        -- Readers of a view are never shown what does not hold.
        SELECT 'verify', 'true' WHERE series.view_name IS NOT NULL OR series.gate -> 'verify' = 'true'
        ORDER BY 1
    LOOP
        achieved := NULL;
        holds := NULL;
        detail := NULL;
        -- What was measured of the source as it was when the edition was made. What others have published, or this series has shown, since then counts now.
        known := (SELECT f.finding FROM jsonb_array_elements(made.findings) f (finding)
                  WHERE f.finding ->> 'gate' = gate AND f.finding -> 'achieved' <> 'null' AND gate NOT IN ('rows', 'composition')
                    AND (gate <> 'verify' OR (series.independent AND made.contents IS NOT NULL AND f.finding -> 'holds' = 'true')));
        BEGIN
            IF known IS NOT NULL THEN
                achieved := (known ->> 'achieved')::float8;
                detail := known ->> 'detail';
            ELSIF gate = 'verify' THEN
                -- The tables alone do not tell whether cohorts show other attributes than before because the source has changed. What is remembered does.
                SELECT count(*), string_agg(format('%s: %s', v.requirement, CASE WHEN NOT v.holds THEN format('%s, not %s', v.achieved, v.bound)
                                                   ELSE COALESCE(v.worst_case ->> 'reason', 'cannot be known') END), '; ' ORDER BY v.requirement COLLATE "C")
                INTO achieved, detail
                FROM (SELECT v.*, bool_or(v.holds AND v.requirement = 'everybody is shown in the cohort and as is remembered') OVER () AS remembered
                      FROM @extschema@.verify_release(release.relations[1]) v) v
                WHERE v.holds IS NOT TRUE
                  AND NOT (v.holds IS NULL AND v.requirement = 'cohorts show quasi-identifiers of former editions' AND v.remembered IS TRUE);
            ELSIF gate = 'rows' THEN
                SELECT e.edition, l.published_rows INTO before
                FROM microdata.edition_record e JOIN microdata.ledger_record l ON l.release_id = e.release_id
                WHERE e.series_id = series.series_id AND e.edition < made.edition AND e.state <> 'draft' AND l.published_rows > 0
                ORDER BY e.edition DESC LIMIT 1;
                IF before.edition IS NULL THEN
                    holds := true;
                    detail := 'There is no edition before it to compare with.';
                ELSE
                    achieved := release.published_rows::float8 / before.published_rows;
                    holds := achieved BETWEEN (bound ->> 0)::float8 AND (bound ->> 1)::float8;
                    detail := format('%s rows; edition %s has %s.', release.published_rows, before.edition, before.published_rows);
                END IF;
            ELSIF gate = 'suppressed' THEN
                SELECT l.achieved, l.detail INTO achieved, detail FROM microdata.left_out(release.release_id, made, series.independent) l;
            ELSIF gate = 'loss' THEN
                achieved := @extschema@.information_loss(release.relations[1]);
            ELSE
                SELECT f.achieved, f.detail INTO achieved, detail
                FROM microdata.audited_figure(gate, release.relations[1], release.source, release.release_id) f;
            END IF;
            IF gate <> 'rows' THEN
                holds := achieved <= CASE gate WHEN 'verify' THEN 0 ELSE (bound #>> '{}')::float8 END;
            END IF;
            -- The figure is of less than what others have, who may guess more with the rest.
            IF gate = 'composition' AND achieved IS NOT NULL THEN
                missing := microdata.releases_left_out(release.source, release.release_id);
                IF missing IS DISTINCT FROM 0 THEN
                    holds := CASE WHEN holds THEN NULL ELSE holds END;
                    detail := format('Left out: %s that others may hold, gone and remembered by no series, or not to be compared. Of the rest: %s', CASE missing WHEN 1 THEN '1 release' ELSE COALESCE(missing::text, 'some') || ' releases' END, detail);
                END IF;
            END IF;
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                -- Somebody has dropped what is read. By another snapshot it is not read.
                IF SQLSTATE = '42P01' OR (SQLSTATE = 'XX000' AND SQLERRM ~ '^(could not open relation|cache lookup failed|tuple concurrently)') THEN
                    RAISE EXCEPTION 'could not judge edition % by gate "%" beside concurrent changes', gate_findings.edition, gate
                        USING ERRCODE = 'serialization_failure', DETAIL = SQLERRM;
                END IF;
                -- The draft stays, with the reason.
                achieved := NULL;
                holds := NULL;
                detail := SQLERRM;
        END;
        RETURN NEXT;
    END LOOP;
END
$$;
COMMENT ON FUNCTION microdata.gate_findings(text, integer) IS 'what the gate of a series says of an edition: holds is null where it cannot be judged';

CREATE FUNCTION microdata.finding_sentence(finding jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
        WHEN finding -> 'holds' = 'true' THEN NULL
        WHEN finding ->> 'gate' IN ('swap', 'view', 'contents') THEN finding ->> 'detail'
        WHEN COALESCE(finding -> 'achieved', 'null') = 'null' OR finding -> 'holds' = 'null' THEN
            format('%s cannot be judged: %s', finding ->> 'gate', COALESCE(finding ->> 'detail', 'there is no figure'))
        WHEN finding ->> 'gate' = 'verify' THEN format('verify_release() does not hold: %s', finding ->> 'detail')
        WHEN finding ->> 'gate' = 'rows' THEN
            format('rows are %s of those before, not %s to %s', round((finding ->> 'achieved')::numeric, 4), finding -> 'bound' ->> 0, finding -> 'bound' ->> 1)
        ELSE format('%s is %s, above %s', finding ->> 'gate', round((finding ->> 'achieved')::numeric, 4), finding ->> 'bound') END
$$;
COMMENT ON FUNCTION microdata.finding_sentence(jsonb) IS 'by how much a gate was missed; null where it was not';

CREATE FUNCTION @extschema@.approve_edition(name text, edition integer) RETURNS text
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_approve_edition';
COMMENT ON FUNCTION @extschema@.approve_edition(text, integer)
    IS 'shows a draft, or publishes it where the series has no view, if it keeps the gate that the series has now';

-- Runs.

CREATE TABLE microdata.run_record (
    run_id bigserial PRIMARY KEY,
    series_id integer NOT NULL,
    edition integer,
    -- A run that goes on holds a lock; one that is on record as running and does not is lost.
    state text NOT NULL DEFAULT 'running' CHECK (state OPERATOR(pg_catalog.=) ANY ('{running,succeeded,failed,lost}'::pg_catalog.text[])),
    started_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    finished_at timestamptz,
    run_by name NOT NULL,
    pid integer NOT NULL,
    sqlerrcode text,
    err_message text,
    err_detail text,
    err_hint text,
    notices jsonb NOT NULL DEFAULT '[]',
    phases jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE microdata.run_record IS 'runs of series; see the view microdata.runs';
COMMENT ON SEQUENCE microdata.run_record_run_id_seq IS 'numbers of runs';
CREATE INDEX run_record_series ON microdata.run_record (series_id, run_id);
COMMENT ON INDEX microdata.run_record_series IS 'the runs of one series';
ALTER TABLE microdata.run_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY run_record_of_owner ON microdata.run_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
COMMENT ON POLICY run_record_of_owner ON microdata.run_record IS 'a run is seen by the owner of its series'' source';
GRANT SELECT ON microdata.run_record TO PUBLIC;
GRANT SELECT ON SEQUENCE microdata.run_record_run_id_seq TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.run_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.run_record_run_id_seq', '');

CREATE FUNCTION microdata.begin_run(name text) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_begin_run';
COMMENT ON FUNCTION microdata.begin_run(text) IS 'begins the one run that a series has at a time, and returns its number';

CREATE FUNCTION microdata.end_run(run_id bigint, edition integer, sqlerrcode text, message text, detail text, hint text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_end_run';
COMMENT ON FUNCTION microdata.end_run(bigint, integer, text, text, text, text) IS 'records what came of the run that this session has begun, and notifies who listens';

CREATE FUNCTION microdata.repeat_run(run_id bigint, message text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_repeat_run';
COMMENT ON FUNCTION microdata.repeat_run(bigint, text) IS 'says that the run that this session has begun publishes again, since others changed what it needs';

CREATE FUNCTION microdata.close_run(run_id bigint) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_close_run';
COMMENT ON FUNCTION microdata.close_run(bigint) IS 'lets the series have its next run, and raises the error that is on record of this one';

-- It commits, so it can have no settings of its own: all is written with its schema until the path is set, in each transaction anew.
CREATE PROCEDURE @extschema@.run_series(name text)
    LANGUAGE plpgsql
AS $$
DECLARE
    run pg_catalog.int8;
    made pg_catalog.int4;
    state pg_catalog.text;
    missed pg_catalog.jsonb;
    code pg_catalog.text;
    message pg_catalog.text;
    detail pg_catalog.text;
    hint pg_catalog.text;
    old pg_catalog.int4[];
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    run := microdata.begin_run(name);
    COMMIT;
    -- What is published is verified beside the same rows of the source, whatever others write meanwhile. Whatever is computed before would be a query.
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    FOR attempt IN 1 .. 3 LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        -- Ends with the transaction. Read by a view that policies do not bind: what the session's row_security says is not an error here.
        PERFORM microdata.begin_progress('run_series', (SELECT s.source FROM microdata.series s WHERE s.name = run_series.name));
        code := NULL;
        message := NULL;
        detail := NULL;
        hint := NULL;
        BEGIN
            SELECT p.edition, p.state INTO made, state FROM microdata.publish_edition(name) p;
        EXCEPTION
            WHEN query_canceled OR assert_failure OR OTHERS THEN
                GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
        END;
        -- Others have changed what the edition is made from, or shown by. By a new snapshot they have done so before.
        IF code = 'XX000' AND message LIKE 'tuple concurrently %' THEN
            code := '40001';
        END IF;
        EXIT WHEN code IS NULL OR code NOT IN ('40001', '40P01') OR attempt = 3;
        PERFORM microdata.repeat_run(run, message);
        COMMIT;
        SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    END LOOP;
    IF state = 'draft' THEN
        missed := (SELECT f.finding
                   FROM microdata.editions e, jsonb_array_elements(e.findings) WITH ORDINALITY f (finding, place)
                   WHERE e.series = run_series.name AND e.edition = made AND f.finding -> 'holds' IS DISTINCT FROM 'true'
                   ORDER BY f.place LIMIT 1);
    END IF;
    IF missed IS NOT NULL THEN
        -- Whoever asks for the lock may have it later; what misses a bound will miss it again.
        code := CASE missed ->> 'gate' WHEN 'swap' THEN '55P03' ELSE '55000' END;
        message := format('edition %s of series "%s" stays a draft: %s', made, name, microdata.finding_sentence(missed));
        detail := CASE missed ->> 'gate' WHEN 'swap' THEN NULL ELSE missed ->> 'detail' END;
        hint := (SELECT concat_ws(' ',
                            CASE WHEN s.shown IS NOT NULL THEN format('Readers have edition %s.', s.shown)
                                 WHEN s.view IS NOT NULL THEN 'Readers have none: the view is made with the next edition that is shown.' END,
                            COALESCE(missed ->> 'hint', format('Once it is to be %s, call approve_edition(%L, %s).',
                                                               CASE WHEN s.view IS NULL THEN 'published' ELSE 'shown' END, run_series.name, made)))
                 FROM microdata.series s WHERE s.name = run_series.name);
    END IF;
    PERFORM microdata.end_run(run, made, code, message, detail, hint);
    old := ARRAY(SELECT o.edition FROM microdata.old_editions(name) o (edition));
    COMMIT;
    -- What somebody reads, or something depends on, stays until the next run.
    FOR i IN 1 .. pg_catalog.cardinality(old) LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        BEGIN
            PERFORM @extschema@.drop_edition(name, old[i]);
        EXCEPTION
            WHEN OTHERS THEN
                RAISE WARNING 'edition % of series "%" stays', old[i], name USING DETAIL = SQLERRM;
        END;
        COMMIT;
    END LOOP;
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    PERFORM microdata.close_run(run);
END
$$;
COMMENT ON PROCEDURE @extschema@.run_series(text) IS 'publishes the next edition of a series, and puts on record what came of it';

CREATE VIEW microdata.runs WITH (security_barrier) AS
    SELECT r.run_id, s.name AS series, r.edition,
           CASE WHEN r.state <> 'running'
                  OR EXISTS (SELECT FROM pg_catalog.pg_locks l
                             WHERE l.locktype = 'object' AND l.pid = r.pid AND l.granted AND l.classid = 'microdata.series_record'::regclass
                               AND l.objid = r.series_id::oid
                               AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database()))
                THEN r.state ELSE 'lost' END AS state,
           r.started_at, r.finished_at, r.finished_at - r.started_at AS duration, r.run_by, r.pid, r.sqlerrcode, r.err_message, r.err_detail,
           r.err_hint, r.notices, r.phases
    FROM microdata.run_record r
    JOIN microdata.series_record s USING (series_id)
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.runs IS 'runs of series of sources that you own';
COMMENT ON COLUMN microdata.runs.run_id IS 'number of the run';
COMMENT ON COLUMN microdata.runs.series IS 'name of the series';
COMMENT ON COLUMN microdata.runs.edition IS 'the edition that it made; null where it made none';
COMMENT ON COLUMN microdata.runs.state IS 'running, succeeded, failed, or lost where its session ended before it did';
COMMENT ON COLUMN microdata.runs.started_at IS 'when it began';
COMMENT ON COLUMN microdata.runs.finished_at IS 'when its outcome was known';
COMMENT ON COLUMN microdata.runs.duration IS 'how long that took';
COMMENT ON COLUMN microdata.runs.run_by IS 'the role that logged in';
COMMENT ON COLUMN microdata.runs.pid IS 'the process of its session';
COMMENT ON COLUMN microdata.runs.sqlerrcode IS 'SQLSTATE of the error that ended it';
COMMENT ON COLUMN microdata.runs.err_message IS 'the error''s message';
COMMENT ON COLUMN microdata.runs.err_detail IS 'the error''s detail';
COMMENT ON COLUMN microdata.runs.err_hint IS 'the error''s hint';
COMMENT ON COLUMN microdata.runs.notices IS 'notices and warnings of this extension on the way: an array of objects with level, message, detail, hint';
COMMENT ON COLUMN microdata.runs.phases IS 'what took how long: an object of phases with milliseconds';

-- Schedules.

CREATE FUNCTION microdata.cron_values(field text, low integer, high integer, names text[]) RETURNS integer[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found integer[] := '{}';
    part text;
    matched text[];
    first integer;
    last integer;
BEGIN
    field := lower(field);
    FOR i IN 1 .. COALESCE(cardinality(names), 0) LOOP
        field := replace(field, names[i], (low + i - 1)::text);
    END LOOP;
    FOREACH part IN ARRAY string_to_array(field, ',') LOOP
        matched := regexp_match(part, '^(\*|\d{1,2})(?:-(\d{1,2}))?(?:/(\d{1,2}))?$');
        IF matched IS NULL OR (matched[1] = '*' AND matched[2] IS NOT NULL) THEN
            RETURN NULL;
        END IF;
        first := CASE matched[1] WHEN '*' THEN low ELSE matched[1]::integer END;
        last := CASE WHEN matched[1] = '*' THEN high WHEN matched[2] IS NOT NULL THEN matched[2]::integer WHEN matched[3] IS NOT NULL THEN high ELSE first END;
        IF first < low OR last > high OR first > last OR matched[3]::integer = 0 THEN
            RETURN NULL;
        END IF;
        found := found || ARRAY(SELECT generate_series(first, last, COALESCE(matched[3]::integer, 1)));
    END LOOP;
    RETURN ARRAY(SELECT DISTINCT u.v FROM unnest(found) u (v) ORDER BY u.v);
END
$$;
COMMENT ON FUNCTION microdata.cron_values(text, integer, integer, text[]) IS 'the numbers that a field of a crontab line stands for; null where it is none';

CREATE FUNCTION microdata.cron_fields(schedule text, OUT minutes integer[], OUT hours integer[], OUT days integer[], OUT months integer[], OUT weekdays integer[],
                                      OUT either_day boolean)
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    fields text[] := regexp_split_to_array(CASE lower(btrim(schedule))
        WHEN '@yearly' THEN '0 0 1 1 *' WHEN '@annually' THEN '0 0 1 1 *' WHEN '@monthly' THEN '0 0 1 * *' WHEN '@weekly' THEN '0 0 * * 0'
        WHEN '@daily' THEN '0 0 * * *' WHEN '@midnight' THEN '0 0 * * *' WHEN '@hourly' THEN '0 * * * *' ELSE btrim(schedule) END, '\s+');
BEGIN
    IF cardinality(fields) IS DISTINCT FROM 5 THEN
        RETURN;
    END IF;
    minutes := microdata.cron_values(fields[1], 0, 59, NULL);
    hours := microdata.cron_values(fields[2], 0, 23, NULL);
    days := microdata.cron_values(fields[3], 1, 31, NULL);
    months := microdata.cron_values(fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}');
    -- Sunday is 0, and 7.
    weekdays := ARRAY(SELECT DISTINCT u.v % 7 FROM unnest(microdata.cron_values(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}')) u (v) ORDER BY 1);
    weekdays := NULLIF(weekdays, '{}');
    -- Where both are restricted, one of them suffices.
    either_day := fields[3] NOT LIKE '*%' AND fields[5] NOT LIKE '*%';
    IF minutes IS NULL OR hours IS NULL OR days IS NULL OR months IS NULL OR weekdays IS NULL THEN
        minutes := NULL;
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.cron_fields(text) IS 'what a schedule of cron stands for; minutes are null where it cannot be read';

CREATE FUNCTION microdata.next_start(schedule text, after timestamptz) RETURNS timestamptz
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    fields record;
    zone text := COALESCE(current_setting('cron.timezone', true), 'GMT');
    moment timestamp := after AT TIME ZONE zone;
    day date;
    found timestamp;
BEGIN
    SELECT * INTO fields FROM microdata.cron_fields(schedule);
    IF fields.minutes IS NULL THEN
        RETURN NULL;
    END IF;
    -- Between two 29ths of February there are up to eight years.
    FOR i IN 0 .. 2923 LOOP
        day := moment::date + i;
        CONTINUE WHEN extract(month FROM day) <> ALL (fields.months);
        CONTINUE WHEN CASE WHEN fields.either_day THEN extract(day FROM day) <> ALL (fields.days) AND extract(dow FROM day) <> ALL (fields.weekdays)
                           ELSE extract(day FROM day) <> ALL (fields.days) OR extract(dow FROM day) <> ALL (fields.weekdays) END;
        SELECT min(day + make_interval(hours => h, mins => m)) INTO found
        FROM unnest(fields.hours) h, unnest(fields.minutes) m
        WHERE day + make_interval(hours => h, mins => m) > moment;
        IF found IS NOT NULL THEN
            RETURN found AT TIME ZONE zone;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.next_start(text, timestamptz) IS 'when a schedule of pg_cron begins next';

CREATE FUNCTION microdata.systemd_calendar(schedule text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    fields record;
    times text;
    dates text[];
BEGIN
    SELECT * INTO fields FROM microdata.cron_fields(schedule);
    IF fields.minutes IS NULL THEN
        RETURN NULL;
    END IF;
    times := format(' %s:%s:00', CASE cardinality(fields.hours) WHEN 24 THEN '*' ELSE (SELECT string_agg(lpad(h::text, 2, '0'), ',') FROM unnest(fields.hours) h) END,
                    CASE cardinality(fields.minutes) WHEN 60 THEN '*' ELSE (SELECT string_agg(lpad(m::text, 2, '0'), ',') FROM unnest(fields.minutes) m) END);
    dates := ARRAY[CASE cardinality(fields.weekdays) WHEN 7 THEN ''
                   ELSE (SELECT string_agg(('{Sun,Mon,Tue,Wed,Thu,Fri,Sat}'::text[])[w + 1], ',') FROM unnest(fields.weekdays) w) || ' ' END,
                   format('*-%s-', CASE cardinality(fields.months) WHEN 12 THEN '*' ELSE array_to_string(fields.months, ',') END),
                   CASE cardinality(fields.days) WHEN 31 THEN '*' ELSE array_to_string(fields.days, ',') END];
    RETURN CASE WHEN fields.either_day
        THEN format('OnCalendar=%s%s*%s and OnCalendar=%s%s%s', dates[1], dates[2], times, dates[2], dates[3], times)
        ELSE format('OnCalendar=%s%s%s%s', dates[1], dates[2], dates[3], times) END;
END
$$;
COMMENT ON FUNCTION microdata.systemd_calendar(text) IS 'a schedule of cron as a systemd timer has it; null where it cannot be read';

CREATE FUNCTION @extschema@.schedule_series(name text, schedule text) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_schedule_series';
COMMENT ON FUNCTION @extschema@.schedule_series(text, text) IS 'has pg_cron run a series, in the name of its source''s owner';

CREATE FUNCTION @extschema@.unschedule_series(name text) RETURNS boolean
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_unschedule_series';
COMMENT ON FUNCTION @extschema@.unschedule_series(text) IS 'takes the job of a series out of pg_cron; false where there is none';

CREATE FUNCTION microdata.scheduled_jobs() RETURNS TABLE (series_id integer, job_id bigint, schedule text, active boolean)
    LANGUAGE c STABLE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_scheduled_jobs';
COMMENT ON FUNCTION microdata.scheduled_jobs() IS 'jobs of pg_cron that run series of sources that you own';

CREATE VIEW microdata.run_stats WITH (security_barrier) AS
    SELECT s.name AS series, t.runs, t.failures, l.state AS last_state, l.started_at AS last_started_at, t.last_success, l.duration AS last_duration,
           l.sqlerrcode AS last_sqlerrcode, l.err_message AS last_message, j.job_id, j.schedule, j.active,
           CASE WHEN j.active THEN microdata.next_start(j.schedule, now()) END AS next_start
    FROM microdata.series_record s
    CROSS JOIN LATERAL (SELECT count(*) AS runs, count(*) FILTER (WHERE r.state IN ('failed', 'lost')) AS failures,
                               max(r.finished_at) FILTER (WHERE r.state = 'succeeded') AS last_success
                        FROM microdata.runs r WHERE r.series = s.name) t
    LEFT JOIN LATERAL (SELECT r.* FROM microdata.runs r WHERE r.series = s.name ORDER BY r.run_id DESC LIMIT 1) l ON true
    LEFT JOIN microdata.scheduled_jobs() j ON j.series_id = s.series_id
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.run_stats IS 'how runs of series of sources that you own went, and when the next one is';
COMMENT ON COLUMN microdata.run_stats.series IS 'name of the series';
COMMENT ON COLUMN microdata.run_stats.runs IS 'runs on record';
COMMENT ON COLUMN microdata.run_stats.failures IS 'those of them that failed or were lost';
COMMENT ON COLUMN microdata.run_stats.last_state IS 'state of the last run';
COMMENT ON COLUMN microdata.run_stats.last_started_at IS 'when the last run began';
COMMENT ON COLUMN microdata.run_stats.last_success IS 'when a run succeeded last';
COMMENT ON COLUMN microdata.run_stats.last_duration IS 'how long the last run took';
COMMENT ON COLUMN microdata.run_stats.last_sqlerrcode IS 'SQLSTATE of the error that ended the last run';
COMMENT ON COLUMN microdata.run_stats.last_message IS 'its message';
COMMENT ON COLUMN microdata.run_stats.job_id IS 'the job of pg_cron; null where there is none in this database';
COMMENT ON COLUMN microdata.run_stats.schedule IS 'its schedule';
COMMENT ON COLUMN microdata.run_stats.active IS 'whether it is active';
COMMENT ON COLUMN microdata.run_stats.next_start IS 'when it begins next; null where the schedule cannot be read';
GRANT SELECT ON microdata.runs, microdata.run_stats TO PUBLIC;

-- Watching.

CREATE FUNCTION microdata.backend_progress(
    OUT pid integer, OUT datid oid, OUT usesysid oid, OUT command text, OUT relid oid, OUT phase text, OUT phases_done integer,
    OUT phases_total integer, OUT done bigint, OUT total bigint, OUT unit text, OUT started timestamptz)
    RETURNS SETOF record
    LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'pg_microdata_backend_progress';
COMMENT ON FUNCTION microdata.backend_progress()
    IS 'how far the functions of pg_microdata are that run in the server; see microdata.progress';

CREATE VIEW microdata.progress AS
    SELECT b.pid, b.datid, d.datname,
           CASE WHEN b.usesysid IS NOT NULL THEN pg_catalog.pg_get_userbyid(b.usesysid) END AS usename,
           b.command, b.relid, c.oid::pg_catalog.regclass::pg_catalog.text AS relation,
           b.phase, b.phases_done, b.phases_total, b.done, b.total, b.unit, b.started
    FROM microdata.backend_progress() b
    LEFT JOIN pg_catalog.pg_database d ON d.oid = b.datid
    LEFT JOIN pg_catalog.pg_class c
        ON c.oid = b.relid AND d.datname = pg_catalog.current_database();
COMMENT ON VIEW microdata.progress
    IS 'one row for each session of the server, of whatever database, that publishes, verifies, audits or estimates; of other roles'' sessions, who is no member of pg_read_all_stats sees pid and database alone';
COMMENT ON COLUMN microdata.progress.pid IS 'process that does it, as in pg_stat_activity';
COMMENT ON COLUMN microdata.progress.datid IS 'OID of its database';
COMMENT ON COLUMN microdata.progress.datname IS 'name of its database';
COMMENT ON COLUMN microdata.progress.usename IS 'who is connected';
COMMENT ON COLUMN microdata.progress.command IS 'the function that was called; of functions that call each other, the outermost';
COMMENT ON COLUMN microdata.progress.relid IS 'OID of the source or the release that it is about, in its database';
COMMENT ON COLUMN microdata.progress.relation IS 'name of that; null where it is in another database';
COMMENT ON COLUMN microdata.progress.phase IS 'what it does now';
COMMENT ON COLUMN microdata.progress.phases_done IS 'phases, or steps of a command that calls others, that are behind it; null where they are not counted';
COMMENT ON COLUMN microdata.progress.phases_total IS 'how many of them there are; some may not be needed';
COMMENT ON COLUMN microdata.progress.done IS 'units of the phase that are done; null where they are not counted';
COMMENT ON COLUMN microdata.progress.total IS 'units that the phase has, as far as is known by now; of rows that are being read, an estimate';
COMMENT ON COLUMN microdata.progress.unit IS 'what is counted';
COMMENT ON COLUMN microdata.progress.started IS 'when the command began';
GRANT SELECT ON microdata.progress TO PUBLIC;

CREATE FUNCTION microdata.begin_progress(command text, relation regclass, steps integer = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_begin_progress';
COMMENT ON FUNCTION microdata.begin_progress(text, regclass, integer)
    IS 'shows a command that calls others in microdata.progress, until end_progress(), or until the transaction or its part is over';

CREATE FUNCTION microdata.step_progress() RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_step_progress';
COMMENT ON FUNCTION microdata.step_progress() IS 'one more step of the command that begin_progress() shows is done';

CREATE FUNCTION microdata.end_progress() RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_end_progress';
COMMENT ON FUNCTION microdata.end_progress() IS 'ends what begin_progress() began';

-- Functions that call others say how many steps they have. But for that they are as they were.

CREATE OR REPLACE FUNCTION microdata.explored(
    source regclass,
    method text,
    settings jsonb,
    sensitive @extschema@.text_list,
    identifiers @extschema@.text_list,
    insensitive @extschema@.text_list,
    quasi_identifiers @extschema@.text_list,
    subject @extschema@.text_list,
    sample integer,
    seed bigint)
    RETURNS TABLE (setting jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss float8, error float8,
                   inference float8, membership float8, milliseconds float8, reason text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- Whoever a policy would hide rows from gets an error.
    SET row_security = off
    -- The same rows are drawn whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    tried jsonb[];
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    roles jsonb;
    columns text;
    persons text;
    release bigint;
    published regclass[];
    began timestamptz;
    said text;
    detail text;
    hint text;
BEGIN
    tried := ARRAY(SELECT s FROM microdata.explored_settings(called, method, settings) s);
    IF sample < 1 THEN
        RAISE EXCEPTION 'sample must be at least 1, not %', sample USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT string_agg(format('s.%I', r.attribute), ', '),
           string_agg(format('s.%I', r.attribute), ', ') FILTER (WHERE r.of_subject),
           jsonb_build_object(
               'sensitive', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'sensitive'), '[]'),
               'insensitive', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'insensitive'), '[]'),
               'quasi_identifiers', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.role = 'quasi-identifier'), '[]'),
               'subject', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.of_subject), '[]'))
    INTO columns, persons, roles
    FROM microdata.assigned_roles(source, sensitive, identifiers, insensitive, quasi_identifiers, subject) r
    WHERE r.role <> 'identifier' OR r.of_subject;
    IF columns IS NULL THEN
        RAISE EXCEPTION 'relation "%" has no attribute that could be published', source USING ERRCODE = 'invalid_parameter_value';
    END IF;
    -- Lists that a function does not have as arguments are what remains there.
    roles := (SELECT jsonb_object_agg(r.key, r.value) FROM jsonb_each(roles) r WHERE r.key = ANY (called.proargnames));
    PERFORM set_config('client_min_messages', 'error', true);
    PERFORM microdata.begin_progress('explore', source, cardinality(tried));
    BEGIN
        EXECUTE format('CREATE TEMPORARY TABLE microdata_explored AS SELECT %s FROM %s s %s', columns, source,
                       CASE WHEN sample IS NOT NULL THEN
                           -- All rows of a person, or none.
                           format('ORDER BY %s FETCH FIRST %s ROWS WITH TIES',
                                  microdata.place_in_draw(columns, persons, drawn_by), sample) END);
        ANALYZE pg_temp.microdata_explored;
        PERFORM microdata.stand_in('pg_temp.microdata_explored', source);
        FOREACH setting IN ARRAY tried LOOP
            feasible := false;
            groups := NULL; smallest := NULL; suppressed := NULL;
            loss := NULL; error := NULL; inference := NULL; membership := NULL;
            milliseconds := NULL; reason := NULL;
            began := clock_timestamp();
            BEGIN
                published := microdata.publish('pg_temp.microdata_explored', method,
                    roles || microdata.settings_as_arguments(setting) || jsonb_build_object('seed', seed), 'pg_temp.microdata_tried');
                feasible := true;
                milliseconds := round(1000 * extract(epoch FROM clock_timestamp() - began)::numeric, 1);
                SELECT r.release_id, r.buckets, r.suppressed_rows INTO STRICT release, groups, suppressed
                FROM microdata.releases r WHERE published[1] = ANY (r.relations);
                smallest := microdata.smallest_group(release);
                loss := microdata.figure_of('information_loss', 'f', published[1], NULL);
                error := microdata.figure_of('relative_error', 'median', published[1], drawn_by);
                inference := microdata.figure_of('audit_inference', 'guessed_right', published[1], drawn_by);
                membership := microdata.figure_of('audit_membership', 'auc', published[1], drawn_by);
                RAISE SQLSTATE 'MD000';
            EXCEPTION
                WHEN SQLSTATE 'MD000' THEN
                    NULL;
                -- The settings do not suit the method, each other, or the data.
                WHEN invalid_parameter_value OR object_not_in_prerequisite_state OR feature_not_supported
                     OR program_limit_exceeded THEN
                    GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
                    reason := replace(concat_ws(' ', said || '.', NULLIF(detail, ''), NULLIF(hint, '')), 'microdata_explored',
                                      (SELECT c.relname FROM pg_class c WHERE c.oid = source));
            END;
            PERFORM microdata.step_progress();
            RETURN NEXT;
        END LOOP;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        NULL;
    END;
    PERFORM microdata.end_progress();
END
$$;

CREATE OR REPLACE FUNCTION microdata.audit_results(audits text[], arguments jsonb, until timestamptz) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    audit text;
    called pg_proc;
    rows jsonb;
    said text;
    detail text;
    results jsonb := '{}';
BEGIN
    FOREACH audit IN ARRAY audits LOOP
        EXIT WHEN clock_timestamp() >= until;
        called := microdata.function_of_extension(audit);
        IF called.oid IS NULL THEN
            RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
        END IF;
        BEGIN
            EXECUTE format('SELECT jsonb_agg(a) FROM %s.%I(%s) a', called.pronamespace::regnamespace, called.proname,
                           substr(microdata.argument_list(called, arguments), 3))
                INTO rows USING arguments;
            results := results || jsonb_build_object(audit, COALESCE(rows, '[]'));
        EXCEPTION
            -- The audit does not suit the release, or there is too much of it.
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_object
                 OR program_limit_exceeded THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
        END;
        PERFORM microdata.step_progress();
    END LOOP;
    RETURN results;
END
$$;

CREATE OR REPLACE FUNCTION microdata.audited(relation regclass, share float8, seconds float8, seed bigint)
    RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    until timestamptz := 'infinity';
    -- What audits can be made against a control.
    against_outsiders CONSTANT text[] := '{audit_singling_out,audit_linkability,audit_inference,audit_membership,audit_minimality}';
    made_of regclass;
    given jsonb := jsonb_build_object('relation', relation::text, 'seed', seed);
    of_source jsonb;
    results jsonb;
    made text[];
    said text;
    detail text;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF share IS NOT NULL AND NOT (share > 0 AND share < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', share USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 0 OR seconds = 'NaN' THEN
        RAISE EXCEPTION 'seconds must be 0 or more, not %', seconds USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF seconds < 1e8 THEN
        until := clock_timestamp() + make_interval(secs => seconds);
    END IF;
    -- Fails where the relation is no release, or may not be read.
    SELECT c.source INTO STRICT made_of FROM microdata.publishing_call(relation) c;
    of_source := jsonb_build_object('source', made_of::text, 'seed', seed);
    PERFORM microdata.begin_progress('audit', relation, cardinality(against_outsiders) + 1);
    IF share IS NOT NULL AND clock_timestamp() < until THEN
        BEGIN
            -- One control for all.
            results := microdata.with_control(ARRAY[relation], share, seed,
                'SELECT microdata.audit_results(ARRAY(SELECT jsonb_array_elements_text($1 -> ''audits'')), jsonb_build_object('
                '''relation'', $2[1]::text, ''outsiders'', $3::text, ''seed'', $1 -> ''seed''), ($1 ->> ''until'')::timestamptz)',
                jsonb_build_object('audits', against_outsiders, 'seed', seed, 'until', until));
        EXCEPTION
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_column
                 OR insufficient_privilege OR program_limit_exceeded OR read_only_sql_transaction THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        END;
    END IF;
    made := ARRAY(SELECT a.key FROM jsonb_each(results) a WHERE jsonb_typeof(a.value) = 'array');
    -- All releases of the source, of one control of their own.
    IF share IS NOT NULL THEN
        BEGIN
            results := COALESCE(results, '{}')
                || microdata.audit_results('{audit_composition}', of_source || jsonb_build_object('control', share), until);
        EXCEPTION
            WHEN undefined_column OR insufficient_privilege OR read_only_sql_transaction THEN
                NULL;
        END;
    END IF;
    -- What has no control is made of the release itself.
    results := COALESCE(results, '{}') || jsonb_build_object('against outsiders', made)
        || microdata.audit_results(ARRAY(SELECT a FROM unnest(against_outsiders) a WHERE a <> ALL (made)), given, until);
    IF jsonb_typeof(results -> 'audit_composition') IS DISTINCT FROM 'array' THEN
        results := results || microdata.audit_results('{audit_composition}', of_source, until);
    END IF;
    RETURN QUERY
        -- In which of the regulators' words each audit answers.
        SELECT a.risk, a.audit, f.attribute, f.figure, f.low, f.high, f.control,
               COALESCE(f.finding, 'Not done: ' || COALESCE(results ->> a.audit, format('the %s seconds were over.', seconds)))
        FROM (VALUES (1, 'singling out', 'audit_singling_out'), (2, 'linkability', 'audit_linkability'), (3, 'inference', 'audit_inference'),
                     (4, 'inference', 'audit_minimality'), (5, 'inference', 'audit_composition'), (6, 'membership', 'audit_membership'))
             a (place, risk, audit)
        LEFT JOIN microdata.audit_findings(results) f USING (audit)
        ORDER BY a.place, f.attribute;
    IF said IS NOT NULL THEN
        RETURN QUERY
            SELECT NULL::text, 'control', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   concat_ws(' ', 'Not done: ' || said || '.', NULLIF(detail, ''), 'The figures are those of attacks without a control.');
    END IF;
    PERFORM microdata.end_progress();
END
$$;

-- Releases that give way.

-- Reading releases by the views of series.

CREATE FUNCTION microdata.relations_in(facts jsonb) RETURNS TABLE (relation_no bigint, relation regclass, kind "char")
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT e.position, (e.value ->> 'relation')::oid::regclass, (e.value ->> 'kind')::"char"
    FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position)
$$;
COMMENT ON FUNCTION microdata.relations_in(jsonb)
    IS 'the relations of a release that release_facts() tells of, and what they are or, as views of a series, show';

-- What microdata.releases shows of it. Who may read the views of a series may not be one who sees the tables' release there.
CREATE FUNCTION microdata.release_in(facts jsonb) RETURNS microdata.releases
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    release microdata.releases;
BEGIN
    SELECT * INTO release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    IF facts ? 'shown' THEN
        IF NOT FOUND THEN
            release := jsonb_populate_record(NULL::microdata.releases, facts -> 'shown');
        END IF;
        release.relations := ARRAY(SELECT f.relation FROM microdata.relations_in(facts) f ORDER BY f.relation_no);
    END IF;
    RETURN release;
END
$$;
COMMENT ON FUNCTION microdata.release_in(jsonb) IS 'the release that release_facts() tells of, as far as you may see it; its relations are views where a view of a series was asked for';

DROP FUNCTION microdata.described_columns(bigint);
CREATE FUNCTION microdata.described_columns(facts jsonb, parameters jsonb)
    RETURNS TABLE (relation regclass, relation_no bigint, kind "char", column_no smallint, name name, type text, role text, group_no integer,
                   generalized boolean, reading text, sentence text)
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH known AS MATERIALIZED (
        SELECT k.relation::regclass, k.group_no, k.attribute, k.role, k.generalized,
               microdata.reading(k.generalized, a.atttypid, a.attname, parameters) AS reading
        FROM jsonb_to_recordset(facts -> 'columns') k (relation oid, group_no integer, attribute name, role text, generalized boolean)
        JOIN pg_attribute a ON a.attrelid = k.relation AND a.attname = k.attribute AND NOT a.attisdropped),
    groups AS MATERIALIZED (
        SELECT k.relation, k.group_no, array_agg(k.attribute ORDER BY k.attribute) AS attributes,
               (SELECT count(*) FROM known) - count(*) AS others
        FROM known k GROUP BY k.relation, k.group_no),
    -- A view shows attributes of the tables.
    shown AS MATERIALIZED (
        SELECT k.relation AS of, k.* FROM known k
        UNION ALL
        SELECT f.relation, k.* FROM (SELECT DISTINCT ON (o.attribute) o.* FROM known o ORDER BY o.attribute, o.relation) k
        CROSS JOIN microdata.relations_in(facts) f
        WHERE f.kind = 'v')
    SELECT f.relation, f.relation_no, f.kind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), x.role, k.group_no,
           COALESCE(k.generalized, false), k.reading,
           concat_ws(' ', microdata.column_sentence(x.role, a.attname, array_remove(g.attributes, k.attribute), g.others::integer),
               microdata.reading_sentence(k.reading))
    FROM microdata.relations_in(facts) f
    JOIN pg_attribute a ON a.attrelid = f.relation AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN shown k ON k.of = f.relation AND k.attribute = a.attname
    LEFT JOIN groups g ON g.relation = k.relation AND g.group_no = k.group_no
    CROSS JOIN LATERAL (SELECT COALESCE(k.role, CASE a.attname::text
        WHEN parameters ->> 'bucket_column' THEN 'bucket'
        WHEN parameters ->> 'member_column' THEN 'member'
        WHEN parameters ->> 'count_column' THEN 'count'
        WHEN parameters ->> 'weight_column' THEN 'weight'
        WHEN 'bucket' THEN 'bucket' END)) x (role)
    WHERE x.role IS NOT NULL
    ORDER BY f.relation_no, a.attnum
$$;
COMMENT ON FUNCTION microdata.described_columns(jsonb, jsonb) IS 'the columns of the release that release_facts() tells of, with what is said of them';

CREATE OR REPLACE FUNCTION @extschema@.release_description(relation regclass) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb;
    release microdata.releases;
    relations jsonb;
    loss float8;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be null' USING ERRCODE = '22004';
    END IF;
    facts := microdata.release_facts(relation);
    release := microdata.release_in(facts);
    IF release.release_id IS NULL OR NOT microdata.may_read_release(ARRAY[release_description.relation]) THEN
        RAISE EXCEPTION 'permission denied for relation %', relation::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(relation);
    EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state OR insufficient_privilege OR undefined_object OR feature_not_supported THEN
        -- No method for it, a hierarchy that is gone or somebody else's, or an edition with counterfeits.
        loss := NULL;
    END;
    SELECT jsonb_agg(jsonb_build_object('name', c.relname, 'kind', CASE f.kind WHEN 'v' THEN 'view' ELSE 'table' END, 'columns', x.columns)
                     ORDER BY f.relation_no) INTO relations
    FROM microdata.relations_in(facts) f
    JOIN pg_class c ON c.oid = f.relation
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'type', d.type, 'role', d.role, 'group', d.group_no,
                   'generalized', CASE WHEN d.reading IS NOT NULL THEN d.generalized END, 'reading', d.reading, 'meaning', d.sentence))
                   || CASE WHEN d.reading = 'label' AND f.kind <> 'v'
                      THEN jsonb_build_object('labels', microdata.label_meanings(d.relation, d.name)) ELSE '{}' END
                   ORDER BY d.column_no)
        FROM microdata.described_columns(facts, release.parameters) d WHERE d.relation = f.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', release.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', release.parameters -> 'l', 'k', release.parameters -> 'k',
                                        'models', release.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(release.parameters)),
        'rows', release.published_rows, 'buckets', release.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(release.parameters), 'relations', relations);
END
$$;

CREATE OR REPLACE FUNCTION microdata.with_control(relations regclass[], control float8, seed bigint, statement text, arguments jsonb) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
    -- Whoever a policy would hide rows from gets an error.
    SET row_security = off
    -- The same rows are drawn whatever the session's settings.
    SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC'
    SET extra_float_digits = 1
    SET bytea_output = 'hex'
AS $$
DECLARE
    relation regclass;
    made record;
    parameters jsonb;
    calls jsonb := '[]';
    source regclass;
    persons text[] := '{}';
    columns text;
    subject text;
    draw name := 'draw';
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    arguments_again jsonb;
    published regclass[] := '{}';
    members bigint;
    outsiders bigint;
    figures jsonb;
BEGIN
    IF control IS NULL OR NOT (control > 0 AND control < 1) THEN
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', COALESCE(control::text, 'null')
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF COALESCE(cardinality(relations), 0) = 0 OR array_position(relations, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'relations must name releases' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    FOREACH relation IN ARRAY relations LOOP
        SELECT * INTO STRICT made FROM microdata.publishing_call(relation);
        parameters := (microdata.release_in(microdata.release_facts(relation))).parameters;
        IF parameters ? 'registered' THEN
            RAISE EXCEPTION 'release "%" was registered and cannot be published again', relation
                USING ERRCODE = 'object_not_in_prerequisite_state',
                      DETAIL = 'The call that made it is not on record.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF parameters ? 'edition' THEN
            RAISE EXCEPTION 'edition "%" cannot be published again', relation
                USING ERRCODE = 'feature_not_supported',
                      DETAIL = 'What an edition of a series shows follows from the editions before it.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF source <> made.source THEN
            RAISE EXCEPTION 'release "%" is not of the source "%"', relation, source
                USING ERRCODE = 'invalid_parameter_value', DETAIL = format('Its source is "%s".', made.source);
        END IF;
        source := made.source;
        calls := calls || jsonb_build_object('method', made.method, 'arguments', made.arguments);
        IF made.arguments -> 'subject' <> '[]' THEN
            persons := persons || (SELECT string_agg(e.name, ', ' ORDER BY e.name COLLATE "C")
                                   FROM jsonb_array_elements_text(made.arguments -> 'subject') e (name));
        END IF;
    END LOOP;
    IF (SELECT count(DISTINCT p COLLATE "C") FROM unnest(persons) p) > 1 THEN
        RAISE EXCEPTION 'the releases do not have one subject' USING ERRCODE = 'feature_not_supported',
            DETAIL = 'No part of the source keeps the rows of the persons of all of them together.',
            HINT = 'Give a table of persons who are not in the releases as outsiders instead.';
    END IF;
    -- All columns that one of the releases shows, or tells persons apart by.
    SELECT string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum),
           string_agg(format('s.%I', a.attname), ', ' ORDER BY a.attnum)
               FILTER (WHERE EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE c.call -> 'arguments' -> 'subject' ? a.attname))
    INTO columns, subject
    FROM pg_attribute a
    WHERE a.attrelid = source AND a.attnum > 0 AND NOT a.attisdropped
      AND EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE NOT c.call -> 'arguments' -> 'identifiers' ? a.attname);
    WHILE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = source AND a.attname = draw) LOOP
        draw := draw || '_';
    END LOOP;
    BEGIN
        PERFORM set_config('client_min_messages', 'error', true);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_drawn AS SELECT %1$s, '
                       '%2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, source);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_members AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I >= %L',
                       columns, draw, control);
        GET DIAGNOSTICS members = ROW_COUNT;
        EXECUTE format('CREATE TEMPORARY TABLE microdata_outsiders AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I < %L',
                       columns, draw, control);
        GET DIAGNOSTICS outsiders = ROW_COUNT;
        IF members = 0 OR outsiders = 0 THEN
            RAISE EXCEPTION 'control leaves nobody on one of the two sides'
                USING ERRCODE = 'invalid_parameter_value',
                      DETAIL = format('There are %s rows to publish again and %s to keep out.', members, outsiders);
        END IF;
        PERFORM microdata.stand_in('pg_temp.microdata_members', source);
        FOR i IN 1 .. jsonb_array_length(calls) LOOP
            made.arguments := calls -> i - 1 -> 'arguments';
            -- What is an identifier for one release may be shown by another. Two releases have two seeds.
            arguments_again := made.arguments - 'identifiers'
                || jsonb_build_object('seed', seed # (i - 1)::bigint)
                || (SELECT CASE WHEN count(*) > 0 THEN jsonb_build_object('identifiers', jsonb_agg(e.name)) ELSE '{}' END
                    FROM jsonb_array_elements_text(made.arguments -> 'identifiers') e (name)
                    WHERE EXISTS (SELECT FROM jsonb_array_elements(calls) c (call) WHERE NOT c.call -> 'arguments' -> 'identifiers' ? e.name));
            published := published || (microdata.publish('pg_temp.microdata_members', calls -> i - 1 ->> 'method', arguments_again,
                'pg_temp.microdata_control' || CASE WHEN i > 1 THEN '_of_' || i ELSE '' END))[1];
        END LOOP;
        EXECUTE statement INTO figures USING arguments, published, 'pg_temp.microdata_outsiders'::regclass;
        RAISE SQLSTATE 'MD000';
    EXCEPTION WHEN SQLSTATE 'MD000' THEN
        RETURN figures;
    END;
END
$$;

-- What comments on a release's relations (column 0) and their columns say. A release may be renamed: they do not name it.
CREATE FUNCTION microdata.release_comments(release regclass)
    RETURNS TABLE (relation regclass, kind "char", column_no smallint, name name, sentence text)
    LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    facts jsonb := microdata.release_facts(release);
    parameters jsonb := (microdata.release_in(facts)).parameters;
BEGIN
    RETURN QUERY
        SELECT f.relation, f.kind, 0::smallint, NULL::name, concat_ws(' ',
            CASE WHEN f.kind = 'v' AND f.relation_no > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(parameters))
        FROM microdata.relations_in(facts) f
        UNION ALL
        SELECT d.relation, d.kind, d.column_no, d.name, d.sentence
        FROM microdata.described_columns(facts, parameters) d;
END
$$;
COMMENT ON FUNCTION microdata.release_comments(regclass) IS 'what comments on the relations and columns of a release say';

-- What follows the beginning differs by release and by version.
CREATE FUNCTION microdata.is_own_comment(comment text, sentence text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS 'SELECT pg_catalog.starts_with(comment, pg_catalog."left"(sentence, 24))';
COMMENT ON FUNCTION microdata.is_own_comment(text, text) IS 'whether a comment begins as the sentence of the extension does that would be there';

CREATE OR REPLACE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT * FROM microdata.release_comments(relation) LOOP
        IF part.name IS NULL THEN
            EXECUTE format('COMMENT ON %s %s IS %L', CASE part.kind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation, part.sentence);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
        END IF;
    END LOOP;
END
$$;

CREATE FUNCTION microdata.uncomment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT * FROM microdata.release_comments(relation) LOOP
        IF part.name IS NULL THEN
            EXECUTE format('COMMENT ON %s %s IS NULL', CASE part.kind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.relation);
        ELSE
            EXECUTE format('COMMENT ON COLUMN %s.%I IS NULL', part.relation, part.name);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION microdata.uncomment_release(regclass) IS 'takes the comments off a release that readers are not shown: comments are for everybody';

CALL microdata.succeed_functions('0.9.0');

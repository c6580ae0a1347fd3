-- Series publish the people of one relation again and again.

CREATE FUNCTION @extschema@.create_series(
    series text,                          -- Name of the series.
    source regclass,                      -- Relation to publish again and again.
    method text,                          -- 'bucketization', 'slicing' or 'generalization'; independent editions also 'gnf' or 'fragmentation'.
    arguments jsonb = '{}',               -- Arguments of the method, by name.
    subject @extschema@.text_list = NULL, -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    m integer = 2,                        -- Bound of 1/m on the probability of a sensitive value, over all editions.
    view text = NULL,                     -- Name of the view that shows the newest edition.
    keep integer = NULL,                  -- Number of editions, and of drafts, to keep. NULL: all.
    gate jsonb = NULL,                    -- Bounds that an edition must keep to be shown, by gate.
    approve boolean = false,              -- Requires the approval of another role.
    independent boolean = false           -- Each edition is a release by itself, and m is not promised over several.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_create_series';
COMMENT ON FUNCTION @extschema@.create_series(text, regclass, text, jsonb, @extschema@.text_list, integer, text, integer, jsonb,
    boolean, boolean) IS 'creates a series of editions of a table, over which no sensitive value has a probability above 1/m';

CREATE FUNCTION @extschema@.publish_series(
    series text,                       -- Name of the series.
    partitions regclass[] = NULL       -- Partitions of the source to publish again. NULL: all.
) RETURNS TABLE (
    edition integer,      -- Number of the edition.
    relations regclass[], -- Tables of the edition.
    persons bigint,       -- Number of published people, or of rows if editions are independent and each row is a person.
    counterfeits bigint,  -- Number of counterfeits.
    waiting bigint,       -- Number of people who wait for a later edition.
    withheld bigint,      -- Number of people, values or rows that are withheld for good.
    state text            -- State of the edition: draft, published or shown.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_publish_series';
COMMENT ON FUNCTION @extschema@.publish_series(text, regclass[]) IS 'publishes the next edition of a series, and shows it if its gate allows it';

CREATE FUNCTION @extschema@.verify_series(series text) -- Name of the series.
    RETURNS TABLE (
    edition integer,  -- Number of the edition. NULL: the whole series.
    requirement text, -- Name of the finding.
    bound float8,     -- Bound that the edition must keep. NULL: it is only measured.
    achieved float8,  -- Figure of the edition.
    holds boolean,    -- True if the bound is kept. NULL: it cannot be decided.
    worst_case jsonb  -- Evidence, or the reason for NULL.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_verify_series';
COMMENT ON FUNCTION @extschema@.verify_series(text) IS 'verifies all editions of a series against its record and its source';

CREATE FUNCTION @extschema@.approve_edition(
    series text,     -- Name of the series.
    edition integer  -- Number of an edition, from 1.
) RETURNS text LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_approve_edition';
COMMENT ON FUNCTION @extschema@.approve_edition(text, integer) IS 'judges a draft by the current gate, and shows or publishes it';

CREATE FUNCTION @extschema@.alter_series(
    series text,                          -- Name of the series.
    -- Showing
    view text = NULL,                     -- Name of its view. NULL: as before.
    keep integer = NULL,                  -- Number of editions, and of drafts, to keep; 0 keeps all. NULL: as before.
    gate jsonb = NULL,                    -- Gates to change; null removes one. NULL: as before.
    approve boolean = NULL,               -- Requires the approval of another role. NULL: as before.
    -- Editions: a change begins the series anew, and former editions tell more than the next one.
    arguments jsonb = NULL,               -- Arguments of the method. NULL: as before.
    subject @extschema@.text_list = NULL, -- Attributes that identify a person. NULL: as before.
    m integer = NULL,                     -- Bound of 1/m. NULL: as before.
    method text = NULL,                   -- Method. NULL: as before.
    anew boolean = false                  -- Begins the series anew without a change.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_alter_series';
COMMENT ON FUNCTION @extschema@.alter_series(text, text, integer, jsonb, boolean, jsonb, @extschema@.text_list, integer, text, boolean)
    IS 'changes how the editions of a series are made, shown, kept and judged';

CREATE FUNCTION @extschema@.drop_edition(
    series text,          -- Name of the series.
    edition integer,      -- Number of an edition, from 1.
    wait boolean = false  -- Waits for transactions that have read the edition.
) RETURNS boolean LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_drop_edition';
COMMENT ON FUNCTION @extschema@.drop_edition(text, integer, boolean) IS 'drops an edition that is not shown, unless it is in use';

CREATE FUNCTION @extschema@.drop_series(series text) -- Name of the series.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_drop_series';
COMMENT ON FUNCTION @extschema@.drop_series(text) IS 'drops a series and forgets its people, but keeps published editions';

CREATE FUNCTION microdata.may_see_series(
    source regclass, -- Source of the series.
    holder regclass  -- View that stands for the series.
) RETURNS boolean LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'pg_microdata_may_see_held_series';
COMMENT ON FUNCTION microdata.may_see_series IS 'true for roles with the privileges of the role that owns a series'' source, or owned it last';

CREATE VIEW microdata.series WITH (security_barrier) AS
    SELECT s.name AS series, CASE WHEN c.oid IS NOT NULL THEN s.source END AS source, s.source_name, s.method, s.arguments, s.m,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'subject' ORDER BY a.attnum) AS subject,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'sensitive' ORDER BY a.attnum) AS sensitive,
           (SELECT count(*) FROM microdata.edition_record e WHERE e.series_id = s.series_id) AS editions, s.created_at, s.created_by,
           s.independent,
           -- Schemas are renamed, too.
           COALESCE((SELECT format('%I.%I', n.nspname, v.relname)
                     FROM (SELECT w.view FROM microdata.series_view_record w WHERE w.series_id = s.series_id AND w.suffix = '' OFFSET 0) w
                     JOIN pg_class v ON v.oid = w.view::oid
                     JOIN pg_namespace n ON n.oid = v.relnamespace), s.view_name) AS view,
           s.keep, s.gate, s.approve,
           (SELECT max(e.edition) FROM microdata.edition_record e WHERE e.series_id = s.series_id AND e.state = 'shown') AS shown
    FROM (SELECT r.* FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    LEFT JOIN pg_class c ON c.oid = s.source::oid;
COMMENT ON VIEW microdata.series IS 'series whose sources you own';
COMMENT ON COLUMN microdata.series.series IS 'name of the series';
COMMENT ON COLUMN microdata.series.source IS 'source of the series; null after it is gone';
COMMENT ON COLUMN microdata.series.source_name IS 'name of the source when the series began';
COMMENT ON COLUMN microdata.series.method IS 'method of its editions';
COMMENT ON COLUMN microdata.series.arguments IS 'arguments of the method';
COMMENT ON COLUMN microdata.series.m IS 'bound of 1/m on the probability of a sensitive value; null if editions are independent';
COMMENT ON COLUMN microdata.series.subject IS 'attributes that identify a person';
COMMENT ON COLUMN microdata.series.sensitive IS 'sensitive attributes';
COMMENT ON COLUMN microdata.series.editions IS 'number of published editions';
COMMENT ON COLUMN microdata.series.created_at IS 'time at which it was created';
COMMENT ON COLUMN microdata.series.created_by IS 'role that created it';
COMMENT ON COLUMN microdata.series.independent IS 'true if each edition is a release by itself';
COMMENT ON COLUMN microdata.series.view IS 'name of its view; null if there is none';
COMMENT ON COLUMN microdata.series.keep IS 'number of editions, and of drafts, to keep; null means all';
COMMENT ON COLUMN microdata.series.gate IS 'bounds that an edition must keep to be shown';
COMMENT ON COLUMN microdata.series.approve IS 'true if another role must approve each edition';
COMMENT ON COLUMN microdata.series.shown IS 'edition that the view shows; null if there is none';
GRANT SELECT ON microdata.series TO PUBLIC;

CREATE VIEW microdata.series_changes WITH (security_barrier) AS
    SELECT s.name AS series, c.changed_at, c.changed_by, c.setting, c.before, c.after
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT o.* FROM microdata.series_change_record o WHERE o.series_id = s.series_id ORDER BY o.change_id OFFSET 0) c;
COMMENT ON VIEW microdata.series_changes IS 'changes of the gates and approval of series whose sources you own';
COMMENT ON COLUMN microdata.series_changes.series IS 'name of the series';
COMMENT ON COLUMN microdata.series_changes.changed_at IS 'time of the change';
COMMENT ON COLUMN microdata.series_changes.changed_by IS 'role that had logged in';
COMMENT ON COLUMN microdata.series_changes.setting IS 'gate or approve';
COMMENT ON COLUMN microdata.series_changes.before IS 'value until then';
COMMENT ON COLUMN microdata.series_changes.after IS 'value since then';
GRANT SELECT ON microdata.series_changes TO PUBLIC;

CREATE VIEW microdata.editions WITH (security_barrier) AS
    SELECT s.name AS series, e.edition, e.release_id,
           (SELECT r.relations FROM microdata.release_record r WHERE r.release_id = e.release_id) AS relations,
           e.persons, e.counterfeits, e.waiting, e.withheld, e.created_at, e.created_by,
           e.state, e.findings, e.published_by, e.approved_by, e.shown_at, e.contents
    FROM (SELECT r.series_id, r.name FROM microdata.series_record r WHERE microdata.may_see_series(r.source, r.holder) OFFSET 0) s
    CROSS JOIN LATERAL (SELECT r.* FROM microdata.edition_record r WHERE r.series_id = s.series_id OFFSET 0) e;
COMMENT ON VIEW microdata.editions IS 'editions of series whose sources you own';
COMMENT ON COLUMN microdata.editions.series IS 'name of the series';
COMMENT ON COLUMN microdata.editions.edition IS 'number of the edition, from 1';
COMMENT ON COLUMN microdata.editions.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.editions.relations IS 'tables and views of the release; null after they are gone';
COMMENT ON COLUMN microdata.editions.persons IS 'number of published people, or of rows if editions are independent and each row is a person';
COMMENT ON COLUMN microdata.editions.counterfeits IS 'number of counterfeit values, or of counterfeit sets if people have several rows';
COMMENT ON COLUMN microdata.editions.waiting IS 'number of people who wait for a later edition';
COMMENT ON COLUMN microdata.editions.withheld IS 'number of people, values or rows that are withheld for good';
COMMENT ON COLUMN microdata.editions.created_at IS 'time at which it was published';
COMMENT ON COLUMN microdata.editions.created_by IS 'role that published it';
COMMENT ON COLUMN microdata.editions.state IS 'draft (only its owner can read it), published (the series has no view), shown by the view, or former';
COMMENT ON COLUMN microdata.editions.findings IS 'findings of the gates';
COMMENT ON COLUMN microdata.editions.published_by IS 'role that had logged in when it was published';
COMMENT ON COLUMN microdata.editions.approved_by IS 'role that had logged in when it was approved; null if it was not approved';
COMMENT ON COLUMN microdata.editions.shown_at IS 'time at which the view began to show it';
COMMENT ON COLUMN microdata.editions.contents IS 'hash of a draft''s tables when it was published; null if it was not a draft';
GRANT SELECT ON microdata.editions TO PUBLIC;

CREATE VIEW microdata.series_views WITH (security_barrier) AS
    SELECT w.view, w.name AS series, e.edition,
           -- The tables that the view reads.
           (SELECT d.refobjid::regclass
            FROM pg_rewrite q
            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = q.oid AND d.refclassid = 'pg_class'::regclass
            WHERE q.ev_class = w.view::oid AND d.refobjid = ANY (r.relations::oid[]) LIMIT 1) AS release,
           r.published_rows AS rows, e.created_at, e.shown_at
    FROM (SELECT v.view, v.series_id, s.name
          FROM microdata.series_view_record v
          CROSS JOIN LATERAL (SELECT r.* FROM microdata.series_record r WHERE r.series_id = v.series_id OFFSET 0) s
          WHERE has_any_column_privilege(v.view::oid, 'SELECT') OR microdata.may_see_series(s.source, s.holder)
          OFFSET 0) w
    JOIN pg_class v ON v.oid = w.view::oid
    -- A reader of a view must not learn how many editions there are: steps by an index would tell.
    LEFT JOIN LATERAL (SELECT i.* FROM microdata.edition_record i WHERE i.series_id + 0 = w.series_id AND i.state = 'shown' OFFSET 0) e ON true
    LEFT JOIN LATERAL (SELECT m.* FROM microdata.release_record m WHERE m.release_id = e.release_id OFFSET 0) r ON true;
COMMENT ON VIEW microdata.series_views IS 'views that show the newest editions of series, if you can read them';
COMMENT ON COLUMN microdata.series_views.view IS 'view of the series';
COMMENT ON COLUMN microdata.series_views.series IS 'name of the series';
COMMENT ON COLUMN microdata.series_views.edition IS 'edition that it shows';
COMMENT ON COLUMN microdata.series_views.release IS 'relation behind the view';
COMMENT ON COLUMN microdata.series_views.rows IS 'number of rows';
COMMENT ON COLUMN microdata.series_views.created_at IS 'time at which the edition was made';
COMMENT ON COLUMN microdata.series_views.shown_at IS 'time at which the view began to show it';
GRANT SELECT ON microdata.series_views TO PUBLIC;

-- Editions and gates.

CREATE FUNCTION microdata.publish_edition(series text) -- Name of the series.
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_publish_edition';
COMMENT ON FUNCTION microdata.publish_edition IS 'publishes the next edition of a series as publish_series() does, and drops none';

CREATE FUNCTION microdata.show_edition(
    series text,     -- Name of the series.
    edition integer  -- Number of an edition, from 1.
) RETURNS text LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_show_edition';
COMMENT ON FUNCTION microdata.show_edition IS 'judges an edition by the gate that its series has now, shows it or, where there is no view, publishes it, and returns its state';

CREATE FUNCTION microdata.old_editions(series text) -- Name of the series.
    RETURNS SETOF integer LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    WITH there AS (
        SELECT e.edition, e.state = 'draft' AS draft, s.keep,
               e.edition <= COALESCE(s.shown, (SELECT max(p.edition) FROM microdata.editions p WHERE p.series = e.series AND p.state = 'published')) AS settled
        FROM microdata.editions e
        JOIN microdata.series s ON s.series = e.series
        WHERE e.series = old_editions.series AND e.relations <> '{}'),
    placed AS (
        SELECT t.*, row_number() OVER (PARTITION BY t.settled ORDER BY t.edition DESC) AS place,
               row_number() OVER (PARTITION BY t.draft ORDER BY t.edition DESC) AS place_of_draft
        FROM there t)
    SELECT p.edition
    FROM placed p
    -- A missed gate makes drafts until its owner deals with it.
    WHERE p.settled AND p.place > p.keep OR p.draft AND p.place_of_draft > p.keep
    ORDER BY p.edition
$$;
COMMENT ON FUNCTION microdata.old_editions IS 'editions of a series that are there and more than it keeps, the oldest first';

CREATE FUNCTION microdata.checked_gate(
    gate jsonb,                  -- Bounds that an edition must keep to be shown, by gate.
    method text = NULL,          -- Method of the series. NULL: any.
    independent boolean = false, -- True if editions are independent.
    arguments jsonb = '{}'       -- Arguments of the method, by name.
) RETURNS jsonb LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    shares CONSTANT text[] := '{inference,loss,suppressed,composition,membership,linkability,singling_out,minimality}';
    -- Attacks for which editions by signatures or cohorts are not read: counterfeits look like persons to them.
    of_persons CONSTANT text[] := '{linkability,singling_out,minimality}';
    of_any CONSTANT text[] := '{verify,rows,suppressed}';
    of_guesses CONSTANT text[] := '{inference,composition}';
    form CONSTANT text := 'Gates are "verify" (true or false), "rows" (two numbers, as in [0.9, 1.2]), and numbers between 0 and 1 as "'
                          || array_to_string(shares, '", "') || '".';
    -- Kinds of numbers in a gate, and the figures that they are compared with.
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
                          DETAIL = 'Editions keep no lower bound. An edition that passes one by chance makes attackers guess wrong more often, so that opposite guesses are right more often than promised.',
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
            RAISE EXCEPTION 'gate "%" is not supported for m-invariant series', key USING ERRCODE = 'feature_not_supported',
                DETAIL = 'The audit refuses editions with counterfeits, which any edition after the first may have.',
                HINT = 'Editions of these are judged by "verify", "rows", "suppressed", "inference", "membership" and "composition".';
        END IF;
    END LOOP;
    RETURN gate;
END
$$;
COMMENT ON FUNCTION microdata.checked_gate IS 'returns a gate as it is stored; fails if it is malformed, or if editions of the method are not judged by it';

CREATE FUNCTION microdata.check_gate_of_method(
    gate text,   -- Name of a gate.
    method text  -- Method of the series.
) RETURNS void LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_check_gate_of_method';
COMMENT ON FUNCTION microdata.check_gate_of_method IS 'fails where releases by a method do not have what a gate judges';

CREATE FUNCTION microdata.promised_share(arguments jsonb) -- Arguments of the method, by name.
    RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
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
COMMENT ON FUNCTION microdata.promised_share IS 'the share that no value is to have beyond by arguments of a publishing function; null where they say nothing of it';

CREATE FUNCTION microdata.gate_findings(
    series text,     -- Name of the series.
    edition integer  -- Number of an edition, from 1.
) RETURNS TABLE (gate text, bound jsonb, achieved float8, holds boolean, detail text) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    of_series microdata.series;
    made microdata.editions;
    release microdata.releases;
    known jsonb;
    before record;
    missing bigint;
BEGIN
    SELECT s.* INTO of_series FROM microdata.series s WHERE s.series = gate_findings.series;
    SELECT e.* INTO made FROM microdata.editions e WHERE e.series = gate_findings.series AND e.edition = gate_findings.edition;
    SELECT r.* INTO release FROM microdata.visible_release(made.release_id) r;
    IF release.release_id IS NULL THEN
        RAISE EXCEPTION 'series "%" has no edition % that is there', gate_findings.series, gate_findings.edition USING ERRCODE = 'undefined_object';
    END IF;
    -- An approval is of what was published and measured.
    IF made.contents <> microdata.release_contents(release.relations) THEN
        gate := 'contents';
        bound := 'true';
        holds := false;
        detail := microdata.sentence('contents', jsonb_build_object('contents', made.contents));
        RETURN NEXT;
        -- Its rows are not read: it may be a view by now, whose code would run for the approver.
        RETURN;
    END IF;
    FOR gate, bound IN
        SELECT g.key, g.value FROM jsonb_each(of_series.gate) g
        WHERE g.key <> 'verify'
        UNION ALL
        -- Readers of a view are never shown what does not hold.
        SELECT 'verify', 'true' WHERE of_series.view IS NOT NULL OR of_series.gate -> 'verify' = 'true'
        ORDER BY 1
    LOOP
        achieved := NULL;
        holds := NULL;
        detail := NULL;
        -- Figures of the source as it was when the edition was made. Releases that others have published since, or this series has shown, count now.
        known := (SELECT f.finding FROM jsonb_array_elements(made.findings) f (finding)
                  WHERE f.finding ->> 'gate' = gate AND f.finding -> 'achieved' <> 'null' AND gate NOT IN ('rows', 'composition')
                    AND (gate <> 'verify' OR (of_series.independent AND made.contents IS NOT NULL AND f.finding -> 'holds' = 'true')));
        BEGIN
            IF known IS NOT NULL THEN
                achieved := (known ->> 'achieved')::float8;
                detail := known ->> 'detail';
            ELSIF gate = 'verify' THEN
                -- The tables alone do not tell whether cohorts show other attributes than before because the source has changed. What is remembered does.
                SELECT count(*), microdata.sentence('verification', jsonb_agg(to_jsonb(v) ORDER BY v.requirement COLLATE "C"))
                INTO achieved, detail
                FROM (SELECT v.*, bool_or(v.holds AND v.requirement = 'people are shown as remembered') OVER () AS remembered
                      FROM @extschema@.verify_release(release.relations[1]) v) v
                WHERE v.holds IS NOT TRUE
                  AND NOT (v.holds IS NULL AND v.requirement = 'cohorts keep the quasi-identifiers of former editions' AND v.remembered IS TRUE);
            ELSIF gate = 'rows' THEN
                SELECT e.edition, l.published_rows INTO before
                FROM microdata.editions e JOIN microdata.ledger l ON l.release_id = e.release_id
                WHERE e.series = gate_findings.series AND e.edition < made.edition AND e.state <> 'draft' AND l.published_rows > 0
                ORDER BY e.edition DESC LIMIT 1;
                IF before.edition IS NULL THEN
                    holds := true;
                ELSE
                    achieved := release.published_rows::float8 / before.published_rows;
                    holds := achieved BETWEEN (bound ->> 0)::float8 AND (bound ->> 1)::float8;
                END IF;
                detail := microdata.sentence('rows', jsonb_build_object('rows', release.published_rows, 'edition', before.edition,
                                                                        'before', before.published_rows));
            ELSIF gate = 'suppressed' THEN
                SELECT l.achieved, l.detail INTO achieved, detail FROM microdata.left_out(release.release_id, made.persons, made.waiting, made.withheld, of_series.independent) l;
            ELSIF gate = 'loss' THEN
                achieved := microdata.information_loss(release.relations[1]);
            ELSE
                SELECT f.achieved, f.detail INTO achieved, detail
                FROM microdata.audited_figure(gate, release.relations[1], release.source, release.release_id) f;
            END IF;
            IF gate <> 'rows' THEN
                holds := achieved <= CASE gate WHEN 'verify' THEN 0 ELSE (bound #>> '{}')::float8 END;
            END IF;
            -- The figure is about fewer releases than other roles might have, which can then guess more.
            IF gate = 'composition' AND achieved IS NOT NULL THEN
                missing := microdata.releases_left_out(release.source, release.release_id);
                IF missing IS DISTINCT FROM 0 THEN
                    holds := CASE WHEN holds THEN NULL ELSE holds END;
                    detail := microdata.sentence('not compared', jsonb_build_object('releases', missing, 'detail', detail));
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
COMMENT ON FUNCTION microdata.gate_findings IS 'what the gate of a series says of an edition: holds is null where it cannot be judged';

CREATE FUNCTION microdata.audited_figure(
    gate text,           -- Name of a gate.
    release regclass,     -- Release to attack.
    source regclass,     -- Its source.
    seed bigint,         -- Repeats the figure.
    OUT achieved float8, -- Figure of the gate.
    OUT detail text      -- Finding as a sentence.
) LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- These audits search the whole release, so that finding no target is a measurement. The other audits have then measured no person.
    searching CONSTANT text[] := '{singling_out,minimality}';
    audit CONSTANT text := 'audit_' || gate;
    results jsonb := microdata.audit_results(ARRAY[audit],
        CASE gate WHEN 'composition' THEN jsonb_build_object('source', source::oid::int8, 'reader', (SELECT c.relowner::int8 FROM pg_class c WHERE c.oid = source)) ELSE jsonb_build_object('release', release::oid::int8) END
        || jsonb_build_object('seed', seed), 'infinity');
BEGIN
    IF jsonb_typeof(results -> audit) = 'object' THEN
        RAISE EXCEPTION USING ERRCODE = results -> audit ->> 'sqlstate', MESSAGE = results -> audit ->> 'message';
    END IF;
    IF NOT (microdata.has_rows(release) AND microdata.has_rows(source)) THEN
        detail := microdata.sentence('not measured', '{}');
    ELSIF jsonb_typeof(results -> audit) = 'array' THEN
        -- The guesser takes the better way: without a control, that is to say the most frequent value of everybody.
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
COMMENT ON FUNCTION microdata.audited_figure
    IS 'returns the largest figure of an audit of a release, and its sentence; no figure, but the reason, if the audit cannot run or finds no person to measure';

CREATE FUNCTION microdata.releases_left_out(
    source regclass, -- Source of the releases.
    edition bigint   -- Number of the release that is the edition.
) RETURNS bigint LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_releases_left_out';
COMMENT ON FUNCTION microdata.releases_left_out
    IS 'how many releases about persons of a source, that others may hold or that is the edition, audit_composition() does not compare; null where you may not read the source';

CREATE FUNCTION microdata.left_out(
    release bigint,      -- Number of a release.
    persons bigint,      -- Number of published people.
    waiting bigint,      -- Number of people who wait.
    withheld bigint,     -- Number of people withheld.
    independent boolean, -- True if editions are independent.
    OUT achieved float8, -- Fraction that is left out.
    OUT detail text      -- The same as a sentence.
) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    everything numeric;
    missing numeric;
    valueless numeric;
    made microdata.releases;
BEGIN
    IF NOT independent THEN
        -- In series of growing rows, what is withheld are values of persons who are there.
        SELECT r.* INTO made FROM microdata.visible_release(release) r;
        missing := left_out.waiting::numeric + CASE WHEN made.parameters ->> 'cohorts' = 'true' THEN 0 ELSE left_out.withheld END;
        everything := left_out.persons + missing;
        -- Persons who are withheld and shown without a value count.
        valueless := CASE jsonb_typeof(made.parameters -> 'valueless') WHEN 'number' THEN made.parameters -> 'valueless' END::numeric;
        missing := missing - COALESCE(valueless, 0);
        detail := microdata.sentence('left out', jsonb_build_object('left_out', missing, 'all', everything, 'what', 'persons', 'valueless', NULLIF(valueless, 0)));
        achieved := missing / NULLIF(everything, 0);
        RETURN;
    END IF;
    SELECT r.* INTO made FROM microdata.visible_release(release) r;
    missing := COALESCE(made.suppressed_rows, made.source_rows - made.published_rows);
    achieved := missing / NULLIF(made.source_rows, 0)::numeric;
    detail := microdata.sentence('left out', jsonb_build_object('left_out', missing, 'all', made.source_rows, 'what', 'rows'));
    -- An edition that remembers has no number of persons.
    everything := CASE jsonb_typeof(made.parameters -> 'persons') WHEN 'number' THEN made.parameters -> 'persons' END::numeric;
    missing := CASE jsonb_typeof(made.parameters -> 'suppressed_persons') WHEN 'number' THEN made.parameters -> 'suppressed_persons' END::numeric;
    IF missing / NULLIF(everything, 0) >= achieved THEN
        achieved := missing / everything;
        detail := microdata.sentence('left out', jsonb_build_object('left_out', missing, 'all', everything, 'what', 'persons'));
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.left_out IS 'the share of the source''s persons, or rows, that an edition does not publish, and a sentence';

CREATE FUNCTION microdata.release_contents(relations regclass[]) -- Relations of a release.
    RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET "DateStyle" = 'ISO, YMD' SET "IntervalStyle" = 'postgres'
    SET "TimeZone" = 'UTC' SET extra_float_digits = 1 SET bytea_output = 'hex' SET lc_monetary = 'C' SET xmlbinary = 'base64'
    SET quote_all_identifiers = off AS $$
DECLARE
    relation regclass;
    kind "char";
    columns text;
    -- Texts of SQL_ASCII have no encoding to be converted from.
    encoding CONSTANT name := CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END;
    part text;
    parts text[] := '{}';
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        -- Names and types of columns, policies and rules decide as much as rows do of what readers see.
        SELECT c.relkind, jsonb_build_array(
            c.relkind, c.relrowsecurity, c.relforcerowsecurity,
            (SELECT jsonb_agg(jsonb_build_array(a.attname, tn.nspname, t.typname, a.atttypmod, cn.nspname, co.collname) ORDER BY a.attnum)
             FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_namespace tn ON tn.oid = t.typnamespace
             LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
            (SELECT jsonb_agg(jsonb_build_array(p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check) ORDER BY p.policyname)
             FROM pg_policies p WHERE p.schemaname = n.nspname AND p.tablename = c.relname),
            (SELECT jsonb_agg(pg_get_ruledef(r.oid) ORDER BY r.rulename) FROM pg_rewrite r WHERE r.ev_class = c.oid AND c.relkind <> 'v'),
            CASE WHEN c.relkind = 'v' THEN jsonb_build_array(c.reloptions, pg_get_viewdef(c.oid)) END)::text
        INTO kind, part
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = relation;
        IF kind IS NULL THEN
            RAISE EXCEPTION 'relation "%" does not exist', relation USING ERRCODE = 'undefined_table';
        END IF;
        parts := parts || part;
        CONTINUE WHEN kind = 'v';
        -- A row of the table's own type could be cast by a function, and a name without its table's would be that of a column.
        SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum) INTO columns
        FROM pg_attribute a WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped;
        -- In the order of the rows' hashes: a table has none. By their beginnings, as no value may be larger than 1 GB.
        part := microdata.value_of(format('SELECT encode(sha256(string_agg(p.part, '''' ORDER BY p.beginning)), ''hex'') FROM ('
            'SELECT get_byte(h.hash, 0) AS beginning, sha256(string_agg(h.hash, '''' ORDER BY h.hash)) AS part '
            'FROM (SELECT sha256(convert_to(ROW(%s)::text, %L)) AS hash FROM %s t) h GROUP BY 1) p', columns, encoding, microdata.kept_name(relation)));
        parts := parts || COALESCE(part, '');
    END LOOP;
    -- The version of the form that is hashed.
    RETURN '2:' || encode(sha256(convert_to(array_to_string(parts, ' '), encoding)), 'hex');
END
$$;
COMMENT ON FUNCTION microdata.release_contents IS 'a hash of what readers see of relations: rows in whatever order, columns, policies, rules, and definitions of views';

CREATE FUNCTION microdata.sentence(
    about text, -- Subject of the sentence, such as finding.
    facts jsonb -- Facts to name, by name.
) RETURNS text LANGUAGE c STABLE STRICT AS 'MODULE_PATHNAME', 'pg_microdata_sentence';
COMMENT ON FUNCTION microdata.sentence IS 'facts that runs, gates and audits have found, as a sentence; null where there is nothing to say';

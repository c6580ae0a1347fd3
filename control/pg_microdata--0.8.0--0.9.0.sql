\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.9.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Functions whose arguments change.

CALL microdata.set_functions_aside('0.8.0', '{
    audit_composition,
    audit_minimality,
    bucketize_table,
    slice_table
}');

-- What adversaries get out of a release.

-- Calls that made releases, made again together for one part of their source.

DROP FUNCTION microdata.audit_control(text, regclass, float8, jsonb, bigint);
DROP FUNCTION microdata.with_control(regclass, float8, bigint, text, jsonb);

CREATE FUNCTION microdata.with_control(relations regclass[], control float8, seed bigint, statement text, arguments jsonb) RETURNS jsonb
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
        IF EXISTS (SELECT FROM microdata.releases r WHERE relation = ANY (r.relations) AND r.parameters ? 'registered') THEN
            RAISE EXCEPTION 'release "%" was registered and cannot be published again', relation
                USING ERRCODE = 'object_not_in_prerequisite_state',
                      DETAIL = 'The call that made it is not on record.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF EXISTS (SELECT FROM microdata.releases r WHERE relation = ANY (r.relations) AND r.parameters ? 'edition') THEN
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
COMMENT ON FUNCTION microdata.with_control(regclass[], float8, bigint, text, jsonb)
    IS 'publishes a part of a source again by the calls that made its releases, in temporary tables that do not stay, and returns what a statement says of the arguments ($1), these releases ($2, an array) and the rest as outsiders ($3)';

CREATE FUNCTION microdata.audit_control(audit text, relations regclass[], control float8, arguments jsonb, seed bigint) RETURNS jsonb
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(audit);
BEGIN
    IF called.oid IS NULL OR 'outsiders' <> ALL (called.proargnames[1:called.pronargs]) THEN
        RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN microdata.with_control(relations, control, seed,
        format('SELECT jsonb_agg(a) FROM %s.%I(%s, outsiders => $3%s) a', called.pronamespace::regnamespace, called.proname,
               CASE WHEN 'relations' = ANY (called.proargnames[1:called.pronargs]) THEN 'relations => $2' ELSE 'relation => $2[1]' END,
               microdata.argument_list(called, arguments)), arguments);
END
$$;
COMMENT ON FUNCTION microdata.audit_control(text, regclass[], float8, jsonb, bigint)
    IS 'the rows of an audit of releases of a part of their source, with the rest as outsiders, as JSON';

-- audit_composition, audit_minimality

CREATE FUNCTION @extschema@.audit_composition(
    relations regclass[] = NULL,
    source regclass = NULL,
    seed bigint = NULL,
    control float8 = NULL,
    outsiders regclass = NULL)
    RETURNS TABLE (attribute name, releases integer, persons bigint, candidates float8, pinned float8, contradicted float8,
                   guessed_right float8, low float8, high float8, single regclass, single_candidates float8,
                   single_pinned float8, single_guessed_right float8, naive float8,
                   control float8, risk float8, risk_low float8, risk_high float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';
COMMENT ON FUNCTION @extschema@.audit_composition(regclass[], regclass, bigint, float8, regclass)
    IS 'how often an adversary guesses sensitive values right who holds several releases of one source, or all of them, and knows the quasi-identifiers of all persons';

CREATE FUNCTION @extschema@.audit_minimality(
    relation regclass,
    seed bigint = NULL,
    control float8 = NULL,
    outsiders regclass = NULL)
    RETURNS TABLE (attribute name, regions bigint, telling bigint, persons bigint, guessed_right float8, low float8, high float8,
                   believed float8, share float8, bound float8, z float8,
                   control float8, risk float8, risk_low float8, risk_high float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_minimality';
COMMENT ON FUNCTION @extschema@.audit_minimality(regclass, bigint, float8, regclass)
    IS 'how often an adversary guesses sensitive values right who reasons about which buckets or classes the software would have cut (the minimality attack)';

-- audit

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
           format('An attacker who knows one half of a person''s attributes from one place and the other half from another brings the two '
                  'together by the release in %s of attempts, and in %s %s.%s', microdata.share_in_words(a.rate),
                  microdata.share_in_words(a.other), CASE WHEN a.risk IS NULL THEN 'by drawing lots' ELSE 'for people outside the release' END,
                  a.gain)
    FROM against a
    WHERE a.audit = 'audit_linkability'
    UNION ALL
    SELECT a.audit, a.attribute, a.gained, a.gained_low, a.gained_high, a.other,
           format('An attacker who knows what is not secret about a person, and learns from the release, guesses "%s" right for %s of people, '
                  'and for %s %s.%s', a.attribute, microdata.share_in_words(a.rate), microdata.share_in_words(a.other),
                  CASE WHEN a.risk IS NULL THEN 'by saying the most frequent value of everybody' ELSE 'of people outside the release' END,
                  a.gain)
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
           format(CASE WHEN f.releases = 1 THEN 'No other release of the table tells anything of "%2$s". With this one, an attacker who counts '
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
            format('Shown a person in the release and %s, an attacker who knows %s tells which of them is in it in %s of cases. A coin is '
                   'right in 50%%.', CASE WHEN results -> 'against outsiders' ? 'audit_membership' THEN 'one outside' ELSE 'one made up of others'' values' END,
                   CASE f.known WHEN 'all' THEN 'all that was published of both' ELSE 'what is not secret about both' END,
                   microdata.share_in_words(f.auc))
     FROM rows_of r, jsonb_to_record(r.figures) f (known text, auc float8, low float8, high float8)
     WHERE r.audit = 'audit_membership' AND f.auc IS NOT NULL
     ORDER BY f.auc DESC, f.known
     LIMIT 1)
$$;
COMMENT ON FUNCTION microdata.audit_findings(jsonb) IS 'what the rows of audits say, with a sentence each';

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
END
$$;
COMMENT ON FUNCTION microdata.audited(regclass, float8, float8, bigint) IS 'what audit() returns';

-- What analysts get out of a release.

-- A release may be renamed: comments do not name it.
CREATE OR REPLACE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    facts jsonb := microdata.release_facts(relation);
    release microdata.releases;
    part record;
BEGIN
    SELECT * INTO STRICT release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    FOR part IN
        SELECT c.oid::regclass AS name, c.relkind, u.position
        FROM unnest(release.relations) WITH ORDINALITY u (relation, position) JOIN pg_class c ON c.oid = u.relation
    LOOP
        EXECUTE format('COMMENT ON %s %s IS %L', CASE part.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, part.name, concat_ws(' ',
            CASE WHEN part.relkind = 'v' AND part.position > 1
                 THEN 'All combinations of what may belong together in the release, with weights whose sums estimate counts.' END,
            facts ->> 'about', microdata.guarantee_sentence(release.parameters)));
    END LOOP;
    FOR part IN SELECT * FROM microdata.described_columns(release.release_id) LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', part.relation, part.name, part.sentence);
    END LOOP;
END
$$;


-- Choosing.

CREATE FUNCTION @extschema@.slice_table(
    source regclass,
    columns integer,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    groups @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    k integer = 1,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    in_place boolean = false,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    bucket_column text = 'bucket',
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL,
    rows_per_person integer = NULL,
    cuts_by text = 'width',
    inference float8 = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, integer, text, text, text, text, integer, boolean, text, boolean, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, @extschema@.text_list, integer,
    text, float8)
    IS 'publishes a table sliced, so that no sensitive value can be inferred with a probability above 1/l';

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    method text = 'mondrian',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count',
    cuts text = 'feasible',
    subject @extschema@.text_list = NULL,
    rows_per_person integer = NULL,
    inference float8 = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, text, text,
    boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, text, text,
    @extschema@.text_list, integer, float8)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

-- What readers of a release need, and may see, of its parameters: what was asked for and how values are to be read. Not what came of it
-- with the rows of the source: what was left out, what had to be changed, and figures that these went into.
CREATE OR REPLACE FUNCTION microdata.public_parameters(parameters jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'privacy', 'method', 'algorithm', 'recoding', 'grouping', 'cuts', 'cuts_by', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered', 'series', 'edition', 'm', 'counterfeits', 'cohorts'])
$$;

-- Editions of a series are read together: who does not know how they belong together reads them wrongly.
CREATE FUNCTION microdata.edition_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.concat('It is edition ', parameters OPERATOR(pg_catalog.->>) 'edition', ' of the series "', parameters OPERATOR(pg_catalog.->>) 'series',
        '". ', CASE WHEN parameters OPERATOR(pg_catalog.->>) 'cohorts' OPERATOR(pg_catalog.=) 'true' THEN pg_catalog.concat(
            'A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. ',
            'No value is in more than 1/', parameters OPERATOR(pg_catalog.->>) 'm', ' of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in ',
            'which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/', parameters OPERATOR(pg_catalog.->>) 'm', '. ',
            'Sets of persons who are not there (counterfeits): ', parameters OPERATOR(pg_catalog.->>) 'counterfeits', '. Each person of a cohort has each of its sets as probably.')
        ELSE pg_catalog.concat('In all editions a person is in a bucket with the same set of sensitive values, at least ', parameters OPERATOR(pg_catalog.->>) 'm',
        ' of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/',
        parameters OPERATOR(pg_catalog.->>) 'm', '. ', CASE WHEN parameters OPERATOR(pg_catalog.->>) 'counterfeits' OPERATOR(pg_catalog.=) '0'
        THEN 'Every value is somebody''s.'
        ELSE pg_catalog.concat(parameters OPERATOR(pg_catalog.->>) 'counterfeits', ' of its sensitive values are nobody''s (counterfeits): ',
            CASE WHEN parameters OPERATOR(pg_catalog.->>) 'format' OPERATOR(pg_catalog.=) 'anatomy' THEN 'buckets have so many more of them than rows.'
                 ELSE 'their rows are null but in the sensitive column.' END,
            ' Each person of a bucket has each of its values as probably.') END) END)
    WHERE parameters OPERATOR(pg_catalog.?) 'counterfeits'
$$;
COMMENT ON FUNCTION microdata.edition_sentence(jsonb) IS 'what readers of an edition with these parameters have to know of its series, as sentences';

CREATE OR REPLACE FUNCTION microdata.guarantee_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.concat_ws(' ', COALESCE('Its guarantee: ' || pg_catalog.concat_ws(', ',
            'l = ' || (parameters OPERATOR(pg_catalog.->>) 'l'),
            'k = ' || (parameters OPERATOR(pg_catalog.->>) 'k'),
            microdata.model_sentence(parameters OPERATOR(pg_catalog.->) 'privacy')) || '.', ''),
        microdata.edition_sentence(parameters))
$$;

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
    SELECT * INTO release FROM microdata.releases r WHERE r.release_id = (facts ->> 'release_id')::bigint;
    IF NOT FOUND OR NOT microdata.may_read_release(ARRAY[release_description.relation]) THEN
        RAISE EXCEPTION 'permission denied for relation %', relation::text USING ERRCODE = '42501';
    END IF;
    BEGIN
        loss := microdata.information_loss(relation);
    EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state OR insufficient_privilege OR undefined_object OR feature_not_supported THEN
        -- No method for it, a hierarchy that is gone or somebody else's, or an edition with counterfeits.
        loss := NULL;
    END;
    SELECT jsonb_agg(jsonb_build_object('name', c.relname, 'kind', CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END, 'columns', x.columns)
                     ORDER BY u.position) INTO relations
    FROM unnest(release.relations) WITH ORDINALITY u (relation, position)
    JOIN pg_class c ON c.oid = u.relation
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'type', d.type, 'role', d.role, 'group', d.group_no,
                   'generalized', CASE WHEN d.reading IS NOT NULL THEN d.generalized END, 'reading', d.reading, 'meaning', d.sentence))
                   || CASE WHEN d.reading = 'label' AND c.relkind <> 'v'
                      THEN jsonb_build_object('labels', microdata.label_meanings(d.relation, d.name)) ELSE '{}' END
                   ORDER BY d.column_no)
        FROM microdata.described_columns(release.release_id) d WHERE d.relation = u.relation) x (columns);
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'format', 'pg_microdata', 'version', 1, 'method', release.method, 'about', facts ->> 'about',
        'guarantee', jsonb_build_object('l', release.parameters -> 'l', 'k', release.parameters -> 'k',
                                        'models', release.parameters -> 'privacy',
                                        'meaning', microdata.guarantee_sentence(release.parameters)),
        'rows', release.published_rows, 'buckets', release.buckets, 'information_loss', loss))
        || jsonb_build_object('parameters', microdata.public_parameters(release.parameters), 'relations', relations);
END
$$;

-- Series.

-- What was published once stays known: the ledger keeps releases that were dropped or replaced, and those of sources that are gone.

-- Tables whose rows are about the persons that a relation is about, as far as the catalogs tell: what a view reads, the parents and the
-- heirs, or partitions, of these, and what a person's key refers to. A key is a foreign key of attributes that tell persons apart (`subject`,
-- or declared identifiers), or of one row for each row that it refers to. What hundreds of rows of another table that the view reads
-- refer to, as patients do to countries, is looked up, and not about persons.
CREATE FUNCTION microdata.about(source regclass, subject smallint[] = NULL) RETURNS regclass[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE behind (relation) AS (
        SELECT source::oid
        UNION
        SELECT d.refobjid
        FROM behind b
        JOIN pg_rewrite w ON w.ev_class = b.relation
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
         AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
    ), above (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhparent FROM above a JOIN pg_inherits i ON i.inhrelid = a.relation
    ), below (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.relation
    ), tables AS (
        SELECT c.oid AS relation, c.reltuples
        FROM (SELECT relation FROM above UNION SELECT relation FROM below) r JOIN pg_class c ON c.oid = r.relation
        WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.oid >= 16384
    ), microdata AS (
        SELECT t.relation
        FROM tables t
        WHERE t.relation = source::oid
           OR EXISTS (SELECT FROM microdata.role_record r WHERE r.source::oid = t.relation)
           OR NOT EXISTS (SELECT FROM pg_constraint k JOIN tables o ON o.relation = k.conrelid
                          WHERE k.contype = 'f' AND k.confrelid = t.relation AND t.reltuples > 0 AND o.reltuples >= 100 * t.reltuples)
    ), persons (relation) AS (
        SELECT relation FROM microdata
        UNION
        SELECT k.confrelid
        FROM persons p JOIN pg_constraint k ON k.conrelid = p.relation AND k.contype = 'f'
        WHERE k.conkey <@ (COALESCE((SELECT array_agg(r.attnum) FROM microdata.role_record r
                                     WHERE r.source::oid = p.relation AND r.role IN ('subject', 'identifier')), '{}')
                           || CASE WHEN p.relation = source::oid THEN COALESCE(subject, '{}') ELSE '{}' END)
           OR EXISTS (SELECT FROM pg_index i
                      WHERE i.indrelid = p.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
                        AND i.indkey::smallint[] <@ k.conkey)
    )
    SELECT COALESCE(array_agg(c.oid::regclass ORDER BY c.oid), '{}')
    FROM (SELECT source::oid UNION SELECT relation FROM persons) a (relation)
    JOIN pg_class c ON c.oid = a.relation
    WHERE c.relpersistence <> 't'
$$;
COMMENT ON FUNCTION microdata.about(regclass, smallint[])
    IS 'tables whose rows are about the persons that a relation is about, as far as views, partitions and foreign keys tell';

CREATE TABLE microdata.ledger_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    -- Null once it is gone, and where it is temporary.
    source regclass,
    -- What it was about and is gone, by the last names.
    gone text[] NOT NULL DEFAULT '{}',
    source_name text,
    source_number oid,
    source_owner name NOT NULL,
    about regclass[] NOT NULL,
    relations text[] NOT NULL,
    attributes name[] NOT NULL,
    parameters jsonb NOT NULL,
    source_rows bigint,
    published_rows bigint,
    created_at timestamptz NOT NULL,
    created_by name NOT NULL,
    readers name[] NOT NULL DEFAULT '{}',
    ended_at timestamptz,
    ended_by name,
    ended text CHECK (ended OPERATOR(pg_catalog.=) ANY ('{dropped,replaced}'::pg_catalog.text[]))
);
COMMENT ON TABLE microdata.ledger_record IS 'all releases that were ever made; see the view microdata.ledger';
-- For what event triggers look up at every DROP and ALTER TABLE of anybody.
CREATE INDEX ledger_record_source ON microdata.ledger_record (source);
COMMENT ON INDEX microdata.ledger_record_source IS 'the releases ever made of one source';
CREATE INDEX ledger_record_about ON microdata.ledger_record USING gin (about) WITH (fastupdate = off);
COMMENT ON INDEX microdata.ledger_record_about IS 'the releases ever made of persons that are in a table';

CREATE TABLE microdata.forgotten_release_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    source_name text,
    source_owner name NOT NULL,
    created_at timestamptz NOT NULL,
    forgotten_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    forgotten_by name NOT NULL,
    reason text NOT NULL
);
COMMENT ON TABLE microdata.forgotten_release_record
    IS 'releases that were taken out of the ledger; see the view microdata.forgotten_releases';

CREATE FUNCTION microdata.may_see_ledger(source regclass, source_owner name) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT COALESCE(
        pg_catalog.pg_has_role(COALESCE(
            (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid),
            (SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) source_owner)), 'MEMBER'),
        (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) CURRENT_USER))
$$;
COMMENT ON FUNCTION microdata.may_see_ledger(regclass, name)
    IS 'whether you are a member of the role that owns a source or, where that is gone, owned it last';

ALTER TABLE microdata.ledger_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_record_of_owner ON microdata.ledger_record FOR SELECT
    USING (microdata.may_see_ledger(source, source_owner));
COMMENT ON POLICY ledger_record_of_owner ON microdata.ledger_record IS 'what was published of a source is seen by its owner';
GRANT SELECT ON microdata.ledger_record TO PUBLIC;
ALTER TABLE microdata.forgotten_release_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record FOR SELECT
    USING (microdata.may_see_ledger(NULL, source_owner));
COMMENT ON POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record
    IS 'what was taken out of the ledger is seen by who owned the source';
GRANT SELECT ON microdata.forgotten_release_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.ledger_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.forgotten_release_record', '');

CREATE VIEW microdata.ledger WITH (security_barrier) AS
    SELECT l.release_id, l.method,
           (SELECT c.oid::regclass FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) l.source::pg_catalog.oid) AS source,
           l.source_name, l.source_number, l.about, l.relations, l.attributes, l.parameters, l.source_rows, l.published_rows,
           l.created_at, l.created_by, l.readers, l.ended, l.ended_at, l.ended_by
    FROM microdata.ledger_record l
    WHERE microdata.may_see_ledger(l.source, l.source_owner);
COMMENT ON VIEW microdata.ledger
    IS 'all releases that were ever made of sources that are, or were until they were dropped, yours or of roles that you are a member of';
COMMENT ON COLUMN microdata.ledger.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.ledger.method IS 'how it was made';
COMMENT ON COLUMN microdata.ledger.source IS 'the relation that it was made from; null once that is gone';
COMMENT ON COLUMN microdata.ledger.source_name IS 'its name when the release was made';
COMMENT ON COLUMN microdata.ledger.source_number IS 'its oid when the release was made';
COMMENT ON COLUMN microdata.ledger.about IS 'tables whose rows are about the same persons, as far as views, partitions and foreign keys tell';
COMMENT ON COLUMN microdata.ledger.relations IS 'names of the relations that it consisted of when it was made';
COMMENT ON COLUMN microdata.ledger.attributes IS 'the source''s attributes that were published';
COMMENT ON COLUMN microdata.ledger.parameters IS 'what was asked for and what came of it';
COMMENT ON COLUMN microdata.ledger.source_rows IS 'rows of the source at that time';
COMMENT ON COLUMN microdata.ledger.published_rows IS 'rows published';
COMMENT ON COLUMN microdata.ledger.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.ledger.created_by IS 'who made it';
COMMENT ON COLUMN microdata.ledger.readers
    IS 'who else could ever read it, or a view on it: roles, as they were called then; public is everybody';
COMMENT ON COLUMN microdata.ledger.ended IS 'whether it was dropped or replaced; null while it is there';
COMMENT ON COLUMN microdata.ledger.ended_at IS 'when that was';
COMMENT ON COLUMN microdata.ledger.ended_by IS 'who did that';

CREATE VIEW microdata.forgotten_releases WITH (security_barrier) AS
    SELECT f.release_id, f.method, f.source_name, f.created_at, f.forgotten_at, f.forgotten_by, f.reason
    FROM microdata.forgotten_release_record f
    WHERE microdata.may_see_ledger(NULL, f.source_owner);
COMMENT ON VIEW microdata.forgotten_releases IS 'releases that were taken out of the ledger, with the reasons';
COMMENT ON COLUMN microdata.forgotten_releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.forgotten_releases.method IS 'how it was made';
COMMENT ON COLUMN microdata.forgotten_releases.source_name IS 'name of its source when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_at IS 'when it was taken out of the ledger';
COMMENT ON COLUMN microdata.forgotten_releases.forgotten_by IS 'who did that';
COMMENT ON COLUMN microdata.forgotten_releases.reason IS 'the reason given';
GRANT SELECT ON microdata.ledger, microdata.forgotten_releases TO PUBLIC;

-- Who may read the relations of a release, or views on them, or tables that they are heirs or partitions of.
CREATE FUNCTION microdata.readers(relations regclass[]) RETURNS name[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE shown (relation) AS (
        SELECT u.relation::oid FROM unnest(relations) u (relation)
        UNION
        SELECT x.relation
        FROM shown s CROSS JOIN LATERAL (
            SELECT w.ev_class
            FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
            WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = s.relation AND d.classid = 'pg_rewrite'::regclass
            UNION ALL
            SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = s.relation) x (relation)
    )
    SELECT COALESCE(array_agg(DISTINCT r.reader ORDER BY r.reader), '{}')
    FROM shown s
    JOIN pg_class c ON c.oid = s.relation
    CROSS JOIN LATERAL (
        SELECT pg_get_userbyid(c.relowner)
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM aclexplode(c.relacl) e WHERE e.privilege_type = 'SELECT'
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) e
        WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL AND e.privilege_type = 'SELECT') r (reader)
$$;
COMMENT ON FUNCTION microdata.readers(regclass[]) IS 'owners of relations, of views on them and of their parents, and who is granted SELECT on one of these';

-- `source`: also where it is temporary.
CREATE FUNCTION microdata.remember_release(release bigint, source regclass) RETURNS void
    LANGUAGE sql
    SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO microdata.ledger_record (release_id, method, source, source_name, source_number, source_owner, about, relations,
                                         attributes, parameters, source_rows, published_rows, created_at, created_by, readers)
    SELECT r.release_id, r.method, r.source,
           CASE WHEN s.relpersistence = 't' THEN format('pg_temp.%I', s.relname) WHEN s.oid IS NOT NULL THEN format('%I.%I', n.nspname, s.relname) END,
           s.oid, COALESCE(pg_get_userbyid(s.relowner), r.created_by),
           CASE WHEN s.oid IS NULL THEN '{}' ELSE microdata.about(s.oid, r.subject_attnums) END,
           ARRAY(SELECT format('%I.%I', m.nspname, c.relname)
                 FROM unnest(r.relations) WITH ORDINALITY u (relation, position)
                 JOIN pg_class c ON c.oid = u.relation::oid JOIN pg_namespace m ON m.oid = c.relnamespace ORDER BY u.position),
           ARRAY(SELECT DISTINCT k.source_attribute FROM microdata.release_column_record k
                 WHERE k.release_id = r.release_id AND k.source_attribute IS NOT NULL ORDER BY 1),
           r.parameters, r.source_rows, r.published_rows, r.created_at, r.created_by,
           -- Of one that is gone before it was entered nobody knows.
           CASE WHEN EXISTS (SELECT FROM unnest(r.relations) u (relation) WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = u.relation::oid))
                THEN '{public}'
                ELSE ARRAY(SELECT u.reader FROM unnest(microdata.readers(r.relations)) u (reader) WHERE u.reader <> r.created_by) END
    FROM microdata.release_record r
    LEFT JOIN pg_class s ON s.oid = remember_release.source::oid
    LEFT JOIN pg_namespace n ON n.oid = s.relnamespace
    WHERE r.release_id = remember_release.release
    ON CONFLICT DO NOTHING
$$;
COMMENT ON FUNCTION microdata.remember_release(bigint, regclass) IS 'enters a release in the ledger';
REVOKE ALL ON FUNCTION microdata.remember_release(bigint, regclass) FROM PUBLIC;

SELECT microdata.remember_release(r.release_id, s.oid)
FROM microdata.release_record r
LEFT JOIN microdata.temporary_source_record t USING (release_id)
LEFT JOIN pg_class s ON s.oid = COALESCE(r.source, t.source)::oid AND (r.source IS NOT NULL OR s.relpersistence = 't');

-- What CREATE SCHEMA grants is granted.
DROP EVENT TRIGGER pg_microdata_follow_granted;
CREATE EVENT TRIGGER pg_microdata_follow_granted ON ddl_command_end
    WHEN TAG IN ('GRANT', 'REVOKE', 'CREATE SCHEMA')
    EXECUTE FUNCTION microdata.follow_granted();
ALTER EVENT TRIGGER pg_microdata_follow_granted ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_granted
    IS 'has grants on releases of pg_microdata reach their views of expected counts';

CREATE FUNCTION microdata.remember_readers() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_remember_readers'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.remember_readers() IS 'has the ledger know who could read releases';
CREATE EVENT TRIGGER pg_microdata_remember_readers ON ddl_command_end
    WHEN TAG IN ('GRANT', 'REVOKE', 'ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW',
                 'CREATE SCHEMA', 'CREATE TABLE')
    EXECUTE FUNCTION microdata.remember_readers();
ALTER EVENT TRIGGER pg_microdata_remember_readers ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_remember_readers
    IS 'has the ledger of pg_microdata know who could read releases';

CREATE FUNCTION @extschema@.forget_release(release_id bigint, reason text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_forget_release';
COMMENT ON FUNCTION @extschema@.forget_release(bigint, text)
    IS 'takes a release that is gone, and that nobody but who made it could ever read, out of the ledger';

-- A series: the persons of one source published again and again, everybody with the values of one signature. What it remembers of a
-- person is known by a keyed hash of what tells persons apart. The key is here, too: to be read by the source's owner alone.
CREATE TABLE microdata.series_record (
    series_id serial PRIMARY KEY,
    name text NOT NULL UNIQUE,
    -- Null once it is gone.
    source regclass,
    source_name text NOT NULL,
    -- Or owned it last. A role, not a name: names are given anew.
    source_owner regrole NOT NULL,
    method text NOT NULL,
    arguments jsonb NOT NULL,
    m integer NOT NULL CHECK (m OPERATOR(pg_catalog.>=) 2),
    hash_key bytea NOT NULL,
    -- How many attributes it publishes and tells persons apart by.
    attributes integer NOT NULL,
    -- The first since it began, or began anew.
    first_edition integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    created_by name NOT NULL
);
COMMENT ON TABLE microdata.series_record IS 'series of editions; see the view microdata.series';
COMMENT ON SEQUENCE microdata.series_record_series_id_seq IS 'numbers of series';
CREATE INDEX series_record_source ON microdata.series_record (source);
COMMENT ON INDEX microdata.series_record_source IS 'the series of one source';

CREATE TABLE microdata.series_column_record (
    series_id integer NOT NULL,
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL CHECK (role OPERATOR(pg_catalog.=) ANY ('{subject,quasi-identifier,sensitive,insensitive}'::pg_catalog.text[])),
    type text NOT NULL,
    -- Of slices: in which column of the attribute partition; null until the first edition has chosen.
    column_number integer,
    -- Of generalizations: the hierarchy's name, and a hash of what it was.
    hierarchy text,
    hierarchy_hash text,
    PRIMARY KEY (source, attnum, series_id)
);
COMMENT ON TABLE microdata.series_column_record IS 'attributes that series publish, or tell persons apart by, with their types at first';
CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.series_column_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();
COMMENT ON TRIGGER resolve_attribute ON microdata.series_column_record IS 'gives the row the number of the attribute that it names';
ALTER TABLE microdata.series_column_record ENABLE ALWAYS TRIGGER resolve_attribute;

CREATE TABLE microdata.series_signature_record (
    series_id integer NOT NULL,
    signature integer NOT NULL,
    sensitive_values text[] NOT NULL,
    PRIMARY KEY (series_id, signature)
);
COMMENT ON TABLE microdata.series_signature_record IS 'sets of sensitive values that buckets of series have';

-- Looked up a whole series at a time, so that equal entries of the index are one. At most eight columns: with nine the bits that tell
-- which are null would make every row eight bytes longer.
CREATE TABLE microdata.series_person_record (
    series_id integer NOT NULL,
    -- Null while the person waits.
    signature integer,
    person uuid NOT NULL,
    -- The first edition that the person was in, or missed while waiting.
    arrived integer NOT NULL,
    -- The edition since when the person was in every one, with the same attributes but for the sensitive one; null where this is `arrived`.
    since integer,
    -- A keyed hash of these attributes, by which it is seen that they change. Null while the person waits.
    shown integer,
    -- The first edition that the person missed again.
    gone integer,
    -- The edition from which on the person is withheld.
    withheld integer
);
COMMENT ON TABLE microdata.series_person_record IS 'what series remember of persons, by a keyed hash of what tells them apart';
CREATE INDEX series_person_record_series ON microdata.series_person_record (series_id);
COMMENT ON INDEX microdata.series_person_record_series IS 'the persons of one series';

CREATE TABLE microdata.edition_record (
    series_id integer NOT NULL,
    edition integer NOT NULL,
    release_id bigint NOT NULL,
    persons bigint NOT NULL,
    counterfeits bigint NOT NULL,
    waiting bigint NOT NULL,
    withheld bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    created_by name NOT NULL,
    PRIMARY KEY (series_id, edition)
);
COMMENT ON TABLE microdata.edition_record IS 'editions of series; see the view microdata.editions';

ALTER TABLE microdata.series_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.series_column_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.series_signature_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.series_person_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.edition_record ENABLE ROW LEVEL SECURITY;
-- Members of the owner's role who do not have its privileges see nothing, as the key is among what is seen.
CREATE FUNCTION microdata.may_see_series(source regclass, source_owner regrole) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.pg_has_role(COALESCE(
        (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid),
        source_owner::pg_catalog.oid), 'USAGE')
$$;
COMMENT ON FUNCTION microdata.may_see_series(regclass, regrole)
    IS 'whether you have the privileges of the role that owns a source or, where that is gone, owned it last';

CREATE POLICY series_record_of_owner ON microdata.series_record FOR SELECT
    USING (microdata.may_see_series(source, source_owner));
-- Of the subquery, too, one sees what one may.
CREATE POLICY series_column_record_of_owner ON microdata.series_column_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
CREATE POLICY series_signature_record_of_owner ON microdata.series_signature_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
CREATE POLICY series_person_record_of_owner ON microdata.series_person_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
CREATE POLICY edition_record_of_owner ON microdata.edition_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
COMMENT ON POLICY series_record_of_owner ON microdata.series_record IS 'a series is seen by its source''s owner';
COMMENT ON POLICY series_column_record_of_owner ON microdata.series_column_record IS 'a series is seen by its source''s owner';
COMMENT ON POLICY series_signature_record_of_owner ON microdata.series_signature_record IS 'a series is seen by its source''s owner';
COMMENT ON POLICY series_person_record_of_owner ON microdata.series_person_record IS 'a series is seen by its source''s owner';
COMMENT ON POLICY edition_record_of_owner ON microdata.edition_record IS 'a series is seen by its source''s owner';
GRANT SELECT ON microdata.series_record, microdata.series_column_record, microdata.series_signature_record,
    microdata.series_person_record, microdata.edition_record TO PUBLIC;
-- Whoever dumps the table dumps the sequence.
GRANT SELECT ON SEQUENCE microdata.series_record_series_id_seq TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.series_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_record_series_id_seq', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_column_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_signature_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_person_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.edition_record', '');

-- Series of persons with several rows: everybody is in a cohort, with a set of values.
CREATE TABLE microdata.series_value_record (
    series_id integer NOT NULL,
    number integer NOT NULL,
    sensitive_value text,
    PRIMARY KEY (series_id, number)
);
COMMENT ON TABLE microdata.series_value_record IS 'sensitive values by the numbers that sets of persons have';

CREATE TABLE microdata.series_member_record (
    series_id integer NOT NULL,
    -- Null while the person waits.
    cohort integer,
    person uuid NOT NULL,
    -- The first edition that the person was in, or missed while waiting.
    arrived integer NOT NULL,
    -- The first edition since then that was without the person, who may have come back: the cohort does not grow any more.
    missed integer,
    -- By which it is known what the newest edition shows of the person beside the sensitive values; 0 where the person is not in it.
    shown integer NOT NULL,
    -- The first of the editions up to the newest that all show that, or none of which has the person.
    since integer NOT NULL,
    -- The numbers of the values that are published, as a text for the sake of its size.
    value_set text
);
COMMENT ON TABLE microdata.series_member_record IS 'what series remember of persons with several rows, by a keyed hash of what tells them apart';
CREATE INDEX series_member_record_series ON microdata.series_member_record (series_id);
COMMENT ON INDEX microdata.series_member_record_series IS 'the persons of one series';

ALTER TABLE microdata.series_value_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.series_member_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY series_value_record_of_owner ON microdata.series_value_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
CREATE POLICY series_member_record_of_owner ON microdata.series_member_record FOR SELECT
    USING (series_id OPERATOR(pg_catalog.=) ANY (SELECT s.series_id FROM microdata.series_record s));
COMMENT ON POLICY series_value_record_of_owner ON microdata.series_value_record IS 'a series is seen by its source''s owner';
COMMENT ON POLICY series_member_record_of_owner ON microdata.series_member_record IS 'a series is seen by its source''s owner';
GRANT SELECT ON microdata.series_value_record, microdata.series_member_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.series_value_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.series_member_record', '');

CREATE VIEW microdata.series WITH (security_barrier) AS
    SELECT s.name, CASE WHEN c.oid IS NOT NULL THEN s.source END AS source, s.source_name, s.method, s.arguments, s.m,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'subject' ORDER BY a.attnum) AS subject,
           ARRAY(SELECT a.attribute FROM microdata.series_column_record a
                 WHERE a.series_id = s.series_id AND a.role = 'sensitive' ORDER BY a.attnum) AS sensitive,
           (SELECT count(*) FROM microdata.edition_record e WHERE e.series_id = s.series_id) AS editions, s.created_at, s.created_by
    FROM microdata.series_record s
    LEFT JOIN pg_catalog.pg_class c ON c.oid = s.source::pg_catalog.oid
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.series IS 'series of editions of sources that you own';
COMMENT ON COLUMN microdata.series.name IS 'name of the series';
COMMENT ON COLUMN microdata.series.source IS 'the relation that it is made from; null once that is gone';
COMMENT ON COLUMN microdata.series.source_name IS 'its name when the series began';
COMMENT ON COLUMN microdata.series.method IS 'how editions are made';
COMMENT ON COLUMN microdata.series.arguments IS 'arguments of the method';
COMMENT ON COLUMN microdata.series.m IS 'values of a bucket, at least; nobody''s value has a probability above 1/m';
COMMENT ON COLUMN microdata.series.subject IS 'attributes that tell persons apart';
COMMENT ON COLUMN microdata.series.sensitive IS 'the sensitive attribute';
COMMENT ON COLUMN microdata.series.editions IS 'editions published so far';
COMMENT ON COLUMN microdata.series.created_at IS 'when it was created';
COMMENT ON COLUMN microdata.series.created_by IS 'who created it';

CREATE VIEW microdata.editions WITH (security_barrier) AS
    SELECT s.name AS series, e.edition, e.release_id,
           (SELECT r.relations FROM microdata.release_record r WHERE r.release_id = e.release_id) AS relations,
           e.persons, e.counterfeits, e.waiting, e.withheld, e.created_at, e.created_by
    FROM microdata.edition_record e
    JOIN microdata.series_record s USING (series_id)
    WHERE microdata.may_see_series(s.source, s.source_owner);
COMMENT ON VIEW microdata.editions IS 'editions of series of sources that you own';
COMMENT ON COLUMN microdata.editions.series IS 'name of the series';
COMMENT ON COLUMN microdata.editions.edition IS 'number of the edition, from 1';
COMMENT ON COLUMN microdata.editions.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.editions.relations IS 'its relations; null once they are gone';
COMMENT ON COLUMN microdata.editions.persons IS 'persons published';
COMMENT ON COLUMN microdata.editions.counterfeits IS 'published values that are nobody''s; where rows grow, sets of values';
COMMENT ON COLUMN microdata.editions.waiting IS 'arrivals that are not published yet';
COMMENT ON COLUMN microdata.editions.withheld IS 'persons whose value is not in their signature any more; where rows grow, values that persons have and their published sets have not';
COMMENT ON COLUMN microdata.editions.created_at IS 'when it was published';
COMMENT ON COLUMN microdata.editions.created_by IS 'who published it';
GRANT SELECT ON microdata.series, microdata.editions TO PUBLIC;

CREATE FUNCTION @extschema@.create_series(
    name text,
    source regclass,
    method text,
    arguments jsonb = '{}',
    subject @extschema@.text_list = NULL,
    m integer = 2,
    transient boolean = false) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_series';
COMMENT ON FUNCTION @extschema@.create_series(text, regclass, text, jsonb, @extschema@.text_list, integer, boolean)
    IS 'begins a series: persons of a table published again and again, with no value of anybody above 1/m for who holds all editions';

CREATE FUNCTION @extschema@.publish_series(name text)
    RETURNS TABLE (edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_series';
COMMENT ON FUNCTION @extschema@.publish_series(text) IS 'publishes the next edition of a series';

CREATE FUNCTION @extschema@.redefine_series(
    name text,
    arguments jsonb = NULL,
    subject @extschema@.text_list = NULL,
    m integer = NULL,
    method text = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_redefine_series';
COMMENT ON FUNCTION @extschema@.redefine_series(text, jsonb, @extschema@.text_list, integer, text)
    IS 'begins a series anew: its next edition is a first one, of which former editions tell more';

CREATE FUNCTION @extschema@.verify_series(name text)
    RETURNS TABLE (edition integer, requirement text, bound float8, achieved float8, holds boolean, worst_case jsonb)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_verify_series';
COMMENT ON FUNCTION @extschema@.verify_series(text)
    IS 'checks all editions of a series by their tables, by what the series remembers, and by its source';

CREATE FUNCTION @extschema@.drop_series(name text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_series';
COMMENT ON FUNCTION @extschema@.drop_series(text)
    IS 'ends a series and forgets its persons; editions that were published stay';

CALL microdata.succeed_functions('0.8.0');

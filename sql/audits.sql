-- Audits attack a release as an attacker would, and measure what comes of it.

CREATE FUNCTION @extschema@.audit(
    release regclass,                        -- Release, or one of its relations.
    control float8 = 0.2,                    -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    seconds float8 = 60,                     -- Time after which no further audit begins. NULL: no limit.
    seed bigint = NULL,                      -- Repeats the figures.
    attributes @extschema@.text_list = NULL  -- Attributes to guess beside sensitive ones. NULL: the three easiest to guess.
) RETURNS TABLE (
    risk text,      -- Risk that the audit measures: singling out, linkability, inference or membership.
    audit text,     -- Name of the audit.
    attribute name, -- Attacked attribute. NULL: the release as a whole.
    figure float8,  -- Risk or, without a control, success of the attack.
    low float8,     -- Lower end of its 95% interval.
    high float8,    -- Upper end of its 95% interval.
    control float8, -- Success on people outside the release or, without a control, of a naive attack.
    finding text    -- Finding as a sentence, or the reason why the audit was not done.
) LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$SELECT * FROM microdata.audited($1, $2, $3, $4, $5)$$;
COMMENT ON FUNCTION @extschema@.audit(regclass, float8, float8, bigint, @extschema@.text_list)
    IS 'attacks a release with all audits that apply to it, and describes each risk in a sentence';

CREATE FUNCTION @extschema@.audit_inference(
    release regclass,                        -- Release, or one of its relations.
    model text = 'logistic',                 -- Model of the attacker: 'logistic' or 'naive_bayes'.
    iterations integer = 8,                  -- Number of iterations, 0 to 100.
    seed bigint = NULL,                      -- Repeats the draw of people.
    persons boolean = false,                 -- Returns a row for every person who was guessed, too.
    control float8 = NULL,                   -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL,               -- Relation with people who are not in the source.
    tolerance jsonb = NULL,                  -- Distance from a number or date that counts as near, by attribute. NULL: a tenth of the standard deviation in the source.
    attributes @extschema@.text_list = NULL  -- Attributes to guess beside sensitive ones.
) RETURNS TABLE (
    attribute name,              -- Attacked attribute.
    persons bigint,              -- Number of people whose guess is judged.
    guessed_right float8,        -- Share of people whose value is guessed right.
    low float8,                  -- Lower end of its 95% interval.
    high float8,                 -- Upper end of its 95% interval.
    bound float8,                -- Value of 1/l. NULL: the release has no l for the attribute.
    believed_above_bound float8, -- Share of people whose guess has a probability above the bound.
    right_above_bound float8,    -- Share of these guesses that are right.
    believed_above_50 float8,    -- Share of people whose guess has a probability above 0.5.
    right_above_50 float8,       -- Share of these guesses that are right.
    believed_above_90 float8,    -- Share of people whose guess has a probability above 0.9.
    right_above_90 float8,       -- Share of these guesses that are right.
    baseline float8,             -- Share guessed right by a model that has learned from other people, without the release.
    naive float8,                -- Share guessed right if the guess is the most frequent value for all people.
    calibration_error float8,    -- Mean difference between the share of right guesses and their probability.
    control float8,              -- Share guessed right among people outside the release. NULL: no control.
    risk float8,                 -- Share of the failures of the control that become successes.
    risk_low float8,             -- Lower end of its 95% interval.
    risk_high float8,            -- Upper end of its 95% interval.
    person jsonb,                -- Person whose value is guessed. NULL: the row is about all people.
    guess text,                  -- Guessed value.
    probability float8,          -- Probability that the attacker gives to the guess.
    guess_is_right boolean,      -- True if the guess is right.
    tolerance text,              -- Distance that counts as near. NULL: the attribute has no distances.
    near_right float8,           -- Share of people whose guess comes near.
    near_low float8,             -- Lower end of its 95% interval.
    near_high float8,            -- Upper end of its 95% interval.
    near_baseline float8,        -- Share of people to whom the guess of the baseline comes near.
    near_naive float8,           -- Share of people to whom one guess for all comes near.
    near_control float8,         -- Share of near guesses among people outside the release.
    near_risk float8,            -- Share of the failures of that control that become near guesses.
    near_risk_low float8,        -- Lower end of its 95% interval.
    near_risk_high float8,       -- Upper end of its 95% interval.
    guess_is_near boolean        -- True if the guess comes near.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_inference';
COMMENT ON FUNCTION @extschema@.audit_inference(regclass, text, integer, bigint, boolean, float8, regclass, jsonb,
    @extschema@.text_list) IS 'measures how often an attacker who knows the quasi-identifiers guesses sensitive values from a release';

CREATE FUNCTION @extschema@.audit_membership(
    release regclass,          -- Release, or one of its relations.
    outsiders regclass = NULL, -- Relation with people who are not in the source.
    control float8 = NULL,     -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    seed bigint = NULL         -- Repeats the draw of people.
) RETURNS TABLE (
    known text,               -- Attributes that the attacker knows: all or quasi-identifiers.
    members bigint,           -- Number of compared people in the release.
    outsiders bigint,         -- Number of compared people outside the release.
    auc float8,               -- Probability of telling a member from an outsider. 0.5 is chance.
    low float8,               -- Lower end of its 95% interval.
    high float8,              -- Upper end of its 95% interval.
    members_nowhere bigint,   -- Number of members that match no bucket or equivalence class.
    outsiders_nowhere bigint, -- Number of outsiders that match no bucket or equivalence class.
    original_tuples float8,   -- Number of tuples that the buckets can form and the source has.
    fake_tuples float8,       -- Number of tuples that the buckets can form and the source does not have.
    fake_error float8,        -- Standard error of these two numbers if they are estimated.
    members_by_buckets jsonb, -- Number of members, by the number of matching buckets.
    fakes_by_buckets jsonb    -- Number of fake tuples, by the number of matching buckets.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_membership';
COMMENT ON FUNCTION @extschema@.audit_membership(regclass, regclass, float8, bigint)
    IS 'measures how well an attacker can tell from a release whether a person is in it';

CREATE FUNCTION @extschema@.audit_composition(
    relations regclass[] = NULL, -- Releases to combine. NULL: all of the source that you can read.
    source regclass = NULL,      -- Source of the releases. NULL: that of the relations.
    seed bigint = NULL,          -- Repeats the draw of people.
    control float8 = NULL,       -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL    -- Relation with people who are not in the source.
) RETURNS TABLE (
    attribute name,              -- Sensitive attribute.
    releases integer,            -- Number of releases that have the attribute as a sensitive one.
    persons bigint,              -- Number of people who are attacked: those whose value is not harmless.
    candidates float8,           -- Mean number of values that are left.
    pinned float8,               -- Share of people with one value left.
    contradicted float8,         -- Share of people with no value left.
    guessed_right float8,        -- Share of people whose value is guessed right.
    low float8,                  -- Lower end of its 95% interval.
    high float8,                 -- Upper end of its 95% interval.
    single regclass,             -- Release by which alone most values are guessed right.
    single_candidates float8,    -- Mean number of values that this release leaves.
    single_pinned float8,        -- Share of people with one value left by this release.
    single_guessed_right float8, -- Share guessed right by this release.
    naive float8,                -- Share guessed right if the guess is the most frequent value for all people.
    control float8,              -- Share guessed right among people outside the releases. NULL: no control.
    risk float8,                 -- Share of the failures of the control that become successes.
    risk_low float8,             -- Lower end of its 95% interval.
    risk_high float8             -- Upper end of its 95% interval.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';
COMMENT ON FUNCTION @extschema@.audit_composition(regclass[], regclass, bigint, float8, regclass)
    IS 'measures what an attacker learns from several releases about the same people';

CREATE FUNCTION @extschema@.audit_minimality(
    release regclass,          -- Release, or one of its relations.
    seed bigint = NULL,        -- Repeats the draw of people.
    control float8 = NULL,     -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL  -- Relation with people who are not in the source.
) RETURNS TABLE (
    attribute name,       -- Sensitive attribute.
    regions bigint,       -- Number of buckets or equivalence classes that are large enough to split.
    telling bigint,       -- Number of them in which a missing split discloses something.
    persons bigint,       -- Number of people about whom it does.
    guessed_right float8, -- Share of these people whose value is guessed right.
    low float8,           -- Lower end of its 95% interval.
    high float8,          -- Upper end of its 95% interval.
    believed float8,      -- Mean probability that the attacker gives to the guesses.
    share float8,         -- Share guessed right without knowledge of splits.
    bound float8,         -- Value of 1/l.
    z float8,             -- Standard deviations by which more guesses are right than by chance.
    control float8,       -- Share of people outside the release with the guessed value. NULL: no control.
    risk float8,          -- Share of the failures of the control that become successes.
    risk_low float8,      -- Lower end of its 95% interval.
    risk_high float8      -- Upper end of its 95% interval.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_minimality';
COMMENT ON FUNCTION @extschema@.audit_minimality(regclass, bigint, float8, regclass)
    IS 'measures what an attacker learns from the way in which the method splits buckets or classes';

CREATE FUNCTION @extschema@.audit_singling_out(
    release regclass,          -- Release, or one of its relations.
    attacks integer = 2000,    -- Largest number of predicates of a kind, 1 to 1000000.
    control float8 = NULL,     -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL, -- Relation with people who are not in the source.
    seed bigint = NULL         -- Repeats the attacks.
) RETURNS TABLE (
    kind text,       -- Kind of predicate: univariate, multivariate, hull, hull pair or hull end.
    attacks bigint,  -- Number of predicates.
    success float8,  -- Share of predicates that fit exactly one person.
    low float8,      -- Lower end of its 95% interval.
    high float8,     -- Upper end of its 95% interval.
    naive float8,    -- Share of random predicates that fit exactly one person.
    control float8,  -- Share that fits exactly one person outside the release. NULL: no control.
    risk float8,     -- Share of the failures of the control that become successes.
    risk_low float8, -- Lower end of its 95% interval.
    risk_high float8 -- Upper end of its 95% interval.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_singling_out';
COMMENT ON FUNCTION @extschema@.audit_singling_out(regclass, integer, float8, regclass, bigint)
    IS 'measures how often predicates that are learned from a release fit exactly one person of its source';

CREATE FUNCTION @extschema@.audit_linkability(
    release regclass,                     -- Release, or one of its relations.
    "left" @extschema@.text_list = NULL,  -- Attributes known from one place. NULL: those not in right.
    "right" @extschema@.text_list = NULL, -- Attributes known from another place. NULL: those not in left.
    attacks integer = 2000,               -- Number of people to link, 1 to 1000000.
    control float8 = NULL,                -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL,            -- Relation with people who are not in the source.
    seed bigint = NULL                    -- Repeats the attacks.
) RETURNS TABLE (
    attacks bigint,  -- Number of people who are attacked.
    success float8,  -- Share of people whose two sets of attributes are linked.
    low float8,      -- Lower end of its 95% interval.
    high float8,     -- Upper end of its 95% interval.
    naive float8,    -- Share linked by two random rows.
    control float8,  -- Share linked among people outside the release. NULL: no control.
    risk float8,     -- Share of the failures of the control that become successes.
    risk_low float8, -- Lower end of its 95% interval.
    risk_high float8 -- Upper end of its 95% interval.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_linkability';
COMMENT ON FUNCTION @extschema@.audit_linkability(regclass, @extschema@.text_list, @extschema@.text_list, integer, float8,
    regclass, bigint) IS 'measures how often a release links two sets of attributes of a person';

-- Relations are passed on by their OIDs, and read after they were locked by them: a name may be that of another relation, such as a
-- view that calls functions with the rights of the caller, by the time it is looked up again.

CREATE FUNCTION microdata.audited(
    release regclass,                 -- Release, or one of its relations.
    share float8,                     -- Fraction of the source to keep out of a second release. NULL: no control.
    seconds float8,                   -- Time after which no further audit begins. NULL: no limit.
    seed bigint,                      -- Repeats the figures.
    attributes @extschema@.text_list  -- Attributes to guess beside sensitive ones. NULL: the three easiest to guess.
) RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control float8, finding text)
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    until timestamptz := 'infinity';
    -- Audits that can be made against a control.
    against_outsiders CONSTANT text[] := '{audit_singling_out,audit_linkability,audit_inference,audit_membership,audit_minimality}';
    made_of regclass;
    guessed text[] := attributes::text[];
    not_chosen text;
    given jsonb := jsonb_build_object('release', release::oid::int8, 'seed', seed);
    of_source jsonb;
    results jsonb;
    made text[];
    said text;
    detail text;
BEGIN
    IF release IS NULL THEN
        RAISE EXCEPTION 'release must not be null' USING ERRCODE = 'null_value_not_allowed';
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
    SELECT c.source INTO STRICT made_of FROM microdata.publishing_call(release) c;
    of_source := jsonb_build_object('source', made_of::oid::int8, 'seed', seed);
    PERFORM microdata.begin_progress('audit', release, cardinality(against_outsiders) + 1);
    IF attributes IS NULL AND clock_timestamp() < until THEN
        BEGIN
            SELECT array_agg(e.attribute)::text[] INTO guessed FROM microdata.easiest_to_guess(release) e;
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                not_chosen := SQLERRM;
        END;
    END IF;
    given := given || jsonb_build_object('attributes', guessed);
    IF share IS NOT NULL AND clock_timestamp() < until THEN
        BEGIN
            -- One control for all.
            results := microdata.with_control(ARRAY[release], share, seed,
                'SELECT microdata.audit_results(ARRAY(SELECT jsonb_array_elements_text($1 -> ''audits'')), jsonb_build_object('
                '''release'', $2[1]::oid::int8, ''outsiders'', $3::oid::int8, ''seed'', $1 -> ''seed'', ''attributes'', $1 -> ''attributes''), '
                '($1 ->> ''until'')::timestamptz)',
                jsonb_build_object('audits', against_outsiders, 'seed', seed, 'until', until, 'attributes', guessed));
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        END;
    END IF;
    made := ARRAY(SELECT a.key FROM jsonb_each(results) a WHERE jsonb_typeof(a.value) = 'array');
    -- All releases of the source, of one control of their own.
    IF share IS NOT NULL THEN
        results := COALESCE(results, '{}')
            || microdata.audit_results('{audit_composition}', of_source || jsonb_build_object('control', share), until);
    END IF;
    -- Audits without a control are made of the release itself.
    results := COALESCE(results, '{}') || jsonb_build_object('against outsiders', made)
        || microdata.audit_results(ARRAY(SELECT a FROM unnest(against_outsiders) a WHERE a <> ALL (made)), given, until);
    IF jsonb_typeof(results -> 'audit_composition') IS DISTINCT FROM 'array' THEN
        results := results || microdata.audit_results('{audit_composition}', of_source, until);
    END IF;
    RETURN QUERY
        -- In which of the regulators' words each audit answers.
        SELECT a.risk, a.audit, f.attribute, f.figure, f.low, f.high, f.control,
               COALESCE(f.finding, microdata.sentence('not done', jsonb_build_object('reason', COALESCE(results -> a.audit ->> 'said', results ->> a.audit), 'seconds', seconds)))
        FROM (VALUES (1, 'singling out', 'audit_singling_out'), (2, 'linkability', 'audit_linkability'), (3, 'inference', 'audit_inference'),
                     (4, 'inference', 'audit_minimality'), (5, 'inference', 'audit_composition'), (6, 'membership', 'audit_membership'))
             a (place, risk, audit)
        LEFT JOIN microdata.audit_findings(results) f USING (audit)
        ORDER BY a.place, f.attribute;
    IF clock_timestamp() < until THEN
        BEGIN
            RETURN QUERY
                SELECT 'inference', 'determining attributes', d.sensitive, d.share, NULL::float8, NULL::float8, NULL::float8, d.finding
                FROM microdata.determining_attributes(release) d
                ORDER BY d.sensitive, d.finding COLLATE "C";
        EXCEPTION
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            WHEN OTHERS THEN
                RETURN QUERY
                    SELECT 'inference', 'determining attributes', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                           microdata.sentence('not done', jsonb_build_object('error', SQLERRM));
        END;
    END IF;
    IF not_chosen IS NOT NULL THEN
        RETURN QUERY
            SELECT 'inference', 'audit_inference', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   microdata.sentence('not done', jsonb_build_object('attributes', not_chosen));
    END IF;
    IF said IS NOT NULL THEN
        RETURN QUERY
            SELECT NULL::text, 'control', NULL::name, NULL::float8, NULL::float8, NULL::float8, NULL::float8,
                   microdata.sentence('not done', jsonb_build_object('error', said, 'detail', detail, 'control', true));
    END IF;
    PERFORM microdata.end_progress();
END
$$;
COMMENT ON FUNCTION microdata.audited IS 'what audit() returns';

CREATE FUNCTION microdata.audit_results(
    audits text[],     -- Names of audits.
    arguments jsonb,   -- Arguments of a call, by name.
    until timestamptz  -- Time after which no further audit begins.
) RETURNS jsonb LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    audit text;
    called pg_proc;
    rows jsonb;
    said text;
    detail text;
    results jsonb := '{}';
    given jsonb;
BEGIN
    FOREACH audit IN ARRAY audits LOOP
        EXIT WHEN clock_timestamp() >= until;
        IF arguments ? 'reader' THEN
            SELECT p.* INTO called FROM pg_proc p WHERE p.proname = 'composition_for' AND p.pronamespace = 'microdata'::regnamespace;
        ELSE
            called := microdata.function_of_extension(audit);
        END IF;
        IF called.oid IS NULL THEN
            RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF NOT arguments ?| ARRAY['release', 'relations', 'source'] THEN
            RAISE EXCEPTION 'arguments must name a release' USING ERRCODE = 'invalid_parameter_value';
        END IF;
        given := CASE audit WHEN 'audit_inference' THEN arguments ELSE arguments - 'attributes' END;
        BEGIN
            EXECUTE format('SELECT jsonb_agg(a) FROM %s a', microdata.call_of(called, given, '{}')) INTO rows USING given;
            results := results || jsonb_build_object(audit, COALESCE(rows, '[]'));
        EXCEPTION
            -- The audit does not suit the release, or there is too much of it.
            WHEN feature_not_supported OR invalid_parameter_value OR object_not_in_prerequisite_state OR undefined_object
                 OR program_limit_exceeded OR out_of_memory THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
            WHEN serialization_failure OR deadlock_detected THEN
                RAISE;
            -- Whatever else an audit reads, such as releases of other roles, need not be as it should.
            WHEN OTHERS THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, jsonb_build_object('said', concat_ws(' ', said || '.', NULLIF(detail, '')),
                    'sqlstate', SQLSTATE, 'message', said));
        END;
        PERFORM microdata.step_progress();
    END LOOP;
    RETURN results;
END
$$;
COMMENT ON FUNCTION microdata.audit_results IS 'the rows of audits as JSON, each under its name, or why it cannot be made; those that would begin too late are left out';

CREATE FUNCTION microdata.audit_findings(results jsonb) -- Results of audits, as microdata.audit_results returns them.
    RETURNS TABLE (audit text, attribute name, figure float8, low float8, high float8, control float8, finding text) LANGUAGE c STABLE
    STRICT AS 'MODULE_PATHNAME', 'pg_microdata_audit_findings';
COMMENT ON FUNCTION microdata.audit_findings IS 'what the rows of audits say, with a sentence each';

CREATE FUNCTION microdata.determining_attributes(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (sensitive name, attributes name[], share float8, finding text) LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_determining_attributes';
COMMENT ON FUNCTION microdata.determining_attributes
    IS 'attributes of a release, one or two together, that determine a sensitive one in the rows of its source, or are determined by it';

CREATE FUNCTION microdata.easiest_to_guess(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (attribute name, gain float8) LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_easiest_to_guess';
COMMENT ON FUNCTION microdata.easiest_to_guess IS 'the three quasi-identifiers of a release in buckets that follow most from the others of their group';

CREATE FUNCTION microdata.composition_for(
    source regclass,             -- Source of the releases.
    reader oid,                  -- Role that can read the releases, beside the caller.
    seed bigint,                 -- Repeats the draw of people.
    relations regclass[] = NULL, -- Releases to combine. NULL: all of the source.
    control float8 = NULL,       -- Fraction of the source to keep out of a second release, as a control. NULL: no control.
    outsiders regclass = NULL    -- Relation with people who are not in the source.
)
    RETURNS TABLE (attribute name, releases integer, persons bigint, candidates float8, pinned float8, contradicted float8,
        guessed_right float8, low float8, high float8, single regclass, single_candidates float8, single_pinned float8,
        single_guessed_right float8, naive float8, control float8, risk float8, risk_low float8, risk_high float8) LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';
COMMENT ON FUNCTION microdata.composition_for IS 'audit_composition of the releases that a role may read, beside the caller: for gates, whose findings the owner of a series sees';

-- Controls: a second release without some of the people, who are attacked like the others.

CREATE FUNCTION microdata.audit_control(
    audit text,           -- Name of an audit.
    relations regclass[], -- Releases to attack.
    control float8,       -- Fraction of the source to keep out of the second release.
    arguments jsonb,      -- Arguments of the audit, by name.
    seed bigint           -- Repeats the draw of the control.
) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(audit);
BEGIN
    IF called.oid IS NULL OR 'outsiders' <> ALL (called.proargnames[1:called.pronargs]) THEN
        RAISE EXCEPTION 'unrecognized audit: %', COALESCE(quote_ident(audit), 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN microdata.with_control(relations, control, seed,
        format('SELECT jsonb_agg(a) FROM %s a',
               microdata.call_of(called, COALESCE(arguments, '{}'),
                                 '{"relations": "$2", "release": "$2[1]", "outsiders": "$3"}')), arguments);
END
$$;
COMMENT ON FUNCTION microdata.audit_control IS 'the rows of an audit of releases of a part of their source, with the rest as outsiders, as JSON';

CREATE FUNCTION microdata.with_control(
    relations regclass[], -- Releases to make again.
    control float8,       -- Fraction of the source to keep out of the second release.
    seed bigint,          -- Repeats the draw of the control.
    statement text,       -- SELECT statement with $1 (arguments), $2 (second releases) and $3 (control).
    arguments jsonb       -- Arguments of the statement.
) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET row_security = off SET "DateStyle" = 'ISO, YMD'
    SET "IntervalStyle" = 'postgres' SET "TimeZone" = 'UTC' SET extra_float_digits = 1 SET bytea_output = 'hex' SET lc_monetary = 'C'
    SET xmlbinary = 'base64' SET quote_all_identifiers = off AS $$
DECLARE
    drawing text;
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
        RAISE EXCEPTION 'control must be above 0 and below 1, not %', COALESCE(control::text, 'null') USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF COALESCE(cardinality(relations), 0) = 0 OR array_position(relations, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'relations must name releases' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    FOREACH relation IN ARRAY relations LOOP
        SELECT * INTO STRICT made FROM microdata.publishing_call(relation);
        parameters := (microdata.release_in(microdata.release_facts(relation))).parameters;
        IF parameters ? 'registered' THEN
            RAISE EXCEPTION 'release "%" was registered and cannot be published again', relation USING ERRCODE = 'object_not_in_prerequisite_state',
                      DETAIL = 'The call that made it is not on record.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF parameters ? 'edition' THEN
            RAISE EXCEPTION 'edition "%" cannot be published again', relation USING ERRCODE = 'feature_not_supported',
                      DETAIL = 'What an edition of a series shows follows from the editions before it.',
                      HINT = 'Give a table of persons who are not in the release as outsiders instead.';
        END IF;
        IF source <> made.source THEN
            RAISE EXCEPTION 'release "%" is not of the source "%"', relation, source
                USING ERRCODE = 'invalid_parameter_value', DETAIL = format('Its source is "%s".', made.source);
        END IF;
        source := made.source;
        IF parameters ?| '{member_column,person_column}' THEN
            made.arguments := made.arguments || '{"suppress": 0.999}';
        END IF;
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
        drawing := format('SELECT %1$s, %2$s AS %3$I FROM %4$s s', columns, microdata.place_in_draw(columns, subject, drawn_by), draw, source);
        EXECUTE 'CREATE TEMPORARY TABLE microdata_drawn AS ' || drawing || ' WITH NO DATA';
        PERFORM microdata.insert_rows('pg_temp.microdata_drawn', drawing);
        EXECUTE format('CREATE TEMPORARY TABLE microdata_members AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I >= %L',
                       columns, draw, control);
        GET DIAGNOSTICS members = ROW_COUNT;
        EXECUTE format('CREATE TEMPORARY TABLE microdata_outsiders AS SELECT %s FROM pg_temp.microdata_drawn s WHERE s.%I < %L',
                       columns, draw, control);
        GET DIAGNOSTICS outsiders = ROW_COUNT;
        IF members = 0 OR outsiders = 0 THEN
            RAISE EXCEPTION 'control leaves nobody on one of the two sides' USING ERRCODE = 'invalid_parameter_value',
                      DETAIL = format('There are %s rows to publish again and %s to keep out.', members, outsiders);
        END IF;
        PERFORM microdata.stand_in('pg_temp.microdata_members', source);
        FOR i IN 1 .. jsonb_array_length(calls) LOOP
            made.arguments := calls -> i - 1 -> 'arguments';
            -- An identifier of one release may be shown by another. Two releases have two seeds.
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
COMMENT ON FUNCTION microdata.with_control
    IS 'publishes a part of a source again by the calls that made its releases, in temporary tables that do not stay, and returns what a statement says of the arguments ($1), these releases ($2, an array) and the rest as outsiders ($3)';

CREATE FUNCTION microdata.stand_in(
    copy regclass,   -- Temporary copy of a source.
    source regclass  -- Source that the copy stands for. NULL: none any more.
) RETURNS void LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_stand_in';
COMMENT ON FUNCTION microdata.stand_in IS 'lets a temporary table be published as a source is, in a subtransaction that cannot commit';

CREATE FUNCTION microdata.place_in_draw(
    columns text, -- Columns of the source, as a list of SQL.
    subject text, -- Columns of the subject. NULL: each row is a person.
    seed bigint   -- Repeats the draw.
) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    -- A person is drawn by the own values, and one of several alike by a number too.
    SELECT format('(hashtextextended((%s) COLLATE "C", %L::int8) & 9007199254740991) / 9007199254740992::float8',
                  COALESCE('ROW(' || subject || ')::text',
                           format('ROW(%1$s)::text || row_number() OVER (PARTITION BY ROW(%1$s)::text COLLATE "C")', columns)), seed)
$$;
COMMENT ON FUNCTION microdata.place_in_draw IS 'SQL for a random number from 0 to 1, by a row''s columns, one for all rows of a subject';

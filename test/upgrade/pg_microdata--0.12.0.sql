\echo Use "CREATE EXTENSION pg_microdata VERSION '0.12.0'" to load this file. \quit

-- Version 0.12.0 as one script, read from the catalog of a database that had it: tests update from it, and nobody installs it.
SET LOCAL search_path = pg_catalog, pg_temp;

CREATE SCHEMA microdata;

COMMENT ON SCHEMA microdata IS 'releases of pg_microdata and what is known about them';

CREATE TYPE @extschema@.privacy_model AS (
	model text,
	parameters jsonb
);

COMMENT ON TYPE @extschema@.privacy_model IS 'a requirement on every bucket or equivalence class of a release; made by constructors such as k_anonymity()';

COMMENT ON COLUMN @extschema@.privacy_model.model IS 'name of the model';

COMMENT ON COLUMN @extschema@.privacy_model.parameters IS 'its parameters';

CREATE TYPE @extschema@.text_list;

CREATE FUNCTION microdata.text_list_in(cstring) RETURNS @extschema@.text_list
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_text_list_in';

COMMENT ON FUNCTION microdata.text_list_in(cstring) IS 'I/O';

CREATE FUNCTION microdata.text_list_out(@extschema@.text_list) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_text_list_out';

COMMENT ON FUNCTION microdata.text_list_out(@extschema@.text_list) IS 'I/O';

CREATE FUNCTION microdata.text_list_recv(internal) RETURNS @extschema@.text_list
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_text_list_recv';

COMMENT ON FUNCTION microdata.text_list_recv(internal) IS 'I/O';

CREATE FUNCTION microdata.text_list_send(@extschema@.text_list) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_text_list_send';

COMMENT ON FUNCTION microdata.text_list_send(@extschema@.text_list) IS 'I/O';

CREATE TYPE @extschema@.text_list (
    INTERNALLENGTH = variable,
    INPUT = microdata.text_list_in,
    OUTPUT = microdata.text_list_out,
    RECEIVE = microdata.text_list_recv,
    SEND = microdata.text_list_send,
    ALIGNMENT = int4,
    STORAGE = extended
);

COMMENT ON TYPE @extschema@.text_list IS 'a list of texts as an argument; arrays of text and of name are accepted as well';

CREATE FUNCTION microdata.as_text_list(text[]) RETURNS @extschema@.text_list
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_same_array';

COMMENT ON FUNCTION microdata.as_text_list(text[]) IS 'an array as a list';

CREATE FUNCTION microdata.as_text_list(character[]) RETURNS @extschema@.text_list
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    RETURN microdata.as_text_list(($1)::text[]);

COMMENT ON FUNCTION microdata.as_text_list(character[]) IS 'an array of character(n) as a list';

CREATE CAST (character[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(character[]) AS IMPLICIT;

COMMENT ON CAST (character[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST ("char"[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST ("char"[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST (name[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (name[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST (information_schema.sql_identifier[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (information_schema.sql_identifier[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST (text[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(text[]) AS IMPLICIT;

COMMENT ON CAST (text[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST (character varying[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (character varying[] AS @extschema@.text_list) IS 'an array is a list';

CREATE CAST (character AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (character AS @extschema@.text_list) IS 'a text is read as a list';

CREATE CAST (name AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (name AS @extschema@.text_list) IS 'a name is read as a list';

CREATE FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) RETURNS @extschema@.privacy_model[]
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_privacy_model_array';

COMMENT ON FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) IS 'fails: explains how to write an array of privacy models';

CREATE CAST (@extschema@.privacy_model AS @extschema@.privacy_model[]) WITH FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) AS IMPLICIT;

COMMENT ON CAST (@extschema@.privacy_model AS @extschema@.privacy_model[]) IS 'fails: explains how to write an array of privacy models';

CREATE CAST (text AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (text AS @extschema@.text_list) IS 'a text is read as a list';

CREATE FUNCTION microdata.as_text_array(@extschema@.text_list) RETURNS text[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_same_array';

COMMENT ON FUNCTION microdata.as_text_array(@extschema@.text_list) IS 'a list as an array';

CREATE CAST (@extschema@.text_list AS text[]) WITH FUNCTION microdata.as_text_array(@extschema@.text_list) AS ASSIGNMENT;

COMMENT ON CAST (@extschema@.text_list AS text[]) IS 'a list is an array';

CREATE CAST (character varying AS @extschema@.text_list) WITH INOUT AS IMPLICIT;

COMMENT ON CAST (character varying AS @extschema@.text_list) IS 'a text is read as a list';

CREATE FUNCTION @extschema@.add_privacy_rule(source regclass, rule text, l double precision DEFAULT NULL::double precision, comment text DEFAULT NULL::text, privacy @extschema@.privacy_model DEFAULT NULL::@extschema@.privacy_model) RETURNS bigint
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_add_privacy_rule';

COMMENT ON FUNCTION @extschema@.add_privacy_rule(source regclass, rule text, l double precision, comment text, privacy @extschema@.privacy_model) IS 'declares a privacy rule of a table: an adversary who knows some attributes must not learn others';

CREATE FUNCTION @extschema@.alpha_k_anonymity(alpha double precision, k integer, value text DEFAULT NULL::text) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_alpha_k_anonymity';

COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(alpha double precision, k integer, value text) IS 'every bucket or equivalence class has at least k rows, and no sensitive value, or not the one given, a share above alpha';

CREATE FUNCTION @extschema@.alter_series(name text, view text DEFAULT NULL::text, keep integer DEFAULT NULL::integer, gate jsonb DEFAULT NULL::jsonb, approve boolean DEFAULT NULL::boolean) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_alter_series';

COMMENT ON FUNCTION @extschema@.alter_series(name text, view text, keep integer, gate jsonb, approve boolean) IS 'changes how the editions of a series are shown, kept and judged';

CREATE FUNCTION @extschema@.approve_edition(name text, edition integer) RETURNS text
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_approve_edition';

COMMENT ON FUNCTION @extschema@.approve_edition(name text, edition integer) IS 'shows a draft, or publishes it where the series has no view, if it keeps the gate that the series has now';

CREATE FUNCTION @extschema@.attribute_correlation(source regclass, measure text DEFAULT 'phi2'::text, discretization text DEFAULT 'equal-width'::text, intervals integer DEFAULT 10, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(attribute_1 name, attribute_2 name, correlation double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_correlation';

COMMENT ON FUNCTION @extschema@.attribute_correlation(source regclass, measure text, discretization text, intervals integer, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list) IS 'how strongly each pair of a table''s attributes is correlated';

CREATE FUNCTION @extschema@.attribute_partition(source regclass, columns integer, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sensitive_column_size integer DEFAULT NULL::integer, discretization text DEFAULT 'equal-width'::text, intervals integer DEFAULT 10, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(column_no integer, attributes name[], medoid name, is_sensitive boolean)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_partition';

COMMENT ON FUNCTION @extschema@.attribute_partition(source regclass, columns integer, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, sensitive_column_size integer, discretization text, intervals integer, quasi_identifiers @extschema@.text_list) IS 'the columns into which slicing would group a table''s attributes';

CREATE FUNCTION @extschema@.audit(relation regclass, control double precision DEFAULT 0.2, seconds double precision DEFAULT 60, seed bigint DEFAULT NULL::bigint) RETURNS TABLE(risk text, audit text, attribute name, figure double precision, low double precision, high double precision, control double precision, finding text)
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$SELECT * FROM microdata.audited($1, $2, $3, $4)$_$;

COMMENT ON FUNCTION @extschema@.audit(relation regclass, control double precision, seconds double precision, seed bigint) IS 'what attackers make of a release: singling out, linkability, inference and membership, by all audits that suit it, with a sentence each';

CREATE FUNCTION @extschema@.audit_composition(relations regclass[] DEFAULT NULL::regclass[], source regclass DEFAULT NULL::regclass, seed bigint DEFAULT NULL::bigint, control double precision DEFAULT NULL::double precision, outsiders regclass DEFAULT NULL::regclass) RETURNS TABLE(attribute name, releases integer, persons bigint, candidates double precision, pinned double precision, contradicted double precision, guessed_right double precision, low double precision, high double precision, single regclass, single_candidates double precision, single_pinned double precision, single_guessed_right double precision, naive double precision, control double precision, risk double precision, risk_low double precision, risk_high double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_composition';

COMMENT ON FUNCTION @extschema@.audit_composition(relations regclass[], source regclass, seed bigint, control double precision, outsiders regclass) IS 'how often an adversary guesses sensitive values right who holds several releases of one source, or all of them, and knows the quasi-identifiers of all persons';

CREATE FUNCTION @extschema@.audit_inference(relation regclass, model text DEFAULT 'logistic'::text, iterations integer DEFAULT 8, seed bigint DEFAULT NULL::bigint, persons boolean DEFAULT false, control double precision DEFAULT NULL::double precision, outsiders regclass DEFAULT NULL::regclass) RETURNS TABLE(attribute name, persons bigint, guessed_right double precision, low double precision, high double precision, bound double precision, believed_above_bound double precision, right_above_bound double precision, believed_above_50 double precision, right_above_50 double precision, believed_above_90 double precision, right_above_90 double precision, baseline double precision, naive double precision, calibration_error double precision, control double precision, risk double precision, risk_low double precision, risk_high double precision, person jsonb, guess text, probability double precision, guess_is_right boolean)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_inference';

COMMENT ON FUNCTION @extschema@.audit_inference(relation regclass, model text, iterations integer, seed bigint, persons boolean, control double precision, outsiders regclass) IS 'how often an adversary guesses sensitive values right who knows the quasi-identifiers of all persons and learns from the release what goes with them (de Finetti''s attack)';

CREATE FUNCTION @extschema@.audit_linkability(relation regclass, "left" @extschema@.text_list DEFAULT NULL::@extschema@.text_list, "right" @extschema@.text_list DEFAULT NULL::@extschema@.text_list, attacks integer DEFAULT 2000, control double precision DEFAULT NULL::double precision, outsiders regclass DEFAULT NULL::regclass, seed bigint DEFAULT NULL::bigint) RETURNS TABLE(attacks bigint, success double precision, low double precision, high double precision, naive double precision, control double precision, risk double precision, risk_low double precision, risk_high double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_linkability';

COMMENT ON FUNCTION @extschema@.audit_linkability(relation regclass, "left" @extschema@.text_list, "right" @extschema@.text_list, attacks integer, control double precision, outsiders regclass, seed bigint) IS 'how often a release brings two sets of attributes of one person together again, against rows taken at random and against other persons';

CREATE FUNCTION @extschema@.audit_membership(relation regclass, outsiders regclass DEFAULT NULL::regclass, control double precision DEFAULT NULL::double precision, seed bigint DEFAULT NULL::bigint) RETURNS TABLE(known text, members bigint, outsiders bigint, auc double precision, low double precision, high double precision, members_nowhere bigint, outsiders_nowhere bigint, original_tuples double precision, fake_tuples double precision, fake_error double precision, members_by_buckets jsonb, fakes_by_buckets jsonb)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_membership';

COMMENT ON FUNCTION @extschema@.audit_membership(relation regclass, outsiders regclass, control double precision, seed bigint) IS 'how well an adversary who knows a person''s values tells from a release whether the person is in it: against others given, a part of the source kept out of a second release, or combinations drawn from the values of each attribute';

CREATE FUNCTION @extschema@.audit_minimality(relation regclass, seed bigint DEFAULT NULL::bigint, control double precision DEFAULT NULL::double precision, outsiders regclass DEFAULT NULL::regclass) RETURNS TABLE(attribute name, regions bigint, telling bigint, persons bigint, guessed_right double precision, low double precision, high double precision, believed double precision, share double precision, bound double precision, z double precision, control double precision, risk double precision, risk_low double precision, risk_high double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_minimality';

COMMENT ON FUNCTION @extschema@.audit_minimality(relation regclass, seed bigint, control double precision, outsiders regclass) IS 'how often an adversary guesses sensitive values right who reasons about which buckets or classes the software would have cut (the minimality attack)';

CREATE FUNCTION @extschema@.audit_singling_out(relation regclass, attacks integer DEFAULT 2000, control double precision DEFAULT NULL::double precision, outsiders regclass DEFAULT NULL::regclass, seed bigint DEFAULT NULL::bigint) RETURNS TABLE(kind text, attacks bigint, success double precision, low double precision, high double precision, naive double precision, control double precision, risk double precision, risk_low double precision, risk_high double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_singling_out';

COMMENT ON FUNCTION @extschema@.audit_singling_out(relation regclass, attacks integer, control double precision, outsiders regclass, seed bigint) IS 'how often predicates that are learned from a release alone fit exactly one person of its source, against predicates drawn at random and against other persons';

CREATE FUNCTION @extschema@.belief_distance(b double precision, distance text DEFAULT 'total-variation'::text) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_belief_distance';

COMMENT ON FUNCTION @extschema@.belief_distance(b double precision, distance text) IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to a distance of b: total-variation, kullback-leibler or jensen-shannon';

CREATE FUNCTION @extschema@.beta_likeness(beta double precision) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_beta_likeness';

COMMENT ON FUNCTION @extschema@.beta_likeness(beta double precision) IS 'no sensitive value''s share in a bucket or equivalence class exceeds that in the table by more than beta times that';

CREATE FUNCTION @extschema@.bucketize_rows(row_type anyelement, l double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, method text DEFAULT 'mondrian'::text, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, cuts text DEFAULT 'feasible'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(bucket integer, bucketized anyelement)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';

COMMENT ON FUNCTION @extschema@.bucketize_rows(row_type anyelement, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, method text, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, cuts text, subject @extschema@.text_list) IS 'the rows that bucketize_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.bucketize_table(source regclass, l double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, method text DEFAULT 'mondrian'::text, format text DEFAULT 'joined'::text, target text DEFAULT NULL::text, replace boolean DEFAULT false, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, bucket_column text DEFAULT 'bucket'::text, weight_column text DEFAULT 'weight'::text, count_column text DEFAULT 'count'::text, cuts text DEFAULT 'feasible'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, rows_per_person integer DEFAULT NULL::integer, inference double precision DEFAULT NULL::double precision, regions integer DEFAULT NULL::integer, only_partitions regclass[] DEFAULT NULL::regclass[], target_like text DEFAULT NULL::text) RETURNS regclass
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';

COMMENT ON FUNCTION @extschema@.bucketize_table(source regclass, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, method text, format text, target text, replace boolean, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, bucket_column text, weight_column text, count_column text, cuts text, subject @extschema@.text_list, rows_per_person integer, inference double precision, regions integer, only_partitions regclass[], target_like text) IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.check_gnf(parts @extschema@.text_list, rules @extschema@.text_list, protection text DEFAULT 'declared'::text) RETURNS TABLE(rule text, satisfied boolean, reason text)
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_check_gnf';

COMMENT ON FUNCTION @extschema@.check_gnf(parts @extschema@.text_list, rules @extschema@.text_list, protection text) IS 'whether tables that are published together are in Guardian Normal Form for some privacy rules';

CREATE FUNCTION @extschema@.classify(source regclass) RETURNS TABLE(attribute name, suggested text, distinct_values bigint, reason text)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_classify';

COMMENT ON FUNCTION @extschema@.classify(source regclass) IS 'suggests a role for each attribute of a relation, by its keys and values, for declare_roles';

CREATE FUNCTION @extschema@.create_date_hierarchy(name text, units @extschema@.text_list) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_create_date_hierarchy';

COMMENT ON FUNCTION @extschema@.create_date_hierarchy(name text, units @extschema@.text_list) IS 'makes a hierarchy of dates and timestamps: the day, week, month, quarter, year, decade or century that they are in';

CREATE FUNCTION @extschema@.create_hierarchy(name text, relation regclass) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_create_hierarchy';

COMMENT ON FUNCTION @extschema@.create_hierarchy(name text, relation regclass) IS 'makes a hierarchy from a table with the columns level0, level1, ...: values and their labels';

CREATE FUNCTION @extschema@.create_interval_hierarchy(name text, lower double precision, upper double precision, widths double precision[]) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_create_interval_hierarchy';

COMMENT ON FUNCTION @extschema@.create_interval_hierarchy(name text, lower double precision, upper double precision, widths double precision[]) IS 'makes a hierarchy of numbers: intervals of ascending widths between two bounds';

CREATE FUNCTION @extschema@.create_prefix_hierarchy(name text, keep integer[]) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_create_prefix_hierarchy';

COMMENT ON FUNCTION @extschema@.create_prefix_hierarchy(name text, keep integer[]) IS 'makes a hierarchy of texts: so many of their first characters, the rest masked';

CREATE FUNCTION @extschema@.create_series(name text, source regclass, method text, arguments jsonb DEFAULT '{}'::jsonb, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, m integer DEFAULT 2, transient boolean DEFAULT false, series text DEFAULT 'invariant'::text, view text DEFAULT NULL::text, keep integer DEFAULT NULL::integer, gate jsonb DEFAULT NULL::jsonb, approve boolean DEFAULT false) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_create_series';

COMMENT ON FUNCTION @extschema@.create_series(name text, source regclass, method text, arguments jsonb, subject @extschema@.text_list, m integer, transient boolean, series text, view text, keep integer, gate jsonb, approve boolean) IS 'begins a series: persons of a table published again and again, with no value of anybody above 1/m for who holds all editions, or as independent releases; by tables, or behind a view';

CREATE FUNCTION @extschema@.declare_hierarchy(source regclass, attribute name, name text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_hierarchy';

COMMENT ON FUNCTION @extschema@.declare_hierarchy(source regclass, attribute name, name text) IS 'declares the hierarchy of a table''s attribute for every later call; null removes the declaration';

CREATE FUNCTION @extschema@.declare_roles(source regclass, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, person_attributes @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_roles';

COMMENT ON FUNCTION @extschema@.declare_roles(source regclass, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list, person_attributes @extschema@.text_list) IS 'declares the roles of a table''s attributes for every later call';

CREATE FUNCTION @extschema@.delta_disclosure(delta double precision) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_delta_disclosure';

COMMENT ON FUNCTION @extschema@.delta_disclosure(delta double precision) IS 'the logarithm of a sensitive value''s share in a bucket or equivalence class to that in the table stays below delta';

CREATE FUNCTION @extschema@.disclosure(relation regclass) RETURNS TABLE(tuples bigint, max_probability double precision, mean_probability double precision, l_achieved double precision, max_paper_probability double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';

COMMENT ON FUNCTION @extschema@.disclosure(relation regclass) IS 'how well a release lets an adversary guess sensitive values';

CREATE FUNCTION @extschema@.drop_edition(name text, edition integer, wait boolean DEFAULT false) RETURNS boolean
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_edition';

COMMENT ON FUNCTION @extschema@.drop_edition(name text, edition integer, wait boolean) IS 'drops the tables of an edition that is not shown, unless somebody reads them or something depends on them';

CREATE FUNCTION @extschema@.drop_hierarchy(name text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_hierarchy';

COMMENT ON FUNCTION @extschema@.drop_hierarchy(name text) IS 'drops a hierarchy';

CREATE FUNCTION @extschema@.drop_privacy_rule(rule_id bigint) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_privacy_rule';

COMMENT ON FUNCTION @extschema@.drop_privacy_rule(rule_id bigint) IS 'removes a declared privacy rule';

CREATE FUNCTION @extschema@.drop_release(relation regclass) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_release';

COMMENT ON FUNCTION @extschema@.drop_release(relation regclass) IS 'drops a release';

CREATE FUNCTION @extschema@.drop_series(name text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_series';

COMMENT ON FUNCTION @extschema@.drop_series(name text) IS 'ends a series and forgets its persons; editions that were published stay';

CREATE FUNCTION @extschema@.estimate(relation regclass, group_by @extschema@.text_list DEFAULT NULL::@extschema@.text_list, predicates jsonb DEFAULT NULL::jsonb, measures @extschema@.text_list DEFAULT '{count}'::@extschema@.text_list, method text DEFAULT 'likelihood'::text) RETURNS TABLE(groups jsonb, measure text, estimate double precision, standard_error double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_estimate';

COMMENT ON FUNCTION @extschema@.estimate(relation regclass, group_by @extschema@.text_list, predicates jsonb, measures @extschema@.text_list, method text) IS 'counts, sums and means by groups, estimated from what was published, with standard errors';

CREATE FUNCTION @extschema@.estimate_count(relation regclass, predicate jsonb) RETURNS double precision
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_estimate_count';

COMMENT ON FUNCTION @extschema@.estimate_count(relation regclass, predicate jsonb) IS 'how many persons satisfy a predicate, estimated from what was published alone';

CREATE FUNCTION @extschema@.expand_privacy_rules(rules @extschema@.text_list, dependencies @extschema@.text_list) RETURNS SETOF text
    LANGUAGE c PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_expand_privacy_rules';

COMMENT ON FUNCTION @extschema@.expand_privacy_rules(rules @extschema@.text_list, dependencies @extschema@.text_list) IS 'the rules, with those that are needed besides where an adversary knows functional dependencies';

CREATE FUNCTION @extschema@.explore(source regclass, method text, settings jsonb DEFAULT NULL::jsonb, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sample integer DEFAULT NULL::integer, seed bigint DEFAULT NULL::bigint) RETURNS TABLE(settings jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss double precision, error double precision, inference double precision, membership double precision, milliseconds double precision, reason text)
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$SELECT * FROM microdata.explored($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)$_$;

COMMENT ON FUNCTION @extschema@.explore(source regclass, method text, settings jsonb, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list, sample integer, seed bigint) IS 'what every combination of settings of a publishing function would give, for the analyst and for the attacker, without publishing anything';

CREATE FUNCTION @extschema@.forget_release(release_id bigint, reason text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_forget_release';

COMMENT ON FUNCTION @extschema@.forget_release(release_id bigint, reason text) IS 'takes a release that is gone, and that nobody but who made it could ever read, out of the ledger';

CREATE FUNCTION @extschema@.fragment_plan(source regclass, class name, fragments integer DEFAULT 2, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(fragment integer, attributes name[], relevance double precision, redundancy double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_plan';

COMMENT ON FUNCTION @extschema@.fragment_plan(source regclass, class name, fragments integer, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list) IS 'the fragments that fragment_table() would publish';

CREATE FUNCTION @extschema@.fragment_table(source regclass, k integer, class name, fragments integer DEFAULT 2, method text DEFAULT 'dependency-graph'::text, delta double precision DEFAULT 0.5, l double precision DEFAULT NULL::double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, target text DEFAULT NULL::text, replace boolean DEFAULT false, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(fragment integer, relation regclass, attributes name[])
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_table';

COMMENT ON FUNCTION @extschema@.fragment_table(source regclass, k integer, class name, fragments integer, method text, delta double precision, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, target text, replace boolean, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list) IS 'publishes a table of many attributes as fragments that share the class alone, each k-anonymous, and so their joins';

CREATE FUNCTION @extschema@.functional_dependencies(source regclass, max_determinant integer DEFAULT 2, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(determinant name[], dependent name)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_functional_dependencies';

COMMENT ON FUNCTION @extschema@.functional_dependencies(source regclass, max_determinant integer, identifiers @extschema@.text_list) IS 'the minimal functional dependencies that hold in a table';

CREATE FUNCTION @extschema@.generalize_table(source regclass, k integer, l double precision DEFAULT NULL::double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, recoding text DEFAULT 'mondrian'::text, hierarchies jsonb DEFAULT NULL::jsonb, "grouping" text DEFAULT 'strict'::text, target text DEFAULT NULL::text, replace boolean DEFAULT false, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, cuts text DEFAULT 'feasible'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, rows_per_person integer DEFAULT NULL::integer, loss text DEFAULT 'width'::text, regions integer DEFAULT NULL::integer, only_partitions regclass[] DEFAULT NULL::regclass[], target_like text DEFAULT NULL::text) RETURNS regclass
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';

COMMENT ON FUNCTION @extschema@.generalize_table(source regclass, k integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, recoding text, hierarchies jsonb, "grouping" text, target text, replace boolean, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, cuts text, subject @extschema@.text_list, rows_per_person integer, loss text, regions integer, only_partitions regclass[], target_like text) IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows, or persons, share them';

CREATE FUNCTION @extschema@.gnf_decompose(source regclass, l double precision, rules @extschema@.text_list DEFAULT NULL::@extschema@.text_list, algorithm text DEFAULT 'uad'::text, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, target text DEFAULT NULL::text, replace boolean DEFAULT false, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, bucket_column text DEFAULT 'bucket'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(part integer, relation regclass, attributes name[], enforced_rule text)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_decompose';

COMMENT ON FUNCTION @extschema@.gnf_decompose(source regclass, l double precision, rules @extschema@.text_list, algorithm text, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, target text, replace boolean, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, bucket_column text, subject @extschema@.text_list) IS 'publishes a table as several that are in Guardian Normal Form for privacy rules';

CREATE FUNCTION @extschema@.gnf_plan(source regclass, l double precision, rules @extschema@.text_list DEFAULT NULL::@extschema@.text_list, algorithm text DEFAULT 'uad'::text, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(part integer, attributes name[], enforced_rule text, kl_divergence double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_plan';

COMMENT ON FUNCTION @extschema@.gnf_plan(source regclass, l double precision, rules @extschema@.text_list, algorithm text, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, suppress double precision, privacy @extschema@.privacy_model[], subject @extschema@.text_list) IS 'the tables that gnf_decompose() would publish, and how far they are from the source';

CREATE FUNCTION @extschema@.grant_hierarchy(name text, grantee name) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_grant_hierarchy';

COMMENT ON FUNCTION @extschema@.grant_hierarchy(name text, grantee name) IS 'lets a role, or public, use a hierarchy';

CREATE FUNCTION @extschema@.hierarchy_labels(source regclass, attribute name, name text DEFAULT NULL::text) RETURNS TABLE(value text, labels text[])
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_hierarchy_labels';

COMMENT ON FUNCTION @extschema@.hierarchy_labels(source regclass, attribute name, name text) IS 'what a hierarchy, or the one declared, makes of each value of an attribute: labels of level 1 and up';

CREATE FUNCTION @extschema@.information_loss(relation regclass, loss text DEFAULT NULL::text) RETURNS double precision
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';

COMMENT ON FUNCTION @extschema@.information_loss(relation regclass, loss text) IS 'how much a release by fragment_table() or generalize_table() has lost, by width, values or entropy: 0 to 1';

CREATE FUNCTION @extschema@.irreducible_privacy_rules(rules @extschema@.text_list) RETURNS SETOF text
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_irreducible_privacy_rules';

COMMENT ON FUNCTION @extschema@.irreducible_privacy_rules(rules @extschema@.text_list) IS 'the rules without those that follow from others of them';

CREATE FUNCTION @extschema@.k_anonymity(k integer) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_k_anonymity';

COMMENT ON FUNCTION @extschema@.k_anonymity(k integer) IS 'every bucket or equivalence class has at least k rows';

CREATE FUNCTION @extschema@.kl_divergence(relation regclass) RETURNS double precision
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_kl_divergence';

COMMENT ON FUNCTION @extschema@.kl_divergence(relation regclass) IS 'how far the distribution that a release by gnf_decompose() implies is from that of its source, in nats';

CREATE FUNCTION @extschema@.l_diversity(l double precision, variant text DEFAULT 'frequency'::text, c double precision DEFAULT NULL::double precision) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_l_diversity';

COMMENT ON FUNCTION @extschema@.l_diversity(l double precision, variant text, c double precision) IS 'the sensitive values of every bucket or equivalence class are l-diverse: frequency, distinct, entropy or recursive';

CREATE FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb) RETURNS TABLE(bucket integer, matching_degree double precision, probability double precision, sensitive_distribution jsonb, paper_probability double precision, bucket_number bigint)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';

COMMENT ON FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb) IS 'the buckets in which somebody with these quasi-identifier values may be';

CREATE FUNCTION @extschema@.membership_likelihood(relation regclass, tuple jsonb) RETURNS double precision
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_membership_likelihood';

COMMENT ON FUNCTION @extschema@.membership_likelihood(relation regclass, tuple jsonb) IS 'how likely a person is among those in a release by fragment_table(), for an adversary who joins its fragments';

CREATE FUNCTION @extschema@.plan_regions(source regclass, regions integer DEFAULT NULL::integer, l double precision DEFAULT NULL::double precision, k integer DEFAULT 1, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, columns integer DEFAULT NULL::integer, groups @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sensitive_column_size integer DEFAULT NULL::integer, discretization text DEFAULT 'equal-width'::text, intervals integer DEFAULT 10, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, cuts text DEFAULT 'feasible'::text) RETURNS jsonb
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_plan_regions';

COMMENT ON FUNCTION @extschema@.plan_regions(source regclass, regions integer, l double precision, k integer, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, columns integer, groups @extschema@.text_list, sensitive_column_size integer, discretization text, intervals integer, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, cuts text) IS 'plans regions, by values of quasi-identifiers, in which a table can be published one after the other';

CREATE FUNCTION @extschema@.publish_series(name text, only_partitions regclass[] DEFAULT NULL::regclass[]) RETURNS TABLE(edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_series';

COMMENT ON FUNCTION @extschema@.publish_series(name text, only_partitions regclass[]) IS 'publishes the next edition of a series, and shows it where gates let it';

CREATE FUNCTION @extschema@.redefine_series(name text, arguments jsonb DEFAULT NULL::jsonb, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, m integer DEFAULT NULL::integer, method text DEFAULT NULL::text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_redefine_series';

COMMENT ON FUNCTION @extschema@.redefine_series(name text, arguments jsonb, subject @extschema@.text_list, m integer, method text) IS 'begins a series anew: its next edition is a first one, of which former editions tell more';

CREATE FUNCTION @extschema@.register_release(relation regclass, source regclass DEFAULT NULL::regclass, method text DEFAULT NULL::text, groups @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, bucket_column name DEFAULT 'bucket'::name, l double precision DEFAULT NULL::double precision, description jsonb DEFAULT NULL::jsonb) RETURNS bigint
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_register_release';

COMMENT ON FUNCTION @extschema@.register_release(relation regclass, source regclass, method text, groups @extschema@.text_list, sensitive @extschema@.text_list, bucket_column name, l double precision, description jsonb) IS 'registers a release that was made elsewhere, as its arguments or a description say';

CREATE FUNCTION @extschema@.relative_error(relation regclass, query_dimension integer DEFAULT 3, selectivity double precision DEFAULT 0.4, queries integer DEFAULT 1000, seed bigint DEFAULT NULL::bigint, attributes @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(queries integer, mean double precision, median double precision, p95 double precision, in_one_column integer)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_relative_error';

COMMENT ON FUNCTION @extschema@.relative_error(relation regclass, query_dimension integer, selectivity double precision, queries integer, seed bigint, attributes @extschema@.text_list) IS 'how far counts estimated from a release are off, over random queries';

CREATE FUNCTION @extschema@.release_description(relation regclass) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION @extschema@.release_description(relation regclass) IS 'a data dictionary of a release, to travel with it: its tables and their columns, how values are read, and what it guarantees; register_release() takes it elsewhere';

CREATE FUNCTION @extschema@.revoke_hierarchy(name text, grantee name) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_revoke_hierarchy';

COMMENT ON FUNCTION @extschema@.revoke_hierarchy(name text, grantee name) IS 'takes back what grant_hierarchy() has granted';

CREATE FUNCTION @extschema@.rho_breach(rho1 double precision, rho2 double precision) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_rho_breach';

COMMENT ON FUNCTION @extschema@.rho_breach(rho1 double precision, rho2 double precision) IS 'no sensitive value with a share of at most rho1 in the table has one above rho2 in a bucket or equivalence class';

CREATE FUNCTION @extschema@.risk(source regclass, k integer DEFAULT 5, population regclass DEFAULT NULL::regclass, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(model text, persons bigint, classes bigint, uniques bigint, below_k bigint, at_risk double precision, highest_risk double precision, mean_risk double precision)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_risk';

COMMENT ON FUNCTION @extschema@.risk(source regclass, k integer, population regclass, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list) IS 'how likely the persons of a table are found by their quasi-identifiers, if these were published as they are';

CREATE PROCEDURE @extschema@.run_series(IN name text)
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

COMMENT ON PROCEDURE @extschema@.run_series(IN name text) IS 'publishes the next edition of a series, and puts on record what came of it';

CREATE FUNCTION @extschema@.schedule_series(name text, schedule text) RETURNS bigint
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_schedule_series';

COMMENT ON FUNCTION @extschema@.schedule_series(name text, schedule text) IS 'has pg_cron run a series, in the name of its source''s owner';

CREATE FUNCTION @extschema@.slice_rows(row_type anyelement, columns integer, l double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, groups @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sensitive_column_size integer DEFAULT NULL::integer, "grouping" text DEFAULT 'relaxed'::text, diversity_check text DEFAULT 'bucket'::text, infeasible text DEFAULT 'regroup'::text, discretization text DEFAULT 'equal-width'::text, intervals integer DEFAULT 10, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, cuts text DEFAULT 'feasible'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(bucket integer, sliced anyelement)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';

COMMENT ON FUNCTION @extschema@.slice_rows(row_type anyelement, columns integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, groups @extschema@.text_list, sensitive_column_size integer, "grouping" text, diversity_check text, infeasible text, discretization text, intervals integer, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, cuts text, subject @extschema@.text_list) IS 'the rows that slice_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.slice_table(source regclass, columns integer, l double precision, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, groups @extschema@.text_list DEFAULT NULL::@extschema@.text_list, sensitive_column_size integer DEFAULT NULL::integer, k integer DEFAULT 1, "grouping" text DEFAULT 'relaxed'::text, diversity_check text DEFAULT 'bucket'::text, infeasible text DEFAULT 'regroup'::text, discretization text DEFAULT 'equal-width'::text, intervals integer DEFAULT 10, in_place boolean DEFAULT false, target text DEFAULT NULL::text, replace boolean DEFAULT false, suppress double precision DEFAULT 0, privacy @extschema@.privacy_model[] DEFAULT NULL::@extschema@.privacy_model[], seed bigint DEFAULT NULL::bigint, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, bucket_column text DEFAULT 'bucket'::text, cuts text DEFAULT 'feasible'::text, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list, rows_per_person integer DEFAULT NULL::integer, cuts_by text DEFAULT 'width'::text, inference double precision DEFAULT NULL::double precision, regions integer DEFAULT NULL::integer, only_partitions regclass[] DEFAULT NULL::regclass[], target_like text DEFAULT NULL::text) RETURNS regclass
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';

COMMENT ON FUNCTION @extschema@.slice_table(source regclass, columns integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, groups @extschema@.text_list, sensitive_column_size integer, k integer, "grouping" text, diversity_check text, infeasible text, discretization text, intervals integer, in_place boolean, target text, replace boolean, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, quasi_identifiers @extschema@.text_list, bucket_column text, cuts text, subject @extschema@.text_list, rows_per_person integer, cuts_by text, inference double precision, regions integer, only_partitions regclass[], target_like text) IS 'publishes a table sliced, so that no sensitive value can be inferred with a probability above 1/l';

CREATE FUNCTION @extschema@.t_closeness(t double precision, distance text DEFAULT 'equal'::text) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_t_closeness';

COMMENT ON FUNCTION @extschema@.t_closeness(t double precision, distance text) IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to an earth mover''s distance of t: equal, ordered or hierarchical';

CREATE FUNCTION @extschema@.unschedule_series(name text) RETURNS boolean
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_unschedule_series';

COMMENT ON FUNCTION @extschema@.unschedule_series(name text) IS 'takes the job of a series out of pg_cron; false where there is none';

CREATE FUNCTION @extschema@.verify_release(relation regclass) RETURNS TABLE(requirement text, bound double precision, achieved double precision, holds boolean, worst_case jsonb)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_verify_release';

COMMENT ON FUNCTION @extschema@.verify_release(relation regclass) IS 'recomputes a release''s guarantees from its rows and those of its source';

CREATE FUNCTION @extschema@.verify_series(name text) RETURNS TABLE(edition integer, requirement text, bound double precision, achieved double precision, holds boolean, worst_case jsonb)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_verify_series';

COMMENT ON FUNCTION @extschema@.verify_series(name text) IS 'checks all editions of a series by their tables, by what the series remembers, and by its source';

CREATE FUNCTION microdata.about(source regclass, subject smallint[] DEFAULT NULL::smallint[]) RETURNS regclass[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.about(source regclass, subject smallint[]) IS 'tables whose rows are about the persons that a relation is about, as far as views, partitions and foreign keys tell';

CREATE PROCEDURE microdata.add_arguments(IN version text, IN functions name[], IN arguments text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    old record;
    successor text;
BEGIN
    FOR old IN
        SELECT p.oid, e.extnamespace::regnamespace AS schema, f.name, pg_get_functiondef(p.oid) AS definition
        FROM unnest(functions) f (name)
        JOIN pg_proc p ON p.proname = f.name || '_' || translate(version, '.', '_') AND p.pronamespace = 'microdata'::regnamespace
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata'
    LOOP
        EXECUTE format('CREATE FUNCTION %s.%I(%s, %s)%s', old.schema, old.name, pg_get_function_arguments(old.oid), arguments,
            substr(old.definition, strpos(old.definition, E'\n RETURNS ')));
        SELECT p.oid::regprocedure INTO STRICT successor
        FROM pg_proc p
        WHERE p.pronamespace = old.schema AND p.proname = old.name;
        EXECUTE format('COMMENT ON FUNCTION %s IS %L', successor, obj_description(old.oid, 'pg_proc'));
    END LOOP;
END
$$;

COMMENT ON PROCEDURE microdata.add_arguments(IN version text, IN functions name[], IN arguments text) IS 'makes the successors of functions that were set aside in an update of the extension, with further arguments';

CREATE FUNCTION microdata.argument_list(called pg_proc, arguments jsonb) RETURNS text
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
    argument record;
    value jsonb;
    expression text;
    list text := '';
BEGIN
    FOR argument IN
        SELECT k.key FROM jsonb_object_keys(arguments) k (key)
        WHERE k.key <> ALL (called.proargnames[1:called.pronargs])
    LOOP
        RAISE EXCEPTION '%() has no argument "%"', called.proname, argument.key
            USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT r.name FROM unnest(called.proargnames[1:called.pronargs - called.pronargdefaults]) r (name)
        WHERE r.name NOT IN ('source', 'relation') AND COALESCE(arguments -> r.name, 'null') = 'null'
    LOOP
        RAISE EXCEPTION '%() needs the argument "%"', called.proname, argument.name
            USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT called.proargnames[i.i + 1] AS name, t.oid::regtype AS type, t.typname, t.typelem, e.typtype AS element,
               e.oid::regtype AS element_type
        FROM generate_series(0, called.pronargs - 1) i (i)
        JOIN pg_type t ON t.oid = called.proargtypes[i.i]
        LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
    LOOP
        value := arguments -> argument.name;
        CONTINUE WHEN value IS NULL OR value = 'null';
        -- Values go by a parameter of the statement, never as a part of its text.
        expression := CASE
            WHEN argument.type = 'jsonb'::regtype THEN '$1 -> %1$L'
            WHEN jsonb_typeof(value) = 'array' AND argument.element = 'c' THEN
                'ARRAY(SELECT jsonb_populate_record(NULL::%3$s, e.e) '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)'
            WHEN jsonb_typeof(value) = 'array' THEN
                -- A list of names within a list of texts is one of its texts.
                'ARRAY(SELECT CASE jsonb_typeof(e.e) WHEN ''array'' '
                'THEN (SELECT string_agg(quote_ident(n.n), '', '' ORDER BY n.i) '
                'FROM jsonb_array_elements_text(e.e) WITH ORDINALITY n (n, i)) ELSE e.e #>> ''{}'' END '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)::%2$s'
            ELSE '($1 ->> %1$L)::%2$s'
        END;
        list := list || format(', %1$I => ' || expression, argument.name, argument.type, argument.element_type);
    END LOOP;
    RETURN list;
END
$_$;

COMMENT ON FUNCTION microdata.argument_list(called pg_proc, arguments jsonb) IS 'arguments by name, each with a comma before it, for a call whose parameter $1 has their values';

CREATE FUNCTION microdata.assigned_roles(source regclass, sensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, insensitive @extschema@.text_list DEFAULT NULL::@extschema@.text_list, quasi_identifiers @extschema@.text_list DEFAULT NULL::@extschema@.text_list, subject @extschema@.text_list DEFAULT NULL::@extschema@.text_list) RETURNS TABLE(attribute name, role text, of_subject boolean)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_assigned_roles';

COMMENT ON FUNCTION microdata.assigned_roles(source regclass, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list) IS 'the roles that a publishing function would go by: as given, as declared, or by default';

CREATE FUNCTION microdata.attribute_number(relation regclass, attribute name) RETURNS smallint
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT a.attnum FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
      AND a.attname OPERATOR(pg_catalog.=) attribute
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
$$;

COMMENT ON FUNCTION microdata.attribute_number(relation regclass, attribute name) IS 'number of a relation''s attribute; null if there is none of the name';

CREATE FUNCTION microdata.attribute_numbers(relation regclass, attributes name[]) RETURNS smallint[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.array_agg(microdata.attribute_number(relation, u.attribute) ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;

COMMENT ON FUNCTION microdata.attribute_numbers(relation regclass, attributes name[]) IS 'numbers of a relation''s attributes; null where there is none of a name';

CREATE FUNCTION microdata.audit_control(audit text, relations regclass[], control double precision, arguments jsonb, seed bigint) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.audit_control(audit text, relations regclass[], control double precision, arguments jsonb, seed bigint) IS 'the rows of an audit of releases of a part of their source, with the rest as outsiders, as JSON';

CREATE FUNCTION microdata.audit_findings(results jsonb) RETURNS TABLE(audit text, attribute name, figure double precision, low double precision, high double precision, control double precision, finding text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.audit_findings(results jsonb) IS 'what the rows of audits say, with a sentence each';

CREATE FUNCTION microdata.audit_region(question text, known bytea, request bytea, released oid[], source oid, outsiders oid, region integer, mark text) RETURNS bytea
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_audit_region';

COMMENT ON FUNCTION microdata.audit_region(question text, known bytea, request bytea, released oid[], source oid, outsiders oid, region integer, mark text) IS 'estimates from one region of a distributed release, or attacks it, which tables have alone; called by estimate() and the audits where the rows are';

CREATE FUNCTION microdata.audit_results(audits text[], arguments jsonb, until timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
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
                 OR program_limit_exceeded OR out_of_memory THEN
                GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
                results := results || jsonb_build_object(audit, concat_ws(' ', said || '.', NULLIF(detail, '')));
        END;
        PERFORM microdata.step_progress();
    END LOOP;
    RETURN results;
END
$$;

COMMENT ON FUNCTION microdata.audit_results(audits text[], arguments jsonb, until timestamp with time zone) IS 'the rows of audits as JSON, each under its name, or why it cannot be made; those that would begin too late are left out';

CREATE FUNCTION microdata.audited(relation regclass, share double precision, seconds double precision, seed bigint) RETURNS TABLE(risk text, audit text, attribute name, figure double precision, low double precision, high double precision, control double precision, finding text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.audited(relation regclass, share double precision, seconds double precision, seed bigint) IS 'what audit() returns';

CREATE FUNCTION microdata.audited_figure(gate text, relation regclass, source regclass, seed bigint, OUT achieved double precision, OUT detail text) RETURNS record
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.audited_figure(gate text, relation regclass, source regclass, seed bigint, OUT achieved double precision, OUT detail text) IS 'the largest figure of an audit of a release, and its sentence; no figure, and why, where the audit cannot be made or has nobody to measure';

CREATE FUNCTION microdata.backend_progress(OUT pid integer, OUT datid oid, OUT usesysid oid, OUT command text, OUT relid oid, OUT phase text, OUT phases_done integer, OUT phases_total integer, OUT done bigint, OUT total bigint, OUT unit text, OUT started timestamp with time zone) RETURNS SETOF record
    LANGUAGE c STRICT PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'pg_microdata_backend_progress';

COMMENT ON FUNCTION microdata.backend_progress(OUT pid integer, OUT datid oid, OUT usesysid oid, OUT command text, OUT relid oid, OUT phase text, OUT phases_done integer, OUT phases_total integer, OUT done bigint, OUT total bigint, OUT unit text, OUT started timestamp with time zone) IS 'how far the functions of pg_microdata are that run in the server; see microdata.progress';

CREATE FUNCTION microdata.begin_progress(command text, relation regclass, steps integer DEFAULT NULL::integer) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_begin_progress';

COMMENT ON FUNCTION microdata.begin_progress(command text, relation regclass, steps integer) IS 'shows a command that calls others in microdata.progress, until end_progress(), or until the transaction or its part is over';

CREATE FUNCTION microdata.begin_run(name text) RETURNS bigint
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_begin_run';

COMMENT ON FUNCTION microdata.begin_run(name text) IS 'begins the one run that a series has at a time, and returns its number';

CREATE FUNCTION microdata.bind_view(relations regclass[]) RETURNS void
    LANGUAGE c STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_bind_view';

COMMENT ON FUNCTION microdata.bind_view(relations regclass[]) IS 'has a view of expected counts dropped with its release, both of which are yours';

CREATE FUNCTION microdata.bucketize_region(shard oid, region integer, plan jsonb, number_key text, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, method text, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text) RETURNS SETOF record
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_region';

COMMENT ON FUNCTION microdata.bucketize_region(shard oid, region integer, plan jsonb, number_key text, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, method text, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text) IS 'bucketizes one region of a distributed table, which a table has alone; called by bucketize_table() where the rows are';

CREATE FUNCTION microdata.check_gate_of_method(gate text, method text) RETURNS void
    LANGUAGE c STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_check_gate_of_method';

COMMENT ON FUNCTION microdata.check_gate_of_method(gate text, method text) IS 'fails where releases by a method do not have what a gate judges';

CREATE FUNCTION microdata.checked_gate(gate jsonb, method text DEFAULT NULL::text, independent boolean DEFAULT false, arguments jsonb DEFAULT '{}'::jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.checked_gate(gate jsonb, method text, independent boolean, arguments jsonb) IS 'the gate as it is kept; fails where it is none or, with a method, where editions of such a series are not judged by it';

CREATE FUNCTION microdata.close_run(run_id bigint) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_close_run';

COMMENT ON FUNCTION microdata.close_run(run_id bigint) IS 'lets the series have its next run, and raises the error that is on record of this one';

CREATE FUNCTION microdata.column_sentence(role text, attribute name, partners name[], others integer) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT CASE role
        WHEN 'bucket' THEN 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.'
        WHEN 'member' THEN 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.'
        WHEN 'count' THEN 'In how many rows of the bucket the value occurs.'
        WHEN 'weight' THEN 'How many rows the combination stands for: sum it to estimate a count.'
        ELSE pg_catalog.concat(pg_catalog.upper(pg_catalog."left"(role, 1)), pg_catalog.substr(role, 2), CASE role WHEN 'sensitive' THEN ' attribute' END,
            CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to no other attribute.'
                 WHEN others OPERATOR(pg_catalog.=) 0 THEN ', linked within a row to all other attributes.'
                 ELSE ', linked within a row only to ' || pg_catalog.array_to_string(partners[1:20], ', ')
                     || CASE WHEN pg_catalog.cardinality(partners) OPERATOR(pg_catalog.>) 20 THEN ', and ' || (pg_catalog.cardinality(partners) OPERATOR(pg_catalog.-) 20) || ' more' ELSE '' END || '.' END)
        END
$$;

COMMENT ON FUNCTION microdata.column_sentence(role text, attribute name, partners name[], others integer) IS 'what a column of a release is, as a sentence';

CREATE FUNCTION microdata.comment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.comment_release(relation regclass) IS 'says in comments on a release and its columns how it was made, what it guarantees and how it is read';

CREATE FUNCTION microdata.count_in_shard(shard oid, release jsonb, predicate jsonb) RETURNS double precision
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_count_in_shard';

COMMENT ON FUNCTION microdata.count_in_shard(shard oid, release jsonb, predicate jsonb) IS 'estimates a count from one shard of a distributed release; called by estimate_count() where the rows are';

CREATE FUNCTION microdata.cron_fields(schedule text, OUT minutes integer[], OUT hours integer[], OUT days integer[], OUT months integer[], OUT weekdays integer[], OUT either_day boolean) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.cron_fields(schedule text, OUT minutes integer[], OUT hours integer[], OUT days integer[], OUT months integer[], OUT weekdays integer[], OUT either_day boolean) IS 'what a schedule of cron stands for; minutes are null where it cannot be read';

CREATE FUNCTION microdata.cron_time_zone() RETURNS text
    LANGUAGE c STABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_cron_time_zone';

COMMENT ON FUNCTION microdata.cron_time_zone() IS 'the time zone that pg_cron reads schedules in';

CREATE FUNCTION microdata.cron_values(field text, low integer, high integer, names text[]) RETURNS integer[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.cron_values(field text, low integer, high integer, names text[]) IS 'the numbers that a field of a crontab line stands for; null where it is none';

CREATE FUNCTION microdata.described_columns(facts jsonb, parameters jsonb) RETURNS TABLE(relation regclass, relation_no bigint, kind "char", column_no smallint, name name, type text, role text, group_no integer, generalized boolean, reading text, sentence text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.described_columns(facts jsonb, parameters jsonb) IS 'the columns of the release that release_facts() tells of, with what is said of them';

CREATE FUNCTION microdata.edition_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.edition_sentence(parameters jsonb) IS 'what readers of an edition with these parameters have to know of its series, as sentences';

CREATE FUNCTION microdata.end_progress() RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_end_progress';

COMMENT ON FUNCTION microdata.end_progress() IS 'ends what begin_progress() began';

CREATE FUNCTION microdata.end_run(run_id bigint, edition integer, sqlerrcode text, message text, detail text, hint text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_end_run';

COMMENT ON FUNCTION microdata.end_run(run_id bigint, edition integer, sqlerrcode text, message text, detail text, hint text) IS 'records what came of the run that this session has begun, and notifies who listens';

CREATE FUNCTION microdata.explored(source regclass, method text, settings jsonb, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list, sample integer, seed bigint) RETURNS TABLE(setting jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss double precision, error double precision, inference double precision, membership double precision, milliseconds double precision, reason text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET row_security TO 'off'
    SET "DateStyle" TO 'ISO, YMD'
    SET "IntervalStyle" TO 'postgres'
    SET "TimeZone" TO 'UTC'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
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

COMMENT ON FUNCTION microdata.explored(source regclass, method text, settings jsonb, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, subject @extschema@.text_list, sample integer, seed bigint) IS 'what explore() returns';

CREATE FUNCTION microdata.explored_settings(called pg_proc, method text, settings jsonb) RETURNS SETOF jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    most CONSTANT integer := 200;
    sensible CONSTANT jsonb := CASE method
        WHEN 'slicing' THEN '{"columns": [2, 3, 5], "l": [3, 5], "k_anonymity": [1, 12, 100]}'
        WHEN 'bucketization' THEN '{"method": ["anatomy", "mondrian"], "l": [3, 5], "k_anonymity": [1, 12, 100]}'
        WHEN 'generalization' THEN '{"recoding": ["mondrian", "multiset"], "k": [5, 20, 100], "l": [null, 3]}'
        WHEN 'gnf' THEN '{"algorithm": ["gd", "uad"], "l": [2, 3, 5]}'
        ELSE '{"fragments": [2, 3], "k": [5, 20, 100]}'
    END;
    given jsonb := COALESCE(settings, sensible);
    reserved CONSTANT text[] := '{source,target,replace,in_place,sensitive,identifiers,insensitive,quasi_identifiers,subject,seed}';
    -- What may be asked for by a number, besides the arguments.
    models CONSTANT text[] := '{k_anonymity,t_closeness,delta_disclosure,beta_likeness,belief_distance}';
    combinations jsonb[] := '{"{}"}';
    setting record;
    is_list boolean;
BEGIN
    IF jsonb_typeof(given) <> 'object' THEN
        RAISE EXCEPTION 'settings must be a JSON object, not %', jsonb_typeof(given)
            USING ERRCODE = 'invalid_parameter_value', HINT = 'For example: {"l": [2, 3, 5]}.';
    END IF;
    FOR setting IN
        SELECT a.name
        FROM unnest(called.proargnames[1:called.pronargs - called.pronargdefaults]) a (name)
        WHERE a.name <> 'source' AND NOT given ? a.name
    LOOP
        IF NOT sensible ? setting.name THEN
            RAISE EXCEPTION '%() needs the setting "%"', called.proname, setting.name
                USING ERRCODE = 'invalid_parameter_value',
                      HINT = format('Give one value, or several to try: {"%s": [...]}.', setting.name);
        END IF;
        given := given || jsonb_build_object(setting.name, sensible -> setting.name);
    END LOOP;
    FOR setting IN SELECT s.key, s.value FROM jsonb_each(given) s LOOP
        IF setting.key = ANY (reserved) OR setting.key <> ALL (called.proargnames[1:called.pronargs] || models) THEN
            RAISE EXCEPTION '"%" is no setting of %()', setting.key, called.proname
                USING ERRCODE = 'invalid_parameter_value',
                      HINT = CASE WHEN setting.key = ANY (reserved) THEN 'explore() has an argument of its own for it, or needs none.'
                             ELSE 'Settings are arguments of the publishing function, or names of privacy models with one number.' END;
        END IF;
        -- Of a list, an array is one choice, and an array of arrays several.
        is_list := setting.key = ANY ('{groups,privacy,rules}');
        IF jsonb_typeof(setting.value) <> 'array'
           OR is_list AND NOT EXISTS (SELECT FROM jsonb_array_elements(setting.value) e (e) WHERE jsonb_typeof(e.e) = 'array') THEN
            setting.value := jsonb_build_array(setting.value);
        END IF;
        IF jsonb_array_length(setting.value) = 0 THEN
            RAISE EXCEPTION 'setting "%" has no value to try', setting.key USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF cardinality(combinations) * jsonb_array_length(setting.value) > most THEN
            RAISE EXCEPTION 'these are more than % settings', most
                USING ERRCODE = 'invalid_parameter_value', HINT = 'Try fewer at a time.';
        END IF;
        combinations := ARRAY(
            SELECT c.c || jsonb_build_object(setting.key, v.choice)
            FROM unnest(combinations) WITH ORDINALITY c (c, i), jsonb_array_elements(setting.value) WITH ORDINALITY v (choice, i)
            ORDER BY c.i, v.i);
    END LOOP;
    RETURN QUERY SELECT c FROM unnest(combinations) WITH ORDINALITY c (c, i) ORDER BY c.i;
END
$$;

COMMENT ON FUNCTION microdata.explored_settings(called pg_proc, method text, settings jsonb) IS 'every combination of the settings given, or of those that are sensible for the method';

CREATE FUNCTION microdata.figure_of(measure text, figure text, relation regclass, seed bigint) RETURNS double precision
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
    called pg_proc := microdata.function_of_extension(measure);
    largest float8;
BEGIN
    EXECUTE format('SELECT max(f.%I) FROM %s.%I(relation => $1%s) f', figure, called.pronamespace::regnamespace, called.proname,
                   CASE WHEN 'seed' = ANY (called.proargnames) THEN ', seed => $2' ELSE '' END)
        INTO largest USING relation, seed;
    RETURN largest;
EXCEPTION
    -- The release is of a kind that has no such figure.
    WHEN feature_not_supported OR wrong_object_type OR invalid_parameter_value OR object_not_in_prerequisite_state
         OR program_limit_exceeded THEN
        RETURN NULL;
END
$_$;

COMMENT ON FUNCTION microdata.figure_of(measure text, figure text, relation regclass, seed bigint) IS 'the largest of a figure that a function measures of a release; NULL where it has none';

CREATE FUNCTION microdata.finding_sentence(finding jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.finding_sentence(finding jsonb) IS 'by how much a gate was missed; null where it was not';

CREATE FUNCTION microdata.follow_granted() RETURNS event_trigger
    LANGUAGE c
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_follow_granted';

COMMENT ON FUNCTION microdata.follow_granted() IS 'grants SELECT on the view of expected counts, and on the tables of the anatomy format, as on the release';

CREATE FUNCTION microdata.follow_renamed() RETURNS event_trigger
    LANGUAGE c
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_follow_renamed';

COMMENT ON FUNCTION microdata.follow_renamed() IS 'takes new names of attributes into the catalog';

CREATE FUNCTION microdata.forget_dropped() RETURNS event_trigger
    LANGUAGE c
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_forget_dropped';

COMMENT ON FUNCTION microdata.forget_dropped() IS 'takes what was dropped out of the catalog';

CREATE FUNCTION microdata.function_of_extension(name text) RETURNS pg_proc
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT p
    FROM pg_proc p
    JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
    WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname = name
$$;

COMMENT ON FUNCTION microdata.function_of_extension(name text) IS 'one of the functions for everybody, by its name';

CREATE FUNCTION microdata.gate_findings(name text, edition integer) RETURNS TABLE(gate text, bound jsonb, achieved double precision, holds boolean, detail text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.gate_findings(name text, edition integer) IS 'what the gate of a series says of an edition: holds is null where it cannot be judged';

CREATE FUNCTION microdata.generalize_region(shard oid, region integer, plan jsonb, number_key text, k integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, recoding text, "grouping" text, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text, loss text) RETURNS SETOF record
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_region';

COMMENT ON FUNCTION microdata.generalize_region(shard oid, region integer, plan jsonb, number_key text, k integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, recoding text, "grouping" text, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text, loss text) IS 'generalizes one region of a distributed table, which a table has alone; called by generalize_table() where the rows are';

CREATE FUNCTION microdata.guarantee_sentence(parameters jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.concat_ws(' ', COALESCE('Its guarantee: ' || pg_catalog.concat_ws(', ',
            'l = ' || (parameters OPERATOR(pg_catalog.->>) 'l'),
            'k = ' || (parameters OPERATOR(pg_catalog.->>) 'k'),
            microdata.model_sentence(parameters OPERATOR(pg_catalog.->) 'privacy')) || '.', ''),
        microdata.edition_sentence(parameters))
$$;

COMMENT ON FUNCTION microdata.guarantee_sentence(parameters jsonb) IS 'what a release with these parameters guarantees, as a sentence';

CREATE FUNCTION microdata.information_loss(relation regclass) RETURNS double precision
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';

COMMENT ON FUNCTION microdata.information_loss(relation regclass) IS 'the function of the name, wherever the extension''s are';

CREATE FUNCTION microdata.inspect_region(question text, released oid[], source oid, mark text, region integer, plan jsonb, release jsonb) RETURNS jsonb
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_inspect_region';

COMMENT ON FUNCTION microdata.inspect_region(question text, released oid[], source oid, mark text, region integer, plan jsonb, release jsonb) IS 'verifies one region of a distributed release, which tables have alone; called by verify_release() and disclosure() where the rows are';

CREATE FUNCTION microdata.is_own_comment(comment text, sentence text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$SELECT pg_catalog.starts_with(comment, pg_catalog."left"(sentence, 24))$$;

COMMENT ON FUNCTION microdata.is_own_comment(comment text, sentence text) IS 'whether a comment begins as the sentence of the extension does that would be there';

CREATE FUNCTION microdata.is_permanent(relation regclass) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c
                   WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
                     AND c.relpersistence OPERATOR(pg_catalog.<>) 't')
$$;

COMMENT ON FUNCTION microdata.is_permanent(relation regclass) IS 'whether there is such a relation, and for longer than a session';

CREATE FUNCTION microdata.label_meanings(relation regclass, attribute name) RETURNS jsonb
    LANGUAGE c STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_label_meanings';

COMMENT ON FUNCTION microdata.label_meanings(relation regclass, attribute name) IS 'what the labels that an attribute of a release shows stand for';

CREATE TABLE microdata.edition_record (
    series_id integer NOT NULL,
    edition integer NOT NULL,
    release_id bigint NOT NULL,
    persons bigint NOT NULL,
    counterfeits bigint NOT NULL,
    waiting bigint NOT NULL,
    withheld bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by name NOT NULL,
    state text DEFAULT 'published'::text NOT NULL,
    findings jsonb DEFAULT '[]'::jsonb NOT NULL,
    published_by name,
    approved_by name,
    shown_at timestamp with time zone,
    publisher text,
    contents text,
    CONSTRAINT edition_record_state_check CHECK ((state = ANY ('{draft,published,shown,former}'::text[])))
);

-- set missing value.


-- set missing value.

COMMENT ON TABLE microdata.edition_record IS 'editions of series; see the view microdata.editions';

CREATE FUNCTION microdata.left_out(release bigint, edition microdata.edition_record, independent boolean, OUT achieved double precision, OUT detail text) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.left_out(release bigint, edition microdata.edition_record, independent boolean, OUT achieved double precision, OUT detail text) IS 'the share of the source''s persons, or rows, that an edition does not publish, and a sentence';

CREATE FUNCTION microdata.may_read_release(relations regclass[]) RETURNS boolean
    LANGUAGE sql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM pg_catalog.unnest(relations) u (relation)
        WHERE pg_catalog.has_any_column_privilege(u.relation::pg_catalog.oid, 'SELECT'))
$$;

COMMENT ON FUNCTION microdata.may_read_release(relations regclass[]) IS 'whether you may read one of the relations of a release';

CREATE FUNCTION microdata.may_see_ledger(source regclass, source_owner name) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT COALESCE(
        pg_catalog.pg_has_role(COALESCE(
            (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid),
            (SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) source_owner)), 'MEMBER'),
        (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) CURRENT_USER))
$$;

COMMENT ON FUNCTION microdata.may_see_ledger(source regclass, source_owner name) IS 'whether you are a member of the role that owns a source or, where that is gone, owned it last';

CREATE FUNCTION microdata.may_see_release(release_owner oid, source regclass) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.pg_has_role(release_owner, 'MEMBER')
        OR EXISTS (SELECT FROM pg_catalog.pg_class s
                   WHERE s.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND pg_catalog.pg_has_role(s.relowner, 'MEMBER'))
$$;

COMMENT ON FUNCTION microdata.may_see_release(release_owner oid, source regclass) IS 'whether you are a member of the role that owns a release, or of the one that owns its source, and see all that is recorded of it';

CREATE FUNCTION microdata.may_see_series(source regclass, source_owner regrole) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.pg_has_role(COALESCE(
        (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid),
        source_owner::pg_catalog.oid), 'USAGE')
$$;

COMMENT ON FUNCTION microdata.may_see_series(source regclass, source_owner regrole) IS 'whether you have the privileges of the role that owns a source or, where that is gone, owned it last';

CREATE FUNCTION microdata.model_sentence(privacy jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.string_agg(pg_catalog.concat((m.value OPERATOR(pg_catalog.->>) 'model'),
        (SELECT ' (' || pg_catalog.string_agg(p.key || ' = ' || p.value, ', ' ORDER BY p.key) || ')'
         FROM pg_catalog.jsonb_each_text(m.value OPERATOR(pg_catalog.->) 'parameters') p)), ', ' ORDER BY m.position)
    FROM pg_catalog.jsonb_array_elements(privacy) WITH ORDINALITY m (value, position)
$$;

COMMENT ON FUNCTION microdata.model_sentence(privacy jsonb) IS 'privacy models as text';

CREATE FUNCTION microdata.next_start(schedule text, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    fields record;
    zone text := microdata.cron_time_zone();
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

COMMENT ON FUNCTION microdata.next_start(schedule text, after timestamp with time zone) IS 'when a schedule of pg_cron begins next';

CREATE FUNCTION microdata.old_editions(name text) RETURNS SETOF integer
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.old_editions(name text) IS 'editions of a series that are there and more than it keeps, the oldest first';

CREATE FUNCTION microdata.place_in_draw(columns text, subject text, seed bigint) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
    -- A person is drawn by the own values, and one of several alike by a number too.
    SELECT format('(hashtextextended((%s) COLLATE "C", %L::int8) & 9007199254740991) / 9007199254740992::float8',
                  COALESCE('ROW(' || subject || ')::text',
                           format('ROW(%1$s)::text || row_number() OVER (PARTITION BY ROW(%1$s)::text COLLATE "C")', columns)), seed)
$_$;

COMMENT ON FUNCTION microdata.place_in_draw(columns text, subject text, seed bigint) IS 'SQL for a random number from 0 to 1, by a row''s columns, one for all rows of a subject';

CREATE FUNCTION microdata.promised_share(arguments jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.promised_share(arguments jsonb) IS 'the share that no value is to have beyond by arguments of a publishing function; null where they say nothing of it';

CREATE FUNCTION microdata.public_parameters(parameters jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT COALESCE(pg_catalog.jsonb_object_agg(p.key, p.value), '{}')
    FROM pg_catalog.jsonb_each(parameters) p
    WHERE p.key OPERATOR(pg_catalog.=) ANY (ARRAY['columns', 'l', 'k', 'privacy', 'method', 'algorithm', 'recoding', 'grouping', 'cuts', 'cuts_by', 'inference',
        'diversity_check', 'infeasible', 'class', 'delta', 'fragments', 'rows_per_person', 'hierarchies', 'levels', 'attributes', 'rules', 'parts', 'format',
        'bucket_column', 'member_column', 'weight_column', 'count_column', 'person_columns', 'value_sets', 'row_sets', 'mean_bucket',
        'labels', 'registered', 'series', 'edition', 'm', 'counterfeits', 'cohorts'])
$$;

COMMENT ON FUNCTION microdata.public_parameters(parameters jsonb) IS 'the parameters of a release that whoever may read it may know';

CREATE FUNCTION microdata.publish(source regclass, method text, arguments jsonb, target text) RETURNS regclass[]
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    relations regclass[];
BEGIN
    EXECUTE format('SELECT array_agg(p.relation) FROM %s.%I(source => $2, target => $3%s) p%s',
                   called.pronamespace::regnamespace, called.proname, microdata.argument_list(called, arguments),
                   CASE WHEN called.proretset THEN '' ELSE ' (relation)' END)
        INTO relations USING arguments, source, target;
    RETURN relations;
END
$_$;

COMMENT ON FUNCTION microdata.publish(source regclass, method text, arguments jsonb, target text) IS 'publishes a source by a method of the catalog, with arguments as JSON, and returns what was made, without the views';

CREATE FUNCTION microdata.publish_edition(name text) RETURNS TABLE(edition integer, relations regclass[], persons bigint, counterfeits bigint, waiting bigint, withheld bigint, state text)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_publish_edition';

COMMENT ON FUNCTION microdata.publish_edition(name text) IS 'publishes the next edition of a series as publish_series() does, and drops none';

CREATE FUNCTION microdata.publishing_call(relation regclass) RETURNS TABLE(method text, source regclass, arguments jsonb)
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_publishing_call';

COMMENT ON FUNCTION microdata.publishing_call(relation regclass) IS 'how a release was made: its method, its source, and the arguments that would publish the same again';

CREATE FUNCTION microdata.publishing_function(method text) RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_publishing_function';

COMMENT ON FUNCTION microdata.publishing_function(method text) IS 'name of the function that publishes by a method of the catalog';

CREATE FUNCTION microdata.quoted_names(attributes name[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(u.attribute), ', ' ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;

COMMENT ON FUNCTION microdata.quoted_names(attributes name[]) IS 'names as a list, in double quotes where they need them';

CREATE FUNCTION microdata.readers(relations regclass[]) RETURNS name[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.readers(relations regclass[]) IS 'owners of relations, of views on them and of their parents, and who is granted SELECT on one of these';

CREATE FUNCTION microdata.reading(generalized boolean, type oid, attribute name, parameters jsonb) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT CASE
        WHEN NOT generalized THEN 'value'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) 'multiset' THEN 'multiset'
        WHEN EXISTS (SELECT FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) type AND t.typtype OPERATOR(pg_catalog.=) 'r') THEN 'range'
        WHEN parameters OPERATOR(pg_catalog.->>) 'recoding' OPERATOR(pg_catalog.=) ANY (ARRAY['full-domain', 'cell'])
          OR parameters OPERATOR(pg_catalog.->) 'hierarchies' OPERATOR(pg_catalog.?) attribute::text
          OR parameters OPERATOR(pg_catalog.->) 'labels' OPERATOR(pg_catalog.?) attribute::text THEN 'label'
        ELSE 'set' END
$$;

COMMENT ON FUNCTION microdata.reading(generalized boolean, type oid, attribute name, parameters jsonb) IS 'how the values of an attribute of a release are to be read';

CREATE FUNCTION microdata.reading_sentence(reading text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT CASE reading
        WHEN 'value' THEN 'Each value is one that a person has.'
        WHEN 'range' THEN 'A range stands for one value in it, and a missing upper bound for NULL as well.'
        WHEN 'set' THEN 'A set in braces stands for one of its values, and * for any value.'
        WHEN 'label' THEN 'A label stands for one of the values under it, and * for any value.'
        WHEN 'multiset' THEN 'The values of all persons of the class stand together, each with the number of persons who have it.'
        END
$$;

COMMENT ON FUNCTION microdata.reading_sentence(reading text) IS 'how published values are to be read, as a sentence';

CREATE FUNCTION microdata.relations_in(facts jsonb) RETURNS TABLE(relation_no bigint, relation regclass, kind "char")
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT e.position, (e.value ->> 'relation')::oid::regclass, (e.value ->> 'kind')::"char"
    FROM jsonb_array_elements(facts -> 'relations') WITH ORDINALITY e (value, position)
$$;

COMMENT ON FUNCTION microdata.relations_in(facts jsonb) IS 'the relations of a release that release_facts() tells of, and what they are or, as views of a series, show';

CREATE FUNCTION microdata.release_comments(release regclass) RETURNS TABLE(relation regclass, kind "char", column_no smallint, name name, sentence text)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.release_comments(release regclass) IS 'what comments on the relations and columns of a release say';

CREATE FUNCTION microdata.release_contents(relations regclass[]) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "DateStyle" TO 'ISO, YMD'
    SET "IntervalStyle" TO 'postgres'
    SET "TimeZone" TO 'UTC'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
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

COMMENT ON FUNCTION microdata.release_contents(relations regclass[]) IS 'a hash of the rows of relations, in whatever order, and of views'' definitions';

CREATE FUNCTION microdata.release_facts(relation regclass) RETURNS jsonb
    LANGUAGE c STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_release_facts';

COMMENT ON FUNCTION microdata.release_facts(relation regclass) IS 'number and method of the release that a relation belongs to';

CREATE TABLE microdata.release_record (
    release_id bigint NOT NULL,
    method text NOT NULL,
    source regclass,
    relations regclass[] NOT NULL,
    parameters jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by name NOT NULL,
    source_rows bigint,
    published_rows bigint,
    suppressed_rows bigint,
    buckets bigint,
    subject_attnums smallint[],
    dropped_attributes name[] DEFAULT '{}'::name[] NOT NULL
);

-- set missing value.

COMMENT ON TABLE microdata.release_record IS 'releases; see the view microdata.releases';

COMMENT ON COLUMN microdata.release_record.subject_attnums IS 'numbers of the source''s attributes that parameters -> ''subject'' names';

COMMENT ON COLUMN microdata.release_record.dropped_attributes IS 'published attributes whose columns were dropped since, from tables that are still there';

CREATE TABLE microdata.temporary_source_record (
    release_id bigint NOT NULL,
    source regclass NOT NULL
);

COMMENT ON TABLE microdata.temporary_source_record IS 'temporary sources of releases, while their sessions last; see the view microdata.releases';

CREATE VIEW microdata.releases WITH (security_barrier='true') AS
 SELECT r.release_id,
    r.method,
        CASE
            WHEN a.all_of_it THEN ( SELECT (s.oid)::regclass AS oid
               FROM pg_class s
              WHERE ((s.oid = (COALESCE(r.source, t.source))::oid) AND ((r.source IS NOT NULL) OR (s.relpersistence = 't'::"char"))))
            ELSE NULL::regclass
        END AS source,
    r.relations,
        CASE
            WHEN a.all_of_it THEN r.parameters
            ELSE microdata.public_parameters(r.parameters)
        END AS parameters,
    r.created_at,
        CASE
            WHEN a.all_of_it THEN r.created_by
            ELSE NULL::name
        END AS created_by,
        CASE
            WHEN a.all_of_it THEN r.source_rows
            ELSE NULL::bigint
        END AS source_rows,
    r.published_rows,
        CASE
            WHEN a.all_of_it THEN r.suppressed_rows
            ELSE NULL::bigint
        END AS suppressed_rows,
    r.buckets
   FROM (((microdata.release_record r
     LEFT JOIN microdata.temporary_source_record t ON ((t.release_id = r.release_id)))
     JOIN pg_class c ON ((c.oid = (r.relations[1])::oid)))
     CROSS JOIN LATERAL ( SELECT microdata.may_see_release(c.relowner, r.source) AS may_see_release) a(all_of_it))
  WHERE (a.all_of_it OR microdata.may_read_release(r.relations));

COMMENT ON VIEW microdata.releases IS 'releases that you may read, and all that is recorded of those that are, or whose sources are, yours or of roles that you are a member of';

COMMENT ON COLUMN microdata.releases.release_id IS 'number of the release';

COMMENT ON COLUMN microdata.releases.method IS 'how it was made: slicing, bucketization, generalization, gnf or fragmentation';

COMMENT ON COLUMN microdata.releases.source IS 'the relation that it was made from; null once that is dropped, and for who owns neither';

COMMENT ON COLUMN microdata.releases.relations IS 'the relations that it consists of';

COMMENT ON COLUMN microdata.releases.parameters IS 'what was asked for; for who owns the release or its source, what came of it as well';

COMMENT ON COLUMN microdata.releases.created_at IS 'when it was made';

COMMENT ON COLUMN microdata.releases.created_by IS 'who made it; null for who owns neither the release nor its source';

COMMENT ON COLUMN microdata.releases.source_rows IS 'rows of the source at that time; null for who owns neither the release nor its source';

COMMENT ON COLUMN microdata.releases.published_rows IS 'rows published';

COMMENT ON COLUMN microdata.releases.suppressed_rows IS 'rows left out to reach the guarantee; null for who owns neither the release nor its source';

COMMENT ON COLUMN microdata.releases.buckets IS 'number of buckets, or of equivalence classes';

CREATE FUNCTION microdata.release_in(facts jsonb) RETURNS microdata.releases
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.release_in(facts jsonb) IS 'the release that release_facts() tells of, as far as you may see it; its relations are views where a view of a series was asked for';

CREATE FUNCTION microdata.releases_left_out(source regclass, edition bigint) RETURNS bigint
    LANGUAGE c STRICT
    AS 'MODULE_PATHNAME', 'pg_microdata_releases_left_out';

COMMENT ON FUNCTION microdata.releases_left_out(source regclass, edition bigint) IS 'how many releases about persons of a source, that others may hold or that is the edition, audit_composition() does not compare; null where you may not read the source';

CREATE FUNCTION microdata.remember_readers() RETURNS event_trigger
    LANGUAGE c
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS 'MODULE_PATHNAME', 'pg_microdata_remember_readers';

COMMENT ON FUNCTION microdata.remember_readers() IS 'has the ledger know who could read releases';

CREATE FUNCTION microdata.remember_release(release bigint, source regclass) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.remember_release(release bigint, source regclass) IS 'enters a release in the ledger';

CREATE FUNCTION microdata.repeat_run(run_id bigint, message text) RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_repeat_run';

COMMENT ON FUNCTION microdata.repeat_run(run_id bigint, message text) IS 'says that the run that this session has begun publishes again, since others changed what it needs';

CREATE FUNCTION microdata.resolve_attribute() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.source, NEW.attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;

COMMENT ON FUNCTION microdata.resolve_attribute() IS 'gives what is declared the number of the attribute that it names';

CREATE FUNCTION microdata.resolve_declared_source() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    SELECT COALESCE(pg_catalog.array_agg(a.attname ORDER BY a.attnum), '{}'),
           COALESCE(pg_catalog.array_agg(a.attnum ORDER BY a.attnum), '{}')
    INTO NEW.attributes, NEW.attnums
    FROM pg_catalog.unnest(NEW.attributes) u (attribute)
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) NEW.source::pg_catalog.oid
     AND a.attname OPERATOR(pg_catalog.=) u.attribute
     AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped;
    RETURN NEW;
END
$$;

COMMENT ON FUNCTION microdata.resolve_declared_source() IS 'gives a source whose roles are declared the numbers of the attributes that it names';

CREATE FUNCTION microdata.resolve_privacy_rule() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.left_attnums := microdata.attribute_numbers(NEW.source, NEW.left_attributes);
    NEW.right_attnums := microdata.attribute_numbers(NEW.source, NEW.right_attributes);
    RETURN CASE
        WHEN pg_catalog.array_position(NEW.left_attnums || NEW.right_attnums, NULL) IS NULL THEN NEW
    END;
END
$$;

COMMENT ON FUNCTION microdata.resolve_privacy_rule() IS 'gives a privacy rule the numbers of the attributes that it names';

CREATE FUNCTION microdata.resolve_release() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.subject_attnums := (
        SELECT pg_catalog.array_agg(microdata.attribute_number(NEW.source, u.attribute::name) ORDER BY u.position)
        FROM pg_catalog.jsonb_array_elements_text(NEW.parameters OPERATOR(pg_catalog.->) 'subject') WITH ORDINALITY u (attribute, position));
    PERFORM microdata.bind_view(NEW.relations);
    RETURN NEW;
END
$$;

COMMENT ON FUNCTION microdata.resolve_release() IS 'gives a release the numbers of the attributes of its subject';

CREATE FUNCTION microdata.resolve_release_column() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.relation, NEW.attribute);
    NEW.source_attnum := microdata.attribute_number(NEW.source, NEW.source_attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;

COMMENT ON FUNCTION microdata.resolve_release_column() IS 'gives an attribute of a release the numbers of the attributes that it names';

CREATE FUNCTION microdata.scheduled_jobs() RETURNS TABLE(series_id integer, job_id bigint, schedule text, active boolean)
    LANGUAGE c STABLE
    AS 'MODULE_PATHNAME', 'pg_microdata_scheduled_jobs';

COMMENT ON FUNCTION microdata.scheduled_jobs() IS 'jobs of pg_cron that run series of sources that you own';

CREATE PROCEDURE microdata.set_functions_aside(IN version text, IN functions name[])
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    old regprocedure;
BEGIN
    FOR old IN
        SELECT p.oid
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname = ANY (functions)
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET SCHEMA microdata', old);
        EXECUTE format('ALTER FUNCTION %s RENAME TO %I', old,
            (SELECT p.proname || '_' || translate(version, '.', '_') FROM pg_proc p WHERE p.oid = old));
    END LOOP;
END
$$;

COMMENT ON PROCEDURE microdata.set_functions_aside(IN version text, IN functions name[]) IS 'makes room for functions whose arguments change in an update of the extension';

CREATE FUNCTION microdata.settings_as_arguments(settings jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT (settings - array_agg(m.model)) || CASE WHEN count(s.key) = 0 THEN '{}' ELSE jsonb_build_object('privacy',
        COALESCE(settings -> 'privacy', '[]')
        || jsonb_agg(jsonb_build_object('model', m.model, 'parameters', m.others || jsonb_build_object(m.parameter, s.value))
                     ORDER BY m.model) FILTER (WHERE s.key IS NOT NULL)) END
    FROM (VALUES
        ('k_anonymity', 'k', '{}'::jsonb),
        ('t_closeness', 't', '{"distance": "equal"}'),
        ('delta_disclosure', 'delta', '{}'),
        ('beta_likeness', 'beta', '{}'),
        ('belief_distance', 'b', '{"distance": "total-variation"}')) m (model, parameter, others)
    -- Nobody is asked for by null, or by classes of one row.
    LEFT JOIN jsonb_each(settings) s ON s.key = m.model AND s.value <> 'null' AND (s.key <> 'k_anonymity' OR s.value <> '1')
$$;

COMMENT ON FUNCTION microdata.settings_as_arguments(settings jsonb) IS 'settings of explore() as arguments of the publishing function: a privacy model by its name joins the others';

CREATE FUNCTION microdata.share_in_words(share double precision) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT CASE WHEN share > 0 AND share < 0.01 THEN 'less than 1%'
                WHEN share > 0.99 AND share < 1 THEN 'more than 99%'
                ELSE round((100 * share)::numeric) || '%' END
$$;

COMMENT ON FUNCTION microdata.share_in_words(share double precision) IS 'a share in percent; what is not nobody or everybody is not rounded to that';

CREATE FUNCTION microdata.show_edition(name text, edition integer) RETURNS text
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_show_edition';

COMMENT ON FUNCTION microdata.show_edition(name text, edition integer) IS 'judges an edition by the gate that its series has now, shows it or, where there is no view, publishes it, and returns its state';

CREATE FUNCTION microdata.slice_region(shard oid, region integer, plan jsonb, number_key text, columns integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, groups @extschema@.text_list, sensitive_column_size integer, k integer, "grouping" text, diversity_check text, infeasible text, discretization text, intervals integer, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text, cuts_by text) RETURNS SETOF record
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_region';

COMMENT ON FUNCTION microdata.slice_region(shard oid, region integer, plan jsonb, number_key text, columns integer, l double precision, sensitive @extschema@.text_list, identifiers @extschema@.text_list, insensitive @extschema@.text_list, quasi_identifiers @extschema@.text_list, groups @extschema@.text_list, sensitive_column_size integer, k integer, "grouping" text, diversity_check text, infeasible text, discretization text, intervals integer, suppress double precision, privacy @extschema@.privacy_model[], seed bigint, cuts text, cuts_by text) IS 'slices one region of a distributed table, which a table has alone; called by slice_table() where the rows are';

CREATE FUNCTION microdata.smallest_group(release bigint) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    made record;
    made_of regclass;
    columns text;
    rows bigint;
    smallest bigint;
BEGIN
    SELECT * INTO made FROM microdata.releases r WHERE r.release_id = release;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    FOREACH made_of IN ARRAY made.relations LOOP
        CONTINUE WHEN (SELECT c.relkind = 'v' FROM pg_class c WHERE c.oid = made_of);
        SELECT string_agg(quote_ident(c.attribute), ', ') INTO columns
        FROM microdata.release_columns c
        WHERE c.release_id = release AND c.relation = made_of AND c.role = 'quasi-identifier';
        IF EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = made_of AND a.attname = made.parameters ->> 'bucket_column') THEN
            -- A table of the anatomy format that only counts has no rows of its own.
            CONTINUE WHEN columns IS NULL;
            columns := quote_ident(made.parameters ->> 'bucket_column');
        ELSIF made.method NOT IN ('generalization', 'fragmentation') THEN
            CONTINUE;
        END IF;
        EXECUTE format('SELECT min(g.rows) FROM (SELECT count(*) AS rows FROM %s GROUP BY %s) g', made_of, COALESCE(columns, '()'))
            INTO rows;
        smallest := LEAST(smallest, rows);
    END LOOP;
    RETURN smallest;
END
$$;

COMMENT ON FUNCTION microdata.smallest_group(release bigint) IS 'rows in the smallest bucket or equivalence class of a release';

CREATE FUNCTION microdata.stand_in(copy regclass, source regclass) RETURNS void
    LANGUAGE c STRICT
    AS 'MODULE_PATHNAME', 'pg_microdata_stand_in';

COMMENT ON FUNCTION microdata.stand_in(copy regclass, source regclass) IS 'lets a temporary table be published as a source is, in a subtransaction that cannot commit';

CREATE FUNCTION microdata.step_progress() RETURNS void
    LANGUAGE c
    AS 'MODULE_PATHNAME', 'pg_microdata_step_progress';

COMMENT ON FUNCTION microdata.step_progress() IS 'one more step of the command that begin_progress() shows is done';

CREATE PROCEDURE microdata.succeed_functions(IN version text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    suffix text := '_' || translate(version, '.', '_');
    old record;
    new record;
    entry record;
BEGIN
    FOR old IN
        SELECT p.oid, p.oid::regprocedure AS function, p.proname AS name, p.proowner AS owner, p.proacl AS acl
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = 'microdata'::regnamespace
          AND right(p.proname, length(suffix)) = suffix
    LOOP
        SELECT p.oid, p.oid::regprocedure AS function, p.proowner AS owner, p.proacl AS acl INTO STRICT new
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace AND p.proname || suffix = old.name;
        IF new.owner <> old.owner THEN
            EXECUTE format('ALTER FUNCTION %s OWNER TO %s', new.function, old.owner::regrole);
        END IF;
        IF old.acl IS NOT NULL OR new.acl IS NOT NULL THEN
            FOR entry IN
                SELECT DISTINCT a.grantee
                FROM aclexplode(COALESCE((SELECT p.proacl FROM pg_proc p WHERE p.oid = new.oid), acldefault('f', old.owner))) a
            LOOP
                EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::regrole::text END);
            END LOOP;
            FOR entry IN
                SELECT a.grantee, bool_or(a.is_grantable) AS with_grant_option
                FROM aclexplode(COALESCE(old.acl, acldefault('f', old.owner))) a
                GROUP BY a.grantee
            LOOP
                EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s%s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::regrole::text END,
                    CASE WHEN entry.with_grant_option THEN ' WITH GRANT OPTION' END);
            END LOOP;
            -- A dump leaves out what a script of the extension has granted. Of these grants, that is what the scripts before had.
            DELETE FROM pg_init_privs i WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = new.oid;
            UPDATE pg_init_privs i SET objoid = new.oid WHERE i.classoid = 'pg_proc'::regclass AND i.objoid = old.oid;
        END IF;
        BEGIN
            EXECUTE format('DROP FUNCTION %s', old.function);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            EXECUTE format('ALTER EXTENSION pg_microdata DROP FUNCTION %s', old.function);
            EXECUTE format('COMMENT ON FUNCTION %s IS %L', old.function,
                format('as it was in version %s of pg_microdata; left for what depends on it', version));
            -- An extension's script shows nothing below.
            RAISE WARNING 'function % is kept for what depends on it', old.function
                USING HINT = 'Make that anew with the function of the extension, then drop the old one.';
        END;
    END LOOP;
END
$$;

COMMENT ON PROCEDURE microdata.succeed_functions(IN version text) IS 'gives the successors of functions that were set aside their owners and grants, and drops them unless something depends on them';

CREATE FUNCTION microdata.systemd_calendar(schedule text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.systemd_calendar(schedule text) IS 'a schedule of cron as a systemd timer has it; null where it cannot be read';

CREATE FUNCTION microdata.uncomment_release(relation regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
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

COMMENT ON FUNCTION microdata.uncomment_release(relation regclass) IS 'takes the comments off a release that readers are not shown: comments are for everybody';

CREATE FUNCTION microdata.version() RETURNS text
    LANGUAGE c STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'pg_microdata_version';

COMMENT ON FUNCTION microdata.version() IS 'the version of the library that this session has loaded; warns where the extension in this database has another one';

CREATE FUNCTION microdata.with_control(relations regclass[], control double precision, seed bigint, statement text, arguments jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET row_security TO 'off'
    SET "DateStyle" TO 'ISO, YMD'
    SET "IntervalStyle" TO 'postgres'
    SET "TimeZone" TO 'UTC'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
    AS $_$
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
$_$;

COMMENT ON FUNCTION microdata.with_control(relations regclass[], control double precision, seed bigint, statement text, arguments jsonb) IS 'publishes a part of a source again by the calls that made its releases, in temporary tables that do not stay, and returns what a statement says of the arguments ($1), these releases ($2, an array) and the rest as outsiders ($3)';

CREATE TABLE microdata.declared_hierarchy_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    hierarchy text NOT NULL
);

COMMENT ON TABLE microdata.declared_hierarchy_record IS 'declared hierarchies of attributes; see the view microdata.declared_hierarchies';

CREATE VIEW microdata.declared_hierarchies WITH (security_barrier='true') AS
 SELECT d.source,
    a.attname AS attribute,
    d.hierarchy
   FROM (microdata.declared_hierarchy_record d
     JOIN pg_attribute a ON (((a.attrelid = (d.source)::oid) AND (a.attnum = d.attnum) AND (a.attname = d.attribute))))
  WHERE ((NOT a.attisdropped) AND has_table_privilege((d.source)::oid, 'SELECT'::text));

COMMENT ON VIEW microdata.declared_hierarchies IS 'hierarchies declared for the attributes of tables that you may read';

COMMENT ON COLUMN microdata.declared_hierarchies.source IS 'the table';

COMMENT ON COLUMN microdata.declared_hierarchies.attribute IS 'name of the attribute';

COMMENT ON COLUMN microdata.declared_hierarchies.hierarchy IS 'name of its hierarchy';

CREATE TABLE microdata.declared_source_record (
    source regclass NOT NULL,
    attributes name[] NOT NULL,
    attnums smallint[] NOT NULL,
    subject_size integer DEFAULT 0 NOT NULL
);

-- set missing value.

COMMENT ON TABLE microdata.declared_source_record IS 'attributes that sources had when their roles were declared; publishing warns of those that came later';

COMMENT ON COLUMN microdata.declared_source_record.subject_size IS 'of how many attributes its subject was declared to consist';

CREATE TABLE microdata.series_record (
    series_id integer NOT NULL,
    name text NOT NULL,
    source regclass,
    source_name text NOT NULL,
    source_owner regrole NOT NULL,
    method text NOT NULL,
    arguments jsonb NOT NULL,
    m integer,
    hash_key bytea NOT NULL,
    attributes integer NOT NULL,
    first_edition integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by name NOT NULL,
    independent boolean DEFAULT false NOT NULL,
    view_name text,
    keep integer,
    gate jsonb DEFAULT '{}'::jsonb NOT NULL,
    approve boolean DEFAULT false NOT NULL,
    CONSTRAINT series_record_keep_check CHECK ((keep >= 1)),
    CONSTRAINT series_record_m_check CHECK ((m >= 2))
);

-- set missing value.


-- set missing value.


-- set missing value.

COMMENT ON TABLE microdata.series_record IS 'series of editions; see the view microdata.series';

CREATE VIEW microdata.editions WITH (security_barrier='true') AS
 SELECT s.name AS series,
    e.edition,
    e.release_id,
    ( SELECT r.relations
           FROM microdata.release_record r
          WHERE (r.release_id = e.release_id)) AS relations,
    e.persons,
    e.counterfeits,
    e.waiting,
    e.withheld,
    e.created_at,
    e.created_by,
    e.state,
    e.findings,
    e.published_by,
    e.approved_by,
    e.shown_at
   FROM (microdata.edition_record e
     JOIN microdata.series_record s USING (series_id))
  WHERE microdata.may_see_series(s.source, s.source_owner);

COMMENT ON VIEW microdata.editions IS 'editions of series of sources that you own';

COMMENT ON COLUMN microdata.editions.series IS 'name of the series';

COMMENT ON COLUMN microdata.editions.edition IS 'number of the edition, from 1';

COMMENT ON COLUMN microdata.editions.release_id IS 'number of the release';

COMMENT ON COLUMN microdata.editions.relations IS 'its relations; null once they are gone';

COMMENT ON COLUMN microdata.editions.persons IS 'persons published; where editions are independent and a row is a person, rows';

COMMENT ON COLUMN microdata.editions.counterfeits IS 'published values that are nobody''s; where rows grow, sets of values';

COMMENT ON COLUMN microdata.editions.waiting IS 'arrivals that are not published yet';

COMMENT ON COLUMN microdata.editions.withheld IS 'persons whose value is not in their signature any more; where rows grow, values that persons have and their published sets have not; where editions are independent, rows that were left out';

COMMENT ON COLUMN microdata.editions.created_at IS 'when it was published';

COMMENT ON COLUMN microdata.editions.created_by IS 'who published it';

COMMENT ON COLUMN microdata.editions.state IS 'draft (for its owner alone), published (where the series has no view), shown (by the view), or former (was shown)';

COMMENT ON COLUMN microdata.editions.findings IS 'what gates said of it';

COMMENT ON COLUMN microdata.editions.published_by IS 'who was logged in when it was published';

COMMENT ON COLUMN microdata.editions.approved_by IS 'who was logged in when it was approved; null where nobody did';

COMMENT ON COLUMN microdata.editions.shown_at IS 'when the view began to show it';

CREATE TABLE microdata.forgotten_release_record (
    release_id bigint NOT NULL,
    method text NOT NULL,
    source_name text,
    source_owner name NOT NULL,
    created_at timestamp with time zone NOT NULL,
    forgotten_at timestamp with time zone DEFAULT now() NOT NULL,
    forgotten_by name NOT NULL,
    reason text NOT NULL
);

COMMENT ON TABLE microdata.forgotten_release_record IS 'releases that were taken out of the ledger; see the view microdata.forgotten_releases';

CREATE VIEW microdata.forgotten_releases WITH (security_barrier='true') AS
 SELECT f.release_id,
    f.method,
    f.source_name,
    f.created_at,
    f.forgotten_at,
    f.forgotten_by,
    f.reason
   FROM microdata.forgotten_release_record f
  WHERE microdata.may_see_ledger(NULL::regclass, f.source_owner);

COMMENT ON VIEW microdata.forgotten_releases IS 'releases that were taken out of the ledger, with the reasons';

COMMENT ON COLUMN microdata.forgotten_releases.release_id IS 'number of the release';

COMMENT ON COLUMN microdata.forgotten_releases.method IS 'how it was made';

COMMENT ON COLUMN microdata.forgotten_releases.source_name IS 'name of its source when it was made';

COMMENT ON COLUMN microdata.forgotten_releases.created_at IS 'when it was made';

COMMENT ON COLUMN microdata.forgotten_releases.forgotten_at IS 'when it was taken out of the ledger';

COMMENT ON COLUMN microdata.forgotten_releases.forgotten_by IS 'who did that';

COMMENT ON COLUMN microdata.forgotten_releases.reason IS 'the reason given';

CREATE TABLE microdata.hierarchy_grant_record (
    hierarchy text NOT NULL,
    grantee regrole NOT NULL
);

COMMENT ON TABLE microdata.hierarchy_grant_record IS 'who may use generalization hierarchies; see the view microdata.hierarchies';

CREATE TABLE microdata.hierarchy_record (
    name text NOT NULL,
    kind text NOT NULL,
    definition jsonb NOT NULL,
    owner regrole NOT NULL,
    levels integer NOT NULL,
    labels text[],
    CONSTRAINT hierarchy_record_check CHECK (((kind = 'table'::text) = (labels IS NOT NULL))),
    CONSTRAINT hierarchy_record_kind_check CHECK ((kind = ANY ('{table,interval,prefix,date}'::text[]))),
    CONSTRAINT hierarchy_record_levels_check CHECK ((levels >= 2)),
    CONSTRAINT hierarchy_record_name_check CHECK ((name <> ''::text))
);

COMMENT ON TABLE microdata.hierarchy_record IS 'generalization hierarchies; see the view microdata.hierarchies';

CREATE VIEW microdata.hierarchies WITH (security_barrier='true') AS
 SELECT h.name,
    h.kind,
    h.definition,
    ( SELECT r.rolname
           FROM pg_roles r
          WHERE (r.oid = (h.owner)::oid)) AS owner,
    h.levels,
    ARRAY( SELECT COALESCE(r.rolname, 'public'::name) AS grantee
           FROM (microdata.hierarchy_grant_record g
             LEFT JOIN pg_roles r ON ((r.oid = (g.grantee)::oid)))
          WHERE ((g.hierarchy = h.name) AND ((r.oid IS NOT NULL) OR ((g.grantee)::oid = (0)::oid)))
          ORDER BY COALESCE(r.rolname, 'public'::name)) AS granted_to
   FROM microdata.hierarchy_record h
  WHERE (pg_has_role((h.owner)::oid, 'USAGE'::text) OR (EXISTS ( SELECT
           FROM microdata.hierarchy_grant_record g
          WHERE ((g.hierarchy = h.name) AND (((g.grantee)::oid = (0)::oid) OR pg_has_role((g.grantee)::oid, 'USAGE'::text))))));

COMMENT ON VIEW microdata.hierarchies IS 'generalization hierarchies that you may use';

COMMENT ON COLUMN microdata.hierarchies.name IS 'name of the hierarchy';

COMMENT ON COLUMN microdata.hierarchies.kind IS 'how it was made: table, interval, prefix or date';

COMMENT ON COLUMN microdata.hierarchies.definition IS 'what it was made with; of a table, how many values it has';

COMMENT ON COLUMN microdata.hierarchies.owner IS 'who may drop it; null once that role is dropped';

COMMENT ON COLUMN microdata.hierarchies.levels IS 'number of levels, including the values and the root';

COMMENT ON COLUMN microdata.hierarchies.granted_to IS 'who may use it besides its owner';

CREATE TABLE microdata.ledger_record (
    release_id bigint NOT NULL,
    method text NOT NULL,
    source regclass,
    gone text[] DEFAULT '{}'::text[] NOT NULL,
    source_name text,
    source_number oid,
    source_owner name NOT NULL,
    about regclass[] NOT NULL,
    relations text[] NOT NULL,
    attributes name[] NOT NULL,
    parameters jsonb NOT NULL,
    source_rows bigint,
    published_rows bigint,
    created_at timestamp with time zone NOT NULL,
    created_by name NOT NULL,
    readers name[] DEFAULT '{}'::name[] NOT NULL,
    ended_at timestamp with time zone,
    ended_by name,
    ended text,
    CONSTRAINT ledger_record_ended_check CHECK ((ended = ANY ('{dropped,replaced}'::text[])))
);

COMMENT ON TABLE microdata.ledger_record IS 'all releases that were ever made; see the view microdata.ledger';

CREATE VIEW microdata.ledger WITH (security_barrier='true') AS
 SELECT l.release_id,
    l.method,
    ( SELECT (c.oid)::regclass AS oid
           FROM pg_class c
          WHERE (c.oid = (l.source)::oid)) AS source,
    l.source_name,
    l.source_number,
    l.about,
    l.relations,
    l.attributes,
    l.parameters,
    l.source_rows,
    l.published_rows,
    l.created_at,
    l.created_by,
    l.readers,
    l.ended,
    l.ended_at,
    l.ended_by
   FROM microdata.ledger_record l
  WHERE microdata.may_see_ledger(l.source, l.source_owner);

COMMENT ON VIEW microdata.ledger IS 'all releases that were ever made of sources that are, or were until they were dropped, yours or of roles that you are a member of';

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

COMMENT ON COLUMN microdata.ledger.readers IS 'who else could ever read it, or a view on it: roles, as they were called then; public is everybody';

COMMENT ON COLUMN microdata.ledger.ended IS 'whether it was dropped or replaced; null while it is there';

COMMENT ON COLUMN microdata.ledger.ended_at IS 'when that was';

COMMENT ON COLUMN microdata.ledger.ended_by IS 'who did that';

CREATE TABLE microdata.privacy_rule_record (
    rule_id bigint NOT NULL,
    source regclass NOT NULL,
    left_attributes name[] NOT NULL,
    right_attributes name[] NOT NULL,
    left_attnums smallint[] NOT NULL,
    right_attnums smallint[] NOT NULL,
    l double precision,
    privacy jsonb,
    comment text,
    CONSTRAINT privacy_rule_record_left_attributes_check CHECK ((left_attributes <> '{}'::name[])),
    CONSTRAINT privacy_rule_record_right_attributes_check CHECK ((right_attributes <> '{}'::name[]))
);

COMMENT ON TABLE microdata.privacy_rule_record IS 'declared privacy rules; see the view microdata.privacy_rules';

ALTER TABLE microdata.privacy_rule_record ALTER COLUMN rule_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME microdata.privacy_rule_record_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COMMENT ON SEQUENCE microdata.privacy_rule_record_rule_id_seq IS 'numbers of privacy rules';

CREATE VIEW microdata.privacy_rules WITH (security_barrier='true') AS
 SELECT r.rule_id,
    r.source,
    concat(microdata.quoted_names(r.left_attributes), ' -> ', microdata.quoted_names(r.right_attributes)) AS rule,
    r.l,
    r.privacy,
    r.comment
   FROM microdata.privacy_rule_record r
  WHERE has_table_privilege((r.source)::oid, 'SELECT'::text);

COMMENT ON VIEW microdata.privacy_rules IS 'privacy rules declared for tables that you may read';

COMMENT ON COLUMN microdata.privacy_rules.rule_id IS 'number of the rule';

COMMENT ON COLUMN microdata.privacy_rules.source IS 'the table';

COMMENT ON COLUMN microdata.privacy_rules.rule IS 'the rule: an adversary who knows the attributes left of the arrow must not learn those right of it';

COMMENT ON COLUMN microdata.privacy_rules.l IS 'its own l, if it has one';

COMMENT ON COLUMN microdata.privacy_rules.privacy IS 'its own privacy model, if it has one';

COMMENT ON COLUMN microdata.privacy_rules.comment IS 'where the rule comes from';

CREATE VIEW microdata.progress AS
 SELECT b.pid,
    b.datid,
    d.datname,
        CASE
            WHEN (b.usesysid IS NOT NULL) THEN pg_get_userbyid(b.usesysid)
            ELSE NULL::name
        END AS usename,
    b.command,
    b.relid,
    ((c.oid)::regclass)::text AS relation,
    b.phase,
    b.phases_done,
    b.phases_total,
    b.done,
    b.total,
    b.unit,
    b.started
   FROM ((microdata.backend_progress() b(pid, datid, usesysid, command, relid, phase, phases_done, phases_total, done, total, unit, started)
     LEFT JOIN pg_database d ON ((d.oid = b.datid)))
     LEFT JOIN pg_class c ON (((c.oid = b.relid) AND (d.datname = current_database()))));

COMMENT ON VIEW microdata.progress IS 'one row for each session of the server, of whatever database, that publishes, verifies, audits or estimates; of other roles'' sessions, who is no member of pg_read_all_stats sees pid and database alone';

COMMENT ON COLUMN microdata.progress.pid IS 'process that does it, as in pg_stat_activity';

COMMENT ON COLUMN microdata.progress.datid IS 'OID of its database';

COMMENT ON COLUMN microdata.progress.datname IS 'name of its database';

COMMENT ON COLUMN microdata.progress.usename IS 'who is connected';

COMMENT ON COLUMN microdata.progress.command IS 'the function that was called; of functions that call each other, the outermost';

COMMENT ON COLUMN microdata.progress.relid IS 'OID of the source or the release that it is about, in its database';

COMMENT ON COLUMN microdata.progress.relation IS 'name of that; null where it is in another database';

COMMENT ON COLUMN microdata.progress.phase IS 'what it does now';

COMMENT ON COLUMN microdata.progress.phases_done IS 'phases, steps of a command that calls others, or regions of one that goes by them, that are behind it; null where they are not counted';

COMMENT ON COLUMN microdata.progress.phases_total IS 'how many of them there are; some may not be needed';

COMMENT ON COLUMN microdata.progress.done IS 'units of the phase that are done; null where they are not counted';

COMMENT ON COLUMN microdata.progress.total IS 'units that the phase has, as far as is known by now; of rows that are being read, an estimate';

COMMENT ON COLUMN microdata.progress.unit IS 'what is counted';

COMMENT ON COLUMN microdata.progress.started IS 'when the command began';

CREATE TABLE microdata.release_column_record (
    release_id bigint NOT NULL,
    relation regclass NOT NULL,
    column_no integer NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL,
    generalized boolean NOT NULL,
    source regclass,
    source_attribute name,
    source_attnum smallint,
    CONSTRAINT release_column_record_role_check CHECK ((role = ANY ('{identifier,quasi-identifier,sensitive,insensitive}'::text[])))
);

COMMENT ON TABLE microdata.release_column_record IS 'attributes of releases; see the view microdata.release_columns';

CREATE VIEW microdata.release_columns WITH (security_barrier='true') AS
 SELECT k.release_id,
    k.relation,
    k.column_no,
    a.attname AS attribute,
    k.role,
    k.generalized,
    microdata.reading(k.generalized, a.atttypid, a.attname, r.parameters) AS reading
   FROM (((microdata.release_column_record k
     JOIN microdata.release_record r ON ((r.release_id = k.release_id)))
     JOIN pg_class c ON ((c.oid = (k.relation)::oid)))
     JOIN pg_attribute a ON (((a.attrelid = c.oid) AND (a.attnum = k.attnum) AND (a.attname = k.attribute))))
  WHERE ((NOT a.attisdropped) AND (microdata.may_see_release(c.relowner, r.source) OR microdata.may_read_release(r.relations)));

COMMENT ON VIEW microdata.release_columns IS 'attributes of releases that you may read, and of those that are, or whose sources are, yours or of roles that you are a member of; and the groups that link them';

COMMENT ON COLUMN microdata.release_columns.release_id IS 'number of the release';

COMMENT ON COLUMN microdata.release_columns.relation IS 'the published relation';

COMMENT ON COLUMN microdata.release_columns.column_no IS 'number of the group: attributes with the same number are linked';

COMMENT ON COLUMN microdata.release_columns.attribute IS 'name of the attribute';

COMMENT ON COLUMN microdata.release_columns.role IS 'its role: quasi-identifier, sensitive or insensitive';

COMMENT ON COLUMN microdata.release_columns.generalized IS 'whether its values were generalized';

COMMENT ON COLUMN microdata.release_columns.reading IS 'how its values are to be read: value (as it is), range (a value in it), set (one of its values), label (of a hierarchy, or * for any value), multiset (values of the class, each with the number of its rows)';

ALTER TABLE microdata.release_record ALTER COLUMN release_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME microdata.release_record_release_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COMMENT ON SEQUENCE microdata.release_record_release_id_seq IS 'numbers of releases';

CREATE TABLE microdata.role_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text,
    of_person boolean DEFAULT false NOT NULL,
    CONSTRAINT role_record_check CHECK (((role IS NOT NULL) OR of_person)),
    CONSTRAINT role_record_role_check CHECK ((role = ANY ('{identifier,quasi-identifier,sensitive,insensitive,subject}'::text[])))
);

-- set missing value.

COMMENT ON TABLE microdata.role_record IS 'declared roles of attributes; see the view microdata.roles';

CREATE VIEW microdata.roles WITH (security_barrier='true') AS
 SELECT r.source,
    a.attname AS attribute,
    r.role,
    r.of_person
   FROM (microdata.role_record r
     JOIN pg_attribute a ON (((a.attrelid = (r.source)::oid) AND (a.attnum = r.attnum) AND (a.attname = r.attribute))))
  WHERE ((NOT a.attisdropped) AND has_table_privilege((r.source)::oid, 'SELECT'::text));

COMMENT ON VIEW microdata.roles IS 'roles declared for the attributes of tables that you may read';

COMMENT ON COLUMN microdata.roles.source IS 'the table';

COMMENT ON COLUMN microdata.roles.attribute IS 'name of the attribute';

COMMENT ON COLUMN microdata.roles.role IS 'its role: identifier, quasi-identifier, sensitive, insensitive, or subject; null where none is declared';

COMMENT ON COLUMN microdata.roles.of_person IS 'whether all rows of a person have the same value of it';

CREATE TABLE microdata.run_record (
    run_id bigint NOT NULL,
    series_id integer NOT NULL,
    edition integer,
    state text DEFAULT 'running'::text NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    run_by name NOT NULL,
    pid integer NOT NULL,
    sqlerrcode text,
    err_message text,
    err_detail text,
    err_hint text,
    notices jsonb DEFAULT '[]'::jsonb NOT NULL,
    phases jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT run_record_state_check CHECK ((state = ANY ('{running,succeeded,failed,lost}'::text[])))
);

COMMENT ON TABLE microdata.run_record IS 'runs of series; see the view microdata.runs';

CREATE SEQUENCE microdata.run_record_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE microdata.run_record_run_id_seq OWNED BY microdata.run_record.run_id;

COMMENT ON SEQUENCE microdata.run_record_run_id_seq IS 'numbers of runs';

CREATE VIEW microdata.runs WITH (security_barrier='true') AS
 SELECT r.run_id,
    s.name AS series,
    r.edition,
        CASE
            WHEN ((r.state <> 'running'::text) OR (EXISTS ( SELECT
               FROM pg_locks l
              WHERE ((l.locktype = 'object'::text) AND (l.pid = r.pid) AND l.granted AND (l.classid = ('microdata.series_record'::regclass)::oid) AND (l.objid = (r.series_id)::oid) AND (l.database = ( SELECT d.oid
                       FROM pg_database d
                      WHERE (d.datname = current_database()))))))) THEN r.state
            ELSE 'lost'::text
        END AS state,
    r.started_at,
    r.finished_at,
    (r.finished_at - r.started_at) AS duration,
    r.run_by,
    r.pid,
    r.sqlerrcode,
    r.err_message,
    r.err_detail,
    r.err_hint,
    r.notices,
    r.phases
   FROM (microdata.run_record r
     JOIN microdata.series_record s USING (series_id))
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

CREATE VIEW microdata.run_stats WITH (security_barrier='true') AS
 SELECT s.name AS series,
    t.runs,
    t.failures,
    l.state AS last_state,
    l.started_at AS last_started_at,
    t.last_success,
    l.duration AS last_duration,
    l.sqlerrcode AS last_sqlerrcode,
    l.err_message AS last_message,
    j.job_id,
    j.schedule,
    j.active,
        CASE
            WHEN j.active THEN microdata.next_start(j.schedule, now())
            ELSE NULL::timestamp with time zone
        END AS next_start
   FROM (((microdata.series_record s
     CROSS JOIN LATERAL ( SELECT count(*) AS runs,
            count(*) FILTER (WHERE (r.state = ANY (ARRAY['failed'::text, 'lost'::text]))) AS failures,
            max(r.finished_at) FILTER (WHERE (r.state = 'succeeded'::text)) AS last_success
           FROM microdata.runs r
          WHERE (r.series = s.name)) t)
     LEFT JOIN LATERAL ( SELECT r.run_id,
            r.series,
            r.edition,
            r.state,
            r.started_at,
            r.finished_at,
            r.duration,
            r.run_by,
            r.pid,
            r.sqlerrcode,
            r.err_message,
            r.err_detail,
            r.err_hint,
            r.notices,
            r.phases
           FROM microdata.runs r
          WHERE (r.series = s.name)
          ORDER BY r.run_id DESC
         LIMIT 1) l ON (true))
     LEFT JOIN microdata.scheduled_jobs() j(series_id, job_id, schedule, active) ON ((j.series_id = s.series_id)))
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

CREATE TABLE microdata.series_column_record (
    series_id integer NOT NULL,
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL,
    type text NOT NULL,
    column_number integer,
    hierarchy text,
    hierarchy_hash text,
    CONSTRAINT series_column_record_role_check CHECK ((role = ANY ('{subject,quasi-identifier,sensitive,insensitive}'::text[])))
);

COMMENT ON TABLE microdata.series_column_record IS 'attributes that series publish, or tell persons apart by, with their types at first';

CREATE TABLE microdata.series_view_record (
    view regclass NOT NULL,
    series_id integer NOT NULL,
    suffix text NOT NULL
);

COMMENT ON TABLE microdata.series_view_record IS 'views that show the editions of series; see microdata.series_views';

CREATE VIEW microdata.series WITH (security_barrier='true') AS
 SELECT s.name,
        CASE
            WHEN (c.oid IS NOT NULL) THEN s.source
            ELSE NULL::regclass
        END AS source,
    s.source_name,
    s.method,
    s.arguments,
    s.m,
    ARRAY( SELECT a.attribute
           FROM microdata.series_column_record a
          WHERE ((a.series_id = s.series_id) AND (a.role = 'subject'::text))
          ORDER BY a.attnum) AS subject,
    ARRAY( SELECT a.attribute
           FROM microdata.series_column_record a
          WHERE ((a.series_id = s.series_id) AND (a.role = 'sensitive'::text))
          ORDER BY a.attnum) AS sensitive,
    ( SELECT count(*) AS count
           FROM microdata.edition_record e
          WHERE (e.series_id = s.series_id)) AS editions,
    s.created_at,
    s.created_by,
    s.independent,
    COALESCE(( SELECT format('%I.%I'::text, n.nspname, v.relname) AS format
           FROM ((microdata.series_view_record w
             JOIN pg_class v ON ((v.oid = (w.view)::oid)))
             JOIN pg_namespace n ON ((n.oid = v.relnamespace)))
          WHERE ((w.series_id = s.series_id) AND (w.suffix = ''::text))), s.view_name) AS view,
    s.keep,
    s.gate,
    s.approve,
    ( SELECT max(e.edition) AS max
           FROM microdata.edition_record e
          WHERE ((e.series_id = s.series_id) AND (e.state = 'shown'::text))) AS shown
   FROM (microdata.series_record s
     LEFT JOIN pg_class c ON ((c.oid = (s.source)::oid)))
  WHERE microdata.may_see_series(s.source, s.source_owner);

COMMENT ON VIEW microdata.series IS 'series of editions of sources that you own';

COMMENT ON COLUMN microdata.series.name IS 'name of the series';

COMMENT ON COLUMN microdata.series.source IS 'the relation that it is made from; null once that is gone';

COMMENT ON COLUMN microdata.series.source_name IS 'its name when the series began';

COMMENT ON COLUMN microdata.series.method IS 'how editions are made';

COMMENT ON COLUMN microdata.series.arguments IS 'arguments of the method';

COMMENT ON COLUMN microdata.series.m IS 'values of a bucket, at least; nobody''s value has a probability above 1/m; null where editions are independent';

COMMENT ON COLUMN microdata.series.subject IS 'attributes that tell persons apart';

COMMENT ON COLUMN microdata.series.sensitive IS 'the sensitive attributes';

COMMENT ON COLUMN microdata.series.editions IS 'editions published so far';

COMMENT ON COLUMN microdata.series.created_at IS 'when it was created';

COMMENT ON COLUMN microdata.series.created_by IS 'who created it';

COMMENT ON COLUMN microdata.series.independent IS 'whether every edition is a release by itself, so that whoever holds several learns more than one tells';

COMMENT ON COLUMN microdata.series.view IS 'name of the view that readers use; null where there is none';

COMMENT ON COLUMN microdata.series.keep IS 'how many editions stay, and how many drafts; null: all';

COMMENT ON COLUMN microdata.series.gate IS 'bounds that an edition must keep to be shown';

COMMENT ON COLUMN microdata.series.approve IS 'whether an edition waits for somebody else than who published it';

COMMENT ON COLUMN microdata.series.shown IS 'the edition that its view shows; null where there is none';

CREATE TABLE microdata.series_member_record (
    series_id integer NOT NULL,
    cohort integer,
    person uuid NOT NULL,
    arrived integer NOT NULL,
    missed integer,
    shown integer NOT NULL,
    since integer NOT NULL,
    value_set text
);



ALTER TABLE ONLY microdata.series_member_record REPLICA IDENTITY FULL;

COMMENT ON TABLE microdata.series_member_record IS 'persons with several rows that series remember, by a keyed hash of their subject';

CREATE TABLE microdata.series_person_record (
    series_id integer NOT NULL,
    signature integer,
    person uuid NOT NULL,
    arrived integer NOT NULL,
    since integer,
    shown integer,
    gone integer,
    withheld integer
);


ALTER TABLE ONLY microdata.series_person_record REPLICA IDENTITY FULL;

COMMENT ON TABLE microdata.series_person_record IS 'persons that series remember, by a keyed hash of their subject';

CREATE SEQUENCE microdata.series_record_series_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE microdata.series_record_series_id_seq OWNED BY microdata.series_record.series_id;

COMMENT ON SEQUENCE microdata.series_record_series_id_seq IS 'numbers of series';

CREATE TABLE microdata.series_signature_record (
    series_id integer NOT NULL,
    signature integer NOT NULL,
    sensitive_values text[] NOT NULL
);

COMMENT ON TABLE microdata.series_signature_record IS 'sets of sensitive values that buckets of series have';

CREATE TABLE microdata.series_value_record (
    series_id integer NOT NULL,
    number integer NOT NULL,
    sensitive_value text
);

COMMENT ON TABLE microdata.series_value_record IS 'sensitive values by the numbers that sets of persons have';

CREATE VIEW microdata.series_views WITH (security_barrier='true') AS
 SELECT w.view,
    s.name AS series,
    e.edition,
    ( SELECT (d.refobjid)::regclass AS refobjid
           FROM (pg_rewrite q
             JOIN pg_depend d ON (((d.classid = ('pg_rewrite'::regclass)::oid) AND (d.objid = q.oid) AND (d.refclassid = ('pg_class'::regclass)::oid))))
          WHERE ((q.ev_class = (w.view)::oid) AND (d.refobjid = ANY ((r.relations)::oid[])))
         LIMIT 1) AS release,
    r.published_rows AS rows,
    e.created_at,
    e.shown_at
   FROM ((((microdata.series_view_record w
     JOIN pg_class v ON ((v.oid = (w.view)::oid)))
     JOIN microdata.series_record s USING (series_id))
     LEFT JOIN microdata.edition_record e ON (((e.series_id = w.series_id) AND (e.state = 'shown'::text))))
     LEFT JOIN microdata.release_record r ON ((r.release_id = e.release_id)))
  WHERE (has_any_column_privilege(v.oid, 'SELECT'::text) OR microdata.may_see_series(s.source, s.source_owner));

COMMENT ON VIEW microdata.series_views IS 'views that show the newest editions of series, as far as you may read them';

COMMENT ON COLUMN microdata.series_views.view IS 'the view';

COMMENT ON COLUMN microdata.series_views.series IS 'name of the series';

COMMENT ON COLUMN microdata.series_views.edition IS 'the edition that it shows';

COMMENT ON COLUMN microdata.series_views.release IS 'the relation of the edition that stands behind it';

COMMENT ON COLUMN microdata.series_views.rows IS 'rows of the edition';

COMMENT ON COLUMN microdata.series_views.created_at IS 'when the edition was made';

COMMENT ON COLUMN microdata.series_views.shown_at IS 'when the view began to show it';

ALTER TABLE ONLY microdata.run_record ALTER COLUMN run_id SET DEFAULT nextval('microdata.run_record_run_id_seq'::regclass);

ALTER TABLE ONLY microdata.series_record ALTER COLUMN series_id SET DEFAULT nextval('microdata.series_record_series_id_seq'::regclass);

SELECT pg_catalog.setval('microdata.privacy_rule_record_rule_id_seq', 1, false);

SELECT pg_catalog.setval('microdata.release_record_release_id_seq', 1, false);

SELECT pg_catalog.setval('microdata.run_record_run_id_seq', 1, false);

SELECT pg_catalog.setval('microdata.series_record_series_id_seq', 1, false);

ALTER TABLE ONLY microdata.declared_hierarchy_record
    ADD CONSTRAINT declared_hierarchy_record_pkey PRIMARY KEY (source, attnum);

ALTER TABLE ONLY microdata.declared_source_record
    ADD CONSTRAINT declared_source_record_pkey PRIMARY KEY (source);

ALTER TABLE ONLY microdata.edition_record
    ADD CONSTRAINT edition_record_pkey PRIMARY KEY (series_id, edition);

ALTER TABLE ONLY microdata.forgotten_release_record
    ADD CONSTRAINT forgotten_release_record_pkey PRIMARY KEY (release_id);

ALTER TABLE ONLY microdata.hierarchy_grant_record
    ADD CONSTRAINT hierarchy_grant_record_pkey PRIMARY KEY (hierarchy, grantee);

ALTER TABLE ONLY microdata.hierarchy_record
    ADD CONSTRAINT hierarchy_record_pkey PRIMARY KEY (name);

ALTER TABLE ONLY microdata.ledger_record
    ADD CONSTRAINT ledger_record_pkey PRIMARY KEY (release_id);

ALTER TABLE ONLY microdata.privacy_rule_record
    ADD CONSTRAINT privacy_rule_record_pkey PRIMARY KEY (rule_id);

ALTER TABLE ONLY microdata.release_column_record
    ADD CONSTRAINT release_column_record_pkey PRIMARY KEY (relation, attnum);

ALTER TABLE ONLY microdata.release_record
    ADD CONSTRAINT release_record_pkey PRIMARY KEY (release_id);

ALTER TABLE ONLY microdata.role_record
    ADD CONSTRAINT role_record_pkey PRIMARY KEY (source, attnum);

ALTER TABLE ONLY microdata.run_record
    ADD CONSTRAINT run_record_pkey PRIMARY KEY (run_id);

ALTER TABLE ONLY microdata.series_column_record
    ADD CONSTRAINT series_column_record_pkey PRIMARY KEY (source, attnum, series_id);

ALTER TABLE ONLY microdata.series_record
    ADD CONSTRAINT series_record_name_key UNIQUE (name);

ALTER TABLE ONLY microdata.series_record
    ADD CONSTRAINT series_record_pkey PRIMARY KEY (series_id);

ALTER TABLE ONLY microdata.series_signature_record
    ADD CONSTRAINT series_signature_record_pkey PRIMARY KEY (series_id, signature);

ALTER TABLE ONLY microdata.series_value_record
    ADD CONSTRAINT series_value_record_pkey PRIMARY KEY (series_id, number);

ALTER TABLE ONLY microdata.series_view_record
    ADD CONSTRAINT series_view_record_pkey PRIMARY KEY (view);

ALTER TABLE ONLY microdata.series_view_record
    ADD CONSTRAINT series_view_record_series_id_suffix_key UNIQUE (series_id, suffix);

ALTER TABLE ONLY microdata.temporary_source_record
    ADD CONSTRAINT temporary_source_record_pkey PRIMARY KEY (release_id);

CREATE INDEX edition_record_release ON microdata.edition_record USING btree (release_id);

COMMENT ON INDEX microdata.edition_record_release IS 'the edition that a release is';

CREATE INDEX ledger_record_about ON microdata.ledger_record USING gin (about) WITH (fastupdate=off);

COMMENT ON INDEX microdata.ledger_record_about IS 'the releases ever made of persons that are in a table';

CREATE INDEX ledger_record_source ON microdata.ledger_record USING btree (source);

COMMENT ON INDEX microdata.ledger_record_source IS 'the releases ever made of one source';

CREATE INDEX privacy_rule_record_source ON microdata.privacy_rule_record USING btree (source);

COMMENT ON INDEX microdata.privacy_rule_record_source IS 'the rules of one table';

CREATE INDEX release_column_record_release_id ON microdata.release_column_record USING btree (release_id);

COMMENT ON INDEX microdata.release_column_record_release_id IS 'the attributes of one release';

CREATE INDEX release_column_record_source ON microdata.release_column_record USING btree (source);

COMMENT ON INDEX microdata.release_column_record_source IS 'the published attributes of one source';

CREATE INDEX release_record_relations ON microdata.release_record USING gin (relations) WITH (fastupdate=off);

COMMENT ON INDEX microdata.release_record_relations IS 'the release that a relation belongs to';

CREATE INDEX release_record_source ON microdata.release_record USING btree (source);

COMMENT ON INDEX microdata.release_record_source IS 'the releases of one source';

CREATE INDEX run_record_series ON microdata.run_record USING btree (series_id, run_id);

COMMENT ON INDEX microdata.run_record_series IS 'the runs of one series';

CREATE INDEX series_member_record_series ON microdata.series_member_record USING btree (series_id);

COMMENT ON INDEX microdata.series_member_record_series IS 'the persons of one series';

CREATE INDEX series_person_record_series ON microdata.series_person_record USING btree (series_id);

COMMENT ON INDEX microdata.series_person_record_series IS 'the persons of one series';

CREATE INDEX series_record_source ON microdata.series_record USING btree (source);

COMMENT ON INDEX microdata.series_record_source IS 'the series of one source';

CREATE INDEX temporary_source_record_source ON microdata.temporary_source_record USING btree (source);

COMMENT ON INDEX microdata.temporary_source_record_source IS 'the releases of one temporary source';

CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.declared_hierarchy_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();

ALTER TABLE microdata.declared_hierarchy_record ENABLE ALWAYS TRIGGER resolve_attribute;

COMMENT ON TRIGGER resolve_attribute ON microdata.declared_hierarchy_record IS 'gives the row the number of the attribute that it names';

CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.series_column_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();

ALTER TABLE microdata.series_column_record ENABLE ALWAYS TRIGGER resolve_attribute;

COMMENT ON TRIGGER resolve_attribute ON microdata.series_column_record IS 'gives the row the number of the attribute that it names';

CREATE TRIGGER resolve_declared_source BEFORE INSERT ON microdata.declared_source_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_declared_source();

ALTER TABLE microdata.declared_source_record ENABLE ALWAYS TRIGGER resolve_declared_source;

COMMENT ON TRIGGER resolve_declared_source ON microdata.declared_source_record IS 'gives the row the numbers of the attributes that it names';

CREATE TRIGGER resolve_privacy_rule BEFORE INSERT ON microdata.privacy_rule_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_privacy_rule();

ALTER TABLE microdata.privacy_rule_record ENABLE ALWAYS TRIGGER resolve_privacy_rule;

COMMENT ON TRIGGER resolve_privacy_rule ON microdata.privacy_rule_record IS 'gives the row the numbers of the attributes that it names';

CREATE TRIGGER resolve_release BEFORE INSERT ON microdata.release_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release();

ALTER TABLE microdata.release_record ENABLE ALWAYS TRIGGER resolve_release;

COMMENT ON TRIGGER resolve_release ON microdata.release_record IS 'gives the row the numbers of the attributes of its subject';

CREATE TRIGGER resolve_release_column BEFORE INSERT ON microdata.release_column_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release_column();

ALTER TABLE microdata.release_column_record ENABLE ALWAYS TRIGGER resolve_release_column;

COMMENT ON TRIGGER resolve_release_column ON microdata.release_column_record IS 'gives the row the numbers of the attributes that it names';

CREATE TRIGGER resolve_role BEFORE INSERT ON microdata.role_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();

ALTER TABLE microdata.role_record ENABLE ALWAYS TRIGGER resolve_role;

COMMENT ON TRIGGER resolve_role ON microdata.role_record IS 'gives the row the number of the attribute that it names';

ALTER TABLE microdata.declared_hierarchy_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY declared_hierarchy_record_of_reader ON microdata.declared_hierarchy_record FOR SELECT USING (has_table_privilege((source)::oid, 'SELECT'::text));

COMMENT ON POLICY declared_hierarchy_record_of_reader ON microdata.declared_hierarchy_record IS 'declared hierarchies are seen by roles that may read the source';

ALTER TABLE microdata.declared_source_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY declared_source_record_of_reader ON microdata.declared_source_record FOR SELECT USING (has_table_privilege((source)::oid, 'SELECT'::text));

COMMENT ON POLICY declared_source_record_of_reader ON microdata.declared_source_record IS 'what a source had is seen by who may read the source';

ALTER TABLE microdata.edition_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY edition_record_of_owner ON microdata.edition_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY edition_record_of_owner ON microdata.edition_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.forgotten_release_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record FOR SELECT USING (microdata.may_see_ledger(NULL::regclass, source_owner));

COMMENT ON POLICY forgotten_release_record_of_owner ON microdata.forgotten_release_record IS 'what was taken out of the ledger is seen by who owned the source';

ALTER TABLE microdata.hierarchy_grant_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY hierarchy_grant_record_of_member ON microdata.hierarchy_grant_record FOR SELECT USING ((EXISTS ( SELECT
   FROM microdata.hierarchy_record h
  WHERE ((h.name = hierarchy_grant_record.hierarchy) AND pg_has_role((h.owner)::oid, 'MEMBER'::text)))));

COMMENT ON POLICY hierarchy_grant_record_of_member ON microdata.hierarchy_grant_record IS 'who may use a hierarchy is seen by its owner and the members of its role';

ALTER TABLE microdata.hierarchy_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY hierarchy_record_of_member ON microdata.hierarchy_record FOR SELECT USING (pg_has_role((owner)::oid, 'MEMBER'::text));

COMMENT ON POLICY hierarchy_record_of_member ON microdata.hierarchy_record IS 'the labels of a hierarchy are seen by its owner and the members of its role';

ALTER TABLE microdata.ledger_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY ledger_record_of_owner ON microdata.ledger_record FOR SELECT USING (microdata.may_see_ledger(source, source_owner));

COMMENT ON POLICY ledger_record_of_owner ON microdata.ledger_record IS 'what was published of a source is seen by its owner';

ALTER TABLE microdata.privacy_rule_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY privacy_rule_record_of_reader ON microdata.privacy_rule_record FOR SELECT USING (has_table_privilege((source)::oid, 'SELECT'::text));

COMMENT ON POLICY privacy_rule_record_of_reader ON microdata.privacy_rule_record IS 'privacy rules are seen by roles that may read the source';

ALTER TABLE microdata.release_column_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY release_column_record_of_member ON microdata.release_column_record FOR SELECT USING ((EXISTS ( SELECT
   FROM pg_class c
  WHERE ((c.oid = (release_column_record.relation)::oid) AND pg_has_role(c.relowner, 'MEMBER'::text)))));

COMMENT ON POLICY release_column_record_of_member ON microdata.release_column_record IS 'a release is seen by its owner and the members of its role';

ALTER TABLE microdata.release_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY release_record_of_member ON microdata.release_record FOR SELECT USING ((EXISTS ( SELECT
   FROM pg_class c
  WHERE ((c.oid = (release_record.relations[1])::oid) AND pg_has_role(c.relowner, 'MEMBER'::text)))));

COMMENT ON POLICY release_record_of_member ON microdata.release_record IS 'a release is seen by its owner and the members of its role';

ALTER TABLE microdata.role_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY role_record_of_reader ON microdata.role_record FOR SELECT USING (has_table_privilege((source)::oid, 'SELECT'::text));

COMMENT ON POLICY role_record_of_reader ON microdata.role_record IS 'declared roles are seen by roles that may read the source';

ALTER TABLE microdata.run_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY run_record_of_owner ON microdata.run_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY run_record_of_owner ON microdata.run_record IS 'a run is seen by the owner of its series'' source';

ALTER TABLE microdata.series_column_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_column_record_of_owner ON microdata.series_column_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_column_record_of_owner ON microdata.series_column_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_member_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_member_record_of_owner ON microdata.series_member_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_member_record_of_owner ON microdata.series_member_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_person_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_person_record_of_owner ON microdata.series_person_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_person_record_of_owner ON microdata.series_person_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_record_of_owner ON microdata.series_record FOR SELECT USING (microdata.may_see_series(source, source_owner));

COMMENT ON POLICY series_record_of_owner ON microdata.series_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_signature_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_signature_record_of_owner ON microdata.series_signature_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_signature_record_of_owner ON microdata.series_signature_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_value_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_value_record_of_owner ON microdata.series_value_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_value_record_of_owner ON microdata.series_value_record IS 'a series is seen by its source''s owner';

ALTER TABLE microdata.series_view_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY series_view_record_of_owner ON microdata.series_view_record FOR SELECT USING ((series_id IN ( SELECT s.series_id
   FROM microdata.series_record s)));

COMMENT ON POLICY series_view_record_of_owner ON microdata.series_view_record IS 'a series is seen by its source''s owner';

GRANT USAGE ON SCHEMA microdata TO PUBLIC;

REVOKE ALL ON FUNCTION @extschema@.create_date_hierarchy(name text, units @extschema@.text_list) FROM PUBLIC;

REVOKE ALL ON FUNCTION @extschema@.create_hierarchy(name text, relation regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION @extschema@.create_interval_hierarchy(name text, lower double precision, upper double precision, widths double precision[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION @extschema@.create_prefix_hierarchy(name text, keep integer[]) FROM PUBLIC;

REVOKE ALL ON PROCEDURE microdata.add_arguments(IN version text, IN functions name[], IN arguments text) FROM PUBLIC;

GRANT SELECT ON TABLE microdata.edition_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.release_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.releases TO PUBLIC;

REVOKE ALL ON FUNCTION microdata.remember_release(release bigint, source regclass) FROM PUBLIC;

REVOKE ALL ON PROCEDURE microdata.set_functions_aside(IN version text, IN functions name[]) FROM PUBLIC;

REVOKE ALL ON PROCEDURE microdata.succeed_functions(IN version text) FROM PUBLIC;

GRANT SELECT ON TABLE microdata.declared_hierarchy_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.declared_hierarchies TO PUBLIC;

GRANT SELECT ON TABLE microdata.declared_source_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.editions TO PUBLIC;

GRANT SELECT ON TABLE microdata.forgotten_release_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.forgotten_releases TO PUBLIC;

GRANT SELECT ON TABLE microdata.hierarchy_grant_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.hierarchy_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.hierarchies TO PUBLIC;

GRANT SELECT ON TABLE microdata.ledger_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.ledger TO PUBLIC;

GRANT SELECT ON TABLE microdata.privacy_rule_record TO PUBLIC;

GRANT SELECT ON SEQUENCE microdata.privacy_rule_record_rule_id_seq TO PUBLIC;

GRANT SELECT ON TABLE microdata.privacy_rules TO PUBLIC;

GRANT SELECT ON TABLE microdata.progress TO PUBLIC;

GRANT SELECT ON TABLE microdata.release_column_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.release_columns TO PUBLIC;

GRANT SELECT ON SEQUENCE microdata.release_record_release_id_seq TO PUBLIC;

GRANT SELECT ON TABLE microdata.role_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.roles TO PUBLIC;

GRANT SELECT ON TABLE microdata.run_record TO PUBLIC;

GRANT SELECT ON SEQUENCE microdata.run_record_run_id_seq TO PUBLIC;

GRANT SELECT ON TABLE microdata.runs TO PUBLIC;

GRANT SELECT ON TABLE microdata.run_stats TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_column_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_view_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_member_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_person_record TO PUBLIC;

GRANT SELECT ON SEQUENCE microdata.series_record_series_id_seq TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_signature_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_value_record TO PUBLIC;

GRANT SELECT ON TABLE microdata.series_views TO PUBLIC;

CREATE EVENT TRIGGER pg_microdata_follow_granted ON ddl_command_end
         WHEN TAG IN ('GRANT', 'REVOKE', 'CREATE SCHEMA')
   EXECUTE FUNCTION microdata.follow_granted();

ALTER EVENT TRIGGER pg_microdata_follow_granted ENABLE ALWAYS;

COMMENT ON EVENT TRIGGER pg_microdata_follow_granted IS 'has grants on releases of pg_microdata reach their views of expected counts';

CREATE EVENT TRIGGER pg_microdata_follow_renamed ON ddl_command_end
         WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'ALTER TYPE')
   EXECUTE FUNCTION microdata.follow_renamed();

ALTER EVENT TRIGGER pg_microdata_follow_renamed ENABLE ALWAYS;

COMMENT ON EVENT TRIGGER pg_microdata_follow_renamed IS 'takes renamed attributes into the catalog of pg_microdata';

CREATE EVENT TRIGGER pg_microdata_forget_dropped ON sql_drop
   EXECUTE FUNCTION microdata.forget_dropped();

ALTER EVENT TRIGGER pg_microdata_forget_dropped ENABLE ALWAYS;

COMMENT ON EVENT TRIGGER pg_microdata_forget_dropped IS 'takes dropped releases, sources and attributes out of the catalog of pg_microdata';

CREATE EVENT TRIGGER pg_microdata_remember_readers ON ddl_command_end
         WHEN TAG IN ('GRANT', 'REVOKE', 'ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW', 'CREATE SCHEMA', 'CREATE TABLE')
   EXECUTE FUNCTION microdata.remember_readers();

ALTER EVENT TRIGGER pg_microdata_remember_readers ENABLE ALWAYS;

COMMENT ON EVENT TRIGGER pg_microdata_remember_readers IS 'has the ledger of pg_microdata know who could read releases';


--
--

SELECT pg_extension_config_dump('microdata.release_record_release_id_seq', '');
SELECT pg_extension_config_dump('microdata.release_record', 'WHERE (source IS NULL OR microdata.is_permanent(source)) AND NOT EXISTS (SELECT FROM pg_catalog.unnest(relations) u (relation) WHERE NOT microdata.is_permanent(u.relation))');
SELECT pg_extension_config_dump('microdata.release_column_record', 'WHERE microdata.is_permanent(relation) AND (source IS NULL OR microdata.is_permanent(source))');
SELECT pg_extension_config_dump('microdata.role_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.hierarchy_record', 'WHERE EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.oid OPERATOR(pg_catalog.=) owner::pg_catalog.oid)');
SELECT pg_extension_config_dump('microdata.declared_hierarchy_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.privacy_rule_record_rule_id_seq', '');
SELECT pg_extension_config_dump('microdata.privacy_rule_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.hierarchy_grant_record', 'WHERE grantee::pg_catalog.oid OPERATOR(pg_catalog.=) 0::pg_catalog.oid OR EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.oid OPERATOR(pg_catalog.=) grantee::pg_catalog.oid)');
SELECT pg_extension_config_dump('microdata.declared_source_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.ledger_record', '');
SELECT pg_extension_config_dump('microdata.forgotten_release_record', '');
SELECT pg_extension_config_dump('microdata.series_record_series_id_seq', '');
SELECT pg_extension_config_dump('microdata.series_record', '');
SELECT pg_extension_config_dump('microdata.series_column_record', '');
SELECT pg_extension_config_dump('microdata.series_signature_record', '');
SELECT pg_extension_config_dump('microdata.series_person_record', '');
SELECT pg_extension_config_dump('microdata.edition_record', '');
SELECT pg_extension_config_dump('microdata.series_value_record', '');
SELECT pg_extension_config_dump('microdata.series_member_record', '');
SELECT pg_extension_config_dump('microdata.series_view_record', '');
SELECT pg_extension_config_dump('microdata.run_record_run_id_seq', '');
SELECT pg_extension_config_dump('microdata.run_record', '');

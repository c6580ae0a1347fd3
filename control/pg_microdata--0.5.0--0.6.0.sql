\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.6.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Lists.

-- The parser turns a literal into a value of the argument's type before it looks for a function. Only a type of our own can say
-- what is wrong with sensitive => 'occupation'. A value is a text[] in all but name.
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
    INPUT = microdata.text_list_in,
    OUTPUT = microdata.text_list_out,
    RECEIVE = microdata.text_list_recv,
    SEND = microdata.text_list_send,
    INTERNALLENGTH = VARIABLE,
    ALIGNMENT = int4,
    STORAGE = extended
);
COMMENT ON TYPE @extschema@.text_list
    IS 'a list of texts as an argument; arrays of text and of name are accepted as well';

-- The server calls no array binary-compatible: these two return what they are given.
CREATE FUNCTION microdata.as_text_list(text[]) RETURNS @extschema@.text_list
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_same_array';
COMMENT ON FUNCTION microdata.as_text_list(text[]) IS 'an array as a list';
CREATE CAST (text[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS @extschema@.text_list) IS 'an array is a list';

CREATE FUNCTION microdata.as_text_array(@extschema@.text_list) RETURNS text[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_same_array';
COMMENT ON FUNCTION microdata.as_text_array(@extschema@.text_list) IS 'a list as an array';
CREATE CAST (@extschema@.text_list AS text[]) WITH FUNCTION microdata.as_text_array(@extschema@.text_list) AS ASSIGNMENT;
COMMENT ON CAST (@extschema@.text_list AS text[]) IS 'a list is an array';

-- All arrays that PostgreSQL itself turns into text[] where a function wants one.
CREATE CAST (name[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (name[] AS @extschema@.text_list) IS 'an array is a list';
CREATE CAST (varchar[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar[] AS @extschema@.text_list) IS 'an array is a list';
CREATE CAST ("char"[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST ("char"[] AS @extschema@.text_list) IS 'an array is a list';
CREATE CAST (information_schema.sql_identifier[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (information_schema.sql_identifier[] AS @extschema@.text_list) IS 'an array is a list';
-- Not WITH INOUT: the text of a character(n) has no blanks at its end.
CREATE FUNCTION microdata.as_text_list(character[]) RETURNS @extschema@.text_list
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
    RETURN $1::pg_catalog.text[]::@extschema@.text_list;
COMMENT ON FUNCTION microdata.as_text_list(character[]) IS 'an array of character(n) as a list';
CREATE CAST (character[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(character[]) AS IMPLICIT;
COMMENT ON CAST (character[] AS @extschema@.text_list) IS 'an array is a list';

-- A scalar is read like a literal, so that the same HINT explains what is wrong.
CREATE CAST (text AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS @extschema@.text_list) IS 'a text is read as a list';
CREATE CAST (name AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (name AS @extschema@.text_list) IS 'a name is read as a list';
CREATE CAST (varchar AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS @extschema@.text_list) IS 'a text is read as a list';
CREATE CAST (character AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (character AS @extschema@.text_list) IS 'a text is read as a list';

-- Privacy models.

-- Always an error, for null as well: a model that was given must not get lost.
CREATE FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) RETURNS @extschema@.privacy_model[]
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_privacy_model_array';
COMMENT ON FUNCTION microdata.privacy_model_array(@extschema@.privacy_model)
    IS 'fails: explains how to write an array of privacy models';
CREATE CAST (@extschema@.privacy_model AS @extschema@.privacy_model[])
    WITH FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) AS IMPLICIT;
COMMENT ON CAST (@extschema@.privacy_model AS @extschema@.privacy_model[])
    IS 'fails: explains how to write an array of privacy models';

COMMENT ON FUNCTION @extschema@.belief_distance(float8, text)
    IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to a distance of b: total-variation, kullback-leibler or jensen-shannon';

-- Comments of earlier versions, in plainer words.

COMMENT ON TYPE @extschema@.privacy_model
    IS 'a requirement on every bucket or equivalence class of a release; made by constructors such as k_anonymity()';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'every bucket or equivalence class has at least k rows';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'the sensitive values of every bucket or equivalence class are l-diverse: frequency, distinct, entropy or recursive';
COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(float8, integer, text)
    IS 'every bucket or equivalence class has at least k rows, and no sensitive value, or not the one given, a share above alpha';
COMMENT ON FUNCTION @extschema@.t_closeness(float8, text)
    IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to an earth mover''s distance of t: equal, ordered or hierarchical';
COMMENT ON FUNCTION @extschema@.delta_disclosure(float8)
    IS 'the logarithm of a sensitive value''s share in a bucket or equivalence class to that in the table stays below delta';
COMMENT ON FUNCTION @extschema@.beta_likeness(float8)
    IS 'no sensitive value''s share in a bucket or equivalence class exceeds that in the table by more than beta times that';
COMMENT ON FUNCTION @extschema@.rho_breach(float8, float8)
    IS 'no sensitive value with a share of at most rho1 in the table has one above rho2 in a bucket or equivalence class';
COMMENT ON VIEW microdata.release_columns IS 'attributes of releases and the groups that link them';
COMMENT ON COLUMN microdata.release_columns.column_no IS 'number of the group: attributes with the same number are linked';
COMMENT ON COLUMN microdata.hierarchies.levels IS 'number of levels, including the values and the root';
COMMENT ON COLUMN microdata.privacy_rules.rule
    IS 'the rule: an adversary who knows the attributes left of the arrow must not learn those right of it';
COMMENT ON POLICY role_record_of_reader ON microdata.role_record
    IS 'declared roles are seen by roles that may read the source';
COMMENT ON POLICY declared_hierarchy_record_of_reader ON microdata.declared_hierarchy_record
    IS 'declared hierarchies are seen by roles that may read the source';
COMMENT ON POLICY privacy_rule_record_of_reader ON microdata.privacy_rule_record
    IS 'privacy rules are seen by roles that may read the source';
COMMENT ON FUNCTION @extschema@.declare_hierarchy(regclass, name, text)
    IS 'declares the hierarchy of a table''s attribute for every later call; null removes the declaration';
COMMENT ON FUNCTION @extschema@.add_privacy_rule(regclass, text, float8, text, @extschema@.privacy_model)
    IS 'declares a privacy rule of a table: an adversary who knows some attributes must not learn others';
COMMENT ON FUNCTION @extschema@.drop_privacy_rule(bigint) IS 'removes a declared privacy rule';
COMMENT ON FUNCTION @extschema@.information_loss(regclass)
    IS 'how much of their domains the values of a release by fragment_table() or generalize_table() cover: 0 to 1';

-- Functions whose arguments change make room for their successors: lists become text_list.
DO $$
DECLARE
    old pg_catalog.regprocedure;
BEGIN
    FOR old IN
        SELECT p.oid
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata'
          AND p.proname IN ('declare_roles', 'slice_table', 'slice_rows', 'attribute_correlation',
                            'attribute_partition', 'register_release', 'create_date_hierarchy', 'bucketize_table',
                            'bucketize_rows', 'generalize_table', 'irreducible_privacy_rules', 'expand_privacy_rules',
                            'functional_dependencies', 'check_gnf', 'gnf_decompose', 'gnf_plan',
                            'fragment_table', 'fragment_plan')
    LOOP
        EXECUTE pg_catalog.format('ALTER FUNCTION %s SET SCHEMA microdata', old);
        EXECUTE pg_catalog.format('ALTER FUNCTION %s RENAME TO %I', old,
            (SELECT p.proname || '_0_5_0' FROM pg_catalog.pg_proc p WHERE p.oid = old));
    END LOOP;
END
$$;

-- Roles.

CREATE FUNCTION @extschema@.declare_roles(
    source regclass,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_roles';
COMMENT ON FUNCTION @extschema@.declare_roles(
    regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list)
    IS 'declares the roles of a table''s attributes for every later call';

-- Slicing.

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
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, integer, text, text, text, text, integer, boolean, text, boolean, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text)
    IS 'publishes a table sliced, so that no sensitive value can be inferred with a probability above 1/l';

CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,
    columns integer,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    groups @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, sliced anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, text, text, text, text, integer, float8, @extschema@.privacy_model[],
    bigint, @extschema@.text_list, text)
    IS 'the rows that slice_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.attribute_correlation(
    source regclass,
    measure text = 'phi2',
    discretization text = 'equal-width',
    intervals integer = 10,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL)
    RETURNS TABLE (attribute_1 name, attribute_2 name, correlation float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_correlation';
COMMENT ON FUNCTION @extschema@.attribute_correlation(
    regclass, text, text, integer, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list)
    IS 'how strongly each pair of a table''s attributes is correlated';

CREATE FUNCTION @extschema@.attribute_partition(
    source regclass,
    columns integer,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    sensitive_column_size integer = NULL,
    discretization text = 'equal-width',
    intervals integer = 10,
    quasi_identifiers @extschema@.text_list = NULL)
    RETURNS TABLE (column_no integer, attributes name[], medoid name, is_sensitive boolean)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_partition';
COMMENT ON FUNCTION @extschema@.attribute_partition(
    regclass, integer, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, text,
    integer, @extschema@.text_list)
    IS 'the columns into which slicing would group a table''s attributes';

-- Releases.

CREATE FUNCTION @extschema@.register_release(
    relation regclass,
    source regclass,
    method text,
    groups @extschema@.text_list,
    sensitive @extschema@.text_list,
    bucket_column name = 'bucket',
    l float8 = NULL) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_register_release';
COMMENT ON FUNCTION @extschema@.register_release(
    regclass, regclass, text, @extschema@.text_list, @extschema@.text_list, name, float8)
    IS 'registers a release that was made elsewhere';

-- Hierarchies.

CREATE FUNCTION @extschema@.create_date_hierarchy(name text, units @extschema@.text_list) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_date_hierarchy';
COMMENT ON FUNCTION @extschema@.create_date_hierarchy(
    text, @extschema@.text_list)
    IS 'makes a hierarchy of dates and timestamps: the day, week, month, quarter, year, decade or century that they are in';

-- Bucketization.

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
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, text, text,
    boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text, text, text, text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    method text = 'mondrian',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text, float8,
    @extschema@.privacy_model[], bigint, @extschema@.text_list, text)
    IS 'the rows that bucketize_table would publish, for a materialized view';

-- Generalization.

CREATE FUNCTION @extschema@.generalize_table(
    source regclass,
    k integer,
    l float8 = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    recoding text = 'mondrian',
    hierarchies jsonb = NULL,
    "grouping" text = 'strict',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL,
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, text,
    jsonb, text, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list, text)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows share them';

-- Versatile publishing.

CREATE FUNCTION @extschema@.irreducible_privacy_rules(rules @extschema@.text_list) RETURNS SETOF text
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_irreducible_privacy_rules';
COMMENT ON FUNCTION @extschema@.irreducible_privacy_rules(
    @extschema@.text_list)
    IS 'the rules without those that follow from others of them';

CREATE FUNCTION @extschema@.expand_privacy_rules(rules @extschema@.text_list, dependencies @extschema@.text_list)
    RETURNS SETOF text
    LANGUAGE c VOLATILE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_expand_privacy_rules';
COMMENT ON FUNCTION @extschema@.expand_privacy_rules(
    @extschema@.text_list, @extschema@.text_list)
    IS 'the rules, with those that are needed besides where an adversary knows functional dependencies';

CREATE FUNCTION @extschema@.functional_dependencies(
    source regclass,
    max_determinant integer = 2,
    identifiers @extschema@.text_list = NULL) RETURNS TABLE (determinant name[], dependent name)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_functional_dependencies';
COMMENT ON FUNCTION @extschema@.functional_dependencies(
    regclass, integer, @extschema@.text_list)
    IS 'the minimal functional dependencies that hold in a table';

CREATE FUNCTION @extschema@.check_gnf(parts @extschema@.text_list, rules @extschema@.text_list, protection text = 'declared')
    RETURNS TABLE (rule text, satisfied boolean, reason text)
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_check_gnf';
COMMENT ON FUNCTION @extschema@.check_gnf(
    @extschema@.text_list, @extschema@.text_list, text)
    IS 'whether tables that are published together are in Guardian Normal Form for some privacy rules';

CREATE FUNCTION @extschema@.gnf_decompose(
    source regclass,
    l float8,
    rules @extschema@.text_list = NULL,
    algorithm text = 'uad',
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    bucket_column text = 'bucket')
    RETURNS TABLE (part integer, relation regclass, attributes name[], enforced_rule text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_decompose';
COMMENT ON FUNCTION @extschema@.gnf_decompose(
    regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, boolean, float8, @extschema@.privacy_model[], bigint, text)
    IS 'publishes a table as several that are in Guardian Normal Form for privacy rules';

CREATE FUNCTION @extschema@.gnf_plan(
    source regclass,
    l float8,
    rules @extschema@.text_list = NULL,
    algorithm text = 'uad',
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL)
    RETURNS TABLE (part integer, attributes name[], enforced_rule text, kl_divergence float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_gnf_plan';
COMMENT ON FUNCTION @extschema@.gnf_plan(
    regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, float8, @extschema@.privacy_model[])
    IS 'the tables that gnf_decompose() would publish, and how far they are from the source';

-- Fragmentation.

CREATE FUNCTION @extschema@.fragment_table(
    source regclass,
    k integer,
    class name,
    fragments integer = 2,
    method text = 'dependency-graph',
    delta float8 = 0.5,
    l float8 = NULL,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers @extschema@.text_list = NULL)
    RETURNS TABLE (fragment integer, relation regclass, attributes name[])
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_table';
COMMENT ON FUNCTION @extschema@.fragment_table(
    regclass, integer, name, integer, text, float8, float8, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, text, boolean, float8, @extschema@.privacy_model[], bigint, @extschema@.text_list)
    IS 'publishes a table of many attributes as fragments that share the class alone, each k-anonymous, and so their joins';

CREATE FUNCTION @extschema@.fragment_plan(
    source regclass,
    class name,
    fragments integer = 2,
    sensitive @extschema@.text_list = NULL,
    identifiers @extschema@.text_list = NULL,
    insensitive @extschema@.text_list = NULL,
    quasi_identifiers @extschema@.text_list = NULL)
    RETURNS TABLE (fragment integer, attributes name[], relevance float8, redundancy float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_fragment_plan';
COMMENT ON FUNCTION @extschema@.fragment_plan(
    regclass, name, integer, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list)
    IS 'the fragments that fragment_table() would publish';

COMMENT ON FUNCTION @extschema@.membership_likelihood(regclass, jsonb)
    IS 'how likely a person is among those in a release by fragment_table(), for an adversary who joins its fragments';

-- The successors get the owners and the grants that a DBA gave. A function that others depend on, as a materialized view does on
-- slice_rows(), stays as it was in the schema microdata, no longer part of the extension, so that a dump has it.
DO $$
DECLARE
    old record;
    new record;
    entry record;
BEGIN
    FOR old IN
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proname AS name, p.proowner AS owner, p.proacl AS acl
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = 'microdata'::pg_catalog.regnamespace AND p.proname LIKE '%\_0\_5\_0'
    LOOP
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proowner AS owner, p.proacl AS acl INTO STRICT new
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata' AND p.proname || '_0_5_0' = old.name;
        IF new.owner <> old.owner THEN
            EXECUTE pg_catalog.format('ALTER FUNCTION %s OWNER TO %s', new.function, old.owner::pg_catalog.regrole);
        END IF;
        IF old.acl IS NOT NULL OR new.acl IS NOT NULL THEN
            FOR entry IN
                SELECT DISTINCT a.grantee
                FROM pg_catalog.aclexplode(COALESCE((SELECT p.proacl FROM pg_catalog.pg_proc p WHERE p.oid = new.oid),
                                                    pg_catalog.acldefault('f', old.owner))) a
            LOOP
                EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM %s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END);
            END LOOP;
            FOR entry IN
                SELECT a.grantee, pg_catalog.bool_or(a.is_grantable) AS with_grant_option
                FROM pg_catalog.aclexplode(COALESCE(old.acl, pg_catalog.acldefault('f', old.owner))) a
                GROUP BY a.grantee
            LOOP
                EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION %s TO %s%s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END,
                    CASE WHEN entry.with_grant_option THEN ' WITH GRANT OPTION' END);
            END LOOP;
            -- A dump leaves out what a script of the extension has granted. Of these grants, that is what the scripts before had.
            DELETE FROM pg_catalog.pg_init_privs i
            WHERE i.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND i.objoid = new.oid;
            UPDATE pg_catalog.pg_init_privs i SET objoid = new.oid
            WHERE i.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND i.objoid = old.oid;
        END IF;
        BEGIN
            EXECUTE pg_catalog.format('DROP FUNCTION %s', old.function);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            EXECUTE pg_catalog.format('ALTER EXTENSION pg_microdata DROP FUNCTION %s', old.function);
            EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s IS %L', old.function,
                'as it was before version 0.6.0 of pg_microdata; left for what depends on it');
            -- An extension's script shows nothing below.
            RAISE WARNING 'function % is kept for what depends on it', old.function
                USING HINT = 'Make that anew with the function of the extension, then drop the old one.';
        END;
    END LOOP;
END
$$;

-- Sources as they were when somebody looked at them.

-- One row for each source whose roles are declared: one that has lost all attributes it had is still among them.
CREATE TABLE microdata.declared_source_record (
    source regclass PRIMARY KEY,
    attributes name[] NOT NULL,
    attnums smallint[] NOT NULL
);
COMMENT ON TABLE microdata.declared_source_record
    IS 'attributes that sources had when their roles were declared; publishing warns of those that came later';

CREATE FUNCTION microdata.resolve_declared_source() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
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
COMMENT ON FUNCTION microdata.resolve_declared_source()
    IS 'gives a source whose roles are declared the numbers of the attributes that it names';
CREATE TRIGGER resolve_declared_source BEFORE INSERT ON microdata.declared_source_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_declared_source();
COMMENT ON TRIGGER resolve_declared_source ON microdata.declared_source_record
    IS 'gives the row the numbers of the attributes that it names';
ALTER TABLE microdata.declared_source_record ENABLE ALWAYS TRIGGER resolve_declared_source;

ALTER TABLE microdata.declared_source_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY declared_source_record_of_reader ON microdata.declared_source_record FOR SELECT
    USING (pg_catalog.has_table_privilege(source::pg_catalog.oid, 'SELECT'));
COMMENT ON POLICY declared_source_record_of_reader ON microdata.declared_source_record
    IS 'what a source had is seen by who may read the source';
GRANT SELECT ON microdata.declared_source_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.declared_source_record', 'WHERE microdata.is_permanent(source)');

-- Nobody knows what they had when their roles were declared: what they have now counts as seen.
INSERT INTO microdata.declared_source_record (source, attributes)
    SELECT c.oid, ARRAY(SELECT a.attname FROM pg_catalog.pg_attribute a
                        WHERE a.attrelid OPERATOR(pg_catalog.=) c.oid
                          AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped)
    FROM pg_catalog.pg_class c
    WHERE EXISTS (SELECT FROM microdata.role_record r WHERE r.source::pg_catalog.oid OPERATOR(pg_catalog.=) c.oid);

-- What a table's attributes seem to be, before anything of it is published.

CREATE FUNCTION @extschema@.classify(source regclass)
    RETURNS TABLE (attribute name, suggested text, distinct_values bigint, reason text)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_classify';
COMMENT ON FUNCTION @extschema@.classify(regclass)
    IS 'suggests a role for each attribute of a relation, by its keys and values, for declare_roles';

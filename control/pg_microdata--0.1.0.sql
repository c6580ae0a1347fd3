\echo Use "CREATE EXTENSION pg_microdata" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- The catalog. Its tables are written by the extension's own code only; the views show what a user
-- may see of them.

CREATE SCHEMA microdata;
COMMENT ON SCHEMA microdata IS 'releases of pg_microdata and what is known about them';
GRANT USAGE ON SCHEMA microdata TO PUBLIC;

CREATE TABLE microdata.release_record (
    release_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    method text NOT NULL,
    source regclass,
    relations regclass[] NOT NULL,
    parameters jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    created_by name NOT NULL,
    source_rows bigint,
    published_rows bigint,
    suppressed_rows bigint,
    buckets bigint
);
COMMENT ON TABLE microdata.release_record IS 'releases; see the view microdata.releases';
COMMENT ON SEQUENCE microdata.release_record_release_id_seq IS 'numbers of releases';

-- No row of one table needs a row of another: a parallel restore loads them in any order. So the
-- source is told here again, and what ties attributes to a release is no foreign key.
CREATE TABLE microdata.release_column_record (
    release_id bigint NOT NULL,
    relation regclass NOT NULL,
    column_no integer NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL CHECK (role IN ('identifier', 'quasi-identifier', 'sensitive', 'insensitive')),
    generalized boolean NOT NULL,
    source regclass,
    source_attribute name,
    source_attnum smallint,
    PRIMARY KEY (relation, attnum)
);
COMMENT ON TABLE microdata.release_column_record
    IS 'attributes of releases; see the view microdata.release_columns';
CREATE INDEX release_column_record_release_id ON microdata.release_column_record (release_id);
COMMENT ON INDEX microdata.release_column_record_release_id IS 'the attributes of one release';

CREATE TABLE microdata.role_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL CHECK (role IN ('identifier', 'quasi-identifier', 'sensitive', 'insensitive')),
    PRIMARY KEY (source, attnum)
);
COMMENT ON TABLE microdata.role_record IS 'declared roles of attributes; see the view microdata.roles';

-- Attributes are known by their number, which a rename leaves alone, and dumped by their name, which
-- a restore leaves alone: a row that comes in is given the number that its name has here. What it
-- refers to may be gone.
CREATE FUNCTION microdata.attribute_number(relation regclass, attribute name) RETURNS smallint
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT a.attnum FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
      AND a.attname OPERATOR(pg_catalog.=) attribute
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
$$;
COMMENT ON FUNCTION microdata.attribute_number(regclass, name)
    IS 'number of a relation''s attribute; null if there is none of the name';

CREATE FUNCTION microdata.resolve_role() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.source, NEW.attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_role()
    IS 'gives a declared role the number of the attribute that it names';

CREATE FUNCTION microdata.resolve_release_column() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.relation, NEW.attribute);
    NEW.source_attnum := microdata.attribute_number(NEW.source, NEW.source_attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_release_column()
    IS 'gives an attribute of a release the numbers of the attributes that it names';

CREATE TRIGGER resolve_role BEFORE INSERT ON microdata.role_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_role();
COMMENT ON TRIGGER resolve_role ON microdata.role_record
    IS 'gives the row the number of the attribute that it names';
CREATE TRIGGER resolve_release_column BEFORE INSERT ON microdata.release_column_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release_column();
COMMENT ON TRIGGER resolve_release_column ON microdata.release_column_record
    IS 'gives the row the numbers of the attributes that it names';

-- Also while replicating or restoring: a number from elsewhere may be that of another attribute here.
ALTER TABLE microdata.role_record ENABLE ALWAYS TRIGGER resolve_role;
ALTER TABLE microdata.release_column_record ENABLE ALWAYS TRIGGER resolve_release_column;

-- Who may see what: the owner of a release and the members of its role; of declared roles, who may
-- read the source. The policies are there for pg_dump --enable-row-security.
ALTER TABLE microdata.release_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.release_column_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.role_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY release_record_of_member ON microdata.release_record FOR SELECT
    USING (EXISTS (
        SELECT FROM pg_catalog.pg_class c
        WHERE c.oid OPERATOR(pg_catalog.=) relations[1]::pg_catalog.oid
          AND pg_catalog.pg_has_role(c.relowner, 'MEMBER')));
COMMENT ON POLICY release_record_of_member ON microdata.release_record
    IS 'a release is seen by its owner and the members of its role';
CREATE POLICY release_column_record_of_member ON microdata.release_column_record FOR SELECT
    USING (EXISTS (
        SELECT FROM pg_catalog.pg_class c
        WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
          AND pg_catalog.pg_has_role(c.relowner, 'MEMBER')));
COMMENT ON POLICY release_column_record_of_member ON microdata.release_column_record
    IS 'a release is seen by its owner and the members of its role';
CREATE POLICY role_record_of_reader ON microdata.role_record FOR SELECT
    USING (pg_catalog.has_table_privilege(source::pg_catalog.oid, 'SELECT'));
COMMENT ON POLICY role_record_of_reader ON microdata.role_record
    IS 'declared roles are seen by who may read the source';

GRANT SELECT ON microdata.release_record, microdata.release_column_record, microdata.role_record
    TO PUBLIC;
GRANT SELECT ON SEQUENCE microdata.release_record_release_id_seq TO PUBLIC;

SELECT pg_catalog.pg_extension_config_dump('microdata.release_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.release_record_release_id_seq', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.release_column_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.role_record', '');

CREATE VIEW microdata.releases WITH (security_barrier) AS
    SELECT r.release_id, r.method,
           (SELECT s.oid::regclass FROM pg_catalog.pg_class s
            WHERE s.oid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid) AS source,
           r.relations, r.parameters, r.created_at, r.created_by,
           r.source_rows, r.published_rows, r.suppressed_rows, r.buckets
    FROM microdata.release_record r
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.relations[1]::pg_catalog.oid
    WHERE pg_catalog.pg_has_role(c.relowner, 'MEMBER');
COMMENT ON VIEW microdata.releases IS 'releases of yours and of roles that you are a member of';
COMMENT ON COLUMN microdata.releases.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.releases.method IS 'how it was made: slicing';
COMMENT ON COLUMN microdata.releases.source IS 'the relation that it was made from; null once that is dropped';
COMMENT ON COLUMN microdata.releases.relations IS 'the relations that it consists of';
COMMENT ON COLUMN microdata.releases.parameters IS 'what was asked for and what came of it';
COMMENT ON COLUMN microdata.releases.created_at IS 'when it was made';
COMMENT ON COLUMN microdata.releases.created_by IS 'who made it';
COMMENT ON COLUMN microdata.releases.source_rows IS 'rows of the source at that time';
COMMENT ON COLUMN microdata.releases.published_rows IS 'rows published';
COMMENT ON COLUMN microdata.releases.suppressed_rows IS 'rows left out to reach the guarantee';
COMMENT ON COLUMN microdata.releases.buckets IS 'number of buckets';

CREATE VIEW microdata.release_columns WITH (security_barrier) AS
    SELECT k.release_id, k.relation, k.column_no, a.attname AS attribute, k.role, k.generalized
    FROM microdata.release_column_record k
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) k.relation::pg_catalog.oid
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) k.attnum
     AND a.attname OPERATOR(pg_catalog.=) k.attribute
    WHERE NOT a.attisdropped AND pg_catalog.pg_has_role(c.relowner, 'MEMBER');
COMMENT ON VIEW microdata.release_columns IS 'attributes of releases and the columns that link them';
COMMENT ON COLUMN microdata.release_columns.release_id IS 'number of the release';
COMMENT ON COLUMN microdata.release_columns.relation IS 'the published relation';
COMMENT ON COLUMN microdata.release_columns.column_no IS 'column of the attribute partition: attributes with the same number are linked';
COMMENT ON COLUMN microdata.release_columns.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.release_columns.role IS 'its role: quasi-identifier, sensitive or insensitive';
COMMENT ON COLUMN microdata.release_columns.generalized IS 'whether its values were generalized';

CREATE VIEW microdata.roles WITH (security_barrier) AS
    SELECT r.source, a.attname AS attribute, r.role
    FROM microdata.role_record r
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid
     AND a.attnum OPERATOR(pg_catalog.=) r.attnum
     AND a.attname OPERATOR(pg_catalog.=) r.attribute
    WHERE NOT a.attisdropped AND pg_catalog.has_table_privilege(r.source::pg_catalog.oid, 'SELECT');
COMMENT ON VIEW microdata.roles IS 'roles declared for the attributes of tables that you may read';
COMMENT ON COLUMN microdata.roles.source IS 'the table';
COMMENT ON COLUMN microdata.roles.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.roles.role IS 'its role: identifier, quasi-identifier, sensitive or insensitive';

GRANT SELECT ON microdata.releases, microdata.release_columns, microdata.roles TO PUBLIC;

CREATE FUNCTION microdata.forget_dropped() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_forget_dropped'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.forget_dropped() IS 'takes what was dropped out of the catalog';
CREATE EVENT TRIGGER pg_microdata_forget_dropped ON sql_drop
    EXECUTE FUNCTION microdata.forget_dropped();
ALTER EVENT TRIGGER pg_microdata_forget_dropped ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_forget_dropped
    IS 'takes dropped releases, sources and attributes out of the catalog of pg_microdata';

CREATE FUNCTION microdata.follow_renamed() RETURNS event_trigger
    LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_follow_renamed'
    SET search_path = pg_catalog, pg_temp;
COMMENT ON FUNCTION microdata.follow_renamed() IS 'takes new names of attributes into the catalog';
CREATE EVENT TRIGGER pg_microdata_follow_renamed ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE')
    EXECUTE FUNCTION microdata.follow_renamed();
ALTER EVENT TRIGGER pg_microdata_follow_renamed ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_renamed
    IS 'takes renamed attributes into the catalog of pg_microdata';

-- Privacy models.

CREATE TYPE @extschema@.privacy_model AS (model text, parameters jsonb);
COMMENT ON TYPE @extschema@.privacy_model
    IS 'a requirement on every bucket of a release; made by k_anonymity() and l_diversity()';
COMMENT ON COLUMN @extschema@.privacy_model.model IS 'name of the model';
COMMENT ON COLUMN @extschema@.privacy_model.parameters IS 'its parameters';

CREATE FUNCTION @extschema@.k_anonymity(k integer) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_k_anonymity';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'every bucket has at least k rows';

CREATE FUNCTION @extschema@.l_diversity(l float8, variant text = 'frequency', c float8 = NULL)
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_l_diversity';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'the sensitive values of every bucket are l-diverse: frequency, distinct, entropy or recursive';

-- Roles.

CREATE FUNCTION @extschema@.declare_roles(
    source regclass,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    quasi_identifiers text[] = NULL) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_roles';
COMMENT ON FUNCTION @extschema@.declare_roles(regclass, text[], text[], text[], text[])
    IS 'declares the roles of a table''s attributes for every later call';

-- Slicing.

CREATE FUNCTION @extschema@.slice_table(
    source regclass,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
    sensitive_column_size integer = NULL,
    k integer = 1,
    "grouping" text = 'relaxed',
    diversity_check text = 'exact',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    in_place boolean = false,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, text[], text[], text[], text[], integer, integer, text, text, text,
    text, integer, boolean, text, boolean, float8, @extschema@.privacy_model[], bigint, text[], text)
    IS 'publishes a table sliced, so that no sensitive value is told with a probability above 1/l';

CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
    sensitive_column_size integer = NULL,
    "grouping" text = 'relaxed',
    diversity_check text = 'exact',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL) RETURNS TABLE (bucket integer, sliced anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, text[], text[], text[], text[], integer, text, text, text, text,
    integer, float8, @extschema@.privacy_model[], bigint, text[])
    IS 'the rows that slice_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.attribute_correlation(
    source regclass,
    measure text = 'phi2',
    discretization text = 'equal-width',
    intervals integer = 10,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    quasi_identifiers text[] = NULL)
    RETURNS TABLE (attribute_1 name, attribute_2 name, correlation float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_correlation';
COMMENT ON FUNCTION @extschema@.attribute_correlation(
    regclass, text, text, integer, text[], text[], text[], text[])
    IS 'how strongly each pair of a table''s attributes is correlated';

CREATE FUNCTION @extschema@.attribute_partition(
    source regclass,
    columns integer,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    sensitive_column_size integer = NULL,
    discretization text = 'equal-width',
    intervals integer = 10,
    quasi_identifiers text[] = NULL)
    RETURNS TABLE (column_no integer, attributes name[], medoid name, is_sensitive boolean)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_attribute_partition';
COMMENT ON FUNCTION @extschema@.attribute_partition(
    regclass, integer, text[], text[], text[], integer, text, integer, text[])
    IS 'the columns into which slicing would group a table''s attributes';

-- Releases.

CREATE FUNCTION @extschema@.register_release(
    relation regclass,
    source regclass,
    method text,
    groups text[],
    sensitive text[],
    bucket_column name = 'bucket',
    l float8 = NULL) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_register_release';
COMMENT ON FUNCTION @extschema@.register_release(regclass, regclass, text, text[], text[], name, float8)
    IS 'makes a release known that was made elsewhere';

CREATE FUNCTION @extschema@.drop_release(relation regclass) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_release';
COMMENT ON FUNCTION @extschema@.drop_release(regclass) IS 'drops a release';

CREATE FUNCTION @extschema@.verify_release(relation regclass)
    RETURNS TABLE (requirement text, bound float8, achieved float8, holds boolean, worst_case jsonb)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_verify_release';
COMMENT ON FUNCTION @extschema@.verify_release(regclass)
    IS 'recomputes a release''s guarantees from its rows and those of its source';

CREATE FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb)
    RETURNS TABLE (bucket integer, matching_degree float8, probability float8,
                   sensitive_distribution jsonb)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb)
    IS 'the buckets in which somebody with these quasi-identifier values may be';

CREATE FUNCTION @extschema@.disclosure(relation regclass)
    RETURNS TABLE (tuples bigint, max_probability float8, mean_probability float8,
                   l_achieved float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';
COMMENT ON FUNCTION @extschema@.disclosure(regclass)
    IS 'how well a release lets an adversary guess sensitive values';

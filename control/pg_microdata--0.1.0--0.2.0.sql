\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.2.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Privacy models.

COMMENT ON TYPE @extschema@.privacy_model
    IS 'a requirement on every group of a release; made by constructors such as k_anonymity()';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'every group has at least k rows';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'the sensitive values of every group are l-diverse: frequency, distinct, entropy or recursive';

CREATE FUNCTION @extschema@.alpha_k_anonymity(alpha float8, k integer, value text = NULL)
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_alpha_k_anonymity';
COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(float8, integer, text)
    IS 'every group has at least k rows, and no sensitive value, or not the one given, a share above alpha';

CREATE FUNCTION @extschema@.t_closeness(t float8, distance text = 'equal')
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_t_closeness';
COMMENT ON FUNCTION @extschema@.t_closeness(float8, text)
    IS 'every group''s sensitive values are distributed as the table''s, up to an earth mover''s distance of t: equal, ordered or hierarchical';

CREATE FUNCTION @extschema@.delta_disclosure(delta float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_delta_disclosure';
COMMENT ON FUNCTION @extschema@.delta_disclosure(float8)
    IS 'the logarithm of a sensitive value''s share in a group to that in the table stays below delta';

CREATE FUNCTION @extschema@.beta_likeness(beta float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_beta_likeness';
COMMENT ON FUNCTION @extschema@.beta_likeness(float8)
    IS 'no sensitive value''s share in a group exceeds that in the table by more than beta times that';

CREATE FUNCTION @extschema@.rho_breach(rho1 float8, rho2 float8) RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_rho_breach';
COMMENT ON FUNCTION @extschema@.rho_breach(float8, float8)
    IS 'no sensitive value with a share of at most rho1 in the table has one above rho2 in a group';

CREATE FUNCTION @extschema@.belief_distance(b float8, distance text = 'total-variation')
    RETURNS @extschema@.privacy_model
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_belief_distance';
COMMENT ON FUNCTION @extschema@.belief_distance(float8, text)
    IS 'what a group tells of its sensitive values is at most b from what the table tells: total-variation, kullback-leibler or jensen-shannon';

-- Hierarchies.

-- Labels stand value by value, level by level; what is no table computes them. Owners are known by
-- number, which a rename leaves alone, and dumped by name.
CREATE TABLE microdata.hierarchy_record (
    name text PRIMARY KEY CHECK (name <> ''),
    kind text NOT NULL CHECK (kind IN ('table', 'interval', 'prefix', 'date')),
    definition jsonb NOT NULL,
    owner regrole NOT NULL,
    levels integer NOT NULL CHECK (levels >= 2),
    labels text[],
    CHECK ((kind = 'table') = (labels IS NOT NULL))
);
COMMENT ON TABLE microdata.hierarchy_record
    IS 'generalization hierarchies; see the view microdata.hierarchies';

-- A hierarchy is no foreign key here: a parallel restore may load it later.
CREATE TABLE microdata.declared_hierarchy_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    hierarchy text NOT NULL,
    PRIMARY KEY (source, attnum)
);
COMMENT ON TABLE microdata.declared_hierarchy_record
    IS 'declared hierarchies of attributes; see the view microdata.declared_hierarchies';

-- What finds the number of a declared role's attribute finds that of a declared hierarchy's.
ALTER FUNCTION microdata.resolve_role() RENAME TO resolve_attribute;
COMMENT ON FUNCTION microdata.resolve_attribute()
    IS 'gives what is declared the number of the attribute that it names';
CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.declared_hierarchy_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();
COMMENT ON TRIGGER resolve_attribute ON microdata.declared_hierarchy_record
    IS 'gives the row the number of the attribute that it names';
ALTER TABLE microdata.declared_hierarchy_record ENABLE ALWAYS TRIGGER resolve_attribute;

-- Everybody may use a hierarchy, and sees in the views that it is there. The values of one that was
-- made from a table are its owner's.
ALTER TABLE microdata.hierarchy_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE microdata.declared_hierarchy_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY hierarchy_record_of_member ON microdata.hierarchy_record FOR SELECT
    USING (pg_catalog.pg_has_role(owner::pg_catalog.oid, 'MEMBER'));
COMMENT ON POLICY hierarchy_record_of_member ON microdata.hierarchy_record
    IS 'the labels of a hierarchy are seen by its owner and the members of its role';
CREATE POLICY declared_hierarchy_record_of_reader ON microdata.declared_hierarchy_record FOR SELECT
    USING (pg_catalog.has_table_privilege(source::pg_catalog.oid, 'SELECT'));
COMMENT ON POLICY declared_hierarchy_record_of_reader ON microdata.declared_hierarchy_record
    IS 'declared hierarchies are seen by who may read the source';
GRANT SELECT ON microdata.hierarchy_record, microdata.declared_hierarchy_record TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.hierarchy_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.declared_hierarchy_record', '');

CREATE VIEW microdata.hierarchies WITH (security_barrier) AS
    SELECT h.name, h.kind, h.definition,
           (SELECT r.rolname FROM pg_catalog.pg_roles r
            WHERE r.oid OPERATOR(pg_catalog.=) h.owner::pg_catalog.oid) AS owner,
           h.levels
    FROM microdata.hierarchy_record h;
COMMENT ON VIEW microdata.hierarchies IS 'generalization hierarchies, which everybody may use';
COMMENT ON COLUMN microdata.hierarchies.name IS 'name of the hierarchy';
COMMENT ON COLUMN microdata.hierarchies.kind IS 'how it was made: table, interval, prefix or date';
COMMENT ON COLUMN microdata.hierarchies.definition IS 'what it was made with; of a table, how many values it has';
COMMENT ON COLUMN microdata.hierarchies.owner IS 'who may drop it; null once that role is dropped';
COMMENT ON COLUMN microdata.hierarchies.levels IS 'number of levels, that of the values and the root among them';

CREATE VIEW microdata.declared_hierarchies WITH (security_barrier) AS
    SELECT d.source, a.attname AS attribute, d.hierarchy
    FROM microdata.declared_hierarchy_record d
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) d.source::pg_catalog.oid
     AND a.attnum OPERATOR(pg_catalog.=) d.attnum
     AND a.attname OPERATOR(pg_catalog.=) d.attribute
    WHERE NOT a.attisdropped AND pg_catalog.has_table_privilege(d.source::pg_catalog.oid, 'SELECT');
COMMENT ON VIEW microdata.declared_hierarchies
    IS 'hierarchies declared for the attributes of tables that you may read';
COMMENT ON COLUMN microdata.declared_hierarchies.source IS 'the table';
COMMENT ON COLUMN microdata.declared_hierarchies.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.declared_hierarchies.hierarchy IS 'name of its hierarchy';
GRANT SELECT ON microdata.hierarchies, microdata.declared_hierarchies TO PUBLIC;

CREATE FUNCTION @extschema@.create_hierarchy(name text, relation regclass) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_hierarchy';
COMMENT ON FUNCTION @extschema@.create_hierarchy(text, regclass)
    IS 'makes a hierarchy from a table with the columns level0, level1, ...: values and their labels';

CREATE FUNCTION @extschema@.create_interval_hierarchy(
    name text,
    lower float8,
    upper float8,
    widths float8[]) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_interval_hierarchy';
COMMENT ON FUNCTION @extschema@.create_interval_hierarchy(text, float8, float8, float8[])
    IS 'makes a hierarchy of numbers: intervals of ascending widths between two bounds';

CREATE FUNCTION @extschema@.create_prefix_hierarchy(name text, keep integer[]) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_prefix_hierarchy';
COMMENT ON FUNCTION @extschema@.create_prefix_hierarchy(text, integer[])
    IS 'makes a hierarchy of texts: so many of their first characters, the rest masked';

CREATE FUNCTION @extschema@.create_date_hierarchy(name text, units text[]) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_create_date_hierarchy';
COMMENT ON FUNCTION @extschema@.create_date_hierarchy(text, text[])
    IS 'makes a hierarchy of dates and timestamps: the day, week, month, quarter, year, decade or century that they are in';

CREATE FUNCTION @extschema@.drop_hierarchy(name text) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_hierarchy';
COMMENT ON FUNCTION @extschema@.drop_hierarchy(text) IS 'drops a hierarchy';

CREATE FUNCTION @extschema@.declare_hierarchy(source regclass, attribute name, name text)
    RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_declare_hierarchy';
COMMENT ON FUNCTION @extschema@.declare_hierarchy(regclass, name, text)
    IS 'declares the hierarchy of a table''s attribute for every later call; null takes it back';

CREATE FUNCTION @extschema@.hierarchy_labels(source regclass, attribute name, name text = NULL)
    RETURNS TABLE (value text, labels text[])
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_hierarchy_labels';
COMMENT ON FUNCTION @extschema@.hierarchy_labels(regclass, name, text)
    IS 'what a hierarchy, or the one declared, makes of each value of an attribute: labels of level 1 and up';

-- Bucketization.

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'anatomy',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, text[], text[], text[], text, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text, text, text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'anatomy',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL) RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, text[], text[], text[], text, float8, @extschema@.privacy_model[], bigint,
    text[])
    IS 'the rows that bucketize_table would publish, for a materialized view';

-- Generalization.

CREATE FUNCTION @extschema@.generalize_table(
    source regclass,
    k integer,
    l float8 = NULL,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    recoding text = 'mondrian',
    hierarchies jsonb = NULL,
    "grouping" text = 'strict',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, text[], text[], text[], text, jsonb, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[])
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows share them';

-- Looking at releases of every method.

COMMENT ON COLUMN microdata.releases.method
    IS 'how it was made: slicing, bucketization or generalization';
COMMENT ON COLUMN microdata.releases.buckets IS 'number of buckets, or of equivalence classes';

\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.3.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- Privacy rules.

CREATE TABLE microdata.privacy_rule_record (
    rule_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source regclass NOT NULL,
    left_attributes name[] NOT NULL CHECK (left_attributes <> '{}'),
    right_attributes name[] NOT NULL CHECK (right_attributes <> '{}'),
    left_attnums smallint[] NOT NULL,
    right_attnums smallint[] NOT NULL,
    l float8,
    privacy jsonb,
    comment text
);
COMMENT ON TABLE microdata.privacy_rule_record
    IS 'declared privacy rules; see the view microdata.privacy_rules';
COMMENT ON SEQUENCE microdata.privacy_rule_record_rule_id_seq IS 'numbers of privacy rules';
CREATE INDEX privacy_rule_record_source ON microdata.privacy_rule_record (source);
COMMENT ON INDEX microdata.privacy_rule_record_source IS 'the rules of one table';

CREATE FUNCTION microdata.attribute_numbers(relation regclass, attributes name[]) RETURNS smallint[]
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.array_agg(microdata.attribute_number(relation, u.attribute) ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;
COMMENT ON FUNCTION microdata.attribute_numbers(regclass, name[])
    IS 'numbers of a relation''s attributes; null where there is none of a name';

CREATE FUNCTION microdata.resolve_privacy_rule() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.left_attnums := microdata.attribute_numbers(NEW.source, NEW.left_attributes);
    NEW.right_attnums := microdata.attribute_numbers(NEW.source, NEW.right_attributes);
    RETURN CASE
        WHEN pg_catalog.array_position(NEW.left_attnums || NEW.right_attnums, NULL) IS NULL THEN NEW
    END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_privacy_rule()
    IS 'gives a privacy rule the numbers of the attributes that it names';
CREATE TRIGGER resolve_privacy_rule BEFORE INSERT ON microdata.privacy_rule_record
    FOR EACH ROW EXECUTE FUNCTION microdata.resolve_privacy_rule();
COMMENT ON TRIGGER resolve_privacy_rule ON microdata.privacy_rule_record
    IS 'gives the row the numbers of the attributes that it names';
ALTER TABLE microdata.privacy_rule_record ENABLE ALWAYS TRIGGER resolve_privacy_rule;

ALTER TABLE microdata.privacy_rule_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY privacy_rule_record_of_reader ON microdata.privacy_rule_record FOR SELECT
    USING (pg_catalog.has_table_privilege(source::pg_catalog.oid, 'SELECT'));
COMMENT ON POLICY privacy_rule_record_of_reader ON microdata.privacy_rule_record
    IS 'privacy rules are seen by who may read the source';
GRANT SELECT ON microdata.privacy_rule_record TO PUBLIC;
GRANT SELECT ON SEQUENCE microdata.privacy_rule_record_rule_id_seq TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('microdata.privacy_rule_record', '');
SELECT pg_catalog.pg_extension_config_dump('microdata.privacy_rule_record_rule_id_seq', '');

CREATE FUNCTION microdata.quoted_names(attributes name[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(u.attribute), ', ' ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;
COMMENT ON FUNCTION microdata.quoted_names(name[])
    IS 'names as a list, in double quotes where they need them';

CREATE VIEW microdata.privacy_rules WITH (security_barrier) AS
    SELECT r.rule_id, r.source,
           pg_catalog.concat(microdata.quoted_names(r.left_attributes), ' -> ',
                             microdata.quoted_names(r.right_attributes)) AS rule,
           r.l, r.privacy, r.comment
    FROM microdata.privacy_rule_record r
    WHERE pg_catalog.has_table_privilege(r.source::pg_catalog.oid, 'SELECT');
COMMENT ON VIEW microdata.privacy_rules IS 'privacy rules declared for tables that you may read';
COMMENT ON COLUMN microdata.privacy_rules.rule_id IS 'number of the rule';
COMMENT ON COLUMN microdata.privacy_rules.source IS 'the table';
COMMENT ON COLUMN microdata.privacy_rules.rule
    IS 'the rule: who knows what is left of the arrow must not learn what is right of it';
COMMENT ON COLUMN microdata.privacy_rules.l IS 'its own l, if it has one';
COMMENT ON COLUMN microdata.privacy_rules.privacy IS 'its own privacy model, if it has one';
COMMENT ON COLUMN microdata.privacy_rules.comment IS 'where the rule comes from';
GRANT SELECT ON microdata.privacy_rules TO PUBLIC;

CREATE FUNCTION @extschema@.add_privacy_rule(
    source regclass,
    rule text,
    l float8 = NULL,
    comment text = NULL,
    privacy @extschema@.privacy_model = NULL) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_add_privacy_rule';
COMMENT ON FUNCTION @extschema@.add_privacy_rule(regclass, text, float8, text, @extschema@.privacy_model)
    IS 'declares for a table that who knows some attributes must not learn others';

CREATE FUNCTION @extschema@.drop_privacy_rule(rule_id bigint) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_drop_privacy_rule';
COMMENT ON FUNCTION @extschema@.drop_privacy_rule(bigint) IS 'takes a declared privacy rule back';

CREATE FUNCTION @extschema@.irreducible_privacy_rules(rules text[]) RETURNS SETOF text
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_irreducible_privacy_rules';
COMMENT ON FUNCTION @extschema@.irreducible_privacy_rules(text[])
    IS 'the rules without those that follow from others of them';

CREATE FUNCTION @extschema@.expand_privacy_rules(rules text[], dependencies text[])
    RETURNS SETOF text
    LANGUAGE c VOLATILE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_expand_privacy_rules';
COMMENT ON FUNCTION @extschema@.expand_privacy_rules(text[], text[])
    IS 'the rules with those that they take where an adversary knows functional dependencies';

CREATE FUNCTION @extschema@.functional_dependencies(
    source regclass,
    max_determinant integer = 2,
    identifiers text[] = NULL) RETURNS TABLE (determinant name[], dependent name)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_functional_dependencies';
COMMENT ON FUNCTION @extschema@.functional_dependencies(regclass, integer, text[])
    IS 'the minimal functional dependencies that hold in a table';

CREATE FUNCTION @extschema@.check_gnf(parts text[], rules text[], protection text = 'declared')
    RETURNS TABLE (rule text, satisfied boolean, reason text)
    LANGUAGE c IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_check_gnf';
COMMENT ON FUNCTION @extschema@.check_gnf(text[], text[], text)
    IS 'whether tables that are published together are in Guardian Normal Form for some privacy rules';

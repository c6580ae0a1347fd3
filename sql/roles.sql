-- Roles of attributes, and what an attacker can find with them before anything is published.

CREATE FUNCTION @extschema@.declare_roles(
    source regclass,                                -- Relation whose attributes have the roles.
    sensitive @extschema@.text_list = NULL,         -- Sensitive attributes. NULL: as before.
    identifiers @extschema@.text_list = NULL,       -- Identifiers. NULL: as before.
    insensitive @extschema@.text_list = NULL,       -- Insensitive attributes. NULL: as before.
    quasi_identifiers @extschema@.text_list = NULL, -- Quasi-identifiers. NULL: as before.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as before.
    person_attributes @extschema@.text_list = NULL, -- Attributes that are the same in all rows of a person. NULL: as before.
    harmless jsonb = NULL                           -- Sensitive values that need no bound, as arrays by attribute. NULL: as before.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_declare_roles';
COMMENT ON FUNCTION @extschema@.declare_roles(regclass, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, jsonb) IS 'declares the roles of attributes for later calls';

CREATE FUNCTION @extschema@.classify(source regclass) -- Relation to examine.
    RETURNS TABLE (
    attribute name,         -- Attribute.
    suggested text,         -- Suggested role, or the declared one.
    distinct_values bigint, -- Number of distinct values, without NULL.
    reason text             -- Reason for the suggestion.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_classify';
COMMENT ON FUNCTION @extschema@.classify(regclass) IS 'suggests a role for each attribute of a relation, with the reason';

CREATE FUNCTION @extschema@.risk(
    source regclass,                                -- Relation to examine.
    -- Buckets and values
    k integer = 5,                                  -- Class size below which a person is at risk.
    population regclass = NULL,                     -- Relation with a row for every person who might be in the source.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Sensitive attributes. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to ignore. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Insensitive attributes. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    weights name = NULL,                            -- Attribute with survey weights.
    combinations integer = 2                        -- 2 shows attributes and pairs, 1 attributes, 0 neither.
) RETURNS TABLE (
    model text,          -- Attacker: prosecutor, journalist, marketer, attribute or pair.
    persons bigint,      -- Number of people.
    classes bigint,      -- Number of equivalence classes.
    uniques bigint,      -- Number of people who are alone in their equivalence class.
    below_k bigint,      -- Number of people in equivalence classes of fewer than k.
    at_risk float8,      -- Share of people in equivalence classes of fewer than k.
    highest_risk float8, -- Largest risk of a person.
    mean_risk float8,    -- Mean risk of all people.
    attributes name[],   -- Attributes that the attacker knows.
    unique_share float8, -- Share of people who are alone in their equivalence class.
    exposed bigint       -- Number of people of below_k with a sensitive value that is not harmless. NULL if none is sensitive.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_risk';
COMMENT ON FUNCTION @extschema@.risk IS 'measures how easily people in a table are identified by their quasi-identifiers';

CREATE VIEW microdata.roles WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, a.attname AS attribute, r.role, r.of_person, r.harmless
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT d.* FROM microdata.role_record d WHERE d.source::oid = c.oid OFFSET 0) r
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = r.attnum AND a.attname = r.attribute
    WHERE NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');
COMMENT ON VIEW microdata.roles IS 'roles declared for attributes of tables that you can read';
COMMENT ON COLUMN microdata.roles.source IS 'relation with the attribute';
COMMENT ON COLUMN microdata.roles.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.roles.role IS 'identifier, quasi-identifier, sensitive, insensitive or subject; null if none is declared';
COMMENT ON COLUMN microdata.roles.of_person IS 'true if the attribute is declared to be the same in all rows of a person';
COMMENT ON COLUMN microdata.roles.harmless IS 'values of a sensitive attribute for which no bound is held; null if none are declared';
GRANT SELECT ON microdata.roles TO PUBLIC;

CREATE VIEW microdata.declared_sources WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, d.attributes
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT s.* FROM microdata.declared_source_record s WHERE s.source::oid = c.oid OFFSET 0) d
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');
COMMENT ON VIEW microdata.declared_sources IS 'tables with declared roles that you can read';
COMMENT ON COLUMN microdata.declared_sources.source IS 'relation with declared roles';
COMMENT ON COLUMN microdata.declared_sources.attributes IS 'attributes that it had when its roles were declared, and still has';
GRANT SELECT ON microdata.declared_sources TO PUBLIC;

CREATE FUNCTION microdata.assigned_roles(
    source regclass,                                -- Relation to examine.
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL            -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
) RETURNS TABLE (attribute name, role text, of_subject boolean) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_assigned_roles';
COMMENT ON FUNCTION microdata.assigned_roles IS 'the roles that a publishing function would go by: as given, as declared, or by default';

-- Privacy models are requirements on every bucket or equivalence class. p is a value's share there, q its share in the table.

CREATE FUNCTION @extschema@.k_anonymity(k integer) -- Smallest number of rows.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_k_anonymity';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'requires at least k rows in every bucket or equivalence class';

CREATE FUNCTION @extschema@.l_diversity(
    l float8,                   -- Required diversity; a finite number, at least 1.
    variant text = 'frequency', -- 'frequency', 'distinct', 'entropy' or 'recursive'.
    c float8 = NULL             -- Factor of the variant 'recursive', which needs it.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_l_diversity';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'requires diverse sensitive values in every bucket or equivalence class: frequency, distinct, entropy or recursive';

CREATE FUNCTION @extschema@.alpha_k_anonymity(
    alpha float8,      -- Largest share of a sensitive value.
    k integer,         -- Smallest number of rows.
    value text = NULL  -- Value that alpha concerns. NULL: every value.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_alpha_k_anonymity';
COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(float8, integer, text) IS 'requires at least k rows, and no sensitive value with a share above alpha';

CREATE FUNCTION @extschema@.t_closeness(
    t float8,                -- Largest distance from the distribution in the table, 0 to 1.
    distance text = 'equal'  -- Distance of two values: 'equal', 'ordered' or 'hierarchical'.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_t_closeness';
COMMENT ON FUNCTION @extschema@.t_closeness(float8, text) IS 'bounds the earth mover''s distance of sensitive values from their distribution in the table';

CREATE FUNCTION @extschema@.delta_disclosure(delta float8) -- Bound on |log(p/q)|, in nats.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_delta_disclosure';
COMMENT ON FUNCTION @extschema@.delta_disclosure(float8) IS 'bounds the logarithm of a sensitive value''s share divided by its share in the table';

CREATE FUNCTION @extschema@.beta_likeness(beta float8) -- Bound on (p - q)/q.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_beta_likeness';
COMMENT ON FUNCTION @extschema@.beta_likeness(float8) IS 'bounds the relative gain of a sensitive value''s share over its share in the table';

CREATE FUNCTION @extschema@.rho_breach(
    rho1 float8, -- Largest share in the table of values that are protected.
    rho2 float8  -- Largest share of these values in a bucket or class.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_rho_breach';
COMMENT ON FUNCTION @extschema@.rho_breach(float8, float8) IS 'prevents that the share of a sensitive value rises from at most rho1 in the table to more than rho2';

CREATE FUNCTION @extschema@.belief_distance(
    b float8,                          -- Largest distance of the beliefs before and after.
    distance text = 'total-variation'  -- 'total-variation', 'kullback-leibler' or 'jensen-shannon'.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_belief_distance';
COMMENT ON FUNCTION @extschema@.belief_distance(float8, text)
    IS 'bounds the distance of sensitive values from their distribution in the table, by a distance of your choice';

-- Privacy rules name attributes that an attacker who knows others must not learn.

CREATE FUNCTION @extschema@.add_privacy_rule(
    source regclass,                          -- Relation that the rule concerns.
    rule text,                                -- Rule: 'hospital, race -> zipcode'.
    l float8 = NULL,                          -- Bound of this rule. NULL: that of the call.
    comment text = NULL,                      -- Reason for the rule.
    privacy @extschema@.privacy_model = NULL  -- Model of this rule.
) RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_add_privacy_rule';
COMMENT ON FUNCTION @extschema@.add_privacy_rule(regclass, text, float8, text, @extschema@.privacy_model)
    IS 'declares a privacy rule: an attacker who knows some attributes must not learn others';

CREATE FUNCTION @extschema@.drop_privacy_rule(rule_id bigint) -- Number of the rule.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_drop_privacy_rule';
COMMENT ON FUNCTION @extschema@.drop_privacy_rule(bigint) IS 'removes a declared privacy rule';

CREATE VIEW microdata.privacy_rules WITH (security_barrier) AS
    SELECT r.rule_id, c.oid::regclass AS source,
           concat(microdata.quoted_names(r.left_attributes), ' -> ', microdata.quoted_names(r.right_attributes)) AS rule,
           r.l, r.privacy, r.comment
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT p.* FROM microdata.privacy_rule_record p WHERE p.source::oid = c.oid OFFSET 0) r
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');
COMMENT ON VIEW microdata.privacy_rules IS 'privacy rules declared for tables that you can read';
COMMENT ON COLUMN microdata.privacy_rules.rule_id IS 'number of the rule';
COMMENT ON COLUMN microdata.privacy_rules.source IS 'relation that the rule concerns';
COMMENT ON COLUMN microdata.privacy_rules.rule IS 'rule: an attacker who knows the attributes left of the arrow must not learn those right of it';
COMMENT ON COLUMN microdata.privacy_rules.l IS 'bound of this rule, if any';
COMMENT ON COLUMN microdata.privacy_rules.privacy IS 'privacy model of this rule, if any';
COMMENT ON COLUMN microdata.privacy_rules.comment IS 'reason for the rule';
GRANT SELECT ON microdata.privacy_rules TO PUBLIC;

CREATE FUNCTION microdata.irreducible_privacy_rules(rules @extschema@.text_list) -- Privacy rules to reduce.
    RETURNS SETOF text LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_irreducible_privacy_rules';
COMMENT ON FUNCTION microdata.irreducible_privacy_rules IS 'returns the rules that do not follow from the others';

CREATE FUNCTION microdata.expand_privacy_rules(
    rules @extschema@.text_list,        -- Privacy rules to expand.
    dependencies @extschema@.text_list  -- Functional dependencies, written like rules.
) RETURNS SETOF text LANGUAGE c PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_expand_privacy_rules';
COMMENT ON FUNCTION microdata.expand_privacy_rules IS 'returns the rules, and those that functional dependencies make necessary';

CREATE FUNCTION microdata.functional_dependencies(
    source regclass,                          -- Relation to examine.
    max_determinant integer = 2,              -- Largest number of attributes on the left, 0 to 8.
    identifiers @extschema@.text_list = NULL  -- Attributes to ignore. NULL: as declared, and keys.
) RETURNS TABLE (
    determinant name[], -- Attributes on the left.
    dependent name      -- Attribute that they determine.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_functional_dependencies';
COMMENT ON FUNCTION microdata.functional_dependencies IS 'returns the minimal functional dependencies of a table';

CREATE FUNCTION microdata.check_gnf(
    parts @extschema@.text_list,  -- Parts: lists of attributes, each with the rules that it enforces after a colon.
    rules @extschema@.text_list,  -- Privacy rules to check.
    protection text = 'declared'  -- What a part protects its rule's right-hand side against: 'declared', its left-hand side; 'bucketized', all of the part.
) RETURNS TABLE (
    rule text,         -- Privacy rule.
    satisfied boolean, -- True if the parts satisfy it.
    reason text        -- Part that guards the rule, or path by which its right-hand side is reached.
) LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_check_gnf';
COMMENT ON FUNCTION microdata.check_gnf IS 'checks whether tables that are published together are in Guardian Normal Form';

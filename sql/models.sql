-- Privacy models are requirements on every bucket or equivalence class. p is a value's share there, q its share in the table.

CREATE FUNCTION @extschema@.k_anonymity(k integer) -- Smallest number of rows.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_k_anonymity';
COMMENT ON FUNCTION @extschema@.k_anonymity(integer) IS 'every bucket or equivalence class has at least k rows';

CREATE FUNCTION @extschema@.l_diversity(
    l float8,                   -- Required diversity; a finite number, at least 1.
    variant text = 'frequency', -- frequency, distinct, entropy or recursive.
    c float8 = NULL             -- Factor of the variant recursive.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_l_diversity';
COMMENT ON FUNCTION @extschema@.l_diversity(float8, text, float8)
    IS 'the sensitive values of every bucket or equivalence class are l-diverse: frequency, distinct, entropy or recursive';

CREATE FUNCTION @extschema@.alpha_k_anonymity(
    alpha float8,      -- Largest share of a sensitive value.
    k integer,         -- Smallest number of rows.
    value text = NULL  -- Value that alpha concerns. NULL: every value.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_alpha_k_anonymity';
COMMENT ON FUNCTION @extschema@.alpha_k_anonymity(float8, integer, text)
    IS 'every bucket or equivalence class has at least k rows, and no sensitive value, or not the one given, a share above alpha';

CREATE FUNCTION @extschema@.t_closeness(
    t float8,                -- Largest distance from the distribution in the table, 0 to 1.
    distance text = 'equal'  -- Distance of two values: equal, ordered or hierarchical.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_t_closeness';
COMMENT ON FUNCTION @extschema@.t_closeness(float8, text)
    IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to an earth mover''s distance of t: equal, ordered or hierarchical';

CREATE FUNCTION @extschema@.delta_disclosure(delta float8) -- Bound on |log(p/q)|, in nats.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_delta_disclosure';
COMMENT ON FUNCTION @extschema@.delta_disclosure(float8) IS 'the logarithm of a sensitive value''s share in a bucket or equivalence class to that in the table stays below delta';

CREATE FUNCTION @extschema@.beta_likeness(beta float8) -- Bound on (p - q)/q.
    RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_beta_likeness';
COMMENT ON FUNCTION @extschema@.beta_likeness(float8) IS 'no sensitive value''s share in a bucket or equivalence class exceeds that in the table by more than beta times that';

CREATE FUNCTION @extschema@.rho_breach(
    rho1 float8, -- Largest share in the table of values that are protected.
    rho2 float8  -- Largest share of these values in a bucket or class.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_rho_breach';
COMMENT ON FUNCTION @extschema@.rho_breach(float8, float8) IS 'no sensitive value with a share of at most rho1 in the table has one above rho2 in a bucket or equivalence class';

CREATE FUNCTION @extschema@.belief_distance(
    b float8,                          -- Largest distance of the beliefs before and after.
    distance text = 'total-variation'  -- total-variation, kullback-leibler or jensen-shannon.
) RETURNS @extschema@.privacy_model LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_belief_distance';
COMMENT ON FUNCTION @extschema@.belief_distance(float8, text)
    IS 'the sensitive values of every bucket or equivalence class are distributed as the table''s, up to a distance of b: total-variation, kullback-leibler or jensen-shannon';

-- Privacy rules name attributes that an attacker who knows others must not learn.

CREATE FUNCTION @extschema@.add_privacy_rule(
    source regclass,                          -- Relation that the rule concerns.
    rule text,                                -- Rule: 'hospital, race -> zipcode'.
    l float8 = NULL,                          -- Bound of this rule. NULL: that of the call.
    comment text = NULL,                      -- Reason for the rule.
    privacy @extschema@.privacy_model = NULL  -- Model of this rule.
) RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_add_privacy_rule';
COMMENT ON FUNCTION @extschema@.add_privacy_rule(regclass, text, float8, text, @extschema@.privacy_model)
    IS 'declares a privacy rule of a table: an adversary who knows some attributes must not learn others';

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
COMMENT ON VIEW microdata.privacy_rules IS 'privacy rules declared for tables that you may read';
COMMENT ON COLUMN microdata.privacy_rules.rule_id IS 'number of the rule';
COMMENT ON COLUMN microdata.privacy_rules.source IS 'the table';
COMMENT ON COLUMN microdata.privacy_rules.rule IS 'the rule: an adversary who knows the attributes left of the arrow must not learn those right of it';
COMMENT ON COLUMN microdata.privacy_rules.l IS 'its own l, if it has one';
COMMENT ON COLUMN microdata.privacy_rules.privacy IS 'its own privacy model, if it has one';
COMMENT ON COLUMN microdata.privacy_rules.comment IS 'where the rule comes from';
GRANT SELECT ON microdata.privacy_rules TO PUBLIC;

CREATE FUNCTION microdata.irreducible_privacy_rules(rules @extschema@.text_list) -- Privacy rules to reduce.
    RETURNS SETOF text LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_irreducible_privacy_rules';
COMMENT ON FUNCTION microdata.irreducible_privacy_rules IS 'the rules without those that follow from others of them';

CREATE FUNCTION microdata.expand_privacy_rules(
    rules @extschema@.text_list,        -- Privacy rules to expand.
    dependencies @extschema@.text_list  -- Functional dependencies, written like rules.
) RETURNS SETOF text LANGUAGE c PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_expand_privacy_rules';
COMMENT ON FUNCTION microdata.expand_privacy_rules IS 'the rules, with those that are needed besides where an adversary knows functional dependencies';

CREATE FUNCTION microdata.functional_dependencies(
    source regclass,                          -- Relation to examine.
    max_determinant integer = 2,              -- Largest number of attributes on the left, 0 to 8.
    identifiers @extschema@.text_list = NULL  -- Attributes to ignore. NULL: as declared, and keys.
) RETURNS TABLE (determinant name[], dependent name) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_functional_dependencies';
COMMENT ON FUNCTION microdata.functional_dependencies IS 'the minimal functional dependencies that hold in a table';

CREATE FUNCTION microdata.check_gnf(
    parts @extschema@.text_list,  -- Parts: lists of attributes, each with the rules that it enforces after a colon.
    rules @extschema@.text_list,  -- Privacy rules to check.
    protection text = 'declared'  -- Attributes that a part's buckets protect: declared or all.
) RETURNS TABLE (rule text, satisfied boolean, reason text) LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_check_gnf';
COMMENT ON FUNCTION microdata.check_gnf IS 'whether tables that are published together are in Guardian Normal Form for some privacy rules';

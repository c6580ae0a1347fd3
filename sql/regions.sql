-- Regions: a large table is published, verified and attacked part by part, and a distributed one on the servers that have its rows.

CREATE FUNCTION microdata.plan_regions(
    source regclass,                                -- Relation to divide.
    regions integer = NULL,                         -- Largest number of regions. NULL: as the memory limit requires.
    l float8 = NULL,                                -- Bound that every region must reach. NULL: none.
    k integer = 1,                                  -- Smallest number of rows of a region.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    -- Groups
    columns integer = NULL,                         -- Number of groups of attributes. NULL: no groups.
    groups @extschema@.text_list = NULL,            -- One list of attributes for each group. NULL: by clustering.
    sensitive_column_size integer = NULL,           -- Number of attributes in the group of the sensitive attribute. NULL: by clustering.
    -- Buckets and values
    cuts text = 'width',                            -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    discretization text = 'equal-width',            -- Intervals of numbers, for correlations: 'equal-width' or 'k-means'.
    intervals integer = 10,                         -- Number of these intervals, 2 to 10000.
    -- Release
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every region must satisfy.
    seed bigint = NULL                              -- Repeats a plan.
) RETURNS jsonb LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_plan_regions';
COMMENT ON FUNCTION microdata.plan_regions IS 'plans the regions in which a large table can be published one by one';

-- Questions to the servers of a distributed table. Their caller tells them of releases and regions: roles that publish distributed tables are
-- granted these functions on every server (docs/citus.md).

CREATE FUNCTION microdata.slice_region(
    shard oid,                               -- Table with the rows of the region.
    region integer,                          -- Number of the region.
    plan jsonb,                              -- Plan of the regions, as plan_regions returns it.
    number_key text,                         -- Key that hides rows' numbers, in hexadecimal digits.
    columns integer,                         -- Number of groups. Not used with groups.
    l float8,                                -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1.
    -- Roles
    sensitive @extschema@.text_list,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    harmless jsonb,                          -- Sensitive values that need no bound, as arrays by attribute.
    -- Groups
    groups @extschema@.text_list,            -- One list of attributes for each group. NULL: by clustering.
    sensitive_column_size integer,           -- Number of attributes in the group of the sensitive attribute. NULL: by clustering.
    -- Buckets and values
    k integer,                               -- Smallest number of rows of an equivalence class.
    strict boolean,                          -- Makes buckets that do not overlap; they are larger.
    diversity_check text,                    -- 'bucket' applies 1/l to each bucket, 'exact' to the average over the buckets that match a person.
    cuts text,                               -- Splits: 'width', 'correlation' (improves counts across groups) or 'oblivious' (resists the minimality attack).
    infeasible text,                         -- Remedy if quasi-identifiers in the group of the sensitive attribute make l infeasible: 'regroup', 'generalize', 'suppress' or 'error'.
    discretization text,                     -- Intervals of numbers, for correlations: 'equal-width' or 'k-means'.
    intervals integer,                       -- Number of these intervals, 2 to 10000.
    -- Release
    suppress float8,                         -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[],     -- Models that every bucket must also satisfy.
    seed bigint                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS SETOF record LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_slice_region';
COMMENT ON FUNCTION microdata.slice_region IS 'slices one region of a distributed table, which a table has alone; called by slice_table() where the rows are';
REVOKE ALL ON FUNCTION microdata.slice_region FROM PUBLIC;

CREATE FUNCTION microdata.bucketize_region(
    shard oid,                               -- Table with the rows of the region.
    region integer,                          -- Number of the region.
    plan jsonb,                              -- Plan of the regions, as plan_regions returns it.
    number_key text,                         -- Key that hides rows' numbers, in hexadecimal digits.
    l float8,                                -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1.
    -- Roles
    sensitive @extschema@.text_list,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    harmless jsonb,                          -- Sensitive values that need no bound, as arrays by attribute.
    -- Buckets and values
    method text,                             -- 'mondrian' or 'anatomy'.
    cuts text,                               -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    -- Release
    suppress float8,                         -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[],     -- Models that every bucket must also satisfy.
    seed bigint                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS SETOF record LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_region';
COMMENT ON FUNCTION microdata.bucketize_region IS 'bucketizes one region of a distributed table, which a table has alone; called by bucketize_table() where the rows are';
REVOKE ALL ON FUNCTION microdata.bucketize_region FROM PUBLIC;

CREATE FUNCTION microdata.generalize_region(
    shard oid,                               -- Table with the rows of the region.
    region integer,                          -- Number of the region.
    plan jsonb,                              -- Plan of the regions, as plan_regions returns it.
    number_key text,                         -- Key that hides rows' numbers, in hexadecimal digits.
    k integer,                               -- Smallest number of rows of an equivalence class.
    l float8,                                -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1.
    -- Roles
    sensitive @extschema@.text_list,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    harmless jsonb,                          -- Sensitive values that need no bound, as arrays by attribute.
    -- Buckets and values
    recoding text,                           -- Labels of a class: 'mondrian' or 'multiset'.
    strict boolean,                          -- Keeps rows with the same value in one class; false makes smaller classes that can overlap.
    cuts text,                               -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    loss text,                               -- Measure of information loss: 'width', 'values' or 'entropy'.
    -- Release
    suppress float8,                         -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[],     -- Models that every bucket must also satisfy.
    seed bigint                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS SETOF record LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_generalize_region';
COMMENT ON FUNCTION microdata.generalize_region IS 'generalizes one region of a distributed table, which a table has alone; called by generalize_table() where the rows are';
REVOKE ALL ON FUNCTION microdata.generalize_region FROM PUBLIC;

CREATE FUNCTION microdata.audit_region(
    question text,  -- Kind of question.
    known bytea,    -- What the coordinator knows, packed.
    request bytea,  -- Arguments of the question, packed.
    released oid[], -- Tables with the region's rows of the release.
    source oid,     -- Table with the region's rows of the source.
    outsiders oid,  -- Table with the region's outsiders.
    region integer, -- Number of the region.
    mark text       -- Column with marks of rows.
) RETURNS bytea LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_audit_region';
COMMENT ON FUNCTION microdata.audit_region
    IS 'verifies one region of a distributed release, estimates from it or attacks it, which tables have alone; called by verify_release(), estimate() and the audits where the rows are';
REVOKE ALL ON FUNCTION microdata.audit_region FROM PUBLIC;

-- This one is for PUBLIC: a role learns of its own calls in the session.
CREATE FUNCTION microdata.learned_of_region(
    number_key text, -- Key of the call, in hexadecimal digits.
    region integer   -- Number of the region.
) RETURNS bytea LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_learned_of_region';
COMMENT ON FUNCTION microdata.learned_of_region
    IS 'returns what an attack found in a region that this session made, by the key of the call; called where the rows are by functions that publish distributed tables';

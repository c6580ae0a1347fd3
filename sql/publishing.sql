-- Methods publish a relation as a release.

CREATE FUNCTION @extschema@.slice_table(
    source regclass,                                -- Relation to publish.
    columns integer = NULL,                         -- Number of groups. NULL: as many as in 'groups'.
    l float8 = NULL,                                -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1. Required.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    rows_per_person integer = NULL,                 -- Largest number of rows published per person. NULL: no limit.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Groups
    groups @extschema@.text_list = NULL,            -- One list of attributes for each group. NULL: by clustering.
    sensitive_column_size integer = NULL,           -- Number of attributes in the group of the sensitive attribute. NULL: by clustering.
    -- Buckets and values
    k integer = 1,                                  -- Every combination of quasi-identifiers in a group occurs at least k times in its bucket; generalizes if necessary.
    strict boolean = false,                         -- Makes buckets that do not overlap; they are larger.
    diversity_check text = 'bucket',                -- 'bucket' applies 1/l to each bucket, 'exact' to the average over the buckets that match a person.
    cuts text = 'width',                            -- Splits: 'width', 'correlation' (improves counts across groups) or 'oblivious' (resists the minimality attack).
    infeasible text = 'regroup',                    -- Remedy if quasi-identifiers in the group of the sensitive attribute make l infeasible: 'regroup', 'generalize', 'suppress' or 'error'.
    discretization text = 'equal-width',            -- Intervals of numbers, for correlations: 'equal-width' or 'k-means'.
    intervals integer = 10,                         -- Number of these intervals, 2 to 10000.
    inference float8 = NULL,                        -- Largest fraction of people whose sensitive value the inference attack can guess. NULL: no goal.
    -- Release
    format text = 'joined',                         -- With a subject: 'joined' makes one table, 'tables' makes one each of people, rows and values.
    in_place boolean = false,                       -- Overwrites the rows of the source instead of making a release.
    regions integer = NULL,                         -- Number of regions to process one by one. NULL: as the memory limit requires.
    target text = NULL,                             -- Name of the release, with or without a schema. NULL: <source>_sliced.
    replace boolean = false,                        -- Replaces the release of that name, and keeps its owner, privileges and indexes.
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every bucket must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS regclass LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(regclass, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, integer, jsonb, @extschema@.text_list, integer, integer, boolean, text, text, text, text,
    integer, float8, text, boolean, integer, text, boolean, float8, @extschema@.privacy_model[], bigint)
    IS 'publishes groups of attributes, shuffled within buckets, and bounds the probability of a sensitive value by 1/l';

CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,                            -- NULL of the relation's row type: NULL::patients.
    columns integer = NULL,                         -- Number of groups. NULL: as many as in 'groups'.
    l float8 = NULL,                                -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1. Required.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Groups
    groups @extschema@.text_list = NULL,            -- One list of attributes for each group. NULL: by clustering.
    sensitive_column_size integer = NULL,           -- Number of attributes in the group of the sensitive attribute. NULL: by clustering.
    -- Buckets and values
    strict boolean = false,                         -- Makes buckets that do not overlap; they are larger.
    diversity_check text = 'bucket',                -- 'bucket' applies 1/l to each bucket, 'exact' to the average over the buckets that match a person.
    cuts text = 'width',                            -- Splits: 'width', 'correlation' (improves counts across groups) or 'oblivious' (resists the minimality attack).
    infeasible text = 'regroup',                    -- Remedy if quasi-identifiers in the group of the sensitive attribute make l infeasible: 'regroup', 'generalize', 'suppress' or 'error'.
    discretization text = 'equal-width',            -- Intervals of numbers, for correlations: 'equal-width' or 'k-means'.
    intervals integer = 10,                         -- Number of these intervals, 2 to 10000.
    -- Release
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every bucket must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS TABLE (
    bucket integer,   -- Number of the bucket.
    sliced anyelement -- Sliced row.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(anyelement, integer, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, jsonb, @extschema@.text_list, integer, boolean, text, text, text, text, integer, float8,
    @extschema@.privacy_model[], bigint) IS 'returns the rows that slice_table() would publish, for a materialized view';

CREATE FUNCTION @extschema@.attribute_correlation(
    source regclass,                                -- Relation to examine.
    measure text = 'phi2',                          -- Measure of correlation: 'phi2', 'mutual-information' or 'pearson'.
    discretization text = 'equal-width',            -- Intervals of numbers: 'equal-width' or 'k-means'.
    intervals integer = 10,                         -- Number of these intervals, 2 to 10000.
    sensitive @extschema@.text_list = NULL,         -- Sensitive attributes. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to ignore. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Insensitive attributes. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL  -- Attributes that an attacker can know; also publishes keys. NULL: all others.
) RETURNS TABLE (
    attribute_1 name,  -- Attribute.
    attribute_2 name,  -- Another attribute.
    correlation float8 -- Correlation of the two by the measure.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_attribute_correlation';
COMMENT ON FUNCTION @extschema@.attribute_correlation(regclass, text, text, integer, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list) IS 'returns the correlation of each pair of attributes';

CREATE FUNCTION @extschema@.attribute_partition(
    source regclass,                                -- Relation to examine.
    columns integer,                                -- Number of groups.
    sensitive @extschema@.text_list = NULL,         -- Sensitive attributes. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to ignore. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Insensitive attributes. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    sensitive_column_size integer = NULL,           -- Number of attributes in the group of the sensitive attribute. NULL: by clustering.
    discretization text = 'equal-width',            -- Intervals of numbers, for correlations: 'equal-width' or 'k-means'.
    intervals integer = 10                          -- Number of these intervals, 2 to 10000.
) RETURNS TABLE (
    column_no integer,   -- Number of the group.
    attributes name[],   -- Attributes of the group.
    medoid name,         -- Attribute nearest to the others.
    is_sensitive boolean -- True if the group has a sensitive attribute.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_attribute_partition';
COMMENT ON FUNCTION @extschema@.attribute_partition(regclass, integer, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, integer, text, integer) IS 'returns the groups into which slicing would divide the attributes';

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,                                -- Relation to publish.
    l float8,                                       -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    rows_per_person integer = NULL,                 -- Largest number of rows published per person. NULL: no limit.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Buckets and values
    method text = 'mondrian',                       -- 'mondrian' makes buckets of similar rows, 'anatomy' the smallest buckets.
    format text = 'joined',                         -- 'joined' makes one table, 'anatomy' also counts sensitive values apart; with a subject, 'tables' makes one each of people, rows and values.
    cuts text = 'width',                            -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    inference float8 = NULL,                        -- Largest fraction of people whose sensitive value the inference attack can guess. NULL: no goal.
    -- Release
    in_place boolean = false,                       -- Overwrites the rows of the source instead of making a release. For the format 'joined'.
    regions integer = NULL,                         -- Number of regions to process one by one. NULL: as the memory limit requires.
    target text = NULL,                             -- Name of the release, with or without a schema. NULL: <source>_bucketized.
    replace boolean = false,                        -- Replaces the release of that name, and keeps its owner, privileges and indexes.
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every bucket must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS regclass LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(regclass, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, integer, jsonb, text, text, text, float8, boolean, integer, text, boolean, float8,
    @extschema@.privacy_model[], bigint) IS 'publishes quasi-identifiers unchanged, and sensitive values shuffled within buckets';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,                            -- NULL of the relation's row type: NULL::patients.
    l float8,                                       -- Bound of 1/l on the probability of a sensitive value; a finite number, at least 1.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Buckets and values
    method text = 'mondrian',                       -- 'mondrian' makes buckets of similar rows, 'anatomy' the smallest buckets.
    cuts text = 'width',                            -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    -- Release
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every bucket must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS TABLE (
    bucket integer,       -- Number of the bucket.
    bucketized anyelement -- Bucketized row.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(anyelement, float8, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, jsonb, text, text, float8, @extschema@.privacy_model[], bigint)
    IS 'returns the rows that bucketize_table() would publish, for a materialized view';

CREATE FUNCTION @extschema@.generalize_table(
    source regclass,                                -- Relation to publish.
    k integer,                                      -- Smallest number of rows, or of people, in an equivalence class.
    l float8 = NULL,                                -- Bound of 1/l on the share of a sensitive value in a class; a finite number, at least 1. NULL: none.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    rows_per_person integer = NULL,                 -- Largest number of rows published per person. NULL: no limit.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Buckets and values
    recoding text = 'mondrian',                     -- Labels of a class: 'mondrian' (ranges and sets), 'multiset', 'full-domain' or 'cell'.
    hierarchies jsonb = NULL,                       -- Hierarchies of attributes by name, in place of declared ones; null: none.
    strict boolean = true,                          -- Keeps rows with the same value in one class; false makes smaller classes that can overlap.
    cuts text = 'width',                            -- 'width' splits the widest attribute, 'oblivious' also resists the minimality attack.
    loss text = 'width',                            -- Measure of information loss to minimize: 'width', 'values' or 'entropy'.
    -- Release
    format text = 'joined',                         -- With a subject: 'joined' makes one table, 'tables' makes one each of people, rows and values.
    regions integer = NULL,                         -- Number of regions to process one by one. NULL: as the memory limit requires.
    target text = NULL,                             -- Name of the release, with or without a schema. NULL: <source>_generalized.
    replace boolean = false,                        -- Replaces the release of that name, and keeps its owner, privileges and indexes.
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every class must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS regclass LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(regclass, integer, float8, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer, jsonb, text, jsonb, boolean, text, text, text, integer, text,
    boolean, float8, @extschema@.privacy_model[], bigint) IS 'publishes a table with generalized quasi-identifiers that at least k people share';

CREATE FUNCTION @extschema@.republish_partitions(
    release regclass,     -- Release, partitioned as its source is.
    partitions regclass[] -- Partitions of the source to publish again.
) RETURNS regclass LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_republish_partitions';
COMMENT ON FUNCTION @extschema@.republish_partitions IS 'publishes partitions of a source again into its release';

CREATE FUNCTION @extschema@.gnf_decompose(
    source regclass,                            -- Relation to publish.
    l float8,                                   -- Bound for rules without an l or model of their own; a finite number, at least 1.
    rules @extschema@.text_list = NULL,         -- Privacy rules to enforce. NULL: as declared.
    algorithm text = 'uad',                     -- Division of the attributes into parts: 'uad', 'gd', 'single-attribute' or 'multi-sa'.
    -- Roles
    sensitive @extschema@.text_list = NULL,     -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,   -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,   -- Attributes that need no protection; rules that roles add do not have them on the left. NULL: as declared.
    subject @extschema@.text_list = NULL,       -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                      -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Release
    target text = NULL,                         -- Name of the parts without their numbers. NULL: <source>_gnf.
    replace boolean = false,                    -- Replaces the release of that name, and keeps its owner, privileges and indexes.
    suppress float8 = 0,                        -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL, -- Models that must also hold for all rules.
    seed bigint = NULL                          -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS TABLE (
    part integer,      -- Number of the part.
    relation regclass, -- Table of the part.
    attributes name[], -- Attributes of the part.
    enforced_rule text -- Rules that the part enforces. NULL: none.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_gnf_decompose';
COMMENT ON FUNCTION @extschema@.gnf_decompose(regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, jsonb, text, boolean, float8, @extschema@.privacy_model[], bigint) IS 'publishes a table as several tables that satisfy privacy rules';

CREATE FUNCTION microdata.gnf_plan(
    source regclass,                            -- Relation to plan for.
    l float8,                                   -- Bound for rules without an l or model of their own; a finite number, at least 1.
    rules @extschema@.text_list = NULL,         -- Privacy rules to enforce. NULL: as declared.
    algorithm text = 'uad',                     -- Division of the attributes into parts: 'uad', 'gd', 'single-attribute' or 'multi-sa'.
    -- Roles
    sensitive @extschema@.text_list = NULL,     -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,   -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,   -- Attributes that need no protection; rules that roles add do not have them on the left. NULL: as declared.
    subject @extschema@.text_list = NULL,       -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                      -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Release
    suppress float8 = 0,                        -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL  -- Models that must also hold for all rules.
) RETURNS TABLE (
    part integer,        -- Number of the part, from 1.
    attributes name[],   -- Attributes of the part.
    enforced_rule text,  -- Rules that the part enforces. NULL: none.
    kl_divergence float8 -- Divergence of all parts together from the source, in nats.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_gnf_plan';
COMMENT ON FUNCTION microdata.gnf_plan IS 'returns the tables that gnf_decompose() would publish, and their divergence from the source';

CREATE FUNCTION @extschema@.fragment_table(
    source regclass,                                -- Relation to publish.
    k integer,                                      -- Smallest number of rows of an equivalence class of any fragment, and of any join that has rows.
    class name,                                     -- Attribute to predict, which all fragments have.
    fragments integer = 2,                          -- Number of fragments.
    method text = 'dependency-graph',               -- Protection of joins: 'dependency-graph', 'naive' or 'delta-selectivity'.
    delta float8 = 0.5,                             -- Bound of delta-selectivity, 0 to 1.
    l float8 = NULL,                                -- Smallest number of different sensitive values in every equivalence class and join. NULL: none.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    -- Release
    target text = NULL,                             -- Name of the fragments without their numbers. NULL: <source>_fragment.
    replace boolean = false,                        -- Replaces the release of that name, and keeps its owner, privileges and indexes.
    suppress float8 = 0,                            -- Largest fraction of rows to suppress.
    privacy @extschema@.privacy_model[] = NULL,     -- Models that every equivalence class and every join must also satisfy.
    seed bigint = NULL                              -- Repeats a result. For tests only: anyone who knows the seed can undo the release.
) RETURNS TABLE (
    fragment integer,  -- Number of the fragment.
    relation regclass, -- Table of the fragment.
    attributes name[]  -- Attributes of the fragment.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_fragment_table';
COMMENT ON FUNCTION @extschema@.fragment_table(regclass, integer, name, integer, text, float8, float8, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, jsonb, text, boolean, float8, @extschema@.privacy_model[], bigint) IS 'publishes several generalized tables of few attributes each, to predict one attribute';

CREATE FUNCTION microdata.fragment_plan(
    source regclass,                                -- Relation to plan for.
    class name,                                     -- Attribute to predict, which all fragments have.
    fragments integer = 2,                          -- Number of fragments.
    -- Roles
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL  -- Attributes that an attacker can know; also publishes keys. NULL: all others.
) RETURNS TABLE (
    fragment integer,  -- Number of the fragment, from 1.
    attributes name[], -- Attributes of the fragment.
    relevance float8,  -- Mean mutual information of its attributes with the class.
    redundancy float8  -- Mean mutual information of all pairs of its attributes, each with itself among them.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_fragment_plan';
COMMENT ON FUNCTION microdata.fragment_plan IS 'returns the fragments that fragment_table() would publish';

-- Releases that are known, dropped and forgotten.

CREATE FUNCTION @extschema@.register_release(
    release regclass,                        -- Table to register as a release.
    source regclass = NULL,                 -- Relation that the table was made from. NULL: unknown.
    method text = NULL,                     -- 'slicing'. NULL: as the description says.
    groups @extschema@.text_list = NULL,    -- One list of attributes for each group. NULL: as the description says.
    sensitive @extschema@.text_list = NULL, -- Sensitive attributes. NULL: as the description says.
    bucket_column name = 'bucket',          -- Name of the column with the bucket.
    l float8 = NULL,                        -- Promised bound. NULL: none, so that verify_release only measures it.
    description jsonb = NULL                -- Result of release_description() in the other database. NULL: the other arguments describe the release.
) RETURNS bigint LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_register_release';
COMMENT ON FUNCTION @extschema@.register_release(regclass, regclass, text, @extschema@.text_list, @extschema@.text_list, name,
    float8, jsonb) IS 'registers a table that was made elsewhere as a release';

CREATE FUNCTION @extschema@.drop_release(release regclass) -- Release, or one of its relations.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_drop_release';
COMMENT ON FUNCTION @extschema@.drop_release(regclass) IS 'drops a release';

CREATE FUNCTION microdata.forget_release(
    release_id bigint, -- Number of the release, in the ledger.
    reason text        -- Reason, shown in microdata.forgotten_releases.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_forget_release';
COMMENT ON FUNCTION microdata.forget_release IS 'removes a release that is gone, and that no other role could read, from the ledger';

-- Settings that are tried without publishing anything.

CREATE FUNCTION @extschema@.advise(
    source regclass,                        -- Relation that you want to publish.
    sensitive @extschema@.text_list = NULL, -- Attributes to protect. NULL: as declared, or by their names.
    subject @extschema@.text_list = NULL,   -- Attributes that identify a person. NULL: as declared, or a key that repeats.
    seed bigint = NULL                      -- Repeats the draw of the sample.
) RETURNS TABLE (
    part text,  -- Part of the advice: person, risk, disclosure, role, hierarchy, setting or script.
    about text, -- Attributes, setting, or number of a line.
    advice text -- Advice. Those of part script, in their order, are a script for psql.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_advise';
COMMENT ON FUNCTION @extschema@.advise(regclass, @extschema@.text_list, @extschema@.text_list, bigint)
    IS 'suggests how to publish a relation: roles, three settings that are tried on a sample, and a script that publishes it';

CREATE FUNCTION @extschema@.explore(
    source regclass,                                -- Relation to try settings on.
    method text,                                    -- Method of the catalog: 'slicing', 'bucketization', 'generalization', 'gnf' or 'fragmentation'.
    settings jsonb = NULL,                          -- Arguments of the publishing function, each with a value or an array of values to try.
    sensitive @extschema@.text_list = NULL,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list = NULL,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list = NULL,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list = NULL, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list = NULL,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb = NULL,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    sample integer = NULL,                          -- Number of rows to draw. NULL: all.
    seed bigint = NULL                              -- Repeats the releases that are tried.
) RETURNS TABLE (
    settings jsonb,      -- Settings that were tried.
    feasible boolean,    -- True if the settings can be published.
    groups bigint,       -- Number of buckets or equivalence classes.
    smallest bigint,     -- Number of rows, or of persons, of the smallest.
    suppressed bigint,   -- Number of suppressed rows.
    loss float8,         -- Information loss. NULL: the method has none.
    error float8,        -- Median relative error of counts.
    inference float8,    -- Largest share of people whose value the inference attack guesses, exactly or nearly.
    membership float8,   -- Larger AUC of the membership attack. 0.5 is chance.
    milliseconds float8, -- Time that publishing took.
    reason text          -- Error that publishing would raise.
) LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$SELECT * FROM microdata.explored($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)$$;
COMMENT ON FUNCTION @extschema@.explore(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, @extschema@.text_list, jsonb, integer, bigint)
    IS 'measures loss and risk of several combinations of settings without publishing';

CREATE FUNCTION microdata.explored(
    source regclass,                         -- Relation to try settings on.
    method text,                             -- Method of the catalog: 'slicing', 'bucketization', 'generalization', 'gnf' or 'fragmentation'.
    settings jsonb,                          -- Arguments of the publishing function, each with a value or an array of values to try.
    sensitive @extschema@.text_list,         -- Attributes to protect. NULL: as declared.
    identifiers @extschema@.text_list,       -- Attributes to leave out. NULL: as declared, and keys.
    insensitive @extschema@.text_list,       -- Attributes that need no protection, published unchanged. NULL: as declared.
    quasi_identifiers @extschema@.text_list, -- Attributes that an attacker can know; also publishes keys. NULL: all others.
    subject @extschema@.text_list,           -- Attributes that identify a person. NULL: as declared; if there are none, each row is a person.
    harmless jsonb,                          -- Sensitive values that need no bound, as arrays by attribute. NULL: as declared.
    sample integer,                          -- Number of rows to draw. NULL: all.
    seed bigint                              -- Repeats the releases that are tried.
)
    RETURNS TABLE (setting jsonb, feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss float8, error float8,
        inference float8, membership float8, milliseconds float8, reason text) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
    SET row_security = off SET "DateStyle" = 'ISO, YMD' SET "IntervalStyle" = 'postgres' SET "TimeZone" = 'UTC' SET extra_float_digits = 1
    SET bytea_output = 'hex' SET lc_monetary = 'C' SET xmlbinary = 'base64' SET quote_all_identifiers = off AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    tried jsonb[];
    drawn_by bigint := COALESCE(seed, (random() * 9007199254740991)::bigint);
    roles jsonb;
    columns text;
    persons text;
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
               'subject', COALESCE(jsonb_agg(r.attribute) FILTER (WHERE r.of_subject), '[]'), 'harmless', harmless)
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
        PERFORM microdata.draw_sample(source, columns, persons, sample, drawn_by);
        FOREACH setting IN ARRAY tried LOOP
            SELECT t.feasible, t.groups, t.smallest, t.suppressed, t.loss, t.error, t.inference, t.membership, t.milliseconds, t.reason
            INTO feasible, groups, smallest, suppressed, loss, error, inference, membership, milliseconds, reason
            FROM microdata.tried(source, method, roles || microdata.settings_as_arguments(setting) || jsonb_build_object('seed', seed), drawn_by,
                false) t;
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
COMMENT ON FUNCTION microdata.explored IS 'what explore() returns';

CREATE FUNCTION microdata.draw_sample(
    source regclass, -- Relation to draw rows from.
    columns text,    -- Attributes, as a list for SQL.
    persons text,    -- Attributes that identify a person, likewise. NULL: each row is a person.
    sample integer,  -- Number of rows to draw, none if negative. NULL: all.
    seed bigint      -- Seed of the draw.
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('CREATE TEMPORARY TABLE microdata_explored AS SELECT %s FROM %s s WITH NO DATA', columns, source);
    PERFORM microdata.insert_rows('pg_temp.microdata_explored', format('SELECT %s FROM %s s %s', columns, source,
                   -- All rows of a person, or none.
                   CASE WHEN sample IS NOT NULL THEN format('ORDER BY %s FETCH FIRST %s ROWS WITH TIES', microdata.place_in_draw(columns, persons, seed),
                                                            GREATEST(sample, 0)) END));
    PERFORM microdata.analyze_copy('pg_temp.microdata_explored');
    PERFORM microdata.stand_in('pg_temp.microdata_explored', source);
END
$$;
COMMENT ON FUNCTION microdata.draw_sample IS 'draws rows of a relation into the temporary table microdata_explored, on which settings are tried';

CREATE FUNCTION microdata.tried(
    source regclass,  -- Relation whose rows draw_sample() has drawn.
    method text,      -- Method of the catalog.
    arguments jsonb,  -- Arguments of the publishing function.
    drawn_by bigint,  -- Seed of the attacks.
    singling boolean  -- True to try to single people out, too.
) RETURNS TABLE (feasible boolean, groups bigint, smallest bigint, suppressed bigint, loss float8, error float8, inference float8,
    singled_out float8, membership float8, milliseconds float8, reason text) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    release bigint;
    published regclass[];
    began timestamptz := clock_timestamp();
    said text;
    detail text;
    hint text;
BEGIN
    feasible := false;
    published := microdata.publish('pg_temp.microdata_explored', method, arguments, 'pg_temp.microdata_tried');
    feasible := true;
    milliseconds := round(1000 * extract(epoch FROM clock_timestamp() - began)::numeric, 1);
    SELECT r.release_id, r.buckets, r.suppressed_rows INTO STRICT release, groups, suppressed
    FROM microdata.releases r WHERE published[1] = ANY (r.relations);
    smallest := microdata.smallest_group(release);
    loss := microdata.figure_of('information_loss', 'f', published[1], NULL);
    error := microdata.figure_of('relative_error', 'median', published[1], drawn_by);
    inference := microdata.figure_of('audit_inference', 'guessed_right', published[1], drawn_by);
    singled_out := CASE WHEN singling THEN microdata.figure_of('audit_singling_out', 'success', published[1], drawn_by) END;
    membership := microdata.figure_of('audit_membership', 'auc', published[1], drawn_by);
    RAISE SQLSTATE 'MD000';
EXCEPTION
    WHEN SQLSTATE 'MD000' THEN
        RETURN NEXT;
    -- The settings do not suit the method, each other, or the data.
    WHEN invalid_parameter_value OR object_not_in_prerequisite_state OR feature_not_supported OR program_limit_exceeded THEN
        GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
        reason := replace(concat_ws(' ', said || '.', NULLIF(detail, ''), NULLIF(hint, '')), 'microdata_explored',
                          (SELECT c.relname FROM pg_class c WHERE c.oid = source));
        RETURN NEXT;
END
$$;
COMMENT ON FUNCTION microdata.tried IS 'publishes the drawn rows, measures the release, and takes it back: what explore() and advise() show of a setting';

CREATE FUNCTION microdata.explored_settings(
    called pg_proc, -- Publishing function.
    method text,    -- Method of the catalog: 'slicing', 'bucketization', 'generalization', 'gnf' or 'fragmentation'.
    settings jsonb  -- Settings to try, each a value or an array.
) RETURNS SETOF jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
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
    reserved CONSTANT text[] := '{source,target,replace,in_place,sensitive,identifiers,insensitive,quasi_identifiers,subject,harmless,seed}';
    -- Settings that a number may choose, besides the arguments.
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
        SELECT a.name FROM microdata.required_arguments(called, given) a (name) WHERE NOT given ? a.name
    LOOP
        IF NOT sensible ? setting.name THEN
            RAISE EXCEPTION '%() needs the setting "%"', called.proname, setting.name USING ERRCODE = 'invalid_parameter_value',
                      HINT = format('Give one value, or several to try: {"%s": [...]}.', setting.name);
        END IF;
        given := given || jsonb_build_object(setting.name, sensible -> setting.name);
    END LOOP;
    FOR setting IN SELECT s.key, s.value FROM jsonb_each(given) s LOOP
        IF setting.key = ANY (reserved) OR setting.key <> ALL (called.proargnames[1:called.pronargs] || models) THEN
            RAISE EXCEPTION '"%" is no setting of %()', setting.key, called.proname USING ERRCODE = 'invalid_parameter_value',
                      HINT = CASE WHEN setting.key = ANY (reserved) THEN 'explore() has an argument of its own for it, or needs none.'
                             ELSE 'Settings are arguments of the publishing function, or names of privacy models with one number.' END;
        END IF;
        -- An array is one choice of a list, and an array of arrays several.
        is_list := setting.key = ANY ('{groups,privacy,rules}');
        IF jsonb_typeof(setting.value) <> 'array'
           OR is_list AND NOT EXISTS (SELECT FROM jsonb_array_elements(setting.value) e (e) WHERE jsonb_typeof(e.e) = 'array') THEN
            setting.value := jsonb_build_array(setting.value);
        END IF;
        IF jsonb_array_length(setting.value) = 0 THEN
            RAISE EXCEPTION 'setting "%" has no value to try', setting.key USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF cardinality(combinations) * jsonb_array_length(setting.value) > most THEN
            RAISE EXCEPTION 'these are more than % settings', most USING ERRCODE = 'invalid_parameter_value', HINT = 'Try fewer at a time.';
        END IF;
        combinations := ARRAY(
            SELECT c.c || jsonb_build_object(setting.key, v.choice)
            FROM unnest(combinations) WITH ORDINALITY c (c, i), jsonb_array_elements(setting.value) WITH ORDINALITY v (choice, i)
            ORDER BY c.i, v.i);
    END LOOP;
    RETURN QUERY SELECT c FROM unnest(combinations) WITH ORDINALITY c (c, i) ORDER BY c.i;
END
$$;
COMMENT ON FUNCTION microdata.explored_settings IS 'every combination of the settings given, or of those that are sensible for the method';

CREATE FUNCTION microdata.settings_as_arguments(settings jsonb) -- One combination of settings.
    RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
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
COMMENT ON FUNCTION microdata.settings_as_arguments IS 'settings of explore() as arguments of the publishing function: a privacy model by its name joins the others';

CREATE FUNCTION microdata.smallest_group(release bigint) -- Number of a release.
    RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    made record;
    made_of regclass;
    columns text;
    rows bigint;
    smallest bigint;
BEGIN
    SELECT * INTO made FROM microdata.visible_release(release);
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
        BEGIN
            rows := microdata.value_of(format('SELECT min(g.rows) FROM (SELECT count(%s) AS rows FROM %s GROUP BY %s) g',
                COALESCE('DISTINCT ' || quote_ident(made.parameters ->> 'person_column'), '*'), microdata.kept_name(made_of), COALESCE(columns, '()')))::bigint;
        EXCEPTION WHEN undefined_function THEN
            -- A column's type has no equality, as box: its values are told apart by their texts.
            rows := microdata.value_of(format('SELECT min(g.rows) FROM (SELECT count(*) AS rows FROM %s GROUP BY %s) g', microdata.kept_name(made_of),
                                              (SELECT string_agg(format('pg_catalog.format(''%%s'', %I)', c.attribute), ', ')
                                               FROM microdata.release_columns c
                                               WHERE c.release_id = release AND c.relation = made_of AND c.role = 'quasi-identifier')))::bigint;
        END;
        smallest := LEAST(smallest, rows);
    END LOOP;
    RETURN smallest;
END
$$;
COMMENT ON FUNCTION microdata.smallest_group IS 'rows, or persons, in the smallest bucket or equivalence class of a release';

CREATE FUNCTION microdata.figure_of(
    measure text,      -- Name of a function that measures.
    figure text,       -- Column of its result.
    release regclass,   -- Release to measure.
    seed bigint        -- Repeats the figure.
) RETURNS float8 LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(measure);
    largest float8;
BEGIN
    IF called.oid IS NULL OR figure <> ALL (called.proargnames || 'f'::text) THEN
        RAISE EXCEPTION 'unrecognized figure of %(): %', quote_ident(measure), quote_ident(figure) USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('SELECT %s FROM %s f',
            -- A guess that comes near a number counts like one that is right.
            CASE WHEN measure = 'audit_inference' AND figure = 'guessed_right' THEN 'GREATEST(max(f.guessed_right) FILTER (WHERE f.attribute NOT LIKE ''% (harmless values)''), max(f.near_right))'
                 -- Descriptions without a release fit one person by chance.
                 WHEN measure = 'audit_singling_out' AND figure = 'success' THEN 'max(GREATEST(f.success - f.naive, 0) / NULLIF(1 - f.naive, 0))'
                 ELSE format('max(f.%I)', figure) END,
            microdata.call_of(called, '{}', '{"release": "$1", "seed": "$2"}')) INTO largest USING release, seed;
    RETURN largest;
EXCEPTION
    -- The release is of a kind that has no such figure.
    WHEN feature_not_supported OR wrong_object_type OR invalid_parameter_value OR object_not_in_prerequisite_state
         OR program_limit_exceeded THEN
        RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.figure_of IS 'the largest of a figure that a function measures of a release; NULL where it has none';

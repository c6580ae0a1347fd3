-- Counts, sums and means that a release is good for, and how far off they are.

CREATE FUNCTION @extschema@.estimate_count(
    release regclass,          -- Release, or one of its relations.
    predicate jsonb,           -- Conditions, by attribute: values or objects of tests.
    method text = 'likelihood' -- As in estimate.
) RETURNS float8 LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_estimate_count';
COMMENT ON FUNCTION @extschema@.estimate_count(regclass, jsonb, text) IS 'estimates from a release how many people satisfy a predicate';

CREATE FUNCTION @extschema@.estimate(
    release regclass,                           -- Release, or one of its relations.
    group_by @extschema@.text_list = NULL,      -- Attributes, or expressions of one, to group by.
    predicates jsonb = NULL,                    -- Conditions, by attribute: values or objects of tests.
    measures @extschema@.text_list = '{count}', -- count, persons, sum(attribute) and avg(attribute).
    method text = 'likelihood'                  -- 'likelihood' uses all buckets together; 'mixed', and releases without a likelihood, take all linkings in a bucket as equally likely.
) RETURNS TABLE (
    groups jsonb,         -- Values of the attributes to group by.
    measure text,         -- Name of the measure.
    estimate float8,      -- Estimate. NULL: it is not known.
    standard_error float8 -- Standard error of the estimate. NULL: it is not known.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_estimate';
COMMENT ON FUNCTION @extschema@.estimate(regclass, @extschema@.text_list, jsonb, @extschema@.text_list, text)
    IS 'estimates counts, sums and means by groups from a release, with standard errors';

CREATE FUNCTION microdata.relative_error(
    release regclass,                        -- Release, or one of its relations.
    query_dimension integer = 3,             -- Number of attributes in a query.
    selectivity float8 = 0.4,                -- Fraction of an attribute's values that a query selects.
    queries integer = 1000,                  -- Number of queries, at most 100000.
    seed bigint = NULL,                      -- Repeats the queries.
    attributes @extschema@.text_list = NULL  -- Attributes to draw queries from. NULL: all.
) RETURNS TABLE (
    queries integer,      -- Number of queries.
    mean float8,          -- Mean of the relative errors.
    median float8,        -- Median of the relative errors.
    p95 float8,           -- 95th percentile of the relative errors.
    in_one_column integer -- Number of queries about one group.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_relative_error';
COMMENT ON FUNCTION microdata.relative_error IS 'measures the relative error of estimated counts over random queries';

CREATE FUNCTION @extschema@.utility(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (
    measure text, -- Name of the measure.
    value float8, -- Value of the measure.
    meaning text  -- Meaning of the value, as a sentence.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_utility';
COMMENT ON FUNCTION @extschema@.utility(regclass) IS 'measures the utility of a release, and explains each figure in a sentence';

CREATE FUNCTION microdata.kl_divergence(release regclass) -- Release, or one of its relations.
    RETURNS float8 LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_kl_divergence';
COMMENT ON FUNCTION microdata.kl_divergence IS 'returns the Kullback-Leibler divergence of a decomposition from its source, in nats';

CREATE FUNCTION microdata.information_loss(
    release regclass,  -- Release, or one of its relations.
    loss text = NULL   -- Measure: 'width', 'values' or 'entropy'. NULL: that of the release.
) RETURNS float8 LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_information_loss';
COMMENT ON FUNCTION microdata.information_loss IS 'returns the information loss of a generalized or fragmented release, 0 to 1';

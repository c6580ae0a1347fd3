#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/estimates/predicate.hpp"
#include "postgres/estimates/scaled_estimation.hpp"
#include "postgres/estimates/utility_figures.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"

// The SQL functions estimate_count, estimate and relative_error.

namespace microdata::postgres {

namespace {

constexpr std::int32_t most_queries = 100'000;

constexpr const char* measures_hint =
    "Measures are count, persons, sum(attribute) and avg(attribute).";

// Reads a measure: count, persons, sum(attribute) or avg(attribute).
GroupQuery::Measure read_measure(const std::string& text) {
  using Kind = GroupQuery::Measure::Kind;
  if (text == "count") return {Kind::count, {}, text};
  if (text == "persons") return {Kind::persons, {}, text};
  const std::size_t open = text.find('(');
  const std::string function = text.substr(0, open);
  if (open == std::string::npos || text.back() != ')' || (function != "sum" && function != "avg")) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "there is no measure " + in_quotes(text))
        .hint(measures_hint);
  }
  return {function == "sum" ? Kind::sum : Kind::avg, text.substr(open + 1, text.size() - open - 2),
          text};
}

LinkingMethod given_method(const Arguments& arguments) {
  return arguments.choice<LinkingMethod>(
      "method", {{"likelihood", LinkingMethod::likelihood}, {"mixed", LinkingMethod::mixed}});
}

Datum estimate_count(const Arguments& arguments) {
  GroupQuery query;
  query.predicates = read_conjunctions(arguments.json("predicate"));
  query.measures.push_back({GroupQuery::Measure::Kind::count, {}, {}});
  // A function from before an upgrade has no argument method.
  if (arguments.has("method")) query.method = given_method(arguments);
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::estimated);
  EstimateGroups* const estimate = require(operations.groups, relation);
  find_expressions(release, query);
  Phases phases("estimating a count from " + name);
  const GroupEstimates estimates = estimate_scaled(estimate, release, query, phases.progress());
  phases.finish();
  return Float8GetDatum(without_noise(estimates.groups.front().figures.front()->estimate));
}

GroupQuery read_group_query(const Arguments& arguments) {
  GroupQuery query;
  query.group_by = arguments.optional_texts("group_by").value_or(std::vector<std::string>{});
  query.method = given_method(arguments);
  for (const std::string& measure : arguments.texts("measures"))
    query.measures.push_back(read_measure(measure));
  if (query.measures.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "measures must not be empty").hint(measures_hint);
  }
  if (const auto predicates = arguments.optional_json("predicates"))
    query.predicates = read_conjunctions(*predicates);
  return query;
}

void estimate_groups_of(const Arguments& arguments, ResultSet& result) {
  GroupQuery query = read_group_query(arguments);
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::estimated);
  EstimateGroups* const estimate = require(operations.groups, relation);
  find_expressions(release, query);
  Phases phases("estimating from " + name);
  const GroupEstimates estimates = estimate_scaled(estimate, release, query, phases.progress());
  bool unknown = false;
  for (const GroupEstimate& group : estimates.groups) {
    const std::string text = estimates.text(group);
    for (std::size_t m = 0; m < query.measures.size(); ++m) {
      const std::optional<Figure>& figure = group.figures[m];
      unknown = unknown || (figure && std::isinf(figure->standard_error));
      if (figure) {
        result.add({text, query.measures[m].text,
                    microdata::to_string(without_noise(figure->estimate)),
                    group.has_errors && std::isfinite(figure->standard_error)
                        ? std::optional(microdata::to_string(without_noise(figure->standard_error)))
                        : std::nullopt});
      } else {
        result.add({text, query.measures[m].text, std::nullopt, std::nullopt});
      }
    }
  }
  if (unknown) {
    report(
        NOTICE, "standard errors of these estimates are not known",
        is_of_subjects(release)
            ? "A person can have any value of a range or a set that is published in place of "
              "values, or tables of the release do not have the same persons."
        : query.method == LinkingMethod::mixed
            ? "The method \"mixed\" does not show how far the groups of a bucket go together, nor "
              "where in a published range or set a row lies."
            : "Ranges or sets that are published in place of values pass the conditions in part, "
              "or have their numbers added up, and nothing shows where in them a row lies; or the "
              "groups are of rare values, which the model takes together.");
  }
  phases.finish();
}

CountQueryOptions query_options(const Arguments& arguments) {
  const std::int32_t dimension = arguments.integer("query_dimension");
  const double selectivity = arguments.number("selectivity");
  const std::int32_t queries = arguments.integer("queries");
  if (dimension < 1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "query_dimension must be at least 1, not " + std::to_string(dimension));
  }
  if (!(selectivity > 0 && selectivity <= 1)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "selectivity must be above 0 and at most 1, not " +
                                                     microdata::to_string(selectivity));
  }
  if (queries < 1 || queries > most_queries) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "queries must be between 1 and " +
                                                     std::to_string(most_queries) + ", not " +
                                                     std::to_string(queries));
  }
  return {static_cast<std::size_t>(dimension), selectivity, static_cast<std::size_t>(queries)};
}

// Attributes that random queries are about, by their place among the release's.
struct CrossedAttributes {
  AttributeSet attributes;
  bool given = false;
  // The relation and the column of each attribute, by place; values within one column are linked.
  std::vector<std::pair<Oid, int>> column;

  bool in_one_column(const CountQuery& query) const {
    return std::all_of(query.predicate.begin(), query.predicate.end(), [&](const ValueSet& set) {
      return column[set.attribute] == column[query.predicate.front().attribute];
    });
  }
};

CrossedAttributes attributes_to_cross(const Arguments& arguments, const Release& release) {
  CrossedAttributes crossed;
  const std::vector<ReleaseAttribute> published = distinct_attributes(release);
  for (const ReleaseAttribute& attribute : published)
    crossed.column.emplace_back(attribute.relation, attribute.column);
  if (arguments.has("attributes") && !arguments.is_null("attributes")) {
    crossed.given = true;
    for (const std::string& name : arguments.texts("attributes")) {
      const ReleaseAttribute& attribute = require_attribute(release, name);
      const auto found =
          std::find_if(published.begin(), published.end(), [&](const ReleaseAttribute& one) {
            return one.name == name ||
                   (!one.source_name.empty() && one.source_name == attribute.source_name);
          });
      crossed.attributes.push_back(static_cast<std::size_t>(found - published.begin()));
    }
    std::sort(crossed.attributes.begin(), crossed.attributes.end());
    if (std::adjacent_find(crossed.attributes.begin(), crossed.attributes.end()) !=
        crossed.attributes.end()) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attributes names an attribute twice");
    }
  } else {
    for (std::size_t a = 0; a < published.size(); ++a)
      crossed.attributes.push_back(a);
  }
  return crossed;
}

void relative_error(const Arguments& arguments, ResultSet& result) {
  const CountQueryOptions options = query_options(arguments);
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::estimated);
  const CountEstimation& counts = require(operations.counts, relation);
  const CrossedAttributes crossed = attributes_to_cross(arguments, release);
  if (options.dimension > crossed.attributes.size()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string("query_dimension must be at most the number of ") +
                    (crossed.given ? "attributes, " : "published attributes, ") +
                    std::to_string(crossed.attributes.size()) + ", not " +
                    std::to_string(options.dimension));
  }
  require_source(
      release, name,
      "The errors are measured against counts of its source; estimate_count() needs no source.");
  Phases phases("measuring the counts of " + name);
  Random random = random_for_measuring(arguments);
  const auto [queries, estimates] =
      draw_and_estimate(release, counts, crossed.attributes, options, random, phases.progress());
  const RelativeError error = microdata::relative_error(queries, estimates);
  std::vector<std::optional<std::string>> row(4);
  row[0] = std::to_string(error.queries);
  if (error.queries > 0) {
    row[1] = microdata::to_string(without_noise(error.mean));
    row[2] = microdata::to_string(without_noise(error.median));
    row[3] = microdata::to_string(without_noise(error.p95));
  }
  // A function from before an upgrade has neither column.
  if (arguments.has("attributes")) {
    row.emplace_back(
        std::to_string(std::count_if(queries.begin(), queries.end(), [&](const auto& query) {
          return crossed.in_one_column(query);
        })));
  }
  result.add(row);
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_estimate_count, microdata::postgres::estimate_count)
MICRODATA_FUNCTION(pg_microdata_estimate, microdata::postgres::estimate_groups_of)
MICRODATA_FUNCTION(pg_microdata_relative_error, microdata::postgres::relative_error)

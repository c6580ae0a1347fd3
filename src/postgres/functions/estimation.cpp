#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

// estimate_count and relative_error.

namespace microdata::postgres {

namespace {

constexpr std::int32_t most_queries = 100'000;

Datum estimate_count_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Predicate predicate = read_predicate(arguments.json("predicate"));
  const auto [relation, name, release, method] = given_release(arguments);
  const CountEstimation& counts = require(method.counts, relation);
  Phases phases("estimating a count from " + name);
  const double estimate = counts.of_predicate(release, predicate, phases.progress());
  phases.finish();
  return Float8GetDatum(without_noise(estimate));
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

// The published attributes as the source has them.
struct SourceTable {
  Microdata data;
  std::vector<std::string> attributes;
  std::vector<Dictionary> values;
};

SourceTable read_published_attributes(const Release& release, const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*release.source);
  SourceTable table;
  std::vector<std::string> names;
  const std::vector<ReleaseAttribute> attributes = distinct_attributes(release);
  for (const ReleaseAttribute& attribute : attributes) {
    const SourceColumn& column = source_column(attribute, source);
    names.push_back(column.name);
    table.attributes.push_back(attribute.name);
    table.values.emplace_back(column.type);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& values : table.values)
    dictionaries.push_back(&values);
  table.data.columns = read_columns(source.relation, names, dictionaries);
  table.data.rows = row_count(table.data.columns);
  if (table.data.rows == 0) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "relation " + in_quotes(source.name) + " has no rows")
        .hint("There is nothing to count.");
  }
  for (std::size_t a = 0; a < names.size(); ++a) {
    table.values[a].finish(progress);
    table.values[a].translate(table.data.columns[a], progress);
    table.data.attributes.push_back(make_attribute(names[a], attributes[a].role, table.values[a]));
  }
  return table;
}

Datum relative_error(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const CountQueryOptions options = query_options(arguments);
  const auto [relation, name, release, method] = given_release(arguments);
  const CountEstimation& counts = require(method.counts, relation);
  const std::size_t attributes_published = distinct_attributes(release).size();
  if (options.dimension > attributes_published) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "query_dimension must be at most the number of published attributes, " +
                    std::to_string(attributes_published) + ", not " +
                    std::to_string(options.dimension));
  }
  require_source(
      release, name,
      "The errors are measured against counts of its source; estimate_count() needs no source.");
  Phases phases("measuring the counts of " + name);
  const Progress progress = phases.progress();
  const SourceTable source = read_published_attributes(release, progress);
  const CountEstimate estimate =
      counts.of_queries(release, source.attributes, source.values, progress);
  phases.begin("count");
  Random random = random_for_measuring(arguments);
  AttributeSet attributes;
  for (std::size_t a = 0; a < source.attributes.size(); ++a)
    attributes.push_back(a);
  const std::vector<CountQuery> queries =
      random_count_queries(source.data, attributes, options, random, progress);
  phases.begin("estimate");
  const RelativeError error = microdata::relative_error(queries, estimate, progress);
  if (error.queries == 0) {
    result.add({"0", std::nullopt, std::nullopt, std::nullopt});
  } else {
    result.add({std::to_string(error.queries), microdata::to_string(without_noise(error.mean)),
                microdata::to_string(without_noise(error.median)),
                microdata::to_string(without_noise(error.p95))});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_estimate_count, microdata::postgres::estimate_count_of)
MICRODATA_FUNCTION(pg_microdata_relative_error, microdata::postgres::relative_error)

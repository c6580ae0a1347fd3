#include "core/correlation/correlation.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/privacy/privacy_model.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"

// attribute_correlation and attribute_partition.

namespace microdata::postgres {

namespace {

Datum attribute_correlation(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto measure = arguments.choice<CorrelationMeasure>(
      "measure", {{"phi2", CorrelationMeasure::phi2},
                  {"mutual-information", CorrelationMeasure::mutual_information},
                  {"pearson", CorrelationMeasure::pearson}});
  const DiscretizationOptions discretization = given_discretization(arguments);
  const Source source = open_source(arguments.relation("source"));
  Phases phases("correlating the attributes of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const Table table =
      read_table(source, assign_roles(source, without_subject(given_roles(arguments))),
                 Purpose::measurement, progress);
  phases.begin("correlate");
  const AttributeSet attributes = published_attributes(table.data);
  const Eigen::MatrixXd correlation =
      correlation_matrix(table.data, attributes, measure, discretization, max_threads(), progress);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    for (std::size_t j = i + 1; j < attributes.size(); ++j) {
      const double value = correlation(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      result.add({table.data.attributes[attributes[i]].name,
                  table.data.attributes[attributes[j]].name,
                  std::isnan(value) ? std::nullopt : std::optional(microdata::to_string(value))});
    }
  }
  phases.finish();
  return 0;
}

Datum attribute_partition(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const SlicingRequest request = slicing_request(arguments);
  const Source source = open_source(arguments.relation("source"));
  Phases phases("partitioning the attributes of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles =
      assign_roles(source, without_subject(given_roles(arguments)));
  check_request(request, source, roles, request.options.sensitive_column_size.has_value());
  const Table table = read_table(source, roles, Purpose::measurement, progress);
  phases.begin("correlate");
  const AttributePartition partition =
      find_attribute_partition(table.data, request.options, progress);
  for (std::size_t c = 0; c < partition.size(); ++c) {
    std::vector<std::string> names;
    for (const std::size_t a : partition[c].attributes) {
      names.push_back(table.data.attributes[a].name);
    }
    const auto& medoid = partition[c].medoid;
    result.add({std::to_string(c + 1), to_name_array(names),
                medoid ? std::optional(table.data.attributes[*medoid].name) : std::nullopt,
                sensitive_attributes(table.data, partition[c]).empty() ? "f" : "t"});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_attribute_correlation, microdata::postgres::attribute_correlation)
MICRODATA_FUNCTION(pg_microdata_attribute_partition, microdata::postgres::attribute_partition)

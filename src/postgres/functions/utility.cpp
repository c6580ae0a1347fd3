#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <variant>

#include "core/correlation/correlation.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/slicing.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/utility_figures.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"

// The SQL functions kl_divergence, information_loss, utility, attribute_correlation and
// attribute_partition.

namespace microdata::postgres {

namespace {

Divergence measure_divergence(const GivenRelease& given, MeasureDivergence* measure,
                              const Progress& progress) {
  const Release& release = given.release;
  require_source(release, given.name, "The divergence is between the source and the release.");
  require_memory(release, need_of_audit(release, "kl_divergence()"),
                 "It is one of all parts together, and decompositions are not made by regions.");
  const Divergence measured = measure(release, progress);
  report_fitting(measured);
  return measured;
}

Datum divergence(const Arguments& arguments) {
  const GivenRelease given = given_release(arguments);
  MeasureDivergence* const measure = require(given.operations.divergence, given.relation);
  Phases phases("measuring the divergence of " + given.name);
  const Divergence measured = measure_divergence(given, measure, phases.progress());
  phases.finish();
  return Float8GetDatum(measured.nats);
}

// Returns the loss that the release was made to minimize; width if it has none recorded.
LossMeasure recorded_loss(const Release& release) {
  const std::string& recorded = release.layout.loss;
  if (recorded == to_string(LossMeasure::values)) return LossMeasure::values;
  return recorded == to_string(LossMeasure::entropy) ? LossMeasure::entropy : LossMeasure::width;
}

Datum information_loss_of(const Arguments& arguments) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require(operations.loss, relation);
  check_counterfeits(release, relation, Counterfeits::known);
  const LossMeasure measure = given_loss(arguments).value_or(recorded_loss(release));
  Phases phases("measuring the information loss of " + name);
  const Progress progress = phases.progress();
  double loss = 0;
  if (measure == LossMeasure::width) {
    loss = width_loss(release, progress);
  } else {
    require_source(
        release, name,
        "Its values are counted in the source. Use loss => 'width', which is measured on "
        "the release alone.");
    loss = loss_of_covers(release, measure, progress);
  }
  phases.finish();
  return Float8GetDatum(without_noise(loss));
}

bool has_source(const Release& release) {
  return release.source && !source_is_denied(release);
}

// The figures that have a meaning for a release.
class Utility {
 public:
  Utility(const GivenRelease& given, ResultSet& result, const Progress& progress)
      : given_(given), release_(given.release), result_(result), progress_(progress) {}

  void add_loss() {
    const LossMeasure measure = recorded_loss(release_);
    const bool by_width = measure == LossMeasure::width;
    if (!std::holds_alternative<LossReading>(given_.operations.loss) ||
        !takes_counterfeits(release_, Counterfeits::known) ||
        !(by_width || (has_source(release_) && !is_of_subjects(release_))))
      return;
    if (!by_width) require_source(release_, given_.name, "");
    const double loss =
        by_width ? width_loss(release_, progress_) : loss_of_covers(release_, measure, progress_);
    add("information loss", loss, meaning_of_loss(loss, measure));
  }

  void add_errors() {
    const auto* const counts = std::get_if<CountEstimation>(&given_.operations.counts);
    if (counts == nullptr || !takes_counterfeits(release_, Counterfeits::estimated) ||
        !has_source(release_))
      return;
    require_source(release_, given_.name, "");
    AttributeSet attributes(distinct_attributes(release_).size());
    std::iota(attributes.begin(), attributes.end(), std::size_t{0});
    const CountQueryOptions options{std::min<std::size_t>(3, attributes.size()), 0.4, 1000};
    Random random = make_random(std::nullopt);
    const auto [queries, estimates] =
        draw_and_estimate(release_, *counts, attributes, options, random, progress_);
    const RelativeError error = microdata::relative_error(queries, estimates);
    if (error.queries == 0) return;
    add("relative error of counts, median", error.median,
        meaning_of_median_error(error.median, options.dimension));
    add("relative error of counts, mean", error.mean,
        meaning_of_mean_error(error.mean, options.dimension));
    add("relative error of counts, 95%", error.p95,
        meaning_of_largest_errors(error.p95, options.dimension));
  }

  void add_divergence() {
    const auto* const measure = std::get_if<MeasureDivergence*>(&given_.operations.divergence);
    if (measure == nullptr || !has_source(release_)) return;
    const Divergence divergence = measure_divergence(given_, *measure, progress_);
    add("KL divergence", divergence.nats, meaning_of_divergence(divergence));
  }

  bool is_empty() const { return rows_ == 0; }

 private:
  void add(const char* measure, double value, const std::string& meaning) {
    result_.add({measure, microdata::to_string(without_noise(value)), meaning});
    ++rows_;
  }

  const GivenRelease& given_;
  const Release& release_;
  ResultSet& result_;
  const Progress& progress_;
  std::size_t rows_ = 0;
};

void utility(const Arguments& arguments, ResultSet& result) {
  const GivenRelease given = given_release(arguments, Counterfeits::as_published);
  Phases phases("measuring the utility of " + given.name);
  const Progress progress = phases.progress();
  Utility figures(given, result, progress);
  figures.add_loss();
  figures.add_errors();
  figures.add_divergence();
  if (figures.is_empty()) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "no measure of utility applies to " + given.name)
        .detail(given.release.source ? "The method of the release has none, or the measures need "
                                       "a source that you may not read."
                                     : "The source is gone, with which the release is compared.");
  }
  phases.finish();
}

}  // namespace

namespace {

void attribute_correlation(const Arguments& arguments, ResultSet& result) {
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
}

void attribute_partition(const Arguments& arguments, ResultSet& result) {
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
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_utility, microdata::postgres::utility)
MICRODATA_FUNCTION(pg_microdata_kl_divergence, microdata::postgres::divergence)
MICRODATA_FUNCTION(pg_microdata_information_loss, microdata::postgres::information_loss_of)

MICRODATA_FUNCTION(pg_microdata_attribute_correlation, microdata::postgres::attribute_correlation)
MICRODATA_FUNCTION(pg_microdata_attribute_partition, microdata::postgres::attribute_partition)

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/methods/gnf/divergence_report.hpp"
#include "postgres/release/loss_argument.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// kl_divergence and information_loss.

namespace microdata::postgres {

namespace {

Datum divergence(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, method] = given_release(arguments);
  MeasureDivergence* const measure = require(method.divergence, relation);
  require_memory(release, need_of_audit(release, "kl_divergence()"),
                 "It is one of all parts together, and decompositions are not made by regions.");
  Phases phases("measuring the divergence of " + name);
  const Divergence measured = measure(release, phases.progress());
  report_fitting(measured);
  phases.finish();
  return Float8GetDatum(measured.nats);
}

// What the release was made to lose least; width for those that do not say.
LossMeasure recorded_loss(const Release& release) {
  const std::string recorded = release_parameter(release, "loss").value_or("width");
  if (recorded == to_string(LossMeasure::values)) return LossMeasure::values;
  return recorded == to_string(LossMeasure::entropy) ? LossMeasure::entropy : LossMeasure::width;
}

// The mean over all rows is that over regions, by their rows: how far the domains extend is known
// of the whole release in each.
double width_loss(const Release& release, const LossReading& reading, const Progress& progress) {
  std::vector<std::string> attributes;
  for (const ReleaseAttribute& attribute : release.attributes)
    attributes.push_back(attribute.name);
  MemoryNeed need = need_of_audit(release, "information_loss()");
  need.of_tuple = 0;
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  double sum = 0;
  double rows = 0;
  const auto measure = [&](std::uint32_t /*region*/) {
    progress.phase("read");
    const std::vector<PublishedExtents> extents = reading.extents(release, progress);
    progress.phase("loss");
    const double loss = extent_loss(extents, progress);
    double cells = 0;
    for (const PublishedExtents& attribute : extents)
      cells += static_cast<double>(attribute.value_of_row.size());
    sum += loss * cells;
    rows += cells;
  };
  if (must_read_by_regions(release, need)) {
    for_each_region(release, measure, reading_of_regions(release, attributes));
  } else {
    measure(0);
  }
  return rows > 0 ? sum / rows : 0;
}

// Of a region, how many rows of the whole source have each value is known, so that its rows lose
// what they lose in the whole.
double loss_of_covers(const Release& release, const LossReading& reading, LossMeasure measure,
                      const Progress& progress) {
  std::vector<LossOfRows> sums;
  const auto add = [&](std::uint32_t /*region*/) {
    const std::vector<PublishedCovers> covers = reading.covers(release, progress);
    progress.phase("loss");
    const std::vector<LossOfRows> losses = cover_losses(covers, measure, progress);
    sums.resize(losses.size());
    for (std::size_t a = 0; a < losses.size(); ++a) {
      sums[a].lost += losses[a].lost;
      sums[a].rows += losses[a].rows;
    }
  };
  MemoryNeed need = need_of_audit(release, "information_loss()");
  need.beside = [&] { return bytes_of_known_values(release, true); };
  if (must_read_by_regions(release, need)) {
    for_each_region(release, add, knowing_values_of_source(release, true, true));
  } else {
    add(0);
  }
  return mean_loss(sums, static_cast<std::size_t>(release.suppressed_rows.value_or(0)));
}

Datum information_loss_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, method] =
      given_release(arguments, Counterfeits::as_published);
  const LossReading reading = require(method.loss, relation);
  check_counterfeits(release, relation, Counterfeits::known);
  const LossMeasure measure = given_loss(arguments).value_or(recorded_loss(release));
  Phases phases("measuring the information loss of " + name);
  const Progress progress = phases.progress();
  double loss = 0;
  if (measure == LossMeasure::width) {
    loss = width_loss(release, reading, progress);
  } else {
    require_source(
        release, name,
        "Its values are counted in the source. Use loss => 'width', which is measured on "
        "the release alone.");
    loss = loss_of_covers(release, reading, measure, progress);
  }
  phases.finish();
  return Float8GetDatum(without_noise(loss));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_kl_divergence, microdata::postgres::divergence)
MICRODATA_FUNCTION(pg_microdata_information_loss, microdata::postgres::information_loss_of)

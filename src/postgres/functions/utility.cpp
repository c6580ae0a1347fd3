#include "postgres/server/api.hpp"

#include <string>

#include "core/privacy/privacy_model.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/information_loss.hpp"
#include "postgres/inspection/memory_need.hpp"
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
  require_source(release, name, "The divergence is between the source and the release.");
  require_memory(release, need_of_audit(release, "microdata.kl_divergence()"),
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

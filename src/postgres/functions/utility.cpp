#include "postgres/server/api.hpp"

#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/methods/gnf/divergence_report.hpp"
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
  Phases phases("measuring the divergence of " + name);
  const Divergence measured = measure(release, phases.progress());
  report_fitting(measured);
  phases.finish();
  return Float8GetDatum(measured.nats);
}

Datum information_loss_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, method] = given_release(arguments);
  MeasureExtents* const measure = require(method.extents, relation);
  Phases phases("measuring the information loss of " + name);
  const Progress progress = phases.progress();
  const std::vector<PublishedExtents> extents = measure(release, progress);
  phases.begin("loss");
  const double loss = extent_loss(extents, progress);
  phases.finish();
  return Float8GetDatum(without_noise(loss));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_kl_divergence, microdata::postgres::divergence)
MICRODATA_FUNCTION(pg_microdata_information_loss, microdata::postgres::information_loss_of)

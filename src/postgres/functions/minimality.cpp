#include "core/risk/minimality.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/risk/share_interval.hpp"
#include "postgres/functions/control.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/region_minimality.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// audit_minimality.

namespace microdata::postgres {

namespace {

// What every side of a cut must have had, by what the release promises.
MinimalityOptions promised(const Release& release, const std::string& name) {
  const std::optional<double> l = promised_l(release);
  if (!l || *l <= 1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "release " + name + " promises no l")
        .hint("What cuts tell of sensitive values follows from the l that both sides must meet.");
  }
  MinimalityOptions options;
  options.l = *l;
  // A number of rows may be anything in a catalog that somebody restored.
  constexpr double most = 1e9;
  double fewest = std::max({2.0, std::ceil(*l * (1 - 1e-9)), release.layout.k.value_or(1)});
  for (const PrivacyModel& model : recorded_models(release)) {
    if (const auto* k = std::get_if<KAnonymity>(&model)) fewest = std::max<double>(fewest, k->k);
    if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
      fewest = std::max<double>(fewest, alpha->k);
    }
  }
  options.fewest = static_cast<std::size_t>(std::min(fewest, most));
  return options;
}

void add_row(ResultSet& result, const std::string& attribute, const MinimalityFigures& figures,
             double l, const ResultRow& control) {
  const auto figure = [](double number) { return microdata::to_string(without_noise(number)); };
  const auto of_guesses = [&](double number) {
    return figures.persons > 0 ? std::optional(figure(number)) : std::nullopt;
  };
  const ShareInterval interval = wilson_interval(figures.right, figures.persons);
  const auto persons = static_cast<double>(std::max<std::size_t>(figures.persons, 1));
  ResultRow row{attribute,
                std::to_string(figures.regions),
                std::to_string(figures.telling),
                std::to_string(figures.persons),
                of_guesses(static_cast<double>(figures.right) / persons),
                figure(interval.low),
                figure(interval.high),
                of_guesses(figures.believed),
                of_guesses(figures.share),
                figure(1 / l),
                of_guesses(figures.z)};
  row.insert(row.end(), control.begin(), control.end());
  result.add(row);
}

Datum audit_minimality(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::refused);
  PlacePersons* const place = require(operations.places, relation);
  require_source(release, name,
                 "The adversary knows the quasi-identifiers of its persons, and guesses are judged "
                 "by their sensitive values.");
  const MinimalityOptions options = promised(release, name);
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls =
      audit_control_by("attribute", "audit_minimality", {&relation, 1}, arguments);
  if (!release.parameters["regions"].is_null() && release.layout.cuts != "oblivious" &&
      release.layout.method != "anatomy") {
    report(NOTICE, "what the choice of regions tells is not judged",
           "Which regions " + name +
               " has depends on sensitive values, as its buckets do. With cuts => 'oblivious' it "
               "would not.");
  }
  Phases phases("looking for cuts of " + name + " that were not made");
  const Progress progress = phases.progress();
  Random random = random_for_measuring(arguments);
  const FoundCuts found = find_cuts(release, place, {options, outsiders}, random, progress);
  for (const auto& [attribute, figures] : found) {
    add_row(result, attribute, figures, options.l,
            control_of(controls, attribute, {figures.persons, figures.right},
                       outsiders ? std::optional(figures.control) : std::nullopt));
  }
  if (found.empty()) require_sensitive({});
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_minimality, microdata::postgres::audit_minimality)

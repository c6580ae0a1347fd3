#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "core/risk/share_interval.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// audit_inference.

namespace microdata::postgres {

namespace {

InferenceOptions inference_options(const Arguments& arguments) {
  InferenceOptions options;
  options.model = arguments.choice<InferenceModel>(
      "model",
      {{"logistic", InferenceModel::logistic}, {"naive_bayes", InferenceModel::naive_bayes}});
  constexpr std::int32_t most_iterations = 100;
  const std::int32_t iterations = arguments.integer("iterations");
  if (iterations < 0 || iterations > most_iterations) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "iterations must be between 0 and " +
                                                     std::to_string(most_iterations) + ", not " +
                                                     std::to_string(iterations));
  }
  options.iterations = static_cast<unsigned>(iterations);
  options.threads = max_threads();
  return options;
}

std::string figure(double number) {
  return microdata::to_string(without_noise(number));
}

// NULL where there is nobody to have a share of.
std::optional<std::string> share(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return figure(static_cast<double>(part) / static_cast<double>(whole));
}

Datum audit_inference(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const InferenceOptions options = inference_options(arguments);
  const auto [relation, name, release, method] = given_release(arguments);
  AuditInference* const audit = require(method.inference, relation);
  require_source(release, name,
                 "The adversary knows the quasi-identifiers of its persons, and guesses are judged "
                 "by their sensitive values.");
  Phases phases("guessing the values of " + name);
  Random random = random_for_measuring(arguments);
  for (const InferenceFigures& figures : audit(release, options, random, phases.progress())) {
    const std::size_t persons = figures.guessed.persons;
    const ShareInterval interval = wilson_interval(figures.guessed.right, persons);
    const auto believed = [&](const GuessesJudged& judged) {
      return share(judged.persons, persons);
    };
    const auto right = [](const GuessesJudged& judged) {
      return share(judged.right, judged.persons);
    };
    result.add({figures.attribute, std::to_string(persons), right(figures.guessed),
                figure(interval.low), figure(interval.high),
                figures.bound ? std::optional(figure(*figures.bound)) : std::nullopt,
                figures.above_bound ? believed(*figures.above_bound) : std::nullopt,
                figures.above_bound ? right(*figures.above_bound) : std::nullopt,
                believed(figures.above_half), right(figures.above_half),
                believed(figures.above_nine_tenths), right(figures.above_nine_tenths),
                right(figures.baseline), right(figures.naive),
                persons > 0 ? std::optional(figure(figures.calibration_error)) : std::nullopt});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_inference, microdata::postgres::audit_inference)

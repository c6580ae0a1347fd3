#include "postgres/inspection/inference_figures.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// What rounding leaves of a probability that is the bound itself is not above it.
constexpr double rounding = 1e-6;

Code most_frequent(std::span<const std::uint64_t> rows) {
  return static_cast<Code>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

}  // namespace

InferenceFigures judge_beliefs(std::span<const Row> persons, std::span<const Guess> guesses,
                               const JudgedAttribute& attribute) {
  const TrueValues& truth = attribute.truth;
  InferenceFigures figures;
  const auto believed = [&](double above) {
    return judge_believed(persons, guesses, truth, above + rounding);
  };
  figures.guessed = judge_guesses(persons, guesses, truth);
  if (attribute.l) {
    figures.bound = 1 / *attribute.l;
    figures.above_bound = believed(*figures.bound);
  }
  figures.above_half = believed(0.5);
  figures.above_nine_tenths = believed(0.9);
  return figures;
}

namespace {

// `options`: those of this attribute by itself.
InferenceFigures judge(std::span<const Row> persons, std::span<const Guess> guesses,
                       std::span<const std::uint64_t> rows_of_values,
                       const JudgedAttribute& attribute, const KnownFeatures& features,
                       const InferenceOptions& options, const Progress& progress) {
  const TrueValues& truth = attribute.truth;
  InferenceFigures figures = judge_beliefs(persons, guesses, attribute);
  figures.calibration_error = calibration_error(persons, guesses, truth);
  const NearValues* const near = options.near_of(0);
  const Code most = most_frequent(rows_of_values);
  const std::vector<Guess> alike(
      persons.size(), {most, 0, near != nullptr ? near_most(rows_of_values, *near) : NearSpan()});
  figures.naive = judge_guesses(persons, alike, truth);
  const std::vector<Guess> baseline =
      guess_by_true_model(persons, truth, features, options, progress);
  figures.baseline = judge_guesses(persons, baseline, truth);
  if (near != nullptr) {
    figures.near = {judge_near(persons, guesses, truth),
                    judge_near(persons, baseline, truth),
                    judge_near(persons, alike, truth),
                    {}};
  }
  figures.persons.assign(persons.begin(), persons.end());
  figures.guesses.assign(guesses.begin(), guesses.end());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    figures.guess_is_right.push_back(truth.has(persons[i], guesses[i].value));
    if (near != nullptr)
      figures.guess_is_near.push_back(guesses[i].near.has_any(truth.of(persons[i])));
  }
  return figures;
}

}  // namespace

void InferenceFigures::set_attribute(const std::string& name, const Dictionary& values) {
  attribute = name;
  for (const Guess& guess : guesses) {
    if (!texts.contains(guess.value))
      texts.emplace(guess.value, values.is_null(guess.value) ? "NULL" : values.text(guess.value));
  }
}

std::vector<Row> in_random_order(std::size_t persons, Random& random) {
  std::vector<Row> order(persons);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

std::vector<Row> numbers_from(std::size_t first, std::size_t end) {
  std::vector<Row> numbers(end - first);
  std::iota(numbers.begin(), numbers.end(), static_cast<Row>(first));
  return numbers;
}

std::vector<InferenceFigures> measure_inference(const PlacedSides& placed,
                                                std::span<const JudgedAttribute> attributes,
                                                const KnownFeatures& features,
                                                const InferenceOptions& options,
                                                const Progress& progress) {
  std::vector<InferenceFigures> result(attributes.size());
  if (placed.members.persons().empty()) return result;
  InferenceOptions of_all = options;
  for (const JudgedAttribute& attribute : attributes)
    of_all.near.push_back(attribute.near ? &*attribute.near : nullptr);
  const AttackGuesses guesses =
      guess_jointly(placed.members, placed.outsiders, features, of_all, progress);
  InferenceOptions of_one = options;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    const TrueValues& truth = attributes[a].truth;
    of_one.near = {of_all.near[a]};
    result[a] = judge(placed.members.persons(), guesses.of_members[a],
                      placed.members.rows_of_values(a), attributes[a], features, of_one, progress);
    const std::vector<Row>& others = placed.outsiders.persons();
    result[a].control = judge_guesses(others, guesses.of_outsiders[a], truth);
    if (result[a].near)
      result[a].near->control = judge_near(others, guesses.of_outsiders[a], truth);
  }
  return result;
}

void require_sensitive(const std::vector<InferenceFigures>& figures) {
  if (!figures.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the release has no sensitive attribute")
      .hint("What is guessed are the values of sensitive attributes.");
}

std::optional<double> promised_l(const Release& release) {
  return release.layout.l;
}

}  // namespace microdata::postgres

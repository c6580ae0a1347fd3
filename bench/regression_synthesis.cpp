#include "regression_synthesis.hpp"

#include <algorithm>
#include <numeric>

#include "core/risk/known_features.hpp"
#include "core/risk/value_model.hpp"

namespace microdata::experiment {

namespace {

constexpr unsigned learning_steps = 200;

// Returns features of all attributes except the last; the first `learners` rows determine the
// features.
KnownFeatures features_of_others(const Microdata& data, std::size_t learners) {
  std::vector<KnownAttribute> known;
  for (std::size_t a = 0; a + 1 < data.attributes.size(); ++a) {
    const Attribute& attribute = data.attributes[a];
    known.push_back({data.columns[a], attribute.distinct, attribute.numeric()});
  }
  return {known, learners, data.rows, {}};
}

// Returns a model of the last attribute by the others, learned from the first rows.
ValueModel learned(const KnownFeatures& features, const std::vector<Code>& shown, Code distinct) {
  std::vector<Row> learners(shown.size());
  std::iota(learners.begin(), learners.end(), Row{0});
  std::vector<float> beliefs(shown.size() * distinct, 0);
  for (std::size_t i = 0; i < shown.size(); ++i)
    beliefs[i * distinct + shown[i]] = 1;
  ValueModel model;
  LogisticRegression(features, learners, {})
      .learn(model, {learners, beliefs, distinct}, learning_steps, 2, {});
  return model;
}

}  // namespace

std::vector<Code> synthesized_values(const Microdata& data, Random& random) {
  const KnownFeatures features = features_of_others(data, data.rows);
  const Code distinct = data.attributes.back().distinct;
  const ValueModel model = learned(features, data.columns.back(), distinct);
  std::vector<double> probabilities(distinct);
  std::vector<Code> result;
  for (Row row = 0; row < data.rows; ++row) {
    model.predict(features.of(row), probabilities);
    double left = random.share();
    Code code = 0;
    while (code + 1 < distinct && left >= probabilities[code])
      left -= probabilities[code++];
    result.push_back(code);
  }
  return result;
}

LearnedGuesses guess_by_regression(const Microdata& persons, const std::vector<Code>& shown,
                                   double above) {
  const KnownFeatures features = features_of_others(persons, shown.size());
  const Code distinct = persons.attributes.back().distinct;
  const ValueModel model = learned(features, shown, distinct);
  std::vector<double> probabilities(distinct);
  LearnedGuesses right;
  for (Row row = 0; row < persons.rows; ++row) {
    model.predict(features.of(row), probabilities);
    const auto best = std::max_element(probabilities.begin(), probabilities.end());
    if (row < shown.size() && *best > above) ++right.believed;
    if (static_cast<Code>(best - probabilities.begin()) != persons.columns.back()[row]) continue;
    ++(row < shown.size() ? right.members : right.others);
  }
  right.members /= static_cast<double>(shown.size());
  right.believed /= static_cast<double>(shown.size());
  right.others /= static_cast<double>(persons.rows - shown.size());
  return right;
}

}  // namespace microdata::experiment

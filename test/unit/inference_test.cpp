#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/microdata/linking_marginals.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/reidentification.hpp"
#include "core/risk/share_interval.hpp"
#include "core/risk/value_classes.hpp"
#include "core/risk/value_model.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using test::Choices;

// Returns the marginals over all assignments of values to people.
std::vector<double> marginals_by_permutations(std::span<const double> weights,
                                              std::span<const std::uint32_t> counts) {
  const std::size_t values = counts.size();
  std::vector<std::size_t> handed;
  for (std::size_t v = 0; v < values; ++v)
    handed.insert(handed.end(), counts[v], v);
  std::vector<double> sums(weights.size());
  double total = 0;
  do {
    double product = 1;
    for (std::size_t i = 0; i < handed.size(); ++i)
      product *= weights[i * values + handed[i]];
    total += product;
    for (std::size_t i = 0; i < handed.size(); ++i)
      sums[i * values + handed[i]] += product;
  } while (std::next_permutation(handed.begin(), handed.end()));
  for (double& sum : sums)
    sum /= total;
  return sums;
}

TEST(LinkingMarginals, AreThoseOfAllLinkings) {
  Choices choices(test::first_seed());
  for (int run = 0; run < 300; ++run) {
    std::vector<std::uint32_t> counts;
    for (int v = choices.between(1, 4); v > 0; --v)
      counts.push_back(static_cast<std::uint32_t>(choices.between(1, 2)));
    const auto persons = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    std::vector<double> weights(persons * counts.size());
    for (double& weight : weights)
      weight = choices.one_in(6) ? 0 : std::pow(choices.real(), 4) + 1e-9;
    // The added weights make at least one linking possible.
    for (std::size_t i = 0, v = 0, left = counts[0]; i < persons; ++i) {
      weights[i * counts.size() + v] += 0.01;
      if (--left == 0 && ++v < counts.size()) left = counts[v];
    }
    std::vector<double> found = weights;
    ASSERT_TRUE(LinkingMarginals(counts).find(found));
    const std::vector<double> expected = marginals_by_permutations(weights, counts);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-9);
  }
}

TEST(LinkingMarginals, SayWhereThereIsNoLinking) {
  std::vector<double> weights{1, 0, 1, 0};
  const std::vector<double> before = weights;
  EXPECT_FALSE(LinkingMarginals(std::vector<std::uint32_t>{1, 1}).find(weights));
  EXPECT_EQ(weights, before);
}

TEST(LinkingMarginals, CountStates) {
  const std::vector<std::uint32_t> counts{1, 2, 3};
  EXPECT_EQ(LinkingMarginals::states(counts, 100), 24U);
  EXPECT_EQ(LinkingMarginals::states(counts, 10), 11U);
}

TEST(WilsonInterval, IsAsInTextbooks) {
  const ShareInterval half = wilson_interval(50, 100);
  EXPECT_NEAR(half.low, 0.4038, 1e-4);
  EXPECT_NEAR(half.high, 0.5962, 1e-4);
  const ShareInterval none = wilson_interval(0, 20);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.1611, 1e-4);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

TEST(AttackRisk, IsWhatTheControlDoesNotReach) {
  // Wilson's estimate of 80 of 100 is 0.788901, and of 50 of 100 is 0.5.
  const AttackRisk risk = attack_risk({100, 80}, {100, 50});
  EXPECT_NEAR(risk.risk, 0.577804, 1e-6);
  EXPECT_LT(risk.interval.low, 0.5);
  EXPECT_GT(risk.interval.high, 0.65);
  EXPECT_EQ(attack_risk({100, 20}, {100, 50}).risk, 0);
  EXPECT_GT(attack_risk({100, 20}, {100, 20}).interval.high, 0);
  EXPECT_EQ(attack_risk({0, 0}, {100, 50}).interval.high, 1);
  // Intervals are narrower after more attacks.
  const ShareInterval few = attack_risk({50, 40}, {50, 25}).interval;
  const ShareInterval many = attack_risk({5000, 4000}, {5000, 2500}).interval;
  EXPECT_LT(many.high - many.low, (few.high - few.low) / 9);
}

TEST(ValueClasses, PutRareValuesTogether) {
  std::vector<std::uint64_t> occurrences(1000, 2);
  occurrences[7] = 0;
  occurrences[500] = 40;
  const ValueClasses few = classes_of_values(std::vector<std::uint64_t>{3, 0, 5});
  EXPECT_EQ(few.classes, 2U);
  EXPECT_EQ(few.value_of, (std::vector<Code>{2, 0}));
  EXPECT_EQ(few.class_of[0], 1U);
  EXPECT_EQ(few.share, (std::vector<double>{1, 0, 1}));
  const ValueClasses many = classes_of_values(occurrences);
  EXPECT_EQ(many.classes, ValueClasses::most);
  EXPECT_EQ(many.value_of.front(), 500U);
  EXPECT_EQ(many.class_of[999], ValueClasses::most - 1);
  EXPECT_EQ(many.share[7], 0);
  std::vector<double> of_class(many.classes);
  for (Code value = 0; value < 1000; ++value)
    of_class[many.class_of[value]] += many.share[value];
  for (const double sum : of_class)
    EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(KnownFeatures, PutNumbersAndRareValuesIntoIntervals) {
  KnownAttribute number;
  number.distinct = 1000;
  number.numeric = true;
  KnownAttribute name;
  name.distinct = 202;
  for (Code i = 0; i < 1000; ++i) {
    number.codes.push_back(i);
    name.codes.push_back(i < 800 ? i % 2 : 2 + i % 200);
  }
  const KnownFeatures features(std::vector{number, name}, 1000, {});
  EXPECT_LE(features.count(), 1 + 16 + 2 + 17U);
  EXPECT_EQ(features.of_each(), 3U);
  for (Row i = 1; i < 1000; ++i)
    EXPECT_LE(features.of(i - 1)[1], features.of(i)[1]);
  EXPECT_NE(features.of(0)[2], features.of(1)[2]);
  EXPECT_EQ(features.of(800)[2], features.of(801)[2]);
  EXPECT_NE(features.of(800)[2], features.of(0)[2]);
  EXPECT_NE(features.of(800)[2], features.of(999)[2]);
}

TEST(KnownFeatures, AreFewOfManyAttributes) {
  constexpr std::size_t attributes = 400;
  KnownAttribute number;
  number.distinct = 64;
  number.numeric = true;
  for (Code i = 0; i < 640; ++i)
    number.codes.push_back(i % 64);
  const KnownFeatures features(std::vector(attributes, number), 640, {});
  EXPECT_LE(features.count(), 2001U);
  // Each attribute keeps a part of the features: four intervals.
  EXPECT_EQ(features.count(), 1 + 4 * attributes);
  for (std::size_t a = 1; a <= attributes; ++a) {
    EXPECT_EQ(features.of(0)[a], features.of(15)[a]);
    EXPECT_NE(features.of(15)[a], features.of(16)[a]);
  }
}

// A table to learn from: two attributes, the second independent of the values.
struct Lecture {
  std::vector<KnownAttribute> known{2};
  std::vector<Row> persons;
  std::vector<float> beliefs;
  static constexpr std::size_t values = 3;

  explicit Lecture(Choices& choices, Row rows = 600) {
    for (KnownAttribute& attribute : known)
      attribute.distinct = 4;
    for (Row i = 0; i < rows; ++i) {
      persons.push_back(i);
      for (KnownAttribute& attribute : known)
        attribute.codes.push_back(static_cast<Code>(choices.between(0, 3)));
      float left = 1;
      for (std::size_t s = 0; s + 1 < values; ++s) {
        const bool likely = known[0].codes.back() % values == s;
        const auto belief = static_cast<float>(left * (likely ? 0.8 : 0.3) * choices.real());
        beliefs.push_back(belief);
        left -= belief;
      }
      beliefs.push_back(left);
    }
  }

  Lessons lessons() const { return {persons, beliefs, values}; }
};

TEST(LogisticRegression, ComesToWhereTheLikelihoodIsLevel) {
  Choices choices(test::first_seed());
  const Lecture lecture(choices);
  const KnownFeatures features(lecture.known, lecture.persons.size(), {});
  const LogisticRegression regression(features, lecture.persons, {});
  ValueModel model;
  regression.learn(model, lecture.lessons(), 400, 1, {});
  // The slope is the gradient of the log-likelihood minus half the squares, by all weights.
  std::vector<double> probabilities(Lecture::values);
  ValueModel::Weights slope = -model.weights;
  for (const Row i : lecture.persons) {
    model.predict(features.of(i), probabilities);
    for (const std::uint32_t feature : features.of(i)) {
      for (std::size_t s = 0; s < Lecture::values; ++s)
        slope(feature, static_cast<Eigen::Index>(s)) +=
            lecture.beliefs[i * Lecture::values + s] - probabilities[s];
    }
  }
  EXPECT_LT(slope.cwiseAbs().maxCoeff(), 1e-3);
}

TEST(LogisticRegression, DoesNotDependOnThreads) {
  Choices choices(test::first_seed());
  const Lecture lecture(choices, 7000);
  const KnownFeatures features(lecture.known, lecture.persons.size(), {});
  const LogisticRegression regression(features, lecture.persons, {});
  ValueModel alone;
  regression.learn(alone, lecture.lessons(), 5, 1, {});
  ValueModel together;
  regression.learn(together, lecture.lessons(), 5, 3, {});
  EXPECT_EQ(alone.weights, together.weights);
}

TEST(NaiveBayes, IsTheProductOfShares) {
  Choices choices(test::first_seed());
  const Lecture lecture(choices);
  const KnownFeatures features(lecture.known, lecture.persons.size(), {});
  const ValueModel model = learn_naive_bayes(features, lecture.lessons(), {});
  std::vector<double> found(Lecture::values);
  for (const Row person : {0U, 1U, 2U}) {
    model.predict(features.of(person), found);
    std::vector<double> expected;
    for (std::size_t s = 0; s < Lecture::values; ++s) {
      double with = 0.5;
      std::vector<double> alike(2, 0.5);
      for (const Row i : lecture.persons) {
        const double belief = lecture.beliefs[i * Lecture::values + s];
        with += belief;
        for (std::size_t a = 0; a < 2; ++a) {
          if (lecture.known[a].codes[i] == lecture.known[a].codes[person]) alike[a] += belief;
        }
      }
      expected.push_back(with * alike[0] / with * alike[1] / with);
    }
    const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    for (std::size_t s = 0; s < Lecture::values; ++s)
      EXPECT_NEAR(found[s], expected[s] / sum, 1e-6);
  }
}

TEST(InferenceAudit, JudgesGuesses) {
  const std::vector<Row> persons{2, 0, 1};
  const std::vector<Code> truth{5, 6, 7};
  const std::vector<Guess> guesses{{7, 0.9}, {5, 0.6}, {5, 0.55}};
  const GuessesJudged judged = judge_guesses(persons, guesses, truth);
  EXPECT_EQ(judged.persons, 3U);
  EXPECT_EQ(judged.right, 2U);
  const GuessesJudged believed = judge_believed(persons, guesses, truth, 0.6);
  EXPECT_EQ(believed.persons, 1U);
  EXPECT_EQ(believed.right, 1U);
  // The means are 0.1 too low for 0.9 to 1, 0.4 too low for 0.6, and 0.55 too high for 0.5 to 0.6.
  EXPECT_NEAR(calibration_error(persons, guesses, truth), (0.1 + 0.4 + 0.55) / 3, 1e-12);
}

TEST(ReidentificationRisk, IsThatOfTheClasses) {
  // Three classes have rows in the table, one only in the population.
  const std::vector<std::uint32_t> in_table{1, 2, 3, 0};
  const std::vector<std::uint32_t> exposed{1, 1, 2, 0};
  const std::vector<std::uint32_t> among{4, 2, 3, 9};
  const ReidentificationRisk prosecutor = reidentification_risk(in_table, exposed, in_table, 3);
  EXPECT_EQ(prosecutor.persons, 6U);
  EXPECT_EQ(prosecutor.classes, 3U);
  EXPECT_EQ(prosecutor.uniques, 1U);
  EXPECT_EQ(prosecutor.below_k, 3U);
  EXPECT_EQ(prosecutor.exposed_below_k, 2U);
  EXPECT_EQ(prosecutor.highest, 1);
  EXPECT_DOUBLE_EQ(prosecutor.mean, 0.5);
  const ReidentificationRisk journalist = reidentification_risk(in_table, exposed, among, 3);
  EXPECT_EQ(journalist.uniques, 0U);
  EXPECT_EQ(journalist.below_k, 2U);
  EXPECT_EQ(journalist.exposed_below_k, 1U);
  EXPECT_EQ(journalist.highest, 0.5);
  EXPECT_DOUBLE_EQ(journalist.mean, (0.25 + 1 + 1) / 6);
}

}  // namespace
}  // namespace microdata

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/base/random.hpp"
#include "core/utility/answered_questions.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/level_model.hpp"
#include "property/random_table.hpp"

// Compares estimates with the definition, by all linkings of tiny tables.

namespace microdata {
namespace {

using microdata::Random;
using test::Choices;

// Two columns. A row has a level of the first column, which is its group. Its level of the second
// column has a number and satisfies a predicate or not.
struct Problem {
  std::vector<Code> bucket_of;
  Code buckets = 0;
  std::vector<Code> first;
  std::vector<Code> second;
  std::vector<double> share;
  std::vector<double> number;
};

Problem random_problem(Choices& choices) {
  Problem problem;
  problem.buckets = static_cast<Code>(choices.between(1, 3));
  for (Code b = 0; b < problem.buckets; ++b)
    problem.bucket_of.insert(problem.bucket_of.end(),
                             static_cast<std::size_t>(choices.between(1, 4)), b);
  for (std::size_t row = 0; row < problem.bucket_of.size(); ++row) {
    problem.first.push_back(static_cast<Code>(choices.between(0, 1)));
    problem.second.push_back(static_cast<Code>(choices.between(0, 2)));
  }
  for (int level = 0; level < 3; ++level) {
    problem.share.push_back(choices.between(0, 1));
    problem.number.push_back(choices.between(-3, 9));
  }
  return problem;
}

EstimateQuestion question_of(const Problem& problem) {
  EstimateQuestion question;
  question.bucket_of = problem.bucket_of;
  question.buckets = problem.buckets;
  question.conjunctions = 1;
  question.measures = 1;
  question.columns.push_back({problem.first, 2, {0, 1}, 2, {1, 1}, {std::nullopt}});
  question.columns.push_back({problem.second, 3, {0, 0, 0}, 1, problem.share, {problem.number}});
  question.features.push_back({problem.first, 2, false});
  return question;
}

// Calls body(second) for every possible table of the buckets; all are equally likely.
template <typename Body>
void each_linking(const Problem& problem, const Body& body) {
  std::vector<std::vector<std::size_t>> rows(problem.buckets);
  for (std::size_t row = 0; row < problem.bucket_of.size(); ++row)
    rows[problem.bucket_of[row]].push_back(row);
  std::vector<Code> second = problem.second;
  const auto link = [&](auto&& self, std::size_t b) -> void {
    if (b == rows.size()) return body(second);
    std::vector<std::size_t> order(rows[b].size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      for (std::size_t i = 0; i < order.size(); ++i)
        second[rows[b][i]] = problem.second[rows[b][order[i]]];
      self(self, b + 1);
    } while (std::next_permutation(order.begin(), order.end()));
  };
  link(link, 0);
}

// Returns the buckets that `part_of_bucket` assigns to a part.
Problem part_of(const Problem& problem, const std::vector<int>& part_of_bucket, int part) {
  Problem result{{}, 0, {}, {}, problem.share, problem.number};
  std::map<Code, Code> numbers;
  for (std::size_t row = 0; row < problem.bucket_of.size(); ++row) {
    const Code bucket = problem.bucket_of[row];
    if (part_of_bucket[bucket] != part) continue;
    const auto [found, is_new] = numbers.try_emplace(bucket, result.buckets);
    if (is_new) ++result.buckets;
    result.bucket_of.push_back(found->second);
    result.first.push_back(problem.first[row]);
    result.second.push_back(problem.second[row]);
  }
  return result;
}

void expect_near(const Figure& found, const Figure& expected) {
  EXPECT_NEAR(found.estimate, expected.estimate, 1e-9 * (1 + std::abs(expected.estimate)));
  EXPECT_NEAR(found.standard_error, expected.standard_error, 1e-7 * (1 + expected.standard_error));
}

TEST(GroupEstimateProperty, SumsOfPartsAreThoseOfTheWhole) {
  test::for_cases(400, [](Choices& choices, std::uint64_t /*seed*/) {
    Problem problem = random_problem(choices);
    for (double& number : problem.number) {
      if (choices.between(0, 4) == 0) number = std::nan("");
      number += choices.between(0, 1) * 1000;
    }
    constexpr int parts = 3;
    std::vector<int> part_of_bucket;
    for (Code b = 0; b < problem.buckets; ++b)
      part_of_bucket.push_back(choices.between(0, parts - 1));
    std::map<std::vector<Code>, GroupSums> added;
    for (int part = 0; part < parts; ++part) {
      const Problem some = part_of(problem, part_of_bucket, part);
      for (const GroupSums& sums : sum_groups(question_of(some), LinkingMethod::mixed, true, {})) {
        const auto [found, is_new] = added.try_emplace(sums.group, sums);
        if (!is_new) add(found->second, sums);
      }
    }
    const std::vector<GroupFigures> whole =
        estimate_groups(question_of(problem), LinkingMethod::mixed, {});
    ASSERT_EQ(added.size(), whole.size());
    Agreements agreements;
    for (const auto& [group, sums] : added)
      agreements.add(sums);
    for (const GroupFigures& expected : whole) {
      ASSERT_TRUE(added.contains(expected.group));
      const GroupFigures found = figures_of(added.at(expected.group), agreements);
      expect_near(found.count, expected.count);
      ASSERT_EQ(found.sum[0].has_value(), expected.sum[0].has_value());
      ASSERT_EQ(found.avg[0].has_value(), expected.avg[0].has_value());
      if (!expected.sum[0]) continue;
      expect_near(*found.sum[0], *expected.sum[0]);
      expect_near(*found.avg[0], *expected.avg[0]);
    }
  });
}

// Returns the logarithm of the likelihood from its definition, minus the penalty.
double penalized(const Problem& problem, const LevelModel& model, const RowFeatures& features,
                 const BucketOrder& order) {
  std::vector<std::vector<double>> probability;
  for (std::size_t b = 0; b < order.groups(); ++b) {
    for (std::size_t place = order.first[b]; place < order.first[b + 1]; ++place)
      model.predict(features, place, probability.emplace_back(model.classes()));
  }
  double likelihood = 0;
  each_linking(problem, [&](const std::vector<Code>& second) {
    double product = 1;
    for (std::size_t row = 0; row < second.size(); ++row)
      product *= probability[row][second[row]];
    likelihood += product;
  });
  double result = std::log(likelihood);
  for (std::size_t j = 0; j < features.count(); ++j)
    result -= model.weights.col(static_cast<Eigen::Index>(j)).squaredNorm() / 2 /
              model.variance[features.family(j)];
  return result;
}

TEST(GroupEstimateProperty, LearnedWeightsMaximizeTheLikelihoodOverAllLinkings) {
  test::for_cases(60, [](Choices& choices, std::uint64_t /*seed*/) {
    const Problem problem = random_problem(choices);
    const BucketOrder order = group_numbers(problem.bucket_of, problem.buckets, {});
    const std::vector<FeatureAttribute> attributes{{problem.first, 2, false}};
    const RowFeatures features(attributes, order, {});
    const BucketLevels levels = levels_in_buckets(order, problem.second, {});
    std::vector<std::uint32_t> buckets(problem.buckets);
    std::iota(buckets.begin(), buckets.end(), 0U);
    LevelModel model = learn_levels(features, order, levels, {0, 1, 2}, 3, buckets, {});
    const double best = penalized(problem, model, features, order);
    for (Eigen::Index c = 0; c < model.weights.rows(); ++c) {
      for (Eigen::Index j = 0; j + 1 < model.weights.cols(); ++j) {
        for (const double by : {-0.1, 0.1}) {
          model.weights(c, j) += by;
          EXPECT_LT(penalized(problem, model, features, order), best + 1e-3);
          model.weights(c, j) -= by;
        }
      }
    }
  });
}

TEST(GroupEstimateProperty, LinksAreMarginalsOverAllLinkings) {
  test::for_cases(200, [](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<Code> values;
    for (int i = choices.between(1, 5); i > 0; --i)
      values.push_back(static_cast<Code>(choices.between(0, 2)));
    std::map<Code, std::uint32_t> counts;
    for (const Code value : values)
      ++counts[value];
    std::vector<LevelRows> slots;
    for (const auto& [level, rows] : counts)
      slots.push_back({level, rows});
    std::vector<double> weights;
    for (std::size_t i = 0; i < values.size() * slots.size(); ++i)
      weights.push_back(0.05 + choices.real());
    std::vector<double> expected(weights.size());
    double all = 0;
    std::sort(values.begin(), values.end());
    do {
      double product = 1;
      std::vector<std::size_t> at;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto slot =
            static_cast<std::size_t>(std::distance(counts.begin(), counts.find(values[i])));
        at.push_back(i * slots.size() + slot);
        product *= weights[at.back()];
      }
      all += product;
      for (const std::size_t place : at)
        expected[place] += product;
    } while (std::next_permutation(values.begin(), values.end()));
    link_levels(slots, weights);
    for (std::size_t i = 0; i < weights.size(); ++i)
      EXPECT_NEAR(weights[i], expected[i] / all, 1e-9);
  });
}

// Two linked columns are a pair that no model links, which can change a count by a tenth.
TEST(GroupFigures, KnowOfPairsThatNoModelLinks) {
  const Agreements agreed;
  GroupSums sums;
  sums.rows = 100;
  sums.mixed_rows = 100;
  sums.variance = 9;
  EXPECT_DOUBLE_EQ(figures_of(sums, agreed).count.standard_error, 3);
  sums.unmodelled_pairs = 1;
  EXPECT_DOUBLE_EQ(figures_of(sums, agreed).count.standard_error, std::sqrt(9 + 100.));
  // Regions have the same pairs.
  GroupSums all = sums;
  add(all, sums);
  EXPECT_DOUBLE_EQ(figures_of(all, agreed).count.standard_error, std::sqrt(18 + 400.));
}

// A mean can be wrong by a tenth of the numbers' deviation, and a sum by the numbers of a tenth of
// the rows.
TEST(GroupFigures, KnowOfPairsInMeansAndSums) {
  Agreements agreed;
  agreed.measures.resize(1);
  GroupSums sums;
  MeasureSums& numbers = sums.measures.emplace_back();
  numbers.known = numbers.mixed_known = 100;
  numbers.sum = numbers.mixed_sum = 500;
  numbers.squares = 100 * (5 * 5 + 2 * 2);
  numbers.of_centered = 100;
  const auto error = [&](const GroupSums& of) {
    return figures_of(of, agreed).avg[0]->standard_error;
  };
  EXPECT_DOUBLE_EQ(error(sums), 0.1);
  sums.unmodelled_pairs = 1;
  EXPECT_DOUBLE_EQ(error(sums), std::sqrt(0.01 + 0.04));
  sums.unmodelled_pairs = 3;
  EXPECT_DOUBLE_EQ(error(sums), std::sqrt(0.01 + 0.12));
  GroupSums all = sums;
  add(all, sums);
  EXPECT_NEAR(error(all), std::sqrt(0.005 + 0.12), 1e-12);
  // The numbers have both signs.
  numbers.sum = numbers.mixed_sum = 0;
  numbers.squares = 100 * 3 * 3;
  numbers.variance = 16;
  EXPECT_DOUBLE_EQ(figures_of(sums, agreed).sum[0]->standard_error, std::sqrt(16 + 3 * 30. * 30.));
}

// Three columns in buckets of five rows: a flag and a number depend on the first column, and the
// number depends slightly on the flag. The models of links to the first column do not contain this
// dependency.
TEST(GroupEstimateProperty, ErrorsOfMeansCoverWhatNoModelLinks) {
  int covered = 0;
  int asked = 0;
  test::for_cases(20, [&](Choices& /*choices*/, std::uint64_t seed) {
    Random random = Random::seeded(seed);
    constexpr Code numbers = 12;
    constexpr std::size_t rows = 2000;
    std::vector<Code> bucket_of;
    std::vector<Code> first;
    std::vector<Code> flag;
    std::vector<Code> number;
    double sum = 0;
    double flagged = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      bucket_of.push_back(static_cast<Code>(row / 5));
      first.push_back(random.below(4));
      flag.push_back(random.below(8) < 2 + first.back() ? 1 : 0);
      number.push_back(first.back() / 2 + random.below(10) + (random.below(9) < 6U * flag.back()));
      sum += flag.back() * number.back();
      flagged += flag.back();
    }
    EstimateQuestion question;
    question.bucket_of = bucket_of;
    question.buckets = rows / 5;
    question.conjunctions = 1;
    question.measures = 1;
    std::vector<double> by_level(numbers);
    std::iota(by_level.begin(), by_level.end(), 0.);
    question.columns.push_back({first, 4, {0, 0, 0, 0}, 1, {1, 1, 1, 1}, {std::nullopt}});
    question.columns.push_back({flag, 2, {0, 0}, 1, {0, 1}, {std::nullopt}});
    question.columns.push_back({number,
                                numbers,
                                std::vector<Code>(numbers),
                                1,
                                std::vector<double>(numbers, 1),
                                {by_level}});
    question.features.push_back({first, 4, false});
    const Figure mean =
        *estimate_groups(question, LinkingMethod::likelihood, {}).front().avg.front();
    ++asked;
    covered += std::abs(mean.estimate - sum / flagged) <= 1.96 * mean.standard_error ? 1 : 0;
  });
  EXPECT_GE(covered, 0.93 * asked);
}

TEST(GroupFigures, FollowAModelAsFarAsBothHalvesOfTheBucketsDo) {
  const auto estimate = [](double first_half, double second_half) {
    GroupSums sums;
    sums.mixed_rows = 100;
    sums.rows = 140;
    sums.half_rows = {first_half, second_half};
    Agreements agreements;
    agreements.add(sums);
    return figures_of(sums, agreements).count;
  };
  EXPECT_DOUBLE_EQ(estimate(135, 130).estimate, 140);
  EXPECT_DOUBLE_EQ(estimate(180, 120).estimate, 140);
  EXPECT_DOUBLE_EQ(estimate(180, 110).estimate, 120);
  EXPECT_DOUBLE_EQ(estimate(180, 90).estimate, 100);
  EXPECT_DOUBLE_EQ(estimate(60, 50).estimate, 100);
  EXPECT_DOUBLE_EQ(estimate(60, 50).standard_error, 40);
}

// Two columns: an age, and a code that depends on the decade of the age in three of five rows.
struct LinkedRows {
  std::vector<Code> bucket_of;
  std::vector<Code> age;
  std::vector<Code> code;
};

constexpr Code age_levels = 70;
constexpr Code ages_of_decade = 10;
constexpr Code codes_of_decade = 6;
constexpr Code codes_of_all = 12;
constexpr Code code_levels = age_levels / ages_of_decade * codes_of_decade + codes_of_all;

// Returns buckets of similar ages; unless `close`, half of the buckets have a common range of ages.
LinkedRows linked_rows(Code buckets, Code size, bool close, Random& random) {
  LinkedRows rows;
  for (Code b = 0; b < buckets; ++b) {
    const bool is_close = close || b % 2 == 0;
    const Code least = is_close ? b * 40 / buckets : 40;
    const Code width = is_close ? ages_of_decade : 30;
    for (Code i = 0; i < size; ++i) {
      const Code age = least + static_cast<Code>(random.below(width));
      const auto less_often = [&](Code count) {
        return static_cast<Code>(std::min(random.below(count), random.below(count)));
      };
      rows.bucket_of.push_back(b);
      rows.age.push_back(age);
      rows.code.push_back(random.below(5) < 3
                              ? age / ages_of_decade * codes_of_decade + less_often(codes_of_decade)
                              : code_levels - codes_of_all + less_often(codes_of_all));
    }
  }
  return rows;
}

// Returns the root mean square of the errors of the counts of all codes in all decades.
double error_of_counts(const LinkedRows& rows, Code buckets, LinkingMethod method) {
  EstimateQuestion question;
  question.bucket_of = rows.bucket_of;
  question.buckets = buckets;
  question.conjunctions = 1;
  std::vector<Code> groups(code_levels);
  std::iota(groups.begin(), groups.end(), Code{0});
  question.columns.push_back({rows.age, age_levels, std::vector<Code>(age_levels), 1, {}, {}});
  question.columns.push_back(
      {rows.code, code_levels, groups, code_levels, std::vector<double>(code_levels, 1), {}});
  question.features.push_back({rows.age, age_levels, true});
  double squares = 0;
  for (Code d = 0; d < age_levels / ages_of_decade; ++d) {
    question.columns[0].share.assign(age_levels, 0);
    std::fill_n(question.columns[0].share.begin() + d * ages_of_decade, ages_of_decade, 1);
    std::vector<double> error(code_levels);
    for (std::size_t i = 0; i < rows.age.size(); ++i)
      error[rows.code[i]] -= rows.age[i] / ages_of_decade == d ? 1 : 0;
    for (const GroupFigures& group : estimate_groups(question, method, {}))
      error[group.group[1]] += group.count.estimate;
    squares += std::inner_product(error.begin(), error.end(), error.begin(), 0.0);
  }
  return std::sqrt(squares / (code_levels * (age_levels / ages_of_decade)));
}

// Small buckets show the dependency of columns. A model sees differences between large buckets, and
// would fit noise within them.
TEST(GroupEstimateProperty, LikelihoodIsNotMuchWorseThanTheBetterOfItAndMixing) {
  test::for_cases(1, [](Choices& /*choices*/, std::uint64_t seed) {
    Random random = Random::seeded(seed);
    for (const auto& [buckets, size, close] :
         {std::tuple<Code, Code, bool>{400, 4, true}, {40, 100, false}}) {
      const LinkedRows rows = linked_rows(buckets, size, close, random);
      const double mixed = error_of_counts(rows, buckets, LinkingMethod::mixed);
      const double likely = error_of_counts(rows, buckets, LinkingMethod::likelihood);
      EXPECT_LE(likely, 1.1 * mixed) << buckets;
    }
  });
}

// Returns the figures of a group that a stale answer would have wrong.
std::vector<double> numbers_of(const std::vector<GroupSums>& sums) {
  std::vector<double> numbers;
  for (const GroupSums& group : sums) {
    numbers.insert(numbers.end(), group.group.begin(), group.group.end());
    numbers.insert(numbers.end(), {group.rows, group.mixed_rows, group.variance});
    for (const MeasureSums& measure : group.measures)
      numbers.insert(numbers.end(), {measure.sum, measure.known, measure.variance});
  }
  return numbers;
}

TEST(GroupEstimateProperty, QuestionsAskedBeforeAreAnsweredAsForTheFirstTime) {
  AnsweredQuestions answered({1, 2});
  test::for_cases(200, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Problem problem = random_problem(choices);
    EstimateQuestion question = question_of(problem);
    const auto parts = choices.between(0, 1) == 1;
    const auto method =
        choices.between(0, 3) == 0 ? LinkingMethod::mixed : LinkingMethod::likelihood;
    const std::vector<double> expected =
        numbers_of(sum_groups(question, method, parts, Progress()));
    for (int time = 0; time < 2; ++time)
      EXPECT_EQ(numbers_of(answered.sum_groups(question, method, parts, Progress())), expected);
    question.columns[1].share[0] = 1 - question.columns[1].share[0];
    EXPECT_EQ(numbers_of(answered.sum_groups(question, method, parts, Progress())),
              numbers_of(sum_groups(question, method, parts, Progress())));
  });
}

}  // namespace
}  // namespace microdata

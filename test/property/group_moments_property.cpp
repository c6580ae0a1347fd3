#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "core/utility/group_estimate.hpp"
#include "property/random_table.hpp"

// Compares estimates by mixing and their standard errors with every possible table of a tiny
// release. Within each bucket, the values of every column except the first have any order. A
// counterfeit has any of the bucket's sensitive values. A generalized value that partly satisfies a
// predicate satisfies it or not.

namespace microdata {
namespace {

using test::Choices;

constexpr Code levels = 3;

struct MomentsProblem {
  // Bucket of each row; people's rows are first. Counterfeits have a level of the last column only.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  std::size_t counterfeits = 0;
  // Level by column and row.
  std::vector<std::vector<Code>> level_of;
  // Group and share by column and level.
  std::vector<std::vector<Code>> group;
  std::vector<std::vector<double>> share;
  // Column of the numbers, and the number of each of its levels.
  std::size_t measured = 0;
  std::vector<double> number;
};

MomentsProblem random_problem(Choices& choices, int columns) {
  MomentsProblem problem;
  problem.buckets = static_cast<Code>(choices.between(1, 3));
  for (Code b = 0; b < problem.buckets; ++b)
    problem.bucket_of.insert(problem.bucket_of.end(),
                             static_cast<std::size_t>(choices.between(1, 4)), b);
  const std::size_t persons = problem.bucket_of.size();
  for (int n = columns > 1 && choices.one_in(4) ? choices.between(1, 2) : 0; n > 0; --n) {
    problem.bucket_of.push_back(static_cast<Code>(n - 1) % problem.buckets);
    ++problem.counterfeits;
  }
  const int grouped = choices.between(0, columns);
  const bool generalized = choices.one_in(3);
  for (int c = 0; c < columns; ++c) {
    auto& level_of = problem.level_of.emplace_back();
    auto& group = problem.group.emplace_back();
    auto& share = problem.share.emplace_back();
    const bool last = c > 0 && c + 1 == columns;
    for (std::size_t row = 0; row < (last ? problem.bucket_of.size() : persons); ++row)
      level_of.push_back(static_cast<Code>(choices.between(0, levels - 1)));
    const bool asked = choices.one_in(2);
    for (Code level = 0; level < levels; ++level) {
      group.push_back(c == grouped ? level % 2 : 0);
      share.push_back(!asked        ? 1
                      : generalized ? choices.between(0, 4) / 4.0
                                    : choices.between(0, 1));
    }
  }
  problem.measured = static_cast<std::size_t>(choices.between(0, columns - 1));
  for (Code level = 0; level < levels; ++level)
    problem.number.push_back(choices.one_in(6) ? std::nan("") : choices.between(-3, 9));
  return problem;
}

EstimateQuestion question_of(const MomentsProblem& problem) {
  EstimateQuestion question;
  question.bucket_of = problem.bucket_of;
  question.buckets = problem.buckets;
  question.counterfeits = problem.counterfeits;
  question.conjunctions = 1;
  question.measures = 1;
  for (std::size_t c = 0; c < problem.level_of.size(); ++c) {
    AskedColumn& column = question.columns.emplace_back();
    column.level_of = problem.level_of[c];
    column.levels = levels;
    column.group = problem.group[c];
    column.groups = 2;
    column.share = problem.share[c];
    column.measure.resize(1);
    if (c == problem.measured) column.measure.front() = problem.number;
  }
  return question;
}

// Totals of a group in a table.
struct Totals {
  double rows = 0;
  double known = 0;
  double sum = 0;

  auto operator<=>(const Totals&) const = default;
};

// Probability of each total.
using Distribution = std::map<Totals, double>;

Distribution of_both(const Distribution& some, const Distribution& others) {
  Distribution result;
  for (const auto& [x, p] : some) {
    for (const auto& [y, q] : others)
      result[{x.rows + y.rows, x.known + y.known, x.sum + y.sum}] += p * q;
  }
  return result;
}

using Group = std::vector<Code>;

// Returns the distribution of one row of a table.
Distribution of_row(const MomentsProblem& problem, const std::vector<Code>& row,
                    const Group& group) {
  double share = 1;
  for (std::size_t c = 0; c < row.size(); ++c) {
    share *= problem.share[c][row[c]];
    if (problem.group[c][row[c]] != group[c]) share = 0;
  }
  const double number = problem.number[row[problem.measured]];
  const Totals counted = std::isnan(number) ? Totals{1, 0, 0} : Totals{1, 1, number};
  Distribution result;
  if (share > 0) result[counted] = share;
  if (share < 1) result[{}] = 1 - share;
  return result;
}

// Adds the totals of some people's rows over all orders of the columns from `column` on.
void link(const MomentsProblem& problem, std::size_t column, Code bucket,
          std::vector<std::vector<Code>>& rows, const Group& group, Distribution& result) {
  if (column == problem.level_of.size()) {
    Distribution one{{{}, 1}};
    for (const std::vector<Code>& row : rows)
      one = of_both(one, of_row(problem, row, group));
    for (const auto& [totals, probability] : one)
      result[totals] += probability;
    return;
  }
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < problem.level_of[column].size(); ++row) {
    if (problem.bucket_of[row] == bucket) order.push_back(row);
  }
  do {
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i][column] = problem.level_of[column][order[i]];
    link(problem, column + 1, bucket, rows, group, result);
  } while (column > 0 && std::next_permutation(order.begin(), order.end()));
}

// Returns the distribution of the totals of a group.
Distribution of_release(const MomentsProblem& problem, const Group& group) {
  Distribution result{{{}, 1}};
  for (Code b = 0; b < problem.buckets; ++b) {
    const auto persons =
        std::count(problem.bucket_of.begin(),
                   problem.bucket_of.end() - static_cast<std::ptrdiff_t>(problem.counterfeits), b);
    std::vector<std::vector<Code>> rows(static_cast<std::size_t>(persons),
                                        std::vector<Code>(problem.level_of.size()));
    Distribution of_bucket;
    link(problem, 0, b, rows, group, of_bucket);
    double tables = 0;
    for (const auto& [totals, weight] : of_bucket)
      tables += weight;
    for (auto& [totals, weight] : of_bucket)
      weight /= tables;
    result = of_both(result, of_bucket);
  }
  return result;
}

template <typename ValueOf>
double mean(const Distribution& distribution, const ValueOf& value_of) {
  double sum = 0;
  for (const auto& [totals, probability] : distribution)
    sum += probability * value_of(totals);
  return sum;
}

// Returns the root mean square deviation of a figure from an estimate.
template <typename ValueOf>
double deviation(const Distribution& distribution, double estimate, const ValueOf& value_of) {
  return std::sqrt(mean(distribution, [&](const Totals& totals) {
    return std::pow(value_of(totals) - estimate, 2);
  }));
}

double rows_of(const Totals& totals) {
  return totals.rows;
}
double known_of(const Totals& totals) {
  return totals.known;
}
double sum_of(const Totals& totals) {
  return totals.sum;
}
double mean_of(const Totals& totals) {
  return totals.sum / totals.known;
}

// Returns the tables in which the group has a mean.
Distribution with_mean(Distribution tables) {
  std::erase_if(tables, [](const auto& one) { return one.first.known == 0; });
  const double all = mean(tables, [](const Totals&) { return 1; });
  for (auto& [totals, probability] : tables)
    probability /= all;
  return tables;
}

// Calls test(figures of a group, tables) for all groups of releases with `columns` columns.
template <typename Test>
void for_groups(int columns, const Test& test) {
  test::for_cases(columns < 3 ? 1000 : 400, [&](Choices& choices, std::uint64_t /*seed*/) {
    const MomentsProblem problem = random_problem(choices, columns);
    for (const GroupFigures& group :
         estimate_groups(question_of(problem), LinkingMethod::mixed, {}))
      test(group, of_release(problem, group.group));
  });
}

// Expects the standard error over all tables. With several linked columns the found error may be
// larger, never smaller.
void expect_error(double found, double expected, int columns) {
  constexpr double rounding = 1e-3;
  EXPECT_GT(found, expected - rounding);
  EXPECT_LT(found, (columns < 3 ? 1 : std::sqrt(2)) * expected + rounding);
}

TEST(GroupMomentsProperty, CountsAndSumsHaveMeanAndDeviationOfAllTables) {
  for (int columns = 1; columns <= 3; ++columns) {
    for_groups(columns, [&](const GroupFigures& group, const Distribution& tables) {
      const double rows = mean(tables, rows_of);
      EXPECT_NEAR(group.count.estimate, rows, 1e-9);
      expect_error(group.count.standard_error, deviation(tables, rows, rows_of), columns);
      ASSERT_EQ(group.sum.front().has_value(), mean(tables, known_of) > 0);
      if (!group.sum.front()) return;
      const double sum = mean(tables, sum_of);
      EXPECT_NEAR(group.sum.front()->estimate, sum, 1e-9);
      expect_error(group.sum.front()->standard_error, deviation(tables, sum, sum_of), columns);
    });
  }
}

// The estimate of a mean is the expected sum divided by the expected number of rows with a number.
// If this number is constant over all tables, the estimate is the mean over all tables, and its
// standard error the deviation. Otherwise the standard error is at least the deviation of means
// from the estimate.
TEST(GroupMomentsProperty, MeansAreOfTheRowsExpectedAndTheirErrorsNotTooSmall) {
  for (int columns = 1; columns <= 3; ++columns) {
    int certain = 0;
    int open = 0;
    for_groups(columns, [&](const GroupFigures& group, const Distribution& tables) {
      const double known = mean(tables, known_of);
      ASSERT_EQ(group.avg.front().has_value(), known > 0);
      if (!group.avg.front()) return;
      const auto [estimate, error] = *group.avg.front();
      EXPECT_NEAR(estimate, mean(tables, sum_of) / known, 1e-9);
      const Distribution means = with_mean(tables);
      const double expected = deviation(means, estimate, mean_of);
      if (deviation(tables, known, known_of) < 1e-9) {
        EXPECT_NEAR(estimate, mean(means, mean_of), 1e-9);
        expect_error(error, expected, columns);
        certain += expected > 0 ? 1 : 0;
      } else {
        EXPECT_GT(error, expected - 1e-3);
        open += expected > 0 ? 1 : 0;
      }
    });
    if (HasFailure()) return;
    if (columns > 1) {
      EXPECT_GE(certain, test::expected_of(31));
    }
    EXPECT_GE(open, test::expected_of(31));
  }
}

}  // namespace
}  // namespace microdata

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "core/utility/group_estimate.hpp"
#include "property/random_table.hpp"

// Estimates by mixing and their standard errors against every table that a tiny release can come
// from: within each bucket the values of every column but the first stand in any order, a
// counterfeit is any of the bucket's sensitive values, and a generalized value that satisfies a
// predicate in part satisfies it or not.

namespace microdata {
namespace {

using test::Choices;

constexpr Code levels = 3;

struct MomentsProblem {
  // Persons' rows stand first. Counterfeits have a level of the last column alone.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  std::size_t counterfeits = 0;
  // By column and row.
  std::vector<std::vector<Code>> level_of;
  // By column and level.
  std::vector<std::vector<Code>> group;
  std::vector<std::vector<double>> share;
  // By level of the column that has the numbers.
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

// What a group comes to in a table.
struct Totals {
  double rows = 0;
  double known = 0;
  double sum = 0;

  auto operator<=>(const Totals&) const = default;
};

// How probable each is.
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

// One row of a table.
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

// What some persons' rows come to, over all orders of the columns from `column` on.
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

// How probable it is what a group comes to.
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

// How far a figure is from an estimate, as the root of the mean square.
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

// The tables in which the group has a mean.
Distribution with_mean(Distribution tables) {
  std::erase_if(tables, [](const auto& one) { return one.first.known == 0; });
  const double all = mean(tables, [](const Totals&) { return 1; });
  for (auto& [totals, probability] : tables)
    probability /= all;
  return tables;
}

// Calls test(figures of a group, the tables, seed) for all groups that occur in releases of so many
// columns.
template <typename Test>
void for_groups(int columns, const Test& test) {
  test::for_cases(columns < 3 ? 1000 : 400, [&](Choices& choices, std::uint64_t /*seed*/) {
    const MomentsProblem problem = random_problem(choices, columns);
    for (const GroupFigures& group :
         estimate_groups(question_of(problem), LinkingMethod::mixed, {}))
      test(group, of_release(problem, group.group));
  });
}

// The standard error is that of all tables. With several linked columns it may be larger, never
// smaller.
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

// A mean is estimated by what is to be expected of the sum, by what is to be expected of the rows
// with a number. Where these are as many in every table, that is the mean over all tables, and its
// standard error the deviation. Elsewhere the standard error is no less than how far means are from
// the estimate.
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

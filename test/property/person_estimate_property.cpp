#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <vector>

#include "core/utility/person_estimate.hpp"
#include "property/random_table.hpp"

// Compares estimates from releases of persons with several rows, and their standard errors, with
// all linkings of tiny buckets. Every order of each column, of the sets of rows and of the sets of
// values is as likely as any other, and so is every order of a person's values beside the rows.

namespace microdata {
namespace {

using test::Choices;

constexpr Code distinct_levels = 3;

// A column of a table: levels of each unit's entries, by bucket. A unit is a person or a set.
struct PersonColumn {
  std::vector<std::vector<std::vector<Code>>> units;
  // Part of the group key by level, and share by conjunction and level.
  std::vector<Code> group;
  std::vector<std::vector<double>> share;
};

struct Problem {
  std::size_t buckets = 0;
  std::size_t conjunctions = 0;
  bool has_rows = false;
  bool has_values = false;
  // Columns of persons, then rows and values.
  std::vector<PersonColumn> columns;
  // PersonColumn of the numbers, and the number of each of its levels.
  std::size_t measured = 0;
  std::vector<double> number;

  std::size_t persons() const { return columns.size() - (has_rows ? 1 : 0) - (has_values ? 1 : 0); }
};

// Adds a bucket of persons with so many rows each.
void add_bucket(Choices& choices, int persons, int rows, Problem& problem) {
  for (std::size_t c = 0; c < problem.columns.size(); ++c) {
    auto& units = problem.columns[c].units.emplace_back();
    for (int i = 0; i < persons; ++i) {
      auto& unit = units.emplace_back();
      for (int entry = c < problem.persons() ? 1 : rows; entry > 0; --entry)
        unit.push_back(static_cast<Code>(choices.between(0, distinct_levels - 1)));
    }
  }
}

struct ProblemShape {
  std::size_t most_columns = 3;
  int most_persons = 4;
  // True if some levels satisfy a conjunction in part.
  bool shares = false;
};

Problem random_problem(Choices& choices, const ProblemShape& shape) {
  Problem problem;
  problem.buckets = static_cast<std::size_t>(choices.between(1, 2));
  problem.conjunctions = shape.shares ? 1 : static_cast<std::size_t>(choices.between(0, 3));
  problem.has_rows = !choices.one_in(4);
  problem.has_values = !choices.one_in(4);
  const std::size_t tables = (problem.has_rows ? 1U : 0U) + (problem.has_values ? 1U : 0U);
  const std::size_t persons = static_cast<std::size_t>(
      choices.between(tables == 0 ? 1 : 0, static_cast<int>(shape.most_columns - tables)));
  problem.columns.resize(persons + tables);
  for (std::size_t b = 0; b < problem.buckets; ++b)
    add_bucket(choices, choices.between(1, shape.most_persons), choices.between(1, 3), problem);
  for (PersonColumn& column : problem.columns) {
    const bool is_grouped = choices.one_in(3);
    for (Code level = 0; level < distinct_levels; ++level)
      column.group.push_back(is_grouped ? level % 2 : 0);
    for (std::size_t k = 0; k < problem.conjunctions; ++k) {
      auto& share = column.share.emplace_back();
      const bool is_asked = choices.one_in(2);
      for (Code level = 0; level < distinct_levels; ++level) {
        share.push_back(!is_asked      ? 1
                        : shape.shares ? choices.between(0, 4) / 4.0
                                       : choices.between(0, 1));
      }
    }
  }
  problem.measured =
      static_cast<std::size_t>(choices.between(0, static_cast<int>(problem.columns.size()) - 1));
  for (Code level = 0; level < distinct_levels; ++level)
    problem.number.push_back(choices.one_in(6) ? std::nan("") : choices.between(-3, 9));
  return problem;
}

// The tables of a release, and a question about it.
struct QuestionedRelease {
  std::vector<Code> bucket_of_person;
  std::vector<Code> set_of_row, bucket_of_rows;
  std::vector<Code> set_of_value, bucket_of_values;
  PersonQuestion question;

  explicit QuestionedRelease(const Problem& problem) {
    question.buckets = static_cast<Code>(problem.buckets);
    question.conjunctions = problem.conjunctions;
    question.measures = 1;
    question.counts_persons = true;
    for (std::size_t c = 0; c < problem.columns.size(); ++c) {
      const bool is_of_values = problem.has_values && c + 1 == problem.columns.size();
      const bool is_of_rows = !is_of_values && c >= problem.persons();
      std::vector<Code> set_of, bucket_of_set;
      AskedColumn column = column_of(problem, c);
      for (Code b = 0; b < problem.buckets; ++b) {
        for (const std::vector<Code>& unit : problem.columns[c].units[b]) {
          for (const Code level : unit) {
            set_of.push_back(static_cast<Code>(bucket_of_set.size()));
            column.level_of.push_back(level);
          }
          bucket_of_set.push_back(b);
        }
      }
      if (c == 0) bucket_of_person = bucket_of_set;
      if (is_of_rows) {
        set_of_row = set_of;
        bucket_of_rows = bucket_of_set;
        question.rows = {set_of_row, bucket_of_rows, std::move(column)};
      } else if (is_of_values) {
        set_of_value = set_of;
        bucket_of_values = bucket_of_set;
        question.values = {set_of_value, bucket_of_values, std::move(column)};
      } else {
        question.persons.push_back(std::move(column));
      }
    }
    question.bucket_of_person = bucket_of_person;
  }

 private:
  static AskedColumn column_of(const Problem& problem, std::size_t c) {
    AskedColumn column;
    column.levels = distinct_levels;
    column.group = problem.columns[c].group;
    column.groups = 2;
    for (Code level = 0; level < distinct_levels; ++level) {
      for (std::size_t k = 0; k < problem.conjunctions; ++k)
        column.share.push_back(problem.columns[c].share[k][level]);
    }
    column.measure.resize(1);
    if (c == problem.measured) column.measure.front() = problem.number;
    return column;
  }
};

// PersonTotals of a group in a table.
struct PersonTotals {
  double rows = 0;
  double persons = 0;
  double known = 0;
  double sum = 0;

  auto operator<=>(const PersonTotals&) const = default;
};

// Probability of each total.
using Distribution = std::map<PersonTotals, double>;

Distribution of_both(const Distribution& some, const Distribution& others) {
  Distribution result;
  for (const auto& [x, p] : some) {
    for (const auto& [y, q] : others) {
      result[{x.rows + y.rows, x.persons + y.persons, x.known + y.known, x.sum + y.sum}] += p * q;
    }
  }
  return result;
}

using Group = std::vector<Code>;

// Adds a row, by its levels in all columns, to the totals of a person.
void add_row(const Problem& problem, const std::vector<Code>& row, const Group& group,
             PersonTotals& totals) {
  bool any = problem.conjunctions == 0;
  for (std::size_t k = 0; k < problem.conjunctions; ++k) {
    bool all = true;
    for (std::size_t c = 0; c < row.size(); ++c)
      all = all && problem.columns[c].share[k][row[c]] == 1;
    any = any || all;
  }
  for (std::size_t c = 0; c < row.size(); ++c)
    any = any && problem.columns[c].group[row[c]] == group[c];
  if (!any) return;
  ++totals.rows;
  totals.persons = 1;
  const double number = problem.number[row[problem.measured]];
  if (std::isnan(number)) return;
  ++totals.known;
  totals.sum += number;
}

// Returns the distribution of a person with the given units, over all orders of the last one, which
// begins with the `set` entries that the release shows.
Distribution of_person(const Problem& problem, const std::vector<std::vector<Code>>& units,
                       const Group& group, std::size_t set) {
  std::size_t rows = 1;
  for (const std::vector<Code>& unit : units)
    rows = std::max(rows, unit.size());
  const std::vector<Code>& last = units.back();
  if (problem.has_values && last.size() < rows) {
    // A row without a value of its own has any value of the set that the release shows.
    Distribution result;
    std::vector<std::vector<Code>> with_one = units;
    for (std::size_t i = 0; i < set; ++i) {
      with_one.back() = last;
      with_one.back().push_back(last[i]);
      for (const auto& [totals, probability] : of_person(problem, with_one, group, set))
        result[totals] += probability / static_cast<double>(set);
    }
    return result;
  }
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Distribution result;
  double orders = 0;
  do {
    PersonTotals totals;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Code> row;
      for (std::size_t c = 0; c < units.size(); ++c) {
        const bool is_last = c + 1 == units.size();
        row.push_back(units[c].size() == 1 ? units[c].front() : units[c][is_last ? order[i] : i]);
      }
      add_row(problem, row, group, totals);
    }
    ++result[totals];
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  for (auto& [totals, probability] : result)
    probability /= orders;
  return result;
}

// Adds the distribution of a bucket over all orders of the columns from `column` on.
void link_columns(const Problem& problem, std::size_t bucket, std::size_t column,
                  std::vector<std::vector<std::vector<Code>>>& persons, const Group& group,
                  Distribution& result) {
  if (column == problem.columns.size()) {
    Distribution one{{{}, 1}};
    for (const auto& units : persons)
      one = of_both(one, of_person(problem, units, group, units.back().size()));
    for (const auto& [totals, probability] : one)
      result[totals] += probability;
    return;
  }
  const auto& units = problem.columns[column].units[bucket];
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    for (std::size_t i = 0; i < persons.size(); ++i)
      persons[i][column] = units[order[i]];
    link_columns(problem, bucket, column + 1, persons, group, result);
  } while (column > 0 && std::next_permutation(order.begin(), order.end()));
}

Distribution of_release(const Problem& problem, const Group& group) {
  Distribution result{{{}, 1}};
  for (std::size_t b = 0; b < problem.buckets; ++b) {
    std::vector<std::vector<std::vector<Code>>> persons(
        problem.columns.front().units[b].size(),
        std::vector<std::vector<Code>>(problem.columns.size()));
    Distribution of_bucket;
    link_columns(problem, b, 0, persons, group, of_bucket);
    double linkings = 0;
    for (const auto& [totals, weight] : of_bucket)
      linkings += weight;
    for (auto& [totals, weight] : of_bucket)
      weight /= linkings;
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

template <typename ValueOf>
double variance(const Distribution& distribution, double estimate, const ValueOf& value_of) {
  return mean(distribution,
              [&](const PersonTotals& totals) { return std::pow(value_of(totals) - estimate, 2); });
}

double count_of_rows(const PersonTotals& totals) {
  return totals.rows;
}
double persons_of(const PersonTotals& totals) {
  return totals.persons;
}
double known_of(const PersonTotals& totals) {
  return totals.known;
}
double sum_of(const PersonTotals& totals) {
  return totals.sum;
}

// Calls test(sums, distribution) for all groups of random releases.
template <typename Test>
void for_groups(int cases, const ProblemShape& shape, const Test& test) {
  test::for_cases(cases, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Problem problem = random_problem(choices, shape);
    const QuestionedRelease asked(problem);
    double all_rows = 0;
    for (const GroupSums& sums : sum_person_groups(asked.question, false, {})) {
      const Distribution tables = of_release(problem, sums.group);
      all_rows += mean(tables, count_of_rows);
      test(problem, sums, tables);
    }
    // No group is missing.
    Problem whole = problem;
    for (PersonColumn& column : whole.columns)
      column.group.assign(distinct_levels, 0);
    EXPECT_NEAR(all_rows, mean(of_release(whole, Group(whole.columns.size())), count_of_rows),
                1e-9);
  });
}

void expect_moments(double estimate, double variance_found, const Distribution& tables,
                    double (*value_of)(const PersonTotals&)) {
  EXPECT_NEAR(estimate, mean(tables, value_of), 1e-9);
  const double expected = variance(tables, estimate, value_of);
  EXPECT_NEAR(variance_found, expected, 1e-9);
  if (expected < 1e-12) {
    EXPECT_EQ(variance_found, 0);
  }
}

TEST(PersonEstimateProperty, CountsAndSumsHaveMeanAndVarianceOfAllLinkings) {
  int spread = 0;
  const auto test = [&](const Problem& /*problem*/, const GroupSums& sums,
                        const Distribution& tables) {
    expect_moments(sums.rows, sums.variance, tables, count_of_rows);
    EXPECT_EQ(sums.mixed_rows, sums.rows);
    ASSERT_TRUE(sums.persons);
    expect_moments(sums.persons->estimate, std::pow(sums.persons->standard_error, 2), tables,
                   persons_of);
    const MeasureSums& measure = sums.measures.front();
    expect_moments(measure.sum, measure.variance, tables, sum_of);
    expect_moments(measure.known, measure.of_known, tables, known_of);
    const double centered = variance(
        tables, 0, [&](const PersonTotals& t) { return t.sum - measure.mean() * t.known; });
    EXPECT_NEAR(measure.of_centered, centered, 1e-9);
    spread += sums.variance > 0 ? 1 : 0;
  };
  for_groups(400, {3, 4, false}, test);
  for_groups(150, {4, 3, false}, test);
  EXPECT_GE(spread, test::expected_of(50));
}

// A mean is the expected sum divided by the expected number of rows with a number. Its error is at
// least the deviation of the means from it.
TEST(PersonEstimateProperty, ErrorsOfMeansAreNotTooSmall) {
  int seen = 0;
  for_groups(
      400, {3, 4, false},
      [&](const Problem& /*problem*/, const GroupSums& sums, Distribution tables) {
        Agreements agreements;
        agreements.add(sums);
        const GroupFigures figures = figures_of(sums, agreements);
        ASSERT_EQ(figures.avg.front().has_value(), mean(tables, known_of) > 0);
        if (!figures.avg.front()) return;
        const auto [estimate, error] = *figures.avg.front();
        EXPECT_NEAR(estimate, mean(tables, sum_of) / mean(tables, known_of), 1e-9);
        std::erase_if(tables, [](const auto& one) { return one.first.known == 0; });
        const double all = mean(tables, [](const PersonTotals&) { return 1; });
        const double expected =
            variance(tables, estimate, [](const PersonTotals& t) { return t.sum / t.known; }) / all;
        EXPECT_GT(error, std::sqrt(expected) - 1e-3);
        seen += expected > 0 ? 1 : 0;
      });
  EXPECT_GE(seen, test::expected_of(50));
}

// If sets show each value once, the other rows of a person have any of its values. The variances of
// rows and sums can then be too large.
TEST(PersonEstimateProperty, RepeatedValuesAreNotTakenForCertain) {
  int repeated = 0;
  test::for_cases(400, [&](Choices& choices, std::uint64_t /*seed*/) {
    Problem problem = random_problem(choices, {3, 4, false});
    if (!problem.has_rows || !problem.has_values) return;
    bool is_repeated = false;
    for (auto& units : problem.columns.back().units) {
      for (auto& unit : units) {
        const std::size_t rows = unit.size();
        std::sort(unit.begin(), unit.end());
        unit.erase(std::unique(unit.begin(), unit.end()), unit.end());
        is_repeated = is_repeated || unit.size() < rows;
      }
    }
    const auto expect = [&](double estimate, double found, const Distribution& tables,
                            double (*value_of)(const PersonTotals&)) {
      if (!is_repeated) {
        expect_moments(estimate, found, tables, value_of);
        return;
      }
      EXPECT_NEAR(estimate, mean(tables, value_of), 1e-9);
      EXPECT_GE(found, variance(tables, estimate, value_of) - 1e-9);
      EXPECT_TRUE(std::isfinite(found));
    };
    for (const GroupSums& sums :
         sum_person_groups(QuestionedRelease(problem).question, false, {})) {
      const Distribution tables = of_release(problem, sums.group);
      expect(sums.rows, sums.variance, tables, count_of_rows);
      expect(sums.measures.front().sum, sums.measures.front().variance, tables, sum_of);
      expect_moments(sums.persons->estimate, std::pow(sums.persons->standard_error, 2), tables,
                     persons_of);
    }
    repeated += is_repeated ? 1 : 0;
  });
  EXPECT_GE(repeated, test::expected_of(50));
}

// Figures of two buckets are the same if each is asked for by itself.
TEST(PersonEstimateProperty, SumsOfPartsAddUp) {
  int compared = 0;
  test::for_cases(400, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Problem problem = random_problem(choices, {3, 4, false});
    if (problem.buckets != 2) return;
    std::map<Group, GroupSums> parts;
    for (std::size_t b = 0; b < problem.buckets; ++b) {
      Problem part = problem;
      part.buckets = 1;
      for (PersonColumn& column : part.columns)
        column.units = {column.units[b]};
      for (const GroupSums& sums : sum_person_groups(QuestionedRelease(part).question, true, {})) {
        const auto [found, is_new] = parts.try_emplace(sums.group, sums);
        if (!is_new) add(found->second, sums);
      }
    }
    const std::vector<GroupSums> whole =
        sum_person_groups(QuestionedRelease(problem).question, false, {});
    ASSERT_EQ(whole.size(), parts.size());
    const auto expect_same = [&](const Figure& one, const Figure& other) {
      EXPECT_NEAR(one.estimate, other.estimate, 1e-9);
      EXPECT_NEAR(one.standard_error, other.standard_error, 1e-6);
    };
    for (const GroupSums& sums : whole) {
      const GroupSums& added = parts.at(sums.group);
      Agreements agreements;
      agreements.add(sums);
      const GroupFigures of_whole = figures_of(sums, agreements);
      const GroupFigures of_parts = figures_of(added, agreements);
      expect_same(of_whole.count, of_parts.count);
      expect_same(*sums.persons, *added.persons);
      ASSERT_EQ(of_whole.avg.front().has_value(), of_parts.avg.front().has_value());
      if (!of_whole.avg.front()) continue;
      expect_same(*of_whole.sum.front(), *of_parts.sum.front());
      expect_same(*of_whole.avg.front(), *of_parts.avg.front());
      ++compared;
    }
  });
  EXPECT_GE(compared, test::expected_of(100));
}

// Levels that satisfy a conjunction in part are drawn: those of a person once, those of a row and
// its value for each row.
TEST(PersonEstimateProperty, SharesAreProbabilitiesOfPersonsAndRows) {
  test::for_cases(200, [&](Choices& choices, std::uint64_t /*seed*/) {
    Problem problem = random_problem(choices, {3, 3, true});
    for (PersonColumn& column : problem.columns)
      column.group.assign(distinct_levels, 0);
    double rows = 0;
    double persons = 0;
    const auto visit = [&](auto&& self, std::size_t b, std::vector<std::vector<Code>>& units,
                           double weight) -> void {
      const std::size_t c = units.size();
      if (c < problem.columns.size()) {
        for (const std::vector<Code>& unit : problem.columns[c].units[b]) {
          units.push_back(unit);
          self(self, b, units, weight / static_cast<double>(problem.columns[c].units[b].size()));
          units.pop_back();
        }
        return;
      }
      double of_person = 1;
      for (std::size_t p = 0; p < problem.persons(); ++p)
        of_person *= problem.columns[p].share[0][units[p].front()];
      const auto share = [&](std::size_t column, std::size_t entry) {
        return problem.columns[column].share[0][units[column][entry]];
      };
      const std::size_t entries = units.back().size();
      std::vector<std::size_t> order(problem.persons() == units.size() ? 1 : entries);
      std::iota(order.begin(), order.end(), std::size_t{0});
      double orders = 0;
      double none = 0;
      double sum = 0;
      do {
        double no_row = 1;
        for (std::size_t i = 0; i < order.size(); ++i) {
          double of_row = 1;
          for (std::size_t column = problem.persons(); column < units.size(); ++column)
            of_row *= share(column, column + 1 == units.size() ? order[i] : i);
          sum += of_row;
          no_row *= 1 - of_row;
        }
        none += no_row;
        ++orders;
      } while (std::next_permutation(order.begin(), order.end()));
      rows += weight * of_person * sum / orders;
      persons += weight * of_person * (1 - none / orders);
    };
    for (std::size_t b = 0; b < problem.buckets; ++b) {
      std::vector<std::vector<Code>> units;
      visit(visit, b, units, static_cast<double>(problem.columns.front().units[b].size()));
    }
    double found_rows = 0;
    double found_persons = 0;
    for (const GroupSums& sums :
         sum_person_groups(QuestionedRelease(problem).question, false, {})) {
      found_rows += sums.rows;
      found_persons += sums.persons->estimate;
    }
    EXPECT_NEAR(found_rows, rows, 1e-9);
    EXPECT_NEAR(found_persons, persons, 1e-9);
  });
}

// Populations whose attributes are not associated within buckets: the true linking is one of the
// linkings, drawn at random. The interval of 1.96 standard errors holds at least 93% of the truths.
TEST(PersonEstimateProperty, IntervalsHoldTheTruth) {
  int held = 0;
  int all = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t /*seed*/) {
    Problem problem = random_problem(choices, {4, 4, false});
    if (!problem.has_rows || !problem.has_values) return;
    problem.buckets = 25;
    for (PersonColumn& column : problem.columns) {
      column.units.clear();
      column.group.assign(distinct_levels, 0);
    }
    for (std::size_t b = 0; b < problem.buckets; ++b)
      add_bucket(choices, choices.between(4, 9), choices.between(1, 5), problem);
    PersonTotals truth;
    for (std::size_t b = 0; b < problem.buckets; ++b) {
      std::vector<std::vector<std::vector<Code>>> orders;
      for (const PersonColumn& column : problem.columns) {
        orders.push_back(column.units[b]);
        test::shuffle(orders.back(), choices);
        for (auto& unit : orders.back())
          test::shuffle(unit, choices);
      }
      for (std::size_t i = 0; i < orders.front().size(); ++i) {
        PersonTotals of_person;
        for (std::size_t row = 0; row < orders.back()[i].size(); ++row) {
          std::vector<Code> levels_of_row;
          for (const auto& units : orders)
            levels_of_row.push_back(units[i].size() == 1 ? units[i].front() : units[i][row]);
          add_row(problem, levels_of_row, Group(problem.columns.size()), of_person);
        }
        truth = {truth.rows + of_person.rows, truth.persons + of_person.persons,
                 truth.known + of_person.known, truth.sum + of_person.sum};
      }
    }
    const std::vector<GroupSums> found =
        sum_person_groups(QuestionedRelease(problem).question, false, {});
    if (found.empty()) {
      EXPECT_EQ(truth.rows, 0);
      return;
    }
    Agreements agreements;
    agreements.add(found.front());
    const GroupFigures figures = figures_of(found.front(), agreements);
    const auto judge = [&](const Figure& figure, double value) {
      if (figure.standard_error == 0) {
        EXPECT_NEAR(figure.estimate, value, 1e-6);
        return;
      }
      // Sums of few rows are not normally distributed.
      if (figures.count.estimate < 30) return;
      ++all;
      if (std::abs(figure.estimate - value) <= 1.96 * figure.standard_error) ++held;
    };
    judge(figures.count, truth.rows);
    judge(*found.front().persons, truth.persons);
    if (truth.known > 0 && figures.avg.front()) {
      judge(*figures.sum.front(), truth.sum);
      judge(*figures.avg.front(), truth.sum / truth.known);
    }
  });
  EXPECT_GE(all, test::expected_of(1500));
  EXPECT_GE(held, test::expected_of(0.93 * all));
}

}  // namespace
}  // namespace microdata

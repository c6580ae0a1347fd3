#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <vector>

#include "core/utility/missing_rows.hpp"
#include "property/random_table.hpp"

// Tests of estimates from releases with suppressed rows. The estimates are compared with all
// possible tables of the release, and with tables whose rows are suppressed because of their
// values.

namespace microdata {
namespace {

using test::Choices;

constexpr double rounding_error = 1e-9;

// A row that belongs to the queried group or not, and has a number.
struct PlacedRow {
  bool in_group = false;
  double number = 0;
};

struct Truth {
  double count = 0;
  double sum = 0;
  std::optional<double> mean;
};

Truth truth_of(const std::vector<PlacedRow>& rows) {
  Truth truth;
  for (const PlacedRow& row : rows) {
    truth.count += row.in_group ? 1 : 0;
    truth.sum += row.in_group ? row.number : 0;
  }
  if (truth.count > 0) truth.mean = truth.sum / truth.count;
  return truth;
}

GroupNumbers numbers_of(const std::vector<PlacedRow>& rows) {
  GroupNumbers numbers;
  numbers.lowest = numbers.highest = rows.front().number;
  for (const PlacedRow& row : rows) {
    numbers.lowest = std::min(numbers.lowest, row.number);
    numbers.highest = std::max(numbers.highest, row.number);
    if (!row.in_group) continue;
    numbers.rows += 1;
    numbers.sum += row.number;
    numbers.squares += row.number * row.number;
  }
  return numbers;
}

std::vector<PlacedRow> random_rows(Choices& choices, int most, const std::vector<double>& values) {
  std::vector<PlacedRow> rows(static_cast<std::size_t>(choices.between(1, most)));
  const int share = choices.between(0, 4);
  for (PlacedRow& row : rows)
    row = {choices.between(1, 4) <= share, choices.of(values)};
  return rows;
}

// Calls body(rows) for the published rows with every possible choice of missing rows; their numbers
// are published numbers.
template <typename Body>
void for_all_tables(std::vector<PlacedRow>& rows, std::size_t missing,
                    const std::vector<double>& values, const Body& body) {
  if (missing == 0) return body(rows);
  for (const bool in_group : {false, true}) {
    for (const double value : values) {
      rows.push_back({in_group, value});
      for_all_tables(rows, missing - 1, values, body);
      rows.pop_back();
    }
  }
}

TEST(MissingRowsProperty, ErrorsOfExactFiguresCoverEveryTable) {
  int tight = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    const std::vector<double> domain{-7, -2, 0, 1, 30};
    const std::vector<PlacedRow> published = random_rows(choices, 8, domain);
    std::vector<double> values;
    for (const PlacedRow& row : published)
      values.push_back(row.number);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const auto left_out = static_cast<std::size_t>(choices.between(1, 3));
    const MissingRows missing{static_cast<double>(published.size()), static_cast<double>(left_out),
                              1};
    const Truth shown = truth_of(published);
    const GroupNumbers numbers = numbers_of(published);
    const Figure count = count_of_table({shown.count, 0}, missing);
    const Figure sum = sum_of_table({shown.sum, 0}, numbers, missing);
    EXPECT_GT(count.standard_error, 0);
    EXPECT_NEAR(count.estimate, shown.count * missing.all() / missing.published, rounding_error);
    EXPECT_NEAR(sum.estimate, shown.sum * missing.all() / missing.published, rounding_error);
    double farthest_count = 0;
    double farthest_sum = 0;
    std::vector<PlacedRow> rows = published;
    for_all_tables(rows, left_out, values, [&](const std::vector<PlacedRow>& table) {
      const Truth truth = truth_of(table);
      farthest_count = std::max(farthest_count, std::abs(truth.count - count.estimate));
      farthest_sum = std::max(farthest_sum, std::abs(truth.sum - sum.estimate));
      if (!shown.mean) return;
      const Figure mean = mean_of_table({*shown.mean, 0}, numbers, missing);
      EXPECT_EQ(mean.estimate, *shown.mean);
      EXPECT_LE(std::abs(*truth.mean - mean.estimate), mean.standard_error + rounding_error);
    });
    // The errors are as large as necessary and not larger.
    EXPECT_NEAR(farthest_count, count.standard_error, rounding_error);
    EXPECT_NEAR(farthest_sum, sum.standard_error, rounding_error);
    tight += farthest_sum > 0 ? 1 : 0;
  });
  if (HasFailure()) return;
  EXPECT_GT(tight, test::expected_of(1000));
}

// Kinds of suppressed rows.
enum class Missing { at_random, of_the_group, of_others, of_high_numbers, of_low_numbers };

// Rows in two columns, one of which is shuffled within buckets. The first contains the membership
// in the group; the second contains half of the condition and the number.
struct Buckets {
  struct Row {
    std::size_t bucket = 0;
    bool first = false;
    bool second = false;
    double number = 0;
  };
  std::vector<Row> rows;
  std::size_t count = 0;

  // Returns the rows of a possible original table: both columns linked at random.
  std::vector<PlacedRow> linked(Choices& choices) const {
    std::vector<PlacedRow> result;
    for (std::size_t b = 0; b < count; ++b) {
      std::vector<Row> members;
      for (const Row& row : rows) {
        if (row.bucket == b) members.push_back(row);
      }
      std::vector<Row> other = members;
      test::shuffle(other, choices);
      for (std::size_t i = 0; i < members.size(); ++i)
        result.push_back({members[i].first && other[i].second, other[i].number});
    }
    return result;
  }
};

Buckets random_buckets(Choices& choices) {
  Buckets buckets;
  buckets.count = static_cast<std::size_t>(choices.between(2, 6));
  const double first = choices.real();
  const double second = choices.real();
  for (std::size_t b = 0; b < buckets.count; ++b) {
    for (int i = choices.between(4, 10); i > 0; --i)
      buckets.rows.push_back({b, choices.real() < first, choices.real() < second,
                              static_cast<double>(choices.between(20, 60))});
  }
  return buckets;
}

std::vector<PlacedRow> missing_rows(Choices& choices, Missing which, int rows,
                                    const std::vector<PlacedRow>& published) {
  const GroupNumbers numbers = numbers_of(published);
  std::vector<PlacedRow> result;
  for (int i = 0; i < rows; ++i) {
    const PlacedRow& like = choices.of(published);
    result.push_back(which == Missing::at_random         ? like
                     : which == Missing::of_the_group    ? PlacedRow{true, like.number}
                     : which == Missing::of_others       ? PlacedRow{false, like.number}
                     : which == Missing::of_high_numbers ? PlacedRow{true, numbers.highest}
                                                         : PlacedRow{true, numbers.lowest});
  }
  return result;
}

// Numbers of figures within one and within two standard errors.
struct Coverage {
  int within_one = 0;
  int within_two = 0;
  int all = 0;

  void add(double truth, const Figure& figure) {
    const double off = std::abs(truth - figure.estimate);
    within_one += off <= figure.standard_error + rounding_error ? 1 : 0;
    within_two += off <= 2 * figure.standard_error + rounding_error ? 1 : 0;
    ++all;
  }
};

// Returns mean and standard error over linkings, which a correct estimate has.
PublishedFigure right_figure(const std::vector<double>& figures) {
  double mean = 0;
  for (const double figure : figures)
    mean += figure / static_cast<double>(figures.size());
  double variance = 0;
  for (const double figure : figures)
    variance += (figure - mean) * (figure - mean) / static_cast<double>(figures.size());
  return {mean, std::sqrt(variance)};
}

TEST(MissingRowsProperty, ErrorsCoverAsOftenAsTheySayWhicheverRowsAreMissing) {
  constexpr int linkings = 300;
  // Coverage by kind of missing rows and by knowledge of the linking's errors.
  std::array<std::array<std::array<Coverage, 3>, 2>, 5> coverage{};
  test::for_cases(60, [&](Choices& choices, std::uint64_t) {
    const Buckets buckets = random_buckets(choices);
    std::vector<std::vector<PlacedRow>> tables;
    std::vector<double> counts;
    std::vector<double> sums;
    std::vector<double> means;
    for (int i = 0; i < linkings; ++i) {
      tables.push_back(buckets.linked(choices));
      const Truth truth = truth_of(tables.back());
      counts.push_back(truth.count);
      sums.push_back(truth.sum);
      if (truth.mean) means.push_back(*truth.mean);
    }
    PublishedFigure count = right_figure(counts);
    PublishedFigure sum = right_figure(sums);
    GroupNumbers numbers = numbers_of(tables.front());
    numbers.rows = count.estimate;
    numbers.sum = sum.estimate;
    numbers.squares = 0;
    double all = 0;
    double all_squares = 0;
    for (const Buckets::Row& row : buckets.rows) {
      all += row.number;
      all_squares += row.number * row.number;
    }
    const auto n = static_cast<double>(buckets.rows.size());
    numbers.variance_of_all = all_squares / n - all * all / n / n;
    numbers.squares = count.estimate * all_squares / n;
    // If a group is nearly empty, its mean depends on at most one row.
    const bool has_mean = count.estimate > 4;
    PublishedFigure mean = has_mean ? right_figure(means) : PublishedFigure{};
    for (const bool is_known : {true, false}) {
      if (!is_known) {
        count.standard_error.reset();
        sum.standard_error.reset();
        mean.standard_error.reset();
      }
      for (int which = 0; which < 5; ++which) {
        std::array<Coverage, 3>& found = coverage[static_cast<std::size_t>(which)][is_known];
        const int left_out = choices.between(1, choices.one_in(2) ? 3 : static_cast<int>(n));
        const MissingRows missing{n, static_cast<double>(left_out), 1};
        const Figure scaled_count = count_of_table(count, missing);
        const Figure scaled_sum = sum_of_table(sum, numbers, missing);
        const Figure scaled_mean = mean_of_table(mean, numbers, missing);
        for (const std::vector<PlacedRow>& published : tables) {
          std::vector<PlacedRow> table = published;
          const std::vector<PlacedRow> others =
              missing_rows(choices, static_cast<Missing>(which), left_out, published);
          table.insert(table.end(), others.begin(), others.end());
          const Truth truth = truth_of(table);
          found[0].add(truth.count, scaled_count);
          found[1].add(truth.sum, scaled_sum);
          if (has_mean && truth.mean) found[2].add(*truth.mean, scaled_mean);
        }
      }
    }
  });
  if (HasFailure()) return;
  for (std::size_t which = 0; which < coverage.size(); ++which) {
    for (const bool is_known : {false, true}) {
      for (std::size_t figure = 0; figure < 3; ++figure) {
        const Coverage& found = coverage[which][is_known][figure];
        SCOPED_TRACE("missing " + std::to_string(which) + ", figure " + std::to_string(figure) +
                     (is_known ? ", known" : ", not known"));
        ASSERT_GT(found.all, 100);
        EXPECT_GE(found.within_one, 0.683 * found.all);
        EXPECT_GE(found.within_two, 0.954 * found.all);
        std::cout << static_cast<double>(found.within_one) / found.all << ' ';
      }
    }
  }
  std::cout << "within one error\n";
}

// People publish some of their rows; all or no rows of a person are in the group. The suppression
// depends on the group.
TEST(MissingRowsProperty, AFrequentValueThatIsLeftOutIsCovered) {
  test::for_cases(1000, [&](Choices& choices, std::uint64_t) {
    double published = 0;
    double left_out = 0;
    Truth shown;
    Truth truth;
    for (int person = choices.between(1, 40); person > 0; --person) {
      const double rows = choices.between(1, 6);
      const bool frequent = choices.one_in(2);
      const double kept = frequent ? 1 : rows;
      published += kept;
      left_out += rows - kept;
      shown.count += frequent ? kept : 0;
      truth.count += frequent ? rows : 0;
    }
    if (left_out == 0) return;
    const MissingRows missing{published, left_out, 1};
    const Figure frequent = count_of_table({shown.count, 0}, missing);
    EXPECT_LE(std::abs(truth.count - frequent.estimate), frequent.standard_error + rounding_error);
    const Figure others = count_of_table({published - shown.count, 0}, missing);
    EXPECT_NEAR(others.estimate + frequent.estimate, missing.all(), rounding_error);
    EXPECT_LE(std::abs(published - shown.count - others.estimate),
              others.standard_error + rounding_error);
  });
}

}  // namespace
}  // namespace microdata

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/privacy/infeasible.hpp"
#include "core/subject/rows_left_out.hpp"
#include "property/subject_choices.hpp"

// Compares the number of suppressed rows that errors state with the releases that suppress them.

namespace microdata {
namespace {

using test::Choices;
using test::PersonTable;
using test::random_persons;
using test::random_subject_options;

struct Attempt {
  std::optional<SubjectBucketization> release;
  std::optional<RowsLeftOut> left_out;
  std::optional<Infeasible> infeasible;
  Row rows_to_suppress = 0;
  Row enough_persons = 0;
  Row enough_rows = 0;
  std::vector<SmallerL> smaller;
};

Attempt attempt(const PersonTable& table, const SubjectBucketizationOptions& options,
                std::uint64_t seed) {
  Random random = Random::seeded(seed);
  Attempt result;
  try {
    result.release =
        bucketize_subjects(table.data, table.subjects, table.of_person, options, random, {});
  } catch (const RowsLeftOut& left) {
    result.left_out = left;
  } catch (const PersonsInfeasible& infeasible) {
    result.infeasible = infeasible;
    result.rows_to_suppress = infeasible.rows_to_suppress;
    result.enough_persons = infeasible.enough_persons;
    result.enough_rows = infeasible.enough_rows;
    result.smaller = infeasible.smaller;
  } catch (const Infeasible& infeasible) {
    result.infeasible = infeasible;
  }
  return result;
}

std::size_t most_rows(const PersonTable& table, const SubjectBucketizationOptions& options,
                      std::size_t person) {
  return std::min<std::size_t>(table.subjects.bucket(person).size(),
                               options.rows_per_person.value_or(table.data.rows));
}

// Returns the number of rows within rows_per_person.
std::size_t rows_within(const PersonTable& table, const SubjectBucketizationOptions& options) {
  std::size_t rows = 0;
  for (std::size_t p = 0; p < table.subjects.buckets(); ++p)
    rows += most_rows(table, options, p);
  return rows;
}

struct Lost {
  std::size_t rows = 0;
  std::size_t persons = 0;
  // Persons without any row.
  std::size_t suppressed = 0;
};

// Returns the rows and people that a release does not show, except for rows withheld by
// rows_per_person.
Lost lost_by(const PersonTable& table, const SubjectBucketizationOptions& options,
             const SubjectBucketization& release) {
  Lost lost;
  for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
    const std::size_t rows = most_rows(table, options, p) - release.published_rows.bucket(p).size();
    lost.rows += rows;
    lost.persons += rows > 0 ? 1 : 0;
    lost.suppressed += release.published_rows.bucket(p).empty() ? 1 : 0;
  }
  return lost;
}

bool is_allowed(const Lost& lost, const PersonTable& table,
                const SubjectBucketizationOptions& options, double suppress) {
  return static_cast<double>(lost.rows) <=
             suppress * static_cast<double>(rows_within(table, options)) + 1e-6 &&
         static_cast<double>(lost.suppressed) <=
             suppress * static_cast<double>(table.subjects.buckets()) + 1e-6;
}

// Expects the evidence of a value to agree with the table, if all rows may be published.
void expect_evidence(const PersonTable& table, const Infeasible& preventing, double l) {
  std::size_t persons = 0;
  std::size_t with_value = 0;
  for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
    const auto rows = table.subjects.bucket(p);
    if (rows.size() != preventing.rows_each) continue;
    ++persons;
    with_value += std::any_of(rows.begin(), rows.end(), [&](Row row) {
      return table.data.columns[preventing.attribute][row] == preventing.code;
    });
  }
  EXPECT_EQ(preventing.total, persons);
  if (preventing.reason != Infeasible::Reason::share) return;
  EXPECT_EQ(preventing.count, with_value);
  EXPECT_GT(static_cast<double>(with_value) * l, static_cast<double>(persons));
}

void expect_smaller(const PersonTable& table, const SubjectBucketizationOptions& options,
                    const RowsLeftOut& left, std::uint64_t seed) {
  Row before = left.enough_rows;
  double l = options.l;
  for (const SmallerL& smaller : left.smaller) {
    EXPECT_LT(smaller.l, l);
    EXPECT_LT(smaller.rows, before);
    l = smaller.l;
    before = smaller.rows;
    SubjectBucketizationOptions with = options;
    with.l = smaller.l;
    with.leave_out =
        static_cast<double>(smaller.rows) / static_cast<double>(rows_within(table, options));
    if (options.cuts != Cuts::oblivious) with.suppress = with.leave_out;
    const Attempt again = attempt(table, with, seed);
    // Strata can be infeasible if cuts are oblivious.
    if (again.infeasible && options.cuts == Cuts::oblivious) continue;
    ASSERT_TRUE(again.release);
    EXPECT_LE(lost_by(table, with, *again.release).rows, smaller.rows);
  }
}

TEST(RowsLeftOutProperty, NamesWhatTheReleaseWouldLeaveOut) {
  int refused = 0;
  int smaller = 0;
  int for_values = 0;
  int with_persons = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(choices, {.most_persons = choices.one_in(8) ? 300 : 40,
                                                       .most_rows = choices.one_in(4) ? 60 : 5,
                                                       .most_values = 20});
    SubjectBucketizationOptions options = random_subject_options(choices);
    options.suppress = options.cuts == Cuts::oblivious ? 0 : 1;
    options.leave_out = 1;
    const Attempt all = attempt(table, options, seed);
    if (!all.release) {
      EXPECT_FALSE(all.left_out);
      return;
    }
    const Lost lost = lost_by(table, options, *all.release);
    options.leave_out = choices.one_in(2) ? 0 : choices.real();
    if (options.suppress > 0) options.suppress = options.leave_out;
    const Attempt asked = attempt(table, options, seed);
    // One row of each person was infeasible.
    if (asked.infeasible) {
      EXPECT_GT(lost.suppressed, 0U);
      return;
    }
    ASSERT_EQ(asked.release.has_value(), is_allowed(lost, table, options, options.leave_out));
    if (asked.release) {
      EXPECT_EQ(asked.release->published_rows.rows, all.release->published_rows.rows);
      return;
    }
    const RowsLeftOut& left = *asked.left_out;
    ++refused;
    smaller += left.smaller.empty() ? 0 : 1;
    with_persons += all.release->suppressed_persons > 0 ? 1 : 0;
    EXPECT_EQ(left.rows, lost.rows);
    EXPECT_EQ(left.persons, lost.persons);
    EXPECT_EQ(left.all_rows, rows_within(table, options));
    EXPECT_EQ(left.all_persons, table.subjects.buckets());
    if (left.preventing) {
      ++for_values;
      if (!options.rows_per_person) expect_evidence(table, *left.preventing, options.l);
    }
    expect_smaller(table, options, left, seed);
    options.leave_out =
        std::max(static_cast<double>(left.rows) / left.all_rows,
                 static_cast<double>(lost.suppressed) / static_cast<double>(left.all_persons));
    if (options.cuts != Cuts::oblivious) options.suppress = options.leave_out;
    EXPECT_TRUE(attempt(table, options, seed).release);
  });
  std::cout << refused << " refused, " << with_persons << " where persons are left out, "
            << for_values << " with what prevents it, " << smaller << " with a smaller l\n";
  if (HasFailure()) return;
  EXPECT_GT(refused, test::expected_of(200));
  EXPECT_GE(smaller, test::expected_of(51));
  EXPECT_GT(for_values, test::expected_of(100));
}

// The stated numbers of people and rows to suppress are sufficient together, and a smaller fraction
// than both need is not.
TEST(RowsLeftOutProperty, WhatIsInfeasibleNamesEnoughOfPersonsAndOfRows) {
  int more_rows = 0;
  int tried = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(
        choices, {.most_persons = 40, .most_rows = 5, .most_values = choices.between(2, 6)});
    SubjectBucketizationOptions options = random_subject_options(choices);
    if (options.cuts == Cuts::oblivious) return;
    options.suppress = options.leave_out = 0;
    const Attempt none = attempt(table, options, seed);
    if (!none.infeasible || none.infeasible->to_suppress == 0) return;
    const Row persons = none.infeasible->to_suppress;
    const Row rows = none.rows_to_suppress;
    const auto all_persons = static_cast<double>(table.subjects.buckets());
    ASSERT_LT(persons, all_persons);
    ++tried;
    const double of_persons = persons / all_persons;
    const double of_rows =
        static_cast<double>(rows) / static_cast<double>(rows_within(table, options));
    more_rows += of_rows > of_persons ? 1 : 0;
    options.suppress = options.leave_out = std::max(of_persons, of_rows);
    EXPECT_TRUE(attempt(table, options, seed).release);
    options.suppress = options.leave_out -= 0.5 / std::max<double>(all_persons, table.data.rows);
    EXPECT_FALSE(attempt(table, options, seed).release);
  });
  std::cout << tried << " infeasible, " << more_rows << " where rows need more\n";
  if (HasFailure()) return;
  EXPECT_GT(tried, test::expected_of(100));
  EXPECT_GE(more_rows, test::expected_of(31));
}

// A call after the error draws other rows; the stated numbers are sufficient for nearly all such
// calls.
TEST(RowsLeftOutProperty, WhatErrorsNameIsEnoughForOtherDraws) {
  constexpr std::uint64_t next_calls = 5;
  struct Count {
    int calls = 0;
    int failed = 0;
  };
  Count suppressed;
  Count smaller;
  int differ = 0;
  // A tenth of the cases would fail by chance: calls of one table fail together.
  test::for_all_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(choices, {.most_persons = choices.one_in(2) ? 200 : 40,
                                                       .most_rows = choices.one_in(2) ? 12 : 5,
                                                       .most_values = choices.between(2, 8)});
    SubjectBucketizationOptions options = random_subject_options(choices);
    if (options.cuts == Cuts::oblivious) return;
    options.suppress = options.leave_out = 0;
    const Attempt none = attempt(table, options, seed);
    if (none.release) return;
    const auto tried = [&](const SubjectBucketizationOptions& with, Count& count) {
      for (std::uint64_t next = 1; next <= next_calls; ++next) {
        ++count.calls;
        count.failed += attempt(table, with, seed + next).release ? 0 : 1;
      }
    };
    SubjectBucketizationOptions with = options;
    if (none.left_out) {
      with.suppress = with.leave_out = static_cast<double>(none.left_out->enough_rows) /
                                       static_cast<double>(rows_within(table, options));
      differ += none.left_out->enough_rows > none.left_out->rows ? 1 : 0;
      tried(with, suppressed);
    } else if (none.infeasible->to_suppress > 0) {
      with.suppress = with.leave_out = std::max(
          none.enough_persons / static_cast<double>(table.subjects.buckets()),
          static_cast<double>(none.enough_rows) / static_cast<double>(rows_within(table, options)));
      differ += none.enough_rows > none.rows_to_suppress ? 1 : 0;
      tried(with, suppressed);
    }
    for (const SmallerL& l : none.left_out ? none.left_out->smaller : none.smaller) {
      with = options;
      with.l = l.l;
      with.suppress = with.leave_out =
          static_cast<double>(l.rows) / static_cast<double>(rows_within(table, options));
      tried(with, smaller);
    }
  });
  std::cout << suppressed.failed << " of " << suppressed.calls << " calls failed, "
            << smaller.failed << " of " << smaller.calls << " with a smaller l; " << differ
            << " where draws differ\n";
  if (HasFailure()) return;
  EXPECT_LT(suppressed.failed, 0.03 * suppressed.calls + 3);
  EXPECT_LT(smaller.failed, 0.03 * smaller.calls + 3);
  EXPECT_GT(differ, 125);
}

}  // namespace
}  // namespace microdata

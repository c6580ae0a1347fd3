#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

#include "core/privacy/diversity.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/subject_disclosure.hpp"
#include "property/random_table.hpp"

// Compares what releases disclose of values that are not harmless with the definition: for each
// bucket and each such value, its share among all rows or persons of the bucket.

namespace microdata {
namespace {

using test::Choices;

constexpr Code value_count = 4;

SlicedView::Values all_alike(std::size_t rows, std::size_t tuples) {
  SlicedView::Values result;
  result.distinct = 1;
  result.published.assign(rows, 0);
  result.tuples.assign(tuples, 0);
  return result;
}

std::vector<std::uint8_t> some_harmless(Choices& choices) {
  std::vector<std::uint8_t> harmless(value_count);
  for (std::uint8_t& one : harmless)
    one = choices.one_in(3) ? 1 : 0;
  harmless[static_cast<std::size_t>(choices.between(0, value_count - 1))] = 1;
  return harmless;
}

// Returns ascending numbers of buckets without gaps.
std::vector<std::uint32_t> random_buckets(Choices& choices, std::size_t size) {
  std::vector<std::uint32_t> bucket_of(size);
  for (std::size_t i = 1; i < size; ++i)
    bucket_of[i] = bucket_of[i - 1] + (choices.one_in(3) ? 1 : 0);
  return bucket_of;
}

// Returns the share of each value among the rows or persons of each bucket.
using Shares = std::vector<std::vector<double>>;
Shares shares_by_bucket(const std::vector<std::uint32_t>& bucket_of,
                        const std::vector<std::set<Code>>& values_of) {
  Shares shares(bucket_of.back() + std::size_t{1}, std::vector<double>(value_count));
  for (std::uint32_t b = 0; b < shares.size(); ++b) {
    const auto size = std::count(bucket_of.begin(), bucket_of.end(), b);
    for (std::size_t i = 0; i < bucket_of.size(); ++i) {
      if (bucket_of[i] != b) continue;
      for (const Code value : values_of[i])
        shares[b][value] += 1.0 / static_cast<double>(size);
    }
  }
  return shares;
}

double largest_of(const std::vector<double>& shares, const std::vector<std::uint8_t>& harmless) {
  double largest = 0;
  for (Code value = 0; value < value_count; ++value)
    largest = std::max(largest, harmless[value] == 0 ? shares[value] : 0);
  return largest;
}

double largest_of(const Shares& shares, const std::vector<std::uint8_t>& harmless) {
  double largest = 0;
  for (const std::vector<double>& of_bucket : shares)
    largest = std::max(largest, largest_of(of_bucket, harmless));
  return largest;
}

TEST(HarmlessDisclosureProperty, RowsDiscloseOtherValuesAlone) {
  int unbounded = 0;
  int nothing = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto rows = static_cast<std::size_t>(choices.between(1, 14));
    SlicedView view;
    view.bucket_of = random_buckets(choices, rows);
    view.buckets = view.bucket_of.back() + 1;
    view.tuples = rows;
    SlicedView::Values known = all_alike(rows, rows);
    known.distinct = 3;
    SlicedView::Sensitive sensitive{1, value_count, {}, {}, some_harmless(choices)};
    std::vector<std::set<Code>> value_of;
    for (std::size_t row = 0; row < rows; ++row) {
      known.published[row] = known.tuples[row] = static_cast<Code>(choices.between(0, 2));
      sensitive.published.push_back(static_cast<Code>(choices.between(0, value_count - 1)));
      value_of.push_back({sensitive.published.back()});
    }
    sensitive.tuples = sensitive.published;
    view.columns = {{known, known}, {all_alike(rows, rows), all_alike(rows, rows)}};
    view.sensitive = {sensitive};

    const Shares shares = shares_by_bucket(view.bucket_of, value_of);
    const double expected = largest_of(shares, sensitive.harmless);
    const double found =
        measure_bucket_disclosure(view, {}).attributes.front().by_degree.probability;
    EXPECT_NEAR(found, expected, 1e-12);
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 3, 4});
    EXPECT_EQ(share_holds(found, 1, l), expected * l <= 1 + 1e-9);
    unbounded +=
        largest_of(shares, std::vector<std::uint8_t>(value_count)) > expected + 1e-9 ? 1 : 0;
    nothing += expected == 0 ? 1 : 0;

    std::vector<Row> persons(rows);
    std::iota(persons.begin(), persons.end(), 0U);
    InferenceOptions options;
    options.iterations = 0;
    options.harmless = {sensitive.harmless};
    const std::vector<Guess> guesses =
        guess_values(place_persons(view, view.sensitive.front(), persons, 10'000, {}),
                     KnownFeatures({}, rows, rows, {}), options, {});

    double by_degree = 0;
    double by_count = 0;
    double mean = 0;
    for (std::size_t tuple = 0; tuple < rows; ++tuple) {
      std::vector<double> of_degree(value_count);
      std::vector<double> of_count(value_count);
      double degrees = 0;
      double counts = 0;
      for (std::uint32_t b = 0; b < view.buckets; ++b) {
        double size = 0;
        double like = 0;
        for (std::size_t row = 0; row < rows; ++row) {
          if (view.bucket_of[row] != b) continue;
          ++size;
          like += known.published[row] == known.tuples[tuple] ? 1 : 0;
        }
        degrees += like / size;
        counts += like;
        for (Code value = 0; value < value_count; ++value) {
          of_degree[value] += like / size * shares[b][value];
          of_count[value] += like * shares[b][value];
        }
      }
      by_degree = std::max(by_degree, largest_of(of_degree, sensitive.harmless) / degrees);
      const double largest = largest_of(of_count, sensitive.harmless) / counts;
      by_count = std::max(by_count, largest);
      // An attacker who learns nothing guesses the likeliest other value.
      EXPECT_NEAR(guesses[tuple].probability, largest, 1e-6);
      if (largest > 0) {
        EXPECT_EQ(sensitive.harmless[guesses[tuple].value], 0);
        EXPECT_NEAR(of_count[guesses[tuple].value] / counts, largest, 1e-6);
      }
      EXPECT_NEAR(of_count[guesses[tuple].of_all],
                  *std::max_element(of_count.begin(), of_count.end()), 1e-5);
      mean += largest / static_cast<double>(rows);
    }
    const Disclosure disclosure = measure_disclosure(view, {});
    EXPECT_EQ(disclosure.unmatched, 0U);
    EXPECT_NEAR(disclosure.attributes.front().by_degree.probability, by_degree, 1e-12);
    EXPECT_NEAR(disclosure.attributes.front().by_count.probability, by_count, 1e-12);
    EXPECT_NEAR(disclosure.mean_probability, mean, 1e-12);
  });
  if (HasFailure()) return;
  EXPECT_GT(unbounded, test::expected_of(700));
  EXPECT_GT(nothing, test::expected_of(50));
}

// All persons have as many rows and look alike, so each can be in any bucket.
TEST(HarmlessDisclosureProperty, PersonsDiscloseOtherValuesAlone) {
  int unbounded = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    constexpr std::size_t rows_of_person = 3;
    const auto persons = static_cast<std::size_t>(choices.between(1, 10));
    SubjectView view;
    view.persons.bucket_of = random_buckets(choices, persons);
    view.persons.buckets = view.persons.bucket_of.back() + 1;
    view.persons.tuples = persons;
    view.persons.columns = {{all_alike(persons, persons), all_alike(persons, persons)}};
    view.rows.first_set.assign(view.buckets() + std::size_t{1}, 0);
    SubjectView::Sensitive sensitive{value_count, {}, {}, some_harmless(choices)};
    std::vector<std::set<Code>> values_of(persons);
    for (std::uint32_t person = 0; person < persons; ++person) {
      for (std::size_t row = 0; row < rows_of_person; ++row) {
        view.person_of_tuple.push_back(person);
        sensitive.tuples.push_back(static_cast<Code>(choices.between(0, value_count - 1)));
        values_of[person].insert(sensitive.tuples.back());
      }
      for (const Code value : values_of[person]) {
        view.values.set_of.push_back(person);
        sensitive.published.push_back(value);
      }
      view.values.bucket_of_set.push_back(view.persons.bucket_of[person]);
    }
    for (std::uint32_t b = 0; b < view.buckets(); ++b) {
      view.values.first_set.push_back(static_cast<std::uint32_t>(
          std::upper_bound(view.persons.bucket_of.begin(), view.persons.bucket_of.end(), b) -
          view.persons.bucket_of.begin()));
    }
    view.values.whole = view.values.known =
        all_alike(sensitive.published.size(), sensitive.tuples.size());
    view.sensitive = {sensitive};

    const Shares shares = shares_by_bucket(view.persons.bucket_of, values_of);
    const double expected = largest_of(shares, sensitive.harmless);
    const CommonestValue found = commonest_value(view, 0, {});
    EXPECT_NEAR(found.share(), expected, 1e-12);
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 3, 4});
    if (found.sets > 0) {
      EXPECT_EQ(share_holds(found.sets, found.persons, l), expected * l <= 1 + 1e-9);
      EXPECT_EQ(sensitive.harmless[found.value], 0);
    }
    unbounded +=
        largest_of(shares, std::vector<std::uint8_t>(value_count)) > expected + 1e-9 ? 1 : 0;

    const Shares of_all = shares_by_bucket(std::vector<std::uint32_t>(persons), values_of);
    const SubjectDisclosure disclosure = measure_subject_disclosure(view, {});
    EXPECT_EQ(disclosure.persons, persons);
    EXPECT_NEAR(disclosure.max_probability, largest_of(of_all, sensitive.harmless), 1e-12);
    EXPECT_NEAR(disclosure.mean_probability, largest_of(of_all, sensitive.harmless), 1e-12);
  });
  if (HasFailure()) return;
  EXPECT_GT(unbounded, test::expected_of(300));
}

// Guesses count for persons who have another value, and are right if they name such a value.
TEST(HarmlessDisclosureProperty, GuessesOfOtherValuesCount) {
  std::size_t counted = 0;
  std::size_t left_out = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const std::vector<std::uint8_t> harmless = some_harmless(choices);
    const bool one_each = choices.one_in(2);
    std::vector<std::size_t> first{0};
    std::vector<Code> had;
    std::vector<Row> persons;
    std::vector<Guess> guesses;
    GuessesJudged expected;
    double beyond = 0;
    for (Row person = 0; person < 8; ++person) {
      guesses.push_back({static_cast<Code>(choices.between(0, value_count - 1)), 0.35});
      persons.push_back(person);
      bool has_other = false;
      bool right = false;
      for (int i = one_each ? 1 : choices.between(1, 3); i > 0; --i) {
        had.push_back(static_cast<Code>(choices.between(0, value_count - 1)));
        if (harmless[had.back()] != 0) continue;
        has_other = true;
        right = right || had.back() == guesses.back().value;
      }
      first.push_back(had.size());
      left_out += has_other ? 0 : 1;
      beyond += 0.35 - (right ? 1 : 0);
      if (!has_other) continue;
      ++expected.persons;
      expected.right += right ? 1 : 0;
    }
    const SecretValues secret(one_each ? TrueValues(had) : TrueValues(first, had), harmless);
    const GuessesJudged found = judge_guesses(persons, guesses, secret.values());
    EXPECT_EQ(found.persons, expected.persons);
    EXPECT_EQ(found.right, expected.right);
    EXPECT_EQ(judge_believed(persons, guesses, secret.values(), 0.5).persons, 0U);
    EXPECT_NEAR(calibration_error(persons, guesses, secret.values()), std::abs(beyond) / 8, 1e-12);
    counted += expected.persons;
  });
  if (HasFailure()) return;
  EXPECT_GT(counted, test::expected_of(1000));
  EXPECT_GT(left_out, test::expected_of(1000));
}

}  // namespace
}  // namespace microdata

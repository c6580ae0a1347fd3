#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <vector>

#include "core/risk/near_guess.hpp"
#include "property/random_table.hpp"

// Compares near guesses with their definition: a guessed number is near every value whose tolerance
// includes the number.

namespace microdata {
namespace {

using test::Choices;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Returns ascending numbers, sometimes with infinite ones, and with NULL at the end.
std::vector<double> random_numbers(Choices& choices) {
  std::vector<double> numbers;
  double number = choices.between(-20, 20);
  const int count = choices.between(1, 12);
  for (int i = 0; i < count; ++i) {
    numbers.push_back(number);
    number += choices.one_in(3) ? choices.between(1, 30) : choices.between(1, 4) / 4.0;
  }
  if (choices.one_in(6)) numbers.insert(numbers.begin(), -std::numeric_limits<double>::infinity());
  if (choices.one_in(6)) numbers.push_back(std::numeric_limits<double>::infinity());
  if (choices.one_in(4)) numbers.push_back(no_number);
  return numbers;
}

Tolerance random_tolerance(Choices& choices) {
  if (choices.one_in(6)) return {0, choices.one_in(2)};
  return choices.one_in(3) ? Tolerance{choices.between(1, 90) / 100.0, true}
                           : Tolerance{choices.between(1, 40) / 8.0, false};
}

double way(double number, const Tolerance& tolerance) {
  return tolerance.is_share ? tolerance.number * std::abs(number) : tolerance.number;
}

bool is_near(double guess, double number, const Tolerance& tolerance) {
  constexpr double rounding = 1e-9;
  return std::abs(guess - number) <= way(number, tolerance) + rounding * (1 + std::abs(number));
}

// Returns the values near each possible guess. Guesses are each value without a finite number, and
// the ends of the tolerances of the others. One of these guesses is near all values that any guess
// is near.
std::vector<std::vector<bool>> all_guesses(const std::vector<double>& numbers,
                                           const Tolerance& tolerance) {
  std::vector<std::vector<bool>> guesses;
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    std::vector<bool>& alone = guesses.emplace_back(numbers.size());
    alone[v] = true;
    if (!std::isfinite(numbers[v])) continue;
    for (const double side : {-1.0, 1.0}) {
      const double guess = numbers[v] + side * way(numbers[v], tolerance);
      std::vector<bool>& near = guesses.emplace_back(numbers.size());
      for (std::size_t w = 0; w < numbers.size(); ++w)
        near[w] = std::isfinite(numbers[w]) && is_near(guess, numbers[w], tolerance);
    }
  }
  return guesses;
}

// Fails unless some guess is near all values of the span.
void expect_guess(const NearSpan& span, const std::vector<std::vector<bool>>& guesses) {
  ASSERT_LE(span.first, span.last);
  EXPECT_TRUE(std::any_of(guesses.begin(), guesses.end(),
                          [&](const std::vector<bool>& near) {
                            for (Code value = 0; value < near.size(); ++value) {
                              if (span.has(value) && !near[value]) return false;
                            }
                            return true;
                          }))
      << span.first << " to " << span.last;
}

TEST(NearGuessProperty, IsTheBestOfAllGuesses) {
  int several = 0;
  int of_persons = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<double> numbers = random_numbers(choices);
    // Codes of texts have no numeric order.
    if (choices.one_in(2)) test::shuffle(numbers, choices);
    const Tolerance tolerance = random_tolerance(choices);
    const NearValues near(numbers, tolerance);
    const auto guesses = all_guesses(numbers, tolerance);
    const int most_values = choices.one_in(2) ? 1 : 3;
    std::vector<std::vector<Code>> outcomes;
    std::vector<double> probabilities;
    std::vector<ValueChance> chances;
    for (int o = choices.between(1, 10); o > 0; --o) {
      std::vector<Code>& outcome = outcomes.emplace_back();
      probabilities.push_back(choices.between(0, 8) / 8.0);
      for (int v = choices.between(1, most_values); v > 0; --v) {
        outcome.push_back(
            static_cast<Code>(choices.between(0, static_cast<int>(numbers.size()) - 1)));
        chances.push_back({outcome.back(), static_cast<std::uint32_t>(outcomes.size() - 1),
                           probabilities.back()});
      }
    }
    double best = 0;
    for (const std::vector<bool>& guess : guesses) {
      double sum = 0;
      for (std::size_t o = 0; o < outcomes.size(); ++o) {
        const bool hit = std::any_of(outcomes[o].begin(), outcomes[o].end(),
                                     [&](Code value) { return guess[value]; });
        sum += hit ? probabilities[o] : 0;
      }
      best = std::max(best, sum);
    }
    test::shuffle(chances, choices);
    const NearGuess found = guess_near(chances, near);
    EXPECT_NEAR(found.probability, best, 1e-9);
    expect_guess(found.span, guesses);
    double of_span = 0;
    for (std::size_t o = 0; o < outcomes.size(); ++o)
      of_span += found.span.has_any(outcomes[o]) ? probabilities[o] : 0;
    EXPECT_NEAR(of_span, best, 1e-9);
    several += found.span.last > found.span.first ? 1 : 0;
    of_persons += most_values > 1 ? 1 : 0;
  });
  EXPECT_GE(several, test::expected_of(1000));
  EXPECT_GE(of_persons, test::expected_of(1000));
}

TEST(NearGuessProperty, OfWeightsIsTheSame) {
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<double> numbers = random_numbers(choices);
    if (choices.one_in(2)) test::shuffle(numbers, choices);
    const NearValues near(numbers, random_tolerance(choices));
    std::vector<double> weights;
    std::vector<ValueChance> chances;
    for (Code value = 0; value < numbers.size(); ++value) {
      weights.push_back(choices.between(0, 5));
      chances.push_back({value, value, weights.back()});
    }
    // Values at the end need not occur.
    if (choices.one_in(3)) {
      weights.resize(1 + weights.size() / 2);
      chances.resize(weights.size());
    }
    const NearGuess by_weights = guess_near(weights, near);
    const NearGuess by_chances = guess_near(chances, near);
    EXPECT_EQ(by_weights.span.first, by_chances.span.first);
    EXPECT_EQ(by_weights.span.last, by_chances.span.last);
    EXPECT_EQ(by_weights.probability, by_chances.probability);
  });
}

// If each value is its own class, the guess is the best of all. Otherwise it is at least as good as
// the best span that begins or ends with a class, and at most the best of all.
TEST(NearGuessProperty, OfClassesIsTheBestThatTheyTellApart) {
  int with_rest = 0;
  int of_intervals = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int count = choices.one_in(3) ? choices.between(257, 400) : choices.between(1, 60);
    std::vector<double> numbers;
    std::vector<std::uint64_t> occurrences;
    for (int v = 0; v < count; ++v) {
      numbers.push_back((numbers.empty() ? 0 : numbers.back()) + choices.between(1, 9) / 4.0);
      occurrences.push_back(static_cast<std::uint64_t>(choices.between(0, 9)));
    }
    occurrences[0] = 3;
    const NearValues near(numbers, random_tolerance(choices));
    const bool by_intervals = choices.one_in(3);
    const ValueClasses classes =
        by_intervals ? intervals_of_values(occurrences) : classes_of_values(occurrences);
    EXPECT_LE(classes.classes, by_intervals ? ValueClasses::most_intervals : ValueClasses::most);
    std::vector<double> of_each(classes.classes);
    for (Code value = 0; value < numbers.size(); ++value) {
      of_each[classes.class_of[value]] += classes.share[value];
      EXPECT_EQ(classes.share[value] > 0, occurrences[value] > 0);
    }
    for (const double sum : of_each)
      EXPECT_NEAR(sum, 1, 1e-9);
    const auto begins = [&](Code value) {
      for (Code other = 0; other < value; ++other) {
        if (occurrences[other] > 0 && classes.class_of[other] == classes.class_of[value])
          return false;
      }
      return occurrences[value] > 0;
    };
    std::vector<double> of_classes;
    for (Code c = 0; c < classes.classes; ++c)
      of_classes.push_back(choices.real());
    std::vector<double> weights;
    for (Code value = 0; value < numbers.size(); ++value)
      weights.push_back(of_classes[classes.class_of[value]] * classes.share[value]);
    double best = 0;
    double of_those_alone = 0;
    for (Code first = 0; first < numbers.size(); ++first) {
      const Code last = near.last(first);
      const double sum = std::accumulate(weights.begin() + first, weights.begin() + last + 1, 0.0);
      best = std::max(best, sum);
      const bool alone =
          by_intervals ? begins(first) : classes.share[first] == 1 || classes.share[last] == 1;
      of_those_alone = alone ? std::max(of_those_alone, sum) : of_those_alone;
    }
    const bool has_rest = std::any_of(classes.share.begin(), classes.share.end(),
                                      [](double share) { return share > 0 && share < 1; });
    with_rest += has_rest && !by_intervals ? 1 : 0;
    of_intervals += has_rest && by_intervals ? 1 : 0;
    const NearGuess found = NearClasses(classes, near).guess(of_classes);
    EXPECT_LE(found.probability, best + 1e-9);
    EXPECT_GE(found.probability, (has_rest ? of_those_alone : best) - 1e-9);
    const double of_span = std::accumulate(weights.begin() + found.span.first,
                                           weights.begin() + found.span.last + 1, 0.0);
    EXPECT_NEAR(found.probability, of_span, 1e-9);
  });
  EXPECT_GE(with_rest, test::expected_of(30));
  EXPECT_GE(of_intervals, test::expected_of(30));
}

// The guess of values by classes, also of intervals, does not depend on the codes.
TEST(NearGuessProperty, CodesNeedNoOrder) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<double> numbers;
    for (int v = choices.one_in(3) ? choices.between(257, 400) : choices.between(1, 60); v > 0; --v)
      numbers.push_back((numbers.empty() ? -20 : numbers.back()) + choices.between(1, 9) / 4.0);
    if (choices.one_in(3)) numbers.push_back(no_number);
    const auto count = static_cast<Code>(numbers.size());
    std::vector<std::uint64_t> occurrences;
    for (Code value = 0; value < count; ++value)
      occurrences.push_back(static_cast<std::uint64_t>(choices.between(0, 9)));
    occurrences[0] = 3;
    // New code of each value.
    std::vector<Code> codes(count);
    std::iota(codes.begin(), codes.end(), Code{0});
    test::shuffle(codes, choices);
    std::vector<double> shuffled_numbers(count);
    std::vector<std::uint64_t> shuffled_occurrences(count);
    for (Code value = 0; value < count; ++value) {
      shuffled_numbers[codes[value]] = numbers[value];
      shuffled_occurrences[codes[value]] = occurrences[value];
    }
    const Tolerance tolerance = random_tolerance(choices);
    const NearValues near(numbers, tolerance);
    const NearValues of_shuffled(shuffled_numbers, tolerance);
    EXPECT_EQ(near.is_exact(), of_shuffled.is_exact());
    const ValueClasses classes = intervals_of_values(occurrences, near.in_order());
    const ValueClasses of_codes = intervals_of_values(shuffled_occurrences, of_shuffled.in_order());
    ASSERT_EQ(classes.classes, of_codes.classes);
    for (Code value = 0; value < count; ++value) {
      EXPECT_EQ(classes.share[value], of_codes.share[codes[value]]);
      if (occurrences[value] > 0) {
        EXPECT_EQ(classes.class_of[value], of_codes.class_of[codes[value]]);
      }
    }
    std::vector<double> of_classes;
    for (Code c = 0; c < classes.classes; ++c)
      of_classes.push_back(choices.real());
    const NearGuess guess = NearClasses(classes, near).guess(of_classes);
    const NearGuess found = NearClasses(of_codes, of_shuffled).guess(of_classes);
    EXPECT_EQ(guess.probability, found.probability);
    const NearSpan most = near_most(occurrences, near);
    const NearSpan most_of_codes = near_most(shuffled_occurrences, of_shuffled);
    std::uint64_t near_most_rows = 0;
    std::uint64_t near_most_of_codes = 0;
    for (Code value = 0; value < count; ++value) {
      EXPECT_EQ(guess.span.has(value), found.span.has(codes[value]));
      near_most_rows += most.has(value) ? occurrences[value] : 0;
      near_most_of_codes += most_of_codes.has(codes[value]) ? occurrences[value] : 0;
    }
    EXPECT_EQ(near_most_rows, near_most_of_codes);
  });
}

TEST(NearGuessProperty, IsExactIfNothingIsTolerated) {
  test::for_cases(500, [&](Choices& choices, std::uint64_t /*seed*/) {
    const std::vector<double> numbers = random_numbers(choices);
    const NearValues near(numbers, {0, choices.one_in(2)});
    EXPECT_TRUE(near.is_exact());
    for (Code value = 0; value < numbers.size(); ++value) {
      EXPECT_EQ(near.last(value), value);
      EXPECT_EQ(near.first(value), value);
    }
  });
}

TEST(NearGuessProperty, ToleratesATenthOfTheStandardDeviation) {
  test::for_cases(500, [&](Choices& choices, std::uint64_t /*seed*/) {
    const std::vector<double> numbers = random_numbers(choices);
    std::vector<std::uint64_t> times;
    std::vector<double> rows;
    for (const double number : numbers) {
      times.push_back(static_cast<std::uint64_t>(choices.between(0, 4)));
      if (std::isfinite(number)) rows.insert(rows.end(), times.back(), number);
    }
    const auto count = static_cast<double>(rows.size());
    const double mean = std::accumulate(rows.begin(), rows.end(), 0.0) / count;
    double squares = 0;
    for (const double row : rows)
      squares += (row - mean) * (row - mean);
    const double expected = rows.empty() ? 0 : std::sqrt(squares / count) / 10;
    const Tolerance tolerance = default_tolerance(numbers, times);
    EXPECT_FALSE(tolerance.is_share);
    EXPECT_NEAR(tolerance.number, expected, expected * 0.0051 + 1e-12);
  });
}

}  // namespace
}  // namespace microdata

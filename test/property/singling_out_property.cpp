#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/singled_out_share.hpp"
#include "core/risk/singling_out.hpp"
#include "property/published_table.hpp"

// Compares predicates that are learned from releases with all linkings of small buckets, and tests
// their judgement.

namespace microdata {
namespace {

using test::Choices;
using test::Linking;

bool may_be(const CodeSet& values, const CodeSet& shown) {
  bool found = false;
  values.for_each([&](Code code) { found = found || shown.contains(code); });
  return found;
}

bool may_fit(const PublishedTable& table, const SinglingPredicate& predicate,
             const Linking& linking, std::size_t place) {
  return std::all_of(predicate.terms.begin(), predicate.terms.end(), [&](const auto& term) {
    const PublishedTable::Attribute& attribute = table.attributes[term.attribute];
    return may_be(term.values,
                  attribute.covers[attribute.published[linking[attribute.column][place]]]);
  });
}

// Returns the largest number of rows that a predicate can match, over all linkings.
std::size_t most_rows(const PublishedTable& table, const SinglingPredicate& predicate) {
  std::size_t sum = 0;
  for (const auto& of_bucket : test::all_linkings(table)) {
    std::size_t most = 0;
    for (const Linking& linking : of_bucket) {
      std::size_t rows = 0;
      for (std::size_t place = 0; place < linking.front().size(); ++place)
        rows += may_fit(table, predicate, linking, place) ? 1 : 0;
      most = std::max(most, rows);
    }
    sum += most;
  }
  return sum;
}

std::size_t naive_count(const PersonValues& persons, const SinglingPredicate& predicate) {
  std::size_t fit = 0;
  for (std::size_t p = 0; p < persons.persons; ++p) {
    fit += std::all_of(predicate.terms.begin(), predicate.terms.end(),
                       [&](const auto& term) {
                         return term.values.contains(persons.of_attribute[term.attribute][p]);
                       })
               ? 1
               : 0;
  }
  return fit;
}

TEST(SinglingOutProperty, PredicatesFitOneRowAtMost) {
  test::for_cases(400, [](Choices& choices, std::uint64_t seed) {
    const test::PublishedWorld world = test::random_published(choices, {});
    Random random = Random::seeded(seed);
    for (const auto& predicates : {univariate_predicates(world.table, 50, random, {}),
                                   multivariate_predicates(world.table, 50, random, {})}) {
      for (const SinglingPredicate& predicate : predicates)
        EXPECT_LE(most_rows(world.table, predicate), 1U);
    }
  });
}

// Every value that only one row can have is found. With several attributes, a row that is unique in
// its column has a predicate.
TEST(SinglingOutProperty, FindsWhatIsAlone) {
  test::for_cases(400, [](Choices& choices, std::uint64_t seed) {
    const test::PublishedWorld world = test::random_published(choices, {});
    const PublishedTable& table = world.table;
    Random random = Random::seeded(seed);
    const auto univariate = univariate_predicates(table, 1000, random, {});
    for (std::size_t a = 0; a < table.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table.attributes[a];
      for (const Code label : attribute.published) {
        const SinglingPredicate predicate{{{a, attribute.covers[label]}}};
        if (attribute.covers[label].empty() || most_rows(table, predicate) > 1) continue;
        EXPECT_TRUE(std::any_of(univariate.begin(), univariate.end(), [&](const auto& found) {
          const CodeSet& codes = found.terms.front().values;
          return found.terms.front().attribute == a &&
                 codes.size() == attribute.covers[label].size() &&
                 codes.front() == attribute.covers[label].front();
        }));
      }
    }
    const auto multivariate = multivariate_predicates(table, 1000, random, {});
    for (const SinglingPredicate& predicate : multivariate)
      EXPECT_GE(predicate.terms.size(), 2U);
    bool alone = false;
    for (std::size_t c = 0; c < table.columns; ++c) {
      for (Row row = 0; row < table.rows(); ++row) {
        SinglingPredicate whole;
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
          const PublishedTable::Attribute& attribute = table.attributes[a];
          if (attribute.column == c)
            whole.terms.push_back({a, attribute.covers[attribute.published[row]]});
        }
        alone = alone || (whole.terms.size() > 1 && most_rows(table, whole) == 1);
      }
    }
    EXPECT_TRUE(!alone || !multivariate.empty());
  });
}

std::vector<std::vector<Code>> codes_of(const std::vector<SinglingPredicate>& predicates) {
  std::vector<std::vector<Code>> result;
  for (const SinglingPredicate& predicate : predicates) {
    std::vector<Code>& codes = result.emplace_back();
    for (const SinglingPredicate::Term& term : predicate.terms) {
      codes.push_back(static_cast<Code>(term.attribute));
      term.values.for_each([&](Code code) { codes.push_back(code); });
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(SinglingOutProperty, PartsLearnWhatTheWholeSaysOfOneAttribute) {
  std::size_t learned = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    const PublishedTable table = test::random_published(choices, {}).table;
    UnivariatePredicates by_parts;
    UnivariatePredicates elsewhere;
    for (std::uint32_t rest = 0; rest < 3; ++rest) {
      const PublishedTable part = test::some_buckets(table, 3, rest);
      by_parts.add(part, {});
      UnivariatePredicates of_part;
      of_part.add(part, {});
      elsewhere.add(of_part);
    }
    Random random = Random::seeded(seed);
    const auto whole = codes_of(univariate_predicates(table, 1000, random, {}));
    EXPECT_EQ(codes_of(by_parts.predicates(1000, random)), whole);
    EXPECT_EQ(codes_of(elsewhere.predicates(1000, random)), whole);
    learned += whole.size();
  });
  EXPECT_GT(learned, test::expected_of(100));
}

// If too many rows would be read, only the first predicates are made.
TEST(SinglingOutProperty, StopsWhenItHasLookedAtEnough) {
  std::size_t fewer = 0;
  test::for_cases(200, [&](Choices& choices, std::uint64_t seed) {
    const test::PublishedWorld world = test::random_published(choices, {});
    Random random = Random::seeded(seed);
    Random again = Random::seeded(seed);
    const auto all = multivariate_predicates(world.table, 50, random, {});
    const auto some = multivariate_predicates(world.table, 50, again, {}, 20);
    ASSERT_LE(some.size(), all.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
      ASSERT_EQ(some[i].terms.size(), all[i].terms.size());
      for (std::size_t t = 0; t < some[i].terms.size(); ++t)
        EXPECT_EQ(some[i].terms[t].attribute, all[i].terms[t].attribute);
    }
    fewer += some.size() < all.size() ? 1 : 0;
  });
  EXPECT_GE(fewer, test::expected_of(21));
}

TEST(SinglingOutProperty, CountsPersons) {
  test::for_cases(300, [](Choices& choices, std::uint64_t seed) {
    const test::PublishedWorld world = test::random_published(choices, {});
    Random random = Random::seeded(seed);
    const PredicateCounter counter(world.table, world.persons, {});
    const auto learned = multivariate_predicates(world.table, 20, random, {});
    const auto drawn = naive_predicates(world.table, learned, random);
    EXPECT_EQ(learned.size(), drawn.size());
    std::size_t singled_out = 0;
    for (const auto& predicates : {learned, drawn}) {
      for (const SinglingPredicate& predicate : predicates)
        EXPECT_EQ(counter.count(predicate, 100, {}), naive_count(world.persons, predicate));
    }
    for (const SinglingPredicate& predicate : learned)
      singled_out += naive_count(world.persons, predicate) == 1 ? 1 : 0;
    EXPECT_EQ(judge_predicates(learned, counter, {}).successes, singled_out);
    EXPECT_EQ(judge_for_size(learned, counter, world.persons.persons, {}).successes, singled_out);
  });
}

// A predicate matches c people. Exactly one of them is in a share c p (1 - p)^(c - 1) of the parts,
// if each person is in a part with probability p. The test goes through all parts of a few people.
TEST(SinglingOutProperty, APartHasAsManyAsItsMean) {
  constexpr std::size_t persons = 8;
  constexpr std::size_t part = 2;
  for (std::size_t count = 0; count <= persons; ++count) {
    double exactly_one = 0;
    for (unsigned chosen = 0; chosen < 1U << persons; ++chosen) {
      const int in = std::popcount(chosen);
      const unsigned fits = (1U << count) - 1;
      if (std::popcount(chosen & fits) != 1) continue;
      exactly_one += std::pow(0.25, in) * std::pow(0.75, static_cast<double>(persons) - in);
    }
    EXPECT_NEAR(expected_singled_out({{count, 10}}, persons, part), 10 * exactly_one, 1e-9);
  }
}

// Weights are uniform, so that the model is true and the prediction exact.
TEST(SinglingOutProperty, ForeseesLargerPopulations) {
  for (const double greatest : {0.1, 1.0, 3.0, 20.0}) {
    const auto of_size = [&](double size) {
      std::map<std::size_t, double> by_count;
      constexpr int steps = 2000;
      for (int i = 0; i < steps; ++i) {
        const double fit = greatest * (i + 0.5) / steps * size;
        double probability = std::exp(-fit);
        for (std::size_t count = 0; count < 200; ++count) {
          by_count[count] += probability * 1e6 / steps;
          probability *= fit / static_cast<double>(count + 1);
        }
      }
      return by_count;
    };
    PredicatesByCount counted;
    for (const auto& [count, many] : of_size(1))
      counted[count] = static_cast<std::size_t>(std::lround(many));
    for (const std::size_t times : {std::size_t{2}, std::size_t{3}}) {
      const double truth = of_size(static_cast<double>(times))[1];
      EXPECT_NEAR(expected_singled_out(counted, 1000, times * 1000), truth, 0.03 * truth)
          << greatest << " " << times;
    }
  }
}

TEST(SinglingOutProperty, NothingComesOfNothing) {
  EXPECT_EQ(expected_singled_out({}, 0, 10), 0);
  EXPECT_EQ(expected_singled_out({{0, 5}}, 10, 30), 0);
  EXPECT_EQ(expected_singled_out({{1, 5}}, 10, 10), 5);
  EXPECT_LE(expected_singled_out({{0, 1}, {1, 5}}, 10, 1000), 6);
}

}  // namespace
}  // namespace microdata

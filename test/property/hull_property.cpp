#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <tuple>
#include <vector>

#include "core/risk/hull_predicates.hpp"
#include "property/published_table.hpp"

// Compares predicates of a bucket's hull and of its pieces with all linkings of small buckets.

namespace microdata {
namespace {

using test::Choices;
using test::Linking;

std::size_t common(const CodeSet& x, const CodeSet& y) {
  std::size_t codes = 0;
  if (!x.empty() && !y.empty()) x.for_each([&](Code code) { codes += y.contains(code) ? 1 : 0; });
  return codes;
}

// Returns the probability that a linked row matches, with all values that its labels cover equally
// likely.
double fitting(const PublishedTable& table, const SinglingPredicate& predicate,
               const Linking& linking, std::size_t place) {
  double share = 1;
  for (const SinglingPredicate::Term& term : predicate.terms) {
    const PublishedTable::Attribute& attribute = table.attributes[term.attribute];
    const CodeSet& covers = attribute.covers[attribute.published[linking[attribute.column][place]]];
    share *= static_cast<double>(common(covers, term.values)) / static_cast<double>(covers.size());
  }
  return share;
}

struct Chances {
  double alone = 0;
  double others = 0;
};

Chances over_all_linkings(const PublishedTable& table, const HullPredicate& of) {
  Chances result;
  const auto linkings = test::all_linkings(table);
  for (std::uint32_t b = 0; b < table.buckets; ++b) {
    const double each = 1.0 / static_cast<double>(linkings[b].size());
    for (const Linking& linking : linkings[b]) {
      std::size_t may = 0;
      double expected = 0;
      for (std::size_t place = 0; place < linking.front().size(); ++place) {
        const double share = fitting(table, of.predicate, linking, place);
        may += share > 0 ? 1 : 0;
        expected += share;
      }
      if (b == of.bucket) {
        result.alone += may == 1 ? each : 0;
      } else {
        result.others += expected * each;
      }
    }
  }
  return result;
}

bool shows_all(const PublishedTable& table) {
  return std::all_of(table.attributes.begin(), table.attributes.end(), [](const auto& attribute) {
    return std::none_of(attribute.published.begin(), attribute.published.end(),
                        [&](Code label) { return attribute.covers[label].empty(); });
  });
}

TEST(HullProperty, ChancesAreThoseOfAllLinkings) {
  std::size_t of_one = 0;
  std::size_t of_two = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    const PublishedTable table = test::random_published(choices, {}).table;
    if (!shows_all(table)) return;
    Random random = Random::seeded(seed);
    const HullPredicates hulls = hull_predicates(table, 50, random, {});
    for (const std::vector<HullPredicate>* kind : {&hulls.of_pieces, &hulls.of_pairs}) {
      double before = 1;
      for (const HullPredicate& found : *kind) {
        const Chances chances = over_all_linkings(table, found);
        EXPECT_NEAR(found.alone, chances.alone, 1e-9);
        EXPECT_NEAR(found.others, chances.others, 1e-9);
        EXPECT_LE(found.chance(), before + 1e-12);
        before = found.chance();
      }
    }
    of_one += hulls.of_pieces.size();
    of_two += hulls.of_pairs.size();
  });
  EXPECT_GT(of_one, test::expected_of(500));
  EXPECT_GT(of_two, test::expected_of(500));
}

// Pieces are found that exactly one row of a bucket shows and no other row can have.
TEST(HullProperty, FindsWhatStandsOnceInABucket) {
  std::size_t alone = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    const PublishedTable table = test::random_published(choices, {}).table;
    if (!shows_all(table)) return;
    Random random = Random::seeded(seed);
    std::size_t expected = 0;
    for (std::size_t c = 0; c < table.columns; ++c) {
      std::vector<std::size_t> attributes;
      for (std::size_t a = 0; a < table.attributes.size(); ++a) {
        if (table.attributes[a].column == c) attributes.push_back(a);
      }
      for (Row row = 0; row < table.rows() && !attributes.empty(); ++row) {
        bool once = true;
        for (Row other = 0; other < table.rows(); ++other) {
          if (other == row || table.bucket_of[other] != table.bucket_of[row]) continue;
          once = once && !std::all_of(attributes.begin(), attributes.end(), [&](std::size_t a) {
                   const PublishedTable::Attribute& attribute = table.attributes[a];
                   return common(attribute.covers[attribute.published[row]],
                                 attribute.covers[attribute.published[other]]) > 0;
                 });
        }
        expected += once ? 1 : 0;
      }
    }
    EXPECT_EQ(hull_predicates(table, 1000, random, {}).of_pieces.size(), expected);
    alone += expected;
  });
  EXPECT_GT(alone, test::expected_of(500));
}

// Each piece gets the label of another column that most probably belongs to exactly one row with
// the piece.
TEST(HullProperty, PairsAreTheBest) {
  std::size_t pairs = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    const PublishedTable table = test::random_published(choices, {}).table;
    if (!shows_all(table)) return;
    // Best probability by bucket, column and piece.
    std::map<std::tuple<std::uint32_t, std::size_t, std::vector<Code>>, double> best;
    for (Row row = 0; row < table.rows(); ++row) {
      for (std::size_t c = 0; c < table.columns; ++c) {
        HullPredicate predicate{{}, table.bucket_of[row], 0, 0};
        std::vector<Code> piece;
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
          const PublishedTable::Attribute& attribute = table.attributes[a];
          if (attribute.column != c) continue;
          piece.push_back(attribute.published[row]);
          predicate.predicate.terms.push_back({a, attribute.covers[attribute.published[row]]});
        }
        if (piece.empty()) continue;
        double& alone = best[{predicate.bucket, c, piece}];
        for (Row other = 0; other < table.rows(); ++other) {
          for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const PublishedTable::Attribute& attribute = table.attributes[a];
            if (attribute.column == c || table.bucket_of[other] != predicate.bucket) continue;
            HullPredicate with = predicate;
            with.predicate.terms.push_back({a, attribute.covers[attribute.published[other]]});
            alone = std::max(alone, over_all_linkings(table, with).alone);
          }
        }
      }
    }
    std::vector<double> expected;
    for (const auto& [piece, alone] : best) {
      if (alone > 0) expected.push_back(alone);
    }
    Random random = Random::seeded(seed);
    std::vector<double> found;
    for (const HullPredicate& pair : hull_predicates(table, 1000, random, {}).of_pairs)
      found.push_back(pair.alone);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-9);
    pairs += found.size();
  });
  EXPECT_GT(pairs, test::expected_of(500));
}

}  // namespace
}  // namespace microdata

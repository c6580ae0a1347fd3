#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/dsatur.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/join_tree.hpp"
#include "property/gnf_choices.hpp"

// Tests of decompositions for random rules, and of the greedy addition against one that recomputes
// every divergence.

namespace microdata {
namespace {

using test::Choices;

AttributeSet first(std::size_t attributes) {
  AttributeSet result(attributes);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

void expect_valid(const std::vector<Part>& parts, const AttributeSet& attributes,
                  const std::vector<PrivacyRule>& rules) {
  AttributeSet covered;
  for (const Part& part : parts) {
    EXPECT_FALSE(part.attributes.empty());
    covered = united(covered, part.attributes);
    if (!part.enforced) continue;
    EXPECT_TRUE(is_subset(part.enforced->known, part.attributes));
    EXPECT_TRUE(is_subset(part.enforced->sensitive, part.attributes));
    EXPECT_TRUE(intersection(part.enforced->known, part.enforced->sensitive).empty());
  }
  EXPECT_EQ(covered, attributes);
  EXPECT_TRUE(is_guardian_normal_form(parts, rules));
}

std::vector<PrivacyModel> close_or_diverse(Choices& choices) {
  std::vector<PrivacyModel> models;
  if (choices.one_in(2)) {
    models.emplace_back(TCloseness{0.2});
  } else {
    models.emplace_back(LDiversity{3});
  }
  return models;
}

bool is_acyclic(const std::vector<Part>& parts) {
  std::vector<AttributeSet> edges;
  for (const Part& part : parts)
    edges.push_back(part.attributes);
  return join_tree(edges).acyclic();
}

TEST(DecompositionProperty, IsInGuardianNormalFormAndLosesNoAttribute) {
  int larger = 0;
  for (int i = 0; i < test::tried(5000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto count = static_cast<std::size_t>(choices.between(2, 8));
    const AttributeSet attributes = first(count);
    std::vector<PrivacyRule> rules = test::random_rules(choices, count, 9);
    if (choices.one_in(4)) {
      for (PrivacyRule& rule : rules)
        rule.guarantee = close_or_diverse(choices);
    }
    test::choose_harmless(choices, count, rules);
    expect_valid(single_attribute_decomposition(attributes), attributes, rules);
    const std::vector<Part> uad = utility_aware_decomposition(attributes, rules);
    expect_valid(uad, attributes, rules);
    for (std::size_t a = 0; a < uad.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_TRUE(intersection(uad[a].attributes, uad[b].attributes).empty());
    }
    const std::vector<Part> gd = guardian_decomposition(attributes, rules, {});
    expect_valid(gd, attributes, rules);
    const bool single = std::all_of(rules.begin(), rules.end(),
                                    [](const auto& rule) { return rule.sensitive.size() == 1; });
    if (single) {
      EXPECT_TRUE(is_acyclic(gd));
    }
    larger += gd.size() < count && uad.size() < count ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(larger, test::expected_of(2000));
}

TEST(DecompositionProperty, WithoutRulesIsTheTable) {
  const AttributeSet attributes = first(4);
  const std::vector<Part> uad = utility_aware_decomposition(attributes, {});
  ASSERT_EQ(uad.size(), 1);
  EXPECT_EQ(uad[0].attributes, attributes);
  EXPECT_FALSE(uad[0].enforced);
  const std::vector<Part> gd = guardian_decomposition(attributes, {}, {});
  ASSERT_EQ(gd.size(), 1);
  EXPECT_EQ(gd[0].attributes, attributes);
}

// Returns buckets of every third row, regardless of values.
Bucketize by_thirds(const Microdata& data) {
  const auto made =
      std::make_shared<std::map<AttributeSet, std::shared_ptr<const BucketedAttributes>>>();
  return [made, rows = data.rows](const PrivacyRule& rule) {
    std::shared_ptr<const BucketedAttributes>& buckets = (*made)[rule.sensitive];
    if (!buckets) {
      BucketedAttributes bucketed{rule.sensitive, {}};
      for (Row row = 0; row < rows; ++row)
        bucketed.bucket_of_row.push_back(row % std::min<Row>(rows, (rows + 2) / 3));
      buckets = std::make_shared<const BucketedAttributes>(std::move(bucketed));
    }
    return buckets;
  };
}

double divergence_of(const Microdata& data, const std::vector<Part>& parts,
                     const Bucketize& bucketize) {
  const std::vector<PublishedPart> as_published = published(parts, bucketize);
  return kl_divergence(data, first(data.attributes.size()), as_published, {}).nats;
}

std::vector<Part> naive_add_back(const Microdata& data, const std::vector<PrivacyRule>& rules,
                                 std::vector<Part> parts, const Bucketize& bucketize) {
  double divergence = divergence_of(data, parts, bucketize);
  while (true) {
    std::vector<std::pair<double, std::vector<Part>>> reached;
    double lowest = divergence;
    for (std::size_t a = 0; a < data.attributes.size(); ++a) {
      for (std::size_t p = 0; p < parts.size(); ++p) {
        if (contains(parts[p].attributes, a)) continue;
        std::vector<Part> more = parts;
        more[p].attributes = united(more[p].attributes, {a});
        if (more[p].enforced) more[p].enforced->known = united(more[p].enforced->known, {a});
        if (!is_guardian_normal_form(more, rules) || !is_acyclic(more)) continue;
        reached.emplace_back(divergence_of(data, more, bucketize), more);
        lowest = std::min(lowest, reached.back().first);
      }
    }
    const auto best = std::find_if(reached.begin(), reached.end(), [&](const auto& candidate) {
      return candidate.first <= lowest + 1e-9 && candidate.first < divergence - 1e-9;
    });
    if (best == reached.end()) break;
    divergence = best->first;
    parts = best->second;
  }
  for (Part& part : parts) {
    const std::optional<PrivacyRule> enforced = part.enforced;
    part.enforced.reset();
    if (!is_guardian_normal_form(parts, rules)) part.enforced = enforced;
  }
  return parts;
}

TEST(DecompositionProperty, AddsBackWhatLowersTheDivergenceMost) {
  std::size_t added = 0;
  for (int i = 0; i < test::tried(1500); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    test::TableShape shape;
    shape.most_rows = 40;
    shape.most_attributes = 7;
    const Microdata data = test::random_table(choices, shape);
    const AttributeSet attributes = first(data.attributes.size());
    const std::vector<PrivacyRule> rules = test::random_rules(choices, attributes.size(), 6);
    const std::vector<Part> parts = guardian_decomposition(attributes, rules, {});
    if (!is_acyclic(parts)) continue;
    const Bucketize bucketize = by_thirds(data);
    const AddedBack found = add_back(data, attributes, rules, parts, bucketize, {});
    expect_valid(found.parts, attributes, rules);
    const std::vector<Part> expected = naive_add_back(data, rules, parts, bucketize);
    ASSERT_EQ(found.parts.size(), expected.size());
    for (std::size_t p = 0; p < expected.size(); ++p) {
      EXPECT_EQ(found.parts[p].attributes, expected[p].attributes);
      EXPECT_EQ(found.parts[p].enforced.has_value(), expected[p].enforced.has_value());
    }
    EXPECT_LE(found.added, found.computed);
    added += found.added;
    if (HasFailure()) break;
  }
  EXPECT_GT(added, test::expected_of(500));
}

TEST(DsaturProperty, ColoursNoTwoNeighboursTheSame) {
  for (int i = 0; i < test::tried(2000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto vertices = static_cast<std::size_t>(choices.between(0, 10));
    const bool bipartite = choices.one_in(2);
    Adjacency adjacent(vertices, std::vector<bool>(vertices));
    std::size_t most_neighbours = 0;
    for (std::size_t a = 0; a < vertices; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const bool joined = choices.one_in(3) && (!bipartite || a % 2 != b % 2);
        adjacent[a][b] = joined;
        adjacent[b][a] = joined;
      }
    }
    for (const std::vector<bool>& row : adjacent) {
      most_neighbours = std::max(
          most_neighbours, static_cast<std::size_t>(std::count(row.begin(), row.end(), true)));
    }
    const std::vector<std::size_t> colour = dsatur(adjacent);
    ASSERT_EQ(colour.size(), vertices);
    for (std::size_t a = 0; a < vertices; ++a) {
      EXPECT_LE(colour[a], most_neighbours);
      // The colouring is exact for bipartite graphs (Brelaz, theorem).
      EXPECT_TRUE(!bipartite || colour[a] < 2);
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_TRUE(!adjacent[a][b] || colour[a] != colour[b]);
    }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace microdata

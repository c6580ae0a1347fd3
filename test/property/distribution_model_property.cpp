#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/join_tree.hpp"
#include "property/gnf_choices.hpp"

// Compares the divergence from the estimate with proportional fitting over the whole product
// domain.

namespace microdata {
namespace {

using test::Choices;

using Tuple = std::vector<Code>;

Tuple projected(const Tuple& tuple, const AttributeSet& attributes) {
  Tuple result;
  for (const std::size_t a : attributes)
    result.push_back(tuple[a]);
  return result;
}

Tuple tuple_at(const Microdata& data, Row row) {
  Tuple tuple;
  for (const auto& column : data.columns)
    tuple.push_back(column[row]);
  return tuple;
}

// Returns a part's distribution, cell by cell: every row has all sensitive values of its bucket.
std::map<Tuple, double> implied(const Microdata& data, const PublishedPart& part) {
  std::map<Tuple, double> shares;
  for (Row row = 0; row < data.rows; ++row) {
    if (!part.bucketed) {
      shares[projected(tuple_at(data, row), part.attributes)] += 1.0 / data.rows;
      continue;
    }
    const std::vector<std::uint32_t>& bucket = part.bucketed->bucket_of_row;
    if (bucket[row] == no_bucket) {
      std::vector<Tuple> tuples{tuple_at(data, row)};
      for (const std::size_t s : part.bucketed->attributes) {
        std::vector<Tuple> more;
        for (Tuple tuple : tuples) {
          for (tuple[s] = 0; tuple[s] < data.attributes[s].distinct; ++tuple[s])
            more.push_back(tuple);
        }
        tuples = std::move(more);
      }
      for (const Tuple& tuple : tuples)
        shares[projected(tuple, part.attributes)] +=
            1.0 / static_cast<double>(tuples.size()) / data.rows;
      continue;
    }
    const auto size = std::count(bucket.begin(), bucket.end(), bucket[row]);
    for (Row other = 0; other < data.rows; ++other) {
      if (bucket[other] != bucket[row]) continue;
      Tuple tuple = tuple_at(data, row);
      for (const std::size_t s : part.bucketed->attributes)
        tuple[s] = data.columns[s][other];
      shares[projected(tuple, part.attributes)] += 1.0 / static_cast<double>(size) / data.rows;
    }
  }
  return shares;
}

struct DenseModel {
  std::vector<Tuple> cells;
  std::vector<double> share;
  double divergence = 0;
};

// A part's marginal: the marginal cell that each cell of the domain adds to, and the required sums.
struct Marginal {
  std::vector<std::size_t> of_cell;
  std::vector<double> targets;
};

Marginal marginal_of(const Microdata& data, const PublishedPart& part,
                     const std::vector<Tuple>& cells) {
  const std::map<Tuple, double> shares = implied(data, part);
  std::map<Tuple, std::size_t> number;
  Marginal marginal;
  for (const Tuple& cell : cells) {
    const auto [at, added] = number.try_emplace(projected(cell, part.attributes), number.size());
    marginal.of_cell.push_back(at->second);
    if (!added) continue;
    const auto share = shares.find(at->first);
    marginal.targets.push_back(share == shares.end() ? 0 : share->second);
  }
  return marginal;
}

// Returns the model of the whole domain, or no value if the marginals contradict each other.
std::optional<DenseModel> dense_model(const Microdata& data,
                                      const std::vector<PublishedPart>& parts) {
  std::vector<Tuple> cells{{}};
  for (const Attribute& attribute : data.attributes) {
    std::vector<Tuple> longer;
    for (const Tuple& cell : cells) {
      for (Code code = 0; code < attribute.distinct; ++code) {
        longer.push_back(cell);
        longer.back().push_back(code);
      }
    }
    cells = std::move(longer);
  }
  std::vector<double> share(cells.size(), 1.0 / static_cast<double>(cells.size()));
  std::vector<Marginal> marginals;
  for (const PublishedPart& part : parts)
    marginals.push_back(marginal_of(data, part, cells));
  double worst = 1;
  for (int sweep = 0; sweep < 3000 && worst > 1e-14; ++sweep) {
    worst = 0;
    for (const Marginal& marginal : marginals) {
      std::vector<double> factors(marginal.targets.size());
      for (std::size_t c = 0; c < cells.size(); ++c)
        factors[marginal.of_cell[c]] += share[c];
      for (std::size_t m = 0; m < factors.size(); ++m) {
        const double sum = factors[m];
        worst = std::max(worst, std::abs(sum - marginal.targets[m]));
        factors[m] = sum > 0 ? marginal.targets[m] / sum : 0;
      }
      for (std::size_t c = 0; c < cells.size(); ++c)
        share[c] *= factors[marginal.of_cell[c]];
    }
  }
  if (worst > 1e-12) return std::nullopt;
  std::map<Tuple, double> original;
  for (Row row = 0; row < data.rows; ++row)
    original[tuple_at(data, row)] += 1.0 / data.rows;
  double divergence = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto at = original.find(cells[c]);
    if (at != original.end()) divergence += at->second * std::log(at->second / share[c]);
  }
  return DenseModel{cells, share, divergence};
}

std::shared_ptr<const BucketedAttributes> random_buckets(Choices& choices, const Microdata& data,
                                                         AttributeSet attributes) {
  BucketedAttributes bucketed{std::move(attributes), {}};
  const int buckets = choices.between(1, 4);
  const bool suppressed = choices.one_in(3);
  std::map<int, std::uint32_t> number;
  for (Row row = 0; row < data.rows; ++row) {
    if (suppressed && choices.one_in(4)) {
      bucketed.bucket_of_row.push_back(no_bucket);
      continue;
    }
    const int bucket = choices.between(1, buckets);
    const auto next = static_cast<std::uint32_t>(number.size());
    bucketed.bucket_of_row.push_back(number.emplace(bucket, next).first->second);
  }
  return std::make_shared<const BucketedAttributes>(std::move(bucketed));
}

std::vector<PublishedPart> random_published(Choices& choices, const Microdata& data, double plain) {
  std::vector<PublishedPart> parts(static_cast<std::size_t>(choices.between(0, 4)));
  for (PublishedPart& part : parts) {
    part.attributes = test::random_attributes(choices, data.attributes.size(), 0.5);
    if (choices.real() < plain) continue;
    AttributeSet sensitive = intersection(
        part.attributes, test::random_attributes(choices, data.attributes.size(), 0.3));
    if (!sensitive.empty()) part.bucketed = random_buckets(choices, data, std::move(sensitive));
  }
  return parts;
}

AttributeSet all_of(const Microdata& data) {
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

test::TableShape small_shape() {
  test::TableShape shape;
  shape.most_rows = 12;
  shape.most_attributes = 5;
  shape.most_values = 3;
  return shape;
}

void expect_counts(Choices& choices, const Microdata& data, const std::vector<PublishedPart>& parts,
                   const DenseModel& dense) {
  std::vector<ValueSet> predicate;
  for (const std::size_t a : test::random_attributes(choices, data.attributes.size(), 0.5)) {
    ValueSet& set = predicate.emplace_back();
    set.attribute = a;
    for (Code code = 0; code < data.attributes[a].distinct; ++code)
      set.contains.push_back(choices.one_in(2));
  }
  double expected = 0;
  for (std::size_t c = 0; c < dense.cells.size(); ++c) {
    const bool counted = std::all_of(predicate.begin(), predicate.end(), [&](const ValueSet& set) {
      return set.contains[dense.cells[c][set.attribute]];
    });
    expected += counted ? dense.share[c] * data.rows : 0;
  }
  const CountEstimator estimator(data, parts, {});
  EXPECT_NEAR(estimator.estimate(predicate, {}), expected, 1e-8);
}

// Expects the counts of all combinations of some attributes, in any order.
void expect_joint_counts(Choices& choices, const Microdata& data,
                         const std::vector<PublishedPart>& parts, const DenseModel& dense) {
  std::vector<std::size_t> asked = test::random_attributes(choices, data.attributes.size(), 0.5);
  if (choices.one_in(2)) std::reverse(asked.begin(), asked.end());
  std::map<std::vector<Code>, double> counts;
  for (std::size_t c = 0; c < dense.cells.size(); ++c) {
    std::vector<Code> values;
    for (const std::size_t a : asked)
      values.push_back(dense.cells[c][a]);
    counts[values] += dense.share[c] * data.rows;
  }
  const LevelCells found = CountEstimator(data, parts, {}).joint(asked, {});
  for (std::size_t cell = 0; cell < found.weight.size(); ++cell) {
    std::vector<Code> values;
    for (const std::vector<Code>& level : found.level)
      values.push_back(level[cell]);
    counts[values] -= found.weight[cell];
  }
  // The model returns each combination once, and omits none.
  for (const auto& [values, left] : counts)
    EXPECT_NEAR(left, 0, 1e-8);
}

// Cells whose share goes to 0 make fitting slow, so that such cases are skipped.
TEST(DistributionModelProperty, AgreesWithFittingOverTheProductDomain) {
  int acyclic = 0;
  int cyclic = 0;
  int bucketed = 0;
  for (int i = 0; i < test::tried(6000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, small_shape());
    std::size_t domain = 1;
    for (const Attribute& attribute : data.attributes)
      domain *= attribute.distinct;
    if (domain > 300) continue;
    const std::vector<PublishedPart> parts =
        random_published(choices, data, choices.one_in(2) ? 1 : 0.6);
    const std::optional<DenseModel> dense = dense_model(data, parts);
    if (!dense) continue;
    const Divergence found = kl_divergence(data, all_of(data), parts, {});
    if (!found.converged) continue;
    EXPECT_NEAR(found.nats, dense->divergence, 1e-9);
    expect_counts(choices, data, parts, *dense);
    expect_joint_counts(choices, data, parts, *dense);
    ++(found.fitting == Fitting::closed_form ? acyclic : cyclic);
    for (const PublishedPart& part : parts)
      bucketed += part.bucketed ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(acyclic, test::expected_of(1000));
  EXPECT_GE(cyclic, test::expected_of(21));
  EXPECT_GT(bucketed, test::expected_of(200));
}

// Returns true for an acyclic hypergraph: it reduces to nothing by removing attributes of only one
// edge, and edges within others, in any order.
bool reduces(std::vector<std::set<std::size_t>> edges) {
  bool reduced = true;
  while (reduced) {
    reduced = false;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (const std::size_t a : std::set<std::size_t>(edges[i])) {
        const auto has = [&](const auto& edge) { return edge.contains(a); };
        if (std::count_if(edges.begin(), edges.end(), has) == 1) {
          edges[i].erase(a);
          reduced = true;
        }
      }
    }
    for (std::size_t i = 0; i < edges.size() && edges.size() > 1; ++i) {
      for (std::size_t j = 0; j < edges.size(); ++j) {
        if (i == j ||
            !std::includes(edges[j].begin(), edges[j].end(), edges[i].begin(), edges[i].end()))
          continue;
        edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i--));
        reduced = true;
        break;
      }
    }
  }
  return edges.size() <= 1;
}

TEST(JoinTreeProperty, IsOfAcyclicHypergraphs) {
  int cyclic = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<AttributeSet> edges(static_cast<std::size_t>(choices.between(0, 6)));
    std::vector<std::set<std::size_t>> sets;
    for (AttributeSet& edge : edges) {
      edge = test::random_attributes(choices, 6, 0.4);
      sets.emplace_back(edge.begin(), edge.end());
    }
    const JoinTree tree = join_tree(edges);
    EXPECT_EQ(tree.acyclic(), reduces(sets));
    EXPECT_EQ(tree.ears.size() + tree.core.size(), edges.size());
    cyclic += tree.acyclic() ? 0 : 1;
    for (std::size_t e = 0; e < tree.ears.size(); ++e) {
      const JoinTree::Ear& ear = tree.ears[e];
      EXPECT_EQ(ear.separator, intersection(edges[ear.edge], edges[ear.parent]));
      for (std::size_t later = e + 1; later < tree.ears.size(); ++later) {
        EXPECT_TRUE(is_subset(intersection(edges[ear.edge], edges[tree.ears[later].edge]),
                              edges[ear.parent]));
      }
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(cyclic, test::expected_of(200));
}

}  // namespace
}  // namespace microdata

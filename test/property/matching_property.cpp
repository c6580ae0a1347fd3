#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "core/base/matching.hpp"
#include "property/random_table.hpp"

// Compares the largest matching with the theorem of Hall, in the form for what is lacking (Ore):
// the units that stay without a partner are the largest excess of a set of demands over its
// neighbours.

namespace microdata {
namespace {

using test::Choices;

struct Graph {
  std::vector<std::uint32_t> supply;
  std::vector<std::uint32_t> demand;
  std::vector<MatchingEdge> edges;
};

Graph graph(Choices& choices) {
  Graph result;
  const int most = choices.between(1, 4);
  for (int s = choices.between(0, 9); s > 0; --s)
    result.supply.push_back(static_cast<std::uint32_t>(choices.between(0, most)));
  for (int d = choices.between(0, 9); d > 0; --d)
    result.demand.push_back(static_cast<std::uint32_t>(choices.between(0, most)));
  const int sparse = choices.between(1, 5);
  for (std::uint32_t s = 0; s < result.supply.size(); ++s) {
    for (std::uint32_t d = 0; d < result.demand.size(); ++d) {
      if (choices.one_in(sparse)) result.edges.push_back({s, d});
    }
  }
  return result;
}

std::size_t matched_by_theorem(const Graph& graph) {
  std::size_t wanted = 0;
  for (const std::uint32_t units : graph.demand)
    wanted += units;
  std::size_t lacking = 0;
  for (std::uint32_t demands = 0; demands < 1U << graph.demand.size(); ++demands) {
    std::uint32_t neighbours = 0;
    for (const MatchingEdge& edge : graph.edges)
      neighbours |= (demands >> edge.demand & 1U) << edge.supply;
    std::size_t asked = 0;
    std::size_t there = 0;
    for (std::size_t d = 0; d < graph.demand.size(); ++d)
      asked += (demands >> d & 1U) * graph.demand[d];
    for (std::size_t s = 0; s < graph.supply.size(); ++s)
      there += (neighbours >> s & 1U) * graph.supply[s];
    lacking = std::max(lacking, asked - std::min(asked, there));
  }
  return wanted - lacking;
}

TEST(MatchingProperty, MatchesAsManyAsTheTheoremSays) {
  test::for_cases(2000, [](Choices& choices, std::uint64_t /*seed*/) {
    const Graph drawn = graph(choices);
    const Matching found = largest_matching(drawn.supply, drawn.demand, drawn.edges, {});
    EXPECT_FALSE(found.cursory);
    EXPECT_EQ(found.matched, matched_by_theorem(drawn));
  });
}

}  // namespace
}  // namespace microdata

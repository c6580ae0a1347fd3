#include "core/risk/series_beliefs.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

// Returns an edition from the signature numbers that match each person.
PlacedSignatures edition(const std::vector<std::vector<std::uint32_t>>& persons) {
  PlacedSignatures result;
  result.signatures = {{0, 1, 2}, {2, 3, 4}, {5, 6, 7}};
  for (const std::vector<std::uint32_t>& of_person : persons) {
    for (const std::uint32_t signature : of_person)
      result.places.push_back({signature, 1.0 / static_cast<double>(of_person.size())});
    result.first.push_back(result.places.size());
  }
  return result;
}

std::vector<std::pair<Code, double>> believed(std::vector<PlacedSignatures> editions,
                                              std::size_t person) {
  std::vector<PlacedSignatures*> numbered;
  for (PlacedSignatures& one : editions)
    numbered.push_back(&one);
  const std::vector<std::vector<Code>> signatures = number_signatures(numbered);
  const std::vector<const PlacedSignatures*> read(numbered.begin(), numbered.end());
  const ReleaseBeliefs beliefs = believe_editions(read, signatures, editions.front().persons(), {});
  std::vector<std::pair<Code, double>> result;
  for (const ReleaseBeliefs::Belief& belief : beliefs.of(person))
    result.emplace_back(belief.value, belief.probability);
  return result;
}

using Believed = std::vector<std::pair<Code, double>>;

TEST(SeriesBeliefs, OneSignatureIsBelievedAlike) {
  EXPECT_EQ(believed({edition({{1}, {0}}), edition({{1}, {}})}, 0),
            (Believed{{2, 1.0 / 3}, {3, 1.0 / 3}, {4, 1.0 / 3}}));
  EXPECT_EQ(believed({edition({{1}, {0}}), edition({{1}, {}})}, 1),
            (Believed{{0, 1.0 / 3}, {1, 1.0 / 3}, {2, 1.0 / 3}}));
  EXPECT_TRUE(believed({edition({{}}), edition({{}})}, 0).empty());
}

// A person who replaced a similar one is not the person of both editions.
TEST(SeriesBeliefs, WhoLooksAlikeWithAnotherSignatureIsSomebodyElse) {
  EXPECT_EQ(believed({edition({{0}}), edition({{1}}), edition({{1}})}, 0),
            (Believed{{2, 1.0 / 3}, {3, 1.0 / 3}, {4, 1.0 / 3}}));
  // The editions support both alternatives equally.
  EXPECT_EQ(believed({edition({{0}}), edition({{1}})}, 0),
            (Believed{{0, 1.0 / 6}, {1, 1.0 / 6}, {2, 1.0 / 3}, {3, 1.0 / 6}, {4, 1.0 / 6}}));
  EXPECT_EQ(believed({edition({{0, 1}}), edition({{0}})}, 0),
            (Believed{{0, 1.0 / 3}, {1, 1.0 / 3}, {2, 1.0 / 3}}));
}

TEST(SeriesBeliefs, EditionsOfAnotherSeriesDoNotKeepSignatures) {
  std::vector<PlacedSignatures> editions{edition({{0}, {1}, {2}}), edition({{0}, {1}, {}}),
                                         edition({{2}, {0}, {1}}), edition({{}, {}, {}})};
  number_signatures(
      std::vector<PlacedSignatures*>{&editions[0], &editions[1], &editions[2], &editions[3]});
  EXPECT_TRUE(keep_signatures(editions[0], editions[1]));
  EXPECT_FALSE(keep_signatures(editions[0], editions[2]));
  EXPECT_TRUE(keep_signatures(editions[0], editions[3]));
}

}  // namespace
}  // namespace microdata

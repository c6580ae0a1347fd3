#include "core/privacy/privacy_model.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <vector>

// The privacy models at values that their papers give, or that can be worked out by hand.

namespace microdata {
namespace {

using Group = std::vector<ValueCount>;
using Variant = LDiversity::Variant;
using Ground = TCloseness::Distance;
using Belief = BeliefDistance::Distance;

const double endless = std::numeric_limits<double>::infinity();

// What models that do not look at the table are given.
SensitiveDistribution any_table() {
  return SensitiveDistribution({1, 1, 1, 1, 1, 1, 1, 1, 1});
}

double distance_of(Ground distance, const Group& group, const SensitiveDistribution& table) {
  return achieved(TCloseness{0, distance}, group, table);
}

// Salaries 3k .. 11k are the codes 0 .. 8; each of nine tuples has another (Li, Li and
// Venkatasubramanian, ICDE 2007, table 3 and section 5.1): D[P1, Q] = 0.375, D[P2, Q] = 0.167.
TEST(TCloseness, SalariesOfThePaper) {
  const SensitiveDistribution table(std::vector<std::uint64_t>(9, 1));
  const Group p1 = {{0, 1}, {1, 1}, {2, 1}};  // 3k, 4k, 5k
  const Group p2 = {{3, 1}, {5, 1}, {8, 1}};  // 6k, 8k, 11k
  EXPECT_NEAR(distance_of(Ground::ordered, p1, table), 0.375, 1e-12);
  EXPECT_NEAR(distance_of(Ground::ordered, p2, table), 1.0 / 6, 1e-12);
  // All values equally far apart, the two groups are the same: 6 of 9 tuples have other values.
  EXPECT_NEAR(distance_of(Ground::equal, p1, table), 2.0 / 3, 1e-12);
  EXPECT_NEAR(distance_of(Ground::equal, p2, table), 2.0 / 3, 1e-12);
}

// NULL is the last code, as far from the first as can be; values that do not occur count as steps.
TEST(TCloseness, NullComesLastInTheOrder) {
  // Half the tuples have the first value, half NULL, none any of the three between.
  const SensitiveDistribution table({2, 0, 0, 0, 2});
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{4, 1}}, table), 0.5, 1e-12);
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{0, 1}}, table), 0.5, 1e-12);
  // Half the tuples are three steps of four away, the quarter with NULL is one.
  const SensitiveDistribution with_three({2, 0, 0, 1, 1});
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{3, 1}}, with_three), (0.5 * 3 + 0.25) / 4, 1e-12);
}

// A hierarchy in which, as in the paper's figure 2, flu is 1/3 away from bronchitis, 2/3 from
// pulmonary embolism and 1 from stomach cancer.
enum Disease : Code {
  flu,
  pneumonia,
  bronchitis,
  pulmonary_edema,
  pulmonary_embolism,
  gastric_ulcer,
  stomach_cancer,
  gastritis,
  colitis,
  colon_cancer
};

Hierarchy disease_hierarchy() {
  return {{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
           // Respiratory infection, vascular lung, stomach and colon diseases.
           {0, 0, 0, 1, 1, 2, 2, 2, 3, 3},
           // Respiratory and digestive system diseases.
           {0, 0, 0, 0, 0, 1, 1, 1, 1, 1},
           {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
          {10, 4, 2, 1}};
}

SensitiveDistribution diseases(const Group& tuples) {
  std::vector<std::uint64_t> counts(10);
  for (const ValueCount& v : tuples)
    counts[v.value] = v.tuples;
  SensitiveDistribution table(counts);
  table.set_hierarchy(disease_hierarchy());
  return table;
}

TEST(TCloseness, DiseasesAreAsFarApartAsInThePaper) {
  // Half of the table has flu, half another disease: from flu alone, half the mass goes there.
  const auto distance_from_flu = [](Disease other) {
    const SensitiveDistribution table = diseases({{flu, 1}, {other, 1}});
    return 2 * distance_of(Ground::hierarchical, Group{{flu, 1}}, table);
  };
  EXPECT_NEAR(distance_from_flu(bronchitis), 1.0 / 3, 1e-12);
  EXPECT_NEAR(distance_from_flu(pulmonary_embolism), 2.0 / 3, 1e-12);
  EXPECT_NEAR(distance_from_flu(stomach_cancer), 1, 1e-12);
}

// By hand, nine tuples: gastric ulcer 1, gastritis 2, stomach cancer 2, flu 1, bronchitis 2,
// pneumonia 1. What groups of three have more (+) or less than that, in ninths:
TEST(TCloseness, DiseasesByHand) {
  const SensitiveDistribution table = diseases({{gastric_ulcer, 1},
                                                {gastritis, 2},
                                                {stomach_cancer, 2},
                                                {flu, 1},
                                                {bronchitis, 2},
                                                {pneumonia, 1}});
  // Gastric ulcer +2, stomach cancer +1, gastritis -2; pneumonia +2, flu -1, bronchitis -2. 2 move
  // within the stomach and 2 within the lungs, by 1/3 each, 1 from the stomach to the lungs, by 1:
  // (4/3 + 1) / 9.
  EXPECT_NEAR(distance_of(Ground::hierarchical,
                          Group{{gastric_ulcer, 1}, {stomach_cancer, 1}, {pneumonia, 1}}, table),
              7.0 / 27, 1e-12);
  // Gastritis +1, gastric ulcer -1, stomach cancer -2; flu +2, bronchitis +1, pneumonia -1: 1
  // within the stomach, 1 within the lungs, 2 from the lungs to the stomach: (2/3 + 2) / 9.
  EXPECT_NEAR(
      distance_of(Ground::hierarchical, Group{{gastritis, 1}, {flu, 1}, {bronchitis, 1}}, table),
      8.0 / 27, 1e-12);
  // Gastritis +1, stomach cancer +1, gastric ulcer -1; bronchitis +1, flu -1, pneumonia -1: 1
  // within the stomach, 1 within the lungs, 1 from the stomach to the lungs: (2/3 + 1) / 9.
  EXPECT_NEAR(distance_of(Ground::hierarchical,
                          Group{{gastritis, 1}, {bronchitis, 1}, {stomach_cancer, 1}}, table),
              5.0 / 27, 1e-12);
}

// On a domain too large for the flow: against the sum of |cumulative P - cumulative Q| taken value
// by value. Prefix sums must not lose digits.
TEST(TCloseness, OrderedDistanceOfALargeDomain) {
  const std::size_t domain = 300'000;
  std::vector<std::uint64_t> counts(domain);
  for (std::size_t v = 0; v < domain; ++v)
    counts[v] = 1 + v * 7919 % 13;
  const SensitiveDistribution table(counts);
  const Group group = {{299'999, 1}, {12, 3}, {150'000, 2}, {150'001, 5}};
  std::vector<double> tuples(domain);
  for (const ValueCount& v : group)
    tuples[v.value] = v.tuples;
  double p = 0;
  double q = 0;
  double work = 0;
  for (std::size_t v = 0; v + 1 < domain; ++v) {
    p += tuples[v] / 11;
    q += table.share(static_cast<Code>(v));
    work += std::abs(p - q);
  }
  EXPECT_NEAR(distance_of(Ground::ordered, group, table), work / static_cast<double>(domain - 1),
              1e-9);
}

// Machanavajjhala et al., ICDE 2006, figure 3: a block of the 3-diverse table with heart disease
// once, viral infection once and cancer twice.
TEST(LDiversity, BlockOfThePaper) {
  const Group block = {{0, 1}, {1, 1}, {2, 2}};
  EXPECT_EQ(achieved(LDiversity{3, Variant::distinct, 1}, block, any_table()), 3);
  EXPECT_TRUE(holds(LDiversity{3, Variant::distinct, 1}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{4, Variant::distinct, 1}, block, any_table()));
  EXPECT_EQ(achieved(LDiversity{2, Variant::frequency, 1}, block, any_table()), 2);
  // The entropy is 1/2 log 2 + 2 * 1/4 log 4 = 3/2 log 2, as if of 2^(3/2) = 2.83 equal values.
  EXPECT_NEAR(achieved(LDiversity{2, Variant::entropy, 1}, block, any_table()), std::pow(2, 1.5),
              1e-12);
  EXPECT_TRUE(holds(LDiversity{2.8, Variant::entropy, 1}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{3, Variant::entropy, 1}, block, any_table()));
  // r = (2, 1, 1): recursive (c, 2) is 2 < c (1 + 1), (c, 3) is 2 < c * 1.
  EXPECT_FALSE(holds(LDiversity{2, Variant::recursive, 1}, block, any_table()));
  EXPECT_TRUE(holds(LDiversity{2, Variant::recursive, 1.01}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{3, Variant::recursive, 2}, block, any_table()));
  EXPECT_TRUE(holds(LDiversity{3, Variant::recursive, 2.01}, block, any_table()));
  EXPECT_EQ(achieved(LDiversity{4, Variant::recursive, 2}, block, any_table()), endless);
}

// The same paper's homogeneity attack, figure 2: a 4-anonymous block in which all have cancer.
TEST(LDiversity, HomogeneousBlock) {
  const Group block = {{0, 4}};
  EXPECT_TRUE(holds(KAnonymity{4}, block, any_table()));
  for (const Variant variant : {Variant::frequency, Variant::distinct, Variant::entropy}) {
    EXPECT_NEAR(achieved(LDiversity{2, variant, 1}, block, any_table()), 1, 1e-12);
    EXPECT_FALSE(holds(LDiversity{2, variant, 1}, block, any_table()));
  }
  EXPECT_FALSE(holds(LDiversity{2, Variant::recursive, 1000}, block, any_table()));
}

// By hand: 2 of 5 tuples have value 1.
TEST(AlphaKAnonymity, OfAnyValueAndOfOne) {
  SensitiveDistribution table({5, 5, 5, 5});
  table.name_value("HIV", 1);
  const Group group = {{0, 3}, {1, 2}};
  EXPECT_DOUBLE_EQ(achieved(AlphaKAnonymity{0.5, 2, std::nullopt}, group, table), 0.6);
  EXPECT_DOUBLE_EQ(achieved(AlphaKAnonymity{0.5, 2, "HIV"}, group, table), 0.4);
  EXPECT_FALSE(holds(AlphaKAnonymity{0.5, 2, std::nullopt}, group, table));
  EXPECT_TRUE(holds(AlphaKAnonymity{0.6, 2, std::nullopt}, group, table));
  EXPECT_TRUE(holds(AlphaKAnonymity{0.4, 5, "HIV"}, group, table));
  EXPECT_FALSE(holds(AlphaKAnonymity{0.4, 6, "HIV"}, group, table));
  EXPECT_FALSE(holds(AlphaKAnonymity{0.39, 5, "HIV"}, group, table));
}

// What the table does not have, no group has.
TEST(AlphaKAnonymity, ValueThatDoesNotOccur) {
  const Group group = {{0, 3}, {1, 2}};
  EXPECT_EQ(achieved(AlphaKAnonymity{0, 2, "unknown"}, group, any_table()), 0);
  EXPECT_TRUE(holds(AlphaKAnonymity{0, 5, "unknown"}, group, any_table()));
  EXPECT_FALSE(holds(AlphaKAnonymity{0, 6, "unknown"}, group, any_table()));
}

TEST(AlphaKAnonymity, AlphaAsksForTuples) {
  EXPECT_EQ(fewest_tuples(AlphaKAnonymity{0.3, 2, std::nullopt}), 4);
  EXPECT_EQ(fewest_tuples(AlphaKAnonymity{1.0 / 3, 2, std::nullopt}), 3);
  EXPECT_EQ(fewest_tuples(AlphaKAnonymity{0.3, 9, std::nullopt}), 9);
  EXPECT_EQ(fewest_tuples(AlphaKAnonymity{0.3, 2, "HIV"}), 2);
}

// By hand: p = (1/2, 1/4, 1/4) in q = (1/4, 1/4, 1/2).
struct Shares {
  SensitiveDistribution table{{2, 2, 4}};
  Group group = {{2, 1}, {0, 2}, {1, 1}};
};

TEST(DeltaDisclosure, IsAStrictBoundOnLogarithms) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(DeltaDisclosure{1}, group, table), std::log(2));
  EXPECT_TRUE(holds(DeltaDisclosure{0.7}, group, table));
  EXPECT_FALSE(holds(DeltaDisclosure{std::log(2)}, group, table));
  // A value of the table is missing.
  EXPECT_EQ(achieved(DeltaDisclosure{1}, Group{{0, 1}, {1, 1}, {2, 0}}, table), endless);
  EXPECT_FALSE(holds(DeltaDisclosure{endless}, Group{{0, 1}, {1, 1}}, table));
}

TEST(BetaLikeness, IsTheLargestRelativeGain) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(BetaLikeness{1}, group, table), 1);
  EXPECT_TRUE(holds(BetaLikeness{1}, group, table));
  EXPECT_FALSE(holds(BetaLikeness{0.99}, group, table));
  // All that the table has of a value in one group: its share grows from 1/4 to 1.
  EXPECT_DOUBLE_EQ(achieved(BetaLikeness{1}, Group{{0, 2}}, table), 3);
}

TEST(RhoBreach, IsOfValuesThatWereUnlikely) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(RhoBreach{0.25, 0.5}, group, table), 0.5);
  EXPECT_TRUE(holds(RhoBreach{0.25, 0.5}, group, table));
  EXPECT_FALSE(holds(RhoBreach{0.25, 0.49}, group, table));
  // None was as unlikely as that.
  EXPECT_EQ(achieved(RhoBreach{0.24, 0.1}, group, table), 0);
  // The last value was not unlikely: all may have it.
  EXPECT_TRUE(holds(RhoBreach{0.25, 0.5}, Group{{2, 4}}, table));
}

TEST(BeliefDistance, OfThreeKinds) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(BeliefDistance{1, Belief::total_variation}, group, table), 0.25);
  // 1/2 log 2 + 0 - 1/4 log 2.
  EXPECT_NEAR(achieved(BeliefDistance{1, Belief::kullback_leibler}, group, table), std::log(2) / 4,
              1e-12);
  // The mean is (3/8, 1/4, 3/8): 1/2 log 4/3 + 1/4 log 2/3 on either side.
  EXPECT_NEAR(achieved(BeliefDistance{1, Belief::jensen_shannon}, group, table),
              std::log(4.0 / 3) / 2 + std::log(2.0 / 3) / 4, 1e-12);
  // All of a group have what half the table has.
  EXPECT_NEAR(achieved(BeliefDistance{1, Belief::kullback_leibler}, Group{{2, 1}}, table),
              std::log(2), 1e-12);
}

TEST(PrivacyModel, IsWrittenAsInSql) {
  EXPECT_EQ(to_string(KAnonymity{3}), "k_anonymity(3)");
  EXPECT_EQ(to_string(LDiversity{2.5, Variant::entropy, 1}), "l_diversity(2.5, 'entropy')");
  EXPECT_EQ(to_string(LDiversity{3, Variant::recursive, 2}), "l_diversity(3, 'recursive', 2)");
  EXPECT_EQ(to_string(AlphaKAnonymity{0.1, 2, "O'Hara's"}),
            "alpha_k_anonymity(0.1, 2, 'O''Hara''s')");
  EXPECT_EQ(to_string(TCloseness{0.2, Ground::ordered}), "t_closeness(0.2, 'ordered')");
  EXPECT_EQ(to_string(endless), "Infinity");
  EXPECT_EQ(to_string(1e-7), "1e-07");
}

}  // namespace
}  // namespace microdata

#include "core/privacy/privacy_model.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <vector>

// Tests of the privacy models on values from their papers, or with results by hand.

namespace microdata {
namespace {

using Group = std::vector<ValueCount>;
using Variant = LDiversity::Variant;
using Ground = TCloseness::Distance;
using Belief = BeliefDistance::Distance;

const double endless = std::numeric_limits<double>::infinity();

// Returns a distribution for models that do not depend on the table.
SensitiveDistribution any_table() {
  return SensitiveDistribution({1, 1, 1, 1, 1, 1, 1, 1, 1});
}

double distance_of(Ground distance, const Group& group, const SensitiveDistribution& table) {
  return achieved(TCloseness{0, distance}, group, table);
}

// Salaries 3k .. 11k are the codes 0 .. 8. Each of nine tuples has its own (Li, Li and
// Venkatasubramanian, ICDE 2007, table 3 and section 5.1): D[P1, Q] = 0.375, D[P2, Q] = 0.167.
TEST(TCloseness, SalariesOfThePaper) {
  const SensitiveDistribution table(std::vector<std::uint64_t>(9, 1));
  const Group p1 = {{0, 1}, {1, 1}, {2, 1}};  // 3k, 4k, 5k
  const Group p2 = {{3, 1}, {5, 1}, {8, 1}};  // 6k, 8k, 11k
  EXPECT_NEAR(distance_of(Ground::ordered, p1, table), 0.375, 1e-12);
  EXPECT_NEAR(distance_of(Ground::ordered, p2, table), 1.0 / 6, 1e-12);
  // The two groups are equally far if all distances are equal, because 6 of 9 tuples have other
  // values.
  EXPECT_NEAR(distance_of(Ground::equal, p1, table), 2.0 / 3, 1e-12);
  EXPECT_NEAR(distance_of(Ground::equal, p2, table), 2.0 / 3, 1e-12);
}

// NULL is the last code, at the greatest distance from the first; values that do not occur count as
// steps.
TEST(TCloseness, NullComesLastInTheOrder) {
  // Half of the tuples have the first value and half have NULL; the three values between do not
  // occur.
  const SensitiveDistribution table({2, 0, 0, 0, 2});
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{4, 1}}, table), 0.5, 1e-12);
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{0, 1}}, table), 0.5, 1e-12);
  // Half of the tuples are three steps of four away, and the quarter with NULL is one step away.
  const SensitiveDistribution with_three({2, 0, 0, 1, 1});
  EXPECT_NEAR(distance_of(Ground::ordered, Group{{3, 1}}, with_three), (0.5 * 3 + 0.25) / 4, 1e-12);
}

// Codes of the hierarchy in the paper's figure 2: flu is 1/3 away from bronchitis, 2/3 from
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
           // Labels of respiratory infections, vascular lung, stomach and colon diseases.
           {0, 0, 0, 1, 1, 2, 2, 2, 3, 3},
           // Labels of respiratory and digestive system diseases.
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
  // Half of the table has flu and half another disease, so that half of the mass moves from flu to
  // the other.
  const auto distance_from_flu = [](Disease other) {
    const SensitiveDistribution table = diseases({{flu, 1}, {other, 1}});
    return 2 * distance_of(Ground::hierarchical, Group{{flu, 1}}, table);
  };
  EXPECT_NEAR(distance_from_flu(bronchitis), 1.0 / 3, 1e-12);
  EXPECT_NEAR(distance_from_flu(pulmonary_embolism), 2.0 / 3, 1e-12);
  EXPECT_NEAR(distance_from_flu(stomach_cancer), 1, 1e-12);
}

// Nine tuples: gastric ulcer 1, gastritis 2, stomach cancer 2, flu 1, bronchitis 2, pneumonia 1.
// The comments below give the surplus (+) or deficit (-) of groups of three, in ninths.
TEST(TCloseness, DiseasesByHand) {
  const SensitiveDistribution table = diseases({{gastric_ulcer, 1},
                                                {gastritis, 2},
                                                {stomach_cancer, 2},
                                                {flu, 1},
                                                {bronchitis, 2},
                                                {pneumonia, 1}});
  // Gastric ulcer +2, stomach cancer +1, gastritis -2; pneumonia +2, flu -1, bronchitis -2. A mass
  // of 2 moves within the stomach and 2 within the lungs, by 1/3 each, and 1 from the stomach to
  // the lungs, by 1: (4/3 + 1) / 9.
  EXPECT_NEAR(distance_of(Ground::hierarchical,
                          Group{{gastric_ulcer, 1}, {stomach_cancer, 1}, {pneumonia, 1}}, table),
              7.0 / 27, 1e-12);
  // Gastritis +1, gastric ulcer -1, stomach cancer -2; flu +2, bronchitis +1, pneumonia -1. A mass
  // of 1 moves within the stomach, 1 within the lungs, and 2 from the lungs to the stomach: (2/3 +
  // 2) / 9.
  EXPECT_NEAR(
      distance_of(Ground::hierarchical, Group{{gastritis, 1}, {flu, 1}, {bronchitis, 1}}, table),
      8.0 / 27, 1e-12);
  // Gastritis +1, stomach cancer +1, gastric ulcer -1; bronchitis +1, flu -1, pneumonia -1. A mass
  // of 1 moves within the stomach, 1 within the lungs, and 1 from the stomach to the lungs: (2/3 +
  // 1) / 9.
  EXPECT_NEAR(distance_of(Ground::hierarchical,
                          Group{{gastritis, 1}, {bronchitis, 1}, {stomach_cancer, 1}}, table),
              5.0 / 27, 1e-12);
}

// The domain is too large for the flow. The distance is therefore compared with the sum of
// |cumulative P - cumulative Q| over all values. Prefix sums must not lose digits.
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

// A block of the 3-diverse table with heart disease once, viral infection once and cancer twice
// (Machanavajjhala et al., ICDE 2006, figure 3).
TEST(LDiversity, BlockOfThePaper) {
  const Group block = {{0, 1}, {1, 1}, {2, 2}};
  EXPECT_EQ(achieved(LDiversity{3, Variant::distinct, 1}, block, any_table()), 3);
  EXPECT_TRUE(holds(LDiversity{3, Variant::distinct, 1}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{4, Variant::distinct, 1}, block, any_table()));
  EXPECT_EQ(achieved(LDiversity{2, Variant::frequency, 1}, block, any_table()), 2);
  // The entropy is 1/2 log 2 + 2 * 1/4 log 4 = 3/2 log 2, which corresponds to 2^(3/2) = 2.83
  // equally frequent values.
  EXPECT_NEAR(achieved(LDiversity{2, Variant::entropy, 1}, block, any_table()), std::pow(2, 1.5),
              1e-12);
  EXPECT_TRUE(holds(LDiversity{2.8, Variant::entropy, 1}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{3, Variant::entropy, 1}, block, any_table()));
  // The counts are r = (2, 1, 1). Recursive (c, 2)-diversity means 2 < c (1 + 1), and (c,
  // 3)-diversity means 2 < c * 1.
  EXPECT_FALSE(holds(LDiversity{2, Variant::recursive, 1}, block, any_table()));
  EXPECT_TRUE(holds(LDiversity{2, Variant::recursive, 1.01}, block, any_table()));
  EXPECT_FALSE(holds(LDiversity{3, Variant::recursive, 2}, block, any_table()));
  EXPECT_TRUE(holds(LDiversity{3, Variant::recursive, 2.01}, block, any_table()));
  EXPECT_EQ(achieved(LDiversity{4, Variant::recursive, 2}, block, any_table()), endless);
}

// The homogeneity attack of the same paper, figure 2: a 4-anonymous block in which all people have
// cancer.
TEST(LDiversity, HomogeneousBlock) {
  const Group block = {{0, 4}};
  EXPECT_TRUE(holds(KAnonymity{4}, block, any_table()));
  for (const Variant variant : {Variant::frequency, Variant::distinct, Variant::entropy}) {
    EXPECT_NEAR(achieved(LDiversity{2, variant, 1}, block, any_table()), 1, 1e-12);
    EXPECT_FALSE(holds(LDiversity{2, variant, 1}, block, any_table()));
  }
  EXPECT_FALSE(holds(LDiversity{2, Variant::recursive, 1000}, block, any_table()));
}

// Value 1 has 2 of the 5 tuples of the group.
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

// A value that the table lacks has share 0 in every group.
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

// A group with the shares p = (1/2, 1/4, 1/4) in a table with q = (1/4, 1/4, 1/2).
struct Shares {
  SensitiveDistribution table{{2, 2, 4}};
  Group group = {{2, 1}, {0, 2}, {1, 1}};
};

TEST(DeltaDisclosure, IsAStrictBoundOnLogarithms) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(DeltaDisclosure{1}, group, table), std::log(2));
  EXPECT_TRUE(holds(DeltaDisclosure{0.7}, group, table));
  EXPECT_FALSE(holds(DeltaDisclosure{std::log(2)}, group, table));
  // The group lacks a value of the table.
  EXPECT_EQ(achieved(DeltaDisclosure{1}, Group{{0, 1}, {1, 1}, {2, 0}}, table), endless);
  EXPECT_FALSE(holds(DeltaDisclosure{endless}, Group{{0, 1}, {1, 1}}, table));
}

TEST(BetaLikeness, IsTheLargestRelativeGain) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(BetaLikeness{1}, group, table), 1);
  EXPECT_TRUE(holds(BetaLikeness{1}, group, table));
  EXPECT_FALSE(holds(BetaLikeness{0.99}, group, table));
  // The group has all rows of a value, whose share grows from 1/4 to 1.
  EXPECT_DOUBLE_EQ(achieved(BetaLikeness{1}, Group{{0, 2}}, table), 3);
}

TEST(RhoBreach, IsOfValuesThatWereUnlikely) {
  const auto [table, group] = Shares();
  EXPECT_DOUBLE_EQ(achieved(RhoBreach{0.25, 0.5}, group, table), 0.5);
  EXPECT_TRUE(holds(RhoBreach{0.25, 0.5}, group, table));
  EXPECT_FALSE(holds(RhoBreach{0.25, 0.49}, group, table));
  // No value has a prior as low as 0.24.
  EXPECT_EQ(achieved(RhoBreach{0.24, 0.1}, group, table), 0);
  // The prior of the last value was not low, so that all tuples may have it.
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
  // All tuples of the group have a value that half of the table has.
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

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <numeric>
#include <set>
#include <variant>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/regions/region_cuts.hpp"
#include "core/regions/region_margin.hpp"
#include "property/privacy_definition.hpp"
#include "property/region_choices.hpp"

// Tests of cuts by samples, representative or not, and of the failure rate of margins.

namespace microdata {
namespace {

using test::Choices;

Microdata sample_of(Choices& choices, const Microdata& whole, std::size_t size) {
  std::vector<Row> rows(whole.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  test::shuffle(rows, choices);
  rows.resize(std::min<std::size_t>(size, rows.size()));
  return selected(whole, rows, {});
}

RegionCutOptions random_options(Choices& choices, const Microdata& whole) {
  RegionCutOptions options;
  options.regions = static_cast<std::uint32_t>(choices.between(1, 9));
  options.attributes = test::may_be_cut(whole);
  options.sensitive = attributes_with_role(whole, Role::sensitive);
  options.l = choices.of(std::vector<double>{1, 1.5, 2, 3});
  options.rows = whole.rows;
  options.fewest = static_cast<std::size_t>(choices.between(1, 4));
  options.failure = choices.of(std::vector<double>{1e-6, 0.1, 1, 100});
  options.oblivious = choices.one_in(6);
  if (choices.one_in(2)) {
    for (std::size_t j = 0; j < options.sensitive.size(); ++j) {
      options.known.emplace_back();
      if (choices.one_in(2)) options.known.back().attributes = {choices.of(options.attributes)};
    }
  }
  return options;
}

bool is_tree(const CutTree& tree, const Microdata& data) {
  std::set<std::uint32_t> regions;
  for (const CutNode& node : tree.nodes) {
    if (node.region) {
      regions.insert(*node.region);
      continue;
    }
    const Attribute& a = data.attributes[node.attribute];
    // Cuts separate values that ranges distinguish, and never NULL alone.
    if (!a.divisible || node.first_right == 0 || node.first_right >= a.distinct) return false;
    if (a.nullable && node.first_right + 1 == a.distinct) return false;
    if (a.end_of_range(node.first_right) == a.end_of_range(node.first_right - 1)) return false;
  }
  return regions.size() == tree.regions() && *regions.rbegin() + 1 == tree.regions() &&
         tree.nodes.size() == 2 * regions.size() - 1;
}

// Returns true if n(q, s) / n(q) <= 1/l for all known values q of the rows, and all models hold, by
// definition.
bool eligible(const Microdata& whole, const RegionCutOptions& options, const std::vector<Row>& rows,
              const std::vector<PrivacyModel>& models, const std::vector<test::Prior>& priors) {
  if (rows.size() < options.fewest || !test::defined_group(whole, rows, options.l, models, priors))
    return false;
  for (std::size_t j = 0; j < options.known.size(); ++j) {
    if (options.known[j].attributes.empty()) continue;
    const std::size_t known = options.known[j].attributes[0];
    for (Code q = 0; q < whole.attributes[known].distinct; ++q) {
      std::vector<Row> of_q;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(of_q),
                   [&](Row row) { return whole.columns[known][row] == q; });
      if (!of_q.empty() && !oracle::frequency_l_diverse(
                               test::values_of(whole, options.sensitive[j], of_q), options.l)) {
        return false;
      }
    }
  }
  return true;
}

// Any kept region is eligible by exact counts, whatever values the sample has or lacks.
TEST(RegionCutsProperty, NoSampleBreaksAGuarantee) {
  int hidden = 0;
  int cut = 0;
  int merged = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    Microdata whole = test::random_whole(choices, 200, 2);
    for (Attribute& attribute : whole.attributes) {
      if (!attribute.numeric() || choices.one_in(2)) continue;
      for (Code code = 0; code < attribute.distinct; ++code)
        attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                   : code);
    }
    const AttributeSet sensitive = attributes_with_role(whole, Role::sensitive);
    std::vector<PrivacyModel> models;
    if (choices.one_in(2))
      models.push_back(test::random_model(choices, whole.attributes[sensitive[0]].distinct));
    const std::vector<test::Prior> priors = test::priors_of(whole);
    Microdata sample = sample_of(choices, whole, static_cast<std::size_t>(choices.between(1, 200)));
    // The sample lacks a frequent value, or has it in one place only.
    if (choices.one_in(2)) {
      const Code frequent = whole.columns[sensitive[0]][0];
      std::vector<Row> shown;
      for (Row row = 0; row < sample.rows; ++row) {
        if (sample.columns[sensitive[0]][row] != frequent) shown.push_back(row);
      }
      sample = selected(sample, shown, {});
      ++hidden;
    }
    RegionCutOptions options = random_options(choices, whole);
    const PrivacyRequirement privacy(sample, sensitive, models, {});
    if (!models.empty() && sample.rows > 0) options.privacy = &privacy;

    const CutTree tree = cut_regions(sample, options, {});
    EXPECT_TRUE(is_tree(tree, whole));
    EXPECT_LE(tree.regions(), options.regions);
    const auto rows = test::rows_of_regions(regions_of(tree, whole), tree.regions());
    const CutTree kept = merge_regions(tree, [&](std::span<const std::uint32_t> regions) {
      std::vector<Row> together;
      for (const std::uint32_t r : regions)
        together.insert(together.end(), rows[r].begin(), rows[r].end());
      return eligible(whole, options, together, models, priors);
    });
    EXPECT_TRUE(is_tree(kept, whole));
    cut += tree.regions() > 1 ? 1 : 0;
    merged += kept.regions() < tree.regions() ? 1 : 0;
    if (kept.regions() == 1) return;
    for (const std::vector<Row>& of_region :
         test::rows_of_regions(regions_of(kept, whole), kept.regions())) {
      EXPECT_TRUE(eligible(whole, options, of_region, models, priors));
    }
  });
  EXPECT_GT(hidden, test::expected_of(500));
  EXPECT_GT(cut, test::expected_of(300));
  EXPECT_GT(merged, test::expected_of(100));
}

// Cuts of a whole table involve no chance.
TEST(RegionCutsProperty, OfAWholeTableAreEligible) {
  int cut = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Microdata whole = test::random_whole(choices, 100, 2);
    RegionCutOptions options = random_options(choices, whole);
    options.oblivious = false;
    const std::vector<test::Prior> priors = test::priors_of(whole);
    std::vector<Row> all(whole.rows);
    std::iota(all.begin(), all.end(), 0U);
    const AttributeSet sensitive = attributes_with_role(whole, Role::sensitive);
    std::vector<PrivacyModel> models;
    if (choices.one_in(2))
      models.push_back(test::random_model(choices, whole.attributes[sensitive[0]].distinct));
    if (!eligible(whole, options, all, models, priors)) return;
    const PrivacyRequirement privacy(whole, sensitive, models, {});
    if (!models.empty()) options.privacy = &privacy;
    const CutTree tree = cut_regions(whole, options, {});
    for (const std::vector<Row>& rows :
         test::rows_of_regions(regions_of(tree, whole), tree.regions())) {
      EXPECT_TRUE(eligible(whole, options, rows, models, priors));
    }
    cut += tree.regions() > 1 ? 1 : 0;
  });
  EXPECT_GT(cut, test::expected_of(200));
}

// Oblivious cuts do not depend on the sensitive values.
TEST(RegionCutsProperty, ObliviousCutsSeeNoSensitiveValue) {
  int cut = 0;
  test::for_cases(500, [&](Choices& choices, std::uint64_t /*seed*/) {
    Microdata whole = test::random_whole(choices, 100, 2);
    RegionCutOptions options = random_options(choices, whole);
    options.oblivious = true;
    options.rows = whole.rows * (choices.one_in(2) ? 1.0 : 10.0);
    const auto shape = [&] {
      std::vector<std::pair<std::size_t, Code>> cuts;
      for (const CutNode& node : cut_regions(whole, options, {}).nodes)
        cuts.emplace_back(node.region ? *node.region : node.attribute, node.first_right);
      return cuts;
    };
    const auto before = shape();
    for (const std::size_t s : options.sensitive)
      test::shuffle(whole.columns[s], choices);
    EXPECT_EQ(shape(), before);
    cut += before.size() > 1 ? 1 : 0;
  });
  EXPECT_GE(cut, test::expected_of(51));
}

// Samples of a region of 4,000 rows that narrowly violates a model pass only rarely.
TEST(RegionCutsProperty, MarginsFailRarely) {
  constexpr double failure = 0.05;
  int samples = 0;
  int failures = 0;
  int passed_when_met = 0;
  int met = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const test::Prior small = test::random_prior(choices);
    test::Prior prior = small;
    for (int times = 1; times < 100; ++times)
      prior.values.insert(prior.values.end(), small.values.begin(), small.values.end());
    const PrivacyModel model = test::random_model(choices, prior.domain);
    // The bound k is on rows, which enough_rows() judges.
    if (std::holds_alternative<KAnonymity>(model)) return;
    if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model); alpha != nullptr && alpha->k > 1)
      return;
    oracle::Values kinds = test::some_of(choices, test::shuffled(choices, small.values));
    oracle::Values region;
    while (region.size() < 4000)
      region.push_back(choices.of(kinds));
    const oracle::Values sample = [&] {
      oracle::Values shuffled = test::shuffled(choices, region);
      shuffled.resize(static_cast<std::size_t>(choices.between(20, 2000)));
      return shuffled;
    }();
    const bool holds = test::defined_to_hold(model, region, prior);
    // Models that only the exact count judges have no margin.
    const bool near_table = std::holds_alternative<DeltaDisclosure>(model) ||
                            std::holds_alternative<BetaLikeness>(model);
    if (near_table && !holds) return;
    const bool passes = holds_with_margin(model, test::counts_of(choices, sample, prior.domain),
                                          prior.distribution, failure);
    if (holds) {
      ++met;
      passed_when_met += passes ? 1 : 0;
    } else {
      ++samples;
      failures += passes ? 1 : 0;
    }
  });
  std::cout << "margins failed " << failures << " of " << samples << " times, and passed "
            << passed_when_met << " of " << met << " that may\n";
  EXPECT_GT(samples, test::expected_of(300));
  EXPECT_LE(failures, failure * samples);
  // The margins are not much wider than necessary.
  EXPECT_GT(passed_when_met, test::expected_of(met / 4.0));
}

// The failure rate also holds at the bound of l, which is the worst case.
TEST(RegionCutsProperty, MarginsFailRarelyAtTheBound) {
  constexpr double failure = 0.05;
  int failures = 0;
  int trials = 0;
  int rows_failures = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int l = choices.between(2, 5);
    const int rows = choices.between(50, 1000);
    // The value has one row more than allowed.
    std::vector<int> region(static_cast<std::size_t>(rows * l));
    for (std::size_t i = 0; i < region.size(); ++i)
      region[i] = i < static_cast<std::size_t>(rows) + 1 ? 0 : static_cast<int>(1 + i % 7);
    test::shuffle(region, choices);
    std::vector<ValueCount> counts(8);
    for (Code v = 0; v < 8; ++v)
      counts[v].value = v;
    const int sampled = choices.between(20, rows);
    for (int i = 0; i < sampled; ++i)
      ++counts[static_cast<std::size_t>(region[static_cast<std::size_t>(i)])].tuples;
    const SensitiveDistribution table(std::vector<std::uint64_t>(8, 1));
    const LDiversity model{static_cast<double>(l), LDiversity::Variant::frequency, 1};
    ++trials;
    failures += holds_with_margin(model, counts, table, failure) ? 1 : 0;
    // The rows with value 0, as a region, lack one row.
    rows_failures += enough_rows(counts[0].tuples, sampled, static_cast<double>(region.size()),
                                 rows + 2, failure)
                         ? 1
                         : 0;
  });
  std::cout << "at the bound, l failed " << failures << " and rows " << rows_failures << " of "
            << trials << " times\n";
  EXPECT_LE(failures, failure * trials);
  EXPECT_LE(rows_failures, failure * trials);
  EXPECT_GT(trials, test::expected_of(1000));
}

}  // namespace
}  // namespace microdata

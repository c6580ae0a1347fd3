#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <variant>

#include "core/bucketization/bucketization.hpp"
#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/slicing/slicing.hpp"
#include "property/bucketization_oracle.hpp"
#include "property/oracle.hpp"
#include "property/region_choices.hpp"

// Tests of regions that are published separately; the naive oracles judge the union of the releases
// as a release of the whole table.

namespace microdata {
namespace {

using test::Choices;
using test::RowsOfRegion;

constexpr int tables = 1000;

std::vector<PrivacyModel> random_models(Choices& choices, const Microdata& data) {
  std::vector<PrivacyModel> models;
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  std::size_t domain = data.attributes[sensitive[0]].distinct;
  for (const std::size_t s : sensitive)
    domain = std::min<std::size_t>(domain, data.attributes[s].distinct);
  while (choices.one_in(2))
    models.push_back(test::random_model(choices, domain));
  return models;
}

double random_l(Choices& choices) {
  return choices.of(std::vector<double>{1, 1.5, 2, 2, 2.5, 3});
}

// A table in regions, each of which may be published as one bucket, by definition.
struct Problem {
  Microdata whole;
  double l = 1;
  std::vector<PrivacyModel> models;
  std::vector<test::Prior> priors;
  CutTree tree;
  RowsOfRegion rows;
};

// Returns true if the rows may be one bucket of a sliced table.
bool sliceable(const Problem& problem, const AttributePartition& columns,
               const std::vector<Row>& rows) {
  oracle::Slicing slicing = test::oracle_columns(problem.whole, columns);
  slicing.buckets.emplace_back();
  oracle::Table table;
  for (const Row row : rows) {
    slicing.buckets[0].push_back(table.rows.size());
    table.rows.emplace_back();
    for (const std::vector<Code>& column : problem.whole.columns)
      table.rows.back().push_back(static_cast<oracle::Value>(column[row]));
  }
  return oracle::l_diverse(table, slicing, problem.l);
}

// Returns a random problem, or no value if not even the whole table may be published. `may` returns
// true if rows may be published as one bucket.
template <typename May>
std::optional<Problem> random_problem(Choices& choices, const May& may) {
  Problem problem;
  problem.whole = test::random_whole(choices, 40, choices.one_in(3) ? 2 : 1);
  problem.l = random_l(choices);
  problem.models = random_models(choices, problem.whole);
  problem.priors = test::priors_of(problem.whole);
  const CutTree tree =
      test::random_cuts(choices, problem.whole, test::may_be_cut(problem.whole), 6);
  const RowsOfRegion rows = test::rows_of_regions(regions_of(tree, problem.whole), tree.regions());
  problem.tree = merge_regions(tree, [&](std::span<const std::uint32_t> regions) {
    std::vector<Row> together;
    for (const std::uint32_t region : regions)
      together.insert(together.end(), rows[region].begin(), rows[region].end());
    return may(problem, together);
  });
  problem.rows =
      test::rows_of_regions(regions_of(problem.tree, problem.whole), problem.tree.regions());
  if (problem.rows.size() == 1 && !may(problem, problem.rows[0])) return std::nullopt;
  return problem;
}

bool group_holds(const Problem& problem, const std::vector<Row>& rows) {
  return test::defined_group(problem.whole, rows, problem.l, problem.models, problem.priors);
}

using Buckets = std::vector<std::vector<Row>>;

// Adds the buckets of a region, with rows of the table.
void add(const TuplePartition& partition, const std::vector<Row>& rows, Buckets& buckets) {
  for (std::size_t b = 0; b < partition.buckets(); ++b) {
    std::vector<Row>& bucket = buckets.emplace_back();
    for (const Row row : partition.bucket(b))
      bucket.push_back(rows[row]);
  }
}

void expect_all_rows(const Problem& problem, const Buckets& buckets) {
  oracle::Buckets naive;
  for (const std::vector<Row>& bucket : buckets)
    naive.emplace_back(bucket.begin(), bucket.end());
  EXPECT_TRUE(oracle::is_partition(problem.whole.rows, naive, {}));
}

void expect_groups_hold(const Problem& problem, const Buckets& buckets, double l) {
  for (const std::vector<Row>& bucket : buckets)
    EXPECT_TRUE(test::defined_group(problem.whole, bucket, l, problem.models, problem.priors));
}

oracle::Slicing naive_slicing(const Problem& problem, const AttributePartition& columns,
                              const Buckets& buckets) {
  oracle::Slicing naive = test::oracle_columns(problem.whole, columns);
  for (const std::vector<Row>& bucket : buckets)
    naive.buckets.emplace_back(bucket.begin(), bucket.end());
  return naive;
}

void expect_sliced(const Problem& problem, const SlicingOptions& options, const Buckets& buckets) {
  const oracle::Table table = test::oracle_table(problem.whole);
  const oracle::Slicing naive = naive_slicing(problem, options.groups, buckets);
  EXPECT_TRUE(oracle::l_diverse(table, naive, problem.l));
  EXPECT_TRUE(oracle::counted_l_diverse(table, naive, problem.l));
  if (options.check == DiversityCheckScope::bucket) {
    for (std::size_t b = 0; b < naive.buckets.size(); ++b)
      EXPECT_TRUE(oracle::bucket_l_diverse(table, naive, b, problem.l));
  }
  expect_groups_hold(problem, buckets, 1);
}

SlicingOptions random_slicing(Choices& choices, const Problem& problem,
                              const AttributePartition& columns) {
  SlicingOptions options;
  options.groups = columns;
  options.l = problem.l;
  options.privacy = problem.models;
  options.if_infeasible = IfInfeasible::error;
  if (choices.one_in(3)) options.grouping = Grouping::strict;
  if (choices.one_in(2)) options.check = DiversityCheckScope::exact;
  // Oblivious cuts assume that people with equal values next to the sensitive ones satisfy all
  // models.
  const bool alone = std::all_of(columns.begin(), columns.end(), [&](const Column& column) {
    return sensitive_attributes(problem.whole, column).empty() ||
           quasi_identifiers(problem.whole, column).empty();
  });
  if (alone && choices.one_in(2)) {
    options.cuts = Cuts::oblivious;
    options.grouping = Grouping::relaxed;
    options.check = DiversityCheckScope::bucket;
  }
  return options;
}

// Counts of cases with more than one region.
class Seen {
 public:
  void count(const Problem& problem) {
    several_ += problem.rows.size() > 1 ? 1 : 0;
    for (const std::vector<Row>& rows : problem.rows)
      single_rows_ += problem.rows.size() > 1 && rows.size() == 1 ? 1 : 0;
    for (const CutNode& node : problem.tree.nodes)
      nulls_ += !node.region && problem.whole.attributes[node.attribute].nullable ? 1 : 0;
  }
  void expect_enough() const {
    EXPECT_GT(several_, test::expected_of(tables / 10));
    EXPECT_GT(single_rows_, test::expected_of(tables / 50));
    EXPECT_GT(nulls_, test::expected_of(tables / 20));
  }

 private:
  int several_ = 0;
  int single_rows_ = 0;
  int nulls_ = 0;
};

TEST(RegionProperty, SlicedRegionsAreASlicedTable) {
  Seen seen;
  test::for_cases(2 * tables, [&](Choices& choices, std::uint64_t seed) {
    AttributePartition columns;
    const auto problem =
        random_problem(choices, [&](const Problem& p, const std::vector<Row>& rows) {
          if (columns.empty()) columns = test::random_partition(choices, p.whole);
          return test::defined_group(p.whole, rows, 1, p.models, p.priors) &&
                 sliceable(p, columns, rows);
        });
    if (!problem) return;
    seen.count(*problem);
    const SlicingOptions options = random_slicing(choices, *problem, columns);
    Random random = Random::seeded(seed);
    Buckets buckets;
    for (const std::vector<Row>& rows : problem->rows)
      add(slice(test::as_region(problem->whole, rows), options, random, {}).buckets, rows, buckets);
    expect_all_rows(*problem, buckets);
    expect_sliced(*problem, options, buckets);
  });
  seen.expect_enough();
}

TEST(RegionProperty, BucketizedRegionsAreABucketizedTable) {
  Seen seen;
  test::for_cases(3 * tables, [&](Choices& choices, std::uint64_t seed) {
    const auto problem = random_problem(choices, group_holds);
    if (!problem) return;
    seen.count(*problem);
    BucketizationOptions options;
    options.l = problem->l;
    options.privacy = problem->models;
    if (choices.one_in(2)) options.method = BucketizationMethod::mondrian;
    if (choices.one_in(3)) options.cuts = Cuts::oblivious;
    Random random = Random::seeded(seed);
    Buckets buckets;
    for (const std::vector<Row>& rows : problem->rows)
      add(bucketize(test::as_region(problem->whole, rows), options, random, {}).buckets, rows,
          buckets);
    expect_all_rows(*problem, buckets);
    expect_groups_hold(*problem, buckets, problem->l);
  });
  seen.expect_enough();
}

TEST(RegionProperty, GeneralizedRegionsAreAGeneralizedTable) {
  Seen seen;
  test::for_cases(3 * tables, [&](Choices& choices, std::uint64_t seed) {
    const int k = choices.one_in(2) ? 1 : choices.between(2, 4);
    const auto problem =
        random_problem(choices, [&](const Problem& p, const std::vector<Row>& rows) {
          return static_cast<int>(rows.size()) >= k && group_holds(p, rows);
        });
    if (!problem) return;
    seen.count(*problem);
    GeneralizationOptions options;
    options.k = static_cast<std::uint32_t>(k);
    options.l = problem->l;
    options.privacy = problem->models;
    if (choices.one_in(2)) options.recoding = Recoding::multiset;
    if (choices.one_in(2)) options.grouping = Grouping::relaxed;
    if (choices.one_in(3)) {
      options.cuts = Cuts::oblivious;
      options.grouping = Grouping::relaxed;
    }
    options.loss = choices.of(
        std::vector<LossMeasure>{LossMeasure::width, LossMeasure::values, LossMeasure::entropy});
    Random random = Random::seeded(seed);
    Buckets classes;
    for (const std::vector<Row>& rows : problem->rows)
      add(generalize(test::as_region(problem->whole, rows), options, random, {}).classes, rows,
          classes);
    expect_all_rows(*problem, classes);
    expect_groups_hold(*problem, classes, problem->l);
    for (const std::vector<Row>& rows : classes)
      EXPECT_GE(static_cast<int>(rows.size()), k);
  });
  seen.expect_enough();
}

// Models that compare with the table would only hold for the region's own shares if table_counts
// were missing, which the oracle detects.
TEST(RegionProperty, OwnSharesAreNotTheTables) {
  int broken = 0;
  test::for_cases(tables, [&](Choices& choices, std::uint64_t seed) {
    Problem problem;
    problem.whole = test::random_whole(choices, 40, 1);
    problem.models = {TCloseness{0.2}};
    problem.priors = test::priors_of(problem.whole);
    problem.tree = test::random_cuts(choices, problem.whole, test::may_be_cut(problem.whole), 4);
    problem.rows =
        test::rows_of_regions(regions_of(problem.tree, problem.whole), problem.tree.regions());
    BucketizationOptions options;
    options.l = 1;
    options.privacy = problem.models;
    Random random = Random::seeded(seed);
    Buckets buckets;
    for (const std::vector<Row>& rows : problem.rows) {
      Microdata region = test::as_region(problem.whole, rows);
      for (Attribute& attribute : region.attributes)
        attribute.table_counts.clear();
      add(bucketize(region, options, random, {}).buckets, rows, buckets);
    }
    broken += std::any_of(buckets.begin(), buckets.end(), [&](const std::vector<Row>& rows) {
      return !group_holds(problem, rows);
    });
  });
  EXPECT_GT(broken, test::expected_of(tables / 10));
}

// Random parts, unlike regions, violate the exact check: a tuple matches buckets of all parts, but
// each part is checked only for its own tuples. (Slicing 300 random tables of 60 rows by `row % 2`
// with the exact check broke l = 3 in 4 of them; Adult by `id % 6` reaches 2.64.)
TEST(RegionProperty, PartsByChanceBreakTheExactCheck) {
  const oracle::Table first{{{0, 0, 0}, {1, 1, 0}, {0, 0, 1}, {0, 0, 2}, {1, 1, 1}, {1, 1, 2}}};
  const oracle::Slicing of_first{{{0}, {1}, {2}}, {{0, 1}, {2, 3}, {4, 5}}, {2}, {}};
  const oracle::Table second{{{0, 1, 0}, {0, 1, 1}}};
  const oracle::Slicing of_second{{{0}, {1}, {2}}, {{0, 1}}, {2}, {}};
  EXPECT_TRUE(oracle::l_diverse(first, of_first, 2));
  EXPECT_TRUE(oracle::counted_l_diverse(first, of_first, 2));
  EXPECT_TRUE(oracle::l_diverse(second, of_second, 2));

  // The second tuple of the second part matches the first part's first bucket, which has one value.
  oracle::Table both = first;
  both.rows.insert(both.rows.end(), second.rows.begin(), second.rows.end());
  oracle::Slicing of_both = of_first;
  of_both.buckets.push_back({6, 7});
  EXPECT_FALSE(oracle::l_diverse(both, of_both, 2));
  EXPECT_NEAR(oracle::max_probability(both, of_both, 7, 2), 0.6, 1e-12);

  // Parts that differ in a value do not affect each other.
  both.rows[6] = {2, 2, 0};
  both.rows[7] = {2, 2, 1};
  EXPECT_TRUE(oracle::l_diverse(both, of_both, 2));
}

}  // namespace
}  // namespace microdata

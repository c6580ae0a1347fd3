#include <algorithm>
#include <gtest/gtest.h>

#include "core/slicing/adversary.hpp"
#include "core/slicing/diversity_check.hpp"
#include "core/slicing/tuple_partitioning.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

// Tests that the incremental check decides every split like the naive check of the whole table.

namespace microdata {
namespace {

using test::Choices;

struct Buckets {
  std::vector<std::vector<Row>> buckets;

  TuplePartition partition() const {
    TuplePartition partition;
    for (const auto& bucket : buckets) {
      partition.rows.insert(partition.rows.end(), bucket.begin(), bucket.end());
      partition.offsets.push_back(static_cast<Row>(partition.rows.size()));
    }
    return partition;
  }

  oracle::Slicing naive(oracle::Slicing columns) const {
    for (const auto& bucket : buckets)
      columns.buckets.emplace_back(bucket.begin(), bucket.end());
    return columns;
  }
};

// Returns one bucket of all rows, sometimes without some of them.
Buckets one_bucket(Choices& choices, const Microdata& data) {
  Buckets buckets;
  buckets.buckets.emplace_back();
  for (Row row = 0; row < data.rows; ++row) {
    if (row == 0 || !choices.one_in(12)) buckets.buckets.front().push_back(row);
  }
  return buckets;
}

// Returns true if l holds for the paper's attacker and for an attacker who counts.
bool holds_by_both(const oracle::Table& table, const oracle::Slicing& slicing, double l) {
  return oracle::l_diverse(table, slicing, l) && oracle::counted_l_diverse(table, slicing, l);
}

TEST(DiversityCheckProperty, DecidesAsTheNaiveCheck) {
  int allowed = 0;
  int refused = 0;
  for (int i = 0; i < test::tried(3000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {.most_rows = 14,
                                                        .most_values = 3,
                                                        .most_sensitive = choices.one_in(4) ? 2 : 1,
                                                        .insensitive = choices.one_in(3)});
    const AttributePartition columns = test::random_partition(choices, data);
    std::vector<Combinations> known;
    for (const Column& column : columns)
      known.push_back(known_values(data, column, {}));
    const Adversary adversary = make_adversary(data, columns, std::move(known), {});
    const oracle::Table table = test::oracle_table(data);
    const oracle::Slicing naive_columns = test::oracle_columns(data, columns);
    const double l = choices.of(std::vector<double>{1, 1.25, 1.5, 2, 2.5, 3});

    Buckets buckets = one_bucket(choices, data);
    if (!holds_by_both(table, buckets.naive(naive_columns), l)) continue;
    const TuplePartition start = buckets.partition();
    DiversityCheck check(adversary, start, l, {}, {});
    check.make_sums({});
    BucketProfile whole;
    BucketProfile left;
    BucketProfile right;
    for (int split = 0; split < 20; ++split) {
      const auto b = static_cast<std::size_t>(
          choices.between(0, static_cast<int>(buckets.buckets.size()) - 1));
      std::vector<Row> rows = buckets.buckets[b];
      if (rows.size() < 2) continue;
      for (std::size_t r = rows.size(); r > 1; --r) {
        std::swap(rows[r - 1],
                  rows[static_cast<std::size_t>(choices.between(0, static_cast<int>(r) - 1))]);
      }
      const auto middle = rows.begin() + choices.between(1, static_cast<int>(rows.size()) - 1);
      Buckets after = buckets;
      after.buckets[b].assign(rows.begin(), middle);
      after.buckets.emplace_back(middle, rows.end());

      whole.count(adversary, rows);
      left.count(adversary, after.buckets[b]);
      right.count(adversary, after.buckets.back());
      const bool decision = check.allows(whole, rows, left, right);
      ASSERT_EQ(decision, holds_by_both(table, after.naive(naive_columns), l));
      if (!decision) {
        ++refused;
        continue;
      }
      ++allowed;
      check.split(whole, left, right);
      buckets = std::move(after);
      // A new count yields the same sums.
      const TuplePartition now = buckets.partition();
      DiversityCheck again(adversary, now, l, {}, {});
      std::vector<std::size_t> all(now.buckets());
      for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = k;
      ASSERT_TRUE(again.holds(all, {}));
    }
  }
  EXPECT_GT(allowed, test::expected_of(1000));
  EXPECT_GT(refused, test::expected_of(1000));
}

// holds() agrees with the naive check on partitions that satisfy l and on others.
TEST(DiversityCheckProperty, HoldsAsTheNaiveCheck) {
  int holding = 0;
  int failing = 0;
  for (int i = 0; i < test::tried(3000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {.most_rows = 12, .most_values = 3});
    const AttributePartition columns = test::random_partition(choices, data);
    std::vector<Combinations> known;
    for (const Column& column : columns)
      known.push_back(known_values(data, column, {}));
    const Adversary adversary = make_adversary(data, columns, std::move(known), {});
    Buckets buckets;
    buckets.buckets.resize(static_cast<std::size_t>(choices.between(1, 3)));
    for (Row row = 0; row < data.rows; ++row) {
      buckets
          .buckets[static_cast<std::size_t>(
              choices.between(0, static_cast<int>(buckets.buckets.size()) - 1))]
          .push_back(row);
    }
    std::erase_if(buckets.buckets, [](const auto& bucket) { return bucket.empty(); });
    const double l = choices.of(std::vector<double>{1.25, 1.5, 2});
    const TuplePartition partition = buckets.partition();
    // Processing few tuples at a time yields the same result.
    const auto bytes =
        static_cast<std::size_t>(choices.one_in(2) ? choices.between(0, 4000) : 1 << 30);
    DiversityCheck check(adversary, partition, l, {0, bytes}, {});
    std::vector<std::size_t> all(partition.buckets());
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = k;
    const bool expected = holds_by_both(test::oracle_table(data),
                                        buckets.naive(test::oracle_columns(data, columns)), l);
    ASSERT_EQ(check.holds(all, {}), expected);
    ++(expected ? holding : failing);
  }
  EXPECT_GT(holding, test::expected_of(200));
  EXPECT_GT(failing, test::expected_of(200));
}

// If the bytes do not suffice for all sums, some buckets remain unsplit, and all splits are
// correct.
TEST(DiversityCheckProperty, FewBytesGuaranteeNoLess) {
  int partly = 0;
  int further = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t) {
    const Microdata data = test::random_table(choices, {.most_rows = 24, .most_values = 4});
    const AttributePartition columns = test::random_partition(choices, data);
    std::vector<Combinations> known;
    for (const Column& column : columns)
      known.push_back(known_values(data, column, {}));
    const Adversary adversary = make_adversary(data, columns, std::move(known), {});
    Buckets buckets = one_bucket(choices, data);
    const double l = choices.of(std::vector<double>{1.25, 1.5, 2, 2.5});
    const oracle::Table table = test::oracle_table(data);
    const oracle::Slicing naive_columns = test::oracle_columns(data, columns);
    if (!oracle::bucket_l_diverse(table, buckets.naive(naive_columns), 0, l)) return;
    const PrivacyRequirement none(data, attributes_with_role(data, Role::sensitive), {}, {});
    TuplePartitioningOptions options;
    options.l = l;
    const auto divided = [&](DiversityCheckScope check, std::size_t bytes) {
      options.check = check;
      options.budget = ExactCheckBudget{};
      options.budget->bytes = bytes;
      return partition_tuples(data, adversary, buckets.buckets.front(), none, options, {});
    };
    const std::size_t by_bucket = divided(DiversityCheckScope::bucket, 0).partition.buckets();
    const TuplePartitioning few =
        divided(DiversityCheckScope::exact, static_cast<std::size_t>(choices.between(0, 600)));
    Buckets result;
    for (std::size_t b = 0; b < few.partition.buckets(); ++b) {
      const auto rows = few.partition.bucket(b);
      result.buckets.emplace_back(rows.begin(), rows.end());
    }
    EXPECT_TRUE(holds_by_both(table, result.naive(naive_columns), l));
    if (!few.exact_check_cut_short) return;
    ++partly;
    further += few.partition.buckets() > by_bucket ? 1 : 0;
  });
  EXPECT_GT(partly, test::expected_of(200));
  EXPECT_GE(further, test::expected_of(51));
}

}  // namespace
}  // namespace microdata

#include <algorithm>
#include <gtest/gtest.h>

#include "core/slicing/adversary.hpp"
#include "core/slicing/diversity_check.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

// The incremental check decides every split as the naive one does on the whole table.

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

// One bucket of all rows, some left out now and then.
Buckets one_bucket(Choices& choices, const Microdata& data) {
  Buckets buckets;
  buckets.buckets.emplace_back();
  for (Row row = 0; row < data.rows; ++row) {
    if (row == 0 || !choices.one_in(12)) buckets.buckets.front().push_back(row);
  }
  return buckets;
}

TEST(DiversityCheckProperty, DecidesAsTheNaiveCheck) {
  int allowed = 0;
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
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
    if (!oracle::l_diverse(table, buckets.naive(naive_columns), l)) continue;
    const TuplePartition start = buckets.partition();
    DiversityCheck check(adversary, start, l, unlimited_budget, {});
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
      ASSERT_EQ(decision, oracle::l_diverse(table, after.naive(naive_columns), l));
      if (!decision) {
        ++refused;
        continue;
      }
      ++allowed;
      check.split(whole, left, right);
      buckets = std::move(after);
      // Counted anew, the sums come to the same.
      const TuplePartition now = buckets.partition();
      DiversityCheck again(adversary, now, l, unlimited_budget, {});
      std::vector<std::size_t> all(now.buckets());
      for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = k;
      ASSERT_TRUE(again.holds(now, all));
    }
  }
  EXPECT_GT(allowed, 1000);
  EXPECT_GT(refused, 1000);
}

// holds() tells a partition that satisfies l from one that does not.
TEST(DiversityCheckProperty, HoldsAsTheNaiveCheck) {
  int holding = 0;
  int failing = 0;
  for (int i = 0; i < 3000; ++i) {
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
    DiversityCheck check(adversary, partition, l, unlimited_budget, {});
    std::vector<std::size_t> all(partition.buckets());
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = k;
    const bool expected = oracle::l_diverse(test::oracle_table(data),
                                            buckets.naive(test::oracle_columns(data, columns)), l);
    ASSERT_EQ(check.holds(partition, all), expected);
    ++(expected ? holding : failing);
  }
  EXPECT_GT(holding, 200);
  EXPECT_GT(failing, 200);
}

}  // namespace
}  // namespace microdata

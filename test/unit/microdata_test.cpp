#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "core/base/parallel.hpp"
#include "core/base/radix_sort.hpp"
#include "core/base/random.hpp"
#include "core/microdata/permutation.hpp"
#include "core/microdata/row_order.hpp"

namespace microdata {
namespace {

TEST(Random, SeededIsTheStandardsGenerator) {
  // The standard specifies the 10,000th value of a default-seeded mt19937_64.
  Random random = Random::seeded(5489);
  for (int i = 0; i < 9999; ++i)
    random.next();
  EXPECT_EQ(random.next(), 9981545732273789042ULL);
}

TEST(Random, BelowIsUniform) {
  Random random = Random::seeded(1);
  std::array<double, 7> counts{};
  const int draws = 700'000;
  for (int i = 0; i < draws; ++i)
    ++counts[random.below(7)];
  double chi2 = 0;
  for (const double count : counts)
    chi2 += (count - draws / 7.0) * (count - draws / 7.0);
  // The statistic, with 6 degrees of freedom, is above 33 once in 10^5 times.
  EXPECT_LT(chi2 / (draws / 7.0), 33);
}

TEST(Random, BelowRejectsWhatWouldBeBiased) {
  // Every bound except powers of two rejects some words; the loop still ends, because the source's
  // words change.
  std::uint64_t next = 0;
  Random random([&](std::span<std::uint64_t> block) {
    for (std::uint64_t& word : block)
      word = next += 0x9E3779B97F4A7C15ULL;
  });
  for (const std::uint32_t bound : {1U, 2U, 3U, 0x80000001U, 0xFFFFFFFFU}) {
    for (int i = 0; i < 100; ++i)
      EXPECT_LT(random.below(bound), bound);
  }
}

// Every pair of orders of two columns is equally likely.
TEST(Permutation, IsUniformAndIndependent) {
  const TuplePartition buckets{{0, 1, 2, 3, 4}, {0, 2, 5}};
  Random random = Random::seeded(7);
  std::map<std::vector<Row>, double> counts;
  const int draws = 144 * 500;
  for (int i = 0; i < draws; ++i) {
    const auto linking = permute_columns(buckets, 2, random, {});
    std::vector<Row> both = linking[0];
    both.insert(both.end(), linking[1].begin(), linking[1].end());
    ++counts[both];
  }
  // The statistic, with (2! 3!)^2 outcomes and 143 degrees of freedom, is above 225 once in 10^5
  // times.
  ASSERT_EQ(counts.size(), 144U);
  double chi2 = 0;
  for (const auto& [order, count] : counts)
    chi2 += (count - 500) * (count - 500) / 500;
  EXPECT_LT(chi2, 225);
}

TEST(Permutation, BucketsComeInRandomOrder) {
  const TuplePartition buckets{{0, 1, 2, 3, 4, 5}, {0, 1, 3, 6}};
  Random random = Random::seeded(7);
  std::map<std::vector<Row>, int> counts;
  for (int i = 0; i < 600; ++i) {
    const TuplePartition shuffled = shuffle_buckets(buckets, random, {});
    EXPECT_EQ(shuffled.buckets(), 3U);
    ++counts[shuffled.rows];
  }
  EXPECT_EQ(counts.size(), 6U);
}

TEST(RadixSort, SortsStably) {
  Random random = Random::seeded(3);
  for (const std::size_t size : {0UL, 1UL, 2UL, 31UL, 33UL, 5000UL, 50'000UL}) {
    for (const std::uint64_t most :
         {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
      std::vector<std::pair<std::uint64_t, std::size_t>> items;
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t key = random.next();
        items.emplace_back(most == ~std::uint64_t{0} ? key : key % (most + 1), i);
      }
      auto expected = items;
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      radix_sort(std::span(items), most, [](const auto& item) { return item.first; }, {});
      EXPECT_EQ(items, expected);
    }
  }
}

TEST(RowOrder, DoesNotDependOnHowRowsLie) {
  Microdata data;
  data.rows = 5;
  data.attributes.resize(2);
  data.attributes[0].distinct = 2;
  data.attributes[1].distinct = 3;
  data.columns = {{1, 0, 1, 0, 0}, {2, 1, 0, 0, 1}};
  sort_rows(data, {});
  EXPECT_EQ(data.columns[0], (std::vector<Code>{0, 0, 0, 1, 1}));
  EXPECT_EQ(data.columns[1], (std::vector<Code>{0, 1, 1, 0, 2}));
}

TEST(WorkList, DoesEveryTaskAndThoseThatTheyPush) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::atomic<int> sum = 0;
    WorkList<int>::run(threads, {6, 3}, {}, [&](int& task, auto& list, const Progress&) {
      sum += task;
      if (task > 1) {
        list.push(task - 1);
        list.push(task - 2);
      }
    });
    // s(n) = n + s(n-1) + s(n-2), s(0) = 0, s(1) = 1: s(6) + s(3).
    EXPECT_EQ(sum, 46 + 7);
  }
}

TEST(WorkList, CarriesExceptionsToTheCaller) {
  for (const unsigned threads : {1U, 3U}) {
    std::vector<int> tasks(100);
    std::iota(tasks.begin(), tasks.end(), 0);
    EXPECT_THROW(WorkList<int>::run(threads, tasks, {},
                                    [](int& task, auto&, const Progress&) {
                                      if (task == 50) throw std::runtime_error("50");
                                    }),
                 std::runtime_error);
  }
}

TEST(WorkList, OnlyTheCallerPolls) {
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> elsewhere = false;
  const Progress progress([&] { elsewhere = elsewhere || std::this_thread::get_id() != caller; });
  WorkList<int>::run(3, std::vector<int>(50), progress, [](int&, auto&, const Progress& poll) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    poll.checkpoint();
  });
  EXPECT_FALSE(elsewhere);
}

TEST(WorkList, ACancelledCallerStopsTheHelpers) {
  struct Cancelled {};
  int polls = 0;
  const Progress progress([&] {
    if (++polls == 3) throw Cancelled{};
  });
  const auto endless = [](int&, auto&, const Progress& poll) {
    while (true)
      poll.checkpoint();
  };
  EXPECT_THROW(WorkList<int>::run(3, std::vector<int>(3), progress, endless), Cancelled);
}

TEST(WorkList, HelpersBlockSignals) {
  std::atomic<int> blocked = 0;
  std::thread thread = start_quiet_thread([&] {
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    blocked =
        sigismember(&mask, SIGINT) + sigismember(&mask, SIGUSR1) + sigismember(&mask, SIGTERM);
  });
  thread.join();
  EXPECT_EQ(blocked, 3);
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  EXPECT_EQ(sigismember(&mask, SIGINT), 0);
}

}  // namespace
}  // namespace microdata

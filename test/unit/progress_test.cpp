#include "core/base/progress.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/generalization/generalization.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {
namespace {

TEST(Progress, NobodyNeedsToWatch) {
  const Progress nobody;
  nobody.expect(10);
  nobody.advance(10);
  bool waited = false;
  nobody.waiting([&] { waited = true; });
  EXPECT_TRUE(waited);
}

TEST(Progress, ThreadsCountTogetherAndOnlyTheCallerReports) {
  Watcher watcher;
  const std::thread::id caller = std::this_thread::get_id();
  std::size_t expected = 0;
  bool elsewhere = false;
  watcher.expect = [&](std::size_t units, const char* /*unit*/) {
    expected += units;
    elsewhere = elsewhere || std::this_thread::get_id() != caller;
  };
  const Progress progress({}, {}, &watcher);
  progress.expect(50);
  WorkList<int>::run(3, std::vector<int>(50), progress, [](int&, auto&, const Progress& poll) {
    poll.expect(0);
    poll.advance();
  });
  EXPECT_EQ(watcher.done, 50U);
  EXPECT_EQ(expected, 50U);
  EXPECT_FALSE(elsewhere);
}

// Each of two threads has a task; the other thread's task ends when the caller is seen waiting for
// it.
TEST(Progress, WaitingForThreadsIsReported) {
  Watcher watcher;
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> begun = 0;
  std::atomic<bool> waits = false;
  int open = 0;
  watcher.wait = [&](bool begins) {
    open += begins ? 1 : -1;
    EXPECT_EQ(std::this_thread::get_id(), caller);
    if (begins) waits = true;
  };
  const Progress progress({}, {}, &watcher);
  WorkList<int>::run(2, {1, 2}, progress, [&](int&, auto&, const Progress&) {
    ++begun;
    while (begun < 2)
      std::this_thread::yield();
    while (std::this_thread::get_id() != caller && !waits)
      std::this_thread::yield();
  });
  EXPECT_TRUE(waits);
  EXPECT_EQ(open, 0);
}

// Returns two quasi-identifiers and a sensitive attribute with 12 values, independent of each
// other.
Microdata persons(Row rows) {
  Random random = Random::seeded(1);
  Microdata data;
  data.rows = rows;
  for (const auto& [name, role, distinct] :
       {std::tuple("age", Role::quasi_identifier, Code{70}),
        std::tuple("postcode", Role::quasi_identifier, Code{500}),
        std::tuple("disease", Role::sensitive, Code{12})}) {
    Attribute attribute;
    attribute.name = name;
    attribute.role = role;
    attribute.distinct = distinct;
    attribute.divisible = true;
    data.attributes.push_back(attribute);
    std::vector<Code> codes(rows);
    for (Code& code : codes)
      code = random.below(distinct);
    data.columns.push_back(std::move(codes));
  }
  return data;
}

struct Counted {
  std::size_t expected = 0;
  std::size_t done = 0;
};

// Returns the expected and the finished units of each phase of a computation.
std::map<std::string, Counted> counts_of(const std::function<void(const Progress&)>& compute) {
  std::map<std::string, Counted> counts;
  std::string phase;
  std::size_t before = 0;
  Watcher watcher;
  watcher.expect = [&](std::size_t units, const char* /*unit*/) {
    counts[phase].expected += units;
  };
  const auto end_phase = [&] {
    counts[phase].done += watcher.done - std::exchange(before, watcher.done.load());
  };
  compute(Progress(
      {},
      [&](const char* name) {
        end_phase();
        phase = name;
      },
      &watcher));
  end_phase();
  return counts;
}

void expect_all_done(const std::map<std::string, Counted>& counts, const std::string& what) {
  for (const auto& [phase, counted] : counts)
    EXPECT_EQ(counted.done, counted.expected) << what << ", " << phase;
}

TEST(Progress, EveryExpectedUnitIsDoneInTheEnd) {
  const Microdata data = persons(30'000);
  for (const unsigned threads : {1U, 3U}) {
    for (const Cuts cuts : {Cuts::feasible, Cuts::oblivious}) {
      SlicingOptions slicing;
      slicing.groups = {Column{{0}, {}}, Column{{1, 2}, {}}};
      slicing.threads = threads;
      slicing.cuts = cuts;
      Random random = Random::seeded(1);
      auto counts =
          counts_of([&](const Progress& progress) { slice(data, slicing, random, progress); });
      expect_all_done(counts, "slicing");
      EXPECT_EQ(counts["partition"].expected, data.rows);
      EXPECT_EQ(counts["permute"].expected, 2 * data.rows);
    }
    for (const BucketizationMethod method :
         {BucketizationMethod::anatomy, BucketizationMethod::mondrian}) {
      BucketizationOptions bucketization;
      bucketization.method = method;
      bucketization.threads = threads;
      Random random = Random::seeded(1);
      auto counts = counts_of(
          [&](const Progress& progress) { bucketize(data, bucketization, random, progress); });
      expect_all_done(counts, "bucketization");
      EXPECT_GE(counts["partition"].expected, data.rows);
    }
    GeneralizationOptions generalization;
    generalization.k = 5;
    generalization.threads = threads;
    Random random = Random::seeded(1);
    auto counts = counts_of(
        [&](const Progress& progress) { generalize(data, generalization, random, progress); });
    expect_all_done(counts, "generalization");
    EXPECT_GE(counts["partition"].expected, data.rows);
  }
}

}  // namespace
}  // namespace microdata

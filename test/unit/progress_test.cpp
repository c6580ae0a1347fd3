#include "core/microdata/progress.hpp"

#include <atomic>
#include <cstddef>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "core/microdata/parallel.hpp"

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

// Of two threads, each has a task; the other's ends when the caller is seen to wait for it.
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

}  // namespace
}  // namespace microdata

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"

namespace microdata {

// Starts a thread in which every signal is blocked, so that the process's handlers run in the
// thread to which they belong.
std::thread start_quiet_thread(std::function<void()> body);

// List of tasks, each of which may push further ones, for as many threads as are allowed, including
// the calling one. Only the calling thread calls the functions of `progress`. An exception in any
// thread cancels the others and is rethrown in the calling thread.
template <typename Task>
class WorkList {
 public:
  // Function that does one task. Its result must not depend on the order of tasks.
  using Work = std::function<void(Task&, WorkList&, const Progress&)>;

  static void run(Threads threads, std::vector<Task> tasks, const Progress& progress, Work work) {
    WorkList list(std::move(tasks), std::move(work));
    std::vector<std::thread> helpers;
    try {
      helpers.reserve(threads.most);
      for (unsigned i = 1; i < threads.most; ++i) {
        helpers.push_back(start_quiet_thread([&] { list.help(progress); }));
      }
    } catch (const std::exception&) {
      // No further thread can be started, and the existing ones do the work.
    }
    list.lead(progress);
    for (std::thread& helper : helpers)
      helper.join();
    if (list.failure_) std::rethrow_exception(list.failure_);
  }

  void push(Task task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  struct Cancelled {};

  WorkList(std::vector<Task> tasks, Work work) : tasks_(std::move(tasks)), work_(std::move(work)) {}

  bool done() const { return cancelled_ || (tasks_.empty() && active_ == 0); }

  void help(const Progress& leader) {
    const Progress progress = leader.in_other_thread([this] {
      if (cancelled_) throw Cancelled{};
    });
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return done() || !tasks_.empty(); });
      if (done()) return;
      do_one(lock, progress);
    }
  }

  void lead(const Progress& progress) {
    std::unique_lock lock(mutex_);
    while (!done()) {
      if (tasks_.empty()) {
        // The helpers are at work, and the leader keeps polling for the caller.
        progress.waiting([&] { changed_.wait_for(lock, std::chrono::milliseconds(5)); });
        lock.unlock();
        attempt([&] { progress.checkpoint(); });
        lock.lock();
      } else {
        do_one(lock, progress);
      }
    }
    changed_.notify_all();
  }

  void do_one(std::unique_lock<std::mutex>& lock, const Progress& progress) {
    Task task = std::move(tasks_.back());
    tasks_.pop_back();
    ++active_;
    lock.unlock();
    attempt([&] { work_(task, *this, progress); });
    lock.lock();
    --active_;
    if (done()) changed_.notify_all();
  }

  template <typename Body>
  void attempt(const Body& body) noexcept {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      cancelled_ = true;
      changed_.notify_all();
    }
  }

  std::vector<Task> tasks_;
  Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t active_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::exception_ptr failure_;
};

// Calls body(begin, end) for consecutive blocks that together have `rows` rows.
template <typename Body>
void in_parallel_blocks(Threads threads, std::size_t rows, const Progress& progress,
                        const Body& body) {
  const std::size_t block = threads.task_size(8192);
  std::vector<std::size_t> begins;
  for (std::size_t begin = 0; begin < rows; begin += block)
    begins.push_back(begin);
  WorkList<std::size_t>::run(threads, std::move(begins), progress,
                             [&](std::size_t& begin, auto& /*list*/, const Progress& poll) {
                               poll.checkpoint();
                               body(begin, std::min(rows, begin + block));
                             });
}

}  // namespace microdata

#include "postgres/methods/slicing/slicing_thread.hpp"

#include <chrono>
#include <system_error>
#include <utility>

#include "core/microdata/parallel.hpp"

namespace microdata::postgres {

namespace {

struct Stopped {};

}  // namespace

SlicingThread::SlicingThread(const Microdata& data, SlicingOptions options, Random& random,
                             bool beside)
    : data_(data), options_(std::move(options)), random_(random) {
  if (!beside) return;
  try {
    thread_ = start_quiet_thread([this] { run(); });
  } catch (const std::system_error&) {
    // wait() does the work.
  }
}

SlicingThread::~SlicingThread() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

// What the session's progress calls is the session's to call: the thread reports nothing.
void SlicingThread::run() noexcept {
  const Progress progress([this] {
    if (stopped_) throw Stopped{};
  });
  Slicing made;
  std::exception_ptr failure;
  try {
    made = slice(data_, options_, random_, progress);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  slicing_ = std::move(made);
  failure_ = failure;
  done_ = true;
  changed_.notify_all();
}

Slicing SlicingThread::wait(const Progress& progress) {
  if (!thread_.joinable()) return slice(data_, options_, random_, progress);
  progress.phase("partition");
  std::unique_lock lock(mutex_);
  while (!done_) {
    progress.waiting([&] { changed_.wait_for(lock, std::chrono::milliseconds(5)); });
    lock.unlock();
    progress.checkpoint();
    lock.lock();
  }
  lock.unlock();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(slicing_);
}

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata::postgres {

// Slices in a thread of its own, while the session reads and writes. The thread computes only; who
// goes without it, by an error or a cancel, stops it. Where there is none to be had, the session
// slices itself when it comes to wait.
class SlicingThread {
 public:
  // `data` and `random` outlive it, and are nobody else's before wait() is over. With `beside` off,
  // no thread is begun.
  SlicingThread(const Microdata& data, SlicingOptions options, Random& random, bool beside);
  SlicingThread(const SlicingThread&) = delete;
  SlicingThread& operator=(const SlicingThread&) = delete;
  ~SlicingThread();

  // What came of it; throws what slice() throws.
  Slicing wait(const Progress& progress);

 private:
  void run() noexcept;

  const Microdata& data_;
  SlicingOptions options_;
  Random& random_;
  std::thread thread_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::exception_ptr failure_;
  Slicing slicing_;
};

}  // namespace microdata::postgres

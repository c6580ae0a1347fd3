#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace microdata {

// Working memory that threads borrow for the duration of a task, one each.
template <typename T>
class Pool {
 public:
  explicit Pool(std::function<T()> make) : make_(std::move(make)) {}

  T borrow() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        T item = std::move(free_.back());
        free_.pop_back();
        return item;
      }
    }
    return make_();
  }

  void give_back(T item) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(item));
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::vector<T> free_;
};

}  // namespace microdata

#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace microdata {

// In how many threads something is computed, and how its work is divided among them. What comes of
// it depends on neither.
struct Threads {
  // A number says enough: each computation knows which tasks are worth another thread.
  Threads(unsigned number = 1, std::size_t task = std::numeric_limits<std::size_t>::max())
      : most(number), smallest_task(task) {}

  // From how many rows on a part of the work is a task of its own, where those of `worth_it` rows
  // are worth another thread.
  std::size_t task_size(std::size_t worth_it) const { return std::min(worth_it, smallest_task); }

  // The calling thread among them.
  unsigned most;
  // Parts of so many rows are tasks in any case; at least 1. For tests, whose tables are small.
  std::size_t smallest_task;
};

}  // namespace microdata

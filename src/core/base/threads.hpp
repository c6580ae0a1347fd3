#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace microdata {

// Number of threads of a computation, and the division of its work among them. Results depend on
// neither.
struct Threads {
  // Converts implicitly, because a number is enough: each computation knows the tasks that are
  // worth another thread.
  Threads(unsigned number = 1, std::size_t task = std::numeric_limits<std::size_t>::max())
      : most(number), smallest_task(task) {}

  // Returns the number of rows from which a part of the work is a task of its own. Tasks of
  // `worth_it` rows are worth another thread.
  std::size_t task_size(std::size_t worth_it) const { return std::min(worth_it, smallest_task); }

  // Largest number of threads, including the calling one.
  unsigned most;
  // Number of rows, at least 1, from which parts are tasks in any case. Serves tests, whose tables
  // are small.
  std::size_t smallest_task;
};

}  // namespace microdata

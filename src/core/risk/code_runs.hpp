#pragma once

#include <algorithm>
#include <cstddef>

#include "core/microdata/code_set.hpp"

namespace microdata {

// Returns true if a set contains all codes between its first and its last. The set must not be
// empty.
inline bool is_run(const CodeSet& codes) {
  return codes.size() == std::size_t{codes.back()} - codes.front() + 1;
}

// Returns the number of codes that two sets have in common.
inline std::size_t common_codes(const CodeSet& x, const CodeSet& y) {
  if (x.empty() || y.empty() || x.back() < y.front() || y.back() < x.front()) return 0;
  std::size_t common = 0;
  if (is_run(y)) {
    x.for_each_run([&](Code from, Code to) {
      const Code begin = std::max(from, y.front());
      const Code end = std::min(to, y.back() + 1);
      common += begin < end ? end - begin : 0;
    });
    return common;
  }
  const CodeSet& fewer = x.size() < y.size() ? x : y;
  const CodeSet& more = x.size() < y.size() ? y : x;
  fewer.for_each([&](Code code) { common += more.contains(code) ? 1 : 0; });
  return common;
}

}  // namespace microdata

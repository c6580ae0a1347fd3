#pragma once

#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Judge of groups of tuples, each separately.
class GroupJudge {
 public:
  GroupJudge() = default;
  GroupJudge(const GroupJudge&) = delete;
  GroupJudge& operator=(const GroupJudge&) = delete;
  virtual ~GroupJudge() = default;

  virtual bool holds(std::span<const Row> rows) = 0;

  // True if two tuples have a common value that should occur only once in a group.
  virtual bool alike(Row a, Row b) const = 0;
};

}  // namespace microdata

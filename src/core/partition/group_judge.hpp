#pragma once

#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Judges groups of tuples by themselves, one after the other.
class GroupJudge {
 public:
  GroupJudge() = default;
  GroupJudge(const GroupJudge&) = delete;
  GroupJudge& operator=(const GroupJudge&) = delete;
  virtual ~GroupJudge() = default;

  virtual bool holds(std::span<const Row> rows) = 0;

  // Whether two tuples have something in common that a group wants to have once.
  virtual bool alike(Row a, Row b) const = 0;
};

}  // namespace microdata

#pragma once

#include <optional>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

struct Figure {
  double estimate = 0;
  double standard_error = 0;
};

struct GroupFigures {
  // By column.
  std::vector<Code> group;
  Figure count;
  // By measure; nothing where the group has no number.
  std::vector<std::optional<Figure>> sum;
  std::vector<std::optional<Figure>> avg;
  // By measure: how many rows have a number.
  std::vector<double> known;
};

}  // namespace microdata

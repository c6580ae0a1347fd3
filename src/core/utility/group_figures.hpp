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
  // By measure: of the numbers of all groups, where they were asked for.
  std::vector<std::optional<double>> lowest;
  std::vector<std::optional<double>> highest;
};

}  // namespace microdata

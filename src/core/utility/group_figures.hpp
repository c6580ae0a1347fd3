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
};

}  // namespace microdata

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
  // Group key, by column.
  std::vector<Code> group;
  Figure count;
  // Figures by measure; nothing if the group has no number.
  std::vector<std::optional<Figure>> sum;
  std::vector<std::optional<Figure>> avg;
  // Number of rows with a number, by measure.
  std::vector<double> known;
  // Lowest and highest number of all groups, by measure, if the question asked for them.
  std::vector<std::optional<double>> lowest;
  std::vector<std::optional<double>> highest;
};

}  // namespace microdata

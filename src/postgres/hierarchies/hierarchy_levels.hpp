#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Values and their labels: labels[v * levels + l] is that of value v at level l.
struct LevelTable {
  std::size_t levels = 0;
  std::vector<std::string> labels;

  std::size_t values() const { return labels.size() / levels; }
};

// Reads a relation with the columns level0, level1, ... with the caller's privileges. Requires a
// SpiSession. Fails, with the offending value, for a repeated value, a missing label, a level that
// is not nested in the next, or several labels at the last level. Fails also if one text is the
// label of different values at two levels.
LevelTable read_levels(const Source& relation, const Progress& progress);

// Returns the texts of a dictionary's values in a hierarchy, by code, without NULL and without the
// blanks that pad a character(n).
std::vector<std::string> value_texts(const Dictionary& dictionary, const Progress& progress);

}  // namespace microdata::postgres

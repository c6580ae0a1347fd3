#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Values and their labels: of value v at level l, labels[v * levels + l].
struct LevelTable {
  std::size_t levels = 0;
  std::vector<std::string> labels;

  std::size_t values() const { return labels.size() / levels; }
};

// Reads a relation with the columns level0, level1, ... with the caller's privileges. Fails, with
// the value that is to blame, for what is no hierarchy: a value twice, a label that is missing, a
// level that is not nested in the next, several labels at the last, one text for labels of
// different values at two levels. Requires a SpiSession.
LevelTable read_levels(const Source& relation, const Progress& progress);

// What the values of a dictionary are called in a hierarchy, by their codes, NULL left out: their
// text, without the blanks that fill up a character(n).
std::vector<std::string> value_texts(const Dictionary& dictionary, const Progress& progress);

}  // namespace microdata::postgres

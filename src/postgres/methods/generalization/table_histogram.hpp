#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The histogram of a table that is read region by region: tuples of all columns that are published,
// each once, with how many rows have it. Its memory is that of the different tuples.
class TableHistogram {
 public:
  // Of each column of the source, how many levels it is generalized to; 0: it is not.
  explicit TableHistogram(std::vector<std::size_t> levels) : levels_(std::move(levels)) {}

  // Of a region, or what is different of its rows. Fails where the histogram is above the memory
  // limit.
  void add(const Table& region, const Progress& progress);

  // Rows of the table so far.
  std::uint64_t rows() const { return rows_; }

  // The table that it is of, as if it had been read at once. At least one region.
  Table table(const Progress& progress) &&;

 private:
  void check_memory() const;

  // Of the table, but for codes, which are provisional, and what dictionaries tell when finished.
  Table table_;
  std::vector<std::size_t> levels_;
  // How many values each attribute has, about: more where some are spelled in several ways.
  std::vector<double> values_;
  std::uint64_t rows_ = 0;
};

}  // namespace microdata::postgres

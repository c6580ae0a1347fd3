#pragma once

#include <optional>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Rows and sensitive values of a person, in kinds that are alike. Each row is linked with one
// value; all linkings are equally likely. If there are fewer values than rows, each value has at
// least one row, and the other rows have any of the values. If there are more values than rows,
// some have no row.
struct RowLinking {
  // Number of rows, and of values, by kind; at least one of each.
  std::vector<double> rows;
  std::vector<double> values;
  // Number that a row with a value adds to a sum, or probability that it satisfies a question, by
  // the kinds of the row and of the value, which follow one another.
  std::vector<double> link;
};

// Figure of a person over all linkings. The variance is empty if it depends on how often values
// occur, which fewer values than rows do not show.
struct LinkedFigure {
  double mean = 0;
  std::optional<double> variance;
};

// Returns the sum over the rows.
LinkedFigure sum_of_rows(const RowLinking& linking);

// Returns the probability that any row satisfies the question, as the mean. Throws TooManyLinks if
// there are too many ways to link the rows.
LinkedFigure any_row(const RowLinking& linking, const Progress& progress);

}  // namespace microdata

#pragma once

#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Rows and sensitive values of a person, in kinds that are alike. Each row is linked with one
// value; all linkings are equally likely. If there are fewer values than rows, each value has at
// least one row, and each other row has any of the values. If there are more values than rows, some
// have no row.
struct RowLinking {
  // Number of rows, and of values, by kind; at least one of each.
  std::vector<double> rows;
  std::vector<double> values;
  // Number that a row with a value adds to a sum, or probability that it satisfies a question, by
  // the kinds of the row and of the value, which follow one another.
  std::vector<double> link;
};

// Figure of one person or of several, over all linkings.
struct LinkedFigure {
  double mean = 0;
  double variance = 0;
};

// Returns the sum over the rows. The variance is exact if there are as many values as rows.
// Otherwise nothing shows how often a person has each value; it is then the largest variance with
// the mean and with the least and the largest sum, or more.
LinkedFigure sum_of_rows(const RowLinking& linking);

// Returns the probability that any row satisfies the question. Throws TooManyLinks if there are too
// many ways to link the rows.
LinkedFigure any_row(const RowLinking& linking, const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"

namespace microdata {

// One attribute of a release with its part of a predicate.
struct AttributeShare {
  // Numbers of the published values, by row of the attribute's column.
  std::span<const Code> labels;
  // Shares, 0 to 1, of what each label stands for that satisfy the part of the predicate.
  std::span<const double> share;
};

// Attributes of one column that a predicate names; a row links their values.
using ColumnShares = std::vector<AttributeShare>;

// Returns for each bucket the sum over its rows of the product of the attributes' shares.
std::vector<double> satisfying_rows(std::span<const Code> bucket_of, Code buckets,
                                    const ColumnShares& column, const Progress& progress);

// Returns an analyst's estimate of COUNT(*) from buckets that do not link their columns (Xiao and
// Tao, VLDB 2006, section 2, for one sensitive column). The estimate sums over the buckets B the
// product of |B| and, for each column, the share of B's rows that satisfy the predicate there. The
// values that a row's generalized values stand for are taken to be independent. `columns` lacks the
// columns that the predicate does not name; without any column the estimate is the number of rows.
// A table without buckets is a single bucket with all attributes in one column.
// The last `counterfeits` rows are sensitive values of no person. Columns that show nothing of
// counterfeits have labels only of the rows before them. A bucket of n rows and p persons counts
// for p, and each person has each of the n values with probability 1/n.
double bucket_estimate(std::span<const Code> bucket_of, Code buckets,
                       std::span<const ColumnShares> columns, std::size_t counterfeits,
                       const Progress& progress);

}  // namespace microdata

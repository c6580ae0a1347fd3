#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// One attribute of a release, beside its part of a predicate.
struct AttributeShare {
  // Of its column's rows, what is published, by number.
  std::span<const Code> labels;
  // How much of what a label stands for satisfies the part of the predicate, 0 .. 1.
  std::span<const double> share;
};

// A column's attributes that a predicate names; within a row they belong together.
using ColumnShares = std::vector<AttributeShare>;

// For each bucket the sum over its rows of the product of the attributes' shares.
std::vector<double> satisfying_rows(std::span<const Code> bucket_of, Code buckets,
                                    const ColumnShares& column, const Progress& progress);

// COUNT(*) as an analyst estimates it from buckets whose columns are linked to nothing within them:
// the sum over the buckets B of |B| times, for each column, the share of B's rows that satisfy
// the predicate in the column (Xiao and Tao, VLDB 2006, section 2, for one sensitive column). What
// a row's generalized values stand for is taken as independent. Columns that the predicate does not
// name are left out; without any the estimate is the number of rows.
// A table without buckets is a single one whose attributes are all in one column.
// The last `counterfeits` rows are sensitive values that are nobody's: columns that show nothing of
// them have labels of the rows before these alone. A bucket of n rows and p persons counts for p,
// and each person has each of the n values with probability 1/n.
double bucket_estimate(std::span<const Code> bucket_of, Code buckets,
                       std::span<const ColumnShares> columns, std::size_t counterfeits,
                       const Progress& progress);

}  // namespace microdata

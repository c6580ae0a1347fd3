#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/bucket_estimate.hpp"

namespace microdata {

// A release of persons with several rows each: for every table the parts of a predicate that are
// about it.
struct SetShares {
  Code buckets = 0;
  // The table of persons: the bucket of each, and the columns that the predicate names.
  std::span<const Code> bucket_of_person;
  std::vector<ColumnShares> persons;
  // The table of rows, where there is one.
  std::optional<std::span<const Code>> bucket_of_row;
  ColumnShares rows;
  // The table of sensitive values, where there is one: the set of each of its rows, and the bucket
  // of each set.
  bool has_values = true;
  std::span<const Code> set_of;
  std::span<const Code> bucket_of_set;
  ColumnShares values;
};

// COUNT(*) of rows as an analyst estimates it: the sum over the buckets of persons who satisfy the
// predicate, times rows that do, times the sum over the sets of the share of a set's combinations
// that do, by the square of the bucket's persons: a row is as likely each person's, and goes with
// any of the sets. Without a table of rows the combinations of a set stand for its rows: persons
// times combinations, by the bucket's persons. Without sensitive values: persons times rows, by the
// bucket's persons; without either persons are counted.
double set_estimate(const SetShares& shares, const Progress& progress);

}  // namespace microdata

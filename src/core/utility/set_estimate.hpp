#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "core/utility/bucket_estimate.hpp"

namespace microdata {

// Release of persons with several rows each, with the parts of a predicate that concern each table.
struct SetShares {
  Code buckets = 0;
  // Table of persons: the bucket of each person, and the columns that the predicate names.
  std::span<const Code> bucket_of_person;
  std::vector<ColumnShares> persons;
  // Table of rows, if there is one: the bucket of each row.
  std::optional<std::span<const Code>> bucket_of_row;
  ColumnShares rows;
  // Table of sensitive values, if there is one: the set of each of its rows, and the bucket of each
  // set.
  bool has_values = true;
  std::span<const Code> set_of;
  std::span<const Code> bucket_of_set;
  ColumnShares values;
};

// Returns an analyst's estimate of COUNT(*) over rows, a sum over the buckets. A row is as likely
// to belong to each person, and goes with any of the sets.
//   - With rows and sensitive values: persons times rows times the sum of the sets' satisfying
//     shares, divided by the square of the bucket's persons.
//   - Without a table of rows: the combinations of a set stand for its rows; persons times
//     combinations, divided by the bucket's persons.
//   - Without sensitive values: persons times rows, divided by the bucket's persons.
//   - Without either: the satisfying persons.
double set_estimate(const SetShares& shares, const Progress& progress);

}  // namespace microdata

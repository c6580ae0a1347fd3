#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Suppresses persons with too frequent values until the rest, with the sets of their first `rows`
// rows, satisfies the rule as a whole. Returns the rest in its order; nothing if no rest does. The
// number of suppressed persons is small, not the smallest possible, which is a covering problem:
// the most frequent value comes first, and of its persons those with most too frequent values.
// `persons`, in random order, are at least one; the first of equal ones are suppressed.
std::optional<std::vector<Row>> without_frequent_sets(const SetRule& rule, std::vector<Row> persons,
                                                      std::uint32_t rows, const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/published_table.hpp"

// The singling-out attack by what labels name: the ends of ranges and the elements of sets.

namespace microdata {

// Returns the best predicates, `most` at most, those that most probably fit one person alone first.
// Each is the hull of a bucket with one value that a label of the bucket names. In a release of one
// column, rows with the same labels are a bucket. The attacker believes that some row of the label
// has the value, and that others have it as often as its share in the release says. Takes buckets
// in random order until `most_looked_at` rows were looked at.
std::vector<HullPredicate> end_predicates(const PublishedTable& table, std::size_t most,
                                          Random& random, const Progress& progress,
                                          std::size_t most_looked_at = most_hull_entries);

// Returns the probability that one of `rows` rows has a value, where at least one has, and each
// with probability `share`, 0 < share <= 1.
double one_of_some(std::size_t rows, double share);

}  // namespace microdata

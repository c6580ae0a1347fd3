#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/published_table.hpp"

// The singling-out attack by the values that labels name: the ends of ranges and the elements of
// sets.

namespace microdata {

// The attacker's belief about a named value. A release need not show which belief is true, so the
// attack with the better result counts.
enum class EndBelief {
  taken,  // some row with the label has the value
  drawn,  // the value is as likely as others
};

// Returns the `most` best predicates, ordered by the probability that they fit one person alone.
// Each is the hull of a bucket with one value that a label of the bucket names. In a release of one
// column, rows with the same labels of quasi-identifiers form a bucket, because they were
// generalized together. The attacker takes the value's share in the release as its probability for
// each row with the label. Buckets are taken in random order until `most_looked_at` rows were
// looked at.
std::vector<HullPredicate> end_predicates(const PublishedTable& table, EndBelief belief,
                                          std::size_t most, Random& random,
                                          const Progress& progress,
                                          std::size_t most_looked_at = most_hull_entries);

// Returns the probability that exactly one of `rows` rows has a value, given that at least one has
// it. Each row has it with probability `share`, 0 < share <= 1.
double one_of_some(std::size_t rows, double share);

// Returns the probability that exactly one of `rows` rows has a value. Each row has it with
// probability `share`, 0 < share <= 1.
double one_of_all(std::size_t rows, double share);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/published_table.hpp"

// The singling-out attack by what labels name: the ends of ranges and the elements of sets.

namespace microdata {

// What an attacker believes of what labels name. A release need not say which is true: the attack
// that does better counts.
enum class EndBelief {
  taken,  // some row of the label has it
  drawn,  // it is a value like others
};

// Returns the best predicates, `most` at most, those that most probably fit one person alone first.
// Each is the hull of a bucket with one value that a label of the bucket names. In a release of one
// column, rows with the same labels of quasi-identifiers are a bucket: these were generalized
// together, whatever sensitive value each has. The attacker believes that rows of the label have
// the value as often as its share in the release says. Takes buckets in random order until
// `most_looked_at` rows were looked at.
std::vector<HullPredicate> end_predicates(const PublishedTable& table, EndBelief belief,
                                          std::size_t most, Random& random,
                                          const Progress& progress,
                                          std::size_t most_looked_at = most_hull_entries);

// Returns the probability that one of `rows` rows has a value, where at least one has, and each
// with probability `share`, 0 < share <= 1.
double one_of_some(std::size_t rows, double share);

// Returns the probability that one of `rows` rows has a value, where each has it with probability
// `share`, 0 < share <= 1.
double one_of_all(std::size_t rows, double share);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack by the values that a bucket shows of all its persons.

namespace microdata {

// A predicate made of a bucket's hull, the values that the bucket shows of each attribute. It is
// narrowed by the labels of one piece of a column, or of one piece and one label of another column.
struct HullPredicate {
  SinglingPredicate predicate;
  std::uint32_t bucket = 0;
  // Probability that exactly one row of the bucket fits, over all possible assignments.
  double alone = 0;
  // Expected number of rows of other buckets that fit. All values that a label covers are taken as
  // equally likely.
  double others = 0;

  // Returns the probability that exactly one row fits, if other rows are independent of each other.
  double chance() const;
};

// Predicates of both kinds, ordered by the probability that they fit one person alone.
struct HullPredicates {
  // Predicates of pieces that no other row of their bucket can have.
  std::vector<HullPredicate> of_pieces;
  // Predicates of every piece, with the label of another column that makes it most probable that
  // one row has both.
  std::vector<HullPredicate> of_pairs;
};

// Largest number of pieces and rows that are looked at, which takes some seconds.
inline constexpr std::size_t most_hull_entries = 600'000'000;

// Returns the best predicates of each kind, at most `most`. Takes buckets in random order until
// `most_looked_at` pieces and rows were looked at.
HullPredicates hull_predicates(const PublishedTable& table, std::size_t most, Random& random,
                               const Progress& progress,
                               std::size_t most_looked_at = most_hull_entries);

}  // namespace microdata

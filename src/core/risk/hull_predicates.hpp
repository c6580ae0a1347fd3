#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack by what a bucket shows of everybody in it.

namespace microdata {

// A predicate made of a bucket's hull, the values that the bucket shows of each attribute, and of
// what one piece of a column shows, or of one piece and one label of another column.
struct HullPredicate {
  SinglingPredicate predicate;
  std::uint32_t bucket = 0;
  // The probability that exactly one row of the bucket fits, over all linkings.
  double alone = 0;
  // How many rows of other buckets are expected to fit. Values that a label covers are taken to be
  // equally likely.
  double others = 0;

  // The probability that exactly one row fits, were the others independent of each other.
  double chance() const;
};

// Predicates of both kinds, those that most probably fit one person alone first.
struct HullPredicates {
  // Pieces that no other row of their bucket can have.
  std::vector<HullPredicate> of_pieces;
  // Every piece, with the label of another column that makes it most probable that one row has
  // both.
  std::vector<HullPredicate> of_pairs;
};

// How many pieces and rows may be looked at, which takes some seconds.
inline constexpr std::size_t most_hull_entries = 600'000'000;

// Returns the best predicates of each kind, `most` at most. Takes buckets in random order until
// `most_looked_at` pieces and rows were looked at.
HullPredicates hull_predicates(const PublishedTable& table, std::size_t most, Random& random,
                               const Progress& progress,
                               std::size_t most_looked_at = most_hull_entries);

}  // namespace microdata

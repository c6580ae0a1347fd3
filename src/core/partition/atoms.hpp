#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/partition/strata.hpp"

namespace microdata {

// Indices of tuples, by atom.
using Atoms = std::vector<std::vector<std::uint32_t>>;

// Divides tuples with equal values of every q into atoms that satisfy l, each of as few tuples as
// possible. The rest also satisfies l and is the last atom. The method draws from the most frequent
// remaining values, as in Anatomy (Xiao and Tao, VLDB 2006). The difference is that it draws the
// nearest tuples of each value, which come first in `members`.
//   tags     for each tuple, its stratum in each of `strata`
//   members  the tuples, as indices into tags
// Returns nothing if all members together do not satisfy l.
std::optional<Atoms> take_atoms(std::span<const std::uint32_t> tags, std::span<const Strata> strata,
                                double l, std::vector<std::uint32_t> members);

}  // namespace microdata

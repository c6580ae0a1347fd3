#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace microdata {

// Indices of tuples, atom by atom.
using Atoms = std::vector<std::vector<std::uint32_t>>;

// Takes tuples that are equal in every q apart into atoms of as few tuples as can be, each of which
// satisfies l, as does what remains: bucketization by drawing from the values that are left most
// often, as in Anatomy (Xiao and Tao, VLDB 2006), but with the nearest tuples of each, which are
// the first in the order of `members`.
//   tags     for each tuple, its stratum for each of `sensitive` attributes
//   members  the tuples, as indices into tags
// Nothing where the members do not satisfy l together.
std::optional<Atoms> take_atoms(std::span<const std::uint32_t> tags, std::size_t sensitive,
                                double l, std::vector<std::uint32_t> members);

}  // namespace microdata

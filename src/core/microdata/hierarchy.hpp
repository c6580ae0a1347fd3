#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Value generalization hierarchy over an attribute's values (Sweeney, "Achieving k-anonymity
// privacy protection using generalization and suppression", 2002). At level 0 every value is its
// own label; at the last level all values have the same label. Invariant: the hierarchy is nested,
// so that values with the same label at a level share labels at every higher one.
struct Hierarchy {
  // Labels label_of_code[level][code], numbered 0 .. labels[level] - 1; level 0 is the identity.
  std::vector<std::vector<std::uint32_t>> label_of_code;
  std::vector<std::uint32_t> labels;

  std::size_t levels() const { return labels.size(); }
  std::size_t height() const { return labels.empty() ? 0 : labels.size() - 1; }
};

// True if the invariant holds and all values have the same label at the last level.
bool is_nested(const Hierarchy& hierarchy);

// Returns the hierarchy of an attribute without one: a level for every value, and a level for all
// together.
Hierarchy flat_hierarchy(Code distinct);

}  // namespace microdata

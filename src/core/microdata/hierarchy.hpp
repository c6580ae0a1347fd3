#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// A value generalization hierarchy over an attribute's values (Sweeney, "Achieving k-anonymity
// privacy protection using generalization and suppression", 2002): at level 0 every value is a
// label of its own, at the last level all have the same one.
// Invariant: nested, so that values with the same label at a level have it at every higher one.
struct Hierarchy {
  // label_of_code[level][code], labels numbered 0 .. labels[level] - 1. Level 0 is the identity.
  std::vector<std::vector<std::uint32_t>> label_of_code;
  std::vector<std::uint32_t> labels;

  std::size_t levels() const { return labels.size(); }
  std::size_t height() const { return labels.empty() ? 0 : labels.size() - 1; }
};

// Whether the invariants hold.
bool is_nested(const Hierarchy& hierarchy);

// The hierarchy of an attribute that has none: every value, and all together.
Hierarchy flat_hierarchy(Code distinct);

}  // namespace microdata

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Combinations of values that occur in some attributes, numbered densely in lexicographic order of
// the codes. No attributes have one combination, the empty one.
struct Combinations {
  std::vector<std::uint32_t> of_row;
  std::uint32_t distinct = 0;
};

Combinations combine(const Microdata& data, std::span<const std::size_t> attributes,
                     const Progress& progress = {});

// Numbers the combinations of columns of codes that belong to no attribute; domains[i] bounds
// columns[i].
Combinations combine(Row rows, std::span<const std::span<const Code>> columns,
                     std::span<const Code> domains, const Progress& progress = {});

// Returns the first row of each combination.
std::vector<Row> representatives(const Combinations& combinations);

// Returns the number of rows with each combination.
std::vector<std::uint32_t> frequencies(const Combinations& combinations);

}  // namespace microdata

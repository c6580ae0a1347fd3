#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The combinations of values that occur in some attributes, numbered densely in lexicographic order
// of the codes. Over no attributes there is one combination, the empty one.
struct Combinations {
  std::vector<std::uint32_t> of_row;
  std::uint32_t distinct = 0;
};

Combinations combine(const Microdata& data, std::span<const std::size_t> attributes,
                     const Progress& progress = {});

// The same for columns of codes that are no attributes; domains[i] bounds columns[i].
Combinations combine(Row rows, std::span<const std::span<const Code>> columns,
                     std::span<const Code> domains, const Progress& progress = {});

// One row of each combination.
std::vector<Row> representatives(const Combinations& combinations);

// How many rows have each combination.
std::vector<std::uint32_t> frequencies(const Combinations& combinations);

}  // namespace microdata

#include "core/partition/class_division.hpp"

#include <algorithm>
#include <iterator>

namespace microdata {

GainCutLimits gain_cut_limits(std::size_t tuples, std::size_t attributes) {
  constexpr std::size_t small_table = 65536;
  if (tuples > small_table) return {8192, 4};
  // Fewer attributes are tried if there are many, because each try examines all attributes.
  constexpr std::size_t most_pairs = 256;
  return {tuples - 1,
          std::clamp<std::size_t>(most_pairs / std::max<std::size_t>(attributes, 1), 2, 8)};
}

AttributeSet cut_in_two(const Microdata& data, const AttributeSet& quasi_identifiers,
                        Grouping grouping) {
  AttributeSet result;
  std::copy_if(quasi_identifiers.begin(), quasi_identifiers.end(), std::back_inserter(result),
               [&](std::size_t a) {
                 return grouping == Grouping::relaxed || !data.attributes[a].hierarchy;
               });
  return result;
}

}  // namespace microdata

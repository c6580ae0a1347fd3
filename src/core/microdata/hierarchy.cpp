#include "core/microdata/hierarchy.hpp"

#include <limits>
#include <numeric>

namespace microdata {

bool is_nested(const Hierarchy& hierarchy) {
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  if (hierarchy.labels.empty() || hierarchy.labels.back() != 1) return false;
  for (std::size_t level = 0; level + 1 < hierarchy.levels(); ++level) {
    std::vector<std::uint32_t> parent(hierarchy.labels[level], unknown);
    for (std::size_t code = 0; code < hierarchy.label_of_code[level].size(); ++code) {
      std::uint32_t& known = parent[hierarchy.label_of_code[level][code]];
      const std::uint32_t label = hierarchy.label_of_code[level + 1][code];
      if (known != unknown && known != label) return false;
      known = label;
    }
  }
  return true;
}

Hierarchy flat_hierarchy(Code distinct) {
  Hierarchy hierarchy;
  hierarchy.label_of_code.emplace_back(distinct);
  std::iota(hierarchy.label_of_code[0].begin(), hierarchy.label_of_code[0].end(), 0U);
  hierarchy.labels.push_back(distinct);
  if (distinct > 1) {
    hierarchy.label_of_code.emplace_back(distinct, 0U);
    hierarchy.labels.push_back(1);
  }
  return hierarchy;
}

}  // namespace microdata

#include "core/microdata/attribute_set.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace microdata {

AttributeSet with_role(const Microdata& data, const AttributeSet& attributes, Role role) {
  AttributeSet result;
  std::copy_if(attributes.begin(), attributes.end(), std::back_inserter(result),
               [&](std::size_t a) { return data.attributes[a].role == role; });
  return result;
}

AttributeSet attributes_with_role(const Microdata& data, Role role) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), 0);
  return with_role(data, all, role);
}

AttributeSet published_attributes(const Microdata& data) {
  AttributeSet result;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role != Role::identifier) result.push_back(a);
  }
  return result;
}

bool is_subset(const AttributeSet& part, const AttributeSet& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

bool contains(const AttributeSet& attributes, std::size_t attribute) {
  return std::binary_search(attributes.begin(), attributes.end(), attribute);
}

AttributeSet united(const AttributeSet& a, const AttributeSet& b) {
  AttributeSet result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

AttributeSet intersection(const AttributeSet& a, const AttributeSet& b) {
  AttributeSet result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

AttributeSet without(const AttributeSet& attributes, const AttributeSet& left_out) {
  AttributeSet result;
  std::set_difference(attributes.begin(), attributes.end(), left_out.begin(), left_out.end(),
                      std::back_inserter(result));
  return result;
}

}  // namespace microdata

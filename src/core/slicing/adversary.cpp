#include "core/slicing/adversary.hpp"

#include <algorithm>
#include <utility>

namespace microdata {

Combinations known_values(const Microdata& data, const Column& column, const Progress& progress) {
  AttributeSet attributes = quasi_identifiers(data, column);
  // The attributes with most values come first: the others then have little left to distinguish.
  std::stable_sort(attributes.begin(), attributes.end(), [&](std::size_t a, std::size_t b) {
    return data.attributes[a].distinct > data.attributes[b].distinct;
  });
  return combine(data, attributes, progress);
}

Adversary make_adversary(const Microdata& data, const AttributePartition& partition,
                         std::vector<Combinations> known, const Progress& progress) {
  Adversary adversary;
  adversary.known = std::move(known);
  for (const std::size_t sensitive : attributes_with_role(data, Role::sensitive)) {
    for (std::size_t c = 0; c < partition.size(); ++c) {
      const AttributeSet& attributes = partition[c].attributes;
      if (!std::binary_search(attributes.begin(), attributes.end(), sensitive)) continue;
      const Combinations& column = adversary.known[c];
      adversary.strata.push_back(
          make_strata(data, sensitive, column.of_row, column.distinct, progress));
      adversary.column_of.push_back(c);
    }
  }
  return adversary;
}

}  // namespace microdata

#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/strata.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// Sliced table as the attacker of section 3.2 sees it. The attacker knows the quasi-identifier
// values of a tuple and sees, bucket by bucket, the multisets of the columns' values.
struct Adversary {
  // Values of each column's quasi-identifiers, as the attacker can match them: combinations of
  // values, or regions if the column is generalized.
  std::vector<Combinations> known;
  // Strata of each sensitive attribute, in the table's order.
  std::vector<Strata> strata;
  // Column of each sensitive attribute.
  std::vector<std::size_t> column_of;
};

// Returns the attacker's view; `known` has one element for each column of the partition.
Adversary make_adversary(const Microdata& data, const AttributePartition& partition,
                         std::vector<Combinations> known, const Progress& progress);

// Returns the combinations of a column's quasi-identifier values.
Combinations known_values(const Microdata& data, const Column& column, const Progress& progress);

}  // namespace microdata

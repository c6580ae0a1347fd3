#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/partition/strata.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// A sliced table as the adversary of section 3.2 meets it: she knows the quasi-identifier values of
// a tuple and sees, bucket by bucket, the multisets of the columns' values.
struct Adversary {
  // For each column, the values of its quasi-identifiers, as she can match them: combinations of
  // values, or regions where the column is generalized.
  std::vector<Combinations> known;
  // For each sensitive attribute, in the table's order.
  std::vector<Strata> strata;
  // For each sensitive attribute, the column that it is in.
  std::vector<std::size_t> column_of;
};

// `known` as above, one for each column of the partition.
Adversary make_adversary(const Microdata& data, const AttributePartition& partition,
                         std::vector<Combinations> known, const Progress& progress);

// The combinations of a column's quasi-identifier values.
Combinations known_values(const Microdata& data, const Column& column, const Progress& progress);

}  // namespace microdata

#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

struct GainCutOptions {
  // Strict: tuples with the same value of the attribute that is cut stay together.
  Grouping grouping = Grouping::strict;
  // No sensitive value has a share above 1/l in any class.
  double l = 1;
  // How many attributes, those on which the class loses most, are looked at for a cut.
  std::size_t attributes_tried = 8;
  unsigned threads = 1;
};

// Divides classes of tuples further for as long as the requirement holds on both sides of a cut,
// each time where the certainty penalty of the two sides together is least, over all cuts of all
// quasi-identifiers: Mondrian's median, which costs little to find, replaced by the best cut, for
// classes small enough to look at each.
// Attributes are cut in their own order, or their hierarchy's, or, where they are neither numeric
// nor have one, most frequent values first: what is published of those is a set.
//
// `strata` are those of the sensitive attributes, ungrouped, and `privacy` holds for each class.
// Requires that it and l do for each class of `classes`.
TuplePartition cut_by_gain(const Microdata& data, const AttributeSet& quasi_identifiers,
                           std::span<const Strata> strata, const PrivacyRequirement& privacy,
                           TuplePartition classes, const GainCutOptions& options,
                           const Progress& progress);

}  // namespace microdata

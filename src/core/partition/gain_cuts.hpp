#pragma once

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/mondrian.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct GainCutOptions {
  // Strict: tuples with the same value of the attribute that is cut stay together.
  Grouping grouping = Grouping::strict;
  // How many attributes, those on which the class loses most, are looked at for a cut.
  std::size_t attributes_tried = 8;
  // What is to be lost least.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

// Divides classes of tuples further for as long as the requirement holds on both sides of a cut,
// each time where the penalty of the two sides together is least, over all cuts of all
// quasi-identifiers: Mondrian's median, which costs little to find, replaced by the best cut, for
// classes small enough to look at each.
// Attributes are cut in their own order, or their hierarchy's, or, where they are neither numeric
// nor have one, most frequent values first: what is published of those is a set.
//
// Requires that the requirement holds for each class of `classes`.
TuplePartition cut_by_gain(const Microdata& data, const AttributeSet& quasi_identifiers,
                           const CutRequirement& requirement, TuplePartition classes,
                           const GainCutOptions& options, const Progress& progress);

}  // namespace microdata

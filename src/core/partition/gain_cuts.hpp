#pragma once

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/mondrian.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct GainCutOptions {
  // Strict grouping keeps tuples with the same value of the split attribute together.
  Grouping grouping = Grouping::strict;
  // Number of attributes that are tried for a split. They are the attributes with the largest loss
  // of the class.
  std::size_t attributes_tried = 8;
  // Loss to minimize.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

// Splits classes of tuples while the requirement holds in all parts. Each split minimizes the total
// penalty of the parts, over all splits of all quasi-identifiers. Mondrian's median, which is cheap
// to find, is thus replaced by the best split in classes that are small enough.
//
// Attributes are split in their own order or in the order of their hierarchy. Other attributes are
// split with the most frequent values first, because they are published as sets.
//
// Requires that the requirement holds for each class of `classes`.
TuplePartition cut_by_gain(const Microdata& data, const AttributeSet& quasi_identifiers,
                           const CutRequirement& requirement, TuplePartition classes,
                           const GainCutOptions& options, const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

struct LocalRecodingOptions {
  Grouping grouping = Grouping::strict;
  // Inverse of the largest share of a sensitive value in a class.
  double l = 1;
  Threads threads;
  // Loss to minimize.
  LossMeasure loss = LossMeasure::width;
};

// Returns the equivalence classes of multidimensional local recoding (LeFevre, DeWitt and
// Ramakrishnan, "Mondrian Multidimensional k-Anonymity", ICDE 2006). Mondrian splits large classes
// on the widest attribute at the median. Smaller classes are split at the largest gain of penalty.
//
// `rows` are the tuples to publish. `privacy` covers the attributes of `sensitive`, in their order.
// Requires that the rows as one class meet l and `privacy`.
TuplePartition equivalence_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   const AttributeSet& sensitive, std::span<const Row> rows,
                                   const PrivacyRequirement& privacy,
                                   const LocalRecodingOptions& options, const Progress& progress);

struct LocalRecoding {
  TuplePartition classes;
  // Published attributes, in the order of the quasi-identifiers.
  std::vector<GeneralizedAttribute> attributes;
};

// Returns the published values of classes, each attribute separately.
std::vector<GeneralizedAttribute> generalize_attributes(const Microdata& data,
                                                        const AttributeSet& quasi_identifiers,
                                                        const TuplePartition& classes,
                                                        const ShownAs& as, Threads threads,
                                                        const Progress& progress);

// Returns classes with their published values. Classes that show the same values become one, except
// with multisets, because each multiset counts the values of its own class.
LocalRecoding show_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                           TuplePartition classes, const ShownAs& as, Threads threads,
                           const Progress& progress);

// Returns the equivalence classes of the rows with their published values.
LocalRecoding recode_locally(const Microdata& data, const AttributeSet& quasi_identifiers,
                             const AttributeSet& sensitive, std::span<const Row> rows,
                             const PrivacyRequirement& privacy, const LocalRecodingOptions& options,
                             bool as_multiset, const Progress& progress);

}  // namespace microdata

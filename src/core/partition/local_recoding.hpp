#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

struct LocalRecodingOptions {
  Grouping grouping = Grouping::strict;
  // No sensitive value has a share above 1/l in any class.
  double l = 1;
  Threads threads;
  // What is to be lost least.
  LossMeasure loss = LossMeasure::width;
};

// The equivalence classes of multidimensional local recoding (LeFevre, DeWitt and Ramakrishnan,
// "Mondrian Multidimensional k-Anonymity", ICDE 2006): large classes are cut by Mondrian, on the
// widest attribute at the median, smaller ones where the penalty gains most.
// `rows` are the tuples to publish; `privacy` is over the attributes of `sensitive`, in their
// order. Requires that they, as one class, meet l and `privacy`.
TuplePartition equivalence_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   const AttributeSet& sensitive, std::span<const Row> rows,
                                   const PrivacyRequirement& privacy,
                                   const LocalRecodingOptions& options, const Progress& progress);

struct LocalRecoding {
  TuplePartition classes;
  // In the order of the quasi-identifiers.
  std::vector<GeneralizedAttribute> attributes;
};

// What is published of some classes, each by itself.
std::vector<GeneralizedAttribute> generalize_attributes(const Microdata& data,
                                                        const AttributeSet& quasi_identifiers,
                                                        const TuplePartition& classes,
                                                        const ShownAs& as, Threads threads,
                                                        const Progress& progress);

// What is published of some classes. Those that show the same become one, but for multisets, as
// each of these counts the values of its own class.
LocalRecoding show_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                           TuplePartition classes, const ShownAs& as, Threads threads,
                           const Progress& progress);

// Equivalence classes with what is published of them.
LocalRecoding recode_locally(const Microdata& data, const AttributeSet& quasi_identifiers,
                             const AttributeSet& sensitive, std::span<const Row> rows,
                             const PrivacyRequirement& privacy, const LocalRecodingOptions& options,
                             bool as_multiset, const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <vector>

#include "core/generalization/class_penalty.hpp"
#include "core/generalization/generalization.hpp"

namespace microdata {

// What is published of an attribute for each class: its range, set of values, or lowest common
// label, or its multiset.
GeneralizedAttribute generalize_attribute(const Microdata& data, std::size_t attribute,
                                          const TuplePartition& classes, bool as_multiset,
                                          const Progress& progress);

// The same, where the level of the hierarchy is known: level_of_class has one for each class, or
// one for all.
GeneralizedAttribute label_attribute(const Microdata& data, std::size_t attribute,
                                     const TuplePartition& classes,
                                     const std::vector<std::size_t>& level_of_class,
                                     const Progress& progress);

// Of `rows` rows of which `suppressed` are left out.
InformationLoss information_loss(const TuplePartition& classes,
                                 const std::vector<GeneralizedAttribute>& attributes, Row rows,
                                 Row suppressed);

}  // namespace microdata

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Sensitive attributes other than the class are published in one fragment each (fragmentation
// paper, section 3.2, last paragraph). In a join on the class, the tuples of an equivalence class
// with one class value have equal weight. Tuples with different class values can have any weights,
// including 0. Models hold for unions of groups. A model therefore holds in every join if it holds
// for the tuples with each class value.

// Changes class values until the models hold for the tuples of each equivalence class with each
// class value. A change gives all tuples of an equivalence class with one value its majority value;
// in the worst case all values change.
//
// `values` has the class value of every row. `privacy` covers the attributes of `sensitive` and
// holds for every one of `classes`. Its conditions on the number of tuples are ignored.
void settle_sensitive_groups(const Microdata& data, const TuplePartition& classes,
                             const AttributeSet& sensitive, const PrivacyRequirement& privacy,
                             std::vector<Code>& values, const Progress& progress);

// A model that fails for the tuples of an equivalence class with one class value.
struct GroupViolation {
  std::size_t attribute = 0;
  PrivacyModel model;
  double reached = 0;
};

std::optional<GroupViolation> violated_by_groups(
    const Microdata& data, const TuplePartition& classes, const AttributeSet& sensitive,
    const PrivacyRequirement& privacy, std::span<const Code> values, const Progress& progress);

}  // namespace microdata

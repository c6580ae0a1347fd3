#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Sensitive attributes other than the class are published in one fragment each (fragmentation
// paper, section 3.2, last paragraph). Joined on the class, an equivalence class's tuples with one
// class value come with equal weight, those with different ones do not: any weights, 0 among them,
// are some join's. So what a model says of the attribute holds in every join where it holds of the
// tuples with each class value, as models hold for unions.

// Changes class values until that is so: those of all tuples of an equivalence class with one value
// to its majority, at worst of all. `values` has the class value of every row; `privacy` is over
// the attributes of `sensitive` and holds for every one of `classes`. What it says of the number of
// tuples is not judged here.
void settle_sensitive_groups(const Microdata& data, const TuplePartition& classes,
                             const AttributeSet& sensitive, const PrivacyRequirement& privacy,
                             std::vector<Code>& values, const Progress& progress);

// A model that does not hold of the tuples of some equivalence class with some class value.
struct GroupViolation {
  std::size_t attribute = 0;
  PrivacyModel model;
  double reached = 0;
};

std::optional<GroupViolation> violated_by_groups(
    const Microdata& data, const TuplePartition& classes, const AttributeSet& sensitive,
    const PrivacyRequirement& privacy, std::span<const Code> values, const Progress& progress);

}  // namespace microdata

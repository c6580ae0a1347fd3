#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/fragmentation/class_histograms.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// A model that a join of equivalence classes of some fragments fails, with the value that the join
// reaches.
struct JoinedViolation {
  // Failed model, or nothing if there are too many joins to examine.
  std::optional<PrivacyModel> model;
  double reached = 0;
};

// Returns a violation if the models fail for a join of one equivalence class each of one or more
// fragments.
//
// The models apply to the class as the sensitive attribute. If the models hold for groups, they
// hold for the union, and a join is additive in each joined equivalence class. With two values,
// only the two equivalence classes of each fragment with the extreme shares are therefore examined.
//
// `privacy` covers only the class; its conditions on the number of tuples are ignored.
std::optional<JoinedViolation> violated_by_joins(std::span<const std::vector<ClassHistogram>> kinds,
                                                 const PrivacyRequirement& privacy,
                                                 const Progress& progress);

// Returns the model with its bound moved, by a weight from 0 to 1, towards the value that the whole
// table reaches. Joins of equivalence classes that resemble the table resemble one another.
PrivacyModel tightened(const PrivacyModel& model, double reached_by_all, double weight);

}  // namespace microdata

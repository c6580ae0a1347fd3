#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/fragmentation/class_histograms.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// A model that a join of equivalence classes of some fragments does not meet, with what it reaches.
struct JoinedViolation {
  // Nothing where there are too many joins to be looked at.
  std::optional<PrivacyModel> model;
  double reached = 0;
};

// Whether the models, of the class as the sensitive attribute, hold for every join of one
// equivalence class each of one fragment or more. They hold for unions of groups that they hold
// for, and a join is additive in each class that is joined: hence with two values only the two
// classes of each fragment with the extreme shares are looked at. `privacy` is over the class
// alone; what it says of the number of tuples is not judged here.
std::optional<JoinedViolation> violated_by_joins(std::span<const std::vector<ClassHistogram>> kinds,
                                                 const PrivacyRequirement& privacy,
                                                 const Progress& progress);

// The model with its bound moved, by a weight from 0 to 1, towards what the table as a whole
// reaches. Joins of classes that are like the table are like one another.
PrivacyModel tightened(const PrivacyModel& model, double reached_by_all, double weight);

}  // namespace microdata

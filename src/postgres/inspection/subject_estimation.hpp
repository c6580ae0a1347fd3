#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/group_estimation.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

// Counts of rows, of releases of persons with several rows each, as sums of weights of their view.
extern const CountEstimation counts_of_subjects;

// Of the same weights, by groups.
EstimateGroups estimate_groups_of_subjects;

}  // namespace microdata::postgres

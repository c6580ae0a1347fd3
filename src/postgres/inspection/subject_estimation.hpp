#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/count_estimation.hpp"

namespace microdata::postgres {

// Counts of rows, of releases of persons with several rows each, as sums of weights of their view.
extern const CountEstimation counts_of_subjects;

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/published_subjects.hpp"

namespace microdata::postgres {

// What the buckets reach, by persons, of each of the models that are recorded for the release.
std::vector<Finding> check_models_by_persons(const Release& release,
                                             const PublishedSubjects& published,
                                             const Progress& progress);

}  // namespace microdata::postgres

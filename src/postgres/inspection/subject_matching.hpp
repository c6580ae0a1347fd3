#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/bucket_matching.hpp"

namespace microdata::postgres {

// The buckets of a release of persons with several rows each that match a tuple of attributes of
// persons, best first. The distribution has for each sensitive value the share of the bucket's
// persons who have it in any published row: shares add up to more than 1 where persons have several
// values. Computed from the published tables alone.
std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/published_buckets.hpp"

namespace microdata::postgres {

// Recomputes everything that a release in buckets, sliced or bucketized, promises from its rows and
// the source's.
std::vector<Finding> verify_buckets(const Release& release, const Progress& progress);

// The same of what was read already.
std::vector<Finding> verify_published(const Release& release, const PublishedBuckets& published,
                                      const Progress& progress);

// How well sensitive values can be guessed from it.
DisclosureFigures disclosure_of_buckets(const Release& release, const Progress& progress);

}  // namespace microdata::postgres

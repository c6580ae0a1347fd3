#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/published_buckets.hpp"

namespace microdata::postgres {

// Recomputes every guarantee of a release in buckets, sliced or bucketized, from its rows and the
// source's rows.
std::vector<Finding> verify_buckets(const Release& release, const Progress& progress);

// Recomputes the guarantees of a release in buckets that was read before.
std::vector<Finding> verify_published(const Release& release, const PublishedBuckets& published,
                                      const Progress& progress);

// Returns the probabilities with which sensitive values of a release in buckets can be guessed.
DisclosureFigures disclosure_of_buckets(const Release& release, const Progress& progress);

// Recomputes, by person, every guarantee of a release of people with several rows each, from its
// tables and the source's rows.
std::vector<Finding> verify_subjects(const Release& release, const Progress& progress);

// Returns how well an attacker can guess whether a person has a sensitive value in any published
// row.
DisclosureFigures disclosure_of_subjects(const Release& release, const Progress& progress);

}  // namespace microdata::postgres

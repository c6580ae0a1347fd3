#pragma once

#include "postgres/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog.hpp"
#include "postgres/disclosure_figures.hpp"
#include "postgres/finding.hpp"
#include "postgres/published_release.hpp"

namespace microdata::postgres {

// Recomputes everything that a sliced or bucketized release promises from its rows and the
// source's.
std::vector<Finding> verify_sliced(const Release& release, const Progress& progress);

// The same of what was read already.
std::vector<Finding> verify_published(const Release& release, const PublishedRelease& published,
                                      const Progress& progress);

// How well sensitive values can be guessed from it.
DisclosureFigures disclosure_of_sliced(const Release& release, const Progress& progress);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/edition_reading.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Whether a series published it.
bool is_edition(const Release& release);

// Whether it is m-unique: what its tables alone show.
std::vector<Finding> verify_uniqueness(const Release& release, const ShownEdition& shown,
                                       const Progress& progress);

// The same, of what its tables show.
std::vector<Finding> verify_rows_of_edition(const Release& release, const Progress& progress);

// All that the caller may learn: whoever may see the series gets what it remembers, and what its
// former editions show, compared with the edition.
std::vector<Finding> verify_edition(const Release& release, const Progress& progress);

}  // namespace microdata::postgres

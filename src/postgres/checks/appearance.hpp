#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

// Checks of what a release shows besides its rows: the names of its columns, and views.

namespace microdata::postgres {

struct Series;

// Adds the findings that apply to every release: suppression, dropped and determining attributes,
// and appearance. Requires a SpiSession.
void add_findings_of_any(const Release& release, std::vector<Finding>& findings,
                         const Progress& progress);

// Adds a finding if a view of the series shows something other than the edition recorded for the
// view. Requires a SpiSession.
void add_views_of_series(const Series& series, std::vector<Finding>& findings);

// Adds an undecided finding if the release lost published attributes, because only the remaining
// attributes are verified.
void add_dropped_attributes(const Release& release, std::vector<Finding>& findings);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

// Checks what readers see of a release beside its rows: the names of its columns, and views.

namespace microdata::postgres {

struct Series;

// Adds what is found of every release alike: what was suppressed, lost or added, and its
// appearance. Requires a SpiSession.
void add_findings_of_any(const Release& release, std::vector<Finding>& findings,
                         const Progress& progress);

// Adds a finding where a view of the series shows something else than the edition that is shown.
// Requires a SpiSession.
void add_views_of_series(const Series& series, std::vector<Finding>& findings);

// A release that lost an attribute shows less than was published: what is verified is the rest.
void add_dropped_attributes(const Release& release, std::vector<Finding>& findings);

}  // namespace microdata::postgres

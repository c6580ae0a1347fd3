#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Adds a finding where rows or, where persons have several, persons were suppressed: that they are
// no larger share than the call allowed. Other findings compare their number with the source.
void add_suppression(const Release& release, std::vector<Finding>& findings);

}  // namespace microdata::postgres

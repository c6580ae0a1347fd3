#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// A release that lost an attribute shows less than was published: what is verified is the rest.
void add_dropped_attributes(const Release& release, std::vector<Finding>& findings);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/person_facts.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

// Regions of persons with several rows each. Regions are cut by attributes of persons only, so that
// the rows of a person are in one region.

namespace microdata::postgres {

// Makes the request one for regions of persons, and reports a NOTICE about their attributes.
void divide_persons(const Source& source, const std::vector<AssignedRole>& roles,
                    const PersonFacts& facts, RegionRequest& request);

// Keeps one row of each person of a sample, drawn at random.
void keep_one_row_each(Table& sample, Random& random, const Progress& progress);

}  // namespace microdata::postgres

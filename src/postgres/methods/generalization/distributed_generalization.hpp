#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Whether a source with a plan is generalized where its rows are: one that Citus distributes, into
// classes of one region each, with hierarchies that servers can be told of.
bool generalizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                                const GeneralizationRequest& request);

// Generalizes a source that Citus distributes where its rows are, region by region, all at once.
// The release is distributed by a column that it has for that, of random numbers, each once: none
// of the others need have a value in every row, or many of them. `arguments` are those of
// generalize_table().
Oid generalize_distributed(const Target& target, const Source& source,
                           const std::vector<AssignedRole>& roles,
                           const GeneralizationRequest& request, const Arguments& arguments,
                           const RegionPlan& plan, Random& random, Phases& phases);

// What a server tells of a region besides its rows.
std::vector<double> figures_of_region(const LossSums& lost);

}  // namespace microdata::postgres

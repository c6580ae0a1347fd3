#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// generalize_table by regions. With recoding mondrian and multiset, classes are of one region each:
// region after region is read, generalized and appended. With full-domain and cell a class is all
// rows of the table with the same labels, which any region may have: regions are but read one after
// another, into a histogram of the table, and that is generalized.

// About how many bytes generalizing the source at once takes for a row. Requires a SpiSession.
double generalization_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request);

// What regions must allow for the request.
RegionRequest region_request(const GeneralizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded);

// Whether levels are chosen by what servers of Citus count of their rows: equal ones come here
// once.
bool is_counted_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const GeneralizationRequest& request);

// Makes, fills and records that release, a table of this server; returns it.
Oid generalize_counted(const Target& target, const Source& source,
                       const std::vector<AssignedRole>& roles, const GeneralizationRequest& request,
                       Random& random, const Progress& progress);

// Makes, fills and records the release, with NOTICEs; returns its table.
Oid generalize_by_regions(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const GeneralizationRequest& request, RegionPlan plan, bool seeded,
                          Random& random, const Progress& progress);

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

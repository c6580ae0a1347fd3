#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/generalization/generalization.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

struct GeneralizationRequest {
  GeneralizationOptions options;
  // Whether l was asked for.
  bool with_l = false;
  std::optional<std::string> hierarchies;
  // As given, for the catalog.
  std::string recoding;
  std::string grouping;
};

// A source that was read and generalized.
struct GeneralizedTable {
  Table table;
  // For each attribute of the table.
  std::vector<std::optional<ResolvedHierarchy>> hierarchies;
  Generalization generalization;
};

GeneralizedTable generalize_source(const Source& source, const std::vector<AssignedRole>& roles,
                                   const GeneralizationRequest& request, bool seeded,
                                   Random& random, const Progress& progress);

// NOTICEs of what a person should know.
void report_generalization(const GeneralizedTable& generalized);

// Makes, fills and records the release; returns its table.
Oid publish_generalized(const Target& target, const Source& source,
                        const GeneralizedTable& generalized, const GeneralizationRequest& request,
                        Random& random, const Progress& progress);

}  // namespace microdata::postgres

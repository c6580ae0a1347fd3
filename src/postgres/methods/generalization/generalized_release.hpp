#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
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
  // At most so many rows of a person are published.
  std::optional<std::uint32_t> rows_per_person;
  // As given, for the catalog.
  std::string recoding;
  std::string grouping;
};

// A source that was read, and then generalized.
struct GeneralizedTable {
  Table table;
  // For each attribute of the table.
  std::vector<std::optional<ResolvedHierarchy>> hierarchies;
  Generalization generalization;
};

// The source as it is to be generalized.
GeneralizedTable read_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request, bool seeded,
                                    const Progress& progress);

void generalize_rows(GeneralizedTable& generalized, const GeneralizationRequest& request,
                     Random& random, const Progress& progress);

// What is said and, as JSON, recorded of the loss, and of the hierarchies of a table's attributes.
std::string loss_text(const InformationLoss& loss, LossMeasure measure);
std::string loss_json(const Table& table, const std::vector<GeneralizedAttribute>& attributes,
                      const InformationLoss& loss, LossMeasure measure);
std::string hierarchies_json(const Table& table,
                             const std::vector<std::optional<ResolvedHierarchy>>& hierarchies);

// NOTICEs of what a person should know.
void report_generalization(const GeneralizedTable& generalized, LossMeasure measure);

// Makes, fills and records the release; returns its table.
Oid publish_generalized(const Target& target, const Source& source,
                        const GeneralizedTable& generalized, const GeneralizationRequest& request,
                        Random& random, const Progress& progress);

}  // namespace microdata::postgres

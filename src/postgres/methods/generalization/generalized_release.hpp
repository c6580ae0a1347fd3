#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/generalization/generalization.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

struct GeneralizationRequest {
  GeneralizationOptions options;
  // Whether l was asked for.
  bool with_l = false;
  std::optional<Json> hierarchies;
  // At most so many rows of a person are published.
  std::optional<std::uint32_t> rows_per_person;
  // As given, for the catalog.
  std::string recoding;
};

// A source that was read, and then generalized.
struct GeneralizedTable {
  Table table;
  // For each attribute of the table.
  std::vector<std::optional<ResolvedHierarchy>> hierarchies;
  Generalization generalization;
};

// Fails (54000) if no row of a table fits into a page with what classes show of the attributes.
void require_generalized_rows_fit(const Table& table, Recoding recoding);

// The source as it is to be generalized.
GeneralizedTable read_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request, bool seeded,
                                    const Progress& progress);

// What was read, by whatever way.
GeneralizedTable prepare_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                       const GeneralizationRequest& request, Table read,
                                       bool seeded, const Progress& progress);

void generalize_rows(GeneralizedTable& generalized, const GeneralizationRequest& request,
                     Random& random, const Progress& progress);

// What is said and, as JSON, recorded of the loss, and of the hierarchies of a table's attributes.
std::string loss_text(const InformationLoss& loss, LossMeasure measure);
Json loss_json(const std::vector<std::string>& attributes, const InformationLoss& loss,
               LossMeasure measure);
std::vector<std::string> names_of(const Table& table,
                                  const std::vector<GeneralizedAttribute>& attributes);
Json hierarchies_json(const Table& table,
                      const std::vector<std::optional<ResolvedHierarchy>>& hierarchies);

// NOTICEs of what a person should know.
void report_generalization(const LossSums& lost, LossMeasure measure, const LearnedShare& learned);

// The table of a release, as the catalog is told of it.
struct GeneralizedRelation {
  Oid relation = InvalidOid;
  std::vector<TableColumn> columns;
  std::vector<ReleaseAttribute> attributes;
  // Names of the quasi-identifiers, and the levels of a full domain, in the same order.
  std::vector<std::string> generalized;
  std::vector<std::size_t> levels;
  Json hierarchies;
  Json subject;
  // Has random numbers of rows, by which Citus distributes them.
  std::optional<std::string> row_column;
};

// Makes it. Of `generalized`, only what depends on columns is asked. `row`: a column for the
// numbers of rows, the first one.
GeneralizedRelation create_generalized_table(const Target& target, const Source& source,
                                             const GeneralizedTable& generalized,
                                             const std::optional<TableColumn>& row);

// All rows in random order, so that not even their places show which of them are of one class, as
// output columns that point into `generalized`. What is generalized is allocated in the current
// memory context. Fails where lists or multisets would take far more than rows.
struct WrittenRows {
  WrittenRows(const GeneralizedTable& generalized, Random& random, const Progress& progress);
  WrittenRows(const WrittenRows&) = delete;
  WrittenRows& operator=(const WrittenRows&) = delete;

  TuplePartition rows;
  std::vector<OutputColumn> columns;

 private:
  std::vector<WrittenAttribute> written_;
};

// Records a release; returns its table. `regions`: what its parameters have under that name, or
// null.
Oid record_generalized(const Target& target, const Source& source,
                       const GeneralizationRequest& request, const GeneralizedRelation& relation,
                       const LossSums& lost, const Json& regions);

// A release in the making, of one table or of region after region.
class GeneralizedRelease {
 public:
  // All of them last longer.
  GeneralizedRelease(const Target& target, const Source& source,
                     const GeneralizationRequest& request);

  // Writes what was generalized; the first time, makes the table.
  void add(const GeneralizedTable& generalized, Random& random, const Progress& progress);

  // Of all that was added.
  const LossSums& lost() const { return lost_; }

  // Records the release, with what its parameters have under "regions"; returns its table.
  Oid finish(const Json& regions = {});

 private:
  const Target& target_;
  const Source& source_;
  const GeneralizationRequest& request_;
  GeneralizedRelation relation_;
  std::optional<ReleaseWriter> writer_;
  LossSums lost_;
};

// What is asked for, checked by itself.
GeneralizationRequest generalization_request(const Arguments& arguments,
                                             const PublishingArguments& publishing);

// Whether anything is asked of sensitive attributes.
bool asks_for_sensitive_values(const GeneralizationRequest& request);

// Fails where oblivious cuts would leave out rows for their sensitive values. Numbers of rows of
// persons do not depend on these: to leave out those is allowed.
void check_oblivious_rows(const GeneralizationRequest& request);

// Generalizes the persons of a table that was read, of whom some have several rows, then makes,
// fills and records the release; returns its table of persons. A class is a bucket: its persons and
// all their published rows show the same labels, and their sensitive values are permuted as sets.
Oid generalize_by_subject(const Target& target, const Source& source,
                          const GeneralizedTable& generalized, const GeneralizationRequest& request,
                          Random& random, Phases& phases);

}  // namespace microdata::postgres

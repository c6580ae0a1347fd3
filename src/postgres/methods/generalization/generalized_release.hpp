#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/generalization/generalization.hpp"
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
  // True if l was given.
  bool with_l = false;
  std::optional<Json> hierarchies;
  // Largest number of published rows of a person.
  std::optional<std::uint32_t> rows_per_person;
  // The recoding as given, for the catalog.
  std::string recoding;
};

// Source that was read, and then generalized.
struct GeneralizedTable {
  Table table;
  // Hierarchy of each attribute of the table, if it has one.
  std::vector<std::optional<ResolvedHierarchy>> hierarchies;
  Generalization generalization;
};

// Fails (54000) if no row of a table fits into a page with the values that classes show.
void require_generalized_rows_fit(const Table& table, Recoding recoding);

// Reads the source and prepares it for generalizing.
GeneralizedTable read_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request, bool seeded,
                                    const Progress& progress);

// Prepares a table that was read, in any way, for generalizing.
GeneralizedTable prepare_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                       const GeneralizationRequest& request, Table read,
                                       bool seeded, const Progress& progress);

void generalize_rows(GeneralizedTable& generalized, const GeneralizationRequest& request,
                     Random& random, const Progress& progress);

// Returns the words, and the recorded JSON, about the information loss; the other functions return
// the names of attributes, and the JSON about their hierarchies.
std::string loss_text(const InformationLoss& loss, LossMeasure measure);
Json loss_json(const std::vector<std::string>& attributes, const InformationLoss& loss,
               LossMeasure measure);
std::vector<std::string> names_of(const Table& table,
                                  const std::vector<GeneralizedAttribute>& attributes);
Json hierarchies_json(const Table& table,
                      const std::vector<std::optional<ResolvedHierarchy>>& hierarchies);

// Reports NOTICEs for the user.
void report_generalization(const LossSums& lost, LossMeasure measure, const LearnedShare& learned);

// Table of a release, as recorded in the catalog.
struct GeneralizedRelation {
  Oid relation = InvalidOid;
  std::vector<TableColumn> columns;
  std::vector<ReleaseAttribute> attributes;
  // Names of the quasi-identifiers, and the levels of a full domain, in the same order.
  std::vector<std::string> generalized;
  std::vector<std::size_t> levels;
  Json hierarchies;
  Json subject;
  // Name of the column of random row numbers by which Citus distributes the rows.
  std::optional<std::string> row_column;
};

// Creates the table. Uses only the parts of `generalized` that depend on columns. `row` is a column
// for the numbers of rows, which becomes the first one.
GeneralizedRelation create_generalized_table(const Target& target, const Source& source,
                                             const GeneralizedTable& generalized,
                                             const std::optional<TableColumn>& row);

// All rows in random order, so that even their places do not disclose the classes, as output
// columns that point into `generalized`. Generalized values are allocated in the current memory
// context. Fails if lists or multisets would take far more memory than rows.
struct WrittenRows {
  WrittenRows(const GeneralizedTable& generalized, Random& random, const Progress& progress);
  WrittenRows(const WrittenRows&) = delete;
  WrittenRows& operator=(const WrittenRows&) = delete;

  TuplePartition rows;
  std::vector<OutputColumn> columns;

 private:
  std::vector<WrittenAttribute> written_;
};

// Records a release, and returns its table. `regions` is its parameter of that name, or null.
Oid record_generalized(const Target& target, const Source& source,
                       const GeneralizationRequest& request, const GeneralizedRelation& relation,
                       const LossSums& lost, const Json& regions);

// Release that is being made, from one table or region by region.
class GeneralizedRelease {
 public:
  // All arguments must outlive the object.
  GeneralizedRelease(const Target& target, const Source& source,
                     const GeneralizationRequest& request);

  // Writes a generalized table; the first call creates the release's table.
  void add(const GeneralizedTable& generalized, Random& random, const Progress& progress);

  // Returns the loss in all added tables.
  const LossSums& lost() const { return lost_; }

  // Records the release, with its parameter "regions", and returns its table.
  Oid finish(const Json& regions = {});

 private:
  const Target& target_;
  const Source& source_;
  const GeneralizationRequest& request_;
  GeneralizedRelation relation_;
  std::optional<ReleaseWriter> writer_;
  LossSums lost_;
};

// Returns the request, checked by itself.
GeneralizationRequest generalization_request(const Arguments& arguments,
                                             const PublishingArguments& publishing);

// True if the request has requirements on sensitive attributes.
bool asks_for_sensitive_values(const GeneralizationRequest& request);

// Fails if oblivious cuts would suppress rows because of their sensitive values. Numbers of rows
// per person do not depend on sensitive values, so such rows may be suppressed.
void check_oblivious_rows(const GeneralizationRequest& request);

// Generalizes the persons of a table that was read, some of whom have several rows; creates, fills
// and records the release; returns its table of persons. A class is a bucket: its persons and all
// their published rows show the same labels, and their sensitive values are shuffled as sets.
Oid generalize_by_subject(const Target& target, const Source& source,
                          const GeneralizedTable& generalized, const GeneralizationRequest& request,
                          Random& random, Phases& phases);

}  // namespace microdata::postgres

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
#include "core/partition/generalized_attribute.hpp"
#include "core/subject/subject_generalization.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
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
  SubjectFormat subject_format = SubjectFormat::joined;
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

// Returns the table of a release without rows. It uses only the parts of `generalized` that depend
// on columns; `row_column` is a column for the numbers of rows, which becomes the first one.
DraftTable generalized_columns(const GeneralizedTable& generalized, const std::string& row_column);

// All rows in random order, so that even their places do not disclose the classes, as a table that
// points into `generalized`. Generalized values are allocated in the current memory context. Fails
// if lists or multisets would take far more memory than rows.
struct WrittenRows {
  WrittenRows(const GeneralizedTable& generalized, Random& random, const Progress& progress);
  WrittenRows(const WrittenRows&) = delete;
  WrittenRows& operator=(const WrittenRows&) = delete;

  TuplePartition rows;
  DraftTable table;

 private:
  std::vector<WrittenAttribute> written_;
};

// Records a release, and returns its table. `generalized` is the table, or one of its regions;
// `row_column` and `regions` are parameters of these names, or empty.
Oid record_generalized(const GeneralizedTable& generalized, const GeneralizationRequest& request,
                       const LossSums& lost, const std::string& row_column, const Json& regions,
                       ReleaseBuilder& builder);

// Returns the request, checked by itself.
GeneralizationRequest generalization_request(const Arguments& arguments);

// True if the request has requirements on sensitive attributes.
bool asks_for_sensitive_values(const GeneralizationRequest& request);

// Fails if oblivious cuts would suppress rows because of their sensitive values. Numbers of rows
// per person do not depend on sensitive values, so such rows may be suppressed.
void check_oblivious_rows(const GeneralizationRequest& request);

// Contents of a release of persons with several rows: the last part, and the losses of all.
struct GeneralizedPersons {
  std::vector<std::optional<ResolvedHierarchy>> hierarchies = {};
  SubjectGeneralization made = {};
  LossSums lost = {};
};

// Generalizes persons of whom some have several rows. A class is a bucket: its persons and all
// their published rows show the same labels, and their sensitive values are shuffled as sets. Both
// arguments outlive the result.
PersonsPublisher publisher_of_persons(const GeneralizationRequest& request,
                                      GeneralizedPersons& shown);

}  // namespace microdata::postgres

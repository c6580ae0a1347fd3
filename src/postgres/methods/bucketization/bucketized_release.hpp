#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

enum class BucketizedFormat {
  joined,   // One table, with the sensitive values shuffled within buckets.
  anatomy,  // Tables of quasi-identifiers and of counts of sensitive values, and a view.
};

struct BucketizationRequest {
  BucketizationOptions options;
  BucketizedFormat format = BucketizedFormat::joined;
  // The method as given, for the catalog.
  std::string method;
  // Largest fraction of persons whose sensitive value an attack may guess.
  std::optional<double> inference;
  std::string bucket_column;
  std::string weight_column;
  std::string count_column;
  std::string member_column;
  // Requested option, as the user calls it, that cannot keep several rows of a person together.
  std::optional<std::string> for_one_row_each;
  std::optional<std::uint32_t> rows_per_person;
};

// Source that was read and bucketized.
struct BucketizedTable {
  Table table;
  Bucketization bucketization;
  // Outcome of the argument inference.
  std::optional<GoalFigures> goal;
};

// Bucketizes a table. With `seeded`, sorts the rows first, so that the result does not depend on
// their order. Fails if a person has several rows.
BucketizedTable bucketize_source(Table table, const BucketizationRequest& request, bool seeded,
                                 Random& random, const Progress& progress);

// Figures about a complete release: sums over its regions, or about the one table.
struct BucketizationFigures {
  std::int64_t source_rows = 0;
  std::int64_t suppressed = 0;
  BucketSizes sizes;
  std::optional<GoalFigures> goal;
  LearnedShare learned;
  // Number of regions with rows; 1 if the table was bucketized at once.
  std::uint32_t regions = 0;

  void add(const BucketizedTable& bucketized);
};

// Reports NOTICEs for the user. `table` is the goal's table, if there is a goal.
void report_bucketization(const BucketizationFigures& figures, const Table* table);

// Returns the published attributes as output columns that point into `bucketized`.
std::vector<OutputColumn> output_columns(const BucketizedTable& bucketized);

// Checks the names of the release's relations, before any work is done.
void check_bucketized_names(const Target& target, const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request);

// Relations of a release, as recorded in the catalog.
struct BucketizedTables {
  // Tables; the first has the rows, and the anatomy format has one more for each sensitive
  // attribute.
  std::vector<Oid> relations;
  std::vector<ReleaseAttribute> attributes;
  // Attributes of the view of expected counts; only in the joined format.
  std::vector<ExpectedAttribute> expected;
  // Query of the view; only in the anatomy format.
  std::string query;
};

// Returns the columns of a table of the joined format.
std::vector<TableColumn> joined_columns(const Table& table, const BucketizationRequest& request,
                                        const char* bucket_type);

// Creates the tables, with the columns of `table`, whose rows are not read.
BucketizedTables create_bucketized_tables(const Target& target, const Source& source,
                                          const Table& table, const BucketizationRequest& request,
                                          const char* bucket_type);

// Creates the release's view, and records the release; returns the relation that has the target's
// name. `subject` is subject_json(), if persons are named; `regions` is released_regions_json(), if
// there are regions. Otherwise they are null.
Oid record_bucketized(const Target& target, const Source& source,
                      const BucketizationRequest& request, BucketizedTables tables,
                      const BucketizationFigures& figures, const Json& subject,
                      const Json& regions);

// Fails, before any work, if the settings differ from those of the release whose partitions are
// published again.
void require_settings_of_former(const Target& target, const BucketizationRequest& request);

// Release that is being made: its tables are created with the first region, and recorded after the
// last.
class BucketizedRelease {
 public:
  BucketizedRelease(const Target& target, const Source& source, const BucketizationRequest& request,
                    BucketNumbers numbers = {});

  // Writes a whole source, or the next region.
  void add(const BucketizedTable& bucketized, const Progress& progress);

  // Records the release, and returns the relation that has the target's name.
  Oid finish(const BucketizationFigures& figures, const Json& regions = {});

 private:
  void begin(const Table& table);

  const Target& target_;
  const Source& source_;
  const BucketizationRequest& request_;
  BucketNumbers numbers_;
  BucketizedTables tables_;
  // Writers in the order of the tables.
  std::vector<ReleaseWriter> writers_;
  Json subject_;
};

// Returns the request, without the format and the names of columns.
BucketizationRequest bucketization_request(const Arguments& arguments,
                                           const PublishingArguments& publishing);

// Fails if the source has no sensitive attribute, or no quasi-identifier to keep apart from it.
void check_bucketized_roles(const Source& source, const std::vector<AssignedRole>& roles);

// Parts of the relations of bucketized releases, including editions of series.

// Suffixes of the tables of the anatomy format: of the quasi-identifiers, and of each sensitive
// attribute.
inline constexpr const char* quasi_identifier_suffix = "qit";
std::string sensitive_suffix(std::size_t j, std::size_t sensitive);

// Returns the number of the attribute's column: 1 for all attributes that are not sensitive, and
// from 2 on one for each sensitive attribute.
int column_of(const Microdata& data, std::size_t attribute);

ReleaseAttribute attribute_record(const Microdata& data, std::size_t a, Oid relation);

TableColumn column_definition(const Table& table, std::size_t a);

// Sensitive values of every bucket with their counts, in the order of the values.
struct CountedValues {
  TuplePartition entries;
  std::vector<Code> values;
  std::vector<Code> counts;
};

// Returns the counted values of one sensitive attribute.
CountedValues count_values(const Microdata& data, std::size_t attribute,
                           const TuplePartition& buckets, const Progress& progress);

// Creates the table of a sensitive attribute; `bucket_type` is the type of the numbers of buckets.
Oid create_counts_table(const Target& target, const TableColumn& attribute, const char* bucket_type,
                        const BucketizationRequest& request);

// Writes counted values into the table; can be called again with further buckets.
void write_counts(ReleaseWriter& writer, const Dictionary& values, const CountedValues& counted,
                  const Progress& progress);

// Returns the query of the view over the tables of the anatomy format.
std::string anatomy_query(Oid quasi_identifiers, const std::vector<Oid>& counts,
                          const Microdata& data, const BucketizationRequest& request);

// True if a person has several rows, and the request can keep them together.
bool bucketizes_persons(const Table& table, const BucketizationRequest& request);

// Bucketizes the persons of a table that was read; creates, fills and records the release; returns
// its table of persons.
Oid bucketize_by_subject(const Target& target, const Source& source, Table& table,
                         const BucketizationRequest& request, bool seeded, Random& random,
                         Phases& phases);

}  // namespace microdata::postgres

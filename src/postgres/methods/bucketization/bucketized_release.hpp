#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
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
  joined,   // one table, the sensitive values permuted within buckets
  anatomy,  // quasi-identifiers and counts of sensitive values in tables of their own, and a view
};

struct BucketizationRequest {
  BucketizationOptions options;
  BucketizedFormat format = BucketizedFormat::joined;
  // As given, for the catalog.
  std::string method;
  // The largest share of persons whose sensitive value an attack may guess.
  std::optional<double> inference;
  std::string bucket_column;
  std::string weight_column;
  std::string count_column;
  std::string member_column;
  // What was asked for, as the user calls it, that cannot keep several rows of a person together.
  std::optional<std::string> for_one_row_each;
  std::optional<std::uint32_t> rows_per_person;
};

// A source that was read and bucketized.
struct BucketizedTable {
  Table table;
  Bucketization bucketization;
  // What became of the argument inference.
  std::optional<GoalFigures> goal;
};

// Fails where a person has several rows.
BucketizedTable bucketize_source(Table table, const BucketizationRequest& request, bool seeded,
                                 Random& random, const Progress& progress);

// What is known of a release when all of it is made: sums over its regions, or of the one table.
struct BucketizationFigures {
  std::int64_t source_rows = 0;
  std::int64_t suppressed = 0;
  BucketSizes sizes;
  std::optional<GoalFigures> goal;
  LearnedShare learned;
  // As many as have rows; 1 where the table was bucketized at once.
  std::uint32_t regions = 0;

  void add(const BucketizedTable& bucketized);
};

// NOTICEs of what a person should know. `table` is that of the goal, if there is one.
void report_bucketization(const BucketizationFigures& figures, const Table* table);

// The published attributes as output columns that point into `bucketized`.
std::vector<OutputColumn> output_columns(const BucketizedTable& bucketized);

// Checks the names of what the release will consist of, before any work is done.
void check_bucketized_names(const Target& target, const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request);

// What a release consists of, as the catalog is told of it.
struct BucketizedTables {
  // The first has the rows; in the anatomy format there is one for each sensitive attribute
  // besides.
  std::vector<Oid> relations;
  std::vector<ReleaseAttribute> attributes;
  // Of the joined format.
  std::vector<ExpectedAttribute> expected;
  // The query of the anatomy format's view.
  std::string query;
};

// Columns of a table of the joined format.
std::vector<TableColumn> joined_columns(const Table& table, const BucketizationRequest& request,
                                        const char* bucket_type);

// Makes the tables, whose columns are those of `table`; of the rows nothing is read.
BucketizedTables create_bucketized_tables(const Target& target, const Source& source,
                                          const Table& table, const BucketizationRequest& request,
                                          const char* bucket_type);

// Makes the release's view, and records it; returns the relation that has the target's name.
// `subject`: subject_json(), where persons have several rows. `regions`: released_regions_json(),
// if there are any. Otherwise they are null.
Oid record_bucketized(const Target& target, const Source& source,
                      const BucketizationRequest& request, BucketizedTables tables,
                      const BucketizationFigures& figures, const Json& subject,
                      const Json& regions);

// Of a release of which some partitions are published again: fails where the settings are not its
// own. Before any work.
void require_settings_of_former(const Target& target, const BucketizationRequest& request);

// A release in the making: its tables are made with the first region, and recorded when all are in
// them.
class BucketizedRelease {
 public:
  BucketizedRelease(const Target& target, const Source& source, const BucketizationRequest& request,
                    BucketNumbers numbers = {});

  // Writes all of a source, or the next region.
  void add(const BucketizedTable& bucketized, const Progress& progress);

  // Records the release; returns the relation that has the target's name.
  Oid finish(const BucketizationFigures& figures, const Json& regions = {});

 private:
  void begin(const Table& table);

  const Target& target_;
  const Source& source_;
  const BucketizationRequest& request_;
  BucketNumbers numbers_;
  BucketizedTables tables_;
  // In the order of the tables.
  std::vector<ReleaseWriter> writers_;
  Json subject_;
};

// What is asked for, but for the format and the names of columns.
BucketizationRequest bucketization_request(const Arguments& arguments,
                                           const PublishingArguments& publishing);

// Fails where there is nothing to keep apart.
void check_bucketized_roles(const Source& source, const std::vector<AssignedRole>& roles);

// What the relations of bucketized releases are made of, editions of series among them.

// The tables of the anatomy format: of the quasi-identifiers, and of each sensitive attribute.
inline constexpr const char* quasi_identifier_suffix = "qit";
std::string sensitive_suffix(std::size_t j, std::size_t sensitive);

// What is not sensitive is one column of the attribute partition, each sensitive attribute another.
int column_of(const Microdata& data, std::size_t attribute);

ReleaseAttribute attribute_record(const Microdata& data, std::size_t a, Oid relation);

TableColumn column_definition(const Table& table, std::size_t a);

// The sensitive values of every bucket with their counts, in the order of the values.
struct CountedValues {
  TuplePartition entries;
  std::vector<Code> values;
  std::vector<Code> counts;
};

// Of one sensitive attribute.
CountedValues count_values(const Microdata& data, std::size_t attribute,
                           const TuplePartition& buckets, const Progress& progress);

// Makes the table of a sensitive attribute; the type of the numbers of buckets is `bucket_type`.
Oid create_counts_table(const Target& target, const TableColumn& attribute, const char* bucket_type,
                        const BucketizationRequest& request);

// Fills it, or goes on filling it.
void write_counts(ReleaseWriter& writer, const Dictionary& values, const CountedValues& counted,
                  const Progress& progress);

// The query of the view over the tables of the anatomy format.
std::string anatomy_query(Oid quasi_identifiers, const std::vector<Oid>& counts,
                          const Microdata& data, const BucketizationRequest& request);

// Whether the request keeps several rows of a person together, and somebody has several.
bool bucketizes_persons(const Table& table, const BucketizationRequest& request);

// Bucketizes the persons of a table that was read, then makes, fills and records the release;
// returns its table of persons.
Oid bucketize_by_subject(const Target& target, const Source& source, Table& table,
                         const BucketizationRequest& request, bool seeded, Random& random,
                         Phases& phases);

}  // namespace microdata::postgres

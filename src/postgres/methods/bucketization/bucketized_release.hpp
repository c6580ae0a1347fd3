#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/function_call.hpp"
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
  SubjectFormat subject_format = SubjectFormat::joined;
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

// Reports NOTICEs for the user. `table` is the goal's table, if there is a goal.
void report_bucketization(const BucketFigures& figures, const Table* table);

// Checks the names of the release's relations, before any work is done.
void check_bucketized_names(const Target& target, const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request);

// Fails, before any work, if the settings differ from those of the release whose partitions are
// published again.
void require_settings_of_former(const Target& target, const BucketizationRequest& request);

// Drafts of the tables of bucketized releases, including editions of series. What they are made of
// outlives them.

// Returns the table of the rows: of all attributes or, in the anatomy format, of those that are not
// sensitive. `linking` has the rows of each column, by column_of(); empty for a table that servers
// fill.
DraftTable rows_table(const Table& table, const BucketizationRequest& request,
                      const TuplePartition& buckets,
                      const std::vector<std::span<const Row>>& linking);

// Returns the table of rows with all attributes of a table that was bucketized.
DraftTable rows_table(const BucketizedTable& bucketized, const BucketizationRequest& request);

// Sensitive values of every bucket with their counts, in the order of the values.
struct CountedValues {
  TuplePartition entries;
  std::vector<Code> values;
  std::vector<Code> counts;
};

// Returns the table of counts of a sensitive attribute, whose values are in the dictionary.
DraftTable counts_table(const Table& table, std::size_t attribute, const Dictionary& values,
                        const CountedValues& counted, const BucketizationRequest& request);

// Returns the query of the view over the tables of the anatomy format.
std::string anatomy_query(const std::vector<Oid>& tables, const Microdata& data,
                          const BucketizationRequest& request);

// Creates the tables for a source whose rows are not read.
void create_bucketized(const Table& table, const BucketizationRequest& request,
                       ReleaseBuilder& builder);

// Writes the tables of a source, or of its next region.
void write_bucketized(const BucketizedTable& bucketized, const BucketizationRequest& request,
                      ReleaseBuilder& builder, const Progress& progress);

// Creates the release's view, and records the release; returns the relation that has the target's
// name. `table` has the source's columns; `regions` is released_regions_json(), or null.
Oid record_bucketized(const Table& table, const BucketizationRequest& request,
                      const BucketFigures& figures, const Json& regions, ReleaseBuilder& builder);

// Returns the request, without the format and the names of columns.
BucketizationRequest bucketization_request(const Arguments& arguments);

// Returns the number of the attribute's column: 1 for all attributes that are not sensitive, and
// from 2 on one for each sensitive attribute.
int column_of(const Microdata& data, std::size_t attribute);

// Bucketizes persons of whom some have several rows. The request outlives the result.
PersonsPublisher publisher_of_persons(const BucketizationRequest& request);

// Returns the request for planning regions.
RegionRequest region_request(const Publication& call, const BucketizationRequest& request);

// True if a source with a plan is bucketized where its rows are: if Citus distributes it, unless
// the request needs facts that only this server has.
bool bucketizes_where_rows_are(const Publication& call, const BucketizationRequest& request);

// Bucketizes a source that Citus distributes where its rows are, all regions in parallel. The
// tables of the release are distributed by bucket, and the rows of one bucket are on one server.
Oid bucketize_distributed(const Publication& call, const RegionPlan& plan,
                          const BucketizationRequest& request);

extern const Method bucketization_method;

// Editions by bucketization, in both formats. A counterfeit is a row that is NULL except in the
// sensitive column or, in the anatomy format, a value without a row: anyone can count the
// counterfeits of a bucket.
extern const SeriesMethod bucketization_series;

// Creates, fills and records the next edition of a series of persons with several rows, and returns
// the facts to remember. A cohort is a bucket, with the same number in every edition. The sets of
// values of absent persons are counterfeits.
RememberedEdition publish_cohorts(const EditionCall& call, Table table, Random& random,
                                  Phases& phases);

}  // namespace microdata::postgres

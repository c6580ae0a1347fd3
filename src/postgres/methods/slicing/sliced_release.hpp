#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

// What is known of a release when all of it is made: sums over its regions, or of the one table.
struct SlicingFigures {
  std::int64_t source_rows = 0;
  std::int64_t suppressed = 0;
  // Rows with sensitive values that fewer than k rows of their bucket have.
  std::int64_t rare = 0;
  BucketSizes sizes;
  // Buckets of fewer rows than l asks of a bucket by itself, and of one row.
  std::uint64_t small = 0;
  std::uint64_t single = 0;
  // The groups of attributes, by name.
  std::vector<std::vector<std::string>> columns;
  // Why these are not those that were to be at first.
  std::optional<std::string> regrouped;
  // Attributes of which nothing is left in any region.
  std::vector<std::string> hollow;
  bool exact_check_cut_short = false;
  std::optional<GoalFigures> goal;
  LearnedShare learned;
  // As many as have rows; 1 where the table was sliced at once.
  std::uint32_t regions = 0;

  // Adds a region, or the table. All are sliced into the same columns.
  void add(const Table& table, const Slicing& slicing, double l);
};

std::vector<std::vector<std::string>> column_names(const Table& table,
                                                   const AttributePartition& columns);

// For a person to read.
std::string described_columns(const std::vector<std::vector<std::string>>& columns);

// NOTICEs of what a person should know. `table` is that of the goal, if there is one.
void report_slicing(const SlicingFigures& figures, const Table* table,
                    const SlicingOptions& options);

// A source, or a region of one, that was read and sliced.
struct SlicedTable {
  Table table;
  Slicing slicing;
  // What became of the argument inference.
  std::optional<GoalFigures> goal;
  // Whether it is a region: then what may be generalized is published as such in each, so that the
  // types of columns do not depend on the region.
  bool is_region = false;

  // The column of the attribute partition that an attribute is in.
  std::size_t column_of(std::size_t attribute) const;
  // Whether the attribute is published generalized.
  bool generalizes(std::size_t attribute) const;
};

// Reads a source, and gives the sensitive attributes what the models need to know of them.
Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, Purpose purpose, const Progress& progress);

// With a seed the rows are sorted first, so that the result does not depend on how they lie. Fails
// where a person has several rows.
SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress);

// The same in two steps: what comes before slice(), and what is said where it finds no slicing.
SlicedTable prepared_to_slice(Table table, SlicingRequest& request, bool seeded,
                              const Progress& progress);
[[noreturn]] void fail_infeasible(const Table& table, const SlicingRequest& request,
                                  const Infeasible& infeasible);

// The published attributes, not generalized, as output columns that point into `sliced`.
std::vector<OutputColumn> output_columns(const SlicedTable& sliced);

// All published attributes as output columns, with the types of those that are generalized. Points
// into `sliced`; what is generalized is allocated in the current memory context.
struct WrittenSlices {
  explicit WrittenSlices(const SlicedTable& sliced);
  WrittenSlices(const WrittenSlices&) = delete;
  WrittenSlices& operator=(const WrittenSlices&) = delete;

  std::vector<OutputColumn> columns;
  std::vector<Oid> types;

 private:
  // Its elements stay where they are.
  std::deque<GeneralizedValues> generalized_;
};

// The table of a release, as the catalog records it and its view shows it.
struct RecordedTable {
  Oid relation = InvalidOid;
  std::vector<ReleaseAttribute> attributes;
  std::vector<ExpectedAttribute> expected;
  // subject_json(), where persons have several rows; otherwise null.
  Json subject;
};

// Makes the view of a release that is made, and records it. `regions`: released_regions_json(), or
// null.
void record_sliced(const Target& target, const Source& source, const SlicingRequest& request,
                   const std::string& bucket_column, const RecordedTable& table,
                   const SlicingFigures& figures, const Json& regions);

// Of a release of which some partitions are published again: fails where the settings are not its
// own. Before any work.
void require_settings_of_former(const Target& target, const SlicingRequest& request,
                                const std::vector<std::vector<std::string>>& columns,
                                const std::string& bucket_column);

// A release in the making: its table is made with the first region, and recorded when all are in
// it.
class SlicedRelease {
 public:
  SlicedRelease(const Target& target, const Source& source, const SlicingRequest& request,
                const std::string& bucket_column, BucketNumbers numbers = {});

  // Writes all of a source, or the next region, sliced into the same columns as those before.
  void add(const SlicedTable& sliced, const Progress& progress);

  // Records the release; returns its table.
  Oid finish(const SlicingFigures& figures, const Json& regions = {});

 private:
  void begin(const SlicedTable& sliced);

  const Target& target_;
  const Source& source_;
  const SlicingRequest& request_;
  const std::string& bucket_column_;
  BucketNumbers numbers_;
  RecordedTable table_;
  std::optional<ReleaseWriter> writer_;
};

}  // namespace microdata::postgres

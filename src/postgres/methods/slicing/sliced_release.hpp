#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
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

// Figures about a complete release: sums over its regions, or about the one table.
struct SlicingFigures {
  std::int64_t source_rows = 0;
  std::int64_t suppressed = 0;
  // Number of rows with sensitive values that fewer than k rows of their bucket have.
  std::int64_t rare = 0;
  BucketSizes sizes;
  // Numbers of buckets with fewer rows than l requires of a bucket by itself, and of buckets with
  // one row.
  std::uint64_t small = 0;
  std::uint64_t single = 0;
  // Groups of attributes, by name.
  std::vector<std::vector<std::string>> columns;
  // Reason why the groups differ from the intended ones.
  std::optional<std::string> regrouped;
  // Names of attributes with one generalized value in all rows, in every region.
  std::vector<std::string> hollow;
  bool exact_check_cut_short = false;
  std::optional<GoalFigures> goal;
  LearnedShare learned;
  // Number of regions with rows; 1 if the table was sliced at once.
  std::uint32_t regions = 0;

  // Adds a region, or the table. All regions have the same columns.
  void add(const Table& table, const Slicing& slicing, double l);
};

std::vector<std::vector<std::string>> column_names(const Table& table,
                                                   const AttributePartition& columns);

// Returns the groups in a form for readers.
std::string described_columns(const std::vector<std::vector<std::string>>& columns);

// Reports NOTICEs for the user. `table` is the goal's table, if there is a goal.
void report_slicing(const SlicingFigures& figures, const Table* table,
                    const SlicingOptions& options);

// Source, or region of a source, that was read and sliced.
struct SlicedTable {
  Table table;
  Slicing slicing;
  // Outcome of the argument inference.
  std::optional<GoalFigures> goal;
  // True for a region. Attributes that may be generalized are then published as generalized in
  // every region, so that the types of columns do not depend on the region.
  bool is_region = false;

  // Returns the index of the attribute's column in the attribute partition.
  std::size_t column_of(std::size_t attribute) const;
  // True if the attribute is published generalized.
  bool generalizes(std::size_t attribute) const;
};

// Reads a source, and gives the sensitive attributes the facts that the models need.
Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, Purpose purpose, const Progress& progress);

// Slices a table. With a seed, sorts the rows first, so that the result does not depend on their
// order. Fails if a person has several rows.
SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress);

// Two steps of slice_source(): the preparation before slice(), and the error if no slicing is
// feasible.
SlicedTable prepared_to_slice(Table table, SlicingRequest& request, bool seeded,
                              const Progress& progress);
[[noreturn]] void fail_infeasible(const Table& table, const SlicingRequest& request,
                                  const Infeasible& infeasible);

// Returns the published attributes, not generalized, as output columns that point into `sliced`.
std::vector<OutputColumn> output_columns(const SlicedTable& sliced);

// All published attributes as output columns, with the types of the generalized ones. Points into
// `sliced`; generalized values are allocated in the current memory context.
struct WrittenSlices {
  explicit WrittenSlices(const SlicedTable& sliced);
  WrittenSlices(const WrittenSlices&) = delete;
  WrittenSlices& operator=(const WrittenSlices&) = delete;

  std::vector<OutputColumn> columns;
  std::vector<Oid> types;

 private:
  // Generalized values by attribute; the elements of a deque do not move.
  std::deque<GeneralizedValues> generalized_;
};

// Table of a release, as recorded in the catalog and shown by its view.
struct RecordedTable {
  Oid relation = InvalidOid;
  std::vector<ReleaseAttribute> attributes;
  std::vector<ExpectedAttribute> expected;
  // subject_json(), if persons are named; otherwise null.
  Json subject;
};

// Creates the view of a finished release, and records the release. `regions` is
// released_regions_json(), or null.
void record_sliced(const Target& target, const Source& source, const SlicingRequest& request,
                   const std::string& bucket_column, const RecordedTable& table,
                   const SlicingFigures& figures, const Json& regions);

// Fails, before any work, if the settings differ from those of the release whose partitions are
// published again.
void require_settings_of_former(const Target& target, const SlicingRequest& request,
                                const std::vector<std::vector<std::string>>& columns,
                                const std::string& bucket_column);

// Release that is being made: its table is created with the first region, and recorded after the
// last.
class SlicedRelease {
 public:
  SlicedRelease(const Target& target, const Source& source, const SlicingRequest& request,
                const std::string& bucket_column, BucketNumbers numbers = {});

  // Writes a whole source, or the next region, with the same columns as the regions before.
  void add(const SlicedTable& sliced, const Progress& progress);

  // Records the release, and returns its table.
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

#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

struct SlicingFigures : BucketFigures {
  // Number of rows with sensitive values that fewer than k rows of their bucket have.
  std::int64_t rare = 0;
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
  // subject_json(), if persons are named; otherwise null.
  Json subject;

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
                                  const Infeasible& infeasible, const Progress& progress);

// Returns the table of a release with the published attributes. It points into `sliced`;
// generalized values are allocated in the current memory context. Without slices, which servers
// make, the table has definitions alone.
DraftTable slices_table(const SlicedTable& sliced, const std::string& bucket_column);

// Writes a whole source, or the next region, with the same columns as the regions before.
void write_slices(const SlicedTable& sliced, const SlicingRequest& request, ReleaseBuilder& builder,
                  const Progress& progress);

// Creates the view of a finished release, records the release, and returns its table. `regions` is
// released_regions_json(), or null.
Oid record_sliced(const Source& source, const SlicingRequest& request,
                  const SlicingFigures& figures, const Json& regions, ReleaseBuilder& builder);

// Fails, before any work, if the settings differ from those of the release whose partitions are
// published again.
void require_settings_of_former(const Target& target, const SlicingRequest& request,
                                const std::vector<std::vector<std::string>>& columns);

}  // namespace microdata::postgres

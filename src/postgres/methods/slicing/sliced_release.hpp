#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/inference_argument.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A source that was read and sliced.
struct SlicedTable {
  Table table;
  Slicing slicing;
  // What became of the argument inference.
  std::optional<GoalFigures> goal;

  // The column of the attribute partition that an attribute is in.
  std::size_t column_of(std::size_t attribute) const;
  // Whether the attribute is published generalized.
  bool generalizes(std::size_t attribute) const;
};

// Reads a source, and gives the sensitive attributes what the models need to know of them.
Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, const Progress& progress);

// With a seed the rows are sorted first, so that the result does not depend on how they lie. Fails
// where a person has several rows.
SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress);

// NOTICEs of what a person should know.
void report_slicing(const SlicedTable& sliced, const SlicingOptions& options);

// The published attributes, not generalized, as output columns that point into `sliced`.
std::vector<OutputColumn> output_columns(const SlicedTable& sliced);

// Makes, fills and records the release; returns its table.
Oid publish_sliced(const Target& target, const Source& source, const SlicedTable& sliced,
                   const SlicingRequest& request, const std::string& bucket_column,
                   const Progress& progress);

}  // namespace microdata::postgres

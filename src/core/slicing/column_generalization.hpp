#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

struct ColumnGeneralizationOptions {
  // Fewest rows of a region.
  std::uint32_t k = 1;
  // Bound that makes a sensitive column feasible: no sensitive value has a share above 1/l in a
  // region.
  std::optional<double> l;
  Threads threads;
};

// Column whose quasi-identifier values are replaced by the regions in which they lie (slicing
// paper, definition 4). Strict Mondrian on the column's quasi-identifiers makes the regions, so
// that regions do not overlap.
struct ColumnGeneralization {
  // True if the regions were made bucket by bucket: each belongs to one bucket, and may overlap
  // regions of other buckets.
  bool in_buckets = false;
  // Quasi-identifiers of the column.
  AttributeSet attributes;
  // Region of every row. The region of an unpublished row is the number of regions.
  std::vector<std::uint32_t> of_row;
  std::uint32_t regions = 0;
  // Codes in each region, ascending, for each of `attributes`.
  std::vector<std::vector<std::vector<Code>>> codes;

  // True if some region has several values of the attribute.
  bool generalizes(std::size_t attribute) const;
  // Returns the attributes that are lost: all regions show the same of them, although they have
  // several values.
  AttributeSet hollow(const Microdata& data) const;
};

// Generalizes a column over all `rows`. Requires that the rows, as one region, meet the options.
ColumnGeneralization generalize_column(const Microdata& data, const Column& column,
                                       std::span<const Row> rows,
                                       const ColumnGeneralizationOptions& options,
                                       const Progress& progress);

// Generalizes every bucket by itself; regions are numbered in the order of the buckets, and widened
// (widened_regions.hpp). Requires that the rows of each bucket, as one region, meet the options.
ColumnGeneralization generalize_in_buckets(const Microdata& data, const Column& column,
                                           const TuplePartition& buckets,
                                           const ColumnGeneralizationOptions& options,
                                           Random& random, const Progress& progress);

}  // namespace microdata

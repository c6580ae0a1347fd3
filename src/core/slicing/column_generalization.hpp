#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

struct ColumnGeneralizationOptions {
  // The fewest rows of a region.
  std::uint32_t k = 1;
  // No sensitive value has a share above 1/l in a region: what makes a sensitive column feasible.
  std::optional<double> l;
  Threads threads;
};

// A column whose quasi-identifier values are replaced by the regions in which they lie (slicing
// paper, definition 4): by strict Mondrian on the column's quasi-identifiers, so that regions do
// not overlap.
struct ColumnGeneralization {
  // True if the regions were made bucket by bucket: each is of one bucket, and may overlap those of
  // others.
  bool in_buckets = false;
  // The quasi-identifiers of the column.
  AttributeSet attributes;
  // Region of every row. Rows that are not published are in none: their region is the number of
  // regions.
  std::vector<std::uint32_t> of_row;
  std::uint32_t regions = 0;
  // For each of `attributes`, for each region, the codes in it, ascending.
  std::vector<std::vector<std::vector<Code>>> codes;

  // Whether some region has several values of the attribute.
  bool generalizes(std::size_t attribute) const;
  // Those of which nothing is left: what is shown of them is the same in every region, though they
  // have several values.
  AttributeSet hollow(const Microdata& data) const;
};

// Requires that all of `rows`, as one region, meet the options.
ColumnGeneralization generalize_column(const Microdata& data, const Column& column,
                                       std::span<const Row> rows,
                                       const ColumnGeneralizationOptions& options,
                                       const Progress& progress);

// The regions of every bucket by themselves, numbered in the order of the buckets, and widened
// (widened_regions.hpp). Requires that the rows of each bucket, as one region, meet the options.
ColumnGeneralization generalize_in_buckets(const Microdata& data, const Column& column,
                                           const TuplePartition& buckets,
                                           const ColumnGeneralizationOptions& options,
                                           Random& random, const Progress& progress);

}  // namespace microdata

#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/release/inference_argument.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/source/table.hpp"

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

}  // namespace microdata::postgres

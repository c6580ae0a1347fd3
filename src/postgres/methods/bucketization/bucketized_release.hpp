#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/release/inference_argument.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
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

// NOTICEs of what a person should know.
void report_bucketization(const BucketizedTable& bucketized);

// The published attributes as output columns that point into `bucketized`.
std::vector<OutputColumn> output_columns(const BucketizedTable& bucketized);

// Checks the names of what the release will consist of, before any work is done.
void check_bucketized_names(const Target& target, const Source& source,
                            const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request);

// Makes, fills and records the release; returns the relation that has the target's name.
Oid publish_bucketized(const Target& target, const Source& source,
                       const BucketizedTable& bucketized, const BucketizationRequest& request,
                       const Progress& progress);

}  // namespace microdata::postgres

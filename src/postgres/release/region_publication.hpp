#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Arguments that decide if a call works by the partitions of its source.
struct PartitionArguments {
  // True if the release is partitioned like the source when possible, because no number of regions
  // is given.
  bool like_source = true;
  // Partitions of the source that are published again.
  std::optional<std::vector<Oid>> only;
};

// Returns the arguments from `source`, `regions`, and the scope of RenewedPartitions.
PartitionArguments given_partitions(const Arguments& arguments);

// Reports a NOTICE if the source is partitioned, and fails if only partitions are to be published,
// for a call that can create only one table. `why` is the reason as a sentence.
void tell_unpartitioned(const Source& source, const PartitionArguments& arguments,
                        const std::string& why);

// True if a release of the source, without a number of regions, has its partitions as regions.
bool has_partitions_as_regions(const Source& source, const std::vector<AssignedRole>& roles,
                               const RegionRequest& request);

// Plans regions as plan_if_needed() does, or those of a release whose partitions are published
// again, and makes the target's table partitioned. Reports a NOTICE if the table cannot be
// partitioned.
std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress);

// Returns the number of published columns of a source.
std::size_t count_published(const std::vector<AssignedRole>& roles);

// Returns the names of the published columns.
std::vector<std::string> published_columns(const Source& source,
                                           const std::vector<AssignedRole>& roles);

// Returns the smallest number of rows with which a bucket can satisfy l and the models.
std::uint64_t fewest_rows_of_bucket(double l, const std::vector<PrivacyModel>& privacy);

// Returns random numbers from 1 to `most`, at least 1, which disclose nothing about the order in
// which they are given.
BucketNumbers random_numbers(std::uint64_t most, Random& random, std::int64_t above = 0);

// A source that is published region by region, from one snapshot.
class RegionPublication {
 public:
  // `fewest_rows` is the smallest number of rows in a bucket.
  RegionPublication(const Source& source, RegionPlan plan, std::uint64_t fewest_rows,
                    Random& random);

  const RegionPlan& plan() const { return plan_; }

  // Random bucket numbers, from as many as there can be buckets: neither gaps nor the order in
  // which regions are published disclose anything.
  const BucketNumbers& numbers() const { return numbers_; }

  // Calls `publish` for every region that has rows and is not kept as it is; reading the source
  // then reads the region.
  void for_each_region(const std::function<void()>& publish);

  // Throws the error with the names of the region's partitions added, if partitions are published
  // again and the names were not added yet. For errors of a region that come after
  // for_each_region() has left it.
  void name_partitions(const Error& error, std::uint32_t region);

  // True if no region has rows to publish.
  bool is_empty() const;

  // Number of the region for which `publish` is called.
  std::uint32_t region() const { return region_; }

  // Adds the numbers of a region's published rows and buckets.
  void published(std::uint32_t region, std::uint64_t rows, std::uint64_t buckets);

  // Returns the value of the release's parameter "regions".
  Json released_json() const { return released_regions_json(plan_); }

 private:
  void count_regions(const Source& source);

  RegionPlan plan_;
  Oid source_;
  // True if partitions are published again: their regions were not planned, so their rows are
  // counted.
  bool is_renewal_;
  bool named_ = false;
  RegionRows rows_;
  BucketNumbers numbers_;
  std::uint32_t region_ = 0;
};

}  // namespace microdata::postgres

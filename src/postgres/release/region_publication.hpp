#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
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

// How a call goes by the partitions of its source.
struct PartitionArguments {
  // The release is partitioned as the source is, if it can be: no number of regions is given.
  bool like_source = true;
  // Partitions of the source that are published again.
  std::optional<std::vector<Oid>> only;
};

// From `source`, `regions`, and the scope of RenewedPartitions.
PartitionArguments given_partitions(const Arguments& arguments);

// For a call that can make one table only, because of `why`, a sentence. Reports a NOTICE if the
// source is partitioned, and fails if only partitions are to be published.
void tell_unpartitioned(const Source& source, const PartitionArguments& arguments,
                        const std::string& why);

// True if a release of the source, without a number of regions, has its partitions as regions.
bool has_partitions_as_regions(const Source& source, const std::vector<AssignedRole>& roles,
                               const RegionRequest& request);

// Plans regions as plan_if_needed() does, or those of a release of which partitions are published
// again, and has the target's table partitioned. Reports a NOTICE if it cannot be.
std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress);

// How many columns of a source are published.
std::size_t count_published(const std::vector<AssignedRole>& roles);

// Their names.
std::vector<std::string> published_columns(const Source& source,
                                           const std::vector<AssignedRole>& roles);

// The fewest rows that a bucket has where l and the models hold for it.
std::uint64_t fewest_rows_of_bucket(double l, const std::vector<PrivacyModel>& privacy);

// A source that is published region by region, its rows all of one snapshot.
class RegionPublication {
 public:
  // `fewest_rows` are in a bucket, at least.
  RegionPublication(const Source& source, RegionPlan plan, std::uint64_t fewest_rows,
                    Random& random);

  const RegionPlan& plan() const { return plan_; }

  // Of as many buckets as there can be, at random: gaps among them say nothing, and neither does
  // the order in which regions are published.
  const BucketNumbers& numbers() const { return numbers_; }

  // Calls `publish` for every region that has rows, unless it stays as it is: reading the source
  // then reads the region.
  void for_each_region(const std::function<void()>& publish);

  // Where partitions are published again, and one of a region cannot be: fails by an error that
  // names them besides, unless that has been done. For regions of which an error comes later than
  // for_each_region() would know.
  void name_partitions(const Error& error, std::uint32_t region);

  // Whether there is no such region.
  bool is_empty() const;

  // That which `publish` is called for.
  std::uint32_t region() const { return region_; }

  // What was published of a region.
  void published(std::uint32_t region, std::uint64_t rows, std::uint64_t buckets);

  // What the release's parameters have under "regions".
  Json released_json() const { return released_regions_json(plan_); }

 private:
  void count_regions(const Source& source);

  RegionPlan plan_;
  Oid source_;
  // Partitions are published again: nobody has planned their regions.
  bool is_renewal_;
  bool named_ = false;
  RegionRows rows_;
  BucketNumbers numbers_;
  std::uint32_t region_ = 0;
};

}  // namespace microdata::postgres

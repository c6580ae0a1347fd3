#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The largest number of regions of a table.
inline constexpr std::int32_t most_regions = 65536;

// A request for regions, with its requirements.
struct RegionRequest {
  // The requested number; empty for the number that the memory limit needs.
  std::optional<std::int32_t> regions;
  // The smallest number if no number is requested and that many are possible, so that all servers
  // have work.
  std::int32_t at_least = 1;
  double l = 1;
  // The smallest number of rows of a region or, if persons have several rows, of persons.
  std::uint32_t k = 1;
  std::vector<PrivacyModel> privacy;
  // The hierarchies for choose_hierarchies(), for distances between sensitive values.
  std::optional<Json> hierarchies = {};
  Cuts cuts = Cuts::feasible;
  // Quasi-identifiers that are published by labels of hierarchies, or not at all, and that no cut
  // is on.
  std::vector<std::string> not_cut;
  // Columns that are published unchanged; other quasi-identifiers may be published as ranges.
  std::vector<std::string> as_they_are;
  // True if the table is only read by regions, and the release is made of all of them at once.
  bool only_read = false;
  // True if regions are the source's partitions whenever possible, even if none are needed.
  bool by_partitions = false;
  // Bytes that the call takes for a row with these columns: memory.hpp.
  double bytes_per_row = 0;
  // Bytes for a row if the table is not divided, if they are more.
  double bytes_at_once = 0;
  // Bytes for a row to verify the release, which uses the same regions. Without a requested number,
  // regions are small enough for that, too.
  double bytes_to_verify = 0;
  // True with a seed; then the sample does not depend on the rows' places.
  bool seeded = false;
  // True if regions must know exactly all values of the table, if there are few, and the extremes
  // of numbers; otherwise the sample's values suffice.
  bool domains = false;
  // Columns of which regions must know all values, and their numbers of rows, because these measure
  // the information loss.
  std::vector<std::string> counted_domains;
  // Returns groups of attributes by the sample, as names. In the group of a sensitive attribute,
  // others follow it only if the region as a whole keeps l given their values. Empty for no groups.
  std::function<std::vector<std::vector<std::string>>(const Table& sample)> choose_groups;
  // Groups that the caller has given, if any.
  std::vector<std::vector<std::string>> groups;
  // True if these others may go to another group for the sake of more regions.
  bool may_regroup = false;
  // True if the roles name a subject, whose rows stay together.
  bool of_persons = false;
};

struct PlannedRegion {
  // The number of rows of the source.
  std::int64_t rows = 0;
  // The numbers of published rows and buckets; set after publishing.
  std::int64_t published_rows = 0;
  std::int64_t buckets = 0;
  // True if the region stays as recorded in a release of which other regions are published again.
  bool stays = false;
};

// A table's regions, and what each must know of the whole table. The plan is equal on one server
// and on many.
struct RegionPlan {
  RegionTree tree;
  std::vector<PlannedRegion> regions;
  std::int64_t rows = 0;
  std::int64_t sampled = 0;
  // The number of regions of the sample's cuts that were merged with their neighbours.
  std::uint32_t merged = 0;
  std::vector<std::vector<std::string>> groups;
  std::vector<GlobalValues> globals;
  // Facts about persons, if some have several rows; `l` and `k` then count persons.
  std::optional<PersonFacts> persons;
  // Hierarchies for servers without them in the catalog: described_hierarchies()
  // (hierarchy_catalog.hpp).
  Json hierarchies = {};
  // True if servers must attack their results of the first regions.
  bool attack = false;
  // The estimated bytes of the largest region.
  std::int64_t bytes = 0;
  // The partitions of the source that can have rows of each region; empty if regions are not made
  // of partitions.
  std::vector<std::vector<PartitionPath>> partitions;
  // The largest number of a bucket so far.
  std::int64_t largest_bucket = 0;
  // The snapshot of the counts, by which rows must also be read; null in a plan from JSON.
  std::shared_ptr<const KeptSnapshot> snapshot;
};

// True if a column is published unchanged.
bool is_published_as_it_is(const Source& source, const std::vector<AssignedRole>& roles,
                           const RegionRequest& request, const std::string& column);

// True if the source has partitions by quasi-identifiers that can be regions.
bool can_go_by_partitions(const Source& source, const std::vector<AssignedRole>& roles,
                          const RegionRequest& request);

// Plans regions by a sample, then counts them by aggregates. Fails, with the numbers, if the memory
// limit is too small for work that cannot be divided. With Warnings::of_identifiers, warns of
// identifiers as reading the table would (source/table.hpp).
enum class Warnings : std::uint8_t { none, of_identifiers };
RegionPlan plan_regions(const Source& source, const std::vector<AssignedRole>& roles,
                        const RegionRequest& request, Random& random, const Progress& progress,
                        Warnings warnings = Warnings::none);

// Plans regions if they are needed, which a NOTICE says; otherwise returns nothing. They are needed
// if more than one is requested, if the estimate is above the memory limit, or for partitions or
// several servers (by_partitions, at_least). Warns of identifiers.
std::optional<RegionPlan> plan_if_needed(const Source& source,
                                         const std::vector<AssignedRole>& roles,
                                         const RegionRequest& request, Random& random,
                                         const Progress& progress);

// Returns the expressions of the plan's regions in the source.
RegionRows::Relation source_regions(const Source& source, const RegionPlan& plan);

// Converts a plan to the JSON that plan_regions() returns in SQL, and back.
Json region_plan_json(const RegionPlan& plan);
RegionPlan region_plan(const Json& json);

// Returns the JSON for "regions" in a release's parameters: the tree, and the number of the
// source's rows in each region. A release that was made at once has none.
Json released_regions_json(const RegionPlan& plan);
struct ReleasedRegions {
  RegionTree tree;
  std::vector<std::int64_t> source_rows;
};

}  // namespace microdata::postgres

#include "postgres/release/region_publication.hpp"

#include <algorithm>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"
#include "postgres/source/partition_path.hpp"

namespace microdata::postgres {

namespace {

// What has rows that are to be read.
RegionRows::Relation read_regions(const Source& source, const RegionPlan& plan) {
  RegionRows::Relation relation = source_regions(source, plan);
  if (!plan.snapshot) relation.rows.clear();
  std::vector<bool> read;
  for (const PlannedRegion& region : plan.regions)
    read.push_back(!region.stays);
  if (std::find(read.begin(), read.end(), false) == read.end()) return relation;
  const PlainText text;
  const bool elsewhere = lies_elsewhere(source.relation);
  relation.condition = region_filter(plan.tree, read, [&](const std::string& column) {
    return RegionKey{quote_name(column), source.find(column)->type, elsewhere};
  });
  return relation;
}

// Above those that regions have which stay.
BucketNumbers random_numbers(std::int64_t rows, std::uint64_t fewest_rows, std::int64_t above,
                             Random& random) {
  const std::uint64_t most = static_cast<std::uint64_t>(rows) / fewest_rows;
  const std::uint64_t low = random.next();
  const std::uint64_t high = random.next();
  return BucketNumbers(KeyedPermutation({low, high}, std::max<std::uint64_t>(most, 1)),
                       static_cast<std::uint64_t>(above));
}

}  // namespace

std::size_t count_published(const std::vector<AssignedRole>& roles) {
  return static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
}

std::vector<std::string> published_columns(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role != Role::identifier) names.push_back(source.columns[i].name);
  }
  return names;
}

std::uint64_t fewest_rows_of_bucket(double l, const std::vector<PrivacyModel>& privacy) {
  std::uint64_t fewest = fewest_tuples(l);
  for (const PrivacyModel& model : privacy)
    fewest = std::max(fewest, static_cast<std::uint64_t>(fewest_tuples(model)));
  return fewest;
}

RegionPublication::RegionPublication(const Source& source, RegionPlan plan,
                                     std::uint64_t fewest_rows, Random& random)
    : plan_(std::move(plan)),
      source_(source.relation),
      is_renewal_(!plan_.snapshot),
      rows_({read_regions(source, plan_)}, plan_.globals, plan_.tree.regions(), plan_.snapshot) {
  if (!plan_.snapshot) count_regions(source);
  std::int64_t read = 0;
  for (const PlannedRegion& region : plan_.regions)
    read += region.stays ? 0 : region.rows;
  numbers_ = random_numbers(read, fewest_rows, plan_.largest_bucket, random);
  plan_.largest_bucket = static_cast<std::int64_t>(numbers_.largest());
}

void RegionPublication::for_each_region(const std::function<void()>& publish) {
  for (std::uint32_t region = 0; region < plan_.tree.regions(); ++region) {
    if (plan_.regions[region].rows == 0 || plan_.regions[region].stays) continue;
    check_for_interrupts();
    region_ = region;
    rows_.enter(region);
    try {
      publish();
    } catch (const Error& error) {
      name_partitions(error, region_);
      throw;
    }
  }
}

void RegionPublication::name_partitions(const Error& error, std::uint32_t region) {
  if (!is_renewal_ || named_ || error.sqlstate() != ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE)
    return;
  named_ = true;
  const std::optional<Partitioning> partitioning = partitioning_of(source_);
  std::vector<std::string> names;
  for (const PartitionPath& path : plan_.partitions[region]) {
    const Partition* const partition = partitioning ? partition_at(*partitioning, path) : nullptr;
    names.push_back(partition != nullptr ? in_quotes(partition->name) : join(path));
  }
  const auto followed = [](const std::string& text, const std::string& next) {
    return text.empty() ? next : text + " " + next;
  };
  throw Error(error.sqlstate(), error.what())
      .detail(followed(error.detail(), "These are the rows of " + join(names) + ", where " +
                                           region_condition(plan_.tree, region) + "."))
      .hint(followed(error.hint(), RenewedPartitions::hint()));
}

// Where the plan does not know how many rows are to be read.
void RegionPublication::count_regions(const Source& source) {
  const std::vector<std::int64_t>& counts = rows_.counts(source.relation);
  plan_.rows = 0;
  for (std::size_t r = 0; r < plan_.regions.size(); ++r) {
    if (!plan_.regions[r].stays) plan_.regions[r].rows = counts[r];
    plan_.rows += plan_.regions[r].rows;
  }
}

bool RegionPublication::is_empty() const {
  return std::all_of(plan_.regions.begin(), plan_.regions.end(),
                     [](const PlannedRegion& region) { return region.stays || region.rows == 0; });
}

void RegionPublication::published(std::uint32_t region, std::uint64_t rows, std::uint64_t buckets) {
  plan_.regions[region].published_rows += static_cast<std::int64_t>(rows);
  plan_.regions[region].buckets += static_cast<std::int64_t>(buckets);
}

}  // namespace microdata::postgres

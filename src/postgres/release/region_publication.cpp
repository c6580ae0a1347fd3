#include "postgres/release/region_publication.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using GroupOf = std::function<std::size_t(const std::string& column)>;

void add_groups(const Partitioning& level, const GroupOf& group_of, std::set<std::size_t>& groups) {
  for (const std::string& column : level.columns)
    groups.insert(group_of(column));
  for (const Partition& partition : level.partitions) {
    for (const Partitioning& below : partition.divided)
      add_groups(below, group_of, groups);
  }
}

// True if both take the same rows in partitions of the same bounds.
bool are_alike(const Partitioning& a, const Partitioning& b) {
  return a.key == b.key &&
         std::equal(a.partitions.begin(), a.partitions.end(), b.partitions.begin(),
                    b.partitions.end(), [](const Partition& x, const Partition& y) {
                      return x.bound == y.bound &&
                             std::equal(x.divided.begin(), x.divided.end(), y.divided.begin(),
                                        y.divided.end(), are_alike);
                    });
}

// Returns the partitions through which the paths go.
std::vector<const Partition*> on_paths(const Partitioning& level,
                                       const std::vector<PartitionPath>& paths) {
  std::vector<const Partition*> found;
  for (const Partition& partition : level.partitions) {
    const bool is_on = std::any_of(paths.begin(), paths.end(), [&](const PartitionPath& path) {
      return path.empty() || path.front() == partition.bound;
    });
    if (is_on) found.push_back(&partition);
  }
  return found;
}

std::vector<PartitionPath> paths_below(const std::vector<PartitionPath>& paths) {
  std::vector<PartitionPath> below;
  for (const PartitionPath& path : paths)
    below.emplace_back(path.empty() ? path.begin() : path.begin() + 1, path.end());
  return below;
}

// True if every row of the release fits a partition, whatever the rows are. The rows have values
// from rows of some partitions, and the values of one group come from one row. `group_of` returns
// the group of a key's column; `paths` are the partitions, and an empty path stands for all.
bool have_places(const Partitioning& partitioning, const std::vector<PartitionPath>& paths,
                 const GroupOf& group_of) {
  std::set<std::size_t> groups;
  add_groups(partitioning, group_of, groups);
  // One row of the source has all values of the keys, and is in a partition.
  if (groups.size() <= 1) return true;
  std::set<std::size_t> own;
  for (const std::string& column : partitioning.columns)
    own.insert(group_of(column));
  const std::vector<PartitionPath> everywhere{{}};
  const bool from_several_rows = own.size() > 1;
  if (from_several_rows && !partitioning.partitions.back().is_default) return false;
  const std::vector<PartitionPath>& within = from_several_rows ? everywhere : paths;
  const std::vector<const Partition*> partitions = on_paths(partitioning, within);
  const auto is_divided = [](const Partition* partition) { return !partition->divided.empty(); };
  if (std::none_of(partitions.begin(), partitions.end(), is_divided)) return true;
  if (!std::all_of(partitions.begin(), partitions.end(), is_divided)) return false;
  const Partitioning& below = partitions.front()->divided.front();
  return std::all_of(partitions.begin(), partitions.end(),
                     [&](const Partition* partition) {
                       return are_alike(below, partition->divided.front());
                     }) &&
         have_places(below, paths_below(within), group_of);
}

using AsItIs = std::function<bool(const std::string& column)>;

std::string why_not(const Partitioning& partitioning, const AsItIs& as_it_is) {
  if (partitioning.columns.empty()) return "The partition key has an expression.";
  for (const std::string& column : partitioning.columns) {
    if (!as_it_is(column)) {
      return "Column " + in_quotes(column) +
             " of the partition key is generalized or not published.";
    }
  }
  return "The type of the partition key belongs to another role.";
}

// Fails for models that measure against the whole table, which has changed.
void check_models(const RegionRequest& request) {
  for (const PrivacyModel& model : request.privacy) {
    if (!compares_with_table(model)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "partitions cannot be published by themselves with " + to_string(model))
        .detail(
            "It is measured against the values of the whole table, which have changed for all "
            "partitions.")
        .hint(RenewedPartitions::hint());
  }
}

void fail_unpartitioned(const Source& source, const std::string& why) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "partitions of " + in_quotes(source.name) + " cannot be published by themselves")
      .detail(why)
      .hint(RenewedPartitions::hint());
}

void report_one_table(const Source& source, const std::string& why) {
  report(NOTICE, "the release is one table, not partitioned as " + in_quotes(source.name) + " is",
         why);
}

}  // namespace

PartitionArguments given_partitions(const Arguments& arguments) {
  PartitionArguments given;
  given.like_source = !arguments.has("regions") || arguments.is_null("regions");
  if (const RenewedPartitions* renewed = RenewedPartitions::of(arguments.relation("source")))
    given.only = renewed->partitions();
  return given;
}

void tell_unpartitioned(const Source& source, const PartitionArguments& arguments,
                        const std::string& why) {
  if (arguments.only) fail_unpartitioned(source, why);
  if (arguments.like_source && partitioning_of(source.relation)) report_one_table(source, why);
}

namespace {

using GroupsOfNames = std::vector<std::vector<std::string>>;

// Returns the group of a column, whose values are published together. An attribute outside of the
// groups is a group of its own; without groups, `by_role` puts all attributes that are not
// sensitive into one.
std::size_t group_of(const Source& source, const std::vector<AssignedRole>& roles,
                     const GroupsOfNames& groups, bool by_role, const std::string& column) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::vector<std::string>& names = groups[group];
    if (std::find(names.begin(), names.end(), column) != names.end()) return group;
  }
  const auto place = static_cast<std::size_t>(source.find(column) - source.columns.data());
  const bool together = by_role && roles[place].role != Role::sensitive;
  return groups.size() + (together ? source.columns.size() : place);
}

// True if each row of the release has a partition, whatever rows its values come from. Regions that
// are not made of partitions can have rows of all partitions. Groups that are chosen when the table
// is read are not yet known.
bool rows_have_places(const Partitioning& levels, const Source& source,
                      const std::vector<AssignedRole>& roles, const RegionRequest& request,
                      const RegionPlan* plan) {
  const GroupsOfNames& groups = plan != nullptr ? plan->groups : request.groups;
  const bool by_role = groups.empty() && !request.choose_groups;
  const auto group = [&](const std::string& column) {
    return group_of(source, roles, groups, by_role, column);
  };
  if (plan == nullptr || plan->partitions.empty()) return have_places(levels, {{}}, group);
  return std::all_of(
      plan->partitions.begin(), plan->partitions.end(),
      [&](const std::vector<PartitionPath>& paths) { return have_places(levels, paths, group); });
}

}  // namespace

bool has_partitions_as_regions(const Source& source, const std::vector<AssignedRole>& roles,
                               const RegionRequest& request) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  return partitioning &&
         published_levels(*partitioning,
                          [&](const std::string& column) {
                            return is_published_as_it_is(source, roles, request, column);
                          }) &&
         can_go_by_partitions(source, roles, request);
}

std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress) {
  const AsItIs as_it_is = [&](const std::string& column) {
    return is_published_as_it_is(source, roles, request, column);
  };
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  std::optional<Partitioning> levels =
      partitioning ? published_levels(*partitioning, as_it_is) : std::nullopt;
  std::optional<RegionPlan> plan;
  if (arguments.only) {
    check_models(request);
    plan = plan_renewal(target, source, roles, *arguments.only, request, random, progress);
  } else {
    request.by_partitions =
        arguments.like_source && has_partitions_as_regions(source, roles, request);
    plan = plan_if_needed(source, roles, request, random, progress);
  }
  const bool by_partitions = plan && !plan->partitions.empty();
  if (!partitioning || !(arguments.like_source || by_partitions)) return plan;
  std::string why;
  if (!levels) {
    why = why_not(*partitioning, as_it_is);
  } else if (!rows_have_places(*levels, source, roles, request, plan ? &*plan : nullptr)) {
    why =
        "Columns of the partition keys are in different groups, so that a row of the release might "
        "fit no partition.";
  }
  if (why.empty()) {
    target.partitions = std::make_shared<const ReleasePartitions>(
        ReleasePartitions{std::move(*levels), source.name});
  } else if (arguments.only) {
    fail_unpartitioned(source, why);
  } else if (arguments.like_source) {
    report_one_table(source, why);
  }
  return plan;
}

namespace {

// Returns the source as a relation of the regions whose rows are read.
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

BucketNumbers random_numbers(std::uint64_t most, Random& random, std::int64_t above) {
  const std::uint64_t low = random.next();
  const std::uint64_t high = random.next();
  return BucketNumbers(KeyedPermutation({low, high}, std::max<std::uint64_t>(most, 1)),
                       static_cast<std::uint64_t>(above));
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
  numbers_ =
      random_numbers(static_cast<std::uint64_t>(read) / fewest_rows, random, plan_.largest_bucket);
  if (plan_.persons) rows_.know_persons(*plan_.persons);
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

// Counts the rows of regions, if the plan does not know the numbers of rows to read.
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

#include "postgres/release/partition_places.hpp"

#include <algorithm>
#include <set>

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

// Takes the same rows in partitions of the same bounds.
bool are_alike(const Partitioning& a, const Partitioning& b) {
  return a.key == b.key &&
         std::equal(a.partitions.begin(), a.partitions.end(), b.partitions.begin(),
                    b.partitions.end(), [](const Partition& x, const Partition& y) {
                      return x.bound == y.bound &&
                             std::equal(x.divided.begin(), x.divided.end(), y.divided.begin(),
                                        y.divided.end(), are_alike);
                    });
}

// Those that the paths go through.
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

}  // namespace

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

}  // namespace microdata::postgres

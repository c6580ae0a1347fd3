#include "postgres/source/partition_path.hpp"

#include <algorithm>

namespace microdata::postgres {

const Partition* partition_at(const Partitioning& partitioning,
                              const std::vector<std::string>& path, std::size_t depth) {
  for (const Partition& partition : partitioning.partitions) {
    if (partition.bound != path[depth]) continue;
    if (depth + 1 == path.size()) return &partition;
    return partition.divided.empty() ? nullptr
                                     : partition_at(partition.divided.front(), path, depth + 1);
  }
  return nullptr;
}

bool has_prefix(const std::vector<std::string>& path, const std::vector<std::string>& prefix) {
  return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

}  // namespace microdata::postgres

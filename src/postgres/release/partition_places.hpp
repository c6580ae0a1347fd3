#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "postgres/regions/partition_regions.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

// Whether rows that have their values of rows of some partitions, and those of one group from one
// row, are taken by a partition each, whatever the rows are. `group_of`: that of a key's column;
// `paths`: the partitions, an empty one being all.
bool have_places(const Partitioning& partitioning, const std::vector<PartitionPath>& paths,
                 const std::function<std::size_t(const std::string& column)>& group_of);

}  // namespace microdata::postgres

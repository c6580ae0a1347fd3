#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

// The partition at a path: the bounds of those that it is in, from the table down, and its own.
// Null: none.
const Partition* partition_at(const Partitioning& partitioning,
                              const std::vector<std::string>& path, std::size_t depth = 0);

// Whether a partition is another one, or within it.
bool has_prefix(const std::vector<std::string>& path, const std::vector<std::string>& prefix);

}  // namespace microdata::postgres

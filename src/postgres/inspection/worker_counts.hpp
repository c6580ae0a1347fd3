#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/predicate.hpp"

namespace microdata::postgres {

// The estimate of a count from a release in buckets that Citus distributes by these: each server
// estimates from the shards that it has, and what they estimate is added. Nothing where the release
// is no such one, or needs what stands in this server's catalog alone, or settings of the session
// by which literals are read, or where a shard takes more than the memory limit; and where an
// attribute is not published, which is for others to say. `json` is the predicate as it was given.
std::optional<double> count_on_workers(const Release& release, const Predicate& predicate,
                                       const std::string& json);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_loop.hpp"

// Estimates of a release that is read by regions: what regions add up to, where what published
// values stand for is known of the whole.

namespace microdata::postgres {

// The name by which a region knows the published values of the whole release.
std::string key_of_labels(const ReleaseAttribute& attribute);

// The release without its source. Of generalized attributes among these, all published values are
// known in each region, with how many rows have them: what one stands for may depend on others, as
// what a range without an end does.
LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes);

// Bytes that these labels take.
std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes);

// Groups whose rows are linked to what the other columns of their buckets show, over all
// attributes that are read.
MemoryNeed need_of_groups(const Release& release, std::size_t attributes);

}  // namespace microdata::postgres

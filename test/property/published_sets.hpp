#pragma once

#include <cstdint>
#include <vector>

#include "core/risk/subject_view.hpp"

namespace microdata::test {

// Adds a set of elements as the next member of the bucket.
void add_set(PublishedSets& sets, std::size_t bucket, const std::vector<std::uint32_t>& elements);

}  // namespace microdata::test

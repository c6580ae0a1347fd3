#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// An SQL condition that about so many of a table's rows meet, chosen at random; empty where that is
// all of them. `seeded`: the same rows wherever they lie, by a hash of their values; rows that are
// equal are chosen together then. A third more than `wanted` are chosen, so that rarely there are
// fewer.
std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include "postgres/source/repetition.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// The source's identifiers whose values are to be counted while it is read, as persons may be told
// apart by them: a few at most, and none where somebody said whose the rows are.
std::vector<std::size_t> columns_to_count(const Source& source,
                                          const std::vector<AssignedRole>& roles);

// Warns, once, where one of these columns looks as if persons had several rows each.
void warn_of_repetition(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::vector<std::size_t>& columns,
                        std::span<const Repetition> counted);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <span>
#include <vector>

#include "postgres/source/key_columns.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Returns which of the columns named `asked` are foreign keys with the values of codes: by the
// first rows of the source, as far as the caller may read them. Both publishing and classify() go
// by it. Requires a SpiSession and a lock on the source.
std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked);

}  // namespace microdata::postgres

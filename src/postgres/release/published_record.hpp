#pragma once

#include <cstdint>

#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// Records a release that was just made, and says in comments on its relations and their columns
// what it is and how it is read; returns its number. Requires a SpiSession.
std::int64_t record_published(const Release& release);

}  // namespace microdata::postgres

#pragma once

#include <cstdint>

#include "postgres/catalog/catalog.hpp"
#include "postgres/release/release_table.hpp"

namespace microdata::postgres {

// Records a release that was just made, and says in comments on its relations and their columns
// what it is and how it is read; returns its number. Requires a SpiSession.
std::int64_t record_published(const Release& release);

// The same for one that may replace another, of which it is given what is kept.
std::int64_t record_published(const Release& release, const Target& target);

}  // namespace microdata::postgres

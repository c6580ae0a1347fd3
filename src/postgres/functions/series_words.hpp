#pragma once

#include "postgres/server/api.hpp"

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/server/hint_words.hpp"

namespace microdata::postgres {

// Returns what puts HINTs about arguments of a publishing function in words of a series, whose
// editions have no arguments of their own: what the series can be told, and how. Requires a
// SpiSession.
HintWords::Words words_of_series(const Series& series);

}  // namespace microdata::postgres

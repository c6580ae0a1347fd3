#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/server/error.hpp"

namespace microdata::postgres {

// Why there is no next edition of a series.

// Nobody can be published: of so many persons, `most` have the value.
Error infeasible_in_series(const Series& series, const std::string& sensitive, std::size_t persons,
                           std::size_t most, const std::string& value);

Error values_became_equal();

}  // namespace microdata::postgres

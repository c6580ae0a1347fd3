#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

// The methods that series are published by. Fails where there is none of the name.
const SeriesMethod& series_method_named(const std::string& name);

}  // namespace microdata::postgres

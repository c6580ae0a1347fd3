#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

namespace microdata::postgres {

// Why a new heap would not take the place of the rows of an ordinary table; nothing where it would.
std::optional<std::string> kept_elsewhere(Oid table);

}  // namespace microdata::postgres

#pragma once

#include <optional>
#include <string>

#include "core/microdata/microdata.hpp"

namespace microdata::postgres {

// A role as the catalog and messages have it.
const char* role_name(Role role);
std::optional<Role> role_from_name(const std::string& name);

}  // namespace microdata::postgres

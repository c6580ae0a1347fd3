// Returns rows in the format of psql.
#pragma once

#include <string>

#include "client/connection.hpp"

namespace microdata::client {

std::string aligned_table(const Rows& rows);

}  // namespace microdata::client

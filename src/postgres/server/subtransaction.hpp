#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

// Runs `body` in a subtransaction, whose locks and changes stay where it ends without an error.
// Otherwise they are undone, and the error is returned: a cancel among others, which whoever calls
// passes on.
std::optional<Error> in_subtransaction(const std::function<void()>& body);

}  // namespace microdata::postgres

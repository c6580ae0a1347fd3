#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "core/utility/loss_measure.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// The argument `loss`; nothing where it is NULL or the function does not have it.
std::optional<LossMeasure> given_loss(const Arguments& arguments);

// As the argument has it, for the catalog.
std::string to_string(LossMeasure loss);

}  // namespace microdata::postgres

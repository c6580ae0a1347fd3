#pragma once

#include "postgres/server/api.hpp"

#include "core/utility/distribution_model.hpp"

namespace microdata::postgres {

// NOTICE of a divergence that has no closed form.
void report_fitting(const Divergence& divergence);

}  // namespace microdata::postgres

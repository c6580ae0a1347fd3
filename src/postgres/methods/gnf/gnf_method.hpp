#pragma once

#include "postgres/server/api.hpp"

#include "core/utility/distribution_model.hpp"
#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

// Reports a NOTICE if the divergence has no closed form.
void report_fitting(const Divergence& divergence);

extern const Method gnf_method;
extern const LayoutOperations part_operations;

}  // namespace microdata::postgres

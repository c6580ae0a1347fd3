#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

extern const Method generalization_method;

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/layout_operations.hpp"

namespace microdata::postgres {

// Operations of releases whose buckets have rows, and of those whose buckets have persons.
extern const LayoutOperations bucket_operations;
extern const LayoutOperations person_operations;

}  // namespace microdata::postgres

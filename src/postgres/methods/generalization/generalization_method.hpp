#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

extern const Method generalization_method;
extern const LayoutOperations class_operations;
// Returns those of releases whose classes have persons with several rows.
LayoutOperations operations_of_person_classes();

}  // namespace microdata::postgres

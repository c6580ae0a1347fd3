#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/inspection/part_task.hpp"

namespace microdata::postgres {

// The membership audit's question about a region.
extern const PartQuestion membership_in_buckets_question;

// Operations of releases whose buckets have rows, and of releases whose buckets have persons.
extern const LayoutOperations bucket_operations;
extern const LayoutOperations person_operations;

}  // namespace microdata::postgres

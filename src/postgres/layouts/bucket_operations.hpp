#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// Answers, on a worker, the membership audit's question about one region.
AnswerPart answer_membership_in_buckets;

// Operations of releases whose buckets have rows, and of releases whose buckets have persons.
extern const LayoutOperations bucket_operations;
extern const LayoutOperations person_operations;

}  // namespace microdata::postgres

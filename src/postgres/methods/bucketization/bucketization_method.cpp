#include "postgres/methods/bucketization/bucketization_method.hpp"

#include "postgres/inspection/bucket_method.hpp"

namespace microdata::postgres {

const Method bucketization_method =
    bucket_method("bucketization",
                  "Made by bucketization: rows are in buckets, and within a bucket nothing links "
                  "sensitive values to "
                  "the other attributes.");

}  // namespace microdata::postgres

#include "postgres/methods/bucketization/bucketization_method.hpp"

#include "postgres/inspection/bucket_method.hpp"

namespace microdata::postgres {

const Method bucketization_method = bucket_method("bucketization");

}  // namespace microdata::postgres

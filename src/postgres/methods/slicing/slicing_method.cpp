#include "postgres/methods/slicing/slicing_method.hpp"

#include "postgres/inspection/bucket_method.hpp"

namespace microdata::postgres {

const Method slicing_method = bucket_method("slicing");

}  // namespace microdata::postgres

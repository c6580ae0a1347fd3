#include "postgres/methods/slicing/slicing_method.hpp"

#include "postgres/inspection/bucket_method.hpp"

namespace microdata::postgres {

const Method slicing_method = bucket_method("slicing",
                                            "Made by slicing: rows are in buckets, and within a "
                                            "bucket nothing links one group of attributes "
                                            "to another.");

}  // namespace microdata::postgres

#include "postgres/inspection/bucket_method.hpp"

#include "postgres/inspection/bucket_matching.hpp"
#include "postgres/inspection/bucket_verification.hpp"
#include "postgres/inspection/count_estimation.hpp"

namespace microdata::postgres {

Method bucket_method(const char* name) {
  return {
      .name = name,
      .verify = verify_buckets,
      .disclosure = disclosure_of_buckets,
      .matching_buckets = find_matching_buckets,
      .membership = no_membership,
      .counts = counts_of_buckets,
      .extents = no_extents,
      .divergence = no_divergence,
  };
}

}  // namespace microdata::postgres

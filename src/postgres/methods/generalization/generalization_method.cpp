#include "postgres/methods/generalization/generalization_method.hpp"

#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/published_extents.hpp"
#include "postgres/methods/generalization/generalization_verification.hpp"

namespace microdata::postgres {

namespace {

std::vector<PublishedExtents> extents_of_generalized(const Release& release,
                                                     const Progress& progress) {
  Release alone = release;
  alone.source.reset();
  return extents_of(release, read_generalization(alone, progress), progress);
}

}  // namespace

const Method generalization_method{
    .name = "generalization",
    .verify = verify_generalized,
    .disclosure = disclosure_of_generalized,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "a generalized release has no buckets",
                "disclosure() shows how well sensitive values can be guessed from it."},
    .membership = no_membership,
    .counts = counts_of_rows,
    .extents = extents_of_generalized,
    .divergence = no_divergence,
};

}  // namespace microdata::postgres

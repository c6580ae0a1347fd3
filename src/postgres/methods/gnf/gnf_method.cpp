#include "postgres/methods/gnf/gnf_method.hpp"

#include "postgres/methods/gnf/decomposed_divergence.hpp"
#include "postgres/methods/gnf/decomposed_estimation.hpp"
#include "postgres/methods/gnf/decomposition_verification.hpp"

namespace microdata::postgres {

const Method gnf_method{
    .name = "gnf",
    .about =
        "Made by decomposition: attributes stand in tables that nothing but shared values links, "
        "in buckets where a privacy rule asks for them.",
    .verify = verify_decomposed,
    .disclosure = disclosure_of_decomposed,
    .inference = no_inference,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                "the parts of a decomposition have buckets each",
                "disclosure() shows how well sensitive values can be guessed from them."},
    .membership = no_membership,
    .counts = CountEstimation{estimate_count_of_parts, estimate_of_parts},
    .extents = Missing{ERRCODE_WRONG_OBJECT_TYPE, true, "is no generalized release",
                       "Use kl_divergence() for the parts of a decomposition."},
    .divergence = divergence_of_decomposed,
};

}  // namespace microdata::postgres

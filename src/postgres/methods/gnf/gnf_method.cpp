#include "postgres/methods/gnf/gnf_method.hpp"

#include "postgres/methods/gnf/decomposed_divergence.hpp"
#include "postgres/methods/gnf/decomposed_estimation.hpp"
#include "postgres/methods/gnf/decomposed_inference.hpp"
#include "postgres/methods/gnf/decomposed_membership.hpp"
#include "postgres/methods/gnf/decomposition_verification.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/methods/gnf/shown_decomposition.hpp"

namespace microdata::postgres {

namespace {

void add_rules(const Release& release, Json& arguments) {
  arguments.add("rules", recorded_rules(release));
}

}  // namespace

const Method gnf_method{
    .name = "gnf",
    .about =
        "Made by decomposition: attributes stand in tables that nothing but shared values links, "
        "in buckets where a privacy rule asks for them.",
    .call = {.function = "gnf_decompose", .add_arguments = add_rules},
    .structure = check_parts,
    .layout = LayoutKind::parts,
};

const LayoutOperations part_operations{
    .verify = verify_decomposed,
    .disclosure = disclosure_of_decomposed,
    .inference = audit_inference_in_parts,
    .members_and_outsiders = audit_membership_in_parts,
    .places = no_places,
    .released_table = no_released_table,
    .shown = read_shown_parts,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                "the parts of a decomposition have buckets each",
                "disclosure() shows how well sensitive values can be guessed from them."},
    .membership = no_membership,
    .counts = CountEstimation{estimate_of_parts},
    .groups = estimate_groups_of_parts,
    .loss = Missing{ERRCODE_WRONG_OBJECT_TYPE, true, "is no generalized release",
                    "Use microdata.kl_divergence() for the parts of a decomposition."},
    .divergence = divergence_of_decomposed,
};

}  // namespace microdata::postgres

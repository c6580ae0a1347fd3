#include "postgres/inspection/bucket_operations.hpp"

#include "postgres/inspection/bucket_inference.hpp"
#include "postgres/inspection/bucket_matching.hpp"
#include "postgres/inspection/bucket_membership.hpp"
#include "postgres/inspection/bucket_verification.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/shown_release.hpp"
#include "postgres/inspection/subject_estimation.hpp"
#include "postgres/inspection/subject_inference.hpp"
#include "postgres/inspection/subject_matching.hpp"
#include "postgres/inspection/subject_members.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/inspection/subject_verification.hpp"

namespace microdata::postgres {

namespace {

ShownRelease show_buckets(const Release& release, const ReadScope& beside,
                          const Progress& progress) {
  return shown_release(read_table_in_buckets(release, beside, progress));
}

}  // namespace

const LayoutOperations bucket_operations{
    .verify = verify_buckets,
    .disclosure = disclosure_of_buckets,
    .inference = audit_inference_in_buckets,
    .members_and_outsiders = audit_membership_in_buckets,
    .places = place_in_buckets,
    .released_table = read_table_in_buckets,
    .shown = show_buckets,
    .matching_buckets = find_matching_buckets,
    .membership = no_membership,
    .counts = counts_of_buckets,
    .groups = estimate_groups_of_buckets,
    .loss = no_loss,
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::everywhere,
};

const LayoutOperations person_operations{
    .verify = verify_subjects,
    .disclosure = disclosure_of_subjects,
    .inference = audit_inference_of_subjects,
    .members_and_outsiders = audit_membership_of_subjects,
    .places = no_places,
    .released_table = no_released_table,
    .shown = read_shown_subjects,
    .matching_buckets = match_subjects,
    .membership = no_membership,
    .counts = counts_of_subjects,
    .groups = estimate_groups_of_subjects,
    .loss = no_loss,
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::everywhere,
};

}  // namespace microdata::postgres

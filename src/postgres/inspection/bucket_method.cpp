#include "postgres/inspection/bucket_method.hpp"

#include "postgres/inspection/bucket_inference.hpp"
#include "postgres/inspection/bucket_matching.hpp"
#include "postgres/inspection/bucket_membership.hpp"
#include "postgres/inspection/bucket_verification.hpp"
#include "postgres/inspection/cohort_verification.hpp"
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

// Buckets have rows or, where persons have several, persons.

std::vector<Finding> verify(const Release& release, const Progress& progress) {
  if (is_of_cohorts(release)) return verify_cohorts(release, progress);
  return is_of_subjects(release) ? verify_subjects(release, progress)
                                 : verify_buckets(release, progress);
}

DisclosureFigures measure_disclosure_in_buckets(const Release& release, const Progress& progress) {
  return is_of_subjects(release) ? disclosure_of_subjects(release, progress)
                                 : disclosure_of_buckets(release, progress);
}

std::vector<InferenceFigures> audit_buckets(const Release& release, const InferenceRequest& request,
                                            Random& random, const Progress& progress) {
  return is_of_subjects(release) ? audit_inference_of_subjects(release, request, random, progress)
                                 : audit_inference_in_buckets(release, request, random, progress);
}

std::vector<MembershipOfKnown> audit_members(const Release& release,
                                             const std::optional<Oid>& outsiders, Random& random,
                                             const Progress& progress) {
  if (is_of_subjects(release))
    return audit_membership_of_subjects(release, outsiders, random, progress);
  return audit_membership_in_buckets(release, outsiders, random, progress);
}

void place(const Release& release, const ReadBeside& beside, const VisitPlaced& visit,
           const Progress& progress) {
  if (is_of_subjects(release)) fail_missing(no_places, release.relations.front());
  place_in_buckets(release, beside, visit, progress);
}

ReleasedTable read_buckets(const Release& release, const ReadBeside& beside,
                           const Progress& progress) {
  if (is_of_subjects(release)) fail_missing(no_released_table, release.relations.front());
  return read_table_in_buckets(release, beside, progress);
}

ShownRelease show_buckets(const Release& release, const ReadBeside& beside,
                          const Progress& progress) {
  if (is_of_subjects(release)) return read_shown_subjects(release, beside, progress);
  return shown_release(read_table_in_buckets(release, beside, progress));
}

std::vector<MatchingBucket> match(const Release& release, const Json& tuple,
                                  const Progress& progress) {
  return is_of_subjects(release) ? match_subjects(release, tuple, progress)
                                 : find_matching_buckets(release, tuple, progress);
}

GroupEstimates estimate_in_buckets(const Release& release, const GroupQuery& query,
                                   const Progress& progress) {
  if (is_of_subjects(release)) return estimate_groups_of_subjects(release, query, progress);
  return estimate_groups_of_buckets(release, query, progress);
}

}  // namespace

Method bucket_method(const char* name, const char* about, const PublishingCall& call,
                     CheckStructure* structure) {
  return {
      .name = name,
      .about = about,
      .call = call,
      .structure = structure,
      .verify = verify,
      .disclosure = measure_disclosure_in_buckets,
      .inference = audit_buckets,
      .members_and_outsiders = audit_members,
      .places = place,
      .released_table = read_buckets,
      .shown = show_buckets,
      .matching_buckets = match,
      .membership = no_membership,
      .counts = counts_of_subjects_or<counts_of_buckets>(),
      .groups = estimate_in_buckets,
      .loss = no_loss,
      .divergence = no_divergence,
      .counterfeits = KnownCounterfeits::everywhere,
  };
}

}  // namespace microdata::postgres

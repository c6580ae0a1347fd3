#include "postgres/inspection/bucket_method.hpp"

#include "postgres/inspection/bucket_inference.hpp"
#include "postgres/inspection/bucket_matching.hpp"
#include "postgres/inspection/bucket_verification.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/subject_estimation.hpp"
#include "postgres/inspection/subject_matching.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/inspection/subject_verification.hpp"

namespace microdata::postgres {

namespace {

// Buckets have rows or, where persons have several, persons.

std::vector<Finding> verify(const Release& release, const Progress& progress) {
  return is_of_subjects(release) ? verify_subjects(release, progress)
                                 : verify_buckets(release, progress);
}

DisclosureFigures measure_disclosure_in_buckets(const Release& release, const Progress& progress) {
  return is_of_subjects(release) ? disclosure_of_subjects(release, progress)
                                 : disclosure_of_buckets(release, progress);
}

std::vector<InferenceFigures> audit_buckets(const Release& release, const InferenceOptions& options,
                                            Random& random, const Progress& progress) {
  if (is_of_subjects(release)) fail_missing(no_inference, release.relations.front());
  return audit_inference_in_buckets(release, options, random, progress);
}

std::vector<MatchingBucket> match(const Release& release, const std::string& tuple,
                                  const Progress& progress) {
  return is_of_subjects(release) ? match_subjects(release, tuple, progress)
                                 : find_matching_buckets(release, tuple, progress);
}

}  // namespace

Method bucket_method(const char* name, const char* about) {
  return {
      .name = name,
      .about = about,
      .verify = verify,
      .disclosure = measure_disclosure_in_buckets,
      .inference = audit_buckets,
      .matching_buckets = match,
      .membership = no_membership,
      .counts = counts_of_subjects_or<counts_of_buckets>(),
      .extents = no_extents,
      .divergence = no_divergence,
  };
}

}  // namespace microdata::postgres

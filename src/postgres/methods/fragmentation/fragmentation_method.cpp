#include "postgres/methods/fragmentation/fragmentation_method.hpp"

#include <iterator>
#include <utility>

#include "postgres/inspection/published_extents.hpp"
#include "postgres/methods/fragmentation/fragmentation_verification.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/methods/fragmentation/subject_membership.hpp"

namespace microdata::postgres {

namespace {

std::vector<PublishedExtents> extents_of_fragments(const Release& release,
                                                   const Progress& progress) {
  Release alone = release;
  alone.source.reset();
  PublishedFragments published = read_fragments(alone, progress);
  std::vector<PublishedExtents> extents;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    std::vector<PublishedExtents> found =
        extents_of(release_of_fragment(release, f), std::move(published.tables[f]), progress);
    std::move(found.begin(), found.end(), std::back_inserter(extents));
  }
  return extents;
}

}  // namespace

const Method fragmentation_method{
    .name = "fragmentation",
    .about = "Made by fragmentation: attributes stand in tables whose rows nothing links.",
    .verify = verify_fragmented,
    .disclosure = Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                          "disclosure() does not measure joins of fragments",
                          "verify_release() shows what they disclose of sensitive values, "
                          "membership_likelihood() how well a person is found in them."},
    .inference = no_inference,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "a release in fragments has no buckets",
                "membership_likelihood() shows how well a person is found in it."},
    .membership = likelihood_of_membership,
    .counts =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "counts are not estimated from fragments",
                "Query the fragments themselves; information_loss() shows how much they were "
                "generalized."},
    .extents = extents_of_fragments,
    .divergence =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "kl_divergence() does not measure fragments",
                "information_loss() shows how much they were generalized."},
};

}  // namespace microdata::postgres

#include "postgres/methods/fragmentation/fragmentation_method.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "postgres/inspection/published_covers.hpp"
#include "postgres/inspection/published_extents.hpp"
#include "postgres/methods/fragmentation/fragmentation_verification.hpp"
#include "postgres/methods/fragmentation/fragmented_inference.hpp"
#include "postgres/methods/fragmentation/fragmented_membership.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/methods/fragmentation/shown_fragments.hpp"
#include "postgres/methods/fragmentation/subject_membership.hpp"
#include "postgres/release/release_lock.hpp"

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

std::size_t models_of_k_and_l(const Release& release) {
  return has_number(release, "l") ? 2 : 1;
}

// The class stands in every fragment, apart from the others.
void add_class(const Release& release, Json& arguments) {
  const auto found = std::find_if(release.attributes.begin(), release.attributes.end(),
                                  [](const ReleaseAttribute& a) { return a.column == 2; });
  if (found == release.attributes.end()) fail_incomplete(release);
  arguments.add("class", name_in_source(*found, release));
}

std::vector<PublishedCovers> covers_of_fragments(const Release& release, const Progress& progress) {
  std::vector<PublishedCovers> covers;
  for (PublishedGeneralization& table : read_fragments(release, progress).tables) {
    std::vector<PublishedCovers> found = covers_of_table(std::move(table));
    std::move(found.begin(), found.end(), std::back_inserter(covers));
  }
  return covers;
}

}  // namespace

const Method fragmentation_method{
    .name = "fragmentation",
    .about = "Made by fragmentation: attributes stand in tables whose rows nothing links.",
    .call = {"fragment_table", models_of_k_and_l, add_class},
    .structure = check_fragments,
    .layout = LayoutKind::fragments,
};

const LayoutOperations fragment_operations{
    .verify = verify_fragmented,
    .disclosure = Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                          "disclosure() does not measure joins of fragments",
                          "verify_release() shows what they disclose of sensitive values, "
                          "microdata.membership_likelihood() how well a person is found in them."},
    .inference = audit_inference_in_fragments,
    .members_and_outsiders = audit_membership_in_fragments,
    .places = no_places,
    .released_table = no_released_table,
    .shown = read_shown_fragments,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "a release in fragments has no buckets",
                "microdata.membership_likelihood() shows how well a person is found in it."},
    .membership = likelihood_of_membership,
    .counts =
        Missing{
            ERRCODE_FEATURE_NOT_SUPPORTED, false, "counts are not estimated from fragments",
            "Query the fragments themselves; microdata.information_loss() shows how much they were "
            "generalized."},
    .groups =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "groups are not estimated from fragments",
                "Query the fragments themselves; a count over one of them needs no estimate.",
                "Fragments share no values and no buckets, and are generalized each by itself: "
                "nothing shows how rows of one go with those of another."},
    .loss = LossReading{extents_of_fragments, covers_of_fragments},
    .divergence = Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                          "microdata.kl_divergence() does not measure fragments",
                          "microdata.information_loss() shows how much they were generalized."},
};

}  // namespace microdata::postgres

#include "postgres/methods/generalization/generalized_membership.hpp"

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  const PublishedGeneralization published =
      read_generalization(release, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const ClassCover cover = cover_classes(published, progress);
  const DrawnSides sides = draw_sides(published.members(), published.tuples, random);
  ValueChances chances(published.tuples);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const auto judged = [&](const char* known, const SlicedView::Values* rest) {
    return judge_known(
        known, match_persons(cover, published.quasi_identifiers, rest, chances, sides.members,
                             sides.outsiders, most_membership_entries, progress));
  };
  const MembershipOfKnown by_quasi_identifiers = judged("quasi-identifiers", nullptr);
  chances.add(published.rest, progress);
  return {judged("all", &published.rest), by_quasi_identifiers};
}

}  // namespace microdata::postgres

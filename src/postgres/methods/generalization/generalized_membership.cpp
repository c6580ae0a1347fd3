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
  const std::vector<Row> members = some_of(0, published.members(), random);
  const std::vector<Row> others = some_of(published.members(), published.tuples, random);
  ValueChances chances(published.tuples);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const auto judged = [&](const char* known, const SlicedView::Values* rest) {
    const SidesMatched matched = match_persons(cover, published.quasi_identifiers, rest, chances,
                                               members, others, most_membership_entries, progress);
    return MembershipOfKnown{known, judge_membership(matched.members, matched.outsiders), {}};
  };
  const MembershipOfKnown by_quasi_identifiers = judged("quasi-identifiers", nullptr);
  chances.add(published.rest, progress);
  return {judged("all", &published.rest), by_quasi_identifiers};
}

}  // namespace microdata::postgres

#include "postgres/methods/generalization/generalized_membership.hpp"

#include <utility>

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

namespace {

// Classes have rows of one region, so that those which cover a person add up.
std::vector<MembershipOfKnown> audit_by_regions(const Release& release,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const DrawnPersons persons =
      draw_members_and_outsiders(release, outsiders, most_membership_persons, random, progress);
  const std::vector<Row> members = numbers_from(0, persons.members);
  const std::vector<Row> others = numbers_from(persons.members, persons.tuples.count());
  const ReleasedRegions regions = released_regions(release).value();
  const std::size_t most_entries = most_membership_entries / regions.tree.regions();
  ValueChances of_known = ValueChances::of_region(0);
  ValueChances of_all = ValueChances::of_region(0);
  SidesMatched by_known;
  SidesMatched by_all;
  const auto add = [&] {
    const PublishedGeneralization published =
        read_generalization(release, progress, {.tuples = &persons.tuples});
    progress.phase("match");
    const ClassCover cover = cover_classes(published, progress);
    ValueChances chances = ValueChances::of_region(0);
    for (const RegionAttribute& attribute : published.quasi_identifiers)
      chances.add(attribute, progress);
    of_known.add_region(chances);
    chances.add(published.rest, progress);
    of_all.add_region(chances);
    const ValueChances alike(published.tuples);
    for (const auto& [rest, sum] :
         {std::pair<const SlicedView::Values*, SidesMatched*>(nullptr, &by_known),
          std::pair<const SlicedView::Values*, SidesMatched*>(&published.rest, &by_all)}) {
      add_region(*sum, match_persons(cover, published.quasi_identifiers, rest, alike, members,
                                     others, most_entries, progress));
    }
  };
  for_each_published_region(release, knowing_values_of_source(release, false), add);
  set_lifts(by_all, persons.members, of_all);
  set_lifts(by_known, persons.members, of_known);
  return {judge_known("all", by_all), judge_known("quasi-identifiers", by_known)};
}

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (must_read_by_regions(release, need_of_audit(release, "audit_membership()")))
    return audit_by_regions(release, outsiders, random, progress);
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

#include "postgres/methods/generalization/generalized_membership.hpp"

#include <string>
#include <tuple>
#include <utility>

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/region_membership.hpp"

namespace microdata::postgres {

namespace {

struct Sums {
  ValueChances chances_of_all = ValueChances::of_region(0);
  ValueChances chances_of_known = ValueChances::of_region(0);
  SidesMatched by_all;
  SidesMatched by_known;

  void add(const Sums& region) {
    chances_of_all.add_region(region.chances_of_all);
    chances_of_known.add_region(region.chances_of_known);
    add_region(by_all, region.by_all);
    add_region(by_known, region.by_known);
  }
};
template <typename Both>
auto members(Both& sums, const Sums* /*type*/) {
  return std::tie(sums.chances_of_all, sums.chances_of_known, sums.by_all, sums.by_known);
}

// Of the region that was entered. Classes have rows of one region, so that those which cover a
// person add up.
Sums match_in_region(const Release& release, const DrawnPersons& persons, std::size_t most_entries,
                     Random& /*random*/, const Progress& progress) {
  const std::vector<Row> members = numbers_from(0, persons.members);
  const std::vector<Row> others = numbers_from(persons.members, persons.tuples.count());
  const PublishedGeneralization published =
      read_generalization(release, progress, {.tuples = &persons.tuples});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  Sums sums;
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    sums.chances_of_known.add(attribute, progress);
  sums.chances_of_all = sums.chances_of_known;
  sums.chances_of_all.add(published.rest, progress);
  const ValueChances alike(published.tuples);
  for (const auto& [rest, sum] :
       {std::pair<const SlicedView::Values*, SidesMatched*>(nullptr, &sums.by_known),
        std::pair<const SlicedView::Values*, SidesMatched*>(&published.rest, &sums.by_all)}) {
    *sum = match_persons(cover, rest, alike, members, others, most_entries, progress);
  }
  return sums;
}

std::vector<MembershipOfKnown> judge(const DrawnPersons& persons, Sums& sums) {
  set_lifts(sums.by_all, persons.members, sums.chances_of_all);
  set_lifts(sums.by_known, persons.members, sums.chances_of_known);
  return {judge_known("all", sums.by_all), judge_known("quasi-identifiers", sums.by_known)};
}

constexpr MembershipByRegions<Sums> by_regions{"membership in classes", RowsOfSource::left,
                                               match_in_region, judge};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (auto judged = audit_membership_by_regions(by_regions, release, outsiders, random, progress))
    return *std::move(judged);
  const PublishedGeneralization published =
      read_generalization(release, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  const DrawnSides sides = draw_sides(published.members(), published.tuples, random);
  ValueChances chances(published.tuples);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const auto judged = [&](const char* known, const SlicedView::Values* rest) {
    return judge_known(known, match_persons(cover, rest, chances, sides.members, sides.outsiders,
                                            most_membership_entries, progress));
  };
  const MembershipOfKnown by_quasi_identifiers = judged("quasi-identifiers", nullptr);
  chances.add(published.rest, progress);
  return {judged("all", &published.rest), by_quasi_identifiers};
}

std::string answer_membership_in_classes(const AskedPart& asked, const Progress& progress) {
  return answer_membership(by_regions, asked, progress);
}

}  // namespace microdata::postgres

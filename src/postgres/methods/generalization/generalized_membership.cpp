#include "postgres/methods/generalization/generalized_membership.hpp"

#include <string>
#include <tuple>
#include <utility>

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/packed_matches.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/sampled_persons.hpp"

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
                     const Progress& progress) {
  const std::vector<Row> members = numbers_from(0, persons.members);
  const std::vector<Row> others = numbers_from(persons.members, persons.tuples.count());
  const PublishedGeneralization published =
      read_generalization(release, progress, {.tuples = &persons.tuples});
  progress.phase("match");
  const ClassCover cover = cover_classes(published, progress);
  Sums sums;
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    sums.chances_of_known.add(attribute, progress);
  sums.chances_of_all = sums.chances_of_known;
  sums.chances_of_all.add(published.rest, progress);
  const ValueChances alike(published.tuples);
  for (const auto& [rest, sum] :
       {std::pair<const SlicedView::Values*, SidesMatched*>(nullptr, &sums.by_known),
        std::pair<const SlicedView::Values*, SidesMatched*>(&published.rest, &sums.by_all)}) {
    *sum = match_persons(cover, published.quasi_identifiers, rest, alike, members, others,
                         most_entries, progress);
  }
  return sums;
}

std::vector<MembershipOfKnown> judge(const DrawnPersons& persons, Sums& sums) {
  set_lifts(sums.by_all, persons.members, sums.chances_of_all);
  set_lifts(sums.by_known, persons.members, sums.chances_of_known);
  return {judge_known("all", sums.by_all), judge_known("quasi-identifiers", sums.by_known)};
}

std::size_t entries_of_region(const Release& release) {
  return most_membership_entries / released_regions(release)->tree.regions();
}

std::vector<MembershipOfKnown> audit_by_regions(const Release& release,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const DrawnPersons persons =
      draw_members_and_outsiders(release, outsiders, most_membership_persons, random, progress);
  Sums sums;
  for_each_published_region(release, knowing_values_of_source(release, false), [&] {
    sums.add(match_in_region(release, persons, entries_of_region(release), progress));
  });
  return judge(persons, sums);
}

std::vector<MembershipOfKnown> audit_on_workers(const Release& release,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const DrawnPersons persons =
      sample_members_and_outsiders(release, outsiders, most_membership_persons, random, progress);
  RegionLoop loop(release, released_regions(release).value(),
                  knowing_values_of_source(release, false));
  WorkerRegions workers(release, loop, {.source = RowsOfSource::left});
  progress.phase("match");
  Sums sums;
  workers.ask("membership in classes",
              pack(packed_persons(persons, progress), entries_of_region(release)),
              bytes_of_matches(release, persons),
              [&](std::string answer) { sums.add(unpack<Sums>(std::move(answer))); });
  workers.finish();
  return judge(persons, sums);
}

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  const bool by_regions =
      must_read_by_regions(release, need_of_audit(release, "audit_membership()"));
  if (is_audited_on_workers(release, RowsOfSource::left))
    return audit_on_workers(release, outsiders, random, progress);
  if (by_regions) return audit_by_regions(release, outsiders, random, progress);
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

std::string answer_membership_in_classes(const AskedPart& asked, const Progress& progress) {
  PackedPersons packed;
  std::size_t most_entries = 0;
  Unpacking request(asked.request);
  request.take(packed, most_entries);
  request.finish();
  const DrawnPersons persons =
      unpacked_persons(packed, open_source(*asked.release.source), progress);
  return pack(match_in_region(asked.release, persons, most_entries, progress));
}

}  // namespace microdata::postgres

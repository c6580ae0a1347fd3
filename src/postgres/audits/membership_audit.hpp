#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/part_task.hpp"

namespace microdata::postgres {

// Figures of how well an attacker that knows some attributes of all persons distinguishes members
// from outsiders.
struct MembershipOfKnown {
  // Attributes that the attacker knows: "all" that are published, or "quasi-identifiers".
  const char* known;
  MembershipFigures figures;
  // Tuples that can arise, for releases in buckets.
  std::optional<ArisingTuples> arising;
};

// Largest number of members and of outsiders, which are looked at in turn, and of entries. If there
// are more, a random part is looked at.
inline constexpr std::size_t most_membership_persons = 50'000;
inline constexpr std::size_t most_membership_entries = 100'000'000;

// Persons who are looked at, in random order. Members are among the first `members` of all tuples,
// and outsiders among the others.
struct DrawnSides {
  std::vector<Row> members;
  std::vector<Row> outsiders;
};
inline DrawnSides draw_sides(std::size_t members, std::size_t tuples, Random& random) {
  const auto some_persons = [&](std::size_t first, std::size_t end) {
    std::vector<Row> persons(end - first);
    std::iota(persons.begin(), persons.end(), static_cast<Row>(first));
    random.shuffle(std::span(persons));
    persons.resize(std::min(persons.size(), most_membership_persons));
    return persons;
  };
  return {some_persons(0, members), some_persons(members, tuples)};
}

inline MembershipOfKnown judge_known(const char* known, const SidesMatched& matched) {
  return {known, judge_membership(matched.members, matched.outsiders), {}};
}

}  // namespace microdata::postgres

namespace microdata {

// Results of regions about the persons looked for, as servers send them to each other.

template <typename Match>
auto members(Match& match, const PersonMatch* /*type*/) {
  return std::tie(match.rows, match.lift, match.buckets);
}
template <typename Matched>
auto members(Matched& matched, const SidesMatched* /*type*/) {
  return std::tie(matched.members, matched.outsiders);
}
template <typename Arising>
auto members(Arising& arising, const ArisingTuples* /*type*/) {
  return std::tie(arising.original, arising.fake, arising.error, arising.fake_by_buckets);
}

}  // namespace microdata

namespace microdata::postgres {

// Returns the bytes for the matches of all persons by two kinds of knowledge, and for the numbers
// of rows that show each value.
inline double bytes_of_matches(const Release& release, const DrawnPersons& persons) {
  constexpr double of_match = 20;
  constexpr double of_number = 8;
  const double of_person =
      2 * (of_match + of_number * static_cast<double>(release.attributes.size()));
  return of_person * static_cast<double>(persons.persons());
}

// Results of the regions that were added, for one extent of the attacker's knowledge.
struct MembershipSum {
  SidesMatched matched;
  // Chances of the persons' values; without them, rare values count as others do.
  std::optional<ValueChances> chances;
  std::optional<ArisingTuples> arising;

  void add(const MembershipSum& region) {
    add_region(matched, region.matched);
    if (chances)
      chances->add_region(*region.chances);
    else
      chances = region.chances;
    if (arising)
      add_region(*arising, *region.arising);
    else
      arising = region.arising;
  }
};
template <typename Sum>
auto members(Sum& sum, const MembershipSum* /*type*/) {
  return std::tie(sum.matched, sum.chances, sum.arising);
}

struct MembershipSums {
  MembershipSum of_all;
  MembershipSum of_known;
};
template <typename Sums>
auto members(Sums& sums, const MembershipSums* /*type*/) {
  return std::tie(sums.of_all, sums.of_known);
}

using MembershipTask = PartTask<std::size_t, MembershipSums>;

// Audits members against outsiders by the regions of a release. All persons are looked for in each
// region, and the results add up. The request of `task` is the largest number of entries that a
// region looks at one by one. Returns nothing if the release must be read at once.
inline std::optional<std::vector<MembershipOfKnown>> audit_membership_by_regions(
    const MembershipTask& task, RowsOfSource source, const Release& release,
    const std::optional<Oid>& outsiders, Random& random, const Progress& progress) {
  const Division division =
      division_of(release, need_of_audit(release, "audit_membership()"), source);
  if (division == Division::none) return std::nullopt;
  const auto draw =
      division == Division::on_workers ? sample_members_and_outsiders : draw_members_and_outsiders;
  const DrawnPersons persons = draw(release, outsiders, most_membership_persons, random, progress);
  MembershipSums sums;
  run_parts(
      release, division,
      {.options = knowing_values_of_source(release, source == RowsOfSource::read),
       .persons = &persons},
      task, most_membership_entries / released_regions(release)->tree.regions(), &random,
      bytes_of_matches(release, persons),
      [&](const MembershipSums& region) {
        sums.of_all.add(region.of_all);
        sums.of_known.add(region.of_known);
      },
      progress);
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, sum] :
       {std::pair("all", &sums.of_all), std::pair("quasi-identifiers", &sums.of_known)}) {
    set_lifts(sum->matched, persons.members,
              sum->chances.value_or(ValueChances(persons.persons())));
    result.push_back(judge_known(known, sum->matched));
    result.back().arising = sum->arising;
  }
  return result;
}

}  // namespace microdata::postgres

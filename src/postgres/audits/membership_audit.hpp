#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/server/function_call.hpp"

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
DrawnSides draw_sides(std::size_t members, std::size_t tuples, Random& random);

MembershipOfKnown judge_known(const char* known, const SidesMatched& matched);

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
  return of_person * static_cast<double>(persons.tuples.count());
}

// Audit of members against outsiders by the regions of a release. All persons are looked for in
// each region, and the results add up. `Sums` has the results of one region or several; it is
// packed (packing.hpp) and has add().
template <typename Sums>
struct MembershipByRegions {
  // Question for microdata.audit_region().
  const char* question;
  RowsOfSource source;
  // Returns the results of the region that was entered. Looks at no more than `most_entries`
  // entries one by one.
  Sums (*match)(const Release& release, const DrawnPersons& persons, std::size_t most_entries,
                Random& random, const Progress& progress);
  // Returns the figures from the results of all regions.
  std::vector<MembershipOfKnown> (*judge)(const DrawnPersons& persons, Sums& sums);
};

// Returns the figures of a release that is read by regions, or nothing if the release must be read
// at once.
template <typename Sums>
std::optional<std::vector<MembershipOfKnown>> audit_membership_by_regions(
    const MembershipByRegions<Sums>& way, const Release& release,
    const std::optional<Oid>& outsiders, Random& random, const Progress& progress) {
  const bool by_regions =
      must_read_by_regions(release, need_of_audit(release, "audit_membership()"));
  const bool on_workers = is_audited_on_workers(release, way.source);
  if (!by_regions && !on_workers) return std::nullopt;
  const auto draw = on_workers ? sample_members_and_outsiders : draw_members_and_outsiders;
  const DrawnPersons persons = draw(release, outsiders, most_membership_persons, random, progress);
  const std::size_t most_entries =
      most_membership_entries / released_regions(release)->tree.regions();
  const LoopOptions options = knowing_values_of_source(release, way.source == RowsOfSource::read);
  Sums sums;
  if (on_workers) {
    const DividedReading reading{
        .options = options,
        .source = way.source,
        .phase = "match",
        .question = way.question,
        .request =
            [&] { return pack(packed_persons(persons, progress), most_entries, random.next()); },
        .bytes_of_answer = bytes_of_matches(release, persons)};
    ask_on_workers(
        release, reading, [&](std::string answer) { sums.add(unpack<Sums>(std::move(answer))); },
        progress);
  } else {
    for_each_published_region(release, options, [&] {
      sums.add(way.match(release, persons, most_entries, random, progress));
    });
  }
  return way.judge(persons, sums);
}

// Answers the question about a region on a worker.
template <typename Sums>
std::string answer_membership(const MembershipByRegions<Sums>& way, const AskedPart& asked,
                              const Progress& progress) {
  PackedPersons packed;
  std::size_t most_entries = 0;
  std::uint64_t seed = 0;
  Unpacking request = unpacking(asked.request);
  request.take(packed, most_entries, seed);
  request.finish();
  const DrawnPersons persons =
      unpacked_persons(packed, open_source(*asked.release.source), progress);
  Random random = asked.random(seed);
  return pack(way.match(asked.release, persons, most_entries, random, progress));
}

}  // namespace microdata::postgres

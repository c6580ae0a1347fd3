#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/server/function_call.hpp"

namespace microdata::postgres {

// How well members are told from outsiders by who knows some attributes of everybody.
struct MembershipOfKnown {
  // What is known: "all" that is published, or "quasi-identifiers".
  const char* known;
  MembershipFigures figures;
  // Of releases in buckets.
  std::optional<ArisingTuples> arising;
};

// Looked at in turn, members and outsiders; of more than this a random part.
inline constexpr std::size_t most_membership_persons = 50'000;
inline constexpr std::size_t most_membership_entries = 100'000'000;

// Those who are looked at, in random order: of the first `members` of all tuples, and of the
// others.
struct DrawnSides {
  std::vector<Row> members;
  std::vector<Row> outsiders;
};
DrawnSides draw_sides(std::size_t members, std::size_t tuples, Random& random);

MembershipOfKnown judge_known(const char* known, const SidesMatched& matched);

}  // namespace microdata::postgres

namespace microdata {

// What regions find of persons who are looked for, as servers send it to each other.

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

// Of everybody, what is found by two kinds of knowledge, and the rows that show each value.
inline double bytes_of_matches(const Release& release, const DrawnPersons& persons) {
  constexpr double of_match = 20;
  constexpr double of_number = 8;
  const double of_person =
      2 * (of_match + of_number * static_cast<double>(release.attributes.size()));
  return of_person * static_cast<double>(persons.tuples.count());
}

// Members against others by the regions of a release: all of them are looked for in each, and what
// is found of them adds up. `Sums` is that of a region, or of some: it is packed (packing.hpp), and
// has add().
template <typename Sums>
struct MembershipByRegions {
  // Of microdata.audit_region().
  const char* question;
  RowsOfSource source;
  // Of the region that was entered. At most so many entries are looked at one by one.
  Sums (*match)(const Release& release, const DrawnPersons& persons, std::size_t most_entries,
                Random& random, const Progress& progress);
  // Of all regions.
  std::vector<MembershipOfKnown> (*judge)(const DrawnPersons& persons, Sums& sums);
};

// Nothing where the release is to be read at once.
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

// What a worker answers of a region.
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

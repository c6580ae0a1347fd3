#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/membership_figures.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/packed_matches.hpp"
#include "postgres/inspection/sampled_persons.hpp"
#include "postgres/server/function_call.hpp"

namespace microdata::postgres {

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

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/base/progress.hpp"
#include "core/risk/membership_audit.hpp"

namespace microdata {

// Finds both sides' matches in turn, in their orders, until both sides end or `most_entries` of the
// release were looked at. `chances` is 1 for all persons if rare values count as others do.
template <typename MatchOf, typename EntriesOf>
SidesMatched match_in_turn(const ValueChances& chances, std::span<const Row> members,
                           std::span<const Row> outsiders, std::size_t most_entries,
                           const MatchOf& match_of, const EntriesOf& entries_of,
                           const Progress& progress) {
  SidesMatched matched;
  std::size_t entries = 0;
  const auto look_at = [&](Row person, std::vector<PersonMatch>& into) {
    entries += entries_of(person);
    into.push_back(match_of(person));
    PersonMatch& match = into.back();
    if (match.rows > 0) match.lift = match.rows / chances.of(person);
  };
  for (std::size_t i = 0; i < std::max(members.size(), outsiders.size()); ++i) {
    if (entries > most_entries) break;
    progress.checkpoint();
    if (i < members.size()) look_at(members[i], matched.members);
    if (i < outsiders.size()) look_at(outsiders[i], matched.outsiders);
  }
  return matched;
}

}  // namespace microdata

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "core/risk/membership_audit.hpp"

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

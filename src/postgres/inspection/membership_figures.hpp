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

// The first of the persons in random order.
std::vector<Row> some_of(std::size_t first, std::size_t end, Random& random);

}  // namespace microdata::postgres

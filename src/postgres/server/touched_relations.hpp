#pragma once

#include "postgres/server/api.hpp"

#include <array>

// Which relations were created, altered or dropped, as far as this session was told to forget what
// it had cached of them. Owns nothing, and an ERROR may pass through.

namespace microdata::postgres {

struct TouchedRelations {
  static constexpr int most = 64;

  // True if any relation might be among them: what is below is not all.
  bool any = true;
  int count = 0;
  std::array<Oid, most> relations{};
};

// Called once, when the library is loaded.
void watch_relations();

// Returns what was touched since it was asked for last, by this session and perhaps by others. A
// command's own relations are among them once its changes are visible.
TouchedRelations take_touched_relations();

}  // namespace microdata::postgres

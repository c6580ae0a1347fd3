#pragma once

#include "postgres/server/api.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

// Which relations were created, altered or dropped, as far as this session was told to forget what
// it had cached of them. Owns nothing, and an ERROR may pass through.

namespace microdata::postgres {

class TouchedRelations {
 public:
  // A command may be about thousands of partitions. Beyond these, all of them count as touched.
  static constexpr std::size_t most = 16384;

  // True if any relation might be among them: the others are not all.
  bool any() const { return any_; }
  std::size_t count() const { return count_; }
  Oid operator[](std::size_t i) const { return relations_[i]; }
  bool has(Oid relation) const;

  void add(Oid relation);
  void add_any() { any_ = true; }
  void clear();

 private:
  // A power of two, twice the most.
  static constexpr std::size_t slots = 2 * most;

  std::size_t slot_of(Oid relation) const;

  // The command that loads the library may have touched anything.
  bool any_ = true;
  std::size_t count_ = 0;
  std::array<Oid, most> relations_{};
  // The places of relations by their hashes, plus one; 0 is free.
  std::array<std::uint16_t, slots> places_{};
};

// Called once, when the library is loaded.
void watch_relations();

// Returns what was touched since it was asked for last, by this session and perhaps by others,
// until it is asked for again. A command's own relations are among them once its changes are
// visible.
const TouchedRelations& take_touched_relations();

}  // namespace microdata::postgres

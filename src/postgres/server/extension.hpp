#pragma once

#include "postgres/server/api.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Relations that were created, altered or dropped, as far as this session was told to forget its
// caches about them. Owns nothing, so that an ERROR can pass through.

class TouchedRelations {
 public:
  // The largest number of relations, because a command may be about thousands of partitions. Beyond
  // it, every relation counts as touched.
  static constexpr std::size_t most = 16384;

  // True if any relation might be among them, because some were not recorded.
  bool any() const { return any_; }
  std::size_t count() const { return count_; }
  Oid operator[](std::size_t i) const { return relations_[i]; }
  bool has(Oid relation) const;

  void add(Oid relation);
  void add_any() { any_ = true; }
  void clear();

 private:
  // The number of slots: a power of two, twice the largest number of relations.
  static constexpr std::size_t slots = 2 * most;

  std::size_t slot_of(Oid relation) const;

  // True at first, because the command that loads the library may have touched anything.
  bool any_ = true;
  std::size_t count_ = 0;
  std::array<Oid, most> relations_{};
  // The places of relations by their hashes, plus one; 0 is free.
  std::array<std::uint16_t, slots> places_{};
};

// Starts the watch; called once, when the library is loaded.
void watch_relations();

// Returns the relations that were touched since the last call, by this session and perhaps by
// others; valid until the next call. A command's own relations are among them once its changes are
// visible.
const TouchedRelations& take_touched_relations();

// Versions of the library and of the extension may differ. A package brings a library for all
// databases at once, to sessions that begin then. Each database keeps its catalog until it runs
// ALTER EXTENSION pg_microdata UPDATE.

// Returns the version of the extension in the database; nothing if there is none, as while the
// extension is dropped.
std::optional<std::string> extension_version();

// Returns the version of this library.
const char* library_version();

// Returns the error, or its text for a warning, that names both versions and what to do.
Error version_error(const std::string& of_extension);

// Fails if the extension has another version than the library, whose statements only suit the
// tables and functions of its own version.
void require_own_version();

}  // namespace microdata::postgres

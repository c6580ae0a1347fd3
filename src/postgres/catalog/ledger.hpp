#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The ledger: every release that was ever made. What was published once stays known, whatever
// becomes of the release and of its source. Requires a SpiSession.

namespace microdata::postgres {

// Enters a release that is on record. `source` may be temporary, or none.
void remember_release(std::int64_t id, Oid source);

// Releases about the persons of a source, as far as that can be told: of the same table, of a view
// over it or of what it reads, of its heirs and parents, of a table of its name that is gone, or of
// a table with the same persons' keys.
struct EarlierReleases {
  std::size_t all = 0;
  // Those that were dropped or replaced.
  std::size_t gone = 0;
  // Releases that nobody but their maker, the owner of the source and superusers could read.
  std::size_t unread = 0;
};
// Releases of `known` do not count.
EarlierReleases earlier_releases(Oid source, const std::vector<std::int64_t>& known = {});

// Releases that could be read by a role other than their makers, the owners of their sources, who
// know all of these, and superusers.
struct ReadReleases {
  std::size_t all = 0;
  // Releases that are gone, but for editions, which series remember.
  std::size_t gone = 0;
};
// Releases of `known` do not count.
ReadReleases read_by_others(Oid source, const std::vector<std::int64_t>& known = {});

// How many of them somebody else may hold: those that could be read, and editions that were no
// drafts, since a gate errs on the safe side.
std::size_t held_by_others(Oid source, const std::vector<std::int64_t>& known = {});

// Waits until nobody else is about to publish about these persons with the same demand, and has
// others wait until this transaction ends.
void wait_for_publication(Oid source);

// That a release, which is dropped by now, has given way to another.
void mark_replaced(std::int64_t id);

// Takes a release off the record whose relations stay: another record takes its place.
void forget_former(std::int64_t id);

// What event triggers do. An array of relations: what is gone, or altered.
void remember_ends(const std::string& gone, const std::string& user);
void forget_in_ledger(const std::string& gone);
void follow_source_owners(const std::string& altered);

// Whoever the commands that have just ended let read releases, views on them, or their parents.
void remember_readers();
// Whoever may read these relations by now.
void remember_readers_of(const std::vector<Oid>& relations);

// Takes a release out, for the owner of its source; fails where it is still there, or where
// somebody else could read it.
void forget_release(std::int64_t id, const std::string& reason);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The ledger of every release that was ever made. Published releases stay in it, whatever becomes
// of the releases and their sources. The functions require a SpiSession.

namespace microdata::postgres {

// Enters a recorded release. `source` may be temporary or InvalidOid.
void remember_release(std::int64_t id, Oid source);

// Numbers of releases about the people of a source, as far as the ledger shows. Releases of the
// table, of a view over it and of tables that it reads count. So do releases of its heirs and
// parents, of a dropped table of its name, and of a table with the same keys of people.
struct EarlierReleases {
  std::size_t all = 0;
  // Releases that were dropped or replaced.
  std::size_t gone = 0;
  // Releases that only their maker, the owner of the source and superusers could read.
  std::size_t unread = 0;
};
// Returns the numbers without the releases of `known`.
EarlierReleases earlier_releases(Oid source, const std::vector<std::int64_t>& known = {});

// Releases that other roles could read. Their makers, superusers and the owners of their sources do
// not count, because they know all of these releases.
struct ReadReleases {
  std::size_t all = 0;
  // Dropped or replaced releases, without editions, which series remember.
  std::size_t gone = 0;
};
// Returns the numbers without the releases of `known`.
ReadReleases read_by_others(Oid source, const std::vector<std::int64_t>& known = {});

// Returns the number of releases that another role might hold: readable releases, and editions that
// were not drafts, because a gate errs on the safe side.
std::size_t held_by_others(Oid source, const std::vector<std::int64_t>& known = {});

// Waits until no other session is about to publish about these people with the same request, and
// makes other sessions wait until this transaction ends.
void wait_for_publication(Oid source);

// Records that a dropped release has given way to another.
void mark_replaced(std::int64_t id);

// Removes the record of a release whose relations stay, because another record takes its place.
void forget_former(std::int64_t id);

// Functions of event triggers. `gone` and `altered` are arrays of relations.
void remember_ends(const std::string& gone, const std::string& user);
void forget_in_ledger(const std::string& gone);
void follow_source_owners(const std::string& altered);

// Remembers the readers that the commands that have just ended gave to releases, to views on them,
// or to their parents.
void remember_readers();
// Remembers the roles that may read these relations by now.
void remember_readers_of(const std::vector<Oid>& relations);

// Removes a release from the ledger for the owner of its source. Fails if the release still exists,
// or if another role could read it.
void forget_release(std::int64_t id, const std::string& reason);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// A release is found in two steps, its relation by name or OID and its record by the relation;
// another session can replace or drop it in between. With a lock on its relations, both match: the
// dropping session releases its locks only after its changes are visible to all.

// Returns the release of a relation, with all of its relations locked; nothing if the relation
// belongs to none. Only the relations' owner may ask for locks stronger than for reading, and not
// on the views of a series. Fails if the relation no longer exists.
std::optional<Release> locked_release(Oid relation, LOCKMODE mode);

// Returns the release like locked_release(), but nothing if the relation no longer exists.
std::optional<Release> locked_release_if_there(Oid relation, LOCKMODE mode);

// Returns the release that a relation belongs to, with its relations locked. Fails if the relation
// belongs to none.
Release require_release(Oid relation, LOCKMODE lock = AccessShareLock);

// Fails for a release that has lost some of its relations.
[[noreturn]] void fail_incomplete(const Release& release);

// Waits until no other session creates a relation of that name, and keeps others from it until the
// transaction ends. A name without a relation cannot be locked as a relation; without this lock,
// the second session would fail because of a relation that it could have seen and replaced.
void lock_name(Oid schema, const std::string& name);

// Returns the relation that has the name, locked; InvalidOid if there is none. Fails, before it
// waits, if the caller does not own the relation.
Oid lock_named(Oid schema, const std::string& name, LOCKMODE mode);

// Lock on the relation that has a name, for looking at it; the lock is released at the end of the
// scope.
class NamedLock {
 public:
  NamedLock(Oid schema, const std::string& name);
  NamedLock(const NamedLock&) = delete;
  NamedLock& operator=(const NamedLock&) = delete;
  ~NamedLock();

 private:
  Oid relation_;
};

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// A release is found in two steps, its relation by name or OID and its record by the relation, and
// another session may replace or drop it in between. Whoever holds a lock on its relations finds
// both as they belong together: the dropping session gives its locks up only after what it did is
// visible to everybody.

// The release of a relation with all of its relations locked; nothing where the relation belongs
// to none. Stronger locks than for reading are asked for only by the relations' owner, and not of
// the views of a series. Fails where the relation is gone.
std::optional<Release> locked_release(Oid relation, LOCKMODE mode);

// The same, and nothing where the relation is gone.
std::optional<Release> locked_release_if_there(Oid relation, LOCKMODE mode);

// The release that a relation belongs to, its relations locked; fails where it belongs to none.
Release require_release(Oid relation, LOCKMODE lock = AccessShareLock);

// For a release without some of its relations.
[[noreturn]] void fail_incomplete(const Release& release);

// Waits until no other session is making a relation of that name, until the transaction ends.
// A name that is not there yet cannot be locked as a relation; without this, whoever comes second
// would fail on what she could have seen, and replaced.
void lock_name(Oid schema, const std::string& name);

// The relation that has the name, locked, or none. Fails, before it waits, where the caller does
// not own it.
Oid lock_named(Oid schema, const std::string& name, LOCKMODE mode);

// The same for a look at it: the lock is given up with the scope.
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

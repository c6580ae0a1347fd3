#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/series/signature.hpp"

namespace microdata::postgres {

// The first 16 bytes of a keyed hash, by which a series recognizes a person.
struct PersonHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const PersonHash&) const = default;
};

// Returns the hash as a uuid is written.
std::string as_uuid(const PersonHash& hash);

// The memory of a series about a person. Numbers of editions begin at 1.
struct RememberedPerson {
  PersonHash hash;
  // The block and offset of the row in its table, valid until the transaction ends.
  std::uint64_t place = 0;
  // The person's signature; no_signature while the person waits.
  std::uint32_t signature = no_signature;
  // The first edition that the person was in, or missed while waiting.
  std::int32_t arrived = 0;
  // The edition since which the person was in every edition, with unchanged attributes except the
  // sensitive one.
  std::int32_t since = 0;
  // shown_hashes() of these attributes; 0 while the person waits.
  std::uint32_t shown = 0;
  // The first edition that the person missed again; 0 if there is none.
  std::int32_t gone = 0;
  // The edition from which on the person is withheld; 0 if there is none.
  std::int32_t withheld = 0;

  bool operator==(const RememberedPerson&) const = default;

  // True if the person was certainly in an edition. A person who came back may have missed earlier
  // ones.
  bool was_in(std::int32_t edition) const;
  // True if the edition showed the person with the remembered attributes.
  bool was_shown_in(std::int32_t edition) const;
  // True if the person was certainly withheld from an edition and the source had the person then.
  bool was_withheld_in(std::int32_t edition) const;
};

// Returns all remembered people, in any order.
std::vector<RememberedPerson> remembered_persons(std::int32_t series, const Progress& progress);

// The changes that an edition makes to the remembered people.
struct PersonChanges {
  // New people, including people who wait; without places.
  std::vector<RememberedPerson> arrivals;
  // People as they are from now on.
  std::vector<RememberedPerson> changed;
  // People who waited and are no longer in the source; nothing was published about them.
  std::vector<RememberedPerson> forgotten;
};

// Records the changes in the name of the catalog's owner.
void record_persons(std::int32_t series, const PersonChanges& changes);

}  // namespace microdata::postgres

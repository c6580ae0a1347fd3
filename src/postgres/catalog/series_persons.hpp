#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/series/signature.hpp"

namespace microdata::postgres {

// By which a person of a series is known again: the first 16 bytes of a keyed hash.
struct PersonHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const PersonHash&) const = default;
};

// As a uuid is written.
std::string as_uuid(const PersonHash& hash);

// What a series remembers of a person. Numbers of editions begin at 1.
struct RememberedPerson {
  PersonHash hash;
  // Where it is in its table, block and offset: holds for as long as the transaction.
  std::uint64_t place = 0;
  // no_signature while the person waits.
  std::uint32_t signature = no_signature;
  // The first edition that the person was in, or missed while waiting.
  std::int32_t arrived = 0;
  // The edition since when the person was in every one, with the same attributes but for the
  // sensitive one.
  std::int32_t since = 0;
  // shown_hashes() of these; 0 while the person waits.
  std::uint32_t shown = 0;
  // The first edition that the person missed again; 0: none.
  std::int32_t gone = 0;
  // The edition from which on the person is withheld; 0: none.
  std::int32_t withheld = 0;

  bool operator==(const RememberedPerson&) const = default;

  // Whether the person was in an edition for sure: who came back may have missed some before.
  bool was_in(std::int32_t edition) const;
  // Whether it showed the person with the attributes that are remembered.
  bool was_shown_in(std::int32_t edition) const;
  // True if the person was withheld from an edition for sure, and the source had the person then.
  bool was_withheld_in(std::int32_t edition) const;
};

// Of all persons, in any order.
std::vector<RememberedPerson> remembered_persons(std::int32_t series, const Progress& progress);

// What an edition changes of what is remembered.
struct PersonChanges {
  // Those who wait among them; without places.
  std::vector<RememberedPerson> arrivals;
  // As they are from now on.
  std::vector<RememberedPerson> changed;
  // Those who waited, and are no longer there: nothing was published of them.
  std::vector<RememberedPerson> forgotten;
};

// In the name of the catalog's owner.
void record_persons(std::int32_t series, const PersonChanges& changes);

}  // namespace microdata::postgres

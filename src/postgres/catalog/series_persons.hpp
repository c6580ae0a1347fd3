#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/series/signature.hpp"

namespace microdata::postgres {

struct Series;
struct EditionRecord;

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

// Records of series with several rows per person, in the extension's tables. The functions require
// a SpiSession.

struct RememberedMember {
  PersonHash hash;
  // The person's cohort; empty while the person waits.
  std::optional<std::uint32_t> cohort;
  // The numbers of the values of the published set.
  std::vector<std::uint32_t> values;
  // The first edition without the person; 0 if there is none.
  std::int32_t missed = 0;
  // shown_hashes() of the newest edition; 0 if the person is not in it.
  std::uint32_t shown = 0;
  // The first edition since which `shown` has been unchanged.
  std::int32_t since = 0;
  // The edition that first showed the person, or that the person missed while waiting.
  std::int32_t arrived = 0;
};

// Returns the people that a series remembers; those of a cohort in any order.
std::vector<RememberedMember> remembered_members(std::int32_t series);

// Returns the remembered values by number, each as its type writes it; NULL as an empty optional.
std::vector<std::optional<std::string>> remembered_values(std::int32_t series);

// The changes that an edition makes to the remembered people.
struct MemberChanges {
  // New people, including people who wait.
  std::vector<RememberedMember> arrivals;
  // People who waited and have a cohort now, and people whose sets have grown.
  std::vector<RememberedMember> changed;
  // People whom this edition is the first to miss.
  std::vector<RememberedMember> missed;
  // People whom the edition shows differently from the previous one, shows again, or no longer
  // shows.
  std::vector<RememberedMember> shown;
  // People who waited and are no longer in the source; nothing was published about them.
  std::vector<RememberedMember> forgotten;
  // New values, numbered from values_before on.
  std::vector<std::optional<std::string>> new_values;
  std::size_t values_before = 0;
};

// Records an edition and its changes. Fails if the series has changed since `of` was read.
void record_cohort_edition(const Series& of, const EditionRecord& edition,
                           const MemberChanges& changes);

}  // namespace microdata::postgres

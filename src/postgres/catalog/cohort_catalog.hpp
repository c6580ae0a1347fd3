#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// What the extension's tables know of series of persons with several rows. Requires a SpiSession.

struct RememberedMember {
  PersonHash hash;
  // Nothing while the person waits.
  std::optional<std::uint32_t> cohort;
  // The numbers of the values of the published set.
  std::vector<std::uint32_t> values;
  // The first edition that was without the person; 0: none.
  std::int32_t missed = 0;
  // shown_hashes() of the newest edition; 0 where the person is not in it.
  std::uint32_t shown = 0;
  // The first of the editions up to the newest of which that is so.
  std::int32_t since = 0;
  // The edition that first showed the person, or that the person missed while waiting.
  std::int32_t arrived = 0;
};

// Those of a cohort in any order.
std::vector<RememberedMember> remembered_members(std::int32_t series);

// By number, each as its type writes it; of NULL nothing.
std::vector<std::optional<std::string>> remembered_values(std::int32_t series);

// What an edition changes of what is remembered.
struct MemberChanges {
  // Those who wait among them.
  std::vector<RememberedMember> arrivals;
  // Those who waited and have a cohort now, and those whose sets grew.
  std::vector<RememberedMember> changed;
  // Those of whom this is the first edition without them.
  std::vector<RememberedMember> missed;
  // Those whom the edition shows otherwise than the one before, or shows again, or no longer.
  std::vector<RememberedMember> shown;
  // Those who waited, and are no longer there: nothing was published of them.
  std::vector<RememberedMember> forgotten;
  // The numbers of new values follow those of the values before.
  std::vector<std::optional<std::string>> new_values;
  std::size_t values_before = 0;
};

// Fails if the series has changed since `of` was read.
void record_cohort_edition(const Series& of, const EditionRecord& edition,
                           const MemberChanges& changes);

}  // namespace microdata::postgres

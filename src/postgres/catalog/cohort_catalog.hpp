#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

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

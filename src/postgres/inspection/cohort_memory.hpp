#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/cohort_catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/recorded_series.hpp"

namespace microdata::postgres {

// What a series of persons with several rows remembers, at one moment.
struct CohortMemory : RecordedSeries {
  std::vector<RememberedMember> members;
  std::vector<std::optional<std::string>> values;
};

CohortMemory recall_cohorts(const std::string& name, const Progress& progress);

// What an edition's tables show of a cohort's persons.
struct ShownPersons {
  std::size_t sets = 0;
  std::size_t persons = 0;
  // shown_hashes() of persons, with how many have each.
  std::map<std::uint32_t, std::size_t> hashes;
};

// By number of the bucket, as a text.
using PersonsOfCohorts = std::map<std::string, ShownPersons>;

// An edition beside what is recorded of it, and beside its members where it is one since the series
// began. Who has been missing may have come back: it is remembered since when.
std::vector<Finding> compare_persons(const PersonsOfCohorts& shown, const EditionRecord& edition,
                                     const CohortMemory& memory, const Progress& progress);

// That an edition since the series began shows everybody in the cohort, and with the attributes,
// that are remembered: of a former one, those of whom later editions show the same; of the newest
// one all, and nobody else. `comparable`: the values are written today as they were then.
Finding compare_attributes(const PersonsOfCohorts& shown, std::int32_t edition,
                           const CohortMemory& memory, bool comparable, const Progress& progress);

// Of what is remembered by itself.
std::vector<Finding> verify_memory(const CohortMemory& memory, const Progress& progress);

}  // namespace microdata::postgres

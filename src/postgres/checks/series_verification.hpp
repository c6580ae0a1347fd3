#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Verification of a series' editions by its memory and its source, as far as they exist. People
// have one signature in all editions (definition 3 of Xiao and Tao, SIGMOD 2007) if each edition
// shows every person with the remembered signature. Only the source identifies people: those whose
// published attributes are unchanged since the edition was made.

// Verifies one edition, and checks that former editions show the same signatures.
std::vector<Finding> verify_in_series(const std::string& series, const Release& release,
                                      const ShownEdition& shown, const Progress& progress);

// Returns the findings for a release whose series the caller cannot see. The owner of the source
// gets a finding that people's signatures were not checked.
std::vector<Finding> without_series(const Release& release);

struct SeriesFinding {
  // Number of the edition; empty if the finding is about the whole series.
  std::optional<std::int32_t> edition;
  Finding finding;
};

// Verifies a whole series, edition by edition.
std::vector<SeriesFinding> verify_series(const std::string& name, const Progress& progress);

// Checks the guarantees of the series in the published tables. No value may be in more than 1/m of
// a cohort's sets. Cohorts must stay together, and sets must only grow until a person is missing.
// Both are compared with the former editions that the caller can see and read. The newest edition
// must show what the series remembers. Requires a SpiSession.
std::vector<Finding> verify_cohorts(const Release& release, const Progress& progress);

// Verifies every edition of a series; returns nullopt if the series is not one of people whose rows
// grow.
std::optional<std::vector<SeriesFinding>> verify_series_of_cohorts(const std::string& name,
                                                                   const Progress& progress);

}  // namespace microdata::postgres

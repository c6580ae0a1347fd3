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

}  // namespace microdata::postgres

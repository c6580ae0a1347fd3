#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/edition_verification.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Editions of a series by what the series remembers and by its source, as far as they are there.
// Persons have one signature in all editions (definition 3 of Xiao and Tao, SIGMOD 2007) where each
// edition shows everybody with the signature that is remembered. Who is who only the source says:
// of its persons, those whose published attributes are as they were when the edition was made.

// Of one edition, and whether the former ones show the same.
std::vector<Finding> verify_in_series(const std::string& series, const Release& release,
                                      const ShownEdition& shown, const Progress& progress);

// The same where there is no series that the caller may see: what the owner of the source misses.
std::vector<Finding> without_series(const Release& release);

struct SeriesFinding {
  // Nothing where it is about the whole series.
  std::optional<std::int32_t> edition;
  Finding finding;
};

// Of a whole series, edition by edition.
std::vector<SeriesFinding> verify_series(const std::string& name, const Progress& progress);

}  // namespace microdata::postgres

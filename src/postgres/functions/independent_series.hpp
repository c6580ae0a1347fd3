#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/source/source.hpp"

// Series whose editions are releases by themselves, made by the publishing functions, and which
// remember no people. The functions require a SpiSession.

namespace microdata::postgres {

// Returns the attributes that a series publishes, or that identify a person.
std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles);

// Completes such a series, whose source, method and arguments are given; `subject` becomes one of
// the arguments.
void define_independent(Series& series, const Source& source,
                        const std::optional<std::vector<std::string>>& subject);

// Warns once, when the series begins, that several editions together disclose more than one.
void warn_of_independence(const Series& series);

// Publishes an edition. `only` names the only partitions of the source that are published again;
// for the others the edition has the rows of the last edition that was not a draft.
RememberedEdition publish_independent(const Series& series, const std::string& target,
                                      const std::optional<std::vector<Oid>>& only);

// Verifies every edition by itself.
std::vector<SeriesFinding> verify_independent(const Series& series, const Progress& progress);

}  // namespace microdata::postgres

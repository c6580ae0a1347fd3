#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/inspection/series_verification.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/source/source.hpp"

// Series whose editions are releases by themselves, made by the publishing functions, which
// remember nobody. Requires a SpiSession.

namespace microdata::postgres {

// The attributes that a series publishes, or tells persons apart by.
std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles);

// Completes such a series, whose source, method and arguments are given: `subject` goes into the
// arguments.
void define_independent(Series& series, const Source& source,
                        const std::optional<std::vector<std::string>>& subject);

// Whoever holds several editions learns more than one tells: said once, when the series begins.
void warn_of_independence(const Series& series);

// `only`: partitions of the source that alone are published again; of the others the edition has
// what the last one that was no draft has.
RememberedEdition publish_independent(const Series& series, const std::string& target,
                                      const std::optional<std::vector<Oid>>& only);

// Every edition by itself.
std::vector<SeriesFinding> verify_independent(const Series& series, const Progress& progress);

}  // namespace microdata::postgres

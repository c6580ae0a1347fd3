#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

// Numbers of a person grow as time passes, such as an age or years of service. A supposition says
// by how much each of some attributes was less when a release was made; the empty one says that
// all is as it was.
using Supposition = std::map<std::string, std::int64_t>;

// Suppositions about the quasi-identifiers of a release, the first of which is that nothing
// changed: one of these attributes, two, or all of them were less by the same number. `on_workers`:
// values are sent to servers, which check those of domains.
std::vector<Supposition> suppositions_about(const Release& release, const SourceTuples& tuples,
                                            bool on_workers);

// The first persons as they were then: a tuple for each supposition of each person.
SourceTuples supposed_tuples(const SourceTuples& tuples, std::size_t persons,
                             std::span<const Supposition> suppositions, const Progress& progress);

// A supposition in words, such as `"age" less 1`.
std::string supposition_text(const Supposition& supposition);

}  // namespace microdata::postgres

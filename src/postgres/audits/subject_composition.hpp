#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/audits/composition.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// Combines releases of persons with several rows, who must be of one source, which must exist, and
// of one subject (core/risk/set_composition.hpp). Each release is read at once. Very many persons
// are sampled. A WARNING names each release in which persons cannot be found as they are now.
std::vector<ComposedAttribute> compose_subjects(const std::vector<Release>& releases,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress);

}  // namespace microdata::postgres

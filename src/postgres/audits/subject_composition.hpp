#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/audits/composition.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// A release of persons with several rows that the attacker holds.
struct HeldSubjects {
  const Release& release;
  bool by_regions = false;
};

// Combines releases of persons with several rows, who must be of one source, which must exist, and
// of one subject (core/risk/set_composition.hpp). Very many persons are sampled: while the source
// is read at once or, if `regions` is not null, by the regions of that release. A WARNING names
// each release in which persons cannot be found as they are now.
std::vector<ComposedAttribute> compose_subjects(const std::vector<HeldSubjects>& held,
                                                const Release* regions,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress);

}  // namespace microdata::postgres

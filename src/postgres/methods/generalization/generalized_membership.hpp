#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/membership_figures.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// Members against outsiders of a release in equivalence classes, as of one in buckets.
std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_membership_in_classes;

}  // namespace microdata::postgres

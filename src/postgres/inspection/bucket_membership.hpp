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

// Members against outsiders of a release in buckets, a tuple of the source for each member. Without
// a relation of outsiders these are drawn from the attributes' values among the members, each
// attribute by itself.
std::vector<MembershipOfKnown> audit_membership_in_buckets(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_membership_in_buckets;

}  // namespace microdata::postgres

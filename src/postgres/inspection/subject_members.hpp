#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/membership_figures.hpp"

namespace microdata::postgres {

// Members against outsiders of a release of persons with several rows: persons are compared, each
// known by all rows. Without a relation of outsiders persons are made up: with as many rows as a
// random member, and each attribute's value that of a random one.
std::vector<MembershipOfKnown> audit_membership_of_subjects(const Release& release,
                                                            const std::optional<Oid>& outsiders,
                                                            Random& random,
                                                            const Progress& progress);

}  // namespace microdata::postgres

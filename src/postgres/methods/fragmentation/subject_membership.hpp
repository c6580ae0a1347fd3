#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// How likely it is that a person is among those of a release by fragment_table(): see
// microdata::membership_likelihood. `json` is an object of the person's quasi-identifiers' values
// as text, as far as they are known. Computed from the published rows alone.
double likelihood_of_membership(const Release& release, const Json& json, const Progress& progress);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/known_features.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

// What is known of everybody: the values of quasi-identifiers, which are taken out of `published`.
std::vector<KnownAttribute> take_known(PublishedGeneralization& published);

// As place_in_buckets(), of a generalized table, a tuple of the source for each person.
void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres

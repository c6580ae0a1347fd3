#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/placed_release.hpp"

namespace microdata::postgres {

// As place_in_buckets(), of a generalized table, a tuple of the source for each person.
void place_in_classes(const Release& release, const ReadBeside& beside, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres

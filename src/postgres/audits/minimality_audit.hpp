#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/minimality.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

struct CutsRequest {
  MinimalityOptions options;
  // Relation of persons who are not in the release.
  std::optional<Oid> outsiders;
};

// Figures by sensitive attribute, in the order of the release.
using FoundCuts = std::vector<std::pair<std::string, MinimalityFigures>>;

// Performs the minimality attack on a release whose source exists. Reads the release at once or by
// regions, on this server or on workers, because a set that was not split lies within one region.
FoundCuts find_cuts(const Release& release, PlacePersons* place, const CutsRequest& request,
                    Random& random, const Progress& progress);

// Answers the question about a region's splits on a worker.
AnswerPart answer_cuts;

}  // namespace microdata::postgres

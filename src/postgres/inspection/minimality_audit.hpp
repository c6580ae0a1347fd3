#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/minimality.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

struct CutsRequest {
  MinimalityOptions options;
  // A relation of persons who are not in the release.
  std::optional<Oid> outsiders;
};

// By sensitive attribute, in the order of the release.
using FoundCuts = std::vector<std::pair<std::string, MinimalityFigures>>;

// The minimality attack on a release whose source is there: read at once, or by regions, here or
// where these are, as what was not cut lies within a region.
FoundCuts find_cuts(const Release& release, PlacePersons* place, const CutsRequest& request,
                    Random& random, const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_cuts;

}  // namespace microdata::postgres

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
#include "postgres/inspection/part_task.hpp"

namespace microdata::postgres {

// Figures by sensitive attribute, in the order of the release.
using FoundCuts = std::vector<std::pair<std::string, MinimalityFigures>>;

// Performs the minimality attack on a release whose source exists. Reads the release at once or by
// regions, on this server or on workers, because a set that was not split lies within one region.
FoundCuts find_cuts(const Release& release, const std::optional<Oid>& outsiders,
                    const MinimalityOptions& options, Random& random, const Progress& progress);

// Performs the attack on a release of persons with several rows, which is read at once.
FoundCuts find_cuts_of_subjects(const Release& release, const std::optional<Oid>& outsiders,
                                const MinimalityOptions& options, Random& random,
                                const Progress& progress);

extern const PartQuestion cuts_question;

}  // namespace microdata::postgres

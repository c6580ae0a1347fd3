#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/minimality.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/part_task.hpp"

namespace microdata::postgres {

// Returns the memory need of the attack below. The result refers to the release.
MemoryNeed need_of_inference(const Release& release);

// Performs the de Finetti attack on a release that is read by regions, and returns the figures by
// sensitive attribute. The source must exist.
// Places of persons, the values that they can have there, and the known attributes are kept while
// the next region is read. The attacker attacks all regions together if they fit into half of what
// the largest region leaves of pg_microdata.memory_limit. Otherwise the attacker attacks parts of
// about equally many rows that fit there. A bucket is in one region, so that its content is known
// in full. The model is learned from as many persons of a part as of a whole release.
// Guesses are judged together; each region's guesses count up to the share of persons that was
// looked at in all regions. The figures show no individual person.
// `place` is null for persons with several rows.
std::vector<InferenceFigures> infer_by_regions(const Release& release, PlacePersons* place,
                                               const InferenceRequest& request, Random& random,
                                               const Progress& progress);

// Question about the guesses in a part, whose regions are attacked together.
extern const PartQuestion guesses_question;

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

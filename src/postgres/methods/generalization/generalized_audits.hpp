#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/known_features.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/membership_audit.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// Recomputes everything that a generalized release promises from its rows and the source's.
std::vector<Finding> verify_generalized(const Release& release, const Progress& progress);

// How well sensitive values can be guessed from it.
DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress);

// What is known of everybody: the values of quasi-identifiers, which are taken out of `published`.
std::vector<KnownAttribute> take_known(PublishedGeneralization& published);

// As place_in_buckets(), of a generalized table, a tuple of the source for each person.
void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

// The same attack as on buckets, on equivalence classes.
std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress);

// Members against outsiders of a release in equivalence classes, as of one in buckets.
std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_membership_in_classes;

}  // namespace microdata::postgres

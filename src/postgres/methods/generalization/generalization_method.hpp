#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/known_features.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

// Recomputes all guarantees of a generalized release from its rows and the source's.
std::vector<Finding> verify_generalized(const Release& release, const Progress& progress);

// Returns the figures about guessing sensitive values from the release.
DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress);

// Returns an attacker's knowledge about everybody: the values of quasi-identifiers, which are moved
// out of `published`.
std::vector<KnownAttribute> take_known(PublishedGeneralization& published);

// Places persons as place_in_buckets() does, in a generalized table, with a tuple of the source for
// each person.
void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

// Returns the figures of the inference attack on equivalence classes, the same attack as on
// buckets.
std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress);

// Compares members with outsiders of a release in equivalence classes, as for one in buckets.
std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress);

// The membership audit's question about a region.
extern const PartQuestion membership_in_classes_question;

extern const Method generalization_method;
extern const LayoutOperations class_operations;
// Returns the operations of releases whose classes have persons with several rows.
LayoutOperations operations_of_person_classes();

// Editions in classes. The persons of a bucket show one value of each quasi-identifier: a range, a
// set, or a label of a hierarchy that is fixed at the beginning of the series. A column has the
// number of the bucket, because two buckets can show the same values. A counterfeit is a row that
// is NULL except in this and the sensitive column.
extern const SeriesMethod generalization_series;

}  // namespace microdata::postgres

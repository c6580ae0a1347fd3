#pragma once

#include "postgres/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "postgres/catalog.hpp"
#include "postgres/disclosure_figures.hpp"
#include "postgres/finding.hpp"
#include "postgres/model_findings.hpp"
#include "postgres/published_generalization.hpp"

namespace microdata::postgres {

// Recomputes everything that a generalized release promises from its rows and the source's.
std::vector<Finding> verify_generalized(const Release& release, const Progress& progress);

// What it consists of, for a release of several such tables. `cover`: the classes of the rows, with
// the tuples that they may hold where there is a source.
ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress);
Finding check_rows(const Release& release, const PublishedGeneralization& published);
// Every published row is another tuple of the source, generalized.
Finding check_truth(const ClassAssignment& assignment);
GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values);
// The models that are recorded for the release, in every class, also of the sensitive attributes in
// `further`.
std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress);

// How well sensitive values can be guessed from it.
DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress);

}  // namespace microdata::postgres

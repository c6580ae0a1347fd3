#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/published_generalization.hpp"

// What is recomputed of a table in equivalence classes, whether it is all of a release or one of
// several tables.

namespace microdata::postgres {

// The equivalence classes of the rows, with the tuples that they may hold where there is a source.
ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress);
// The same as an adversary sees it, who knows how the release was recoded: fewer classes may hold a
// tuple.
ClassCover places_in_classes(const PublishedGeneralization& published, const Progress& progress);
Finding check_rows(const Release& release, const PublishedGeneralization& published);
// Nothing published is without a tuple of the source of its own, as far as that was looked for.
Finding check_assignment(const std::string& requirement, const ClassAssignment& assignment);
// Every published row is another tuple of the source, generalized.
Finding check_truth(const ClassAssignment& assignment);
GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values);
// `cover`: of cover_classes(). The models that are recorded for the release, in every class, also
// of the sensitive attributes in `further`.
std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress);

}  // namespace microdata::postgres

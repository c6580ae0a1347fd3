#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

// What each quasi-identifier of a table shows, as far as the release and the catalog tell: of
// ranges, also as labels of a hierarchy, the distance of their ends; otherwise how many values a
// label stands for, those of masked texts being all that it may. NULL has no extent. Of ends that
// are not bounded the outermost that is; whatever nothing is known of extends over the whole
// domain. Fails where a hierarchy is gone. The codes of rows are taken from `table`. Requires a
// SpiSession.
std::vector<PublishedExtents> extents_of(const Release& release, PublishedGeneralization table,
                                         const Progress& progress);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/utility/cover_loss.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

// Which values of the source each quasi-identifier of a table covers; the table was read beside its
// source. Codes are taken from `table`.
std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/random.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Makes, fills and records the next edition of a series of persons with several rows, with what is
// to be remembered of it. A cohort is a bucket, and has the same number in every edition; of those
// who are not there, the sets of values are counterfeits.
RememberedEdition publish_cohorts(const EditionCall& call, Table table, Random& random,
                                  Phases& phases);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include "core/base/random.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Creates, fills and records the next edition of a series of persons with several rows, and returns
// the facts to remember. A cohort is a bucket, with the same number in every edition. The sets of
// values of absent persons are counterfeits.
RememberedEdition publish_cohorts(const EditionCall& call, Table table, Random& random,
                                  Phases& phases);

}  // namespace microdata::postgres

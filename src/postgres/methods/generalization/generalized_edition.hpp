#pragma once

#include "postgres/server/api.hpp"

#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

// Editions in classes. The persons of a bucket show one value of each quasi-identifier, a range, a
// set, or a label of a hierarchy that is fixed at the beginning of the series; a column has the
// number of the bucket, since those of two may show the same. A counterfeit is a row that is NULL
// but in this and the sensitive column.
extern const SeriesMethod generalization_series;

}  // namespace microdata::postgres

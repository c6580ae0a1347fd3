#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method slicing_method;

// Editions in slices. The sensitive attribute is alone in its column: who knew an attribute that is
// linked with it would have fewer candidates than the signature has values. The groups of the other
// attributes are permuted independently among the rows of a bucket's persons; a counterfeit is a
// row that is NULL but in the sensitive column.
extern const SeriesMethod slicing_series;

}  // namespace microdata::postgres

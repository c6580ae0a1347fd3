#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method bucketization_method;

// Editions in both formats. A counterfeit is a row that is NULL but in the sensitive column or, in
// the anatomy format, a value without a row: who counts sees how many a bucket has.
extern const SeriesMethod bucketization_series;

}  // namespace microdata::postgres

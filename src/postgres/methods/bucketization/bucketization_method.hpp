#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method bucketization_method;

// Editions by bucketization, in both formats. A counterfeit is a row that is NULL except in the
// sensitive column or, in the anatomy format, a value without a row: anyone can count the
// counterfeits of a bucket.
extern const SeriesMethod bucketization_series;

}  // namespace microdata::postgres

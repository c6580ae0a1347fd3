#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method slicing_method;

// Editions by slicing. The sensitive attribute is alone in its column: with a linked attribute, an
// attacker would have fewer candidates than the signature has values. The groups of the other
// attributes are shuffled independently among the rows of a bucket's persons. A counterfeit is a
// row that is NULL except in the sensitive column.
extern const SeriesMethod slicing_series;

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method generalization_method;
extern const LayoutOperations class_operations;
// Returns the operations of releases whose classes have persons with several rows.
LayoutOperations operations_of_person_classes();

// Editions in classes. The persons of a bucket show one value of each quasi-identifier: a range, a
// set, or a label of a hierarchy that is fixed at the beginning of the series. A column has the
// number of the bucket, because two buckets can show the same values. A counterfeit is a row that
// is NULL except in this and the sensitive column.
extern const SeriesMethod generalization_series;

}  // namespace microdata::postgres

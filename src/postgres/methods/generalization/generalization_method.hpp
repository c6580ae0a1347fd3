#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

extern const Method generalization_method;
extern const LayoutOperations class_operations;
// Returns those of releases whose classes have persons with several rows.
LayoutOperations operations_of_person_classes();

// Editions in classes. The persons of a bucket show one value of each quasi-identifier, a range, a
// set, or a label of a hierarchy that is fixed at the beginning of the series; a column has the
// number of the bucket, since those of two may show the same. A counterfeit is a row that is NULL
// but in this and the sensitive column.
extern const SeriesMethod generalization_series;

}  // namespace microdata::postgres

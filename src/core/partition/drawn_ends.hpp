#pragma once

#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Draws the ends of the ranges that classes show. An end that is the least or the greatest value of
// the class is somebody's for certain, and often one person's: a predicate that singles out.
//
// An end leaves the class's own value as follows. Each value of the domain has, for each of its
// rows in the table, the chance that the class has a row, which is its share of the rows within its
// range. An end walks outwards from the class's value and stops at a value with the chance that the
// class has it. Were rows independent, an end would thus be a value of the class as often as any
// value within it is (test/property/drawn_ends_property.cpp). An end reaches beyond by at most the
// range's width and 256 values, and into no other class: of what is left then, each value is as
// likely. The least and the greatest value of the table are where ends stop.
//
// Classes that have nothing in common stay so, and each covers its own rows. Ranges of one value
// stay: all rows have it. What is not finite, and NULL, which leaves a range without an upper end,
// is nowhere an end was moved to.
//
// `shown` is what each class shows of each quasi-identifier, with no multisets. Neighbours in the
// order of the classes should be near each other, as cuts leave them: others take longer.
void draw_ends(const Microdata& data, const TuplePartition& classes,
               std::vector<GeneralizedAttribute>& shown, LossMeasure loss, Random& random,
               const Progress& progress);

}  // namespace microdata

#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Draws the ends of the ranges that classes show. An end that is the least or the greatest value of
// the class certainly belongs to a person, and often to only one: a predicate that singles out.
//
// An end leaves the class's own value as follows. Each row of the table has the same chance of
// being in the class: the class's share of the rows within its range. The chance that the class has
// a value follows from the value's number of rows. An end walks outwards from the class's value and
// stops at each value with the chance that the class has it. If rows were independent, an end would
// be a value of the class as often as any value within the range
// (test/property/drawn_ends_property.cpp).
//
// An end moves at most by the width of the range and by 256 values, and into no other class. If
// such a limit ends the walk, the own value and the values passed are equally likely. Ends stop at
// the least and the greatest value of the table.
//
// Classes without a common value of the divisible attributes still have none, and each covers its
// own rows. Values of other attributes distinguish no classes, and their ends stay. Ranges of one
// value stay, because all rows have it. No end moves to a value that is not finite, or to NULL,
// which leaves a range without an upper end.
//
// `shown` has the published values of each class for each quasi-identifier, without multisets.
// Neighbouring classes should be near each other, as after splits; otherwise the function takes
// longer.
void draw_ends(const Microdata& data, const TuplePartition& classes,
               std::vector<GeneralizedAttribute>& shown, LossMeasure loss, Random& random,
               const Progress& progress);

}  // namespace microdata

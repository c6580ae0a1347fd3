#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Buckets by drawing, as in Anatomy, for several sensitive attributes at once and for any l: every
// bucket satisfies l in each of them.
//
// A bucket takes the tuples whose values are left most often, by the sum over the attributes: the
// choice of the greatest weight, of all choices of so many tuples that satisfy l, or of the best
// that was found in bounded time. No bucket is drawn that would leave the rest unable to satisfy l.
// What cannot be drawn goes to buckets that stay diverse with it, and where there are none, makes
// one bucket, with as many others as it takes.
//
// `columns` has the values of each attribute, below `domains`.
// Requires that `rows` as one bucket satisfy l in every attribute.
TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress);

}  // namespace microdata

#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Draws buckets of the fewest possible persons (partition/drawing.hpp) from the sets of their
// sensitive values alone.
//
// `persons`, in random order, satisfy l as a whole. The caller must check the models.
TuplePartition draw_persons(const SetRule& rule, std::span<const Row> persons, Random& random,
                            const Progress& progress);

}  // namespace microdata

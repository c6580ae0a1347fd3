#pragma once

#include <span>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Buckets of as few persons as can be, who have nothing else in common: drawn
// (partition/drawing.hpp) from the sets of their sensitive values.
//
// `persons`, in random order, satisfy l as a whole. Models are for the caller to see to.
TuplePartition draw_persons(const SetRule& rule, std::span<const Row> persons, Random& random,
                            const Progress& progress);

}  // namespace microdata

#pragma once

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/subjects.hpp"

namespace microdata {

// Returns, of every person's rows, those that show each combination of the attributes' values once.
// Their order is drawn at random and independent of the order of `rows`.
Subjects value_combinations(const Microdata& data, const AttributeSet& attributes,
                            const Subjects& rows, Threads threads, Random& random,
                            const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// How many tuples of an equivalence class have each class value: ascending, without zeros.
using ClassHistogram = std::vector<ValueCount>;

std::uint64_t tuples_of(const ClassHistogram& histogram);

// The equivalence classes of a fragment by their histograms: there are few where class values are
// few, whatever the number of equivalence classes.
struct ClassHistograms {
  std::vector<ClassHistogram> kinds;
  std::vector<std::uint32_t> kind_of_class;
  std::vector<std::uint32_t> classes_of_kind;
};

// `values` has the class value of every row.
ClassHistograms class_histograms(const TuplePartition& classes, std::span<const Code> values,
                                 const Progress& progress);

}  // namespace microdata

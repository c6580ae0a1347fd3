#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Number of tuples of an equivalence class with each class value. Values ascend; counts of 0 are
// omitted.
using ClassHistogram = std::vector<ValueCount>;

std::uint64_t tuples_of(const ClassHistogram& histogram);

// The equivalence classes of a fragment, grouped by their histograms. With few class values there
// are few different histograms, even for many equivalence classes.
struct ClassHistograms {
  std::vector<ClassHistogram> kinds;
  std::vector<std::uint32_t> kind_of_class;
  std::vector<std::uint32_t> classes_of_kind;
};

// Returns the histograms of `classes`. `values` has the class value of every row.
ClassHistograms class_histograms(const TuplePartition& classes, std::span<const Code> values,
                                 const Progress& progress);

}  // namespace microdata

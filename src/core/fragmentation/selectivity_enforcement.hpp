#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/fragmentation/class_histograms.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the values that each equivalence class keeps, at least one, most frequent first
// (algorithm 4).
//
// Class values are published by equivalence class. The least frequent values are removed first,
// until eta of definition 4.4 is at least delta. This holds for every two equivalence classes of
// different fragments that share a value. With more than two fragments it holds for every choice of
// one equivalence class each whose values have one in common. The order is fragment by fragment, as
// on the dependency graph.
//
// If there are too many joins, or eta would take too long, equivalence classes keep so few values
// that every version is safe.
//
// `kinds` has, by fragment, the histograms of its equivalence classes, each with at least k tuples.
std::vector<std::vector<std::vector<Code>>> enforce_selectivity(
    std::span<const std::vector<ClassHistogram>> kinds, std::uint32_t k, double delta,
    const Progress& progress);

}  // namespace microdata

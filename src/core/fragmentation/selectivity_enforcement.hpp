#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/fragmentation/class_histograms.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Algorithm 4: class values are published by equivalence class, and removed from it, the least
// frequent first, until eta of definition 4.4 is at least delta of every two equivalence classes of
// different fragments that share a value; of more than two fragments, of one of each of every
// choice of them whose values have one in common. Fragment by fragment, as on the dependency graph.
// Where there are too many to be looked at, or eta would take too long, classes are left with so
// few values that every version is safe.
// `kinds`: by fragment, the histograms of its equivalence classes; each with at least k tuples.
// Returns the values that each keeps, at least one, most frequent first.
std::vector<std::vector<std::vector<Code>>> enforce_selectivity(
    std::span<const std::vector<ClassHistogram>> kinds, std::uint32_t k, double delta,
    const Progress& progress);

}  // namespace microdata

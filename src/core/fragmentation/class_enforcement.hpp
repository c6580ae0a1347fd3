#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/fragmentation/class_histograms.hpp"

namespace microdata {

// Amount that one change affects: the class value of one tuple, or of all tuples of an equivalence
// class with that value. The unit `value` keeps attacker knowledge about these tuples together, if
// their fragment has a sensitive attribute of its own.
enum class ChangeUnit : std::uint8_t { tuple, value };

// Returns a histogram in which every tuple has the majority value of the equivalence class
// (fragmentation paper, section 4.2.2). Of equally frequent values, the first is the majority.
ClassHistogram majority_alone(const ClassHistogram& histogram);

// Makes one change of algorithm 3: one tuple or all tuples of the least frequent value get the
// majority value. Of equally frequent values, the last is the least frequent. Returns false if the
// histogram has only one value.
bool change(ClassHistogram& histogram, ChangeUnit unit);

// Returns changed histograms that satisfy theorem 4.1 for every subset of the fragments, enforced
// as in section 4.2.3.
//
// Fragment by fragment, each equivalence class is changed as little as necessary. Afterwards no
// join with equivalence classes of the preceding fragments has fewer than k rows.
//
// The method is algorithm 3 with the nodes in this order. A node must agree with the visited nodes,
// and is changed only before its visit. Algorithm 2's components are sets of nodes without joins
// between the sets. The paper's breadth-first order differs only in the root if all nodes are
// reachable from it: the root's fragment comes last.
//
// `kinds` has, by fragment, the histograms of its equivalence classes, each with at least k tuples.
std::vector<std::vector<ClassHistogram>> enforce_on_dependency_graph(
    std::span<const std::vector<ClassHistogram>> kinds, std::span<const ChangeUnit> units,
    std::uint32_t k, Threads threads, const Progress& progress);

}  // namespace microdata

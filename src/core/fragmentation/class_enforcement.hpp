#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/fragmentation/class_histograms.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"

namespace microdata {

// What is changed at a time: the class value of one tuple, or of all tuples of an equivalence class
// that have it. The latter keeps what is known of these tuples together, where they carry a
// sensitive value of their own.
enum class ChangeUnit : std::uint8_t { tuple, value };

// Every class value becomes the majority of its equivalence class (fragmentation paper, section
// 4.2.2); of equally frequent ones the first.
ClassHistogram majority_alone(const ClassHistogram& histogram);

// One change of algorithm 3: a tuple, or all, of the least frequent value, the last of equally
// frequent ones, gets the majority value. False where there is no other value.
bool change(ClassHistogram& histogram, ChangeUnit unit);

// Theorem 4.1 for every subset of the fragments, enforced as in section 4.2.3: fragment by
// fragment, each equivalence class is changed, as little as it takes, until no join with those of
// the fragments before it has fewer than k rows. That is algorithm 3 with the nodes in this order:
// what a node must agree with are the visited ones, a node is changed only before it is visited,
// and algorithm 2's components are those between which no join exists. Its breadth-first order
// differs in the root alone where all nodes are within reach of it: the root's fragment comes last.
// `kinds`: by fragment, the histograms of its equivalence classes; each with at least k tuples.
// Returns what they become.
std::vector<std::vector<ClassHistogram>> enforce_on_dependency_graph(
    std::span<const std::vector<ClassHistogram>> kinds, std::span<const ChangeUnit> units,
    std::uint32_t k, Threads threads, const Progress& progress);

}  // namespace microdata

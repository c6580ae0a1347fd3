#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

// What the fragmentation paper defines, computed as naively as can be: joins are made row by row.
namespace oracle {

// Rows by row: the equivalence class that a row shows, and its class value where it is published.
struct FragmentRows {
  std::vector<std::size_t> group;
  std::vector<std::optional<int>> value;
};

// Rows of the join on the class of the fragments in `subset`, by the combination of their
// equivalence classes (definition 4.1): which row of each fragment each of them is made of.
using JoinedRow = std::vector<std::size_t>;
using JoinedGroups = std::map<std::vector<std::size_t>, std::vector<JoinedRow>>;
JoinedGroups join(const std::vector<FragmentRows>& fragments,
                  const std::vector<std::size_t>& subset);

// Calls body(subset) for all subsets of at least `least` of so many fragments.
void for_subsets(std::size_t fragments, std::size_t least,
                 const std::function<void(const std::vector<std::size_t>&)>& body);

// Class values of one equivalence class, one for each tuple.
using Values = std::vector<int>;

// Rows of the join of some equivalence classes, one of each of several fragments.
std::size_t join_size(const std::vector<Values>& classes);

// Whether every join of one equivalence class of each of some fragments, of every choice of at
// least one fragment, is empty or has at least k rows.
bool non_reconstructible(const std::vector<std::vector<Values>>& fragments, std::size_t k);

// The versions of an equivalence class of `tuples` tuples (definition 4.2): multisets of its values
// in which each occurs.
std::vector<Values> versions(const Values& values, std::size_t tuples);

// Definition 4.4, for two equivalence classes or more: of all ways to choose a version of each, the
// share that joins to at least k rows; and how many these and all are.
struct Selectivity {
  std::size_t preserving = 0;
  std::size_t joins = 0;
};
Selectivity equijoin_selectivity(const std::vector<Values>& values,
                                 const std::vector<std::size_t>& tuples, std::size_t k);

// FMRMR of section 3.2: V and W of one fragment, from the matrix of mutual information whose last
// row is the class's.
using Matrix = std::vector<std::vector<double>>;
double relevance(const Matrix& information, const std::vector<std::size_t>& features);
double redundancy(const Matrix& information, const std::vector<std::size_t>& features);

}  // namespace oracle

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

// An oracle of the fragmentation paper's definitions, as naive as possible: joins are made row by
// row.
namespace oracle {

// Equivalence class of each row, and its class value if it is published.
struct FragmentRows {
  std::vector<std::size_t> group;
  std::vector<std::optional<int>> value;
};

// Rows of the join on the class of the fragments in `subset`, by the combination of their
// equivalence classes (definition 4.1). A joined row lists the row of each fragment.
using JoinedRow = std::vector<std::size_t>;
using JoinedGroups = std::map<std::vector<std::size_t>, std::vector<JoinedRow>>;
JoinedGroups join(const std::vector<FragmentRows>& fragments,
                  const std::vector<std::size_t>& subset);

// Calls body(subset) for all subsets of at least `least` fragments.
void for_subsets(std::size_t fragments, std::size_t least,
                 const std::function<void(const std::vector<std::size_t>&)>& body);

// Class values of one equivalence class, one for each tuple.
using Values = std::vector<int>;

// Returns the number of rows of the join of equivalence classes, one of each of several fragments.
std::size_t join_size(const std::vector<Values>& classes);

// Returns true if every join of equivalence classes, one of each of one or more fragments, is empty
// or has at least k rows.
bool non_reconstructible(const std::vector<std::vector<Values>>& fragments, std::size_t k);

// Returns the versions of an equivalence class of `tuples` tuples (definition 4.2): multisets of
// its values that contain each value.
std::vector<Values> versions(const Values& values, std::size_t tuples);

// Selectivity by definition 4.4, for two or more equivalence classes. `joins` is the number of
// choices of a version of each, `preserving` the number of choices that join to at least k rows.
struct Selectivity {
  std::size_t preserving = 0;
  std::size_t joins = 0;
};
Selectivity equijoin_selectivity(const std::vector<Values>& values,
                                 const std::vector<std::size_t>& tuples, std::size_t k);

// FMRMR of section 3.2: V and W of one fragment, from the matrix of mutual information. The last
// row of the matrix is the class's.
using Matrix = std::vector<std::vector<double>>;
double relevance(const Matrix& information, const std::vector<std::size_t>& features);
double redundancy(const Matrix& information, const std::vector<std::size_t>& features);

}  // namespace oracle

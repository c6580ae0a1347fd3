#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

// Generalization of whole tables, as naive as can be: every node of the lattice, every class by
// comparing labels row by row.

namespace oracle {

// A quasi-identifier: an attribute of the table with a hierarchy over its values, 0 and up.
struct Generalized {
  std::size_t attribute = 0;
  // label[level][value]
  std::vector<std::vector<int>> label;
  // By value, ascending, not finite ones last; empty for categories.
  std::vector<double> numbers;
};

struct ClassModel {
  enum class Kind {
    anonymity,  // at least `bound` tuples
    frequency,  // l-diversity with l = bound
    distinct,
    entropy,
    recursive,     // and c
    closeness,     // equal distance at most `bound`
    ordered,       // ordered distance at most `bound`
    hierarchical,  // hierarchical distance at most `bound`
    divergence,    // Kullback-Leibler divergence at most `bound`
    likeness,      // beta = bound
    disclosure,    // delta = bound
  };
  Kind kind = Kind::anonymity;
  double bound = 1;
  double c = 1;
};

struct Generalization {
  Table table;
  std::vector<Generalized> quasi_identifiers;
  Attributes sensitive;
  // The number of values that each sensitive attribute's type knows, 0 and up.
  std::vector<std::size_t> sensitive_domain;
  // label[level][value] of each sensitive attribute; the last level is one label.
  std::vector<std::vector<std::vector<int>>> sensitive_label;
  std::vector<ClassModel> models;
  // Rows that may be left out.
  std::size_t allowed = 0;
};

struct LatticeNode {
  std::vector<std::size_t> levels;
  std::size_t suppressed = 0;
  double loss = 0;
  // At most as many rows are suppressed as may be, and not all.
  bool feasible = false;
};

// Half the sum of absolute differences of two distributions, and the mean absolute difference of
// their cumulative shares over all values but the last.
double equal_distance(const std::vector<double>& p, const std::vector<double>& q);
double ordered_distance(const std::vector<double>& p, const std::vector<double>& q);

// With label[level][value]: the work of moving shares up and down the tree, where the way from a
// leaf to the root is 1/2.
double hierarchical_distance(const std::vector<double>& p, const std::vector<double>& q,
                             const std::vector<std::vector<int>>& label);

// Whether all models hold for some rows as one class.
bool class_holds(const Generalization& problem, const std::vector<std::size_t>& rows);

// The rows by their labels; levels[row][i]: the level of the i-th quasi-identifier in that row.
std::vector<std::vector<std::size_t>> classes_of(
    const Generalization& problem, const std::vector<std::size_t>& rows,
    const std::vector<std::vector<std::size_t>>& levels);

// Normalized certainty penalty of the label that a value has at a level.
double certainty_penalty(const Generalization& problem, std::size_t quasi_identifier,
                         std::size_t level, int value);

// Every node, in lexicographic order of the levels.
std::vector<LatticeNode> all_nodes(const Generalization& problem);

}  // namespace oracle

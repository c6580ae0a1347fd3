#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

// An oracle of generalization of whole tables, as naive as possible. The oracle examines every node
// of the lattice and compares labels row by row.

namespace oracle {

// A quasi-identifier: an attribute of the table with a hierarchy over its values, 0 and up.
struct Generalized {
  std::size_t attribute = 0;
  // label[level][value]
  std::vector<std::vector<int>> label;
  // Number by value, ascending, numbers that are not finite last; empty for categories.
  std::vector<double> numbers;
};

struct ClassModel {
  enum class Kind {
    anonymity,  // at least `bound` tuples
    frequency,  // l-diversity with l = `bound`
    distinct,
    entropy,
    recursive,     // recursive (c, l)-diversity with l = `bound`
    closeness,     // equal distance at most `bound`
    ordered,       // ordered distance at most `bound`
    hierarchical,  // hierarchical distance at most `bound`
    divergence,    // Kullback-Leibler divergence at most `bound`
    likeness,      // beta = `bound`
    disclosure,    // delta = `bound`
  };
  Kind kind = Kind::anonymity;
  double bound = 1;
  double c = 1;
};

struct Generalization {
  Table table;
  std::vector<Generalized> quasi_identifiers;
  Attributes sensitive;
  // Number of values of each sensitive attribute's type, 0 and up.
  std::vector<std::size_t> sensitive_domain;
  // label[level][value] of each sensitive attribute; the last level is one label.
  std::vector<std::vector<std::vector<int>>> sensitive_label;
  std::vector<ClassModel> models;
  // Number of rows that may be suppressed.
  std::size_t allowed = 0;
};

struct LatticeNode {
  std::vector<std::size_t> levels;
  std::size_t suppressed = 0;
  double loss = 0;
  // True if at most the allowed number of rows is suppressed, and not all.
  bool feasible = false;
};

// Return half the sum of absolute differences of two distributions, and the mean absolute
// difference of their cumulative shares over all values but the last.
double equal_distance(const std::vector<double>& p, const std::vector<double>& q);
double ordered_distance(const std::vector<double>& p, const std::vector<double>& q);

// Returns the work of moving shares up and down the tree of label[level][value]. The way from a
// leaf to the root is 1/2.
double hierarchical_distance(const std::vector<double>& p, const std::vector<double>& q,
                             const std::vector<std::vector<int>>& label);

// Returns true if all models hold for the rows as one class.
bool class_holds(const Generalization& problem, const std::vector<std::size_t>& rows);

// Returns the rows by their labels; levels[row][i] is the level of the i-th quasi-identifier in
// that row.
std::vector<std::vector<std::size_t>> classes_of(
    const Generalization& problem, const std::vector<std::size_t>& rows,
    const std::vector<std::vector<std::size_t>>& levels);

// Returns the normalized certainty penalty of the label of a value at a level.
double certainty_penalty(const Generalization& problem, std::size_t quasi_identifier,
                         std::size_t level, int value);

// Returns every node, in lexicographic order of the levels.
std::vector<LatticeNode> all_nodes(const Generalization& problem);

}  // namespace oracle

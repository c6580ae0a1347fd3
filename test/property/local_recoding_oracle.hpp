#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "property/privacy_oracle.hpp"

namespace oracle {

// An oracle of local recoding and its information loss, from the definitions, on plain values.

// A quasi-identifier with the values 0 .. values - 1, in order, NULL last.
struct Domain {
  std::size_t values = 0;
  // Number of each value, not finite for NULL and the like; empty for categories.
  std::vector<double> numbers;
  // A hierarchy, as in privacy_oracle.hpp, or empty.
  Labels labels;
  bool nullable = false;
};

// Returns the values that represent the values of a class. They are the range from the least number
// to the greatest, with NULL if the class has it. Alternatively they are all values of the lowest
// common label, or the values themselves.
std::set<Value> covered(const Domain& domain, const std::set<Value>& values);

// Returns the lowest level at which all values have one label.
std::size_t common_level(const Labels& labels, const std::set<Value>& values);

// Returns the normalized certainty penalty (Xu et al. 2006) of showing all of these values for one.
// For numbers it is their width divided by that of the domain's finite numbers, or 1 if a number is
// not finite. For other values it is their number divided by that of the domain. One value has the
// penalty 0.
double certainty_penalty(const Domain& domain, const std::set<Value>& shown);

// Returns the sum of the squared class sizes and, for each suppressed tuple, the number of all
// tuples (Bayardo and Agrawal 2005).
double discernibility(const std::vector<std::vector<std::size_t>>& classes, std::size_t suppressed);

// Returns the largest number of published rows that can have different tuples, where
// may[row][tuple] permits a pair. Tries all assignments.
std::size_t greatest_matching(const std::vector<std::vector<bool>>& may);

}  // namespace oracle

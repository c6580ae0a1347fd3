#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "property/privacy_oracle.hpp"

namespace oracle {

// Local recoding and what it loses, from the definitions, on plain values.

// A quasi-identifier: its values are 0 .. values - 1, in their order, NULL last.
struct Domain {
  std::size_t values = 0;
  // What the values of a number are; no finite number for NULL and the like. Else empty.
  std::vector<double> numbers;
  // A hierarchy, as in privacy_oracle.hpp, or nothing.
  Labels labels;
  bool nullable = false;
};

// What stands for the values of a class: all from the least number to the greatest, and NULL where
// it is among them; all that have their lowest common label; or just themselves.
std::set<Value> covered(const Domain& domain, const std::set<Value>& values);

// The lowest level at which all values have one label.
std::size_t common_level(const Labels& labels, const std::set<Value>& values);

// The normalized certainty penalty (Xu et al. 2006) of showing all of these values for one of them:
// the width of numbers to that of the finite numbers of the domain, 1 where one is not finite;
// of others their number to that of the domain; 0 of one value.
double certainty_penalty(const Domain& domain, const std::set<Value>& shown);

// The sizes of the classes squared, and for each suppressed tuple the number of all (Bayardo and
// Agrawal 2005).
double discernibility(const std::vector<std::vector<std::size_t>>& classes, std::size_t suppressed);

// How many of the published rows can be given a tuple each, no tuple twice: may[row][tuple] says
// which. By trying everything.
std::size_t greatest_matching(const std::vector<std::vector<bool>>& may);

}  // namespace oracle

#pragma once

#include <cstdint>
#include <vector>

#include "core/risk/class_cover.hpp"

namespace microdata {

// Probability that each class that covers a person is the person's, for an attacker who knows the
// person's quasi-identifiers and the release. A class counts by its expected number of rows like
// the person's: its rows divided by the combinations of values that its labels cover. All
// combinations are equally likely, unless multisets count them. Over all tables that the labels
// allow, this is the true posterior. Over the tables from which an algorithm makes just this
// release, it is nearer to the posterior than rows alone
// (test/property/class_weights_property.cpp).
class ClassWeights {
 public:
  // Constructs the weights of a cover, which must outlive them.
  explicit ClassWeights(const ClassCover& cover);

  std::uint32_t rows(std::uint32_t c) const { return rows_[c]; }
  // Computes the weight of one row of each class that covers a kind, the largest being 1. Returns
  // the probability that a row with the largest weight is like the kind. Empties `of_row` first.
  double weigh_rows(std::uint32_t kind, std::vector<double>& of_row) const;

 private:
  const ClassCover& cover_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace microdata

#pragma once

#include <cstdint>
#include <vector>

#include "core/risk/class_cover.hpp"

namespace microdata {

// How likely each class that covers a person is the person's, for an adversary who knows the
// person's quasi-identifiers and the release. A class counts by the rows like the person's that are
// to be expected in it: its rows by the combinations of values that its labels cover, each of which
// is as likely but for what multisets count. Over all tables that labels allow that is the true
// posterior; over those of which an algorithm makes just this release it is nearer to it than rows
// alone are (test/property/class_weights_property.cpp).
class ClassWeights {
 public:
  // The cover outlives it.
  explicit ClassWeights(const ClassCover& cover);

  std::uint32_t rows(std::uint32_t c) const { return rows_[c]; }
  // The weight of one row of each class that covers a kind, the largest being 1; returns the chance
  // that a row with this one is like the kind. `of_row` is emptied first.
  double weigh_rows(std::uint32_t kind, std::vector<double>& of_row) const;

 private:
  const ClassCover& cover_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace microdata

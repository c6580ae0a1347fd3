#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/regions.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// How probable each tuple's values would be if attributes had nothing to do with each other: the
// product of their shares, by what is published of each attribute. A row's label counts for all
// values that it covers alike.
class ValueChances {
 public:
  explicit ValueChances(std::size_t tuples) : of_tuples_(tuples, 1) {}

  // One attribute more that is known.
  void add(const RegionAttribute& attribute, const Progress& progress);
  // Values of several attributes that are taken for one.
  void add(const SlicedView::Values& values, const Progress& progress);

  double of(Row tuple) const { return of_tuples_[tuple]; }

 private:
  void multiply(const std::vector<double>& rows_of_value, std::size_t rows,
                const std::vector<std::uint32_t>& tuples, const Progress& progress);

  std::vector<double> of_tuples_;
};

}  // namespace microdata

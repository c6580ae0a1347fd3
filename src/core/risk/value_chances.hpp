#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
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
  // Of nobody.
  ValueChances() = default;
  explicit ValueChances(std::size_t tuples) : of_tuples_(tuples, 1) {}
  // By a region of a release, of the tuples from the first on, which are numbered from 0: shares
  // are known when all regions were added.
  static ValueChances of_region(std::size_t first) {
    ValueChances chances(0);
    chances.first_ = first;
    return chances;
  }
  // Those of another region, of the same tuples and attributes.
  void add_region(const ValueChances& region);

  // One attribute more that is known.
  void add(const RegionAttribute& attribute, const Progress& progress);
  // Values of several attributes that are taken for one.
  void add(const SlicedView::Values& values, const Progress& progress);

  double of(Row tuple) const;

  // What is known of a region, to be added elsewhere.
  template <typename Chances>
  friend auto members(Chances& chances, const ValueChances* /*type*/) {
    return std::tie(chances.first_, chances.shown_);
  }

 private:
  void multiply(const std::vector<double>& rows_of_value, std::size_t rows,
                const std::vector<std::uint32_t>& tuples, const Progress& progress);

  // How many of the rows that show an attribute show each tuple's value.
  struct Shown {
    std::vector<double> rows_of_tuples;
    double rows = 0;

    template <typename Values>
    friend auto members(Values& shown, const Shown* /*type*/) {
      return std::tie(shown.rows_of_tuples, shown.rows);
    }
  };

  std::vector<double> of_tuples_;
  // Of regions.
  std::optional<std::size_t> first_;
  std::vector<Shown> shown_;
};

}  // namespace microdata

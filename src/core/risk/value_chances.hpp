#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Probability of each tuple's values if attributes were independent: the product of the values'
// shares, as published for each attribute. A row's label counts equally for all values that it
// covers.
class ValueChances {
 public:
  // Constructs chances without tuples.
  ValueChances() = default;
  explicit ValueChances(std::size_t tuples) : of_tuples_(tuples, 1) {}
  // Returns chances by a region of a release, for the tuples from `first` on, which are numbered
  // from 0. The shares are known after all regions were added.
  static ValueChances of_region(std::size_t first) {
    ValueChances chances(0);
    chances.first_ = first;
    return chances;
  }
  // Adds the chances by another region, of the same tuples and attributes.
  void add_region(const ValueChances& region);

  // Adds a known attribute.
  void add(const RegionAttribute& attribute, const Progress& progress);
  // Adds the values of several attributes that count as one.
  void add(const SlicedView::Values& values, const Progress& progress);

  double of(Row tuple) const;

  // Returns the members of a region's chances, to be added elsewhere.
  template <typename Chances>
  friend auto members(Chances& chances, const ValueChances* /*type*/) {
    return std::tie(chances.first_, chances.shown_);
  }

 private:
  void multiply(const std::vector<double>& rows_of_value, std::size_t rows,
                const std::vector<std::uint32_t>& tuples, const Progress& progress);

  // Number of rows that show each tuple's value of an attribute, and number of all rows.
  struct Shown {
    std::vector<double> rows_of_tuples;
    double rows = 0;

    template <typename Values>
    friend auto members(Values& shown, const Shown* /*type*/) {
      return std::tie(shown.rows_of_tuples, shown.rows);
    }
  };

  std::vector<double> of_tuples_;
  // First tuple and shown values, if the chances are by regions.
  std::optional<std::size_t> first_;
  std::vector<Shown> shown_;
};

}  // namespace microdata

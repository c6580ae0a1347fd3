#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Number n of times that the source links a value of one column with a value of another, as log(1/2
// + n). Links are counted cell by cell if there are few pairs of values, and otherwise in a list of
// the existing links.
class SourceLinks {
 public:
  // Constructs the links from the values of every tuple, below `distinct` or nowhere.
  SourceLinks(std::span<const std::uint32_t> a, std::uint32_t distinct_a,
              std::span<const std::uint32_t> b, std::uint32_t distinct_b, const Progress& progress);

  // Computes the scores of a value of the one column with values of the other, in their order. No
  // value may be `nowhere`.
  void scores(std::uint32_t a, std::span<const std::uint32_t> bs, double* result) const;

 private:
  // Lists the links of the sorted pairs.
  void list_links(std::uint32_t distinct_a, const Progress& progress);

  std::uint64_t distinct_b_;
  std::vector<std::uint32_t> cells_;
  // Values linked with each value of the one column, ascending, and the numbers of links; used if
  // there are no cells.
  std::vector<std::uint64_t> pairs_;
  std::vector<std::ptrdiff_t> starts_;
  std::vector<std::uint32_t> linked_;
  std::vector<std::uint32_t> counts_;
  // Score by number of links.
  std::vector<double> score_;
};

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata {

// How often the source links a value of one column with one of another, as log(1/2 + n): counted
// cell by cell where there are few pairs of values, else by a list of the links that there are.
class SourceLinks {
 public:
  // The values of every tuple, below `distinct` or nowhere.
  SourceLinks(std::span<const std::uint32_t> a, std::uint32_t distinct_a,
              std::span<const std::uint32_t> b, std::uint32_t distinct_b, const Progress& progress);

  // The scores of a value of the one column with some of the other, one after the other. None is
  // `nowhere`.
  void scores(std::uint32_t a, std::span<const std::uint32_t> bs, double* result) const;

 private:
  // Of the sorted pairs.
  void list_links(std::uint32_t distinct_a, const Progress& progress);

  std::uint64_t distinct_b_;
  std::vector<std::uint32_t> cells_;
  // Else the values linked with each value of the one column, ascending, and how often.
  std::vector<std::uint64_t> pairs_;
  std::vector<std::ptrdiff_t> starts_;
  std::vector<std::uint32_t> linked_;
  std::vector<std::uint32_t> counts_;
  // By how often two values are linked.
  std::vector<double> score_;
};

}  // namespace microdata

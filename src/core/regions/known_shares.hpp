#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Shares of a sensitive attribute's values given known attributes, n(q, s) / n(q), without harmless
// values s.
class KnownShares {
 public:
  KnownShares(const Microdata& sample, const AttributeSet& known, std::size_t sensitive, double l,
              const Progress& progress);

  // True if both sides of a cut on another attribute meet l for every q of the part, whose first
  // `left` rows go left. With a margin, except with probability `failure`, if `failure` is given. A
  // combination q with few rows of the sample, or none, on one side then forbids the cut.
  bool allows(std::span<const Row> part, std::size_t left, std::optional<double> failure,
              const Progress& progress) const;

 private:
  std::vector<std::uint32_t> count(std::span<const Row> rows, const Progress& progress) const;

  double l_;
  Combinations known_;
  // Combinations with the sensitive value.
  Combinations cells_;
  std::vector<std::uint32_t> known_of_cell_;
  // 1 for combinations with a harmless value.
  std::vector<std::uint8_t> harmless_;
};

}  // namespace microdata

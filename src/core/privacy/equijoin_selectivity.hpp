#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// An equivalence class whose class values are published by the class: each value once, on one of
// its tuples; the other tuples are ambiguous (fragmentation paper, section 4.2.4).
struct AmbiguousClass {
  std::uint32_t tuples = 0;
  std::uint32_t values = 0;

  bool operator<(const AmbiguousClass& other) const {
    return tuples != other.tuples ? tuples < other.tuples : values < other.values;
  }
};

// Equijoin selectivity privacy level eta of definition 4.4, for two equivalence classes or, in the
// same way, for one class of each of several fragments. Eta is the share of all choices of one
// version of each class that join to at least k rows. Versions are multisets (appendix C.II): each
// value occurs, and every choice of counts is one version.
//
// The computation counts vectors: the numbers of rows of the common values in each class, with a
// join below k. Each vector is weighted by its completions, the numbers of rows of the values that
// are not common. If a class has only common values, their numbers of rows add up to its tuples.
// The join then always has at least k rows. Conditions 4 and 5 of appendix C.II, which are an
// inequality there too, miscount this case.
class EquijoinSelectivity {
 public:
  // Builds the computation for classes of at least k tuples each.
  explicit EquijoinSelectivity(std::uint32_t k) : k_(k) {}

  // Returns eta for classes with `common` values in common, at least one. Returns 0 if counting
  // would take too long and some version might fail.
  double operator()(std::span<const AmbiguousClass> classes, std::uint32_t common,
                    const Progress& progress);

 private:
  // Numbers of vectors whose join is below k, for a number of classes.
  struct Counted {
    // Numbers by join and by the sums over the common values, one sum for each class, all below k.
    std::vector<double> last;
    // Numbers by the sums alone; [common - 1].
    std::vector<std::vector<double>> by_sums;
  };

  const std::vector<double>& below_k(std::size_t classes, std::uint32_t common,
                                     const Progress& progress);
  void count_one_more(std::size_t classes, Counted& counted, const Progress& progress) const;
  bool takes_too_long(std::size_t classes) const;
  double completions(const AmbiguousClass& c, std::uint32_t common, std::size_t sum) const;
  double log_binomial(std::size_t n, std::size_t r) const;

  std::uint32_t k_;
  std::map<std::size_t, Counted> counted_;
  std::vector<double> log_factorial_{0};
};

// True if eta is at least delta within rounding. The rounding is relative, so 0 never meets a delta
// above 0.
bool is_selective(double eta, double delta);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata {

// An equivalence class whose class values are published by the class: each of them once, on one of
// its tuples, the others being ambiguous (fragmentation paper, section 4.2.4).
struct AmbiguousClass {
  std::uint32_t tuples = 0;
  std::uint32_t values = 0;

  bool operator<(const AmbiguousClass& other) const {
    return tuples != other.tuples ? tuples < other.tuples : values < other.values;
  }
};

// The equijoin selectivity privacy level eta of definition 4.4, of two equivalence classes or, in
// the same manner, of one of each of several fragments: of all ways to choose a version of each,
// the share that joins to at least k rows. Versions are multisets (appendix C.II): each value
// occurs, and every choice of how often is one version.
//
// Counted by vectors: of the numbers of rows that the common values have in each class, those whose
// join is below k, each with its completions, which are the numbers of rows of the values that are
// not common. Where a class has none of these, the numbers of its common values add up to its
// tuples and the join has at least k rows in any case; appendix C.II's conditions 4 and 5, an
// inequality there too, miscount that.
class EquijoinSelectivity {
 public:
  // For classes of at least k tuples each.
  explicit EquijoinSelectivity(std::uint32_t k) : k_(k) {}

  // Of classes that have so many of their values, at least one, in common. 0 where counting would
  // take too long and some version may fail.
  double operator()(std::span<const AmbiguousClass> classes, std::uint32_t common,
                    const Progress& progress);

 private:
  // For so many classes, the numbers of vectors whose join is below k.
  struct Counted {
    // By join and by the sums over the common values, one for each class: all below k.
    std::vector<double> last;
    // By the sums alone; [common - 1].
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

// Whether eta is at least delta, within rounding: relative, as no delta above 0 is met by 0.
bool is_selective(double eta, double delta);

}  // namespace microdata

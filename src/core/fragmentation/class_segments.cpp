#include "core/fragmentation/class_segments.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace microdata {

namespace {

// A range of class values, rarest first.
using Values = std::span<const Code>;

class Clustering {
 public:
  Clustering(std::span<const std::uint32_t> tuples, double l, std::uint32_t k)
      : tuples_(tuples), l_(l), k_(k) {}

  void divide(Values values, std::vector<std::vector<Code>>& segments) const {
    std::optional<std::size_t> best;
    double least = cost(values);
    for (std::size_t left = 1; left < values.size(); ++left) {
      const Values parts[] = {values.first(left), values.subspan(left)};
      if (!keeps(parts[0]) || !keeps(parts[1])) continue;
      const double together = cost(parts[0]) + cost(parts[1]);
      if (together >= least) continue;
      least = together;
      best = left;
    }
    if (!best) {
      segments.emplace_back(values.begin(), values.end());
      std::sort(segments.back().begin(), segments.back().end());
      return;
    }
    divide(values.first(*best), segments);
    divide(values.subspan(*best), segments);
  }

 private:
  double total(Values values) const {
    double sum = 0;
    for (const Code value : values)
      sum += tuples_[value];
    return sum;
  }

  bool keeps(Values values) const {
    return static_cast<double>(values.size()) >= l_ && total(values) >= k_;
  }

  // Returns the expected width of the equivalence classes: the logarithm of the share of the
  // segment that a class takes, summed over the tuples. To include the rarest value, a class takes
  // about as many tuples as there are for each tuple with that value. It takes more tuples the more
  // values it must have.
  double cost(Values values) const {
    const double all = total(values);
    const double size =
        all / tuples_[values.front()] * (1 + std::log(static_cast<double>(values.size())));
    return all * std::log(std::max<double>(size, k_) / all);
  }

  std::span<const std::uint32_t> tuples_;
  double l_;
  double k_;
};

}  // namespace

std::vector<std::vector<Code>> class_segments(std::span<const std::uint32_t> tuples, double l,
                                              std::uint32_t k) {
  std::vector<Code> values;
  for (Code value = 0; value < tuples.size(); ++value) {
    if (tuples[value] > 0) values.push_back(value);
  }
  std::stable_sort(values.begin(), values.end(),
                   [&](Code a, Code b) { return tuples[a] < tuples[b]; });
  std::vector<std::vector<Code>> segments;
  Clustering(tuples, l, k).divide(values, segments);
  return segments;
}

}  // namespace microdata

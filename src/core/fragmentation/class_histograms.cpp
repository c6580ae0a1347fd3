#include "core/fragmentation/class_histograms.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace microdata {

namespace {

struct HistogramHash {
  std::size_t operator()(const ClassHistogram& histogram) const {
    std::uint64_t hash = histogram.size();
    for (const ValueCount& v : histogram) {
      hash = (hash ^ (std::uint64_t{v.value} << 32U | v.tuples)) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
  }
};

struct SameHistogram {
  bool operator()(const ClassHistogram& a, const ClassHistogram& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ValueCount& x, const ValueCount& y) {
                        return x.value == y.value && x.tuples == y.tuples;
                      });
  }
};

}  // namespace

std::uint64_t tuples_of(const ClassHistogram& histogram) {
  std::uint64_t tuples = 0;
  for (const ValueCount& v : histogram)
    tuples += v.tuples;
  return tuples;
}

ClassHistograms class_histograms(const TuplePartition& classes, std::span<const Code> values,
                                 const Progress& progress) {
  ClassHistograms result;
  std::unordered_map<ClassHistogram, std::uint32_t, HistogramHash, SameHistogram> numbers;
  const Code domain = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  std::vector<std::uint32_t> tuples(domain);
  ClassHistogram histogram;
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    progress.checkpoint_at(c);
    histogram.clear();
    const std::span<const Row> rows = classes.bucket(c);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) progress.checkpoint_at(i);
      const Code value = values[rows[i]];
      if (tuples[value]++ == 0) histogram.push_back({value, 0});
    }
    for (ValueCount& v : histogram)
      v.tuples = std::exchange(tuples[v.value], 0);
    std::sort(histogram.begin(), histogram.end(),
              [](const ValueCount& a, const ValueCount& b) { return a.value < b.value; });
    const auto next = static_cast<std::uint32_t>(result.kinds.size());
    const auto [found, is_new] = numbers.try_emplace(histogram, next);
    if (is_new) {
      result.kinds.push_back(histogram);
      result.classes_of_kind.push_back(0);
    }
    ++result.classes_of_kind[found->second];
    result.kind_of_class.push_back(found->second);
  }
  return result;
}

}  // namespace microdata

#include "core/risk/known_features.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

namespace {

constexpr Code most_intervals = 16;
constexpr std::size_t most_values = 128;
constexpr std::uint32_t fewest_alike = 8;

// For every code its number among the attribute's features.
struct FeatureOfCode {
  std::vector<std::uint32_t> of_code;
  std::uint32_t features = 0;
};

FeatureOfCode intervals(std::span<const std::uint32_t> persons_with, std::size_t persons) {
  FeatureOfCode result;
  std::size_t below = 0;
  std::size_t interval = 0;
  for (const std::uint32_t with : persons_with) {
    // By the middle of the value's persons, so that a frequent one has an interval to itself.
    const std::size_t of_value =
        (2 * below + with) * most_intervals / std::max(2 * persons, std::size_t{1});
    if (result.features == 0 || of_value != interval) ++result.features;
    interval = of_value;
    result.of_code.push_back(result.features - 1);
    below += with;
  }
  return result;
}

// Each of its own, but for those of few persons: these by their order, as are postal codes.
FeatureOfCode frequent_values(std::span<const std::uint32_t> persons_with) {
  std::vector<Code> codes(persons_with.size());
  std::iota(codes.begin(), codes.end(), 0U);
  std::stable_sort(codes.begin(), codes.end(),
                   [&](Code a, Code b) { return persons_with[a] > persons_with[b]; });
  std::vector<std::uint32_t> rare(persons_with.begin(), persons_with.end());
  std::vector<bool> frequent(persons_with.size());
  for (std::size_t i = 0; i < std::min(codes.size(), most_values); ++i) {
    if (persons_with[codes[i]] < fewest_alike) break;
    frequent[codes[i]] = true;
    rare[codes[i]] = 0;
  }
  FeatureOfCode result = intervals(rare, std::accumulate(rare.begin(), rare.end(), std::size_t{0}));
  for (std::size_t code = 0; code < frequent.size(); ++code) {
    if (frequent[code]) result.of_code[code] = result.features++;
  }
  return result;
}

}  // namespace

KnownFeatures::KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons,
                             std::size_t all, const Progress& progress)
    : of_each_(known.size() + 1), features_(all * of_each_) {
  for (std::size_t a = 0; a < known.size(); ++a) {
    const KnownAttribute& attribute = known[a];
    std::vector<std::uint32_t> persons_with(attribute.distinct);
    progress.in_blocks(persons, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++persons_with[attribute.codes[i]];
    });
    const FeatureOfCode feature = attribute.numeric && attribute.distinct > most_intervals
                                      ? intervals(persons_with, persons)
                                      : frequent_values(persons_with);
    for (std::size_t i = 0; i < all; ++i) {
      progress.checkpoint_at(i);
      features_[i * of_each_ + a + 1] =
          static_cast<std::uint32_t>(count_) + feature.of_code[attribute.codes[i]];
    }
    count_ += feature.features;
  }
}

}  // namespace microdata

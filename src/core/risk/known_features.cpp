#include "core/risk/known_features.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace microdata {

namespace {

constexpr std::uint32_t fewest_alike = 8;

// Largest number of features. A regression over n features takes n^2 memory and n^3 time, so each
// of many attributes has fewer features.
constexpr std::size_t most_features = 2000;

// Largest numbers of features of an attribute.
struct Detail {
  std::size_t intervals = 16;
  std::size_t values = 128;
};

// Feature of every code, counted within the attribute's features.
struct FeatureOfCode {
  std::vector<std::uint32_t> of_code;
  std::uint32_t features = 0;
};

FeatureOfCode intervals(std::span<const std::uint32_t> persons_with, std::size_t persons,
                        const Detail& detail) {
  FeatureOfCode result;
  std::size_t below = 0;
  std::size_t interval = 0;
  for (const std::uint32_t with : persons_with) {
    // The interval is that of the middle of the value's persons, so that a frequent value has an
    // interval to itself.
    const std::size_t of_value =
        (2 * below + with) * detail.intervals / std::max(2 * persons, std::size_t{1});
    if (result.features == 0 || of_value != interval) ++result.features;
    interval = of_value;
    result.of_code.push_back(result.features - 1);
    below += with;
  }
  return result;
}

// Gives each value a feature of its own, and values of few persons intervals in their order, which
// is useful for postal codes.
FeatureOfCode frequent_values(std::span<const std::uint32_t> persons_with, const Detail& detail) {
  std::vector<Code> codes(persons_with.size());
  std::iota(codes.begin(), codes.end(), 0U);
  std::stable_sort(codes.begin(), codes.end(),
                   [&](Code a, Code b) { return persons_with[a] > persons_with[b]; });
  std::vector<std::uint32_t> rare(persons_with.begin(), persons_with.end());
  std::vector<bool> frequent(persons_with.size());
  for (std::size_t i = 0; i < std::min(codes.size(), detail.values); ++i) {
    if (persons_with[codes[i]] < fewest_alike) break;
    frequent[codes[i]] = true;
    rare[codes[i]] = 0;
  }
  FeatureOfCode result =
      intervals(rare, std::accumulate(rare.begin(), rare.end(), std::size_t{0}), detail);
  for (std::size_t code = 0; code < frequent.size(); ++code) {
    if (frequent[code]) result.of_code[code] = result.features++;
  }
  return result;
}

struct CountedAttribute {
  const KnownAttribute& attribute;
  std::vector<std::uint32_t> persons_with;
};

std::vector<FeatureOfCode> features_of(std::span<const CountedAttribute> known, std::size_t persons,
                                       const Detail& detail) {
  std::vector<FeatureOfCode> features;
  for (const auto& [attribute, persons_with] : known) {
    features.push_back(attribute.numeric && attribute.distinct > detail.intervals
                           ? intervals(persons_with, persons, detail)
                           : frequent_values(persons_with, detail));
  }
  return features;
}

// Reduces the detail until there are few enough features.
std::vector<FeatureOfCode> few_features_of(std::span<const CountedAttribute> known,
                                           std::size_t persons) {
  Detail detail;
  while (true) {
    std::vector<FeatureOfCode> features = features_of(known, persons, detail);
    const auto all = std::accumulate(
        features.begin(), features.end(), std::size_t{0},
        [](std::size_t sum, const FeatureOfCode& of_one) { return sum + of_one.features; });
    if (all <= most_features || detail.intervals == 2) return features;
    detail = {detail.intervals / 2, detail.values / 2};
  }
}

}  // namespace

KnownFeatures::KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons,
                             std::size_t all, const Progress& progress)
    : of_each_(known.size() + 1), features_(all * of_each_) {
  std::vector<CountedAttribute> counted;
  for (const KnownAttribute& attribute : known) {
    std::vector<std::uint32_t> persons_with(attribute.distinct);
    progress.in_blocks(persons, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++persons_with[attribute.codes[i]];
    });
    counted.push_back({attribute, std::move(persons_with)});
  }
  const std::vector<FeatureOfCode> features = few_features_of(counted, persons);
  for (std::size_t a = 0; a < known.size(); ++a) {
    for (std::size_t i = 0; i < all; ++i) {
      progress.checkpoint_at(i);
      features_[i * of_each_ + a + 1] =
          static_cast<std::uint32_t>(count_) + features[a].of_code[known[a].codes[i]];
    }
    count_ += features[a].features;
  }
}

}  // namespace microdata

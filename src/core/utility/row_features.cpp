#include "core/utility/row_features.hpp"

#include <algorithm>

namespace microdata {

namespace {

// Numbers with more values go by so many intervals.
constexpr std::size_t most_intervals = 8;
// Values of a smaller share, or of fewer rows, are one feature.
constexpr double rare_feature = 0.003;
constexpr std::size_t fewest_of_feature = 10;

struct Levels {
  std::vector<std::uint32_t> of_code;
  std::uint32_t count = 0;
};

Levels intervals(const std::vector<std::size_t>& rows, std::size_t total) {
  Levels levels;
  std::size_t below = 0;
  std::size_t last = 0;
  for (const std::size_t of_code : rows) {
    // By where the value's middle row lies.
    const std::size_t interval =
        (below + of_code / 2) * most_intervals / std::max<std::size_t>(total, 1);
    if (levels.count == 0 || interval != last) ++levels.count;
    last = interval;
    levels.of_code.push_back(levels.count - 1);
    below += of_code;
  }
  return levels;
}

Levels frequent_values(const std::vector<std::size_t>& rows, std::size_t total) {
  Levels levels{{}, 1};
  for (const std::size_t of_code : rows) {
    const bool frequent = of_code >= fewest_of_feature &&
                          static_cast<double>(of_code) >= rare_feature * static_cast<double>(total);
    levels.of_code.push_back(frequent ? levels.count++ : 0);
  }
  return levels;
}

Levels levels_of(const FeatureAttribute& attribute, const Progress& progress) {
  std::vector<std::size_t> rows(attribute.distinct);
  for (std::size_t row = 0; row < attribute.codes.size(); ++row) {
    progress.checkpoint_at(row);
    ++rows[attribute.codes[row]];
  }
  return attribute.ordered && rows.size() > most_intervals
             ? intervals(rows, attribute.codes.size())
             : frequent_values(rows, attribute.codes.size());
}

}  // namespace

RowFeatures::RowFeatures(std::span<const FeatureAttribute> attributes, const BucketOrder& order,
                         const Progress& progress) {
  std::vector<Levels> levels;
  std::vector<std::uint32_t> first;
  for (const FeatureAttribute& attribute : attributes) {
    levels.push_back(levels_of(attribute, progress));
    first.push_back(static_cast<std::uint32_t>(family_.size()));
    family_.insert(family_.end(), levels.back().count, static_cast<std::uint32_t>(families_++));
    if (attribute.of_row) ++of_row_;
  }
  by_place_.reserve(order.rows.size() * of_row_);
  for (std::size_t place = 0; place < order.rows.size(); ++place) {
    progress.checkpoint_at(place);
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      if (attributes[a].of_row)
        by_place_.push_back(first[a] + levels[a].of_code[attributes[a].codes[order.rows[place]]]);
    }
  }
  first_of_bucket_.push_back(0);
  std::vector<std::uint32_t> in_bucket;
  for (std::size_t b = 0; b < order.buckets(); ++b) {
    progress.checkpoint_at(b);
    const float one = 1.0F / static_cast<float>(std::max<std::size_t>(order.size(b), 1));
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      if (attributes[a].of_row) continue;
      in_bucket.clear();
      for (std::uint32_t place = order.first[b]; place < order.first[b + 1]; ++place)
        in_bucket.push_back(first[a] + levels[a].of_code[attributes[a].codes[order.rows[place]]]);
      std::sort(in_bucket.begin(), in_bucket.end());
      for (std::size_t i = 0; i < in_bucket.size(); ++i) {
        if (i == 0 || in_bucket[i] != in_bucket[i - 1]) by_bucket_.push_back({in_bucket[i], 0});
        by_bucket_.back().weight += one;
      }
    }
    first_of_bucket_.push_back(by_bucket_.size());
  }
}

}  // namespace microdata

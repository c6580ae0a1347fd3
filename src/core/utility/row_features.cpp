#include "core/utility/row_features.hpp"

#include <algorithm>

namespace microdata {

namespace {

// Number of intervals of numbers with more values than intervals.
constexpr std::size_t most_intervals = 8;
// Values with a smaller share, or with fewer rows, share one feature.
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
    // The middle row of a value decides its interval.
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
    const bool some_lack_it = attribute.codes.size() < order.items.size();
    family_.insert(family_.end(), levels.back().count + (some_lack_it ? 1 : 0),
                   static_cast<std::uint32_t>(families_++));
  }
  by_place_.reserve(order.items.size() * families_);
  for (std::size_t place = 0; place < order.items.size(); ++place) {
    progress.checkpoint_at(place);
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      const Row row = order.items[place];
      const bool lacks_it = row >= attributes[a].codes.size();
      by_place_.push_back(
          first[a] + (lacks_it ? levels[a].count : levels[a].of_code[attributes[a].codes[row]]));
    }
  }
}

}  // namespace microdata

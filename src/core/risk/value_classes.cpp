#include "core/risk/value_classes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace microdata {

ValueClasses classes_of_values(std::span<const std::uint64_t> occurrences) {
  std::vector<Code> values;
  for (Code value = 0; value < occurrences.size(); ++value) {
    if (occurrences[value] > 0) values.push_back(value);
  }
  std::stable_sort(values.begin(), values.end(),
                   [&](Code a, Code b) { return occurrences[a] > occurrences[b]; });
  ValueClasses result;
  result.classes = std::min(static_cast<Code>(values.size()), ValueClasses::most);
  result.class_of.resize(occurrences.size());
  result.share.resize(occurrences.size());
  std::vector<std::uint64_t> of_class(result.classes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Code its_class = std::min(static_cast<Code>(i), ValueClasses::most - 1);
    result.class_of[values[i]] = its_class;
    of_class[its_class] += occurrences[values[i]];
    if (its_class == result.value_of.size()) result.value_of.push_back(values[i]);
  }
  for (const Code value : values) {
    result.share[value] = static_cast<double>(occurrences[value]) /
                          static_cast<double>(of_class[result.class_of[value]]);
  }
  return result;
}

bool are_too_many(std::span<const std::uint64_t> occurrences) {
  return std::count_if(occurrences.begin(), occurrences.end(), [](std::uint64_t times) {
           return times > 0;
         }) > std::ptrdiff_t{ValueClasses::most};
}

ValueClasses intervals_of_values(std::span<const std::uint64_t> occurrences,
                                 std::span<const Code> in_order) {
  double all = 0;
  for (const std::uint64_t times : occurrences)
    all += static_cast<double>(times);
  ValueClasses result;
  result.class_of.resize(occurrences.size());
  result.share.resize(occurrences.size());
  std::vector<std::uint64_t> of_class;
  double before = 0;
  double end = 0;
  const std::size_t places = in_order.empty() ? occurrences.size() : in_order.size();
  for (Code place = 0; place < places; ++place) {
    const Code value = in_order.empty() ? place : in_order[place];
    const std::uint64_t times = value < occurrences.size() ? occurrences[value] : 0;
    if (times == 0) continue;
    if (before >= end) {
      of_class.push_back(0);
      result.value_of.push_back(value);
      const double part = all / ValueClasses::most_intervals;
      end = (std::floor(before / part) + 1) * part;
    }
    before += static_cast<double>(times);
    of_class.back() += times;
    result.class_of[value] = static_cast<Code>(of_class.size() - 1);
    if (times > occurrences[result.value_of.back()]) result.value_of.back() = value;
  }
  result.classes = static_cast<Code>(of_class.size());
  for (Code value = 0; value < occurrences.size(); ++value) {
    if (occurrences[value] == 0) continue;
    result.share[value] = static_cast<double>(occurrences[value]) /
                          static_cast<double>(of_class[result.class_of[value]]);
  }
  return result;
}

}  // namespace microdata

#include "core/risk/value_classes.hpp"

#include <algorithm>

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

}  // namespace microdata

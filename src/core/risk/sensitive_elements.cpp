#include "core/risk/sensitive_elements.hpp"

namespace microdata {

SensitiveElements::SensitiveElements(const JointPlacement& placement,
                                     std::span<const NearValues* const> by_intervals) {
  for (std::size_t a = 0; a < placement.attributes(); ++a) {
    const std::vector<std::uint64_t> rows = placement.rows_of_values(a);
    const NearValues* const numbers = a < by_intervals.size() ? by_intervals[a] : nullptr;
    const ValueClasses& values = of_attribute_.emplace_back(
        numbers != nullptr ? intervals_of_values(rows, numbers->in_order())
                           : classes_of_values(rows));
    for (std::size_t value = 0; value < values.class_of.size(); ++value) {
      class_of_.push_back(first_class_.back() + values.class_of[value]);
      share_.push_back(values.share[value]);
    }
    first_class_.push_back(first_class_.back() + values.classes);
  }
}

}  // namespace microdata

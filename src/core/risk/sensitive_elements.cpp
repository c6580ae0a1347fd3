#include "core/risk/sensitive_elements.hpp"

namespace microdata {

SensitiveElements::SensitiveElements(const JointPlacement& placement) {
  for (std::size_t a = 0; a < placement.attributes(); ++a) {
    const ValueClasses& values =
        of_attribute_.emplace_back(classes_of_values(placement.rows_of_values(a)));
    for (std::size_t value = 0; value < values.class_of.size(); ++value) {
      class_of_.push_back(first_class_.back() + values.class_of[value]);
      share_.push_back(values.share[value]);
    }
    first_class_.push_back(first_class_.back() + values.classes);
  }
}

}  // namespace microdata

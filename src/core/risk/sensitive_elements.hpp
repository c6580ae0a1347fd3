#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/risk/joint_placement.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/value_classes.hpp"

namespace microdata {

// The elements of a placement as models have them: by classes, numbered through attribute by
// attribute.
class SensitiveElements {
 public:
  // What is next to impossible for the model may be so in the bucket.
  static constexpr double least = 1e-9;

  // `by_intervals`: the numbers of attributes whose classes are intervals of them; null or missing
  // of the others.
  explicit SensitiveElements(const JointPlacement& placement,
                             std::span<const NearValues* const> by_intervals = {});

  std::size_t attributes() const { return of_attribute_.size(); }
  const ValueClasses& of_attribute(std::size_t attribute) const { return of_attribute_[attribute]; }
  // Where the classes of each attribute begin, and the end.
  std::uint32_t first_class(std::size_t attribute) const { return first_class_[attribute]; }
  std::uint32_t classes() const { return first_class_.back(); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(class_of_.size()); }

  std::uint32_t class_of(std::uint32_t element) const { return class_of_[element]; }
  // By the probabilities of all classes.
  template <typename Number>
  double probability(std::uint32_t element, std::span<const Number> of_classes) const {
    return std::max(static_cast<double>(of_classes[class_of_[element]]), least) * share_[element];
  }

 private:
  std::vector<ValueClasses> of_attribute_;
  std::vector<std::uint32_t> first_class_{0};
  std::vector<std::uint32_t> class_of_;
  std::vector<double> share_;
};

// The probabilities of all classes for the i-th person, as models have them; none: nothing was
// learned yet, and all values are alike.
using PredictClasses = std::function<void(std::size_t i, std::span<double> of_classes)>;

}  // namespace microdata

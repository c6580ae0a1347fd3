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

// The classes of a placement's elements, as models use them, numbered attribute by attribute.
class SensitiveElements {
 public:
  // Smallest probability of a class. A value that is nearly impossible for the model can occur in
  // the bucket.
  static constexpr double least = 1e-9;

  // Constructs the classes of a placement. `by_intervals` has the numbers of attributes whose
  // classes are intervals; it is null or missing for other attributes.
  explicit SensitiveElements(const JointPlacement& placement,
                             std::span<const NearValues* const> by_intervals = {});

  std::size_t attributes() const { return of_attribute_.size(); }
  const ValueClasses& of_attribute(std::size_t attribute) const { return of_attribute_[attribute]; }
  // Returns the first class of an attribute; that of the number of attributes is the end.
  std::uint32_t first_class(std::size_t attribute) const { return first_class_[attribute]; }
  std::uint32_t classes() const { return first_class_.back(); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(class_of_.size()); }

  std::uint32_t class_of(std::uint32_t element) const { return class_of_[element]; }
  // Returns the probability of an element, by the probabilities of all classes.
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

// Function that computes the probabilities of all classes for the i-th person by the models. It is
// empty if nothing was learned yet, so that all values are equally likely.
using PredictClasses = std::function<void(std::size_t i, std::span<double> of_classes)>;

}  // namespace microdata

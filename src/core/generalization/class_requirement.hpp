#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Requirement for every equivalence class: k tuples, frequency l-diversity for each sensitive
// attribute, and the privacy models. The requirement holds for a union of classes that meet it.
class ClassRequirement {
 public:
  // Builds the requirement. `privacy` covers the sensitive attributes in their order and must
  // outlive this object.
  ClassRequirement(const Microdata& data, AttributeSet sensitive, std::uint32_t k,
                   std::optional<double> l, const PrivacyRequirement& privacy);

  const AttributeSet& sensitive() const { return sensitive_; }
  const PrivacyRequirement& privacy() const { return *privacy_; }

  // Smallest number of tuples, and of values of the j-th sensitive attribute, of a class that meets
  // the requirement. A superset of a class with as many has as many too.
  std::uint32_t fewest() const { return fewest_; }
  std::uint32_t fewest_values(std::size_t j) const { return fewest_values_[j]; }
  // True if these numbers are the whole requirement.
  bool counts_suffice() const { return counts_suffice_; }

  // True if the requirement holds for every superset of a class that meets it.
  bool holds_in_supersets() const { return counts_suffice_ || holds_in_supersets_; }

  // True if a class of at least fewest() tuples meets the conditions on the j-th sensitive
  // attribute. `values` has the class's values of that attribute, without zeros.
  bool holds(std::size_t j, std::span<const ValueCount> values) const;

  // Memory for counting a class's values.
  struct Scratch {
    std::vector<std::uint32_t> tuples;  // by value, all 0 between uses
    std::vector<ValueCount> values;
  };
  Scratch make_scratch() const;

  // True if some rows as one class meet the whole requirement.
  bool holds(std::span<const Row> rows, Scratch& scratch, const Progress& progress) const;

 private:
  const Microdata* data_;
  AttributeSet sensitive_;
  std::optional<double> l_;
  const PrivacyRequirement* privacy_;
  std::uint32_t fewest_ = 1;
  std::vector<std::uint32_t> fewest_values_;
  bool counts_suffice_ = true;
  bool holds_in_supersets_ = true;
};

// Counts the values of an attribute in rows, without zeros, in order of first appearance.
// scratch.values is the result.
void count_into(const Microdata& data, std::size_t attribute, std::span<const Row> rows,
                ClassRequirement::Scratch& scratch, const Progress& progress);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// What every equivalence class must meet: k tuples, l-diversity by frequency for each sensitive
// attribute, and the privacy models. It holds for a union of classes for which it holds.
class ClassRequirement {
 public:
  // `privacy` is over the sensitive attributes in their order, and outlives this.
  ClassRequirement(const Microdata& data, AttributeSet sensitive, std::uint32_t k,
                   std::optional<double> l, const PrivacyRequirement& privacy);

  const AttributeSet& sensitive() const { return sensitive_; }
  const PrivacyRequirement& privacy() const { return *privacy_; }

  // The fewest tuples, and the fewest values of the j-th sensitive attribute, of a class for which
  // it holds. A superset of a class that has as many has as many too.
  std::uint32_t fewest() const { return fewest_; }
  std::uint32_t fewest_values(std::size_t j) const { return fewest_values_[j]; }
  // Whether these are all that is asked.
  bool counts_suffice() const { return counts_suffice_; }

  // Whether it holds for every superset of a class for which it holds.
  bool holds_in_supersets() const { return counts_suffice_ || holds_in_supersets_; }

  // Whether a class of at least fewest() tuples, given by its values of the j-th sensitive
  // attribute, without zeros, meets what concerns that attribute.
  bool holds(std::size_t j, std::span<const ValueCount> values) const;

  // Room for counting a class's values.
  struct Scratch {
    std::vector<std::uint32_t> tuples;  // by value, all 0 between uses
    std::vector<ValueCount> values;
  };
  Scratch make_scratch() const;

  // Whether all of it holds for some rows as one class.
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

// The values that rows have of an attribute, without zeros, in the order in which they come first.
// scratch.values is the result.
void count_into(const Microdata& data, std::size_t attribute, std::span<const Row> rows,
                ClassRequirement::Scratch& scratch, const Progress& progress);

}  // namespace microdata

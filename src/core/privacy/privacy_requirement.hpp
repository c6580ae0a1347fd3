#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Privacy models that every group of a release must meet together, each for every sensitive
// attribute.
class PrivacyRequirement {
 public:
  // Builds a requirement without models.
  PrivacyRequirement() = default;

  // Builds a requirement. If there is no sensitive attribute, the tuples of a group count as the
  // single value (0) of an attribute that discloses nothing.
  PrivacyRequirement(const Microdata& data, const AttributeSet& sensitive,
                     std::vector<PrivacyModel> models, const Progress& progress);

  bool empty() const { return models_.empty(); }
  const std::vector<PrivacyModel>& models() const { return models_; }
  // Returns the distributions in the order of the sensitive attributes.
  const std::vector<SensitiveDistribution>& tables() const { return tables_; }

  // True if some sensitive attribute has harmless values.
  bool has_harmless() const;

  // Returns the smallest number of tuples of a group with a value that is not harmless, and of any
  // group.
  std::size_t fewest() const { return fewest_; }
  std::size_t least() const { return least_; }

  // True if all models hold in every superset of a group in which they hold.
  bool holds_in_supersets() const;

  // True if a group, given by its values of the j-th sensitive attribute, meets all models.
  bool holds(std::size_t j, std::span<const ValueCount> group) const;

  // Returns the first model that the group fails, or nothing.
  std::optional<PrivacyModel> violated(std::size_t j, std::span<const ValueCount> group) const;

 private:
  std::vector<PrivacyModel> models_;
  std::vector<SensitiveDistribution> tables_;
  std::size_t fewest_ = 1;
  std::size_t least_ = 1;
};

}  // namespace microdata

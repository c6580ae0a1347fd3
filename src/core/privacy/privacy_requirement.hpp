#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Privacy models that every group of a release meets at once, each for every sensitive attribute.
class PrivacyRequirement {
 public:
  // No models.
  PrivacyRequirement() = default;

  // Where there is no sensitive attribute, the tuples of a group are counted all the same, as the
  // one value (0) of an attribute that tells nothing.
  PrivacyRequirement(const Microdata& data, const AttributeSet& sensitive,
                     std::vector<PrivacyModel> models, const Progress& progress);

  bool empty() const { return models_.empty(); }
  const std::vector<PrivacyModel>& models() const { return models_; }
  // In the order of the sensitive attributes.
  const std::vector<SensitiveDistribution>& tables() const { return tables_; }

  // The fewest tuples that any group must have.
  std::size_t fewest() const { return fewest_; }

  // Whether all models hold in every superset of a group that they hold in.
  bool holds_in_supersets() const;

  // Whether a group, given by its values of the j-th sensitive attribute, meets all models.
  bool holds(std::size_t j, std::span<const ValueCount> group) const;

  // The first model that it does not meet.
  std::optional<PrivacyModel> violated(std::size_t j, std::span<const ValueCount> group) const;

 private:
  std::vector<PrivacyModel> models_;
  std::vector<SensitiveDistribution> tables_;
  std::size_t fewest_ = 1;
};

}  // namespace microdata

#include "core/privacy/privacy_requirement.hpp"

#include <algorithm>
#include <utility>

#include "core/microdata/histogram.hpp"

namespace microdata {

PrivacyRequirement::PrivacyRequirement(const Microdata& data, const AttributeSet& sensitive,
                                       std::vector<PrivacyModel> models, const Progress& progress)
    : models_(std::move(models)) {
  for (const PrivacyModel& model : models_) {
    fewest_ = std::max(fewest_, static_cast<std::size_t>(fewest_tuples(model)));
    least_ = std::max(least_, static_cast<std::size_t>(k_of(model)));
  }
  if (models_.empty()) return;
  for (const std::size_t attribute : sensitive)
    tables_.push_back(sensitive_distribution(data, attribute, progress));
  if (sensitive.empty()) tables_.emplace_back(std::vector<std::uint64_t>{rows_of_table(data)});
}

bool PrivacyRequirement::has_harmless() const {
  return std::any_of(tables_.begin(), tables_.end(),
                     [](const SensitiveDistribution& table) { return table.has_harmless(); });
}

bool PrivacyRequirement::holds_in_supersets() const {
  return std::all_of(models_.begin(), models_.end(), [&](const PrivacyModel& model) {
    return microdata::holds_in_supersets(model) &&
           (!is_about_sensitive_values(model) || !has_harmless());
  });
}

bool PrivacyRequirement::holds(std::size_t j, std::span<const ValueCount> group) const {
  return std::all_of(models_.begin(), models_.end(), [&](const PrivacyModel& model) {
    return microdata::holds(model, group, tables_[j]);
  });
}

std::optional<PrivacyModel> PrivacyRequirement::violated(std::size_t j,
                                                         std::span<const ValueCount> group) const {
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const PrivacyModel& model) {
    return !microdata::holds(model, group, tables_[j]);
  });
  return found == models_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace microdata

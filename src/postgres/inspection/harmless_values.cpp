#include "postgres/inspection/harmless_values.hpp"

#include <algorithm>

#include "postgres/source/harmless_values.hpp"

namespace microdata::postgres {

const HarmlessValues* harmless_values(const Release& release, const std::string& attribute) {
  const auto& recorded = release.layout.harmless;
  const auto found = recorded.find(attribute);
  if (found != recorded.end()) return &found->second;
  // The column might have been renamed in a view, or in another relation of the release.
  for (const ReleaseAttribute& one : release.attributes) {
    if (one.name != attribute || one.source_name.empty()) continue;
    for (const auto& named : recorded) {
      const bool is_same = std::any_of(
          release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& other) {
            return other.name == named.first && other.source_name == one.source_name;
          });
      if (is_same || named.first == one.source_name) return &named.second;
    }
  }
  return nullptr;
}

std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress) {
  const HarmlessValues* const recorded = harmless_values(release, attribute);
  if (recorded == nullptr) return {};
  return harmless_codes(values, *recorded, progress);
}

void HarmlessInAll::add(const std::vector<std::uint8_t>& harmless) {
  if (!in_all_ || harmless.empty()) {
    in_all_ = harmless;
    return;
  }
  for (std::size_t value = 0; value < in_all_->size(); ++value)
    (*in_all_)[value] &= harmless[value];
}

void HarmlessInAll::add(const Release& release, const std::string& source_name,
                        const Dictionary& values, const Progress& progress) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.source_name == source_name && attribute.role == Role::sensitive)
      add(harmless_codes(release, attribute.name, values, progress));
  }
}

std::vector<std::uint8_t> HarmlessInAll::values() const {
  return in_all_.value_or(std::vector<std::uint8_t>{});
}

}  // namespace microdata::postgres

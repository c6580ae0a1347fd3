#include "postgres/inspection/harmless_values.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

const HarmlessValues* harmless_values(const Release& release, const std::string& attribute) {
  const auto& recorded = release.layout.harmless;
  const auto found = recorded.find(attribute);
  if (found != recorded.end()) return &found->second;
  // The column might have been renamed in a view, or in another relation of the release.
  for (const ReleaseAttribute& one : release.attributes) {
    if (one.name != attribute || one.source_name.empty()) continue;
    for (const auto& [name, values] : recorded) {
      const bool is_same = std::any_of(
          release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& other) {
            return other.name == name && other.source_name == one.source_name;
          });
      if (is_same || name == one.source_name) return &values;
    }
  }
  return nullptr;
}

std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress) {
  const HarmlessValues* const recorded = harmless_values(release, attribute);
  if (recorded == nullptr) return {};
  std::vector<std::uint8_t> harmless(values.distinct());
  Dictionary together(values.type());
  std::vector<Code> codes = values.add_to(together);
  std::vector<Code> sought;
  {
    const MemoryScope memory;
    const PlainText settings;
    for (const std::optional<std::string>& value : *recorded) {
      sought.push_back(together.encode(
          value ? make_key(values.type(), read_value(values.type(), *value)) : Key{true, 0, {}}));
    }
  }
  together.finish(progress);
  together.translate(codes, progress);
  together.translate(sought, progress);
  std::sort(sought.begin(), sought.end());
  for (Code code = 0; code < codes.size(); ++code)
    harmless[code] = std::binary_search(sought.begin(), sought.end(), codes[code]) ? 1 : 0;
  if (std::find(harmless.begin(), harmless.end(), 1) == harmless.end()) harmless.clear();
  return harmless;
}

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the harmless values on record for an attribute of the release, which has its published
// name, or null if there are none.
const HarmlessValues* harmless_values(const Release& release, const std::string& attribute);

// Returns 1 by code for the harmless values that are on record for an attribute of the release, as
// in Attribute::harmless; nothing if none of the values is harmless. `values` is finished. Values
// are harmless if the type takes them for equal to a recorded one.
std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress);

// Values of an attribute of a source that are harmless in every one of several releases.
class HarmlessInAll {
 public:
  // Adds a release's harmless values, as of harmless_codes().
  void add(const std::vector<std::uint8_t>& harmless);
  // Adds the harmless values of each sensitive attribute of the release that has the name in its
  // source.
  void add(const Release& release, const std::string& source_name, const Dictionary& values,
           const Progress& progress);
  // Returns the values, as harmless_codes() does.
  std::vector<std::uint8_t> values() const;

 private:
  std::optional<std::vector<std::uint8_t>> in_all_;
};

}  // namespace microdata::postgres

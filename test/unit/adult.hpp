#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace microdata::test {

struct AdultTable {
  std::vector<std::string> attributes;
  // Of each attribute, row by row.
  std::map<std::string, std::vector<std::string>> values;
};

// The UCI Adult data, which the project does not ship (see scripts/check), as CSV with a header,
// without quotes. Throws std::runtime_error where there is no such file.
AdultTable read_adult(const std::string& path);

// That of the file that the environment variable MICRODATA_ADULT names; nothing where it names
// none.
std::optional<AdultTable> read_adult();

}  // namespace microdata::test

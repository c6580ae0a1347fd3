#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace microdata::test {

struct AdultTable {
  std::vector<std::string> attributes;
  // Values of each attribute, row by row.
  std::map<std::string, std::vector<std::string>> values;
};

// Returns the UCI Adult data, which the project does not ship (see scripts/check), from CSV with a
// header, without quotes. Throws std::runtime_error if the file does not exist.
AdultTable read_adult(const std::string& path);

// Returns the data of the file that the environment variable MICRODATA_ADULT names, or no value if
// the variable is not set.
std::optional<AdultTable> read_adult();

}  // namespace microdata::test

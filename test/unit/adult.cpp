#include "unit/adult.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace microdata::test {

namespace {

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> parts;
  std::stringstream stream(line);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

}  // namespace

AdultTable read_adult(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  AdultTable table{fields(line), {}};
  while (std::getline(file, line)) {
    const std::vector<std::string> row = fields(line);
    for (std::size_t a = 0; a < table.attributes.size(); ++a)
      table.values[table.attributes[a]].push_back(row.at(a));
  }
  return table;
}

std::optional<AdultTable> read_adult() {
  const char* path = std::getenv("MICRODATA_ADULT");
  if (path == nullptr || *path == '\0') return std::nullopt;
  return read_adult(std::string(path));
}

}  // namespace microdata::test

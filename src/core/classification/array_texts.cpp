#include "core/classification/array_texts.hpp"

#include <cstddef>

namespace microdata {

std::string elements_as_written(std::string_view array) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const char c = array[i];
    if (c == '\\' && i + 1 < array.size()) {
      result += array[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted || (c != '{' && c != '}' && c != ',')) {
      result += c;
    } else if (c == ',') {
      result += '\n';
    }
  }
  return result;
}

}  // namespace microdata

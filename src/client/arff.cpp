#include "client/arff.hpp"

namespace microdata::client {

std::string arff_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    switch (character) {
      case '\\':
      case '\'':
        quoted += '\\';
        quoted += character;
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\r':
        quoted += "\\r";
        break;
      default:
        quoted += character;
    }
  }
  return quoted + "'";
}

std::string arff_attribute(std::string_view name, ArffKind kind,
                           const std::optional<std::vector<std::string>>& values) {
  const std::string begin = "@ATTRIBUTE " + arff_quoted(name);
  switch (kind) {
    case ArffKind::number:
      return begin + " NUMERIC\n";
    case ArffKind::date:
      return begin + " DATE \"yyyy-MM-dd\"\n";
    case ArffKind::timestamp:
      return begin + " DATE \"yyyy-MM-dd HH:mm:ss\"\n";
    case ArffKind::nominal:
      break;
  }
  if (!values) return begin + " STRING\n";
  std::string domain;
  for (const std::string& value : *values) {
    if (!domain.empty()) domain += ',';
    domain += arff_quoted(value);
  }
  return begin + " {" + domain + "}\n";
}

std::string arff_value(ArffKind kind, const std::optional<std::string_view>& value) {
  if (!value) return "?";
  switch (kind) {
    case ArffKind::number:
      if (*value == "NaN" || *value == "Infinity" || *value == "-Infinity") return "?";
      return std::string(*value);
    case ArffKind::date:
    case ArffKind::timestamp:
      return "\"" + std::string(*value) + "\"";
    case ArffKind::nominal:
      break;
  }
  return arff_quoted(*value);
}

}  // namespace microdata::client

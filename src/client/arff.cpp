#include "client/arff.hpp"

namespace microdata::client {

std::string arff_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\\' || character == '\'' || character == '\n' || character == '\r')
      quoted += '\\';
    quoted += character == '\n' ? 'n' : character == '\r' ? 'r' : character;
  }
  return quoted + "'";
}

std::string arff_attribute(std::string_view name, ArffKind kind,
                           const std::optional<std::vector<std::string>>& values) {
  std::string domain;
  if (values)
    for (const std::string& value : *values)
      domain += (domain.empty() ? "" : ",") + arff_quoted(value);
  return "@ATTRIBUTE " + arff_quoted(name) +
         (kind == ArffKind::number      ? " NUMERIC\n"
          : kind == ArffKind::date      ? " DATE \"yyyy-MM-dd\"\n"
          : kind == ArffKind::timestamp ? " DATE \"yyyy-MM-dd HH:mm:ss\"\n"
          : values                      ? " {" + domain + "}\n"
                                        : " STRING\n");
}

std::string arff_value(ArffKind kind, const std::optional<std::string_view>& value) {
  if (!value) return "?";
  if (kind == ArffKind::nominal) return arff_quoted(*value);
  if (kind != ArffKind::number) return "\"" + std::string(*value) + "\"";
  if (*value == "NaN" || *value == "Infinity" || *value == "-Infinity") return "?";
  return std::string(*value);
}

}  // namespace microdata::client

#include "postgres/inspection/finding.hpp"

#include "postgres/server/json_object.hpp"

namespace microdata::postgres {

std::string because(const std::string& reason) {
  JsonObject json;
  json.add_text("reason", reason);
  return json.str();
}

Finding not_checked(const std::string& requirement, const std::string& reason) {
  return {requirement, std::nullopt, std::nullopt, std::nullopt, because(reason)};
}

}  // namespace microdata::postgres

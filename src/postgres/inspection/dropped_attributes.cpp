#include "postgres/inspection/dropped_attributes.hpp"

#include <optional>
#include <string>
#include <utility>

#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void add_dropped_attributes(const Release& release, std::vector<Finding>& findings) {
  if (release.dropped_attributes.empty()) return;
  Finding finding{"published attributes still exist", 0,
                  static_cast<double>(release.dropped_attributes.size()), std::nullopt,
                  std::nullopt};
  std::vector<std::string> names;
  for (const std::string& name : release.dropped_attributes)
    names.push_back(json_string(name));
  JsonObject json;
  json.add("dropped", "[" + join(names) + "]");
  finding.worst_case = json.str();
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres

#include "postgres/inspection/dropped_attributes.hpp"

#include <optional>
#include <string>
#include <utility>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

void add_dropped_attributes(const Release& release, std::vector<Finding>& findings) {
  if (release.dropped_attributes.empty()) return;
  Finding finding{"published attributes still exist", 0,
                  static_cast<double>(release.dropped_attributes.size()), std::nullopt};
  finding.worst_case = Json::object().add("dropped", release.dropped_attributes);
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres

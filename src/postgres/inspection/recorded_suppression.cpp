#include "postgres/inspection/recorded_suppression.hpp"

#include <optional>
#include <string>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

struct Suppressed {
  double number = 0;
  double of = 0;
};

Suppressed suppressed_in(const Release& release) {
  const std::optional<std::string> persons = release_parameter(release, "persons");
  const std::optional<std::string> suppressed = release_parameter(release, "suppressed_persons");
  if (persons && suppressed) return {to_number(*suppressed), to_number(*persons)};
  return {static_cast<double>(release.suppressed_rows.value_or(0)),
          static_cast<double>(release.source_rows.value_or(0))};
}

}  // namespace

void add_suppression(const Release& release, std::vector<Finding>& findings) {
  const std::optional<std::string> allowed = release_parameter(release, "suppress");
  if (!allowed) return;
  const Suppressed suppressed = suppressed_in(release);
  if (suppressed.number == 0 || suppressed.of == 0) return;
  const double bound = to_number(*allowed);
  const double share = without_noise(suppressed.number / suppressed.of);
  Finding finding{"no larger share is suppressed than suppress allows", bound, share,
                  share <= without_noise(bound), std::nullopt};
  JsonObject json;
  json.add("suppressed", microdata::to_string(suppressed.number));
  json.add("of", microdata::to_string(suppressed.of));
  finding.worst_case = json.str();
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres

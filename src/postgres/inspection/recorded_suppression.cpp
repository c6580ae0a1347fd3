#include "postgres/inspection/recorded_suppression.hpp"

#include <optional>
#include <string>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

struct Suppressed {
  double number = 0;
  double of = 0;

  double share() const { return of == 0 ? 0 : number / of; }
};

Suppressed rows_of(const Release& release) {
  return {static_cast<double>(release.suppressed_rows.value_or(0)),
          static_cast<double>(release.source_rows.value_or(0))};
}

// Of persons with several rows, the larger share of persons and rows. Versions before 1.0.0 have no
// rows_beyond_limit on record, and bounded the share of persons alone.
Suppressed suppressed_in(const Release& release) {
  const Layout& layout = release.layout;
  if (!layout.persons || !layout.suppressed_persons) return rows_of(release);
  const Suppressed of_persons{*layout.suppressed_persons, *layout.persons};
  if (!layout.rows_beyond_limit) return of_persons;
  Suppressed of_rows = rows_of(release);
  of_rows.number -= *layout.rows_beyond_limit;
  return of_rows.share() > of_persons.share() ? of_rows : of_persons;
}

}  // namespace

void add_suppression(const Release& release, std::vector<Finding>& findings) {
  if (!release.layout.suppress) return;
  const Suppressed suppressed = suppressed_in(release);
  if (suppressed.number <= 0 || suppressed.of == 0) return;
  const double bound = *release.layout.suppress;
  const double share = without_noise(suppressed.share());
  Finding finding{"the suppressed share does not exceed suppress", bound, share,
                  share <= without_noise(bound)};
  finding.worst_case = Json::object().add("suppressed", suppressed.number).add("of", suppressed.of);
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres

#include "postgres/functions/given_part.hpp"

#include <variant>

#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/description_members.hpp"
#include "postgres/inspection/region_description.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

GivenPart given_part(const Arguments& arguments, const RegionPlan& plan) {
  const std::int32_t number = arguments.integer("region");
  if (number < 0 || static_cast<std::uint32_t>(number) >= plan.tree.regions())
    fail_range("region", "one of the plan's", std::to_string(number));
  std::vector<Oid> released = arguments.relations("released");
  if (released.empty()) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "released must not be empty");
  const std::string mark = arguments.text("mark");
  if (mark.empty()) throw Error(ERRCODE_INVALID_NAME, "mark must not be empty");
  return {static_cast<std::uint32_t>(number), std::move(released), quote_name(mark) + " IS NULL"};
}

Release described_part(const Json& json, const GivenPart& part, const std::optional<Oid>& source) {
  Release release = described_release(json, part.released, source, part.number);
  const bool of_rows =
      std::holds_alternative<ReadReleasedTable*>(operations_of(release).released_table);
  // Counterfeits are known by how many the whole release has.
  if (!of_rows || is_of_subjects(release) || has_special_rows(release))
    refuse("Such releases are not divided among servers.");
  return release;
}

}  // namespace microdata::postgres

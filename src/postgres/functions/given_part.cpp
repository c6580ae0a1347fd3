#include "postgres/functions/given_part.hpp"

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

}  // namespace microdata::postgres

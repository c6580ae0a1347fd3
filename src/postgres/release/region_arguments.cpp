#include "postgres/release/region_arguments.hpp"

#include "postgres/regions/memory.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

std::optional<std::int32_t> given_regions(const Arguments& arguments) {
  if (!arguments.has("regions")) return std::nullopt;
  const std::optional<std::int32_t> regions = arguments.optional_integer("regions");
  if (regions && (*regions < 1 || *regions > most_regions)) {
    fail_range("regions", "from 1 to " + std::to_string(most_regions), std::to_string(*regions));
  }
  return regions;
}

void check_undivided(const Source& source, const std::string& call,
                     std::optional<std::int32_t> regions, double bytes_per_row,
                     const std::string& why) {
  if (regions && *regions > 1) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, call + " cannot go by regions here")
        .detail(why)
        .hint("Leave regions out, or use regions => 1.");
  }
  const std::int64_t rows = estimated_rows(source);
  const double bytes = static_cast<double>(rows) * bytes_per_row;
  if (bytes > static_cast<double>(memory_limit_bytes()))
    fail_above_limit(call, rows, static_cast<std::int64_t>(bytes), why);
}

}  // namespace microdata::postgres

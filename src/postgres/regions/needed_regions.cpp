#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "postgres/regions/memory.hpp"
#include "postgres/regions/partition_plan.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

// The decision if a table is published by regions, and the messages about it.

namespace microdata::postgres {

namespace {

std::string why_fewer(const RegionPlan& plan, std::int32_t asked) {
  const std::string numbers = std::to_string(asked) + " regions were asked for";
  if (plan.merged == 0) return numbers + "; smaller ones would not be sure to meet what each must.";
  return numbers + "; " + count_of(plan.merged, "region") +
         " did not meet what each must, or a neighbour did not, and went into others.";
}

std::string more_regions_by(const RegionPlan& plan, const Source& source,
                            const std::vector<AssignedRole>& roles, const RegionRequest& request) {
  const auto is_sensitive = [&](const std::string& name) {
    return role_of_column(source, roles, name) == Role::sensitive;
  };
  const bool linked = std::any_of(plan.groups.begin(), plan.groups.end(), [&](const auto& group) {
    return std::any_of(group.begin(), group.end(), is_sensitive) &&
           !std::all_of(group.begin(), group.end(), is_sensitive);
  });
  if (linked) {
    return "Sensitive attributes that stand in a group of their own, as with "
           "sensitive_column_size => 1, allow more regions.";
  }
  return request.k > 1 ? "A smaller l or k allows more." : "A smaller l allows more.";
}

// Reports the regions. `why` is the reason for them, as a sentence; empty if they were requested.
void tell_of_regions(const RegionPlan& plan, const Source& source,
                     const std::vector<AssignedRole>& roles, const RegionRequest& request,
                     const std::string& why) {
  const std::vector<PlannedRegion>& regions = plan.regions;
  const auto empty = static_cast<std::size_t>(
      std::count_if(regions.begin(), regions.end(),
                    [](const PlannedRegion& region) { return region.rows == 0; }));
  // If one region results without any merging, there might be nothing to cut at.
  const bool undivided = regions.size() == 1 && plan.merged == 0;
  const bool fewer =
      !undivided && request.regions && regions.size() < static_cast<std::size_t>(*request.regions);
  const std::string how = request.only_read ? "read" : "published";
  std::vector<std::string> detail;
  if (fewer) {
    detail.push_back(why_fewer(plan, *request.regions));
  } else if (undivided) {
    detail.emplace_back(
        "Parts of it do not meet the requirements by themselves, or there is no attribute to cut "
        "at.");
  }
  if (!why.empty()) detail.push_back(why);
  if (regions.size() > 1 && empty > 0)
    detail.push_back("Besides, " + count_of(empty, "region") + " without rows.");
  report(NOTICE,
         in_quotes(source.name) +
             (regions.size() == 1
                  ? " cannot be divided into regions, and is " + how + " at once"
                  : " is " + how + " in " + count_of(regions.size() - empty, "region")),
         join(detail, " "), fewer ? more_regions_by(plan, source, roles, request) : "");
}

}  // namespace

std::optional<RegionPlan> plan_if_needed(const Source& source,
                                         const std::vector<AssignedRole>& roles,
                                         const RegionRequest& request, Random& random,
                                         const Progress& progress) {
  const std::int64_t rows = estimated_rows(source);
  const std::int64_t bytes = std::llround(static_cast<double>(rows) *
                                          std::max(request.bytes_per_row, request.bytes_at_once));
  const bool fits = bytes <= memory_limit_bytes();
  const std::int64_t bytes_to_verify =
      std::llround(static_cast<double>(rows) * request.bytes_to_verify);
  const bool both_fit = fits && bytes_to_verify <= memory_limit_bytes();
  const bool wants_none = both_fit && !request.by_partitions && request.at_least == 1;
  if (request.regions ? *request.regions == 1 : wants_none) {
    if (!fits) {
      fail_above_limit("publishing " + in_quotes(source.name) + " at once", rows, bytes,
                       "In regions it would take less.");
    }
    return std::nullopt;
  }
  RegionPlan plan =
      plan_regions(source, roles, request, random, progress, Warnings::of_identifiers);
  const std::string why =
      request.regions || both_fit
          ? ""
          : "At once, about " + count_of(static_cast<std::uint64_t>(rows), "row") + " would take " +
                memory_text(bytes) + ", and " + memory_text(bytes_to_verify) +
                " to be verified; pg_microdata.memory_limit is " +
                memory_text(memory_limit_bytes()) + ".";
  tell_of_regions(plan, source, roles, request, why);
  return plan;
}

}  // namespace microdata::postgres

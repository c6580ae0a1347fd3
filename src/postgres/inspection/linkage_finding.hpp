#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/risk/linkage.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// That rows do not link two columns more often than chance has it. `what`: what the columns are
// called, "part".
inline Finding linkage_finding(const std::string& requirement, const Linkage& linkage,
                               const std::string& what) {
  Finding finding{requirement, std::nullopt, std::nullopt, true, {}, OverParts::farthest};
  // A single column, or buckets of equal values: nothing to permute.
  if (linkage.bound == 0) return finding;
  finding.bound = linkage.bound;
  finding.achieved = linkage.excess;
  finding.holds = linkage.excess <= linkage.bound;
  Json json = Json::object();
  json.add(what + "_1", linkage.column_1 + 1).add(what + "_2", linkage.column_2 + 1);
  if (linkage.order.reversed) json.add("reversed", true);
  if (linkage.order.shift != 0) json.add("shift", linkage.order.shift);
  if (linkage.as_they_lie) json.add("as_they_lie", true);
  finding.worst_case = json;
  return finding;
}

}  // namespace microdata::postgres

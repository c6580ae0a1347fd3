#include "postgres/distributed/asked_region.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/keyed_permutation.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/row_set.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// What a permutation can number.
constexpr std::int64_t most_rows_of_plan = std::int64_t{1} << 62;

// Anybody may call such functions, with a plan of their own.
RegionPlan given_plan(const Arguments& arguments) {
  RegionPlan plan = region_plan(arguments.json("plan"));
  const auto sum =
      std::accumulate(plan.regions.begin(), plan.regions.end(), std::int64_t{0},
                      [](std::int64_t rows, const PlannedRegion& region) {
                        return rows < 0 || region.rows < 0 || region.rows > most_rows_of_plan - rows
                                   ? std::int64_t{-1}
                                   : rows + region.rows;
                      });
  const bool has_counts =
      std::all_of(plan.globals.begin(), plan.globals.end(), [](const GlobalValues& known) {
        return known.counts.empty() || known.counts.size() == known.values.size();
      });
  if (sum < 0 || sum != plan.rows || plan.regions.size() != plan.tree.regions() || !has_counts) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "plan is none of a table's regions")
        .hint("microdata.plan_regions() returns one.");
  }
  return plan;
}

std::uint32_t given_region(const Arguments& arguments, const RegionPlan& plan) {
  const std::int32_t number = arguments.integer("region");
  if (number < 0 || static_cast<std::size_t>(number) >= plan.regions.size())
    fail_range("region", "one of the plan's", std::to_string(number));
  return static_cast<std::uint32_t>(number);
}

Random random_of_region(const std::optional<std::int64_t>& seed, std::uint32_t region) {
  if (!seed) return make_random(std::nullopt);
  Random of_call = Random::seeded(static_cast<std::uint64_t>(*seed));
  for (std::uint32_t i = 0; i < region; ++i)
    of_call.next();
  return Random::seeded(of_call.next());
}

SipKey given_key(const std::string& digits) {
  if (digits.size() != 32 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "number_key must have 32 hexadecimal digits");
  return {std::stoull(digits.substr(0, 16), nullptr, 16),
          std::stoull(digits.substr(16), nullptr, 16)};
}

std::uint64_t rows_before(const RegionPlan& plan, std::uint32_t region) {
  return std::accumulate(plan.regions.begin(), plan.regions.begin() + region, std::uint64_t{0},
                         [](std::uint64_t sum, const PlannedRegion& r) {
                           return sum + static_cast<std::uint64_t>(r.rows);
                         });
}

}  // namespace

// All rows of the table are the region's. There are no more buckets than rows.
AskedRegion::AskedRegion(FunctionCallInfo fcinfo, const Arguments& arguments, const char* doing)
    : fcinfo_(fcinfo),
      caller_(CurrentMemoryContext),
      plan_(given_plan(arguments)),
      region_(given_region(arguments, plan_)),
      number_key_(arguments.text("number_key")),
      numbers_(KeyedPermutation(given_key(number_key_),
                                static_cast<std::uint64_t>(std::max<std::int64_t>(plan_.rows, 1)))),
      hierarchies_(plan_.hierarchies),
      source_(open_source(arguments.relation("shard"))),
      phases_(std::string(doing) + " region " + std::to_string(region_)),
      roles_(assign_roles(source_, given_roles(arguments))),
      seed_(given_seed(arguments)),
      random_(random_of_region(seed_, region_)),
      rows_({{source_.relation, std::to_string(region_) + "::pg_catalog.int4", {}}}, plan_.globals,
            plan_.tree.regions()) {
  rows_.enter(region_);
}

Datum AskedRegion::publish(const TuplePartition& buckets, std::vector<OutputColumn> columns,
                           const std::vector<Oid>& types, const std::vector<double>& figures) {
  if (buckets.buckets() > static_cast<std::uint64_t>(plan_.regions[region_].rows)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "region " + std::to_string(region_) + " has more rows than the plan says");
  }
  phases_.begin("write");
  return_release_rows(
      fcinfo_, caller_,
      {buckets, numbers_, rows_before(plan_, region_), std::move(columns), types, figures},
      phases_.progress());
  phases_.finish();
  fcinfo_->isnull = true;
  return 0;
}

}  // namespace microdata::postgres

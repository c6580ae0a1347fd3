#include "postgres/regions/region_plan.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::vector<std::int64_t> rows_of(const RegionPlan& plan) {
  std::vector<std::int64_t> rows;
  for (const PlannedRegion& region : plan.regions)
    rows.push_back(region.rows);
  return rows;
}

// Adds the partitions, so that they can be published again by themselves.
void add_partitions(const RegionPlan& plan, Json& json) {
  Json partitions = Json::array();
  Json rows = Json::array();
  Json buckets = Json::array();
  for (std::size_t r = 0; r < plan.regions.size(); ++r) {
    partitions.push_back(plan.partitions[r]);
    rows.push_back(plan.regions[r].published_rows);
    buckets.push_back(plan.regions[r].buckets);
  }
  json.add("partitions", std::move(partitions));
  json.add("published_rows", std::move(rows));
  json.add("buckets", std::move(buckets));
  json.add("largest_bucket", plan.largest_bucket);
}

Json regions_json(const RegionPlan& plan) {
  Json regions = Json::array();
  for (std::uint32_t r = 0; r < plan.regions.size(); ++r) {
    regions.push_back(Json::object()
                          .add("region", r)
                          .add("rows", plan.regions[r].rows)
                          .add("condition", region_condition(plan.tree, r)));
  }
  return regions;
}

Json globals_json(const GlobalValues& known) {
  Json json = Json::object();
  json.add("column", known.column);
  json.add("values", known.values);
  if (!known.counts.empty()) json.add("counts", known.counts);
  return json.add("nulls", known.nulls);
}

// Returns a whole number; fails for others, because the caller of a region's function may have made
// the plan up.
std::int64_t whole_number(const Json& number) {
  try {
    return number.integer();
  } catch (const Error&) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid region plan")
        .detail("It has " + in_quotes(number.text().value_or("")) + " in place of a whole number.")
        .hint("microdata.plan_regions() returns one.");
  }
}

std::int64_t number_or_zero(const Json& number) {
  return number.is_null() ? 0 : whole_number(number);
}

std::vector<std::int64_t> numbers(const Json& array) {
  std::vector<std::int64_t> result;
  for (const Json& number : array.elements())
    result.push_back(whole_number(number));
  return result;
}

GlobalValues known_values(const Json& json) {
  GlobalValues known;
  known.column = json["column"].text().value_or("");
  known.values = json["values"].texts();
  for (const std::int64_t count : numbers(json["counts"]))
    known.counts.push_back(static_cast<std::uint64_t>(count));
  known.nulls = static_cast<std::uint64_t>(number_or_zero(json["nulls"]));
  return known;
}

}  // namespace

Json region_plan_json(const RegionPlan& plan) {
  Json json = Json::object();
  json.add("rows", plan.rows);
  json.add("sampled", plan.sampled);
  json.add("merged", plan.merged);
  json.add("bytes", plan.bytes);
  json.add("regions", regions_json(plan));
  json.add("tree", region_tree_json(plan.tree));
  json.add("groups", plan.groups);
  json.add("values", json_array(plan.globals, globals_json));
  if (!plan.hierarchies.is_null()) json.add("hierarchies", plan.hierarchies);
  if (plan.attack) json.add("attack", true);
  return json;
}

RegionPlan region_plan(const Json& json) {
  RegionPlan plan;
  plan.tree = region_tree(json["tree"]);
  plan.rows = number_or_zero(json["rows"]);
  plan.sampled = number_or_zero(json["sampled"]);
  plan.merged = static_cast<std::uint32_t>(number_or_zero(json["merged"]));
  plan.bytes = number_or_zero(json["bytes"]);
  for (const Json& region : json["regions"].elements())
    plan.regions.push_back({number_or_zero(region["rows"])});
  for (const Json& group : json["groups"].elements())
    plan.groups.push_back(group.texts());
  for (const Json& values : json["values"].elements())
    plan.globals.push_back(known_values(values));
  plan.hierarchies = json["hierarchies"];
  plan.attack = json["attack"].is_true();
  return plan;
}

Json released_regions_json(const RegionPlan& plan) {
  Json json = Json::object();
  json.add("tree", region_tree_json(plan.tree));
  json.add("source_rows", rows_of(plan));
  if (!plan.partitions.empty()) add_partitions(plan, json);
  return json;
}

}  // namespace microdata::postgres

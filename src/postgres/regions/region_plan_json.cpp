#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>

#include "postgres/regions/region_plan.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> json;
  std::transform(texts.begin(), texts.end(), std::back_inserter(json),
                 [](const std::string& text) { return json_string(text); });
  return "[" + join(json) + "]";
}

template <typename Numbers>
std::string numbers_json(const Numbers& numbers) {
  std::vector<std::string> json;
  for (const auto number : numbers)
    json.push_back(std::to_string(number));
  return "[" + join(json) + "]";
}

std::vector<std::int64_t> rows_of(const RegionPlan& plan) {
  std::vector<std::int64_t> rows;
  for (const PlannedRegion& region : plan.regions)
    rows.push_back(region.rows);
  return rows;
}

// For those that are published again by themselves.
void add_partitions(const RegionPlan& plan, JsonObject& json) {
  std::vector<std::string> partitions;
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> buckets;
  for (std::size_t r = 0; r < plan.regions.size(); ++r) {
    std::vector<std::string> paths;
    std::transform(plan.partitions[r].begin(), plan.partitions[r].end(), std::back_inserter(paths),
                   texts_json);
    partitions.push_back("[" + join(paths) + "]");
    rows.push_back(plan.regions[r].published_rows);
    buckets.push_back(plan.regions[r].buckets);
  }
  json.add("partitions", "[" + join(partitions) + "]");
  json.add("published_rows", numbers_json(rows));
  json.add("buckets", numbers_json(buckets));
  json.add("largest_bucket", std::to_string(plan.largest_bucket));
}

std::string regions_json(const RegionPlan& plan) {
  std::vector<std::string> regions;
  for (std::uint32_t r = 0; r < plan.regions.size(); ++r) {
    JsonObject json;
    json.add("region", std::to_string(r));
    json.add("rows", std::to_string(plan.regions[r].rows));
    json.add_text("condition", region_condition(plan.tree, r));
    regions.push_back(json.str());
  }
  return "[" + join(regions) + "]";
}

std::string globals_json(const std::vector<GlobalValues>& globals) {
  std::vector<std::string> columns;
  for (const GlobalValues& known : globals) {
    JsonObject json;
    json.add_text("column", known.column);
    json.add("values", texts_json(known.values));
    if (!known.counts.empty()) json.add("counts", numbers_json(known.counts));
    json.add("nulls", std::to_string(known.nulls));
    columns.push_back(json.str());
  }
  return "[" + join(columns) + "]";
}

// What is under a key of an object, as JSON.
std::string member(const std::string& json, const char* key) {
  return query("SELECT pg_catalog.jsonb_extract_path($1::pg_catalog.jsonb, $2)", {json, key})
      .front()
      .front()
      .value_or("null");
}

// A plan may come from whoever calls what works in a region.
std::int64_t whole_number(const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || last != end) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "plan is none of a table's regions")
        .detail("It has " + in_quotes(text) + " in place of a whole number.")
        .hint("microdata.plan_regions() returns one.");
  }
  return number;
}

std::int64_t number(const std::string& json, const char* key) {
  const std::string text = member(json, key);
  return text == "null" ? 0 : whole_number(text);
}

std::vector<ResultRow> elements(const std::string& json) {
  return query(
      "SELECT e.value FROM pg_catalog.jsonb_array_elements($1::pg_catalog.jsonb) WITH "
      "ORDINALITY e (value, i) ORDER BY e.i",
      {json});
}

std::vector<std::string> texts(const std::string& json) {
  std::vector<std::string> result;
  for (const ResultRow& row :
       query("SELECT e.value FROM pg_catalog.jsonb_array_elements_text($1::pg_catalog.jsonb) WITH "
             "ORDINALITY e (value, i) ORDER BY e.i",
             {json})) {
    result.push_back(row.front().value_or(""));
  }
  return result;
}

std::vector<std::int64_t> numbers(const std::string& json) {
  std::vector<std::int64_t> result;
  for (const std::string& text : texts(json))
    result.push_back(whole_number(text));
  return result;
}

GlobalValues known_values(const std::string& json) {
  GlobalValues known;
  known.column =
      query("SELECT pg_catalog.jsonb_extract_path_text($1::pg_catalog.jsonb, 'column')", {json})
          .front()
          .front()
          .value_or("");
  known.values = texts(member(json, "values"));
  const std::string counts = member(json, "counts");
  if (counts != "null") {
    for (const std::int64_t count : numbers(counts))
      known.counts.push_back(static_cast<std::uint64_t>(count));
  }
  known.nulls = static_cast<std::uint64_t>(number(json, "nulls"));
  return known;
}

}  // namespace

std::string region_plan_json(const RegionPlan& plan) {
  JsonObject json;
  json.add("rows", std::to_string(plan.rows));
  json.add("sampled", std::to_string(plan.sampled));
  json.add("merged", std::to_string(plan.merged));
  json.add("bytes", std::to_string(plan.bytes));
  json.add("regions", regions_json(plan));
  json.add("tree", region_tree_json(plan.tree));
  std::vector<std::string> groups;
  std::transform(plan.groups.begin(), plan.groups.end(), std::back_inserter(groups), texts_json);
  json.add("groups", "[" + join(groups) + "]");
  json.add("values", globals_json(plan.globals));
  if (!plan.hierarchies.empty()) json.add("hierarchies", plan.hierarchies);
  if (plan.attack) json.add("attack", "true");
  return json.str();
}

RegionPlan region_plan(const std::string& json) {
  RegionPlan plan;
  plan.tree = region_tree(member(json, "tree"));
  plan.rows = number(json, "rows");
  plan.sampled = number(json, "sampled");
  plan.merged = static_cast<std::uint32_t>(number(json, "merged"));
  plan.bytes = number(json, "bytes");
  for (const ResultRow& row : elements(member(json, "regions")))
    plan.regions.push_back({number(*row.front(), "rows")});
  for (const ResultRow& row : elements(member(json, "groups")))
    plan.groups.push_back(texts(*row.front()));
  for (const ResultRow& row : elements(member(json, "values")))
    plan.globals.push_back(known_values(*row.front()));
  const std::string hierarchies = member(json, "hierarchies");
  if (hierarchies != "null") plan.hierarchies = hierarchies;
  plan.attack = member(json, "attack") == "true";
  return plan;
}

std::string released_regions_json(const RegionPlan& plan) {
  JsonObject json;
  json.add("tree", region_tree_json(plan.tree));
  json.add("source_rows", numbers_json(rows_of(plan)));
  if (!plan.partitions.empty()) add_partitions(plan, json);
  return json.str();
}

ReleasedRegions released_regions(const std::string& json) {
  return {region_tree(member(json, "tree")), numbers(member(json, "source_rows"))};
}

}  // namespace microdata::postgres

#include "postgres/catalog/given_hierarchies.hpp"

#include <cstddef>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

const GivenHierarchies*& innermost() {
  static const GivenHierarchies* innermost = nullptr;
  return innermost;
}

// A statement has them once for every region.
constexpr std::size_t most_bytes = std::size_t{4} << 20U;

std::string declared_json(const std::vector<DeclaredHierarchy>& attributes) {
  JsonObject json;
  for (const DeclaredHierarchy& declared : attributes)
    json.add_text(declared.attribute, declared.hierarchy);
  return json.str();
}

// What the catalog has of some hierarchies; those that are not there are left out.
std::string recorded_json(const std::vector<std::string>& names) {
  const CatalogScope scope;
  return query(
             "SELECT COALESCE(pg_catalog.jsonb_object_agg(h.name, "
             "pg_catalog.jsonb_build_object('kind', h.kind, 'definition', h.definition, 'levels', "
             "h.levels, 'labels', pg_catalog.to_jsonb(h.labels))), '{}') "
             "FROM microdata.hierarchy_record h WHERE h.name = ANY ($1::pg_catalog.text[])",
             {to_name_array(names)})
      .front()
      .front()
      .value();
}

bool has_member(const std::string& object, const std::string& key) {
  return query("SELECT pg_catalog.jsonb_exists($1::pg_catalog.jsonb, $2)", {object, key})
             .front()
             .front() == "t";
}

Error no_description() {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, "plan describes no hierarchies");
}

std::string required(const std::optional<std::string>& text) {
  if (!text) throw no_description();
  return *text;
}

}  // namespace

std::optional<std::string> described_hierarchies(const std::vector<DeclaredHierarchy>& attributes) {
  if (attributes.empty()) return std::string();
  std::vector<std::string> names;
  for (const DeclaredHierarchy& declared : attributes) {
    if (!may_use(declared.hierarchy)) return std::nullopt;
    names.push_back(declared.hierarchy);
  }
  const std::string recorded = recorded_json(names);
  for (const std::string& name : names) {
    if (!has_member(recorded, name)) return std::nullopt;
  }
  JsonObject json;
  json.add("declared", declared_json(attributes));
  json.add("hierarchies", recorded);
  std::string described = json.str();
  if (described.size() > most_bytes) return std::nullopt;
  return described;
}

GivenHierarchies::GivenHierarchies(const std::string& json)
    : json_(json.empty() ? "{}" : json), depth_(call_depth()) {
  const ResultRow types =
      query(
          "SELECT pg_catalog.jsonb_typeof(d.o -> 'declared'), pg_catalog.jsonb_typeof(d.o -> "
          "'hierarchies') FROM (SELECT $1::pg_catalog.jsonb) d (o)",
          {json_})
          .front();
  if (!json.empty() && (types[0] != "object" || types[1] != "object")) throw no_description();
  if (!json.empty()) {
    for (const ResultRow& row : query("SELECT d.key, d.value FROM pg_catalog.jsonb_each_text("
                                      "$1::pg_catalog.jsonb -> 'declared') d ORDER BY d.key",
                                      {json_})) {
      declared_.push_back({required(row[0]), required(row[1])});
    }
  }
  around_ = std::exchange(innermost(), this);
}

GivenHierarchies::~GivenHierarchies() {
  innermost() = around_;
}

const GivenHierarchies* GivenHierarchies::current() {
  const GivenHierarchies* given = innermost();
  return given != nullptr && given->depth_ == call_depth() ? given : nullptr;
}

std::optional<HierarchyRecord> GivenHierarchies::find(const std::string& name) const {
  const ResultRow row =
      query(
          "SELECT h.o ->> 'kind', h.o -> 'definition', h.o ->> 'levels', h.o IS NULL FROM (SELECT "
          "$1::pg_catalog.jsonb -> 'hierarchies' -> $2) h (o)",
          {json_, name})
          .front();
  if (row[3] == "t") return std::nullopt;
  const std::optional<HierarchyKind> kind = kind_named(required(row[0]));
  const double levels = to_number(required(row[2]));
  if (!kind || !(levels >= 2 && levels <= most_levels)) throw no_description();
  return HierarchyRecord{name, *kind, required(row[1]), static_cast<std::size_t>(levels)};
}

std::vector<std::string> GivenHierarchies::labels(const std::string& name) const {
  std::vector<std::string> labels;
  for (const ResultRow& row :
       query("SELECT l.label FROM pg_catalog.jsonb_array_elements(pg_catalog.jsonb_extract_path("
             "$1::pg_catalog.jsonb, 'hierarchies', $2, 'labels')) WITH ORDINALITY v (value, i), "
             "pg_catalog.jsonb_array_elements_text(v.value) WITH ORDINALITY l (label, j) "
             "ORDER BY v.i, l.j",
             {json_, name})) {
    labels.push_back(row.front().value_or(""));
  }
  return labels;
}

}  // namespace microdata::postgres

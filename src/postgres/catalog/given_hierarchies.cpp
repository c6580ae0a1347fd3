#include "postgres/catalog/given_hierarchies.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"
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

// What the catalog has of some hierarchies; those that are not there are left out.
Json recorded_json(const std::vector<std::string>& names) {
  const CatalogScope scope;
  return Json::parse(
      query("SELECT COALESCE(pg_catalog.jsonb_object_agg(h.name, "
            "pg_catalog.jsonb_build_object('kind', h.kind, 'definition', h.definition, 'levels', "
            "h.levels, 'labels', pg_catalog.to_jsonb(h.labels))), '{}') "
            "FROM microdata.hierarchy_record h WHERE h.name = ANY ($1::pg_catalog.text[])",
            {to_name_array(names)})[0][0]
          .value());
}

Error no_description() {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, "plan describes no hierarchies");
}

std::string required(const Json& member) {
  const auto text = member.text();
  if (!text) throw no_description();
  return *text;
}

}  // namespace

std::optional<Json> described_hierarchies(const std::vector<DeclaredHierarchy>& attributes) {
  if (attributes.empty()) return Json();
  std::vector<std::string> names;
  Json declared = Json::object();
  for (const DeclaredHierarchy& attribute : attributes) {
    if (!may_use(attribute.hierarchy)) return std::nullopt;
    names.push_back(attribute.hierarchy);
    declared.add(attribute.attribute, attribute.hierarchy);
  }
  Json recorded = recorded_json(names);
  for (const std::string& name : names) {
    if (!recorded.contains(name)) return std::nullopt;
  }
  Json described = Json::object();
  described.add("declared", std::move(declared)).add("hierarchies", std::move(recorded));
  if (described.str().size() > most_bytes) return std::nullopt;
  return described;
}

GivenHierarchies::GivenHierarchies(const Json& json) : json_(json), depth_(call_depth()) {
  if (!json.is_null() && !(json["declared"].is_object() && json["hierarchies"].is_object()))
    throw no_description();
  for (const auto& [attribute, hierarchy] : json["declared"].members())
    declared_.push_back({attribute, required(hierarchy)});
  std::sort(declared_.begin(), declared_.end(),
            [](const DeclaredHierarchy& a, const DeclaredHierarchy& b) {
              return a.attribute < b.attribute;
            });
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
  if (!json_["hierarchies"].contains(name)) return std::nullopt;
  const Json& hierarchy = json_["hierarchies"][name];
  const std::optional<HierarchyKind> kind = kind_named(required(hierarchy["kind"]));
  const double levels = to_number(required(hierarchy["levels"]));
  if (!kind || !(levels >= 2 && levels <= most_levels)) throw no_description();
  return HierarchyRecord{name, *kind, required(hierarchy["definition"]),
                         static_cast<std::size_t>(levels)};
}

std::vector<std::string> GivenHierarchies::labels(const std::string& name) const {
  std::vector<std::string> labels;
  for (const Json& value : json_["hierarchies"][name]["labels"].elements()) {
    for (const Json& label : value.elements())
      labels.push_back(label.text().value_or(""));
  }
  return labels;
}

}  // namespace microdata::postgres

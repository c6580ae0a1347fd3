#include "postgres/server/api.hpp"

#include <string>

#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/readable.hpp"
#include "postgres/values/role_name.hpp"

// What release_description() and comments on releases are made of.

namespace microdata::postgres {

namespace {

Datum json_datum(const std::string& json) {
  return guarded([&] { return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.c_str())); });
}

// Whether a relation is a release at all is for its readers, and for whoever sees it in
// microdata.releases.
void require_visible(Oid relation) {
  if (may_read_some(relation)) return;
  const ResultRow row = query(
                            "SELECT EXISTS (SELECT FROM microdata.releases r "
                            "WHERE $1::pg_catalog.oid::pg_catalog.regclass = ANY (r.relations))",
                            {std::to_string(relation)})
                            .front();
  if (row[0] == "t") return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "permission denied for relation " + relation_name(relation));
}

// An array of what `element` makes of each.
template <typename Values, typename Element>
std::string json_array(const Values& values, const Element& element) {
  std::vector<std::string> elements;
  for (const auto& value : values)
    elements.push_back(element(value));
  return "[" + join(elements, ",") + "]";
}

// Which relations it has, and what attributes stand in them.
void add_columns(const Release& release, JsonObject& json) {
  json.add("relations", json_array(release.relations, [&](Oid relation) {
             JsonObject one;
             one.add("relation", std::to_string(relation));
             one.add_text("kind", std::string(1, kind_in_release(release, relation)));
             return one.str();
           }));
  json.add("columns", json_array(release.attributes, [](const ReleaseAttribute& attribute) {
             JsonObject one;
             one.add("relation", std::to_string(attribute.relation));
             one.add("group_no", std::to_string(attribute.column));
             one.add_text("attribute", attribute.name);
             one.add_text("role", role_name(attribute.role));
             one.add("generalized", attribute.generalized ? "true" : "false");
             return one.str();
           }));
}

std::string number_or_null(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "null";
}

// microdata.releases shows releases to whoever may read their tables: this is what it shows of one
// to those who may read views of it.
void add_shown(const Release& release, JsonObject& json) {
  if (!release.is_by_view()) return;
  JsonObject shown;
  shown.add("release_id", std::to_string(release.id));
  shown.add_text("method", release.method);
  shown.add("published_rows", number_or_null(release.published_rows));
  shown.add("suppressed_rows", number_or_null(release.suppressed_rows));
  shown.add("buckets", number_or_null(release.buckets));
  shown.add("parameters",
            *query("SELECT microdata.public_parameters($1::pg_catalog.jsonb)", {release.parameters})
                 .front()
                 .front());
  json.add("shown", shown.str());
}

Datum release_facts(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  std::string facts;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    require_visible(arguments.relation("release"));
    const auto [relation, name, release, method] =
        given_release(arguments, Counterfeits::as_published);
    JsonObject json;
    json.add("release_id", std::to_string(release.id));
    json.add_text("about", method.about);
    add_columns(release, json);
    add_shown(release, json);
    facts = json.str();
  }
  MemoryContextSwitchTo(caller);
  return json_datum(facts);
}

Datum label_meanings(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  std::string meanings;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    const auto [relation, name, release, method] =
        given_release(arguments, Counterfeits::as_published);
    Phases phases("describing the labels of " + name);
    meanings = describe_labels(release, require_attribute(release, arguments.name("attribute")),
                               phases.progress());
    phases.finish();
  }
  MemoryContextSwitchTo(caller);
  return json_datum(meanings);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_release_facts, microdata::postgres::release_facts)
MICRODATA_FUNCTION(pg_microdata_label_meanings, microdata::postgres::label_meanings)

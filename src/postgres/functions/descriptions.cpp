#include "postgres/server/api.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/checks/release_sentences.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

// The functions behind release_description() and comments on releases.

namespace microdata::postgres {

namespace {

// Fails unless the caller may read the relation or sees it in microdata.releases, because others
// must not learn that it is a release.
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

// A column of a release: an attribute, or one that the extension adds.
struct WrittenColumn {
  std::string number;
  std::string name;
  std::string type;
  const ReleaseAttribute* attribute;  // may be null
  ShownColumn shown;
  std::string sentences;
};

struct DescribedRelation {
  Oid relation;
  bool is_view;
  std::string sentences;
  std::vector<WrittenColumn> columns;
};

// Returns the attribute that a column shows. A view shows attributes of tables.
const ReleaseAttribute* attribute_of(const Release& release, const DescribedRelation& relation,
                                     const std::string& name) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.name == name && (relation.is_view || attribute.relation == relation.relation))
      return &attribute;
  }
  return nullptr;
}

// Returns the role of a column that is not an attribute; empty if the column is not the
// extension's.
std::string added_role(const Release& release, const std::string& name) {
  for (const char* role : {"bucket", "member", "count", "weight"}) {
    const AddedColumn& column = release.layout.column(role);
    if (column.recorded && column.name == name) return role;
  }
  return name == "bucket" ? name : "";
}

using ColumnsOfGroups = std::map<std::pair<Oid, int>, std::vector<std::string>>;

ColumnsOfGroups groups_of(const Release& release) {
  ColumnsOfGroups groups;
  for (const ReleaseAttribute& attribute : release.attributes)
    groups[{attribute.relation, attribute.column}].push_back(attribute.name);
  for (auto& [group, names] : groups)
    std::sort(names.begin(), names.end());
  return groups;
}

ShownColumn shown_column(const Release& release, const ColumnsOfGroups& groups,
                         const ReleaseAttribute& attribute, const std::string& reading) {
  ShownColumn shown{role_name(attribute.role), attribute.generalized ? reading : "value",
                    groups.at({attribute.relation, attribute.column}), 0};
  shown.others = release.attributes.size() - shown.partners.size();
  std::erase(shown.partners, attribute.name);
  return shown;
}

void add_columns(const Release& release, const ColumnsOfGroups& groups,
                 DescribedRelation& relation) {
  for (const ResultRow& row :
       query("SELECT a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), "
             "microdata.reading(true, a.atttypid, a.attname, $2::pg_catalog.jsonb) "
             "FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::pg_catalog.oid "
             "AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
             {std::to_string(relation.relation), release.parameters.str()})) {
    WrittenColumn column{*row[0], *row[1], *row[2], attribute_of(release, relation, *row[1]),
                         {},      ""};
    if (column.attribute != nullptr) {
      column.shown = shown_column(release, groups, *column.attribute, *row[3]);
    } else {
      column.shown.role = added_role(release, column.name);
    }
    if (column.shown.role.empty()) continue;
    column.sentences = column_sentences(release, column.shown);
    relation.columns.push_back(std::move(column));
  }
}

std::vector<DescribedRelation> described_relations(const Release& release) {
  const ColumnsOfGroups groups = groups_of(release);
  std::vector<DescribedRelation> relations;
  for (const Oid relation : release.relations) {
    const bool is_view = kind_in_release(release, relation) == RELKIND_VIEW;
    std::vector<std::string> sentences{method_of(release).about, guarantee_sentence(release),
                                       left_out_sentence(release), sets_sentence(release)};
    if (is_view && !relations.empty())
      sentences.insert(sentences.begin(),
                       "All combinations of what may belong together in the release, with weights "
                       "whose sums estimate counts.");
    std::erase(sentences, "");
    relations.push_back({relation, is_view, join(sentences, " "), {}});
    add_columns(release, groups, relations.back());
  }
  return relations;
}

Json column_json(const WrittenColumn& column) {
  Json json = Json::object();
  json.add("column_no", std::stoi(column.number));
  json.add("name", column.name);
  json.add("type", column.type);
  json.add("role", column.shown.role);
  if (column.attribute != nullptr) {
    json.add("group", column.attribute->column);
    json.add("generalized", column.attribute->generalized);
    json.add("reading", column.shown.reading);
  }
  return json.add("meaning", column.sentences);
}

Json relation_json(const DescribedRelation& relation) {
  Json json = Json::object();
  json.add("relation", relation.relation);
  json.add("kind", relation.is_view ? "view" : "table");
  json.add("comment", relation.sentences);
  return json.add("columns", json_array(relation.columns, column_json));
}

// Adds for readers of a release's views what microdata.releases shows to readers of its tables.
void add_shown(const Release& release, Json& json) {
  if (!release.is_by_view()) return;
  Json shown = Json::object();
  shown.add("release_id", release.id);
  shown.add("method", release.method);
  shown.add("published_rows", release.published_rows);
  shown.add("suppressed_rows", release.suppressed_rows);
  shown.add("buckets", release.buckets);
  shown.add("parameters",
            Json::parse(*query("SELECT microdata.public_parameters($1::pg_catalog.jsonb)",
                               {release.parameters.str()})[0][0]));
  json.add("shown", std::move(shown));
}

Datum release_facts(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  Json json = Json::object();
  {
    const SpiSession spi;
    const SafeSearchPath path;
    require_visible(arguments.relation("release"));
    const auto [relation, name, release, operations] =
        given_release(arguments, Counterfeits::as_published);
    json.add("release_id", release.id);
    json.add("about", method_of(release).about);
    json.add("guarantee", guarantee_sentence(release));
    json.add("left_out", left_out_sentence(release));
    json.add("relations", json_array(described_relations(release), relation_json));
    add_shown(release, json);
  }
  return json.datum(caller);
}

// Comments on a release and its columns: how it was made, what it guarantees and how to read it.
Datum comment(FunctionCallInfo fcinfo, bool with_sentences) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_visible(arguments.relation("release"));
  const auto [given, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  const auto is = [&](const std::string& sentences) {
    return " IS " + (with_sentences ? quote_value(sentences) : "NULL");
  };
  for (const DescribedRelation& relation : described_relations(release)) {
    const std::string of_relation = qualified_name(relation.relation);
    execute((relation.is_view ? "COMMENT ON VIEW " : "COMMENT ON TABLE ") + of_relation +
            is(relation.sentences));
    for (const WrittenColumn& column : relation.columns)
      execute("COMMENT ON COLUMN " + of_relation + "." + quote_name(column.name) +
              is(column.sentences));
  }
  return 0;
}

Datum comment_release(FunctionCallInfo fcinfo) {
  return comment(fcinfo, true);
}

Datum uncomment_release(FunctionCallInfo fcinfo) {
  return comment(fcinfo, false);
}

Datum label_meanings(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  Json meanings;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    const auto [relation, name, release, operations] =
        given_release(arguments, Counterfeits::as_published);
    Phases phases("describing the labels of " + name);
    meanings = describe_labels(release, require_attribute(release, arguments.name("attribute")),
                               phases.progress());
    phases.finish();
  }
  return meanings.datum(caller);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_release_facts, microdata::postgres::release_facts)
MICRODATA_FUNCTION(pg_microdata_comment_release, microdata::postgres::comment_release)
MICRODATA_FUNCTION(pg_microdata_uncomment_release, microdata::postgres::uncomment_release)
MICRODATA_FUNCTION(pg_microdata_label_meanings, microdata::postgres::label_meanings)

#include "postgres/inspection/appearance.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/determining_attributes.hpp"
#include "postgres/inspection/dropped_attributes.hpp"
#include "postgres/inspection/recorded_suppression.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/inspection/view_definition.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// The columns of a release that are no attributes have these names for good.
std::set<std::string> other_columns(const Release& release) {
  std::set<std::string> names;
  for (const AddedColumn& column :
       {release.layout.bucket, release.layout.member, release.layout.count}) {
    if (column.recorded) names.insert(column.name);
  }
  return names;
}

// A column that readers take for another one.
struct Misnamed {
  std::string name;
  std::string shows;
};

// Renamed columns keep what they are; names that nothing else has mislead nobody.
std::vector<Misnamed> misnamed_columns(const Release& release) {
  std::vector<Misnamed> misnamed;
  if (!release.source) return misnamed;
  std::set<std::string> taken = other_columns(release);
  const std::string source = std::to_string(*release.source);
  for (const ResultRow& row : query("SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = "
                                    "$1::pg_catalog.oid AND attnum > 0 AND NOT attisdropped",
                                    {source})) {
    taken.insert(*row[0]);
  }
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.source_name.empty() || attribute.name == attribute.source_name) continue;
    if (taken.contains(attribute.name)) misnamed.push_back({attribute.name, attribute.source_name});
  }
  return misnamed;
}

void add_names(const Release& release, std::vector<Finding>& findings) {
  const std::vector<Misnamed> misnamed = misnamed_columns(release);
  if (misnamed.empty()) return;
  Finding finding = none_allowed("columns have their own names", misnamed.size());
  finding.worst_case =
      Json::object().add("column", misnamed.front().name).add("shows", misnamed.front().shows);
  findings.push_back(std::move(finding));
}

// Columns of its tables that are none of the release.
std::vector<std::string> added_columns(const Release& release) {
  const std::set<std::string> others = other_columns(release);
  std::vector<std::string> added;
  for (const ResultRow& row :
       query("SELECT a.attrelid, a.attname FROM pg_catalog.pg_attribute a "
             "JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'f') "
             "WHERE a.attrelid = ANY ($1::pg_catalog.oid[]) AND a.attnum > 0 "
             "AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum",
             {oid_array(release.relations)})) {
    const bool is_known = others.contains(*row[1]) ||
                          std::any_of(release.attributes.begin(), release.attributes.end(),
                                      [&](const ReleaseAttribute& attribute) {
                                        return attribute.name == row[1] &&
                                               std::to_string(attribute.relation) == row[0];
                                      });
    if (!is_known) added.push_back(*row[1]);
  }
  return added;
}

void add_added_columns(const Release& release, std::vector<Finding>& findings) {
  const std::vector<std::string> added = added_columns(release);
  if (added.empty()) return;
  Finding finding = none_allowed("tables have only published columns", added.size());
  finding.holds = std::nullopt;
  finding.worst_case = Json::object().add("added", added);
  findings.push_back(std::move(finding));
}

bool is_view(Oid relation) {
  return guarded([&] { return get_rel_relkind(relation); }) == RELKIND_VIEW;
}

// A table can become a view by a rule, before PostgreSQL 16, and an earlier version registered
// views. A view can find out who asks, and show others something else.
void add_tables(const Release& release, std::vector<Finding>& findings) {
  std::set<Oid> views;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (is_view(attribute.relation)) views.insert(attribute.relation);
  }
  if (views.empty()) return;
  Finding finding = none_allowed("attributes are in tables", views.size());
  finding.worst_case = Json::object().add("view", relation_name(*views.begin()));
  findings.push_back(std::move(finding));
}

// A view that shows attributes by itself is read as tables are.
std::optional<Oid> view_of(const Release& release) {
  for (const Oid relation : release.relations) {
    const bool is_read = std::any_of(
        release.attributes.begin(), release.attributes.end(),
        [&](const ReleaseAttribute& attribute) { return attribute.relation == relation; });
    if (!is_read && is_view(relation)) return relation;
  }
  return std::nullopt;
}

ViewColumns columns_of_view(const Release& release) {
  return {release.layout.bucket.name, release.layout.weight.name, release.layout.count.name,
          release.layout.member.name};
}

// Attributes by the tables that they are in, numbered as the tables are listed.
std::vector<ViewAttribute> attributes_by_table(const Release& release,
                                               const std::vector<Oid>& tables) {
  std::vector<ViewAttribute> attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const auto table = std::find(tables.begin(), tables.end(), attribute.relation);
    attributes.push_back({attribute.name, static_cast<std::size_t>(table - tables.begin())});
  }
  return attributes;
}

std::string query_of_anatomy(const Release& release) {
  // By the number of their column.
  std::map<int, Oid> counts;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) counts[attribute.column] = attribute.relation;
  }
  std::vector<Oid> tables{relation_of_rows(release)};
  for (const auto& [column, table] : counts)
    tables.push_back(table);
  const ViewColumns columns = columns_of_view(release);
  // Counts of another type could not be summed, which the planner would say.
  for (std::size_t i = 1; i < tables.size(); ++i)
    check_is_integer(require_column(open_source(tables[i]), columns.count), "count");
  return anatomy_view_query(tables, attributes_by_table(release, tables), columns);
}

std::string query_of_subjects(const Release& release) {
  const SubjectRelations relations = open_subject_relations(release);
  SubjectTables tables{relations.persons.relation, std::nullopt, std::nullopt};
  if (relations.rows) tables.rows = relations.rows->relation;
  if (relations.values) tables.values = relations.values->relation;
  const std::vector<ViewAttribute> attributes = attributes_by_table(
      release,
      {tables.persons, tables.rows.value_or(InvalidOid), tables.values.value_or(InvalidOid)});
  const ViewColumns columns = columns_of_view(release);
  return release.layout.cohorts ? cohort_view_query(tables, attributes, columns)
                                : subject_view_query(tables, attributes, columns);
}

std::vector<std::string> queries_of_buckets(const Release& release) {
  const Source table = open_source(relation_of_rows(release));
  std::vector<ExpectedAttribute> attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const AttributeType& type = require_column(table, attribute.name).type;
    attributes.push_back({attribute.name, attribute.column,
                          attribute.generalized || type.comparison != Comparison::text,
                          attribute.role == Role::sensitive});
  }
  const ViewColumns columns = columns_of_view(release);
  return expected_queries(table.relation, columns.bucket, attributes, columns.weight,
                          counterfeits_of(release) > 0);
}

std::vector<std::string> queries_of(const Release& release) {
  if (is_of_subjects(release)) return {query_of_subjects(release)};
  if (release.layout.counted) return {query_of_anatomy(release)};
  return queries_of_buckets(release);
}

// Columns of the view have the names of attributes, or those that they had in the source: a table's
// column may have been renamed since.
std::optional<std::string> misnamed_in_view(const Release& release,
                                            const ViewDefinition& definition) {
  std::map<std::string, std::string> in_source;
  for (const ReleaseAttribute& attribute : release.attributes)
    in_source[attribute.name] = attribute.source_name;
  std::set<std::string> taken;
  for (const auto& [name, shown] : definition.names)
    taken.insert(name);
  for (const auto& [name, shown] : definition.names) {
    const auto original = in_source.find(name);
    const bool is_original = original != in_source.end() && original->second == shown;
    if (shown != name && !is_original && taken.contains(shown))
      return "its column " + in_quotes(shown) + " shows " + in_quotes(name);
  }
  return std::nullopt;
}

// Why the view of a release is not what it was made as; nothing where it is.
std::optional<std::string> difference(const Release& release, Oid view) {
  for (const std::string& query : queries_of(release)) {
    const ViewDefinition definition = compare_definition(view, query);
    if (definition.as_queried) return misnamed_in_view(release, definition);
  }
  return "it has another definition";
}

// Something else that has the name which the view of a release of one table had.
std::optional<std::string> impostor(const Release& release) {
  const bool had_view = release.layout.weight.recorded && !release.layout.registered &&
                        !is_of_subjects(release) && !release.layout.counted;
  if (!had_view) return std::nullopt;
  const Oid table = release.relations.front();
  const char* const found = guarded([&]() -> const char* {
    // Reading the source may have run functions that replaced the release.
    const char* const release_name = get_rel_name(table);
    if (release_name == nullptr) return nullptr;
    const char* const name = makeObjectName(release_name, nullptr, expected_suffix);
    return OidIsValid(get_relname_relid(name, get_rel_namespace(table))) ? name : nullptr;
  });
  return found == nullptr ? std::nullopt : std::optional<std::string>(found);
}

void add_view(const Release& release, std::vector<Finding>& findings) {
  std::string name;
  std::optional<std::string> reason;
  if (const std::optional<Oid> view = view_of(release)) {
    name = relation_name(*view);
    reason = difference(release, *view);
  } else if (const std::optional<std::string> other = impostor(release)) {
    name = *other;
    reason = "it is no part of the release";
  }
  if (!reason) return;
  Finding finding = none_allowed("views match the tables of the release", 1);
  finding.worst_case = Json::object().add("view", name).add("reason", *reason);
  findings.push_back(std::move(finding));
}

}  // namespace

void add_appearance(const Release& release, std::vector<Finding>& findings) {
  add_names(release, findings);
  // Views of a series are compared with the edition that they show.
  const std::optional<Release> shown =
      release.is_by_view() ? find_release(release.shown.front()) : release;
  if (!shown) return;
  add_tables(*shown, findings);
  add_added_columns(*shown, findings);
  add_view(*shown, findings);
}

void add_findings_of_any(const Release& release, std::vector<Finding>& findings,
                         const Progress& progress) {
  add_suppression(release, findings);
  add_dropped_attributes(release, findings);
  add_determining_attributes(release, findings, progress);
  add_appearance(release, findings);
}

void add_views_of_series(const Series& series, std::vector<Finding>& findings) {
  std::vector<std::string> others;
  for (const SeriesView& view : views_of_series(series.id)) {
    const std::optional<ShownByView> edition = shown_by(view.view);
    if (!edition) continue;
    const Oid relation = relation_shown_by(view.view);
    const std::optional<Release> release =
        OidIsValid(relation) ? find_release(relation) : std::nullopt;
    if (!release || release->id != edition->release) others.push_back(relation_name(view.view));
  }
  if (others.empty()) return;
  Finding finding = none_allowed("views of the series match the edition", others.size());
  finding.worst_case = Json::object().add("view", others.front());
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres

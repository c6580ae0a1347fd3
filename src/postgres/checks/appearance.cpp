#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/checks/determining_attributes.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// A view's definition, compared with a query.
struct ViewDefinition {
  // True if the view has the columns of the query, in any order and with any names, and the same
  // rows.
  bool as_queried = false;
  // Name of each column in the query and in the view, if the definitions agree.
  std::vector<std::pair<std::string, std::string>> names;
};

// The place that the walk over a query has reached.
struct Walk {
  Index depth = 0;
  // Number of leading entries of the outermost range table that were removed.
  int shift = 0;
};

// Clears the fields that can differ without changing what the view shows: names and columns changed
// after the view was made, rights, and locks. The lists of a join's columns serve references by the
// join's name, which the query does not have.
void forget_names(RangeTblEntry* entry) {
  entry->alias = nullptr;
  entry->eref = nullptr;
  entry->joinaliasvars = NIL;
  entry->joinleftcols = NIL;
  entry->joinrightcols = NIL;
  entry->rellockmode = 0;
  entry->securityQuals = NIL;
#if PG_VERSION_NUM >= 160000
  entry->perminfoindex = 0;
#else
  entry->requiredPerms = 0;
  entry->checkAsUser = InvalidOid;
  entry->selectedCols = nullptr;
#endif
}

void forget_origin(Query* query) {
  query->canSetTag = true;
  query->hasRowSecurity = false;
  query->hasSubLinks = false;
  query->stmt_location = 0;
  query->stmt_len = 0;
#if PG_VERSION_NUM >= 160000
  query->rteperminfos = NIL;
#endif
}

bool normalize(Node* node, void* context) {
  auto* const walk = static_cast<Walk*>(context);
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, RangeTblEntry)) {
    forget_names(reinterpret_cast<RangeTblEntry*>(node));
    return false;
  }
  if (IsA(node, Query)) {
    auto* const query = reinterpret_cast<Query*>(node);
    forget_origin(query);
    ++walk->depth;
    (void)compat::walk_query_tree(query, normalize, context, QTW_EXAMINE_RTES_BEFORE);
    --walk->depth;
    return false;
  }
  if (IsA(node, Var)) {
    auto* const variable = reinterpret_cast<Var*>(node);
    if (variable->varlevelsup == walk->depth) variable->varno -= walk->shift;
  } else if (IsA(node, RangeTblRef)) {
    if (walk->depth == 0) reinterpret_cast<RangeTblRef*>(node)->rtindex -= walk->shift;
  } else if (IsA(node, JoinExpr) && walk->depth == 0) {
    reinterpret_cast<JoinExpr*>(node)->rtindex -= walk->shift;
  }
  return compat::walk_expression_tree(node, normalize, context);
}

// Returns the number of leading range table entries of the view itself. Servers before 16 put two
// there.
int entries_of_view(const Query* query, Oid view) {
  int entries = 0;
  ListCell* cell = nullptr;
  foreach (cell, query->rtable) {
    const auto* const entry = lfirst_node(RangeTblEntry, cell);
    if (entry->rtekind != RTE_RELATION || entry->relid != view) break;
    ++entries;
  }
  return entries;
}

// Removes the first `shift` entries of a query's range table, normalizes the query, and returns its
// columns, which the query then lacks.
List* take_columns(Query* query, int shift) {
  Walk walk{0, shift};
  query->rtable = list_copy_tail(query->rtable, shift);
  forget_origin(query);
  (void)compat::walk_query_tree(query, normalize, &walk, QTW_EXAMINE_RTES_BEFORE);
  List* const columns = query->targetList;
  query->targetList = NIL;
  return columns;
}

Query* definition_of(Oid view) {
  Query* query = nullptr;
  const Relation relation = relation_open(view, AccessShareLock);
  if (relation->rd_rules != nullptr && relation->rd_rules->numLocks == 1) {
    const RewriteRule* const rule = relation->rd_rules->rules[0];
    if (rule->event == CMD_SELECT && list_length(rule->actions) == 1)
      query = static_cast<Query*>(copyObjectImpl(linitial(rule->actions)));
  }
  relation_close(relation, NoLock);
  return query;
}

Query* analyzed(const char* text) {
  SPIPlanPtr const plan = SPI_prepare(text, 0, nullptr);
  if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
  const auto* const source =
      static_cast<const CachedPlanSource*>(linitial(SPI_plan_get_plan_sources(plan)));
  auto* const query = static_cast<Query*>(copyObjectImpl(linitial(source->query_list)));
  SPI_freeplan(plan);
  return query;
}

// Names of each column in the query and in the view; count < 0 if the view has another definition.
struct Compared {
  int count;
  const char** queried;
  const char** shown;
};

constexpr Compared different{-1, nullptr, nullptr};

// Returns the names if each column of the query is a different column of the view, else
// `different`.
Compared compare_columns(Oid view, const List* queried, const List* shown) {
  const int count = list_length(queried);
  if (count != list_length(shown)) return different;
  const std::size_t bytes = sizeof(const char*) * static_cast<std::size_t>(count);
  const Compared compared{count, static_cast<const char**>(palloc(bytes)),
                          static_cast<const char**>(palloc0(bytes))};
  auto* const taken = static_cast<bool*>(palloc0(static_cast<std::size_t>(count)));
  for (int i = 0; i < count; ++i) {
    const auto* const column = list_nth_node(TargetEntry, queried, i);
    compared.queried[i] = column->resname;
    for (int j = 0; j < count && compared.shown[i] == nullptr; ++j) {
      const auto* const candidate = list_nth_node(TargetEntry, shown, j);
      if (taken[j] || candidate->resjunk || !equal(column->expr, candidate->expr)) continue;
      taken[j] = true;
      compared.shown[i] = get_attname(view, candidate->resno, false);
    }
    if (compared.shown[i] == nullptr) return different;
  }
  return compared;
}

Compared compare(Oid view, const char* text) {
  Query* const definition = definition_of(view);
  if (definition == nullptr) return different;
  Query* const query = analyzed(text);
  const List* const shown = take_columns(definition, entries_of_view(definition, view));
  const List* const queried = take_columns(query, 0);
  return equal(query, definition) ? compare_columns(view, queried, shown) : different;
}

// Compares the definition of a view with a query whose names are qualified. Runs no part of the
// view because its owner may have put functions into it. Requires a SpiSession.
ViewDefinition compare_definition(Oid view, const std::string& query) {
  const char* const text = query.c_str();
  const Compared compared = guarded([&] { return compare(view, text); });
  ViewDefinition definition;
  definition.as_queried = compared.count >= 0;
  for (int i = 0; i < compared.count; ++i)
    definition.names.emplace_back(compared.queried[i], compared.shown[i]);
  return definition;
}

struct Suppressed {
  double number = 0;
  double of = 0;

  double share() const { return of == 0 ? 0 : number / of; }
};

Suppressed rows_of(const Release& release) {
  return {static_cast<double>(release.suppressed_rows.value_or(0)),
          static_cast<double>(release.source_rows.value_or(0))};
}

// Returns the suppressed share; if people have several rows, the larger of the shares of people and
// of rows. Versions before 1.0.0 did not record rows_beyond_limit, and limited only the share of
// people.
Suppressed suppressed_in(const Release& release) {
  const Layout& layout = release.layout;
  if (!layout.persons || !layout.suppressed_persons) return rows_of(release);
  const Suppressed of_persons{*layout.suppressed_persons, *layout.persons};
  if (!layout.rows_beyond_limit) return of_persons;
  Suppressed of_rows = rows_of(release);
  of_rows.number -= *layout.rows_beyond_limit;
  of_rows.of -= *layout.rows_beyond_limit;
  return of_rows.share() > of_persons.share() ? of_rows : of_persons;
}

// Adds a finding if rows, or people with several rows, were suppressed: the share must not exceed
// the call's limit. Other findings compare the number with the source.
void add_suppression(const Release& release, std::vector<Finding>& findings) {
  if (!release.layout.suppress) return;
  const Suppressed suppressed = suppressed_in(release);
  if (suppressed.number <= 0 || suppressed.of == 0) return;
  const double bound = *release.layout.suppress;
  const double share = without_noise(suppressed.share());
  Finding finding{"the suppressed share does not exceed suppress", bound, share,
                  share <= without_noise(bound)};
  finding.worst_case = Json::object().add("suppressed", suppressed.number).add("of", suppressed.of);
  findings.push_back(std::move(finding));
}

}  // namespace

void add_dropped_attributes(const Release& release, std::vector<Finding>& findings) {
  if (release.dropped_attributes.empty()) return;
  Finding finding{"published attributes still exist", 0,
                  static_cast<double>(release.dropped_attributes.size()), std::nullopt};
  finding.worst_case = Json::object().add("dropped", release.dropped_attributes);
  findings.push_back(std::move(finding));
}

namespace {

// Returns the names of the release's columns that are no attributes; these names never change.
std::set<std::string> other_columns(const Release& release) {
  std::set<std::string> names;
  for (const AddedColumn& column : {release.layout.bucket, release.layout.member,
                                    release.layout.person, release.layout.count}) {
    if (column.recorded) names.insert(column.name);
  }
  return names;
}

// A column that readers can mistake for another: its name, and the source's name of its content.
struct Misnamed {
  std::string name;
  std::string shows;
};

// Returns renamed attributes with the name of another column of the release or the source. Any
// other new name misleads nobody.
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

// Returns the columns of the release's tables that do not belong to the release.
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

// Adds a finding if attributes are in views, because a view can detect the reading role and show
// others something else. A rule can turn a table into a view before PostgreSQL 16, and an earlier
// version registered views.
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

// Returns the release's view, if there is one. A view that has attributes of the release is read as
// a table.
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

// Returns the attributes, each with the index of its table in `tables`.
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
  // Tables of counts by the column number of their attributes.
  std::map<int, Oid> counts;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) counts[attribute.column] = attribute.relation;
  }
  std::vector<Oid> tables{relation_of_rows(release)};
  for (const auto& [column, table] : counts)
    tables.push_back(table);
  const ViewColumns columns = columns_of_view(release);
  // Counts must be integers because the planner could not sum counts of another type.
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
  if (is_of_subjects(release) && !release.layout.persons_joined())
    return {query_of_subjects(release)};
  if (release.layout.counted) return {query_of_anatomy(release)};
  return queries_of_buckets(release);
}

// Returns the fault if a column of the view has the name of another column. A column can have its
// attribute's name in the source, because the table's column may have been renamed later.
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

// Returns the difference between the view of a release and the release's query; nullopt if there is
// none.
std::optional<std::string> difference(const Release& release, Oid view) {
  for (const std::string& query : queries_of(release)) {
    const ViewDefinition definition = compare_definition(view, query);
    if (definition.as_queried) return misnamed_in_view(release, definition);
  }
  return "it has another definition";
}

// Returns the name of another relation that has taken the name of the view of a one-table release.
std::optional<std::string> impostor(const Release& release) {
  const bool had_view = release.layout.weight.recorded && !release.layout.registered &&
                        (!is_of_subjects(release) || release.layout.persons_joined()) &&
                        !release.layout.counted;
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

// Adds findings about columns with the names of other attributes, attributes in views, table
// columns outside the release, and a view that differs from the release's tables. Runs no part of
// the views. Requires a SpiSession.
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

}  // namespace

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

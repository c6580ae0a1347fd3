#include "postgres/catalog/catalog.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

class Parameters {
 public:
  Parameters(const Json& json, Layout& layout) : json_(json), layout_(layout) {}

  std::optional<std::string> text(const char* key) const { return json_[key].text(); }
  std::string text_or(const char* key, const std::string& otherwise) const {
    return text(key).value_or(otherwise);
  }
  bool is(const char* key, const char* value) const { return text(key) == value; }
  std::optional<double> number(const char* key) const {
    const Json& number = json_[key];
    if (number.is_null()) return std::nullopt;
    if (number.is_number()) return number.number();
    layout_.out_of_range = key;
    return std::nullopt;
  }
  std::optional<std::int64_t> whole(const char* key) const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const auto digits = text(key);
    if (!digits) return std::nullopt;
    std::int64_t number = 0;
    const char* const end = digits->data() + digits->size();
    const auto [last, error] = std::from_chars(digits->data(), end, number);
    if (error == std::errc() && last == end && number >= 0 && number <= most) return number;
    layout_.out_of_range = key;
    return std::nullopt;
  }
  void column(const char* key, AddedColumn& column) const {
    const auto name = text(key);
    if (name) column = {*name, true};
  }

 private:
  const Json& json_;
  Layout& layout_;
};

}  // namespace

const AddedColumn& Layout::column(std::string_view role) const {
  for (const auto& [name, of_role] : {std::pair{"bucket", &bucket}, std::pair{"count", &count},
                                      std::pair{"member", &member}, std::pair{"person", &person}}) {
    if (role == name) return *of_role;
  }
  return weight;
}

Layout layout_of(const Json& json) {
  Layout layout;
  const Parameters parameters(json, layout);
  parameters.column("bucket_column", layout.bucket);
  parameters.column("count_column", layout.count);
  parameters.column("member_column", layout.member);
  parameters.column("weight_column", layout.weight);
  parameters.column("person_column", layout.person);
  layout.counted = parameters.is("format", "anatomy");
  layout.registered = parameters.is("registered", "true");
  layout.l = parameters.number("l");
  layout.k = parameters.number("k");
  layout.delta = parameters.number("delta");
  layout.k_in_buckets = parameters.is("k_scope", "bucket");
  layout.l_in_buckets = layout.k_in_buckets || parameters.is("diversity_check", "bucket") ||
                        parameters.is("strict", "true");
  for (const auto& [attribute, values] : json["harmless"].members()) {
    for (const Json& value : values.elements())
      layout.harmless[attribute].push_back(value.text());
  }
  layout.recoding = parameters.text_or("recoding", "");
  layout.cuts = parameters.text_or("cuts", layout.cuts);
  layout.method = parameters.text_or("method", "");
  layout.loss = parameters.text_or("loss", layout.loss);
  layout.class_attribute = parameters.text("class");
  layout.changed_class_values = parameters.number("changed_class_values");
  layout.suppress = parameters.number("suppress");
  layout.suppresses_infeasible = parameters.is("infeasible", "suppress");
  layout.persons = parameters.number("persons");
  layout.suppressed_persons = parameters.number("suppressed_persons");
  layout.rows_beyond_limit = parameters.number("rows_beyond_limit");
  layout.rows_per_person = parameters.number("rows_per_person");
  layout.columns = parameters.whole("columns");
  layout.person_columns = parameters.whole("person_columns");
  layout.person_numbers = parameters.number("person_numbers");
  layout.groups_by_hand = parameters.is("groups_by_hand", "true");
  layout.value_sets = !parameters.is("value_sets", "false");
  layout.row_sets = parameters.is("row_sets", "true");
  layout.cohorts = parameters.is("cohorts", "true");
  layout.fragments = parameters.whole("fragments");
  layout.by_rules = !json["rules"].is_null();
  layout.series = parameters.text("series");
  layout.edition = parameters.whole("edition");
  layout.m = parameters.whole("m");
  layout.counterfeits = parameters.whole("counterfeits");
  layout.valueless = parameters.whole("valueless");
  return layout;
}

namespace {

Oid to_oid(const std::string& text) {
  return static_cast<Oid>(std::stoul(text));
}

// Reads numbers that array_to_string() has written with commas.
std::vector<Oid> to_oids(const std::string& text) {
  std::vector<Oid> oids;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    oids.push_back(to_oid(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return oids;
}

Parameter parameter(const std::optional<std::int64_t>& number) {
  return number ? Parameter(std::to_string(*number)) : std::nullopt;
}

std::optional<std::int64_t> count_from(const std::optional<std::string>& text) {
  return text ? std::optional<std::int64_t>(std::stoll(*text)) : std::nullopt;
}

bool is_temporary(Oid relation) {
  return guarded([&] { return get_rel_persistence(relation) == RELPERSISTENCE_TEMP; });
}

// Records a temporary source apart from the release, because the source ends with its session and
// its number means nothing in a dump. Deletes the records that other sessions have left behind.
void record_temporary_source(const std::string& release_id, Oid source) {
  query(
      "DELETE FROM microdata.temporary_source_record WHERE release_id IN (SELECT t.release_id "
      "FROM microdata.temporary_source_record t WHERE NOT EXISTS (SELECT FROM "
      "pg_catalog.pg_class c WHERE c.oid = t.source AND c.relpersistence = 't') "
      "FOR UPDATE SKIP LOCKED)");
  query(
      "INSERT INTO microdata.temporary_source_record (release_id, source) "
      "VALUES ($1::pg_catalog.int8, $2::pg_catalog.oid)",
      {release_id, std::to_string(source)});
  query(
      "UPDATE microdata.release_column_record SET source_attnum = "
      "microdata.attribute_number($2::pg_catalog.oid::pg_catalog.regclass, source_attribute) "
      "WHERE release_id = $1::pg_catalog.int8",
      {release_id, std::to_string(source)});
  query(
      "UPDATE microdata.release_record SET subject_attnums = (SELECT pg_catalog.array_agg("
      "microdata.attribute_number($2::pg_catalog.oid::pg_catalog.regclass, "
      "u.attribute::pg_catalog.name) ORDER BY u.position) "
      "FROM pg_catalog.jsonb_array_elements_text(parameters -> 'subject') WITH ORDINALITY "
      "u (attribute, position)) WHERE release_id = $1::pg_catalog.int8",
      {release_id, std::to_string(source)});
}

}  // namespace

bool has_catalog() {
  const bool has_tables = guarded([] {
    const Oid schema = get_namespace_oid("microdata", true);
    const auto has = [&](const char* table) {
      return OidIsValid(get_relname_relid(table, schema));
    };
    return OidIsValid(schema) && has("release_record") && has("role_record") &&
           has("release_column_record");
  });
  return has_tables && extension_version() == library_version();
}

Oid catalog_owner() {
  return guarded([] {
    const Oid schema = get_namespace_oid("microdata", false);
    HeapTuple tuple = SearchSysCache1(NAMESPACEOID, ObjectIdGetDatum(schema));
    if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for schema %u", schema);
    const Oid owner = reinterpret_cast<Form_pg_namespace>(GETSTRUCT(tuple))->nspowner;
    ReleaseSysCache(tuple);
    return owner;
  });
}

namespace {

// Fails if code that reading or making the release ran (of views, or of kept indexes and
// constraints) dropped or published what is about to be recorded.
void check_recorded(const Release& release) {
  for (const ResultRow& row : query(
           "SELECT r.o FROM pg_catalog.unnest($1::pg_catalog.oid[]) r (o) WHERE NOT EXISTS (SELECT "
           "FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) r.o)",
           {oid_array(release.relations)})) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "a relation of the release was dropped while it was made or read")
        .detail("The relation with OID " + row[0].value() + " is gone.");
  }
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (guarded([&] { return get_attnum(attribute.relation, attribute.name.c_str()); }) !=
        InvalidAttrNumber)
      continue;
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "a column of the release was dropped while it was made or read")
        .detail("Column " + in_quotes(attribute.name) + " of relation " +
                in_quotes(relation_name(attribute.relation)) + " is gone.");
  }
  if (release.source && guarded([&] { return get_rel_name(*release.source); }) == nullptr) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of the release was dropped while it was made or read");
  }
  for (const ResultRow& row :
       query("SELECT DISTINCT c.relation::pg_catalog.oid FROM microdata.release_column_record c "
             "WHERE c.relation::pg_catalog.oid OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.oid[])",
             {oid_array(release.relations)})) {
    throw Error(ERRCODE_OBJECT_IN_USE,
                in_quotes(relation_name(static_cast<Oid>(std::stoul(row[0].value())))) +
                    " was made a release while this one was made or read");
  }
}

Json attribute_json(const ReleaseAttribute& attribute) {
  return Json::object()
      .add("relation", attribute.relation)
      .add("column_no", attribute.column)
      .add("attribute", attribute.name)
      .add("role", role_name(attribute.role))
      .add("generalized", attribute.generalized)
      .add("source_attribute", attribute.source_name);
}

}  // namespace

std::int64_t record_release(const Release& release) {
  const std::string user = guarded([] { return GetUserNameFromId(GetUserId(), false); });
  const CatalogScope scope;
  check_recorded(release);
  const bool from_temporary = release.source && is_temporary(*release.source);
  const Parameter source =
      release.source && !from_temporary ? Parameter(std::to_string(*release.source)) : std::nullopt;
  const std::vector<ResultRow> rows = query(
      "INSERT INTO microdata.release_record (method, source, relations, parameters, created_by, "
      "source_rows, published_rows, suppressed_rows, buckets) "
      "VALUES ($1, $2::pg_catalog.oid, $3::pg_catalog.oid[]::pg_catalog.regclass[], "
      "$4::pg_catalog.jsonb, $5::pg_catalog.name, $6::pg_catalog.int8, $7::pg_catalog.int8, "
      "$8::pg_catalog.int8, $9::pg_catalog.int8) RETURNING release_id",
      {release.method, source, oid_array(release.relations), release.parameters.str(), user,
       parameter(release.source_rows), parameter(release.published_rows),
       parameter(release.suppressed_rows), parameter(release.buckets)});
  const std::string id = *rows.front().front();
  query(
      "INSERT INTO microdata.release_column_record (release_id, relation, column_no, attribute, "
      "role, generalized, source, source_attribute) SELECT $1::pg_catalog.int8, c.relation, "
      "c.column_no, c.attribute, c.role, c.generalized, $2::pg_catalog.oid, c.source_attribute "
      "FROM pg_catalog.jsonb_to_recordset($3::pg_catalog.jsonb) c (relation pg_catalog.oid, "
      "column_no pg_catalog.int4, attribute pg_catalog.name, role pg_catalog.text, "
      "generalized pg_catalog.bool, source_attribute pg_catalog.name)",
      {id, source, json_array(release.attributes, attribute_json).str()});
  if (from_temporary) record_temporary_source(id, *release.source);
  remember_release(std::stoll(id), release.source.value_or(InvalidOid));
  return std::stoll(id);
}

namespace {

// A subquery for the present source of a release, if the source still exists.
constexpr const char* source_of_release =
    "(SELECT s.oid FROM pg_catalog.pg_class s LEFT JOIN microdata.temporary_source_record t "
    "ON t.release_id = r.release_id WHERE s.oid = COALESCE(r.source, t.source) "
    "AND (r.source IS NOT NULL OR s.relpersistence = 't'))";

std::vector<SubjectAttribute> find_subject(const std::string& release_id, const Parameter& source) {
  std::vector<SubjectAttribute> subject;
  for (const ResultRow& row :
       query("SELECT COALESCE(s.attname, n.attribute), s.attname IS NULL "
             "FROM microdata.release_record r "
             "CROSS JOIN LATERAL pg_catalog.unnest(r.subject_attnums) WITH ORDINALITY "
             "u (attnum, position) CROSS JOIN LATERAL (SELECT r.parameters -> 'subject' "
             "->> (u.position - 1)::pg_catalog.int4) n (attribute) "
             "LEFT JOIN pg_catalog.pg_attribute s ON s.attrelid = $2::pg_catalog.oid "
             "AND s.attnum = u.attnum AND NOT s.attisdropped "
             "WHERE r.release_id = $1::pg_catalog.int8 ORDER BY u.position",
             {release_id, source})) {
    // A user might have changed the parameters, so that they have fewer names.
    if (row[0]) subject.push_back({*row[0], *row[1] == "t"});
  }
  return subject;
}

std::vector<std::string> find_dropped_attributes(const std::string& release_id) {
  std::vector<std::string> names;
  for (const ResultRow& row :
       query("SELECT pg_catalog.unnest(dropped_attributes) FROM microdata.release_record "
             "WHERE release_id = $1::pg_catalog.int8",
             {release_id})) {
    names.push_back(*row[0]);
  }
  return names;
}

}  // namespace

namespace {

std::optional<Release> recorded_release(Oid relation) {
  std::string statement = "SELECT r.release_id, r.method, ";
  statement += source_of_release;
  statement +=
      ", r.parameters, r.source_rows, r.published_rows, r.suppressed_rows, r.buckets, "
      "pg_catalog.array_to_string(r.relations::pg_catalog.oid[], ',') "
      "FROM microdata.release_record r "
      "WHERE r.relations @> ARRAY[$1::pg_catalog.oid::pg_catalog.regclass]";
  const std::vector<ResultRow> rows = query(statement.c_str(), {std::to_string(relation)});
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  Release release;
  release.id = std::stoll(*row[0]);
  release.method = *row[1];
  if (row[2]) release.source = to_oid(*row[2]);
  release.set_parameters(Json::parse(*row[3]));
  release.source_rows = count_from(row[4]);
  release.published_rows = count_from(row[5]);
  release.suppressed_rows = count_from(row[6]);
  release.buckets = count_from(row[7]);
  // One statement reads both, because another session might drop the release between two.
  release.relations = to_oids(*row[8]);
  for (const ResultRow& c :
       query("SELECT c.relation::pg_catalog.oid, c.column_no, a.attname, c.role, c.generalized, "
             "s.attname FROM microdata.release_column_record c "
             "JOIN pg_catalog.pg_attribute a "
             "ON a.attrelid = c.relation AND a.attnum = c.attnum AND a.attname = c.attribute "
             "AND NOT a.attisdropped LEFT JOIN pg_catalog.pg_attribute s "
             "ON s.attrelid = $2::pg_catalog.oid "
             "AND s.attnum = c.source_attnum AND NOT s.attisdropped WHERE c.release_id = "
             "$1::pg_catalog.int8 ORDER BY c.relation, "
             "c.attnum",
             {*row[0], row[2]})) {
    release.attributes.push_back({to_oid(*c[0]), std::stoi(*c[1]), *c[2],
                                  role_from_name(*c[3]).value_or(Role::quasi_identifier),
                                  *c[4] == "t", c[5].value_or("")});
  }
  release.subject = find_subject(*row[0], row[2]);
  release.dropped_attributes = find_dropped_attributes(*row[0]);
  return release;
}

// A view of a series, the relation of the edition that it shows, and the view's columns by the
// names of the columns that they show.
struct ShowingView {
  Oid view;
  Oid shown;
  std::map<std::string, std::string> columns;
};

// Returns the query of a view that shows all rows of one relation unchanged; null for other views.
// A view that its owner has redefined does not show a release.
const Query* plain_query(Relation view) {
  if (view->rd_rules == nullptr || view->rd_rules->numLocks != 1) return nullptr;
  const RewriteRule* const rule = view->rd_rules->rules[0];
  if (rule->event != CMD_SELECT || list_length(rule->actions) != 1) return nullptr;
  const auto* const query = linitial_node(Query, rule->actions);
  const bool plain = query->setOperations == nullptr && query->jointree->quals == nullptr &&
                     list_length(query->jointree->fromlist) == 1 &&
                     IsA(linitial(query->jointree->fromlist), RangeTblRef) &&
                     query->groupClause == NIL && query->groupingSets == NIL &&
                     query->havingQual == nullptr && query->distinctClause == NIL &&
                     query->limitCount == nullptr && query->limitOffset == nullptr &&
                     !query->hasAggs && !query->hasTargetSRFs;
  return plain ? query : nullptr;
}

// Numbers of the shown columns, by the number of the column of `view` minus 1. `relation` is
// InvalidOid if a column is computed, because it would be computed as the caller.
struct ShownColumns {
  Oid relation;
  int count;
  const AttrNumber* numbers;
};

ShownColumns shown_columns_of(Oid view) {
  return guarded([&] {
    ShownColumns shown{InvalidOid, 0, nullptr};
    const Relation relation = relation_open(view, AccessShareLock);
    if (const Query* const query = plain_query(relation)) {
      const int place = linitial_node(RangeTblRef, query->jointree->fromlist)->rtindex;
      const RangeTblEntry* const entry = rt_fetch(place, query->rtable);
      shown.count = RelationGetDescr(relation)->natts;
      auto* const numbers = static_cast<AttrNumber*>(
          palloc0(sizeof(AttrNumber) * static_cast<std::size_t>(shown.count)));
      bool plain = entry->rtekind == RTE_RELATION && entry->tablesample == nullptr;
      for (int i = 0; i < list_length(query->targetList); ++i) {
        const auto* const target = list_nth_node(TargetEntry, query->targetList, i);
        const auto* const column = reinterpret_cast<const Var*>(target->expr);
        plain = plain && !target->resjunk && target->resno <= shown.count &&
                IsA(target->expr, Var) && static_cast<int>(column->varno) == place &&
                column->varlevelsup == 0 && column->varattno > 0;
        if (plain) numbers[target->resno - 1] = column->varattno;
      }
      shown.numbers = numbers;
      if (plain) shown.relation = entry->relid;
    }
    relation_close(relation, NoLock);
    return shown;
  });
}

std::string column_name(Oid relation, AttrNumber number) {
  const char* const name = guarded([&] { return get_attname(relation, number, true); });
  return name == nullptr ? "" : name;
}

ShowingView showing_view(Oid view) {
  const ShownColumns columns = shown_columns_of(view);
  ShowingView showing{view, columns.relation, {}};
  for (int i = 0; OidIsValid(columns.relation) && i < columns.count; ++i) {
    showing.columns.emplace(column_name(columns.relation, columns.numbers[i]),
                            column_name(view, static_cast<AttrNumber>(i + 1)));
  }
  return showing;
}

// Returns the views of a series in the order of the release's relations.
std::vector<ShowingView> views_that_show(const Release& release, const std::string& series_id) {
  std::vector<ShowingView> of_series;
  for (const ResultRow& row :
       query("SELECT w.view::pg_catalog.oid FROM microdata.series_view_record w "
             "JOIN pg_catalog.pg_class c ON c.oid = w.view::pg_catalog.oid AND c.relkind = 'v' "
             "WHERE w.series_id = $1::pg_catalog.int4",
             {series_id})) {
    of_series.push_back(showing_view(to_oid(*row[0])));
  }
  std::vector<ShowingView> views;
  for (const Oid relation : release.relations) {
    for (const ShowingView& view : of_series) {
      if (view.shown == relation) views.push_back(view);
    }
  }
  return views;
}

void read_through(const std::vector<ShowingView>& views, Release& release) {
  release.relations.clear();
  for (const ShowingView& view : views) {
    release.relations.push_back(view.view);
    release.shown.push_back(view.shown);
  }
  std::vector<ReleaseAttribute> attributes;
  for (ReleaseAttribute& attribute : release.attributes) {
    const auto found = std::find_if(views.begin(), views.end(), [&](const ShowingView& view) {
      return view.shown == attribute.relation && view.columns.contains(attribute.name);
    });
    if (found == views.end()) {
      release.dropped_attributes.push_back(attribute.name);
      continue;
    }
    attribute.relation = found->view;
    attribute.name = found->columns.at(attribute.name);
    attributes.push_back(std::move(attribute));
  }
  release.attributes = std::move(attributes);
}

// Returns the edition that a view of a series shows: never a draft or a former edition.
std::optional<Release> shown_release(Oid view) {
  const std::vector<ResultRow> rows = query(
      "SELECT s.series_id, s.name, r.relations[1]::pg_catalog.oid "
      "FROM microdata.series_view_record w "
      "JOIN microdata.series_record s ON s.series_id = w.series_id "
      "JOIN microdata.edition_record e ON e.series_id = w.series_id AND e.state = 'shown' "
      "JOIN microdata.release_record r ON r.release_id = e.release_id "
      "WHERE w.view = $1::pg_catalog.oid ORDER BY e.edition DESC",
      {std::to_string(view)});
  if (rows.empty() || !rows.front()[2]) return std::nullopt;
  std::optional<Release> release = recorded_release(to_oid(*rows.front()[2]));
  if (!release) return std::nullopt;
  const std::vector<ShowingView> views = views_that_show(*release, *rows.front()[0]);
  const bool shows = std::any_of(views.begin(), views.end(),
                                 [&](const ShowingView& one) { return one.view == view; });
  if (!shows) return std::nullopt;
  release->series = *rows.front()[1];
  read_through(views, *release);
  return release;
}

}  // namespace

char kind_in_release(const Release& release, Oid relation) {
  Oid shown = relation;
  for (std::size_t i = 0; i < release.shown.size(); ++i) {
    if (release.relations[i] == relation) shown = release.shown[i];
  }
  return guarded([&] { return get_rel_relkind(shown); });
}

std::optional<Release> find_release(Oid relation) {
  const CatalogScope scope;
  std::optional<Release> release = recorded_release(relation);
  return release ? std::move(release) : shown_release(relation);
}

Oid relation_shown_by(Oid view) {
  const ShownColumns columns = shown_columns_of(view);
  const std::set<AttrNumber> once(columns.numbers, columns.numbers + columns.count);
  return once.size() == static_cast<std::size_t>(columns.count) ? columns.relation : InvalidOid;
}

std::vector<Oid> releases_of(Oid source) {
  const CatalogScope scope;
  const std::string number = std::to_string(source);
  const char* const of_permanent =
      "SELECT r.release_id, (r.relations)[1]::pg_catalog.oid FROM microdata.release_record r "
      "WHERE r.source = $1::pg_catalog.oid ORDER BY r.release_id";
  const char* const of_temporary =
      "SELECT r.release_id, (r.relations)[1]::pg_catalog.oid FROM microdata.release_record r "
      "JOIN microdata.temporary_source_record t USING (release_id) "
      "WHERE t.source = $1::pg_catalog.oid ORDER BY r.release_id";
  const bool temporary = is_temporary(source);
  std::vector<Oid> relations;
  for (const ResultRow& row : query(temporary ? of_temporary : of_permanent, {number})) {
    if (row[1]) relations.push_back(to_oid(*row[1]));
  }
  return relations;
}

const Json& composed_parameter(const Release& release, const char* key) {
  const Json& parameter = release.parameters[key];
  if (parameter.is_null() || parameter.is_object() || parameter.is_array()) return parameter;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              in_quotes(key) + " of the release's parameters is neither an object nor an array");
}

void fail_attribute(const std::vector<std::string>& attributes, const std::string& name) {
  Error error(ERRCODE_UNDEFINED_COLUMN, "the release has no attribute " + in_quotes(name));
  for (const std::string& attribute : attributes) {
    if (same_but_for_case(attribute, name)) {
      throw std::move(error).hint("Perhaps you meant the attribute " + in_quotes(attribute) +
                                  "; names are case-sensitive.");
    }
  }
  throw error;
}

const ReleaseAttribute& require_attribute(const Release& release, const std::string& name) {
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.name == name) return attribute;
    names.push_back(attribute.name);
  }
  fail_attribute(names, name);
}

std::vector<ReleaseAttribute> distinct_attributes(const Release& release) {
  std::vector<ReleaseAttribute> attributes;
  std::set<std::string> known;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const bool has_source = !attribute.source_name.empty();
    if (known.insert(has_source ? attribute.source_name : attribute.name).second)
      attributes.push_back(attribute);
  }
  return attributes;
}

std::vector<PrivacyModel> recorded_models(const Release& release) {
  std::vector<PrivacyModel> models;
  for (const Json& recorded : composed_parameter(release, "privacy").elements()) {
    // A caller can describe a release to a server.
    if (recorded["model"].is_null() || recorded["parameters"].is_null()) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "\"privacy\" of the release's parameters describes no privacy model");
    }
    models.push_back(read_privacy_model(recorded));
  }
  return models;
}

}  // namespace microdata::postgres

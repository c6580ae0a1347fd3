#include "postgres/release/edition_views.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/replaced_release.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* another_view =
    "Give the series another view with alter_series(), or drop this one: the next edition that is "
    "shown makes it anew. Privileges on it are to be granted again.";

bool owned(Oid relation) {
  return guarded([&] { return compat::owns_relation(relation, GetUserId()); });
}

// True if the role may own editions: the owner of a series' views owns its editions and reads its
// drafts. A caller who can point a view at editions does not give its owner that right, because a
// superuser can point any view.
bool may_own_editions(Oid role, const Source& source) {
  return has_privileges_of(role, owner_of(source.relation));
}

Error stranger_owns(Oid view, const Source& source) {
  const std::string owner = role_named(owner_of(source.relation));
  return Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "view " + in_quotes(relation_name(view)) +
                                                   " has an owner that may not own editions of " +
                                                   in_quotes(source.name))
      .detail("Role " + in_quotes(role_named(owner_of(view))) +
              " does not have the privileges of role " + in_quotes(owner) +
              ", which owns the source. The owner of a series' view owns its editions, and can "
              "read its drafts.")
      .hint("Give the series another view with alter_series(), or use ALTER VIEW ... OWNER TO " +
            quote_name(owner) + " give it this one.");
}

bool is_part_of_release(Oid relation) {
  const CatalogScope scope;
  return !query(
              "SELECT FROM microdata.release_record r "
              "WHERE r.relations @> ARRAY[$1::pg_catalog.oid::pg_catalog.regclass]",
              {std::to_string(relation)})
              .empty();
}

std::string columns_count(Oid relation) {
  return *query(
      "SELECT pg_catalog.count(*) FROM pg_catalog.pg_attribute "
      "WHERE attrelid = $1::pg_catalog.oid AND attnum > 0 AND NOT attisdropped",
      {std::to_string(relation)})[0][0];
}

// True if the view shows a release as it is, such as a view that a series gave up or that showed
// single releases.
bool shows_release(Oid relation) {
  const Oid shown = relation_shown_by(relation);
  return OidIsValid(shown) && is_part_of_release(shown) &&
         columns_count(relation) == columns_count(shown);
}

constexpr const char* of_somebody_else = "It belongs to another role.";

// Returns the reason as a sentence; empty if the view can be taken over.
std::string why_not_taken_over(Oid relation) {
  // The ownership is checked first because strangers must not learn anything else about the
  // relation.
  if (!owned(relation)) return of_somebody_else;
  if (is_view_of_series(relation)) return "It is a view of a series already.";
  if (is_part_of_release(relation)) return "It belongs to a release.";
  if (!shows_release(relation)) return "It is something else.";
  return "";
}

// Returns the relation of the name to take over as a view of a series; InvalidOid if there is none.
// Fails if the relation cannot be taken over.
Oid view_to_take_over(const Target& place, const Source& source) {
  const Oid existing = guarded([&] { return get_relname_relid(place.name.c_str(), place.schema); });
  if (!OidIsValid(existing)) return InvalidOid;
  std::string reason = why_not_taken_over(existing);
  if (reason.empty()) {
    if (!may_own_editions(owner_of(existing), source)) throw stranger_owns(existing, source);
    // A superuser owns every view, but the series' owner could lead a superuser to this one.
    if (has_privileges_of(owner_of(source.relation), owner_of(existing))) return existing;
    reason = of_somebody_else;
  }
  throw Error(ERRCODE_DUPLICATE_TABLE, "relation " + in_quotes(place.name) + " already exists")
      .detail(reason + " A series takes over a view of yours that shows a release as it is.")
      .hint("Give another name with view, or rename the relation.");
}

void check_view_schema(const Target& place) {
  if (guarded([&] { return compat::may_create_in(place.schema, GetUserId()); })) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "permission denied for the schema of view " + place.qualified);
}

// Fails if the edition's owner could not own the view, because a new view is given to that owner.
void check_view_owner(const Target& place, Oid owner) {
  if (may_own_here(owner, place.schema)) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "view " + place.qualified + " could not be made to belong to the edition's owner")
      .detail("The owner is role " + in_quotes(role_named(owner)) +
              ", which needs CREATE on the schema of the view.");
}

Error misfit(Oid view, const std::string& what) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "view " + in_quotes(relation_name(view)) + " cannot show the edition")
      .detail(what)
      .hint(another_view);
}

AttributeType type_of(const std::optional<std::string>& type,
                      const std::optional<std::string>& modifier,
                      const std::optional<std::string>& collation) {
  return attribute_type(static_cast<Oid>(std::stoul(*type)), std::stoi(*modifier),
                        static_cast<Oid>(std::stoul(*collation)));
}

// Fails if other objects depend on a view that must be dropped and created again for a wider type
// of a column.
void check_replaceable(Oid view, const std::string& column, const std::string& type) {
  const std::vector<std::string> others = dependants({view});
  if (others.empty()) return;
  throw Error(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST,
              "view " + in_quotes(relation_name(view)) + " cannot show the edition")
      .detail("Its column " + in_quotes(column) + " would be of type " + type +
              ", which takes a new view: " + join(others, "; ") + ".")
      .hint("Drop what depends on the view, or give the series another one with alter_series().");
}

struct ShownColumns {
  // Column names, quoted if necessary.
  std::vector<std::string> names;
  bool has_wider_types = false;
};

// Returns the columns that the view must have: its present ones, in their order, then the
// relation's other columns. Fails if the relation lacks one of the view's columns, or has one with
// a type that is not wider.
ShownColumns columns_to_show(Oid view, Oid relation) {
  ShownColumns columns;
  for (const ResultRow& row :
       query("SELECT COALESCE(v.attname, r.attname), r.attname IS NOT NULL, v.atttypid, "
             "v.atttypmod, v.attcollation, r.atttypid, r.atttypmod, r.attcollation "
             "FROM (SELECT * FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.oid "
             "AND attnum > 0 AND NOT attisdropped) v "
             "FULL JOIN (SELECT * FROM pg_catalog.pg_attribute WHERE attrelid = "
             "$2::pg_catalog.oid AND attnum > 0 AND NOT attisdropped) r USING (attname) "
             "ORDER BY v.attnum, r.attnum",
             {std::to_string(view), std::to_string(relation)})) {
    if (row[1] != "t") throw misfit(view, "It has no column " + in_quotes(*row[0]) + ".");
    columns.names.push_back(quote_name(*row[0]));
    if (!row[2] || (row[2] == row[5] && row[3] == row[6] && row[4] == row[7])) continue;
    const AttributeType before = type_of(row[2], row[3], row[4]);
    const AttributeType now = type_of(row[5], row[6], row[7]);
    if (!keeps_shown_values(before, now)) {
      throw misfit(view, "Its column " + in_quotes(*row[0]) + " is of type " + type_name(now) +
                             ", and of type " + type_name(before) +
                             " in the view, or sorts differently.");
    }
    check_replaceable(view, *row[0], type_name(now));
    columns.has_wider_types = true;
  }
  return columns;
}

std::string view_query(Oid view, Oid relation) {
  return "SELECT " + join(columns_to_show(view, relation).names) + " FROM " +
         qualified_name(relation);
}

std::vector<Oid> shown_relations(const Series& series) {
  const CatalogScope scope;
  std::vector<Oid> relations;
  for (const ResultRow& row :
       query("SELECT c.oid FROM microdata.edition_record e "
             "JOIN microdata.release_record r ON r.release_id = e.release_id "
             "JOIN pg_catalog.pg_class c ON c.oid = ANY (r.relations::pg_catalog.oid[]) "
             "WHERE e.series_id = $1::pg_catalog.int4 AND e.state = 'shown' "
             "ORDER BY pg_catalog.length(c.relname::pg_catalog.text)",
             {std::to_string(series.id)})) {
    relations.push_back(static_cast<Oid>(std::stoul(*row[0])));
  }
  return relations;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Fails if the owner has changed the query of the view, for example to show fewer rows: such a
// change is never overwritten.
void check_untouched(const Series& series, const SeriesView& view) {
  const std::vector<Oid> expected = shown_relations(series);
  const Oid shown = relation_shown_by(view.view);
  const bool untouched = expected.empty()
                             ? shows_release(view.view)
                             : std::find(expected.begin(), expected.end(), shown) != expected.end();
  if (untouched) return;
  std::string hint =
      "Put the query into a view of your own on this one, and let this one show the edition as "
      "it is";
  const auto written = std::find_if(expected.begin(), expected.end(), [&](Oid relation) {
    return ends_with(relation_name(relation), view.suffix);
  });
  if (written != expected.end()) {
    hint += ": CREATE OR REPLACE VIEW " + qualified_name(view.view) + " AS TABLE " +
            qualified_name(*written);
  }
  throw Error(
      ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
      "view " + in_quotes(relation_name(view.view)) + " has another query than the series gave it")
      .detail("The next edition would show what the query leaves out, or computes.")
      .hint(hint + ". Or drop it: then it is made anew, without its grants.");
}

// Fails if the view's owner cannot read the relation, because a view reads with its owner's rights.
void check_readable(const PlannedView& planned) {
  const Oid owner = owner_of(planned.view);
  const bool readable = guarded(
      [&] { return pg_class_aclcheck(planned.relation, owner, ACL_SELECT) == ACLCHECK_OK; });
  if (readable) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "view " + in_quotes(relation_name(planned.view)) + " cannot read the edition")
      .detail("Its owner, role " + in_quotes(role_named(owner)) + ", may not read " +
              in_quotes(relation_name(planned.relation)) + ".")
      .hint("ALTER TABLE " + qualified_name(planned.relation) + " OWNER TO " +
            quote_name(role_named(owner)) + " gives it the edition.");
}

// Returns the view's options as " (...)", for use after WITH or SET. CREATE OR REPLACE VIEW drops
// options that are not repeated.
std::string options_of(Oid view) {
  const std::optional<std::string> options = query(
      "SELECT pg_catalog.string_agg(pg_catalog.format('%I = %L', o.option_name, "
      "o.option_value), ', ') FROM pg_catalog.pg_class c CROSS JOIN LATERAL "
      "pg_catalog.pg_options_to_table(c.reloptions) o WHERE c.oid = $1::pg_catalog.oid",
      {std::to_string(view)})[0][0];
  return options ? " (" + *options + ")" : "";
}

// Column of a view that shows an attribute of the source, as in the edition that is shown.
struct ViewColumn {
  std::string name;
  // Present name of the attribute in the source; empty if unknown.
  std::string now;
  bool generalized = false;
  AttributeType type;
};

std::vector<ViewColumn> shown_columns(std::int32_t series, Oid view) {
  const CatalogScope scope;
  std::vector<ViewColumn> columns;
  for (const ResultRow& row :
       query("SELECT v.attname, COALESCE((SELECT s.attname FROM pg_catalog.pg_attribute s "
             "WHERE s.attrelid = c.source AND s.attnum = c.source_attnum "
             "AND NOT s.attisdropped), c.source_attribute), c.generalized, "
             "v.atttypid, v.atttypmod, v.attcollation "
             "FROM microdata.edition_record e "
             "JOIN microdata.release_column_record c ON c.release_id = e.release_id "
             "JOIN pg_catalog.pg_attribute v ON v.attrelid = $2::pg_catalog.oid "
             "AND v.attname = c.attribute AND v.attnum > 0 AND NOT v.attisdropped "
             "WHERE e.series_id = $1::pg_catalog.int4 AND e.state = 'shown' ORDER BY v.attnum",
             {std::to_string(series), std::to_string(view)})) {
    columns.push_back(
        {*row[0], row[1].value_or(""), row[2] == "t", type_of(row[3], row[4], row[5])});
  }
  return columns;
}

bool is_left_out(const Source& source, const SourceColumn& column,
                 const std::vector<AssignedRole>& roles) {
  const auto place = static_cast<std::size_t>(&column - source.columns.data());
  return !roles.empty() && roles[place].role == Role::identifier;
}

}  // namespace

std::string name_of_edition(const Series& series, std::int32_t edition) {
  std::string target =
      SeriesArguments(series.arguments).text("target").value_or(quote_name(series.name));
  const std::string suffix = "_" + std::to_string(edition);
  const bool quoted = !target.empty() && target.back() == '"';
  target.insert(target.size() - (quoted ? 1 : 0), suffix);
  return target;
}

std::vector<PlannedView> plan_views(const Series& series, const Source& source,
                                    std::int32_t edition, const std::vector<Oid>& relations) {
  const std::string stem = locate_target(source, name_of_edition(series, edition)).name;
  const Target first = locate_target(source, *series.view);
  check_view_schema(first);
  std::vector<SeriesView> known = views_of_series(series.id);
  std::vector<PlannedView> planned;
  for (const Oid relation : relations) {
    const std::string name = relation_name(relation);
    if (name.compare(0, stem.size(), stem) != 0) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "relation " + in_quotes(name) + " does not have the name of edition " +
                      std::to_string(edition))
          .hint("Rename it: editions have the name of the series' target, and their number.");
    }
    PlannedView& view = planned.emplace_back();
    view.suffix = name.substr(stem.size());
    view.relation = relation;
    const auto found = std::find_if(known.begin(), known.end(), [&](const SeriesView& each) {
      return each.suffix == view.suffix;
    });
    if (found != known.end()) {
      view.view = found->view;
      if (!may_own_editions(owner_of(view.view), source)) throw stranger_owns(view.view, source);
      check_untouched(series, *found);
      known.erase(found);
    } else {
      view.place = first;
      view.place.name += view.suffix;
      view.place.qualified = qualified_name(view.place.schema, view.place.name);
      view.view = view_to_take_over(view.place, source);
      if (!OidIsValid(view.view)) check_view_owner(view.place, owner_of(relation));
    }
    if (!OidIsValid(view.view)) continue;
    view.is_made_anew = columns_to_show(view.view, relation).has_wider_types;
    check_readable(view);
  }
  if (!known.empty()) throw misfit(known.front().view, "It has no relation for the view.");
  return planned;
}

namespace {

// Drops the view and creates it again with all its properties, because no view can be altered to
// other types.
Oid make_anew(const PlannedView& planned, Oid source) {
  Target place;
  place.qualified = qualified_name(planned.view);
  const std::string columns = view_query(planned.view, planned.relation);
  const std::string options = options_of(planned.view);
  // GRANT and REVOKE do not lock a view; after this change a concurrent one fails instead of being
  // lost.
  execute("ALTER VIEW " + place.qualified + " RESET (check_option)");
  const ReplacedRelease before = take_down_view(planned.view, source);
  place.name = before.name;
  place.schema = before.relations.front().schema;
  execute("DROP VIEW " + place.qualified);
  Release made;
  made.source = source;
  made.relations = {create_release_view(place, columns)};
  if (!options.empty()) execute("ALTER VIEW " + place.qualified + " SET" + options);
  keep_what_was_replaced(before, made);
  return made.relations.front();
}

}  // namespace

Oid make_view(const PlannedView& planned, Oid source) {
  if (OidIsValid(planned.view)) {
    // The owner of the view, or of its schema, might put another view in its place.
    guarded([&] { LockRelationOid(planned.view, AccessExclusiveLock); });
    if (planned.is_made_anew) return make_anew(planned, source);
    const std::string options = options_of(planned.view);
    execute("CREATE OR REPLACE VIEW " + qualified_name(planned.view) +
            (options.empty() ? "" : " WITH" + options) + " AS " +
            view_query(planned.view, planned.relation));
    return planned.view;
  }
  const Oid view = create_release_view(planned.place, view_query(InvalidOid, planned.relation));
  give_relation(view, owner_of(planned.relation));
  return view;
}

namespace {

// Returns the part of the view's comment about suppressed rows; empty if the edition suppresses
// none.
std::string left_out_of(Oid relation) {
  const std::optional<Release> release = find_release(relation);
  const std::int64_t left_out = release ? release->suppressed_rows.value_or(0) : 0;
  if (left_out == 0) return "";
  return "; " + std::to_string(left_out) + " of " +
         std::to_string(left_out + release->published_rows.value_or(0)) +
         " rows of the source are suppressed: counts are of published rows";
}

}  // namespace

void comment_view(Oid view, Oid relation, const Series& series, std::int32_t edition) {
  // The owner's comments on columns stay.
  for (const ResultRow& row :
       query("SELECT v.attname, pg_catalog.col_description(e.attrelid, e.attnum) "
             "FROM pg_catalog.pg_attribute e JOIN pg_catalog.pg_attribute v "
             "ON v.attrelid = $2::pg_catalog.oid AND v.attname = e.attname AND v.attnum > 0 "
             "WHERE e.attrelid = $1::pg_catalog.oid AND e.attnum > 0 "
             "AND pg_catalog.col_description(e.attrelid, e.attnum) IS NOT NULL "
             "AND pg_catalog.col_description(v.attrelid, v.attnum) IS NULL ORDER BY v.attnum",
             {std::to_string(relation), std::to_string(view)})) {
    execute("COMMENT ON COLUMN " + qualified_name(view) + "." + quote_name(*row[0]) + " IS " +
            quote_value(*row[1]));
  }
  const std::string of_series = " of series " + in_quotes(series.name);
  const bool is_ours =
      query(
          "SELECT COALESCE(pg_catalog.obj_description($1::pg_catalog.oid, 'pg_class') ~ "
          "'^edition [0-9]+ of series ', true)",
          {std::to_string(view)})[0][0] == "t";
  if (!is_ours) return;
  execute("COMMENT ON VIEW " + qualified_name(view) + " IS " +
          quote_value("edition " + std::to_string(edition) + of_series + left_out_of(relation) +
                      "; estimate() counts the edition's rows, with standard errors"));
}

void check_view_name(const Source& source, const std::string& view) {
  const Target place = locate_target(source, view);
  check_view_schema(place);
  (void)view_to_take_over(place, source);
}

Oid owner_of_editions(const Series& series, const Source& source, Oid schema) {
  const std::vector<SeriesView> views = views_of_series(series.id);
  if (views.empty()) {
    const Oid owner = owner_of(source.relation);
    const bool may_own =
        may_own_here(owner, schema) &&
        (!series.view || may_own_here(owner, locate_target(source, *series.view).schema));
    return may_own ? owner : GetUserId();
  }
  const Oid owner = owner_of(views.front().view);
  for (const SeriesView& each : views) {
    if (!may_own_editions(owner_of(each.view), source)) throw stranger_owns(each.view, source);
    if (owned(each.view) && owner_of(each.view) == owner) continue;
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "must be owner of view " + relation_name(each.view))
        .detail("Only the owner of all views of a series can show its editions.");
  }
  if (may_own_here(owner, schema)) return owner;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "the edition could not be made to belong to the owner of view " +
                  in_quotes(relation_name(views.front().view)))
      .detail("The owner is role " + in_quotes(role_named(owner)) +
              ", which needs CREATE on the schema of the edition.");
}

void give_relations(const std::vector<Oid>& relations, Oid owner) {
  for (const Oid relation : relations)
    give_relation(relation, owner);
}

void check_view_columns(const Series& series, const Source& source,
                        const std::vector<AssignedRole>& roles) {
  std::optional<Error> renamed;
  // All views lack a column that the source has renamed, so the error names the statements for all
  // views.
  std::vector<std::string> statements;
  for (const SeriesView& each : views_of_series(series.id)) {
    for (const ViewColumn& column : shown_columns(series.id, each.view)) {
      const SourceColumn* const found = source.find(column.name);
      if (found == nullptr || is_left_out(source, *found, roles)) {
        const Error error =
            misfit(each.view, "It would have no column " + in_quotes(column.name) + ".");
        if (source.find(column.now) == nullptr || column.now == column.name) throw error;
        if (!renamed) renamed = error;
        statements.push_back("ALTER VIEW " + qualified_name(each.view) + " RENAME COLUMN " +
                             quote_name(column.name) + " TO " + quote_name(column.now) + ";");
        continue;
      }
      if (column.generalized || type_in_ddl(column.type) == type_in_ddl(found->type)) continue;
      if (!keeps_values(column.type, found->type)) {
        throw misfit(each.view, "Its column " + in_quotes(column.name) + " would be of type " +
                                    type_name(found->type) + ", and is of type " +
                                    type_name(column.type) + " in the view.");
      }
      check_replaceable(each.view, column.name, type_name(found->type));
    }
  }
  if (!renamed) return;
  throw std::move(*renamed).hint("This has the " +
                                 std::string(statements.size() == 1 ? "view" : "views") +
                                 " follow the source: " + join(statements, " "));
}

}  // namespace microdata::postgres

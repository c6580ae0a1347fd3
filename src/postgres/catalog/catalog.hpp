#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/server/extension.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// A column that the extension adds to a release.
struct AddedColumn {
  std::string name;
  // True if the release has it on record; it has its usual name otherwise.
  bool recorded = false;
};

// The parameters of a release as its readers go by them, parsed once.
struct Layout {
  AddedColumn bucket{"bucket"};
  AddedColumn count{"count"};
  AddedColumn member{"member"};
  AddedColumn weight{"weight"};
  // True where sensitive values are counted in tables of their own.
  bool counted = false;
  // True of a release that was registered, not published here.
  bool registered = false;

  // Bounds, as asked for.
  std::optional<double> l;
  std::optional<double> k;
  std::optional<double> delta;
  // True if k is promised in every bucket, not over all rows as before 1.0.0, and if l is.
  bool k_in_buckets = false;
  bool l_in_buckets = false;

  // How quasi-identifiers are generalized; empty where they are not.
  std::string recoding;
  std::string cuts = "width";
  std::string method;
  std::string loss = "width";
  std::optional<std::string> class_attribute;
  std::optional<double> changed_class_values;

  // The share that may be left out, and what was; rows_beyond_limit were left out of persons with
  // more than rows_per_person.
  std::optional<double> suppress;
  bool suppresses_infeasible = false;
  std::optional<double> persons;
  std::optional<double> suppressed_persons;
  std::optional<double> rows_beyond_limit;
  std::optional<double> rows_per_person;

  // Groups of attributes, and those of them that are of persons.
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> person_columns;
  bool groups_by_hand = false;
  // Which tables persons with several rows have.
  bool value_sets = true;
  bool row_sets = false;
  bool cohorts = false;
  std::optional<std::int64_t> fragments;
  // True of a decomposition by privacy rules.
  bool by_rules = false;

  // The edition of a series, where it is one.
  std::optional<std::string> series;
  std::optional<std::int64_t> edition;
  std::optional<std::int64_t> m;
  std::optional<std::int64_t> counterfeits;
  std::optional<std::int64_t> valueless;

  // The key of a number that is out of range.
  std::optional<std::string> out_of_range;

  // Returns the column of a role: "bucket", "count", "member" or "weight".
  const AddedColumn& column(std::string_view role) const;
};

// Returns the layout that the parameters of a release say.
Layout layout_of(const Json& json);

// The extension's tables, in the schema microdata. They are written by this code only, in the
// extension owner's name and after it has checked what the caller may do; see
// docs/developing.md, "The catalog".

// True if the extension's tables are there, and are those of this version: not while the extension
// is created or dropped, and not before ALTER EXTENSION pg_microdata UPDATE.
bool has_catalog();

// The role that owns the extension's tables.
Oid catalog_owner();

// For the statements of a scope on the extension's tables: as their owner, and safe from what a
// caller's search_path has. Fails if the database has another version of the extension.
class CatalogScope {
 public:
  CatalogScope() : role_(catalog_owner()) { require_own_version(); }

 private:
  RoleScope role_;
  SafeSearchPath path_;
};

// An attribute of a published relation.
struct ReleaseAttribute {
  Oid relation = InvalidOid;
  int column = 1;
  std::string name;
  Role role = Role::quasi_identifier;
  bool generalized = false;
  // The source's attribute; empty once the source or the attribute is gone.
  std::string source_name;
};

// An attribute of the source that tells persons apart.
struct SubjectAttribute {
  std::string name;
  // Whether the source no longer has it.
  bool gone = false;
};

struct Release {
  std::int64_t id = 0;
  std::string method;
  std::optional<Oid> source;
  std::vector<Oid> relations;
  // An object, and what readers go by in it.
  Json parameters = Json::object();
  Layout layout;
  std::optional<std::int64_t> source_rows;
  std::optional<std::int64_t> published_rows;
  std::optional<std::int64_t> suppressed_rows;
  std::optional<std::int64_t> buckets;
  std::vector<ReleaseAttribute> attributes;
  // As read back; what is recorded of it stands in `parameters`. Empty where a row is a person.
  std::vector<SubjectAttribute> subject;
  // Attributes that were published, and are no longer columns of tables that are still there.
  std::vector<std::string> dropped_attributes;
  // Of the edition that the views of a series show, found by one of them: `relations` are views,
  // and so are those of `attributes`, so that all is read through them, with what the caller may
  // read of them; these are the relations that they show, in the same order.
  std::vector<Oid> shown;
  // Whose views they are.
  std::string series;

  bool is_by_view() const { return !shown.empty(); }
  void set_parameters(Json object) {
    parameters = std::move(object);
    layout = layout_of(parameters);
  }
};

// What pg_class has as the kind of a relation of the release or, for a view of a series, of what it
// shows.
char kind_in_release(const Release& release, Oid relation);

// Returns the new release's number.
std::int64_t record_release(const Release& release);

// The release that a relation belongs to or, as the view of a series, shows.
std::optional<Release> find_release(Oid relation);

// The relation all of whose rows a view shows, and columns as they are, each once; none where it
// shows something else, or is no view.
Oid relation_shown_by(Oid view);

// The leading relations of the releases of a source that are on record, the oldest first. Who asks
// must be allowed to know that they are there.
std::vector<Oid> releases_of(Oid source);

// A parameter that is an object or an array; absent or JSON null: null. Fails for others.
const Json& composed_parameter(const Release& release, const char* key);

// A subquery: the releases that have relations of $1, an array of oids, found relation by relation:
// of an array of many the planner takes all releases to have one.
inline constexpr const char* releases_with_some =
    "(SELECT w.release_id FROM pg_catalog.unnest($1::pg_catalog.oid[]) u (relation) "
    "JOIN microdata.release_record w ON w.relations && ARRAY[u.relation]::pg_catalog.regclass[])";

}  // namespace microdata::postgres

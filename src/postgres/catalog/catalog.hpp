#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/extension.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// A column that the extension adds to a release.
struct AddedColumn {
  std::string name;
  // True if the release records the name of the column; otherwise the column has its usual name.
  bool recorded = false;
};

// The parameters of a release that its readers use, parsed once.
struct Layout {
  AddedColumn bucket{"bucket"};
  AddedColumn count{"count"};
  AddedColumn member{"member"};
  AddedColumn weight{"weight"};
  AddedColumn person{"person"};
  // True if sensitive values are counted in tables of their own.
  bool counted = false;
  // True if the release was registered, not published here.
  bool registered = false;

  // Bounds that the publisher requested.
  std::optional<double> l;
  std::optional<double> k;
  std::optional<double> delta;
  // True if k, or l, is guaranteed in every bucket; before 1.0.0, k was guaranteed over all rows.
  bool k_in_buckets = false;
  bool l_in_buckets = false;
  // Values for which no bound is held, by published name of the sensitive attribute.
  HarmlessByAttribute harmless;

  // The recoding of quasi-identifiers; empty if they are not generalized.
  std::string recoding;
  std::string cuts = "width";
  std::string method;
  std::string loss = "width";
  std::optional<std::string> class_attribute;
  std::optional<double> changed_class_values;

  // The largest fraction that may be suppressed, and what was suppressed. rows_beyond_limit counts
  // the suppressed rows of people with more than rows_per_person.
  std::optional<double> suppress;
  bool suppresses_infeasible = false;
  std::optional<double> persons;
  std::optional<double> suppressed_persons;
  std::optional<double> rows_beyond_limit;
  std::optional<double> rows_per_person;

  // The number of groups of attributes, and the number of these groups that describe people.
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> person_columns;
  // Largest number of a person in one table that was made by regions; otherwise persons are
  // numbered from 1 without gaps.
  std::optional<double> person_numbers;
  bool groups_by_hand = false;
  // The kinds of tables that a release with several rows per person has, if they are apart.
  bool value_sets = true;
  bool row_sets = false;
  bool cohorts = false;
  std::optional<std::int64_t> fragments;
  // True if the release is a decomposition by privacy rules.
  bool by_rules = false;

  // The edition of a series that the release is, if it is one.
  std::optional<std::string> series;
  std::optional<std::int64_t> edition;
  std::optional<std::int64_t> m;
  std::optional<std::int64_t> counterfeits;
  std::optional<std::int64_t> valueless;

  // The key of a number that is out of range.
  std::optional<std::string> out_of_range;

  // True if one table shows persons with several rows each.
  bool persons_joined() const { return person.recorded; }

  // Returns the column of a role: "bucket", "count", "member", "person" or "weight".
  const AddedColumn& column(std::string_view role) const;
};

// Returns the layout that the parameters of a release describe.
Layout layout_of(const Json& json);

// The extension's tables lie in the schema microdata. Only this code writes them, as the
// extension's owner and after it has checked the caller's privileges; see docs/design/catalog.md.

// True if the extension's tables exist and belong to this version. They do not while the extension
// is created or dropped, nor before ALTER EXTENSION pg_microdata UPDATE.
bool has_catalog();

// Returns the role that owns the extension's tables.
Oid catalog_owner();

// A scope whose statements on the extension's tables run as the tables' owner, safe from objects in
// a caller's search_path. Fails if the database has another version of the extension.
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
  // The source's attribute; empty if the source or the attribute is gone.
  std::string source_name;
};

// An attribute of the source that identifies a person.
struct SubjectAttribute {
  std::string name;
  // True if the source no longer has the attribute.
  bool gone = false;
};

struct Release {
  std::int64_t id = 0;
  std::string method;
  std::optional<Oid> source;
  std::vector<Oid> relations;
  // An object. `layout` holds the parameters that readers use.
  Json parameters = Json::object();
  Layout layout;
  std::optional<std::int64_t> source_rows;
  std::optional<std::int64_t> published_rows;
  std::optional<std::int64_t> suppressed_rows;
  std::optional<std::int64_t> buckets;
  std::vector<ReleaseAttribute> attributes;
  // The subject as read back; its recorded names are in `parameters`. Empty if each row is a
  // person.
  std::vector<SubjectAttribute> subject;
  // Published attributes that are no longer columns of the tables that still exist.
  std::vector<std::string> dropped_attributes;
  // The relations that the views of a series show, in the order of `relations`. Set if a view of a
  // series has found the release. Then `relations` and the relations of `attributes` are views, so
  // that everything is read through them with the caller's privileges.
  std::vector<Oid> shown;
  // The series of the views.
  std::string series;

  bool is_by_view() const { return !shown.empty(); }
  void set_parameters(Json object) {
    parameters = std::move(object);
    layout = layout_of(parameters);
  }
};

// Returns the kind in pg_class of a relation of the release or, if the relation is a view of a
// series, of the relation that the view shows.
char kind_in_release(const Release& release, Oid relation);

// Records a release and returns its number.
std::int64_t record_release(const Release& release);

// Returns the release that a relation belongs to or, as the view of a series, shows.
std::optional<Release> find_release(Oid relation);

// Returns the relation of which a view shows all rows, and columns unchanged, each once. Returns
// InvalidOid if the view shows something else or the relation is not a view.
Oid relation_shown_by(Oid view);

// Returns the first relations of the recorded releases of a source, the oldest release first. The
// caller must have checked that the user may know of the releases.
std::vector<Oid> releases_of(Oid source);

// Returns a parameter that is an object or an array; null if it is absent or JSON null. Fails for
// other values.
const Json& composed_parameter(const Release& release, const char* key);

// A subquery of the releases that have relations of $1, an array of oids. It searches relation by
// relation, because the planner assumes that every release overlaps an array of many.
inline constexpr const char* releases_with_some =
    "(SELECT w.release_id FROM pg_catalog.unnest($1::pg_catalog.oid[]) u (relation) "
    "JOIN microdata.release_record w ON w.relations && ARRAY[u.relation]::pg_catalog.regclass[])";

// Fails because the release has no attribute of the name. The hint is an attribute that differs
// only in case, if there is one.
[[noreturn]] void fail_attribute(const std::vector<std::string>& attributes,
                                 const std::string& name);

// Returns the release's attribute of the name; fails if there is none.
const ReleaseAttribute& require_attribute(const Release& release, const std::string& name);

// Returns the release's attributes, each once, even if several relations of the release have it.
std::vector<ReleaseAttribute> distinct_attributes(const Release& release);

// Returns the models that are recorded for the release.
std::vector<PrivacyModel> recorded_models(const Release& release);

}  // namespace microdata::postgres

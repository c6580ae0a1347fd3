#include "postgres/catalog/hierarchy_catalog.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

const GivenHierarchies*& innermost() {
  static const GivenHierarchies* innermost = nullptr;
  return innermost;
}

// The largest size of described hierarchies, because a statement has them once for every region.
constexpr std::size_t most_bytes = std::size_t{4} << 20U;

// Returns the catalog's records of some hierarchies; leaves out hierarchies that do not exist.
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

namespace {

constexpr std::array kinds{HierarchyKind::table, HierarchyKind::interval, HierarchyKind::prefix,
                           HierarchyKind::date};

// The largest size of labels; more would come near the limit of one PostgreSQL value.
constexpr std::size_t most_label_bytes = std::size_t{256} << 20U;

// The owner of hierarchy `h`; 0 if its view is gone without a trace, which stands for the catalog's
// owner.
constexpr const char* owner_of_hierarchy =
    "COALESCE((SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid = h.holder), "
    "0::pg_catalog.oid)";

// True if role `u.role` may use hierarchy `h`.
constexpr const char* usable_hierarchy =
    "COALESCE(pg_catalog.has_table_privilege(u.role, h.holder::pg_catalog.oid, 'SELECT'), false)";

// Returns the view that stands for a hierarchy; nothing if the view is gone.
std::optional<Oid> holder_of_hierarchy(const std::string& name) {
  const std::vector<ResultRow> rows = query(
      "SELECT c.oid FROM microdata.hierarchy_record h "
      "JOIN pg_catalog.pg_class c ON c.oid = h.holder WHERE h.name = $1",
      {name});
  if (rows.empty()) return std::nullopt;
  return static_cast<Oid>(std::stoul(*rows[0][0]));
}

void check_length(const std::string& whole, const std::string& name) {
  if (!name.empty() && name.size() < NAMEDATALEN) return;
  throw Error(ERRCODE_INVALID_NAME, "invalid name for a hierarchy: " + in_quotes(whole))
      .detail("A name has 1 to " + std::to_string(NAMEDATALEN - 1) + " bytes.");
}

// Fails for a name that does not begin with the caller's name, unless the caller owns the
// extension. No role can then take a name that another role would choose, or one that all share.
void check_name(const std::string& name) {
  const Oid user = GetUserId();
  const Oid owner = catalog_owner();
  if (guarded([&] { return has_privs_of_role(user, owner); })) {
    return check_length(name, name);
  }
  const std::string prefix =
      quote_name(guarded([&] { return GetUserNameFromId(user, false); })) + ".";
  if (name.compare(0, prefix.size(), prefix) != 0) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                "permission denied for the hierarchy name " + in_quotes(name))
        .detail("Names of your own begin with " + in_quotes(prefix) +
                "; others are for the extension's owner.")
        .hint("Name it " + in_quotes(prefix + name) + ".");
  }
  check_length(name, name.substr(prefix.size()));
}

// Returns the labels as an array literal with one row for each value.
std::string label_array(const HierarchyRecord& hierarchy, const std::vector<std::string>& labels) {
  std::vector<std::string> rows;
  std::size_t bytes = 0;
  for (auto value = labels.begin(); value != labels.end();) {
    const auto next = value + static_cast<std::ptrdiff_t>(hierarchy.levels);
    rows.push_back(to_name_array({value, next}));
    bytes += rows.back().size() + 1;
    if (bytes > most_label_bytes) {
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                  "hierarchy " + in_quotes(hierarchy.name) + " is too large")
          .detail("Its labels have more than " + std::to_string(most_label_bytes) + " bytes.");
    }
    value = next;
  }
  return "{" + join(rows, ",") + "}";
}

// Returns an error that does not disclose the hierarchy to roles that may not use it.
Error no_hierarchy(const std::string& name) {
  return Error(ERRCODE_UNDEFINED_OBJECT, "hierarchy " + in_quotes(name) + " does not exist")
      .hint(guarded([] { return superuser_arg(GetOuterUserId()); })
                ? "It was dropped, or never created: microdata.hierarchies lists those that there "
                  "are. Releases that were made with it need it again, with the same labels."
                : "Hierarchies that you may use are listed in microdata.hierarchies. Another was "
                  "dropped, or its owner lets you use it with grant_hierarchy().");
}

bool is_usable(Oid user, const std::string& name, const std::vector<Oid>& relations);

// Locks the hierarchy, so that no session declares or grants it meanwhile. Roles other than the
// owner fail without waiting.
void check_owner(const std::string& name, Oid user) {
  const std::string statement = std::string("SELECT ") + owner_of_hierarchy +
                                " FROM microdata.hierarchy_record h WHERE h.name = $1";
  const std::vector<ResultRow> rows = query(statement.c_str(), {name});
  if (rows.empty()) throw no_hierarchy(name);
  const Oid recorded = static_cast<Oid>(std::stoul(*rows[0][0]));
  const Oid owner = OidIsValid(recorded) ? recorded : catalog_owner();
  if (guarded([&] { return has_privs_of_role(user, owner); })) {
    if (query("SELECT FROM microdata.hierarchy_record WHERE name = $1 FOR UPDATE", {name}).empty())
      throw no_hierarchy(name);
    return;
  }
  if (!is_usable(user, name, {})) throw no_hierarchy(name);
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "must be owner of hierarchy " + name);
}

void check_unused(const std::string& name) {
  const std::vector<ResultRow> rows = query(
      "SELECT source, attribute FROM microdata.declared_hierarchy_record WHERE hierarchy = $1 "
      "ORDER BY source::pg_catalog.oid, attnum",
      {name});
  if (rows.empty()) return;
  const std::string others =
      rows.size() == 1 ? "" : ", and for " + std::to_string(rows.size() - 1) + " more";
  throw Error(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST,
              "cannot drop hierarchy " + in_quotes(name) + " because it is declared")
      .detail("It is declared for attribute " + in_quotes(*rows[0][1]) + " of " + *rows[0][0] +
              others + ".")
      .hint("Take declarations back with declare_hierarchy(source, attribute, NULL).");
}

// Warns of releases that cannot be read or verified without the hierarchy, and names those that the
// role may read.
void warn_of_need(const std::string& name, Oid user) {
  constexpr std::size_t most_names = 5;
  std::vector<std::string> names;
  std::size_t releases = 0;
  for (const ResultRow& row : query(
           "SELECT c.oid, pg_catalog.has_any_column_privilege($2::pg_catalog.oid, c.oid, 'SELECT') "
           "FROM microdata.release_record r JOIN pg_catalog.pg_class c "
           "ON c.oid = r.relations[1]::pg_catalog.oid "
           "WHERE EXISTS (SELECT FROM pg_catalog.jsonb_each_text("
           "CASE pg_catalog.jsonb_typeof(r.parameters -> 'hierarchies') WHEN 'object' "
           "THEN r.parameters -> 'hierarchies' ELSE '{}' END) e WHERE e.value = $1) "
           "ORDER BY r.release_id",
           {name, std::to_string(user)})) {
    ++releases;
    if (row[1] == "t" && names.size() < most_names)
      names.push_back(qualified_name(static_cast<Oid>(std::stoul(*row[0]))));
  }
  if (releases == 0) return;
  const std::size_t others = releases - names.size();
  const std::string rest =
      (names.empty() ? "" : " and ") + count_of(others, names.empty() ? "release" : "other");
  report(WARNING,
         count_of(releases, "release") + (releases == 1 ? " needs" : " need") + " hierarchy " +
             in_quotes(name) + ", which is dropped",
         "It stands behind labels of " + join(names) + (others == 0 ? "" : rest) +
             ". Without it they cannot be verified.",
         "Create it again by the same name, with the same labels, or drop these releases.");
}

// Returns the oid of a role; 0 for everyone.
Oid grantee_oid(const std::string& grantee) {
  return guarded([&] { return get_role_oid_or_public(grantee.c_str()); });
}

void forget_hierarchy(const std::string& name) {
  query("DELETE FROM microdata.hierarchy_record WHERE name = $1", {name});
  query("DELETE FROM microdata.hierarchy_grant_record WHERE hierarchy = $1", {name});
}

}  // namespace

const char* kind_name(HierarchyKind kind) {
  switch (kind) {
    case HierarchyKind::table:
      return "table";
    case HierarchyKind::interval:
      return "interval";
    case HierarchyKind::prefix:
      return "prefix";
    case HierarchyKind::date:
      return "date";
  }
  return "";
}

std::optional<HierarchyKind> kind_named(const std::string& name) {
  const auto* const kind = std::find_if(
      kinds.begin(), kinds.end(), [&](HierarchyKind known) { return name == kind_name(known); });
  return kind == kinds.end() ? std::nullopt : std::optional(*kind);
}

void record_hierarchy(const HierarchyRecord& hierarchy, const std::vector<std::string>& labels) {
  check_name(hierarchy.name);
  const std::string owner = std::to_string(GetUserId());
  const Parameter array = labels.empty() ? std::nullopt : Parameter(label_array(hierarchy, labels));
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "INSERT INTO microdata.hierarchy_record (name, kind, definition, owner, levels, labels) "
      "VALUES ($1, $2, $3::pg_catalog.jsonb, $4::pg_catalog.oid::pg_catalog.regrole, "
      "$5::pg_catalog.int4, $6::pg_catalog.text[]) ON CONFLICT (name) DO NOTHING RETURNING name",
      {hierarchy.name, kind_name(hierarchy.kind), hierarchy.definition, owner,
       std::to_string(hierarchy.levels), array});
  if (rows.empty()) {
    throw Error(ERRCODE_DUPLICATE_OBJECT,
                "hierarchy " + in_quotes(hierarchy.name) + " already exists");
  }
}

std::optional<HierarchyRecord> find_hierarchy(const std::string& name) {
  if (const auto* const given = GivenHierarchies::current()) return given->find(name);
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT kind, definition, levels FROM microdata.hierarchy_record WHERE name = $1", {name});
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  return HierarchyRecord{name, kind_named(*row[0]).value_or(HierarchyKind::table), *row[1],
                         static_cast<std::size_t>(std::stoul(*row[2]))};
}

HierarchyRecord require_hierarchy(const std::string& name) {
  std::optional<HierarchyRecord> found = find_hierarchy(name);
  if (!found) throw no_hierarchy(name);
  return std::move(*found);
}

std::vector<std::string> recorded_labels(const HierarchyRecord& hierarchy) {
  if (const auto* const given = GivenHierarchies::current()) return given->labels(hierarchy.name);
  const CatalogScope scope;
  std::vector<std::string> labels;
  for (ResultRow& row : query("SELECT u.label FROM microdata.hierarchy_record h, "
                              "pg_catalog.unnest(h.labels) WITH ORDINALITY u (label, position) "
                              "WHERE h.name = $1 ORDER BY u.position",
                              {hierarchy.name})) {
    labels.push_back(std::move(row[0]).value_or(""));
  }
  return labels;
}

std::optional<std::string> hierarchy_hash(const std::string& name) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.concat_ws(' ', "
      "h.kind, h.levels::pg_catalog.text, h.definition::pg_catalog.text, "
      "h.labels::pg_catalog.text), 'UTF8')), 'hex') "
      "FROM microdata.hierarchy_record h WHERE h.name = $1",
      {name});
  return rows.empty() ? std::nullopt : rows[0][0];
}

void drop_hierarchy(const std::string& name) {
  const Oid user = GetUserId();
  const CatalogScope scope;
  check_owner(name, user);
  check_unused(name);
  const std::optional<Oid> holder = holder_of_hierarchy(name);
  warn_of_need(name, user);
  forget_hierarchy(name);
  // Views of other roles on this one are dropped as well.
  if (holder) execute("DROP VIEW " + qualified_name(*holder) + " CASCADE");
}

namespace {

// Drops declarations and names the attributes, because their tables may belong to other roles.
void forget_declarations(const std::string& hierarchy) {
  for (const ResultRow& row :
       query("DELETE FROM microdata.declared_hierarchy_record WHERE hierarchy = $1 "
             "RETURNING attribute, source",
             {hierarchy})) {
    report(NOTICE, "declaration of hierarchy " + in_quotes(hierarchy) + " for attribute " +
                       in_quotes(*row[0]) + " of " + *row[1] + " is dropped");
  }
}

}  // namespace

void forget_hierarchies(const std::string& gone, bool with_declarations) {
  for (const ResultRow& row : query("SELECT name FROM microdata.hierarchy_record "
                                    "WHERE holder = ANY ($1::pg_catalog.oid[]) FOR UPDATE",
                                    {gone})) {
    if (with_declarations) {
      forget_declarations(*row[0]);
    } else {
      check_unused(*row[0]);
    }
    warn_of_need(*row[0], GetOuterUserId());
    forget_hierarchy(*row[0]);
  }
}

namespace {

enum class Change : std::uint8_t { grant, revoke };

// Grants or revokes a hierarchy; fails unless the caller owns it.
void change_grant(Change change, const std::string& name, const std::string& grantee) {
  const Oid user = GetUserId();
  const CatalogScope scope;
  check_owner(name, user);
  const Oid role = grantee_oid(grantee);
  const bool grants = change == Change::grant;
  const std::optional<Oid> holder = holder_of_hierarchy(name);
  if (!holder) throw no_hierarchy(name);
  const std::string to_whom =
      role == ACL_ID_PUBLIC ? "PUBLIC"
                            : quote_name(guarded([&] { return GetUserNameFromId(role, false); }));
  execute(std::string(grants ? "GRANT" : "REVOKE") + " SELECT ON " + qualified_name(*holder) +
          (grants ? " TO " : " FROM ") + to_whom + (grants ? "" : " CASCADE"));
}

}  // namespace

void grant_hierarchy(const std::string& name, const std::string& grantee) {
  change_grant(Change::grant, name, grantee);
}

void revoke_hierarchy(const std::string& name, const std::string& grantee) {
  change_grant(Change::revoke, name, grantee);
}

namespace {

// True if the user or the owner of one of the relations may use the hierarchy.
bool is_usable(Oid user, const std::string& name, const std::vector<Oid>& relations) {
  if (GivenHierarchies::current() != nullptr) return true;
  std::vector<std::string> oids;
  for (const Oid relation : relations)
    oids.push_back(std::to_string(declared_as(relation)));
  const CatalogScope scope;
  const std::string statement =
      std::string("SELECT pg_catalog.bool_or(") + usable_hierarchy +
      ") FROM microdata.hierarchy_record h, (SELECT $2::pg_catalog.oid UNION "
      "SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid = ANY ($3::pg_catalog.oid[])) "
      "u (role) WHERE h.name = $1";
  const std::vector<ResultRow> rows =
      query(statement.c_str(), {name, std::to_string(user), "{" + join(oids, ",") + "}"});
  return rows.front().front() != "f";
}

}  // namespace

void require_usable(const std::string& name, const std::vector<Oid>& relations) {
  if (!is_usable(GetUserId(), name, relations)) throw no_hierarchy(name);
}

void require_usable_by_owner(Oid relation, const std::string& name) {
  if (!is_usable(owner_of(declared_as(relation)), name, {})) throw no_hierarchy(name);
}

bool may_use(const std::string& name) {
  return is_usable(GetUserId(), name, {});
}

bool is_public(const HierarchyRecord& hierarchy) {
  const CatalogScope scope;
  return !query(
              "SELECT FROM microdata.hierarchy_record h "
              "JOIN pg_catalog.pg_class c ON c.oid = h.holder "
              "CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) p "
              "WHERE h.name = $1 AND p.grantee = 0::pg_catalog.oid "
              "AND p.privilege_type = 'SELECT'",
              {hierarchy.name})
              .empty();
}

std::vector<DeclaredHierarchy> declared_hierarchies(Oid source) {
  if (const auto* const given = GivenHierarchies::current()) return given->declared();
  const CatalogScope scope;
  std::vector<DeclaredHierarchy> declared;
  for (const ResultRow& row :
       query("SELECT a.attname, d.hierarchy FROM microdata.declared_hierarchy_record d "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = d.source AND a.attnum = d.attnum "
             "AND a.attname = d.attribute WHERE d.source = $1::pg_catalog.oid AND NOT "
             "a.attisdropped ORDER BY a.attnum",
             {std::to_string(declared_as(source))})) {
    declared.push_back({*row[0], *row[1]});
  }
  return declared;
}

void replace_declared_hierarchy(Oid source, const std::string& attribute,
                                const std::optional<std::string>& hierarchy) {
  const CatalogScope scope;
  query(
      "DELETE FROM microdata.declared_hierarchy_record "
      "WHERE source = $1::pg_catalog.oid AND attribute = $2::pg_catalog.name",
      {std::to_string(source), attribute});
  if (!hierarchy) return;
  // A session that drops the hierarchy must wait.
  const std::vector<ResultRow> rows =
      query("SELECT FROM microdata.hierarchy_record WHERE name = $1 FOR KEY SHARE", {*hierarchy});
  if (rows.empty()) throw no_hierarchy(*hierarchy);
  query(
      "INSERT INTO microdata.declared_hierarchy_record (source, attribute, hierarchy) "
      "VALUES ($1::pg_catalog.oid, $2::pg_catalog.name, $3)",
      {std::to_string(source), attribute, *hierarchy});
}

}  // namespace microdata::postgres

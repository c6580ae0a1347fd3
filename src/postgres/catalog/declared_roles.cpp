#include "postgres/catalog/declared_roles.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The only current stand-in; there is none if `within` is InvalidSubTransactionId.
struct StandIn {
  SubTransactionId within = InvalidSubTransactionId;
  Oid copy = InvalidOid;
  Oid source = InvalidOid;
};

StandIn current;

// Fails if a subtransaction with a stand-in commits, and ends the stand-in at its abort; called by
// the server.
void end_stand_in(SubXactEvent event, SubTransactionId ended, SubTransactionId /*parent*/,
                  void* /*argument*/) {
  if (current.within == InvalidSubTransactionId || ended != current.within) return;
  if (event == SUBXACT_EVENT_PRE_COMMIT_SUB) {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("releases of a table that stands in for a source cannot be kept"),
                    errhint("Roll the subtransaction back.")));
  }
  if (event == SUBXACT_EVENT_ABORT_SUB) current = {};
}

}  // namespace

void stand_in(Oid copy, Oid source) {
  const bool is_own = guarded([&] {
    // The table might have been dropped.
    if (get_rel_relkind(copy) == '\0') return false;
    return get_rel_persistence(copy) == RELPERSISTENCE_TEMP &&
           compat::owns_relation(copy, GetUserId());
  });
  if (!is_own) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                in_quotes(relation_name(copy)) + " is not a temporary table that you own")
        .hint("Only such a table stands in for a source.");
  }
  const bool may_read = guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(source, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(source, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
  if (!may_read) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                "permission denied for relation " + relation_name(source));
  }
  if (guarded([] { return GetCurrentTransactionNestLevel(); }) < 2) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "a table stands in for a source within a subtransaction only");
  }
  if (current.within != InvalidSubTransactionId) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                in_quotes(relation_name(current.copy)) + " stands in for a source already");
  }
  static bool registered = false;
  if (!registered) {
    guarded([] { RegisterSubXactCallback(end_stand_in, nullptr); });
    registered = true;
  }
  current = {guarded([] { return GetCurrentSubTransactionId(); }), copy, source};
}

std::optional<Oid> original_of(Oid relation) {
  if (current.within == InvalidSubTransactionId || relation != current.copy) return std::nullopt;
  return current.source;
}

Oid declared_as(Oid relation) {
  return original_of(relation).value_or(relation);
}

const char* role_name(Role role) {
  switch (role) {
    case Role::identifier:
      return "identifier";
    case Role::quasi_identifier:
      return "quasi-identifier";
    case Role::sensitive:
      return "sensitive";
    case Role::insensitive:
      return "insensitive";
  }
  return "";
}

std::optional<Role> role_from_name(const std::string& name) {
  for (const Role role :
       {Role::identifier, Role::quasi_identifier, Role::sensitive, Role::insensitive}) {
    if (name == role_name(role)) return role;
  }
  return std::nullopt;
}

namespace {

constexpr const char* subject_name = "subject";

// Returns the value for the column `role`.
Parameter recorded_role(const DeclaredRole& declared) {
  if (declared.subject) return subject_name;
  return declared.role ? Parameter(role_name(*declared.role)) : std::nullopt;
}

DeclaredRole declared_role(const ResultRow& row) {
  DeclaredRole declared{*row[0], std::nullopt, row[1] == subject_name, *row[2] == "t"};
  if (row[3]) declared.harmless = harmless_values(Json::parse(*row[3]));
  if (declared.subject) {
    declared.role = Role::identifier;
  } else if (row[1]) {
    declared.role = role_from_name(*row[1]).value_or(Role::quasi_identifier);
  }
  return declared;
}

}  // namespace

HarmlessValues harmless_values(const Json& array) {
  HarmlessValues values;
  for (const Json& value : array.elements())
    values.push_back(value.text());
  return values;
}

std::vector<DeclaredRole> declared_roles(Oid source) {
  const CatalogScope scope;
  std::vector<DeclaredRole> roles;
  for (const ResultRow& row :
       query("SELECT a.attname, r.role, r.of_person, pg_catalog.to_jsonb(r.harmless) "
             "FROM microdata.role_record r "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = r.source AND a.attnum = r.attnum "
             "AND a.attname = r.attribute WHERE r.source = $1::pg_catalog.oid AND NOT "
             "a.attisdropped ORDER BY a.attnum",
             {std::to_string(source)})) {
    roles.push_back(declared_role(row));
  }
  return roles;
}

void replace_declared_roles(Oid source, const std::vector<DeclaredRole>& roles) {
  const CatalogScope scope;
  query("DELETE FROM microdata.role_record WHERE source = $1::pg_catalog.oid",
        {std::to_string(source)});
  for (const DeclaredRole& role : roles) {
    query(
        "INSERT INTO microdata.role_record (source, attribute, role, of_person, harmless) "
        "VALUES ($1::pg_catalog.oid, $2::pg_catalog.name, $3, $4::pg_catalog.bool, CASE WHEN $5 <> "
        "'[]' THEN ARRAY(SELECT pg_catalog.jsonb_array_elements_text($5::pg_catalog.jsonb)) END)",
        {std::to_string(source), role.attribute, recorded_role(role), role.of_person ? "t" : "f",
         Json(role.harmless).str()});
  }
}

void remember_attributes(Oid source, std::optional<std::size_t> subject_size) {
  const std::size_t remembered = subject_size ? *subject_size : declared_subject_size(source);
  const CatalogScope scope;
  const std::string number = std::to_string(source);
  query("DELETE FROM microdata.declared_source_record WHERE source = $1::pg_catalog.oid", {number});
  query(
      "INSERT INTO microdata.declared_source_record (source, attributes, subject_size) "
      "SELECT $1::pg_catalog.oid, ARRAY(SELECT a.attname FROM pg_catalog.pg_attribute a "
      "WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped), "
      "$2::pg_catalog.int4",
      {number, std::to_string(remembered)});
}

std::size_t declared_subject_size(Oid source) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT subject_size FROM microdata.declared_source_record "
      "WHERE source = $1::pg_catalog.oid",
      {std::to_string(source)});
  return rows.empty() ? 0 : std::stoul(*rows.front()[0]);
}

std::vector<AttrNumber> attributes_added(Oid source) {
  const CatalogScope scope;
  std::vector<AttrNumber> added;
  for (const ResultRow& row :
       query("SELECT a.attnum FROM microdata.declared_source_record r "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = r.source "
             "WHERE r.source = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped "
             "AND a.attnum <> ALL (r.attnums) ORDER BY a.attnum",
             {std::to_string(source)})) {
    added.push_back(static_cast<AttrNumber>(std::stoi(*row[0])));
  }
  return added;
}

void follow_in_declared_sources(const std::string& altered) {
  query(
      "UPDATE microdata.declared_source_record r SET attributes = n.names, attnums = n.numbers "
      "FROM microdata.declared_source_record p CROSS JOIN LATERAL ("
      "SELECT COALESCE(pg_catalog.array_agg(a.attname ORDER BY a.attnum), '{}') AS names, "
      "COALESCE(pg_catalog.array_agg(a.attnum ORDER BY a.attnum), '{}') AS numbers "
      "FROM pg_catalog.unnest(p.attnums) u (n) JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = p.source AND a.attnum = u.n AND NOT a.attisdropped) n "
      "WHERE p.source = ANY ($1::pg_catalog.oid[]) AND r.source = p.source "
      "AND (n.names <> r.attributes OR n.numbers <> r.attnums)",
      {altered});
}

void forget_declared_sources(const std::string& gone) {
  query("DELETE FROM microdata.declared_source_record WHERE source = ANY ($1::pg_catalog.oid[])",
        {gone});
}

}  // namespace microdata::postgres

#include "postgres/release/release_table.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

#include "core/base/sip_hash.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

struct ParsedName {
  const char* database;
  const char* schema;
  const char* name;
};

// False if a part of the name is empty, which quotes allow.
bool is_complete(const ParsedName& parsed) {
  const auto is_empty = [](const char* part) { return part != nullptr && *part == '\0'; };
  return !is_empty(parsed.database) && !is_empty(parsed.schema) && !is_empty(parsed.name);
}

// Returns the parts of a name. The server's syntax errors for an invalid name are of two kinds, and
// do not mention the release.
ParsedName parse(const std::string& text) {
  try {
    const ParsedName parsed = guarded([&] {
      const RangeVar* range = compat::range_var_from(text.c_str());
      return ParsedName{range->catalogname, range->schemaname, range->relname};
    });
    if (is_complete(parsed)) return parsed;
  } catch (const PostgresError& error) {
    if (error.data->sqlerrcode != ERRCODE_SYNTAX_ERROR &&
        error.data->sqlerrcode != ERRCODE_INVALID_NAME) {
      throw;
    }
  }
  throw Error(ERRCODE_INVALID_NAME, "invalid name for a release: " + in_quotes(text))
      .hint("Write it as in 'schema.name', in double quotes where it needs them.");
}

// Fails for a target in a temporary schema, unless the source is a stand-in: of releases of a
// stand-in nothing is kept.
void refuse_temporary(const Source& source) {
  if (original_of(source.relation)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a release cannot be a temporary table")
      .hint("Give a target in a permanent schema.");
}

void check_schema(Oid schema, const Source& source) {
  if (guarded([&] { return isAnyTempNamespace(schema); })) return refuse_temporary(source);
  const char* const name = guarded([&] { return get_namespace_name(schema); });
  if (!guarded([&] { return compat::may_create_in(schema, GetUserId()); })) {
    throw Error(
        ERRCODE_INSUFFICIENT_PRIVILEGE,
        "permission denied for schema " + std::string(name == nullptr ? "that is gone" : name))
        .hint("Give a target in a schema in which you may create tables.");
  }
}

Error existing_error(const std::string& name, const char* hint) {
  return Error(ERRCODE_DUPLICATE_TABLE, "relation " + in_quotes(name) + " already exists")
      .hint(hint);
}

// Returns the error if a release cannot replace the relation that has the name.
std::optional<Error> refusal(Oid existing, const Source& source, const Target& target) {
  if (existing == source.relation) {
    return Error(ERRCODE_INVALID_PARAMETER_VALUE,
                 "target " + in_quotes(target.leading) + " is the source itself");
  }
  // Roles other than the owner must not learn what the relation is.
  if (!guarded([&] { return compat::owns_relation(existing, GetUserId()); })) {
    if (!target.replace) return existing_error(target.leading, "Give another name with target.");
    return Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "must be owner of table " + target.leading);
  }
  const std::optional<Release> release = find_release(existing);
  if (release && release->is_by_view()) {
    return Error(ERRCODE_DUPLICATE_TABLE, "relation " + in_quotes(target.leading) +
                                              " is a view of series " + in_quotes(release->series) +
                                              " and is not replaced")
        .hint("publish_series() has it show the next edition. Give another name with target.");
  }
  const bool is_release = release && !release->layout.registered;
  const bool of_another = is_release && release->source && *release->source != source.relation;
  if (!target.replace) {
    return existing_error(target.leading, is_release && !of_another
                                              ? "Use replace => true to replace the release."
                                              : "Give another name with target.");
  }
  if (!is_release) {
    return Error(ERRCODE_DUPLICATE_TABLE, "relation " + in_quotes(target.leading) +
                                              " is not a release made here and is not replaced")
        .hint("Give another name with target.");
  }
  if (release->relations.front() != existing) {
    return Error(ERRCODE_DUPLICATE_TABLE,
                 "relation " + in_quotes(target.leading) + " is only a part of a release")
        .hint("Replace the release, " + in_quotes(relation_name(release->relations.front())) +
              ", or drop it with drop_release().");
  }
  if (std::optional<Error> reason = reason_to_stay(*release, source.relation)) return reason;
  if (of_another) {
    return Error(ERRCODE_DUPLICATE_TABLE,
                 "relation " + in_quotes(target.leading) + " is a release of " +
                     in_quotes(relation_name(*release->source)) + " and is not replaced")
        .hint("Give another name with target, or drop the release with drop_release().");
  }
  const std::vector<std::string> dependent = dependants(release->relations);
  if (!dependent.empty()) {
    return dependants_error("release " + in_quotes(target.leading) +
                                " cannot be replaced as other objects depend on it",
                            dependent);
  }
  return std::nullopt;
}

bool has_columns(Oid relation, const std::vector<TableColumn>& expected) {
  const std::vector<SourceColumn> columns = open_source(relation).columns;
  const auto same = [](const SourceColumn& column, const TableColumn& wanted) {
    return column.name == wanted.name && type_in_ddl(column.type) == wanted.type;
  };
  return std::equal(columns.begin(), columns.end(), expected.begin(), expected.end(), same) &&
         columns.back().number == static_cast<AttrNumber>(expected.size());
}

// Fails if an event trigger has changed the table while it was created.
void check_columns(Oid relation, const std::vector<TableColumn>& expected) {
  if (has_columns(relation, expected)) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "the new table " + in_quotes(relation_name(relation)) +
                  " does not have the columns that it was created with")
      .hint("An event trigger may have changed it.");
}

void revoke_everything(Oid relation) {
  const std::vector<ResultRow> grantees = query(
      "SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' "
      "ELSE a.grantee::pg_catalog.regrole::pg_catalog.text END "
      "FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a "
      "WHERE c.oid = $1::pg_catalog.oid AND a.grantee <> c.relowner",
      {std::to_string(relation)});
  if (grantees.empty()) return;
  std::vector<std::string> names;
  for (const ResultRow& row : grantees)
    names.push_back(*row.front());
  execute("REVOKE ALL PRIVILEGES ON TABLE " + qualified_name(relation) + " FROM " + join(names) +
          " CASCADE");
}

std::string suffixed(const std::string& name, const char* suffix) {
  return guarded([&] { return makeObjectName(name.c_str(), nullptr, suffix); });
}

// Returns the default name of a release. If PostgreSQL would truncate the name, it contains a
// digest of the source's name, so that different sources have different names.
std::string default_name(const Source& source, const char* suffix) {
  const std::string whole = source.name + "_" + suffix;
  std::string name = suffixed(source.name, suffix);
  if (name == whole) return name;
  constexpr SipKey any{0, 0};
  std::ostringstream digest;
  digest << std::hex << std::setfill('0') << std::setw(8)
         << (sip_hash(any, source.name)[0] & 0xFFFFFFFFU);
  const std::string text = digest.str();
  return guarded([&] { return makeObjectName(source.name.c_str(), text.c_str(), suffix); });
}

// Returns the target without `qualified` and `leading`.
Target name_target(const Source& source, const std::optional<std::string>& given,
                   const char* suffix, bool replace) {
  Target target;
  target.replace = replace;
  if (replace) target.replaced = std::make_shared<ReplacedRelease>();
  std::string schema;
  if (given) {
    const ParsedName parsed = parse(*given);
    if (parsed.database != nullptr && guarded([] {
                                        return std::string_view(get_database_name(MyDatabaseId));
                                      }) != parsed.database) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  "target " + in_quotes(*given) + " is in another database");
    }
    target.name = parsed.name;
    if (parsed.schema != nullptr) schema = parsed.schema;
    if (schema == "pg_temp") refuse_temporary(source);
  } else {
    target.name = default_name(source, suffix);
  }
  target.schema = guarded([&] {
    return schema.empty() ? get_rel_namespace(source.relation)
                          : LookupExplicitNamespace(schema.c_str(), false);
  });
  check_schema(target.schema, source);
  return target;
}

Oid find_relation(Oid schema, const std::string& name) {
  return guarded([&] { return get_relname_relid(name.c_str(), schema); });
}

// Fails if there is a refusal. The first look takes no lock, because the work has not begun. If the
// relation might have been replaced between two look-ups, asks again under a lock, which is
// released at once: a lock held from now on would stop another session that replaces the release,
// and be stopped by it.
template <typename Refusal>
void confirm_refusal(const Target& target, const Refusal& refusal_now) {
  std::optional<Error> refused = refusal_now();
  if (refused && target.replace) {
    const NamedLock lock(target.schema, target.leading);
    refused = refusal_now();
  }
  if (refused) throw std::move(*refused);
}

void check_leading(const Target& target, const Source& source) {
  confirm_refusal(target, [&]() -> std::optional<Error> {
    const Oid existing = find_relation(target.schema, target.leading);
    return OidIsValid(existing) ? refusal(existing, source, target) : std::nullopt;
  });
}

// Returns the error if the relation that has the part's name is not replaced together with the
// release that has the target's name.
std::optional<Error> part_refusal(const Target& target, const Target& part) {
  const Oid existing = find_relation(part.schema, part.name);
  if (!OidIsValid(existing)) return std::nullopt;
  const std::optional<Release> owning = find_release(existing);
  if (target.replace && owning &&
      find_relation(target.schema, target.leading) == owning->relations.front()) {
    return std::nullopt;
  }
  return existing_error(
      part.name, owning && owning->is_by_view()
                     ? "It is a view of a series; give another name with target."
                 : owning ? "It is part of another release: drop that with drop_release(), or "
                            "give another name with target."
                          : "It would be part of the release; give another name with target.");
}

}  // namespace

Target resolve_target(const Source& source, const std::optional<std::string>& given,
                      const char* suffix, bool replace) {
  Target target = name_target(source, given, suffix, replace);
  target.qualified = qualified_name(target.schema, target.name);
  target.leading = target.name;
  check_leading(target, source);
  return target;
}

Target locate_target(const Source& source, const std::string& given) {
  Target target = name_target(source, given, "", false);
  target.qualified = qualified_name(target.schema, target.name);
  target.leading = target.name;
  return target;
}

Target resolve_numbered_target(const Source& source, const std::optional<std::string>& given,
                               const char* suffix, bool replace) {
  Target target = name_target(source, given, suffix, replace);
  target.leading = suffixed(target.name, "1");
  check_leading(target, source);
  return target;
}

void check_column_count(std::size_t columns) {
  if (columns <= MaxHeapAttributeNumber) return;
  throw Error(ERRCODE_TOO_MANY_COLUMNS, "the release would have " + std::to_string(columns) +
                                            " columns, that of the bucket among them")
      .detail("A table has at most " + std::to_string(MaxHeapAttributeNumber) + " columns.")
      .hint("Leave columns out by naming them in identifiers, or publish a view of fewer.");
}

std::string free_column(const Source& source, const std::string& wanted) {
  if (source.find(wanted) == nullptr) return wanted;
  const std::string other = "release_" + wanted;
  std::string name = other;
  for (int number = 1; source.find(name) != nullptr; ++number)
    name = other + "_" + std::to_string(number);
  return name;
}

namespace {

// Returns the column's word, such as "class" for class_column.
std::string column_of(const std::string& argument) {
  return argument.substr(0, argument.find('_'));
}

// Fails if no column can have the name, which the argument `argument` gives.
void check_column_name(const std::string& column, const char* argument) {
  const bool is_system = guarded([&] { return SystemAttributeByName(column.c_str()) != nullptr; });
  if (!column.empty() && column.size() < NAMEDATALEN && !is_system) return;
  throw Error(ERRCODE_INVALID_NAME,
              "invalid name for the " + column_of(argument) + " column: " + in_quotes(column));
}

}  // namespace

void check_added_column(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::string& column, const char* argument, std::size_t added) {
  const std::string what = column_of(argument);
  check_column_name(column, argument);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role != Role::identifier && source.columns[i].name == column) {
      throw Error(ERRCODE_DUPLICATE_COLUMN,
                  "column " + in_quotes(column) + " of " + in_quotes(source.name) +
                      " has the name of the release's " + what + " column")
          .hint("Give the " + what + " column another name with " + argument + ".");
    }
  }
  const auto published = static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
  check_column_count(published + added);
}

Target sibling_target(const Target& target, const std::string& name) {
  Target sibling;
  sibling.schema = target.schema;
  sibling.name = name;
  sibling.leading = target.leading;
  sibling.replaced = target.replaced;
  sibling.qualified = qualified_name(sibling.schema, sibling.name);
  return sibling;
}

Target part_target(const Target& target, const std::string& suffix) {
  Target part = sibling_target(target, suffixed(target.name, suffix.c_str()));
  confirm_refusal(target, [&] { return part_refusal(target, part); });
  return part;
}

void drop_relations(const Release& release) {
  std::vector<std::pair<Oid, char>> members;
  for (const Oid member : release.relations) {
    require_owner(member);
    members.emplace_back(member, guarded([&] { return get_rel_relkind(member); }));
  }
  // A view of the release's tables might be listed after them, but must be dropped first.
  std::stable_partition(members.begin(), members.end(),
                        [](const auto& member) { return member.second == RELKIND_VIEW; });
  for (const auto& [member, kind] : members)
    drop_relation(member);
}

namespace {

[[noreturn]] void fail_changed(const Target& target) {
  throw Error(ERRCODE_OBJECT_IN_USE,
              "release " + in_quotes(target.name) + " was dropped or replaced meanwhile")
      .hint("Call again.");
}

void require_unchanged(const Target& target, const Release& release) {
  if (release.id != target.renewal->former.id) fail_changed(target);
}

}  // namespace

void clear_target(const Target& target, const Source& source) {
  lock_name(target.schema, target.leading);
  // The name is looked up again, because another session might have created or replaced the release
  // meanwhile.
  const Oid existing = target.replace
                           ? lock_named(target.schema, target.leading, AccessExclusiveLock)
                           : find_relation(target.schema, target.leading);
  if (target.renewal && target.renewal->apart) {
    if (OidIsValid(existing)) throw existing_error(target.name, "Drop or rename the relation.");
    return;
  }
  if (!OidIsValid(existing) && target.renewal) fail_changed(target);
  if (!OidIsValid(existing)) return;
  if (std::optional<Error> refused = refusal(existing, source, target)) throw std::move(*refused);
  const std::optional<Release> locked = locked_release(existing, AccessExclusiveLock);
  // The release is locked since refusal() found it, but code run by the call might have
  // unregistered it.
  if (!locked) throw existing_error(target.name, "Drop or rename the relation.");
  const Release& replaced = *locked;
  if (target.renewal) {
    require_unchanged(target, replaced);
    return clear_renewed(target);
  }
  *target.replaced = take_down(replaced);
  drop_relations(replaced);
  mark_replaced(replaced.id);
}

const ReplacedRelation* replaced_by(const Target& target) {
  return target.replaced ? target.replaced->find(target.schema, target.name) : nullptr;
}

namespace {

// Fails unless the relation was created here: if the server renames schemas without waiting for
// sessions that hold their names, a relation of the name might be another session's.
void require_made_now(Oid relation, const Target& target) {
  const bool is_new = OidIsValid(relation) && guarded([&] {
                        Relation const opened = relation_open(relation, AccessShareLock);
                        const bool made_here =
                            opened->rd_createSubid == GetCurrentSubTransactionId() &&
                            opened->rd_rel->relowner == GetUserId();
                        relation_close(opened, NoLock);
                        return made_here;
                      });
  if (is_new) return;
  throw Error(ERRCODE_OBJECT_IN_USE,
              "the schema of " + in_quotes(target.name) + " was renamed meanwhile")
      .hint("Call again.");
}

}  // namespace

Oid create_relation(const Target& target, const std::string& statement) {
  try {
    execute(statement);
  } catch (const PostgresError& error) {
    // Another session has taken the name by its own statement, which was not committed when the
    // name was checked.
    if (error.data->sqlerrcode != ERRCODE_UNIQUE_VIOLATION) throw;
    throw existing_error(target.name, "Give another name with target.");
  }
  const Oid relation = find_relation(target.schema, target.name);
  require_made_now(relation, target);
  revoke_everything(relation);
  return relation;
}

namespace {

// Fails if the release whose partitions are published again has other columns than would be
// published now.
void require_columns(const Target& target, const std::vector<TableColumn>& columns) {
  const Oid former = target.renewal->former.relations.front();
  if (has_columns(former, columns)) return;
  // The numbers of new buckets, in the first column, are above all others.
  std::vector<TableColumn> narrow = columns;
  narrow.front().type = "integer";
  const bool ran_out = columns.front().type != narrow.front().type && has_columns(former, narrow);
  throw Error(ran_out ? ERRCODE_PROGRAM_LIMIT_EXCEEDED : ERRCODE_INVALID_PARAMETER_VALUE,
              "partitions cannot be published again into " + in_quotes(target.name))
      .detail(ran_out ? "The numbers of its buckets are integers, and there are not enough above "
                        "those that it has."
                      : "It has other columns, or of other types, than would be published now.")
      .hint(RenewedPartitions::hint());
}

// Excludes columns of range types from statistics, because ANALYZE would call the type's functions
// with the rights of the release's owner. Uses one command, because event triggers after each one
// search the catalog.
void keep_out_of_statistics(Oid relation) {
  std::vector<std::string> changes;
  for (const SourceColumn& column : open_source(relation).columns) {
    const char kind = guarded([&] { return get_typtype(column.type.base); });
    if (is_server_type(column.type) || (kind != TYPTYPE_RANGE && kind != TYPTYPE_MULTIRANGE))
      continue;
    changes.push_back("ALTER COLUMN " + quote_name(column.name) + " SET STATISTICS 0");
  }
  if (!changes.empty()) execute("ALTER TABLE " + qualified_name(relation) + " " + join(changes));
}

}  // namespace

Oid create_release_table(const Target& target, const std::vector<TableColumn>& columns) {
  std::vector<std::string> definitions;
  for (const TableColumn& column : columns) {
    definitions.push_back(quote_name(column.name) + " " + column.type);
  }
  if (target.renewal) {
    require_columns(target, columns);
    if (!target.renewal->apart) {
      const Oid renewed = create_renewed(target);
      keep_out_of_statistics(renewed);
      return renewed;
    }
  }
  const ReplacedRelation* const replaced = replaced_by(target);
  const ReleasePartitions* const partitions = target.partitions.get();
  std::string statement = "CREATE " +
                          (partitions == nullptr ? kept_table_kind(replaced) : "TABLE") + " " +
                          target.qualified + " (" + join(definitions) + ")";
  if (partitions != nullptr) statement += " PARTITION BY " + partitions->like.key;
  const TableShape shape = partitions == nullptr ? TableShape::plain : TableShape::partitioned;
  const Oid relation = create_relation(target, statement + kept_table_storage(replaced, shape));
  check_columns(relation, columns);
  if (partitions != nullptr) create_partitions(target, relation, *partitions, partitions->like);
  keep_column_settings(relation, replaced);
  keep_out_of_statistics(relation);
  if (target.renewal) copy_kept_partitions(target, relation);
  return relation;
}

Target scratch_target(Oid schema) {
  Target scratch;
  scratch.schema = schema;
  scratch.name =
      "microdata_scratch_" +
      *query(
           "SELECT "
           "pg_catalog.left(pg_catalog.replace(pg_catalog.gen_random_uuid()::pg_catalog.text,"
           " '-', ''), 20)")
           .front()
           .front();
  scratch.leading = scratch.name;
  scratch.qualified = qualified_name(scratch.schema, scratch.name);
  return scratch;
}

Oid create_release_view(const Target& target, const std::string& query) {
  const ReplacedRelation* const replaced = replaced_by(target);
  return create_relation(
      target, "CREATE VIEW " + target.qualified + kept_view_options(replaced) + " AS " + query);
}

namespace {

void comment(const Release& release) {
  query("SELECT microdata.comment_release($1::pg_catalog.oid::pg_catalog.regclass)",
        {std::to_string(release.relations.front())});
}

}  // namespace

std::int64_t record_published(const Release& release) {
  const std::int64_t id = record_release(release);
  bind_view_to_table(release.relations);
  comment(release);
  return id;
}

std::int64_t record_published(const Release& release, const Target& target) {
  if (target.renewal) {
    const std::int64_t id = record_renewed(release, target);
    if (target.renewal->apart) bind_view_to_table(release.relations);
    comment(release);
    return id;
  }
  const std::int64_t id = record_published(release);
  if (target.replaced && !target.replaced->relations.empty())
    keep_what_was_replaced(*target.replaced, release);
  return id;
}

}  // namespace microdata::postgres

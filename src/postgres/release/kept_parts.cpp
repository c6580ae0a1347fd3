#include <algorithm>
#include <set>

#include "postgres/catalog/ledger.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/release_partitions.hpp"
#include "postgres/release/replaced_release.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

// Parts of a replaced release that the new release gets.

namespace microdata::postgres {

namespace {

// Relation of the new release, and the former one of that name.
struct Successor {
  Oid relation;
  char kind;
  std::vector<ReplacedColumn> columns;
  const ReplacedRelation& replaced;
  // True if both releases have one source.
  bool one_source;
};

const ReplacedColumn* column_named(const std::vector<ReplacedColumn>& columns,
                                   const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ReplacedColumn& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

// True if both columns show the same attribute. A privilege or comment on a column is meant for an
// attribute of the source; after attributes were renamed, the column of the old name might show
// another one.
bool shows_the_same(const ReplacedColumn& before, const ReplacedColumn& now, bool one_source) {
  if (!before.is_attribute || !now.is_attribute) return before.is_attribute == now.is_attribute;
  return one_source && before.source_name && before.source_name == now.source_name;
}

bool is_table(char kind) {
  return kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE;
}

constexpr const char* another_attribute = "it shows another attribute of the source";

// Parts that could not be kept, one per line.
using Lost = std::vector<std::string>;

// Creates the objects in the owner's name, because the owner's checks and indexes are evaluated for
// every row.
void keep_objects(const Successor& successor, Lost& lost) {
  const OwnerScope owner(successor.relation);
  for (const ReplacedObject& object : successor.replaced.objects) {
    if (!is_table(successor.kind)) {
      lost.push_back(object.description + ": the release is a view now");
    } else if (const auto reason = attempt(object.statements)) {
      lost.push_back(object.description + ": " + *reason);
    }
  }
}

// Sets columns to not null in the owner's name, because a check's expressions of constants are
// evaluated to find out if it implies not null.
void keep_not_null(const Successor& successor, Lost& lost) {
  if (!is_table(successor.kind)) return;
  const OwnerScope owner(successor.relation);
  for (const ReplacedColumn& column : successor.replaced.columns) {
    const ReplacedColumn* const now = column_named(successor.columns, column.name);
    // A primary key might already have done so, or might do so later.
    if (!column.not_null || now == nullptr) continue;
    const auto reason = attempt("ALTER TABLE " + qualified_name(successor.relation) +
                                " ALTER COLUMN " + quote_name(column.name) + " SET NOT NULL");
    if (reason) lost.push_back("not null of column " + in_quotes(column.name) + ": " + *reason);
  }
}

Error unsafe(const ReplacedRelation& replaced, const std::string& why) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "row security of " + in_quotes(replaced.name) + " cannot be kept")
      .detail(why + " Without it, readers would see more rows than before.")
      .hint(
          "Drop its policies and disable its row security, or drop the release, and grant the "
          "new one anew.");
}

// Fails if a column of the policy has changed: a policy is kept only for columns that are what they
// were.
void check_policy(const Successor& successor, const ReplacedPolicy& policy) {
  for (const std::string& name : policy.columns) {
    const ReplacedColumn* const before = column_named(successor.replaced.columns, name);
    const ReplacedColumn* const now = column_named(successor.columns, name);
    const bool is_there = now != nullptr && before != nullptr;
    const bool same_type = is_there && now->type == before->type;
    if (same_type && shows_the_same(*before, *now, successor.one_source)) continue;
    throw unsafe(successor.replaced,
                 "Its policy " + in_quotes(policy.name) + " looks at column " + in_quotes(name) +
                     (!is_there   ? ", which the new release does not have."
                      : same_type ? ", which shows another attribute in the new release."
                                  : ", which has another type in the new release."));
  }
}

// Keeps row security in the owner's name, because literals of a policy are read as values of the
// owner's types.
void keep_row_security(const Successor& successor) {
  const ReplacedRelation& replaced = successor.replaced;
  if (!replaced.row_security && !replaced.forced_row_security && replaced.policies.empty()) return;
  if (!is_table(successor.kind)) throw unsafe(replaced, "The release is a view now.");
  const OwnerScope owner(successor.relation);
  const std::string table = "ALTER TABLE " + qualified_name(successor.relation);
  if (replaced.row_security) execute(table + " ENABLE ROW LEVEL SECURITY");
  if (replaced.forced_row_security) execute(table + " FORCE ROW LEVEL SECURITY");
  for (const ReplacedPolicy& policy : replaced.policies) {
    check_policy(successor, policy);
    if (const auto reason = attempt(policy.statements)) {
      throw unsafe(replaced, "Its policy " + in_quotes(policy.name) + ": " + *reason + ".");
    }
  }
}

void keep_comments(const Successor& successor, Lost& lost) {
  const std::string name = qualified_name(successor.relation);
  if (successor.replaced.comment) {
    execute(std::string("COMMENT ON ") + (successor.kind == RELKIND_VIEW ? "VIEW " : "TABLE ") +
            name + " IS " + quote_value(*successor.replaced.comment));
  }
  for (const ReplacedColumn& column : successor.replaced.columns) {
    const ReplacedColumn* const now = column_named(successor.columns, column.name);
    if (!column.comment || now == nullptr) continue;
    if (!shows_the_same(column, *now, successor.one_source)) {
      lost.push_back("comment on column " + in_quotes(column.name) + " of " +
                     in_quotes(successor.replaced.name) + ": " + another_attribute);
      continue;
    }
    execute("COMMENT ON COLUMN " + name + "." + quote_name(column.name) + " IS " +
            quote_value(*column.comment));
  }
}

// Returns an attribute that came from another table of the release, if there is one: readers of
// this table were not granted it. An attribute that is new in the release is published with the
// table, like a column that is added to a table.
std::optional<std::string> wandered(const Successor& successor, const ReplacedRelease& release) {
  for (const ReplacedColumn& column : successor.columns) {
    const bool is_old = std::find(release.attributes.begin(), release.attributes.end(),
                                  column.name) != release.attributes.end();
    if (is_old && column_named(successor.replaced.columns, column.name) == nullptr)
      return column.name;
  }
  return std::nullopt;
}

void keep_privileges(const Successor& successor, const ReplacedRelease& release, Lost& lost) {
  const ReplacedRelation& replaced = successor.replaced;
  const std::optional<std::string> attribute = wandered(successor, release);
  if (replaced.privileges && attribute) {
    lost.push_back("privileges on " + in_quotes(replaced.name) + ": attribute " +
                   in_quotes(*attribute) + " was in another table");
  } else if (replaced.privileges) {
    set_privileges(successor.relation, *replaced.privileges);
  }
  for (const ReplacedColumn& column : replaced.columns) {
    if (!column.privileges) continue;
    const ReplacedColumn* const now = column_named(successor.columns, column.name);
    if (now == nullptr || !shows_the_same(column, *now, successor.one_source)) {
      lost.push_back("privileges on column " + in_quotes(column.name) + " of " +
                     in_quotes(replaced.name) + ": " +
                     (now == nullptr ? "there is no such column" : another_attribute));
    } else {
      set_column_privileges(successor.relation, column.name, *column.privileges);
    }
  }
}

// Adds the privileges and objects of a relation without a successor to the lost parts.
void give_up(const ReplacedRelation& replaced, Lost& lost) {
  const bool granted =
      replaced.privileges ||
      std::any_of(replaced.columns.begin(), replaced.columns.end(),
                  [](const ReplacedColumn& c) { return c.privileges.has_value(); });
  if (granted) {
    lost.push_back("privileges on " + in_quotes(replaced.name) +
                   ": the release has no such relation any more");
  }
  for (const ReplacedObject& object : replaced.objects)
    lost.push_back(object.description + ": the release has no such relation any more");
}

std::vector<Successor> successors_of(const ReplacedRelease& replaced, const Release& published) {
  std::vector<Successor> successors;
  const bool one_source = replaced.source && replaced.source == published.source;
  // `shown_by` is the relation of the release that has the partition, or the relation itself.
  const auto add = [&](Oid relation, Oid shown_by) {
    const Oid schema = guarded([&] { return get_rel_namespace(relation); });
    const ReplacedRelation* const before = replaced.find(schema, relation_name(relation));
    if (before == nullptr) return;
    const char kind = guarded([&] { return get_rel_relkind(relation); });
    std::vector<ReplacedColumn> columns = replaced_columns(relation);
    find_sources(published, shown_by, columns);
    successors.push_back({relation, kind, std::move(columns), *before, one_source});
  };
  for (const Oid relation : published.relations) {
    add(relation, relation);
    for (const Oid partition : partitions_below(relation))
      add(partition, relation);
  }
  return successors;
}

bool succeeds(const std::vector<Successor>& successors, const ReplacedRelation& replaced) {
  return std::any_of(successors.begin(), successors.end(),
                     [&](const Successor& successor) { return &successor.replaced == &replaced; });
}

Lost keep_parts(const std::vector<Successor>& successors, const ReplacedRelease& replaced) {
  Lost lost;
  for (const Successor& successor : successors) {
    keep_objects(successor, lost);
    keep_not_null(successor, lost);
    keep_row_security(successor);
    keep_comments(successor, lost);
    keep_privileges(successor, replaced, lost);
    lost.insert(lost.end(), successor.replaced.lost.begin(), successor.replaced.lost.end());
  }
  for (const ReplacedRelation& relation : replaced.relations) {
    if (!succeeds(successors, relation)) give_up(relation, lost);
  }
  return lost;
}

void tell_of_lost(const Lost& lost, const std::string& release) {
  if (lost.empty()) return;
  report(NOTICE, "not all that release " + in_quotes(release) + " had is kept", join(lost, "\n"));
}

// Grants SELECT on tables and views without kept privileges as on the relation that they follow.
void grant_newcomers(const std::vector<Successor>& successors, const ReplacedRelease& replaced,
                     const Release& published) {
  std::vector<Oid> newcomers;
  for (const Oid relation : published.relations) {
    const auto known =
        std::find_if(successors.begin(), successors.end(),
                     [&](const Successor& successor) { return successor.relation == relation; });
    if (known == successors.end() || wandered(*known, replaced)) newcomers.push_back(relation);
  }
  for (const Oid relation : newcomers)
    follow_privileges(published.relations.front(), relation);
}

// Reports a NOTICE about privileges that were granted on a release of another source.
void tell_of_former_source(const ReplacedRelease& replaced, const Release& published) {
  if (replaced.source && replaced.source == published.source) return;
  std::set<std::string> readers;
  for (const Oid relation : published.relations) {
    for (const ResultRow& row :
         query("SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'public' "
               "ELSE pg_catalog.pg_get_userbyid(a.grantee) END "
               "FROM pg_catalog.pg_class c CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) a "
               "WHERE c.oid = $1::pg_catalog.oid AND a.grantee <> c.relowner",
               {std::to_string(relation)})) {
      readers.insert(*row[0]);
    }
  }
  if (readers.empty()) return;
  const std::string former =
      replaced.source ? in_quotes(relation_name(*replaced.source)) : "a source that is gone";
  report(NOTICE, "release " + in_quotes(replaced.name) + " was one of " + former + " before",
         "Its grantees have the same privileges on the new release: " +
             join({readers.begin(), readers.end()}) + ".",
         "REVOKE privileges that they should not have.");
}

const ReplacedRelation* a_table(const ReplacedRelation* replaced) {
  return replaced != nullptr && is_table(replaced->kind) ? replaced : nullptr;
}

}  // namespace

namespace {

// True if the tablespace is the database's default, which a partitioned table cannot name.
bool is_database_default(const std::string& tablespace) {
  return query(
             "SELECT s.spcname = $1::pg_catalog.name FROM pg_catalog.pg_database d "
             "JOIN pg_catalog.pg_tablespace s ON s.oid = d.dattablespace "
             "WHERE d.datname = pg_catalog.current_database()",
             {tablespace})[0][0] == "t";
}

}  // namespace

std::string kept_table_kind(const ReplacedRelation* replaced) {
  const ReplacedRelation* const table = a_table(replaced);
  return table == nullptr || table->logged ? "TABLE" : "UNLOGGED TABLE";
}

std::string kept_table_storage(const ReplacedRelation* replaced, TableShape shape) {
  const ReplacedRelation* const table = a_table(replaced);
  if (table == nullptr) return "";
  std::string storage;
  // A partitioned table has no storage options.
  if (!table->options.empty() && shape == TableShape::plain)
    storage += " WITH (" + table->options + ")";
  const bool by_default =
      shape == TableShape::partitioned && is_database_default(table->tablespace);
  if (!table->tablespace.empty() && !by_default)
    storage += " TABLESPACE " + quote_name(table->tablespace);
  return storage;
}

std::string kept_view_options(const ReplacedRelation* replaced) {
  const bool is_view = replaced != nullptr && replaced->kind == RELKIND_VIEW;
  return !is_view || replaced->options.empty() ? "" : " WITH (" + replaced->options + ")";
}

void keep_column_settings(Oid table, const ReplacedRelation* replaced) {
  if (a_table(replaced) == nullptr) return;
  std::vector<std::string> settings;
  for (const ReplacedColumn& column : replaced_columns(table)) {
    const ReplacedColumn* const before = column_named(replaced->columns, column.name);
    if (before == nullptr) continue;
    if (!before->settings.empty()) settings.push_back(before->settings);
    if (!before->storage.empty() && before->type == column.type)
      settings.push_back(before->storage);
  }
  if (!settings.empty()) execute("ALTER TABLE " + qualified_name(table) + " " + join(settings));
}

namespace {

// Fails if indexes or constraints that are kept have dropped a relation of the release.
void require_relations(const Release& published) {
  for (const Oid relation : published.relations)
    (void)owner_of(relation);
}

}  // namespace

void keep_what_was_replaced(const ReplacedRelease& replaced, const Release& published) {
  const std::vector<Successor> successors = successors_of(replaced, published);
  for (const Successor& successor : successors)
    give_relation(successor.relation, successor.replaced.owner);
  const Lost lost = keep_parts(successors, replaced);
  grant_newcomers(successors, replaced, published);
  require_relations(published);
  tell_of_former_source(replaced, published);
  remember_readers_of(published.relations);
  tell_of_lost(lost, replaced.name);
}

void keep_what_partitions_had(const ReplacedRelease& replaced, const Release& published) {
  const Lost lost = keep_parts(successors_of(replaced, published), replaced);
  require_relations(published);
  tell_of_lost(lost, relation_name(published.relations.front()));
}

}  // namespace microdata::postgres

#include "postgres/release/release_partitions.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "postgres/release/former_release.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

bool are_alike(const FormData_pg_attribute& a, const FormData_pg_attribute& b) {
  return !a.attisdropped && !b.attisdropped &&
         std::string_view(NameStr(a.attname)) == NameStr(b.attname) && a.atttypid == b.atttypid &&
         a.atttypmod == b.atttypmod && a.attcollation == b.attcollation && a.attgenerated == '\0' &&
         b.attgenerated == '\0';
}

bool are_alike(TupleDesc a, TupleDesc b) {
  if (a->natts != b->natts) return false;
  for (int i = 0; i < a->natts; ++i) {
    if (!are_alike(*TupleDescAttr(a, i), *TupleDescAttr(b, i))) return false;
  }
  return true;
}

[[noreturn]] void refuse(Relation level, const char* detail) {
  ereport(ERROR,
          (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
           errmsg("rows cannot be published into table \"%s\"", RelationGetRelationName(level)),
           errdetail_internal("%s", detail), errhint("%s", RenewedPartitions::hint())));
  pg_unreachable();
}

}  // namespace

void require_level(Relation table, Relation level) {
  if (!are_alike(RelationGetDescr(table), RelationGetDescr(level)))
    refuse(level, "Its columns are not those of the release's table in the same order.");
  if (level->rd_rel->relkind != RELKIND_PARTITIONED_TABLE) return;
  const PartitionKey key = RelationGetPartitionKey(level);
  const bool has_expression = std::any_of(key->partattrs, key->partattrs + key->partnatts,
                                          [](AttrNumber number) { return number <= 0; });
  if (has_expression) refuse(level, "An expression is in the key that it is partitioned by.");
}

void require_levels(Oid table) {
  guarded([&] {
    Relation const first = table_open(table, AccessShareLock);
    // Partitions that other sessions add meanwhile are checked when they are opened.
    List* const levels = find_all_inheritors(table, AccessShareLock, nullptr);
    for (int i = 0; i < list_length(levels); ++i) {
      Relation const level = relation_open(list_nth_oid(levels, i), NoLock);
      require_level(first, level);
      relation_close(level, NoLock);
    }
    table_close(first, NoLock);
  });
}

namespace {

// Returns a free name for a partition. If two names are equal after truncation, or come from
// different schemas, the second gets a number.
std::string free_partition_name(const Target& target, const ReleasePartitions& partitions,
                                const std::string& partition) {
  const std::string name = partition_name(target, partitions, partition);
  std::string free = name;
  const auto is_taken = [&] {
    return OidIsValid(guarded([&] { return get_relname_relid(free.c_str(), target.schema); }));
  };
  for (int number = 1; is_taken(); ++number) {
    const std::string suffix = std::to_string(number);
    free = guarded([&] { return makeObjectName(name.c_str(), nullptr, suffix.c_str()); });
  }
  return free;
}

}  // namespace

std::optional<Partitioning> published_levels(
    const Partitioning& partitioning,
    const std::function<bool(const std::string& column)>& as_it_is) {
  if (!partitioning.trusted || partitioning.columns.empty() ||
      !std::all_of(partitioning.columns.begin(), partitioning.columns.end(), as_it_is)) {
    return std::nullopt;
  }
  Partitioning levels = partitioning;
  for (Partition& partition : levels.partitions) {
    if (partition.divided.empty()) continue;
    std::optional<Partitioning> below = published_levels(partition.divided.front(), as_it_is);
    partition.divided.clear();
    if (below) partition.divided.push_back(std::move(*below));
  }
  return levels;
}

std::string partition_name(const Target& target, const ReleasePartitions& partitions,
                           const std::string& partition) {
  const std::string prefix = partitions.source + "_";
  const bool begins = partition.size() > prefix.size() && partition.rfind(prefix, 0) == 0;
  const std::string rest = begins ? partition.substr(prefix.size()) : partition;
  return guarded([&] { return makeObjectName(target.name.c_str(), rest.c_str(), nullptr); });
}

void create_partition(const Target& target, Oid parent, const ReleasePartitions& partitions,
                      const Partition& partition) {
  require_owner(parent);
  // The parent's indexes and checks are evaluated, which runs code of its owner.
  std::optional<OwnerScope> owner;
  if (owner_of(parent) != GetUserId()) owner.emplace(parent);
  const Target part =
      sibling_target(target, free_partition_name(target, partitions, partition.name));
  const ReplacedRelation* const replaced = replaced_by(part);
  const bool divided = !partition.divided.empty();
  std::string statement = "CREATE " + (divided ? "TABLE" : kept_table_kind(replaced)) + " " +
                          part.qualified + " PARTITION OF " + qualified_name(parent) + " " +
                          partition.bound;
  if (divided) statement += " PARTITION BY " + partition.divided.front().key;
  const Oid relation = create_relation(
      part, statement + kept_table_storage(replaced,
                                           divided ? TableShape::partitioned : TableShape::plain));
  if (divided) create_partitions(target, relation, partitions, partition.divided.front());
  keep_column_settings(relation, replaced);
}

void create_partitions(const Target& target, Oid parent, const ReleasePartitions& partitions,
                       const Partitioning& like) {
  // Bounds are written with these settings.
  const PlainText text;
  for (const Partition& partition : like.partitions)
    create_partition(target, parent, partitions, partition);
}

void give_relation(Oid relation, Oid owner) {
  std::vector<Oid> relations = partitions_below(relation);
  relations.insert(relations.begin(), relation);
  for (const Oid each : relations) {
    if (owner_of(each) == owner) continue;
    execute("ALTER TABLE " + qualified_name(each) + " OWNER TO " + quote_name(role_named(owner)));
  }
}

}  // namespace microdata::postgres

#include "postgres/release/release_levels.hpp"

#include <algorithm>
#include <string_view>

#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"

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
    // Partitions that others add meanwhile are looked at when they are opened.
    List* const levels = find_all_inheritors(table, AccessShareLock, nullptr);
    for (int i = 0; i < list_length(levels); ++i) {
      Relation const level = relation_open(list_nth_oid(levels, i), NoLock);
      require_level(first, level);
      relation_close(level, NoLock);
    }
    table_close(first, NoLock);
  });
}

}  // namespace microdata::postgres

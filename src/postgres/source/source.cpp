#include "postgres/source/source.hpp"

#include <algorithm>

#include "postgres/server/command_progress.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/row_security.hpp"

namespace microdata::postgres {

namespace {

const char* kind_name(char kind) {
  switch (kind) {
    case RELKIND_INDEX:
    case RELKIND_PARTITIONED_INDEX:
      return "an index";
    case RELKIND_SEQUENCE:
      return "a sequence";
    case RELKIND_COMPOSITE_TYPE:
      return "a composite type";
    case RELKIND_TOASTVALUE:
      return "a TOAST table";
    default:
      return "not a relation with rows";
  }
}

bool has_rows(char kind) {
  return kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE || kind == RELKIND_VIEW ||
         kind == RELKIND_MATVIEW || kind == RELKIND_FOREIGN_TABLE;
}

// What is needed of a relation while it is open, as plain data.
struct Shape {
  char kind;
  bool temporary;
  bool others_temporary;
  int columns;
};

struct RawColumn {
  NameData name;
  Oid type;
  std::int32_t typmod;
  Oid collation;
  bool not_null;
  bool generated;
  bool dropped;
};

RawColumn raw_column(Oid relation, int index) {
  return guarded([&] {
    Relation rel = relation_open(relation, NoLock);
    const FormData_pg_attribute* attribute = TupleDescAttr(RelationGetDescr(rel), index);
    const RawColumn column{attribute->attname,     attribute->atttypid,
                           attribute->atttypmod,   attribute->attcollation,
                           attribute->attnotnull,  attribute->attgenerated != '\0',
                           attribute->attisdropped};
    relation_close(rel, NoLock);
    return column;
  });
}

std::vector<SourceColumn> list_columns(Oid relation) {
  const int count = guarded([&] {
    Relation rel = relation_open(relation, NoLock);
    const int natts = RelationGetDescr(rel)->natts;
    relation_close(rel, NoLock);
    return natts;
  });
  std::vector<SourceColumn> columns;
  for (int i = 0; i < count; ++i) {
    const RawColumn raw = raw_column(relation, i);
    if (raw.dropped) continue;
    columns.push_back({NameStr(raw.name), attribute_type(raw.type, raw.typmod, raw.collation),
                       static_cast<AttrNumber>(i + 1), raw.not_null, raw.generated});
  }
  return columns;
}

}  // namespace

const SourceColumn* Source::find(std::string_view column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const SourceColumn& c) { return c.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

bool may_select(const Source& source, const SourceColumn& column) {
  return guarded([&] {
    return pg_class_aclcheck(source.relation, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck(source.relation, column.number, GetUserId(), ACL_SELECT) ==
               ACLCHECK_OK;
  });
}

bool is_stored(const Source& source) {
  return source.kind == RELKIND_RELATION || source.kind == RELKIND_MATVIEW ||
         source.kind == RELKIND_PARTITIONED_TABLE;
}

void require_owner(Oid relation) {
  if (guarded([&] { return compat::owns_relation(relation, GetUserId()); })) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "must be owner of relation " + relation_name(relation));
}

Source open_source(Oid relation, LOCKMODE lock) {
  command_is_about(relation);
  Source source;
  source.relation = relation;
  const Shape shape = guarded([&] {
    Relation rel = try_relation_open(relation, lock);
    if (rel == nullptr) {
      ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
                      errmsg("relation with OID %u does not exist", relation)));
    }
    const Shape found{rel->rd_rel->relkind, rel->rd_rel->relpersistence == RELPERSISTENCE_TEMP,
                      RELATION_IS_OTHER_TEMP(rel), RelationGetDescr(rel)->natts};
    relation_close(rel, NoLock);
    return found;
  });
  keep_name(relation);
  source.kind = shape.kind;
  source.temporary = shape.temporary;
  source.name = relation_name(relation);
  if (!has_rows(shape.kind)) {
    throw Error(ERRCODE_WRONG_OBJECT_TYPE, in_quotes(source.name) + " is " + kind_name(shape.kind))
        .hint("A source is a table, view, materialized view or foreign table.");
  }
  if (shape.others_temporary) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "cannot read the temporary table " +
                                                   in_quotes(source.name) + " of another session");
  }
  require_all_rows(source);
  source.columns = list_columns(relation);
  return source;
}

Source open_for_declaration(Oid relation, const std::string& what, const std::string& hint) {
  require_owner(relation);
  Source source = open_source(relation, ShareUpdateExclusiveLock);
  // The owner may have changed before the lock was there.
  require_owner(relation);
  if (source.temporary) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "cannot declare " + what + " of the temporary table " + in_quotes(source.name))
        .hint(hint);
  }
  return source;
}

}  // namespace microdata::postgres

#include "postgres/source/source.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Table with hidden rows, and the view, if any, that shows it with the caller's rights.
struct HiddenRows {
  Oid table = InvalidOid;
  Oid view = InvalidOid;
};

// State of walking through views. Calls PostgreSQL, and owns nothing.
struct PolicyWalk {
  List* views_seen = nullptr;
  // View that is being walked, and true if it reads with the caller's rights.
  Oid view = InvalidOid;
  bool as_caller = true;
  HiddenRows hidden{};
};

bool walk_query(Node* node, void* context);

// Walks the query of a view. Nested views keep their own rights: a security_invoker view reads as
// the caller even within a view that reads as its owner.
void walk_view(Oid view, PolicyWalk& walk) {
  if (list_member_oid(walk.views_seen, view)) return;
  walk.views_seen = lappend_oid(walk.views_seen, view);
  const Relation relation = relation_open(view, AccessShareLock);
  const Oid outer = walk.view;
  const bool outer_as_caller = walk.as_caller;
  walk.view = view;
  walk.as_caller = compat::reads_as_caller(relation);
  for (int i = 0; relation->rd_rules != nullptr && i < relation->rd_rules->numLocks; ++i) {
    const RewriteRule* rule = relation->rd_rules->rules[i];
    if (rule->event == CMD_SELECT) walk_query(reinterpret_cast<Node*>(rule->actions), &walk);
  }
  walk.view = outer;
  walk.as_caller = outer_as_caller;
  relation_close(relation, NoLock);
}

void walk_relation(Oid relation, PolicyWalk& walk) {
  const char kind = get_rel_relkind(relation);
  if (kind == RELKIND_VIEW) {
    walk_view(relation, walk);
  } else if (walk.as_caller && !OidIsValid(walk.hidden.table)) {
    LockRelationOid(relation, AccessShareLock);
    if (check_enable_rls(relation, InvalidOid, false) == RLS_ENABLED) {
      walk.hidden = {relation, walk.view};
    }
  }
}

bool walk_query(Node* node, void* context) {
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, RangeTblEntry)) {
    const auto* entry = reinterpret_cast<const RangeTblEntry*>(node);
    if (entry->rtekind == RTE_RELATION) {
      walk_relation(entry->relid, *static_cast<PolicyWalk*>(context));
    }
    return false;
  }
  if (IsA(node, Query)) {
    return compat::walk_query_tree(reinterpret_cast<Query*>(node), walk_query, context,
                                   QTW_EXAMINE_RTES_BEFORE);
  }
  return compat::walk_expression_tree(node, walk_query, context);
}

HiddenRows hidden_rows(Oid relation) {
  return guarded([&] {
    PolicyWalk walk;
    walk_relation(relation, walk);
    return walk.hidden;
  });
}

}  // namespace

bool hides_rows(Oid relation) {
  return OidIsValid(hidden_rows(relation).table);
}

namespace {

// Fails if row security would hide rows.
void require_all_rows(const Source& source) {
  const HiddenRows hidden = hidden_rows(source.relation);
  if (!OidIsValid(hidden.table)) return;
  std::string detail = "The rows that you see would pass for the whole.";
  std::string view = "make a view of the rows that are meant";
  if (OidIsValid(hidden.view)) {
    detail = "The view " + in_quotes(relation_name(hidden.view)) +
             " reads it with the privileges of the view's reader. " + detail;
    view += ", without security_invoker,";
  }
  throw Error(
      ERRCODE_INSUFFICIENT_PRIVILEGE,
      "row security would hide rows of " + in_quotes(relation_name(hidden.table)) + " from you")
      .detail(detail)
      .hint("Publish as a role that bypasses row security, or " + view + " and publish that.");
}

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

// Facts about a relation, as plain data that is copied while it is open.
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
  // The owner might have changed before the lock was granted.
  require_owner(relation);
  if (source.temporary) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "cannot declare " + what + " of the temporary table " + in_quotes(source.name))
        .hint(hint);
  }
  return source;
}

bool may_read_some(Oid relation) {
  return guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(relation, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(relation, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
}

bool may_read_through(Oid relation) {
  // A view reads as its owner, or as its reader.
  return may_read_some(relation) &&
         query(
             "WITH RECURSIVE behind (relation, reader) AS ("
             "SELECT $1::pg_catalog.oid, $2::pg_catalog.oid UNION "
             "SELECT d.refobjid, CASE WHEN EXISTS (SELECT FROM "
             "pg_catalog.pg_options_to_table(v.reloptions) o WHERE o.option_name = "
             "'security_invoker' AND o.option_value::pg_catalog.bool) "
             "THEN b.reader ELSE v.relowner END FROM behind b "
             "JOIN pg_catalog.pg_class v ON v.oid = b.relation AND v.relkind IN ('v', 'm') "
             "JOIN pg_catalog.pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1' "
             "JOIN pg_catalog.pg_depend d "
             "ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid "
             "AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
             "AND d.refobjid <> w.ev_class) "
             "SELECT FROM behind b JOIN pg_catalog.pg_class c ON c.oid = b.relation "
             "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') "
             "AND NOT pg_catalog.has_any_column_privilege(b.reader, c.oid, 'SELECT') LIMIT 1",
             {std::to_string(relation), std::to_string(guarded([] { return GetUserId(); }))})
             .empty();
}

bool may_know(Oid relation) {
  return guarded([&] { return compat::owns_relation(relation, GetUserId()); }) ||
         may_read_some(relation);
}

namespace {

void deny(Oid relation) {
  guarded([&] {
    aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(relation)),
                   get_rel_name(relation));
  });
}

}  // namespace

void require_may_know(Oid relation) {
  if (!may_know(relation)) deny(relation);
}

void require_may_read(Oid relation) {
  if (!may_read_some(relation)) deny(relation);
}

bool may_read_all(const std::vector<Oid>& relations) {
  return std::all_of(relations.begin(), relations.end(), [](Oid relation) {
    return guarded([&] {
      const Oid user = GetUserId();
      const Oid schema = get_rel_namespace(relation);
      bool is_gone = !OidIsValid(schema);
      return !is_gone && compat::may_look_into_schema(schema, user) &&
             pg_class_aclcheck_ext(relation, user, ACL_SELECT, &is_gone) == ACLCHECK_OK;
    });
  });
}

}  // namespace microdata::postgres

#include "postgres/source/row_security.hpp"

#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// A table with hidden rows, and the view, if any, that shows it with the caller's rights.
struct HiddenRows {
  Oid table = InvalidOid;
  Oid view = InvalidOid;
};

// What is being walked through. Calls PostgreSQL, and owns nothing.
struct PolicyWalk {
  List* views_seen = nullptr;
  // The view whose query is walked, and whether it reads with the caller's rights.
  Oid view = InvalidOid;
  bool as_caller = true;
  HiddenRows hidden{};
};

bool walk_query(Node* node, void* context);

// Nested views keep rights of their own: a security_invoker view reads as the caller even within
// a view that reads as its owner.
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

void require_all_rows(const Source& source) {
  const HiddenRows hidden = hidden_rows(source.relation);
  if (!OidIsValid(hidden.table)) return;
  std::string detail = "The rows that you see would pass for the whole.";
  std::string view = "make a view of the rows that are meant";
  if (OidIsValid(hidden.view)) {
    detail = "The view " + in_quotes(relation_name(hidden.view)) +
             " reads it with the privileges of whoever reads the view. " + detail;
    view += ", without security_invoker,";
  }
  throw Error(
      ERRCODE_INSUFFICIENT_PRIVILEGE,
      "row security would hide rows of " + in_quotes(relation_name(hidden.table)) + " from you")
      .detail(detail)
      .hint("Publish as a role that bypasses row security, or " + view + " and publish that.");
}

}  // namespace microdata::postgres

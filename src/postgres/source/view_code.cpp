#include "postgres/source/view_code.hpp"

#include "postgres/server/privileges.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

bool is_of_weaker(Oid function, Oid caller) {
  if (function < FirstNormalObjectId) return false;
  const HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
  if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for function %u", function);
  const Oid owner = reinterpret_cast<const FormData_pg_proc*>(GETSTRUCT(tuple))->proowner;
  ReleaseSysCache(tuple);
  return !has_privs_of_role(owner, caller);
}

// True if an operator class of the type calls code of a weaker role: its first support function,
// which compares or hashes, or the functions of its operators.
bool class_is_of_weaker(Oid operator_class, int16 strategies, Oid caller) {
  if (operator_class < FirstNormalObjectId) return false;
  const Oid family = get_opclass_family(operator_class);
  const Oid type = get_opclass_input_type(operator_class);
  if (is_of_weaker(get_opfamily_proc(family, type, type, 1), caller)) return true;
  for (int16 strategy = 1; strategy <= strategies; ++strategy) {
    const Oid op = get_opfamily_member(family, type, type, strategy);
    if (OidIsValid(op) && is_of_weaker(get_opcode(op), caller)) return true;
  }
  return false;
}

bool range_is_of_weaker(Oid type, Oid caller) {
  const HeapTuple tuple = SearchSysCache1(RANGETYPE, ObjectIdGetDatum(type));
  if (!HeapTupleIsValid(tuple)) return false;
  const FormData_pg_range range = *reinterpret_cast<const FormData_pg_range*>(GETSTRUCT(tuple));
  ReleaseSysCache(tuple);
  return is_of_weaker(range.rngsubdiff, caller) || is_of_weaker(range.rngcanonical, caller) ||
         class_is_of_weaker(range.rngsubopc, BTMaxStrategyNumber, caller);
}

bool any_is_compared_with_code(List* types, Oid caller) {
  ListCell* cell = nullptr;
  foreach (cell, types) {
    if (is_compared_with_code(lfirst_oid(cell), caller)) return true;
  }
  return false;
}

// Returns the arguments of a node that calls a function or compares.
List* arguments_of(Node* node) {
  switch (nodeTag(node)) {
    case T_OpExpr:
    case T_DistinctExpr:
    case T_NullIfExpr:
      return reinterpret_cast<const OpExpr*>(node)->args;
    case T_ScalarArrayOpExpr:
      return reinterpret_cast<const ScalarArrayOpExpr*>(node)->args;
    case T_FuncExpr:
      return reinterpret_cast<const FuncExpr*>(node)->args;
    case T_WindowFunc:
      return reinterpret_cast<const WindowFunc*>(node)->args;
    case T_MinMaxExpr:
      return reinterpret_cast<const MinMaxExpr*>(node)->args;
    case T_RowCompareExpr:
      return reinterpret_cast<const RowCompareExpr*>(node)->largs;
    default:
      return NIL;
  }
}

}  // namespace

bool is_compared_with_code(Oid type, Oid caller) {
  check_stack_depth();
  // The type of anonymous rows does not disclose their fields.
  if (type == RECORDOID || type == RECORDARRAYOID) return true;
  if (type < FirstNormalObjectId) return false;
  constexpr int16 hash_strategies = 1;
  return class_is_of_weaker(GetDefaultOpClass(type, BTREE_AM_OID), BTMaxStrategyNumber, caller) ||
         class_is_of_weaker(GetDefaultOpClass(type, HASH_AM_OID), hash_strategies, caller) ||
         range_is_of_weaker(type, caller) ||
         any_is_compared_with_code(component_types(type), caller);
}

namespace {

// True if the node of a query might look up such code: by the types of the arguments of its
// function or comparison, or of the values that it sorts, groups or unites.
bool looks_code_up(Node* node, Oid caller) {
  switch (nodeTag(node)) {
    case T_Aggref:
      return any_is_compared_with_code(reinterpret_cast<const Aggref*>(node)->aggargtypes, caller);
    case T_TargetEntry: {
      const auto* const entry = reinterpret_cast<const TargetEntry*>(node);
      return entry->ressortgroupref != 0 &&
             is_compared_with_code(exprType(reinterpret_cast<const Node*>(entry->expr)), caller);
    }
    case T_SetOperationStmt: {
      const auto* const united = reinterpret_cast<const SetOperationStmt*>(node);
      return united->groupClauses != NIL && any_is_compared_with_code(united->colTypes, caller);
    }
    case T_CommonTableExpr: {
      // CYCLE and SEARCH compare columns of a recursive table expression.
      const auto* const common = reinterpret_cast<const CommonTableExpr*>(node);
      return common->cterecursive && any_is_compared_with_code(common->ctecoltypes, caller);
    }
    default:
      break;
  }
  ListCell* cell = nullptr;
  foreach (cell, arguments_of(node)) {
    if (is_compared_with_code(exprType(static_cast<const Node*>(lfirst(cell))), caller))
      return true;
  }
  return false;
}

// State of the walk over the relations that a SELECT reads. Calls PostgreSQL, and owns nothing.
struct Walk {
  Oid caller;
  // Relations that were checked, each once.
  List* seen;
  // True if the view whose query is checked belongs to a role without the caller's rights.
  bool is_weaker;
  // Treatment of the expressions and policies that owners have attached to tables.
  Tables tables;
  // True if the query of a materialized view counts, because its new owner refreshes it.
  bool refreshes = false;
};

bool is_date_or_time(Oid type) {
  switch (type) {
    case DATEOID:
    case TIMEOID:
    case TIMETZOID:
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
    case INTERVALOID:
      return true;
    default:
      return false;
  }
}

bool is_plain(Oid type) {
  switch (type) {
    case BOOLOID:
    case INT4OID:
    case INT8OID:
    case OIDOID:
    case FLOAT8OID:
    case NUMERICOID:
    case TEXTOID:
    case CSTRINGOID:
      return true;
    default:
      return is_date_or_time(type);
  }
}

bool is_written_date(Oid type) {
  return type == TEXTOID || type == CSTRINGOID || type == FLOAT8OID;
}

// True for functions of dates, which are stable only because they depend on the session's time
// zone. Other stable functions read tables, or the server's facts about its sessions, with the
// caller's rights, such as table_to_xml() and pg_stat_get_backend_activity_start(). Functions of
// dates take dates, or make them of texts and numbers of seconds, or return the present time.
bool is_about_dates(const FormData_pg_proc& function) {
  const bool makes_date = is_date_or_time(function.prorettype);
  bool any = function.oid == F_NOW || function.oid == F_TRANSACTION_TIMESTAMP ||
             function.oid == F_STATEMENT_TIMESTAMP;
  for (int i = 0; i < function.pronargs; ++i) {
    const Oid type = function.proargtypes.values[i];
    if (!is_plain(type)) return false;
    any = any || is_date_or_time(type) || (makes_date && is_written_date(type));
  }
  return any && is_plain(function.prorettype);
}

// True if the operator belongs to a role without the caller's rights. The planner might use its
// negator or commutator instead, which have other functions.
bool is_of_weaker(Oid op, const Walk* walk) {
  if (op < FirstNormalObjectId) return false;
  const HeapTuple tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(op));
  if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for operator %u", op);
  const Oid owner = reinterpret_cast<const FormData_pg_operator*>(GETSTRUCT(tuple))->oprowner;
  ReleaseSysCache(tuple);
  return !has_privs_of_role(owner, walk->caller);
}

bool uses_operator_of_weaker(Node* node, const Walk* walk) {
  // DistinctExpr and NullIfExpr are operators as well.
  if (IsA(node, OpExpr) || IsA(node, DistinctExpr) || IsA(node, NullIfExpr))
    return is_of_weaker(reinterpret_cast<const OpExpr*>(node)->opno, walk);
  if (IsA(node, ScalarArrayOpExpr))
    return is_of_weaker(reinterpret_cast<const ScalarArrayOpExpr*>(node)->opno, walk);
  if (!IsA(node, RowCompareExpr)) return false;
  ListCell* cell = nullptr;
  foreach (cell, reinterpret_cast<const RowCompareExpr*>(node)->opnos) {
    if (is_of_weaker(lfirst_oid(cell), walk)) return true;
  }
  return false;
}

// True if texts are read as values of types other than the server's own, because the functions that
// check such values are not part of the expression.
bool reads_texts(Node* node) {
  if (IsA(node, TableFunc)) {
    ListCell* cell = nullptr;
    foreach (cell, reinterpret_cast<const TableFunc*>(node)->coltypes) {
      if (lfirst_oid(cell) >= FirstNormalObjectId) return true;
    }
    return false;
  }
  return compat::reads_json_as_foreign_type(node);
}

bool runs_code(Oid function, void* context) {
  const auto* const walk = static_cast<const Walk*>(context);
  const HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
  if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for function %u", function);
  const auto& found = *reinterpret_cast<const FormData_pg_proc*>(GETSTRUCT(tuple));
  const bool is_trusted =
      function < FirstNormalObjectId || has_privs_of_role(found.proowner, walk->caller);
  const bool computes = found.provolatile == PROVOLATILE_IMMUTABLE ||
                        (found.provolatile == PROVOLATILE_STABLE && is_about_dates(found));
  ReleaseSysCache(tuple);
  return !is_trusted || !computes;
}

// True if a sort, or a grouping, calls code of a role without the caller's rights: by the operators
// themselves, or by the functions with which their classes compare and hash.
bool groups_with_code(const SortGroupClause& clause, Walk* walk) {
  for (const Oid op : {clause.eqop, clause.sortop}) {
    if (op >= FirstNormalObjectId && (is_of_weaker(op, walk) || runs_code(get_opcode(op), walk)))
      return true;
  }
  Oid family = InvalidOid;
  Oid type = InvalidOid;
  int16 strategy = 0;
  if (clause.sortop >= FirstNormalObjectId &&
      get_ordering_op_properties(clause.sortop, &family, &type, &strategy)) {
    const Oid compares = get_opfamily_proc(family, type, type, BTORDER_PROC);
    if (OidIsValid(compares) && runs_code(compares, walk)) return true;
  }
  RegProcedure left = InvalidOid;
  RegProcedure right = InvalidOid;
  return clause.eqop >= FirstNormalObjectId && clause.hashable &&
         get_op_hash_functions(clause.eqop, &left, &right) && runs_code(left, walk);
}

// True if the node puts values of the server's own types into a text. Its functions are stable only
// because of other types, whose casts they run.
bool joins_texts(Node* node) {
  Oid function = InvalidOid;
  List* arguments = NIL;
  if (IsA(node, FuncExpr)) {
    function = reinterpret_cast<const FuncExpr*>(node)->funcid;
    arguments = reinterpret_cast<const FuncExpr*>(node)->args;
  } else if (IsA(node, OpExpr)) {
    set_opfuncid(reinterpret_cast<OpExpr*>(node));
    function = reinterpret_cast<const OpExpr*>(node)->opfuncid;
    arguments = reinterpret_cast<const OpExpr*>(node)->args;
  }
  if (function != F_TEXTANYCAT && function != F_ANYTEXTCAT && function != F_CONCAT &&
      function != F_CONCAT_WS)
    return false;
  ListCell* cell = nullptr;
  foreach (cell, arguments) {
    if (exprType(static_cast<const Node*>(lfirst(cell))) >= FirstNormalObjectId) return false;
  }
  return true;
}

bool relation_runs_code(Oid id, Walk* walk);

// True if the node, or one below it, runs code; PostgreSQL's walkers take the context as void*.
bool node_runs_code(Node* node, void* context) {
  auto* const walk = static_cast<Walk*>(context);
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, Query)) {
    return compat::walk_query_tree(reinterpret_cast<Query*>(node), node_runs_code, context,
                                   QTW_EXAMINE_RTES_BEFORE | QTW_EXAMINE_SORTGROUP);
  }
  if (IsA(node, RangeTblEntry)) {
    const auto* const entry = reinterpret_cast<const RangeTblEntry*>(node);
    return entry->rtekind == RTE_RELATION && relation_runs_code(entry->relid, walk);
  }
  if (walk->is_weaker) {
    if (IsA(node, CoerceToDomain) &&
        reinterpret_cast<const CoerceToDomain*>(node)->resulttype >= FirstNormalObjectId)
      return true;
    if (IsA(node, SortGroupClause))
      return groups_with_code(*reinterpret_cast<const SortGroupClause*>(node), walk);
    if (uses_operator_of_weaker(node, walk) || reads_texts(node) ||
        looks_code_up(node, walk->caller))
      return true;
    if (!joins_texts(node) && check_functions_in_node(node, runs_code, context)) return true;
  }
  return compat::walk_expression_tree(node, node_runs_code, context);
}

bool stored_expression_runs_code(int cache, Oid key, AttrNumber column, Walk* walk) {
  const HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(key));
  if (!HeapTupleIsValid(tuple)) return false;
  bool is_null = false;
  const Datum stored = SysCacheGetAttr(cache, tuple, column, &is_null);
  Node* const node =
      is_null ? nullptr : static_cast<Node*>(stringToNode(TextDatumGetCString(stored)));
  ReleaseSysCache(tuple);
  return node_runs_code(node, walk);
}

// True if planning with the table runs code, because the planner evaluates constant parts of these
// expressions in every SELECT. It excludes no tables by their checks (SafeSearchPath).
bool plans_with_code(const Relation table, Walk* walk) {
  ListCell* cell = nullptr;
  foreach (cell, RelationGetIndexList(table)) {
    const Oid index = lfirst_oid(cell);
    if (stored_expression_runs_code(INDEXRELID, index, Anum_pg_index_indexprs, walk) ||
        stored_expression_runs_code(INDEXRELID, index, Anum_pg_index_indpred, walk))
      return true;
  }
  foreach (cell, RelationGetStatExtList(table)) {
    if (stored_expression_runs_code(STATEXTOID, lfirst_oid(cell), Anum_pg_statistic_ext_stxexprs,
                                    walk))
      return true;
  }
  return stored_expression_runs_code(PARTRELID, RelationGetRelid(table),
                                     Anum_pg_partitioned_table_partexprs, walk);
}

// Makes CREATE INDEX and CREATE STATISTICS wait. A server in recovery runs no commands of owners,
// and has no such lock.
void keep_table(Oid table, const Walk* walk) {
  if (walk->tables == Tables::kept && walk->is_weaker && !RecoveryInProgress())
    LockRelationOid(table, ShareUpdateExclusiveLock);
}

// True if the table, or one below it, runs code; each is checked with its owner. A foreign table
// reads from another server, with the caller's user mapping.
bool table_runs_code(Oid table, Walk* walk) {
  ListCell* cell = nullptr;
  foreach (cell, find_all_inheritors(table, AccessShareLock, nullptr)) {
    const Relation member = table_open(lfirst_oid(cell), NoLock);
    walk->is_weaker = !has_privs_of_role(member->rd_rel->relowner, walk->caller);
    keep_table(lfirst_oid(cell), walk);
    const bool runs = walk->is_weaker && (member->rd_rel->relkind == RELKIND_FOREIGN_TABLE ||
                                          plans_with_code(member, walk));
    table_close(member, NoLock);
    if (runs) return true;
  }
  return false;
}

bool has_computed_columns(const Relation relation) {
#ifdef ATTRIBUTE_GENERATED_VIRTUAL
  const TupleConstr* const constraints = RelationGetDescr(relation)->constr;
  return constraints != nullptr && constraints->has_generated_virtual;
#else
  (void)relation;
  return false;
#endif
}

bool view_runs_code(const Relation view, Walk* walk) {
  if (walk->is_weaker && compat::reads_as_caller(view)) return true;
  for (int i = 0; view->rd_rules != nullptr && i < view->rd_rules->numLocks; ++i) {
    const RewriteRule* const rule = view->rd_rules->rules[i];
    if (rule->event != CMD_SELECT) continue;
    ListCell* cell = nullptr;
    foreach (cell, rule->actions) {
      if (node_runs_code(static_cast<Node*>(copyObjectImpl(lfirst(cell))), walk)) return true;
    }
  }
  return false;
}

bool relation_runs_code(Oid id, Walk* walk) {
  if (list_member_oid(walk->seen, id)) return false;
  walk->seen = lappend_oid(walk->seen, id);
  const Relation relation = try_relation_open(id, AccessShareLock);
  if (relation == nullptr) return false;
  const bool around = walk->is_weaker;
  walk->is_weaker = !has_privs_of_role(relation->rd_rel->relowner, walk->caller);
  bool runs = false;
  const char kind = relation->rd_rel->relkind;
  if (kind == RELKIND_VIEW || (kind == RELKIND_MATVIEW && walk->refreshes)) {
    runs = view_runs_code(relation, walk);
  } else if (walk->tables != Tables::left_out) {
    // open_source() checks policies and columns of the table itself, but keeps no table.
    const bool is_within = list_length(walk->seen) > 1;
    const bool is_kept = walk->tables == Tables::kept;
    const bool has_policies =
        relation->rd_rel->relrowsecurity &&
        (is_within || (is_kept && check_enable_rls(id, walk->caller, true) == RLS_ENABLED));
    const bool computes = (is_within || is_kept) && has_computed_columns(relation);
    runs = (walk->is_weaker && (has_policies || computes)) || table_runs_code(id, walk);
  }
  walk->is_weaker = around;
  relation_close(relation, NoLock);
  return runs;
}

}  // namespace

bool may_run_code_of_others(Oid relation, Tables tables) {
  return guarded([&] {
    Walk walk{GetUserId(), NIL, false, tables};
    return relation_runs_code(relation, &walk);
  });
}

bool view_may_run_code_for(Oid view, Oid reader) {
  return guarded([&] {
    Walk walk{reader, NIL, false, Tables::left_out};
    walk.refreshes = true;
    return relation_runs_code(view, &walk);
  });
}

std::optional<Error> code_of_others(Oid relation, const std::string& what, Tables tables) {
  // open_source() rejects hidden rows, and keeps no table.
  if (tables != Tables::kept && hides_rows(relation)) return std::nullopt;
  if (!may_run_code_of_others(relation, tables)) return std::nullopt;
  return Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
               what + " might run code of another role with your rights")
      .detail(
          "Relation " + in_quotes(relation_name(relation)) + " of role " +
          in_quotes(role_named(owner_of(relation))) +
          ", or one that it reads, calls functions that do more than compute, or reads with the "
          "rights of its caller.")
      .hint("Call as its owner, after SET ROLE.");
}

void require_no_code_of_others(Oid relation, const std::string& what, Tables tables) {
  if (const std::optional<Error> error = code_of_others(relation, what, tables)) throw *error;
}

}  // namespace microdata::postgres

#include "postgres/source/comparing_code.hpp"

#include "postgres/server/type_parts.hpp"

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

// Looks at all that an operator class of the type calls: its first support function, which compares
// or hashes, and the functions of its operators.
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

// The arguments of a node that calls a function or compares.
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
  // The fields of anonymous rows are not known by their type.
  if (type == RECORDOID || type == RECORDARRAYOID) return true;
  if (type < FirstNormalObjectId) return false;
  constexpr int16 hash_strategies = 1;
  return class_is_of_weaker(GetDefaultOpClass(type, BTREE_AM_OID), BTMaxStrategyNumber, caller) ||
         class_is_of_weaker(GetDefaultOpClass(type, HASH_AM_OID), hash_strategies, caller) ||
         range_is_of_weaker(type, caller) || any_is_compared_with_code(parts_of(type), caller);
}

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
      // CYCLE and SEARCH compare columns of a recursive one.
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

}  // namespace microdata::postgres

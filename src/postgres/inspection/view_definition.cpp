#include "postgres/inspection/view_definition.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// The place that the walk over a query has reached.
struct Walk {
  Index depth = 0;
  // How many leading entries of the outermost range table are gone.
  int shift = 0;
};

// The names of relations and columns may have changed since the view was made, columns may have
// been added, and who has which right is no part of what it shows. The lists of a join's columns
// are for those who name them by the join, which the query does not.
void forget_names(RangeTblEntry* entry) {
  entry->alias = nullptr;
  entry->eref = nullptr;
  entry->joinaliasvars = NIL;
  entry->joinleftcols = NIL;
  entry->joinrightcols = NIL;
  entry->rellockmode = 0;
  entry->securityQuals = NIL;
#if PG_VERSION_NUM >= 160000
  entry->perminfoindex = 0;
#else
  entry->requiredPerms = 0;
  entry->checkAsUser = InvalidOid;
  entry->selectedCols = nullptr;
#endif
}

void forget_origin(Query* query) {
  query->canSetTag = true;
  query->hasRowSecurity = false;
  query->hasSubLinks = false;
  query->stmt_location = 0;
  query->stmt_len = 0;
#if PG_VERSION_NUM >= 160000
  query->rteperminfos = NIL;
#endif
}

bool normalize(Node* node, void* context) {
  auto* const walk = static_cast<Walk*>(context);
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, RangeTblEntry)) {
    forget_names(reinterpret_cast<RangeTblEntry*>(node));
    return false;
  }
  if (IsA(node, Query)) {
    auto* const query = reinterpret_cast<Query*>(node);
    forget_origin(query);
    ++walk->depth;
    (void)compat::walk_query_tree(query, normalize, context, QTW_EXAMINE_RTES_BEFORE);
    --walk->depth;
    return false;
  }
  if (IsA(node, Var)) {
    auto* const variable = reinterpret_cast<Var*>(node);
    if (variable->varlevelsup == walk->depth) variable->varno -= walk->shift;
  } else if (IsA(node, RangeTblRef)) {
    if (walk->depth == 0) reinterpret_cast<RangeTblRef*>(node)->rtindex -= walk->shift;
  } else if (IsA(node, JoinExpr) && walk->depth == 0) {
    reinterpret_cast<JoinExpr*>(node)->rtindex -= walk->shift;
  }
  return compat::walk_expression_tree(node, normalize, context);
}

// Servers before 16 put two entries of the view itself before all others.
int entries_of_view(const Query* query, Oid view) {
  int entries = 0;
  ListCell* cell = nullptr;
  foreach (cell, query->rtable) {
    const auto* const entry = lfirst_node(RangeTblEntry, cell);
    if (entry->rtekind != RTE_RELATION || entry->relid != view) break;
    ++entries;
  }
  return entries;
}

// Takes the columns of a normalized query out of it.
List* take_columns(Query* query, int shift) {
  Walk walk{0, shift};
  query->rtable = list_copy_tail(query->rtable, shift);
  forget_origin(query);
  (void)compat::walk_query_tree(query, normalize, &walk, QTW_EXAMINE_RTES_BEFORE);
  List* const columns = query->targetList;
  query->targetList = NIL;
  return columns;
}

Query* definition_of(Oid view) {
  Query* query = nullptr;
  const Relation relation = relation_open(view, AccessShareLock);
  if (relation->rd_rules != nullptr && relation->rd_rules->numLocks == 1) {
    const RewriteRule* const rule = relation->rd_rules->rules[0];
    if (rule->event == CMD_SELECT && list_length(rule->actions) == 1)
      query = static_cast<Query*>(copyObjectImpl(linitial(rule->actions)));
  }
  relation_close(relation, NoLock);
  return query;
}

Query* analyzed(const char* text) {
  SPIPlanPtr const plan = SPI_prepare(text, 0, nullptr);
  if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
  const auto* const source =
      static_cast<const CachedPlanSource*>(linitial(SPI_plan_get_plan_sources(plan)));
  auto* const query = static_cast<Query*>(copyObjectImpl(linitial(source->query_list)));
  SPI_freeplan(plan);
  return query;
}

// Names by column; count < 0: the view is another.
struct Compared {
  int count;
  const char** queried;
  const char** shown;
};

constexpr Compared different{-1, nullptr, nullptr};

// Each column of the query is another one of the view.
Compared compare_columns(Oid view, const List* queried, const List* shown) {
  const int count = list_length(queried);
  if (count != list_length(shown)) return different;
  const std::size_t bytes = sizeof(const char*) * static_cast<std::size_t>(count);
  const Compared compared{count, static_cast<const char**>(palloc(bytes)),
                          static_cast<const char**>(palloc0(bytes))};
  auto* const taken = static_cast<bool*>(palloc0(static_cast<std::size_t>(count)));
  for (int i = 0; i < count; ++i) {
    const auto* const column = list_nth_node(TargetEntry, queried, i);
    compared.queried[i] = column->resname;
    for (int j = 0; j < count && compared.shown[i] == nullptr; ++j) {
      const auto* const candidate = list_nth_node(TargetEntry, shown, j);
      if (taken[j] || candidate->resjunk || !equal(column->expr, candidate->expr)) continue;
      taken[j] = true;
      compared.shown[i] = get_attname(view, candidate->resno, false);
    }
    if (compared.shown[i] == nullptr) return different;
  }
  return compared;
}

Compared compare(Oid view, const char* text) {
  Query* const definition = definition_of(view);
  if (definition == nullptr) return different;
  Query* const query = analyzed(text);
  const List* const shown = take_columns(definition, entries_of_view(definition, view));
  const List* const queried = take_columns(query, 0);
  return equal(query, definition) ? compare_columns(view, queried, shown) : different;
}

}  // namespace

ViewDefinition compare_definition(Oid view, const std::string& query) {
  const char* const text = query.c_str();
  const Compared compared = guarded([&] { return compare(view, text); });
  ViewDefinition definition;
  definition.as_queried = compared.count >= 0;
  for (int i = 0; i < compared.count; ++i)
    definition.names.emplace_back(compared.queried[i], compared.shown[i]);
  return definition;
}

}  // namespace microdata::postgres

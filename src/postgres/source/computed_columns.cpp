#include "postgres/source/computed_columns.hpp"

#include <algorithm>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Query and the queries around it, as varlevelsup and ctelevelsup count them.
struct Level {
  const Query* query;
  const Level* outer;
};

const Level* level_above(const Level& level, Index up) {
  const Level* above = &level;
  for (; up > 0 && above != nullptr; --up)
    above = above->outer;
  return above;
}

// State of following columns. Calls PostgreSQL, and owns nothing. Lists go in pairs.
struct ViewWalk {
  // True if expressions are followed to the columns that they use.
  bool through_expressions = false;
  // Copies of the queries of views, so that the address identifies a query.
  List* views = NIL;
  List* view_queries = NIL;
  // Queries and the numbers of their followed columns: a column that is reached twice, also by
  // recursion, is followed once.
  List* queries_seen = NIL;
  List* columns_seen = NIL;
  // Columns that were found.
  List* relations = NIL;
  List* numbers = NIL;
};

void follow_relation(Oid relation, int number, ViewWalk& walk);
void follow_query(const Query* query, const Level* outer, int number, ViewWalk& walk);
void follow_expression(const Node* node, const Level& level, ViewWalk& walk);

bool seen(const Query* query, int number, const ViewWalk& walk) {
  for (int i = 0; i < list_length(walk.queries_seen); ++i) {
    if (list_nth(walk.queries_seen, i) == query && list_nth_int(walk.columns_seen, i) == number) {
      return true;
    }
  }
  return false;
}

bool found(Oid relation, int number, const ViewWalk& walk) {
  for (int i = 0; i < list_length(walk.relations); ++i) {
    if (list_nth_oid(walk.relations, i) == relation && list_nth_int(walk.numbers, i) == number) {
      return true;
    }
  }
  return false;
}

Query* read_view(Oid view) {
  Query* query = nullptr;
  const Relation relation = relation_open(view, AccessShareLock);
  for (int i = 0; relation->rd_rules != nullptr && i < relation->rd_rules->numLocks; ++i) {
    const RewriteRule* rule = relation->rd_rules->rules[i];
    if (rule->event == CMD_SELECT && list_length(rule->actions) == 1) {
      query = static_cast<Query*>(copyObjectImpl(linitial(rule->actions)));
    }
  }
  relation_close(relation, NoLock);
  return query;
}

Query* view_query(Oid view, ViewWalk& walk) {
  for (int i = 0; i < list_length(walk.views); ++i) {
    if (list_nth_oid(walk.views, i) == view) {
      return static_cast<Query*>(list_nth(walk.view_queries, i));
    }
  }
  Query* query = read_view(view);
  walk.views = lappend_oid(walk.views, view);
  walk.view_queries = lappend(walk.view_queries, query);
  return query;
}

// Adds the columns that an expression names; PostgreSQL calls this function with each node.
bool add_columns(Node* node, void* columns) {
  if (node == nullptr) return false;
  if (IsA(node, Var)) {
    List** const list = static_cast<List**>(columns);
    *list = lappend_int(*list, reinterpret_cast<const Var*>(node)->varattno);
    return false;
  }
  return compat::walk_expression_tree(node, add_columns, columns);
}

void follow_relation(Oid relation, int number, ViewWalk& walk) {
  if (found(relation, number, walk)) return;
  walk.relations = lappend_oid(walk.relations, relation);
  walk.numbers = lappend_int(walk.numbers, number);
  const char kind = get_rel_relkind(relation);
  if (kind != RELKIND_VIEW && kind != RELKIND_MATVIEW) {
    if (!walk.through_expressions) return;
    const List* columns = columns_of_expression(relation, static_cast<AttrNumber>(number));
    for (int i = 0; i < list_length(columns); ++i)
      follow_relation(relation, list_nth_int(columns, i), walk);
    return;
  }
  const Query* query = view_query(relation, walk);
  if (query != nullptr) follow_query(query, nullptr, number, walk);
}

// Follows a column of a set operation. EXCEPT shows only values of its left arm.
void follow_arms(const Node* arms, const Level& level, int number, ViewWalk& walk) {
  check_stack_depth();
  if (IsA(arms, RangeTblRef)) {
    const int index = reinterpret_cast<const RangeTblRef*>(arms)->rtindex;
    const RangeTblEntry* entry = rt_fetch(index, level.query->rtable);
    if (entry->subquery != nullptr) follow_query(entry->subquery, &level, number, walk);
  } else if (IsA(arms, SetOperationStmt)) {
    const auto* operation = reinterpret_cast<const SetOperationStmt*>(arms);
    follow_arms(operation->larg, level, number, walk);
    if (operation->op != SETOP_EXCEPT) follow_arms(operation->rarg, level, number, walk);
  }
}

void follow_query(const Query* query, const Level* outer, int number, ViewWalk& walk) {
  check_stack_depth();
  CHECK_FOR_INTERRUPTS();
  if (query->commandType != CMD_SELECT || seen(query, number, walk)) return;
  walk.queries_seen = lappend(walk.queries_seen, const_cast<Query*>(query));
  walk.columns_seen = lappend_int(walk.columns_seen, number);
  const Level level{query, outer};
  if (query->setOperations != nullptr) {
    follow_arms(query->setOperations, level, number, walk);
    return;
  }
  const TargetEntry* entry = get_tle_by_resno(query->targetList, static_cast<AttrNumber>(number));
  if (entry == nullptr || entry->resjunk) return;
  follow_expression(reinterpret_cast<const Node*>(entry->expr), level, walk);
}

void follow_common_table(const RangeTblEntry& entry, const Level& level, int number,
                         ViewWalk& walk) {
  const Level* owner = level_above(level, entry.ctelevelsup);
  if (owner == nullptr) return;
  ListCell* cell = nullptr;
  foreach (cell, owner->query->cteList) {
    const auto* table = static_cast<const CommonTableExpr*>(lfirst(cell));
    if (strcmp(table->ctename, entry.ctename) != 0 || !IsA(table->ctequery, Query)) continue;
    follow_query(reinterpret_cast<const Query*>(table->ctequery), owner, number, walk);
  }
}

void follow_listed(List* expressions, int number, const Level& level, ViewWalk& walk) {
  if (number > list_length(expressions)) return;
  follow_expression(static_cast<const Node*>(list_nth(expressions, number - 1)), level, walk);
}

void follow_column(const RangeTblEntry* entry, int number, const Level* at, ViewWalk& walk) {
  if (entry->rtekind == RTE_RELATION) {
    follow_relation(entry->relid, number, walk);
  } else if (entry->rtekind == RTE_SUBQUERY && entry->subquery != nullptr) {
    follow_query(entry->subquery, at, number, walk);
  } else if (entry->rtekind == RTE_JOIN) {
    follow_listed(entry->joinaliasvars, number, *at, walk);
  } else if (entry->rtekind == RTE_CTE) {
    follow_common_table(*entry, *at, number, walk);
  } else {
    follow_listed(compat::grouped_expressions(entry), number, *at, walk);
  }
}

void follow_variable(const Var& variable, const Level& level, ViewWalk& walk) {
  const Level* at = level_above(level, variable.varlevelsup);
  // A system column is not followed.
  if (at == nullptr || variable.varattno < 0) return;
  const RangeTblEntry* entry = rt_fetch(variable.varno, at->query->rtable);
  if (variable.varattno > 0) return follow_column(entry, variable.varattno, at, walk);
  // The variable is a whole row.
  for (int i = 1; walk.through_expressions && i <= list_length(entry->eref->colnames); ++i)
    follow_column(entry, i, at, walk);
}

// True if the cast keeps different values apart: an implicit cast of the server, or a cast to a
// length. A date has many timestamps, and is another attribute.
bool keeps_values_apart(const FuncExpr& cast) {
  if (cast.funcformat == COERCE_EXPLICIT_CALL || cast.args == NIL) return false;
  const Oid from = exprType(static_cast<Node*>(linitial(cast.args)));
  if (from == cast.funcresulttype) return true;
  Oid function = InvalidOid;
  return find_coercion_pathway(cast.funcresulttype, from, COERCION_IMPLICIT, &function) ==
             COERCION_PATH_FUNC &&
         function == cast.funcid;
}

void follow_all(const List* expressions, const Level& level, ViewWalk& walk) {
  for (int i = 0; i < list_length(expressions); ++i)
    follow_expression(static_cast<const Node*>(list_nth(expressions, i)), level, walk);
}

// Context of an expression whose parts are followed.
struct WalkedParts {
  const Level& level;
  ViewWalk& walk;
};

// Follows a part of an expression; PostgreSQL calls this function with each part. Queries are
// skipped here, because they are followed by their columns.
bool follow_part(Node* node, void* context) {
  if (node == nullptr || IsA(node, Query)) return false;
  const WalkedParts& parts = *static_cast<const WalkedParts*>(context);
  follow_expression(node, parts.level, parts.walk);
  return false;
}

void follow_parts(const Node* node, const Level& level, ViewWalk& walk) {
  if (!walk.through_expressions) return;
  WalkedParts parts{level, walk};
  if (IsA(node, Aggref) && reinterpret_cast<const Aggref*>(node)->aggfnoid == F_COUNT_ANY) {
    follow_part(reinterpret_cast<Node*>(reinterpret_cast<const Aggref*>(node)->aggfilter), &parts);
    return;
  }
  compat::walk_expression_tree(const_cast<Node*>(node), follow_part, &parts);
}

// Follows an expression to columns. A join's list has a null pointer for a column that does not
// exist.
void follow_expression(const Node* node, const Level& level, ViewWalk& walk) {
  if (node == nullptr) return;
  check_stack_depth();
  const auto follow = [&](const void* inner) {
    follow_expression(static_cast<const Node*>(inner), level, walk);
  };
  if (IsA(node, Var)) {
    follow_variable(*reinterpret_cast<const Var*>(node), level, walk);
  } else if (IsA(node, RelabelType)) {
    follow(reinterpret_cast<const RelabelType*>(node)->arg);
  } else if (IsA(node, CollateExpr)) {
    follow(reinterpret_cast<const CollateExpr*>(node)->arg);
  } else if (IsA(node, CoerceToDomain)) {
    follow(reinterpret_cast<const CoerceToDomain*>(node)->arg);
  } else if (IsA(node, CoerceViaIO)) {
    follow(reinterpret_cast<const CoerceViaIO*>(node)->arg);
  } else if (IsA(node, FuncExpr)) {
    const auto* cast = reinterpret_cast<const FuncExpr*>(node);
    if (keeps_values_apart(*cast)) {
      follow(linitial(cast->args));
    } else {
      follow_parts(node, level, walk);
    }
  } else if (IsA(node, CoalesceExpr)) {
    follow_all(reinterpret_cast<const CoalesceExpr*>(node)->args, level, walk);
  } else if (IsA(node, SubLink)) {
    const auto* scalar = reinterpret_cast<const SubLink*>(node);
    if (scalar->subLinkType == EXPR_SUBLINK && IsA(scalar->subselect, Query)) {
      follow_query(reinterpret_cast<const Query*>(scalar->subselect), &level, 1, walk);
    } else {
      follow_parts(node, level, walk);
    }
  } else {
    follow_parts(node, level, walk);
  }
}

std::vector<ColumnBehind> followed_columns(const Source& source, bool through_expressions) {
  std::vector<ColumnBehind> shown;
  ViewWalk walk;
  walk.through_expressions = through_expressions;
  for (std::size_t position = 0; position < source.columns.size(); ++position) {
    walk.queries_seen = walk.columns_seen = walk.relations = walk.numbers = NIL;
    guarded([&] { follow_relation(source.relation, source.columns[position].number, walk); });
    for (int i = 0; i < list_length(walk.relations); ++i) {
      shown.push_back({position, list_nth_oid(walk.relations, i),
                       static_cast<AttrNumber>(list_nth_int(walk.numbers, i))});
    }
  }
  return shown;
}

}  // namespace

List* columns_of_expression(Oid relation, AttrNumber number) {
  List* columns = NIL;
  const Relation opened = relation_open(relation, AccessShareLock);
  if (TupleDescAttr(RelationGetDescr(opened), number - 1)->attgenerated != '\0')
    add_columns(build_column_default(opened, number), static_cast<void*>(&columns));
  relation_close(opened, NoLock);
  return columns;
}

std::vector<ColumnBehind> shown_columns(const Source& source) {
  return followed_columns(source, false);
}

std::vector<ColumnBehind> columns_behind(const Source& source) {
  return followed_columns(source, true);
}

namespace {

// Beginning of a query about columns and their relatives. A column has the same name in all tables
// that inherit it.
constexpr const char* with_families =
    "WITH RECURSIVE shown (position, relation, attribute) AS ("
    "SELECT s.position, a.attrelid, a.attname FROM ROWS FROM ("
    "pg_catalog.unnest($1::pg_catalog.int4[]), pg_catalog.unnest($2::pg_catalog.oid[]), "
    "pg_catalog.unnest($3::pg_catalog.int2[])) s (position, relation, number) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = s.relation AND a.attnum = s.number), "
    "heir (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhrelid FROM heir h JOIN pg_catalog.pg_inherits i "
    "ON i.inhparent = h.relation), "
    "ancestor (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhparent FROM ancestor h JOIN pg_catalog.pg_inherits i "
    "ON i.inhrelid = h.relation), "
    "family (origin, relation) AS (SELECT * FROM heir UNION SELECT * FROM ancestor), ";

std::string array_of(const std::vector<std::string>& elements) {
  return "{" + join(elements, ",") + "}";
}

}  // namespace

std::vector<ResultRow> query_families(const std::vector<ColumnBehind>& columns,
                                      const char* statement) {
  std::vector<std::string> positions;
  std::vector<std::string> relations;
  std::vector<std::string> numbers;
  for (const ColumnBehind& column : columns) {
    positions.push_back(std::to_string(column.position));
    relations.push_back(std::to_string(column.relation));
    numbers.push_back(std::to_string(column.number));
  }
  const CatalogScope scope;
  const std::string whole = std::string(with_families) + statement;
  return query(whole.c_str(), {array_of(positions), array_of(relations), array_of(numbers)});
}

std::vector<ResultRow> query_families(const Source& source, const char* statement) {
  return query_families(shown_columns(source), statement);
}

namespace {

std::vector<AttrNumber> computed_from(const ColumnBehind& shown) {
  const List* const columns =
      guarded([&] { return columns_of_expression(shown.relation, shown.number); });
  std::vector<AttrNumber> numbers;
  for (int i = 0; i < list_length(columns); ++i)
    numbers.push_back(static_cast<AttrNumber>(list_nth_int(columns, i)));
  return numbers;
}

// False if the source is a table without generated columns, which shows no computed columns.
bool may_have_some(const Source& source) {
  return source.kind == RELKIND_VIEW || source.kind == RELKIND_MATVIEW ||
         std::any_of(source.columns.begin(), source.columns.end(),
                     [](const SourceColumn& column) { return column.generated; });
}

// Adds one base column for each column of the source that shows it, or one without a position if
// none does.
void add_base(const ColumnBehind& computed, AttrNumber number,
              const std::vector<ColumnBehind>& shown, std::vector<BaseColumn>& found) {
  const std::size_t before = found.size();
  for (const ColumnBehind& other : shown) {
    if (other.relation == computed.relation && other.number == number &&
        other.position != computed.position) {
      found.push_back({other.relation, number, other.position});
    }
  }
  if (found.size() == before) found.push_back({computed.relation, number, std::nullopt});
}

bool is_published_by_choice(const AssignedRole& assigned) {
  return assigned.chosen &&
         (assigned.role == Role::quasi_identifier || assigned.role == Role::insensitive);
}

constexpr const char* declared_sensitive_or_identifying =
    "declared (position, sensitive) AS ("
    "SELECT s.position, r.role = 'sensitive' FROM shown s "
    "JOIN family f ON f.origin = s.relation "
    "JOIN microdata.role_record r ON r.source = f.relation AND r.attribute = s.attribute "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attname = r.attribute "
    "AND a.attnum = r.attnum AND NOT a.attisdropped "
    "WHERE r.role IN ('sensitive', 'identifier', 'subject')) "
    "SELECT DISTINCT d.position, d.sensitive FROM declared d";

// Role of a column from which another column is computed.
struct JudgedBase {
  std::size_t computed = 0;
  bool sensitive = false;
  bool identifier = false;
};

std::vector<JudgedBase> judged_bases(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<ComputedColumn>& computed) {
  std::vector<JudgedBase> bases;
  std::vector<ColumnBehind> unpublished;
  for (const ComputedColumn& column : computed) {
    for (const BaseColumn& from : column.from) {
      const AssignedRole shown = from.position ? roles[*from.position] : AssignedRole();
      if (!is_published_by_choice(shown))
        unpublished.push_back({bases.size(), from.relation, from.number});
      bases.push_back(
          {column.position, shown.role == Role::sensitive, shown.role == Role::identifier});
    }
  }
  // The table's declarations would be disclosed to readers of a view of the table's owner, and any
  // role can create a view.
  if (!may_read_through(source.relation)) return bases;
  for (const ResultRow& row : query_families(unpublished, declared_sensitive_or_identifying)) {
    JudgedBase& base = bases[std::stoul(*row[0])];
    (*row[1] == "t" ? base.sensitive : base.identifier) = true;
  }
  return bases;
}

}  // namespace

std::vector<ComputedColumn> computed_columns(const Source& source) {
  std::vector<ComputedColumn> computed;
  if (!may_have_some(source)) return computed;
  const std::vector<ColumnBehind> shown = shown_columns(source);
  for (const ColumnBehind& column : shown) {
    const std::vector<AttrNumber> from = computed_from(column);
    if (from.empty()) continue;
    ComputedColumn& found = computed.emplace_back(ComputedColumn{column.position, {}});
    for (const AttrNumber number : from)
      add_base(column, number, shown, found.from);
  }
  return computed;
}

std::vector<RolesComputedFrom> roles_computed_from(const Source& source,
                                                   const std::vector<AssignedRole>& roles) {
  std::vector<RolesComputedFrom> found(source.columns.size());
  const std::vector<ComputedColumn> computed = computed_columns(source);
  if (computed.empty()) return found;
  const std::vector<JudgedBase> bases = judged_bases(source, roles, computed);
  for (const JudgedBase& base : bases) {
    RolesComputedFrom& from = found[base.computed];
    from.sensitive = from.sensitive || base.sensitive;
    from.identifier = from.identifier || (base.identifier && !base.sensitive);
  }
  return found;
}

void protect_computed(const Source& source, std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  const std::vector<RolesComputedFrom> from = roles_computed_from(source, roles);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    AssignedRole& assigned = roles[i];
    assigned.computed_from_identifier = from[i].identifier;
    if (!from[i].sensitive || assigned.chosen || assigned.role != Role::quasi_identifier) continue;
    assigned.role = Role::sensitive;
    assigned.computed_from_sensitive = true;
    names.push_back(in_quotes(source.columns[i].name));
  }
  if (names.empty()) return;
  report(NOTICE,
         (names.size() == 1 ? "generated column " : "generated columns ") + join(names) +
             " taken for sensitive",
         names.size() == 1 ? "It is computed from a sensitive column."
                           : "They are computed from sensitive columns.");
}

}  // namespace microdata::postgres

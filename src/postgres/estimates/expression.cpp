#include "postgres/estimates/expression.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Names, types and subqueries of an expression, from its text alone.
struct Written {
  // Name of the attribute; null if there is none.
  const char* name = nullptr;
  bool is_name = false;
  bool is_expression = true;
  bool has_several = false;
  bool has_subquery = false;
  // True if a name has a schema, or a type is not the server's own. Reading a literal of such a
  // type would run the code of its owner.
  bool is_foreign = false;
};

bool is_of_server(List* qualified) {
  return list_length(qualified) < 2 ||
         (list_length(qualified) == 2 && strcmp(strVal(linitial(qualified)), "pg_catalog") == 0);
}

void note_name(List* fields, Written& written) {
  const Node* const field = static_cast<const Node*>(linitial(fields));
  if (list_length(fields) > 1 || !IsA(field, String)) {
    written.is_expression = false;
    return;
  }
  const char* const name = strVal(field);
  written.has_several =
      written.has_several || (written.name != nullptr && strcmp(written.name, name) != 0);
  written.name = name;
}

// Notes a node of the parsed text and those below it; the server's walkers take a void*.
bool note(Node* node, void* context) {
  auto& written = *static_cast<Written*>(context);
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, ColumnRef)) note_name(reinterpret_cast<ColumnRef*>(node)->fields, written);
  if (IsA(node, SubLink)) written.has_subquery = true;
  if (IsA(node, FuncCall) && !is_of_server(reinterpret_cast<FuncCall*>(node)->funcname))
    written.is_foreign = true;
  if (IsA(node, A_Expr) && !is_of_server(reinterpret_cast<A_Expr*>(node)->name))
    written.is_foreign = true;
  if (IsA(node, TypeName)) {
    const auto* const type = reinterpret_cast<const TypeName*>(node);
    written.is_foreign =
        written.is_foreign || type->pct_type ||
        LookupTypeNameOid(nullptr, type, true) >= static_cast<Oid>(FirstNormalObjectId);
  }
  return compat::walk_raw_tree(node, note, context);
}

// Returns the tree of the text; null if it is no expression.
Node* parse(const char* text) {
  List* const statements = pg_parse_query(psprintf("SELECT %s", text));
  if (list_length(statements) != 1) return nullptr;
  Node* const statement = linitial_node(RawStmt, statements)->stmt;
  if (!IsA(statement, SelectStmt)) return nullptr;
  auto* const select = reinterpret_cast<SelectStmt*>(statement);
  if (list_length(select->targetList) != 1) return nullptr;
  auto* const target = linitial_node(ResTarget, select->targetList);
  // The statement may have its one target and no other clause.
  SelectStmt* const bare = makeNode(SelectStmt);
  bare->targetList = select->targetList;
  bare->limitOption = select->limitOption;
  return target->name == nullptr && equal(select, bare) ? target->val : nullptr;
}

Written written_in(const std::string& text) {
  return guarded([&] {
    Written written;
    Node* const tree = parse(text.c_str());
    if (tree == nullptr) {
      written.is_expression = false;
      return written;
    }
    note(tree, &written);
    written.is_name = IsA(tree, ColumnRef);
    return written;
  });
}

// Attribute that the parser finds by its name, as a parameter.
struct SpelledAttribute {
  const char* name;
  Oid type;
  // True if a date is read as the timestamp of its midnight, because the functions of dates are
  // those of timestamp with time zone otherwise, which depend on the session.
  bool as_timestamp;
};

Node* parameter(ParseState* state, ColumnRef* reference) {
  const auto& known = *static_cast<const SpelledAttribute*>(state->p_ref_hook_state);
  if (strcmp(strVal(linitial(reference->fields)), known.name) != 0) return nullptr;
  Param* const result = makeNode(Param);
  result->paramkind = PARAM_EXTERN;
  result->paramid = 1;
  result->paramtype = known.type;
  result->paramtypmod = -1;
  result->paramcollid = get_typcollation(known.type);
  result->location = reference->location;
  Node* const value = reinterpret_cast<Node*>(result);
  if (!known.as_timestamp) return value;
  return coerce_type(state, value, known.type, TIMESTAMPOID, -1, COERCION_EXPLICIT,
                     COERCE_EXPLICIT_CAST, -1);
}

bool is_foreign_function(Oid function, void* /*context*/) {
  return function >= FirstNormalObjectId;
}

bool calls_foreign_code(Node* node, void* context) {
  if (node == nullptr) return false;
  check_stack_depth();
  if (check_functions_in_node(node, is_foreign_function, context)) return true;
  if (IsA(node, CoerceToDomain) &&
      reinterpret_cast<const CoerceToDomain*>(node)->resulttype >= FirstNormalObjectId)
    return true;
  return compat::walk_expression_tree(node, calls_foreign_code, context);
}

// A checked expression, of which the server evaluates the tree.
struct Compiled {
  Node* tree = nullptr;
  Oid type = InvalidOid;
  Oid collation = InvalidOid;
  bool is_foreign = false;
  bool is_mutable = false;
  // True if the result is not one value for each value of the attribute.
  bool is_of_rows = false;
};

bool has_aggregate(Node* node, void* context) {
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, Aggref) || IsA(node, GroupingFunc) || IsA(node, WindowFunc)) return true;
  return compat::walk_expression_tree(node, has_aggregate, context);
}

Compiled compile(const char* text, SpelledAttribute attribute) {
  ParseState* const state = make_parsestate(nullptr);
  state->p_pre_columnref_hook = parameter;
  state->p_ref_hook_state = &attribute;
  Compiled compiled;
  compiled.tree = transformExpr(state, parse(text), EXPR_KIND_OTHER);
  assign_expr_collations(state, compiled.tree);
  compiled.type = exprType(compiled.tree);
  compiled.collation = exprCollation(compiled.tree);
  compiled.is_of_rows =
      has_aggregate(compiled.tree, nullptr) || expression_returns_set(compiled.tree);
  if (!OidIsValid(compiled.collation)) compiled.collation = get_typcollation(compiled.type);
  compiled.is_foreign = calls_foreign_code(compiled.tree, nullptr) ||
                        compiled.type >= FirstNormalObjectId ||
                        get_typtype(compiled.type) == TYPTYPE_PSEUDO;
  compiled.is_mutable = !compiled.is_foreign && contain_mutable_functions(compiled.tree);
  free_parsestate(state);
  return compiled;
}

Error expression_error(const std::string& text, const std::string& detail) {
  return Error(ERRCODE_FEATURE_NOT_SUPPORTED,
               "expression " + in_quotes(text) + " of attributes is not supported")
      .detail(detail);
}

// Fails because a request from another server, which any role may make up, is malformed.
[[noreturn]] void fail_expression() {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid expression of an attribute");
}

// Returns the attribute that the text is an expression of. Fails unless it is of one.
std::string attribute_in(const std::string& text) {
  const Written written = written_in(text);
  if (!written.is_expression || written.name == nullptr) {
    throw expression_error(text, "It must be one expression of one published attribute.");
  }
  if (written.has_several) {
    throw expression_error(text, "It names several attributes.")
        .hint("Group by an expression of each attribute.");
  }
  if (written.has_subquery) throw expression_error(text, "It has a subquery.");
  if (written.is_foreign) {
    throw expression_error(text, "It names a schema, or a type that is not PostgreSQL's own.");
  }
  return written.name;
}

Compiled compiled(const AttributeExpression& expression) {
  const Oid type = expression.type;
  const bool exists =
      guarded([&] { return SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)); });
  if (!exists || attribute_in(expression.text) != expression.attribute) fail_expression();
  if (type >= FirstNormalObjectId) {
    throw expression_error(expression.text, "Attribute " + in_quotes(expression.attribute) +
                                                " has a type that is not PostgreSQL's own.");
  }
  const char* const text = expression.text.c_str();
  const char* const name = expression.attribute.c_str();
  Compiled result = guarded([&] { return compile(text, {name, type, false}); });
  if (result.is_mutable && type == DATEOID)
    result = guarded([&] { return compile(text, {name, type, true}); });
  if (result.is_of_rows) {
    throw expression_error(
        expression.text, "It has an aggregate, a window function or a function that returns sets.");
  }
  if (result.is_foreign) {
    throw expression_error(expression.text,
                           "It has a function or a result that is not PostgreSQL's own.");
  }
  if (result.is_mutable) {
    throw expression_error(expression.text, "Its result can depend on the session.")
        .hint("Use immutable functions, as of timestamps without time zone.");
  }
  return result;
}

// Evaluates an expression for one value after the other. The memory context that it is made in
// frees it.
class Evaluation {
 public:
  explicit Evaluation(const AttributeExpression& expression) {
    Node* const tree = compiled(expression).tree;
    const Oid type = expression.type;
    made_ = guarded([&] {
      Made made;
      made.state = CreateExecutorState();
      made.parameters = makeParamList(1);
      made.parameters->params[0].pflags = PARAM_FLAG_CONST;
      made.parameters->params[0].ptype = type;
      made.state->es_param_list_info = made.parameters;
      made.context = GetPerTupleExprContext(made.state);
      made.expression = ExecPrepareExpr(reinterpret_cast<Expr*>(tree), made.state);
      return made;
    });
  }

  // Returns the result, or nothing for NULL, until the next call.
  std::optional<Datum> of(std::optional<Datum> value) const {
    struct Result {
      Datum value;
      bool is_null;
    };
    const Result result = guarded([&] {
      ResetExprContext(made_.context);
      made_.parameters->params[0].value = value.value_or(0);
      made_.parameters->params[0].isnull = !value;
      Result evaluated{};
      evaluated.value =
          ExecEvalExprSwitchContext(made_.expression, made_.context, &evaluated.is_null);
      return evaluated;
    });
    return result.is_null ? std::nullopt : std::optional(result.value);
  }

 private:
  struct Made {
    EState* state;
    ParamListInfo parameters;
    ExprContext* context;
    ExprState* expression;
  };
  Made made_{};
};

void check_size(const Dictionary& results, const AttributeExpression& expression) {
  if (results.allocated_bytes() <= static_cast<std::size_t>(memory_limit_bytes())) return;
  throw Error(ERRCODE_OUT_OF_MEMORY, "values of expression " + in_quotes(expression.text) +
                                         " take more memory than pg_microdata.memory_limit");
}

// Fails for a generalized attribute. The results for the values that a range, a set or a label
// covers would differ, and its text is none of them.
void check_values(const std::string& text, const std::string& attribute, bool generalized) {
  if (!generalized) return;
  throw expression_error(text, "Attribute " + in_quotes(attribute) + " is generalized.")
      .hint("Name the attribute itself, or use conditions, which count by the covered values.");
}

}  // namespace

AttributeExpression read_expression(const Release& release, const std::string& text) {
  // A name stands for itself: "no attribute" says more than a parser's error about its blanks.
  const Written written = written_in(text);
  if (written.is_name || !written.is_expression) require_attribute(release, text);
  AttributeExpression expression{text, attribute_in(text), InvalidOid};
  const ReleaseAttribute& attribute = require_attribute(release, expression.attribute);
  check_values(text, attribute.name, attribute.generalized);
  const Source relation = open_source(attribute.relation);
  expression.type = require_column(relation, attribute.name).type.base;
  compiled(expression);
  return expression;
}

AttributeType type_of(const AttributeExpression& expression) {
  const Compiled result = compiled(expression);
  return attribute_type(result.type, -1, result.collation);
}

PublishedAttribute evaluate(const AttributeExpression& expression, const PublishedAttribute& of,
                            const Progress& progress) {
  const MemoryScope scope;
  check_values(expression.text, of.name, !of.texts.empty());
  const Dictionary& published = of.meaning.values.front();
  // A request made up for another type would make the server read what is no such value.
  if (published.type().base != expression.type) fail_expression();
  const Evaluation evaluation(expression);
  PublishedAttribute result;
  result.name = expression.text;
  result.column = of.column;
  result.meaning.type = type_of(expression);
  Dictionary& results = result.meaning.values.emplace_back(result.meaning.type);
  std::vector<Code> code_of;
  for (Code label = 0; label < of.meaning.distinct(); ++label) {
    progress.checkpoint_at(label);
    const std::optional<Datum> value = evaluation.of(
        published.is_null(label) ? std::nullopt : std::optional(published.datum(label)));
    code_of.push_back(
        results.encode(value ? make_key(result.meaning.type, *value) : Key{true, 0, {}}));
    check_size(results, expression);
  }
  results.finish(progress);
  results.translate(code_of, progress);
  result.labels.reserve(of.labels.size());
  for (const Code label : of.labels)
    result.labels.push_back(code_of.at(label));
  return result;
}

}  // namespace microdata::postgres

#include "postgres/source/region_tree.hpp"

#include <algorithm>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

// Operators that compare a type's values, as in statements: OPERATOR(schema.name).
struct Operators {
  std::string less;
  std::string equal;
};

std::string operator_in_sql(Oid number) {
  List* const name = guarded([&] {
    List* parts = NIL;
    List* arguments = NIL;
    format_operator_parts(number, &parts, &arguments, false);
    return parts;
  });
  return "OPERATOR(" + quote_name(static_cast<const char*>(linitial(name))) + "." +
         static_cast<const char*>(lsecond(name)) + ")";
}

Operators operators_of(const std::string& column, const AttributeType& type) {
  struct Numbers {
    Oid less;
    Oid equal;
  };
  const Numbers numbers = guarded([&] {
    const TypeCacheEntry* entry =
        lookup_type_cache(type.base, TYPECACHE_CMP_PROC | TYPECACHE_LT_OPR | TYPECACHE_EQ_OPR);
    return Numbers{entry->lt_opr, entry->eq_opr};
  });
  const bool has_order = OidIsValid(numbers.less) && OidIsValid(numbers.equal);
  // The description of a release can name any column.
  if (!has_order || !is_compared_by_server(type)) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "column " + in_quotes(column) + " cannot be cut into regions")
        .detail("Its type " + type_name(type) +
                (has_order ? " is not compared by the server's code alone." : " has no order."));
  }
  return {operator_in_sql(numbers.less), operator_in_sql(numbers.equal)};
}

// Fails if splits are nested too deeply, also for the server's parser. A caller can send any tree
// to a server.
void require_stack() {
  if (!stack_is_too_deep()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "regions are cut too often, one within the other");
}

class Expression {
 public:
  Expression(const RegionTree& tree, const std::function<RegionKey(const std::string&)>& key)
      : tree_(tree), key_(key) {}

  // Returns the expression for evaluation on this server only, if a collation could differ
  // elsewhere. `otherwise` is never evaluated.
  std::string compared_here(const std::string& expression, const std::string& otherwise) const {
    const auto is_here_alone = [&](const RegionNode& node) {
      if (node.region) return false;
      const RegionKey key = key_(node.column);
      return key.elsewhere && OidIsValid(key.type.collation);
    };
    if (std::none_of(tree_.nodes.begin(), tree_.nodes.end(), is_here_alone)) return expression;
    // An expression that depends on the transaction is sent to no other server.
    return "CASE WHEN pg_catalog.now() IS NULL THEN " + otherwise + " ELSE " + expression + " END";
  }

  std::string of(std::size_t index) const {
    require_stack();
    const RegionNode& node = tree_.nodes[index];
    if (node.region) return std::to_string(*node.region);
    return "CASE WHEN " + test(node) + " THEN " + of(node.left) + " ELSE " + of(node.right) +
           " END";
  }

  // Returns the condition that a row below the node is in a wanted region.
  std::string filter(std::size_t index, const std::vector<bool>& wanted) const {
    require_stack();
    const RegionNode& node = tree_.nodes[index];
    if (node.region) return wanted[*node.region] ? "true" : "false";
    std::string left = filter(node.left, wanted);
    const std::string right = filter(node.right, wanted);
    if (left == right && (left == "true" || left == "false")) return left;
    const std::string condition = "(" + test(node) + ")";
    return "(" + condition + " AND " + left + " OR (NOT " + condition + " OR (" +
           key_(node.column).expression + ") IS NULL) AND " + right + ")";
  }

 private:
  std::string test(const RegionNode& node) const {
    const RegionKey key = key_(node.column);
    const Operators operators = operators_of(node.column, key.type);
    AttributeType compared = key.type;
    compared.declared = compared.base;
    compared.typmod = -1;
    const std::string with_collation = type_in_ddl(compared);
    compared.collation = InvalidOid;
    const std::string plain = type_in_ddl(compared);
    // A column has its own collation, and a constant with a collation would keep postgres_fdw from
    // sending the comparison.
    const std::string type = key.expression == quote_name(node.column) ? plain : with_collation;
    std::vector<std::string> tests;
    for (const std::string& value : node.values) {
      tests.push_back(
          join({"(", key.expression, ")::", plain, " ",
                node.among ? operators.equal : operators.less, " ", quote_value(value), "::", type},
               ""));
    }
    return join(tests, " OR ");
  }

  const RegionTree& tree_;
  const std::function<RegionKey(const std::string&)>& key_;
};

std::string side_of(const RegionNode& node, bool left) {
  const std::string column = quote_name(node.column);
  if (!node.among) return column + (left ? " < " : " >= ") + quote_value(node.values.front());
  std::vector<std::string> values;
  std::transform(node.values.begin(), node.values.end(), std::back_inserter(values), quote_value);
  if (values.size() == 1) return column + (left ? " = " : " <> ") + values.front();
  return column + (left ? " IN (" : " NOT IN (") + join(values) + ")";
}

// Split on the way down to a region, and the region's side of it.
struct Turn {
  const RegionNode* cut;
  bool left;
};

// Collects the turns on the way down to the region; true if the region is below the node.
bool find_turns(const RegionTree& tree, std::size_t index, std::uint32_t region,
                std::vector<Turn>& turns) {
  require_stack();
  const RegionNode& node = tree.nodes[index];
  if (node.region) return *node.region == region;
  for (const bool left : {true, false}) {
    turns.push_back({&node, left});
    if (find_turns(tree, left ? node.left : node.right, region, turns)) return true;
    turns.pop_back();
  }
  return false;
}

// True if a later turn of the same kind is tighter: bounds get tighter further down.
bool says_more(const Turn& later, const Turn& turn) {
  return !later.cut->among && !turn.cut->among && later.left == turn.left &&
         later.cut->column == turn.cut->column;
}

// Fails unless each node but the root is below a node that comes before it, and regions are
// numbered from left to right. These conditions guarantee that walks down the tree end.
void require_tree(const RegionTree& tree) {
  std::vector<std::size_t> open = {0};
  std::uint32_t next = 0;
  std::size_t seen = 0;
  bool whole = !tree.nodes.empty();
  while (whole && !open.empty()) {
    const std::size_t index = open.back();
    open.pop_back();
    const RegionNode& node = tree.nodes[index];
    ++seen;
    if (node.region) {
      whole = *node.region == next++;
      continue;
    }
    whole = node.left > index && node.right > index && node.left < tree.nodes.size() &&
            node.right < tree.nodes.size() && !node.values.empty() && seen <= tree.nodes.size();
    open.push_back(node.right);
    open.push_back(node.left);
  }
  if (!whole || seen != tree.nodes.size())
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "regions are not a tree of cuts");
}

RegionNode cut_below(const std::string& column, const std::string& value) {
  RegionNode cut;
  cut.column = column;
  cut.values = {value};
  return cut;
}

bool any_of(const std::vector<std::string>& values, const std::vector<std::string>& others) {
  return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
    return std::find(others.begin(), others.end(), value) != others.end();
  });
}

}  // namespace

std::uint32_t RegionTree::regions() const {
  return static_cast<std::uint32_t>(std::count_if(
      nodes.begin(), nodes.end(), [](const RegionNode& node) { return node.region.has_value(); }));
}

std::string region_expression(const RegionTree& tree,
                              const std::function<RegionKey(const std::string& column)>& key) {
  const Expression expression(tree, key);
  return expression.compared_here(expression.of(0), "NULL");
}

std::string region_filter(const RegionTree& tree, const std::vector<bool>& wanted,
                          const std::function<RegionKey(const std::string& column)>& key) {
  const Expression expression(tree, key);
  return expression.compared_here(expression.filter(0, wanted), "false");
}

std::string region_condition(const RegionTree& tree, std::uint32_t region) {
  std::vector<Turn> turns;
  find_turns(tree, 0, region, turns);
  std::vector<std::string> sides;
  for (auto turn = turns.begin(); turn != turns.end(); ++turn) {
    const auto more = [&](const Turn& later) { return says_more(later, *turn); };
    if (std::none_of(turn + 1, turns.end(), more)) sides.push_back(side_of(*turn->cut, turn->left));
  }
  return sides.empty() ? "true" : join(sides, " AND ");
}

Json region_tree_json(const RegionTree& tree) {
  return json_array(tree.nodes, [](const RegionNode& node) {
    Json json = Json::object();
    if (node.region) return json.add("region", *node.region);
    json.add("column", node.column);
    if (node.among) {
      json.add("among", node.values);
    } else {
      json.add("below", node.values.front());
    }
    return json.add("left", node.left).add("right", node.right);
  });
}

RegionTree region_tree(const Json& json) {
  RegionTree tree;
  for (const Json& element : json.elements()) {
    RegionNode node;
    const auto below = element["below"].text();
    const auto place = [&](const char* side) {
      const Json& number = element[side];
      return number.is_null() ? std::size_t{0} : static_cast<std::size_t>(number.integer());
    };
    if (!element["region"].is_null())
      node.region = static_cast<std::uint32_t>(element["region"].integer());
    node.column = element["column"].text().value_or("");
    node.among = !below;
    node.values = below ? std::vector<std::string>{*below} : element["among"].texts();
    node.left = place("left");
    node.right = place("right");
    tree.nodes.push_back(std::move(node));
  }
  require_tree(tree);
  return tree;
}

RegionEditing::RegionEditing(const RegionTree& tree, IsBelow is_below)
    : nodes_(tree.nodes), next_(tree.regions()), is_below_(std::move(is_below)) {}

std::vector<std::uint32_t> RegionEditing::regions_below(std::size_t node) const {
  if (nodes_[node].region) return {*nodes_[node].region};
  std::vector<std::uint32_t> regions = regions_below(nodes_[node].left);
  const std::vector<std::uint32_t> right = regions_below(nodes_[node].right);
  regions.insert(regions.end(), right.begin(), right.end());
  return regions;
}

// Returns the lowest node that has all of the regions below it.
std::size_t RegionEditing::root_of(const std::vector<std::uint32_t>& within) const {
  const auto has_all = [&](std::size_t node) {
    const std::vector<std::uint32_t> below = regions_below(node);
    return std::all_of(within.begin(), within.end(), [&](std::uint32_t region) {
      return std::find(below.begin(), below.end(), region) != below.end();
    });
  };
  std::size_t node = root_;
  while (!nodes_[node].region) {
    if (has_all(nodes_[node].left)) {
      node = nodes_[node].left;
    } else if (has_all(nodes_[node].right)) {
      node = nodes_[node].right;
    } else {
      break;
    }
  }
  return node;
}

std::optional<std::size_t> RegionEditing::cut_above(std::size_t node, std::uint32_t region) const {
  if (nodes_[node].region) return std::nullopt;
  for (const std::size_t child : {nodes_[node].left, nodes_[node].right}) {
    if (nodes_[child].region == region) return node;
    if (const auto found = cut_above(child, region)) return found;
  }
  return std::nullopt;
}

bool RegionEditing::remove(std::uint32_t region) {
  const std::optional<std::size_t> cut = cut_above(root_, region);
  if (!cut) return false;
  // The other side takes the cut's place.
  const bool is_left = nodes_[nodes_[*cut].left].region == region;
  const RegionNode other = nodes_[is_left ? nodes_[*cut].right : nodes_[*cut].left];
  nodes_[*cut] = other;
  return true;
}

std::vector<std::uint32_t> RegionEditing::neighbours(std::uint32_t region) const {
  const std::optional<std::size_t> cut = cut_above(root_, region);
  if (!cut) return {};
  const bool is_left = nodes_[nodes_[*cut].left].region == region;
  std::vector<std::uint32_t> found;
  std::vector<std::size_t> open{is_left ? nodes_[*cut].right : nodes_[*cut].left};
  while (!open.empty()) {
    const RegionNode& node = nodes_[open.back()];
    open.pop_back();
    if (node.region) {
      found.push_back(*node.region);
      continue;
    }
    const bool same_column = node.column == nodes_[*cut].column;
    // Ranges below all of the other side go left of its cuts. Lists are disjoint.
    const bool goes_left = same_column && is_left && !node.among;
    if (!same_column || goes_left) open.push_back(node.left);
    if (!same_column || !goes_left) open.push_back(node.right);
  }
  return found;
}

std::size_t RegionEditing::new_region(std::uint32_t& number) {
  number = next_++;
  RegionNode node;
  node.region = number;
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

std::size_t RegionEditing::new_cut(RegionNode cut) {
  nodes_.push_back(std::move(cut));
  return nodes_.size() - 1;
}

void RegionEditing::put_above(std::size_t node, RegionNode cut, bool node_left, std::size_t other) {
  nodes_.push_back(nodes_[node]);
  const std::size_t moved = nodes_.size() - 1;
  cut.left = node_left ? moved : other;
  cut.right = node_left ? other : moved;
  nodes_[node] = std::move(cut);
}

std::optional<RegionEditing::Added> RegionEditing::add_range(
    const std::vector<std::uint32_t>& within, const Range& range) {
  const auto not_above = [&](const std::string& value, const std::string& other) {
    return !is_below_(range.column, other, value);
  };
  std::size_t node = root_of(within);
  while (!nodes_[node].region && nodes_[node].column == range.column && !nodes_[node].among) {
    const std::string& cut = nodes_[node].values.front();
    if (range.to && not_above(*range.to, cut)) {
      node = nodes_[node].left;
    } else if (range.from && not_above(cut, *range.from)) {
      node = nodes_[node].right;
    } else {
      return std::nullopt;
    }
  }
  Added added;
  added.neighbours = regions_below(node);
  const std::size_t region = new_region(added.region);
  if (range.has_default && range.from && range.to) {
    std::uint32_t behind = 0;
    RegionNode end = cut_below(range.column, *range.to);
    end.left = region;
    end.right = new_region(behind);
    added.behind = behind;
    put_above(node, cut_below(range.column, *range.from), true, new_cut(std::move(end)));
  } else if (range.from && (range.has_former || range.has_default)) {
    put_above(node, cut_below(range.column, *range.from), true, region);
  } else if (range.to) {
    put_above(node, cut_below(range.column, *range.to), false, region);
  } else {
    return std::nullopt;
  }
  return added;
}

std::optional<RegionEditing::Added> RegionEditing::add_list(
    const std::vector<std::uint32_t>& within, const std::string& column,
    const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  std::size_t node = root_of(within);
  while (!nodes_[node].region && nodes_[node].column == column && nodes_[node].among) {
    if (any_of(values, nodes_[node].values)) return std::nullopt;
    node = nodes_[node].right;
  }
  Added added;
  added.neighbours = regions_below(node);
  const std::size_t region = new_region(added.region);
  RegionNode cut;
  cut.column = column;
  cut.among = true;
  cut.values = values;
  put_above(node, std::move(cut), false, region);
  return added;
}

std::size_t RegionEditing::copy(std::size_t from, Renumbered& to) const {
  const std::size_t index = to.tree.nodes.size();
  to.tree.nodes.push_back(nodes_[from]);
  if (nodes_[from].region) {
    to.tree.nodes[index].region = static_cast<std::uint32_t>(to.former.size());
    to.former.push_back(*nodes_[from].region);
    return index;
  }
  const std::size_t left = copy(nodes_[from].left, to);
  const std::size_t right = copy(nodes_[from].right, to);
  to.tree.nodes[index].left = left;
  to.tree.nodes[index].right = right;
  return index;
}

RegionEditing::Renumbered RegionEditing::renumbered() const {
  Renumbered result;
  copy(root_, result);
  return result;
}

RegionTree as_sql_sees_it(const CutTree& cuts, const Table& sample) {
  RegionTree tree;
  for (const CutNode& cut : cuts.nodes) {
    RegionNode node;
    node.region = cut.region;
    if (!cut.region) {
      node.column = sample.data.attributes[cut.attribute].name;
      node.values = {sample.dictionaries[cut.attribute].text(cut.first_right)};
      node.left = cut.left;
      node.right = cut.right;
    }
    tree.nodes.push_back(std::move(node));
  }
  return tree;
}

std::string region_in_source(const Source& source, const RegionTree& tree) {
  const bool elsewhere = lies_elsewhere(source.relation);
  return region_expression(tree, [&](const std::string& name) {
    const SourceColumn* column = source.find(name);
    if (column == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "column " + in_quotes(name) + " of " + in_quotes(source.name) + " is gone");
    }
    return RegionKey{quote_name(name), column->type, elsewhere};
  });
}

}  // namespace microdata::postgres

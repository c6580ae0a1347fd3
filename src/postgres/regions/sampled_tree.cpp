#include "postgres/regions/sampled_tree.hpp"

#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

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

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/json.hpp"
#include "postgres/values/attribute_type.hpp"

// Splitting of relations into regions by values of columns, as SQL sees it
// (core/regions/cut_tree.hpp).

namespace microdata::postgres {

struct RegionNode {
  // Number of a region, from 0, from left to right.
  std::optional<std::uint32_t> region;
  // Column of a split. Rows go left if their value is below the one value or, with `among`, equal
  // to one of several; all others, including NULL, go right.
  std::string column;
  bool among = false;
  // Texts of the values, independent of the session.
  std::vector<std::string> values;
  std::size_t left = 0;
  std::size_t right = 0;
};

// Tree of splits; the first node is the root.
struct RegionTree {
  std::vector<RegionNode> nodes;

  std::uint32_t regions() const;
};

// Comparison of a column of the tree in a relation: the SQL expression, and the type of its values.
// In a source the expression is the column; in a release, of generalized ranges, their lower bound.
struct RegionKey {
  std::string expression;
  AttributeType type;
  // True if the rows might be on other servers (lies_elsewhere()). Such servers might order text
  // differently, and rows that are counted there in one region would be read here in another;
  // values with a collation are then compared only here.
  bool elsewhere = false;
};

// Returns an integer expression: the region of a row. Values are written as constants of the key's
// type, and compared by the operators with which PostgreSQL sorts the type. For use within
// PlainText.
std::string region_expression(const RegionTree& tree,
                              const std::function<RegionKey(const std::string& column)>& key);

// Returns a condition that holds for the rows of the wanted regions only, by which PostgreSQL can
// skip partitions without such rows. For use within PlainText.
std::string region_filter(const RegionTree& tree, const std::vector<bool>& wanted,
                          const std::function<RegionKey(const std::string& column)>& key);

// Returns a readable condition on a region's rows, such as "age < '30' AND sex = 'Male'". NULL
// counts as large, and as different.
std::string region_condition(const RegionTree& tree, std::uint32_t region);

// Returns the tree as in the catalog: an array of objects with region, or with column, below or
// among, left and right.
Json region_tree_json(const RegionTree& tree);
// Returns the tree; fails if the JSON is not such a tree.
RegionTree region_tree(const Json& json);

}  // namespace microdata::postgres

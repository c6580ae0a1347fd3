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

// How relations are cut into regions by values of columns, as SQL sees it
// (core/regions/cut_tree.hpp).

namespace microdata::postgres {

struct RegionNode {
  // Of a region: its number, from 0, from left to right.
  std::optional<std::uint32_t> region;
  // Of a cut: the column; rows go left whose value is below the one value or, where `among`, equal
  // to one of several; all others, NULL among them, go right.
  std::string column;
  bool among = false;
  // As text, independent of the session.
  std::vector<std::string> values;
  std::size_t left = 0;
  std::size_t right = 0;
};

// The root first.
struct RegionTree {
  std::vector<RegionNode> nodes;

  std::uint32_t regions() const;
};

// How a column of the tree is to be compared in a relation: the SQL expression, and the type of its
// values. In a source it is the column; in a release, of generalized ranges, their lower bound.
struct RegionKey {
  std::string expression;
  AttributeType type;
  // Whether the rows may lie on other servers (lies_elsewhere()). These may order text differently,
  // so that rows which are counted there in one region are read here in another one: values that
  // have a collation are then compared here alone.
  bool elsewhere = false;
};

// An integer expression: the region of a row. Values are written as constants of the key's type and
// compared by the operators that PostgreSQL sorts the type by. To be run within PlainText.
std::string region_expression(const RegionTree& tree,
                              const std::function<RegionKey(const std::string& column)>& key);

// A condition that the rows of some regions meet, and those of no others, by which PostgreSQL
// leaves out partitions without such rows. To be run within PlainText.
std::string region_filter(const RegionTree& tree, const std::vector<bool>& wanted,
                          const std::function<RegionKey(const std::string& column)>& key);

// What is true of a region's rows, for people: "age < '30' AND sex = 'Male'". NULL counts as large,
// and as different.
std::string region_condition(const RegionTree& tree, std::uint32_t region);

// As an array of objects with region, or with column, below or among, left, right: as in the
// catalog.
Json region_tree_json(const RegionTree& tree);
// Fails for what is no such tree.
RegionTree region_tree(const Json& json);

}  // namespace microdata::postgres

#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/regions/cut_tree.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
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

// A tree of regions to which partitions are added, and from which they are removed, while the other
// regions keep their rows.
class RegionEditing {
 public:
  // True if a value of the column is below another; both are text.
  using IsBelow = std::function<bool(const std::string& column, const std::string& value,
                                     const std::string& other)>;

  // Regions have the tree's numbers until renumbered().
  RegionEditing(const RegionTree& tree, IsBelow is_below);

  // Gives a region's values to its neighbours; returns false if it is the only region.
  bool remove(std::uint32_t region);

  // Returns the regions that would get the region's values; none if it is the only region.
  std::vector<std::uint32_t> neighbours(std::uint32_t region) const;

  // The place of a new partition.
  struct Range {
    std::string column;
    std::optional<std::string> from;
    std::optional<std::string> to;
    // True if the level has a partition before the new one.
    bool has_former = false;
    // True if a default partition may have values behind the new one.
    bool has_default = false;
  };
  // The number of the new region and, if there is a default partition, of the region behind it.
  // Neither is added if a cut of the tree goes through the partition; add_range() and add_list()
  // then return nothing. `within` are the regions of the level, below the partition that contains
  // it.
  struct Added {
    std::uint32_t region = 0;
    std::optional<std::uint32_t> behind;
    // The regions that had the partition's values before.
    std::vector<std::uint32_t> neighbours;
  };
  std::optional<Added> add_range(const std::vector<std::uint32_t>& within, const Range& range);
  std::optional<Added> add_list(const std::vector<std::uint32_t>& within, const std::string& column,
                                const std::vector<std::string>& values);

  struct Renumbered {
    RegionTree tree;
    // The former number of each region, by its number in the tree.
    std::vector<std::uint32_t> former;
  };
  Renumbered renumbered() const;

 private:
  std::size_t root_of(const std::vector<std::uint32_t>& within) const;
  std::vector<std::uint32_t> regions_below(std::size_t node) const;
  // Returns the cut that has the region on one of its sides.
  std::optional<std::size_t> cut_above(std::size_t node, std::uint32_t region) const;
  std::size_t new_region(std::uint32_t& number);
  std::size_t new_cut(RegionNode cut);
  // Puts a cut in the place of a node, which goes to one of the cut's sides.
  void put_above(std::size_t node, RegionNode cut, bool node_left, std::size_t other);
  std::size_t copy(std::size_t from, Renumbered& to) const;

  std::vector<RegionNode> nodes_;
  std::size_t root_ = 0;
  std::uint32_t next_ = 0;
  IsBelow is_below_;
};

// Returns cuts of a sample as SQL sees them.
RegionTree as_sql_sees_it(const CutTree& cuts, const Table& sample);

// Returns the expression of a row's region in the source. Fails if a column is gone.
std::string region_in_source(const Source& source, const RegionTree& tree);

}  // namespace microdata::postgres

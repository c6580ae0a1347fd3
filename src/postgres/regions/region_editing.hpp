#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "postgres/source/region_tree.hpp"

namespace microdata::postgres {

// A tree of regions to which partitions are added, and from which they are taken, while the other
// regions keep their rows.
class RegionEditing {
 public:
  // `is_below`: whether a value of the column is below another; both as text.
  using IsBelow = std::function<bool(const std::string& column, const std::string& value,
                                     const std::string& other)>;

  // Regions have the tree's numbers until renumbered().
  RegionEditing(const RegionTree& tree, IsBelow is_below);

  // Gives a region's values to its neighbours; false where it is the only one.
  bool remove(std::uint32_t region);

  // The regions that would get its values; none where it is the only one.
  std::vector<std::uint32_t> neighbours(std::uint32_t region) const;

  // Where a new partition lies.
  struct Range {
    std::string column;
    std::optional<std::string> from;
    std::optional<std::string> to;
    // Whether the level has a partition before it.
    bool has_former = false;
    // Whether a default partition may have values behind it.
    bool has_default = false;
  };
  // `within`: regions of the level, below the partition that it is of. The number of the new region
  // and, where there is a default partition, of what lies behind it; nothing where a cut of the
  // tree goes through it.
  struct Added {
    std::uint32_t region = 0;
    std::optional<std::uint32_t> behind;
    // The regions that had its values.
    std::vector<std::uint32_t> neighbours;
  };
  std::optional<Added> add_range(const std::vector<std::uint32_t>& within, const Range& range);
  std::optional<Added> add_list(const std::vector<std::uint32_t>& within, const std::string& column,
                                const std::vector<std::string>& values);

  struct Renumbered {
    RegionTree tree;
    // By the number in the tree, what it was here.
    std::vector<std::uint32_t> former;
  };
  Renumbered renumbered() const;

 private:
  std::size_t root_of(const std::vector<std::uint32_t>& within) const;
  std::vector<std::uint32_t> regions_below(std::size_t node) const;
  // The cut that has the region on one of its sides.
  std::optional<std::size_t> cut_above(std::size_t node, std::uint32_t region) const;
  std::size_t new_region(std::uint32_t& number);
  std::size_t new_cut(RegionNode cut);
  // Puts a cut where a node was, which goes to one of its sides.
  void put_above(std::size_t node, RegionNode cut, bool node_left, std::size_t other);
  std::size_t copy(std::size_t from, Renumbered& to) const;

  std::vector<RegionNode> nodes_;
  std::size_t root_ = 0;
  std::uint32_t next_ = 0;
  IsBelow is_below_;
};

}  // namespace microdata::postgres

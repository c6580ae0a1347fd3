#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "postgres/source/region_tree.hpp"

namespace microdata::postgres {

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

}  // namespace microdata::postgres

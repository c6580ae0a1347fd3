#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Cut of a table in two by the values of an attribute, or a region, which is not cut further.
struct CutNode {
  // Number of a region, nothing for a cut. Regions are numbered from 0, from left to right.
  std::optional<std::uint32_t> region;
  // Attribute and place of a cut: tuples with codes below `first_right` go left, all others right.
  // NULL, the last code, goes right; `first_right` itself is a value, not NULL.
  std::size_t attribute = 0;
  Code first_right = 0;
  std::size_t left = 0;
  std::size_t right = 0;
};

// Cuts of a table into regions by values of quasi-identifiers. Every region is a box: an interval
// of values for each attribute. Rows that exchange values within a region, attribute by attribute,
// therefore stay in the region. A tuple matches only buckets of its own region.
struct CutTree {
  // Nodes, the root first; a single node, a region, if nothing is cut.
  std::vector<CutNode> nodes;

  std::uint32_t regions() const;
};

// Returns the region of each tuple.
std::vector<std::uint32_t> regions_of(const CutTree& tree, const Microdata& data,
                                      const Progress& progress = {});

// Returns the tree without the cuts under which a region is not eligible. The whole part under such
// a cut becomes one region, and so on up to the table, which is a region in any case. Hence every
// region is eligible, or there is only one region. `eligible` is called with sets of neighbouring
// regions, as ascending numbers of `tree`, to be taken together.
CutTree merge_regions(const CutTree& tree,
                      const std::function<bool(std::span<const std::uint32_t>)>& eligible);

// Returns, for each region of `tree`, the region of `merged` that contains it.
std::vector<std::uint32_t> merged_into(const CutTree& tree, const CutTree& merged);

}  // namespace microdata

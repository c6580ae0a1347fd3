#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// A cut of a table in two by the values of an attribute, or a region, which is not cut any more.
struct CutNode {
  // Of a region: its number. Regions are numbered from 0, from left to right.
  std::optional<std::uint32_t> region;
  // Of a cut: tuples with codes below `first_right` go left, all others right, NULL, the last code,
  // among them; `first_right` itself is a value.
  std::size_t attribute = 0;
  Code first_right = 0;
  std::size_t left = 0;
  std::size_t right = 0;
};

// How a table is cut into regions by values of quasi-identifiers. Every region is a box: an
// interval of values for each attribute. Hence rows whose values are exchanged within a region,
// attribute by attribute, are in it afterwards, too, and a tuple matches buckets of its own region
// alone.
struct CutTree {
  // The root first; a single node, a region, where nothing is cut.
  std::vector<CutNode> nodes;

  std::uint32_t regions() const;
};

// The region of each tuple.
std::vector<std::uint32_t> regions_of(const CutTree& tree, const Microdata& data,
                                      const Progress& progress = {});

// The same cuts, but for those under which a region is not eligible: there the whole part is one
// region, and so on up to the table, which is one in any case. Hence every region is eligible, or
// there is one. `eligible` is asked for sets of neighbouring regions, of `tree`'s numbers,
// ascending, taken together.
CutTree merge_regions(const CutTree& tree,
                      const std::function<bool(std::span<const std::uint32_t>)>& eligible);

// For each region of a tree, the one that it went into when some were merged.
std::vector<std::uint32_t> merged_into(const CutTree& tree, const CutTree& merged);

}  // namespace microdata

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/regions/cut_tree.hpp"

namespace microdata {

// Attributes that share a group with a sensitive attribute, so that their values are known together
// with a sensitive value. In each combination of these values, not only in the region, no sensitive
// value may have a share above 1/l.
struct KnownBeside {
  AttributeSet attributes;
  // Combinations of the table, each with a code of every attribute. Those that the sample lacks are
  // enough: a cut on another attribute would divide their few rows.
  std::vector<std::vector<Code>> combinations;
};

struct RegionCutOptions {
  // Largest number of regions.
  std::uint32_t regions = 1;
  // Quasi-identifiers that may be cut on, in the table's order. The release shows them unchanged or
  // as ranges.
  AttributeSet attributes;
  AttributeSet sensitive;
  // Empty, or one element for each sensitive attribute. The table as a whole meets l given the
  // known attributes.
  std::vector<KnownBeside> known;
  // Bound l: no sensitive value has a share above 1/l in any region.
  double l = 1;
  // Requirement that each region, as a whole, meets in addition, for `sensitive`.
  const PrivacyRequirement* privacy = nullptr;
  // Fewest rows of the table in a region.
  std::size_t fewest = 1;
  // Number of rows of the table from which the sample is drawn.
  double rows = 0;
  // Bound on the probability that any region that looks eligible in the sample is not eligible in
  // the table.
  double failure = 1e-6;
  // True if cuts do not depend on sensitive values; `l` and `privacy` are then ignored.
  bool oblivious = false;
};

// Returns cuts by a sample, at medians. The largest region is cut first, so that no region is much
// larger than others. Cuts are those of Mondrian if possible (partition/mondrian.hpp), so that
// little is lost by them. A cut requires both sides to meet the requirement with a margin for the
// error of the sample (region_margin.hpp). Margins make merging of regions improbable; no guarantee
// depends on them, because every region is counted afterwards (merge_regions()). `sample` was drawn
// row by row, at random; if it has all `rows`, margins are not needed. Models compare with the
// sample's distributions, or with those of the table (Attribute::table_counts). Dictionaries of the
// sample should have the table's values, or its extremes, because widths are relative to them.
CutTree cut_regions(const Microdata& sample, const RegionCutOptions& options,
                    const Progress& progress);

// Returns the number of rows for a sample, 10,000 to 1,048,576, so that margins leave room for the
// regions. `largest_share` is the largest share of a sensitive value in the table.
std::size_t sample_size(double largest_share, double l, std::uint32_t regions, double failure);

// Returns the number of rows for a sample with models of one sensitive attribute; l counts as a
// model (LDiversity, frequency).
std::size_t sample_size(const SensitiveDistribution& table, std::span<const PrivacyModel> models,
                        std::uint32_t regions, double failure);

}  // namespace microdata

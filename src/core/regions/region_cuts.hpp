#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/regions/cut_tree.hpp"

namespace microdata {

// What stands beside a sensitive attribute in a group of attributes, and so is known of a person
// along with it: of each combination of these values, not of the region alone, no sensitive value
// may have a share above 1/l.
struct KnownBeside {
  AttributeSet attributes;
  // The combinations that the table has, each a code of every attribute; those that the sample
  // lacks suffice. A cut on another attribute would part the few rows of such a one.
  std::vector<std::vector<Code>> combinations;
};

struct RegionCutOptions {
  // No more regions than this.
  std::uint32_t regions = 1;
  // Quasi-identifiers that may be cut on, in the table's order: they stand in the release as they
  // are or as ranges.
  AttributeSet attributes;
  AttributeSet sensitive;
  // Empty, or for each sensitive attribute. The table as a whole meets l given what is known.
  std::vector<KnownBeside> known;
  // No sensitive value has a share above 1/l in any region.
  double l = 1;
  // What each region, as a whole, meets besides; of `sensitive`.
  const PrivacyRequirement* privacy = nullptr;
  // A region of the table has at least so many rows.
  std::size_t fewest = 1;
  // How many rows the table has of which the sample is drawn.
  double rows = 0;
  // How improbable it is, at least, that a region that looks eligible in the sample is not in the
  // table: of all of them together.
  double failure = 1e-6;
  // Cuts do not depend on sensitive values: `l` and `privacy` are not asked.
  bool oblivious = false;
};

// Cuts by a sample, at medians, the largest region first, so that none is much larger than others;
// where Mondrian would (partition/mondrian.hpp), so that little is lost by them. A cut is made
// where both sides meet the requirement with a margin for what a sample does not show
// (region_margin.hpp). Margins make it improbable that regions have to be merged; no guarantee
// rests on them: every region is counted afterwards (merge_regions()). `sample` was drawn row by
// row, at random; where it has all `rows`, nothing is left to chance. What models compare with are
// the sample's distributions, or the table's (Attribute::table_counts). Its dictionaries should
// have the table's values, or extremes: widths are relative to these.
CutTree cut_regions(const Microdata& sample, const RegionCutOptions& options,
                    const Progress& progress);

// How many rows a sample should have, given the largest share of a sensitive value in the table, so
// that margins leave room for so many regions: 10,000 to 1,048,576.
std::size_t sample_size(double largest_share, double l, std::uint32_t regions, double failure);

// The same for models, of one sensitive attribute; l counts as one (LDiversity, frequency).
std::size_t sample_size(const SensitiveDistribution& table, std::span<const PrivacyModel> models,
                        std::uint32_t regions, double failure);

}  // namespace microdata

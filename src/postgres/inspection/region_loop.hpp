#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Returns the regions by which a release was made. Returns nothing for a release that was made at
// once, or whose rows can no longer be assigned to regions. Rows cannot if an attribute of a split
// was dropped, or is published as text and its type is gone with the source. The tree's columns are
// attributes of the release, by their present names.
std::optional<ReleasedRegions> released_regions(const Release& release);

// Return expressions of a row's region, in the source or a relation with its columns, and in the
// relation that has the release's rows. For use within PlainText.
std::string region_in_source(const Release& release, const RegionTree& tree,
                             const Source& relation);
std::string region_in_release(const Release& release, const RegionTree& tree);

// Expression of the region of a row's bucket in a table of the anatomy format. The expression needs
// the table to be joined, as in "LEFT" + join.
struct RegionOfBuckets {
  std::string expression;
  std::string join;
};
RegionOfBuckets region_of_buckets(const Release& release, const RegionTree& tree);

// Returns the aggregate that counts persons with several rows in rows of the source, or of the
// release.
std::string number_of_persons(const Release& release, const Source& relation, bool in_source);

// Options of a loop: relations and values that are read by regions, besides the release.
struct LoopOptions {
  // True if the release's source is read, provided that it exists.
  bool source = true;
  // Relation with the source's columns, of persons who are not in the release.
  std::optional<Oid> outsiders = {};
  // True if sensitive attributes begin with the values of the whole source, or of the whole release
  // if the source is not read. Models are measured against these values: begin_with_globals() and
  // global_counts(), by global_name().
  bool distributions = false;
  // Condition that the rows of all relations must satisfy to be looked at; empty if all are.
  std::string is_row = {};
  // Function that returns further values that regions begin with, by names of their own.
  std::function<std::vector<GlobalValues>(const KeptSnapshot& snapshot)> globals = {};
};

// A release's relations and its source, region by region. While the object exists, read_columns()
// after enter() delivers the rows of that region of each relation, all of one snapshot. Each set of
// columns of a relation must be read at most once in a region. Requires a SpiSession.
class RegionLoop {
 public:
  RegionLoop(const Release& release, ReleasedRegions regions, const LoopOptions& options = {});

  std::uint32_t regions() const { return regions_; }
  // Makes this region the one whose rows are read; regions must be entered in ascending order.
  void enter(std::uint32_t region) { rows_.enter(region); }
  // Returns the number of the source's rows in a region: counted or, if the source is not read, as
  // recorded when the release was made.
  std::int64_t source_rows(std::uint32_t region);
  std::int64_t recorded_rows(std::uint32_t region) const { return released_.source_rows[region]; }
  // Returns the number of the source's rows in a region that the release lacks.
  std::int64_t suppressed_rows(std::uint32_t region) {
    return std::max<std::int64_t>(source_rows(region) - published_rows(region), 0);
  }
  // Returns the number of a region's rows in the relation that has the release's rows.
  std::int64_t published_rows(std::uint32_t region);
  // Returns the number of rows in no region: values that the anatomy format counts for a bucket
  // without rows.
  std::int64_t outside();
  // Returns the number of rows with ranges, sets or multisets that stand for values of several
  // regions.
  std::int64_t astride() const;
  // Bucket numbers that rows of several regions have: how many, and the smallest.
  struct SharedBuckets {
    std::size_t buckets = 0;
    std::int64_t smallest = 0;
  };
  SharedBuckets shared_buckets() const;
  // Returns how many numbers of persons in one table are in several regions.
  std::size_t shared_persons() const;

  const RegionTree& tree() const { return released_.tree; }
  // Returns the values of an attribute in all regions, by global_name(); null if they are unknown.
  const GlobalValues* globals(const ReleaseAttribute& attribute) const;
  const std::vector<GlobalValues>& all_globals() const { return rows_.all_globals(); }

 private:
  Release release_;
  ReleasedRegions released_;
  std::uint32_t regions_;
  bool reads_source_;
  std::shared_ptr<const KeptSnapshot> snapshot_;
  RegionRows rows_;
};

// Returns the name by which the scope knows the values of an attribute: the source's or, if the
// source's column is gone, the release's.
const std::string& global_name(const ReleaseAttribute& attribute);

// Visits the regions of a release in their order, each once. A release that was made at once, or
// whose regions are no longer known, is visited once as region 0, in which everything is read.
using VisitRegion = std::function<void(std::uint32_t region)>;
void for_each_region(const Release& release, const VisitRegion& visit,
                     const LoopOptions& options = {});

}  // namespace microdata::postgres

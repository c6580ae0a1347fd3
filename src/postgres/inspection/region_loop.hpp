#pragma once

#include "postgres/server/api.hpp"

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

// The regions that a release was made by. Nothing for one that was made at once, and where rows
// cannot be told apart by them any more: an attribute was dropped that regions are cut on, or is
// published as text whose type is gone with the source. The tree's columns are attributes of the
// release, by the names that they have now.
std::optional<ReleasedRegions> released_regions(const Release& release);

// Expressions of a row's region in the release's source, and in the relation that has its rows. To
// be run within PlainText.
std::string region_in_source(const Release& release, const RegionTree& tree,
                             const Source& relation);
std::string region_in_release(const Release& release, const RegionTree& tree);

// Of a table of the anatomy format: the expression of the region that a row's bucket is in, and
// what it needs to be joined with, as in "LEFT" + join.
struct RegionOfBuckets {
  std::string expression;
  std::string join;
};
RegionOfBuckets region_of_buckets(const Release& release, const RegionTree& tree);

// What a loop reads by regions, beside the release.
struct LoopOptions {
  // The release's source, where it is there.
  bool source = true;
  // Relations with the source's columns: persons who are not in the release.
  std::vector<Oid> like_source = {};
  // Sensitive attributes begin with the values of the whole source, or where that is gone of the
  // whole release, so that models are measured against these: begin_with_globals(),
  // global_counts(), by global_name().
  bool distributions = false;
  // A condition that rows of all relations meet which are looked at; empty: all are.
  std::string is_row = {};
  // What else regions begin with, by names of their own.
  std::function<std::vector<GlobalValues>(const KeptSnapshot& snapshot)> globals = {};
};

// A release's relations and its source, region by region: within the object's life, after enter(),
// read_columns() delivers of each of them the rows of that region, all of one snapshot. Each set of
// columns of a relation is to be read once in a region at most. Requires a SpiSession.
class RegionLoop {
 public:
  RegionLoop(const Release& release, ReleasedRegions regions, const LoopOptions& options = {});

  std::uint32_t regions() const { return regions_; }
  // In ascending order.
  void enter(std::uint32_t region) { rows_.enter(region); }
  // How many rows of the source lie in a region: counted, or, where it is not read, as recorded
  // when the release was made.
  std::int64_t source_rows(std::uint32_t region);
  std::int64_t recorded_rows(std::uint32_t region) const { return released_.source_rows[region]; }
  // Of the relation that has the release's rows.
  std::int64_t published_rows(std::uint32_t region);
  // Rows that lie in no region: values counted for a bucket that has no rows, in the anatomy
  // format.
  std::int64_t outside();
  // Of ranges, sets and multisets that stand for values of a region and of others: how many rows
  // have some.
  std::int64_t astride() const;
  // Bucket numbers that rows of several regions have.
  struct SharedBuckets {
    std::size_t buckets = 0;
    std::int64_t smallest = 0;
  };
  SharedBuckets shared_buckets() const;

  const RegionTree& tree() const { return released_.tree; }
  // What all regions know of an attribute: by global_name(); null: nothing.
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

// The name by which the values of an attribute are known to the scope: the source's, or the
// release's where that is gone.
const std::string& global_name(const ReleaseAttribute& attribute);

// Visits the regions of a release in their order, each once. For a release that was made at once,
// or whose regions are not known any more, visits once, as region 0, where everything is read.
using VisitRegion = std::function<void(std::uint32_t region)>;
void for_each_region(const Release& release, const VisitRegion& visit,
                     const LoopOptions& options = {});

}  // namespace microdata::postgres

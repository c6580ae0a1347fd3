#include "core/partition/oblivious_cuts.hpp"

#include <algorithm>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/partition/bucket_judge.hpp"
#include "core/partition/even_blocks.hpp"
#include "core/partition/halving_odds.hpp"
#include "core/partition/strand_buckets.hpp"
#include "core/partition/strand_regions.hpp"

namespace microdata {

namespace {

// The rows by what is known of them in every stratum, in their order otherwise; where the rows with
// one q end.
struct ByKnown {
  std::vector<Row> rows;
  std::vector<std::size_t> ends;
};

ByKnown group_by_known(std::span<const Strata> strata, std::span<const Row> rows) {
  ByKnown result{{rows.begin(), rows.end()}, {}};
  const auto q = [](const Strata& s, Row row) { return s.group[s.of_row[row]]; };
  for (const Strata& s : strata) {
    if (s.groups < 2) continue;
    std::stable_sort(result.rows.begin(), result.rows.end(),
                     [&](Row a, Row b) { return q(s, a) < q(s, b); });
  }
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (std::any_of(strata.begin(), strata.end(), [&](const Strata& s) {
          return q(s, result.rows[i]) != q(s, result.rows[i - 1]);
        })) {
      result.ends.push_back(i);
    }
  }
  result.ends.push_back(rows.size());
  return result;
}

AttributeSet sensitive_attributes(std::span<const Strata> strata) {
  AttributeSet result;
  for (const Strata& s : strata)
    result.push_back(s.attribute);
  return result;
}

}  // namespace

TuplePartition cut_obliviously(const Microdata& data, const AttributeSet& cut_upon,
                               std::span<const Strata> strata, const BucketRequirement& requirement,
                               std::span<const Row> rows, const ObliviousCutOptions& options,
                               const UniformDraw& draw, const Progress& progress) {
  TuplePartition result;
  if (rows.empty()) return result;
  BucketJudge judge(strata, requirement);
  const Combinations kinds = combine(data, sensitive_attributes(strata), progress);
  const std::size_t least = std::max(options.least, requirement.fewest());
  const ByKnown by_known = group_by_known(strata, rows);
  EvenBlocks blocks;
  std::size_t begin = 0;
  for (const std::size_t end : by_known.ends) {
    progress.checkpoint();
    divide_evenly(std::span(by_known.rows).subspan(begin, end - begin), kinds, least, judge, draw,
                  blocks, progress);
    begin = end;
  }

  const std::vector<Axis> axes = make_axes(data, cut_upon, progress);
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  const HalvingOdds odds(strata, options.l);
  const std::vector<StrandRegion> regions =
      cut_into_regions(axes, lay_out(data, axes, blocks.rows, tags, options.threads, progress),
                       blocks.blocks, requirement, odds, options.threads, progress);

  const BucketAssembly how{kinds, requirement.l_alone() && strata.size() == 1,
                           requirement.fewest()};
  result.rows.reserve(rows.size());
  for (const StrandRegion& region : regions) {
    progress.checkpoint();
    assemble_buckets(region.rows, region.strands, how, judge, draw, result, progress);
  }
  return result;
}

}  // namespace microdata

#include "core/partition/oblivious_cuts.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/partition/bucket_judge.hpp"
#include "core/partition/even_blocks.hpp"
#include "core/partition/halving_odds.hpp"
#include "core/partition/strand_buckets.hpp"
#include "core/partition/strand_regions.hpp"

namespace microdata {

namespace {

// Rows grouped by their known values in every stratum, otherwise in their order, and the ends of
// the groups with one q.
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

// Rule for rows with one value of each sensitive attribute.
class RowsRule : public StrandRule {
 public:
  RowsRule(std::span<const Strata> strata, const BucketRequirement& requirement, Combinations kinds,
           double l)
      : strata_(strata), requirement_(requirement), kinds_(std::move(kinds)), odds_(strata, l) {}

  std::size_t fewest() const override { return requirement_.fewest(); }
  std::unique_ptr<GroupJudge> make_judge() const override {
    return std::make_unique<BucketJudge>(strata_, requirement_);
  }
  std::unique_ptr<HalvingJudge> make_halving_judge() const override {
    return std::make_unique<Halves>(*this);
  }
  const Combinations& kinds_of_blocks() const override { return kinds_; }
  const Combinations& kinds_of_buckets() const override { return kinds_; }
  // Harmless values can be more frequent than l allows.
  bool frequent_first() const override {
    return requirement_.l_alone() && strata_.size() == 1 && strata_[0].harmless.empty();
  }

 private:
  class Halves : public HalvingJudge {
   public:
    explicit Halves(const RowsRule& rule)
        : rule_(rule),
          scratch_(rule.requirement_.make_scratch()),
          counts_(rule.odds_.make_counts()) {}

    bool worth_a_try(std::span<const std::uint32_t> tags) override {
      return rule_.odds_.worth_a_try(tags, counts_);
    }
    bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides) override {
      return rule_.requirement_.allows(tags, sides, scratch_);
    }

   private:
    const RowsRule& rule_;
    BucketRequirement::Scratch scratch_;
    HalvingOdds::Counts counts_;
  };

  std::span<const Strata> strata_;
  const BucketRequirement& requirement_;
  Combinations kinds_;
  HalvingOdds odds_;
};

}  // namespace

TuplePartition cut_obliviously(const TuplesToCut& tuples, const StrandRule& rule, std::size_t least,
                               Threads threads, const UniformDraw& draw, const Progress& progress) {
  TuplePartition result;
  if (tuples.rows.empty()) return result;
  const std::unique_ptr<GroupJudge> judge = rule.make_judge();
  EvenBlocks blocks;
  std::size_t begin = 0;
  for (const std::size_t end : tuples.ends) {
    progress.checkpoint();
    divide_evenly(tuples.rows.subspan(begin, end - begin), rule.kinds_of_blocks(),
                  std::max(least, rule.fewest()), *judge, draw, blocks, progress);
    begin = end;
  }
  const std::vector<StrandRegion> regions = cut_into_regions(
      tuples.axes, lay_out(tuples.data, tuples.axes, blocks.rows, tuples.tags, threads, progress),
      blocks.blocks, rule, threads, progress);

  const BucketAssembly how{rule.kinds_of_buckets(), rule.frequent_first(), rule.fewest()};
  result.rows.reserve(tuples.rows.size());
  for (const StrandRegion& region : regions) {
    progress.checkpoint();
    std::optional<TuplePartition> buckets;
    if (region.strands == 1) buckets = rule.divide_one_strand(region.rows, draw, progress);
    if (buckets) {
      append(result, *buckets);
    } else {
      assemble_buckets(region.rows, region.strands, how, *judge, draw, result, progress);
    }
  }
  return result;
}

TuplePartition cut_obliviously(const Microdata& data, const AttributeSet& cut_upon,
                               std::span<const Strata> strata, const BucketRequirement& requirement,
                               std::span<const Row> rows, const ObliviousCutOptions& options,
                               const UniformDraw& draw, const Progress& progress) {
  if (rows.empty()) return {};
  const RowsRule rule(strata, requirement, combine(data, sensitive_attributes(strata), progress),
                      options.l);
  const ByKnown by_known = group_by_known(strata, rows);
  const std::vector<Axis> axes = make_axes(data, cut_upon, progress, options.loss);
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  return cut_obliviously({data, axes, tags, by_known.rows, by_known.ends}, rule, options.least,
                         options.threads, draw, progress);
}

}  // namespace microdata

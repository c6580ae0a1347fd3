#include "core/bucketization/bucketization.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/bucketization/anatomy.hpp"
#include "core/bucketization/drawing.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/partition/bucket_joining.hpp"
#include "core/partition/bucket_judge.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/eligibility.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

TuplePartition draw(const Microdata& data, const AttributeSet& sensitive, std::span<const Row> rows,
                    double l, Random& random, const Progress& progress) {
  if (sensitive.size() == 1 && data.attributes[sensitive.front()].harmless.empty()) {
    const std::vector<Code>& values = data.columns[sensitive.front()];
    const Code distinct = data.attributes[sensitive.front()].distinct;
    std::vector<std::uint32_t> counts(distinct);
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++counts[values[rows[i]]];
    });
    const std::uint32_t whole = fewest_tuples(l);
    const std::uint64_t largest = *std::max_element(counts.begin(), counts.end());
    if (largest * whole <= rows.size()) {
      return anatomize(values, distinct, rows, whole, random, progress);
    }
  }
  return draw_buckets(data, sensitive, rows, l, random, progress);
}

// Requirement for Mondrian. The last regions are divided tuple by tuple into sets of near tuples,
// in time quadratic in the size of a region. Regions above `largest` that cannot be split are left
// for draw().
class RegionRequirement : public BucketRequirement {
 public:
  using BucketRequirement::BucketRequirement;

  std::size_t finish_size() const { return std::min(BucketRequirement::finish_size(), largest); }

  std::uint32_t finish(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                       std::span<std::uint32_t> bucket_of, Scratch& scratch) const {
    if (order.size() > largest) return 1;
    return BucketRequirement::finish(tags, order, bucket_of, scratch);
  }

 private:
  static constexpr std::size_t largest = 4096;
};

TuplePartition divide(const Microdata& data, std::span<const Strata> strata,
                      const RegionRequirement& requirement, std::span<const Row> rows,
                      Threads threads, const Progress& progress) {
  const std::vector<Axis> axes =
      make_axes(data, attributes_with_role(data, Role::quasi_identifier), progress);
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  return Mondrian<RegionRequirement>::divide(
      axes, lay_out(data, axes, rows, tags, threads, progress), requirement,
      {Grouping::relaxed, threads, 0}, progress);
}

// Draws smaller buckets from buckets that are several times larger than necessary, because close to
// its bound l allows hardly any split.
TuplePartition divide_further(const Microdata& data, const AttributeSet& sensitive,
                              const TuplePartition& buckets, const RegionRequirement& requirement,
                              double l, BucketJudge& judge, Random& random,
                              const Progress& progress) {
  TuplePartition result;
  result.rows.reserve(buckets.rows.size());
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint();
    TuplePartition parts;
    parts.rows.assign(buckets.bucket(b).begin(), buckets.bucket(b).end());
    parts.offsets.push_back(static_cast<Row>(parts.rows.size()));
    if (parts.rows.size() >= 4 * requirement.fewest()) {
      random.shuffle(std::span(parts.rows));
      parts = draw(data, sensitive, parts.rows, l, random, progress);
      parts = join_for_models(std::move(parts), judge, progress);
    }
    const auto begin = static_cast<Row>(result.rows.size());
    result.rows.insert(result.rows.end(), parts.rows.begin(), parts.rows.end());
    for (std::size_t part = 1; part < parts.offsets.size(); ++part)
      result.offsets.push_back(begin + parts.offsets[part]);
  }
  return result;
}

// Suppresses the rows that l needs. Returns the models, which the published rows meet as a whole;
// otherwise throws Infeasible.
PrivacyRequirement require_feasible(const Microdata& data, const BucketizationOptions& options,
                                    PublishedRows& published, const Progress& progress) {
  make_eligible(data, options.l, published, progress);
  PrivacyRequirement privacy(data, attributes_with_role(data, Role::sensitive), options.privacy,
                             progress);
  check_feasible(data, privacy, 1, published.rows(), progress);
  return privacy;
}

Bucketization bucketize(const Microdata& data, PublishedRows published,
                        const BucketizationOptions& options, Random& random,
                        const Progress& progress) {
  progress.phase("partition");
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const PrivacyRequirement privacy = require_feasible(data, options, published, progress);

  const std::vector<Strata> strata = all_ungrouped_strata(data, sensitive);
  const RegionRequirement requirement(strata, options.l, privacy);
  BucketJudge judge(strata, requirement);
  TuplePartition buckets;
  if (options.method == BucketizationMethod::anatomy) {
    buckets = draw(data, sensitive, published.in_random_order(), options.l, random, progress);
    buckets = shuffle_buckets(buckets, random, progress);
    buckets = join_for_models(std::move(buckets), judge, progress);
  } else if (options.cuts == Cuts::oblivious) {
    buckets = cut_obliviously(
        data, attributes_with_role(data, Role::quasi_identifier), strata, requirement,
        published.in_random_order(), {options.l, 2 * requirement.fewest(), options.threads},
        [&](std::uint32_t bound) { return random.below(bound); }, progress);
    buckets = shuffle_buckets(buckets, random, progress);
  } else {
    buckets =
        divide(data, strata, requirement, published.in_random_order(), options.threads, progress);
    buckets =
        divide_further(data, sensitive, buckets, requirement, options.l, judge, random, progress);
    buckets = shuffle_buckets(buckets, random, progress);
  }
  // Every bucket is checked again before anything is published.
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint();
    if (!judge.meets(buckets.bucket(b))) {
      throw std::logic_error("a bucket does not meet its requirement");
    }
  }

  progress.phase("permute");
  Bucketization result;
  std::vector<std::vector<Row>> linking =
      permute_columns(buckets, sensitive.size() + 1, random, progress);
  result.buckets = std::move(buckets);
  result.buckets.rows = std::move(linking.front());
  linking.erase(linking.begin());
  result.linking = std::move(linking);
  result.suppressed = published.suppressed();
  return result;
}

}  // namespace

void check_feasible(const Microdata& data, const BucketizationOptions& options, Random& random,
                    const Progress& progress) {
  PublishedRows published(data.rows, options.suppress, random);
  require_feasible(data, options, published, progress);
}

Bucketization bucketize(const Microdata& data, const BucketizationOptions& options, Random& random,
                        const Progress& progress) {
  return bucketize(data, PublishedRows(data.rows, options.suppress, random), options, random,
                   progress);
}

Bucketization bucketize(const Microdata& data, std::span<const Row> rows,
                        const BucketizationOptions& options, Random& random,
                        const Progress& progress) {
  return bucketize(data, PublishedRows(data.rows, rows, random), options, random, progress);
}

}  // namespace microdata

#include "core/risk/linkage.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/radix_sort.hpp"
#include "core/base/sort_at_checkpoints.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/permutation_excess.hpp"
#include "core/risk/source_links.hpp"
#include "core/risk/table_tuples.hpp"

namespace microdata {

namespace {

// Number of rows of a block. Larger buckets are judged in blocks, because a permutation of the
// whole permutes any part.
constexpr std::size_t block_rows = 64;

// Largest number of links of a pair of columns that are looked up.
constexpr std::size_t links_looked_up = 2'000'000;

// Adds the rows of a block that show both values.
void add_block(const SourceLinks& links, const SlicedView::Values& a, const SlicedView::Values& b,
               std::span<const std::uint32_t> rows, PermutationExcess& excess) {
  std::vector<std::uint32_t> of_a;
  std::vector<std::uint32_t> of_b;
  for (const std::uint32_t row : rows) {
    if (a.published[row] == nowhere || b.published[row] == nowhere) continue;
    of_a.push_back(a.published[row]);
    of_b.push_back(b.published[row]);
  }
  const std::size_t k = of_a.size();
  if (k == 0) return;
  std::vector<double> score(k * k);
  for (std::size_t i = 0; i < k; ++i)
    links.scores(of_a[i], of_b, &score[i * k]);
  excess.add(score, k);
}

double pairs_of(std::size_t columns) {
  return static_cast<double>(columns * (columns - 1)) / 2;
}

// Takes the deviation of the columns c and d if it is the farthest above its bound.
void take_farther(const PermutationExcess::Found& found, std::size_t c, std::size_t d,
                  Linkage& linkage) {
  if (linkage.bound == 0 || found.excess - found.bound > linkage.excess - linkage.bound)
    linkage = {found.excess, found.bound, found.deviation, c, d, {}, false};
}

// Returns the rows of every bucket, bucket by bucket.
std::vector<std::uint32_t> rows_by_bucket(const SlicedView& view, const Progress& progress) {
  std::vector<std::uint32_t> rows(view.bucket_of.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    rows[i] = i;
  radix_sort(
      std::span(rows), view.buckets, [&](std::uint32_t row) { return view.bucket_of[row]; },
      progress);
  return rows;
}

// Number of tuples of the source that are looked up in all buckets and columns together, and
// smallest number in each bucket. Both apply if columns are generalized bucket by bucket.
constexpr std::size_t tuples_looked_up = 20'000'000;
constexpr std::size_t fewest_tuples_looked_up = 1000;

// A column in a bucket, with the column's values there numbered within the bucket. `of_row` has the
// values of the bucket's rows. `of_tuple` has the values that cover some tuples of the source, or
// `nowhere` if no value covers the tuple.
struct ShownInBucket {
  std::vector<std::uint32_t> of_row;
  std::vector<std::uint32_t> of_tuple;
  std::uint32_t distinct = 0;
};

// The linkage of views with columns that are generalized bucket by bucket. The links of the source
// between two regions of a bucket are counted in the bucket, among evenly spread tuples.
class BucketLinkage {
 public:
  BucketLinkage(const SlicedView& view, const Progress& progress)
      : view_(view),
        buckets_(view, MatchingBuckets::Over::whole, progress),
        rows_(rows_by_bucket(view, progress)) {
    const std::size_t lookups = std::size_t{view.buckets} * view.columns.size();
    const std::size_t looked_up = std::min(
        view.tuples,
        std::max(fewest_tuples_looked_up, tuples_looked_up / std::max<std::size_t>(lookups, 1)));
    for (std::size_t i = 0; i < looked_up; ++i)
      tuples_.push_back(i * view.tuples / looked_up);
  }

  Linkage run(const Progress& progress) {
    const std::size_t columns = view_.columns.size();
    std::vector<PermutationExcess> sums(columns * columns);
    std::size_t looked_up = 0;
    for (std::size_t begin = 0; begin < rows_.size() && looked_up < links_looked_up;) {
      const std::uint32_t bucket = view_.bucket_of[rows_[begin]];
      std::size_t end = begin;
      while (end < rows_.size() && view_.bucket_of[rows_[end]] == bucket)
        ++end;
      const auto rows = std::span(rows_).subspan(begin, end - begin);
      std::vector<ShownInBucket> shown;
      for (std::size_t c = 0; c < columns; ++c)
        shown.push_back(shown_in(c, bucket, rows, progress));
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t d = c + 1; d < columns; ++d)
          add(shown[c], shown[d], sums[c * columns + d], progress);
      }
      looked_up += rows.size() * std::min(rows.size(), block_rows);
      begin = end;
    }
    Linkage linkage;
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t d = c + 1; d < columns; ++d) {
        const PermutationExcess& sum = sums[c * columns + d];
        if (sum.blocks() == 0) continue;
        take_farther(sum.farthest(pairs_of(columns)), c, d, linkage);
      }
    }
    return linkage;
  }

 private:
  ShownInBucket shown_in(std::size_t c, std::uint32_t bucket, std::span<const std::uint32_t> rows,
                         const Progress& progress) const {
    ShownInBucket shown;
    const auto entries = buckets_.column(c).in_bucket(bucket);
    shown.distinct = static_cast<std::uint32_t>(entries.size());
    const auto number = [&](std::uint32_t value) {
      if (value == nowhere) return nowhere;
      const auto found = std::lower_bound(
          entries.begin(), entries.end(), value,
          [](const BucketCounts::Entry& e, std::uint32_t v) { return e.value < v; });
      return static_cast<std::uint32_t>(found - entries.begin());
    };
    const SlicedView::Values& values = view_.columns[c].whole;
    for (const std::uint32_t row : rows)
      shown.of_row.push_back(number(values.published[row]));
    for (std::size_t i = 0; i < tuples_.size(); ++i) {
      progress.checkpoint_at(i);
      shown.of_tuple.push_back(number(buckets_.shown(c, bucket, values.tuples[tuples_[i]])));
    }
    return shown;
  }

  static void add(const ShownInBucket& a, const ShownInBucket& b, PermutationExcess& excess,
                  const Progress& progress) {
    const auto linked = [&](std::uint32_t of_a, std::uint32_t of_b) {
      return std::uint64_t{of_a} * b.distinct + of_b;
    };
    // The list is as long as there are tuples; a matrix of two columns with a value for every row
    // would not fit into memory.
    std::vector<std::uint64_t> links;
    for (std::size_t i = 0; i < a.of_tuple.size(); ++i) {
      progress.checkpoint_at(i);
      if (a.of_tuple[i] != nowhere && b.of_tuple[i] != nowhere)
        links.push_back(linked(a.of_tuple[i], b.of_tuple[i]));
    }
    sort_at_checkpoints(links, progress);
    for (std::size_t begin = 0; begin < a.of_row.size(); begin += block_rows) {
      progress.checkpoint();
      std::vector<std::size_t> block;
      for (std::size_t i = begin; i < std::min(a.of_row.size(), begin + block_rows); ++i) {
        if (a.of_row[i] != nowhere && b.of_row[i] != nowhere) block.push_back(i);
      }
      if (block.empty()) continue;
      std::vector<double> score;
      for (const std::size_t i : block) {
        for (const std::size_t j : block) {
          const auto [first, last] =
              std::equal_range(links.begin(), links.end(), linked(a.of_row[i], b.of_row[j]));
          score.push_back(std::log(0.5 + static_cast<double>(last - first)));
        }
      }
      excess.add(score, block.size());
    }
  }

  const SlicedView& view_;
  MatchingBuckets buckets_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> tuples_;
};

}  // namespace

Linkage measure_linkage(const SlicedView& view, const Progress& progress) {
  if (generalized_in_buckets(view, MatchingBuckets::Over::whole))
    return BucketLinkage(view, progress).run(progress);
  Linkage linkage;
  const std::vector<std::uint32_t> rows = rows_by_bucket(view, progress);
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    for (std::size_t d = c + 1; d < view.columns.size(); ++d) {
      const SlicedView::Values& a = view.columns[c].whole;
      const SlicedView::Values& b = view.columns[d].whole;
      const SourceLinks links(a.tuples, a.distinct, b.tuples, b.distinct, progress);
      PermutationExcess sums;
      std::size_t looked_up = 0;
      for (std::size_t begin = 0; begin < rows.size() && looked_up < links_looked_up;) {
        std::size_t end = begin;
        while (end < rows.size() && end - begin < block_rows &&
               view.bucket_of[rows[end]] == view.bucket_of[rows[begin]]) {
          ++end;
        }
        progress.checkpoint();
        add_block(links, a, b, std::span(rows).subspan(begin, end - begin), sums);
        looked_up += (end - begin) * (end - begin);
        begin = end;
      }
      if (sums.blocks() == 0) continue;
      take_farther(sums.farthest(pairs_of(view.columns.size())), c, d, linkage);
    }
  }
  return linkage;
}

}  // namespace microdata

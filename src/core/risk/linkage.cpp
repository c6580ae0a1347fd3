#include "core/risk/linkage.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/radix_sort.hpp"
#include "core/risk/permutation_excess.hpp"
#include "core/risk/source_links.hpp"

namespace microdata {

namespace {

// Rows of larger buckets are judged in blocks: a permutation of the whole permutes any part.
constexpr std::size_t block_rows = 64;

// How many links of a pair of columns are looked up at most.
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

// The rows of every bucket, bucket by bucket.
std::vector<std::uint32_t> rows_by_bucket(const SlicedView& view, const Progress& progress) {
  std::vector<std::uint32_t> rows(view.bucket_of.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    rows[i] = i;
  radix_sort(
      std::span(rows), view.buckets, [&](std::uint32_t row) { return view.bucket_of[row]; },
      progress);
  return rows;
}

}  // namespace

Linkage measure_linkage(const SlicedView& view, const Progress& progress) {
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
      const double excess = sums.deviations();
      const double bound = sums.bound();
      if (linkage.bound == 0 || excess - bound > linkage.excess - linkage.bound) {
        linkage = {excess, bound, c, d, {}, false};
      }
    }
  }
  return linkage;
}

}  // namespace microdata

#include "core/risk/linkage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/microdata/radix_sort.hpp"

namespace microdata {

namespace {

// Rows of larger buckets are judged in blocks: a permutation of the whole permutes any part.
constexpr std::size_t block_rows = 64;

// How many links of a pair of columns are looked up at most.
constexpr std::size_t links_looked_up = 2'000'000;

// How often the source links a value of one column with one of another, as log(1/2 + n): counted
// cell by cell where there are few pairs of values, else by a list of the links that there are.
class SourceLinks {
 public:
  SourceLinks(const SlicedView::Values& a, const SlicedView::Values& b, const Progress& progress)
      : distinct_b_(std::uint64_t{b.distinct} + 1) {
    const std::uint64_t cells = (std::uint64_t{a.distinct} + 1) * distinct_b_;
    const bool by_cell = cells <= std::min(most_cells, cells_per_tuple * (a.tuples.size() + 1));
    if (by_cell) {
      cells_.resize(cells);
    } else {
      pairs_.reserve(a.tuples.size());
    }
    for (std::size_t t = 0; t < a.tuples.size(); ++t) {
      progress.checkpoint_at(t);
      if (a.tuples[t] == nowhere || b.tuples[t] == nowhere) continue;
      const std::uint64_t pair = a.tuples[t] * distinct_b_ + b.tuples[t];
      if (by_cell) {
        ++cells_[pair];
      } else {
        pairs_.push_back(pair);
      }
    }
    radix_sort(
        std::span(pairs_), cells, [](std::uint64_t pair) { return pair; }, progress);
    if (!by_cell) list_links(a.distinct, progress);
    std::uint32_t most = 0;
    for (const std::vector<std::uint32_t>& counts : {std::cref(cells_), std::cref(counts_)}) {
      progress.in_blocks(counts.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          most = std::max(most, counts[i]);
      });
    }
    for (std::uint32_t n = 0; n <= most; ++n) {
      progress.checkpoint_at(n);
      score_.push_back(std::log(0.5 + n));
    }
  }

  // The scores of a value of the one column with some of the other, one after the other.
  void scores(std::uint32_t a, std::span<const std::uint32_t> bs, double* result) const {
    if (!cells_.empty()) {
      const std::uint32_t* const of_a = cells_.data() + a * distinct_b_;
      for (const std::uint32_t b : bs)
        *result++ = score_[of_a[b]];
      return;
    }
    const auto begin = linked_.begin() + starts_[a];
    const auto end = linked_.begin() + starts_[a + std::size_t{1}];
    for (const std::uint32_t b : bs) {
      const auto found = std::lower_bound(begin, end, b);
      const bool is_linked = found != end && *found == b;
      *result++ =
          score_[is_linked ? counts_[static_cast<std::size_t>(found - linked_.begin())] : 0];
    }
  }

 private:
  static constexpr std::uint64_t most_cells = 1U << 22U;
  static constexpr std::uint64_t cells_per_tuple = 32;

  // Of the sorted pairs.
  void list_links(std::uint32_t distinct_a, const Progress& progress) {
    starts_.assign(distinct_a + std::size_t{2}, 0);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      progress.checkpoint_at(i);
      if (i > 0 && pairs_[i] == pairs_[i - 1]) {
        ++counts_.back();
        continue;
      }
      linked_.push_back(static_cast<std::uint32_t>(pairs_[i] % distinct_b_));
      counts_.push_back(1);
      starts_[pairs_[i] / distinct_b_ + 1] = static_cast<std::ptrdiff_t>(linked_.size());
    }
    for (std::size_t a = 1; a < starts_.size(); ++a)
      starts_[a] = std::max(starts_[a], starts_[a - 1]);
    pairs_ = {};
  }

  std::uint64_t distinct_b_;
  std::vector<std::uint32_t> cells_;
  // Else the values linked with each value of the one column, ascending, and how often.
  std::vector<std::uint64_t> pairs_;
  std::vector<std::ptrdiff_t> starts_;
  std::vector<std::uint32_t> linked_;
  std::vector<std::uint32_t> counts_;
  // By how often two values are linked.
  std::vector<double> score_;
};

struct Sums {
  double excess = 0;  // observed less expected
  double variance = 0;
  std::size_t blocks = 0;  // with a variance
};

// In several lanes, which do not wait for each other.
double sum_of(std::span<const double> numbers) {
  std::array<double, 4> lanes{};
  std::size_t i = 0;
  for (; i + lanes.size() <= numbers.size(); i += lanes.size()) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      lanes[lane] += numbers[i + lane];
  }
  for (; i < numbers.size(); ++i)
    lanes[0] += numbers[i];
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

// Adds a block of rows. Under a uniform permutation of k rows, the sum of s(i, pi(i)) has the mean
// of all s times k, and 1 / (k - 1) times the sum of the squared doubly centred s as variance.
void add_block(const SourceLinks& links, const SlicedView::Values& a, const SlicedView::Values& b,
               std::span<const std::uint32_t> rows, Sums& sums) {
  const std::size_t k = rows.size();
  if (k < 2) return;
  std::vector<double> score(k * k);
  std::vector<double> row_mean(k);
  std::vector<double> column_mean(k);
  std::vector<std::uint32_t> of_b;
  for (const std::uint32_t row : rows)
    of_b.push_back(b.published[row]);
  double mean = 0;
  double observed = 0;
  for (std::size_t i = 0; i < k; ++i) {
    links.scores(a.published[rows[i]], of_b, &score[i * k]);
    row_mean[i] = sum_of(std::span(score).subspan(i * k, k));
    for (std::size_t j = 0; j < k; ++j)
      column_mean[j] += score[i * k + j];
    mean += row_mean[i];
    observed += score[i * k + i];
  }
  mean /= static_cast<double>(k * k);
  for (std::size_t i = 0; i < k; ++i) {
    row_mean[i] /= static_cast<double>(k);
    column_mean[i] /= static_cast<double>(k);
  }
  std::vector<double> squares_of_column(k);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < k; ++j) {
      const double centred = score[i * k + j] - row_mean[i] - column_mean[j] + mean;
      squares_of_column[j] += centred * centred;
    }
  }
  const double squares = sum_of(squares_of_column);
  const double variance = squares / static_cast<double>(k - 1);
  if (variance < 1e-12) return;
  sums.excess += observed - mean * static_cast<double>(k);
  sums.variance += variance;
  ++sums.blocks;
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
      const SourceLinks links(a, b, progress);
      Sums sums;
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
      if (sums.blocks == 0) continue;
      const double excess = sums.excess / std::sqrt(sums.variance);
      const double bound = 6 + 12 / std::sqrt(static_cast<double>(sums.blocks));
      if (linkage.bound == 0 || excess - bound > linkage.excess - linkage.bound) {
        linkage = {excess, bound, c, d};
      }
    }
  }
  return linkage;
}

}  // namespace microdata

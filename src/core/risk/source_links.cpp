#include "core/risk/source_links.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/radix_sort.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

namespace {

constexpr std::uint64_t most_cells = 1U << 22U;
constexpr std::uint64_t cells_per_tuple = 32;

}  // namespace

SourceLinks::SourceLinks(std::span<const std::uint32_t> a, std::uint32_t distinct_a,
                         std::span<const std::uint32_t> b, std::uint32_t distinct_b,
                         const Progress& progress)
    : distinct_b_(std::uint64_t{distinct_b} + 1) {
  const std::uint64_t cells = (std::uint64_t{distinct_a} + 1) * distinct_b_;
  const bool by_cell = cells <= std::min(most_cells, cells_per_tuple * (a.size() + 1));
  if (by_cell) {
    cells_.resize(cells);
  } else {
    pairs_.reserve(a.size());
  }
  for (std::size_t t = 0; t < a.size(); ++t) {
    progress.checkpoint_at(t);
    if (a[t] == nowhere || b[t] == nowhere) continue;
    const std::uint64_t pair = a[t] * distinct_b_ + b[t];
    if (by_cell) {
      ++cells_[pair];
    } else {
      pairs_.push_back(pair);
    }
  }
  radix_sort(
      std::span(pairs_), cells, [](std::uint64_t pair) { return pair; }, progress);
  if (!by_cell) list_links(distinct_a, progress);
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

void SourceLinks::scores(std::uint32_t a, std::span<const std::uint32_t> bs, double* result) const {
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
    *result++ = score_[is_linked ? counts_[static_cast<std::size_t>(found - linked_.begin())] : 0];
  }
}

void SourceLinks::list_links(std::uint32_t distinct_a, const Progress& progress) {
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

}  // namespace microdata

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

#include "core/risk/linkage.hpp"
#include "property/random_table.hpp"

// Compares the measure of linked columns with a computation that counts every pair of values
// separately.

namespace microdata {
namespace {

using test::Choices;

std::vector<std::uint32_t> random_values(Choices& choices, std::size_t rows, int distinct) {
  std::vector<std::uint32_t> values;
  for (std::size_t row = 0; row < rows; ++row)
    values.push_back(static_cast<std::uint32_t>(choices.between(0, distinct - 1)));
  return values;
}

SlicedView random_view(Choices& choices) {
  SlicedView view;
  view.tuples = static_cast<std::size_t>(choices.between(1, 300));
  view.buckets = static_cast<std::uint32_t>(choices.between(1, 8));
  const auto rows = static_cast<std::size_t>(choices.between(1, 300));
  view.bucket_of = random_values(choices, rows, static_cast<int>(view.buckets));
  for (int c = choices.between(2, 5); c > 0; --c) {
    SlicedView::Values values;
    values.distinct =
        static_cast<std::uint32_t>(choices.of(std::vector<int>{1, 2, 5, 20, 300, 2000, 100000}));
    values.published = random_values(choices, rows, static_cast<int>(values.distinct));
    values.tuples = random_values(choices, view.tuples, static_cast<int>(values.distinct));
    // Some columns have the source's rows in the source's order, which are links that the measure
    // must find.
    if (choices.one_in(3)) {
      for (std::size_t i = 0; i < std::min(rows, view.tuples); ++i)
        values.published[i] = values.tuples[i];
    }
    for (std::uint32_t& value : values.tuples) {
      if (choices.one_in(20)) value = nowhere;
    }
    // Counterfeits have no value in the source.
    if (choices.one_in(4)) {
      for (std::uint32_t& value : values.published) {
        if (choices.one_in(10)) value = nowhere;
      }
    }
    view.columns.push_back({{}, std::move(values)});
  }
  return view;
}

struct NaiveLinkage {
  Linkage linkage;
  // Tolerance of `excess` for another order of additions. The scores of a block might nearly be
  // sums of a number of the row and a number of the column: (1/2 + n) (1/2 + n') / ((1/2 + m) (1/2
  // + m')) can be within 1e-5 of 1. The difference of large sums is then divided by a small
  // deviation.
  double rounding = 0;
};

// Returns the sum of log(1/2 + n) over rows, minus its mean, in standard deviations over all
// permutations.
NaiveLinkage naive_linkage(const SlicedView& view) {
  std::vector<std::vector<std::size_t>> blocks;
  for (std::uint32_t bucket = 0; bucket < view.buckets; ++bucket) {
    std::size_t in_block = 64;
    for (std::size_t row = 0; row < view.bucket_of.size(); ++row) {
      if (view.bucket_of[row] != bucket) continue;
      if (in_block++ >= 64) {
        blocks.emplace_back();
        in_block = 1;
      }
      blocks.back().push_back(row);
    }
  }
  NaiveLinkage result;
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    for (std::size_t d = c + 1; d < view.columns.size(); ++d) {
      const SlicedView::Values& a = view.columns[c].whole;
      const SlicedView::Values& b = view.columns[d].whole;
      std::map<std::pair<std::uint32_t, std::uint32_t>, int> links;
      for (std::size_t t = 0; t < view.tuples; ++t) {
        if (a.tuples[t] != nowhere && b.tuples[t] != nowhere) ++links[{a.tuples[t], b.tuples[t]}];
      }
      double excess = 0;
      double variance = 0;
      double magnitude = 0;
      std::size_t counted = 0;
      for (const std::vector<std::size_t>& whole : blocks) {
        std::vector<std::size_t> block;
        for (const std::size_t row : whole) {
          if (a.published[row] != nowhere && b.published[row] != nowhere) block.push_back(row);
        }
        const auto k = static_cast<double>(block.size());
        if (block.size() < 2) continue;
        const auto score = [&](std::size_t i, std::size_t j) {
          const auto found = links.find({a.published[block[i]], b.published[block[j]]});
          return std::log(0.5 + (found == links.end() ? 0 : found->second));
        };
        double mean = 0;
        double observed = 0;
        std::vector<double> of_row(block.size());
        std::vector<double> of_column(block.size());
        for (std::size_t i = 0; i < block.size(); ++i) {
          observed += score(i, i);
          for (std::size_t j = 0; j < block.size(); ++j) {
            mean += score(i, j) / (k * k);
            magnitude += std::abs(score(i, j)) / k;
            of_row[i] += score(i, j) / k;
            of_column[j] += score(i, j) / k;
          }
        }
        double squares = 0;
        for (std::size_t i = 0; i < block.size(); ++i) {
          for (std::size_t j = 0; j < block.size(); ++j)
            squares += std::pow(score(i, j) - of_row[i] - of_column[j] + mean, 2);
        }
        if (squares / (k - 1) < 1e-12) continue;
        excess += observed - k * mean;
        variance += squares / (k - 1);
        ++counted;
      }
      if (counted == 0) continue;
      const double bound = 6 + 12 / std::sqrt(static_cast<double>(counted));
      const double deviations = excess / std::sqrt(variance);
      const Linkage& most = result.linkage;
      if (most.bound == 0 || deviations - bound > most.excess - most.bound)
        result = {{deviations, bound, c, d}, 1e-13 * magnitude / std::sqrt(variance)};
    }
  }
  return result;
}

TEST(LinkageProperty, AgreesWithCountingEveryPair) {
  int linked = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t) {
    const SlicedView view = random_view(choices);
    const Linkage measured = measure_linkage(view, {});
    const NaiveLinkage naive = naive_linkage(view);
    EXPECT_NEAR(measured.excess, naive.linkage.excess, 1e-10 + naive.rounding);
    EXPECT_EQ(measured.bound, naive.linkage.bound);
    if (measured.excess > measured.bound) ++linked;
  });
  EXPECT_GE(linked, test::expected_of(11));
}

}  // namespace
}  // namespace microdata

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

#include "core/risk/linkage.hpp"
#include "property/random_table.hpp"

// Compares the measure of linked columns with a computation that counts every pair of values
// separately, and tests that it finds releases with some linked buckets.

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

// Deviation of a block from its mean over all permutations, squared and divided by its variance.
using SquaresBySize = std::vector<std::pair<std::size_t, double>>;

// Returns the deviation with the normal tail exp(-x^2 / 2) that Hoeffding's inequality proves for
// squares with a mean of 1.
double naive_unevenness(const SquaresBySize& squares) {
  double most = 0;
  for (double cap = 2; cap <= 4096; cap *= 2) {
    double sum = 0;
    double n = 0;
    for (const auto& [k, square] : squares) {
      if (k == 2) continue;
      sum += std::min(square, cap);
      ++n;
    }
    if (sum <= n) continue;
    const double p = sum / n / cap;
    const double q = 1 / cap;
    const double entropy =
        p * std::log(p / q) + (p >= 1 ? 0 : (1 - p) * std::log((1 - p) / (1 - q)));
    most = std::max(most, std::sqrt(2 * n * entropy));
  }
  return most;
}

// Returns the sum of log(1/2 + n) over rows, minus its mean, in standard deviations over all
// permutations, or another deviation that is above its bound.
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
      SquaresBySize squares_of_blocks;
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
        squares_of_blocks.emplace_back(block.size(),
                                       std::pow(observed - k * mean, 2) / (squares / (k - 1)));
      }
      if (squares_of_blocks.empty()) continue;
      const double bound = 6 + 12 / std::sqrt(static_cast<double>(squares_of_blocks.size()));
      const double deviations = excess / std::sqrt(variance);
      const double pairs = static_cast<double>(view.columns.size() * (view.columns.size() - 1)) / 2;
      Linkage found{deviations, bound, Deviation::more, c, d};
      const Linkage fewer{-deviations, bound, Deviation::fewer, c, d};
      const Linkage uneven{naive_unevenness(squares_of_blocks),
                           std::sqrt(2 * std::log(pairs * 12 * 1e9)), Deviation::uneven, c, d};
      for (const Linkage& other : {fewer, uneven}) {
        if (other.excess > other.bound && other.excess - other.bound > found.excess - found.bound)
          found = other;
      }
      const Linkage& most = result.linkage;
      if (most.bound == 0 || found.excess - found.bound > most.excess - most.bound)
        result = {found, 1e-13 * magnitude / std::sqrt(variance)};
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
    EXPECT_NEAR(measured.bound, naive.linkage.bound, 1e-12);
    EXPECT_EQ(measured.deviation, naive.linkage.deviation);
    if (measured.excess > measured.bound) ++linked;
  });
  EXPECT_GE(linked, test::expected_of(11));
}

// Buckets in which some groups are linked as in the source.
struct Planted {
  // Sizes of buckets.
  int smallest = 2;
  int largest = 8;
  int buckets = 300;
  // The first `linked` of each `of` buckets are linked; the others have no row as in the source.
  // If `of` is 0, all buckets are shuffled.
  int linked = 0;
  int of = 0;
  // Numbers of distinct values; 0 for a value of its own for each row.
  int of_a = 0;
  int of_b = 0;
};

SlicedView planted_view(Choices& choices, const Planted& planted) {
  SlicedView view;
  view.buckets = static_cast<std::uint32_t>(planted.buckets);
  SlicedView::Values a;
  SlicedView::Values b;
  for (std::uint32_t bucket = 0; bucket < view.buckets; ++bucket) {
    const auto k = static_cast<std::size_t>(choices.between(planted.smallest, planted.largest));
    std::vector<std::uint32_t> of_b;
    for (std::size_t i = 0; i < k; ++i) {
      const auto row = static_cast<std::uint32_t>(a.tuples.size());
      const auto value = [&](int distinct) {
        return distinct == 0 ? row : static_cast<std::uint32_t>(choices.between(0, distinct - 1));
      };
      a.tuples.push_back(value(planted.of_a));
      b.tuples.push_back(value(planted.of_b));
      a.published.push_back(a.tuples.back());
      of_b.push_back(b.tuples.back());
      view.bucket_of.push_back(bucket);
    }
    if (planted.of == 0) {
      test::shuffle(of_b, choices);
    } else if (static_cast<int>(bucket) % planted.of >= planted.linked) {
      const int by = choices.between(1, static_cast<int>(k) - 1);
      std::rotate(of_b.begin(), of_b.begin() + by, of_b.end());
    }
    b.published.insert(b.published.end(), of_b.begin(), of_b.end());
  }
  view.tuples = a.tuples.size();
  const auto distinct = [&](int values) {
    return values == 0 ? static_cast<std::uint32_t>(view.tuples)
                       : static_cast<std::uint32_t>(values);
  };
  a.distinct = distinct(planted.of_a);
  b.distinct = distinct(planted.of_b);
  view.columns = {{{}, std::move(a)}, {{}, std::move(b)}};
  return view;
}

// Buckets of a third, half or tenth of the release are linked and all others deranged, so that the
// number of linked rows can be that of a shuffled release.
TEST(LinkageProperty, SomeLinkedBucketsAreFound) {
  std::map<Deviation, int> found;
  test::for_cases(200, [&](Choices& choices, std::uint64_t) {
    Planted planted;
    planted.of = choices.of(std::vector<int>{2, 3, 10});
    planted.linked = 1;
    planted.smallest = choices.between(2, 8);
    planted.largest = choices.one_in(2) ? planted.smallest : 12;
    // If half of the pairs are linked and half are exchanged, the release is one of those that
    // shuffling makes.
    if (planted.largest == 2 && planted.of == 2) planted.of = 3;
    planted.buckets = 800;
    planted.of_b = choices.of(std::vector<int>{0, 0, 20});
    const Linkage linkage = measure_linkage(planted_view(choices, planted), {});
    EXPECT_GT(linkage.excess, linkage.bound)
        << "1 of " << planted.of << ", " << planted.smallest << " to " << planted.largest
        << " rows, " << planted.of_b << " values";
    ++found[linkage.deviation];
  });
  for (const Deviation deviation : {Deviation::more, Deviation::fewer, Deviation::uneven})
    EXPECT_GE(found[deviation], test::expected_of(20));
}

TEST(LinkageProperty, ShuffledBucketsPass) {
  double far = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t) {
    Planted planted;
    planted.smallest = choices.between(2, 8);
    planted.largest = planted.smallest + choices.of(std::vector<int>{0, 1, 5, 40});
    planted.buckets = choices.of(std::vector<int>{1, 2, 3, 5, 10, 30, 100});
    planted.of_a = choices.of(std::vector<int>{0, 0, 2, 5, 50});
    planted.of_b = choices.of(std::vector<int>{0, 0, 2, 5, 50});
    const Linkage linkage = measure_linkage(planted_view(choices, planted), {});
    EXPECT_TRUE(linkage.bound == 0 || linkage.excess <= linkage.bound);
    far += std::abs(linkage.excess) > 2 ? 1 : 0;
  });
  // The bound is not trivial: some shuffled releases exceed two standard deviations.
  EXPECT_GE(far, test::expected_of(50));
}

}  // namespace
}  // namespace microdata

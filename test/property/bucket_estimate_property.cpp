#include <gtest/gtest.h>
#include <map>

#include "core/utility/bucket_estimate.hpp"
#include "property/random_table.hpp"

// Compares the estimate with its definition. All linkings of a bucket's column values into tuples
// are equally likely. The expected number of tuples that satisfy the predicate sums the products of
// shares over all combinations of one row from each column. The sum is divided by |B| to the power
// of the number of columns minus one.

namespace microdata {
namespace {

using test::Choices;

struct Problem {
  std::vector<Code> bucket_of;
  Code buckets = 0;
  // Label by column, attribute and row, and share by column, attribute and label.
  std::vector<std::vector<std::vector<Code>>> labels;
  std::vector<std::vector<std::vector<double>>> share;
};

Problem random_problem(Choices& choices) {
  Problem problem;
  problem.buckets = static_cast<Code>(choices.between(1, 4));
  const int rows = choices.between(0, 14);
  for (int row = 0; row < rows; ++row) {
    problem.bucket_of.push_back(
        static_cast<Code>(choices.between(0, static_cast<int>(problem.buckets) - 1)));
  }
  const int columns = choices.between(0, 3);
  for (int c = 0; c < columns; ++c) {
    auto& labels = problem.labels.emplace_back();
    auto& share = problem.share.emplace_back();
    for (int a = choices.between(1, 3); a > 0; --a) {
      const int distinct = choices.between(1, 4);
      labels.emplace_back();
      for (int row = 0; row < rows; ++row)
        labels.back().push_back(static_cast<Code>(choices.between(0, distinct - 1)));
      share.emplace_back();
      for (int label = 0; label < distinct; ++label) {
        const bool partly = choices.one_in(3);
        share.back().push_back(partly ? choices.real() : choices.between(0, 1));
      }
    }
  }
  return problem;
}

double product_of_row(const Problem& problem, std::size_t column, std::size_t row) {
  double product = 1;
  for (std::size_t a = 0; a < problem.labels[column].size(); ++a)
    product *= problem.share[column][a][problem.labels[column][a][row]];
  return product;
}

// Returns the sum over all choices of one row of the bucket for each column from `column` on.
double all_linkings(const Problem& problem, std::size_t column, Code bucket) {
  if (column == problem.labels.size()) return 1;
  double sum = 0;
  for (std::size_t row = 0; row < problem.bucket_of.size(); ++row) {
    if (problem.bucket_of[row] != bucket) continue;
    sum += product_of_row(problem, column, row) * all_linkings(problem, column + 1, bucket);
  }
  return sum;
}

double expected_count(const Problem& problem) {
  double count = 0;
  for (Code bucket = 0; bucket < problem.buckets; ++bucket) {
    double size = 0;
    for (const Code of_row : problem.bucket_of)
      size += of_row == bucket ? 1 : 0;
    if (size == 0) continue;
    double one = size * all_linkings(problem, 0, bucket);
    for (std::size_t c = 0; c < problem.labels.size(); ++c)
      one /= size;
    count += one;
  }
  return count;
}

TEST(BucketEstimateProperty, IsTheExpectedCountOverAllLinkings) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(2000));
       seed < end; ++seed) {
    Choices choices(seed);
    const Problem problem = random_problem(choices);
    std::vector<ColumnShares> columns;
    for (std::size_t c = 0; c < problem.labels.size(); ++c) {
      columns.emplace_back();
      for (std::size_t a = 0; a < problem.labels[c].size(); ++a)
        columns.back().push_back({problem.labels[c][a], problem.share[c][a]});
    }
    EXPECT_NEAR(bucket_estimate(problem.bucket_of, problem.buckets, columns, 0, {}),
                expected_count(problem), 1e-9)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace microdata

#include "musk_like.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

namespace microdata::experiment {

namespace {

constexpr Row musk_rows = 6'598;
constexpr std::size_t musks = 1'017;
constexpr std::size_t blocks = 16;
constexpr std::size_t features_of_block = 10;
// Shares of the variance: of the common factor in a block's factor, and of the block's factor in a
// feature.
constexpr double share_of_common = 0.5;
constexpr double share_of_factor = 0.5;
constexpr double width = 400;

double uniform(Random& random) {
  return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53;
}

double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

double normal_distribution(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

std::vector<double> normals(Random& random) {
  std::vector<double> result(musk_rows);
  std::generate(result.begin(), result.end(), [&] { return normal(random); });
  return result;
}

// Returns sqrt(share) a + sqrt(1 - share) b.
std::vector<double> mixed(const std::vector<double>& a, double share,
                          const std::vector<double>& b) {
  std::vector<double> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    result[i] = std::sqrt(share) * a[i] + std::sqrt(1 - share) * b[i];
  return result;
}

Feature musk_class(const std::vector<double>& score) {
  std::vector<double> descending = score;
  std::nth_element(descending.begin(), descending.begin() + musks, descending.end(),
                   std::greater<>());
  Feature result{"class", {}, {"musk", "non-musk"}};
  for (const double s : score)
    result.values.push_back(s > descending[musks] ? 0 : 1);
  return result;
}

}  // namespace

Table musk_like(Random& random) {
  const std::vector<double> common = normals(random);
  std::vector<std::vector<double>> factors;
  for (std::size_t b = 0; b < blocks; ++b)
    factors.push_back(mixed(common, share_of_common, normals(random)));
  std::vector<std::size_t> order(blocks * features_of_block);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  Table table{"musk", {}, {}, musk_class(common)};
  for (const std::size_t f : order) {
    const std::size_t block = f / features_of_block;
    Feature feature{"block " + std::to_string(block) + ", " + std::to_string(f), {}, {}};
    for (const double z : mixed(factors[block], share_of_factor, normals(random)))
      feature.values.push_back(std::round(width * normal_distribution(z)));
    table.features.push_back(std::move(feature));
    table.block_of_feature.push_back(block);
  }
  return table;
}

}  // namespace microdata::experiment

#include "core/series/valueless.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/series/near_arrivals.hpp"

namespace microdata {

namespace {

struct ShownOutside {
  std::uint64_t all = 0;
  // Number of the most frequent value.
  std::uint64_t most = 0;
};

std::vector<ShownOutside> shown_outside(std::span<const Signature> signatures,
                                        std::span<const std::uint64_t> shown) {
  std::vector<Code> by_frequency(shown.size());
  std::iota(by_frequency.begin(), by_frequency.end(), Code{0});
  std::stable_sort(by_frequency.begin(), by_frequency.end(),
                   [&](Code a, Code b) { return shown[a] > shown[b]; });
  const std::uint64_t all = std::accumulate(shown.begin(), shown.end(), std::uint64_t{0});
  std::vector<ShownOutside> result;
  for (const Signature& signature : signatures) {
    ShownOutside outside{all, 0};
    for (const Code value : signature)
      outside.all -= shown[value];
    const auto most = std::find_if(by_frequency.begin(), by_frequency.end(), [&](Code value) {
      return !std::binary_search(signature.begin(), signature.end(), value);
    });
    if (most != by_frequency.end()) outside.most = shown[*most];
    result.push_back(outside);
  }
  return result;
}

}  // namespace

bool may_show_valueless(std::span<const Signature> signatures, std::span<const std::uint64_t> shown,
                        std::uint32_t m) {
  const std::vector<ShownOutside> outside = shown_outside(signatures, shown);
  return std::all_of(outside.begin(), outside.end(), [&](const ShownOutside& of_signature) {
    return of_signature.all > 0 && of_signature.most * m <= of_signature.all;
  });
}

double diversity_outside(std::span<const Signature> signatures,
                         std::span<const std::uint64_t> shown) {
  double least = std::numeric_limits<double>::infinity();
  for (const ShownOutside& outside : shown_outside(signatures, shown)) {
    const double diversity =
        outside.all == 0 ? 0 : static_cast<double>(outside.all) / static_cast<double>(outside.most);
    least = std::min(least, diversity);
  }
  return least;
}

TuplePartition group_near(const Microdata& data, const std::vector<Axis>& axes,
                          std::vector<Row> persons, std::uint32_t m, Random& random,
                          const Progress& progress) {
  TuplePartition groups;
  if (persons.size() < m) return groups;
  progress.checkpoint();
  random.shuffle(std::span(persons));
  // Each person is given a value of its own, because any m persons are then m-eligible.
  std::vector<Code> alone(data.rows);
  std::iota(alone.begin(), alone.end(), Code{0});
  const TuplePartition near =
      near_arrivals(data, axes, alone, static_cast<Code>(data.rows), persons, m, m, progress);
  std::vector<std::uint32_t> order(near.buckets());
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  groups.rows.reserve(near.rows.size());
  for (const std::uint32_t group : order) {
    progress.checkpoint();
    const std::span<const Row> rows = near.bucket(group);
    groups.rows.insert(groups.rows.end(), rows.begin(), rows.end());
    random.shuffle(std::span(groups.rows).last(rows.size()));
    groups.offsets.push_back(static_cast<Row>(groups.rows.size()));
  }
  return groups;
}

}  // namespace microdata

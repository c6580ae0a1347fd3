#include "core/partition/even_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace microdata {

namespace {

// Places of some rows, by the rows' kinds.
struct ByKind {
  std::vector<std::uint32_t> places;
  std::vector<std::size_t> offsets{0};

  std::size_t kinds() const { return offsets.size() - 1; }
  std::size_t count(std::size_t kind) const { return offsets[kind + 1] - offsets[kind]; }
};

ByKind group(std::span<const Row> rows, const Combinations& kinds) {
  ByKind result;
  result.places.resize(rows.size());
  std::iota(result.places.begin(), result.places.end(), 0U);
  const auto kind = [&](std::uint32_t place) { return kinds.of_row[rows[place]]; };
  std::stable_sort(result.places.begin(), result.places.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return kind(a) < kind(b); });
  for (std::size_t i = 1; i < result.places.size(); ++i) {
    if (kind(result.places[i]) != kind(result.places[i - 1])) result.offsets.push_back(i);
  }
  result.offsets.push_back(result.places.size());
  return result;
}

// Returns the number of rows of each kind among `size` rows, in proportion, with the largest
// remainders rounded up.
std::vector<std::size_t> proportional(const ByKind& rows, std::size_t size) {
  const std::size_t all = rows.places.size();
  std::vector<std::size_t> counts(rows.kinds());
  std::vector<std::pair<std::size_t, std::size_t>> remainders;
  std::size_t missing = size;
  for (std::size_t kind = 0; kind < rows.kinds(); ++kind) {
    counts[kind] = rows.count(kind) * size / all;
    missing -= counts[kind];
    remainders.emplace_back(rows.count(kind) * size % all, kind);
  }
  std::stable_sort(remainders.begin(), remainders.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < missing; ++i)
    ++counts[remainders[i].second];
  return counts;
}

// A block and the rows that it leaves.
struct Division {
  unsigned halvings = 0;
  // Number of rows of each kind that are left.
  std::vector<std::size_t> left;
};

// True if the first left[kind] rows of every kind hold, and all other rows do.
bool both_hold(std::span<const Row> rows, const ByKind& by_kind,
               const std::vector<std::size_t>& left, GroupJudge& judge) {
  std::vector<Row> parts[2];
  for (std::size_t kind = 0; kind < by_kind.kinds(); ++kind) {
    for (std::size_t i = 0; i < by_kind.count(kind); ++i)
      parts[i < left[kind] ? 0 : 1].push_back(rows[by_kind.places[by_kind.offsets[kind] + i]]);
  }
  return judge.holds(parts[0]) && judge.holds(parts[1]);
}

Division choose(std::span<const Row> rows, const ByKind& by_kind, std::size_t least,
                GroupJudge& judge, const Progress& progress) {
  const std::size_t all = rows.size();
  const unsigned most =
      all < 2 * least ? 0 : static_cast<unsigned>(std::bit_width(all / least)) - 1;
  // Each look takes time linear in the number of rows.
  int looks = 32;
  for (unsigned halvings = most; halvings > 0 && looks > 0; --halvings) {
    const std::size_t largest = all >> halvings;
    // Few rows should be left.
    for (std::size_t part = largest; part >= least && 8 * part >= 7 * largest && looks > 0;
         --part) {
      progress.checkpoint();
      const std::size_t left = all - (part << halvings);
      if (left == 0) return {halvings, std::vector<std::size_t>(by_kind.kinds())};
      std::vector<std::size_t> counts = proportional(by_kind, left);
      --looks;
      if (both_hold(rows, by_kind, counts, judge)) return {halvings, std::move(counts)};
    }
  }
  return {0, std::vector<std::size_t>(by_kind.kinds())};
}

}  // namespace

void divide_evenly(std::span<const Row> rows, const Combinations& kinds, std::size_t least,
                   GroupJudge& judge, const UniformDraw& draw, EvenBlocks& result,
                   const Progress& progress) {
  std::vector<Row> remaining(rows.begin(), rows.end());
  while (!remaining.empty()) {
    ByKind by_kind = group(remaining, kinds);
    const Division division = choose(remaining, by_kind, least, judge, progress);
    std::vector<std::uint8_t> is_left(remaining.size());
    for (std::size_t kind = 0; kind < by_kind.kinds(); ++kind) {
      std::uint32_t* const of_kind = by_kind.places.data() + by_kind.offsets[kind];
      for (std::size_t i = 0; i < division.left[kind]; ++i) {
        const auto others = static_cast<std::uint32_t>(by_kind.count(kind) - i);
        std::swap(of_kind[i], of_kind[i + (others > 1 ? draw(others) : 0)]);
        is_left[of_kind[i]] = 1;
      }
    }
    const std::size_t begin = result.rows.size();
    std::vector<Row> left;
    for (std::size_t place = 0; place < remaining.size(); ++place)
      (is_left[place] != 0 ? left : result.rows).push_back(remaining[place]);
    result.blocks.push_back({begin, result.rows.size(), division.halvings});
    remaining = std::move(left);
  }
}

}  // namespace microdata

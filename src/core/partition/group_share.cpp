#include "core/partition/group_share.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

using Stratum = GroupShare::Stratum;

// Largest number of tuples of a stratum that l allows on either side.
struct Caps {
  std::uint32_t left;
  std::uint32_t right;
};

Caps caps_of(const GroupShare& share, std::uint32_t size, double l) {
  return {largest_count(size, l), largest_count(share.tuples - size, l)};
}

// Returns the smallest and the largest number of tuples of a stratum that can go left.
std::pair<std::uint32_t, std::uint32_t> bounds(const Stratum& s, const Caps& caps) {
  if (!s.bounded) return {s.least, s.most};
  const std::uint32_t from = s.tuples - std::min(s.tuples, caps.right);
  return {std::max(s.least, from), std::min(s.most, caps.left)};
}

// Smallest and largest number of tuples of several strata that can go left. Each added stratum
// stands for `alike` equal strata. add() returns false if a stratum has no feasible number.
class Range {
 public:
  bool add(const Stratum& s, std::uint32_t alike, const Caps& caps) {
    const auto [from, to] = bounds(s, caps);
    if (from > to) return false;
    least_ += std::uint64_t{from} * alike;
    most_ += std::uint64_t{to} * alike;
    return true;
  }

  bool has(std::uint64_t size) const { return size >= least_ && size <= most_; }

 private:
  std::uint64_t least_ = 0;
  std::uint64_t most_ = 0;
};

bool can_be(const GroupShare& share, std::uint32_t size, double l) {
  const Caps caps = caps_of(share, size, l);
  Range range;
  return std::all_of(share.strata.begin(), share.strata.end(),
                     [&](const Stratum& s) { return range.add(s, 1, caps); }) &&
         range.has(size);
}

// A stratum, and the number of strata with the same tuples and bounds.
struct AlikeStrata {
  Stratum stratum;
  std::uint32_t alike;
};

bool can_be(const GroupShare& share, const std::vector<AlikeStrata>& kinds, std::uint32_t size,
            double l) {
  const Caps caps = caps_of(share, size, l);
  Range range;
  return std::all_of(
             kinds.begin(), kinds.end(),
             [&](const AlikeStrata& kind) { return range.add(kind.stratum, kind.alike, caps); }) &&
         range.has(size);
}

std::vector<AlikeStrata> kinds_of(std::vector<Stratum> strata) {
  const auto key = [](const Stratum& s) { return std::tie(s.tuples, s.least, s.most, s.bounded); };
  std::sort(strata.begin(), strata.end(),
            [&](const Stratum& a, const Stratum& b) { return key(a) < key(b); });
  std::vector<AlikeStrata> kinds;
  for (const Stratum& s : strata) {
    if (kinds.empty() || key(kinds.back().stratum) != key(s)) kinds.push_back({s, 0});
    ++kinds.back().alike;
  }
  return kinds;
}

// Chooses `size` tuples for the left side. Requires can_be(share, size, l).
void choose(GroupShare& share, std::uint32_t size, double l) {
  const Caps caps = caps_of(share, size, l);
  std::int64_t missing = size;
  for (Stratum& s : share.strata) {
    const auto [from, to] = bounds(s, caps);
    const auto wanted = static_cast<std::uint32_t>(
        (std::uint64_t{s.tuples} * size + share.tuples / 2) / std::max(share.tuples, 1U));
    s.chosen = std::clamp(wanted, from, to);
    missing -= s.chosen;
  }
  for (Stratum& s : share.strata) {
    const auto [from, to] = bounds(s, caps);
    const std::int64_t change =
        std::clamp(missing, std::int64_t{from} - s.chosen, std::int64_t{to} - s.chosen);
    s.chosen = static_cast<std::uint32_t>(s.chosen + change);
    missing -= change;
  }
}

// Returns the feasible size from `least` to `most` that is nearest to `wanted`, which itself is
// infeasible.
std::optional<std::uint32_t> size_near(const GroupShare& share, std::int64_t wanted,
                                       std::int64_t least, std::int64_t most, double l) {
  const std::vector<AlikeStrata> kinds = kinds_of(share.strata);
  const auto works = [&](std::int64_t size) {
    return size >= least && size <= most &&
           can_be(share, kinds, static_cast<std::uint32_t>(size), l);
  };
  // Caps repeat every l tuples, so a feasible size exists nearby or at the ends, if any exists.
  const std::int64_t reach = 4 * std::int64_t{fewest_tuples(l)} + 16;
  for (std::int64_t distance = 1; distance <= reach; ++distance) {
    for (const std::int64_t size : {wanted - distance, wanted + distance}) {
      if (works(size)) return static_cast<std::uint32_t>(size);
    }
  }
  for (const std::int64_t size : {least, most}) {
    if (works(size)) return static_cast<std::uint32_t>(size);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> choose_near(GroupShare& share, std::int64_t wanted, double l) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const Stratum& s : share.strata) {
    least += s.least;
    most += s.most;
  }
  wanted = std::clamp(wanted, least, most);
  std::optional<std::uint32_t> size = static_cast<std::uint32_t>(wanted);
  if (!can_be(share, *size, l)) size = size_near(share, wanted, least, most, l);
  if (size) choose(share, *size, l);
  return size;
}

}  // namespace microdata

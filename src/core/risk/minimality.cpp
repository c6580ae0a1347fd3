#include "core/risk/minimality.hpp"

#include <algorithm>
#include <vector>

#include "core/risk/missing_split.hpp"

namespace microdata {

namespace {

// Returns the numbers of ways to choose x of c, for x of 0 .. most.
std::vector<double> choices(std::uint32_t c, std::size_t most) {
  std::vector<double> ways{1};
  for (std::size_t x = 1; x <= most; ++x)
    ways.push_back(x > c ? 0
                         : ways.back() * static_cast<double>(c - x + 1) / static_cast<double>(x));
  return ways;
}

// Range of the number of a value on the first side if both sides meet the bound of l.
struct Allowed {
  std::size_t least;
  std::size_t most;
};

Allowed allowed_of(std::uint32_t count, std::size_t side, std::size_t rest, double l,
                   bool harmless) {
  if (harmless) return {count > rest ? count - rest : 0, std::min<std::size_t>(count, side)};
  const std::size_t there = most_of_side(rest, l);
  return {count > there ? count - there : 0, std::min<std::size_t>(count, most_of_side(side, l))};
}

}  // namespace

std::optional<UncutBelief> belief_of_uncut(std::span<const std::uint32_t> counts, std::size_t value,
                                           std::size_t side, double l,
                                           std::span<const std::uint8_t> harmless) {
  std::size_t n = 0;
  for (const std::uint32_t count : counts)
    n += count;
  const std::size_t rest = n - side;
  // Numbers of ways in which the other values take places of the side so that both sides meet the
  // bound, by number of places.
  std::vector<double> ways(side + 1);
  ways[0] = 1;
  std::vector<double> next;
  for (std::size_t u = 0; u < counts.size(); ++u) {
    if (u == value) continue;
    const bool is_harmless = !harmless.empty() && harmless[u] != 0;
    const Allowed allowed = allowed_of(counts[u], side, rest, l, is_harmless);
    const std::vector<double> of_value = choices(counts[u], allowed.most);
    next.assign(side + 1, 0);
    for (std::size_t taken = 0; taken <= side; ++taken) {
      if (ways[taken] == 0) continue;
      for (std::size_t x = allowed.least; x <= allowed.most && taken + x <= side; ++x)
        next[taken + x] += ways[taken] * of_value[x];
    }
    ways.swap(next);
  }
  const Allowed allowed = allowed_of(counts[value], side, rest, l, false);
  const std::vector<double> of_value = choices(counts[value], allowed.most);
  double holding = 0;
  double with_value = 0;  // summed over these ways
  for (std::size_t x = allowed.least; x <= allowed.most && x <= side; ++x) {
    holding += of_value[x] * ways[side - x];
    with_value += static_cast<double>(x) * of_value[x] * ways[side - x];
  }
  const double all = choices(static_cast<std::uint32_t>(n), side).back();
  const double failing = all - holding;
  if (failing <= all * rounding_of_shares) return std::nullopt;
  const auto m = static_cast<double>(side);
  const double count = counts[value];
  // The side has its share of the value over all ways.
  const double mean = (count * m / static_cast<double>(n) * all - with_value) / failing;
  return UncutBelief{mean / m, (count - mean) / static_cast<double>(rest)};
}

MinimalityFigures attack_by_minimality(const PlacedPersons& placed, const PlacedPersons& outside,
                                       std::span<const KnownAttribute> known,
                                       std::span<const Code> truth,
                                       std::span<const std::uint8_t> harmless,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress) {
  const std::vector<ClosedRegion> regions = closed_regions(placed, options, random, progress);
  MinimalityFigures figures;
  figures.regions = regions.size();
  const OutsidersOfRegions outsiders = outsiders_of_regions(outside);
  const auto is_harmless = [&](Code value) { return !harmless.empty() && harmless[value] != 0; };
  for (const ClosedRegion& region : regions) {
    progress.checkpoint();
    std::vector<std::uint32_t> counts;
    std::vector<std::uint8_t> without_bound;
    const PlacedPersons::Slot* most = nullptr;
    for (const PlacedPersons::Slot& slot : region.slots) {
      counts.push_back(slot.rows);
      without_bound.push_back(is_harmless(slot.value) ? 1 : 0);
      if (!is_harmless(slot.value) && (most == nullptr || slot.rows > most->rows)) most = &slot;
    }
    if (most == nullptr) continue;
    const auto value = static_cast<std::size_t>(most - region.slots.data());
    const TellingSide telling =
        most_telling_side(region, known, options.fewest, [&](std::size_t side) {
          return belief_of_uncut(counts, value, side, options.l, without_bound);
        });
    const double share = most->rows / static_cast<double>(region.persons.size());
    if (telling.belief <= share * (1 + rounding_of_shares)) continue;
    const auto guessed = static_cast<double>(telling.persons.size());
    ++figures.telling;
    figures.persons += telling.persons.size();
    figures.believed += telling.belief * guessed;
    figures.share += guessed * share;
    figures.variance +=
        hypergeometric_variance(region.persons.size(), most->rows, telling.persons.size());
    for (const Row person : telling.persons)
      figures.right += truth[person] == most->value ? 1 : 0;
    const auto found = outsiders.find(region.first_slot);
    if (found == outsiders.end()) continue;
    for (const Row person : found->second) {
      if (!telling.has(person)) continue;
      ++figures.control.attacks;
      figures.control.successes += truth[person] == most->value ? 1 : 0;
    }
  }
  finish(figures);
  return figures;
}

}  // namespace microdata

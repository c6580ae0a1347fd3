#include "core/risk/subject_minimality.hpp"

#include <algorithm>
#include <numeric>

#include "core/risk/missing_split.hpp"

namespace microdata {

namespace {

// Number of ways that are drawn to choose a side, and to confirm its belief.
constexpr std::size_t drawn_ways = 400;
// Smallest number of ways that a belief is taken from.
constexpr std::uint32_t fewest_ways = 20;

// Counts of elements in some sets.
class ElementCounts {
 public:
  ElementCounts(std::size_t elements, std::span<const std::uint8_t> bounded)
      : counts_(elements), bounded_(bounded) {}

  // Adds a set and returns the largest count of a bounded element.
  std::size_t add(const std::vector<std::uint32_t>& set) {
    for (const std::uint32_t element : set) {
      ++counts_[element];
      if (bounded_[element] != 0) largest_ = std::max<std::size_t>(largest_, counts_[element]);
    }
    return largest_;
  }

  void clear(std::span<const std::vector<std::uint32_t>> sets) {
    for (const std::vector<std::uint32_t>& set : sets) {
      for (const std::uint32_t element : set)
        counts_[element] = 0;
    }
    largest_ = 0;
  }

 private:
  std::vector<std::uint32_t> counts_;
  std::span<const std::uint8_t> bounded_;
  std::size_t largest_ = 0;
};

}  // namespace

UncutSets::UncutSets(std::span<const std::vector<std::uint32_t>> sets,
                     std::span<const std::uint8_t> bounded, std::uint32_t element,
                     const MinimalityOptions& options, Random& random, const Progress& progress)
    : sets_(sets.size()), chosen_(sets.size() + 1), confirming_(sets.size() + 1) {
  const auto has_element = [&](Row set) {
    return std::binary_search(sets[set].begin(), sets[set].end(), element);
  };
  std::vector<Row> order(sets.size());
  std::iota(order.begin(), order.end(), Row{0});
  for (const Row set : order)
    with_element_ += has_element(set) ? 1 : 0;
  ElementCounts counts(bounded.size(), bounded);
  std::vector<std::size_t> largest_of_rest(sets.size() + 1);
  for (std::size_t drawn = 0; drawn < 2 * drawn_ways; ++drawn) {
    progress.checkpoint();
    random.shuffle(std::span(order));
    for (std::size_t m = sets.size(); m-- > 0;)
      largest_of_rest[m] = counts.add(sets[order[m]]);
    counts.clear(sets);
    std::vector<Ways>& ways = drawn < drawn_ways ? chosen_ : confirming_;
    std::size_t with_element = 0;
    for (std::size_t m = 1; m < sets.size(); ++m) {
      const Row set = order[m - 1];
      const std::size_t largest = counts.add(sets[set]);
      with_element += has_element(set) ? 1 : 0;
      if (largest <= most_of_side(m, options.l) &&
          largest_of_rest[m] <= most_of_side(sets.size() - m, options.l))
        continue;
      ++ways[m].violated;
      ways[m].with_element += with_element;
    }
    counts.clear(sets);
  }
}

std::optional<UncutBelief> UncutSets::belief_by(const std::vector<Ways>& ways,
                                                std::size_t side) const {
  const Ways& of_side = ways[side];
  if (of_side.violated < fewest_ways) return std::nullopt;
  const double mean = static_cast<double>(of_side.with_element) / of_side.violated;
  return UncutBelief{mean / static_cast<double>(side), (static_cast<double>(with_element_) - mean) /
                                                           static_cast<double>(sets_ - side)};
}

namespace {

// Published sets of a region.
struct RegionSets {
  std::vector<std::vector<std::uint32_t>> sets;
  // Number of sets with each element that occurs.
  std::vector<std::pair<std::uint32_t, std::size_t>> counts;
};

RegionSets sets_of(const ClosedRegion& region, const JointPlacement::Outcomes& outcomes) {
  RegionSets result;
  std::vector<std::uint32_t> all;
  for (const PlacedPersons::Slot& slot : region.slots) {
    const auto elements = outcomes.of(slot.value);
    for (std::uint32_t i = 0; i < slot.rows; ++i) {
      result.sets.emplace_back(elements.begin(), elements.end());
      all.insert(all.end(), elements.begin(), elements.end());
    }
  }
  std::sort(all.begin(), all.end());
  for (const std::uint32_t element : all) {
    if (result.counts.empty() || result.counts.back().first != element)
      result.counts.emplace_back(element, 0);
    ++result.counts.back().second;
  }
  return result;
}

}  // namespace

MinimalityFigures attack_by_minimality(const JointPlacement& placed, const JointPlacement& outside,
                                       std::span<const KnownAttribute> known, std::size_t guessed,
                                       const TrueValues& truth,
                                       std::span<const std::span<const std::uint8_t>> harmless,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress) {
  const JointPlacement::Table& table = placed.tables.front();
  const std::vector<ClosedRegion> regions = closed_regions(table.placed, options, random, progress);
  const OutsidersOfRegions outsiders = outsiders_of_regions(outside.tables.front().placed);
  std::vector<std::uint8_t> bounded(placed.first_element.back(), 1);
  for (std::size_t j = 0; j < harmless.size(); ++j) {
    for (std::size_t value = 0; value < harmless[j].size(); ++value)
      bounded[placed.first_element[j] + value] = harmless[j][value] == 0 ? 1 : 0;
  }
  const std::uint32_t first = placed.first_element[guessed];
  const std::uint32_t end = placed.first_element[guessed + 1];
  MinimalityFigures figures;
  figures.regions = regions.size();
  for (const ClosedRegion& region : regions) {
    progress.checkpoint();
    const RegionSets shown = sets_of(region, table.outcomes);
    std::pair<std::uint32_t, std::size_t> most{0, 0};
    for (const auto& count : shown.counts) {
      if (count.first >= first && count.first < end && bounded[count.first] != 0 &&
          count.second > most.second)
        most = count;
    }
    if (most.second == 0) continue;
    const UncutSets uncut(shown.sets, bounded, most.first, options, random, progress);
    const TellingSide telling = most_telling_side(
        region, known, options.fewest, [&](std::size_t side) { return uncut.belief(side); });
    const auto all = static_cast<double>(region.persons.size());
    if (telling.belief <= static_cast<double>(most.second) / all * (1 + rounding_of_shares))
      continue;
    const Code value = most.first - first;
    const auto has_value = [&](Row person) { return truth.has(person, value); };
    const auto with_value = static_cast<std::size_t>(
        std::count_if(region.persons.begin(), region.persons.end(), has_value));
    const auto persons = static_cast<double>(telling.persons.size());
    const std::optional<UncutBelief> confirmed = uncut.confirmed(telling.first);
    const double believed = !confirmed         ? telling.belief
                            : telling.is_first ? confirmed->first
                                               : confirmed->other;
    ++figures.telling;
    figures.persons += telling.persons.size();
    figures.believed += believed * persons;
    figures.share += persons * static_cast<double>(with_value) / all;
    figures.variance +=
        hypergeometric_variance(region.persons.size(), with_value, telling.persons.size());
    figures.right += static_cast<std::size_t>(
        std::count_if(telling.persons.begin(), telling.persons.end(), has_value));
    const auto found = outsiders.find(region.first_slot);
    if (found == outsiders.end()) continue;
    for (const Row person : found->second) {
      if (!telling.has(person)) continue;
      ++figures.control.attacks;
      figures.control.successes += has_value(person) ? 1 : 0;
    }
  }
  finish(figures);
  return figures;
}

}  // namespace microdata

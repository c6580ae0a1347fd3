#include "core/risk/minimality.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <vector>

namespace microdata {

namespace {

// Tolerance for rounding in comparisons of shares.
constexpr double rounding = 1e-9;

// Returns the largest number of one value that a side of m persons can have.
std::size_t most_of(std::size_t m, double l) {
  return static_cast<std::size_t>(static_cast<double>(m) / l * (1 + rounding));
}

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

Allowed allowed_of(std::uint32_t count, std::size_t side, std::size_t rest, double l) {
  const std::size_t there = most_of(rest, l);
  return {count > there ? count - there : 0, std::min<std::size_t>(count, most_of(side, l))};
}

// Limits of the size of a side. A larger side discloses less, because l allows it more of a value.
constexpr std::size_t most_times_fewest = 4;
constexpr std::size_t largest_side = 64;
// Largest region whose numbers of ways are within the range of floating point.
constexpr std::size_t largest_region = 4096;

// Persons who can be in one region alone, if they are all persons of the region.
struct Region {
  std::size_t first_slot = 0;
  std::span<const PlacedPersons::Slot> slots;
  std::vector<Row> persons;

  std::size_t rows() const {
    std::size_t sum = 0;
    for (const PlacedPersons::Slot& slot : slots)
      sum += slot.rows;
    return sum;
  }
};

std::vector<Region> closed_regions(const PlacedPersons& placed, std::size_t fewest,
                                   const Progress& progress) {
  std::map<std::size_t, Region> by_slot;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    progress.checkpoint_at(i);
    const auto places = placed.of(i);
    if (places.size() != 1) continue;
    Region& region = by_slot[places.front().first_slot];
    region.first_slot = places.front().first_slot;
    region.slots = std::span(placed.slots).subspan(places.front().first_slot, places.front().slots);
    region.persons.push_back(placed.persons[i]);
  }
  std::vector<Region> regions;
  for (auto& [slot, region] : by_slot) {
    const std::size_t rows = region.rows();
    if (region.persons.size() == rows && rows >= 2 * fewest && rows <= largest_region) {
      regions.push_back(std::move(region));
    }
  }
  return regions;
}

// The side of a split with the largest belief.
struct Telling {
  double belief = 0;
  std::vector<Row> persons;
  // Split of the side: it is behind this value of the attribute, and the side is the upper one or
  // the lower one.
  const KnownAttribute* attribute = nullptr;
  Code last_of_lower = 0;
  bool upper = false;

  bool has(Row person) const { return (attribute->codes[person] > last_of_lower) == upper; }
};

// Persons who are not in the release, by the one region where each can be.
using OutsidersOfRegions = std::unordered_map<std::size_t, std::vector<Row>>;

OutsidersOfRegions outsiders_of_regions(const PlacedPersons& outside) {
  OutsidersOfRegions result;
  for (std::size_t i = 0; i < outside.persons.size(); ++i) {
    const auto places = outside.of(i);
    if (places.size() == 1) result[places.front().first_slot].push_back(outside.persons[i]);
  }
  return result;
}

class Attack {
 public:
  Attack(std::span<const KnownAttribute> known, const MinimalityOptions& options)
      : known_(known), options_(options) {}

  // Finds the side with the largest belief; `value` is an index of the region's slots.
  Telling find(const Region& region, std::size_t value) {
    counts_.clear();
    for (const PlacedPersons::Slot& slot : region.slots)
      counts_.push_back(slot.rows);
    value_ = value;
    of_side_.clear();
    Telling best;
    for (const KnownAttribute& attribute : known_)
      try_attribute(region, attribute, best);
    return best;
  }

 private:
  void try_attribute(const Region& region, const KnownAttribute& attribute, Telling& best) {
    order_ = region.persons;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Row a, Row b) { return attribute.codes[a] < attribute.codes[b]; });
    const std::size_t n = order_.size();
    const std::size_t most =
        std::min({n - options_.fewest, most_times_fewest * options_.fewest, largest_side});
    for (std::size_t m = options_.fewest; m <= most; ++m) {
      const auto is_cut = [&](std::size_t at) {
        return attribute.codes[order_[at - 1]] != attribute.codes[order_[at]];
      };
      if (is_cut(m)) try_cut(attribute, m, false, best);
      if (is_cut(n - m)) try_cut(attribute, m, true, best);
    }
  }

  // Tries the split behind the first m persons of the order, or before the last m persons.
  void try_cut(const KnownAttribute& attribute, std::size_t m, bool last, Telling& best) {
    const std::optional<UncutBelief>& belief = belief_of(m);
    if (!belief) return;
    const auto middle = last ? order_.end() - static_cast<std::ptrdiff_t>(m)
                             : order_.begin() + static_cast<std::ptrdiff_t>(m);
    const auto take = [&](double of_side, bool upper) {
      if (of_side <= best.belief + rounding) return;
      best = {
          of_side,
          upper ? std::vector<Row>(middle, order_.end()) : std::vector<Row>(order_.begin(), middle),
          &attribute, attribute.codes[*(middle - 1)], upper};
    };
    take(belief->first, last);
    take(belief->other, !last);
  }

  // Returns the belief, which depends only on the side's size.
  const std::optional<UncutBelief>& belief_of(std::size_t m) {
    const auto found = of_side_.find(m);
    if (found != of_side_.end()) return found->second;
    return of_side_[m] = belief_of_uncut(counts_, value_, m, options_.l);
  }

  std::span<const KnownAttribute> known_;
  const MinimalityOptions& options_;
  std::vector<std::uint32_t> counts_;
  std::size_t value_ = 0;
  std::map<std::size_t, std::optional<UncutBelief>> of_side_;
  std::vector<Row> order_;
};

// Returns the variance of the number of a side's persons with a value, if all assignments are
// equally likely.
double hypergeometric_variance(std::size_t n, std::size_t with_value, std::size_t m) {
  const auto all = static_cast<double>(n);
  const auto side = static_cast<double>(m);
  const double p = static_cast<double>(with_value) / all;
  return side * p * (1 - p) * (all - side) / (all - 1);
}

// Returns the excess of right guesses over the expectation, in standard deviations.
double deviations(const MinimalityFigures& figures, double expected) {
  return figures.variance > 0
             ? (static_cast<double>(figures.right) - expected) / std::sqrt(figures.variance)
             : 0;
}

}  // namespace

void add(MinimalityFigures& figures, const MinimalityFigures& others) {
  const auto persons = static_cast<double>(figures.persons);
  const auto other_persons = static_cast<double>(others.persons);
  const double all = persons + other_persons;
  const auto mean = [&](double of_figures, double of_others) {
    return all > 0 ? (persons * of_figures + other_persons * of_others) / all : 0;
  };
  figures.believed = mean(figures.believed, others.believed);
  figures.share = mean(figures.share, others.share);
  figures.regions += others.regions;
  figures.telling += others.telling;
  figures.persons += others.persons;
  figures.right += others.right;
  figures.control.attacks += others.control.attacks;
  figures.control.successes += others.control.successes;
  figures.variance += others.variance;
  figures.z = deviations(figures, figures.share * all);
}

std::optional<UncutBelief> belief_of_uncut(std::span<const std::uint32_t> counts, std::size_t value,
                                           std::size_t side, double l) {
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
    const Allowed allowed = allowed_of(counts[u], side, rest, l);
    const std::vector<double> of_value = choices(counts[u], allowed.most);
    next.assign(side + 1, 0);
    for (std::size_t taken = 0; taken <= side; ++taken) {
      if (ways[taken] == 0) continue;
      for (std::size_t x = allowed.least; x <= allowed.most && taken + x <= side; ++x)
        next[taken + x] += ways[taken] * of_value[x];
    }
    ways.swap(next);
  }
  const Allowed allowed = allowed_of(counts[value], side, rest, l);
  const std::vector<double> of_value = choices(counts[value], allowed.most);
  double holding = 0;
  double with_value = 0;  // summed over these ways
  for (std::size_t x = allowed.least; x <= allowed.most && x <= side; ++x) {
    holding += of_value[x] * ways[side - x];
    with_value += static_cast<double>(x) * of_value[x] * ways[side - x];
  }
  const double all = choices(static_cast<std::uint32_t>(n), side).back();
  const double failing = all - holding;
  if (failing <= all * rounding) return std::nullopt;
  const auto m = static_cast<double>(side);
  const double count = counts[value];
  // The side has its share of the value over all ways.
  const double mean = (count * m / static_cast<double>(n) * all - with_value) / failing;
  return UncutBelief{mean / m, (count - mean) / static_cast<double>(rest)};
}

MinimalityFigures attack_by_minimality(const PlacedPersons& placed, const PlacedPersons& outside,
                                       std::span<const KnownAttribute> known,
                                       std::span<const Code> truth,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress) {
  std::vector<Region> regions = closed_regions(placed, options.fewest, progress);
  if (regions.size() > options.most_regions) {
    random.shuffle(std::span(regions));
    regions.resize(options.most_regions);
  }
  MinimalityFigures figures;
  figures.regions = regions.size();
  const OutsidersOfRegions outsiders = outsiders_of_regions(outside);
  Attack attack(known, options);
  for (const Region& region : regions) {
    progress.checkpoint();
    const auto most =
        std::max_element(region.slots.begin(), region.slots.end(),
                         [](const auto& a, const auto& b) { return a.rows < b.rows; });
    const Telling telling =
        attack.find(region, static_cast<std::size_t>(most - region.slots.begin()));
    const double share = most->rows / static_cast<double>(region.persons.size());
    if (telling.belief <= share * (1 + rounding)) continue;
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
  figures.z = deviations(figures, figures.share);
  if (figures.persons > 0) {
    figures.believed /= static_cast<double>(figures.persons);
    figures.share /= static_cast<double>(figures.persons);
  }
  return figures;
}

}  // namespace microdata
